"""One evening: the table, its eyes, its buttons and its voice, driven from one place.

Everything outside only enqueues; `tick` drains the queue on the caller's thread, which is
the one that posts.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Protocol

from assistant import events
from assistant.announce import Announcer, Silent, spoken
from assistant.events import Event
from assistant.eyes import Eyes
from assistant.gpio import Press
from assistant.journal import JournalError
from assistant.pins import DEALER
from assistant.prompt import Choice, Kind, Prompt, prompt_of
from assistant.shown import Camera, Shown
from assistant.spotter import Doubt, Spotter
from assistant.state import Refused, State
from assistant.table import Table
from vision.lessons import Forget, KeepPhoto, Learn, Lesson, Name, PhotoFailed, Subject
from vision.readings import CardReading, Expectation, TableReading

AT_ONCE = 40  # events from one reading: every card of a showdown at most
SAME_PRESS_S = 0.4  # a second press of one button so soon after is the same one


class Lit(Protocol):
    """Lamps at the seats."""

    def show(self, to_act: Collection[int], claimant: int | None = None, /) -> None:
        """Lights the seats that are to act."""

    def close(self) -> None:
        """Puts them out."""


class Script(Protocol):
    """Somebody who plays by themselves: the demo."""

    finished: bool

    def step(self, now_s: float, session: Session) -> None:
        """Does the next thing, if it is time."""

    def hear(self, message: Any) -> None:
        """Takes what the simulated table says of itself."""


@dataclass(frozen=True, slots=True)
class _Touch:
    choice: Choice
    version: int


@dataclass(frozen=True, slots=True)
class _Ask:
    event: Event
    version: int


class Session:
    """Drives a table. Only `tick` posts; every other method may be called from any thread."""

    def __init__(
        self,
        table: Table,
        *,
        eyes: Eyes | None = None,
        lamps: Lit | None = None,
        voice: Announcer | None = None,
        script: Script | None = None,
        note: str = "",
        suggested: events.Open | None = None,
        closing: Callable[[], None] = lambda: None,
        photo: Callable[[int], str] | None = None,
    ) -> None:
        self.table = table
        self._eyes = eyes
        self._lamps = lamps
        self._voice = voice or Silent()
        self._script = script
        self._closing = closing
        self._photo = photo  # where that of a hand's showdown is kept; None: nowhere
        self._lesson: Lesson | None = None
        self._note = note
        self.suggested = suggested  # who plays what, as the set-up screen first shows it
        self._queue: queue.SimpleQueue[_Touch | _Ask | Press] = queue.SimpleQueue()
        self._spotter = Spotter()
        self._expected: Expectation | None = None
        self._reading: TableReading | None = None
        self._doubt: Doubt | None = None
        self._aside: set[tuple[str, ...]] = set()
        self._pressed: dict[tuple[int, str], float] = {}
        self._camera = Camera.OFF
        self._camera_note = ""
        self._refused = ""
        self._preview: bytes | None = None
        self.shown = self._show()

    # --- from any thread -------------------------------------------------------------

    def touch(self, choice: Choice, version: int) -> None:
        """A choice of the prompt or the question was touched; one made on an older version does nothing."""
        self._queue.put(_Touch(choice, version))

    def ask(self, event: Event, version: int) -> None:
        """Any other event, from a menu; a refusal appears in `shown.refused`."""
        self._queue.put(_Ask(event, version))

    def press(self, press: Press) -> None:
        """A button at the table was pressed."""
        self._queue.put(press)

    # --- on the one thread -----------------------------------------------------------

    @property
    def past(self) -> tuple[Event, ...]:
        """The events that stand."""
        return tuple(self.table.night.events)

    @property
    def state(self) -> State | None:
        """The state now."""
        return self.table.state

    @property
    def finished(self) -> bool:
        """The demo has played its night."""
        return self._script is not None and self._script.finished

    def start(self) -> None:
        """Opens the eyes."""
        if self._eyes is not None:
            self._camera, self._camera_note = Camera.TROUBLED, "the camera is starting"
            self._eyes.start()
        self._after_change(None)
        self.shown = self._show()

    def stop(self) -> None:
        """Ends everything; what was acknowledged is on disk."""
        for end in (self._eyes and self._eyes.stop, self._lamps and self._lamps.close, self._voice.close):
            if end:
                end()
        self._closing()

    def put_aside(self) -> None:
        """Closes the question; it is not asked again for the same cards."""
        if self._doubt is not None:
            self._set_aside(self._doubt)

    def look_again(self) -> None:
        """Has whatever lies on the table now count as new."""
        self._spotter.look_again()
        self._aside.clear()
        self._see()

    def learn(self, what: Subject | None, *, anew: bool = False) -> None:
        """Begins to learn the host's deck or dice, between hands only; None ends it. See `shown.lesson`."""
        state = self.state
        if what is not None and (self._eyes is None or (state is not None and state.playing)):
            return
        if self._eyes is not None and (what is not None or self._lesson is not None):
            self._lesson = None if what is None else Lesson(what)
            self._eyes.tell(Learn(what, anew))

    def teach(self, said: Name | Forget) -> None:
        """The host's word on what a lesson asked, or on a card ticked off wrongly."""
        if self._eyes is not None and self._lesson is not None:
            self._eyes.tell(said)

    def new_night(self) -> None:
        """After a closed night, waits for the next `open`."""
        if self.state is not None and self.state.closed:
            self.table.begin_again()
            self.shown = self._show()

    def tick(self, now_s: float | None = None) -> bool:
        """Drains what has come; returns whether `shown` changed."""
        now_s = time.monotonic() if now_s is None else now_s
        before = self.shown
        while True:
            try:
                message = self._queue.get_nowait()
            except queue.Empty:
                break
            self._take(message)
        if self._eyes is not None:
            for report in self._eyes.poll():
                self._hear(report)
        if self._script is not None:
            self._script.step(now_s, self)
        self.shown = self._show()
        return self.shown != before

    def _take(self, message: _Touch | _Ask | Press) -> None:
        if isinstance(message, Press):
            self._press(message)
        elif message.version != self.table.version:
            return  # made on what is no longer shown
        elif isinstance(message, _Ask):
            self._post(message.event)
        elif self._doubt is not None and any(message.choice is c for c in self._doubt.question.choices):
            self._answer(self._doubt, self._doubt.question.choices.index(message.choice))
        elif message.choice.event is not None:
            self._post(message.choice.event)

    def _press(self, press: Press) -> None:
        key = (press.seat, press.button)
        last_s = self._pressed.get(key)
        if last_s is not None and press.time_s - last_s < SAME_PRESS_S:
            return
        self._pressed[key] = press.time_s
        state = self.state
        if state is None:
            return
        event = _dealers_event(state, press) if press.seat == DEALER else _pressed_event(state, press)
        if event is not None:
            self._post(event)
        elif state.playing and press.seat != DEALER and not _stray(state, press):
            seat = next((s.name for s in state.seats if s.seat == press.seat), f"seat {press.seat}")
            self._refused = f"{seat}'s button does nothing now"

    def _post(self, event: Event) -> bool:
        before = self.state
        try:
            self.table.post(event)
        except (Refused, JournalError) as e:
            text = str(e)
            self._refused = text[:1].upper() + text[1:]
            return False
        self._refused = ""
        self._doubt = None
        if self._camera is Camera.WELL:
            self._camera_note = ""  # it was about what was waited for
        self._after_change(before)
        return True

    def _after_change(self, before: State | None) -> None:
        state = self.state
        self._look()
        if state is None:
            return
        if self._lesson is not None:
            self.learn(None)  # the game goes on
        ended = before is not None and before.playing and shown_down(state)
        if ended and self._photo is not None and self._eyes is not None:
            self._eyes.tell(KeepPhoto(self._photo(state.hand)))
        if self._lamps is not None:
            self._lamps.show(prompt_of(state).seats, state.claimant)
        words = spoken(before, state) if before is not None else ""
        if words:
            self._voice.say(words)

    def _look(self) -> None:
        expected = self._spotter.expectation(self.state)
        if self._eyes is not None and expected != self._expected:
            self._expected = expected
            self._eyes.expect(expected)

    # --- what the eyes say -----------------------------------------------------------

    def _hear(self, report: Any) -> None:
        if isinstance(report, TableReading):
            self._reading = report
            self._camera = Camera.WELL if report.healthy else Camera.TROUBLED
            self._see()
            self._look()
        elif hasattr(report, "jpeg"):
            self._preview = report.jpeg
        elif isinstance(report, Lesson):
            if self._lesson is not None and report.what == self._lesson.what:
                self._lesson = report
        elif isinstance(report, PhotoFailed):
            self._note = report.reason
        elif self._script is not None:
            self._script.hear(report)

    def _see(self) -> None:
        """Takes what the last reading means, one event after another, until nothing more follows."""
        reading = self._reading
        if reading is None:
            return
        self._camera_note = "" if reading.healthy else reading.note
        for _ in range(AT_ONCE):
            state = self.state
            if state is None:
                return
            spotted = self._spotter.see(reading, state)
            self._camera_note = spotted.note
            if spotted.events:
                if not all(self._post(event) for event in spotted.events):
                    return
                continue
            doubt = spotted.doubt
            if doubt is not None and doubt.about not in self._aside:
                if self._doubt is None or self._doubt.about != doubt.about:
                    self._doubt = doubt
            elif self._doubt is not None and reading.zone(self._doubt.question.zone) is not None:
                self._doubt = None  # what was doubtful has been taken away, or is clear now
            return

    def _answer(self, doubt: Doubt, index: int) -> None:
        outcome = doubt.outcomes[index]
        self._doubt = None
        if isinstance(outcome, CardReading):
            self._spotter.answered(doubt.question.zone, outcome)
            self._see()
            return
        self._set_aside(doubt)
        for event in outcome:
            if not self._post(event):
                return

    def _set_aside(self, doubt: Doubt) -> None:
        self._aside.add(doubt.about)
        self._doubt = None
        if self._reading is not None and doubt.question.zone == "tray":
            self._spotter.ignore_throw(self._reading)

    def _show(self) -> Shown:
        state = self.state
        note = self._camera_note or self._voice.problem or self._note
        return Shown(
            self.table.version,
            state,
            None if state is None else prompt_of(state),
            None if self._doubt is None else self._doubt.question,
            self._camera,
            note,
            self._refused,
            self._preview,
            self._lesson,
        )


def shown_down(state: State) -> bool:
    """The hand is over, and somebody's cards were turned up for it."""
    return not state.playing and state.result is not None and any(seat.shown for seat in state.seats)


def _pressed_event(state: State, press: Press) -> Event | None:
    """What a seat's button means now, None where it means nothing."""
    prompt = prompt_of(state)
    found = next((c for c in prompt.choices if c.seat == press.seat and c.button == press.button), None)
    return None if found is None else found.event


def _dealers_event(state: State, press: Press) -> Event | None:
    """The dealer's box deals the next hand and takes things back."""
    if press.button == "undo":
        return events.Undo()
    prompt: Prompt = prompt_of(state)
    return events.Deal() if prompt.kind is Kind.DEAL else None


def _stray(state: State, press: Press) -> bool:
    """A press that is quietly let go: by somebody who is not asked for anything."""
    return press.seat not in prompt_of(state).seats
