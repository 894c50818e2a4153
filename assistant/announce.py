"""What the table says aloud: a line when something changed that players should hear.

Speech never holds up the game: lines are spoken by a process of its own, only
the newest waits, and a voice that fails falls silent and leaves its reason.
"""

from __future__ import annotations

import shutil
import subprocess
import threading
from typing import Protocol

from assistant.cards import rank_name
from assistant.config import Voice
from assistant.prompt import Kind, names, prompt_of
from assistant.state import State

_LONGEST_LINE_S = 30.0  # a sound card that hangs must not keep a thread for the night


class Announcer(Protocol):
    """Something that can speak."""

    problem: str
    """Why nothing is heard, in one line; empty while all is well."""

    def say(self, text: str) -> None:
        """Speaks soon; returns at once and raises nothing."""

    def close(self) -> None:
        """Stops speaking; may be called twice."""


class Silent:
    """Says nothing: the default."""

    def __init__(self, problem: str = "") -> None:
        self.problem = problem

    def say(self, text: str) -> None:
        """Does nothing."""

    def close(self) -> None:
        """Does nothing."""


class Espeak:
    """Speaks with the program espeak-ng, one line at a time; of those that wait only the newest is kept."""

    def __init__(self, command: str, voice: Voice) -> None:
        self.problem = ""
        self._command = [command, "-v", voice.language, "-s", str(voice.words_per_minute), "--stdin"]
        self._next = ""
        self._closed = False
        self._changed = threading.Condition()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._speak, name="voice", daemon=True)
        self._thread.start()

    def say(self, text: str) -> None:
        """Speaks `text` when the line before it is done, unless a newer one comes first."""
        with self._changed:
            self._next = text
            self._changed.notify()

    def close(self) -> None:
        """Cuts the voice off, and waits for its process to be gone."""
        with self._changed:
            self._closed = True
            self._changed.notify()
            if self._process is not None:
                self._process.kill()
        self._thread.join(timeout=5)

    def _speak(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._next or self._closed)
                if self._closed:
                    return
                text, self._next = self._next, ""
                try:
                    # By standard input, so that no name at the table can be taken for an option.
                    self._process = subprocess.Popen(
                        self._command,
                        stdin=subprocess.PIPE,
                        stdout=subprocess.DEVNULL,
                        stderr=subprocess.PIPE,
                    )
                except OSError as error:
                    self.problem = f"no voice: {self._command[0]}: {(error.strerror or str(error)).lower()}"
                    return
            if not self._finish(self._process, text) and not self._closed:
                return

    def _finish(self, process: subprocess.Popen[bytes], text: str) -> bool:
        """Waits for the line to be spoken; whether it was. Leaves the reason in `problem`."""
        try:
            _, errors = process.communicate(text.encode(), timeout=_LONGEST_LINE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            self.problem = "no voice: the sound device does not answer"
            return False
        if process.returncode and not self._closed:
            last = errors.decode(errors="replace").strip().splitlines()[-1:] or [f"status {process.returncode}"]
            self.problem = f"no voice: espeak-ng failed: {last[0]}"
            return False
        return True


def announcer(voice: Voice) -> Announcer:
    """The voice that is configured, or a silent one that says why there is none."""
    if not voice.on:
        return Silent()
    command = shutil.which("espeak-ng")
    if command is None:
        return Silent("no voice: espeak-ng is not installed (apt-get install espeak-ng)")
    return Espeak(command, voice)


def spoken(before: State | None, after: State) -> str:
    """What to say about a change, empty where nothing is worth it.

    Rolls, sevens and winners in full; then what is asked for next. A player's
    turn to bet is only their name: all else stands on the screen.
    """
    said = []
    if after.rolled is not None and (before is None or after.rolled != before.rolled):
        said += _roll(after)
    if after.result is not None and (before is None or before.result is None):
        said += _payouts(after)
    asked = _asked(after)
    if asked and (said or before is None or asked != _asked(before)):
        said.append(asked)
    return ". ".join(said)


def _roll(state: State) -> list[str]:
    rolled = state.rolled
    assert rolled is not None
    total = sum(rolled.dice)
    name = state.seat(rolled.seat).name
    said = [f"{name} throws {total}: {rank_name(state.house.dice_table[total], plural=True)} are wild"]
    if total == 7:
        said.append(f"{name} takes {rolled.took} and has the claim on the side pot of {state.side_pot}")
    return said


def _payouts(state: State) -> list[str]:
    result = state.result
    assert result is not None
    said = []
    for seat, units in sorted(result.payouts.items()):
        if units:
            hand = result.hands.get(seat)
            with_hand = f" with {hand.text[0].lower()}{hand.text[1:]}" if hand else ""
            side_pot = ", side pot included" if seat == result.side_pot_to else ""
            said.append(f"{names(state, [seat])} wins {units}{with_hand}{side_pot}")
    return said


def _asked(state: State) -> str:
    prompt = prompt_of(state)
    return names(state, prompt.seats) if prompt.kind is Kind.ACT else prompt.text
