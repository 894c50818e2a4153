"""The demo's players: they hold real cards of a shuffled deck, press the real buttons, and have
the simulated table show what they do. What the table makes of it goes the way of any night.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

from assistant import events
from assistant.cards import FULL_DECK
from assistant.events import Event
from assistant.game import down_cards, wilds_of
from assistant.hands import best_hand
from assistant.prompt import Button, Choice, Kind, Prompt
from assistant.shown import Question, Shown
from assistant.state import Seat, State
from vision.simulated import commands as do

PATIENCE_S = 20.0  # how long the dealer waits for the eyes before entering a thing by hand
THINK_S = (0.5, 1.4)
REROLLS = 0.35  # how often the re-roll is taken
WEAK = ("high_card",)


class Driven(Protocol):
    """What the demo needs of a session."""

    shown: Shown

    def touch(self, choice: Choice, version: int) -> None:
        """Touches a choice."""

    def ask(self, event: Event, version: int) -> None:
        """Enters something by hand."""

    def put_aside(self) -> None:
        """Closes the question."""


class Demo:
    """Plays `hands` hands. `tell` speaks to the simulated table, `press(seat, button)` to the buttons.

    `truth` lists what was done at the table, as the events that should come of it;
    `by_hand` what had to be entered by hand, because it was not read.
    """

    def __init__(
        self,
        tell: Callable[[Any], None],
        press: Callable[[int, str], None],
        *,
        seed: int = 1,
        hands: int | None = None,
        pace: float = 1.0,
    ) -> None:
        self._tell = tell
        self._press_button = press
        self._random = random.Random(seed)
        self._hands = hands
        self._pace = pace
        self._busy = False
        self._deck: list[str] = []
        self._holds: dict[int, list[str]] = {}
        self._dealt_hand: int | None = None
        self._stage: tuple[int, int | None] | None = None
        self._version = -1
        self._since_s = 0.0
        self._next_s = 0.0
        self._done: set[object] = set()
        self._told: list[Event] = []
        self.truth: list[Event] = []
        self.by_hand: list[Event] = []
        self.questions: list[str] = []
        self.finished = False

    def hear(self, message: Any) -> None:
        """Takes the simulated table's truth: whether something still moves."""
        if isinstance(message, do.TableTruth):
            self._busy = message.busy

    def step(self, now_s: float, session: Driven) -> None:
        """Does the next thing, if it is time."""
        shown = session.shown
        if self.finished or shown.state is None or shown.prompt is None:
            return
        if shown.version != self._version:
            self._version, self._since_s, self._done = shown.version, now_s, set()
            self._next_s = now_s + self._random.uniform(*THINK_S) / self._pace
        if now_s < self._next_s:
            return
        if shown.question is not None:
            self._next_s = now_s + THINK_S[1] / self._pace
            self._answer(shown.question, session)
        elif now_s - self._since_s > PATIENCE_S and self._told and not self._busy:
            # The camera did not see it: the dealer enters it by hand, as a host would.
            self._since_s = now_s
            for event in self._told[:1]:
                self.by_hand.append(event)
                session.ask(event, shown.version)
        elif not self._busy:
            self._play(shown.state, shown.prompt)

    # --- what is done at each prompt -------------------------------------------------

    def _play(self, state: State, prompt: Prompt) -> None:
        if self._stage != (state.hand, state.step):
            self._stage, self._told = (state.hand, state.step), []
        if state.playing:
            self._deal_down(state)
        match prompt.kind:
            case Kind.OVER:
                self.finished = True
            case Kind.DEAL:
                if self._hands is not None and state.hand >= self._hands:
                    self.finished = True
                elif self._once("sweep"):
                    self._tell(do.Sweep())
                    self._busy = True
                elif self._once("deal"):
                    self._press(state, prompt.choices[-1])
            case Kind.ROLL:
                dice = (self._random.randint(1, 6), self._random.randint(1, 6))
                self._show_once(do.Throw(dice, seat=prompt.seats[0]), events.Roll(dice))
            case Kind.REROLL | Kind.ROLL_AGAIN:
                self._press(state, prompt.choices[0 if self._random.random() < REROLLS else -1])
            case Kind.BOARD:
                self._board(state)
            case Kind.EXPOSE:
                for number in prompt.seats:
                    self._expose(state.seat(number))
            case Kind.SHOW:
                for number in prompt.seats[:1]:
                    cards = tuple(self._holds[number])
                    self._show_once(do.Show(number, cards), events.Show(number, cards), number)
            case Kind.DECLARE:
                mine = [c for c in prompt.choices if c.seat == prompt.seats[0]]
                self._press(state, self._random.choice(mine))
            case Kind.ACT:
                self._press(state, self._action(state, prompt))

    def _deal_down(self, state: State) -> None:
        if self._dealt_hand != state.hand:
            self._dealt_hand = state.hand
            seen = {c for s in state.seats for c in (*s.up, *(s.shown or ()))} | set(state.board)
            self._deck = [c for c in FULL_DECK if c not in seen]
            self._random.shuffle(self._deck)
            self._holds = {s.seat: [] for s in state.seats}
            if seen:  # a night taken up again in the middle of a hand: lay out what lay there
                self._lay_out(state)
        short = {s.seat: down_cards(state, s) - len(self._holds[s.seat]) for s in state.in_hand}
        for count in sorted({n for n in short.values() if n > 0}):
            seats = tuple(seat for seat, n in short.items() if n == count)
            self._tell(do.DealDown(seats, count))
            for seat in seats:
                self._holds[seat] += [self._deck.pop() for _ in range(count)]

    def _lay_out(self, state: State) -> None:
        if state.board:
            self._tell(do.DealBoard(state.board))
        for s in state.in_hand:
            for card in s.up:
                self._tell(do.Expose(s.seat, card))
            if s.shown:
                self._tell(do.Show(s.seat, s.shown))

    def _board(self, state: State) -> None:
        if self._once("board"):
            due = 2 if not state.board else 1
            cards = tuple(self._deck.pop() for _ in range(due))
            self._show(do.DealBoard(cards), events.Board(cards))

    def _expose(self, seat: Seat) -> None:
        if not any(isinstance(e, events.Expose) and e.seat == seat.seat for e in self._told):
            card = self._holds[seat.seat].pop(self._random.randrange(len(self._holds[seat.seat])))
            self._show(do.Expose(seat.seat, card), events.Expose(seat.seat, card))

    def _action(self, state: State, prompt: Prompt) -> Choice:
        seat = state.seat(prompt.seats[0])
        cards = (*self._holds[seat.seat], *seat.up, *state.board)
        category = best_hand(cards, wilds_of(state, seat)).category
        by_button = {c.button: c for c in prompt.choices}
        usual = prompt.choices[-1]
        luck = self._random.random()
        if Button.YELLOW in by_button and luck < (0.15 if category in (*WEAK, "pair", "two_pair") else 0.5):
            return by_button[Button.YELLOW]
        if Button.RED in by_button and category in WEAK and luck > 0.8 and len(state.in_hand) > 2:
            return by_button[Button.RED]
        return usual

    # --- doing it --------------------------------------------------------------------

    def _once(self, what: object) -> bool:
        """Whether this is the first time at this prompt."""
        if what in self._done:
            return False
        self._done.add(what)
        return True

    def _show_once(self, command: do.Command, event: Event, what: object = "it") -> None:
        if self._once(what):
            self._show(command, event)

    def _show(self, command: do.Command, event: Event) -> None:
        self._tell(command)
        self._busy = True  # until the table says otherwise
        self._told = [e for e in self._told if type(e) is type(event)] + [event]
        self.truth.append(event)

    def _press(self, state: State, choice: Choice) -> None:
        if choice.button is None or choice.seat is None or choice.event is None:
            raise ValueError(f"{choice.label} has no button")
        if self._once("press"):
            self.truth.append(choice.event)
            self._press_button(choice.seat, choice.button)

    def _answer(self, question: Question, session: Driven) -> None:
        """The dealer looks at the cards and says what they are."""
        self.questions.append(question.text)
        if question.zone == "tray":
            # The dealer has seen the throw, and says yes to it and to nothing else.
            rolls = [e.dice for e in self._told if isinstance(e, events.Roll)]
            thrown = any(f"{a} and {b}?" in question.text for x, y in rolls for a, b in ((x, y), (y, x)))
            yes = thrown and "Yes" in [c.label for c in question.choices]
            session.touch(question.choices[1 if yes else 0], session.shown.version)
            return
        told = {c for e in self._told for c in _cards_of(e)}
        index = next((i for i, c in enumerate(question.cards) if c in told), None)
        if index is None:
            session.put_aside()
        else:
            session.touch(question.choices[index], session.shown.version)


def _cards_of(event: Event) -> tuple[str, ...]:
    if isinstance(event, events.Board | events.Show):
        return event.cards
    return (event.card,) if isinstance(event, events.Expose) else ()
