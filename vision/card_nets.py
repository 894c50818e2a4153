"""The card reader's three networks in cv2.dnn, and the cutting of their inputs.

Frames are 3x3 matrices from card lengths to picture px: (0, 0) is a card's upper
left corner as one reads its index, x runs along its width, y along its length,
and both are counted in card lengths (so the lower right corner is near (0.7, 1)).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.decks import Deck
from vision.pyramid import Pyramid

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

MODELS_DIR = Path(__file__).parent / "models"

# What the nets were trained on; the same figures as in vision/training/cards_data.py.
PATCH_AT = (-0.01, -0.015)
PATCH_WH = (0.26, 0.39)
CORNER_WH_PX = (48, 72)
WHOLE_WH_PX = (80, 120)
BACK, NO_CARD = 52, 53
NO_INDEX = 52
_AT_ONCE = 32  # more at once falls out of the processor's cache and takes longer
_LETTERS = 17  # ranks of the corner net: 13 English, then B, D, V, R

# A card's length the finder reads best, and the range that it still reads.
FINDER_LENGTH_PX = 112.0
_FINDER_UNIT_PX = 64.0

# Which of the corner net's ranks stand for jack, queen and king, by letters of the deck. A deck's own
# letters and the English ones are one card; D is a queen wherever it is written, and a Q's best double.
LETTER_COLUMNS = {
    "english": ((9,), (10, 14), (11,)),
    "german": ((9, 13), (10, 14), (11,)),
    "french": ((9, 15), (10, 14), (11, 16)),
}


def cut(pyramid: Pyramid, frame: Floats, at: tuple[float, float], wh: tuple[float, float],
        wh_px: tuple[int, int], most_px: float) -> Image:
    """The part of a card from `at`, `wh` card lengths large, on a grid of `wh_px`."""
    length = float(np.hypot(*(_project(frame, 0.0, 1.0) - _project(frame, 0.0, 0.0))))
    image, k = pyramid.at_most(length, most_px)
    sx, sy = wh[0] / wh_px[0], wh[1] / wh_px[1]
    grid = np.array([[sx, 0, at[0] + sx / 2], [0, sy, at[1] + sy / 2], [0, 0, 1.0]])
    scale = np.array([[k, 0, (k - 1) / 2], [0, k, (k - 1) / 2], [0, 0, 1.0]])
    return cv2.warpPerspective(  # type: ignore[return-value]
        image, scale @ frame @ grid, wh_px, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )


def _project(frame: Floats, x: float, y: float) -> Floats:
    p = frame @ np.array([x, y, 1.0])
    return p[:2] / p[2]  # type: ignore[no-any-return]


def frame_of_quad(quad: Floats, width: float) -> Floats:
    """The frame of a card whose outline is known, from its upper left, clockwise."""
    card = np.array([[0, 0], [width, 0], [width, 1], [0, 1]], np.float32)
    return cv2.getPerspectiveTransform(card, quad.astype(np.float32)).astype(np.float64)


def frame_of_axes(origin: Floats, ex: Floats, ey: Floats) -> Floats:
    """The frame with such axes, without perspective."""
    return np.array([[ex[0], ey[0], origin[0]], [ex[1], ey[1], origin[1]], [0, 0, 1.0]])


def _softmax(logits: Floats) -> Floats:
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)  # type: ignore[no-any-return]


class CardNets:
    """Loads the ONNX files once; a missing one is a FileNotFoundError that names it."""

    def __init__(self, models_dir: Path | None = None) -> None:
        self._nets: dict[str, Any] = {}
        for name in ("corner", "whole", "finder"):
            path = (models_dir or MODELS_DIR) / f"cards-{name}.onnx"
            if not path.exists():
                raise FileNotFoundError(f"the card reader's model is missing: {path}")
            self._nets[name] = cv2.dnn.readNetFromONNX(str(path))

    def _run(self, name: str, blob: Any) -> Floats:
        net = self._nets[name]
        net.setInput(blob)
        return net.forward().astype(np.float64)  # type: ignore[no-any-return]

    def corners(self, pyramid: Pyramid, frames: Sequence[Floats], deck: Deck | None = None) -> Floats:
        """(N, 53): how likely each card is by its index at each frame, then no index.

        A learned deck's pictures weigh in, as `vision.deck_witness` says.
        """
        deck = deck or Deck()
        if not frames:
            return np.zeros((0, 53))
        patches = [cut(pyramid, f, PATCH_AT, PATCH_WH, CORNER_WH_PX, 300.0) for f in frames]
        p = _softmax(np.concatenate([
            self._run("corner", cv2.dnn.blobFromImages(patches[i : i + _AT_ONCE], 1 / 255.0))
            for i in range(0, len(patches), _AT_ONCE)
        ]))
        ranks = [*((i,) for i in range(9)), *LETTER_COLUMNS[deck.letters], (12,)]
        out = np.zeros((len(p), 53))
        for suit in range(4):
            for rank, columns in enumerate(ranks):
                out[:, suit * 13 + rank] = p[:, [suit * _LETTERS + c for c in columns]].sum(axis=1)
        out[:, NO_INDEX] = 1 - out[:, :52].sum(axis=1)
        if deck.codes:
            out = np.array([deck.weigh(row, patch) for row, patch in zip(out, patches, strict=True)])
        return out

    def wholes(self, pyramid: Pyramid, quads: Sequence[Floats]) -> Floats:
        """(N, 54): how likely each card is by the whole of it, then a back, then no card."""
        if not quads:
            return np.zeros((0, 54))
        patches = [
            cut(pyramid, frame_of_quad(q, 2 / 3), (0.0, 0.0), (2 / 3, 1.0), WHOLE_WH_PX, 200.0) for q in quads
        ]
        return _softmax(self._run("whole", cv2.dnn.blobFromImages(patches, 1 / 255.0)))

    def find(self, work: Image, scale: float, least: float) -> list[tuple[float, Floats]]:
        """Index corners in a picture that was brought to a scale: (score, frame), likeliest first.

        Frames are in px of the picture before scaling.
        """
        h, w = work.shape[:2]
        work = cv2.copyMakeBorder(work, 0, -h % 16, 0, -w % 16, cv2.BORDER_REPLICATE)  # type: ignore[assignment]
        out = self._run("finder", cv2.dnn.blobFromImage(work, 1 / 255.0))[0]
        heat = 1 / (1 + np.exp(-out[0]))
        peak = (heat == cv2.dilate(heat, np.ones((3, 3)))) & (heat > least)
        ys, xs = np.nonzero(peak)
        order = np.argsort(-heat[ys, xs])
        found = []
        for y, x in zip(ys[order], xs[order], strict=True):
            v = out[1:, y, x] * _FINDER_UNIT_PX
            at = np.array([x, y]) * 4 + 1.5
            frame = frame_of_axes((at + v[0:2] + 0.5) / scale - 0.5, v[2:4] / scale, v[4:6] / scale)
            found.append((float(heat[y, x]), frame))
        return found
