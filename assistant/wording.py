"""Hands in words, as a guest would say them."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.cards import pretty_rank, rank_name

_NUMBERS = ("", "", "two", "three", "four", "five")


def hand_text(category: str, ranks: str) -> str:
    """A high hand in words.

    >>> hand_text("four_of_a_kind", "KKKKJ")
    'Four kings, jack kicker'
    >>> hand_text("full_house", "QQQ44"), hand_text("straight", "5432A")
    ('Full house, queens over fours', 'Straight, five high')
    """
    first, kickers = ranks[0], ""
    if category == "five_of_a_kind":
        return f"Five {_plural(first)}"
    if category == "straight_flush":
        return "Royal flush" if ranks == "AKQJT" else f"Straight flush, {rank_name(first)} high"
    if category == "full_house":
        return f"Full house, {_plural(first)} over {_plural(ranks[3])}"
    if category == "flush":
        aces = ranks.count("A")  # more than one only where a wild may repeat a card of the flush
        return f"Flush, {_NUMBERS[aces]} aces high" if aces > 1 else f"Flush, {rank_name(first)} high"
    if category == "straight":
        return f"Straight, {rank_name(first)} high"
    if category == "high_card":
        return f"{rank_name(first).capitalize()} high{_kicker(ranks[1:])}"
    if category == "four_of_a_kind":
        made, kickers = f"Four {_plural(first)}", ranks[4:]
    elif category == "three_of_a_kind":
        made, kickers = f"Three {_plural(first)}", ranks[3:]
    elif category == "two_pair":
        made, kickers = f"Two pair, {_plural(first)} and {_plural(ranks[2])}", ranks[4:]
    else:
        made, kickers = f"Pair of {_plural(first)}", ranks[2:]
    return made + _kicker(kickers)


def low_text(category: str, ranks: str) -> str:
    """An ace-to-five low in words.

    >>> low_text("high_card", "8532A")
    'Low, 8-5-3-2-A'
    """
    listed = "-".join(pretty_rank(rank) for rank in ranks)
    return f"Low, {listed}" if category == "high_card" else f"Low with {_repeats(ranks)}, {listed}"


def no_low_text(qualifier: int) -> str:
    """Why there is no low hand."""
    return f"No low, {rank_name(str(qualifier))} or better needed"


def number_word(number: int) -> str:
    """A small number as said: `three`; larger ones in digits."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return words[number] if 0 <= number < len(words) else str(number)


def listed(items: Sequence[str], last: str = "and") -> str:
    """Things in a row as they are spoken: `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def _plural(rank: str) -> str:
    return rank_name(rank, plural=True)


def _kicker(kickers: str) -> str:
    return f", {rank_name(kickers[0])} kicker" if kickers else ""


def _repeats(ranks: str) -> str:
    groups = []
    for rank in dict.fromkeys(ranks):
        count = ranks.count(rank)
        if count == 2:
            groups.append(f"a pair of {_plural(rank)}")
        elif count > 2:
            groups.append(f"{_NUMBERS[count]} {_plural(rank)}")
    return listed(groups)
