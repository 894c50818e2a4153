"""A question before something large. No Kivy here."""

from __future__ import annotations

from ui import look
from ui.actions import Look
from ui.layout import Box, Frame
from ui.page import Desk, Do, Item, Page, Push, Text, lower_panel


class ConfirmPage(Page):
    """Yes or no; yes is not under the thumb that opened it."""

    def __init__(self, desk: Desk, title: str, detail: str, yes: str, do: Do) -> None:
        super().__init__(desk)
        self.title, self.detail, self.yes, self.do = title, detail, yes, do

    def panel(self, frame: Frame) -> Box:
        """In the middle of the window."""
        return lower_panel(frame, min(620.0, frame.w - 40), 230)

    def items(self, frame: Frame) -> list[Item]:
        """The question, what follows, and two buttons."""
        box = self.panel(frame).inset(24, 20)
        low = Box(box.x, box.bottom - 66, box.w, 66)
        return [
            Text(Box(box.x, box.y, box.w, 46), self.title, 26, look.INK, True, "left"),
            Text(Box(box.x, box.y + 48, box.w, 56), self.detail, 20, look.MUTED, lines=2),
            Push(Box(low.x, low.y, low.w * 0.56, low.h), self.yes, Look.DANGER, self._yes, 23),
            Push(Box(low.x + low.w * 0.56 + 10, low.y, low.w * 0.44 - 10, low.h), "No", Look.PLAIN, self.desk.back, 23),
        ]

    def _yes(self) -> None:
        self.desk.back()
        self.do()
