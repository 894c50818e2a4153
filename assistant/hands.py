"""One player's cards -> the best hand they make, with the five cards chosen and what each wild plays as."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from assistant.values import ACE, CATEGORIES, FIVE, FLUSH, STRAIGHT_FLUSH, Value, best_value
from assistant.wilds import (
    JOKERS,
    RANK_LETTERS,
    SUIT_SHIFT,
    SUITS_TO_PLAY_AS,
    choose_cards,
    parse_wild,
    part,
    shape_of,
)
from assistant.wording import hand_text

__all__ = ["JOKERS", "Hand", "HandHouse", "best_hand", "exposed_hand", "parse_wild", "strength_of"]

_CHOICES = {
    "five_of_a_kind": ("above_straight_flush", "below_straight_flush"),
    "flush_duplicates": ("allowed", "forbidden"),
}


@dataclass(frozen=True, slots=True)
class HandHouse:
    """The house rules that change what a hand is worth (rules/README.md, Hand values)."""

    five_of_a_kind: str = "above_straight_flush"
    flush_duplicates: str = "allowed"
    natural_breaks_ties: bool = False

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            value = getattr(self, name)
            if value not in choices:
                raise ValueError(f"house rule {name} is {' or '.join(choices)}, not {value!r}")
        if not isinstance(self.natural_breaks_ties, bool):
            raise ValueError(f"house rule natural_breaks_ties is true or false, not {self.natural_breaks_ties!r}")


@dataclass(frozen=True)
class Hand:
    """What some cards are worth.

    `ranks`: rank letters in order of significance, five of them unless fewer cards were given.
    `five`: the cards that count, the made group first, naturals before wilds; straights from the top.
    `plays_as`: the wilds among them that stand for another card, and for which.
    `strength`: a larger one wins, an equal one ties; comparable under one house only, and never a
    high hand with a low.
    """

    category: str
    ranks: str
    five: tuple[str, ...]
    plays_as: Mapping[str, str] = field(hash=False)
    text: str
    strength: int

    def as_json(self) -> dict[str, object]:
        """The object that `cardspeak evaluate --json` prints."""
        return {
            "category": self.category,
            "ranks": self.ranks,
            "five": list(self.five),
            "plays_as": dict(self.plays_as),
            "text": self.text,
        }


_SUITS = tuple((suit, SUIT_SHIFT[suit]) for suit in SUITS_TO_PLAY_AS)

DEFAULT_HOUSE = HandHouse()


def best_hand(cards: Sequence[str], wild: Collection[str] = (), house: HandHouse = DEFAULT_HOUSE) -> Hand:
    """The best hand that 1 to 12 cards make.

    `wild` holds ranks (`8`) and single cards (`Kh`); a str is read by `parse_wild`. Among five cards of
    equal value those are chosen in which the fewest wilds stand for another card, then naturals, then
    the cards given first. Raises ValueError for too few or many cards, a code that is no card, or a card
    given twice.

    >>> hand = best_hand("8s Kc 4d Jh Kh 8d 2c".split(), wild="8")
    >>> hand.text, hand.plays_as
    ('Four kings, jack kicker', {'8s': 'Ks', '8d': 'Kd'})
    """
    naturals, wilds, held_ranks, wild_ranks = part(cards, wild)
    five_below = house.five_of_a_kind == "below_straight_flush"
    value = best_value(held_ranks, len(wilds), len(cards), five_below, house.flush_duplicates == "forbidden")
    known = _known(value, five_below)
    suit = ""
    if value[0] in (FLUSH, STRAIGHT_FLUSH):
        suit = _flush_suit(known.wanted, held_ranks, wild_ranks, len(wilds))
    five, plays_as = choose_cards(known.shape, naturals, wilds, suit)
    strength = known.strength + (7 - len(plays_as) if house.natural_breaks_ties else 0)
    return Hand(known.category, known.ranks, five, plays_as, known.text, strength)


def exposed_hand(cards: Sequence[str], wild: Collection[str] = ()) -> Hand:
    """The rank of one to four up cards: four of a kind, three, two pair, pair, high cards.

    Source: rules/README.md, "Best exposed hand". Raises ValueError as `best_hand` does.
    """
    if len(cards) > 4:
        raise ValueError(f"an exposed hand has one to four cards, not {len(cards)}")
    return best_hand(cards, wild)


def strength_of(value: Value, five_below: bool) -> int:
    """One int that orders high hands; see `Hand.strength`.

    Bits from the top: category, five ranks of four bits, three bits left for the fewer substitutes.
    """
    category, ranks = value
    if five_below and category >= STRAIGHT_FLUSH:
        category = FIVE + STRAIGHT_FLUSH - category
    strength = category
    for at in range(5):
        strength = strength << 4 | (ranks[at] if at < len(ranks) else 0)
    return strength << 3


class _Known(NamedTuple):
    """What follows from a value alone."""

    category: str
    ranks: str
    text: str
    strength: int
    shape: tuple[tuple[str, int], ...]
    wanted: int
    """The ranks as a set, the ace of the wheel as an ace."""


@cache
def _known(value: Value, five_below: bool) -> _Known:
    category, letters = CATEGORIES[value[0]], "".join([RANK_LETTERS[rank] for rank in value[1]])
    text = hand_text(category, letters)
    wanted = sum(1 << (rank if rank > 1 else ACE) for rank in set(value[1]))
    return _Known(category, letters, text, strength_of(value, five_below), shape_of(value[1]), wanted)


def _flush_suit(wanted: int, held_ranks: int, wild_ranks: int, wilds: int) -> str:
    """The suit in which a flush of the wanted ranks needs the fewest substitutes, then the fewest wilds."""
    best = (9, 9, "")
    for suit, shift in _SUITS:
        gaps = 5 - (wanted & held_ranks >> shift).bit_count()
        if gaps <= wilds:
            possible = (gaps - (wanted & wild_ranks >> shift).bit_count(), gaps, suit)
            if possible[:2] < best[:2]:
                best = possible
    return best[2]
