"""What the machine is not sure of: the dealer decides. No Kivy here."""

from __future__ import annotations

from functools import partial

from assistant.cards import card_name
from assistant.prompt import Choice
from ui import look
from ui.actions import Look
from ui.faces import Face
from ui.layout import Box, Frame
from ui.page import Card, Item, Page, Push, Text, grid, lower_panel
from ui.view import view


class QuestionPage(Page):
    """The question in words, the likeliest cards as buttons, and a way to put it aside."""

    def panel(self, frame: Frame) -> Box:
        """In the middle of the window, the prompt's bar covered."""
        return lower_panel(frame, min(640.0, frame.w - 40), 400 if self._cards() else 290)

    def _cards(self) -> bool:
        asking = view(self.desk.session.shown).asking
        return asking is not None and bool(asking.cards)

    def items(self, frame: Frame) -> list[Item]:
        """Everything of it."""
        asking = view(self.desk.session.shown).asking
        if asking is None:
            return []
        box = self.panel(frame).inset(24, 18)
        long = len(asking.text) > 46
        out: list[Item] = [
            Text(Box(box.x, box.y, box.w, 60 if long else 40), asking.text, 23 if long else 28, look.INK, True, "mid",
                 2 if long else 1),
            Text(Box(box.x, box.y + (60 if long else 42), box.w, 26), asking.detail, 19, look.MUTED, False, "mid"),
        ]  # fmt: skip
        if asking.cards:
            w, h = 112.0, 156.0
            gap = 60.0
            x = box.mid_x - (len(asking.cards) * w + (len(asking.cards) - 1) * gap) / 2
            for i, (card, choice) in enumerate(asking.cards):
                at = Box(x + i * (w + gap), box.y + 88, w, h)
                out.append(Card(at, Face(card), partial(self._take, choice)))
                out.append(
                    Text(Box(at.mid_x - 84, at.bottom + 4, 168, 26), card_name(card), 18, look.INK, False, "mid")
                )
        last = Box(box.x, box.bottom - 60, box.w, 60)
        others = asking.others
        for cell, choice in zip(grid(last, len(others) + 1, 1, 8), others, strict=False):
            out.append(Push(cell, choice.label, Look.PLAIN, partial(self._take, choice), 20))
        aside = grid(last, len(others) + 1, 1, 8)[-1]
        if not others:
            aside = Box(last.mid_x - 130, last.y, 260, last.h)
        out.append(Push(aside, "Put aside", Look.QUIET, self._aside, 20))
        return out

    def _take(self, choice: Choice) -> None:
        self.desk.touch(choice)

    def _aside(self) -> None:
        self.desk.session.put_aside()
        self.desk.refresh()
