"""Reads drawn 12 Mpx tables of unseen decks and compares with their truth; prints accuracy and time.

    python -m vision.training.check_table [--tables 20] [--seed 1] [--faults DIR] [--json]

Four cards spaced before each of seven players, seven fanned before each of six, and, for
the time, seven fanned before each of seven with two dice in the tray.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.geometry import calibrate
from vision.load_readers import load_readers
from vision.pipeline import read_at_rest
from vision.reading import annotate
from vision.readings import CODES, Expectation, ImageReading
from vision.simulated import commands as c
from vision.simulated.table import SimulatedTable

SIZE_WH_PX = (4056, 3040)
PX_PER_MM = 2.2
LAYOUTS = (("spaced", 7, 4), ("fanned", 6, 7), ("full", 7, 7))


@dataclass
class Tally:
    """What came of all tables of one layout."""

    truth: int = 0
    right: int = 0
    wrong: int = 0
    unsure: int = 0
    ms: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def draw(seed: int, seats: int, cards: int) -> tuple[SimulatedTable, Expectation]:
    """A table at rest with so many cards before each player, and what is expected there."""
    rng = np.random.default_rng(seed)
    table = SimulatedTable(seed, seats, SIZE_WH_PX, paper="A2", px_per_mm=PX_PER_MM, varied=True)
    deck = [str(code) for code in rng.permutation(CODES)]
    for seat in range(1, seats + 1):
        table.do(c.Show(seat, tuple(deck.pop() for _ in range(cards))))
    table.do(c.LayDice((int(rng.integers(1, 7)), int(rng.integers(1, 7)))))
    table.settle()
    return table, Expectation(tuple((f"seat:{seat}", cards) for seat in range(1, seats + 1)))


def main() -> None:
    """See the top of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20, help="how many of each layout")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=Path, help="write annotated zones that are not exactly right")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    cards, dice = load_readers()
    tallies = {name: Tally() for name, _, _ in LAYOUTS}
    for number in range(args.tables):
        for name, seats, count in LAYOUTS:
            seed = args.seed * 1000 + number
            table, expectation = draw(seed, seats, count)
            image = table.image(0.0)
            _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 93])
            image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
            geometry = calibrate(image, table.mat)
            start_s = time.perf_counter()
            reading = read_at_rest(image, geometry, cards, dice, expectation)
            tally = tallies[name]
            tally.ms.append((time.perf_counter() - start_s) * 1000)
            for zone in reading.zones:
                if zone.zone == "tray":
                    continue
                truth = Counter(table.truth().cards(zone.zone))
                sure = Counter(card.card for card in zone.cards if card.sure)
                tally.truth += truth.total()
                tally.right += (truth & sure).total()
                tally.wrong += (sure - truth).total()
                tally.unsure += sum(not card.sure for card in zone.cards)
                if sure != truth:
                    fault = f"seed {seed} {zone.zone}: missed {sorted(truth - sure)}, wrong {sorted(sure - truth)}"
                    tally.faults.append(fault)
                    if args.faults:
                        args.faults.mkdir(parents=True, exist_ok=True)
                        drawn = annotate(image, ImageReading(zone.cards))
                        crop = geometry.crop(drawn, zone.zone).image
                        cv2.imwrite(str(args.faults / f"{name}-{seed}-{zone.zone.replace(':', '')}.png"), crop)
    for name, tally in tallies.items():
        figures = {
            "layout": name, "truth": tally.truth, "recall": round(tally.right / tally.truth, 4), "wrong": tally.wrong,
            "unsure": tally.unsure, "median_ms": round(statistics.median(tally.ms), 1),
        }
        if args.json:
            print(json.dumps(figures))
        else:
            print("  ".join(f"{key} {value}" for key, value in figures.items()))
            for fault in tally.faults[:20]:
                print("   ", fault)


if __name__ == "__main__":
    main()
