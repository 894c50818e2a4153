"""How long cards take to read on one core: `python -m tests.bench.bench_cards`.

Drawn scenes at the table's scale (2.2 px/mm): a zone of five cards, a 12 Mpx table with 28 cards
spaced, one with 42 fanned, and one of 49; and a photograph's size of unknown scale.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import cv2
import numpy as np

from vision.card_reader import CardReader
from vision.training.drawn_tables import LENGTH_PX, table, zone


def milliseconds(run: Callable[[], object], times: int) -> float:
    """The median of several runs after one to warm up."""
    run()
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken)


def main() -> None:
    """Print one line a scene: ms, and how many cards were surely read, right and wrong."""
    cv2.setNumThreads(1)
    reader = CardReader()
    rng = np.random.default_rng(5)
    scenes = [
        ("zone of five", zone(rng), LENGTH_PX, 60),
        ("12 Mpx, 28 spaced", table(rng, fanned=False), LENGTH_PX, 400),
        ("12 Mpx, 42 fanned", table(rng, fanned=True), LENGTH_PX, 400),
        ("12 Mpx, 49 cards", table(rng, fanned=True, board=7), LENGTH_PX, 400),
        ("1280 px, any scale", zone(rng, (1280, 960)), None, 400),
    ]
    for name, scene, length, budget in scenes:
        seen = reader.read(scene.image, card_length_px=length)
        sure = {c.card for c in seen.cards if c.sure}
        ms = milliseconds(lambda s=scene, k=length: reader.read(s.image, card_length_px=k), 7)  # type: ignore[misc]
        print(f"{name:20} {ms:7.1f} ms (budget {budget})  {len(sure & set(scene.codes))} of {len(scene.codes)} read, "
              f"{len(sure - set(scene.codes))} wrong")


if __name__ == "__main__":
    main()
