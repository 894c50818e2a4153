"""What can be entered by hand when the camera can't see it. No Kivy here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant import events as ev
from assistant.game import down_cards, step_of
from assistant.prompt import Kind, prompt_of
from assistant.state import State


@dataclass(frozen=True, slots=True)
class Entry:
    """Cards or dice that are due: `count` cards (0: two dice) of `seat` (0: the board)."""

    kind: Kind
    title: str
    count: int
    seat: int = 0

    def event(self, cards: Sequence[str]) -> ev.Event:
        """The event for the cards entered."""
        if self.kind is Kind.BOARD:
            return ev.Board(tuple(cards))
        if self.kind is Kind.EXPOSE:
            return ev.Expose(self.seat, cards[0])
        return ev.Show(self.seat, tuple(cards))


def entries(state: State) -> tuple[Entry, ...]:
    """Everything that may be entered now, one for each player who is asked."""
    prompt = prompt_of(state)
    if prompt.kind is Kind.ROLL:
        return (Entry(prompt.kind, f"What did {state.seat(prompt.seats[0]).name} roll?", 0, prompt.seats[0]),)
    if prompt.kind is Kind.BOARD:
        step = step_of(state)
        count = step.count if step is not None else 1
        return (Entry(prompt.kind, "Which cards are on the board?" if count > 1 else "Which card is new?", count),)
    if prompt.kind is Kind.EXPOSE:
        return tuple(Entry(prompt.kind, f"{state.seat(n).name} turned up", 1, n) for n in prompt.seats)
    if prompt.kind is Kind.SHOW:
        return tuple(
            Entry(prompt.kind, f"{state.seat(n).name} shows", down_cards(state, state.seat(n)), n) for n in prompt.seats
        )
    return ()


@dataclass(frozen=True, slots=True)
class Lying:
    """A card that the table knows, and where it lies: `board` or a seat."""

    card: str
    where: str | int


def lying(state: State) -> tuple[Lying, ...]:
    """Every card seen this hand, board first, then seat by seat."""
    out = [Lying(c, "board") for c in state.board]
    for seat in state.seats:
        if seat.dealt:
            out += [Lying(c, seat.seat) for c in (*seat.up, *(seat.shown or ()))]
    return tuple(out)
