"""Puts an evening together: config, journal, buttons, lamps, voice, eyes, and the demo."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assistant import events, journal
from assistant.announce import announcer
from assistant.config import NAME, Config, data_dir, load
from assistant.demo import Demo
from assistant.eyes import Eyes, open_eyes
from assistant.gpio import Buttons, Lamps, MockHands, NoGpio, mock_factory
from assistant.session import Session
from assistant.table import Table

PHOTOS = "photos"  # of showdowns, where the config says keep_photos
DEMO_NAMES = ("Ann", "Bea", "Carl", "Dora", "Eli", "Flo", "Gus", "Hal")
DEMO_CHIPS = 100


@dataclass(frozen=True, slots=True)
class RunArgs:
    """What `cardspeak run` was asked for. `data` None: the usual place, or a passing one for a demo.

    `hands` ends the demo after so many hands, None when the game is over; `game` is the demo's.
    """

    camera: str | None = None
    data: Path | None = None
    demo: bool = False
    snapshots: Path | None = None
    seed: int = 1
    hands: int | None = None
    players: int = 4
    pace: float = 1.0
    game: str = "lucky-sevens"


def open_evening(args: RunArgs) -> Session:
    """The session for these arguments, not yet started: the last night where it stopped, or a new one.

    Raises ConfigError, DataDirError or JournalError, each one line.
    """
    passing = tempfile.TemporaryDirectory(prefix="cardspeak-demo-") if args.demo and args.data is None else None
    data = Path(passing.name) if passing else data_dir(args.data)
    config = load(data / NAME)
    record = journal.Journal.open(data / journal.NAME)
    try:
        night = journal.fold_night(record)
        table = Table(record, night)
        if table.state is not None and table.state.closed:
            table.begin_again()
        if args.demo and table.state is None:
            table.post(_demo_opens(args))
    except BaseException:
        record.close()
        raise

    def closing() -> None:
        record.close()
        if passing:
            passing.cleanup()

    if args.demo:
        return _demo(args, table, closing)
    return _real(args, config, data, table, closing, record)


def _demo_opens(args: RunArgs) -> events.Open:
    seats = tuple(events.NewSeat(i + 1, DEMO_NAMES[i], DEMO_CHIPS) for i in range(args.players))
    return events.Open(args.game, seats, 1, {})


def _demo(args: RunArgs, table: Table, closing: Any) -> Session:
    assert table.state is not None
    players = len(table.state.seats)
    eyes = open_eyes("simulated", seats=players, seed=args.seed, pace=args.pace)
    waiting: list[Session] = []
    pins = Config().pins.only([s.seat for s in table.state.seats])
    buttons = Buttons(pins, lambda press: waiting[0].press(press), factory=mock_factory())
    fingers = MockHands(buttons)
    # The demo goes on from where a killed one stopped, with other luck.
    seed = args.seed + table.version
    script = Demo(eyes.tell, fingers.press, seed=seed, hands=args.hands, pace=args.pace)
    return _with_buttons(table, eyes, buttons, None, waiting, closing, script=script)


def _real(
    args: RunArgs, config: Config, data: Path, table: Table, closing: Any, record: journal.Journal
) -> Session:
    which = args.camera or config.camera
    eyes = None if which == "none" else open_eyes(which, data_dir=data, deck=config.deck)
    waiting: list[Session] = []
    buttons: Buttons | None = None
    lamps: Lamps | None = None
    note = ""
    if config.gpio != "off":
        try:
            buttons = Buttons(config.pins, lambda press: waiting[0].press(press))
            lamps = Lamps(config.pins)
        except NoGpio as e:
            # A laptop has no pins, and nothing is wrong with that unless the host asked for them.
            note = str(e) if config.gpio == "on" else ""
    voice = announcer(config.voice)
    more = {"voice": voice, "note": note, "suggested": _suggested(config, table)}
    if config.keep_photos:
        more["photo"] = lambda hand: str(data / PHOTOS / f"{record.night or 0}-{hand}.jpg")
    return _with_buttons(table, eyes, buttons, lamps, waiting, closing, **more)


def _suggested(config: Config, table: Table) -> events.Open:
    """The table that the config describes; a side pot left by the night before comes along."""
    seats = tuple(events.NewSeat(p.seat, p.name, p.chips) for p in config.players)
    left = table.last_side_pot or None
    return events.Open(config.game, seats, config.button, dict(config.house.get(config.game, {})), left)


def _with_buttons(
    table: Table,
    eyes: Eyes | None,
    buttons: Buttons | None,
    lamps: Lamps | None,
    waiting: list[Session],
    closing: Any,
    **more: Any,
) -> Session:
    def close() -> None:
        if buttons is not None:
            buttons.close()
        closing()

    session = Session(table, eyes=eyes, lamps=lamps, closing=close, **more)
    waiting.append(session)
    return session
