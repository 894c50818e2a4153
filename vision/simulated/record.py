"""A night of nobody: a script of random deals and throws, written as pictures with their truth."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.readings import CODES
from vision.simulated import commands as c
from vision.simulated.table import SimulatedTable


def record(
    folder: Path, frames: int, fps: float, seats: int, seed: int, size_wh_px: tuple[int, int], varied: bool
) -> Iterator[dict[str, Any]]:
    """Write `frames` pictures into a folder; the truth of each, ready for JSON. OSError where it can't be written."""
    table = SimulatedTable(seed, seats, size_wh_px, varied=varied)
    script = random_night(np.random.default_rng(seed), seats)
    for number in range(frames):
        time_s = number / fps
        image = table.image(time_s)
        truth = table.truth()
        if not truth.busy:
            table.do(next(script))
        name = f"frame-{number:05d}.jpg"
        if not cv2.imwrite(str(folder / name), image, [cv2.IMWRITE_JPEG_QUALITY, 92]):
            raise OSError(f"{folder / name}: can't be written")
        yield {
            "file": name,
            "time_s": round(time_s, 3),
            "busy": truth.busy,
            "zones": {zone: list(cards) for zone, cards in truth.zones if cards},
            "dice": list(truth.dice),
            "throws": truth.throws,
        }


def random_night(rng: np.random.Generator, seats: int) -> Iterator[c.Command]:
    """Hands without end: cards down, throws, a board in three steps, a showdown."""
    while True:
        deck = [str(code) for code in rng.permutation(CODES)]
        everybody = tuple(range(1, seats + 1))
        yield c.DealDown(everybody, 2)
        yield c.Throw((int(rng.integers(1, 7)), int(rng.integers(1, 7))), seat=int(rng.integers(1, seats + 1)))
        for count in (2, 1, 1):
            yield c.DealBoard(tuple(deck.pop() for _ in range(count)))
        yield c.DealDown(everybody, 1)
        for seat in everybody:
            yield c.Show(seat, (deck.pop(), deck.pop(), deck.pop()))
        yield c.Sweep()
