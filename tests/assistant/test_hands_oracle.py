"""The evaluator against the slow way of tests/assistant/oracle.py, and what must hold of any hand."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from assistant.cards import FULL_DECK, RANKS
from assistant.hands import Hand, HandHouse, best_hand
from tests.assistant import oracle

HOUSES = st.builds(
    HandHouse,
    st.sampled_from(["above_straight_flush", "below_straight_flush"]),
    st.sampled_from(["allowed", "forbidden"]),
    st.booleans(),
)


@st.composite
def dealt(draw: st.DrawFn, most_cards: int, most_wilds: int) -> tuple[list[str], set[str]]:
    """Cards and what is wild, leaning to near ranks and one suit, where mistakes hide."""
    ranks = draw(st.sampled_from([RANKS, RANKS, "2345A", "9TJQKA", "56789T"]))
    suits = draw(st.sampled_from(["cdhs", "cdhs", "hs", "hhhs"]))
    deck = [card for card in FULL_DECK if card[0] in ranks and card[1] in suits]
    size = draw(st.integers(5, min(most_cards, len(deck))))
    cards = draw(st.lists(st.sampled_from(deck), min_size=size, max_size=size, unique=True))
    loose = draw(st.lists(st.sampled_from(cards), max_size=most_wilds, unique=True))
    # A rank where all its cards are among the wilds, else single cards: both ways of naming wilds.
    wild = set(loose)
    for rank in {card[0] for card in loose}:
        if {card for card in cards if card[0] == rank} <= wild:
            wild = {card for card in wild if card[0] != rank} | {rank}
    return cards, wild


def check(cards: list[str], wild: set[str], house: HandHouse) -> None:
    below = house.five_of_a_kind == "below_straight_flush"
    forbidden = house.flush_duplicates == "forbidden"
    hand = best_hand(cards, wild, house)
    category, ranks, changed = oracle.best(cards, wild, below, forbidden)
    assert (hand.category, hand.ranks, len(hand.plays_as)) == (category, ranks, changed)
    check_answer(cards, wild, hand, forbidden)


def check_answer(cards: list[str], wild: set[str], hand: Hand, forbidden: bool) -> None:
    """Whatever the value: the five and what they play as make it."""
    assert len(set(hand.five)) == 5
    assert set(hand.five) <= set(cards)
    for card, plays in hand.plays_as.items():
        assert card in hand.five
        assert card[0] in wild or card in wild
        assert card != plays
    shown = tuple(hand.plays_as.get(card, card) for card in hand.five)
    assert oracle.five_value(tuple(sorted(shown)), forbidden) == (hand.category, hand.ranks)
    assert "".join(card[0] for card in shown) == hand.ranks
    if hand.category not in ("flush", "five_of_a_kind"):
        assert len(set(shown)) == 5


@settings(max_examples=400, deadline=None)
@given(dealt(7, 1), HOUSES)
def test_seven_cards_with_up_to_one_wild(deal: tuple[list[str], set[str]], house: HandHouse) -> None:
    check(*deal, house)


@settings(max_examples=150, deadline=None)
@given(dealt(6, 2), HOUSES)
@example((["9h", "8h", "7h", "6h", "Th", "9s"], {"T", "9s"}), HandHouse())
@example((["Ah", "Kh", "9h", "5h", "2h", "2c"], {"2"}), HandHouse(flush_duplicates="forbidden"))
def test_six_cards_with_up_to_two_wilds(deal: tuple[list[str], set[str]], house: HandHouse) -> None:
    check(*deal, house)


@settings(max_examples=40, deadline=None)
@given(dealt(5, 3), HOUSES)
@example((["8c", "8d", "8h", "5h", "7h"], {"8"}), HandHouse(five_of_a_kind="below_straight_flush"))
def test_five_cards_with_up_to_three_wilds(deal: tuple[list[str], set[str]], house: HandHouse) -> None:
    check(*deal, house)


@settings(max_examples=200, deadline=None)
@given(dealt(12, 12), HOUSES)
def test_any_answer_makes_its_value(deal: tuple[list[str], set[str]], house: HandHouse) -> None:
    cards, wild = deal
    check_answer(cards, wild, best_hand(cards, wild, house), house.flush_duplicates == "forbidden")


@settings(max_examples=100, deadline=None)
@given(dealt(8, 4), HOUSES, st.integers(1, 11))
def test_the_order_of_the_cards_and_one_more_card(
    deal: tuple[list[str], set[str]], house: HandHouse, turn: int
) -> None:
    cards, wild = deal
    hand = best_hand(cards, wild, house)
    turned = [*cards[turn:], *cards[:turn]]
    assert best_hand(turned, wild, house).strength == hand.strength
    if len(cards) > 5:
        assert best_hand(cards[:-1], wild, house).strength <= hand.strength
