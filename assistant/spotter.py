"""From what the eyes report to events: what is new on the table, and may it be?

The only importer of vision beside the commands. Readings are compared with the spotter's
own last reading and not with the state: after an undo the card still lies on the felt, and
must not be posted again at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from math import dist

from assistant import events
from assistant.cards import pretty
from assistant.game import down_cards, step_of
from assistant.prompt import Choice, Kind, prompt_of
from assistant.shown import Question
from assistant.state import Refused, State, StepKind
from vision.readings import (
    CardReading,
    DieReading,
    Expectation,
    KnownCard,
    NoValue,
    TableReading,
    ZoneReading,
)

BOARD = "board"
TRAY = "tray"
NEAR_PX = 40.0  # an answer holds for a card that has not moved farther than this
ASKED = 3  # the likeliest cards put to the dealer

TRAY_WORDS = {
    NoValue.ROLLING: "",
    NoValue.HAND: "a hand is over the tray",
    NoValue.MISSING: "one die is missing: on the floor?",
    NoValue.TOO_MANY: "more than two dice lie in the tray",
    NoValue.COCKED: "a die is cocked: throw again, or enter the dice by hand",
    NoValue.TOO_DARK: "too dark to read the dice",
    NoValue.NOT_SURE: "the dice can't be read: turn them to the light, or enter them by hand",
}


def seat_zone(seat: int) -> str:
    """The name of the zone before a seat."""
    return f"seat:{seat}"


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question for the dealer with what each answer does: events to post, or a card that
    is taken for what the answer says from now on. An empty outcome changes nothing.
    `about` tells this doubt from another, so that one put aside is not asked again."""

    question: Question
    outcomes: tuple[tuple[events.Event, ...] | CardReading, ...]
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spotted:
    """What came of one reading."""

    events: tuple[events.Event, ...] = ()
    doubt: Doubt | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Due:
    """How many new cards may appear in a zone now, and the event that they make."""

    count: int
    event: Callable[[tuple[str, ...]], events.Event]


@dataclass
class _Zone:
    """What the spotter has seen in one zone: the cards settled there, and the dealer's answers."""

    settled: frozenset[str] = frozenset()
    answers: list[CardReading] = field(default_factory=list)


