"""What stands in an event's fields on paper, and how each is read.

Every reader takes the event's name and the value, and raises ValueError in one line.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from assistant.cards import parse_card


@dataclass(frozen=True, slots=True)
class NewSeat:
    """A player as they sit down: a seat number, a name, and chips bought."""

    seat: int
    name: str
    chips: int


def _whole(name: object, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{name}: expected a whole number, got {value!r}")
    return value


def _seat(name: object, value: object) -> int:
    seat = _whole(name, value)
    if not 1 <= seat <= 99:
        raise ValueError(f"{name}: no seat {seat}")
    return seat


def _chips(name: object, value: object) -> int:
    chips = _whole(name, value)
    if chips < 0:
        raise ValueError(f"{name}: chips can't be {chips}")
    return chips


def _text(name: object, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{name}: expected a word, got {value!r}")
    if any(unicodedata.category(c) in ("Cc", "Cs") for c in value.strip()):
        raise ValueError(f"{name}: expected plain words, got {value!r}")
    return value.strip()


def _cards(name: object, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(c, str) for c in value):
        raise ValueError(f"{name}: expected a list of cards, got {value!r}")
    return tuple(_card(name, c) for c in value)


def _card(name: object, value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name}: expected a card, got {value!r}")
    try:
        return parse_card(value)
    except ValueError as e:
        raise ValueError(f"{name}: {e}") from None


def _dice(name: object, value: object) -> tuple[int, int]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ValueError(f"{name}: expected two dice, got {value!r}")
    a, b = (_whole(name, v) for v in value)
    if not (1 <= a <= 6 and 1 <= b <= 6):
        raise ValueError(f"{name}: a die shows 1 to 6, got {value!r}")
    return a, b


def _seats(name: object, value: object) -> tuple[NewSeat, ...]:
    if not isinstance(value, list | tuple) or not value:
        raise ValueError(f"{name}: expected a list of seats, got {value!r}")
    out = []
    for one in value:
        if not isinstance(one, Mapping):
            raise ValueError(f"{name}: a seat is {{seat, name, chips}}, got {one!r}")
        seat = _seat(name, one.get("seat"))
        out.append(NewSeat(seat, _text(name, one.get("name") or f"Seat {seat}"), _chips(name, one.get("chips"))))
    return tuple(out)


def _house(name: object, value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError(f"{name}: house rules are an object, got {value!r}")
    return dict(value)


def _where(name: object, value: object) -> str | int:
    if value == "board":
        return "board"
    if isinstance(value, str) and value.isdecimal():
        value = int(value)
    return _seat(name, value)


def _swap(name: object, value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{name}: 'swap' is true or false, got {value!r}")
    return value


def _at(name: object, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value or abs(value) > 1e15:
        raise ValueError(f"{name}: 'at' is a time in seconds, got {value!r}")
    return value


def _declared(name: object, value: object) -> str:
    if value not in ("high", "low", "both"):
        raise ValueError(f"{name}: declare for high, low or both, not {value!r}")
    return str(value)


PARSE: dict[str, Callable[[object, object], Any]] = {
    "at": _at, "button": _seat, "card": _card, "cards": _cards, "chips": _chips, "dice": _dice,
    "for_": _declared, "game": _text, "house": _house, "is_": _card, "name": _text, "seat": _seat,
    "seats": _seats, "side_pot": _chips, "swap": _swap, "to": _chips, "was": _card, "where": _where,
}  # fmt: skip
