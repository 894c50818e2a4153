"""Where things lie on the simulated table: card places, the dealer's deck, where hands come from."""

from __future__ import annotations

import numpy as np

from vision.mat import CARD_WH_MM, Mat
from vision.readings import PointXY
from vision.simulated.dice import DieStyle, rotation, showing
from vision.simulated.picture import CardItem, DieItem

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

    def dice(self, values: tuple[int, ...], styles: tuple[DieStyle, DieStyle], *, cocked: bool) -> tuple[DieItem, ...]:
        """Dice at rest somewhere in the tray; the last one leans on the rim or on the other if `cocked`."""
        polygon = np.array(self.mat.zone("tray").polygon_xy_mm)
        low, high = polygon.min(axis=0) + 26, polygon.max(axis=0) - 26
        spots: list[np.ndarray] = []
        while len(spots) < len(values):
            spot = self._rng.uniform(low, high)
            if all(np.hypot(*(spot - s)) > 27 for s in spots):
                spots.append(spot)
        dice = []
        for i, (value, spot) in enumerate(zip(values, spots, strict=True)):
            edge = styles[i % 2].edge_mm
            turn = showing(value, float(self._rng.uniform(0, 360)))
            height = edge / 2
            if cocked and i == len(values) - 1:
                lean = float(np.radians(self._rng.uniform(24, 42)))
                if i > 0 and self._rng.random() < 0.5:  # on the other die
                    way = float(self._rng.uniform(0, 2 * np.pi))
                    spot = spots[0] + edge * 0.95 * np.array([np.cos(way), np.sin(way)])
                    lean = -lean
                else:  # on the rim
                    way = 0.0
                    spot = np.array([high[0] + 26 - edge * 0.62, spot[1]])
                axis = np.array([-np.sin(way), np.cos(way), 0.0])
                turn = rotation(axis, -lean) @ showing(value, float(np.degrees(way)))
                height = edge * 0.66
            dice.append(DieItem(turn, np.array([*spot, height]), i))
        return tuple(dice)

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
