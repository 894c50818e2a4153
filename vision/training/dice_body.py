"""What a drawn die is: its paint and shape, how it lies on the table, and which face is up."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.training.dice_camera import project, rotation

BGR = tuple[float, float, float]

PATTERNS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
# Face values by axis and sign: opposite faces add up to seven.
FACES = {(2, 1): 1, (2, -1): 6, (1, 1): 2, (1, -1): 5, (0, 1): 3, (0, -1): 4}


@dataclass(frozen=True)
class Material:
    """What a die is made of: colours are linear BGR of 0 to 1; lengths are in edges."""

    body: BGR = (0.85, 0.87, 0.88)
    pip: BGR = (0.02, 0.02, 0.02)
    ace: BGR | None = None
    second: BGR | None = None
    pattern: str = "plain"  # plain, swirl, speckle
    pattern_seed: int = 0
    translucent: float = 0.0
    gloss: float = 0.6
    shininess: float = 60.0
    corner: float = 0.12
    cut: float = 0.86
    pip_radius: float = 0.09
    ace_scale: float = 1.0
    pip_spacing: float = 0.24
    pip_depth: float = 0.5
    pip_fill: float = 1.0
    pip_ring: float = 0.0
    six_width: float = 1.0  # how far apart the columns of the six stand, as a part of the spacing


@dataclass(frozen=True)
class Die:
    """One die: the centre of its base on the table (world units), its edge, its turn, and the face that is up.

    `tip` leans it by an angle (radians, about a level axis of azimuth `tip_about`) as a cocked die leans;
    `spin` chooses which of the four side faces looks where; `mirrored` makes it a left-handed die.
    """

    value: int
    xy: tuple[float, float]
    edge: float
    yaw: float = 0.0
    spin: int = 0
    tip: float = 0.0
    tip_about: float = 0.0
    lift: float = 0.0
    mirrored: bool = False
    material: Material = field(default_factory=Material)


def _orient(die: Die) -> NDArray[np.float64]:
    """The rotation from the die's own axes to the world's."""
    axis, sign = next(k for k, v in FACES.items() if v == die.value)
    if axis == 2:
        up = np.eye(3) if sign > 0 else rotation(0, np.pi)
    elif axis == 1:
        up = rotation(0, sign * np.pi / 2)
    else:
        up = rotation(1, -sign * np.pi / 2)
    turn = rotation(2, die.yaw + die.spin * np.pi / 2)
    lean = rotation(2, die.tip_about) @ rotation(0, die.tip) @ rotation(2, -die.tip_about)
    out: NDArray[np.float64] = lean @ turn @ up
    return out


def pose(die: Die) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The rotation (3, 3) from the die's own axes to the world's, and where its middle is (3)."""
    rot = _orient(die)
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * 0.5 * die.edge
    low = (corners @ rot.T)[:, 2].min() if abs(die.tip) > 1e-6 else -0.5 * die.edge
    # A tipped die's rounded edge touches the table before its sharp corner would.
    low += die.edge * die.material.corner * 0.3 * (abs(die.tip) > 1e-6)
    return rot, np.array([die.xy[0], die.xy[1], -low + die.lift])


def top_face_xy_px(projection: NDArray[np.float64], die: Die) -> NDArray[np.float64]:
    """The four corners of the face that is up, as they would be without rounding, in pixels (4, 2)."""
    rot, centre = pose(die)
    axis, sign = next(k for k, v in FACES.items() if v == die.value)
    a, b = [(1, 2), (0, 2), (0, 1)][axis]
    own = np.zeros((4, 3))
    own[:, axis] = sign * 0.5
    own[:, a], own[:, b] = [-0.5, 0.5, 0.5, -0.5], [-0.5, -0.5, 0.5, 0.5]
    return project(projection, own * die.edge @ rot.T + centre)
