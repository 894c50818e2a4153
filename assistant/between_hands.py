"""What happens between hands: who sits, what they buy, what is played, and the deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant import events, showdown
from assistant.game import Game, game_named, game_of
from assistant.house import House, parse_house
from assistant.state import Refused, Seat, State, changed
from assistant.steps import go_on

SEATS = range(1, 9)


def open_table(event: events.Open) -> State:
    """The first state of a night."""
    numbers = [s.seat for s in event.seats]
    for number in numbers:
        _seat_exists(number)
    if len(set(numbers)) != len(numbers):
        raise Refused("two players can't share a seat")
    if len({s.name.casefold() for s in event.seats}) != len(event.seats):
        raise Refused("two players can't share a name")
    if event.button not in numbers:
        raise Refused(f"the button is at seat {event.button}, where nobody sits")
    game, house = _game(event.game, event.house)
    seats = tuple(Seat(s.seat, s.name, s.chips, bought=s.chips) for s in sorted(event.seats, key=lambda s: s.seat))
    carried = event.side_pot or 0
    state = State(
        game.name, house, seats, event.button,
        side_pot=carried, carried_in=carried, side_pot_at_end=house.side_pot_at_end,
    )  # fmt: skip
    return _fits(state)


def choose_game(state: State, event: events.ChooseGame) -> State:
    """The dealer's choice for the next deal."""
    _between_hands(state)
    game, house = _game(event.game, event.house)
    # The side pot waits for the next Lucky Sevens, and keeps the rule it was made under.
    at_end = house.side_pot_at_end if "side_pot_at_end" in game.allowed else state.side_pot_at_end
    return _fits(changed(state, game=game.name, house=house, side_pot_at_end=at_end))


def buy(state: State, event: events.Buy) -> State:
    """A seated player buys chips; one who ran out may only where the house allows rebuys."""
    _between_hands(state)
    seat = state.seat(event.seat)
    if event.chips < 1:
        raise Refused(f"{seat.name} must buy at least one chip")
    if seat.chips == 0 and seat.bought > 0 and not state.house.rebuys:
        raise Refused(f"{seat.name} is out: the house rule rebuys is off")
    chips, bought = seat.chips + event.chips, seat.bought + event.chips
    return _fits(changed(state.with_seat(seat.seat, chips=chips, bought=bought), unsettled=None, over=False))


def leave(state: State, event: events.Leave) -> State:
    """A player leaves and is paid what they have."""
    _between_hands(state)
    seat = state.seat(event.seat)
    state = state.with_seat(seat.seat, chips=0, cashed=seat.cashed + seat.chips, gone=True, dealt=False)
    return changed(state, unsettled=None)


def sit(state: State, event: events.Sit) -> State:
    """A new player takes a free seat."""
    _between_hands(state)
    _seat_exists(event.seat)
    if event.chips < 1:
        raise Refused(f"{event.name} must buy at least one chip")
    before = next((s for s in state.seats if s.seat == event.seat), None)
    if before is not None and not before.gone:
        raise Refused(f"seat {event.seat} is {before.name}'s")
    if any(s.name.casefold() == event.name.casefold() and not s.gone for s in state.seats):
        raise Refused(f"somebody called {event.name} sits at the table already")
    # A seat keeps the money that went through it, or the books would not close.
    new = Seat(
        event.seat, event.name, event.chips,
        bought=event.chips + (before.bought if before else 0), cashed=before.cashed if before else 0,
    )  # fmt: skip
    seats = (*(s for s in state.seats if s.seat != event.seat), new)
    return _fits(changed(state, seats=tuple(sorted(seats, key=lambda s: s.seat)), unsettled=None, over=False))


def sit_out(state: State, event: events.SitOut) -> State:
    """A player is not dealt in until they sit in."""
    _between_hands(state)
    seat = state.seat(event.seat)
    if seat.sits_out:
        raise Refused(f"{seat.name} sits out already")
    return state.with_seat(seat.seat, sits_out=True)


def sit_in(state: State, event: events.SitIn) -> State:
    """A player who sat out is dealt in again."""
    _between_hands(state)
    seat = state.seat(event.seat)
    if not seat.sits_out:
        raise Refused(f"{seat.name} is not sitting out")
    return _fits(state.with_seat(seat.seat, sits_out=False))


def close(state: State, _event: events.Close) -> State:
    """The night ends, and the side pot is settled by the house rule."""
    _between_hands(state)
    seated = [s for s in state.clockwise(state.button) if not s.gone]
    if seated and state.side_pot:
        # `max` keeps the first of equals: the one nearest the button's left.
        state, _ = showdown.share_side_pot(state, max(seated, key=lambda s: s.chips))
    return changed(state, closed=True, unsettled=None)


def deal(state: State, _event: events.Deal) -> State:
    """The next hand: the button moves, the antes are in, and the game's first step is reached."""
    if state.playing:
        raise Refused("the hand is not over yet")
    if state.over:
        raise Refused("the game is over: somebody must sit down or buy in first")
    players = [s for s in state.seats if s.plays]
    if len(players) < 2:
        raise Refused("a hand needs two players with chips")
    button = state.button
    if state.hand > 0 or not any(s.seat == button for s in players):
        button = next(s.seat for s in state.clockwise(button) if s.plays)
    state = changed(
        state, seats=tuple(_dealt(s, state.house.ante) for s in state.seats), button=button, hand=state.hand + 1,
        step=-1, rolled=None, board=(), claimant=None, result=None,
        at_deal=changed(state, at_deal=None, unsettled=None), unsettled=None,
    )  # fmt: skip
    return go_on(state)


def _dealt(seat: Seat, ante: int) -> Seat:
    """A seat at the start of a hand; who is short of the ante puts in what they have."""
    ante = min(ante, seat.chips) if seat.plays else 0
    return changed(
        seat, dealt=seat.plays, folded=False, mucked=False, up=(), shown=None, declared=None,
        bet=0, acted=False, put_in=ante, chips=seat.chips - ante,
    )  # fmt: skip


def _seat_exists(number: int) -> None:
    if number not in SEATS:
        raise Refused(f"there is no seat {number}: seats are {SEATS[0]} to {SEATS[-1]}")


def _game(name: str, given: Mapping[str, Any]) -> tuple[Game, House]:
    try:
        game = game_named(name)
        house = parse_house(given, game.allowed, game.title)
        game.check(house)
    except ValueError as e:
        raise Refused(str(e)) from None
    return game, house


def _fits(state: State) -> State:
    game_of(state).check_players(state)
    return state


def _between_hands(state: State) -> None:
    if state.playing:
        raise Refused("not while a hand is being played")
