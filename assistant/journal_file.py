"""The journal's file: opened, locked and checked, with every trouble said in one line.

A file that can't be used is left exactly as it lies.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

FORMAT = 1  # how the file is laid out; an older one is still read
_APPLICATION_ID = 0x43535045  # "CSPE": tells our file from another program's

_SCHEMA = (
    "CREATE TABLE nights (id INTEGER PRIMARY KEY, began_at REAL NOT NULL, rules INTEGER NOT NULL)",
    "CREATE TABLE events (night INTEGER NOT NULL REFERENCES nights, seq INTEGER NOT NULL, event TEXT NOT NULL,"
    " crc INTEGER NOT NULL, written_at REAL NOT NULL, PRIMARY KEY (night, seq))",
    "CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are never changed'); END",
    "CREATE TRIGGER events_are_kept BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END",
    f"PRAGMA application_id = {_APPLICATION_ID}",
    f"PRAGMA user_version = {FORMAT}",
)


class JournalError(Exception):
    """The journal can't be used: one line saying what, where, and what to do. Nothing was changed."""


def damaged(path: Path, what: str) -> JournalError:
    """What is said of a damaged file."""
    return JournalError(
        f"{path}: the journal is damaged ({what}); it stays as it lies: move it away with its "
        f"-wal file, save what can be saved with `sqlite3 {path.name} .recover`, or name another directory with --data"
    )


@contextmanager
def trouble(path: Path) -> Iterator[None]:
    """Says SQLite's errors as a host can use them."""
    try:
        yield
    except sqlite3.DatabaseError as e:
        said = str(e).lower()
        if "not a database" in said:
            raise JournalError(
                f"{path}: is no journal of cardspeak, or its beginning is damaged; "
                "it stays as it lies: move it away, or name another directory with --data"
            ) from None
        if "full" in said:
            raise JournalError(f"{path}: the disk is full: make room; nothing was written") from None
        if "locked" in said or "busy" in said:
            raise JournalError(f"{path}: another program holds the journal: close it and try again") from None
        if "readonly" in said or "read-only" in said or "unable to open" in said:
            raise JournalError(
                f"{path}: the journal can't be opened for this: check who may write there, "
                "or name another directory with --data"
            ) from None
        if "malformed" in said or "no such" in said or "corrupt" in said:
            raise damaged(path, said) from None
        raise JournalError(f"{path}: the journal can't be used: {said}") from None


def nothing_orphaned(path: Path) -> None:
    """SQLite would take a log without its file for rubbish and delete it; events may be in it."""
    log = path.with_name(path.name + "-wal")
    try:
        gone = not path.exists() or path.stat().st_size == 0
        orphaned = gone and log.exists() and log.stat().st_size > 0
    except OSError as e:
        raise JournalError(f"{path}: can't be reached: {(e.strerror or str(e)).lower()}") from None
    if orphaned:
        raise JournalError(
            f"{path}: is missing, but {log.name} lies there and may hold events: bring both back together"
        )


def lock(path: Path) -> int:
    """Keeps other writers out until the returned descriptor is closed, or this process is gone."""
    try:
        fd = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as e:
        raise JournalError(
            f"{path}: no journal can be written there ({(e.strerror or str(e)).lower()}): "
            "name another directory with --data"
        ) from None
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        who = os.pread(fd, 20, 0).decode(errors="replace").strip()
        os.close(fd)
        raise JournalError(
            f"{path}: another cardspeak keeps this journal (process {who or 'unknown'}): "
            "close it first, or name another directory with --data"
        ) from None
    os.ftruncate(fd, 0)
    os.pwrite(fd, f"{os.getpid()}\n".encode(), 0)
    return fd


def _connect(path: Path, options: str) -> sqlite3.Connection:
    # Transactions are ours to begin (isolation_level=None): each INSERT is one.
    return sqlite3.connect(
        f"file:{quote(str(path))}?{options}", uri=True, isolation_level=None, check_same_thread=False, timeout=5
    )


def connect_writer(path: Path) -> sqlite3.Connection:
    """Opens the file for writing, and makes it where there is none. Raises JournalError."""
    with trouble(path):
        db = _connect(path, "mode=rwc")
        try:
            fresh = _is_fresh(path, db)
            if db.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
                raise JournalError(f"{path}: this disk can't keep a journal safely: put --data on a local disk")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("BEGIN IMMEDIATE")  # says now, not at the first bet, that nothing can be written
            for statement in _SCHEMA if fresh else ():
                db.execute(statement)
            db.execute("COMMIT")
        except BaseException:
            db.close()
            raise
    return db


def connect_reader(path: Path) -> sqlite3.Connection:
    """Opens a file that is there, for reading only. Raises JournalError."""
    with trouble(path):
        db = _connect(path, "mode=ro")
        try:
            try:
                fresh = _is_fresh(path, db)
            except sqlite3.OperationalError:
                if path.with_name(path.name + "-wal").exists():
                    raise
                # In a directory that can't be written SQLite can't put its shared index; with no
                # log there, nobody is writing, and the file may be read as it is.
                db.close()
                db = _connect(path, "mode=ro&immutable=1")
                fresh = _is_fresh(path, db)
            if fresh:
                raise JournalError(f"{path}: no night has been played there yet")
        except BaseException:
            db.close()
            raise
    return db


def _is_fresh(path: Path, db: sqlite3.Connection) -> bool:
    """Whether nothing is there yet; raises JournalError where something is that is not for us."""
    application_id = db.execute("PRAGMA application_id").fetchone()[0]
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if application_id == 0 and version == 0 and not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        return True
    if application_id != _APPLICATION_ID:
        raise JournalError(
            f"{path}: is another program's database; it stays as it lies: name another directory with --data"
        )
    if version > FORMAT:
        raise JournalError(
            f"{path}: was written by a newer cardspeak (format {version}, this one knows {FORMAT}): update cardspeak"
        )
    said = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    if said != "ok":
        raise damaged(path, str(said).splitlines()[-1].strip())
    return False
