"""Where things lie on the simulated table: card places, the dealer's deck, where hands come from."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.mat import CARD_WH_MM, Mat
from vision.readings import PointXY
from vision.simulated.dice import DieStyle, rotation, showing
from vision.simulated.picture import CardItem, Coaster, DieItem

Array = NDArray[np.float64]

BOARD_PLACES = 4


class Places:
    """The table's places; small untidiness comes from the random numbers given."""

    def __init__(self, mat: Mat, rng: np.random.Generator) -> None:
        self.mat, self._rng = mat, rng

    def board(self, code: str, place: int) -> CardItem:
        """A card on the board's place, from 0 on the left."""
        zone = self.mat.zone("board")
        width = zone.polygon_xy_mm[1][0] - zone.polygon_xy_mm[0][0]
        pitch = min(84.0, (width - CARD_WH_MM[0] - 16) / (BOARD_PLACES - 1))
        x, y = zone.centre_xy_mm
        return self._card(code, (x + (place - (BOARD_PLACES - 1) / 2) * pitch, y), 0.0, "board")

    def shown(self, seat: int, codes: tuple[str, ...]) -> tuple[CardItem, ...]:
        """Cards face up in a seat's zone: side by side while there is room, else fanned from the left."""
        pitch = 72.0 if len(codes) <= 4 else min(72.0, (350.0 - 22 - CARD_WH_MM[0]) / (len(codes) - 1))
        start = -pitch * (max(len(codes), 4 if pitch == 72.0 else 0) - 1) / 2
        return tuple(
            self._seat_card(seat, code, (start + i * pitch, 0.0), f"seat:{seat}") for i, code in enumerate(codes)
        )

    def down(self, seat: int, place: int) -> CardItem:
        """A face-down card before a player, outside the zone that is read."""
        return self._seat_card(seat, None, (-30.0 + 22 * place, 124.0), f"down:{seat}")

    def deck(self) -> PointXY:
        """Where the dealer's deck lies."""
        x, y = self.mat.zone("tray").centre_xy_mm
        return x - self.mat.size_wh_mm[0] * 0.34, y - 20

    def home(self, seat: int) -> PointXY:
        """Where a player's hands come from: beyond the rail."""
        return self._from_seat(seat, (0.0, 430.0))

    def chips(self, seat: int) -> PointXY:
        """Where a player's chips are stacked."""
        return self._from_seat(seat, (110.0, 108.0))

    def dice(
        self,
        values: tuple[int, ...],
        styles: tuple[DieStyle, DieStyle],
        *,
        cocked: bool,
        on: str = "",
        things: tuple[CardItem | Coaster, ...] = (),
    ) -> tuple[DieItem, ...]:
        """Dice at rest somewhere in the tray, clear of the `things` there; the last one leans if `cocked`.

        Where `on` is "beside" and nothing leans, the last one lies flat against the first.
        """
        polygon = np.array(self.mat.zone("tray").polygon_xy_mm)
        low, high = polygon.min(axis=0) + 26, polygon.max(axis=0) - 26
        spots: list[Array] = []
        for _ in range(4000):
            if len(spots) == len(values):
                break
            spot = self._rng.uniform(low, high)
            free = all(np.hypot(*(spot - s)) > 1.45 * max(s.edge_mm for s in styles) for s in spots)
            if free and all(_gap_mm(spot, thing) > max(s.edge_mm for s in styles) for thing in things):
                spots.append(spot)
        dice: list[DieItem] = []
        for i, (value, spot) in enumerate(zip(values, spots, strict=True)):
            turn = showing(value, float(self._rng.uniform(0, 360)))
            middle = np.array([*spot, styles[i % 2].edge_mm / 2])
            if cocked and i == len(values) - 1:
                turn, middle = self._leaning(value, spots, styles[i % 2].edge_mm, high[0] + 26, on, things)
            elif on == "beside" and i > 0:
                way = float(self._rng.uniform(0, 360))
                dice[0] = DieItem(showing(values[0], way), dice[0].centre_mm, 0)
                turn, middle = showing(value, way), middle.copy()
                middle[:2] = spots[0] + 1.03 * styles[i % 2].edge_mm * _ahead(way)
            dice.append(DieItem(turn, middle, i))
        return tuple(dice)

    def _leaning(
        self, value: int, spots: list[Array], edge: float, rim_x: float, on: str, things: tuple[CardItem | Coaster, ...]
    ) -> tuple[Array, Array]:
        """Turn and middle of a die that leans on something."""
        rng = self._rng
        spot = spots[-1]
        on = on or ("die" if len(spots) > 1 and rng.random() < 0.5 else "rim")
        lean, way = float(rng.uniform(18, 42)), 0.0
        if on == "die":
            way = float(rng.uniform(0, 360))
            # The nearer it lies to the other, the higher that one lifts its edge.
            spot = spots[0] - edge * (1.22 - 0.004 * lean) * _ahead(way)
        elif on == "rim":
            spot = np.array([rim_x - edge * 0.62, spot[1]])
        else:
            thing = things[int(rng.integers(len(things)))]
            middle = np.array(thing.centre_xy_mm)
            way = float(rng.uniform(0, 360))
            reach = _reach_mm(thing, way + 180)
            tall = thing.tall_mm if isinstance(thing, Coaster) else edge * np.sin(np.radians(lean)) * 0.8
            lean = float(np.degrees(np.arcsin(min(0.7, tall / edge))))
            spot = middle - (reach + 0.25 * edge) * _ahead(way)
        axis = np.array([-np.sin(np.radians(way)), np.cos(np.radians(way)), 0.0])
        tilt = np.radians(lean)
        turn = rotation(axis, -tilt) @ showing(value, way)
        return turn, np.array([*spot, edge / 2 * (np.cos(tilt) + np.sin(tilt))])

    def _card(self, code: str | None, centre: PointXY, angle: float, zone: str) -> CardItem:
        dx, dy = (float(v) for v in self._rng.normal(0, 1.1, 2).clip(-2.5, 2.5))
        return CardItem(code, (centre[0] + dx, centre[1] + dy), angle + float(self._rng.normal(0, 1.6)), zone)

    def _seat_card(self, seat: int, code: str | None, local: PointXY, zone: str) -> CardItem:
        (ax, ay), (bx, by) = self.mat.zone(f"seat:{seat}").polygon_xy_mm[:2]
        angle = float(np.degrees(np.arctan2(by - ay, bx - ax)))
        return self._card(code, self._from_seat(seat, local), angle, zone)

    def _from_seat(self, seat: int, local: PointXY) -> PointXY:
        zone = self.mat.zone(f"seat:{seat}")
        (ax, ay), (bx, by) = zone.polygon_xy_mm[:2]
        turn = np.arctan2(by - ay, bx - ax)
        x, y = zone.centre_xy_mm
        return (
            float(x + local[0] * np.cos(turn) - local[1] * np.sin(turn)),
            float(y + local[0] * np.sin(turn) + local[1] * np.cos(turn)),
        )


def _ahead(way_deg: float) -> Array:
    return np.array([np.cos(np.radians(way_deg)), np.sin(np.radians(way_deg))])


def _reach_mm(thing: CardItem | Coaster, way_deg: float) -> float:
    """From a thing's middle to its edge in a direction."""
    if isinstance(thing, Coaster):
        return thing.radius_mm
    turn = np.radians(way_deg - thing.angle_deg)
    with np.errstate(divide="ignore"):
        return float(min(CARD_WH_MM[0] / 2 / abs(np.cos(turn)), CARD_WH_MM[1] / 2 / abs(np.sin(turn))))


def _gap_mm(spot: Array, thing: CardItem | Coaster) -> float:
    """From a place to a thing's edge; negative on it."""
    away = spot - np.array(thing.centre_xy_mm)
    return float(np.hypot(*away)) - _reach_mm(thing, float(np.degrees(np.arctan2(away[1], away[0]))))