class Spotter:
    """Turns readings into events and questions, against the state that they meet."""

    def __init__(self) -> None:
        self._zones: dict[str, _Zone] = {}
        self._thrown_s: float | None = None
        self._lay: tuple[DieReading, ...] | None = None  # the dice as they lay when nobody was to roll

    def look_again(self) -> None:
        """Forgets all that was seen, so that whatever lies there now counts as new."""
        self._zones.clear()
        self._thrown_s = None

    def see(self, reading: TableReading, state: State) -> Spotted:
        """What a reading means now. Nothing follows from zones that move.

        At most one event or one doubt comes of a call, since each changes what may come next.
        """
        note = "" if reading.healthy else reading.note
        for zone in reading.zones:
            one = self._tray(zone, state) if zone.zone == TRAY else self._cards(zone, state)
            if one.events or one.doubt:
                return replace(one, note=note or one.note)
            note = note or one.note
        return Spotted(note=note)

    def expectation(self, state: State | None) -> Expectation:
        """Where the eyes should look now, and what may lie there.

        A zone is watched until the cards of the hand before have left it: or the same card,
        dealt again, would pass for one that still lies there.
        """
        if state is None:
            return Expectation(tray_watched=False)
        zones = [BOARD, *(seat_zone(s.seat) for s in state.seats)]
        due = []
        for zone in zones:
            seen = self._zones.get(zone, _Zone())
            more = _due(state, zone)
            count = len(seen.settled.union(lying(state, zone))) + (more.count if more else 0)
            if count:
                due.append((zone, count))
        known = tuple(KnownCard(card, zone) for zone in zones for card in lying(state, zone)) if state.playing else ()
        folded = tuple(KnownCard(card) for s in state.seats if s.dealt and s.folded for card in s.up)
        dice = state.game == "lucky-sevens"
        return Expectation(tuple(due), known + folded, dice_due=state.roller is not None, tray_watched=dice)

    def answered(self, zone: str, card: CardReading) -> None:
        """The dealer said what a doubtful card is."""
        self._zones.setdefault(zone, _Zone()).answers.append(card)

    # --- cards -----------------------------------------------------------------------

    def _cards(self, zone: ZoneReading, state: State) -> Spotted:
        seen = self._zones.setdefault(zone.zone, _Zone())
        seen.answers = [a for a in seen.answers if any(_near(a, c) for c in zone.cards)]
        cards = [_with_answer(card, seen.answers) for card in zone.cards]
        # What was taken away may come back as new.
        seen.settled &= frozenset(c.card for c in cards)
        known = frozenset(lying(state, zone.zone))
        there = {c.card for c in cards if c.sure and c.card in known}
        seen.settled |= there
        fresh = [c for c in cards if c.sure and c.card not in seen.settled]
        unsure = [c for c in cards if not c.sure]
        # As many doubtful readings as known cards are not seen are those cards, badly read.
        unsure = unsure[len(known - there) :]
        due = _due(state, zone.zone)
        if due is None:
            return _changed(zone.zone, state, sorted(known - there), fresh, len(cards))
        found = fresh + unsure
        if len(found) < due.count:
            return Spotted(note=_missing(zone.zone, due.count - len(found)) if found else "")
        if len(found) > due.count:
            return Spotted(doubt=_too_many(zone.zone, state, found, due))
        for card in found:
            place = state.where(card.card) if card.sure else None
            if place is not None or not card.sure:
                return Spotted(doubt=_which(zone.zone, state, card, place, found))
        names = tuple(c.card for c in found)
        seen.settled |= frozenset(names)
        return Spotted((due.event(names),))

    # --- dice ------------------------------------------------------------------------

    def _tray(self, zone: ZoneReading, state: State) -> Spotted:
        waits = state.roller is not None
        why = zone.why
        if why is None and (len(zone.dice) != 2 or not all(d.sure for d in zone.dice)):
            why = NoValue.NOT_SURE
        if why is not None:
            # Only what hinders a roll that is waited for is said.
            return Spotted(note=TRAY_WORDS[why] if waits else "")
        lay, self._lay = self._lay, zone.dice if not waits or self._lay is None else self._lay
        fresh = zone.thrown_at_s is not None and zone.thrown_at_s != self._thrown_s
        if fresh and self._thrown_s is not None and lay is not None and _same_places(lay, zone.dice):
            # Dice never fall where they lay, showing what they showed: a hand passed over them.
            self._thrown_s, fresh = zone.thrown_at_s, False
        a, b = (d.pips for d in sorted(zone.dice, key=lambda d: d.centre_xy_px))
        if not fresh:
            if waits and lay is not None and _other_places(lay, zone.dice):
                return Spotted(doubt=_was_it_thrown(state, (a, b), zone.dice))
            return Spotted()
        if waits:
            self._thrown_s, self._lay = zone.thrown_at_s, zone.dice
            return Spotted((events.Roll((a, b)),))
        return Spotted(doubt=_whose_roll(state, (a, b), str(zone.thrown_at_s)))

    def ignore_throw(self, reading: TableReading) -> None:
        """The dice that lie in the tray are nobody's roll."""
        tray = reading.zone(TRAY)
        if tray is not None:
            self._lay = tray.dice
            self._thrown_s = tray.thrown_at_s if tray.thrown_at_s is not None else self._thrown_s


def lying(state: State, zone: str) -> tuple[str, ...]:
    """The face-up cards that lie in a zone, as far as the events go."""
    if zone == BOARD:
        return state.board
    seat = next((s for s in state.seats if seat_zone(s.seat) == zone and s.in_hand), None)
    return () if seat is None else (*seat.up, *(seat.shown or ()))


def _due(state: State, zone: str) -> _Due | None:
    step = step_of(state)
    if step is None or state.again or state.roller is not None:
        return None
    if zone == BOARD:
        return _Due(step.count, events.Board) if step.kind is StepKind.BOARD else None
    seat = next((s for s in state.seats if seat_zone(s.seat) == zone), None)
    if seat is None or seat.seat not in state.pending or state.turn not in (None, seat.seat):
        return None
    number = seat.seat
    if step.kind is StepKind.EXPOSE:
        return _Due(1, lambda cards: events.Expose(number, cards[0]))
    if step.kind is StepKind.SHOW:
        return _Due(down_cards(state, seat), lambda cards: events.Show(number, cards))
    return None


def _near(one: CardReading, other: CardReading) -> bool:
    return dist(one.centre_xy_px, other.centre_xy_px) <= NEAR_PX


def _with_answer(card: CardReading, answers: Sequence[CardReading]) -> CardReading:
    return next((replace(card, card=a.card, sure=True) for a in answers if _near(a, card)), card)


def _place(zone: str, state: State) -> str:
    if zone == BOARD:
        return "on the board"
    try:
        return f"before {state.seat(int(zone.removeprefix('seat:'))).name}"
    except Refused:
        return "there"


def _missing(zone: str, more: int) -> str:
    return f"{more} more for the board" if zone == BOARD else ""


