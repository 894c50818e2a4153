"""A picture and its smaller copies, each made once and only when asked for."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

_CUT_SHRINK = 0.4  # what is cut smaller than this is cut from a half
_SMOOTH_SHRINK = 0.8  # and what is still smaller than this is averaged


class Pyramid:
    """A BGR picture and its halves; averaging by halves is many times faster than by other factors."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self._halves = [image]

    def half(self, times: int) -> Image:
        """The picture halved so many times."""
        while len(self._halves) <= times:
            last = self._halves[-1]
            self._halves.append(
                cv2.resize(last, (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2)),
                           interpolation=cv2.INTER_AREA)  # type: ignore[arg-type]
            )
        return self._halves[times]

    def at_most(self, length_px: float, most_px: float) -> tuple[Image, float]:
        """The level on which what is `length_px` long is at most `most_px`, and its scale."""
        times = max(0, min(6, math.ceil(math.log2(max(length_px / most_px, 1e-6)))))
        return self.half(times), 0.5**times

    def scaled(self, scale: float, quick: bool = False) -> Image:
        """The picture in a scale of its own, through the nearest half; `quick`: the rest without averaging."""
        if abs(scale - 1) < 0.02:
            return self.image
        times = max(0, min(6, math.floor(-math.log2(scale) + 1e-9)))
        h, w = self.image.shape[:2]
        size = (max(1, round(w * scale)), max(1, round(h * scale)))
        how = cv2.INTER_AREA if scale < 1 and not quick else cv2.INTER_LINEAR
        return cv2.resize(self.half(times), size, interpolation=how)  # type: ignore[return-value]

    def part(self, box_xyxy: tuple[int, int, int, int], scale: float) -> Image:
        """A part of the picture in a scale of its own; only the part is scaled."""
        times = max(0, min(6, math.floor(-math.log2(scale) + 1e-9)))
        half, k = self.half(times), 0.5**times
        x0, y0, x1, y1 = box_xyxy
        cut = half[int(y0 * k) : max(int(y0 * k) + 1, int(y1 * k)), int(x0 * k) : max(int(x0 * k) + 1, int(x1 * k))]
        size = (max(1, round(cut.shape[1] * scale / k)), max(1, round(cut.shape[0] * scale / k)))
        how = cv2.INTER_AREA if scale < k else cv2.INTER_LINEAR
        return cv2.resize(cut, size, interpolation=how)  # type: ignore[return-value]

    def cut(self, to_crop: Floats, side: int) -> Image:
        """The square of `side` px that a 2×3 matrix maps the picture to, taken from a half of about its scale."""
        shrink = math.sqrt(abs(float(np.linalg.det(to_crop[:, :2]))))
        times = min(4, max(0, math.ceil(math.log2(_CUT_SHRINK / max(shrink, 1e-6)))))
        half = self.half(times)
        if times:
            shrink *= 2**times
            to_crop = np.c_[to_crop[:, :2] * (self.image.shape[1] / half.shape[1]), to_crop[:, 2]]
        if shrink >= _SMOOTH_SHRINK:
            return np.asarray(cv2.warpAffine(half, to_crop, (side, side), borderMode=cv2.BORDER_REPLICATE), np.uint8)
        # A warp takes single px: made twice as large and averaged, it takes four.
        large = cv2.warpAffine(half, to_crop * 2, (2 * side, 2 * side), borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(cv2.resize(large, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
