"""The window: the screens, the frame around them, and the pages over them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from kivy.core.window import Window
from kivy.uix.widget import Widget

from assistant.events import Event
from assistant.prompt import Choice
from ui import look
from ui.actions import Action
from ui.bar import Bar
from ui.drawn import Drawn
from ui.layout import Box, Frame, frame_of
from ui.paint import Painter
from ui.rehearsal import SessionLike
from ui.showdown import ShowdownScreen
from ui.table import TableScreen
from ui.view import Screen, view


class Ground(Drawn):
    """What everything stands on."""

    def draw(self, paint: Painter, box: Box, data: Any) -> None:
        """One dark colour."""
        paint.fill(box, look.GROUND)


class Root(Widget):
    """Shows a session, and hands what is touched back to it."""

    def __init__(self, session: SessionLike, clock: Callable[[], str] | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.session = session
        self.clock = clock or (lambda: time.strftime("%H:%M"))
        self.ground = Ground()
        self.table = TableScreen()
        self.showdown = ShowdownScreen()
        self.bar = Bar(self.act, self.open_menu)
        for one in (self.ground, self.table, self.showdown, self.bar):
            self.add_widget(one)
        self.screen: Screen = view(session.shown)
        self._shown_clock = ""
        Window.bind(size=lambda *_: self.refresh())
        self.refresh()

    @property
    def frame(self) -> Frame:
        """The window in units."""
        return frame_of(Window.size)

    def beat(self, now_s: float) -> bool:
        """One turn of the clock: takes what has happened and draws what has changed."""
        changed = self.session.tick(now_s)
        if changed or self.clock() != self._shown_clock:
            self.refresh()
        return changed

    def refresh(self) -> None:
        """Draws what the session shows now."""
        frame = self.frame
        self.size = Window.size
        screen = self.screen = view(self.session.shown)
        self._shown_clock = self.clock()
        self.ground.show(frame, Box(0, 0, frame.w, frame.h), "ground")
        if screen.rows:
            self.table.hide()
            self.showdown.show(frame, screen)
        else:
            self.showdown.hide()
            self.table.show(frame, screen)
        self.bar.show(frame, screen, self._shown_clock)

    def act(self, action: Action) -> None:
        """What a button of the prompt does."""
        if action.choice is not None and action.choice.to_range is None:
            self.touch(action.choice)

    def touch(self, choice: Choice) -> None:
        """A choice of the prompt or the question, on the version that is seen."""
        self.session.touch(choice, self.screen.version)
        self.beat(time.monotonic())

    def ask(self, event: Event) -> None:
        """Any other event."""
        self.session.ask(event, self.screen.version)
        self.beat(time.monotonic())

    def open_menu(self) -> None:
        """The menu."""
