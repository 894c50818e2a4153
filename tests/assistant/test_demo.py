"""Whole nights by the demo's players through session, buttons and spotter; only the camera is left out."""

from __future__ import annotations

import pytest

from assistant import events
from assistant.config import Config
from assistant.demo import Demo
from assistant.events import Event
from assistant.fold import Night
from assistant.gpio import Buttons, MockHands, mock_factory
from assistant.session import Session
from assistant.shown import Camera
from assistant.table import Table
from tests.assistant.fake_eyes import FakeEyes, Kept, card


def play(game: str, players: int, hands: int, seed: int, misread: bool = False) -> tuple[Session, Demo, Kept]:
    record = Kept()
    table = Table(record)
    seats = tuple(events.NewSeat(i + 1, f"P{i + 1}", 60) for i in range(players))
    table.post(events.Open(game, seats, 1, {}))
    eyes = FakeEyes()
    if misread:
        eyes.misread = {c: card(c, sure=False, other="As") for c in ("Kh", "6d", "9c", "Td", "2s", "7h", "Qc")}
    now = [0.0]
    waiting: list[Session] = []
    pins = Config().pins.only(range(1, players + 1))
    buttons = Buttons(pins, lambda p: waiting[0].press(p), factory=mock_factory(), clock=lambda: now[0])

    def sleep(s: float) -> None:
        now[0] += s

    fingers = MockHands(buttons, clock=lambda: now[0], sleep=sleep)
    demo = Demo(eyes.tell, fingers.press, seed=seed, hands=hands)
    session = Session(table, eyes=eyes, script=demo, closing=buttons.close)
    waiting.append(session)
    session.start()
    for _ in range(40_000):
        now[0] += 0.7
        session.tick(now[0])
        if session.finished:
            break
    session.stop()
    return session, demo, record


@pytest.mark.parametrize("game", ["lucky-sevens", "shifting-sands", "roll-your-own"])
@pytest.mark.parametrize("misread", [False, True])
def test_what_was_done_is_what_was_recorded(game: str, misread: bool) -> None:
    session, demo, record = play(game, 4, hands=6, seed=3, misread=misread)
    assert session.finished
    assert session.state is not None
    assert session.state.hand == 6
    assert demo.by_hand == []
    assert bool(demo.questions) == misread
    assert _same(record[1:], demo.truth)
    # The truth by itself comes to the same money.
    assert Night([record[0], *_in_order(record[1:], demo.truth)]).state == session.state


def test_the_camera_is_well_once_it_reads() -> None:
    session, _, _ = play("lucky-sevens", 2, hands=1, seed=1)
    assert session.shown.camera is Camera.WELL
    assert session.shown.refused == ""


def _key(event: Event) -> str:
    """Dice have no order, and cards laid together none either."""
    match event:
        case events.Roll(dice):
            return f"roll {sorted(dice)}"
        case events.Show(seat, cards):
            return f"show {seat} {sorted(cards)}"
        case events.Board(cards):
            return f"board {sorted(cards)}"
    return str(event)


def _same(recorded: list[Event], truth: list[Event]) -> bool:
    return sorted(map(_key, recorded)) == sorted(map(_key, truth))


def _in_order(recorded: list[Event], truth: list[Event]) -> list[Event]:
    """The truth in the order of the record: players turn their cards at the same moment."""
    left = {_key(e): e for e in truth}
    return [
        recorded[i] if isinstance(e, events.Roll | events.Board | events.Show) else left[_key(e)]
        for i, e in enumerate(recorded)
    ]
