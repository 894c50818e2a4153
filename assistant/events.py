"""Facts of the table: what was done, never what follows from it.

An event is one line of a night: a button, a throw, a card read, a player
sitting down. Events are written and read as JSON objects (the contract's
table); everything else is folded from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from assistant.event_fields import PARSE
from assistant.event_fields import NewSeat as NewSeat

Declared = str  # "high", "low" or "both"


@dataclass(frozen=True, slots=True)
class Open:
    """The table opens: a game, its house rules, who sits where, and the button."""

    game: str
    seats: tuple[NewSeat, ...]
    button: int
    house: Mapping[str, Any]
    side_pot: int | None = None  # carried over from an earlier session
    at: float | None = None


@dataclass(frozen=True, slots=True)
class ChooseGame:
    """Dealer's choice for the next deal."""

    game: str
    house: Mapping[str, Any]
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Buy:
    """A seated player buys more chips."""

    seat: int
    chips: int
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """A player leaves and is paid what they have."""

    seat: int
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Sit:
    """A new player sits down with chips."""

    seat: int
    name: str
    chips: int
    at: float | None = None


@dataclass(frozen=True, slots=True)
class SitOut:
    """A player keeps their chips and is not dealt in until they sit in."""

    seat: int
    at: float | None = None


@dataclass(frozen=True, slots=True)
class SitIn:
    """A player who sat out is dealt in again."""

    seat: int
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """The next hand: antes in, first cards face down."""

    at: float | None = None


@dataclass(frozen=True, slots=True)
class Roll:
    """Two dice lie still; who rolled follows from the state."""

    dice: tuple[int, int]
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Reroll:
    """The player on offer takes the re-roll or the roll again."""

    seat: int
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """The player on offer declines."""

    seat: int
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """Community cards were read."""

    cards: tuple[str, ...]
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Expose:
    """One card was turned up at a seat."""

    seat: int
    card: str
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """A player checks."""

    seat: int
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """A player calls, for all they have where that is less."""

    seat: int
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Bet:
    """A player opens the betting; `to` is their total for the round."""

    seat: int
    to: int | None = None
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Raise:
    """A player raises; `to` is their total for the round."""

    seat: int
    to: int | None = None
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Fold:
    """A player folds."""

    seat: int
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Declare:
    """A player declares for `high`, `low` or `both`."""

    seat: int
    for_: Declared
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Show:
    """A player shows their down cards."""

    seat: int
    cards: tuple[str, ...]
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Muck:
    """A player gives up their claim to the pots unseen."""

    seat: int
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """A card was read wrongly: at `where` (`board` or a seat) `was` becomes `is_`.

    `swap`: the two were read the wrong way round; where `is_` lay, `was` lies now.
    """

    where: str | int
    was: str
    is_: str
    swap: bool = False
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Misdeal:
    """The hand is void and every chip of it goes back."""

    at: float | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """The night ends: the side pot is settled by the house rule."""

    at: float | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back the last event not yet taken back."""

    at: float | None = None


Event = (
    Open | ChooseGame | Buy | Leave | Sit | SitOut | SitIn | Deal | Roll | Reroll | Pass | Board | Expose
    | Check | Call | Bet | Raise | Fold | Declare | Show | Muck | Correct | Misdeal | Close | Undo
)  # fmt: skip

NAMES: dict[str, type[Event]] = {
    "open": Open, "game": ChooseGame, "buy": Buy, "leave": Leave, "sit": Sit, "sit_out": SitOut,
    "sit_in": SitIn, "deal": Deal, "roll": Roll, "reroll": Reroll, "pass": Pass, "board": Board,
    "expose": Expose, "check": Check, "call": Call, "bet": Bet, "raise": Raise, "fold": Fold,
    "declare": Declare, "show": Show, "muck": Muck, "correct": Correct, "misdeal": Misdeal,
    "close": Close, "undo": Undo,
}  # fmt: skip
_NAME_OF = {kind: name for name, kind in NAMES.items()}

# Python keywords can't name fields; on paper these two can.
_ON_PAPER = {"for_": "for", "is_": "is"}


def name_of(event: Event) -> str:
    """The contract's word for the event."""
    return _NAME_OF[type(event)]


def to_json(event: Event) -> dict[str, Any]:
    """The event as the contract's object; `at` and `swap` only where there is something to say."""
    out: dict[str, Any] = {"event": name_of(event)}
    for field in fields(event):
        value = getattr(event, field.name)
        if value is None or value is False:
            continue
        if field.name == "seats":
            value = [{"seat": s.seat, "name": s.name, "chips": s.chips} for s in value]
        elif isinstance(value, tuple):
            value = list(value)
        elif isinstance(value, Mapping):
            value = dict(value)
        out[_ON_PAPER.get(field.name, field.name)] = value
    return out


def from_json(data: object) -> Event:
    """Reads one object of the contract; raises ValueError with one clear line.

    Fields that the event does not have are refused: a misspelt one must not be
    taken for one left out.
    """
    if not isinstance(data, Mapping):
        raise ValueError('an event is a JSON object, such as {"event": "deal"}')
    name = data.get("event")
    kind = NAMES.get(name) if isinstance(name, str) else None
    if kind is None:
        raise ValueError(f"no event is called {name!r}; known: {', '.join(NAMES)}")
    values: dict[str, Any] = {}
    known = {"event"}
    for field, required in _FIELDS[kind]:
        key = _ON_PAPER.get(field, field)
        known.add(key)
        if data.get(key) is None:
            if field == "house":
                values[field] = {}
            elif required:
                raise ValueError(f"{name}: {key!r} is missing")
            continue
        values[field] = PARSE[field](name, data[key])
    extra = [str(k) for k in data if k not in known]
    if extra:
        raise ValueError(f"{name}: unknown field {extra[0]!r}")
    return kind(**values)


_OPTIONAL = ("at", "to", "house", "side_pot", "swap")
_FIELDS = {kind: tuple((f.name, f.name not in _OPTIONAL) for f in fields(kind)) for kind in NAMES.values()}
