"""SIGKILL at any moment of a night; the table goes on at the last event that was acknowledged.

A whole table plays in a process of its own: session, real buttons on mock pins, spotter,
journal on disk. Only the camera is left out, so that a night takes seconds.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from assistant import events, journal
from assistant.config import Config
from assistant.demo import Demo
from assistant.gpio import Buttons, MockHands, mock_factory
from assistant.session import Session
from assistant.table import Table
from tests.assistant.fake_eyes import FakeEyes

ROOT = Path(__file__).resolve().parents[2]
KILLS = 5


def evening(data: Path, seed: int) -> tuple[Session, list[float]]:
    """The table on this journal, where it stopped; the second value is its clock."""
    record = journal.Journal.open(data / journal.NAME)
    table = Table(record, journal.fold_night(record))
    if table.state is None:
        seats = tuple(events.NewSeat(i, f"P{i}", 200) for i in (1, 2, 3, 4))
        table.post(events.Open("lucky-sevens", seats, 1, {}))
    now = [0.0]
    waiting: list[Session] = []

    def sleep(s: float) -> None:
        now[0] += s

    buttons = Buttons(
        Config().pins.only((1, 2, 3, 4)), lambda p: waiting[0].press(p), factory=mock_factory(), clock=lambda: now[0]
    )
    fingers = MockHands(buttons, clock=lambda: now[0], sleep=sleep)
    eyes = FakeEyes()
    script = Demo(eyes.tell, fingers.press, seed=seed + table.version)

    def close() -> None:
        buttons.close()
        record.close()

    session = Session(table, eyes=eyes, script=script, closing=close)
    waiting.append(session)
    session.start()
    return session, now


def play(data: Path, seed: int) -> None:
    """Plays on for ever, and says each event that it has acknowledged."""
    session, now = evening(data, seed)
    said = 0
    while not session.finished:
        now[0] += 0.7
        session.tick(now[0])
        if len(session.past) != said:
            said = len(session.past)
            print(said, flush=True)


def test_the_table_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    luck = random.Random(7)
    acknowledged = 0
    for kill in range(KILLS):
        words = [
            sys.executable,
            "-c",
            f"from tests.assistant.test_killed import play, Path; play(Path({str(tmp_path)!r}), 5)",
        ]
        process = subprocess.Popen(
            words, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": "."}
        )
        assert process.stdout is not None
        first = int(process.stdout.readline())
        # It began where the last one stopped: nothing acknowledged is missing.
        assert first >= acknowledged
        time.sleep(luck.uniform(0.05, 0.4))
        process.send_signal(signal.SIGKILL)
        lines = [first, *map(int, process.stdout.read().split())]
        process.wait()
        acknowledged = lines[-1]
        with journal.Journal.open(tmp_path / journal.NAME, read_only=True) as record:
            night = journal.fold_night(record)
        assert len(night.events) >= acknowledged, f"kill {kill}"
        assert night.state is not None
        assert night.state.money == night.state.bought_in == 800
    # And it plays on from there in good order.
    session, now = evening(tmp_path, 5)
    start = len(session.past)
    for _ in range(400):
        now[0] += 0.7
        session.tick(now[0])
    session.stop()
    assert start >= acknowledged > 0
    assert len(session.past) > start + 20
    assert session.shown.refused == ""
