"""Where to look for index corners that no outline explains: overlapped and fanned cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from vision.card_nets import FINDER_LENGTH_PX, CardNets
from vision.outlines import inside, long_side
from vision.pyramid import Pyramid

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float64]]
BoxXYXY = tuple[int, int, int, int]

INDEX_AT = np.array([0.08, 0.12, 1.0])  # about the middle of an index, in card lengths
_HEAT_LEAST = 0.25
_MOST = 80
_LENGTHS_PX = (52.0, 195.0)  # in the finder's own scale: beyond, it misjudges lengths
# A card that shows only a strip with its index still shows this share of its area.
_STRIP = 0.1


def index_at(frame: Floats) -> Floats:
    """About where an index with this frame stands in the picture, in px."""
    return (frame @ INDEX_AT)[:2]  # type: ignore[no-any-return]


def unexplained(pyramid: Pyramid, sure: Sequence[Floats], length_px: float) -> list[BoxXYXY]:
    """Boxes round what is bright enough to be cards but is not covered by `sure` outlines, in px."""
    k = min(1.0, 48.0 / length_px)
    small, image = pyramid.scaled(k, quick=True), pyramid.image
    length = length_px * k
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    block = int(3 * length) | 1
    local = cv2.subtract(grey, cv2.blur(grey, (block, block)))
    bright = cv2.max(cv2.threshold(local, 6, 1, cv2.THRESH_BINARY)[1],
                     cv2.threshold(grey, 0, 1, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1])
    for quad in sure:
        middle = quad.mean(0)
        grown = middle + (quad - middle) * 1.07
        cv2.fillPoly(bright, [np.round(grown * k).astype(np.int32)], 0)
    bright = cv2.morphologyEx(bright, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(bright, connectivity=8)
    boxes = []
    for x, y, w, h, area in stats[1:count]:
        if area > _STRIP * 0.7 * length * length and max(w, h) > 0.35 * length:
            pad = 0.25 * length
            boxes.append((
                max(0, int((x - pad) / k)), max(0, int((y - pad) / k)),
                min(image.shape[1], int((x + w + pad) / k) + 1), min(image.shape[0], int((y + h + pad) / k) + 1),
            ))
    return boxes


def _merged(boxes: list[BoxXYXY]) -> list[BoxXYXY]:
    """Boxes that touch become one."""
    out: list[BoxXYXY] = []
    for box in boxes:
        grown = True
        while grown:
            grown = False
            for other in out:
                if box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]:
                    out.remove(other)
                    box = (min(box[0], other[0]), min(box[1], other[1]),
                           max(box[2], other[2]), max(box[3], other[3]))
                    grown = True
                    break
        out.append(box)
    return out


def _to_scale(frame: Floats, length_px: float) -> Floats:
    """A frame made square and of a known card's size about its index, where it is nearly so."""
    ex, ey = frame[:2, 0], frame[:2, 1]
    if not 0.75 < np.hypot(*ey) / length_px < 1.3:
        return frame
    up = ey / np.hypot(*ey) + np.array([-ex[1], ex[0]]) / max(float(np.hypot(*ex)), 1e-6)
    up = up / max(float(np.hypot(*up)), 1e-6) * length_px
    out = np.array([[up[1], up[0], 0], [-up[0], up[1], 0], [0, 0, 1.0]])
    out[:2, 2] = index_at(frame) - out[:2, :2] @ INDEX_AT[:2]
    return out


def find_indices(
    nets: CardNets, pyramid: Pyramid, sure: Sequence[Floats], doubtful: Sequence[Floats], length_px: float | None
) -> list[tuple[float, Floats]]:
    """Indices outside the `sure` outlines: (score, frame), likeliest first.

    Where the scale is known, or told by the sure cards, one scale is looked at, and a second where
    `doubtful` outlines are much smaller or larger, as far and near cards are; else three.
    """
    h, w = pyramid.image.shape[:2]
    known = length_px or (float(np.median([long_side(q) for q in sure])) if sure else None)
    whole: list[BoxXYXY] = [(0, 0, w, h)]
    if known is not None:
        lengths = [known]
        if length_px is None:
            rest = [long_side(q) for q in doubtful]
            lengths += [s for s in (min(rest, default=known), max(rest, default=known)) if not 0.7 < s / known < 1.5]
        scales = [float(np.clip(FINDER_LENGTH_PX / s, 0.1, 1.6)) for s in lengths]
        boxes = _merged(unexplained(pyramid, sure, known))
        if sum((b[2] - b[0]) * (b[3] - b[1]) for b in boxes) > 0.6 * w * h:
            boxes = whole
    else:
        scales = [s / max(h, w) for s in (1280, 560, 250) if s / max(h, w) < 2]
        boxes = whole
    found: list[tuple[float, Floats, float]] = []
    for scale in scales:
        for box in boxes:
            shift = np.array([[1, 0, box[0]], [0, 1, box[1]], [0, 0, 1.0]])
            for score, frame in nets.find(pyramid.part(box, scale), scale, _HEAT_LEAST):
                frame = shift @ frame
                if length_px is not None:
                    frame = _to_scale(frame, length_px)
                at = index_at(frame)
                length = float(np.hypot(*frame[:2, 1])) * scale
                if _LENGTHS_PX[0] < length < _LENGTHS_PX[1] and not any(inside(at, q) for q in sure):
                    found.append((score, frame, abs(float(np.log(length / FINDER_LENGTH_PX)))))
    kept: list[tuple[float, Floats]] = []
    places: list[Floats] = []
    # of one index seen in two scales, the one nearer the finder's own has the better frame
    for score, frame, _ in sorted(found, key=lambda f: f[2] if len(scales) > 1 else -f[0]):
        at, reach = index_at(frame), 0.08 * float(np.hypot(*frame[:2, 1]))
        if not any(np.hypot(*(at - p)) < reach for p in places):
            kept.append((score, frame))
            places.append(at)
    return sorted(kept, key=lambda s: -s[0])[:_MOST]
