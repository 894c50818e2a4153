"""Shifting Sands: seven-card stud; your first exposed card makes its rank wild for you alone."""

from __future__ import annotations

from assistant.game import Game, best_exposed_or_left, left_of_button
from assistant.house import House
from assistant.state import Seat, State, Step, StepKind


def steps(house: House) -> tuple[Step, ...]:
    """Three down and a round; one turned up; three times one down, one up; one down; six rounds."""
    streets = [Step(StepKind.DOWN, 3, "three down"), Step(StepKind.BETTING, 1)]
    streets += [Step(StepKind.EXPOSE, 0, "first card up"), Step(StepKind.BETTING, 2)]
    for round_, name in enumerate(("fourth card", "fifth card", "sixth card"), start=3):
        streets += [Step(StepKind.DOWN, 1, name), Step(StepKind.EXPOSE), Step(StepKind.BETTING, round_)]
    streets += [Step(StepKind.DOWN, 1, "seventh card"), Step(StepKind.BETTING, 6)]
    if house.high_low and house.declare == "chips":
        streets.append(Step(StepKind.DECLARE, 0, "declaring"))
    return (*streets, Step(StepKind.SHOW, 0, "showdown"))


def wilds(_state: State, seat: Seat) -> frozenset[str]:
    """The rank of the player's first up card, for that player only."""
    return frozenset({seat.up[0][0]}) if seat.up else frozenset()


def opener(state: State, round_: int) -> int:
    """Left of the button, then the second to the left, then by exposed hands."""
    if round_ <= 2:
        return left_of_button(state, round_)
    return best_exposed_or_left(state)


GAME = Game(
    name="shifting-sands",
    title="Shifting Sands",
    players=(2, 7),
    options=frozenset({"first_to_act", "exposed_wilds", "high_low", "low_qualifier", "declare"}),
    steps=steps,
    wilds=wilds,
    opener=opener,
)
