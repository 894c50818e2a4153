"""The camera that drawn dice are seen by: a 3×4 projection to pixels, and the lines of sight back from them.

The plane z = 0 is the table, and the camera is above it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

F32 = NDArray[Any]  # float32 in fact; NumPy's own types lose it at every step


def rotation(axis: int, a: float) -> NDArray[np.float64]:
    """About an axis (0 to 2) by an angle in radians (3, 3)."""
    c, s = np.cos(a), np.sin(a)
    m = np.eye(3)
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    m[i, i] = m[j, j] = c
    m[i, j], m[j, i] = -s, s
    return m


def project(projection: NDArray[np.float64], xyz: NDArray[np.float64]) -> NDArray[np.float64]:
    """World points (N, 3) to pixels (N, 2)."""
    h = np.c_[xyz, np.ones(len(xyz))] @ projection.T
    out: NDArray[np.float64] = h[:, :2] / h[:, 2:]
    return out


def rays(projection: NDArray[np.float64], xs: F32, ys: F32) -> tuple[F32, F32]:
    """Where the camera stands (3), and the directions (3, N) in which it sees pixels (N), down to the table."""
    inv = np.linalg.inv(projection[:, :3])
    centre = -inv @ projection[:, 3]
    d = inv @ np.stack([xs, ys, np.ones_like(xs)])
    # Of the two senses of a line of sight, the one that goes down to the table.
    d *= np.where(d[2] > 0, -1.0, 1.0) if centre[2] > 0 else 1.0
    d /= np.sqrt((d * d).sum(0))
    return centre.astype(np.float32), d.astype(np.float32)


def window(
    projection: NDArray[np.float64], points: NDArray[np.float64], shape: tuple[int, ...]
) -> tuple[int, int, int, int]:
    """The box (x0, y0, x1, y1), in px and within a picture's shape, that world points (N, 3) fall into."""
    xy = project(projection, points)
    x0, y0 = np.floor(xy.min(0)).astype(int) - 2
    x1, y1 = np.ceil(xy.max(0)).astype(int) + 3
    return max(0, x0), max(0, y0), min(shape[1], x1), min(shape[0], y1)


def look_from(
    edge_px: float,
    centre_xy_px: tuple[float, float],
    tilt: float = 0.0,
    azimuth: float = 0.0,
    roll: float = 0.0,
    distance: float = 25.0,
    stretch: float = 1.0,
) -> NDArray[np.float64]:
    """A 3×4 projection that sees the world's origin at a pixel, one world unit about `edge_px` long there.

    `tilt` is the angle from straight above (radians), `azimuth` where the camera stands (0: below in the
    picture), `distance` in world units, `stretch` the ratio of the pixels' sides.
    """
    flip = np.diag([1.0, -1.0, -1.0])  # the world's y goes up in the picture, z towards the camera
    turn = rotation(0, -tilt) @ flip @ rotation(2, azimuth)
    pose = np.c_[turn, np.array([0, 0, distance])]
    f = edge_px * distance
    k = np.array([[f, 0, 0], [0, f * stretch, 0], [0, 0, 1.0]])
    c, s = np.cos(roll), np.sin(roll)
    shift = np.array([[c, -s, centre_xy_px[0]], [s, c, centre_xy_px[1]], [0, 0, 1.0]])
    out: NDArray[np.float64] = shift @ k @ pose
    return out
