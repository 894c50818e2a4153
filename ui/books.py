"""The books of the night: ledger and history. No Kivy here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from assistant.events import Event
from assistant.history import HandRecord, hands_of
from assistant.ledger import Ledger, ledger_of
from assistant.story import line_of, story_of
from ui import look
from ui.actions import Look
from ui.layout import Box, Frame
from ui.page import Desk, Item, Page, Panel, Push, Text, content, grid


@lru_cache(maxsize=2)
def _ledger(past: tuple[Event, ...]) -> Ledger:
    return ledger_of(past)


@lru_cache(maxsize=2)
def _hands(past: tuple[Event, ...]) -> tuple[HandRecord, ...]:
    return hands_of(past)


def _signed(units: int) -> str:
    return f"+{units}" if units > 0 else f"–{-units}" if units < 0 else "0"


class LedgerPage(Page):
    """Who bought what, who is up, and who pays whom."""

    title = "Ledger"

    def items(self, frame: Frame) -> list[Item]:
        """A line a player, and the payments that settle the night."""
        out = self.head(frame)
        past = self.desk.session.past
        if not past:
            return out
        try:
            books = _ledger(past)
        except TypeError:  # house rules in an event can't be hashed
            books = ledger_of(past)
        box = content(frame)
        left = Box(box.x, box.y, box.w * 0.6, box.h)
        columns = (0.0, 0.44, 0.60, 0.79, 1.0)
        heads = ("", "bought", "out", "chips", "up or down")
        for at, word in zip(columns[1:], heads[1:], strict=True):
            out.append(Text(Box(left.x, left.y, left.w * at - 6, 24), word, 16, look.MUTED, False, "right"))
        rows = [(a.name, a.buy_in + a.rebuys, a.cashed_out, a.chips, a.net) for a in books.accounts]
        h = min(42.0, (left.h - 60) / max(len(rows), 1))
        for i, (name, bought, cashed, chips, net) in enumerate(rows):
            y = left.y + 26 + i * h
            out.append(Text(Box(left.x, y, left.w * 0.30, h), name, 21))
            colour = look.GREEN if net > 0 else look.SALMON if net < 0 else look.INK
            values = (str(bought), str(cashed) if cashed else "", str(chips))
            for at, word in zip(columns[1:], values, strict=False):
                out.append(Text(Box(left.x, y, left.w * at - 6, h), word, 22, look.INK, False, "right"))
            out.append(Text(Box(left.x, y, left.w - 6, h), _signed(net), 22, colour, True, "right"))
        side = f"side pot {books.side_pot}" if books.side_pot else ""
        pots = f"in the pots {books.in_pots}" if books.in_pots else ""
        both = " · ".join(filter(None, (pots, side)))
        out.append(Text(Box(left.x, left.bottom - 28, left.w, 26), both, 19, look.SALMON))
        right = Box(left.right + 24, box.y, box.right - left.right - 24, box.h)
        out += self._payments(books, right)
        return out

    def _payments(self, books: Ledger, box: Box) -> list[Item]:
        out: list[Item] = [Panel(box)]
        inner = box.inset(16, 12)
        title = "Who pays whom" if books.closed else "If the night ended now"
        out.append(Text(Box(inner.x, inner.y, inner.w, 28), title, 19, look.MUTED))
        lines = [f"{p.payer} pays {p.payee} {p.units}" for p in books.payments]
        if not lines:
            lines = ["a hand is being played" if books.in_pots else "nobody owes anything"]
        lines += list(books.where)
        for i, line in enumerate(lines[:10]):
            out.append(Text(Box(inner.x, inner.y + 34 + i * 32, inner.w, 30), line, 21))
        return out


class HistoryPage(Page):
    """The hands so far, the last one first."""

    title = "Hands so far"
    _rows = 5

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.first = 0
        self.hands = hands_of(desk.session.past)[::-1]

    def items(self, frame: Frame) -> list[Item]:
        """A line a hand."""
        more = [("Older", Look.PLAIN, self._older)] if len(self.hands) > self._rows else []
        out = self.head(frame, more=more)
        if not self.hands:
            out.append(Text(content(frame), "No hand has been played yet.", 22, look.MUTED, False, "mid"))
        some = self.hands[self.first : self.first + self._rows]
        for cell, hand in zip(grid(content(frame), 1, self._rows, 6), some, strict=False):
            head, _, tail = line_of(hand).partition("  pot ")
            pot, _, ending = tail.strip().partition(" ")
            label = f"Hand {' '.join(head.split())} · pot {pot}\n{ending.strip()}"
            out.append(Push(cell, label, Look.PLAIN, partial(self._open, hand), 21))
        return out

    def _older(self) -> None:
        self.first = self.first + self._rows if self.first + self._rows < len(self.hands) else 0
        self.desk.refresh()

    def _open(self, hand: HandRecord) -> None:
        self.desk.open(StoryPage(self.desk, story_of(hand)))


class StoryPage(Page):
    """One hand in plain words."""

    _rows = 15

    def __init__(self, desk: Desk, lines: Sequence[str]) -> None:
        super().__init__(desk)
        self.title = lines[0]
        self.lines = [piece for line in lines[1:] for piece in _folded(line)]
        self.first = 0

    def items(self, frame: Frame) -> list[Item]:
        """The story, a page at a time."""
        more = [("More", Look.PLAIN, self._more)] if len(self.lines) > self._rows else []
        out = self.head(frame, more=more)
        box = content(frame)
        step = box.h / self._rows
        for i, line in enumerate(self.lines[self.first : self.first + self._rows]):
            indent = len(line) - len(line.lstrip())
            at = Box(box.x + indent * 8, box.y + i * step, box.w - indent * 8, step)
            out.append(Text(at, line.strip(), 18.5, look.INK))
        return out

    def _more(self) -> None:
        self.first = self.first + self._rows if self.first + self._rows < len(self.lines) else 0
        self.desk.refresh()


def _folded(line: str, most: int = 84) -> list[str]:
    """A long line in two or more, the later ones set in."""
    out: list[str] = []
    indent = len(line) - len(line.lstrip())
    while len(line) > most:
        cut = line.rfind(" ", indent + 1, most)
        if cut <= indent:
            break
        out.append(line[:cut])
        line = " " * (indent + 2) + line[cut + 1 :]
    return [*out, line]
