"""From what the witnesses say to a probability that a die's value is right, and what an unseen source would give.

    python -m vision.training.dice_calibrate --photos DIR [--models DIR] [--count 800] [--looks FILE]

Looks are gathered on drawn scenes that did not train (another seed) and on the photographs; a logistic curve over
`vision.dice_judge.features` is fitted to whether the value was right, and the least confidence is sought at which
hardly anything sure is wrong. Prints both, to be written into `vision/dice_judge.py`. Then every source is left out
in turn: curve and confidence come from all the others, and what is counted is only the one left out. `--looks` keeps
the looks, for another fit without another reading.
"""

from __future__ import annotations

import argparse
import csv
import pickle
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice_judge import COEFFICIENTS, SURE, Look, agrees, features, value_of
from vision.dice_reader import DiceReader
from vision.training.dice_data import edge_of
from vision.training.dice_scenes import random_scene
from vision.training.free_photos import free_card_photos

Array = NDArray[Any]
DRAWN = "drawn"
_WRONG = (0.0005, 0.05)  # of what is sure, on photographs and on drawn scenes harder than any table
_FAULTY = ("nell-byler-082.jpg", "nell-byler-083.jpg")  # labelled a two where the photograph shows a three
_WEIGHT = (2.0, 0.12)  # of a look at a photograph, and at a drawn scene
_TRIED = (*np.arange(0.5, 0.99, 0.005), *np.arange(0.99, 0.9999, 0.001))


@dataclass(frozen=True)
class Row:
    """One look: where it is from, whether its value is right, and the truth's dice in the picture it is from."""

    source: str
    picture: str
    look: Look
    right: bool


def drawn_rows(reader: DiceReader, count: int, seed: int, photos: Path | None) -> list[Row]:
    """Looks at drawn scenes; leaning dice, which no photograph of one view can tell, are left out."""
    rng = np.random.default_rng(seed)
    cards = free_card_photos(photos)
    out = []
    for k in range(count):
        image, labels = random_scene(rng, cards)
        for look in reader.look(image):
            near = [d for d in labels
                    if np.linalg.norm(d.corners_xy_px.mean(0) - np.array(look.centre_xy_px))
                    < 0.35 * edge_of(d.corners_xy_px[None])[0]]
            if not (near and near[0].cocked):
                out.append(Row(DRAWN, str(k), look, bool(near) and near[0].value == value_of(look)))
    return out


def photo_rows(reader: DiceReader, photos: Path) -> tuple[list[Row], Counter[str]]:
    """Looks at photographs of dice and of cards, and how many dice each source has.

    Right where the value is among those that the truth still has, best looks first.
    """
    out: list[Row] = []
    dice: Counter[str] = Counter()
    jobs = [("dice", r) for r in csv.DictReader((photos / "dice.csv").open(newline=""))
            if r["kind"] != "moving" and r["file"] not in _FAULTY]
    jobs += [("cards", r | {"dice": ""}) for r in csv.DictReader((photos / "cards.csv").open(newline=""))]
    for folder, row in jobs:
        raw = cv2.imread(str(photos / folder / row["file"]))
        if raw is None:
            continue
        source = row["source"].split("/")[0] + ("" if folder == "dice" else " (cards)")
        left = Counter(int(v) for v in row["dice"].split(";") if v)
        dice[source] += left.total()
        for look in sorted(reader.look(np.asarray(raw, np.uint8)), key=lambda k: -max(k.chances[1:7])):
            right = left[value_of(look)] > 0
            left[value_of(look)] -= right
            out.append(Row(source, row["file"], look, right))
    return out, dice


def fit(x: Array, y: Array, weight: Array, ridge: float = 2e-4) -> Array:
    """Coefficients (bias last) of a weighted logistic curve, by Newton's steps."""
    x = np.c_[x, np.ones(len(x))]
    w = np.zeros(x.shape[1])
    for _ in range(60):
        p = _curve(x @ w)
        grad = x.T @ (weight * (p - y)) + ridge * len(x) * w
        hess = (x * (weight * p * (1 - p) + 1e-9)[:, None]).T @ x + ridge * len(x) * np.eye(len(w))
        w = w - np.linalg.solve(hess, grad)
    return w


def _curve(z: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(z, -30, 30))))


class Table:
    """All looks as arrays, to be fitted and counted without some of them."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.x = np.array([features(r.look) for r in rows])
        self.y = np.array([r.right for r in rows], float)
        self.source = np.array([r.source for r in rows])
        self.drawn = self.source == DRAWN
        self.weight = np.where(self.drawn, _WEIGHT[1], _WEIGHT[0])
        self.agrees = np.array([agrees(r.look) for r in rows])

    def confidence(self, w: Array) -> Array:
        """Of every look, under coefficients."""
        return _curve(np.c_[self.x, np.ones(len(self.x))] @ w)

    def fit(self, use: Array) -> tuple[Array, float]:
        """Coefficients and the least confidence at which hardly anything is wrong, from the looks in `use`."""
        w = fit(self.x[use], self.y[use], self.weight[use])
        p = self.confidence(w)
        for at in _TRIED:
            sure = (p >= at) & self.agrees & use
            wrong = sure & (self.y == 0)
            if all((wrong & part).sum() <= least * max(1, (sure & part).sum())
                   for part, least in ((~self.drawn, _WRONG[0]), (self.drawn, _WRONG[1]))):
                return w, float(at)
        return w, 1.0

    def count(self, w: Array, at: float, part: Array) -> tuple[int, int]:
        """How many looks of a part are sure and right, and sure and wrong."""
        sure = (self.confidence(w) >= at) & self.agrees & part
        return int((sure & (self.y > 0)).sum()), int((sure & (self.y == 0)).sum())


def main() -> None:
    """The command line above."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--count", type=int, default=800)
    parser.add_argument("--looks", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.looks and args.looks.exists():
        rows, dice = pickle.loads(args.looks.read_bytes())
    else:
        reader = DiceReader(models_dir=args.models)
        rows, dice = photo_rows(reader, args.photos)
        rows += drawn_rows(reader, args.count, 90001, args.photos)
        if args.looks:
            args.looks.write_bytes(pickle.dumps((rows, dice)))
    table = Table(rows)
    every = np.ones(len(rows), bool)
    w, at = table.fit(every)
    print("coefficients", tuple(round(float(v), 2) for v in w), "sure", round(at, 4))
    for name, coefficients, least in (("fitted", w, at), ("shipped", np.array(COEFFICIENTS), SURE)):
        for part, where in (("photographs", ~table.drawn), ("drawn", table.drawn)):
            right, wrong = table.count(coefficients, least, where)
            print(f"{name:8} {part:12} sure and right {right} of {int(table.y[where].sum())}, wrong {wrong}")
    print("each source left out in turn:")
    total: Counter[str] = Counter()
    for source in sorted(dice):
        out = table.source == source
        w, at = table.fit(~out)
        right, wrong = table.count(w, at, out)
        total.update(right=right, wrong=wrong, dice=dice[source])
        if dice[source] or wrong:
            print(f"  {source:32} sure from {at:.3f}: {right} of {dice[source]}, wrong {wrong}")
    print(f"  in all {total['right']} of {total['dice']}, wrong {total['wrong']}")


if __name__ == "__main__":
    main()
