"""Throws drawn dice at drawn tables, through the whole pipeline, and compares every value with the truth.

    python -m vision.training.check_throws [--throws 2000] [--seed 1] [--processes 1] [--faults DIR] [--json]

Every twentieth throw stands on a table of its own: dice, pips, light, blur, tray
and what else lies in it as in `vision.simulated.varieties`. Most throws are plain
ones; `KINDS` names the others: hands that linger over the tray, dice nudged or
carried after the throw, dice that lean, fall off or are three. What the faults
looked like is saved in DIR.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

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
from vision.simulated.varieties import any_styles, litter

FPS = 12.0  # as a Pi gives while it reads
PER_TABLE = 20
ASLANT_DEG = 8.0  # a camera that should look straight down leans no farther, or it is counted apart
PATIENCE_S = 3.0  # after rest; what has no value then has none
KINDS = {
    "plain": 0.60, "hand": 0.10, "nudge": 0.04, "carry": 0.04, "cocked on rim": 0.03, "cocked on die": 0.04,
    "cocked on thing": 0.03, "lost": 0.04, "three": 0.03, "litter": 0.03, "beside": 0.02,
}


@dataclass
class Tally:
    """What became of the throws."""

    counts: Counter[str] = field(default_factory=Counter)
    delays_s: list[float] = field(default_factory=list)
    step_ms: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take in what another process counted."""
        self.counts += other.counts
        self.delays_s += other.delays_s
        self.step_ms += other.step_ms
        self.faults += other.faults


class Bench:
    """Tables, one after another, and what the pipeline says of each throw."""

    def __init__(self, seed: int, cards: ReadsCards, dice: ReadsDice, faults_dir: Path | None = None) -> None:
        self.rng = np.random.default_rng(seed)
        self.seed = seed
        self.tally = Tally()
        self._readers = cards, dice
        self._faults_dir = faults_dir
        self._number = 0

    def new_table(self) -> None:
        """Another table, looked at closely: the mat fills the picture."""
        self._number += 1
        scale = float(self.rng.uniform(1.35, 2.4))
        upside_down = 180.0 * bool(self.rng.integers(2))  # the lamp arm stands where there is room
        mat = make_mat("A3", 4, (1100.0, 800.0))
        width, height = ((size + 30) * scale for size in mat.size_wh_mm)
        tilt = float(self.rng.uniform(-14, 14))
        self.aslant = abs(tilt) > ASLANT_DEG
        lens = Lens(
            (round(width), round(height)), scale, height_mm=float(self.rng.uniform(900, 1700)),
            tilt_deg=tilt, roll_deg=float(self.rng.uniform(-4, 4)) + upside_down,
        )
        self.words, styles = any_styles(self.rng)
        self.words += f", {scale:.1f} px/mm, tilt {tilt:.0f}"
        self.table = SimulatedTable(self.seed * 1000 + self._number, 4, lens=lens, styles=styles, pace=1.6)
        if self.rng.random() < 0.15:
            self.table.strew(*litter(self.table.mat, self.rng))
        self.pipeline = Pipeline((self.table.mat,), *self._readers)
        self.time_s = 0.0
        self.run_s(5.0)  # any table stands longer before its first throw; a tray as skin is learned after four seconds

    def run_s(self, seconds: float) -> ZoneReading | None:
        """Let time pass; the tray's last reading."""
        for _ in range(round(seconds * FPS)):
            self.time_s += 1 / FPS
            self.frame = self.table.frame(self.time_s)
            start_s = time.thread_time()
            reading = self.pipeline.step(self.frame, Expectation(dice_due=True))
            self.tally.step_ms.append((time.thread_time() - start_s) * 1000)
            if reading is not None:
                self.last = reading
        return self.last.zone("tray")

    def throw(self) -> None:
        """One throw, and what was made of it."""
        kind = str(self.rng.choice(list(KINDS), p=list(KINDS.values())))
        if kind == "litter" or (kind == "cocked on thing" and not self.table.things):
            self.table.strew(*litter(self.table.mat, self.rng))
            self.run_s(4.5)  # a card looks like a hand at rest for a while
        values = tuple(int(v) for v in self.rng.integers(1, 7, 3 if kind == "three" else 2))
        cocked, lost = kind.startswith("cocked"), kind == "lost"
        before, throws = self.last.zone("tray"), self.table.truth().throws
        on = kind.rpartition(" ")[2] if cocked or kind == "beside" else ""
        self.table.do(c.Throw(values, int(self.rng.integers(1, 5)), cocked, lost, on))
        while True:
            seen = self.run_s(1 / FPS)
            if self.table.truth().throws > throws:
                break
            if _is_new(seen, before):
                self._fault("early", kind, values, seen)
        rest_s = self.time_s
        if kind == "hand":
            self.table.do(c.HandOver("tray", float(self.rng.uniform(0.3, 1.2))))
            self.run_s(2 / FPS)
            self._finish()
        seen = self.run_s(1 / FPS)
        patience_s = PATIENCE_S + (2.5 if kind == "hand" else 0)
        due = not (cocked or lost or kind == "three")
        while not (_has_value(seen) and due) and self.time_s < rest_s + patience_s:
            seen = self.run_s(1 / FPS)
            if not due and _has_value(seen):
                break
        self._judge(kind, values, due, before, seen, self.time_s - rest_s)
        if kind in ("nudge", "carry"):
            self._move_by_hand(kind, seen)

    def _move_by_hand(self, kind: str, thrown: ZoneReading | None) -> None:
        """Dice that lie there are moved by a hand: it may change what they show, but is no throw."""
        if kind == "nudge":
            self.table.do(c.Nudge(int(self.rng.integers(2)), int(self.rng.integers(1, 7))))
        else:
            self.table.do(c.LiftDice())
            self.table.do(c.LayDice((int(self.rng.integers(1, 7)), int(self.rng.integers(1, 7)))))
        self.run_s(2 / FPS)
        self._finish()
        seen = self.run_s(1.2)
        self.tally.counts["moved by hand"] += 1
        if _is_new(seen, thrown):
            self._fault("taken for a throw", kind, self.table.truth().dice, seen)
        elif _has_value(seen) and seen is not None and _values(seen) != sorted(self.table.truth().dice):
            self._fault("wrong", kind, self.table.truth().dice, seen)

    def _finish(self) -> None:
        while self.table.truth().busy:
            self.run_s(1 / FPS)

    def _judge(
        self, kind: str, values: tuple[int, ...], due: bool, before: ZoneReading | None, seen: ZoneReading | None,
        delay_s: float,
    ) -> None:
        counts = self.tally.counts
        counts["throws"] += 1
        said = _values(seen) if seen is not None and _has_value(seen) else None
        if not due:
            counts["no value due"] += 1
            if said is not None:
                self._fault("wrong", kind, values, seen)
                return
            counts["no value"] += 1
            counts[f"{kind}: {seen.why.value if seen and seen.why else 'nothing said'}"] += 1
            return
        if kind == "beside":  # flat, but nobody could tell: to ask is right as well
            counts["side by side"] += 1
            if said is None:
                counts["side by side, asked"] += 1
                return
        counts["value due"] += 1
        counts["value due, camera aslant"] += self.aslant
        if said is None:
            self._fault("missed", kind, values, seen)
        elif said != sorted(values):
            self._fault("wrong", kind, values, seen)
        elif not _is_new(seen, before):
            self._fault("not seen as a throw", kind, values, seen)
        else:
            counts["right"] += 1
            counts["right, camera aslant"] += self.aslant
            if kind == "plain":
                self.tally.delays_s.append(delay_s)

    def _fault(self, what: str, kind: str, values: tuple[int, ...], seen: ZoneReading | None) -> None:
        self.tally.counts[what] += 1
        said = "nothing" if seen is None else (
            [(die.pips, round(die.confidence, 3), "sure" if die.sure else "?", die.why and die.why.value)
             for die in seen.dice], seen.why and seen.why.value
        )
        name = f"{self.seed}-{self.tally.counts['throws']}"
        self.tally.faults.append(f"{name} {what}: {kind} {values}: {said}; {self.words}")
        geometry = self.pipeline.geometry
        if self._faults_dir is not None:
            cut = self.frame.bgr if geometry is None else geometry.crop(self.frame.bgr, "tray").image
            self._faults_dir.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(
                str(self._faults_dir / f"{what.replace(' ', '-')}-{name}-{kind.replace(' ', '-')}.png"),
                cv2.resize(cut, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC),
            )


