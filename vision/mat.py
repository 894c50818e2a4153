"""The mat: where its four markers and the named zones lie, in millimetres. Standard library only.

Origin in the mat's middle, x to the right and y towards the bottom rail, as the
camera sees the table. The markers, the board and the tray are printed on the
mat; the seats' zones lie around it on the felt, so that one A2 or A3 sheet in
the middle of the table is enough.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.readings import PointXY

CARD_WH_MM = (63.0, 88.0)
# Top left, top right, bottom right, bottom left, of ArUco's 4x4 dictionary; each paper has its own, so that
# the camera knows which mat lies there.
MARKER_IDS = {"A2": (0, 1, 2, 3), "A3": (4, 5, 6, 7)}
PAPERS_WH_MM = {"A2": (594.0, 420.0), "A3": (420.0, 297.0)}
MAX_SEATS = 8
SEAT_ZONE_WH_MM = (350.0, 130.0)  # seven cards fanned with 46 mm from one to the next, or four side by side
DEFAULT_TABLE_WH_MM = (1500.0, 1000.0)

# Places clockwise from the top left one; which of them are taken with so many players.
_SEATED = {
    2: (1, 5),
    3: (0, 2, 5),
    4: (0, 2, 4, 6),
    5: (0, 1, 2, 4, 6),
    6: (0, 1, 2, 4, 5, 6),
    7: (0, 1, 2, 3, 4, 5, 6),
    8: (0, 1, 2, 3, 4, 5, 6, 7),
}


@dataclass(frozen=True, slots=True)
class Zone:
    """A named polygon on the table in mm; its first edge runs from left to right for who sits there."""

    name: str
    polygon_xy_mm: tuple[PointXY, ...]

    @property
    def centre_xy_mm(self) -> PointXY:
        """The mean of the corners."""
        n = len(self.polygon_xy_mm)
        return (sum(x for x, _ in self.polygon_xy_mm) / n, sum(y for _, y in self.polygon_xy_mm) / n)


@dataclass(frozen=True, slots=True)
class Mat:
    """A mat as printed: its size, the markers' corners (clockwise from the top left) and all zones."""

    paper: str
    size_wh_mm: tuple[float, float]
    markers_xy_mm: tuple[tuple[int, tuple[PointXY, ...]], ...]
    zones: tuple[Zone, ...]

    def zone(self, name: str) -> Zone:
        """A zone by its name; KeyError with the names there are."""
        for zone in self.zones:
            if zone.name == name:
                return zone
        raise KeyError(f"no zone {name!r}: there are {', '.join(z.name for z in self.zones)}")

    @property
    def seats(self) -> int:
        """How many seats have a zone."""
        return sum(z.name.startswith("seat:") for z in self.zones)


def rectangle(centre_xy: PointXY, size_wh: PointXY, quarter_turns: int = 0) -> tuple[PointXY, ...]:
    """Corners from the top left, clockwise, of a rectangle turned clockwise by quarter turns.

    >>> rectangle((0, 0), (4, 2))
    ((-2.0, -1.0), (2.0, -1.0), (2.0, 1.0), (-2.0, 1.0))
    """
    w, h = size_wh[0] / 2, size_wh[1] / 2
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter_turns % 4]
    corners = ((-w, -h), (w, -h), (w, h), (-w, h))
    return tuple((centre_xy[0] + x * cos - y * sin, centre_xy[1] + x * sin + y * cos) for x, y in corners)


def _places(mat_wh: PointXY, table_wh: PointXY) -> tuple[tuple[PointXY, int], ...]:
    """The eight seats' zone centres and quarter turns, clockwise from the top left."""
    zone_w, zone_h = SEAT_ZONE_WH_MM
    side = max(zone_w + 20, table_wh[0] / 2 - 250)
    y = mat_wh[1] / 2 + 55 + zone_h / 2
    x = max(mat_wh[0] / 2 + 55 + zone_h / 2, side + 140)
    return (
        ((-side, -y), 2), ((0.0, -y), 2), ((side, -y), 2), ((x, 0.0), 3),
        ((side, y), 0), ((0.0, y), 0), ((-side, y), 0), ((-x, 0.0), 1),
    )


def make_mat(
    paper: str = "A2", seats: int = MAX_SEATS, table_wh_mm: tuple[float, float] = DEFAULT_TABLE_WH_MM
) -> Mat:
    """The mat on A2 or A3 paper, in the middle of a table with 2 to 8 seats, clockwise from the top left.

    ValueError for another paper, number of seats or a table too small for them.
    """
    if paper not in PAPERS_WH_MM:
        raise ValueError(f"no mat on {paper}: there are {' and '.join(PAPERS_WH_MM)}")
    if seats not in _SEATED:
        raise ValueError(f"{seats} seats: a table has 2 to {MAX_SEATS}")
    if table_wh_mm[0] < 1000 or table_wh_mm[1] < 700:
        raise ValueError(f"a table of {table_wh_mm[0]:g} x {table_wh_mm[1]:g} mm is too small: 1000 x 700 mm at least")
    large = paper == "A2"
    width, height = PAPERS_WH_MM[paper]
    side, inset = (50.0, 14.0) if large else (36.0, 10.0)
    x, y = width / 2 - inset - side / 2, height / 2 - inset - side / 2
    centres = ((-x, -y), (x, -y), (x, y), (-x, y))
    markers = tuple(
        (marker, rectangle(centre, (side, side))) for marker, centre in zip(MARKER_IDS[paper], centres, strict=True)
    )
    zones = [
        Zone("board", rectangle((0.0, -110.0), (360.0, 130.0)) if large else rectangle((0.0, -82.0), (310.0, 108.0))),
        Zone("tray", rectangle((0.0, 75.0), (220.0, 190.0)) if large else rectangle((0.0, 62.0), (170.0, 150.0))),
    ]
    places = _places((width, height), table_wh_mm)
    for seat, place in enumerate(_SEATED[seats], start=1):
        centre, turns = places[place]
        zones.append(Zone(f"seat:{seat}", rectangle(centre, SEAT_ZONE_WH_MM, turns)))
    return Mat(paper, (width, height), markers, tuple(zones))
