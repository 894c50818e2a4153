"""Many hands at once, in numpy: the strength of each, as `Hand.strength` has it, and nothing else.

The reasoning is that of `values`; here every step is a table look-up over sets of 13 ranks (bit 0 is
the two, bit 12 the ace) for all hands with the same number of wilds together.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from assistant.cards import FULL_DECK, RANKS
from assistant.hands import DEFAULT_HOUSE, HandHouse, strength_of
from assistant.values import (
    FIVE,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    Value,
    flush_ranks,
    highest,
    straight_ranks,
    straight_top,
)

Ints = npt.NDArray[Any]

CARD_INDEX = {card: index for index, card in enumerate(FULL_DECK)}
JOKER_INDEX = 52
BLANK_INDEX = 53  # no card: fills a row where another hand has one card more

_SETS = 1 << 13
_ALL = _SETS - 1
_CHUNK = 1 << 15  # hands worked on together: their arrays stay in the processor's cache
_SHIFT = 3  # below the ranks in a strength, for `natural_breaks_ties`

# Four sets of 13 ranks in the low 52 bits; above them the count of wilds.
_WILD_UNIT = 1 << 52
_FACE = np.array([1 << index for index in range(52)] + [0, 0], dtype=np.int64)
_WILD = np.array([_WILD_UNIT] * 53 + [0], dtype=np.int64)
_AS_NATURAL = np.where(np.arange(54) == JOKER_INDEX, _WILD, _FACE)
_NATURAL_OR_WILD = np.concatenate((_AS_NATURAL, _WILD))
_RANK = np.array([index % 13 for index in range(52)] + [0, 0], dtype=np.int16)


def card_indices(cards: tuple[str, ...]) -> Ints:
    """Codes as the indices that batches take: the place in `FULL_DECK`."""
    return np.array([CARD_INDEX[card] for card in cards], dtype=np.int8)


def rank_mask(ranks: str) -> int:
    """Ranks as the 13-bit set that batches take.

    >>> rank_mask("2A")
    4097
    """
    return sum(1 << RANKS.index(rank) for rank in set(ranks))


def batch_strengths(
    cards: Ints, wild_ranks: int | Ints = 0, wild_cards: int | Ints = 0, house: HandHouse = DEFAULT_HOUSE
) -> Ints:
    """The strengths of n hands of k cards, 5 to 12 each.

    `cards`: (n, k) card indices, 52 for a joker, 53 for no card (five real ones at least), no card twice
    in a row. `wild_ranks`: a 13-bit set
    of ranks, one for all or (n,) of them, a hand's own. `wild_cards`: likewise, 52-bit sets of card
    indices. Returns (n,) int64, equal to `best_hand(…).strength` of each. Raises ValueError for another
    shape.
    """
    if cards.ndim != 2 or not 5 <= cards.shape[1] <= 12:
        raise ValueError(f"cards are of shape (n, 5 to 12), not {cards.shape}")
    count = len(cards)
    for name, given in (("wild_ranks", wild_ranks), ("wild_cards", wild_cards)):
        if np.ndim(given) > 0 and np.shape(given) != (count,):
            raise ValueError(f"{name} are one set or of shape ({count},), not {np.shape(given)}")
    strengths = np.empty(count, dtype=np.int64)
    for start in range(0, count, _CHUNK):
        at = slice(start, start + _CHUNK)
        ranks = wild_ranks[at] if isinstance(wild_ranks, np.ndarray) else wild_ranks
        singles = wild_cards[at] if isinstance(wild_cards, np.ndarray) else wild_cards
        strengths[at] = _chunk(cards[at], ranks, singles, house)
    return strengths


def batch_categories(strengths: Ints, house: HandHouse = DEFAULT_HOUSE) -> Ints:
    """The index in `values.CATEGORIES` of each strength, whatever the house's order of them."""
    index = strengths >> (20 + _SHIFT)
    if house.five_of_a_kind == "below_straight_flush":
        index = np.where(index >= STRAIGHT_FLUSH, STRAIGHT_FLUSH + FIVE - index, index)
    return index


