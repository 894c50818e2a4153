"""Who sits at the table: buying, leaving, sitting down and out. No Kivy here."""

from __future__ import annotations

from functools import partial

from assistant import events as ev
from assistant.state import State
from ui import look
from ui.actions import Look
from ui.confirm import ConfirmPage
from ui.keys import NamePage, NumberPage
from ui.layout import Box, Frame
from ui.page import Desk, Item, Page, Push, Text, content, grid

SEATS = range(1, 9)
USUAL_CHIPS = 100


class PlayersPage(Page):
    """Every seat: touch one to buy, leave, sit out or sit down."""

    title = "Players"

    def items(self, frame: Frame) -> list[Item]:
        """Eight seats."""
        out = self.head(frame)
        state = self.desk.state
        if state is None:
            return out
        box = content(frame)
        if state.playing:
            line = "Chips and seats change between hands."
            out.append(Text(Box(box.x, box.y, box.w, 26), line, 18, look.AMBER))
            box = Box(box.x, box.y + 32, box.w, box.h - 32)
        here = {s.seat: s for s in state.seats if not s.gone}
        for cell, number in zip(grid(box, 2, 4), SEATS, strict=True):
            seat = here.get(number)
            if seat is None:
                out.append(Push(cell, f"Seat {number}\nsit down", Look.QUIET, partial(self._sit, number), 22))
                continue
            word = "sits out, " if seat.sits_out else ""
            label = f"{seat.name}\n{word}{seat.chips} chips"
            out.append(Push(cell, label, Look.PLAIN, partial(self._open, number), 24))
        return out

    def _open(self, number: int) -> None:
        self.desk.open(PlayerPage(self.desk, number))

    def _sit(self, number: int) -> None:
        desk = self.desk

        def named(name: str) -> None:
            desk.open(
                NumberPage(desk, f"{name} buys", USUAL_CHIPS, lambda units: desk.ask(ev.Sit(number, name, units)))
            )

        desk.open(NamePage(desk, f"Who sits down at seat {number}?", "", named))


class PlayerPage(Page):
    """One player."""

    def __init__(self, desk: Desk, number: int) -> None:
        super().__init__(desk)
        self.number = number

    def items(self, frame: Frame) -> list[Item]:
        """What may be done about them."""
        state = self.desk.state
        seat = None if state is None else next((s for s in state.seats if s.seat == self.number and not s.gone), None)
        if seat is None:
            self.title = f"Seat {self.number}"
            return self.head(frame)
        self.title = f"{seat.name}: {seat.chips} chips"
        out = self.head(frame)
        sits = ("Sit in\ndealt in from the next hand", ev.SitIn(self.number)) if seat.sits_out else (
            "Sit out\nkeeps the chips, gets no cards", ev.SitOut(self.number))  # fmt: skip
        cells = grid(content(frame), 1, 4, 12)
        out.append(Push(cells[0], "Buy chips\nadded before the next deal", Look.USUAL, self._buy, 25))
        out.append(Push(cells[1], sits[0], Look.PLAIN, lambda: self._do(sits[1]), 25))
        out.append(Push(cells[2], f"Leave\npaid {seat.chips} and gone", Look.DANGER, self._leave, 25))
        return out

    def _buy(self) -> None:
        number, desk = self.number, self.desk
        name = _name(desk.state, number)
        desk.open(NumberPage(desk, f"{name} buys", 0, lambda units: desk.ask(ev.Buy(number, units))))

    def _leave(self) -> None:
        number, desk = self.number, self.desk
        name = _name(desk.state, number)

        def leave() -> None:
            desk.back()
            desk.ask(ev.Leave(number))

        desk.open(
            ConfirmPage(desk, f"Does {name} leave the table?", "Their chips are cashed out.", f"{name} leaves", leave)
        )

    def _do(self, event: ev.Event) -> None:
        self.desk.back()
        self.desk.ask(event)


def _name(state: State | None, number: int) -> str:
    return state.seat(number).name if state is not None else f"seat {number}"
