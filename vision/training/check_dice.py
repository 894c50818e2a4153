"""How well dice are read on real photographs: a table by kind and by source, and the worst photos.

    python -m vision.training.check_dice PHOTOS_DIR [--without-cards] [--models DIR] [--worst N]

PHOTOS_DIR is laid out as its README says (dice.csv, dice/, cards.csv, cards/). A photo is exact when the sure
dice are its dice, no more and no fewer; wrong when a sure die is not in it.
"""

from __future__ import annotations

import argparse
import csv
import statistics
import time
from collections import Counter, defaultdict
from pathlib import Path

import cv2
import numpy as np

from vision.dice_reader import DiceReader
from vision.readings import DieReading


def _kind(row: dict[str, str]) -> str:
    n = len([v for v in row["dice"].split(";") if v])
    if row.get("kind") == "moving":
        return "moving"
    name = "none" if n == 0 else "1 die" if n == 1 else "2 dice" if n == 2 else "3+ dice"
    return name + (" oblique" if row.get("view") == "oblique" and n else "")


def _line(name: str, t: Counter[str]) -> str:
    sure = t["right"] + t["wrong"]
    recall = t["right"] / t["truth"] if t["truth"] else float("nan")
    return (f"{name:28}{t['photos']:7}{t['truth']:7}{t['right']:7}{t['wrong']:7}{t['unsure']:7}{recall:8.3f}"
            f"{100 * t['wrong'] / sure if sure else 0:8.2f}{t['exact'] / max(1, t['photos']):8.3f}"
            f"{100 * t['photos_wrong'] / max(1, t['photos']):8.2f}")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--without-cards", action="store_true")
    parser.add_argument("--models", type=Path)
    parser.add_argument("--worst", type=int, default=15)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    reader = DiceReader(models_dir=args.models)
    tables: dict[str, Counter[str]] = defaultdict(Counter)
    worst: list[tuple[int, str]] = []
    ms = []
    jobs = [("dice", r) for r in csv.DictReader((args.photos / "dice.csv").open(newline=""))]
    if not args.without_cards:
        jobs += [("cards", r | {"dice": ""}) for r in csv.DictReader((args.photos / "cards.csv").open(newline=""))]
    for folder, row in jobs:
        image = cv2.imread(str(args.photos / folder / row["file"]))
        if image is None:
            continue
        start = time.perf_counter()
        dice: tuple[DieReading, ...] = reader.read(np.asarray(image, np.uint8))
        ms.append((time.perf_counter() - start) * 1000)
        want = Counter(int(v) for v in row["dice"].split(";") if v)
        got = Counter(d.pips for d in dice if d.sure)
        right, wrong = (got & want).total(), (got - want).total()
        source = row["source"].split("/")[0]
        kind = _kind(row) if folder == "dice" else "cards"
        keys = [f"{folder}: {kind}"] + ([f"  {source} {kind}"] if folder == "dice" else [])
        if folder == "dice" and kind not in ("none", "moving") and "oblique" not in kind:
            keys.append("dice: all from above")
        for key in keys:
            tables[key].update(photos=1, truth=want.total(), right=right, wrong=wrong, exact=int(got == want),
                               unsure=sum(not d.sure for d in dice), photos_wrong=int(wrong > 0))
        if got != want:
            said = " ".join(f"{d.pips}{'' if d.sure else '?'}({d.confidence:.2f})" for d in dice)
            text = f"{folder}/{row['file']}: {row['dice'] or 'none'} | {said}"
            worst.append((-100 * wrong - (want - got).total(), text))
    head = f"{'kind':28}{'photos':>7}{'truth':>7}{'right':>7}{'wrong':>7}{'unsure':>7}"
    print(head + f"{'recall':>8}{'wrong%':>8}{'exact':>8}{'photo%':>8}")
    for key in sorted(tables, key=lambda k: (k.startswith(" "), k)):
        print(_line(key, tables[key]))
    print(f"median {statistics.median(ms):.0f} ms a photo, worst {max(ms):.0f} ms")
    for _, text in sorted(worst)[: args.worst]:
        print(text)


if __name__ == "__main__":
    main()
