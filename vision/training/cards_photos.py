"""Index patches and whole cards of photographs that may train: their licence is stated and free.

Their truth is a list of cards, with boxes or without. Where an index stands is found by the networks
of an earlier round; a patch is taken only where a card of the truth lies and their reading allows it.
A source named in `without` stays out, to be checked on.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vision.card_nets import NO_INDEX, CardNets, cut, frame_of_quad
from vision.card_reader import CardReader
from vision.corners import index_at
from vision.outlines import inside, long_side
from vision.pyramid import Pyramid
from vision.readings import CODES
from vision.training.cards_data import CORNER_NONE, STORE_AT, STORE_WH_PX, WHOLE_WH_PX, corner_class, cut_quad
from vision.training.check_cards import truth_of
from vision.training.free_photos import free_cards

Image = np.ndarray[Any, Any]
Floats = np.ndarray[Any, Any]

_STORE_WH = (STORE_WH_PX[0] * 0.26 / 48, STORE_WH_PX[1] * 0.39 / 72)
_CLEAR, _ALLOWED, _NO_INDEX, _NONE_A_PHOTO = 0.5, 0.08, 0.97, 4


@dataclass(frozen=True)
class PhotoPatches:
    """What one photograph teaches: (N, 96, 64, 3) patches with classes, (M, 120, 80, 3) cards with codes."""

    source: str
    corners: Image
    corner_labels: Image
    wholes: Image
    whole_labels: Image


def _frames(reader: CardReader, image: Image) -> tuple[list[Floats], list[Floats]]:
    """Where indices may stand (frames), and the outlines that were looked at."""
    seen = reader.observe(image)
    frames = list(seen.spots)
    for quad in seen.ways:
        frames += [frame_of_quad(quad, 0.7), frame_of_quad(quad[[2, 3, 0, 1]], 0.7)]
    return frames, seen.ways


def _label(p: Floats, at: Floats, truth: set[int], boxes: list[tuple[int, Floats]]) -> int | None:
    """The code of a patch with such probabilities (53,) at such a place; None if it cannot be told."""
    among = sorted(truth, key=lambda c: -p[c])
    here = [c for c, poly in boxes if inside(at, poly, 0.03 * long_side(poly))]
    if here and among[0] not in here:
        return None
    if p[among[0]] > _CLEAR:
        return among[0]
    second = p[among[1]] if len(among) > 1 else 0.0
    return among[0] if here and p[among[0]] > _ALLOWED and second < 0.5 * p[among[0]] else None


def _polys(row: dict[str, str]) -> list[tuple[int, Floats]]:
    out = []
    for box in json.loads(row["boxes"] or "[]"):
        code = box["card"][:-1].upper() + box["card"][-1].lower()
        if code not in CODES:
            continue
        x0, y0, x1, y1 = box.get("bbox", (0, 0, 0, 0))
        poly = box.get("poly") or [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
        out.append((CODES.index(code), np.array(poly, np.float64)))
    return out


def free_patches(photos_dir: Path, models_dir: Path | None = None, without: Sequence[str] = ()) -> list[PhotoPatches]:
    """All photographs that may train; `photos_dir` holds cards.csv and cards/."""
    reader, nets = CardReader(models_dir=models_dir), CardNets(models_dir)
    rng = np.random.default_rng(7)
    out = []
    for row, image in free_cards(photos_dir):
        if row["source"].startswith(tuple(w for w in without if w) or ("-",)):
            continue
        truth = {CODES.index(c) for c in truth_of(row["cards"])}
        boxes, pyramid = _polys(row), Pyramid(image)
        frames, ways = _frames(reader, image)
        p = nets.corners(pyramid, frames)
        corners: list[tuple[Image, int]] = []
        blank: list[tuple[Image, int]] = []
        for frame, probs in zip(frames, p, strict=True):
            patch = cut(pyramid, frame, STORE_AT, _STORE_WH, STORE_WH_PX, 300.0)
            code = _label(probs, index_at(frame), truth, boxes) if truth else None
            if code is not None:
                corners.append((patch, corner_class(CODES[code], "english")))
            elif probs[NO_INDEX] > _NO_INDEX or not truth:
                blank.append((patch, CORNER_NONE))
        corners += [blank[i] for i in rng.permutation(len(blank))[:_NONE_A_PHOTO]]
        wholes = []
        for quad in ways:
            here = [c for c, poly in boxes if len(ways) and inside(quad.mean(0), poly)
                    and 0.75 < long_side(quad) / long_side(poly) < 1.3]
            if len(truth) == 1 or len(here) == 1:
                code = here[0] if len(here) == 1 else next(iter(truth))
                ends = nets.corners(pyramid, [frame_of_quad(quad, 0.7), frame_of_quad(quad[[2, 3, 0, 1]], 0.7)])
                if ends[:, code].max() > _CLEAR:
                    wholes.append((cut_quad(image, quad), code))
        out.append(PhotoPatches(
            row["source"],
            np.array([c[0] for c in corners], np.uint8).reshape(-1, STORE_WH_PX[1], STORE_WH_PX[0], 3),
            np.array([c[1] for c in corners], np.int16),
            np.array([w[0] for w in wholes], np.uint8).reshape(-1, WHOLE_WH_PX[1], WHOLE_WH_PX[0], 3),
            np.array([w[1] for w in wholes], np.int16),
        ))
    return out
