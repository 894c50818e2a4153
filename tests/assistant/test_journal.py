"""The journal: what was acknowledged is there, whatever happens; what can't be used is left as it lies."""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from assistant import events
from assistant.journal import FORMAT, NAME, RULES, Journal, JournalError, fold_night

OPEN = events.Open("lucky-sevens", (events.NewSeat(1, "Ann", 100), events.NewSeat(2, "Bea", 90)), 1, {})
HAND = [events.Deal(), events.Roll((3, 4)), events.Bet(2), events.Call(1), events.Board(("Kh", "8d"))]


def filled(path: Path, *more: events.Event) -> Path:
    with Journal.open(path) as journal:
        for event in (OPEN, *HAND, *more):
            journal.append(event)
    return path / NAME if path.is_dir() else path


def test_what_was_appended_is_read_in_its_order(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        assert [journal.append(e) for e in (OPEN, *HAND, events.Undo())] == [1, 2, 3, 4, 5, 6, 7]
    with Journal.open(tmp_path) as journal:
        assert list(journal.events()) == [OPEN, *HAND, events.Undo()]
        assert journal.append(HAND[-1]) == 8
        assert [r.seq for r in journal.records()] == list(range(1, 9))
        state = fold_night(journal).state
    assert state is not None
    assert state.board == ("Kh", "8d")


def test_every_commit_is_flushed_to_the_disk(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_an_open_begins_the_next_night(tmp_path: Path) -> None:
    sit = events.Sit(3, "Cy", 50)
    with Journal.open(tmp_path) as journal:
        assert journal.nights() == ()
        assert journal.night is None
        with pytest.raises(ValueError, match="begins with an open"):
            journal.append(events.Deal())
        for event in (OPEN, sit, events.Close()):
            journal.append(event)
        assert journal.append(OPEN) == 1
        assert journal.new_night() == 3
        assert journal.new_night() == 3  # the empty one
        assert list(journal.events()) == []
        assert journal.append(OPEN) == 1
        journal.append(events.Close())
        journal.append(events.Undo())
        assert list(journal.events(1)) == [OPEN, sit, events.Close()]
        nights = journal.nights()
    assert [(n.id, n.open, n.players, n.events, n.game) for n in nights] == [
        (1, False, ("Ann", "Bea", "Cy"), 3, "lucky-sevens"),
        (2, True, ("Ann", "Bea"), 1, "lucky-sevens"),
        (3, True, ("Ann", "Bea"), 3, "lucky-sevens"),
    ]
    assert all(n.rules == RULES and abs(n.began_at_s - time.time()) < 60 for n in nights)


def test_there_is_one_writer_and_any_reader(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        journal.append(OPEN)
        with pytest.raises(JournalError, match=rf"another cardspeak keeps this journal \(process {os.getpid()}\)"):
            Journal.open(tmp_path)
        with Journal.open(tmp_path, read_only=True) as reader:
            assert list(reader.events()) == [OPEN]
            journal.append(events.Deal())
            assert list(reader.events()) == [OPEN, events.Deal()]
            with pytest.raises(JournalError, match="can't be opened for this"):
                reader.append(events.Deal())
    with Journal.open(tmp_path) as journal:  # the lock went with its holder
        assert len(list(journal.events())) == 2


def test_events_are_never_changed_nor_deleted(tmp_path: Path) -> None:
    db = sqlite3.connect(filled(tmp_path))
    for statement in ("UPDATE events SET event = '{}'", "DELETE FROM events"):
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            db.execute(statement)
    db.close()


# --- files that can't be used: one line, and not a byte of them is touched -------------


def _another_programs(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    db.close()


def _text(path: Path) -> None:
    path.write_text("Dear diary, " * 500)


def _newer(path: Path) -> None:
    filled(path)
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {FORMAT + 1}")
    db.close()


def _damaged_head(path: Path) -> None:
    filled(path)
    path.write_bytes(b"\0" * 100 + path.read_bytes()[100:])


def _damaged_page(path: Path) -> None:
    filled(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + os.urandom(4096) + whole[8192:])


def _cut_short(path: Path) -> None:
    filled(path)
    path.write_bytes(path.read_bytes()[: 4096 + 1000])


def _log_without_its_file(path: Path) -> None:
    path.with_name(path.name + "-wal").write_bytes(b"events, perhaps")


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize(
    ("make", "said"),
    [
        (_another_programs, "another program's database"),
        (_text, "no journal of cardspeak"),
        (_newer, f"newer cardspeak (format {FORMAT + 1}"),
        (_damaged_head, "no journal of cardspeak, or its beginning is damaged"),
        (_damaged_page, "the journal is damaged"),
        (_cut_short, "the journal is damaged"),
        (_log_without_its_file, "bring both back together"),
    ],
)
def test_a_file_that_cant_be_used(tmp_path: Path, make: Callable[[Path], None], said: str, read_only: bool) -> None:
    path = tmp_path / NAME
    make(path)
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir() if not p.name.endswith(".lock")}
    with pytest.raises(JournalError) as error:
        Journal.open(path, read_only=read_only)
    assert said in str(error.value)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir() if p.name in before} == before


def test_one_flipped_bit_in_an_event_is_seen(tmp_path: Path) -> None:
    path = filled(tmp_path)
    whole = path.read_bytes()
    assert whole.count(b'"chips": 90') == 1
    path.write_bytes(whole.replace(b'"chips": 90', b'"chips": 91'))
    with (
        Journal.open(tmp_path, read_only=True) as journal,
        pytest.raises(JournalError, match="event 1 of night 1 is not as it was written"),
    ):
        list(journal.events())


def test_nights_of_newer_rules_and_unknown_nights_are_not_guessed_at(tmp_path: Path) -> None:
    with Journal.open(filled(tmp_path)) as journal:
        with pytest.raises(JournalError, match="there is no night 7: it holds 1"):
            list(journal.events(7))
        journal._db.execute("INSERT INTO nights VALUES (2, 0, ?)", (RULES + 1,))
        with pytest.raises(JournalError, match="rules of a newer cardspeak"):
            list(journal.events(2))


def test_an_event_that_the_rules_refuse_is_named(tmp_path: Path) -> None:
    filled(tmp_path, events.Bet(1, 77))
    with (
        Journal.open(tmp_path, read_only=True) as journal,
        pytest.raises(JournalError, match=r"event 7 of night 1 \(bet\) was accepted once and is refused"),
    ):
        fold_night(journal)


def test_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no journal is kept there yet"):
        Journal.open(tmp_path, read_only=True)
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="not a directory"):
        Journal.open(tmp_path / "file" / NAME)


def _as_somebody_else(work: Callable[[], object]) -> str:
    """What `work` says when it is done by a user whom permissions bind (root is above them)."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)

    def child() -> None:
        if os.getuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
        try:
            there.send(str(work()))
        except JournalError as e:
            there.send(f"JournalError: {e}")

    process = context.Process(target=child)
    process.start()
    there.close()
    said: str = here.recv()
    process.join()
    return said


def test_a_directory_that_cant_be_written() -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name)
        filled(path)
        (path / NAME).chmod(0o444)
        (path / f"{NAME}.lock").unlink()
        path.chmod(0o555)
        said = _as_somebody_else(lambda: Journal.open(path))
        assert said == (
            f"JournalError: {path.resolve()}/{NAME}: no journal can be written there (permission denied): "
            "name another directory with --data"
        )
        # Yet the ledger of a night on a read-only card can be read.
        said = _as_somebody_else(lambda: len(list(Journal.open(path, read_only=True).events())))
        assert said == "6"
        path.chmod(0o755)


def test_a_full_disk_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        journal.append(OPEN)
        pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
        journal._db.execute(f"PRAGMA max_page_count = {pages + 1}")
        acknowledged = 1
        with pytest.raises(JournalError, match="the disk is full"):  # noqa: PT012 the one of many that fills it
            for _ in range(1000):
                acknowledged = journal.append(events.Deal())
        journal._db.execute("PRAGMA max_page_count = 100000")
        assert journal.append(events.Deal()) == acknowledged + 1
        assert len(list(journal.events())) == acknowledged + 1


# --- killed, and the power cut ---------------------------------------------------------

_WRITER = """
import sys
from pathlib import Path
from assistant import events
from assistant.journal import Journal
journal = Journal.open(Path(sys.argv[1]))
if journal.night is None:
    print(journal.append(events.Open("lucky-sevens", (events.NewSeat(1, "Ann", 5),), 1, {})), flush=True)
number = journal._seq
while True:
    number += 1
    print(journal.append(events.Buy(1, number)), flush=True)
"""


def test_killed_at_any_moment_what_was_acknowledged_is_there(tmp_path: Path) -> None:
    rng = random.Random(7)
    acknowledged = 0
    for _ in range(6):
        writer = subprocess.Popen([sys.executable, "-c", _WRITER, str(tmp_path)], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        first = writer.stdout.readline()  # it is up, and has continued where the last one ended
        time.sleep(rng.uniform(0, 0.05))
        writer.send_signal(signal.SIGKILL)
        printed = [int(line) for line in (first + writer.stdout.read()).split(b"\n")[:-1]]
        writer.wait()
        with Journal.open(tmp_path) as journal:
            written = list(journal.events())
        # One more may be on the disk than could be acknowledged, never one less, and in order.
        assert printed[-1] <= len(written) <= printed[-1] + 1
        assert printed == list(range(printed[0], printed[-1] + 1))
        assert acknowledged < printed[0] <= acknowledged + 2
        assert written[1:] == [events.Buy(1, n) for n in range(2, len(written) + 1)]
        acknowledged = printed[-1]
    assert acknowledged >= 6


def test_a_power_cut_at_any_byte_leaves_the_first_events_whole(tmp_path: Path) -> None:
    """What a write cut short leaves of the log: the events before it, in order, and no error."""
    live = tmp_path / "live"
    live.mkdir()
    with Journal.open(live) as journal:
        for event in (OPEN, *HAND):
            journal.append(event)
        log = (live / f"{NAME}-wal").read_bytes()
        for n, cut in enumerate([*range(0, len(log), 1500), len(log)]):
            copy = tmp_path / str(n)
            copy.mkdir()
            shutil.copy(live / NAME, copy / NAME)
            (copy / f"{NAME}-wal").write_bytes(log[:cut])
            with Journal.open(copy) as after:
                kept = list(after.events())
            assert kept == [OPEN, *HAND][: len(kept)]
        assert kept == [OPEN, *HAND]
