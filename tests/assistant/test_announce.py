"""What the table says aloud, and that a voice can never hold up the game."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from assistant import events
from assistant.announce import Espeak, Silent, announcer, spoken
from assistant.config import Voice
from assistant.fold import Night

SEATS = (events.NewSeat(1, "Ann", 100), events.NewSeat(2, "Bea", 100))


def program(tmp_path: Path, script: str) -> str:
    """A stand-in for espeak-ng: the same way in, no sound."""
    path = tmp_path / "espeak-ng"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


def wait_until(true: Callable[[], object]) -> None:
    give_up_s = time.monotonic() + 10
    while not true() and time.monotonic() < give_up_s:
        time.sleep(0.01)
    assert true()


def test_lines_are_spoken_with_the_voice_asked_for(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    voice = Espeak(program(tmp_path, f'cat >>{heard}; echo " ($*)" >>{heard}'), Voice(True, "de", 120))
    voice.say("-x Ann wins")  # a name that looks like an option is only a name
    wait_until(lambda: heard.exists() and heard.read_text().endswith(")\n"))
    voice.close()
    assert heard.read_text() == "-x Ann wins (-v de -s 120 --stdin)\n"
    assert voice.problem == ""


def test_of_lines_that_wait_only_the_newest_is_spoken(tmp_path: Path) -> None:
    heard, go = tmp_path / "heard", tmp_path / "go"
    script = f"cat >>{heard}; echo >>{heard}; while [ ! -e {go} ]; do sleep 0.01; done"
    voice = Espeak(program(tmp_path, script), Voice(True))
    voice.say("one")
    wait_until(lambda: heard.exists() and heard.read_text() == "one\n")
    voice.say("two")
    voice.say("three")
    go.touch()
    wait_until(lambda: heard.read_text() == "one\nthree\n")
    voice.close()


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("cat >/dev/null; echo 'cannot open audio device' >&2; exit 1", "cannot open audio device"),
        ("exit 3", "status 3"),
    ],
)
def test_a_voice_that_fails_falls_silent_and_says_why(tmp_path: Path, script: str, reason: str) -> None:
    voice = Espeak(program(tmp_path, script), Voice(True))
    voice.say("one")
    wait_until(lambda: voice.problem)
    assert reason in voice.problem
    assert "\n" not in voice.problem
    voice.say("two")
    voice.close()


def test_a_program_that_is_gone_is_one_line(tmp_path: Path) -> None:
    voice = Espeak(str(tmp_path / "none"), Voice(True))
    voice.say("one")
    wait_until(lambda: voice.problem)
    assert "no such file" in voice.problem
    voice.close()


def test_closing_cuts_a_long_line_off(tmp_path: Path) -> None:
    started = tmp_path / "started"
    voice = Espeak(program(tmp_path, f"touch {started}; exec sleep 1000"), Voice(True))
    voice.say("a long story")
    wait_until(started.exists)
    voice.close()
    assert "voice" not in [thread.name for thread in threading.enumerate()]
    assert voice.problem == ""


def test_silent_unless_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = announcer(Voice())
    assert isinstance(quiet, Silent)
    assert quiet.problem == ""
    monkeypatch.setenv("PATH", "/nonexistent")
    assert "apt-get install espeak-ng" in announcer(Voice(on=True)).problem


def test_what_is_said_in_a_hand() -> None:
    night = Night()

    def hear(event: events.Event) -> str:
        before = night.state
        return spoken(before, night.post(event))

    assert hear(events.Open("lucky-sevens", SEATS, 1, {})) == "Ann deals hand 1"
    assert hear(events.Deal()) == "Ann: throw the dice for the wild rank"
    assert hear(events.Roll((3, 4))) == (
        "Ann throws 7: sevens are wild. Ann takes 3 and has the claim on the side pot of 4. Bea"
    )
    assert hear(events.Bet(2)) == "Ann"
    assert hear(events.Raise(1)) == "Bea"
    assert hear(events.Fold(2)) == "Ann wins 8, side pot included. Bea deals hand 2"
    assert hear(events.Undo()) == "Bea"
    assert "to the board" in hear(events.Call(2))
