"""The decks a reader knows: which letters they bear, and what a learned one looks like."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Deck:
    """A deck by name; `letters` is `english`, `german` (B D K) or `french` (V D R)."""

    name: str = "english"
    letters: str = "english"
