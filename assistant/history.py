"""Past hands, cut out of the fold of a night.

What was taken back does not appear, cards that were read wrongly stand corrected, and a
misdeal is a hand that ended as one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any

from assistant import events
from assistant.events import Event, to_json
from assistant.game import step_of
from assistant.house import House
from assistant.nights import Move, moves_of
from assistant.report import as_json, own_wild
from assistant.state import Result, Rolled, Seat, State, StepKind


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand from its deal to its end.

    `moves` are its events in order, the deal first, with cards as they were after all
    corrections; the states beside them are those of the time. `before` is the state before
    the deal, `end` the state after the last move.
    """

    number: int
    moves: tuple[Move, ...]
    misdeal: bool = False

    @property
    def before(self) -> State:
        """The state before the deal: the stacks and the side pot that the hand began with."""
        state = self.moves[0].before
        assert state is not None  # a deal is refused before the table opens
        return state

    @property
    def dealt(self) -> State:
        """The state just after the deal: who is in, who deals."""
        return self.moves[0].after

    @property
    def end(self) -> State:
        """The state that the hand left behind, or in which it stands."""
        return self.moves[-1].after

    @property
    def last(self) -> State:
        """The last state with cards and chips of the hand in it: before the pots were paid, or before the misdeal."""
        if self.misdeal:
            return self.moves[-1].before or self.dealt
        return self.end if self.end.result is None else self.end.unsettled or self.end

    @property
    def result(self) -> Result | None:
        """How it ended; None for a misdeal, and while it is being played."""
        return None if self.misdeal else self.end.result

    @property
    def players(self) -> tuple[Seat, ...]:
        """Those dealt in, clockwise from the button's left, with the stacks they began with."""
        dealt = {s.seat for s in self.dealt.seats if s.dealt}
        return tuple(s for s in self.before.clockwise(self.dealt.button) if s.seat in dealt)

    @property
    def dealer(self) -> Seat:
        """The player with the button."""
        return self.dealt.seat(self.dealt.button)

    @property
    def began_at_s(self) -> float | None:
        """When it was dealt, in seconds; None where nobody recorded it."""
        return self.moves[0].event.at

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        """Every throw of the dice, in order."""
        made = (m.after.rolled for m in self.moves if isinstance(m.event, events.Roll))
        return tuple(rolled for rolled in made if rolled is not None)

    @property
    def pot(self) -> int:
        """All that was won, or is to be won so far, the side pot left out."""
        if self.result is not None:
            return sum(pot.amount for pot in self.result.pots)
        return sum(s.put_in for s in self.last.seats)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that got a part of a pot, the main pot's first."""
        pots = self.result.pots if self.result else ()
        return tuple(dict.fromkeys(seat for pot in pots for seat in pot.winners))

    @property
    def at_showdown(self) -> tuple[int, ...]:
        """The seats that were in when the cards were shown; empty where it never came to that."""
        if self.result is None or not _reached_showdown(self.last):
            return ()
        return tuple(s.seat for s in self.last.seats if s.in_hand)

    def net(self, seat: int) -> int:
        """What the hand won or cost a seat, dice and side pot included; 0 while it is being played."""
        if self.result is None:
            return 0
        return self.end.seat(seat).chips - self.before.seat(seat).chips


def _reached_showdown(last: State) -> bool:
    step = step_of(last)
    return step is not None and step.kind is StepKind.SHOW and len(last.in_hand) > 1


def hands_of(past: Iterable[Event]) -> tuple[HandRecord, ...]:
    """The hands of a night in order, from its events, undo events included. Raises Refused."""
    hands: list[HandRecord] = []
    for move in moves_of(past):
        event = move.event
        if isinstance(event, events.Deal):
            hands.append(HandRecord(move.after.hand, (move,)))
        elif not hands:
            continue
        elif move.before is not None and move.before.playing:
            hand = _corrected(hands[-1], event) if isinstance(event, events.Correct) else hands[-1]
            hands[-1] = replace(hand, moves=(*hand.moves, move), misdeal=isinstance(event, events.Misdeal))
        elif isinstance(event, events.Correct):
            # A card found to be misread after the pots were paid: the hand was paid anew.
            hand = _corrected(hands[-1], event)
            hands[-1] = replace(hand, moves=(*hand.moves, move))
    return tuple(hands)


def _corrected(hand: HandRecord, event: events.Correct) -> HandRecord:
    """The hand with a card put right in the moves that brought it."""

    # A card lies in one place only, so a swap may be made wherever the two are named.
    instead = {event.was: event.is_, event.is_: event.was} if event.swap else {event.was: event.is_}

    def mend(one: Event) -> Event:
        if isinstance(one, events.Board) and (event.swap or event.where == "board"):
            return replace(one, cards=tuple(instead.get(c, c) for c in one.cards))
        if isinstance(one, events.Show) and (event.swap or one.seat == event.where):
            return replace(one, cards=tuple(instead.get(c, c) for c in one.cards))
        if isinstance(one, events.Expose) and (event.swap or one.seat == event.where):
            return replace(one, card=instead.get(one.card, one.card))
        return one

    return replace(hand, moves=tuple(replace(m, event=mend(m.event)) for m in hand.moves))


def hand_as_json(hand: HandRecord) -> dict[str, Any]:
    """A hand as an object: what `cardspeak history --json` prints."""
    last = hand.last
    return {
        "hand": hand.number,
        "game": hand.dealt.game,
        "house": house_as_json(hand.dealt),
        "button": hand.dealt.button,
        "at": hand.began_at_s,
        "misdeal": hand.misdeal,
        "finished": hand.misdeal or hand.result is not None,
        "board": list(last.board),
        "side_pot": {"before": hand.before.side_pot, "after": hand.end.side_pot},
        "rolls": [
            {
                "seat": r.seat,
                "dice": list(r.dice),
                "paid": r.paid,
                "took": r.took,
                "wild": hand.dealt.house.dice_table[sum(r.dice)],
            }
            for r in hand.rolls
        ],
        "seats": [_seat_as_json(hand, seat, last) for seat in hand.players],
        "events": [to_json(m.event) for m in hand.moves],
        "result": None if hand.result is None else as_json(hand.end)["result"],
    }


def house_as_json(state: State) -> dict[str, Any]:
    """The house rules that are not the defaults, by name, as an `open` event would give them."""
    out: dict[str, Any] = {}
    default = House()
    for field in fields(House):
        value = getattr(state.house, field.name)
        if value == getattr(default, field.name):
            continue
        if isinstance(value, tuple):
            value = list(value)
        elif field.name == "dice_table":
            value = {str(total): rank for total, rank in value.items() if default.dice_table[total] != rank}
        out[field.name] = "none" if value is None else value
    return out


def _seat_as_json(hand: HandRecord, before: Seat, last: State) -> dict[str, Any]:
    seat = last.seat(before.seat)
    return {
        "seat": seat.seat,
        "name": seat.name,
        "chips_before": before.chips,
        "chips_after": before.chips if hand.misdeal else hand.end.seat(seat.seat).chips,
        "put_in": seat.put_in,
        "up": list(seat.up),
        "shown": None if seat.shown is None else list(seat.shown),
        "wild": own_wild(last, seat),
        "folded": seat.folded,
        "mucked": seat.mucked,
        "declared": seat.declared,
    }
