"""The application: one clock, one window, one session."""

from __future__ import annotations

import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock

from assistant.game import stage_of
from ui.rehearsal import SessionLike
from ui.root import Root
from ui.snapshot import save_window

BEATS_A_SECOND = 30


class TableApp(App):  # type: ignore[misc]
    """Shows a session until it is finished or the window closes.

    `snapshots`: where to save the screen at every new prompt. `after_beat` is for benches.
    """

    title = "Cardspeak"

    def __init__(self, session: SessionLike, snapshots: Path | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.session = session
        self.snapshots = snapshots
        self.after_beat: Callable[[], None] | None = None
        self._last_prompt: object = None
        self._due_frames = 0
        self._taken = 0
        self._stopping = False

    def build(self) -> Root:
        """The window's content."""
        self.session.start()
        root = Root(self.session)
        Clock.schedule_interval(self._beat, 1 / BEATS_A_SECOND)
        return root

    def please_stop(self) -> None:
        """Ends at the next beat; may be called from a signal's handler."""
        self._stopping = True

    def on_stop(self) -> None:
        """Ends the session; what was acknowledged is on disk."""
        self.session.stop()

    def _beat(self, _dt: float) -> None:
        self.root.beat(time.monotonic())
        if self.snapshots is not None:
            self._snapshot()
        if self.after_beat is not None:
            self.after_beat()
        if self._stopping or (self.session.finished and not self._due_frames):
            self.stop()

    def _snapshot(self) -> None:
        """Saves the window once the new prompt has been drawn: a frame after it came."""
        shown = self.session.shown
        if shown.prompt is not None and (shown.prompt, shown.question) != self._last_prompt:
            self._last_prompt = (shown.prompt, shown.question)
            self._due_frames = 2
            return
        if self._due_frames:
            self._due_frames -= 1
            if self._due_frames == 0 and shown.prompt is not None and shown.state is not None:
                self._taken += 1
                stage = stage_of(shown.state).replace(" ", "-")
                kind = "question" if shown.question else shown.prompt.kind
                name = f"{self._taken:04d}-hand-{shown.state.hand}-{stage}-{kind}.png"
                assert self.snapshots is not None
                save_window(self.snapshots / name)


class _GoOn(ExceptionHandler):  # type: ignore[misc]
    """A fault in the interface is told once and does not end the night."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def handle_exception(self, exception: BaseException) -> int:
        """Says where it happened, and goes on."""
        if isinstance(exception, KeyboardInterrupt):
            return int(ExceptionManager.RAISE)
        text = "".join(traceback.format_exception(exception))
        if text not in self._told:
            self._told.add(text)
            print(f"a fault in the interface, the night goes on:\n{text}", file=sys.stderr)
        return int(ExceptionManager.PASS)


def run(session: SessionLike, snapshots: Path | None = None) -> None:
    """Runs until the night or the demo ends, or the program is told to stop."""
    app = TableApp(session, snapshots)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: app.please_stop())
    ExceptionManager.add_handler(_GoOn())
    app.run()
