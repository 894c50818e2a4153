"""The virtual camera: a pinhole somewhere above the table, with a lens that bends straight lines a little."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_EDGE = 2.5  # square of the way from the middle, in half widths: a little more than to the picture's corners


@dataclass(frozen=True)
class Lens:
    """Where the camera is and how it sees.

    `px_per_mm` is the scale in the picture's middle, `height_mm` the way from
    there to the camera, `tilt_deg` and `roll_deg` how far it leans, `bend` the
    radial share (Brown's k1 on half the width; negative is barrel), and
    `aim_xy_mm` the point of the table in the picture's middle.
    """

    size_wh_px: tuple[int, int] = (2028, 1520)
    px_per_mm: float = 1.32
    height_mm: float = 1500.0
    tilt_deg: float = 4.0
    roll_deg: float = 0.6
    bend: float = -0.015
    aim_xy_mm: tuple[float, float] = (0.0, 0.0)

    @cached_property
    def _pose(self) -> tuple[Array, Array]:
        """Rotation (3, 3) from world to camera and the camera's place in the world (z up, y down the picture)."""
        tilt, roll = np.radians(self.tilt_deg), np.radians(self.roll_deg)
        forward = np.array([0.0, -np.sin(tilt), -np.cos(tilt)])
        right = np.array([np.cos(roll), np.sin(roll), 0.0])
        right -= forward * (right @ forward)
        right /= np.linalg.norm(right)
        down = np.cross(right, forward)  # the world is left-handed seen this way: x right, y down, z towards us
        place = np.array([*self.aim_xy_mm, 0.0]) - forward * self.height_mm
        return np.stack([right, down, forward]), place

    @property
    def place_mm(self) -> Array:
        """The camera's place (3,) in mm."""
        return self._pose[1]

    @property
    def focal_px(self) -> float:
        """Focal length in px."""
        return self.px_per_mm * self.height_mm

    def straight(self, points_mm: Array) -> Array:
        """World points (n, 2 or 3) as image points (n, 2) of a lens without bend."""
        points = np.asarray(points_mm, float)
        if points.shape[1] == 2:
            points = np.column_stack([points, np.zeros(len(points))])
        rotation, place = self._pose
        seen = (points - place) @ rotation.T
        return np.asarray(seen[:, :2] / seen[:, 2:] * self.focal_px + np.array(self.size_wh_px) / 2)

    def bent(self, points_px: Array) -> Array:
        """Where the real lens puts points of the straight picture; far beyond its edges it bends no more.

        Else the far end of a sleeve, a metre outside, would be folded back across the picture.
        """
        centre = np.array(self.size_wh_px) / 2
        away = (((points_px - centre) / centre[0]) ** 2).sum(axis=1, keepdims=True)
        return np.asarray(centre + (points_px - centre) * (1 + self.bend * np.minimum(away, _EDGE)))

    def project(self, points_mm: Array) -> Array:
        """World points (n, 2 or 3) as image points (n, 2)."""
        return self.bent(self.straight(points_mm))

    def scale_at(self, xy_mm: tuple[float, float]) -> float:
        """px/mm at a point of the table."""
        x, y = xy_mm
        px = self.project(np.array([(x - 5, y), (x + 5, y), (x, y - 5), (x, y + 5)], float))
        return float(np.sqrt(np.linalg.norm(px[1] - px[0]) * np.linalg.norm(px[3] - px[2])) / 10)

    def rays(self, points_px: Array) -> Array:
        """Unit directions (n, 3) in the world of points (n, 2) of the straight picture."""
        rotation, _ = self._pose
        offset = (points_px - np.array(self.size_wh_px) / 2) / self.focal_px
        rays = np.column_stack([offset, np.ones(len(offset))]) @ rotation
        return np.asarray(rays / np.linalg.norm(rays, axis=1, keepdims=True))

    def shifted(self, shift_xy_mm: tuple[float, float]) -> Lens:
        """The same camera, knocked aside."""
        x, y = self.aim_xy_mm
        return replace(self, aim_xy_mm=(x + shift_xy_mm[0], y + shift_xy_mm[1]))
