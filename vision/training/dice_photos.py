"""Photographs of real dice that may train: their licence is stated and free.

Their truth is a value for each die (and, for some, a box). Where the top face lies is found by the networks of
an earlier round: a die is taken only where what they read agrees with the truth, or where a box says which die
it is. A source named in `without` stays out, to be checked on.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.dice_reader import DiceReader, Look
from vision.training.dice_data import IGNORE, Picture

FREE_DICE = {
    "nell-byler": "BSD-3-Clause", "matteop65": "MIT", "DamianTab": "Apache-2.0", "KamilPiechowiak": "MIT",
    "Epanemu": "CC BY 4.0",
}


def _assign(looks: list[Look], truth: list[int], boxes: list[tuple[int, list[float]]]) -> list[int] | None:
    """For each look its true value, IGNORE where unknown; None where the picture can't be trusted."""
    if boxes:
        out = []
        for look in looks:
            x, y = look.centre_xy_px
            mine = [v for v, (x0, y0, x1, y1) in boxes if x0 <= x <= x1 and y0 <= y <= y1
                    and 0.4 < look.edge_px / max(x1 - x0, y1 - y0) < 1.15]
            out.append(mine[0] if len(mine) == 1 else IGNORE)
        return out
    if len(looks) != len(truth):
        return None
    # Without boxes: the values that fit best in all, where at most one die of the picture was misread.
    reads = [int(np.argmax(look.chances[1:7])) + 1 for look in looks]
    spare = Counter(truth) - Counter(reads)
    extra = Counter(reads) - Counter(truth)
    if not spare:
        return reads
    if spare.total() == 1:
        wrong, value = next(iter(extra)), next(iter(spare))
        if reads.count(wrong) == 1:
            return [value if v == wrong else v for v in reads]
    return None


def free_pictures(photos_dir: Path, models_dir: Path, without: Sequence[str] = ()) -> list[Picture]:
    """The photographs that may train, with every top face that could be placed.

    `photos_dir` holds dice.csv and dice/; `models_dir` the ONNX files of the earlier round.
    """
    reader = DiceReader(models_dir=models_dir)
    out = []
    with (photos_dir / "dice.csv").open(newline="") as f:
        rows = [r for r in csv.DictReader(f) if r["source"].startswith(tuple(FREE_DICE))
                and not (without and r["source"].startswith(tuple(without)))]
    for row in rows:
        raw = cv2.imread(str(photos_dir / "dice" / row["file"]))
        if raw is None or row["kind"] == "moving":
            continue
        image = np.asarray(raw, np.uint8)
        truth = [int(v) for v in row["dice"].split(";") if v]
        boxes = [(int(b["v"]), list(b["box"])) for b in json.loads(row["boxes"] or "[]")]
        looks = [k for k in reader.look(image) if k.chances[0] < 0.5] if truth else []
        values = _assign(looks, truth, boxes)
        if values is None:
            continue
        centres = [np.array(k.centre_xy_px) for k in looks]
        edges = [k.edge_px for k in looks]
        corners = [k.quad_xy_px for k in looks]
        if boxes:  # what is no die of the truth is a lesson in what is none; a die not found is one to ignore
            hit = [any(x0 <= c[0] <= x1 and y0 <= c[1] <= y1 for c in centres) for _, (x0, y0, x1, y1) in boxes]
            keep = [i for i, v in enumerate(values)
                    if v != IGNORE or any(b[0] <= centres[i][0] <= b[2] and b[1] <= centres[i][1] <= b[3]
                                          for _, b in boxes)]
            centres, edges = [centres[i] for i in keep], [edges[i] for i in keep]
            corners, values = [corners[i] for i in keep], [values[i] for i in keep]
            for found, (_, (x0, y0, x1, y1)) in zip(hit, boxes, strict=True):
                if not found:
                    centres.append(np.array([(x0 + x1) / 2, (y0 + y1) / 2]))
                    edges.append(max(x1 - x0, y1 - y0) * 0.8)
                    corners.append(np.full((4, 2), np.nan))
                    values.append(IGNORE)
        out.append(Picture(
            image, np.array(values, np.int64), np.array(corners, np.float64).reshape(-1, 4, 2),
            np.array(centres, np.float64).reshape(-1, 2), np.array(edges, np.float64), real=True,
        ))
    return out
