"""`apply`: the state after an event, or Refused with the reason.

This is the one place where events meet the state; what each kind of event does stands in
`between_hands`, `dice`, `faces`, `betting` and `showing`, and how a hand goes on in `steps`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from assistant import betting, between_hands, dice, events, faces, showing
from assistant.game import round_of
from assistant.state import Refused, State, StepKind
from assistant.steps import at, go_on


def apply(state: State | None, event: events.Event) -> State:
    """The state after `event`; raises Refused, and then nothing has changed.

    `state` is None before the table opens. `undo` is not for here: it belongs to whoever
    keeps the events (see `assistant.fold`).
    """
    if isinstance(event, events.Open):
        if state is not None:
            raise Refused("the table is open already")
        return between_hands.open_table(event)
    if state is None:
        raise Refused("the table is not open yet")
    if state.closed:
        raise Refused("the night is over")
    handler = _HANDLERS.get(type(event))
    if handler is None:
        raise Refused("this can't be applied by itself")
    return handler(state, event)


def _board(state: State, event: events.Board) -> State:
    return go_on(faces.board_after(state, event))


def _expose(state: State, event: events.Expose) -> State:
    state = faces.expose_after(state, event)
    return state if state.pending else go_on(state)


def _act(state: State, event: betting.Action) -> State:
    seat = state.seat(event.seat)
    if not at(state, StepKind.BETTING):
        raise Refused("no betting now" if state.playing else "no hand is being played")
    if not seat.dealt:
        raise Refused(f"{seat.name} is not in this hand")
    state = betting.act(state, event, round_of(state))
    return state if state.turn is not None else go_on(betting.finish(state))


def _misdeal(state: State, _event: events.Misdeal) -> State:
    if not state.playing or state.at_deal is None:
        raise Refused("no hand is being played")
    return state.at_deal


_HANDLERS: dict[type[Any], Callable[[State, Any], State]] = {
    events.ChooseGame: between_hands.choose_game, events.Buy: between_hands.buy,
    events.Leave: between_hands.leave, events.Sit: between_hands.sit,
    events.SitOut: between_hands.sit_out, events.SitIn: between_hands.sit_in,
    events.Close: between_hands.close, events.Deal: between_hands.deal,
    events.Roll: dice.roll, events.Reroll: dice.reroll, events.Pass: dice.pass_,
    events.Board: _board, events.Expose: _expose, events.Correct: faces.correct,
    events.Check: _act, events.Call: _act, events.Bet: _act, events.Raise: _act, events.Fold: _act,
    events.Declare: showing.declare, events.Show: showing.show, events.Muck: showing.muck,
    events.Misdeal: _misdeal,
}  # fmt: skip
