"""The table: the one writer of the night.

It works out the new state, puts the event on disk, and only then takes it: what
was acknowledged is never lost, and a refused event changes nothing.
"""

from __future__ import annotations

from typing import Protocol

from assistant.events import Event
from assistant.fold import Night
from assistant.state import State


class Record(Protocol):
    """Where events are kept; `append` returns once they can't be lost."""

    def append(self, event: Event, /) -> int:
        """Keeps one more event."""


class Table:
    """Takes events, one at a time, on one thread."""

    def __init__(self, record: Record, night: Night | None = None) -> None:
        self._record = record
        self.night = night or Night()
        self.version = len(self.night.events)
        self.last_side_pot = 0  # what the night before left for the next session

    @property
    def state(self) -> State | None:
        """The state now; None before the table opens."""
        return self.night.state

    def post(self, event: Event) -> State:
        """Takes an event for good; raises Refused, and then nothing has changed.

        A record that can't be written raises too, and then the event did not happen.
        """
        state = self.night.after(event)
        self._record.append(event)
        self.version += 1
        return self.night.take(event, state)

    def begin_again(self) -> None:
        """Starts a new night after a closed one; the old one stays on record."""
        self.last_side_pot = self.state.side_pot if self.state is not None else 0
        self.night = Night()
        self.version += 1
