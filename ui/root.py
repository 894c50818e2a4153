"""The window: the screens, the frame around them, and the pages over them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from kivy.core.window import Window
from kivy.uix.widget import Widget

from assistant.events import Event
from assistant.prompt import Choice
from assistant.state import State
from ui import look
from ui.actions import Action
from ui.bar import Bar
from ui.books import LedgerPage
from ui.gamepage import GamePage
from ui.layer import PageLayer
from ui.layout import Frame, frame_of
from ui.menu import MenuPage
from ui.page import Page
from ui.people import PlayersPage
from ui.pickers import AmountPage, CorrectPage, WhoPage, entry_page
from ui.question import QuestionPage
from ui.rehearsal import SessionLike
from ui.setup import SetUpPage
from ui.showdown import ShowdownScreen
from ui.table import TableScreen
from ui.view import Screen, view

_DOORS: dict[str, type[Page]] = {
    "correct": CorrectPage,
    "game": GamePage,
    "players": PlayersPage,
    "ledger": LedgerPage,
}


class Root(Widget):  # type: ignore[misc]  # Kivy has no types
    """Shows a session, and hands what is touched back to it. It is the `Desk` of its pages."""

    def __init__(self, session: SessionLike, clock: Callable[[], str] | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.session = session
        self.clock = clock or (lambda: time.strftime("%H:%M"))
        Window.clearcolor = look.GROUND
        self.table = TableScreen()
        self.showdown = ShowdownScreen()
        self.bar = Bar(self.act, self.open_menu)
        self.layer = PageLayer()
        for one in (self.table, self.showdown, self.bar, self.layer):
            self.add_widget(one)
        self.pages: list[Page] = []
        self._question = QuestionPage(self)
        self._set_up: SetUpPage | None = None
        self._top: Page | None = None
        self.screen: Screen = view(session.shown)
        self._shown_clock = ""
        Window.bind(size=lambda *_: self.refresh())
        self.refresh()

    @property
    def frame(self) -> Frame:
        """The window in units."""
        return frame_of(Window.size)

    @property
    def state(self) -> State | None:
        """The state that is shown."""
        return self.session.shown.state

    @property
    def version(self) -> int:
        """The version that is shown."""
        return self.screen.version

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
        before, screen = self.screen, view(self.session.shown)
        self.screen = screen
        self._shown_clock = self.clock()
        if screen.version != before.version:
            self._close_passing()
        top = self._page_on_top()
        if top is None or top.panel(frame) is not None:
            if screen.rows:
                self.table.hide()
                self.showdown.show(frame, screen)
            else:
                self.showdown.hide()
                self.table.show(frame, screen)
            self.bar.show(frame, screen, self._shown_clock)
        if top is None and self._top is not None:
            self.bar.deafen()
        self._top = top
        self.layer.show(frame, top, screen.banner if screen.banner is not None and screen.banner.refused else None)

    def _page_on_top(self) -> Page | None:
        if self.screen.set_up:
            if self._set_up is None:
                self._set_up = SetUpPage(self)
                self.pages.clear()
            return self.pages[-1] if self.pages else self._set_up
        if self._set_up is not None:
            self._set_up = None
            self.pages.clear()
        if self.pages:
            return self.pages[-1]
        return self._question if self.screen.asking is not None else None

    def _close_passing(self) -> None:
        """Pages about a table that has moved on since are closed, with all that stands on them."""
        for i, page in enumerate(self.pages):
            if page.passing:
                del self.pages[i:]
                return

    def act(self, action: Action) -> None:
        """What a button of the prompt does."""
        if action.group:
            self.open(WhoPage(self, self.screen.text, action.group))
        elif action.choice is not None:
            if action.choice.to_range is not None:
                self.open(AmountPage(self, action.choice))
            else:
                self.touch(action.choice)
        elif action.page == "enter":
            page = entry_page(self)
            if page is not None:
                self.open(page)
        elif action.page:
            self.open(_DOORS[action.page](self))

    def touch(self, choice: Choice) -> None:
        """A choice of the prompt or the question, on the version that is seen."""
        self.session.touch(choice, self.screen.version)
        self._at_once()

    def ask(self, event: Event) -> None:
        """Any other event."""
        self.session.ask(event, self.screen.version)
        self._at_once()

    def _at_once(self) -> None:
        self.session.tick(time.monotonic())
        self.refresh()

    def open(self, page: Page) -> None:
        """Puts a page on top."""
        self.pages.append(page)
        self.refresh()

    def back(self) -> None:
        """Leaves the page on top."""
        if self.pages:
            self.pages.pop()
        self.refresh()

    def home(self) -> None:
        """Leaves all pages."""
        self.pages.clear()
        self.refresh()

    def open_menu(self) -> None:
        """The menu."""
        self.open(MenuPage(self))
