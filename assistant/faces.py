"""Cards that were read, and the mending of those read wrongly."""

from __future__ import annotations

from collections.abc import Mapping

from assistant import events, showdown
from assistant.cards import pretty
from assistant.game import game_of, step_of
from assistant.state import Refused, Seat, State, StepKind, changed
from assistant.steps import at, enter_betting, enter_expose


def new_cards(state: State, cards: tuple[str, ...]) -> None:
    """Refuses a card that lies elsewhere already, or twice here."""
    for i, card in enumerate(cards):
        place = state.where(card)
        if place is not None:
            raise Refused(f"the {pretty(card)} lies {place} already")
        if card in cards[:i]:
            raise Refused(f"the {pretty(card)} can't be there twice")


def board_after(state: State, event: events.Board) -> State:
    """The state with community cards read; the step is not left yet."""
    step = step_of(state)
    if step is None or step.kind is not StepKind.BOARD:
        raise Refused("no board cards are due now")
    if len(event.cards) != step.count:
        due = "1 board card is" if step.count == 1 else f"{step.count} board cards are"
        raise Refused(f"{due} due, not {len(event.cards)}")
    new_cards(state, event.cards)
    return changed(state, board=state.board + event.cards)


def expose_after(state: State, event: events.Expose) -> State:
    """The state with a card turned up; nobody is pending when the step is over."""
    seat = state.seat(event.seat)
    if not at(state, StepKind.EXPOSE):
        raise Refused("nobody is to turn a card up now")
    if seat.seat not in state.pending:
        why = "has turned one up already" if seat.in_hand else "is not in"
        raise Refused(f"{seat.name} has no card to turn up now: {seat.name} {why}")
    if state.turn is not None and state.turn != seat.seat:
        raise Refused(f"{state.seat(state.turn).name} (seat {state.turn}) turns a card up before {seat.name}")
    new_cards(state, (event.card,))
    left = tuple(n for n in state.pending if n != seat.seat)
    turn = left[0] if left and state.turn is not None else None
    return changed(state.with_seat(seat.seat, up=(*seat.up, event.card)), pending=left, turn=turn)


def correct(state: State, event: events.Correct) -> State:
    """Mends a card; after the showdown the hand is paid anew."""
    if state.playing:
        return _mended(state, event)
    if state.unsettled is None:
        raise Refused("no hand is there to correct: take back what came after it first")
    again = showdown.settle(_mended(state.unsettled, event))
    # What was chosen since then stays.
    sits_out = {s.seat: s.sits_out for s in state.seats}
    again = changed(
        again, game=state.game, house=state.house, side_pot_at_end=state.side_pot_at_end,
        seats=tuple(changed(s, sits_out=sits_out[s.seat]) for s in again.seats),
    )  # fmt: skip
    game_of(again).check_players(again)
    return again


def _mended(state: State, event: events.Correct) -> State:
    if event.where == "board":
        place, held = "on the board", state.board
    else:
        assert isinstance(event.where, int)
        seat = state.seat(event.where)
        place, held = f"before {seat.name}", seat.up + (seat.shown or ())
    if event.was not in held:
        raise Refused(f"the {pretty(event.was)} does not lie {place}")
    if event.was == event.is_:
        raise Refused(f"the {pretty(event.is_)} was read as that already")
    instead = {event.was: event.is_}
    if event.swap:
        if state.where(event.is_) is None:
            raise Refused(f"the {pretty(event.is_)} lies nowhere yet: there is nothing to swap")
        instead[event.is_] = event.was
    else:
        new_cards(state, (event.is_,))
    return _reopened(_exchanged(state, instead))


def _exchanged(state: State, instead: Mapping[str, str]) -> State:
    """The state with other cards in the places of some; each card lies in one place only."""

    def mend(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(instead.get(c, c) for c in cards)

    def seat_mended(seat: Seat) -> Seat:
        return changed(seat, up=mend(seat.up), shown=None if seat.shown is None else mend(seat.shown))

    return changed(state, board=mend(state.board), seats=tuple(seat_mended(s) if s.dealt else s for s in state.seats))


def _reopened(state: State) -> State:
    """A corrected up card may change who opens, as long as nobody has acted in the round."""

    def untouched(seat: Seat) -> bool:
        return not seat.acted and not seat.bet

    if at(state, StepKind.BETTING) and len(state.in_hand) > 1 and all(untouched(s) for s in state.seats):
        return enter_betting(state)
    nobody_yet = at(state, StepKind.EXPOSE) and len(state.pending) == len(state.in_hand)
    return enter_expose(state) if nobody_yet else state
