"""How long reading dice takes, on one core: `python -m tests.bench.bench_dice`.

Budgets (issue 5): the tray at rest 15 ms, a whole photograph of unknown scale 250 ms.
"""

from __future__ import annotations

import time

import cv2
import numpy as np

from vision.bare_tray import BareTray
from vision.dice_reader import DiceReader
from vision.leaning import leaning_on_something
from vision.training.dice_body import Die, Material
from vision.training.dice_camera import look_from
from vision.training.dice_render import draw_dice


def cloth(side: int, seed: int = 2) -> np.ndarray:
    """A green tray without dice."""
    return np.clip(np.random.default_rng(seed).normal((60, 95, 50), 5, (side, side, 3)), 0, 255).astype(np.uint8)


def tray(side: int = 300, edge: float = 35.0) -> np.ndarray:
    """Two dice on it."""
    red = Material(body=(0.03, 0.03, 0.5), pip=(0.8, 0.8, 0.8))
    dice = [Die(3, (-1.5, 0.4), 1.0, 0.4), Die(6, (1.3, -0.8), 1.0, 1.1, material=red)]
    return draw_dice(cloth(side, 1), look_from(edge, (side / 2, side / 2), 0.15), dice)


def millis(call, repeat: int = 30) -> tuple[float, float]:
    """Median milliseconds of a call after warming up: by the clock, and of the processor alone.

    On a busy machine only the second means anything.
    """
    for _ in range(3):
        call()
    wall, cpu = [], []
    for _ in range(repeat):
        start, start_cpu = time.perf_counter(), time.process_time()
        call()
        wall.append((time.perf_counter() - start) * 1000)
        cpu.append((time.process_time() - start_cpu) * 1000)
    return float(np.median(wall)), float(np.median(cpu))


def main() -> None:
    """Print the table."""
    cv2.setNumThreads(1)
    reader = DiceReader()
    small = tray()
    photo = cv2.copyMakeBorder(tray(960, 70), 0, 0, 160, 160, cv2.BORDER_REFLECT)
    empty = cloth(300)
    bare = BareTray.of(empty, 35.0)

    def at_rest() -> None:
        """As the table looks at its tray: at what changed, and whether they lean."""
        dice = reader.read(small, edge_px=35.0, background_bgr=empty)
        eye = (150.0, 150.0, 2000.0)
        leaning = leaning_on_something(dice, small, bare, eye, lambda die: reader.chance_that_leans(small, die, eye))
        assert len(leaning) == 2

    for name, budget, call in (
        ("tray of 300 x 300 px, as the table reads it", 15, at_rest),
        ("all of it looked through, scale known", 15, lambda: reader.read(small, edge_px=35.0)),
        ("photo of 1280 x 960 px, scale unknown", 250, lambda: reader.read(photo)),
    ):
        wall, cpu = millis(call)
        print(f"{name:40} {wall:6.1f} ms, of the processor {cpu:6.1f} ms (budget {budget} ms)")


if __name__ == "__main__":
    main()
