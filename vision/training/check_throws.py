"""Throws drawn dice at drawn tables, through the whole pipeline, and compares every value with the truth.

    python -m vision.training.check_throws [--throws 2000] [--seed 1] [--json]

Every fortieth throw stands on a table of its own: dice and pips of any colour,
tray, light, blur, noise. One in ten has a hand that lingers over the tray, one
in twenty a cocked die, one in fifty a die that falls off the table.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter

import cv2
import numpy as np

from vision.load_readers import load_readers
from vision.mat import make_mat
from vision.pipeline import Pipeline
from vision.readers import ReadsCards, ReadsDice
from vision.readings import Expectation, ZoneReading
from vision.simulated import commands as c
from vision.simulated.lens import Lens
from vision.simulated.table import SimulatedTable

FPS = 10.0
PER_TABLE = 40
PATIENCE_S = 3.0  # after rest; what has no value then has none


class Bench:
    """Tables, one after another, and what the pipeline says of each throw."""

    def __init__(self, seed: int, cards: ReadsCards, dice: ReadsDice) -> None:
        self.rng = np.random.default_rng(seed)
        self._seed = seed
        self._readers = cards, dice
        self.counts: Counter[str] = Counter()
        self.delays_s: list[float] = []
        self.step_ms: list[float] = []
        self.faults: list[str] = []
        self._number = 0

    def new_table(self) -> None:
        """Another table, looked at closely: the mat fills the picture."""
        self._number += 1
        scale = float(self.rng.uniform(1.5, 2.4))
        mat = make_mat("A3", 4, (1100.0, 800.0))
        width, height = ((size + 30) * scale for size in mat.size_wh_mm)
        lens = Lens(
            (round(width), round(height)), scale, height_mm=float(self.rng.uniform(900, 1700)),
            tilt_deg=float(self.rng.uniform(0, 14)), roll_deg=float(self.rng.uniform(-4, 4)),
        )
        self.table = SimulatedTable(self._seed * 1000 + self._number, 4, lens=lens, varied=True, pace=1.6)
        self.pipeline = Pipeline((self.table.mat,), *self._readers)
        self.time_s = 0.0
        self.run_s(5.0)  # as long as any table stands before its first throw

    def run_s(self, seconds: float) -> ZoneReading | None:
        """Let time pass; the tray's last reading."""
        for _ in range(round(seconds * FPS)):
            self.time_s += 1 / FPS
            frame = self.table.frame(self.time_s)
            start_s = time.perf_counter()
            reading = self.pipeline.step(frame, Expectation(dice_due=True))
            self.step_ms.append((time.perf_counter() - start_s) * 1000)
            if reading is not None:
                self.last = reading
        return self.last.zone("tray")

    def throw(self) -> None:
        """One throw, and what was made of it."""
        kind = self.rng.choice(["plain", "hand", "cocked", "lost"], p=[0.83, 0.10, 0.05, 0.02])
        values = (int(self.rng.integers(1, 7)), int(self.rng.integers(1, 7)))
        before = self.last.zone("tray")
        self.table.do(c.Throw(values, int(self.rng.integers(1, 5)), cocked=kind == "cocked", lost=kind == "lost"))
        self.run_s(1 / FPS)
        while self.table.truth().busy:
            self.run_s(1 / FPS)
        rest_s = self.time_s
        if kind == "hand":
            self.table.do(c.HandOver("tray", float(self.rng.uniform(0.3, 1.2))))
            self.run_s(2 / FPS)
            while self.table.truth().busy:
                self.run_s(1 / FPS)
        seen = self.run_s(1 / FPS)
        while not _has_value(seen) and self.time_s < rest_s + PATIENCE_S + (2.5 if kind == "hand" else 0):
            seen = self.run_s(1 / FPS)
        self._judge(str(kind), values, before, seen, self.time_s - rest_s)

    def _judge(
        self, kind: str, values: tuple[int, int], before: ZoneReading | None, seen: ZoneReading | None, delay_s: float
    ) -> None:
        self.counts["throws"] += 1
        said = sorted(die.pips for die in seen.dice) if seen is not None and _has_value(seen) else None
        where = f"table {self._number} throw {self.counts['throws']} {kind} {values}: {said}"
        fresh = seen is not None and seen.thrown_at_s is not None
        if fresh and before is not None and seen is not None and before.thrown_at_s == seen.thrown_at_s:
            fresh = False
        if kind in ("cocked", "lost"):
            self.counts["no value due"] += 1
            if said is None:
                self.counts["no value"] += 1
            else:
                self.counts["wrong"] += 1
                self.faults.append(where)
            return
        self.counts["value due"] += 1
        if said is None:
            self.counts["missed"] += 1
            self.faults.append(f"{where} {seen.why.value if seen and seen.why else ''}")
        elif said != sorted(values):
            self.counts["wrong"] += 1
            self.faults.append(where)
        elif not fresh:
            self.counts["not seen as a throw"] += 1
            self.faults.append(f"{where} not seen as a throw")
        else:
            self.counts["right"] += 1
            if kind == "plain":
                self.delays_s.append(delay_s)


def _has_value(seen: ZoneReading | None) -> bool:
    return seen is not None and seen.why is None and len(seen.dice) == 2 and all(die.sure for die in seen.dice)


def main() -> None:
    """See the top of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--throws", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    cards, dice = load_readers()
    bench = Bench(args.seed, cards, dice)
    for number in range(args.throws):
        if number % PER_TABLE == 0:
            bench.new_table()
        bench.throw()
    counts = bench.counts
    figures = {
        **counts,
        "share right": round(counts["right"] / max(1, counts["value due"]), 4),
        "median delay s": round(statistics.median(bench.delays_s or [0.0]), 2),
        "step ms": round(statistics.mean(bench.step_ms), 1),
    }
    print(json.dumps(figures) if args.json else "  ".join(f"{k} {v}" for k, v in figures.items()))
    for fault in bench.faults[:40]:
        print("   ", fault)


if __name__ == "__main__":
    main()
