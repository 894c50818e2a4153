"""What is said between the screen and the camera's process while a deck or dice are learned, and of photos kept.

Standard library only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Subject = Literal["deck", "dice"]


@dataclass(frozen=True, slots=True)
class Learn:
    """Begin to learn the host's deck or dice; None ends it. `anew` forgets what was learned before."""

    what: Subject | None
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Name:
    """The host says what was asked about: a card's code, or dice as they lie from left to right.

    Empty `cards` and `dice` put the question aside. `number` is the question's, so that a late
    answer names nothing else.
    """

    number: int
    card: str = ""
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Forget:
    """A card was ticked off wrongly."""

    card: str


@dataclass(frozen=True, slots=True)
class KeepPhoto:
    """Write the next whole frame as JPEG to a path: the host has turned photos on."""

    path: str


@dataclass(frozen=True, slots=True)
class PhotoFailed:
    """A photo could not be kept; why, in one line."""

    reason: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """How far it is: `done` are the cards, or the values of dice as digits, learned so far.

    `number` counts questions, 0 where none is open. Of a deck `either` are the likeliest cards for
    `pictures[0]`; of dice `dice` is what was read from left to right, `pictures` show each. `note`
    is one line for the host.
    """

    what: Subject
    done: tuple[str, ...] = ()
    number: int = 0
    either: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    pictures: tuple[bytes, ...] = ()
    note: str = ""


Order = Learn | Name | Forget | KeepPhoto