def _values(seen: ZoneReading) -> list[int]:
    return sorted(die.pips for die in seen.dice)


def _has_value(seen: ZoneReading | None) -> bool:
    return seen is not None and seen.why is None and len(seen.dice) == 2 and all(die.sure for die in seen.dice)


def _is_new(seen: ZoneReading | None, before: ZoneReading | None) -> bool:
    """Whether a value is that of a throw later than `before`."""
    if seen is None or not _has_value(seen) or seen.thrown_at_s is None:
        return False
    return before is None or before.thrown_at_s != seen.thrown_at_s


def run(throws: int, seed: int, faults_dir: Path | None) -> Tally:
    """So many throws with one seed, in this process."""
    cv2.setNumThreads(1)
    bench = Bench(seed, *load_readers(), faults_dir)
    for number in range(throws):
        if number % PER_TABLE == 0:
            bench.new_table()
        bench.throw()
    return bench.tally


def main() -> None:
    """See the top of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--throws", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1, help="each with a seed and its share of the throws")
    parser.add_argument("--faults", type=Path, help="a folder for pictures of the faults")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    n = max(1, args.processes)
    shares = [args.throws // n + (k < args.throws % n) for k in range(n)]
    seeds = [args.seed * 100 + k for k in range(n)]
    tally = Tally()
    if n == 1:
        tally = run(shares[0], seeds[0], args.faults)
    else:
        with ProcessPoolExecutor(n) as pool:
            for part in pool.map(run, shares, seeds, [args.faults] * n):
                tally.add(part)
    counts = tally.counts
    figures = {
        **counts,
        "share right": round(counts["right"] / max(1, counts["value due"]), 4),
        "median delay s": round(statistics.median(tally.delays_s or [0.0]), 2),
        "longest delay s": round(max(tally.delays_s or [0.0]), 2),
        "step ms of the processor": round(statistics.mean(tally.step_ms), 1),
    }
    print(json.dumps(figures) if args.json else "\n".join(f"{k}: {v}" for k, v in figures.items()))
    for fault in tally.faults[:60]:
        print("   ", fault)


if __name__ == "__main__":
    main()
