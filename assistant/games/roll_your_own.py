"""Roll Your Own: stud in which each player chooses which card to turn up."""

from __future__ import annotations

from collections.abc import Collection

from assistant.cards import RANKS, pretty
from assistant.game import Game, best_exposed, best_exposed_or_left, left_of_button, steps_of
from assistant.house import House
from assistant.state import Seat, State, Step, StepKind
from assistant.wording import listed

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
    """Whether the deck holds four extra cards beyond those of everybody dealt in, or to be dealt in."""
    dealt = sum(s.dealt if state.playing else s.plays for s in state.seats)
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
    word = "highest" if state.house.chicago == "high" else "lowest"
    return seat, f"{word} spade in the hole, {pretty(card)}"


def notes(state: State) -> str:
    """Who gets an extra card in Baseball, or why nobody does."""
    if not state.house.baseball:
        return ""
    if not fours_fit(state):
        return "fours get no extra card: the deck is too small for so many players"
    if state.step is None or not _just_rolled(state, state.step):
        return ""
    fours = [s.name for s in state.in_hand if s.up and s.up[-1][0] == "4"]
    return f"one more down card to {listed(fours)} for the four" if fours else ""


def _just_rolled(state: State, step: int) -> bool:
    """Whether everyone has just turned a card up: the moment to deal what a four earns."""
    now, before = steps_of(state)[step], steps_of(state)[step - 1]
    if now.kind is StepKind.BETTING:
        return before.kind is StepKind.EXPOSE and not any(s.acted or s.bet for s in state.seats)
    # Where nobody bets any more, the next cards come at once.
    no_betting = sum(s.can_act for s in state.in_hand) < 2
    return now.kind is StepKind.EXPOSE and no_betting and len(state.pending) == len(state.in_hand)


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
