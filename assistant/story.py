"""A hand in plain words: who did what, what the dice and cards were, and why the winner won."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from assistant import betting, events
from assistant.cards import pretty, rank_name
from assistant.game import game_of, round_of, stage_of
from assistant.hands import Hand
from assistant.history import HandRecord
from assistant.nights import Move
from assistant.outcome import lower, names_of, settlement_of
from assistant.pots import uncalled
from assistant.showdown import UNOPPOSED
from assistant.state import State
from assistant.wording import listed


def line_of(hand: HandRecord) -> str:
    """A hand in a line: its number, game, dealer, pot, and who won with what."""
    head = f"{hand.number:4}  {game_of(hand.dealt).title:15} {hand.dealer.name} deals"
    return f"{head:38}  pot {hand.pot:<5} {_ending(hand)}"


def story_of(hand: HandRecord) -> tuple[str, ...]:
    """A hand as lines of text, the first one its title."""
    return (*_opening(hand), *_course(hand), *settlement_of(hand))


def _ending(hand: HandRecord) -> str:
    if hand.misdeal:
        return "misdeal: every chip went back"
    if hand.result is None:
        return "is being played"
    names = names_of(hand.last)
    first = hand.result.pots[0].shares[0] if hand.result.pots else None
    if first is None:
        text = "nothing was in it"
    elif first.why == UNOPPOSED:
        text = f"{names[first.winners[0]]} wins, {UNOPPOSED}"
    else:
        verb = "split it with" if len(hand.winners) > 1 and len(first.winners) > 1 else "wins with"
        text = f"{listed([names[n] for n in first.winners])} {verb} {lower(first.why)}"
        others = [names[n] for n in hand.winners if n not in first.winners]
        text += f"; {listed(others)} {'wins' if len(others) == 1 else 'win'} a part" if others else ""
    if hand.result.side_pot_to is not None and hand.result.side_pot:
        text += f"; side pot {hand.result.side_pot} to {names[hand.result.side_pot_to]}"
    return text


def _opening(hand: HandRecord) -> Iterator[str]:
    state = hand.dealt
    yield f"Hand {hand.number}: {game_of(state).title}, {hand.dealer.name} deals"
    stacks = ", ".join(f"{s.name} {s.chips}" for s in hand.players)
    side = f"; {hand.before.side_pot} in the side pot" if hand.before.side_pot else ""
    yield f"  Chips: {stacks}{side}"
    if state.house.ante:
        short = [f"{s.name} {s.chips}, all in" for s in hand.players if s.chips <= state.house.ante]
        yield f"  Antes: {state.house.ante} each" + (f" ({listed(short)})" if short else "")
    notes = game_of(state).notes(state)
    if notes:
        yield f"  {_upper(notes)}"


# --- what was done ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Said:
    """One thing done: `who` did `what`; with nobody, `what` is a whole sentence. `opens` its stage: the board does."""

    stage: str
    who: str
    what: str
    opens: bool = False


def _course(hand: HandRecord) -> Iterator[str]:
    said = [one for move in hand.moves[1:] for one in told(hand, move)]
    for stage, group in groupby(said, key=lambda one: one.stage):
        sentences: list[str] = []
        shown: list[str] = []
        in_order = sorted(group, key=lambda one: not one.opens)
        for what, same in groupby(in_order, key=lambda one: (one.what, bool(one.who))):
            who = [one.who for one in same]
            if what[0].startswith("shows "):
                shown.append(f"    {listed(who)} {what[0]}")
                continue
            sentences.extend([what[0]] if not what[1] else [f"{listed(who)} {_plural(what[0], len(who))}"])
        yield f"  {_upper(stage)}:" + (f" {'. '.join(sentences)}." if sentences else "")
        yield from shown


_PLURALS = {
    "checks": "check", "folds": "fold", "passes": "pass", "calls": "call", "mucks": "muck",
    "declares": "declare",
}  # fmt: skip


def _plural(what: str, count: int) -> str:
    verb, _, rest = what.partition(" ")
    if count == 1:
        return what
    return f"{_PLURALS.get(verb, verb)} {rest}".strip()


def told(hand: HandRecord, move: Move) -> Iterator[Said]:
    """What one move of a hand, any but the deal, has to say; nothing for what is no part of the hand."""
    before = move.before
    assert before is not None
    stage = stage_of(before) if before.playing else "afterwards"
    say = _SAY.get(type(move.event))
    if say is None:
        return
    event = move.event
    seat = getattr(event, "seat", None)
    if isinstance(event, events.Roll):
        seat = before.roller
    name = names_of(before)[seat] if isinstance(seat, int) else ""
    yield Said(stage, name, say(hand, move, before), isinstance(event, events.Board))
    back = _returned(move, before)
    if back is not None:
        number, amount = back
        comes = "comes" if amount == 1 else "come"
        yield Said(stage, "", f"{amount} that nobody could call {comes} back to {names_of(before)[number]}")


def _roll(hand: HandRecord, move: Move, before: State) -> str:
    rolled = move.after.rolled
    assert rolled is not None
    a, b = rolled.dice
    wild = rank_name(before.house.dice_table[a + b], plural=True)
    words = f"throws {a} and {b}"
    words += ", doubles" if a == b else ""
    words += f", and pays {rolled.paid} into the side pot"
    words += f", which is all that is left ({a + b} are due)" if rolled.paid < a + b else ""
    if a + b == 7:
        held = before.side_pot + rolled.paid
        words += f"; the seven takes {rolled.took} of its {held} and claims the other {held - rolled.took}"
    return f"{words}; {wild} are wild"


def _expose(hand: HandRecord, move: Move, before: State) -> str:
    event = move.event
    assert isinstance(event, events.Expose)
    seat = before.seat(event.seat)
    words = f"turns up {pretty(event.card)}"
    if hand.dealt.game == "shifting-sands" and not seat.up:
        words += f", so {rank_name(event.card[0], plural=True)} are wild there"
    more = game_of(before).extra_down
    if move.after.playing and more(move.after, move.after.seat(seat.seat)) > more(before, seat):
        words += " and gets one more card"
    return words


def _board(_hand: HandRecord, move: Move, _before: State) -> str:
    assert isinstance(move.event, events.Board)
    return " ".join(pretty(c) for c in move.event.cards)


def _call(_hand: HandRecord, move: Move, before: State) -> str:
    assert isinstance(move.event, events.Call)
    seat = before.seat(move.event.seat)
    cost = betting.options(before, seat, round_of(before)).call
    return f"calls {cost}" + _all_in(cost, seat.chips)


def _bet(_hand: HandRecord, move: Move, before: State) -> str:
    assert isinstance(move.event, events.Bet | events.Raise)
    seat = before.seat(move.event.seat)
    to = total_of(move.event, before)
    verb = "bets" if isinstance(move.event, events.Bet) else "raises to"
    return f"{verb} {to}" + _all_in(to - seat.bet, seat.chips)


def _all_in(cost: int, behind: int) -> str:
    return " and is all in" if cost == behind else ""


def total_of(event: events.Bet | events.Raise, before: State) -> int:
    """The total of a bet or raise, which in fixed limit need not be said."""
    if event.to is not None:
        return event.to
    may = betting.options(before, before.seat(event.seat), round_of(before)).raise_to
    assert may is not None  # it was accepted
    return may[1]


def _fold(_hand: HandRecord, move: Move, before: State) -> str:
    assert isinstance(move.event, events.Fold)
    lapses = before.claimant == move.event.seat
    return "folds, and with it goes the claim to the side pot" if lapses else "folds"


def _show(hand: HandRecord, move: Move, _before: State) -> str:
    assert isinstance(move.event, events.Show)
    cards = " ".join(pretty(c) for c in move.event.cards)
    result = hand.result
    made = result.hands.get(move.event.seat) if result else None
    if made is None or result is None:
        return f"shows {cards}"
    words = f"shows {cards}: {_with_wilds(made)}"
    if move.event.seat in result.lows:
        low = result.lows[move.event.seat]
        words += "; no low" if low is None else f"; {_with_wilds(low)}"
    return words


def _with_wilds(made: Hand) -> str:
    """What a hand is, its five cards, and what its wilds stand for."""
    five = " ".join(pretty(c) for c in made.five)
    stand = [f"{pretty(wild)} as {pretty(card)}" for wild, card in made.plays_as.items()]
    return f"{lower(made.text)} ({five}{'; ' if stand else ''}{', '.join(stand)})"


def _correct(_hand: HandRecord, move: Move, before: State) -> str:
    event = move.event
    assert isinstance(event, events.Correct)
    place = "on the board" if event.where == "board" else f"of {names_of(before)[int(event.where)]}"
    late = "" if before.playing else ", and the hand is paid anew"
    if event.swap:
        return f"The {pretty(event.is_)} {place} and the {pretty(event.was)} had been read the wrong way round{late}"
    return f"The {pretty(event.is_)} {place} had been read as {pretty(event.was)}{late}"


_SAY: Mapping[type, Callable[[HandRecord, Move, State], str]] = {
    events.Roll: _roll,
    events.Reroll: lambda _h, _m, before: "rolls again" if before.again else "takes the re-roll",
    events.Pass: lambda _h, _m, before: "does not roll again" if before.again else "passes the re-roll",
    events.Board: _board,
    events.Expose: _expose,
    events.Check: lambda *_: "checks",
    events.Call: _call,
    events.Bet: _bet,
    events.Raise: _bet,
    events.Fold: _fold,
    events.Declare: lambda _h, move, _b: f"declares {move.event.for_}",  # type: ignore[union-attr]
    events.Show: _show,
    events.Muck: lambda *_: "mucks",
    events.Correct: _correct,
    events.Misdeal: lambda *_: "Misdeal: every chip of the hand goes back, dice money too",
}


def _returned(move: Move, before: State) -> tuple[int, int] | None:
    """The bet that nobody could call and that came back at the end of a round: the seat, the amount."""
    event = move.event
    match event:
        case events.Call():
            cost = betting.options(before, before.seat(event.seat), round_of(before)).call
        case events.Bet() | events.Raise():
            cost = total_of(event, before) - before.seat(event.seat).bet
        case events.Fold() | events.Check():
            cost = 0
        case _:
            return None
    if move.after.playing and move.after.turn is not None and move.after.step == before.step:
        return None
    seat = before.seat(event.seat)
    return uncalled(before.with_seat(seat.seat, bet=seat.bet + cost).seats)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
