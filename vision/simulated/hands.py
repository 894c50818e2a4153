"""A hand with its sleeve, seen from above: enough to cover, to cast a shadow and to look like one."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Image
from vision.simulated.lens import Lens

BGR = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class HandStyle:
    """Skin and sleeve (BGR), and size (1 is a hand 190 mm long)."""

    skin: BGR = (128, 160, 212)
    sleeve: BGR = (96, 66, 48)
    size: float = 1.0


SKINS: tuple[BGR, ...] = ((128, 160, 212), (150, 182, 226), (92, 124, 178), (58, 84, 130), (44, 62, 98))


# Bones in mm from the fingertips' middle, back along the arm: start, end, width.
_BONES: tuple[tuple[tuple[float, float], tuple[float, float], float], ...] = (
    ((-27, 14), (-24, 85), 17), ((-9, 2), (-9, 85), 18), ((9, 0), (8, 85), 18), ((26, 8), (23, 85), 17),
    ((-58, 62), (-30, 112), 20),
    ((0, 95), (0, 135), 78), ((0, 135), (0, 215), 56),
)
_SLEEVE: tuple[tuple[float, float], tuple[float, float], float] = ((0, 205), (0, 900), 84)


def draw_hand(
    style: HandStyle, tip_xy_mm: tuple[float, float], back_deg: float, lens: Lens, lift_mm: float = 30.0
) -> tuple[Image, NDArray[np.float32], int, int] | None:
    """A hand whose fingertips are at a point and whose arm leaves in direction `back_deg` (0 right, 90 down).

    Patch (BGR, even light), alpha and the patch's corner x, y in px; None when it is out of the picture.
    """
    turn = np.radians(back_deg - 90)
    cos, sin = np.cos(turn), np.sin(turn)

    def world(xy: tuple[float, float]) -> tuple[float, float, float]:
        x, y = xy[0] * style.size, xy[1] * style.size
        return tip_xy_mm[0] + x * cos - y * sin, tip_xy_mm[1] + x * sin + y * cos, lift_mm

    bones = [*_BONES, _SLEEVE]
    px = lens.project(np.array([world(end) for a, b, _ in bones for end in (a, b)]))
    scale = lens.scale_at(tip_xy_mm) * style.size
    pad = 60 * scale
    width, height = lens.size_wh_px
    low = np.maximum(np.floor(px.min(axis=0) - pad), 0).astype(int)
    high = np.minimum(np.ceil(px.max(axis=0) + pad), (width, height)).astype(int)
    if (high - low < 8).any():
        return None
    size_wh = (int(high[0] - low[0]), int(high[1] - low[1]))
    # Skin and cloth are smooth: drawn at about 0.7 px/mm and enlarged, which is much quicker.
    less = min(1.0, 0.7 / lens.px_per_mm)
    shape = (max(2, round(size_wh[1] * less)), max(2, round(size_wh[0] * less)))
    scale *= less
    fixed = np.round((px - low) * less * 16).astype(np.int64).clip(-(2**24), 2**24)
    skin, sleeve = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    depth = np.zeros(shape, np.float32)
    for i, (_, _, thick) in enumerate(bones):
        one = np.zeros(shape, np.uint8) if i < 5 else (skin if i < len(_BONES) else sleeve)
        a, b = (tuple(int(v) for v in fixed[2 * i + k]) for k in (0, 1))
        cv2.line(one, a, b, 255, max(1, round(thick * scale)), cv2.LINE_AA, 4)
        if i < 5:  # each finger has its own roundness
            far = cv2.distanceTransform((one > 127).astype(np.uint8), cv2.DIST_L2, 3) / max(thick * scale / 2, 1)
            np.maximum(depth, np.clip(far, 0, 1), out=depth, where=far > 0)
            cv2.max(skin, one, dst=skin)
    rest = (cv2.max(skin, sleeve) > 127).astype(np.uint8)
    far = np.clip(cv2.distanceTransform(rest, cv2.DIST_L2, 3) / max(26 * scale, 1), 0, 1)
    depth = np.where(depth > 0, np.minimum(depth, 0.4 + 0.6 * np.maximum(far, depth)), far)
    tone = (0.62 + 0.38 * np.sqrt(depth))[:, :, None]
    base = np.where(sleeve[:, :, None] > 127, np.array(style.sleeve, np.float32), np.array(style.skin, np.float32))
    alpha = cv2.max(skin, sleeve)
    patch = np.clip(base * tone, 0, 255).astype(np.uint8)
    patch, alpha = cv2.resize(patch, size_wh), cv2.resize(alpha, size_wh)
    return np.asarray(patch, np.uint8), np.asarray(alpha, np.float32) / np.float32(255), int(low[0]), int(low[1])
