"""From a touch to the changed screen: `python -m tests.bench.bench_ui [--touches N] [--busy N] [--size 800x480]`.

Fingers come down and up at random moments while the application's own loop runs at 60 frames a
second, and each is timed until the frame that shows its consequence has been swapped in and drawn.
Beside it run busy processes, as the camera's does. Off-screen, drawn by the CPU: a Pi's GPU is spared that.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import sys
import time
from typing import Any

BUDGET_MS = 50.0


def spin() -> None:
    """A process at full load."""
    while True:
        sum(range(10_000))


def measure(touches: int, size_wh_px: tuple[int, int]) -> list[float]:
    """The time of each touch, in ms."""
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    from ui.environment import prepare

    prepare(size_wh_px=size_wh_px)

    from kivy.base import EventLoop
    from kivy.core.window import Window
    from kivy.graphics.opengl import glFinish
    from kivy.input.motionevent import MotionEvent
    from kivy.input.provider import MotionEventProvider

    from assistant import events as ev
    from assistant.cards import FULL_DECK
    from assistant.prompt import Kind, prompt_of
    from ui.app import TableApp
    from ui.bar import MoneyButton
    from ui.scenes import opened

    MoneyButton.guard_s = 0.0  # fingers here are faster than people's
    luck = random.Random(1)
    session = opened(8, chips=(5000,) * 8)
    app = TableApp(session)
    times_ms: list[float] = []
    due_s = 0.0
    touched_s: float | None = None
    changed_at = -1

    class Finger(MotionEvent):
        def depack(self, args: Any) -> None:
            self.is_touch = True
            self.sx, self.sy = args
            self.profile = ["pos"]
            super().depack(args)

    class Fingers(MotionEventProvider):
        """Touches at the moments planned, seen by the loop when it looks, as real ones are."""

        def update(self, dispatch_fn: Any) -> None:
            nonlocal due_s, touched_s, changed_at
            now_s = time.perf_counter()
            if touched_s is not None or now_s < due_s or app.root is None:
                return
            usual = [b for b in app.root.bar.buttons if not b.hidden and b.data[2].choice is not None]
            if not usual:
                return
            button = luck.choice(usual)
            x, y = button.center
            at = (x / Window.width, y / Window.height)
            finger = Finger("bench", len(times_ms), at, is_touch=True, type_id="touch")
            touched_s, changed_at = due_s, session.version
            dispatch_fn("begin", finger)
            dispatch_fn("end", finger)

    def cards(count: int) -> tuple[str, ...]:
        state = session.night.state
        assert state is not None
        left = [c for c in FULL_DECK if state.where(c) is None]
        return tuple(luck.sample(left, count))

    def deal() -> None:
        """What the camera would have seen, between touches."""
        state = session.night.state
        if touched_s is not None or state is None:
            return
        prompt = prompt_of(state)
        if prompt.kind is Kind.ROLL:
            session.ask(ev.Roll((luck.randint(1, 6), luck.randint(1, 6))), session.version)
        elif prompt.kind is Kind.BOARD:
            session.ask(ev.Board(cards(2 if not state.board else 1)), session.version)
        elif prompt.kind is Kind.SHOW:
            session.ask(ev.Show(prompt.seats[0], cards(3)), session.version)

    def flipped(*_: Any) -> None:
        nonlocal due_s, touched_s
        if touched_s is None or session.version == changed_at:
            return
        glFinish()
        times_ms.append((time.perf_counter() - touched_s) * 1000)
        touched_s = None
        due_s = time.perf_counter() + luck.uniform(0.05, 0.15)
        if len(times_ms) == touches:
            app.stop()

    EventLoop.add_input_provider(Fingers("bench", ""))
    Window.bind(on_flip=flipped)
    app.after_beat = deal
    due_s = time.perf_counter() + 1.0
    app.run()
    return times_ms


def main() -> int:
    """Measures, and says whether the budget holds."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_ui", description=__doc__)
    parser.add_argument("--touches", type=int, default=300)
    parser.add_argument("--busy", type=int, default=1, help="processes at full load beside it")
    parser.add_argument("--size", default="800x480")
    args = parser.parse_args()
    w, _, h = args.size.partition("x")
    context = multiprocessing.get_context("spawn")
    busy = [context.Process(target=spin, daemon=True) for _ in range(args.busy)]
    for one in busy:
        one.start()
    try:
        times_ms = sorted(measure(args.touches, (int(w), int(h))))
    finally:
        for one in busy:
            one.terminate()
    p50, p90, p99 = (times_ms[min(len(times_ms) - 1, int(len(times_ms) * q))] for q in (0.5, 0.9, 0.99))
    print(
        f"touch to changed screen, {args.size}, {len(times_ms)} touches, {args.busy} busy beside it: "
        f"median {p50:.1f} ms, 90 % {p90:.1f} ms, 99 % {p99:.1f} ms, worst {times_ms[-1]:.1f} ms "
        f"(budget {BUDGET_MS:.0f})"
    )
    return 0 if p99 <= BUDGET_MS else 1


if __name__ == "__main__":
    sys.exit(main())
