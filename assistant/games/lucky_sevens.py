"""Lucky Sevens: hold'em-like; two dice name the wild rank, and a seven claims the side pot."""

from __future__ import annotations

from assistant.game import Game
from assistant.house import House
from assistant.state import Seat, State, Step, StepKind


def steps(_house: House) -> tuple[Step, ...]:
    """Two down and the opening roll; 2, 1 and 1 on the board; a third down card; five rounds."""
    return (
        Step(StepKind.DOWN, 2, "opening roll"),
        Step(StepKind.ROLL),
        Step(StepKind.BETTING, 1, "first round"),
        Step(StepKind.BOARD, 2, "flop"),
        Step(StepKind.OFFER),
        Step(StepKind.BETTING, 2),
        Step(StepKind.BOARD, 1, "turn"),
        Step(StepKind.OFFER),
        Step(StepKind.BETTING, 3),
        Step(StepKind.BOARD, 1, "river"),
        Step(StepKind.OFFER),
        Step(StepKind.BETTING, 4),
        Step(StepKind.DOWN, 1, "third down card"),
        Step(StepKind.OFFER),
        Step(StepKind.BETTING, 5),
        Step(StepKind.SHOW, 0, "showdown"),
    )


def wilds(state: State, _seat: Seat) -> frozenset[str]:
    """The rank that the last roll named, for everybody."""
    if state.rolled is None:
        return frozenset()
    return frozenset({state.house.dice_table[sum(state.rolled.dice)]})


GAME = Game(
    name="lucky-sevens",
    title="Lucky Sevens",
    players=(2, 8),
    options=frozenset({"dice_table", "can_pay", "side_pot_at_end"}),
    steps=steps,
    wilds=wilds,
)
