"""What a set of cards is worth, found by counting ranks and filling gaps with wilds; no trying out.

Ranks are numbers here, 2 to 14 (1 is the ace of the wheel), and a set of ranks is an int with bit r
set for rank r. A hand is four such sets, one a suit, without its wilds, and the number of wilds.
Sets are small and come again and again: what follows from one is kept.
"""

from __future__ import annotations

from functools import cache

CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "five_of_a_kind",
)
(HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, FIVE) = range(10)

ACE = 14
ALL_RANKS = 0x7FFC
STRAIGHT_MASKS: dict[int, int] = {top: 0b11111 << (top - 4) for top in range(6, ACE + 1)}
STRAIGHT_MASKS[5] = 0b111100 | 1 << ACE  # the ace plays low here and nowhere else

Value = tuple[int, tuple[int, ...]]


def best_value(held_ranks: int, wilds: int, size: int, five_below: bool, distinct_flush: bool) -> Value:
    """The best category and its ranks, in order of significance, that `size` cards can make.

    `held_ranks`: the natural cards, a set of ranks for each suit, 16 bits apart; `wilds`: how many of
    the cards are wild.
    With fewer than five cards there are no straights, flushes and full houses. `five_below`: five of a
    kind ranks below a straight flush. `distinct_flush`: no rank twice in a flush.

    The reasoning behind each category stands on those before it: where three kings and a wild are
    found, four kings have been ruled out already, so that every wild is in use and the kickers are
    natural cards.
    """
    c = held_ranks & 0xFFFF
    d = held_ranks >> 16 & 0xFFFF
    h = held_ranks >> 32 & 0xFFFF
    s = held_ranks >> 48
    once = c | d | h | s
    low_pair, high_pair = c & d, h & s
    low_one, high_one = c ^ d, h ^ s
    twice = low_pair | high_pair | low_one & high_one
    thrice = low_pair & (h | s) | high_pair & (c | d)
    four_times = low_pair & high_pair
    held = (ALL_RANKS, once, twice, thrice, four_times, 0)

    suited = [suit for suit in (c, d, h, s) if suit.bit_count() + wilds >= 5]

    # Ranks of which k are had with all the wilds: those held at least k - wilds times.
    five = held[5 - wilds if wilds < 5 else 0] if size >= 5 else 0
    if five and not five_below:
        return FIVE, (five.bit_length() - 1,) * 5
    if suited:
        top = max([straight_top(suit, wilds) for suit in suited])
        if top:
            return STRAIGHT_FLUSH, straight_ranks(top)
    if five:
        return FIVE, (five.bit_length() - 1,) * 5

    four = held[4 - wilds if wilds < 4 else 0] if size >= 4 else 0
    if four:
        rank = four.bit_length() - 1
        return FOUR, (rank,) * 4 + highest(once & ~(1 << rank), min(size, 5) - 4)

    if size >= 5:
        # With two wilds and any pair there were four of a kind.
        trips = thrice if wilds == 0 else twice if wilds == 1 else 0
        if trips:
            rank = trips.bit_length() - 1
            pairs = twice & ~(1 << rank)
            if pairs:
                return FULL_HOUSE, (rank,) * 3 + (pairs.bit_length() - 1,) * 2
        if suited:
            return FLUSH, max([flush_ranks(suit, wilds, distinct_flush) for suit in suited])
        top = straight_top(once, wilds)
        if top:
            return STRAIGHT, straight_ranks(top)

    three = held[3 - wilds if wilds < 3 else 0] if size >= 3 else 0
    if three:
        rank = three.bit_length() - 1
        return THREE, (rank,) * 3 + highest(once & ~(1 << rank), min(size, 5) - 3)
    two = held[2 - wilds if wilds < 2 else 0] if size >= 2 else 0
    if two:
        rank = two.bit_length() - 1
        others = twice & ~(1 << rank)
        if others and not wilds:  # a pair and a wild were three of a kind
            second = others.bit_length() - 1
            kicker = highest(once & ~(1 << rank | 1 << second), min(size, 5) - 4)
            return TWO_PAIR, (rank, rank, second, second, *kicker)
        return PAIR, (rank, rank, *highest(once & ~(1 << rank), min(size, 5) - 2))
    if wilds:  # a lone wild
        return HIGH_CARD, (ACE,)
    return HIGH_CARD, highest(once, min(size, 5))


@cache
def straight_top(ranks: int, wilds: int) -> int:
    """The top rank of the best straight that `ranks` and wilds make, 5 for the wheel, 0 for none."""
    for top in range(ACE, 4, -1):
        if (ranks & STRAIGHT_MASKS[top]).bit_count() + wilds >= 5:
            return top
    return 0


@cache
def straight_ranks(top: int) -> tuple[int, ...]:
    """The ranks of a straight from the top; the wheel ends in 1."""
    return tuple(range(top, top - 5, -1))


@cache
def flush_ranks(ranks: int, wilds: int, distinct: bool) -> tuple[int, ...]:
    """The best flush that one suit's `ranks` and wilds make; empty for none.

    `distinct`: a wild is the highest rank that the flush lacks; else it is an ace, however many there are.
    """
    if ranks.bit_count() + wilds < 5:
        return ()
    wilds = min(wilds, 5)
    if distinct:
        for _ in range(wilds):
            ranks |= 1 << (ALL_RANKS & ~ranks).bit_length() - 1
        return highest(ranks, 5)
    return (ACE,) * wilds + highest(ranks, 5 - wilds)


@cache
def highest(ranks: int, count: int) -> tuple[int, ...]:
    """The `count` highest ranks of a set, or as many as there are, from the top."""
    found: list[int] = []
    while ranks and len(found) < count:
        rank = ranks.bit_length() - 1
        found.append(rank)
        ranks ^= 1 << rank
    return tuple(found)
