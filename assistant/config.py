"""What a host may set: players, camera, house rules, wiring, voice; read from `config.toml`.

Everything has a default, so no file is needed. A file with mistakes is refused
as a whole, with one line for each mistake: half of a config is worse than none.
"""

from __future__ import annotations

import os
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assistant.checked import CheckedTable
from assistant.pins import MOST_SEATS, Pins, read_pins

NAME = "config.toml"


class ConfigError(ValueError):
    """A config that cannot be used; `problems` has one line for each mistake."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class DataDirError(OSError):
    """The data directory cannot be made or written."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits where at the start, and the chips they buy."""

    seat: int
    name: str
    chips: int


@dataclass(frozen=True, slots=True)
class Voice:
    """Whether prompts are spoken, in which of espeak-ng's languages, and how fast."""

    on: bool = False
    language: str = "en"
    words_per_minute: int = 160


@dataclass(frozen=True, slots=True)
class Config:
    """All settings of a table.

    `house` has, for each game named, what differs from its defaults (unchecked:
    the game does that). `gpio`: "auto" uses buttons where there are any, "on"
    says so when there are none, "off" leaves the pins alone.
    """

    game: str = "lucky-sevens"
    house: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    players: tuple[Player, ...] = tuple(Player(seat, f"Player {seat}", 100) for seat in range(1, 5))
    button: int = 1
    camera: str = "auto"
    deck: str = "auto"
    keep_photos: bool = False
    gpio: str = "auto"
    pins: Pins = field(default_factory=Pins)
    voice: Voice = field(default_factory=Voice)


def load(path: Path) -> Config:
    """The config in `path`, or the defaults if there is no such file. Raises ConfigError."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Config()
    except UnicodeDecodeError as error:
        raise ConfigError((f"{path}: is not a text file (UTF-8)",)) from error
    except OSError as error:
        raise ConfigError((f"{path}: cannot be read: {(error.strerror or str(error)).lower()}",)) from error
    return parse(text, str(path))


def parse(text: str, where: str = NAME) -> Config:
    """A config from its text; `where` begins each line of a ConfigError.

    >>> parse('keep_photos = "yes"')
    Traceback (most recent call last):
    assistant.config.ConfigError: config.toml: keep_photos: must be true or false, not "yes"
    """
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError((f"{where}: {error}",)) from error
    problems: list[str] = []
    top = CheckedTable(raw, problems)
    default = Config()
    players = _players(top, default.players)
    seats = {player.seat for player in players}
    button = top.whole("button", min(seats, default=1), 1, MOST_SEATS)
    if seats and button not in seats:
        top.note("button", f"nobody sits at seat {button}")
    config = Config(
        game=top.text("game", default.game),
        house=_house(top.table("house")),
        players=players,
        button=button,
        camera=top.text("camera", default.camera),
        deck=top.text("deck", default.deck),
        keep_photos=top.flag("keep_photos", default.keep_photos),
        gpio=top.choice("gpio", default.gpio, ("auto", "on", "off")),
        pins=read_pins(top.table("pins"), seats),
        voice=_voice(top.table("voice")),
    )
    top.done()
    if problems:
        raise ConfigError(tuple(f"{where}: {problem}" for problem in problems))
    return config


def data_dir(given: Path | None = None, env: Mapping[str, str] = os.environ) -> Path:
    """Where journals and learned decks live: `given`, else XDG's place for data; made if missing.

    Raises DataDirError if it cannot be made or written, in one line that says what to do.
    """
    if given is None:
        xdg = env.get("XDG_DATA_HOME", "")  # the XDG rules: a relative path there is to be ignored
        base = Path(xdg) if os.path.isabs(xdg) else Path("~/.local/share")
        given = base / "cardspeak"
    try:
        path = given.expanduser().absolute()
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=path) as probe:
            probe.write(b"x")
            probe.flush()  # a full disk shows only now
    except (OSError, RuntimeError) as error:  # RuntimeError: there is no home directory
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise DataDirError(f"{given}: no data can be kept there ({reason}): name another with --data") from error
    return path


def _players(top: CheckedTable, default: tuple[Player, ...]) -> tuple[Player, ...]:
    tables = top.tables("seats")
    if tables is None:
        return default
    players: dict[int, Player] = {}
    for i, table in enumerate(tables, 1):
        seat = table.whole("seat", min(i, MOST_SEATS), 1, MOST_SEATS)
        if seat in players:
            table.note("seat", f"{players[seat].name} sits at {seat} already")
        players[seat] = Player(seat, table.text("name", f"Player {seat}"), table.whole("chips", 100, 1, 1_000_000_000))
    if len(tables) < 2:
        top.wrong("seats", f"2 to {MOST_SEATS} players", len(tables))
    return tuple(player for _, player in sorted(players.items()))


def _house(table: CheckedTable) -> dict[str, dict[str, Any]]:
    return {game: table.table(game).rest() for game in table.unread()}


def _voice(table: CheckedTable) -> Voice:
    default = Voice()
    return Voice(
        table.flag("on", default.on),
        table.text("language", default.language),
        table.whole("words_per_minute", default.words_per_minute, 80, 400),
    )
