"""Hand values: rules/README.md "Hand values" and "What the examples give", contract.md `evaluate`."""

from itertools import permutations

import pytest

from assistant.cards import parse_cards
from assistant.hands import DEFAULT_HOUSE, Hand, HandHouse, best_hand, exposed_hand, parse_wild

BELOW = HandHouse(five_of_a_kind="below_straight_flush")
FORBIDDEN = HandHouse(flush_duplicates="forbidden")
NATURAL = HandHouse(natural_breaks_ties=True)


def hand(cards: str, wild: str = "", house: HandHouse = DEFAULT_HOUSE) -> Hand:
    return best_hand(parse_cards(cards), parse_wild(wild), house)


def test_the_contracts_example() -> None:
    assert hand("8s Kc 4d Jh Kh 8d 2c", "8").as_json() == {
        "category": "four_of_a_kind",
        "ranks": "KKKKJ",
        "five": ["Kc", "Kh", "8s", "8d", "Jh"],
        "plays_as": {"8s": "Ks", "8d": "Kd"},
        "text": "Four kings, jack kicker",
    }


@pytest.mark.parametrize(
    ("cards", "wild", "house", "category", "ranks"),
    [
        ("Kh 9c 4d 2s 9s 9d Kc", "", HandHouse(), "full_house", "999KK"),
        ("As Ks 9s 5s 8d 2c 3h", "8", HandHouse(), "flush", "AAK95"),
        ("As Ks 9s 5s 8d 2c 3h", "8", FORBIDDEN, "flush", "AKQ95"),
        ("As 2d 3c 4h 5s Kd Kc", "", HandHouse(), "straight", "5432A"),
        ("Ks As 2d 3c 4h 9s 9c", "", HandHouse(), "pair", "99AK4"),  # no straight round the ace
        ("8s 8d 8c 8h 2c", "8", HandHouse(), "five_of_a_kind", "22222"),
        ("8s 8d 8c 8h 2c", "8", BELOW, "straight_flush", "65432"),
        ("8s 8d 8c 8h 2c", "8", FORBIDDEN, "five_of_a_kind", "22222"),
        ("8s 8d 9c 9h 9d", "8", BELOW, "five_of_a_kind", "99999"),  # no straight flush to be had
        ("Ks Kd Kc Kh 8c", "8", HandHouse(), "five_of_a_kind", "KKKKK"),
        ("3s 3d 9c 9h 9d 3c 3h", "39", HandHouse(), "five_of_a_kind", "AAAAA"),
        ("3s 3d 9c 9h 9d", "39", BELOW, "straight_flush", "AKQJT"),
        ("Kh Kc 5d 6s 9h", "Kh", HandHouse(), "pair", "KK965"),  # one king is wild, and plays as itself
        ("Qh Jh Th 9h 8c", "8", HandHouse(), "straight_flush", "KQJT9"),
        ("Th 9h 8h 7c Jd", "7", HandHouse(), "straight", "QJT98"),
        ("2h 2d 3c 3s 8c", "8", HandHouse(), "full_house", "33322"),
    ],
)  # fmt: skip
def test_values(cards: str, wild: str, house: HandHouse, category: str, ranks: str) -> None:
    found = hand(cards, wild, house)
    assert (found.category, found.ranks) == (category, ranks)


@pytest.mark.parametrize(
    ("cards", "wild", "five", "plays_as"),
    [
        # The screen's sketch: a full house and a straight with one wild.
        ("Qs Qd 4h Kh 8d 4c 2d", "8", "Qs Qd 8d 4h 4c", {"8d": "Qh"}),
        ("As Th 3c Kh 8d 4c 2d", "8", "8d 4c 3c 2d As", {"8d": "5s"}),
        # A flush may repeat a card where it must.
        ("As Ks 9s 5s 8d 2c 3h", "8", "As 8d Ks 9s 5s", {"8d": "As"}),
        # A wild that plays as itself is not listed, and the other one fills the gap.
        ("9h 8h 7h 5h 8c 2d 2s", "8", "9h 8h 7h 8c 5h", {"8c": "6h"}),
        ("9h 8c 7h 5h 8h 2d 2s", "8", "9h 8h 7h 8c 5h", {"8c": "6h"}),
        ("Th 9s 8c 7h 6d 2d 2s", "8", "Th 9s 8c 7h 6d", {}),
        # Naturals rather than wilds where either would do.
        ("Kh Kc Kd Ks 8c Ac 2d", "8", "Kh Kc Kd Ks 8c", {"8c": "Ks"}),
        ("8h Ah Kh Qh Jh Th 2c", "8", "Ah Kh Qh Jh Th", {}),
        ("Kh Qc Kd 2s 4c", "Kh", "Kd Kh Qc 4c 2s", {}),
    ],
)
def test_the_five_and_what_wilds_play_as(cards: str, wild: str, five: str, plays_as: dict[str, str]) -> None:
    found = hand(cards, wild)
    assert (" ".join(found.five), found.plays_as) == (five, plays_as)


def test_of_two_suits_the_one_is_taken_that_needs_fewer_substitutes() -> None:
    hearts, spades = "9h 8h 7h 6h", "9s 8s 7s 6s"
    at_home_in_hearts = hand(f"{spades} Th {hearts}", "T")
    assert (at_home_in_hearts.ranks, at_home_in_hearts.five) == ("T9876", parse_cards("Th 9h 8h 7h 6h"))
    assert at_home_in_hearts.plays_as == {}
    at_home_in_neither = hand(f"{hearts} Tc {spades}", "T")
    assert at_home_in_neither.plays_as == {"Tc": "Ts"}


