"""Photographs of real dice that may train: their licence is stated and free.

Their truth is a value for each die (and, for some, a box). Where the top face lies is found by the networks of
an earlier round: a die is taken only where what they read agrees with the truth, or where a box says which die
it is. A source named in `without` stays out, to be checked on.
"""

from __future__ import annotations

import csv
import json
import pickle
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice_face import quad_edge_px
from vision.dice_judge import Look
from vision.dice_reader import DiceReader
from vision.training.dice_data import Image, Picture
from vision.training.free_photos import free_card_photos

FREE_DICE = {
    "nell-byler": "BSD-3-Clause", "matteop65": "MIT", "DamianTab": "Apache-2.0", "KamilPiechowiak": "MIT",
    "Epanemu": "CC BY 4.0",
}


Box = tuple[int, list[float]]


def _by_counting(looks: list[Look], truth: list[int]) -> list[int] | None:
    """For each look its true value where all but one die of the picture were read right, else None."""
    if len(looks) != len(truth):
        return None
    reads = [int(np.argmax(look.chances[1:7])) + 1 for look in looks]
    spare, extra = Counter(truth) - Counter(reads), Counter(reads) - Counter(truth)
    if not spare:
        return reads
    wrong, value = next(iter(extra)), next(iter(spare))
    if spare.total() == 1 and reads.count(wrong) == 1:
        return [value if v == wrong else v for v in reads]
    return None


def _boxed(reader: DiceReader, image: Image, boxes: list[Box]) -> Picture:
    """A picture whose boxes say where its dice are; a top face is kept where its reading agrees with the truth."""
    places = [(np.array([(b[0] + b[2]) / 2, (b[1] + b[3]) / 2]), max(b[2] - b[0], b[3] - b[1]) * 0.8)
              for _, b in boxes]
    for _ in range(2):
        chances, quads = reader.read_places(image, places)
        places = [
            (q.mean(0), quad_edge_px(q)) if _inside(q, b) else p
            for q, (_, b), p in zip(quads, boxes, places, strict=True)
        ]
    corners = []
    for (value, box), chance, quad in zip(boxes, chances, quads, strict=True):
        good = _inside(quad, box) and chance[value] > 0.25
        corners.append(quad if good else np.full((4, 2), np.nan))
    return Picture(
        image, np.array([v for v, _ in boxes], np.int64), np.array(corners), np.array([p for p, _ in places]),
        np.array([e for _, e in places]), real=True,
    )


def _inside(quad: NDArray[np.float64], box: list[float]) -> bool:
    centre, side = quad.mean(0), max(box[2] - box[0], box[3] - box[1])
    middle = np.array([box[0] + box[2], box[1] + box[3]]) / 2
    return bool(np.abs(centre - middle).max() < 0.35 * side and 0.4 < quad_edge_px(quad) / side < 1.1)


def free_pictures(photos_dir: Path, models_dir: Path, without: Sequence[str] = ()) -> list[Picture]:
    """The photographs that may train, with every top face that could be placed.

    `photos_dir` holds dice.csv and dice/; `models_dir` the ONNX files of the earlier round, and is where the
    result is kept for the next call (real.pkl; remove it to place the faces anew).
    """
    kept = models_dir / "real.pkl"
    if kept.exists():
        found: list[tuple[str, Picture]] = pickle.loads(kept.read_bytes())
    else:
        found = _place_all(photos_dir, models_dir)
        kept.write_bytes(pickle.dumps(found))
    return [picture for source, picture in found if not source.startswith(tuple(without) or ("-",))]


def free_cards(photos_dir: Path) -> list[Picture]:
    """The free card photographs, as pictures that hold no die."""
    none = np.zeros((0, 2))
    return [
        Picture(image, np.zeros(0, np.int64), np.zeros((0, 4, 2)), none, np.zeros(0), real=True)
        for image in free_card_photos(photos_dir)
    ]


def decoys(models_dir: Path, pictures: list[Picture]) -> list[tuple[Picture, tuple[float, float, float]]]:
    """What the finder of the earlier round took for dice where none is: the lessons the reader needs most."""
    kept = models_dir / "decoys.pkl"
    if kept.exists():
        found: dict[int, list[tuple[float, float, float]]] = pickle.loads(kept.read_bytes())
    else:
        reader, found = DiceReader(models_dir=models_dir), {}
        for k, pic in enumerate(pictures):
            found[k] = [
                (x, y, e) for x, y, e, _ in reader.candidates(pic.image)
                if (np.hypot(*(pic.centres - [x, y]).T) > 0.8 * pic.edges).all()
            ]
        kept.write_bytes(pickle.dumps(found))
    return [(pictures[k], place) for k, places in found.items() for place in places if k < len(pictures)]


def _place_all(photos_dir: Path, models_dir: Path) -> list[tuple[str, Picture]]:
    reader = DiceReader(models_dir=models_dir)
    out = []
    with (photos_dir / "dice.csv").open(newline="") as f:
        rows = [r for r in csv.DictReader(f) if r["source"].startswith(tuple(FREE_DICE)) and r["kind"] != "moving"]
    for row in rows:
        raw = cv2.imread(str(photos_dir / "dice" / row["file"]))
        if raw is None:
            continue
        image = np.asarray(raw, np.uint8)
        truth = [int(v) for v in row["dice"].split(";") if v]
        boxes = [(int(b["v"]), list(b["box"])) for b in json.loads(row["boxes"] or "[]")]
        if boxes:
            out.append((row["source"], _boxed(reader, image, boxes)))
            continue
        looks = [k for k in reader.look(image) if k.chances[0] < 0.5] if truth else []
        # The best as many as there are dice, where they stand out from the rest.
        looks = sorted(looks, key=lambda k: -max(k.chances[1:7]) * k.found)[: len(truth)]
        values = _by_counting(looks, truth)
        if values is not None:
            out.append((row["source"], Picture(
                image, np.array(values, np.int64),
                np.array([k.quad_xy_px for k in looks], np.float64).reshape(-1, 4, 2),
                np.array([k.centre_xy_px for k in looks], np.float64).reshape(-1, 2),
                np.array([k.edge_px for k in looks], np.float64), real=True,
            )))
    return out
