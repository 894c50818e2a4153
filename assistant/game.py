"""What a game is: its steps, and the few answers that make it different.

A new game is one file in `assistant/games` with a `GAME`; it is found by itself.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache

from assistant import games
from assistant.hands import exposed_hand
from assistant.house import COMMON, House
from assistant.state import Refused, Seat, State, Step, StepKind


def no_wilds(_state: State, _seat: Seat) -> frozenset[str]:
    """No rank is wild."""
    return frozenset()


def no_extra(_state: State, _seat: Seat) -> int:
    """No card beyond those that the steps deal."""
    return 0


def no_special(_state: State, _seats: Collection[int]) -> tuple[int, str] | None:
    """Nobody takes half of a pot for a single card."""
    return None


def any_house(_house: House) -> None:
    """Every combination of the options makes sense."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game as data, and the functions that make it different.

    `steps` gives the hand's steps under some house rules; `wilds` the ranks and cards wild
    for one player; `opener` the seat that would open a betting round; `exposer` the seat
    that turns first where cards are turned in turn; `extra_down` the cards a player holds
    beyond those of the steps; `special` the seat that takes half of a pot for a single
    card, and why; `check` raises ValueError for options that don't go together; `notes`
    says what a deal must announce.
    """

    name: str
    title: str
    players: tuple[int, int]
    options: frozenset[str]
    steps: Callable[[House], tuple[Step, ...]]
    wilds: Callable[[State, Seat], frozenset[str]] = no_wilds
    opener: Callable[[State, int], int] = lambda state, _round: left_of_button(state)
    exposer: Callable[[State], int] = lambda state: left_of_button(state)
    extra_down: Callable[[State, Seat], int] = no_extra
    special: Callable[[State, Collection[int]], tuple[int, str] | None] = no_special
    check: Callable[[House], None] = any_house
    notes: Callable[[State], str] = lambda _state: ""

    @property
    def allowed(self) -> frozenset[str]:
        """The house rules that make sense in this game."""
        return COMMON | self.options

    def check_players(self, state: State) -> None:
        """Refuses more players than the game seats."""
        players = sum(s.plays for s in state.seats)
        if players > self.players[1]:
            raise Refused(f"{self.title} seats {self.players[1]} players, not {players}: somebody must sit out")


@cache
def all_games() -> dict[str, Game]:
    """Every game found in `assistant/games`, by name."""
    found = {}
    for module in pkgutil.iter_modules(games.__path__):
        game = importlib.import_module(f"assistant.games.{module.name}").GAME
        found[game.name] = game
    return found


def game_named(name: str) -> Game:
    """The game of that name; raises ValueError with the names that are known."""
    try:
        return all_games()[name]
    except KeyError:
        raise ValueError(f"no game is called {name!r}; known: {', '.join(all_games())}") from None


def game_of(state: State) -> Game:
    """The game being played."""
    return game_named(state.game)


@cache
def _steps(name: str, cards: int, high_low: bool, declare: str) -> tuple[Step, ...]:
    return game_named(name).steps(House(cards=cards, high_low=high_low, declare=declare))


def steps_of(state: State) -> tuple[Step, ...]:
    """The steps of a hand of the state's game under its house rules."""
    house = state.house
    return _steps(state.game, house.cards, house.high_low, house.declare)


def step_of(state: State) -> Step | None:
    """The step at which the hand stands, None between hands."""
    return None if state.step is None else steps_of(state)[state.step]


def round_of(state: State) -> int:
    """The number of the betting round at or before the present step, from 1; 0 before the first."""
    if state.step is None:
        return 0
    return max((s.count for s in steps_of(state)[: state.step + 1] if s.kind is StepKind.BETTING), default=0)


def stage_of(state: State) -> str:
    """The stage of the hand in a few words."""
    if state.closed:
        return "closed"
    if state.step is None:
        return "between hands"
    return next((s.label for s in reversed(steps_of(state)[: state.step + 1]) if s.label), "")


def down_cards(state: State, seat: Seat) -> int:
    """How many cards a player holds face down now."""
    if state.step is None or not seat.dealt:
        return 0
    dealt = sum(s.count for s in steps_of(state)[: state.step + 1] if s.kind is StepKind.DOWN)
    return dealt + game_of(state).extra_down(state, seat) - len(seat.up)


def wilds_of(state: State, seat: Seat) -> frozenset[str]:
    """The ranks and cards that are wild for one player now."""
    return game_of(state).wilds(state, seat)


def left_of_button(state: State, place: int = 1) -> int:
    """The first (or `place`-th) seat in, clockwise from the button, going round again if need be."""
    players = [s.seat for s in state.clockwise(state.button) if s.in_hand]
    if not players:
        raise Refused("nobody is in the hand")
    return players[(place - 1) % len(players)]


def best_exposed(state: State) -> int:
    """The seat in with the best up cards, wilds counted by the house rule `exposed_wilds`.

    Ties go to the seat nearest the button's left.
    """
    players = [s for s in state.clockwise(state.button) if s.in_hand]

    def strength(seat: Seat) -> int:
        if not seat.up:
            return -1
        wild = wilds_of(state, seat) if state.house.exposed_wilds == "count" else frozenset()
        return exposed_hand(seat.up, wild).strength

    return max(players, key=strength).seat  # max keeps the first of equals


def best_exposed_or_left(state: State) -> int:
    """Who opens where the house rule `first_to_act` decides."""
    if state.house.first_to_act == "left_of_button":
        return left_of_button(state)
    return best_exposed(state)
