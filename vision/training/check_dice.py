"""How well dice are read on real photographs: a table by kind and by source, and the worst photos.

    python -m vision.training.check_dice PHOTOS_DIR [--without-cards] [--models DIR] [--worst N]
    python -m vision.training.check_dice --drawn 200 [--seed 1] [--long-px 4032]

PHOTOS_DIR is laid out as its README says (dice.csv, dice/, cards.csv, cards/). A photo is exact when the sure
dice are its dice, no more and no fewer; wrong when a sure die is not in it. `--drawn N` reads N drawn tables
instead, photographed askew and from any height, by the tracer that no training uses; `--long-px` is the long side
of the photograph, most of it the room beyond the table.
"""

from __future__ import annotations

import argparse
import csv
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.dice_reader import DiceReader
from vision.geometry import Image
from vision.mat import make_mat
from vision.readings import DieReading
from vision.simulated import commands as c
from vision.simulated.lens import Lens
from vision.simulated.table import SimulatedTable
from vision.simulated.varieties import any_styles, litter

Job = tuple[str, dict[str, str], Image]  # kind of picture, its row of the list, the picture
LITTERED = 0.4  # of the drawn tables


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


def _photographs(photos: Path, with_cards: bool) -> Iterator[Job]:
    jobs = [("dice", r) for r in csv.DictReader((photos / "dice.csv").open(newline=""))]
    if with_cards:
        jobs += [("cards", r | {"dice": ""}) for r in csv.DictReader((photos / "cards.csv").open(newline=""))]
    for folder, row in jobs:
        image = cv2.imread(str(photos / folder / row["file"]))
        if image is not None:
            yield folder, row, np.asarray(image, np.uint8)


def _drawn(count: int, seed: int, long_px: int) -> Iterator[Job]:
    """Tables with one to five dice in the tray, some with cards, chips and coins beside them."""
    rng = np.random.default_rng(seed)
    mat = make_mat("A3", 4, (1100.0, 800.0))
    for number in range(count):
        px_per_mm = float(rng.uniform(1.4, 3.0) if long_px else rng.uniform(1.1, 4.5))
        width, height = ((size + 30) * px_per_mm for size in mat.size_wh_mm)
        lens = Lens(
            (round(width), round(height)), px_per_mm, height_mm=float(rng.uniform(700, 1500)),
            tilt_deg=float(rng.uniform(0, 25)), roll_deg=float(rng.uniform(-20, 20)),
        )
        words, styles = any_styles(rng)
        table = SimulatedTable(int(rng.integers(1 << 30)), 4, lens=lens, styles=styles)
        values = tuple(int(v) for v in rng.integers(1, 7, int(rng.choice([1, 2, 2, 2, 3, 4, 5]))))
        if len(values) <= 2 and rng.random() < LITTERED:  # for more there may be no room beside things
            table.strew(*litter(table.mat, rng))
        table.do(c.LayDice(values))
        table.settle()
        image = table.image(0.0)
        if long_px:
            size = round(0.75 * long_px), long_px
            room = rng.normal(image.reshape(-1, 3)[::97].mean(axis=0), 6, (*size, 3)).clip(0, 255).astype(np.uint8)
            h, w = min(size[0], image.shape[0]), min(size[1], image.shape[1])
            y, x = int(rng.integers(size[0] - h + 1)), int(rng.integers(size[1] - w + 1))
            room[y : y + h, x : x + w] = image[:h, :w]
            image = room
        row = {"file": f"{number} ({words}, {px_per_mm:.1f} px/mm)", "dice": ";".join(str(v) for v in values),
               "source": "drawn", "kind": "", "view": ""}
        yield "drawn", row, np.asarray(image, np.uint8)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path, nargs="?", default=Path("photos"))
    parser.add_argument("--drawn", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--long-px", type=int, default=0)
    parser.add_argument("--without-cards", action="store_true")
    parser.add_argument("--models", type=Path)
    parser.add_argument("--worst", type=int, default=15)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    reader = DiceReader(models_dir=args.models)
    tables: dict[str, Counter[str]] = defaultdict(Counter)
    worst: list[tuple[int, str]] = []
    ms = []
    for folder, row, image in (
        _drawn(args.drawn, args.seed, args.long_px) if args.drawn else _photographs(args.photos, not args.without_cards)
    ):
        start = time.perf_counter()
        dice: tuple[DieReading, ...] = reader.read(image)
        ms.append((time.perf_counter() - start) * 1000)
        want = Counter(int(v) for v in row["dice"].split(";") if v)
        got = Counter(d.pips for d in dice if d.sure)
        right, wrong = (got & want).total(), (got - want).total()
        source = row["source"].split("/")[0]
        kind = _kind(row) if folder != "cards" else folder
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
