"""Ace-to-five lows: rules/README.md "Low hands"."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.cards import FULL_DECK, parse_cards
from assistant.hands import HandHouse, parse_wild
from assistant.lows import best_low
from tests.assistant import oracle


@pytest.mark.parametrize(
    ("cards", "wild", "ranks", "five", "plays_as"),
    [
        ("As 2d 3c 4h 5s Kd Kh", "", "5432A", "5s 4h 3c 2d As", {}),
        ("As 2s 3s 4s 8s 5h Kh", "", "5432A", "5h 4s 3s 2s As", {}),  # straights and flushes don't count
        ("As 2d 4c 8h 8s Kd Kh", "K", "5432A", "Kd 4c Kh 2d As", {"Kd": "5s", "Kh": "3s"}),
        ("As 2d 3c 6h 7s Kd Qh", "", "7632A", "7s 6h 3c 2d As", {}),
        ("2d 3c 6h 7s 7d 8h Qh", "", "87632", "8h 7s 6h 3c 2d", {}),
        ("Ad 2c 3h 4s 5d", "A", "5432A", "5d 4s 3h 2c Ad", {}),  # a wild as itself
        ("Kd Kc Kh Ks 8d", "K", "8432A", "8d Kd Kc Kh Ks", {"Kd": "4s", "Kc": "3s", "Kh": "2s", "Ks": "As"}),
    ],
)
def test_lows(cards: str, wild: str, ranks: str, five: str, plays_as: dict[str, str]) -> None:
    low = best_low(parse_cards(cards), parse_wild(wild))
    assert low is not None
    assert (low.category, low.ranks, " ".join(low.five), low.plays_as) == ("high_card", ranks, five, plays_as)


@pytest.mark.parametrize("cards", ["As 2d 3c 4h 9s Kd Kh", "As 2d 3c 4h 4s 4d 3h", "2d 3d 4d", "9d Td Jd Qd Kd Ks Kh"])
def test_what_does_not_qualify_under_eight_or_better(cards: str) -> None:
    assert best_low(parse_cards(cards)) is None
    assert best_low(parse_cards(cards), qualifier=None) is not None


@pytest.mark.parametrize(
    ("better", "worse", "wild"),
    [
        ("As 2d 3c 4h 6s", "As 2d 3c 5h 6s", ""),
        ("2s 3d 4c 5h 7s", "As 2d 3c 4h 8s", ""),
        ("As 2d 3c 4h Ks", "As Ad 2c 3h 4s", ""),  # any five ranks before a pair
        ("As Ad 2c 3h 4s", "As 2d 2c 3h 4s", ""),  # the lower pair
        ("As Ad 2c 2h 9s", "As Ad Ac 2h 3s", ""),
        ("As Ad Ac 2h 3s", "As Ad Ac 2h 2s", ""),
        ("As Ad Ac 2h 2s", "As Ad Ac Ah 2s", ""),
        ("As Ad 2c Kh Kd", "As Ad Ac Kh Ks", "K"),
    ],
)
def test_the_better_low_is_the_stronger(better: str, worse: str, wild: str) -> None:
    first = best_low(parse_cards(better), parse_wild(wild), None)
    second = best_low(parse_cards(worse), parse_wild(wild), None)
    assert first is not None
    assert second is not None
    assert first.strength > second.strength


def test_natural_breaks_ties_in_lows_too() -> None:
    natural, made = parse_cards("As 2d 3c 4h 6s"), parse_cards("Ac 2c 3d Kh 6d")
    for house, better in ((HandHouse(), False), (HandHouse(natural_breaks_ties=True), True)):
        one, two = (best_low(cards, "K", 8, house) for cards in (natural, made))
        assert one is not None
        assert two is not None
        assert (one.strength > two.strength, one.ranks == two.ranks) == (better, True)


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("As 2d 3c Th 6s", "Low, 10-6-3-2-A"),
        ("As Ad 3c 3h 6s", "Low with a pair of threes and a pair of aces, 3-3-A-A-6"),
        ("6s 6d 6c Ah 2s", "Low with three sixes, 6-6-6-2-A"),
    ],
)
def test_words(cards: str, text: str) -> None:
    low = best_low(parse_cards(cards), qualifier=None)
    assert low is not None
    assert low.text == text


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([FULL_DECK, [card for card in FULL_DECK if card[0] in "A239K"]]).flatmap(
        lambda deck: st.lists(st.sampled_from(deck), min_size=5, max_size=7, unique=True)
    ),
    st.sets(st.sampled_from("A239K"), max_size=2),
)
def test_against_every_meaning_of_every_wild(cards: list[str], wild: set[str]) -> None:
    if sum(card[0] in wild for card in cards) > 3:
        wild = set()
    low = best_low(cards, wild, qualifier=None)
    assert low is not None
    assert oracle.low_value(low.ranks) == oracle.best_low(cards, wild)
    shown = [low.plays_as.get(card, card) for card in low.five]
    assert "".join(card[0] for card in shown) == low.ranks
    assert len(set(low.five)) == len(set(shown)) == 5
    qualified = best_low(cards, wild)
    eight_or_better = low.category == "high_card" and "A23456789TJQK".index(low.ranks[0]) <= 7
    assert (qualified == low) if eight_or_better else (qualified is None)
