"""Dealer's choice: the game and its house rules. No Kivy here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from assistant import events as ev
from assistant.cards import pretty_rank
from assistant.game import all_games, game_named
from assistant.house import House, parse_wilds
from ui import look
from ui.actions import Look
from ui.faces import Face
from ui.labels import Rule, differences, rules_for, said, value_of, wild_words, with_value
from ui.layout import Box, Frame
from ui.page import Card, Desk, Item, Page, Panel, Push, Text, content, grid

RANKS = "AKQJT98765432"
SUITS = "shdc"
_ROWS = 6


class GamePage(Page):
    """The game for the next deal."""

    title = "Which game is next?"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        state = desk.state
        self.game = state.game if state is not None else "lucky-sevens"
        self.houses: dict[str, dict[str, Any]] = {}
        if state is not None:
            self.houses[state.game] = differences(state.house)

    def items(self, frame: Frame) -> list[Item]:
        """The games, the rules that were changed, and the choice."""
        out = self.head(frame)
        box = content(frame)
        games = Box(box.x, box.y, box.w, 128)
        out += game_buttons(games, self.game, self._game)
        out += rule_lines(
            Box(box.x, games.bottom + 14, box.w, box.bottom - games.bottom - 14 - 84), self.house, self.game
        )
        last = Box(box.x, box.bottom - 72, box.w, 72)
        out.append(Push(Box(last.x, last.y, 250, 72), "House rules…", Look.PLAIN, self._rules, 23))
        title = game_named(self.game).title
        out.append(Push(Box(last.right - 330, last.y, 330, 72), f"Play {title}", Look.USUAL, self._done, 24))
        return out

    @property
    def house(self) -> dict[str, Any]:
        """The rules of the game that is lit."""
        return self.houses.get(self.game, {})

    def _game(self, name: str) -> None:
        self.game = name
        self.desk.refresh()

    def _rules(self) -> None:
        self.desk.open(HousePage(self.desk, self.game, self.house, self._set))

    def _set(self, house: dict[str, Any]) -> None:
        self.houses[self.game] = house

    def _done(self) -> None:
        self.desk.ask(ev.ChooseGame(self.game, self.house))
        if not self.desk.session.shown.refused:
            self.desk.home()


def game_buttons(box: Box, lit: str, do: Callable[[str], None]) -> list[Item]:
    """A button for each game there is, the chosen one in gold."""
    out: list[Item] = []
    games = all_games()
    for cell, (name, game) in zip(grid(box, len(games), 1), games.items(), strict=True):
        style = Look.USUAL if name == lit else Look.PLAIN
        out.append(Push(cell, game.title, style, partial(do, name), 23))
    return out


def rule_lines(box: Box, house: Mapping[str, Any], game: str) -> list[Item]:
    """What differs from the usual rules, as many lines as there is room for."""
    rules = [r for r in rules_for(game_named(game).allowed, house) if r.key in house]
    words = [f"{r.label}: {said(r, value_of(r, house))}" for r in rules]
    least, most = game_named(game).players
    heading = f"{least} to {most} players. House rules: " + (f"{len(words)} changed" if words else "the usual ones")
    out: list[Item] = [Text(Box(box.x, box.y, box.w, 28), heading, 20, look.MUTED)]
    room = int((box.h - 30) // 28)
    cells = grid(Box(box.x, box.y + 30, box.w, room * 28), 2, max(room, 1), 0)
    for cell, line in zip(cells, words, strict=False):
        out.append(Text(Box(cell.x, cell.y, cell.w - 10, cell.h), line, 19, look.INK))
    return out


class HousePage(Page):
    """The house rules of one game, a few at a time."""

    def __init__(self, desk: Desk, game: str, house: Mapping[str, Any], done: Callable[[dict[str, Any]], None]) -> None:
        super().__init__(desk)
        self.game = game_named(game)
        self.title = f"{self.game.title}: house rules"
        self.house = dict(house)
        self.done = done
        self.first = 0

    def items(self, frame: Frame) -> list[Item]:
        """Six rules, each with what it may be."""
        rules = rules_for(self.game.allowed, self.house)
        pages = (len(rules) + _ROWS - 1) // _ROWS
        more = [] if pages < 2 else [(f"More  {self.first // _ROWS + 1}/{pages}", Look.PLAIN, self._more)]
        out = self.head(frame, "Done", more)
        box = content(frame)
        for row, rule in zip(grid(box, 1, _ROWS, 6), rules[self.first : self.first + _ROWS], strict=False):
            out.append(Panel(row, rule.key in self.house))
            out.append(Text(Box(row.x + 14, row.y + 3, 310, row.h * 0.55), rule.label, 21))
            out.append(Text(Box(row.x + 14, row.y + row.h * 0.52, 310, row.h * 0.42), rule.help, 15.5, look.MUTED))
            out += self._choices(rule, Box(row.x + 332, row.y + 6, row.w - 340, row.h - 12))
        return out

    def _choices(self, rule: Rule, box: Box) -> list[Item]:
        value = value_of(rule, self.house)
        if rule.values:
            return [
                Push(
                    cell,
                    word,
                    Look.USUAL if one == value else Look.PLAIN,
                    partial(self._set, rule.key, one),
                    18,
                )
                for cell, (one, word) in zip(grid(box, len(rule.values), 1, 6), rule.values, strict=True)
            ]
        if rule.page:
            return [Push(box, said(rule, value) + "…", Look.PLAIN, partial(self._page, rule), 19)]
        w = 84.0
        return [
            Push(Box(box.x, box.y, w, box.h), "–", Look.PLAIN, partial(self._step, rule, -1), 30, True),
            Text(Box(box.x + w, box.y, box.w - 2 * w, box.h), said(rule, value), 26, look.INK, True, "mid"),
            Push(Box(box.right - w, box.y, w, box.h), "+", Look.PLAIN, partial(self._step, rule, 1), 30, True),
        ]

    def _set(self, key: str, value: Any) -> None:
        self.house = with_value(self.house, key, value)
        self.done(self.house)
        self.desk.refresh()

    def _step(self, rule: Rule, by: int) -> None:
        value = value_of(rule, self.house)
        if value is None:  # "any" or "same" lies below the least
            new = rule.least if by > 0 else None
        else:
            new = value + by
            if new < rule.least:
                new = None if rule.none else rule.least
        self._set(rule.key, new)

    def _more(self) -> None:
        rules = rules_for(self.game.allowed, self.house)
        self.first = self.first + _ROWS if self.first + _ROWS < len(rules) else 0
        self.desk.refresh()

    def _page(self, rule: Rule) -> None:
        page = WildPage if rule.page == "wild" else DiceTablePage
        self.desk.open(page(self.desk, value_of(rule, self.house), lambda v: self._set(rule.key, v)))


class WildPage(Page):
    """Any ranks and any single cards."""

    def __init__(self, desk: Desk, wild: Any, done: Callable[[Any], None]) -> None:
        super().__init__(desk)
        self.wild = parse_wilds(list(wild or ()))
        self.done = done

    def items(self, frame: Frame) -> list[Item]:
        """A row of ranks over the 52 cards."""
        self.title = f"Wild: {wild_words(self.wild) or 'nothing'}"
        out = self.head(frame, "Done")
        area = Box(10, 66, frame.w - 20, frame.h - 66 - 12)
        for i, cell in enumerate(grid(area, 13, 5, 5)):
            if i < 13:
                rank = RANKS[i]
                style = Look.USUAL if rank in self.wild else Look.PLAIN
                out.append(Push(cell, pretty_rank(rank) + "s", style, partial(self._turn, rank), 22))
                continue
            card = RANKS[i % 13] + SUITS[i // 13 - 1]
            lit = card in self.wild or card[0] in self.wild
            out.append(Card(cell, Face(card), partial(self._turn, card), lit))
        return out

    def _turn(self, one: str) -> None:
        self.wild = tuple(w for w in self.wild if w != one) if one in self.wild else (*self.wild, one)
        self.done(tuple(self.wild))
        self.desk.refresh()


class DiceTablePage(Page):
    """Which rank each sum of the dice makes wild."""

    title = "The dice make wild (touch to change)"

    def __init__(self, desk: Desk, table: Any, done: Callable[[Any], None]) -> None:
        super().__init__(desk)
        self.table = dict(House().dice_table)
        self.table.update({int(k): v for k, v in (table or {}).items()})
        self.done = done

    def items(self, frame: Frame) -> list[Item]:
        """A button for each sum."""
        out = self.head(frame, "Done")
        for cell, (total, rank) in zip(grid(content(frame), 4, 3), self.table.items(), strict=False):
            style = Look.PLAIN if House().dice_table[total] == rank else Look.USUAL
            label = f"{pretty_rank(rank)}\nthe sum {total}"
            out.append(Push(cell, label, style, partial(self._turn, total), 27))
        return out

    def _turn(self, total: int) -> None:
        order = "23456789TJQKA"
        self.table[total] = order[(order.index(self.table[total]) + 1) % len(order)]
        changed = {str(k): v for k, v in self.table.items() if v != House().dice_table[k]}
        self.done(changed or House().dice_table)
        self.desk.refresh()
