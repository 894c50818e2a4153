"""Reads drawn 12 Mpx tables of unseen decks and compares with their truth; prints accuracy and time.

    python -m vision.training.check_table [--tables 20] [--seed 1] [--looks 3] [--faults DIR] [--json]

Four cards spaced before each of seven players, seven fanned before each of six, and, for
the time, seven fanned before each of seven with two dice in the tray. A zone that is not
wholly sure is looked at again, as the live table does, up to `--looks` frames; the time is
that of the first look at all.
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

from vision.card_zones import ZoneLooks, card_length_px, decide
from vision.geometry import Geometry, Image, calibrate
from vision.load_readers import load_readers
from vision.pipeline import MARGIN_MM, read_at_rest, read_zone
from vision.readers import ReadsCards
from vision.reading import annotate
from vision.readings import CODES, Expectation, ImageReading, TableReading, ZoneReading
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


def photograph(table: SimulatedTable, time_s: float) -> Image:
    """The table as a camera's JPEG."""
    _, data = cv2.imencode(".jpg", table.image(time_s), [cv2.IMWRITE_JPEG_QUALITY, 93])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def look_again(
    table: SimulatedTable,
    first: TableReading,
    geometry: Geometry,
    cards: ReadsCards,
    expectation: Expectation,
    most: int,
) -> list[ZoneReading]:
    """The seats' readings, those not settled by the first look read again in further frames."""
    length = card_length_px(PX_PER_MM)
    looks = {zone.zone: ZoneLooks() for zone in first.zones if zone.zone != "tray"}
    merged = {
        zone.zone: looks[zone.zone].add(zone, expectation.due(zone.zone), length)
        for zone in first.zones
        if zone.zone in looks
    }
    for number in range(1, most):
        open_zones = [name for name, state in looks.items() if not state.settled]
        if not open_zones:
            break
        image = photograph(table, 0.1 * number)
        for name in open_zones:
            crop = geometry.crop(image, name, margin_mm=MARGIN_MM)
            look = read_zone(crop, name, cards, expectation)
            merged[name] = looks[name].add(look, expectation.due(name), length)
    return list(decide(merged, expectation).values())


def main() -> None:
    """See the top of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20, help="how many of each layout")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--looks", type=int, default=3, help="frames at most for a zone")
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
            image = photograph(table, 0.0)
            geometry = calibrate(image, table.mat)
            start_s = time.process_time()
            reading = read_at_rest(image, geometry, cards, dice, expectation)
            tally = tallies[name]
            tally.ms.append((time.process_time() - start_s) * 1000)
            for zone in look_again(table, reading, geometry, cards, expectation, args.looks):
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
            "unsure": tally.unsure, "median_cpu_ms": round(statistics.median(tally.ms), 1),
        }
        if args.json:
            print(json.dumps(figures))
        else:
            print("  ".join(f"{key} {value}" for key, value in figures.items()))
            for fault in tally.faults[:20]:
                print("   ", fault)


if __name__ == "__main__":
    main()
