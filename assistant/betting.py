"""One betting round: what the player to act may do, and what an action does.

`options` is the only place that knows the limits; `act` asks it, and so do the
prompt, the screen and the buttons.
"""

from __future__ import annotations

from dataclasses import dataclass

from assistant import events
from assistant.house import House
from assistant.pots import uncalled
from assistant.state import Refused, Seat, State, changed

Action = events.Check | events.Call | events.Bet | events.Raise | events.Fold


@dataclass(frozen=True, slots=True)
class Options:
    """What one player may do now. `raise_to` holds the least and the most total for the
    round to which they may bet or raise, None where they may not; `opens` says that it is a
    bet. `call` is what a call costs, 0 where a check is free. `raises_left` is None where
    there is no cap."""

    call: int
    raise_to: tuple[int, int] | None
    opens: bool
    raises_left: int | None


def start(state: State, round_: int, opener: int) -> State:
    """The state at the start of a round; `turn` is None where nobody can bet."""
    state = changed(state.new_round(), raise_size=state.house.bet_size(round_))
    able = [s for s in state.in_hand if s.can_act]
    if len(able) < 2:
        return state
    first = state.seat(opener)
    if not first.can_act:
        first = next(s for s in state.clockwise(opener) if s.can_act)
    return changed(state, turn=first.seat)


def options(state: State, seat: Seat, round_: int) -> Options:
    """What `seat` may do in betting round `round_` when it is their turn."""
    house, size = state.house, state.house.bet_size(round_)
    to_call = min(state.level - seat.bet, seat.chips)
    cap = _cap(house, len(state.in_hand))
    left = None if cap is None else max(0, cap - state.raises)
    opens = state.level == 0
    all_in = seat.bet + seat.chips
    completes = state.full_level == 0  # nobody has made a full bet yet
    # After a short all-in, those who have acted may only call the extra or fold. A raise that
    # nobody has chips to answer is allowed: what can't be called comes back.
    if seat.acted or all_in <= state.level or (left == 0 and not completes):
        return Options(to_call, None, opens, left)
    if house.structure == "fixed_limit":
        least = most = state.full_level + size
    elif house.structure == "spread_limit":
        least = state.level + (1 if completes else state.raise_size)
        most = state.level + max(size, least - state.level)
    else:
        least = state.level + state.raise_size
        most = all_in
        if house.structure == "pot_limit":
            pot = sum(s.put_in for s in state.seats)
            most = max(least, state.level + pot + state.level - seat.bet)
    return Options(to_call, (min(least, all_in), min(most, all_in)), opens, left)


def _cap(house: House, in_hand: int) -> int | None:
    return None if house.uncapped_heads_up and in_hand == 2 else house.max_raises


def act(state: State, action: Action, round_: int) -> State:
    """The state after an action of the player whose turn it is; `turn` is None at the round's end.

    Raises Refused with the reason.
    """
    if state.turn != action.seat:
        name = state.seat(action.seat).name
        assert state.turn is not None
        raise Refused(f"it is {state.seat(state.turn).name}'s turn (seat {state.turn}), not {name}'s")
    seat = state.seat(action.seat)
    may = options(state, seat, round_)
    match action:
        case events.Fold():
            state = state.with_seat(seat.seat, folded=True, acted=True)
            if state.claimant == seat.seat:
                state = changed(state, claimant=None)
        case events.Check():
            if may.call:
                raise Refused(f"{seat.name} can't check: there is {may.call} to call")
            state = state.with_seat(seat.seat, acted=True)
        case events.Call():
            if not may.call:
                raise Refused(f"{seat.name} has nothing to call")
            state = _put_in(state, seat, may.call).with_seat(seat.seat, acted=True)
        case events.Bet() | events.Raise():
            state = _raise(state, seat, action, may)
    return changed(state, turn=_next(state, seat.seat))


def _raise(state: State, seat: Seat, action: events.Bet | events.Raise, may: Options) -> State:
    word = "bet" if isinstance(action, events.Bet) else "raise"
    if isinstance(action, events.Bet) and not may.opens:
        raise Refused(f"{seat.name} can't bet: the bet is {state.level} already, so call or raise")
    if isinstance(action, events.Raise) and may.opens:
        raise Refused(f"{seat.name} can't raise: nobody has bet yet")
    if may.raise_to is None:
        raise Refused(f"{seat.name} can't {word}: {_why_not(state, seat, may)}")
    least, most = may.raise_to
    to = action.to
    if to is None:
        if state.house.structure != "fixed_limit":
            raise Refused(f"{seat.name}: {word} {_wanted(word, least, most)}, to how much?")
        to = most
    all_in = seat.bet + seat.chips
    if not (least <= to <= most):
        raise Refused(f"{seat.name} may {word} {_wanted(word, least, most)}, not {to}")
    size = state.raise_size
    by = to - state.full_level
    if state.house.structure == "fixed_limit":
        full = by >= size or (to == all_in and 2 * by >= size)
    else:
        by = to - state.level
        # In spread limit a bet of any size within the limits is a full one.
        full = by >= size or (state.house.structure == "spread_limit" and state.full_level == 0)
    state = _put_in(state, seat, to - seat.bet)
    if full:
        state = changed(
            state,
            seats=tuple(changed(s, acted=False) if s.acted else s for s in state.seats),
            # Completing a short all-in bet makes the bet; only what tops a full bet is a raise.
            raises=state.raises + (state.full_level > 0),
            full_level=to,
            raise_size=size if state.house.structure == "fixed_limit" else by,
        )
    return changed(state, level=to).with_seat(seat.seat, acted=True)


def _wanted(word: str, least: int, most: int) -> str:
    amounts = f"{least}" if least == most else f"{least} to {most}"
    return amounts if word == "bet" else f"to {amounts}" if least == most else f"to a total of {amounts}"


def _why_not(state: State, seat: Seat, may: Options) -> str:
    if seat.bet + seat.chips <= state.level:
        return f"they have only {seat.chips} behind"
    if seat.acted:
        return "the all-in was too small to open the betting again"
    return "no raises are left in this round"


def _put_in(state: State, seat: Seat, amount: int) -> State:
    return state.with_seat(seat.seat, chips=seat.chips - amount, bet=seat.bet + amount, put_in=seat.put_in + amount)


def _next(state: State, after: int) -> int | None:
    """Whose turn it is next, or None when the round is over."""
    players = state.in_hand
    if len(players) < 2:
        return None
    able = [s for s in players if s.can_act]
    if len(able) == 1 and able[0].bet >= state.level:
        return None
    for one in state.clockwise(after):
        if one.can_act and (not one.acted or one.bet < state.level):
            return one.seat
    return None


def finish(state: State) -> State:
    """Ends a round: returns what nobody could call, and gathers the bets into the pots."""
    back = uncalled(state.seats)
    if back is not None:
        number, amount = back
        seat = state.seat(number)
        state = state.with_seat(number, chips=seat.chips + amount, put_in=seat.put_in - amount)
    return state.new_round()
