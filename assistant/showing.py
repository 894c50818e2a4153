"""Declaring, showing and mucking at the end of a hand."""

from __future__ import annotations

from assistant import events, showdown
from assistant.faces import new_cards
from assistant.game import down_cards
from assistant.state import Refused, Seat, State, StepKind, changed
from assistant.steps import at, go_on


def declare(state: State, event: events.Declare) -> State:
    """A player declares for high, low or both."""
    seat = state.seat(event.seat)
    if not at(state, StepKind.DECLARE):
        raise Refused("nobody is to declare now")
    if seat.seat not in state.pending:
        raise Refused(f"{seat.name} has declared already" if seat.in_hand else f"{seat.name} is not in")
    left = tuple(n for n in state.pending if n != seat.seat)
    state = changed(state.with_seat(seat.seat, declared=event.for_), pending=left)
    return state if left else go_on(state)


def show(state: State, event: events.Show) -> State:
    """A player's down cards are read."""
    seat = _to_show(state, event.seat)
    due = down_cards(state, seat)
    if len(event.cards) != due:
        raise Refused(f"{seat.name} holds {due} down card{'s' if due > 1 else ''}, not {len(event.cards)}")
    new_cards(state, event.cards)
    return _shown(state.with_seat(seat.seat, shown=event.cards), seat.seat)


def muck(state: State, event: events.Muck) -> State:
    """A player gives up the pots unseen."""
    seat = _to_show(state, event.seat)
    if showdown.needs_to_show(state, seat):
        raise Refused(f"{seat.name} can't muck: nobody else is left for that pot")
    return _shown(state.with_seat(seat.seat, mucked=True), seat.seat)


def _to_show(state: State, number: int) -> Seat:
    seat = state.seat(number)
    if not at(state, StepKind.SHOW):
        raise Refused("it is not time to show")
    if seat.seat not in state.pending:
        why = "is not in" if not seat.in_hand else "has mucked" if seat.mucked else "has shown already"
        raise Refused(f"{seat.name} {why}")
    return seat


def _shown(state: State, number: int) -> State:
    left = tuple(n for n in state.pending if n != number)
    state = changed(state, pending=left)
    if not left or len(showdown.contested(state)) == 1:
        return showdown.settle(state)
    return state
