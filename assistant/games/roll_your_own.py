"""Roll Your Own: stud in which each player chooses which card to turn up."""

from __future__ import annotations

from collections.abc import Collection

from assistant.cards import RANKS
from assistant.game import Game, best_exposed, best_exposed_or_left, left_of_button
from assistant.house import House
from assistant.state import Seat, State, Step, StepKind

_DECK = 52
_FOURS = 4


def steps(house: House) -> tuple[Step, ...]:
    """Seven cards: 3 down and roll, 3 × one down and roll, one down. Five: from 2 down, no last card."""
    seven = house.cards == 7
    names = ("fourth card", "fifth card", "sixth card") if seven else ("third card", "fourth card", "fifth card")
    streets = [Step(StepKind.DOWN, 3 if seven else 2, "first roll"), Step(StepKind.EXPOSE)]
    streets.append(Step(StepKind.BETTING, 1))
    for round_, name in enumerate(names, start=2):
        streets += [Step(StepKind.DOWN, 1, name), Step(StepKind.EXPOSE), Step(StepKind.BETTING, round_)]
    if seven:
        streets += [Step(StepKind.DOWN, 1, "seventh card"), Step(StepKind.BETTING, 5)]
    if house.high_low and house.declare == "chips":
        streets.append(Step(StepKind.DECLARE, 0, "declaring"))
    return (*streets, Step(StepKind.SHOW, 0, "showdown"))


def wilds(state: State, _seat: Seat) -> frozenset[str]:
    """What the dealer announced, and threes and nines in Baseball."""
    return frozenset(state.house.wild) | (frozenset("39") if state.house.baseball else frozenset())


def exposer(state: State) -> int:
    """Rolling in turn starts left of the button; once cards show, with the best exposed hand."""
    return best_exposed(state) if any(s.up for s in state.in_hand) else left_of_button(state)


def fours_fit(state: State) -> bool:
    """Whether the deck holds four extra cards beyond those of everybody dealt in."""
    dealt = sum(s.dealt for s in state.seats)
    return dealt * state.house.cards + _FOURS <= _DECK


def extra_down(state: State, seat: Seat) -> int:
    """Baseball: a four turned up gets one more down card, where the deck holds out."""
    if not state.house.baseball or not fours_fit(state):
        return 0
    return sum(card[0] == "4" for card in seat.up)


def spade(state: State, seats: Collection[int]) -> tuple[int, str] | None:
    """Chicago: who has the highest (or lowest) spade among their down cards, and which."""
    if state.house.chicago == "off":
        return None
    order = RANKS if state.house.chicago == "high" else "KQJT98765432A"
    held = [(order.index(c[0]), n, c) for n in seats for c in state.seat(n).shown or () if c[1] == "s"]
    if not held:
        return None
    _, seat, card = max(held)
    return seat, f"{state.house.chicago} spade in the hole, {card}"


def notes(state: State) -> str:
    """Says so where the deck is too small for Baseball's extra cards."""
    if state.house.baseball and not fours_fit(state):
        return "fours get no extra card: the deck is too small for so many players"
    return ""


def check(house: House) -> None:
    """With every card wild there would be no hand to read."""
    if len([w for w in house.wild if len(w) == 1]) > 12:
        raise ValueError("the house rule wild can't name every rank")


GAME = Game(
    name="roll-your-own",
    title="Roll Your Own",
    players=(2, 7),
    options=frozenset({
        "first_to_act", "exposed_wilds", "rolling", "cards", "wild", "high_low", "low_qualifier",
        "declare", "chicago", "baseball",
    }),
    steps=steps,
    wilds=wilds,
    opener=lambda state, _round: best_exposed_or_left(state),
    exposer=exposer,
    extra_down=extra_down,
    special=spade,
    check=check,
    notes=notes,
)  # fmt: skip
