"""Betting rounds side by side with PokerKit's: turns, calls, least and most raises, stacks and pots.

Where the rules here differ from PokerKit's the comparison stops: short all-ins that add up to a
full raise, and checkers who face a bet of less than the minimum. Fixed limit is compared with
deep stacks only, since PokerKit does not know half a bet.
"""

from __future__ import annotations

import random

import pytest
from pokerkit import Automation, BettingStructure, Deck, Mode, Opening, StandardHighHand, Street
from pokerkit import State as TheirState

from assistant import betting, events
from assistant.house import House
from assistant.pots import pots_of
from assistant.state import Seat, State

ANTE = 2
STRUCTURES = {
    "fixed_limit": BettingStructure.FIXED_LIMIT,
    "pot_limit": BettingStructure.POT_LIMIT,
    "no_limit": BettingStructure.NO_LIMIT,
}
AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_DEALING,
    Automation.CARD_BURNING,
)


def tables(structure: str, chips: list[int], bet: int, cap: int | None) -> tuple[State, TheirState]:
    """The same table twice, the first round about to begin with the first seat."""
    streets = (
        Street(False, (False, False), 0, False, Opening.POSITION, bet, None if cap is None else cap + 1),
        Street(True, (), 3, False, Opening.POSITION, bet, None if cap is None else cap + 1),
    )
    theirs = TheirState(
        AUTOMATIC, Deck.STANDARD, (StandardHighHand,), streets, STRUCTURES[structure], True, ANTE, [0] * len(chips), 0,
        chips, len(chips), mode=Mode.TOURNAMENT,
    )  # fmt: skip
    seats = tuple(
        Seat(n, f"P{n}", c - ANTE, bought=c, dealt=True, put_in=ANTE) for n, c in enumerate(chips, start=1)
    )
    house = House(structure=structure, bet=bet, max_raises=cap, ante=ANTE)
    return betting.start(State("shifting-sands", house, seats, len(chips)), 1, 1), theirs


def play_a_round(seed: int) -> int:
    """Plays one random round on both tables; returns how many turns were compared."""
    rng = random.Random(seed)
    structure = rng.choice(sorted(STRUCTURES))
    deep = structure == "fixed_limit"
    chips = [rng.randint(100, 200) if deep else rng.randint(3, 60) for _ in range(rng.randint(2, 5))]
    cap = rng.choice((1, 3)) if deep else None
    ours, theirs = tables(structure, chips, rng.choice((2, 4, 5)), cap)
    log: list[object] = [structure, chips]
    turns = 0
    while ours.turn is not None:
        seat = ours.seat(ours.turn)
        may = betting.options(ours, seat, 1)
        least = theirs.min_completion_betting_or_raising_to_amount
        most = theirs.max_completion_betting_or_raising_to_amount
        their_raise = None if least is None else (least, most)
        if their_raise is not None and may.raise_to is None and seat.acted:
            return turns
        # PokerKit refuses a raise that nobody has the chips to answer; here it is taken and comes back.
        answered = any(s.bet + s.chips > ours.level for s in ours.in_hand if s.seat != seat.seat)
        our_raise = may.raise_to if answered else None
        assert (theirs.actor_index, theirs.checking_or_calling_amount) == (seat.seat - 1, may.call), log
        assert their_raise == our_raise, log
        turns += 1
        action: betting.Action
        draw = rng.random()
        if our_raise is not None and draw < 0.4:
            to = rng.choice((*our_raise, rng.randint(*our_raise)))
            action = events.Bet(seat.seat, to) if may.opens else events.Raise(seat.seat, to)
            theirs.complete_bet_or_raise_to(to)
        elif may.call and draw < 0.5:
            action = events.Fold(seat.seat)
            theirs.fold()
        else:
            action = events.Call(seat.seat) if may.call else events.Check(seat.seat)
            theirs.check_or_call()
        log.append(action)
        ours = betting.act(ours, action, 1)
    ours = betting.finish(ours)
    if len(ours.in_hand) > 1:
        assert [s.chips for s in ours.seats] == list(theirs.stacks), log
        our_pots = [(p.amount, tuple(n - 1 for n in p.seats)) for p in pots_of(ours.seats)]
        assert our_pots == [(p.amount, tuple(p.player_indices)) for p in theirs.pots], log
    return turns


@pytest.mark.parametrize("block", range(4))
def test_rounds_go_as_in_pokerkit(block: int) -> None:
    assert sum(play_a_round(seed) for seed in range(block * 150, (block + 1) * 150)) > 500
