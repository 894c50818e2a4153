"""`apply`: the state after an event, or Refused with the reason.

This is the one place where events meet the state. A hand goes from step to step of
its game (`_go_on`); each step waits for what `assistant.prompt` names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from assistant import betting, events, showdown
from assistant.cards import pretty
from assistant.game import down_cards, game_named, game_of, round_of, step_of, steps_of
from assistant.house import House, parse_house
from assistant.state import Refused, Rolled, Seat, State, StepKind

WORST_ROLL = 12
SEATS = range(1, 9)


def apply(state: State | None, event: events.Event) -> State:
    """The state after `event`; raises Refused, and then nothing has changed.

    `state` is None before the table opens. `undo` is not for here: it belongs to whoever
    keeps the events (see `assistant.fold`).
    """
    if isinstance(event, events.Open):
        if state is not None:
            raise Refused("the table is open already")
        return _open(event)
    if state is None:
        raise Refused("the table is not open yet")
    if state.closed:
        raise Refused("the night is over")
    handler = _HANDLERS.get(type(event))
    if handler is None:
        raise Refused("this can't be applied by itself")
    return handler(state, event)


# --- between hands -------------------------------------------------------------------


def _open(event: events.Open) -> State:
    numbers = [s.seat for s in event.seats]
    names = [s.name for s in event.seats]
    if len(set(numbers)) != len(numbers):
        raise Refused("two players can't share a seat")
    if len({n.casefold() for n in names}) != len(names):
        raise Refused("two players can't share a name")
    if event.button not in numbers:
        raise Refused(f"the button is at seat {event.button}, where nobody sits")
    for number in numbers:
        _seat_exists(number)
    game, house = _game(event.game, event.house)
    seats = tuple(Seat(s.seat, s.name, s.chips, bought=s.chips) for s in sorted(event.seats, key=lambda s: s.seat))
    carried = event.side_pot or 0
    state = State(
        game, house, seats, event.button, side_pot=carried, carried_in=carried,
        side_pot_at_end=house.side_pot_at_end,
    )  # fmt: skip
    return _fits(state)


def _seat_exists(number: int) -> None:
    if number not in SEATS:
        raise Refused(f"there is no seat {number}: seats are {SEATS[0]} to {SEATS[-1]}")


def _game(name: str, given: Mapping[str, Any]) -> tuple[str, House]:
    try:
        game = game_named(name)
        house = parse_house(given, game.allowed, game.title)
        game.check(house)
    except ValueError as e:
        raise Refused(str(e)) from None
    return game.name, house


def _fits(state: State) -> State:
    """Refuses more players than the game seats, while somebody can still sit out."""
    game = game_of(state)
    players = sum(s.plays for s in state.seats)
    if players > game.players[1]:
        raise Refused(f"{game.title} seats {game.players[1]} players, not {players}: somebody must sit out")
    return state


def _between_hands(state: State) -> None:
    if state.playing:
        raise Refused("not while a hand is being played")


def _choose_game(state: State, event: events.ChooseGame) -> State:
    _between_hands(state)
    name, house = _game(event.game, event.house)
    # The side pot waits for the next Lucky Sevens, and keeps the rule it was made under.
    at_end = house.side_pot_at_end if "side_pot_at_end" in game_named(name).allowed else state.side_pot_at_end
    return _fits(replace(state, game=name, house=house, side_pot_at_end=at_end))


def _buy(state: State, event: events.Buy) -> State:
    _between_hands(state)
    seat = state.seat(event.seat)
    if event.chips < 1:
        raise Refused(f"{seat.name} must buy at least one chip")
    if seat.chips == 0 and seat.bought > 0 and not state.house.rebuys:
        raise Refused(f"{seat.name} is out: the house rule rebuys is off")
    changes: dict[str, Any] = {"chips": seat.chips + event.chips, "bought": seat.bought + event.chips}
    return _fits(replace(state.with_seat(seat.seat, **changes), unsettled=None))


def _leave(state: State, event: events.Leave) -> State:
    _between_hands(state)
    seat = state.seat(event.seat)
    state = state.with_seat(seat.seat, chips=0, cashed=seat.cashed + seat.chips, gone=True, dealt=False)
    return replace(state, unsettled=None)


def _sit(state: State, event: events.Sit) -> State:
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
    return _fits(replace(state, seats=tuple(sorted(seats, key=lambda s: s.seat)), unsettled=None))


def _sit_out(state: State, event: events.SitOut) -> State:
    _between_hands(state)
    seat = state.seat(event.seat)
    if seat.sits_out:
        raise Refused(f"{seat.name} sits out already")
    return state.with_seat(seat.seat, sits_out=True)


def _sit_in(state: State, event: events.SitIn) -> State:
    _between_hands(state)
    seat = state.seat(event.seat)
    if not seat.sits_out:
        raise Refused(f"{seat.name} is not sitting out")
    return _fits(state.with_seat(seat.seat, sits_out=False))


def _close(state: State, _event: events.Close) -> State:
    _between_hands(state)
    seated = [s for s in state.clockwise(state.button) if not s.gone]
    if seated and state.side_pot:
        # `max` keeps the first of equals: the one nearest the button's left.
        state, _ = showdown.share_side_pot(state, max(seated, key=lambda s: s.chips))
    return replace(state, closed=True, unsettled=None)


def _deal(state: State, _event: events.Deal) -> State:
    if state.playing:
        raise Refused("the hand is not over yet")
    players = [s for s in state.seats if s.plays]
    if len(players) < 2:
        raise Refused("a hand needs two players with chips")
    before = replace(state, at_deal=None, unsettled=None)
    button = state.button
    if state.hand > 0 or not any(s.seat == button for s in players):
        button = next(s.seat for s in state.clockwise(button) if s.plays)
    seats = []
    for s in state.seats:
        ante = min(state.house.ante, s.chips) if s.plays else 0
        seats.append(
            replace(
                s,
                dealt=s.plays,
                folded=False,
                mucked=False,
                up=(),
                shown=None,
                declared=None,
                bet=0,
                acted=False,
                put_in=ante,
                chips=s.chips - ante,
            )
        )
    return _go_on(
        replace(
            state,
            seats=tuple(seats),
            button=button,
            hand=state.hand + 1,
            step=-1,
            turn=None,
            pending=(),
            roller=None,
            again=False,
            rolled=None,
            board=(),
            claimant=None,
            result=None,
            at_deal=before,
            unsettled=None,
        )
    )


# --- the steps of a hand -------------------------------------------------------------


def _go_on(state: State) -> State:
    """Goes to the next step that waits for somebody, or ends the hand."""
    steps = steps_of(state)
    while len(state.in_hand) > 1:
        assert state.step is not None
        state = replace(state, step=state.step + 1, turn=None, pending=(), roller=None, again=False)
        assert state.step is not None
        step = steps[state.step]
        state = _ENTER[step.kind](state)
        if step.kind is StepKind.BOARD or state.turn is not None or state.pending or state.roller is not None:
            return state
    return showdown.settle(state)


def _enter_roll(state: State) -> State:
    return replace(state, roller=state.button)


def _enter_offer(state: State) -> State:
    asked = tuple(s.seat for s in state.clockwise(state.button) if s.in_hand and _can_pay(state, s))
    return replace(state, pending=asked, turn=asked[0] if asked else None)


def _can_pay(state: State, seat: Seat) -> bool:
    least = WORST_ROLL if state.house.can_pay == "worst_case" else 1
    return seat.chips >= least


def _enter_expose(state: State) -> State:
    if state.house.rolling == "simultaneous":
        return replace(state, pending=tuple(s.seat for s in state.clockwise(state.button) if s.in_hand))
    first = game_of(state).exposer(state)
    order = tuple(s.seat for s in state.clockwise(first) if s.in_hand)
    order = (first, *(n for n in order if n != first))
    return replace(state, pending=order, turn=first)


def _enter_betting(state: State) -> State:
    round_ = round_of(state)
    return betting.start(state, round_, game_of(state).opener(state, round_))


def _enter_all(state: State) -> State:
    return replace(state, pending=tuple(s.seat for s in state.clockwise(state.button) if s.in_hand))


_ENTER: dict[StepKind, Callable[[State], State]] = {
    StepKind.DOWN: lambda state: state,
    StepKind.ROLL: _enter_roll,
    StepKind.BOARD: lambda state: state,
    StepKind.OFFER: _enter_offer,
    StepKind.EXPOSE: _enter_expose,
    StepKind.BETTING: _enter_betting,
    StepKind.DECLARE: _enter_all,
    StepKind.SHOW: _enter_all,
}


def _at(state: State, *kinds: StepKind) -> bool:
    step = step_of(state)
    return step is not None and step.kind in kinds


# --- dice ----------------------------------------------------------------------------


def _roll(state: State, event: events.Roll) -> State:
    if state.roller is None:
        raise Refused("nobody is to roll now: whose roll is it?")
    seat = state.seat(state.roller)
    total = sum(event.dice)
    # Paid first; a dealer (or a short roller, where the house lets them) pays what is left.
    paid = min(total, seat.chips)
    side_pot = state.side_pot + paid
    took = side_pot // 2 if total == 7 else 0
    state = state.with_seat(seat.seat, chips=seat.chips - paid + took)
    state = replace(
        state, side_pot=side_pot - took, roller=None, rolled=Rolled(seat.seat, event.dice, paid, took),
        claimant=seat.seat if total == 7 else state.claimant,
    )  # fmt: skip
    if event.dice[0] == event.dice[1] and _can_pay(state, state.seat(seat.seat)):
        return replace(state, turn=seat.seat, again=True, pending=())
    return _go_on(state)


def _on_offer(state: State, number: int) -> None:
    if not (state.again or _at(state, StepKind.OFFER)) or state.turn is None:
        raise Refused("no roll is on offer now")
    if state.turn != number:
        raise Refused(f"the roll is offered to {state.seat(state.turn).name}, not {state.seat(number).name}")


def _reroll(state: State, event: events.Reroll) -> State:
    _on_offer(state, event.seat)
    return replace(state, roller=event.seat, turn=None, pending=(), again=False)


def _pass(state: State, event: events.Pass) -> State:
    _on_offer(state, event.seat)
    left = state.pending[1:]
    if state.again or not left:
        return _go_on(state)
    return replace(state, pending=left, turn=left[0])


# --- cards ---------------------------------------------------------------------------


def _new_cards(state: State, cards: tuple[str, ...]) -> None:
    """Refuses a card that lies elsewhere already, or twice here."""
    for i, card in enumerate(cards):
        place = state.where(card)
        if place is not None:
            raise Refused(f"the {pretty(card)} lies {place} already")
        if card in cards[:i]:
            raise Refused(f"the {pretty(card)} can't be there twice")


def _board(state: State, event: events.Board) -> State:
    step = step_of(state)
    if step is None or step.kind is not StepKind.BOARD:
        raise Refused("no board cards are due now")
    if len(event.cards) != step.count:
        due = "1 board card is" if step.count == 1 else f"{step.count} board cards are"
        raise Refused(f"{due} due, not {len(event.cards)}")
    _new_cards(state, event.cards)
    return _go_on(replace(state, board=state.board + event.cards))


def _expose(state: State, event: events.Expose) -> State:
    seat = state.seat(event.seat)
    if not _at(state, StepKind.EXPOSE):
        raise Refused("nobody is to turn a card up now")
    if seat.seat not in state.pending:
        raise Refused(f"{seat.name} has no card to turn up now")
    if state.turn is not None and state.turn != seat.seat:
        raise Refused(f"{state.seat(state.turn).name} turns a card up before {seat.name}")
    _new_cards(state, (event.card,))
    state = state.with_seat(seat.seat, up=(*seat.up, event.card))
    left = tuple(n for n in state.pending if n != seat.seat)
    if not left:
        return _go_on(state)
    return replace(state, pending=left, turn=None if state.turn is None else left[0])


def _correct(state: State, event: events.Correct) -> State:
    if state.unsettled is not None and not state.playing:
        mended = _correct(state.unsettled, event)
        # The hand is paid anew; what was chosen since then stays.
        again = showdown.settle(replace(mended, at_deal=state.at_deal))
        return replace(
            again, game=state.game, house=state.house, side_pot_at_end=state.side_pot_at_end,
            seats=tuple(
                replace(s, sits_out=next(o.sits_out for o in state.seats if o.seat == s.seat))
                for s in again.seats
            ),
        )  # fmt: skip
    if not state.playing:
        raise Refused("no hand is there to correct: take back what came after it first")
    if event.where == "board":
        held: tuple[tuple[str, ...], ...] = (state.board,)
    else:
        assert isinstance(event.where, int)
        seat = state.seat(event.where)
        held = (seat.up, seat.shown or ())
    if not any(event.was in cards for cards in held):
        place = "on the board" if event.where == "board" else f"before {state.seat(int(event.where)).name}"
        raise Refused(f"the {pretty(event.was)} does not lie {place}")
    if event.was == event.is_:
        raise Refused(f"the {pretty(event.is_)} was read as that already")
    _new_cards(state, (event.is_,))

    def mend(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(event.is_ if c == event.was else c for c in cards)

    if event.where == "board":
        return replace(state, board=mend(state.board))
    shown = None if seat.shown is None else mend(seat.shown)
    return _reopen(state.with_seat(seat.seat, up=mend(seat.up), shown=shown))


def _reopen(state: State) -> State:
    """A corrected up card may change who opens, as long as nobody has acted in the round."""
    untouched = state.level == 0 and not any(s.acted or s.bet for s in state.seats)
    if _at(state, StepKind.BETTING) and untouched:
        return _enter_betting(state)
    nobody_yet = _at(state, StepKind.EXPOSE) and len(state.pending) == len(state.in_hand)
    return _enter_expose(state) if nobody_yet else state


# --- betting and showdown ------------------------------------------------------------


def _act(state: State, event: betting.Action) -> State:
    seat = state.seat(event.seat)
    if not _at(state, StepKind.BETTING):
        raise Refused("no betting now" if state.playing else "no hand is being played")
    if not seat.dealt:
        raise Refused(f"{seat.name} is not in this hand")
    state = betting.act(state, event, round_of(state))
    return state if state.turn is not None else _go_on(betting.finish(state))


def _declare(state: State, event: events.Declare) -> State:
    seat = state.seat(event.seat)
    if not _at(state, StepKind.DECLARE):
        raise Refused("nobody is to declare now")
    if seat.seat not in state.pending:
        raise Refused(f"{seat.name} has declared" if seat.in_hand else f"{seat.name} is not in")
    left = tuple(n for n in state.pending if n != seat.seat)
    state = replace(state.with_seat(seat.seat, declared=event.for_), pending=left)
    return state if left else _go_on(state)


def _to_show(state: State, number: int) -> Seat:
    seat = state.seat(number)
    if not _at(state, StepKind.SHOW):
        raise Refused("it is not time to show")
    if seat.seat not in state.pending:
        raise Refused(f"{seat.name} has shown" if seat.in_hand else f"{seat.name} is not in")
    return seat


def _show(state: State, event: events.Show) -> State:
    seat = _to_show(state, event.seat)
    due = down_cards(state, seat)
    if len(event.cards) != due:
        raise Refused(f"{seat.name} holds {due} down cards, not {len(event.cards)}")
    _new_cards(state, event.cards)
    return _shown(state.with_seat(seat.seat, shown=event.cards), seat.seat)


def _muck(state: State, event: events.Muck) -> State:
    seat = _to_show(state, event.seat)
    if showdown.needs_to_show(state, seat):
        raise Refused(f"{seat.name} can't muck: nobody else is left for that pot")
    return _shown(state.with_seat(seat.seat, mucked=True), seat.seat)


def _shown(state: State, number: int) -> State:
    left = tuple(n for n in state.pending if n != number)
    state = replace(state, pending=left)
    if not left or len(showdown.contested(state)) == 1:
        return showdown.settle(state)
    return state


def _misdeal(state: State, _event: events.Misdeal) -> State:
    if not state.playing or state.at_deal is None:
        raise Refused("no hand is being played")
    return state.at_deal


_HANDLERS: dict[type[Any], Callable[[State, Any], State]] = {
    events.ChooseGame: _choose_game, events.Buy: _buy, events.Leave: _leave, events.Sit: _sit,
    events.SitOut: _sit_out, events.SitIn: _sit_in, events.Close: _close, events.Deal: _deal,
    events.Roll: _roll, events.Reroll: _reroll, events.Pass: _pass, events.Board: _board,
    events.Expose: _expose, events.Correct: _correct, events.Check: _act, events.Call: _act,
    events.Bet: _act, events.Raise: _act, events.Fold: _act, events.Declare: _declare,
    events.Show: _show, events.Muck: _muck, events.Misdeal: _misdeal,
}  # fmt: skip
