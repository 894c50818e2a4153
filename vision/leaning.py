"""Physical evidence that a die leans: a flat one stands free, a leaning one leans on something that is seen beside it.

From above a leaning die looks like a flat one seen aslant. But it needs something to lean on, the rim, a chip, a
card, the other die, and that joins it without a strip of bare tray between.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Image
from vision.readings import DieReading, NoValue

RIM_EDGES = 0.9  # of a die's edge: nearer to the tray's edge its middle can't be, between walls
TOUCHING_EDGES = 1.28  # a face's middle from the other's, side by side: one may lean, and nobody could tell

_FIT_EDGE_PX = 6  # a die's edge in the picture that the tray's own colour is fitted to
_RAYS = 72
_RADII = np.arange(0.45, 1.2, 0.05)  # of an edge, from inside the top face to beyond all of the die
_BEYOND = 4  # of the radii, that a flat die does not reach
_JOINED_RAYS = 4  # side by side; a corner seen aslant fills fewer
_DARKEST, _BRIGHTEST = 0.7, 1.12  # a shadow on the tray, a gleam
_LEAST_STEP, _STEP_SHARE, _NOISE_TIMES = 5.0, 0.08, 2.5


@dataclass(frozen=True, eq=False)
class BareTray:
    """The tray's own colour everywhere (h, w, 3), `px_per_px` smaller than the crop, and how far it strays from it."""

    colour: NDArray[np.float32]
    px_per_px: float
    noise: float

    @classmethod
    def of(cls, background_bgr: Image, edge_px: float) -> BareTray:
        """From the tray without its dice: a smooth colour under uneven light; what else lies in it is left out."""
        less = min(1.0, _FIT_EDGE_PX / edge_px)
        small = cv2.resize(background_bgr, None, fx=less, fy=less, interpolation=cv2.INTER_AREA).astype(np.float32)
        height, width = small.shape[:2]
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        x, y = xs.ravel() / width - 0.5, ys.ravel() / height - 0.5
        terms = np.stack([np.ones_like(x), x, y, x * x, y * y], axis=1)
        pixels = small.reshape(-1, 3)
        keep = np.abs(pixels - np.median(pixels, axis=0)).max(axis=1) < 40
        fit, away = pixels, np.zeros(len(pixels), np.float32)
        for _ in range(4):
            if np.count_nonzero(keep) < 50:
                break
            factors = np.linalg.lstsq(terms[keep], pixels[keep], rcond=None)[0]
            fit = terms @ factors
            away = np.abs(pixels - fit).max(axis=1)
            keep = away < max(8.0, 3 * float(np.median(away[keep])))
        noise = float(np.median(away[keep])) if keep.any() else 0.0
        return cls(fit.reshape(small.shape).astype(np.float32), less, noise)


def joined(image: Image, bare: BareTray, centre_xy_px: tuple[float, float], edge_px: float) -> bool:
    """Whether something joins a die of which this is the top face's middle, with no bare tray between.

    `image` is the crop, a little softened; what is beyond it joins too.
    """
    height, width = image.shape[:2]
    turn = (np.arange(_RAYS) + 0.5) / _RAYS * 2 * np.pi
    xs = centre_xy_px[0] + np.cos(turn)[:, None] * _RADII * edge_px
    ys = centre_xy_px[1] + np.sin(turn)[:, None] * _RADII * edge_px
    outside = (xs < 0) | (ys < 0) | (xs > width - 1) | (ys > height - 1)
    seen = image[ys.clip(0, height - 1).astype(int), xs.clip(0, width - 1).astype(int)].astype(np.float32)
    h, w = bare.colour.shape[:2]
    rows, columns = ((v * bare.px_per_px).clip(0, n - 1).astype(int) for v, n in ((ys, h), (xs, w)))
    tray = bare.colour[rows, columns]
    shade = (seen * tray).sum(axis=-1) / np.maximum((tray * tray).sum(axis=-1), 1)
    away = np.abs(seen - shade.clip(_DARKEST, _BRIGHTEST)[..., None] * tray).max(axis=-1)
    step = np.maximum(np.maximum(_LEAST_STEP, _STEP_SHARE * tray.max(axis=-1)), _NOISE_TIMES * bare.noise)
    covered = (away > step) | outside
    covered = covered.astype(int) + np.roll(covered, 1, axis=0) + np.roll(covered, -1, axis=0) >= 2
    free = ~covered[:, : len(_RADII) - _BEYOND + 1]
    gap = (free[:, 1:] & free[:, :-1]).any(axis=1) | (free.sum(axis=1) > 2)
    meets = ~gap & (covered[:, -_BEYOND:].mean(axis=1) >= 0.7)
    return _longest_run(meets) >= _JOINED_RAYS


def leaning(dice: tuple[DieReading, ...], tray_wh_px: tuple[int, int]) -> tuple[DieReading, ...]:
    """The dice, those marked as cocked that lie on the tray's rim, or so near another that one may lean on it."""
    width, height = tray_wh_px
    marked = []
    for die in dice:
        x, y = die.centre_xy_px
        on_rim = min(x, y, width - x, height - y) < RIM_EDGES * die.edge_px
        gaps = [
            float(np.hypot(x - other.centre_xy_px[0], y - other.centre_xy_px[1])) / die.edge_px
            for other in dice
            if other is not die and other.confidence > 0.5
        ]
        nearest = min(gaps, default=9.0)
        if on_rim or nearest < TOUCHING_EDGES:
            marked.append(replace(die, sure=False, why=NoValue.COCKED))
        else:
            marked.append(die)
    return tuple(marked)


def leaning_on_something(dice: tuple[DieReading, ...], image: Image, bare: BareTray) -> tuple[DieReading, ...]:
    """The dice, those marked as cocked that something joins."""
    soft = np.asarray(cv2.blur(image, (5, 5)), np.uint8)
    return tuple(
        replace(die, sure=False, why=NoValue.COCKED)
        if die.sure and joined(soft, bare, die.centre_xy_px, die.edge_px)
        else die
        for die in dice
    )


def _longest_run(marks: NDArray[np.bool_]) -> int:
    """Of marks round a circle."""
    if marks.all():
        return len(marks)
    longest = run = 0
    for mark in (*marks, *marks):
        run = run + 1 if mark else 0
        longest = max(longest, run)
    return longest
