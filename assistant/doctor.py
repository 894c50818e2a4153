"""What a host can check before the guests come: each thing in one line, with what to do about it.

Nothing here changes anything, but for the data directory, which is made.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib import metadata
from pathlib import Path

from assistant import journal
from assistant.config import NAME, Config, ConfigError, DataDirError, data_dir, load
from assistant.display import no_display

MUCH_FREE_MB, LITTLE_FREE_MB = 200, 20  # a night's journal is about 1 MB; photos are more
WRITTEN_S = 1_780_000_000.0  # May 2026: a clock before this program was written is wrong
PACKAGES = {"numpy": "numpy", "opencv-python": "cv2", "kivy": "kivy", "gpiozero": "gpiozero"}
MODEL = Path("/proc/device-tree/model")


class Level(StrEnum):
    """How bad it is: `fail` means that the table can't be run."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: what, how it is, in words, and what to do about it (empty when all is well)."""

    what: str
    level: Level
    text: str
    advice: str = ""

    def line(self) -> str:
        """The finding as printed."""
        return f"{self.level:4}  {self.what:13} {self.text}" + (f": {self.advice}" if self.advice else "")


def ok(what: str, text: str) -> Finding:
    """A finding with nothing to do."""
    return Finding(what, Level.OK, text)


def examine(data: Path | None, camera: Callable[[str], Finding]) -> Iterator[Finding]:
    """Every check in turn, each as soon as it is known; `camera` looks at the camera that is configured."""
    yield python(sys.version_info[:2])
    for name, module in PACKAGES.items():
        yield package(name, module)
    config = Config()
    try:
        home = data_dir(data)
    except DataDirError as error:
        yield Finding("data", Level.FAIL, str(error))
    else:
        yield disk(home, shutil.disk_usage(home).free // 1_000_000)
        try:
            config = load(home / NAME)
            yield ok("config", str(home / NAME) if (home / NAME).exists() else "none: the defaults hold")
        except ConfigError as error:
            yield from (Finding("config", Level.FAIL, problem) for problem in error.problems)
        yield nights(home)
    yield screen(no_display(os.environ))
    yield camera(config.camera)
    yield from buttons(config)
    if config.voice.on:
        yield voice()
    yield clock(time.time())
    if on_a_pi():
        yield power()


def on_a_pi(model: Path = MODEL) -> bool:
    """Whether this is a Raspberry Pi."""
    try:
        return b"Raspberry Pi" in model.read_bytes()
    except OSError:
        return False


def python(version: tuple[int, int]) -> Finding:
    """Whether this Python is one that the project is tested with."""
    text = "Python {}.{}".format(*version)
    if version < (3, 11):
        return Finding("python", Level.FAIL, text, "needs 3.11, 3.12 or 3.13")
    if version > (3, 13):
        return Finding("python", Level.WARN, text, "only 3.11 to 3.13 are tested")
    return ok("python", text)


def package(name: str, module: str) -> Finding:
    """Whether a package is there and loads, tried in a process of its own: some fail by crashing."""
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        return Finding(name, Level.FAIL, "not installed", "run deploy/run once")
    env = {**os.environ, "KIVY_NO_ARGS": "1", "KIVY_NO_CONSOLELOG": "1", "KIVY_NO_FILELOG": "1"}
    try:
        tried = subprocess.run(
            [sys.executable, "-c", f"import {module}"], env=env, capture_output=True, text=True, timeout=60
        )
    except subprocess.TimeoutExpired:
        return Finding(name, Level.FAIL, f"{version} does not load within a minute")
    if tried.returncode:
        last = (tried.stderr.strip().splitlines() or [f"status {tried.returncode}"])[-1]
        return Finding(name, Level.FAIL, f"{version} does not load ({last})", "run deploy/run once")
    return ok(name, version)


def disk(home: Path, free_mb: int) -> Finding:
    """Whether there is room for a night's journal."""
    text = f"{home}, {free_mb} MB free"
    if free_mb < LITTLE_FREE_MB:
        return Finding("data", Level.FAIL, text, "make room, or name another place with --data")
    if free_mb < MUCH_FREE_MB:
        return Finding("data", Level.WARN, text, "make room before a long night")
    return ok("data", text)


def nights(home: Path) -> Finding:
    """Whether the journal is whole: SQLite's own check, each event's checksum, and that every night still folds."""
    path = home / journal.NAME
    if not path.exists() and not path.with_name(path.name + "-wal").exists():
        return ok("journal", "none yet")
    try:
        with journal.Journal.open(path, read_only=True) as record:
            kept = record.nights()
            for night in kept:
                journal.fold_night(record, night.id)
    except journal.JournalError as error:
        return Finding("journal", Level.FAIL, str(error))
    return ok("journal", f"{path.name}: {len(kept)} night{'' if len(kept) == 1 else 's'}, all whole")


def screen(reason: str) -> Finding:
    """Whether a window can open; `reason` says why not."""
    if not reason:
        return ok("screen", "a window can open")
    return Finding(
        "screen", Level.WARN, reason, "see hardware.md, Kiosk, or play off-screen: cardspeak run --demo --snapshots DIR"
    )


def buttons(config: Config) -> Iterator[Finding]:
    """Whether the pins can be had, and no button is down."""
    if config.gpio == "off":
        yield ok("buttons", "switched off in the config")
        return
    from assistant.gpio import Buttons, NoGpio  # takes a third of a second

    pins = config.pins.only({player.seat for player in config.players})
    try:
        with Buttons(pins, lambda press: None) as opened:
            held = opened.held()
    except NoGpio as error:
        level = Level.FAIL if config.gpio == "on" else Level.WARN
        yield Finding("buttons", level, str(error))
        return
    for seat, name in held:
        where = f"seat {seat}'s {name} button" if seat else f"the dealer's {name} button"
        yield Finding("buttons", Level.WARN, f"{where} is down", "it is stuck, or wired to the wrong side")
    if not held:
        yield ok("buttons", f"{sum(len(wires) for _, wires in pins.seats) + len(pins.dealer)} on their pins, all up")


def voice() -> Finding:
    """Whether the program that speaks is there."""
    if shutil.which("espeak-ng"):
        return ok("voice", "espeak-ng")
    return Finding("voice", Level.WARN, "espeak-ng is not installed", "apt-get install espeak-ng")


def clock(now_s: float) -> Finding:
    """Whether the clock can be right: a Pi without a battery starts in the past."""
    text = time.strftime("%Y-%m-%d %H:%M", time.localtime(now_s))
    if now_s < WRITTEN_S:
        return Finding("clock", Level.WARN, text, "it is wrong, and hands would be dated so: connect once, or set it")
    return ok("clock", text)


def power() -> Finding:
    """Whether the Pi has had enough power since it was switched on."""
    try:
        told = subprocess.run(["vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=5).stdout
        flags = int(told.strip().partition("=")[2], 16)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return ok("power", "not known")
    if flags & 0x1_0001:  # bits 0 and 16: the voltage is low now, or was
        return Finding(
            "power", Level.WARN, "the voltage was too low", "use the Pi's own power supply and a short cable"
        )
    return ok("power", "enough")
