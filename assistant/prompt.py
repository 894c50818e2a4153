"""What happens next: who is asked, in words, and exactly what they may do.

The screen's buttons, the GPIO buttons and the check of outside events all come from
here, so that nothing is offered that the rules would refuse.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from assistant import betting, events
from assistant.cards import rank_name
from assistant.game import down_cards, game_of, round_of, step_of, steps_of
from assistant.showdown import needs_to_show
from assistant.state import Seat, State, Step, StepKind
from assistant.wording import listed, number_word


class Kind(StrEnum):
    """The contract's kinds of prompt."""

    DEAL = "deal"
    ROLL = "roll"
    REROLL = "reroll"
    ROLL_AGAIN = "roll_again"
    BOARD = "board"
    EXPOSE = "expose"
    ACT = "act"
    DECLARE = "declare"
    SHOW = "show"
    OVER = "over"


class Button(StrEnum):
    """A seat's buttons: green goes along, yellow goes further, red gives up."""

    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that may be done now: a label, the event that does it, the button for it.

    `button` is None where only a touch will do. `to_range` holds the least and the most
    total of a bet or raise whose amount is to be chosen; the event then carries the least.
    A question's choices carry no event: what an answer does is the spotter's to say.
    """

    label: str
    event: events.Event | None
    seat: int | None = None
    button: Button | None = None
    to_range: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the table waits for: its kind, the seats asked, one line, and a smaller second line.

    `choices` are in the order of the screen: the usual one last. Where a step waits for
    the camera (dice, cards), the choices leave it out.
    """

    kind: Kind
    seats: tuple[int, ...]
    text: str
    detail: str = ""
    choices: tuple[Choice, ...] = ()


def prompt_of(state: State) -> Prompt:
    """What the table waits for now."""
    step = step_of(state)
    if step is None:
        return _between_hands(state)
    if state.roller is not None:
        return _to_roll(state, state.seat(state.roller))
    if state.again and state.turn is not None:
        return _on_offer(state, Kind.ROLL_AGAIN, state.seat(state.turn))
    return _STEPS[step.kind](state, step)


def names(state: State, seats: Sequence[int]) -> str:
    """The names at some seats, as said: Ann, Bea and Carl."""
    return listed([state.seat(n).name for n in seats])


def waiting_side_pot(state: State) -> str:
    """What is said of a side pot that nobody has claimed; empty where there is none."""
    return f"{state.side_pot} wait in the side pot" if state.side_pot else ""


def _between_hands(state: State) -> Prompt:
    if state.closed:
        return Prompt(Kind.OVER, (), "The night is over", waiting_side_pot(state))
    with_chips = [s for s in state.seats if not s.gone and s.chips > 0]
    lone_winner = len(with_chips) == 1 and state.hand > 0 and not state.house.rebuys
    if with_chips and (state.over or lone_winner):
        winner = max(with_chips, key=lambda s: s.chips)
        return Prompt(Kind.OVER, (), f"Game over: {winner.name} has won", waiting_side_pot(state))
    if sum(s.plays for s in state.seats) < 2:
        text = "Two players with chips are needed: sit in, sit down or buy in"
        return Prompt(Kind.OVER, (), text, waiting_side_pot(state))
    dealer = next_dealer(state)
    choice = Choice("Deal" if state.hand == 0 else "Next hand", events.Deal(), dealer.seat, Button.GREEN)
    game = game_of(state)
    detail = _said(game.title, game.notes(state))
    return Prompt(Kind.DEAL, (dealer.seat,), f"{dealer.name} deals hand {state.hand + 1}", detail, (choice,))


def next_dealer(state: State) -> Seat:
    """Who deals the next hand, which needs two players."""
    if state.hand == 0:
        for seat in state.seats:
            if seat.seat == state.button and seat.plays:
                return seat
    return next(s for s in state.clockwise(state.button) if s.plays)


def _to_roll(state: State, seat: Seat) -> Prompt:
    opening = step_of(state) == Step(StepKind.ROLL) and state.rolled is None
    text = f"{seat.name}: throw the dice" + (" for the wild rank" if opening else "")
    detail = _said(_to_deal(state) if opening else "", "a roll costs what you throw")
    return Prompt(Kind.ROLL, (seat.seat,), text, detail)


def _to_deal(state: State) -> str:
    """What is to be dealt face down before the step goes on; empty once somebody has acted."""
    if state.step is None:
        return ""
    before = steps_of(state)[state.step - 1] if state.step else None
    fresh = not any(s.acted or s.bet for s in state.seats) and len(state.pending) in (0, len(state.in_hand))
    if before is None or before.kind is not StepKind.DOWN or not fresh:
        return ""
    return f"deal {number_word(before.count)} card{'s' if before.count > 1 else ''} down to each"


def _said(*parts: str) -> str:
    return "; ".join(filter(None, parts))


