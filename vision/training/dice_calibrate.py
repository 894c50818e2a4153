"""From what the witnesses say to a probability that a die's value is right.

    python -m vision.training.dice_calibrate --models DIR --work DIR [--photos DIR] [--without SOURCE]

Looks are gathered on drawn scenes that did not train (another seed) and, with `--photos`, on the photographs
whose licence is free; a logistic curve over `features` is fitted to whether the value was right. Prints the
constants to start from for `vision/dice_judge.py`, and how many would be sure and wrong at several confidences.
The shipped ones are rounder, and lean more on the pips: drawn dice hold few of the specks and symbols that fool
networks.
"""

from __future__ import annotations

import argparse
import csv
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice_judge import Look, features, value_of
from vision.dice_reader import DiceReader
from vision.training.dice_data import edge_of
from vision.training.dice_photos import FREE_DICE
from vision.training.dice_scenes import free_card_photos, random_scene

Array = NDArray[Any]


def drawn_looks(reader: DiceReader, count: int, seed: int, photos: Path | None) -> list[tuple[Look, bool]]:
    """Looks at drawn scenes with whether their value was right."""
    rng = np.random.default_rng(seed)
    cards = free_card_photos(photos)
    out = []
    for _ in range(count):
        image, labels = random_scene(rng, cards)
        for look in reader.look(image):
            near = [d for d in labels
                    if np.linalg.norm(d.corners_xy_px.mean(0) - np.array(look.centre_xy_px))
                    < 0.35 * edge_of(d.corners_xy_px[None])[0]]
            out.append((look, bool(near) and not near[0].cocked and near[0].value == value_of(look)))
    return out


def photo_looks(
    reader: DiceReader, photos: Path, sources: tuple[str, ...], cards: bool = True
) -> list[tuple[Look, bool, str]]:
    """Looks at photographs: right where the value is among those that the truth still has, best looks first."""
    out: list[tuple[Look, bool, str]] = []
    jobs = [("dice", r) for r in csv.DictReader((photos / "dice.csv").open(newline=""))
            if r["source"].startswith(sources)]
    if cards:
        from vision.training.dice_scenes import FREE_CARDS

        jobs += [("cards", r | {"dice": ""}) for r in csv.DictReader((photos / "cards.csv").open(newline=""))
                 if r["source"].startswith(FREE_CARDS)]
    for folder, row in jobs:
        raw = cv2.imread(str(photos / folder / row["file"]))
        if raw is None:
            continue
        left = Counter(int(v) for v in row["dice"].split(";") if v)
        looks = reader.look(np.asarray(raw, np.uint8))
        for look in sorted(looks, key=lambda k: -max(k.chances[1:7])):
            value = value_of(look)
            right = left[value] > 0
            left[value] -= right
            out.append((look, right, f"{folder}/{row['file']}"))
    return out


def fit(x: Array, y: Array, weight: Array, ridge: float = 1e-3) -> Array:
    """Coefficients (bias last) of a weighted logistic curve, by Newton's steps."""
    x = np.c_[x, np.ones(len(x))]
    w = np.zeros(x.shape[1])
    for _ in range(60):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        grad = x.T @ (weight * (p - y)) + ridge * len(x) * w
        hess = (x * (weight * p * (1 - p) + 1e-9)[:, None]).T @ x + ridge * len(x) * np.eye(len(w))
        w = w - np.linalg.solve(hess, grad)
    return w


def main() -> None:
    """The command line above."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("--count", type=int, default=800)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    reader = DiceReader(models_dir=args.models)
    rows = [(look, right, 1.0) for look, right in drawn_looks(reader, args.count, 90001, args.photos)]
    if args.photos:
        sources = tuple(s for s in FREE_DICE if s not in args.without)
        rows += [(look, right, 2.0) for look, right, _ in photo_looks(reader, args.photos, sources)]
    x = np.array([features(look) for look, _, _ in rows])
    y = np.array([right for _, right, _ in rows], float)
    w = fit(x, y, np.array([k for _, _, k in rows]))
    print("coefficients", [round(float(v), 3) for v in w])
    p = 1 / (1 + np.exp(-(np.c_[x, np.ones(len(x))] @ w)))
    for at in (0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995):
        sure = p >= at
        print(f"at {at}: {int(sure.sum())} of {len(y)} sure, of the right {y[sure].sum() / y.sum():.3f}, "
              f"wrong {int((1 - y[sure]).sum())}")


if __name__ == "__main__":
    main()