@pytest.mark.parametrize(
    ("cards", "wild", "text"),
    [
        ("Ac Ad Ah 8s 8d", "8", "Five aces"),
        ("6c 6d 6h 6s 8d", "8", "Five sixes"),
        ("Ah Kh Qh Jh Th", "", "Royal flush"),
        ("9h 8h 7h 6h 5h", "", "Straight flush, nine high"),
        ("9h 9d 9c 9s 5h", "", "Four nines, five kicker"),
        ("Qs Qd 4h 8d 4c", "8", "Full house, queens over fours"),
        ("As Ks 9s 5s 2s", "", "Flush, ace high"),
        ("As Ks 9s 5s 8d", "8", "Flush, two aces high"),
        ("As 2d 3c 4h 5s", "", "Straight, five high"),
        ("6s 6d 6c Ah 2s", "", "Three sixes, ace kicker"),
        ("Ks Kd 8c 8h Js", "", "Two pair, kings and eights, jack kicker"),
        ("Ks Kd 8c 7h Js", "", "Pair of kings, jack kicker"),
        ("As Kd 8c 7h Js", "", "Ace high, king kicker"),
        ("8s", "8", "Ace high"),
    ],
)
def test_words(cards: str, wild: str, text: str) -> None:
    assert hand(cards, wild).text == text


def test_every_order_of_the_cards_gives_the_same_value() -> None:
    cards = parse_cards("8s Kc 4d Kh 8d")
    assert {best_hand(order, "8").strength for order in permutations(cards)} == {best_hand(cards, "8").strength}


def test_natural_breaks_ties_only_where_the_house_says_so() -> None:
    natural, made = "Kc Kd Kh 9s 2c", "Ks Kd 8c 9d 2h"
    assert hand(natural, "8").strength == hand(made, "8").strength
    assert hand(natural, "8", NATURAL).strength > hand(made, "8", NATURAL).strength
    # It breaks ties and nothing else.
    assert hand("Qc Qd Qh As 2c", "8", NATURAL).strength < hand("Ks Kd 8c 3d 2h", "8", NATURAL).strength
    # A wild that plays as itself is as good as a natural.
    assert hand("9c 8d 7h 6s 5c", "8", NATURAL).strength == hand("9c 8d 7h 6s 5c", "", NATURAL).strength


@pytest.mark.parametrize(
    ("better", "worse", "wild"),
    [
        ("9c 9d 9h 9s", "Ac Ad Ah Ks", ""),
        ("2c 2d 2h 3s", "Ac Ad Kh Ks", ""),
        ("3c 3d 2h 2s", "Ac Ad Kh Qs", ""),
        ("2c 2d 3h", "Ac Kc Qc", ""),  # no flushes, no straights
        ("8c 8d", "Kc Kd", "8"),  # two wilds are two aces
        ("8c", "Kc", "8"),  # a lone wild is an ace
        ("9c 8d 7h 6s", "9c 8d 7h 5s", ""),
    ],
)
def test_exposed_hands(better: str, worse: str, wild: str) -> None:
    assert exposed_hand(parse_cards(better), wild).strength > exposed_hand(parse_cards(worse), wild).strength


def test_a_lone_wild_up_card_is_an_ace() -> None:
    lone = exposed_hand(["8c"], "8")
    assert (lone.category, lone.ranks, lone.plays_as) == ("high_card", "A", {"8c": "As"})


@pytest.mark.parametrize(
    ("cards", "wild", "ranks", "category"),
    [
        ("Kc 8d 4h", "8", "KK4", "pair"),
        ("Kc 8d 4h 4s", "8", "444K", "three_of_a_kind"),
        ("8c 8d 4h 4s", "8", "4444", "four_of_a_kind"),
        ("8c 8d 8h 8s", "8", "AAAA", "four_of_a_kind"),
        ("Kc Kd 4h 4s", "", "KK44", "two_pair"),
    ],
)
def test_fewer_than_five_cards(cards: str, wild: str, ranks: str, category: str) -> None:
    found = hand(cards, wild)
    assert (found.ranks, found.category) == (ranks, category)


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ([], "1 to 12 cards, not 0"),
        (["Kh"] * 2, "Kh stands twice"),
        (["Kh", "zz"], "'zz' is no card"),
        (["10h"], "'10h' is no card"),
    ],
)
def test_what_is_no_hand(cards: list[str], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        best_hand(cards)


def test_five_cards_are_no_exposed_hand() -> None:
    with pytest.raises(ValueError, match="one to four"):
        exposed_hand(parse_cards("2c 3c 4c 5c 6c"))


def test_houses_that_do_not_exist() -> None:
    with pytest.raises(ValueError, match="five_of_a_kind is above_straight_flush or below_straight_flush"):
        HandHouse(five_of_a_kind="best")
    with pytest.raises(ValueError, match="natural_breaks_ties is true or false"):
        HandHouse(natural_breaks_ties="yes")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "wild"),
    [
        ("", set()),
        ("8", {"8"}),
        ("8K", {"8", "K"}),
        ("10, jh 3♦ q", {"T", "Jh", "3d", "Q"}),
        ("KhQs2", {"Kh", "Qs", "2"}),
    ],
)
def test_wilds_as_they_are_written(text: str, wild: set[str]) -> None:
    assert parse_wild(text) == wild


def test_what_is_no_wild() -> None:
    with pytest.raises(ValueError, match="'x' is no wild"):
        parse_wild("8x")
