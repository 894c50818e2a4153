"""How long reading dice takes, on one core: `python -m tests.bench.bench_dice`.

Budgets (issue 5): the tray at rest 15 ms, a whole photograph of unknown scale 250 ms.
"""

from __future__ import annotations

import time

import cv2
import numpy as np

from vision.dice_reader import DiceReader
from vision.training.dice_render import Die, Material, draw_dice, look_from


def tray(side: int = 300, edge: float = 35.0) -> np.ndarray:
    """Two dice on a green tray."""
    rng = np.random.default_rng(1)
    cloth = np.clip(rng.normal((60, 95, 50), 5, (side, side, 3)), 0, 255).astype(np.uint8)
    red = Material(body=(0.03, 0.03, 0.5), pip=(0.8, 0.8, 0.8))
    dice = [Die(3, (-1.5, 0.4), 1.0, 0.4), Die(6, (1.3, -0.8), 1.0, 1.1, material=red)]
    return draw_dice(cloth, look_from(edge, (side / 2, side / 2), 0.15), dice)


def millis(call, repeat: int = 30) -> tuple[float, float]:
    """Median and 95th percentile of a call's milliseconds, after warming up."""
    for _ in range(3):
        call()
    out = []
    for _ in range(repeat):
        start = time.perf_counter()
        call()
        out.append((time.perf_counter() - start) * 1000)
    return float(np.median(out)), float(np.percentile(out, 95))


def main() -> None:
    """Print the table."""
    cv2.setNumThreads(1)
    reader = DiceReader()
    small = tray()
    photo = cv2.copyMakeBorder(tray(960, 70), 0, 0, 160, 160, cv2.BORDER_REFLECT)
    for name, budget, call in (
        ("tray of 300 x 300 px, scale known", 15, lambda: reader.read(small, edge_px=35.0)),
        ("photo of 1280 x 960 px, scale unknown", 250, lambda: reader.read(photo)),
    ):
        median, high = millis(call)
        print(f"{name:40} median {median:6.1f} ms, 95 % {high:6.1f} ms (budget {budget} ms)")


if __name__ == "__main__":
    main()
