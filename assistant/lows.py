"""Ace-to-five low hands, for games that split high and low."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from assistant.hands import DEFAULT_HOUSE, Hand, HandHouse
from assistant.values import CATEGORIES, FOUR, FULL_HOUSE, HIGH_CARD, PAIR, THREE, TWO_PAIR, Value
from assistant.wilds import RANK_LETTERS, RANK_NUMBERS, choose_cards, part, shape_of
from assistant.wording import low_text

_NO_LOW_IS_WORSE = 16**6  # above every packed low, so that a better low has a greater strength


def best_low(
    cards: Sequence[str],
    wild: Collection[str] = (),
    qualifier: int | None = 8,
    house: HandHouse = DEFAULT_HOUSE,
) -> Hand | None:
    """The best ace-to-five low that 1 to 12 cards make, or None if it does not qualify.

    Straights and flushes do not count against a low, a wild is the lowest rank that the low lacks, and
    aces are low. `qualifier`: the highest rank allowed in it (8 is "eight or better"; five cards of
    different ranks are needed then), None for any. As in `Hand`, the greater strength wins.
    Source: rules/README.md, "Low hands". Raises ValueError as `best_hand` does.

    >>> low = best_low("As 2d 4c 8h 8s Kd Kh".split(), wild="K")
    >>> low.text, low.plays_as
    ('Low, 5-4-3-2-A', {'Kd': '5s', 'Kh': '3s'})
    """
    naturals, wilds = part(cards, wild)[:2]
    held = sorted(_low_number(card) for card in naturals)
    category, ranks = lowest(held, len(wilds), min(len(cards), 5))
    if qualifier is not None and (category != HIGH_CARD or len(ranks) < 5 or ranks[0] > qualifier):
        return None
    five, plays_as = choose_cards(shape_of(ranks), naturals, wilds)
    letters = "".join([RANK_LETTERS[rank] for rank in ranks])
    name = CATEGORIES[category]
    strength = low_strength((category, ranks), len(plays_as) if house.natural_breaks_ties else 0)
    return Hand(name, letters, five, plays_as, low_text(name, letters), strength)


def low_strength(value: Value, substitutes: int) -> int:
    """One int that orders lows, the better the greater."""
    return (_NO_LOW_IS_WORSE - _packed(value)) << 3 | (7 - substitutes)


def lowest(held: Sequence[int], wilds: int, count: int) -> Value:
    """The lowest `count` ranks that natural ranks (sorted, aces 1) and wilds make, wilds filling gaps.

    Every wild is used: whatever a natural card does, a wild can do as well.
    """
    fills = min(wilds, count)
    wanted = count - fills
    different = list(dict.fromkeys(held))
    if len(different) >= wanted:
        return _low_value(_filled(different[:wanted], fills))
    # Too few different ranks: some repeat. Rare, and few enough to try.
    return min((_low_value(_filled(some, fills)) for some in set(combinations(held, wanted))), key=_packed)


def _filled(ranks: Sequence[int], fills: int) -> list[int]:
    lacking = [rank for rank in range(1, 14) if rank not in ranks]
    return [*ranks, *lacking[:fills]]


def _low_value(ranks: Sequence[int]) -> Value:
    """Category and ranks in order of significance: what repeats most first, then the highest."""
    by_weight = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    pattern = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    if pattern[0] == 4:
        category = FOUR
    elif pattern[0] == 3:
        category = FULL_HOUSE if pattern[1:2] == [2] else THREE
    elif pattern[0] == 2:
        category = TWO_PAIR if pattern[1:2] == [2] else PAIR
    else:
        category = HIGH_CARD
    return category, tuple(by_weight)


def _packed(value: Value) -> int:
    """Category and ranks in one int, four bits each: the lower, the better the low."""
    packed = value[0]
    for at in range(5):
        packed = packed << 4 | (value[1][at] if at < len(value[1]) else 0)
    return packed


def _low_number(card: str) -> int:
    number = RANK_NUMBERS[card[0]]
    return 1 if number == 14 else number
