"""Pages on which something is picked: cards, dice, an amount, one of several players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from assistant import events as ev
from assistant.cards import pretty
from assistant.prompt import Choice
from assistant.state import State
from ui import look
from ui.actions import Look
from ui.entry import Entry, entries, lying
from ui.faces import Face
from ui.layout import Box, Frame
from ui.page import Card, Desk, Die, Item, Page, Push, Text, content, grid

RANKS = "AKQJT98765432"
SUITS = "shdc"


class WhoPage(Page):
    """Which of several players; one who has several choices is asked for them next."""

    passing = True

    def __init__(self, desk: Desk, title: str, choices: Sequence[Choice]) -> None:
        super().__init__(desk)
        self.title = title
        self.choices = tuple(choices)

    def items(self, frame: Frame) -> list[Item]:
        """A button for each player, or for each choice of one player."""
        seats = list(dict.fromkeys(c.seat or 0 for c in self.choices))
        out = self.head(frame)
        cells = grid(content(frame), 2, 4)
        if len(seats) == 1:
            cells = grid(content(frame).inset(90, 60), 1, max(3, len(self.choices)))
            for cell, choice in zip(cells, self.choices, strict=False):
                out.append(Push(cell, choice.label, Look.PLAIN, partial(self._take, choice), 26))
            return out
        for cell, seat in zip(cells, seats, strict=False):
            own = [c for c in self.choices if c.seat == seat]
            out.append(Push(cell, self._name(seat), Look.PLAIN, partial(self._of, own), 25))
        return out

    def _name(self, seat: int) -> str:
        state = self.desk.state
        return state.seat(seat).name if state is not None else f"seat {seat}"

    def _of(self, own: list[Choice]) -> None:
        if len(own) == 1:
            self._take(own[0])
        else:
            self.desk.open(WhoPage(self.desk, f"{self._name(own[0].seat or 0)} declares (others look away)", own))

    def _take(self, choice: Choice) -> None:
        self.desk.home()
        self.desk.touch(choice)


class AmountPage(Page):
    """How much: between the least and the most that the rules allow."""

    passing = True

    def __init__(self, desk: Desk, choice: Choice) -> None:
        super().__init__(desk)
        assert choice.to_range is not None
        self.choice = choice
        self.least, self.most = choice.to_range
        self.amount = self.least

    def panel(self, frame: Frame) -> Box:
        """The lower part of the window: the table stays in sight."""
        return Box(20, frame.h - 268, frame.w - 40, 256)

    def items(self, frame: Frame) -> list[Item]:
        """Minus, the amount, plus; the pot and all-in; the bet itself."""
        box = self.panel(frame).inset(16, 14)
        state = self.desk.state
        name = state.seat(self.choice.seat).name if state is not None and self.choice.seat else ""
        verb = "Bet" if isinstance(self.choice.event, ev.Bet) else "Raise to"
        top = Box(box.x, box.y, box.w, 92)
        w = 96.0
        step = self._big_step()
        out: list[Item] = [
            Push(Box(top.x, top.y, w, 92), "–", Look.PLAIN, lambda: self._move(-1), 44, True),
            Push(Box(top.x + w + 8, top.y, w, 92), f"–{step}", Look.QUIET, lambda: self._move(-step), 26, True),
            Push(Box(top.right - w, top.y, w, 92), "+", Look.PLAIN, lambda: self._move(1), 44, True),
            Push(Box(top.right - 2 * w - 8, top.y, w, 92), f"+{step}", Look.QUIET, lambda: self._move(step), 26, True),
            Text(Box(top.x + 2 * w + 20, top.y, top.w - 4 * w - 40, 66), str(self.amount), 60, look.GOLD, True, "mid"),
            Text(Box(top.x + 2 * w + 20, top.y + 68, top.w - 4 * w - 40, 24), f"{self.least} to {self.most}", 17,
                 look.MUTED, False, "mid"),
        ]  # fmt: skip
        low = Box(box.x, top.bottom + 14, box.w, 56)
        shortcuts = self._shortcuts(state)
        for cell, (label, units) in zip(grid(low, len(shortcuts), 1), shortcuts, strict=True):
            out.append(Push(cell, label, Look.PLAIN, partial(self._set, units), 20))
        last = Box(box.x, low.bottom + 10, box.w, box.bottom - low.bottom - 10)
        out.append(Push(Box(last.x, last.y, 140, last.h), "Back", Look.QUIET, self.desk.back, 20))
        label = f"{name}: {verb.lower()} {self.amount}" + (" (all in)" if self._all_in(state) else "")
        out.append(Push(Box(last.x + 150, last.y, last.w - 150, last.h), label, Look.USUAL, self._done, 23))
        return out

    def _all_in(self, state: State | None) -> bool:
        if state is None or self.choice.seat is None:
            return False
        seat = state.seat(self.choice.seat)
        return self.amount == seat.bet + seat.chips

    def _big_step(self) -> int:
        return 5 if self.most - self.least < 60 else 10 if self.most - self.least < 300 else 100

    def _shortcuts(self, state: State | None) -> list[tuple[str, int]]:
        out = [(f"Least {self.least}", self.least)]
        if state is not None and self.choice.seat is not None:
            seat = state.seat(self.choice.seat)
            pot = sum(s.put_in for s in state.seats) + state.level - seat.bet
            for label, units in (("Half pot", state.level + pot // 2), ("Pot", state.level + pot)):
                if self.least < units < self.most:
                    out.append((f"{label} {units}", units))
            label = "All in" if self.most == seat.bet + seat.chips else "Most"
            out.append((f"{label} {self.most}", self.most))
        return out

    def _move(self, by: int) -> None:
        self._set(self.amount + by)

    def _set(self, units: int) -> None:
        self.amount = min(self.most, max(self.least, units))
        self.desk.refresh()

    def _done(self) -> None:
        event = self.choice.event
        assert isinstance(event, ev.Bet | ev.Raise)
        self.desk.home()
        self.desk.touch(replace(self.choice, event=replace(event, to=self.amount), to_range=None))


class CardsPage(Page):
    """Which cards: all 52, those already seen dimmed.

    `swaps` are seen cards that may be picked none the less, with where they lie: to swap them.
    """

    passing = True

    def __init__(
        self, desk: Desk, title: str, count: int, done: Callable[[tuple[str, ...]], None],
        tabs: Sequence[Entry] = (), taken: Sequence[str] = (), swaps: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(desk)
        self.title, self.count, self.done, self.tabs = title, count, done, tabs
        self.taken = frozenset(taken)
        self.swaps = swaps or {}
        self.chosen: tuple[str, ...] = ()

    def items(self, frame: Frame) -> list[Item]:
        """Four rows of thirteen, with what has been chosen."""
        out = self.head(frame)
        area = Box(10, 62, frame.w - 20, frame.h - 62 - 92)
        for i, cell in enumerate(grid(area, 13, 4, 5)):
            card = RANKS[i % 13] + SUITS[i // 13]
            dim = card in self.taken
            do = None if dim and card not in self.swaps else partial(self._pick, card)
            out.append(Card(cell, Face(card, dim=dim), do, card in self.chosen))
        row = Box(14, frame.h - 82, frame.w - 28, 70)
        x = row.x
        for i in range(self.count):
            card = self.chosen[i] if i < len(self.chosen) else ""
            do = (partial(self._pick, card)) if card else None
            out.append(Card(Box(x, row.y, 50, 70), Face(card), do))
            x += 58
        place = self.swaps.get(self.chosen[0]) if self.count == 1 and self.chosen else None
        if place is not None:
            said = f"lies {place}: swap the two?"
            out.append(Text(Box(x + 8, row.y, row.right - 308 - x, row.h), said, 20, look.MUTED, lines=2))
        elif self.count > 1 or not self.chosen:
            left = self.count - len(self.chosen)
            said = f"touch {left} card{'s' if left > 1 else ''}" if left else ""
            out.append(Text(Box(x + 8, row.y, row.right - 330 - x, row.h), said, 20, look.MUTED))
        if len(self.chosen) == self.count:
            said = " ".join(pretty(c) for c in self.chosen)
            label = f"Swap for {said}" if place is not None else f"Take {said}"
            out.append(Push(Box(row.right - 300, row.y + 4, 300, 62), label, Look.USUAL, self._take, 23))
        return out

    def _pick(self, card: str) -> None:
        if card in self.chosen:
            self.chosen = tuple(c for c in self.chosen if c != card)
        elif self.count == 1:
            self.chosen = (card,)
        elif len(self.chosen) < self.count:
            self.chosen = (*self.chosen, card)
        self.desk.refresh()

    def _take(self) -> None:
        self.done(self.chosen)


class DicePage(Page):
    """What the dice show: two touches."""

    passing = True

    def __init__(self, desk: Desk, title: str) -> None:
        super().__init__(desk)
        self.title = title
        self.chosen: list[int | None] = [None, None]

    def items(self, frame: Frame) -> list[Item]:
        """Two rows of six, and the sum."""
        out = self.head(frame)
        box = content(frame)
        size = min(100.0, (box.w - 5 * 16) / 6)
        for row in range(2):
            for i in range(6):
                x = box.mid_x - (6 * size + 5 * 16) / 2 + i * (size + 16)
                cell = Box(x, box.y + 14 + row * (size + 30), size, size)
                lit = self.chosen[row] == i + 1
                out.append(Die(cell, i + 1, partial(self._pick, row, i + 1), lit))
        a, b = self.chosen
        row_y = box.bottom - 70
        if a is not None and b is not None:
            label = f"{a} and {b}: {a + b}"
            out.append(Push(Box(box.mid_x - 170, row_y, 340, 66), label, Look.USUAL, self._take, 26))
        else:
            said = "one die in each row"
            out.append(Text(Box(box.x, row_y, box.w, 66), said, 21, look.MUTED, False, "mid"))
        return out

    def _pick(self, row: int, pips: int) -> None:
        self.chosen[row] = pips
        self.desk.refresh()

    def _take(self) -> None:
        a, b = self.chosen
        if a is not None and b is not None:
            self.desk.home()
            self.desk.ask(ev.Roll((a, b)))


class CorrectPage(Page):
    """Which card was read wrongly, and then what it is; a card that lies elsewhere is swapped with it."""

    title = "Which card was read wrongly?"

    def items(self, frame: Frame) -> list[Item]:
        """Every card that the table knows, by where it lies."""
        out = self.head(frame)
        state = self.desk.state
        known = lying(state) if state is not None else ()
        if state is None or not known:
            out.append(Text(content(frame), "No card has been seen in this hand.", 22, look.MUTED, False, "mid"))
            return out
        box = content(frame)
        places: dict[str | int, list[str]] = {}
        for one in known:
            places.setdefault(one.where, []).append(one.card)
        cells = grid(box, 2, max(4, (len(places) + 1) // 2), 6)
        for cell, (where, cards) in zip(cells, places.items(), strict=False):
            name = "Board" if where == "board" else state.seat(int(where)).name
            out.append(Text(Box(cell.x, cell.y, 92, cell.h), name, 19, look.MUTED))
            w = min(cell.h / 1.4, (cell.w - 116) / max(len(cards), 4) - 5)
            for i, card in enumerate(cards):
                at = Box(cell.x + 96 + i * (w + 5), cell.mid_y - w * 0.7, w, w * 1.4)
                out.append(Card(at, Face(card), partial(self._mend, where, card)))
        return out

    def _mend(self, where: str | int, was: str) -> None:
        state = self.desk.state
        taken = [one.card for one in lying(state)] if state is not None else []
        places = {card: state.where(card) or "" for card in taken if card != was} if state is not None else {}

        def done(cards: tuple[str, ...]) -> None:
            self.desk.home()
            self.desk.ask(ev.Correct(where, was, cards[0], swap=cards[0] in places))

        self.desk.open(CardsPage(self.desk, f"Not the {pretty(was)}, but", 1, done, taken=taken, swaps=places))


def entry_page(desk: Desk) -> Page | None:
    """The page for entering what the table waits for; None where it waits for nothing of the kind."""
    state = desk.state
    due = entries(state) if state is not None else ()
    if not due or state is None:
        return None
    if len(due) == 1:
        return _page_of(desk, state, due[0])
    return _SeatPage(desk, due)


def _page_of(desk: Desk, state: State, entry: Entry) -> Page:
    if entry.count == 0:
        return DicePage(desk, entry.title)

    def done(cards: tuple[str, ...]) -> None:
        desk.home()
        desk.ask(entry.event(cards))

    return CardsPage(desk, entry.title, entry.count, done, taken=[one.card for one in lying(state)])


class _SeatPage(Page):
    """Whose cards are to be entered."""

    title = "Whose cards?"
    passing = True

    def __init__(self, desk: Desk, due: Sequence[Entry]) -> None:
        super().__init__(desk)
        self.due = due

    def items(self, frame: Frame) -> list[Item]:
        """A button for each player who is asked."""
        out = self.head(frame)
        state = self.desk.state
        if state is None:
            return out
        for cell, entry in zip(grid(content(frame), 2, 4), self.due, strict=False):
            name = state.seat(entry.seat).name
            out.append(Push(cell, name, Look.PLAIN, partial(self._open, entry), 25))
        return out

    def _open(self, entry: Entry) -> None:
        state = self.desk.state
        if state is not None:
            self.desk.open(_page_of(self.desk, state, entry))


__all__ = ["AmountPage", "CardsPage", "CorrectPage", "DicePage", "WhoPage", "entry_page"]