def _which(zone: str, state: State, card: CardReading, place: str | None, found: Sequence[CardReading]) -> Doubt:
    """Asks what a doubtful card is; `place` is where the card that was read lies already."""
    taken = {c.card for c in found if c is not card and c.sure}
    likely = [card.card, *(code for code, _ in card.alternatives)]
    codes = [c for c in dict.fromkeys(likely) if state.where(c) is None and c not in taken][:ASKED]
    if place is not None:
        text = f"The {pretty(card.card)} lies {place} already. Which card is this?"
    elif len(codes) == 2:
        text = f"Is this the {pretty(codes[0])} or the {pretty(codes[1])}?"
    else:
        text = "Which card is this?"
    choices = tuple(Choice(pretty(code), None) for code in codes)
    outcomes = tuple(replace(card, card=code, sure=True) for code in codes)
    question = Question(text, _place(zone, state), choices, zone, tuple(codes))
    return Doubt(question, outcomes, (zone, "which", card.card))


def _too_many(zone: str, state: State, found: Sequence[CardReading], due: _Due) -> Doubt:
    """More new cards than may come: the dealer says which one counts, where one was due."""
    place = _place(zone, state)
    names = [c.card for c in found if c.sure and state.where(c.card) is None]
    about = (zone, "many", *sorted(c.card for c in found))
    if due.count == 1:
        choices = tuple(Choice(pretty(c), None) for c in names)
        question = Question(f"Two new cards {place}: which was turned up?", "one was due", choices, zone, tuple(names))
        if len(found) > 2:
            question = replace(question, text=f"{len(found)} new cards {place}: which was turned up?")
        return Doubt(question, tuple((due.event((c,)),) for c in names), about)
    text = f"{len(found)} new cards {place}, {due.count} were due"
    return Doubt(Question(text, "take the others away, or enter the cards by hand", (), zone), (), about)


def _changed(zone: str, state: State, missing: Collection[str], fresh: Sequence[CardReading], count: int) -> Spotted:
    """One card where another was read before is put to the dealer, never guessed."""
    if len(missing) != 1 or len(fresh) != 1 or count != len(lying(state, zone)):
        return Spotted()
    (was,), new = missing, fresh[0].card
    if state.where(new) is not None:
        return Spotted()
    where = BOARD if zone == BOARD else int(zone.removeprefix("seat:"))
    choices = (Choice(f"Still {pretty(was)}", None), Choice(f"It is {pretty(new)}", None))
    question = Question(
        f"Is this the {pretty(was)} or the {pretty(new)}?",
        f"{_place(zone, state)}, read as {pretty(was)} before",
        choices,
        zone,
        (was, new),
    )
    return Spotted(doubt=Doubt(question, ((), (events.Correct(where, was, new),)), (zone, "changed", was, new)))


def _same_places(before: Sequence[DieReading], now: Sequence[DieReading]) -> bool:
    """Whether each die lies where one lay, and shows the same."""
    return len(before) == len(now) and all(
        any(dist(new.centre_xy_px, old.centre_xy_px) < new.edge_px / 2 and new.pips == old.pips for old in before)
        for new in now
    )


def _other_places(before: Sequence[DieReading], now: Sequence[DieReading]) -> bool:
    """Whether no die lies where one lay: both were taken up, not one nudged."""
    return all(
        dist(new.centre_xy_px, old.centre_xy_px) > new.edge_px / 2 or new.pips != old.pips
        for new in now
        for old in before
    )


def _was_it_thrown(state: State, dice: tuple[int, int], lie: Sequence[DieReading]) -> Doubt:
    """Dice that lie elsewhere now, but were not seen rolling: laid down, or thrown behind a hand?"""
    assert state.roller is not None
    name = state.seat(state.roller).name
    choices = (Choice("No", None), Choice("Yes", None))
    question = Question(
        f"Was that {name}'s throw, {dice[0]} and {dice[1]}?", "the dice were not seen rolling", choices, TRAY
    )
    where = tuple(f"{d.pips}@{d.centre_xy_px[0]:.0f},{d.centre_xy_px[1]:.0f}" for d in lie)
    return Doubt(question, ((), (events.Roll(dice),)), (TRAY, "thrown", *where))


def _whose_roll(state: State, dice: tuple[int, int], about: str) -> Doubt:
    """Dice thrown when nobody was to roll: asks, and books nothing by itself."""
    prompt = prompt_of(state)
    roll = events.Roll(dice)
    outcomes: list[tuple[events.Event, ...]] = [()]
    choices = [Choice("Nobody's", None)]
    if prompt.kind in (Kind.REROLL, Kind.ROLL_AGAIN):
        seat = prompt.seats[0]
        outcomes.append((events.Reroll(seat), roll))
        choices.append(Choice(f"{state.seat(seat).name}'s roll", None))
    elif prompt.kind is Kind.DEAL:
        outcomes.append((events.Deal(), roll))
        choices.append(Choice(f"Start hand {state.hand + 1}", None))
    question = Question(
        f"Dice were thrown, {dice[0]} and {dice[1]}: whose roll?", "nobody was to roll", tuple(choices), TRAY
    )
    return Doubt(question, tuple(outcomes), (TRAY, "whose", about))
