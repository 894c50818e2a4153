"""A bar on standard error for what takes longer than a moment."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TextIO

_WIDTH = 30
_QUIET_S = 1.0
_LONG_S = 3.0


class ProgressBar:
    """Call it with what is done and what is due; it draws nothing in the first second, nor ever if all
    is likely to take less than three.

    On a terminal the bar stays on one line and goes when `close` is called; elsewhere it is one line
    for every tenth.
    """

    def __init__(self, what: str, stream: TextIO | None = None, now_s: Callable[[], float] = time.monotonic) -> None:
        self._what = what
        self._stream = sys.stderr if stream is None else stream
        self._now_s = now_s
        self._began_s = now_s()
        self._drawn = ""
        self._tenths = 0

    def __call__(self, done: int, due: int) -> None:
        """Draws how far it is, if that is news."""
        gone_s = self._now_s() - self._began_s
        if gone_s < _QUIET_S or not 0 < done < due or gone_s * due / done < _LONG_S:
            return
        left_s = gone_s * (due - done) / done
        text = f"{self._what} {done / due:4.0%}, {_spoken(left_s)} left"
        if self._stream.isatty():
            full = _WIDTH * done // due
            self._draw(f"[{'#' * full}{'.' * (_WIDTH - full)}] {text}")
        elif 10 * done // due > self._tenths:
            self._tenths = 10 * done // due
            print(text, file=self._stream, flush=True)

    def close(self) -> None:
        """Takes the bar off the terminal."""
        if self._drawn:
            self._draw("")
            self._stream.write("\r")
            self._stream.flush()

    def _draw(self, line: str) -> None:
        self._stream.write("\r" + line.ljust(len(self._drawn)))
        self._stream.flush()
        self._drawn = line


def _spoken(time_s: float) -> str:
    return f"{time_s:.0f} s" if time_s < 90 else f"{time_s / 60:.0f} min"
