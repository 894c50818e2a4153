"""The application: one clock, one window, one session."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.app import App
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

    def build(self) -> Root:
        """The window's content."""
        self.session.start()
        root = Root(self.session)
        Clock.schedule_interval(self._beat, 1 / BEATS_A_SECOND)
        return root

    def on_stop(self) -> None:
        """Ends the session; what was acknowledged is on disk."""
        self.session.stop()

    def _beat(self, _dt: float) -> None:
        self.root.beat(time.monotonic())
        if self.snapshots is not None:
            self._snapshot()
        if self.after_beat is not None:
            self.after_beat()
        if self.session.finished and not self._due_frames:
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


def run(session: SessionLike, snapshots: Path | None = None) -> None:
    """Runs until the night or the demo ends."""
    TableApp(session, snapshots).run()
