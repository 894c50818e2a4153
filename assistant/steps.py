"""A hand goes from step to step of its game; each step waits for what `assistant.prompt` names."""

from __future__ import annotations

from collections.abc import Callable

from assistant import betting, showdown
from assistant.game import game_of, round_of, step_of, steps_of
from assistant.state import Seat, State, StepKind, changed

WORST_ROLL = 12


def go_on(state: State) -> State:
    """Goes to the next step that waits for somebody, or ends the hand."""
    steps = steps_of(state)
    while len(state.in_hand) > 1:
        assert state.step is not None
        step = steps[state.step + 1]
        state = changed(state, step=state.step + 1, turn=None, pending=(), roller=None, again=False)
        state = _ENTER[step.kind](state)
        if step.kind is StepKind.BOARD or state.turn is not None or state.pending or state.roller is not None:
            return state
    return showdown.settle(state)


def at(state: State, kind: StepKind) -> bool:
    """Whether the hand stands at a step of that kind."""
    step = step_of(state)
    return step is not None and step.kind is kind


def can_pay(state: State, seat: Seat) -> bool:
    """Whether a player may be offered a roll, by the house rule `can_pay`."""
    least = WORST_ROLL if state.house.can_pay == "worst_case" else 1
    return seat.chips >= least


def enter_expose(state: State) -> State:
    """Asks everyone who is in to turn a card up, at once or in turn."""
    if state.house.rolling == "simultaneous":
        return _enter_all(state)
    first = game_of(state).exposer(state)
    others = (s.seat for s in state.clockwise(first) if s.in_hand and s.seat != first)
    return changed(state, pending=(first, *others), turn=first)


def enter_betting(state: State) -> State:
    """Starts the betting round of the present step."""
    round_ = round_of(state)
    return betting.start(state, round_, game_of(state).opener(state, round_))


def _enter_roll(state: State) -> State:
    return changed(state, roller=state.button)


def _enter_offer(state: State) -> State:
    asked = tuple(s.seat for s in state.clockwise(state.button) if s.in_hand and can_pay(state, s))
    return changed(state, pending=asked, turn=asked[0] if asked else None)


def _enter_all(state: State) -> State:
    return changed(state, pending=tuple(s.seat for s in state.clockwise(state.button) if s.in_hand))


_ENTER: dict[StepKind, Callable[[State], State]] = {
    StepKind.DOWN: lambda state: state,
    StepKind.ROLL: _enter_roll,
    StepKind.BOARD: lambda state: state,
    StepKind.OFFER: _enter_offer,
    StepKind.EXPOSE: enter_expose,
    StepKind.BETTING: enter_betting,
    StepKind.DECLARE: _enter_all,
    StepKind.SHOW: _enter_all,
}
