"""Past nights for reading: from the journal or from a file of events, folded move by move."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from assistant.config import DataDirError, data_dir
from assistant.events import Event, Undo, from_json
from assistant.journal import Journal, JournalError
from assistant.rules import apply
from assistant.state import Refused, State


@dataclass(frozen=True, slots=True)
class Move:
    """One event that stands, and the states around it; `before` is None for the first."""

    event: Event
    before: State | None
    after: State


@dataclass(frozen=True, slots=True)
class Night:
    """One night as it was recorded.

    `number` is its number in the journal, None where it comes from a file; `of` how many
    nights the journal holds. `events` are those that were accepted, undo events included;
    `refused` has a line for each that was not.
    """

    events: tuple[Event, ...]
    number: int | None = None
    of: int = 0
    refused: tuple[str, ...] = ()


def moves_of(events: Iterable[Event]) -> tuple[Move, ...]:
    """The moves that stand: what was taken back is gone, and its undo with it. Raises Refused."""
    moves: list[Move] = []
    for event in events:
        if isinstance(event, Undo):
            if len(moves) < 2:
                raise Refused("nothing is there to take back")
            moves.pop()
        else:
            before = moves[-1].after if moves else None
            moves.append(Move(event, before, apply(before, event)))
    return tuple(moves)


def from_file(path: str) -> Night:
    """A night from a file with one JSON event a line, as `cardspeak replay` reads it.

    What is refused is left out and said. Raises ValueError where nothing can be read.
    """
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"can't read {path}: it is not text") from None
    except OSError as e:
        raise ValueError(f"can't read {path}: {(e.strerror or str(e)).lower()}") from None
    accepted: list[Event] = []
    states: list[State] = []
    refused = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            if not line.strip():
                continue
            data = json.loads(line)
            if isinstance(data, dict) and set(data) == {"expect"}:
                continue  # a recorded night may say what should come of it
            event = from_json(data)
            if not isinstance(event, Undo):
                states.append(apply(states[-1] if states else None, event))
            elif len(states) < 2:
                raise Refused("nothing is there to take back")
            else:
                states.pop()
        except json.JSONDecodeError as e:
            refused.append(f"line {number} refused: not a JSON object: {e.msg} at column {e.colno}")
        except (Refused, ValueError) as e:
            refused.append(f"line {number} refused: {e}")
        else:
            accepted.append(event)
    if not states:
        why = f" ({refused[0]})" if refused else ""
        raise ValueError(f"{path} opens no table: its first line is an open event{why}")
    return Night(tuple(accepted), refused=tuple(refused))


def night_number(given: str | None) -> int | None:
    """The number of a night as it was typed; raises ValueError where it is none."""
    if given is not None and not given.isdecimal():
        raise ValueError(f"a night has a number, such as --night 2, not {given!r}")
    return None if given is None else int(given)


def from_journal(directory: str | None, night: int | None = None) -> Night:
    """A night of the journal in a data directory, the latest that was opened by default.

    Each event is given the time at which it was written where it has none of its own.
    Raises ValueError with one line where there is nothing to read.
    """
    return _nights(directory, night)[0]


def all_from_journal(directory: str | None) -> tuple[Night, ...]:
    """Every night of the journal in a data directory, the oldest first; raises as `from_journal`."""
    return _nights(directory, "all")


def _nights(directory: str | None, which: int | str | None) -> tuple[Night, ...]:
    try:
        # A directory that is named is only read, and need not be one that can be written.
        path = data_dir() if directory is None else Path(directory).expanduser()
        with Journal.open(path, read_only=True) as journal:
            known = [info.id for info in journal.nights()]
            if not known:
                raise ValueError(f"{journal.path}: no night has been played there yet")
            wanted = known if which == "all" else [known[-1] if which is None else int(which)]
            return tuple(
                Night(
                    tuple(
                        r.event if r.event.at is not None else replace(r.event, at=r.written_at_s)
                        for r in journal.records(number)
                    ),
                    number,
                    len(known),
                )
                for number in wanted
            )
    except (JournalError, DataDirError) as e:
        raise ValueError(str(e)) from None
