"""Pages over the table, as values: what stands where, and what a touch does. No Kivy here.

A page says its items anew whenever something changes; drawing only what differs is
`ui.layer`'s. A page keeps what is being chosen, nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from assistant.events import Event
from assistant.prompt import Choice
from assistant.state import State
from ui import look
from ui.actions import Look
from ui.faces import Face
from ui.layout import Box, Frame
from ui.rehearsal import SessionLike

Do = Callable[[], None]
MARGIN = 14.0
TITLE = 56.0


@dataclass(frozen=True, slots=True)
class Text:
    """A line of words; `lines` of them where it may be wrapped."""

    box: Box
    text: str
    size: float = 20.0
    colour: look.Rgba = look.INK
    bold: bool = False
    anchor: str = "left"
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Push:
    """A button; a second line of its label is smaller. `again` repeats while it is held."""

    box: Box
    label: str
    look: Look
    do: Do
    size: float = 21.0
    again: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A card to be touched, or only to be seen."""

    box: Box
    face: Face
    do: Do | None = None
    lit: bool = False


@dataclass(frozen=True, slots=True)
class Die:
    """A die to be touched."""

    box: Box
    pips: int
    do: Do | None = None
    lit: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """A quiet plate behind other things."""

    box: Box
    lit: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A JPEG, fitted into its box."""

    box: Box
    jpeg: bytes


Item = Text | Push | Card | Die | Panel | Picture


class Desk(Protocol):
    """What a page may do: look, ask, and open or leave pages."""

    @property
    def session(self) -> SessionLike: ...
    @property
    def state(self) -> State | None: ...
    @property
    def version(self) -> int: ...
    def touch(self, choice: Choice) -> None: ...
    def ask(self, event: Event) -> None: ...
    def open(self, page: Page) -> None: ...
    def back(self) -> None: ...
    def home(self) -> None: ...
    def refresh(self) -> None: ...


class Page:
    """One page. `passing`: it is about the table as it stands, and closes when that changes.

    `panel` is the box of a smaller page, None for one that takes the whole window.
    """

    title = ""
    passing = False

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def panel(self, frame: Frame) -> Box | None:
        """Where a smaller page stands."""
        return None

    def items(self, frame: Frame) -> Sequence[Item]:
        """Everything on the page."""
        raise NotImplementedError

    def head(self, frame: Frame, back: str = "Back", more: Sequence[tuple[str, Look, Do]] = ()) -> list[Item]:
        """The title, further buttons, and the way back, in the first line of the window."""
        x = frame.w - MARGIN
        out: list[Item] = []
        way_back = (back, Look.USUAL if back == "Done" else Look.QUIET, self.desk.back)
        for label, style, do in (way_back, *more):
            w = 40.0 + 11.5 * len(label)
            out.append(Push(Box(x - w, 8, w, 46), label, style, do, 19))
            x -= w + 8
        out.append(Text(Box(MARGIN, 8, x - MARGIN - 8, 46), self.title, 25, look.INK, True))
        return out


def grid(box: Box, columns: int, rows: int, gap: float = 8.0) -> list[Box]:
    """Equal boxes, row by row."""
    w = (box.w - gap * (columns - 1)) / columns
    h = (box.h - gap * (rows - 1)) / rows
    return [Box(box.x + c * (w + gap), box.y + r * (h + gap), w, h) for r in range(rows) for c in range(columns)]


def content(frame: Frame) -> Box:
    """What is left of the window below a page's title."""
    return Box(MARGIN, TITLE + 8, frame.w - 2 * MARGIN, frame.h - TITLE - 8 - MARGIN)


def lower_panel(frame: Frame, w: float, h: float) -> Box:
    """A panel in the middle of the window."""
    return Box((frame.w - w) / 2, (frame.h - h) / 2, w, h)
