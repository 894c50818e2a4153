"""The journal: every fact of every night, on disk before it is acknowledged, and never changed.

One SQLite file for a data directory, in WAL mode with `synchronous=FULL`: what `append`
has returned for survives SIGKILL and a power cut. One process writes; any number read at
the same time. A file that can't be used is left exactly as it lies, and said so.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assistant import events
from assistant.events import Event, from_json, to_json
from assistant.fold import Night
from assistant.journal_file import (
    FORMAT,
    JournalError,
    connect_reader,
    connect_writer,
    damaged,
    lock,
    nothing_orphaned,
    trouble,
)
from assistant.state import Refused

__all__ = ["FORMAT", "NAME", "RULES", "Journal", "JournalError", "NightInfo", "Record", "fold_night"]

NAME = "cardspeak.sqlite3"
RULES = 1  # goes up when the same events would fold to another state


@dataclass(frozen=True, slots=True)
class Record:
    """One event as it was written: its number in the night (from 1), and when (seconds since 1970)."""

    seq: int
    written_at_s: float
    event: Event


@dataclass(frozen=True, slots=True)
class NightInfo:
    """One night in a line: the game it opened with, all who sat down, whether it is still open."""

    id: int
    began_at_s: float
    game: str
    players: tuple[str, ...]
    open: bool
    events: int
    rules: int


class Journal:
    """The nights of one data directory. Made by `open`; a context manager.

    It may be used from any thread, but by one at a time.
    """

    def __init__(self, path: Path, db: sqlite3.Connection, lock_fd: int | None) -> None:
        self.path = path
        self._db = db
        self._lock_fd = lock_fd
        self._night: int | None = None
        self._seq = 0
        with trouble(path):
            self._to_latest_night()

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Journal:
        """Opens the journal at `path` (the file, or the data directory it lies in).

        A writer makes the file where there is none, and keeps every other writer out.
        Raises JournalError for another program's file, a damaged or newer one, one that can't
        be written, and one that another cardspeak is writing.
        """
        path = path.resolve()
        if path.is_dir():
            path = path / NAME
        nothing_orphaned(path)
        if read_only:
            if not path.exists():
                raise JournalError(f"{path}: no journal is kept there yet: name its directory with --data")
            db = connect_reader(path)
            lock_fd = None
        else:
            lock_fd = lock(path)
            try:
                db = connect_writer(path)
            except BaseException:
                os.close(lock_fd)
                raise
        try:
            return cls(path, db, lock_fd)
        except BaseException:
            db.close()
            if lock_fd is not None:
                os.close(lock_fd)
            raise

    def close(self) -> None:
        """Lets go of the file; closing twice is nothing."""
        self._db.close()
        if self._lock_fd is not None:
            os.close(self._lock_fd)  # and the lock with it
            self._lock_fd = None

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def append(self, event: Event) -> int:
        """Writes one event of the current night; returns its number there once it is on the disk.

        An `open` event begins a new night unless the current one is empty: it can only be the
        first of a night. Raises JournalError (disk full, disk gone), and then nothing was written.
        """
        if isinstance(event, events.Open):
            self.new_night()
        elif self._seq == 0:
            raise ValueError("a night begins with an open event")
        text = json.dumps(to_json(event), ensure_ascii=False)
        with trouble(self.path):
            self._db.execute(
                "INSERT INTO events VALUES (?, ?, ?, ?, ?)",
                (self._night, self._seq + 1, text, zlib.crc32(text.encode()), time.time()),
            )
        self._seq += 1
        return self._seq

    def new_night(self) -> int:
        """Begins a new night and returns its number; an empty current night is taken as new."""
        if self._night is None or self._seq:
            with trouble(self.path):
                cursor = self._db.execute("INSERT INTO nights (began_at, rules) VALUES (?, ?)", (time.time(), RULES))
            self._night, self._seq = cursor.lastrowid, 0
        assert self._night is not None
        return self._night

    def events(self, night: int | None = None) -> Iterator[Event]:
        """The events of a night in their order, undo events included; of the latest by default.

        Raises JournalError where the night is unknown or damaged.
        """
        return (record.event for record in self.records(night))

    def records(self, night: int | None = None) -> tuple[Record, ...]:
        """As `events`, with their numbers and the time at which each was written."""
        return tuple(
            Record(seq, written_at, self._event(night, seq, data)) for seq, written_at, data in self._read(night)
        )

    def nights(self) -> tuple[NightInfo, ...]:
        """Every night that has events, the oldest first."""
        with trouble(self.path):
            rows = self._db.execute("SELECT id, began_at, rules FROM nights ORDER BY id").fetchall()
        infos = []
        for id_, began_at, rules in rows:
            standing: list[str] = []
            texts = self._outlines(id_)
            for text in texts:
                if _kind(text) != "undo":
                    standing.append(text)
                elif standing:
                    standing.pop()
            if not standing:
                continue
            try:
                first = json.loads(standing[0])
                names = [seat["name"] for seat in first["seats"]]
                names += [json.loads(text)["name"] for text in standing if _kind(text) == "sit"]
                game = str(first["game"])
            except (ValueError, TypeError, KeyError):
                raise damaged(self.path, f"night {id_} does not begin as a night does") from None
            is_open = _kind(standing[-1]) != "close"
            infos.append(NightInfo(id_, began_at, game, tuple(dict.fromkeys(names)), is_open, len(texts), rules))
        return tuple(infos)

    @property
    def night(self) -> int | None:
        """The number of the current night; None before the first."""
        return self._night

    def _to_latest_night(self) -> None:
        row = self._db.execute("SELECT max(id) FROM nights").fetchone()
        self._night = row[0]
        row = self._db.execute("SELECT coalesce(max(seq), 0) FROM events WHERE night IS ?", (self._night,)).fetchone()
        self._seq = row[0]

    def _outlines(self, night: int) -> list[str]:
        """The events of a night as text, whole only where a list of nights needs them so: a year's are many."""
        with trouble(self.path):
            rows = self._db.execute(
                """SELECT CASE WHEN event LIKE '{"event": "open"%' OR event LIKE '{"event": "sit"%'
                THEN event ELSE substr(event, 1, 24) END FROM events WHERE night = ? ORDER BY seq""",
                (night,),
            ).fetchall()
        return [str(row[0]) for row in rows]

    def _read(self, night: int | None) -> Iterator[tuple[int, float, dict[str, Any]]]:
        with trouble(self.path):
            if night is None:
                night = self._db.execute("SELECT max(id) FROM nights").fetchone()[0]
                if night is None:
                    return
            row = self._db.execute("SELECT rules FROM nights WHERE id = ?", (night,)).fetchone()
            if row is None:
                known = self._db.execute("SELECT count(*) FROM nights").fetchone()[0]
                raise JournalError(f"{self.path}: there is no night {night}: it holds {known}")
            if row[0] > RULES:
                raise JournalError(
                    f"{self.path}: night {night} was played by the rules of a newer cardspeak: update cardspeak"
                )
            # All at once: a reader that lingers would keep the writer's log from being put away.
            rows = self._db.execute(
                "SELECT seq, written_at, event, crc FROM events WHERE night = ? ORDER BY seq", (night,)
            ).fetchall()
        for expected, (seq, written_at, text, crc) in enumerate(rows, start=1):
            whole = isinstance(text, str) and seq == expected and zlib.crc32(text.encode()) == crc
            data = json.loads(text) if whole else None
            if not isinstance(data, dict):
                raise damaged(self.path, f"event {expected} of night {night} is not as it was written")
            yield seq, written_at, data

    def _event(self, night: int | None, seq: int, data: dict[str, Any]) -> Event:
        try:
            return from_json(data)
        except ValueError as e:
            where = f"event {seq} of night {night or self._night}"
            raise JournalError(f"{self.path}: {where} can't be read by this cardspeak: {e}") from None


def fold_night(journal: Journal, night: int | None = None) -> Night:
    """The night (the latest by default) as its events fold; empty where nothing was played.

    Raises JournalError where these rules refuse what was once accepted.
    """
    folded = Night()
    for record in journal.records(night):
        try:
            folded.post(record.event)
        except Refused as e:
            name = events.name_of(record.event)
            raise JournalError(
                f"{journal.path}: event {record.seq} of night {night or journal.night} ({name}) "
                f"was accepted once and is refused by these rules: {e}"
            ) from None
    return folded


def _kind(text: str) -> str:
    """The name of an event in its JSON, which `append` begins with it."""
    return text[len('{"event": "') :].split('"', 1)[0]
