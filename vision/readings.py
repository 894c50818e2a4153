"""What the eyes report: frozen records that cross from vision to the table.

Standard library only, so that everything may import it without loading OpenCV.
Cards are written rank then suit (`Kh`, `Td`); pixel coordinates are x, y of the
image that was read; times are seconds of the camera's own clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CODES = tuple(rank + suit for suit in SUITS for rank in RANKS)

PointXY = tuple[float, float]


@dataclass(frozen=True, slots=True)
class CardReading:
    """One physical face-up card.

    `confidence` is the calibrated probability that `card` is right; `sure` is
    the promise that the table may take it without asking. `corners_xy_px` is the
    outline (four points) where it is known, else the box of the index that was
    read. `alternatives` are the next likeliest cards with their probabilities,
    for the question put to the dealer.
    """

    card: str
    confidence: float
    sure: bool
    corners_xy_px: tuple[PointXY, ...]
    alternatives: tuple[tuple[str, float], ...] = ()

    @property
    def centre_xy_px(self) -> PointXY:
        """The mean of the corners."""
        n = len(self.corners_xy_px)
        return (
            sum(x for x, _ in self.corners_xy_px) / n,
            sum(y for _, y in self.corners_xy_px) / n,
        )


class NoValue(StrEnum):
    """Why dice give no value: each is something the dealer can act on."""

    ROLLING = "rolling"
    HAND = "hand over the tray"
    MISSING = "a die is missing"
    TOO_MANY = "more than two dice"
    COCKED = "cocked"
    TOO_DARK = "too dark"
    NOT_SURE = "not sure"


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die's top face: `pips` 1 to 6, with `edge_px` the length of its edge.

    `why` says what is wrong with a die that is not `sure`, where it is known.
    """

    pips: int
    confidence: float
    sure: bool
    centre_xy_px: PointXY
    edge_px: float
    why: NoValue | None = None


@dataclass(frozen=True, slots=True)
class ImageReading:
    """Everything read in one picture; `ms` is the reading time without decoding."""

    cards: tuple[CardReading, ...] = ()
    dice: tuple[DieReading, ...] = ()
    face_down: int = 0
    ms: float = 0.0


@dataclass(frozen=True, slots=True)
class ZoneReading:
    """What lies at rest in one zone of the table.

    `zone` is its name: `board`, `tray` or `seat:3`. `why` is set where the tray
    gives no value. `read_at_s` is the time of the frame that was read.
    `thrown_at_s` is when the dice that lie in the tray came to rest after rolling
    freely; None where they were laid down, nudged or carried there. The same
    throw keeps the same time, so a new throw is a new `thrown_at_s`.
    """

    zone: str
    cards: tuple[CardReading, ...] = ()
    dice: tuple[DieReading, ...] = ()
    face_down: int = 0
    why: NoValue | None = None
    read_at_s: float = 0.0
    thrown_at_s: float | None = None


@dataclass(frozen=True, slots=True)
class TableReading:
    """One look at the table: only zones that are at rest are in `zones`.

    `moving` names the zones in which something moves or a hand lies; `healthy`
    is False when the camera gives no frame or has lost the mat, and `note` then
    says so in words for the screen.
    """

    time_s: float
    zones: tuple[ZoneReading, ...] = ()
    moving: frozenset[str] = field(default_factory=frozenset)
    healthy: bool = True
    note: str = ""

    def zone(self, name: str) -> ZoneReading | None:
        """The reading of one zone, or None while it moves or is not looked at."""
        return next((z for z in self.zones if z.zone == name), None)


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card that the journal already has, and the zone where it lies (`""`: nowhere in view)."""

    card: str
    zone: str = ""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the state says may lie or happen on the table now; it tells the eyes where to look.

    `cards_due` pairs a zone with how many face-up cards shall lie there in the
    end, those already there included; a zone that is not named is never read.
    `known` are the cards of the journal, each once in the deck. `dice_due` says
    that somebody is to roll `dice_count` dice (0: any number). The tray is watched and read even
    when nobody is (dice thrown out of turn are asked about), unless
    `tray_watched` is False.
    """

    cards_due: tuple[tuple[str, int], ...] = ()
    known: tuple[KnownCard, ...] = ()
    dice_due: bool = False
    dice_count: int = 2
    tray_watched: bool = True

    def due(self, zone: str) -> int:
        """How many face-up cards are expected in a zone; 0 where none is to be read."""
        return next((count for name, count in self.cards_due if name == zone), 0)

    def known_elsewhere(self, zone: str) -> tuple[str, ...]:
        """The cards that can't lie in this zone, because the journal has them in another place."""
        return tuple(k.card for k in self.known if k.zone != zone)
