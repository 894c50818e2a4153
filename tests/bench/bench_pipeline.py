"""What a frame costs on one core: `python -m tests.bench.bench_pipeline`.

Budgets (design.md): watching a 12 Mpx camera's small stream 5 ms a frame, the tray alone
3 ms, one zone after one change 60 ms, a whole table at rest with 49 cards and two dice
400 ms. The tray at rest is in `tests.bench.bench_dice`. Times are of the process, so that
others at work on the machine don't count.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import cv2
import numpy as np

from vision.geometry import calibrate
from vision.load_readers import load_readers
from vision.mat_watch import MatWatch
from vision.pipeline import read_at_rest, read_zone
from vision.readings import Expectation
from vision.simulated import commands as c
from vision.simulated.table import SimulatedTable
from vision.steady import Gray, Stillness, blobs, zone_views
from vision.training.check_table import draw


def millis(call: Callable[[], object], repeat: int = 20) -> tuple[float, float]:
    """Median and 95th percentile of a call's milliseconds on the processor, after warming up."""
    call()
    took = []
    for _ in range(repeat):
        start_s = time.process_time()
        call()
        took.append((time.process_time() - start_s) * 1000)
    return statistics.median(took), float(np.percentile(took, 95))


def main() -> None:
    """Print one line a budget."""
    cv2.setNumThreads(1)
    cards, dice = load_readers()
    lines: list[tuple[str, tuple[float, float], float]] = []

    table, everything = draw(1000, 7, 7)
    image = table.image(0.0)
    frames = [table.frame(0.1 * i).small_gray for i in range(8)]
    geometry = calibrate(image, table.mat)
    views = zone_views(geometry, (frames[0].shape[1], frames[0].shape[0]))
    watch, number = Stillness(views), iter(range(10**6))

    def look() -> None:
        i = next(number)
        watch.step(Gray(frames[i % len(frames)]), 0.1 * i)

    lines.append(("watching for motion, all zones", millis(look, 200), 5.0))
    tray = next(view for view in views if view.name == "tray")
    only = Stillness((tray,))
    grays = [Gray(frame) for frame in frames]

    def tray_look() -> None:
        i = next(number)
        gray = Gray(frames[i % len(frames)])
        only.step(gray, 0.1 * i)
        blobs(gray, grays[0], grays[1], tray, 2.0)

    lines.append(("watching the tray alone", millis(tray_look, 200), 3.0))
    lines.append(("looking after the mat, every 2 s", millis(lambda: MatWatch(geometry).look(image)), 60.0))
    lines.append((
        "whole table, 49 cards, two dice, 12 Mpx",
        millis(lambda: read_at_rest(image, geometry, cards, dice, everything), 5),
        400.0,
    ))

    small = SimulatedTable(seed=1, seats=2, size_wh_px=(4056, 3040), paper="A2", px_per_mm=2.2)
    small.do(c.DealBoard(("Kh", "8d", "2c", "Ts")))
    small.settle()
    board = small.image(0.0)
    place = calibrate(board, small.mat)
    due = Expectation((("board", 4),))
    lines.append((
        "one zone after one change (board, four cards)",
        millis(lambda: read_zone(place.crop(board, "board", margin_mm=12.0), "board", cards, due)),
        60.0,
    ))
    for name, (median, high), budget in lines:
        mark = "" if median <= budget else "   OVER"
        print(f"{name:48s} {median:8.2f} ms  p95 {high:8.2f}  budget {budget:g}{mark}")


if __name__ == "__main__":
    main()
