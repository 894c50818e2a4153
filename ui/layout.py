"""Where things stand, as plain numbers. No Kivy here.

Everything is laid out in units of which the window's height has 480 (so a 480-high window has
one pixel a unit), from the top left; a window narrower than 5:3 has more units in its height.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

HEIGHT = 480.0
LEAST_WIDTH = 760.0
HEADER = 40.0
BAR = 84.0
BANNER = 24.0
CARD_RATIO = 1.4


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in units: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.h

    @property
    def mid_x(self) -> float:
        """The middle from left to right."""
        return self.x + self.w / 2

    @property
    def mid_y(self) -> float:
        """The middle from top to bottom."""
        return self.y + self.h / 2

    def inset(self, dx: float, dy: float | None = None) -> Box:
        """A box smaller by `dx` left and right, and by `dy` (else `dx`) above and below."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def meets(self, other: Box) -> bool:
        """Whether the two have a part in common."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom


@dataclass(frozen=True, slots=True)
class Frame:
    """The window in units, and `unit_px`, the pixels in one."""

    unit_px: float
    w: float
    h: float

    @property
    def header(self) -> Box:
        """The top line."""
        return Box(0, 0, self.w, HEADER)

    @property
    def bar(self) -> Box:
        """The prompt and its buttons."""
        return Box(0, self.h - BAR, self.w, BAR)

    @property
    def banner(self) -> Box:
        """The line of trouble above the prompt."""
        return Box(0, self.h - BAR - BANNER, self.w, BANNER)

    @property
    def body(self) -> Box:
        """What is left for the table."""
        return Box(0, HEADER, self.w, self.h - HEADER - BAR - BANNER)


def frame_of(size_wh_px: tuple[float, float]) -> Frame:
    """The window of that size in units."""
    w, h = max(size_wh_px[0], 1.0), max(size_wh_px[1], 1.0)
    unit_px = min(h / HEIGHT, w / LEAST_WIDTH)
    return Frame(unit_px, w / unit_px, h / unit_px)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a plate stands, and where the bet in front of it does."""

    plate: Box
    bet: Box


@dataclass(frozen=True, slots=True)
class TableLayout:
    """A table. `pots` and `wild` are None where there are none."""

    felt: Box
    places: tuple[Place, ...]
    pots: Box
    board: tuple[Box, ...]
    wild: Box


# How many plates stand above, right, below and left of the felt, by the number of players.
_SIDES = {
    0: (0, 0, 0, 0), 1: (1, 0, 0, 0), 2: (1, 0, 1, 0), 3: (2, 0, 1, 0), 4: (2, 0, 2, 0),
    5: (2, 1, 1, 1), 6: (2, 1, 2, 1), 7: (3, 1, 2, 1), 8: (3, 1, 3, 1),
}  # fmt: skip
_BET_W, _BET_H = 76.0, 24.0


def board_table(frame: Frame, players: int, cards: int, pots: int = 2) -> TableLayout:
    """A table with a board in the middle, seats clockwise from the upper left; more than two `pots` get two lines."""
    body = frame.body
    above, right, below, left = _SIDES[players]
    plate_h = 74.0
    plate_w = 150.0 if players >= 7 else 176.0
    side_w = 144.0
    top_y, low_y = body.y + 4, body.bottom - 2 - plate_h
    mid = (top_y + low_y + plate_h) / 2
    felt = Box(128, body.y + 44, frame.w - 256, body.h - 84)
    wild = Box(14, body.y + 8, 96, 112)

    def row(count: int, y: float, bet_y: float) -> list[Place]:
        # The upper row keeps clear of the wild plate; the lower one stands under it.
        gap = min(52.0, (frame.w - 2 * (wild.right + 26) - count * plate_w) / max(count - 1, 1))
        x = (frame.w - count * plate_w - (count - 1) * gap) / 2
        places = []
        for i in range(count):
            plate = Box(x + i * (plate_w + gap), y, plate_w, plate_h)
            places.append(Place(plate, Box(plate.mid_x - _BET_W / 2, bet_y, _BET_W, _BET_H)))
        return places

    card_h = min(84.0, low_y - top_y - plate_h - 2 * (_BET_H + 4) - (40 if pots <= 2 else 54))
    card_w = card_h / CARD_RATIO
    board_y = low_y - _BET_H - 4 - card_h
    side_y = mid - plate_h / 2
    # Beside the board, clear of the pots above it.
    side_bet_y = board_y + card_h / 2 - _BET_H / 2
    places = row(above, top_y, top_y + plate_h + 2)
    if right:
        plate = Box(frame.w - 10 - side_w, side_y, side_w, plate_h)
        places.append(Place(plate, Box(plate.x - _BET_W - 6, side_bet_y, _BET_W, _BET_H)))
    places += reversed(row(below, low_y, low_y - 2 - _BET_H))
    if left:
        plate = Box(10, side_y, side_w, plate_h)
        places.append(Place(plate, Box(plate.right + 6, side_bet_y, _BET_W, _BET_H)))

    board_w = cards * card_w + (cards - 1) * 7
    board = tuple(Box((frame.w - board_w) / 2 + i * (card_w + 7), board_y, card_w, card_h) for i in range(cards))
    pots_y = top_y + plate_h + _BET_H + 3
    return TableLayout(felt, tuple(places), Box(170, pots_y, frame.w - 340, board_y - pots_y - 2), board, wild)


def stud_table(frame: Frame, players: int) -> TableLayout:
    """A table without a board: two rows of wide plates with room for four cards each, the pots between."""
    body = frame.body
    strip = 36.0
    above = ceil(players / 2)
    below = players - above
    h = (body.h - strip - 8) / 2
    gap = 6.0
    w = min(236.0, (frame.w - 12 - (max(above, 1) - 1) * gap) / max(above, 1))

    def row(count: int, y: float) -> list[Place]:
        x = (frame.w - count * w - (count - 1) * gap) / 2
        plates = [Box(x + i * (w + gap), y, w, h) for i in range(count)]
        return [Place(p, p) for p in plates]  # a bet stands on the plate itself

    places = row(above, body.y + 2) + row(below, body.bottom - 2 - h)[::-1]
    felt = Box(6, body.y + 2 + h / 2, frame.w - 12, body.h - h - 4)
    pots = Box(14, body.y + 4 + h, frame.w - 28, strip)
    return TableLayout(felt, tuple(places), pots, (), Box(0, 0, 0, 0))


def showdown_rows(frame: Frame, rows: int) -> tuple[Box, ...]:
    """The rows of a showdown, all in sight at once."""
    body = frame.body
    room = body.h + BANNER - 9
    gap = 7.0 if rows <= 5 else 3.0
    h = min(98.0, (room - gap * (rows - 1)) / max(rows, 1))
    return tuple(Box(12, body.y + 4 + i * (h + gap), frame.w - 24, h) for i in range(rows))