def _on_offer(state: State, kind: Kind, seat: Seat) -> Prompt:
    again = kind is Kind.ROLL_AGAIN
    text = f"{seat.name}: doubles! Roll again?" if again else f"{seat.name}: re-roll the dice?"
    side = f"side pot {state.side_pot}, " if state.side_pot else ""
    deal = "" if again else _to_deal(state)
    return Prompt(
        kind,
        (seat.seat,),
        text,
        _said(deal, f"{side}costs what you throw, a seven takes half"),
        (
            # Green, the button that comes to hand, is the one that costs nothing.
            Choice("Roll again" if again else "Re-roll", events.Reroll(seat.seat), seat.seat, Button.YELLOW),
            Choice("Pass", events.Pass(seat.seat), seat.seat, Button.GREEN),
        ),
    )


def _offer(state: State, _step: Step) -> Prompt:
    assert state.turn is not None
    return _on_offer(state, Kind.REROLL, state.seat(state.turn))


def _board(state: State, step: Step) -> Prompt:
    cards = f"{number_word(step.count)} card{'s' if step.count > 1 else ''}"
    return Prompt(Kind.BOARD, (state.button,), f"Deal {cards} to the board", "face up, on the marked places")


def _expose(state: State, _step: Step) -> Prompt:
    seats = state.pending if state.turn is None else (state.turn,)
    detail = _said(_to_deal(state), game_of(state).notes(state))
    if state.turn is not None:
        return Prompt(Kind.EXPOSE, seats, f"{names(state, seats)}: turn one card up", detail)
    if len(seats) == len(state.in_hand):
        return Prompt(Kind.EXPOSE, seats, "Everyone: choose a card and turn it up", detail)
    return Prompt(Kind.EXPOSE, seats, f"{names(state, seats)}: turn one card up", detail)


def _act(state: State, _step: Step) -> Prompt:
    assert state.turn is not None
    seat = state.seat(state.turn)
    may = betting.options(state, seat, round_of(state))
    n = seat.seat
    choices = []
    words = []
    if may.call:
        all_in = " all in" if may.call == seat.chips else ""
        words.append(f"call {may.call}{all_in}")
        usual = Choice(f"Call {may.call}{all_in}", events.Call(n), n, Button.GREEN)
        choices.append(Choice("Fold", events.Fold(n), n, Button.RED))
    else:
        words.append("check")
        usual = Choice("Check", events.Check(n), n, Button.GREEN)
    # The rules take a raise that nobody can answer, and give it back; it is no use offering one.
    answered = any(s.bet + s.chips > state.level for s in state.in_hand if s.seat != n)
    if may.raise_to is not None and answered:
        least, most = may.raise_to
        wide = (least, most) if most > least else None
        verb = "bet" if may.opens else "raise to"
        words.append(f"{verb} {least}" + (f"–{most}" if wide else ""))
        label = f"{verb.capitalize()} {least}" + ("…" if wide else "")
        event = events.Bet(n, least) if may.opens else events.Raise(n, least)
        choices.append(Choice(label, event, n, Button.YELLOW, wide))
    if may.call:
        words.append("fold")
    choices.append(usual)
    detail = _said(_to_deal(state), game_of(state).notes(state))
    if not may.opens and answered:
        detail = _said(detail, _raises_left(may, seat))
    text = f"{seat.name}: {listed(words, 'or')}"
    return Prompt(Kind.ACT, (n,), text, detail, tuple(choices))


def _raises_left(may: betting.Options, seat: Seat) -> str:
    left = may.raises_left
    if left == 0:
        return "no raises left"
    if may.raise_to is None:
        return "the all-in was too small to raise again" if seat.acted else ""
    return "" if left is None else f"{left} raise{'s' if left > 1 else ''} left"


def _declare(state: State, _step: Step) -> Prompt:
    buttons = {"low": Button.RED, "both": Button.YELLOW, "high": Button.GREEN}
    choices = tuple(
        Choice(word.capitalize(), events.Declare(n, word), n, button)
        for n in state.pending
        for word, button in buttons.items()
    )
    return Prompt(Kind.DECLARE, state.pending, f"{names(state, state.pending)}: high, low or both?", "", choices)


def _show(state: State, _step: Step) -> Prompt:
    choices = tuple(Choice("Muck", events.Muck(n), n) for n in state.pending if not needs_to_show(state, state.seat(n)))
    due = {n: down_cards(state, state.seat(n)) for n in state.pending}
    least = min(due.values())
    text = f"{names(state, state.pending)}: show your {number_word(least)} down card{'s' if least > 1 else ''}"
    more = [f"{state.seat(n).name} has {number_word(count)}" for n, count in due.items() if count > least]
    wild = [rank_name(r, plural=True) for r in _table_wilds(state)]
    detail = _said(listed(more), f"{listed(wild)} are wild" if wild else "")
    return Prompt(Kind.SHOW, state.pending, text, detail, choices)


def _table_wilds(state: State) -> tuple[str, ...]:
    """The rank that the dice made wild, if any."""
    if state.rolled is None:
        return ()
    return (state.house.dice_table[sum(state.rolled.dice)],)


_STEPS = {
    StepKind.OFFER: _offer,
    StepKind.BOARD: _board,
    StepKind.EXPOSE: _expose,
    StepKind.BETTING: _act,
    StepKind.DECLARE: _declare,
    StepKind.SHOW: _show,
}