def naturals_and_wilds(cards: Ints, wild_ranks: int | Ints, wild_cards: int | Ints) -> tuple[Ints, Ints]:
    """The natural cards of each hand, as (4, n) sets of ranks by suit, and the number of its wilds."""
    columns = cards.T.astype(np.intp)
    packed = np.zeros(len(cards), dtype=np.int64)
    if isinstance(wild_ranks, np.ndarray) or isinstance(wild_cards, np.ndarray):
        ranks = np.asarray(wild_ranks, dtype=np.int16)
        singles = np.asarray(wild_cards, dtype=np.int64)
        for column in columns:
            wild = (ranks >> _RANK[column]) & 1
            if isinstance(wild_cards, np.ndarray) or wild_cards:
                wild = wild | (singles >> column) & 1
            packed += _NATURAL_OR_WILD[column + 54 * wild]
    else:
        is_wild = [wild_ranks >> index % 13 & 1 or wild_cards >> index & 1 for index in range(52)]
        table = np.where([*is_wild, 0, 0], _WILD, _AS_NATURAL)
        for column in columns:
            packed += table[column]
    return _suits(packed), packed >> 52


def printed_faces(cards: Ints) -> Ints:
    """The cards of each hand as they are printed, wilds too, as (4, n) sets of ranks by suit."""
    printed = np.zeros(len(cards), dtype=np.int64)
    for column in cards.T.astype(np.intp):
        printed |= _FACE[column]
    return _suits(printed)


def _chunk(cards: Ints, wild_ranks: int | Ints, wild_cards: int | Ints, house: HandHouse) -> Ints:
    suits, wilds = naturals_and_wilds(cards, wild_ranks, wild_cards)
    values = np.empty(len(cards), dtype=np.int32)
    for number in range(int(wilds.max(initial=0)) + 1):
        rows = np.flatnonzero(wilds == number)
        if len(rows) == len(cards):
            values = _values(suits, number, house)
        elif len(rows):
            values[rows] = _values(suits[:, rows], number, house)
    strengths = values.astype(np.int64) << _SHIFT
    if house.natural_breaks_ties:
        strengths += 7 - _substitutes(values, suits, printed_faces(cards), wilds, house)
    return strengths


def _suits(packed: Ints) -> Ints:
    return np.stack([(packed >> shift & _ALL).astype(np.intp) for shift in (0, 13, 26, 39)])


