"""The state as the contract's JSON object."""

from __future__ import annotations

from typing import Any

from assistant.cards import RANKS
from assistant.game import stage_of, wilds_of
from assistant.pots import pots_of
from assistant.prompt import prompt_of
from assistant.state import Result, Seat, State


def as_json(state: State) -> dict[str, Any]:
    """The object that `cardspeak replay --json` prints, but for `refused`."""
    prompt = prompt_of(state)
    return {
        "game": state.game,
        "hand": state.hand,
        "stage": stage_of(state),
        "button": state.button,
        "prompt": {"kind": str(prompt.kind), "seats": list(prompt.seats), "text": prompt.text},
        "wild": dice_wild(state),
        "side_pot": state.side_pot,
        "claimant": state.claimant,
        "pots": [{"amount": p.amount, "seats": list(p.seats)} for p in pots_of(state.seats)],
        "seats": [_seat(state, s) for s in state.seats],
        "board": list(state.board),
        "result": None if state.result is None else _result(state.result),
    }


def dice_wild(state: State) -> str | None:
    """The rank that the dice have made wild for everybody; None where they have not."""
    return None if state.rolled is None else state.house.dice_table[sum(state.rolled.dice)]


def own_wild(state: State, seat: Seat) -> str | None:
    """What is wild for one player, as ranks and cards in one word; None where nothing is."""
    wild = wilds_of(state, seat)
    ranks = "".join(r for r in RANKS if r in wild)
    return " ".join(filter(None, [ranks, *sorted(w for w in wild if len(w) > 1)])) or None


def _seat(state: State, seat: Seat) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "name": seat.name,
        "chips": seat.chips,
        "bet": seat.bet,
        "in": seat.in_hand,
        "all_in": seat.all_in and state.playing,
        "wild": own_wild(state, seat) if seat.dealt else None,
        "up": list(seat.up),
        "out": seat.gone or (seat.chips == 0 and not (state.playing and seat.in_hand)),
    }


def _result(result: Result) -> dict[str, Any]:
    return {
        "payouts": {str(n): units for n, units in sorted(result.payouts.items())},
        "hands": {str(n): hand.as_json() for n, hand in sorted(result.hands.items())},
        "lows": {str(n): low.as_json() for n, low in sorted(result.lows.items()) if low is not None},
        "pots": [
            {
                "amount": pot.amount,
                "winners": list(pot.winners),
                "shares": [{"amount": s.amount, "winners": list(s.winners), "why": s.why} for s in pot.shares],
            }
            for pot in result.pots
        ],
        "side_pot": {"amount": result.side_pot, "to": result.side_pot_to},
        "at_end": {str(n): units for n, units in sorted(result.at_end.items())},
    }
