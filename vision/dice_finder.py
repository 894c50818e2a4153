"""Where dice may lie in a picture: a small dense network, asked in one known scale or in several."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Image
from vision.pyramid import Pyramid
from vision.tray_changes import Found, TrayChanges

_FIND_EDGE = 15.0  # px of an edge in the picture that the network gets when the scale is known
LEVELS_PX = (640, 272, 116)  # long sides of its pictures when it is not
_FINEST_PX = 2048  # at most, of the finest scale of a large picture
_FOUND = 0.30
_NEW = 0.5  # the least score of what is new in a tray
_MOST = 28


class DiceFinder:
    """Finds what may be dice; `model` is the network's ONNX file. Not for several threads at once."""

    def __init__(self, model: Path) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(model))

    def find(self, image: Pyramid, edge_px: float | None, finest: bool = False) -> list[Found]:
        """Candidates (x, y, edge, score) in px of the picture, the best first, none twice.

        `edge_px` and `finest` as in `_levels`.
        """
        h, w = image.image.shape[:2]
        rows: list[NDArray[np.float64]] = []
        for level in _levels(image, edge_px, finest):
            th, tw = level.shape[:2]
            # A margin, so that dice at the picture's edge are seen; round sizes, so that few shapes occur.
            margin, step = (8, 8) if edge_px is not None else (16, 32)
            pad_w, pad_h = -(tw + 2 * margin) % step, -(th + 2 * margin) % step
            framed = cv2.copyMakeBorder(level, margin, margin + pad_h, margin, margin + pad_w, cv2.BORDER_REPLICATE)
            self._net.setInput(cv2.dnn.blobFromImage(framed, 1 / 255.0))
            out = self._net.forward()[0].astype(np.float64)
            p = 1 / (1 + np.exp(-out[0]))
            peak = p > _FOUND
            if edge_px is None:  # else a die is two cells wide, and would hide one that touches it
                peak &= p >= cv2.dilate(p, np.ones((3, 3)))
            ys, xs = np.nonzero(peak)
            sx, sy = w / tw, h / th
            x = ((xs + 0.5 + out[1][peak]) * 8 - margin) * sx
            y = ((ys + 0.5 + out[2][peak]) * 8 - margin) * sy
            e = 18 * np.exp(np.clip(out[3][peak], -1.2, 1.2)) * (sx * sy) ** 0.5
            rows.append(np.stack([x, y, e, p[peak]], 1))
        every = np.concatenate(rows)
        if edge_px is not None:
            every = every[(every[:, 2] > 0.6 * edge_px) & (every[:, 2] < 1.6 * edge_px)]
        kept: list[Found] = []
        for x, y, e, p in every[np.argsort(-every[:, 3])]:
            if not (-0.2 * e < x < w + 0.2 * e and -0.2 * e < y < h + 0.2 * e):
                continue
            # Only of one size: whether a pip or the die round it is the die, the reader will say.
            if all(
                (x - a) ** 2 + (y - b) ** 2 > (0.55 * max(e, c)) ** 2 or not 0.55 < e / c < 1.8 for a, b, c, _ in kept
            ):
                kept.append((float(x), float(y), float(e), float(p)))
        return kept[:_MOST]

    def find_new(self, image_bgr: Image, background_bgr: Image, edge_px: float) -> list[Found]:
        """Candidates in what is not as in the background, and what else there is as large as a die."""
        changes = TrayChanges(image_bgr, background_bgr, edge_px)
        x0, y0, x1, y1 = changes.box_xyxy_px
        found = [(x + x0, y + y0, e, p) for x, y, e, p in self.find(Pyramid(image_bgr[y0:y1, x0:x1]), edge_px)]
        # That something is new there is a witness of its own: however little the network says, it is no doubt.
        found = [(x, y, e, max(p, _NEW)) for x, y, e, p in found if changes.changed_at((x, y, e, p))]
        return found + changes.overlooked(found, _NEW)


def _levels(image: Pyramid, edge_px: float | None, finest: bool) -> list[Image]:
    """The picture in the scales that the finder looks at: one where a die's edge is known.

    `finest`: that in which the smallest dice of a large picture are large enough to be found.
    """
    if edge_px is not None:
        return [image.scaled(min(_FIND_EDGE / edge_px, 1.5), quick=True)]
    if finest:
        return [image.scaled(min(0.5, _FINEST_PX / max(image.image.shape[:2])))]
    level, (h, w), out = image.image, image.image.shape[:2], []
    for n in LEVELS_PX:
        if n == LEVELS_PX[-1] or n < 1.5 * max(h, w):
            k = min(1.0, n / max(h, w))
            size = max(8, round(w * k)), max(8, round(h * k))
            level = np.asarray(cv2.resize(level, size, interpolation=cv2.INTER_AREA), np.uint8)
            out.append(level)
    return out
