"""Many ace-to-five lows at once: the strength of each, as `best_low` has it, and 0 for no low."""

from __future__ import annotations

from functools import cache

import numpy as np

from assistant.batch import BLANK_INDEX, Ints, naturals_and_wilds, printed_faces, repeats
from assistant.cards import FULL_DECK, RANKS
from assistant.hands import DEFAULT_HOUSE, HandHouse
from assistant.lows import best_low, low_strength, lowest
from assistant.values import HIGH_CARD
from assistant.wilds import JOKERS

_SETS = 1 << 13
_CODES = (*FULL_DECK, *JOKERS)


def batch_lows(
    cards: Ints,
    wild_ranks: int | Ints = 0,
    wild_cards: int | Ints = 0,
    qualifier: int | None = 8,
    house: HandHouse = DEFAULT_HOUSE,
) -> Ints:
    """The strengths of n lows, 0 where there is none; cards and wilds as in `batch_strengths`.

    Slow only for the few hands with less than five different ranks, and those only where no qualifier
    is asked and naturals break ties.
    """
    suits, wilds = naturals_and_wilds(cards, wild_ranks, wild_cards)
    once = suits[0] | suits[1] | suits[2] | suits[3]
    strengths, wanted, sizes = _tables(qualifier)
    by_wilds = np.minimum(wilds, 5)
    found: Ints = strengths[by_wilds, once]
    if house.natural_breaks_ties:
        printed = printed_faces(cards)
        shown = printed[0] | printed[1] | printed[2] | printed[3]
        found = np.where(found > 0, found - (5 - sizes[wanted[by_wilds, once] & shown]), 0)
    if qualifier is None:
        rows = np.flatnonzero(found == 0)
        if house.natural_breaks_ties:
            for row in rows.tolist():
                low = best_low(*_as_codes(cards, wild_ranks, wild_cards, row), None, house)
                found[row] = low.strength if low else 0
        elif len(rows):
            found[rows] = _with_repeats(suits[:, rows], wilds[rows])
    return found


def _with_repeats(suits: Ints, wilds: Ints) -> Ints:
    """Lows in which ranks must repeat: there are few different ones, so each is worked out once."""
    held = repeats(suits)
    keys = wilds << 52
    for times, ranks in enumerate(held):
        keys |= ranks.astype(np.int64) << 13 * times
    different, place = np.unique(keys, return_inverse=True)
    found: Ints = np.array([_with_repeats_of(key) for key in different.tolist()], dtype=np.int64)[place]
    return found


@cache
def _with_repeats_of(key: int) -> int:
    held = sorted(1 if at == 12 else at + 2 for times in range(4) for at in range(13) if key >> 13 * times + at & 1)
    return low_strength(lowest(held, key >> 52, 5), 0)


@cache
def _tables(qualifier: int | None) -> tuple[Ints, Ints, Ints]:
    """By wilds and set of ranks: the strength of a low of five ranks, and the ranks in it; then sizes."""
    strengths = np.zeros((6, _SETS), dtype=np.int64)
    wanted = np.zeros((6, _SETS), dtype=np.intp)
    for ranks in range(_SETS):
        # Here bit 0 is the two and bit 12 the ace; in a low the ace is 1.
        held = sorted(1 if at == 12 else at + 2 for at in range(13) if ranks >> at & 1)
        for wilds in range(max(0, 5 - len(held)), 6):
            value = lowest(held, wilds, 5)
            if value[0] == HIGH_CARD and (qualifier is None or value[1][0] <= qualifier):
                strengths[wilds, ranks] = low_strength(value, 0)
                wanted[wilds, ranks] = sum(1 << (12 if rank == 1 else rank - 2) for rank in value[1])
    sizes = np.array([ranks.bit_count() for ranks in range(_SETS)], dtype=np.int64)
    return strengths, wanted, sizes


def _as_codes(cards: Ints, wild_ranks: int | Ints, wild_cards: int | Ints, row: int) -> tuple[list[str], set[str]]:
    ranks = int(wild_ranks[row] if isinstance(wild_ranks, np.ndarray) else wild_ranks)
    singles = int(wild_cards[row] if isinstance(wild_cards, np.ndarray) else wild_cards)
    wild = {rank for at, rank in enumerate(RANKS) if ranks >> at & 1}
    wild |= {card for at, card in enumerate(FULL_DECK) if singles >> at & 1}
    return [_CODES[at] for at in cards[row].tolist() if at != BLANK_INDEX], wild
