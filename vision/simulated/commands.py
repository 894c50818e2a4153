"""What the simulated table can be told to do: small frozen records that cross a process border.

Standard library only, so that a script may build them without loading OpenCV.
Each command is an animation: a hand comes in from its player's side, does it and
goes. Commands are carried out in the order they were given, one after another,
except `HandOver`, `Light` and the faults, which begin at once.
Cards are written rank then suit (`Kh`); seats count from 1; zones are named as
in `vision.readings`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DealBoard:
    """Lay these cards face up on the board's next free places."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealDown:
    """Deal `count` cards face down to each of these seats, outside the zones that are read."""

    seats: tuple[int, ...]
    count: int = 1


@dataclass(frozen=True, slots=True)
class Expose:
    """A player turns up one more card in their zone (one face-down card fewer behind it, if any)."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Show:
    """Showdown: a player lays these down cards face up into their zone, fanned with those there."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Muck:
    """A player's cards leave the table."""

    seat: int


@dataclass(frozen=True, slots=True)
class Sweep:
    """All cards go back to the deck: the end of a hand. Dice stay where they lie."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A player takes the dice and throws them into the tray.

    `dice` are the values that come to lie on top. `cocked`: the last die leans
    `on` the tray's "rim", the other "die" or a "thing" that lies in the tray; by chance on
    rim or die where `on` is empty. `lost`: the last die falls off the table. Dice that
    are not cocked lie against each other if `on` is "beside".
    """

    dice: tuple[int, ...]
    seat: int = 1
    cocked: bool = False
    lost: bool = False
    on: str = ""


@dataclass(frozen=True, slots=True)
class Nudge:
    """A hand pushes one die a little, or turns it to `value`, without a throw."""

    die: int = 0
    value: int | None = None


@dataclass(frozen=True, slots=True)
class LiftDice:
    """A hand picks the dice up and carries them away from the tray."""


@dataclass(frozen=True, slots=True)
class LayDice:
    """A hand lays the dice down in the tray with these values: no throw."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Peek:
    """A player lifts the corners of their face-down cards under the camera."""

    seat: int
    cards: tuple[str, ...]
    seconds: float = 1.5


@dataclass(frozen=True, slots=True)
class HandOver:
    """A hand rests over a zone for so long, while other things go on."""

    zone: str
    seconds: float = 1.0


@dataclass(frozen=True, slots=True)
class Light:
    """The room's light changes: 1 is as at the start, 0 is dark; `seconds` is how long the change takes."""

    level: float
    seconds: float = 0.5


@dataclass(frozen=True, slots=True)
class CoverMarker:
    """Something covers a marker of the mat (or no longer does)."""

    marker: int
    covered: bool = True


@dataclass(frozen=True, slots=True)
class MoveCamera:
    """Somebody knocks the camera: it looks so many millimetres aside from now on."""

    shift_xy_mm: tuple[float, float] = (25.0, 10.0)


@dataclass(frozen=True, slots=True)
class Fault:
    """The camera fails: `unplug` (it says so), `hang` (no frame, no word) or `crash` (its process dies)."""

    kind: str = "unplug"


Command = (
    DealBoard | DealDown | Expose | Show | Muck | Sweep | Throw | Nudge | LiftDice | LayDice | Peek
    | HandOver | Light | CoverMarker | MoveCamera | Fault
)


@dataclass(frozen=True, slots=True)
class TableTruth:
    """What lies on the simulated table now.

    `zones` pairs each zone with its face-up cards, `dice` are the values on top
    in the tray (empty where there is no flat die), `busy` is True while
    something still moves or waits to be done, `throws` counts the throws so far.
    """

    time_s: float
    zones: tuple[tuple[str, tuple[str, ...]], ...]
    dice: tuple[int, ...]
    busy: bool
    throws: int
    cocked: bool = False

    def cards(self, zone: str) -> tuple[str, ...]:
        """The face-up cards of one zone, in the order they were laid."""
        return next((cards for name, cards in self.zones if name == zone), ())