def repeats(suits: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """The ranks held at least once, twice, three and four times."""
    c, d, h, s = suits
    low_pair, high_pair, low, high = c & d, h & s, c | d, h | s
    return (
        low | high,
        low_pair | high_pair | low & high,
        low_pair & high | high_pair & low,
        low_pair & high_pair,
    )


def _values(suits: Ints, wilds: int, house: HandHouse) -> Ints:
    """Category and ranks of hands that all have so many wilds, as int32.

    A look-up that finds nothing gives no category, and so loses against the high card or the pair that
    every hand has. `values.best_value` says why the wilds are all in use in each category.
    """
    tables = _tables(house)
    once, twice, thrice, four_times = repeats(suits)
    by_wilds = min(wilds, 5)
    suited = tables.suited[by_wilds]
    best: Ints = np.maximum(
        np.maximum(suited[suits[0]], suited[suits[1]]), np.maximum(suited[suits[2]], suited[suits[3]])
    )
    held = (once, twice, thrice, four_times)
    if wilds == 0:
        best = np.maximum(best, tables.single[once])
        best = np.maximum(best, tables.kind[TWO_PAIR][twice] + tables.kick[1][once & ~tables.top_two[twice]])
    if wilds <= 2:
        best = np.maximum(best, tables.straight[wilds][once])
    if wilds <= 1:
        trips = held[2 - wilds]
        pairs = twice & ~tables.top[trips]
        full = tables.kind[FULL_HOUSE][trips] + tables.pair_of_full[pairs]
        best = np.maximum(best, np.where((trips > 0) & (pairs > 0), full, 0))
    for category, size in ((PAIR, 2), (THREE, 3), (FOUR, 4)):
        if size > wilds:
            ranks = held[size - wilds - 1]
            best = np.maximum(best, tables.kind[category][ranks] + tables.kick[5 - size][once & ~tables.top[ranks]])
    if wilds >= 1:
        fives = held[4 - wilds] if wilds < 5 else np.full_like(once, _ALL)
        best = np.maximum(best, tables.kind[FIVE][fives])
    return best


def _substitutes(values: Ints, suits: Ints, printed: Ints, wilds: Ints, house: HandHouse) -> Ints:
    """The fewest wilds that must stand for another card to make each hand's value."""
    tables = _tables(house)
    category = batch_categories(values.astype(np.int64) << _SHIFT, house)
    nibbles = [values >> shift & 15 for shift in (16, 12, 8, 4, 0)]
    wanted = np.zeros(len(values), dtype=np.intp)
    for nibble in nibbles:
        wanted |= 1 << np.where(nibble == 1, 12, nibble - 2).astype(np.intp)
    of_first = (nibbles[0] - 2).astype(np.intp)
    count = sum((suit >> of_first & 1) for suit in printed)
    substitutes = np.zeros(len(values), dtype=np.int64)
    for kind, size in ((PAIR, 2), (THREE, 3), (FULL_HOUSE, 3), (FOUR, 4), (FIVE, 5)):
        substitutes = np.where(category == kind, np.maximum(size - count, 0), substitutes)
    any_suit = printed[0] | printed[1] | printed[2] | printed[3]
    substitutes = np.where(category == STRAIGHT, 5 - tables.size[wanted & any_suit], substitutes)
    suited = np.full(len(values), 5, dtype=np.int64)
    for natural, shown in zip(suits, printed, strict=True):
        possible = 5 - tables.size[wanted & natural] <= wilds
        suited = np.where(possible, np.minimum(suited, 5 - tables.size[wanted & shown]), suited)
    return np.where((category == FLUSH) | (category == STRAIGHT_FLUSH), suited, substitutes)


class _Tables:
    """Look-ups over the 8,192 sets of ranks, as values without the shift; 0 where there is nothing."""

    def __init__(self, house: HandHouse) -> None:
        def pack(value: Value) -> int:
            return strength_of(value, five_below) >> _SHIFT

        five_below = house.five_of_a_kind == "below_straight_flush"
        sets = [bits << 2 for bits in range(_SETS)]  # as `values` numbers ranks
        tops = [ranks.bit_length() - 1 for ranks in sets]
        distinct = house.flush_duplicates == "forbidden"

        def suited(ranks: int, wilds: int) -> int:
            top = straight_top(ranks, wilds)
            if top:
                return pack((STRAIGHT_FLUSH, straight_ranks(top)))
            flush = flush_ranks(ranks, wilds, distinct)
            return pack((FLUSH, flush)) if flush else 0

        def straight(ranks: int, wilds: int) -> int:
            top = straight_top(ranks, wilds)
            return pack((STRAIGHT, straight_ranks(top))) if top else 0

        def kind(category: int, size: int) -> Ints:
            return _table([pack((category, (top,) * size)) if top > 1 else 0 for top in tops])

        def two_pair(ranks: int) -> int:
            pairs = highest(ranks, 2)
            return pack((TWO_PAIR, (pairs[0],) * 2 + (pairs[1],) * 2)) if len(pairs) == 2 else 0

        def kickers(ranks: int, number: int) -> int:
            return sum(rank << 4 * (number - 1 - at) for at, rank in enumerate(highest(ranks, number)))

        self.suited = [_table([suited(ranks, wilds) for ranks in sets]) for wilds in range(6)]
        self.straight = [_table([straight(ranks, wilds) for ranks in sets]) for wilds in range(3)]
        self.single = _table([pack((HIGH_CARD, highest(ranks, 5))) for ranks in sets])
        self.kick = [_table([kickers(ranks, number) for ranks in sets]) for number in range(4)]
        self.kind = {
            PAIR: kind(PAIR, 2),
            TWO_PAIR: _table([two_pair(ranks) for ranks in sets]),
            THREE: kind(THREE, 3),
            FULL_HOUSE: kind(FULL_HOUSE, 3),
            FOUR: kind(FOUR, 4),
            FIVE: kind(FIVE, 5),
        }
        self.pair_of_full = _table([top * 0x11 if top > 1 else 0 for top in tops])
        self.top = np.array([1 << top - 2 if top > 1 else 0 for top in tops], dtype=np.intp)
        self.top_two = np.array([sum(1 << r - 2 for r in highest(ranks, 2)) for ranks in sets], dtype=np.intp)
        self.size = np.array([ranks.bit_count() for ranks in sets], dtype=np.int64)


@cache
def _tables(house: HandHouse) -> _Tables:
    return _Tables(house)


def _table(values: list[int]) -> Ints:
    return np.array(values, dtype=np.int32)
