"""Batches against the evaluator of single hands, and the known counts of whole decks."""

import random
from itertools import combinations

import numpy as np
import pytest

from assistant.batch import BLANK_INDEX, JOKER_INDEX, batch_categories, batch_strengths, card_indices, rank_mask
from assistant.batch_lows import batch_lows
from assistant.cards import FULL_DECK, RANKS
from assistant.hands import JOKERS, HandHouse, best_hand
from assistant.lows import best_low
from assistant.values import CATEGORIES

HOUSES = [
    HandHouse(five, flush, natural)
    for five in ("above_straight_flush", "below_straight_flush")
    for flush in ("allowed", "forbidden")
    for natural in (False, True)
]

# 52 cards taken five at a time: the counts that every book gives.
FIVE_CARDS = {
    "straight_flush": 40,
    "four_of_a_kind": 624,
    "full_house": 3744,
    "flush": 5108,
    "straight": 10200,
    "three_of_a_kind": 54912,
    "two_pair": 123552,
    "pair": 1098240,
    "high_card": 1302540,
}
# One joker and four of the 52 cards.
JOKER_AND_FOUR = {
    "five_of_a_kind": 13,
    "straight_flush": 164,
    "four_of_a_kind": 2496,
    "full_house": 2808,
    "flush": 2696,
    "straight": 10332,
    "three_of_a_kind": 82368,
    "pair": 169848,
}


def counted(strengths: np.ndarray) -> dict[str, int]:
    numbers = np.bincount(batch_categories(strengths), minlength=10)
    return {name: int(number) for name, number in zip(CATEGORIES, numbers, strict=True) if number}


def all_hands(size: int) -> np.ndarray:
    return np.array(list(combinations(range(52), size)), dtype=np.int8)


@pytest.mark.parametrize("house", HOUSES, ids=str)
@pytest.mark.parametrize("size", [5, 7, 11])
def test_each_strength_is_that_of_the_single_evaluator(house: HandHouse, size: int) -> None:
    rng = random.Random(f"{house} {size}")
    deck = [*FULL_DECK, JOKERS[0]]
    cards = np.array([rng.sample(range(53), size) for _ in range(120)], dtype=np.int8)
    ranks = np.array([sum({1 << rng.randrange(13) for _ in range(rng.choice([0, 1, 1, 2, 4]))}) for _ in cards])
    singles = np.array([sum(1 << at for at in rng.sample(range(52), rng.choice([0, 0, 1, 8]))) for _ in cards])
    found = batch_strengths(cards, ranks, singles, house)
    for row, mask, some, strength in zip(cards, ranks.tolist(), singles.tolist(), found, strict=True):
        wild = {rank for at, rank in enumerate(RANKS) if mask >> at & 1}
        wild |= {card for at, card in enumerate(FULL_DECK) if some >> at & 1}
        hand = best_hand([deck[at] for at in row], wild, house)
        assert (hand.strength, CATEGORIES.index(hand.category)) == (strength, batch_categories(strength, house))


def test_one_wild_for_all_and_each_hands_own() -> None:
    hand = ("8s", "Kc", "4d", "Jh", "Kh", "8d", "2c")
    cards = np.array([card_indices(hand)] * 3)
    own = batch_strengths(cards, np.array([rank_mask("8"), 0, rank_mask("K")]))
    for at, wild in enumerate(("8", "", "K")):
        assert own[at] == batch_strengths(cards[:1], rank_mask(wild))[0]
    single = batch_strengths(cards, wild_cards=1 << int(card_indices(("8s",))[0]))
    assert set(single.tolist()) == {best_hand(hand, {"8s"}).strength}


@pytest.mark.parametrize("qualifier", [8, None])
@pytest.mark.parametrize("natural", [False, True])
def test_each_low_is_that_of_the_single_evaluator(qualifier: int | None, natural: bool) -> None:
    rng = random.Random(f"{qualifier} {natural}")
    deck = [*FULL_DECK, JOKERS[0]]
    house = HandHouse(natural_breaks_ties=natural)
    cards = np.array([rng.sample(range(53), 7) for _ in range(300)], dtype=np.int8)
    cards[:100] = [rng.sample([at for at in range(52) if at % 13 in (0, 1, 7, 12)], 7) for _ in range(100)]
    ranks = np.array([sum({1 << rng.randrange(13) for _ in range(rng.choice([0, 1, 3]))}) for _ in cards])
    singles = np.array([sum(1 << at for at in rng.sample(range(52), rng.choice([0, 8]))) for _ in cards])
    found = batch_lows(cards, ranks, singles, qualifier, house)
    for row, mask, some, strength in zip(cards, ranks.tolist(), singles.tolist(), found, strict=True):
        wild = {rank for at, rank in enumerate(RANKS) if mask >> at & 1}
        wild |= {card for at, card in enumerate(FULL_DECK) if some >> at & 1}
        low = best_low([deck[at] for at in row], wild, qualifier, house)
        assert (low.strength if low else 0) == strength


def test_a_blank_is_no_card_even_where_it_would_be_wild() -> None:
    cards = np.array([[*card_indices(("8s", "Kc", "4d", "Jh", "Kh", "8d")), BLANK_INDEX]])
    for wild in ("", "2", "23456789TJQKA", "8"):
        assert batch_strengths(cards, rank_mask(wild)) == batch_strengths(cards[:, :6], rank_mask(wild))
        own = np.array([rank_mask(wild)])
        assert batch_strengths(cards, own) == batch_strengths(cards[:, :6], own)


def test_longer_than_one_chunk_and_empty() -> None:
    cards = np.tile(all_hands(5)[::29], (2, 1))
    assert len(cards) > 1 << 16
    strengths = batch_strengths(cards, rank_mask("8"))
    half = len(cards) // 2
    assert (strengths[:half] == strengths[half:]).all()
    assert len(batch_strengths(cards[:0])) == 0


@pytest.mark.parametrize(
    ("shape", "wild", "says"),
    [
        ((3, 4), 0, r"\(n, 5 to 12\), not \(3, 4\)"),
        ((7,), 0, "not"),
        ((3, 7), np.zeros(2), r"of shape \(3,\), not \(2,\)"),
    ],
)
def test_other_shapes_are_refused(shape: tuple[int, ...], wild: int | np.ndarray, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        batch_strengths(np.zeros(shape, dtype=np.int8), wild)


def test_all_five_card_hands_in_batch() -> None:
    assert counted(batch_strengths(all_hands(5))) == FIVE_CARDS


def test_a_joker_and_four_cards_in_batch() -> None:
    four = all_hands(4)
    joker = np.full((len(four), 1), JOKER_INDEX, dtype=np.int8)
    assert counted(batch_strengths(np.hstack((four, joker)))) == JOKER_AND_FOUR


@pytest.mark.slow
def test_all_five_card_hands_one_by_one() -> None:
    counts = dict.fromkeys(FIVE_CARDS, 0)
    different: set[int] = set()
    for five in combinations(FULL_DECK, 5):
        hand = best_hand(five)
        counts[hand.category] += 1
        different.add(hand.strength)
    assert counts == FIVE_CARDS
    assert len(different) == 7462  # as many values as five cards have


@pytest.mark.slow
def test_a_joker_and_four_cards_one_by_one() -> None:
    counts = dict.fromkeys(JOKER_AND_FOUR, 0)
    for four in combinations(FULL_DECK, 4):
        counts[best_hand((*four, JOKERS[0])).category] += 1
    assert counts == JOKER_AND_FOUR
