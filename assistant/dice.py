"""Rolls, re-rolls and what they do to the side pot (rules/README.md, Lucky Sevens)."""

from __future__ import annotations

from assistant import events
from assistant.state import Refused, Rolled, State, StepKind, changed
from assistant.steps import at, can_pay, go_on

SEVEN = 7


def roll(state: State, event: events.Roll) -> State:
    """The dice lie still: they are paid for, a seven takes half, doubles may roll again."""
    if state.roller is None:
        raise Refused("nobody is to roll now: whose roll is it?")
    seat = state.seat(state.roller)
    total = sum(event.dice)
    # Paid first; a dealer (or a short roller, where the house lets them) pays what is left.
    paid = min(total, seat.chips)
    side_pot = state.side_pot + paid
    took = side_pot // 2 if total == SEVEN else 0
    state = changed(
        state.with_seat(seat.seat, chips=seat.chips - paid + took),
        side_pot=side_pot - took, roller=None, rolled=Rolled(seat.seat, event.dice, paid, took),
        claimant=seat.seat if total == SEVEN else state.claimant,
    )  # fmt: skip
    if event.dice[0] == event.dice[1] and can_pay(state, state.seat(seat.seat)):
        return changed(state, turn=seat.seat, again=True, pending=())
    return go_on(state)


def reroll(state: State, event: events.Reroll) -> State:
    """Takes the re-roll or the roll again: the dice are theirs."""
    _on_offer(state, event.seat)
    return changed(state, roller=event.seat, turn=None, pending=(), again=False)


def pass_(state: State, event: events.Pass) -> State:
    """Declines: the offer goes to the next player, or lapses."""
    _on_offer(state, event.seat)
    left = state.pending[1:]
    if state.again or not left:
        return go_on(state)
    return changed(state, pending=left, turn=left[0])


def _on_offer(state: State, number: int) -> None:
    name = state.seat(number).name
    if not (state.again or at(state, StepKind.OFFER)) or state.turn is None:
        raise Refused("no roll is on offer now")
    if state.turn != number:
        raise Refused(f"the roll is offered to {state.seat(state.turn).name} (seat {state.turn}), not {name}")
