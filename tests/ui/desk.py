"""A desk without a window: pages are touched by the words on them."""

from __future__ import annotations

from assistant.events import Event
from assistant.prompt import Choice
from assistant.state import State
from ui.layout import frame_of
from ui.page import Card, Die, Item, Page, Push, Text
from ui.rehearsal import Rehearsal

FRAME = frame_of((800, 480))


class PlainDesk:
    """What `ui.root.Root` is to its pages."""

    def __init__(self, session: Rehearsal) -> None:
        self.session = session
        self.pages: list[Page] = []

    @property
    def state(self) -> State | None:
        return self.session.shown.state

    @property
    def version(self) -> int:
        return self.session.version

    def touch(self, choice: Choice) -> None:
        self.session.touch(choice, self.version)

    def ask(self, event: Event) -> None:
        self.session.ask(event, self.version)

    def open(self, page: Page) -> None:
        self.pages.append(page)

    def back(self) -> None:
        if self.pages:
            self.pages.pop()

    def home(self) -> None:
        self.pages.clear()

    def refresh(self) -> None:
        pass

    # --- what a finger does ----------------------------------------------------------

    def items(self) -> list[Item]:
        return list(self.pages[-1].items(FRAME))

    def labels(self) -> list[str]:
        return [i.label if isinstance(i, Push) else i.text for i in self.items() if isinstance(i, Push | Text)]

    def push(self, *labels: str) -> None:
        """Touches one button after another, each named by how its label begins."""
        for label in labels:
            buttons = [i for i in self.items() if isinstance(i, Push)]
            found = [i for i in buttons if i.label == label] or [i for i in buttons if i.label.startswith(label)]
            assert found, f"{label!r} is not among {self.labels()}"
            found[0].do()

    def card(self, *cards: str) -> None:
        for card in cards:
            found = next(i for i in self.items() if isinstance(i, Card) and i.face.card == card)
            assert found.do is not None, f"{card} can't be touched"
            found.do()

    def dice(self, a: int, b: int) -> None:
        for row, pips in enumerate((a, b)):
            die = [i for i in self.items() if isinstance(i, Die) and i.pips == pips][row]
            assert die.do is not None
            die.do()
