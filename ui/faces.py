"""A card as it is drawn: its own face always, and what is to be said about it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from assistant.cards import pretty

BACK = "back"


@dataclass(frozen=True, slots=True)
class Face:
    """One card. `card` is its code, `BACK` for one that lies face down, empty for an empty place.

    `wild` draws the gold edge; `dim` says that it does not count; `plays_as` what a wild stands
    for, as people write it (`K♠`); `gap` sets it a little apart from the card before.
    """

    card: str
    wild: bool = False
    dim: bool = False
    plays_as: str = ""
    gap: bool = False


def is_wild(card: str, wild: Collection[str]) -> bool:
    """Whether a card is among the wild ranks and cards."""
    return card in wild or card[0] in wild


def faces(cards: Iterable[str], wild: Collection[str] = ()) -> tuple[Face, ...]:
    """Cards lying open, the wild ones marked."""
    return tuple(Face(c, wild=is_wild(c, wild)) for c in cards)


def written(cards: Iterable[str]) -> str:
    """Cards as people write them, in a row."""
    return " ".join(pretty(c) for c in cards)
