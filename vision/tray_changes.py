"""Where a tray is not as it was without its dice: where dice are looked for, and what may be one that nobody found."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Image

Found = tuple[float, float, float, float]  # x, y, edge in px, score

_CELLS = 8  # of the small picture across a die's edge
_CHANGED = 9  # grey levels of a soft picture: far less than any die, a little more than noise
_STANDS_OUT = 18  # likewise: more than most shadows
_ROOM = 0.9  # of an edge: all that the reader sees round a die
_LIKE_A_DIE = (0.4, 3.0)  # of a top face's area, from a part of one to one with its sides and shadow
_LONGEST = 2.3  # of an edge, likewise
_EXPLAINED = 0.95  # of an edge: what is nearer to a find is a part of it
_SAME = 6.0  # grey levels by which a place differs on average that is as it was


class TrayChanges:
    """A crop (H, W, 3) beside the same view without dice; `edge_px` is a die's edge."""

    def __init__(self, image_bgr: Image, background_bgr: Image, edge_px: float) -> None:
        self._image, self._background, self._edge_px = image_bgr, background_bgr, edge_px
        height, width = image_bgr.shape[:2]
        self._k = max(1, round(edge_px / _CELLS))  # a whole number is much quicker
        size = width // self._k, height // self._k
        a, b = (
            cv2.resize(i[: size[1] * self._k, : size[0] * self._k], size, interpolation=cv2.INTER_AREA)
            for i in (image_bgr, background_bgr)
        )
        self._differs: NDArray[np.uint8] = cv2.blur(cv2.absdiff(a, b).max(axis=2), (3, 3)).astype(np.uint8)

    @property
    def box_xyxy_px(self) -> tuple[int, int, int, int]:
        """Round all that changed, with room; the whole picture where nothing did."""
        height, width = self._image.shape[:2]
        ys, xs = np.nonzero(self._differs > _CHANGED)
        if len(xs) == 0:
            return 0, 0, width, height
        room = _ROOM * self._edge_px
        return (
            max(0, int(xs.min() * self._k - room)),
            max(0, int(ys.min() * self._k - room)),
            min(width, int((xs.max() + 1) * self._k + room)),
            min(height, int((ys.max() + 1) * self._k + room)),
        )

    def changed_at(self, found: Found) -> bool:
        """Whether something is where a die was found that was not there before."""
        x, y, e, _ = found
        x0, y0, x1, y1 = (int(v) for v in (x - e / 2, y - e / 2, x + e / 2 + 1, y + e / 2 + 1))
        a = self._image[max(0, y0) : y1, max(0, x0) : x1].astype(np.int16)
        b = self._background[max(0, y0) : y1, max(0, x0) : x1].astype(np.int16)
        return bool(a.size == 0 or np.abs(a - b).mean() > _SAME)

    def overlooked(self, found: Sequence[Found], score: float) -> list[Found]:
        """Places of about a die's size that changed and where none was found; all are given the same `score`.

        The finder fails by colours it never saw, this by whatever else is as large: the reader decides.
        """
        k, edge = self._k, self._edge_px / self._k
        over = (self._differs > _STANDS_OUT).astype(np.uint8)
        for x, y, _, _ in found:
            cv2.circle(over, (int(x / k), int(y / k)), round(_EXPLAINED * edge), 0, -1)
        over = np.asarray(cv2.morphologyEx(over, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
        count, _, stats, middles = cv2.connectedComponentsWithStats(over, connectivity=4)
        places: list[Found] = []
        for label in range(1, count):
            area = stats[label, cv2.CC_STAT_AREA] / edge**2
            longest = max(stats[label, cv2.CC_STAT_WIDTH], stats[label, cv2.CC_STAT_HEIGHT]) / edge
            if _LIKE_A_DIE[0] < area < _LIKE_A_DIE[1] and longest < _LONGEST:
                x, y = ((float(v) + 0.5) * k for v in middles[label])
                places.append((x, y, self._edge_px, score))
        return places
