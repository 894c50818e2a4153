"""The fold of a night: events in, the state out, and `undo`.

The states of the night are kept, for undo and for the showdown's mending; they
share almost everything, so a night of 5,000 events is a few megabytes.
"""

from __future__ import annotations

from collections.abc import Iterable

from assistant import events
from assistant.rules import apply
from assistant.state import Refused, State


class Night:
    """Folds events into a state. `events` are those that stand: an undo takes one off."""

    def __init__(self, past: Iterable[events.Event] = ()) -> None:
        self.events: list[events.Event] = []
        self._states: list[State] = []
        for event in past:
            self.post(event)

    @property
    def state(self) -> State | None:
        """The state now; None before the table opens."""
        return self._states[-1] if self._states else None

    def after(self, event: events.Event) -> State:
        """The state that `event` would lead to; raises Refused. Changes nothing."""
        if isinstance(event, events.Undo):
            if len(self._states) < 2:
                raise Refused("nothing is there to take back")
            return self._states[-2]
        return apply(self.state, event)

    def post(self, event: events.Event) -> State:
        """Takes an event; raises Refused, and then nothing has changed."""
        return self.take(event, self.after(event))

    def take(self, event: events.Event, state: State) -> State:
        """Takes an event whose outcome `after` has given."""
        if isinstance(event, events.Undo):
            self.events.pop()
            self._states.pop()
        else:
            self.events.append(event)
            self._states.append(state)
        return state
