"""The slow way to value a hand, for tests: every five cards, every meaning of every wild.

It shares nothing with the product but the codes of cards, and is written to be read, not to be fast.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations

ORDER = "23456789TJQKA"
DECK = [rank + suit for rank in ORDER for suit in "cdhs"]
NAMES = [
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house",
    "four_of_a_kind", "straight_flush", "five_of_a_kind",
]  # fmt: skip


@cache
def five_value(five: tuple[str, ...], forbidden: bool) -> tuple[str, str]:
    """Category and ranks of five cards without wilds; a card may stand twice."""
    ranks = sorted((card[0] for card in five), key=ORDER.index, reverse=True)
    counts = Counter(ranks)
    ranks.sort(key=lambda rank: counts[rank], reverse=True)
    letters = "".join(ranks)
    shape = sorted(counts.values(), reverse=True)
    one_suit = len({card[1] for card in five}) == 1
    in_order = letters in "AKQJT98765432" or letters == "A5432"
    if letters == "A5432":
        letters = "5432A"
    if shape == [5]:
        return "five_of_a_kind", letters
    if one_suit and in_order:
        return "straight_flush", letters
    if shape == [4, 1]:
        return "four_of_a_kind", letters
    if shape == [3, 2]:
        return "full_house", letters
    if one_suit and not (forbidden and len(shape) < 5):
        return "flush", "".join(sorted(letters, key=ORDER.index, reverse=True))
    if in_order:
        return "straight", letters
    name = {3: "three_of_a_kind", 1: "high_card"}.get(shape[0], "two_pair" if shape[1] == 2 else "pair")
    return name, letters


def strength(category: str, ranks: str, below: bool) -> tuple[int, ...]:
    """What orders hands: the category's place, then the ranks."""
    order = [*NAMES[:8], *reversed(NAMES[8:])] if below else NAMES
    numbers = [ORDER.index(rank) for rank in ranks]
    if ranks == "5432A":
        numbers[-1] = -1
    return (order.index(category), *numbers)


def best(
    cards: Sequence[str], wild: Collection[str], below: bool = False, forbidden: bool = False
) -> tuple[str, str, int]:
    """Category, ranks, and the fewest wilds that stand for another card."""
    wilds = [card for card in cards if card[0] in wild or card in wild]
    found: tuple[str, str, int] | None = None
    found_key: tuple[tuple[int, ...], int] | None = None
    for five in combinations(cards, 5):
        fixed = [card for card in five if card not in wilds]
        loose = [card for card in five if card in wilds]
        for meaning in combinations_with_replacement(DECK, len(loose)):
            value = five_value(tuple(sorted([*fixed, *meaning])), forbidden)
            rank = strength(*value, below)
            if found_key is not None and rank < found_key[0]:
                continue
            changed = min(
                sum(card != plays for card, plays in zip(loose, order, strict=True)) for order in permutations(meaning)
            )
            if found_key is None or (rank, -changed) > found_key:
                found_key = (rank, -changed)
                found = (*value, changed)
    assert found is not None
    return found


def low_value(ranks: Sequence[str]) -> tuple[list[int], list[int]]:
    """What orders ace-to-five lows, the lesser the better: what repeats, then the ranks by weight."""
    counts = Counter("A23456789TJQK".index(rank) for rank in ranks)
    weight = sorted(counts, key=lambda number: (counts[number], number), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    return shape, [number for number in weight for _ in range(counts[number])]


def best_low(cards: Sequence[str], wild: Collection[str]) -> tuple[list[int], list[int]]:
    """The lowest `low_value` over every five cards and every rank of every wild."""
    lows = []
    for five in combinations(cards, 5):
        fixed = [card[0] for card in five if not (card[0] in wild or card in wild)]
        for meaning in combinations_with_replacement(ORDER, 5 - len(fixed)):
            lows.append(low_value([*fixed, *meaning]))
    return min(lows)
