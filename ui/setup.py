"""Before the first hand: the game, its rules, who plays, who deals. No Kivy here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from assistant import events as ev
from assistant.game import game_named
from ui import look
from ui.actions import Look
from ui.gamepage import HousePage, game_buttons
from ui.keys import NamePage, NumberPage
from ui.layout import Box, Frame
from ui.page import Desk, Item, Page, Push, Text, content, grid
from ui.people import SEATS, USUAL_CHIPS


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who will play: a name and the chips they buy."""

    name: str
    chips: int


class SetUpPage(Page):
    """Everything that opens a table. `session.suggested`, where there is one, is an `Open` to start from."""

    title = "Who plays, and what?"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        start = getattr(desk.session, "suggested", None)
        self.game = "lucky-sevens"
        self.houses: dict[str, dict[str, Any]] = {}
        self.guests = {n: Guest(f"Player {n}", USUAL_CHIPS) for n in range(1, 5)}
        self.button = 1
        self.side_pot: int | None = None
        if isinstance(start, ev.Open):
            self.game, self.button, self.side_pot = start.game, start.button, start.side_pot
            self.houses[start.game] = dict(start.house)
            self.guests = {s.seat: Guest(s.name, s.chips) for s in start.seats}

    def items(self, frame: Frame) -> list[Item]:
        """Games above, seats below, and the button that opens the table."""
        out: list[Item] = [Text(Box(14, 8, 420, 46), self.title, 26, look.INK, True)]
        box = Box(14, 60, frame.w - 28, frame.h - 72)
        out += game_buttons(Box(box.x, box.y, box.w, 60), self.game, self._game)
        changed = len(self.houses.get(self.game, {}))
        rules = "House rules…" + (f"\n{changed} changed" if changed else "\nthe usual ones")
        seats = Box(box.x, box.y + 72, box.w, box.h - 72 - 82)
        cells = grid(seats, 4, 2)
        # Seats run clockwise, as on the table: 1 to 4 above, 8 to 5 below.
        order = [*SEATS[:4], *reversed(SEATS[4:])]
        for cell, number in zip(cells, order, strict=True):
            guest = self.guests.get(number)
            if guest is None:
                out.append(Push(cell, f"+\nseat {number}", Look.QUIET, partial(self._add, number), 26))
                continue
            deals = " · deals" if number == self._button() else ""
            label = f"{guest.name}\n{guest.chips} chips{deals}"
            out.append(Push(cell, label, Look.PLAIN, partial(self._open, number), 23))
        last = Box(box.x, box.bottom - 70, box.w, 70)
        out.append(Push(Box(last.x, last.y, 200, 70), rules, Look.PLAIN, self._rules, 21))
        problem = self.problem()
        words = problem or (f"{self.side_pot} wait in the side pot" if self.side_pot else "")
        colour = look.AMBER if problem else look.SALMON
        out.append(Text(Box(last.x + 214, last.y, last.w - 214 - 264, 70), words, 19, colour, lines=2))
        if not problem:
            out.append(Push(Box(last.right - 250, last.y, 250, 70), "Open the table", Look.USUAL, self._done, 24))
        return out

    def problem(self) -> str:
        """Why the table can't open yet, in a line; empty where it can."""
        least, most = game_named(self.game).players
        if len(self.guests) < least:
            return f"{least} players at least"
        if len(self.guests) > most:
            return f"{game_named(self.game).title} seats {most} players"
        return ""

    def event(self) -> ev.Open:
        """The table as it is set up."""
        seats = tuple(ev.NewSeat(n, g.name, g.chips) for n, g in sorted(self.guests.items()))
        return ev.Open(self.game, seats, self._button(), self.houses.get(self.game, {}), self.side_pot or None)

    def _button(self) -> int:
        return self.button if self.button in self.guests else min(self.guests, default=1)

    def _game(self, name: str) -> None:
        self.game = name
        self.desk.refresh()

    def _rules(self) -> None:
        def done(house: dict[str, Any]) -> None:
            self.houses[self.game] = house

        self.desk.open(HousePage(self.desk, self.game, self.houses.get(self.game, {}), done))

    def _add(self, number: int) -> None:
        def done(name: str) -> None:
            chips = next(iter(self.guests.values())).chips if self.guests else USUAL_CHIPS
            self.guests[number] = Guest(name, chips)
            self.desk.refresh()

        self.desk.open(NamePage(self.desk, f"Who sits at seat {number}?", "", done))

    def _open(self, number: int) -> None:
        self.desk.open(GuestPage(self.desk, self, number))

    def _done(self) -> None:
        self.desk.ask(self.event())


class GuestPage(Page):
    """One guest before the first hand."""

    def __init__(self, desk: Desk, table: SetUpPage, number: int) -> None:
        super().__init__(desk)
        self.table, self.number = table, number

    def items(self, frame: Frame) -> list[Item]:
        """Name, chips, deal, and away with them."""
        guest = self.table.guests.get(self.number)
        self.title = f"Seat {self.number}"
        out = self.head(frame, "Done")
        if guest is None:
            return out
        cells = grid(content(frame), 1, 4, 12)
        out += [
            Push(cells[0], f"{guest.name}\nchange the name", Look.PLAIN, self._name, 26),
            Push(cells[1], f"{guest.chips} chips\nchange what they buy", Look.PLAIN, self._chips, 26),
            Push(cells[2], "Deals the first hand", Look.USUAL if self.number == self.table.button else Look.PLAIN,
                 self._deals, 24),
            Push(cells[3], "Take away", Look.DANGER, self._away, 24),
        ]  # fmt: skip
        return out

    def _name(self) -> None:
        guest = self.table.guests[self.number]
        start = "" if guest.name.startswith("Player ") else guest.name
        self.desk.open(NamePage(self.desk, "Name", start, lambda name: self._set(name=name)))

    def _chips(self) -> None:
        guest = self.table.guests[self.number]
        self.desk.open(NumberPage(self.desk, f"{guest.name} buys", guest.chips, lambda units: self._set(chips=units)))

    def _set(self, **changes: Any) -> None:
        self.table.guests[self.number] = replace(self.table.guests[self.number], **changes)
        self.desk.refresh()

    def _deals(self) -> None:
        self.table.button = self.number
        self.desk.refresh()

    def _away(self) -> None:
        self.table.guests.pop(self.number, None)
        self.desk.back()
