"""A network's word on whether a die leans, at a table where it is known from where the camera looks.

Seen aslant a flat die shows its sides on one side, that away from where it is pushed, and by how much is known; a
leaning one shows them elsewhere, or more of them. The crop is turned so that what is high is pushed to the right.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice_face import crop_matrix, standardise
from vision.geometry import Image
from vision.pyramid import Pyramid

LEAN_SIDE, LEAN_EDGE = 64, 22.0  # px of the crop, and of an edge of the top face in it
_PUSH = 4.0  # how far a thing of an edge's height is pushed, as the network is told it

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]


def lean_matrix(centre_xy_px: F64, edge_px: float, turn: float) -> F64:
    """The 2×3 matrix from picture to crop; `turn` (radians) is the way in which the picture pushes what is high."""
    return crop_matrix(centre_xy_px, edge_px, -turn, LEAN_SIDE, LEAN_EDGE)


def with_push(crop: F32, pushed: float) -> F32:
    """A standardised crop (3, H, W) with a fourth plane that says how far what is high is pushed, of its height."""
    return np.concatenate([crop, np.full((1, *crop.shape[1:]), _PUSH * pushed, np.float32)])


class LeaningNet:
    """Says of a die whether it leans. Raises cv2.error where the file is no network."""

    def __init__(self, path: Path) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(path))

    def chance(
        self, image_bgr: Image, centre_xy_px: F64, edge_px: float, eye_xyz_px: tuple[float, float, float]
    ) -> float:
        """That it leans which has a top face of this middle and edge; what the look or its mirror says, the higher.

        `image_bgr` (H, W, 3) shows the table upright and to scale; over which point of it the camera stands, and how
        high, in px, says `eye_xyz_px`.
        """
        push = (centre_xy_px - eye_xyz_px[:2]) / eye_xyz_px[2]
        matrix = lean_matrix(centre_xy_px, edge_px, float(np.arctan2(push[1], push[0])))
        crop = with_push(standardise(Pyramid(image_bgr).cut(matrix, LEAN_SIDE)), float(np.hypot(*push)))
        said = []
        for look in (crop, np.ascontiguousarray(crop[:, ::-1])):  # in the mirror it is pushed to the right as well
            self._net.setInput(look[None])
            said.append(float(self._net.forward()[0, 0]))
        return 1 / (1 + float(np.exp(-np.clip(max(said), -30, 30))))
