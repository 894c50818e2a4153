"""Events as the table would say them: for undo, which must say what it takes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from assistant import events as ev
from assistant.cards import pretty
from assistant.game import game_named
from assistant.state import State
from ui.faces import written


def told(event: ev.Event, state: State | None) -> str:
    """One event in plain words; `state` knows the names."""
    return _TOLD[type(event)](event, _names(state))


def _names(state: State | None) -> dict[int, str]:
    return {} if state is None else {s.seat: s.name for s in state.seats}


def _who(names: dict[int, str], seat: int) -> str:
    return names.get(seat, f"seat {seat}")


def _does(words: str) -> Callable[[Any, dict[int, str]], str]:
    return lambda event, names: f"{_who(names, event.seat)} {words}"


def _to(verb: str) -> Callable[[Any, dict[int, str]], str]:
    return lambda event, names: f"{_who(names, event.seat)} {verb}" + (f" {event.to}" if event.to else "")


def _game(name: str) -> str:
    return game_named(name).title


def _correct(event: ev.Correct, names: dict[int, str]) -> str:
    place = "on the board" if event.where == "board" else f"before {_who(names, int(event.where))}"
    done = "swapped with" if event.swap else "mended to"
    return f"{pretty(event.was)} {place} {done} {pretty(event.is_)}"


_TOLD: dict[type, Callable[[Any, dict[int, str]], str]] = {
    ev.Open: lambda e, n: "the table opens",
    ev.ChooseGame: lambda e, n: f"the game: {_game(e.game)}",
    ev.Buy: lambda e, n: f"{_who(n, e.seat)} buys {e.chips}",
    ev.Leave: _does("leaves"),
    ev.Sit: lambda e, n: f"{e.name} sits down with {e.chips}",
    ev.SitOut: _does("sits out"),
    ev.SitIn: _does("sits in"),
    ev.Deal: lambda e, n: "the deal",
    ev.Roll: lambda e, n: f"the dice: {e.dice[0]} and {e.dice[1]}",
    ev.Reroll: _does("takes the roll"),
    ev.Pass: _does("passes"),
    ev.Board: lambda e, n: f"{written(e.cards)} on the board",
    ev.Expose: lambda e, n: f"{_who(n, e.seat)} turns up {pretty(e.card)}",
    ev.Check: _does("checks"),
    ev.Call: _does("calls"),
    ev.Bet: _to("bets"),
    ev.Raise: _to("raises to"),
    ev.Fold: _does("folds"),
    ev.Declare: _does("declares"),
    ev.Show: lambda e, n: f"{_who(n, e.seat)} shows {written(e.cards)}",
    ev.Muck: _does("mucks"),
    ev.Correct: _correct,
    ev.Misdeal: lambda e, n: "the misdeal",
    ev.Close: lambda e, n: "closing the night",
    ev.Undo: lambda e, n: "taking back",
}
