"""Run by test_app.py in a process of its own: the application plays a hand by itself and ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "offscreen"

# ruff: noqa: E402 — Kivy must be told its ways before it is imported
from ui.environment import prepare

prepare(size_wh_px=(800, 480))

from assistant import events as ev
from ui.app import run
from ui.rehearsal import Rehearsal
from ui.scenes import opened

STEPS = (ev.Deal(), ev.Roll((5, 3)), ev.Check(1), ev.Check(2), ev.Board(("Kh", "8d")))


class Playing(Rehearsal):
    """Does the next thing every few beats."""

    beats = 0

    def tick(self, now_s: float) -> bool:
        self.beats += 1
        step, due = divmod(self.beats, 8)
        if due == 0 and step <= len(STEPS):
            self._post(STEPS[step - 1])
        self.finished = step > len(STEPS)
        return super().tick(now_s)


if __name__ == "__main__":
    run(Playing(opened(2).past), Path(sys.argv[1]))
