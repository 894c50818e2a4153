"""Scenes drawn without the application's loop: one frame at a time, for pictures and tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window

from assistant.history import hands_of
from assistant.story import story_of
from ui.books import HistoryPage, LedgerPage, StoryPage
from ui.confirm import ConfirmPage
from ui.gamepage import DiceTablePage, GamePage, HousePage, WildPage
from ui.keys import NamePage, NumberPage
from ui.lessons import DeckLessonPage, DiceLessonPage, LearnPage
from ui.menu import CameraPage
from ui.page import Page
from ui.people import PlayerPage, PlayersPage
from ui.pickers import CardsPage, CorrectPage, DicePage
from ui.rehearsal import Rehearsal
from ui.root import Root
from ui.scenes import SCENES
from ui.snapshot import save_window


def _amount(root: Root) -> None:
    root.act(next(a for a in root.screen.actions if a.choice is not None and a.choice.to_range is not None))


def _group(root: Root) -> None:
    root.act(next(a for a in root.screen.actions if a.group))


def _enter(root: Root) -> None:
    root.act(next(a for a in root.screen.actions if a.page == "enter"))


def _confirm(root: Root) -> None:
    detail = "Every chip of it goes back, dice money too."
    root.open(ConfirmPage(root, "Is this hand a misdeal?", detail, "Misdeal", root.home))


def _house(root: Root) -> None:
    root.open(HousePage(root, "roll-your-own", {"high_low": True, "wild": ["2", "Kh"], "ante": 2}, lambda house: None))


def _open(page: Callable[[Root], Page]) -> Callable[[Root], None]:
    return lambda root: root.open(page(root))


def _nothing(root: Root) -> None:
    """The scene itself."""


def _cards(root: Root) -> None:
    _enter(root)
    page = root.pages[-1]
    assert isinstance(page, CardsPage)
    page.chosen = ("Qd",)
    root.refresh()


def _dice(root: Root) -> None:
    _enter(root)
    page = root.pages[-1]
    assert isinstance(page, DicePage)
    page.chosen = [5, 3]
    root.refresh()


# Name: the scene it starts from, and what is opened over it.
PAGES: dict[str, tuple[str, Callable[[Root], None]]] = {
    **{name: (name, _nothing) for name in SCENES},
    "set_up": ("nobody", _nothing),
    "menu": ("table_four", lambda root: root.open_menu()),
    "card_picker": ("board_due", _cards),
    "dice_picker": ("to_roll", _dice),
    "amount": ("no_limit", _amount),
    "declare": ("declaring", _group),
    "confirm": ("table_four", _confirm),
    "game": ("showdown", _open(GamePage)),
    "house": ("showdown", _house),
    "wild_cards": ("showdown", _open(lambda root: WildPage(root, ("2", "Kh"), lambda v: None))),
    "dice_table": ("showdown", _open(lambda root: DiceTablePage(root, {"2": "A"}, lambda v: None))),
    "players": ("showdown", _open(PlayersPage)),
    "player": ("showdown", _open(lambda root: PlayerPage(root, 1))),
    "name": ("nobody", _open(lambda root: NamePage(root, "Who sits at seat 5?", "Maxi", lambda v: None))),
    "number": ("showdown", _open(lambda root: NumberPage(root, "Ann buys", 100, lambda v: None))),
    "correct": ("showing", _open(CorrectPage)),
    "ledger": ("showdown", _open(LedgerPage)),
    "history": ("showdown", _open(HistoryPage)),
    "story": ("showdown", _open(lambda root: StoryPage(root, story_of(hands_of(root.session.past)[-1])))),
    "learn": ("new_table", _open(LearnPage)),
    "learn_deck": ("deck_lesson", _open(DeckLessonPage)),
    "learn_dice": ("dice_lesson", _open(DiceLessonPage)),
    "camera": ("table_four", _open(CameraPage)),
}


class Still:
    """A window that draws when it is told to."""

    def __init__(self) -> None:
        EventLoop.ensure_window()
        if EventLoop.status != "started":
            EventLoop.start()
        self.root: Root | None = None

    def set_up(self, session: Rehearsal) -> Root:
        """The root for a session, in the window."""
        if self.root is not None:
            Window.remove_widget(self.root)
        self.root = Root(session, clock=lambda: "21:47")
        Window.add_widget(self.root)
        self.draw()
        return self.root

    def draw(self) -> None:
        """One frame."""
        Clock.tick()
        Window.canvas.ask_update()
        Window.dispatch("on_draw")

    def save(self, name: str, path: Path) -> None:
        """The named scene as a PNG."""
        scene, then = PAGES[name]
        root = self.set_up(SCENES[scene]())
        then(root)
        self.draw()
        save_window(path)
