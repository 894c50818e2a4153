"""The end of a hand: what each player holds, who wins which pot and why, and where the side pot goes."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from assistant.betting import finish
from assistant.game import game_of, wilds_of
from assistant.hands import Hand, best_hand
from assistant.lows import best_low
from assistant.pots import odd_order, pots_of, split
from assistant.state import Pot, PotResult, Result, Seat, Share, State, changed

UNOPPOSED = "everyone else is out"


def hand_of(state: State, seat: Seat) -> Hand:
    """The best hand of a player who has shown, the board and their wilds included."""
    return best_hand(_cards(state, seat), wilds_of(state, seat), state.house.hands)


def low_of(state: State, seat: Seat) -> Hand | None:
    """The best low of a player who has shown; None where it does not qualify."""
    return best_low(_cards(state, seat), wilds_of(state, seat), state.house.low_qualifier, state.house.hands)


def _cards(state: State, seat: Seat) -> tuple[str, ...]:
    return state.board + seat.up + (seat.shown or ())


def contested(state: State) -> tuple[Seat, ...]:
    """The players who can still win a pot: in, and not mucked."""
    return tuple(s for s in state.in_hand if not s.mucked)


def needs_to_show(state: State, seat: Seat) -> bool:
    """Whether a pot has no other contender, so that `seat` can't muck."""
    others = {s.seat for s in contested(state)} - {seat.seat}
    return any(seat.seat in pot.seats and not others.intersection(pot.seats) for pot in pots_of(state.seats))


def settle(state: State) -> State:
    """Pays every pot and the side pot, and ends the hand.

    `unsettled` keeps the state before, so that a card found to be misread can be mended.
    """
    before = changed(state, at_deal=None, unsettled=None)
    state = finish(state)
    left = contested(state)
    shown = [s for s in left if s.shown is not None]
    hands = {s.seat: hand_of(state, s) for s in shown}
    high_low = state.house.high_low
    lows = {s.seat: low_of(state, s) for s in shown} if high_low else {}
    results = []
    payouts: dict[int, int] = {}
    for pot in pots_of(state.seats):
        names = tuple(n for n in pot.seats if n in {s.seat for s in left})
        shares = _shares(state, Pot(pot.amount, names), hands, lows)
        results.append(PotResult(pot.amount, shares))
        for share in shares:
            for seat, units in share.paid.items():
                payouts[seat] = payouts.get(seat, 0) + units
    side_pot, to = state.side_pot, state.claimant
    if to is not None:
        payouts[to] = payouts.get(to, 0) + side_pot
    seats = tuple(changed(s, chips=s.chips + payouts.get(s.seat, 0), put_in=0) for s in state.seats)
    result = Result(payouts, hands, lows, tuple(results), side_pot, to)
    state = changed(
        state, seats=seats, side_pot=0 if to is not None else side_pot, claimant=None, result=result,
        step=None, turn=None, pending=(), roller=None, again=False, unsettled=before,
    )  # fmt: skip
    return _game_over(state)


def _game_over(state: State) -> State:
    """One player left with chips and nobody may buy back: the side pot is settled with this hand."""
    left = [s for s in state.seats if not s.gone and s.chips > 0]
    if len(left) != 1 or state.house.rebuys or state.result is None:
        return state
    result = state.result
    state, paid = share_side_pot(state, left[0])
    return changed(state, result=dataclasses.replace(result, at_end=paid), over=True)


def share_side_pot(state: State, winner: Seat) -> tuple[State, Mapping[int, int]]:
    """Settles the side pot at the end of the game by the house rule `side_pot_at_end`."""
    seated = [s.seat for s in state.clockwise(state.button) if not s.gone]
    match state.side_pot_at_end:
        case "winner":
            paid = {winner.seat: state.side_pot}
        case "split":
            paid = split(state.side_pot, seated)
        case _:
            paid = {}
    paid = {seat: units for seat, units in paid.items() if units}
    seats = tuple(changed(s, chips=s.chips + paid.get(s.seat, 0)) for s in state.seats)
    return changed(state, seats=seats, side_pot=state.side_pot - sum(paid.values())), paid


def _shares(state: State, pot: Pot, hands: Mapping[int, Hand], lows: Mapping[int, Hand | None]) -> tuple[Share, ...]:
    if len(pot.seats) == 1:
        return (_share(state, pot.amount, pot.seats, UNOPPOSED),)
    special = game_of(state).special(state, pot.seats)
    rest = pot.amount
    extra: tuple[Share, ...] = ()
    if special is not None:
        seat, why = special
        # The odd unit stays with the hands.
        extra = (_share(state, rest // 2, (seat,), why),)
        rest -= rest // 2
    if state.house.high_low:
        return _high_low(state, Pot(rest, pot.seats), hands, lows) + extra
    best = _best(hands, pot.seats)
    return (_share(state, rest, best, hands[best[0]].text), *extra)


def _best(hands: Mapping[int, Hand | None], seats: Sequence[int]) -> tuple[int, ...]:
    """The seats with the best of these hands; empty where there is none."""
    worth = {n: hand.strength for n in seats if (hand := hands.get(n)) is not None}
    top = max(worth.values(), default=None)
    return tuple(n for n in worth if worth[n] == top)


def _share(state: State, amount: int, winners: Sequence[int], why: str) -> Share:
    order = odd_order(state, winners)
    return Share(amount, order, why, split(amount, order))


def _high_low(state: State, pot: Pot, hands: Mapping[int, Hand], lows: Mapping[int, Hand | None]) -> tuple[Share, ...]:
    """Half to the best high, half to the best low; the odd unit goes to high.

    With declarations only those who declared for a half contend for it, and one who declared
    both must win both outright or is out of both (rules/README.md, Hand values).
    """
    high, low = _best(hands, pot.seats), _best(lows, pot.seats)
    if state.house.declare == "chips":
        high, low = _declared(state, pot.seats, hands, lows)
        if not high and not low:
            # Nobody won what they declared: the cards speak.
            high, low = _best(hands, pot.seats), _best(lows, pot.seats)
    shares = []
    to_low = 0 if not low else pot.amount if not high else pot.amount // 2
    if high:
        shares.append(_share(state, pot.amount - to_low, high, hands[high[0]].text))
    if low:
        best = lows[low[0]]
        assert best is not None
        shares.append(_share(state, to_low, low, best.text))
    return tuple(shares)


def _declared(
    state: State, seats: Sequence[int], hands: Mapping[int, Hand], lows: Mapping[int, Hand | None]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    said = {n: state.seat(n).declared for n in seats}
    contenders = list(seats)
    while True:
        high = _best(hands, [n for n in contenders if said[n] in ("high", "both")])
        low = _best(lows, [n for n in contenders if said[n] in ("low", "both")])
        failed = [n for n in contenders if said[n] == "both" and not (high == (n,) and low == (n,))]
        if not failed:
            return high, low
        contenders = [n for n in contenders if n not in failed]
