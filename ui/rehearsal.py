"""A session without camera, buttons or disk: the engine and the screen alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from assistant.events import Event
from assistant.fold import Night
from assistant.prompt import Choice, prompt_of
from assistant.shown import Camera, Question, Shown
from assistant.state import Refused
from vision.lessons import Forget, Lesson, Name, Subject


class SessionLike(Protocol):
    """What the screen needs of a session."""

    @property
    def shown(self) -> Shown: ...
    @property
    def past(self) -> tuple[Event, ...]: ...
    @property
    def finished(self) -> bool: ...
    def start(self) -> None: ...
    def stop(self) -> None: ...
    def tick(self, now_s: float) -> bool: ...
    def touch(self, choice: Choice, version: int) -> None: ...
    def ask(self, event: Event, version: int) -> None: ...
    def put_aside(self) -> None: ...
    def learn(self, what: Subject | None, *, anew: bool = False) -> None: ...
    def teach(self, said: Name | Forget) -> None: ...


class Rehearsal:
    """Folds events with the real engine; for the gallery, tests and benches.

    The camera, notes and questions are whatever is set.
    """

    def __init__(self, past: Iterable[Event] = ()) -> None:
        self.night = Night(past)
        self.version = len(self.night.events)
        self.camera = Camera.WELL
        self.note = self.refused = ""
        self.question: Question | None = None
        self.preview_jpeg: bytes | None = None
        self.lesson: Lesson | None = None
        self.taught: list[Name | Forget] = []
        self.finished = False
        self._changed = True

    @property
    def shown(self) -> Shown:
        """What the screen is given."""
        state = self.night.state
        prompt = None if state is None else prompt_of(state)
        return Shown(
            self.version, state, prompt, self.question, self.camera, self.note, self.refused, self.preview_jpeg,
            self.lesson,
        )  # fmt: skip

    @property
    def past(self) -> tuple[Event, ...]:
        """The events that stand."""
        return tuple(self.night.events)

    def start(self) -> None:
        """Nothing is to be started."""

    def stop(self) -> None:
        """Nothing runs."""

    def tick(self, now_s: float) -> bool:
        """Whether anything changed since the last time."""
        changed, self._changed = self._changed, False
        return changed

    def touch(self, choice: Choice, version: int) -> None:
        """Posts a choice made on this version."""
        if version == self.version:
            self.question = None
            if choice.event is not None:
                self._post(choice.event)

    def ask(self, event: Event, version: int) -> None:
        """Posts any other event."""
        if version == self.version:
            self._post(event)

    def put_aside(self) -> None:
        """Closes the question."""
        self.question = None
        self._changed = True

    def learn(self, what: Subject | None, *, anew: bool = False) -> None:
        """Begins or ends a lesson in which nothing is ever seen."""
        if self.lesson is None or what is None or anew:
            self.lesson = None if what is None else Lesson(what)
        self._changed = True

    def teach(self, said: Name | Forget) -> None:
        """Keeps what the host said."""
        self.taught.append(said)

    def _post(self, event: Event) -> None:
        self._changed = True
        try:
            self.night.post(event)
        except Refused as reason:
            self.refused = str(reason)
        else:
            self.refused = ""
            self.version += 1
