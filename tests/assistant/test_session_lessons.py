"""What the session passes on: lessons between hands, and photos of showdowns only where the host wants them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assistant import events
from assistant.evening import RunArgs, open_evening
from assistant.events import Event
from assistant.prompt import Kind
from assistant.session import Session
from assistant.table import Table
from tests.assistant.test_session import Kept, Said
from vision.lessons import Forget, KeepPhoto, Learn, Lesson, Name, PhotoFailed
from vision.readings import TableReading

SEATS = (events.NewSeat(1, "Ann", 60), events.NewSeat(2, "Bea", 60))
BOARDS = (("Kh", "8d"), ("4c",), ("2d",))
SHOWN = (events.Show(1, ("Ah", "Ac", "7s")), events.Show(2, ("Jh", "9c", "Td")))


class Told(Said):
    """Eyes that remember what they were told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[Any] = []

    def tell(self, command: Any) -> None:
        self.told.append(command)


def opened(*past: Event, **more: Any) -> tuple[Session, Told]:
    table = Table(Kept())
    for event in (events.Open("lucky-sevens", SEATS, 1, {}), *past):
        table.post(event)
    eyes = Told()
    session = Session(table, eyes=eyes, **more)
    session.start()
    return session, eyes


def ask(session: Session, *asked: Event) -> None:
    for event in asked:
        session.ask(event, session.table.version)
        session.tick()
        assert session.shown.refused == ""


def at_the_showdown(**more: Any) -> tuple[Session, Told]:
    """Everybody checks, nobody rolls again."""
    session, eyes = opened(events.Deal(), events.Roll((3, 5)), **more)
    boards = iter(BOARDS)
    while True:
        prompt = session.shown.prompt
        assert prompt is not None
        match prompt.kind:
            case Kind.SHOW:
                return session, eyes
            case Kind.BOARD:
                ask(session, events.Board(next(boards)))
            case Kind.ACT:
                ask(session, events.Check(prompt.seats[0]))
            case _:
                ask(session, events.Pass(prompt.seats[0]))


def test_a_lesson_is_begun_shown_answered_and_ended() -> None:
    session, eyes = opened()
    session.learn("deck")
    session.tick()
    assert session.shown.lesson == Lesson("deck")
    eyes.next = [Lesson("deck", ("Kh",), 1, ("6h", "9h"))]
    session.tick()
    assert session.shown.lesson == Lesson("deck", ("Kh",), 1, ("6h", "9h"))
    session.teach(Name(1, "9h"))
    session.teach(Forget("Kh"))
    session.learn(None)
    session.learn(None)
    eyes.next = [Lesson("deck", ("Kh", "9h"))]  # sent before it heard of the end
    session.tick()
    assert session.shown.lesson is None
    assert eyes.told == [Learn("deck"), Name(1, "9h"), Forget("Kh"), Learn(None)]


def test_a_lesson_ends_when_a_hand_begins_and_none_begins_in_a_hand() -> None:
    session, eyes = opened()
    session.learn("dice")
    ask(session, events.Deal())
    session.learn("deck")
    assert eyes.told == [Learn("dice"), Learn(None)]
    assert session.shown.lesson is None


def test_without_a_camera_there_is_no_lesson() -> None:
    session = Session(Table(Kept()))
    session.learn("deck")
    session.teach(Name(1))
    session.tick()
    assert session.shown.lesson is None


def test_a_photo_is_kept_of_each_showdown_once_and_a_failure_is_said() -> None:
    session, eyes = at_the_showdown(photo=lambda hand: f"/photos/4-{hand}.jpg")
    ask(session, *SHOWN)
    assert eyes.told == [KeepPhoto("/photos/4-1.jpg")]
    eyes.next = [TableReading(1.0), PhotoFailed("no photo could be kept in /photos: disk full")]
    session.tick()
    assert "disk full" in session.shown.note
    ask(session, events.Deal())
    assert len(eyes.told) == 1


def test_no_photo_where_nobody_showed_or_the_host_wants_none() -> None:
    session, eyes = opened(events.Deal(), events.Roll((3, 5)), photo=lambda hand: "never.jpg")
    ask(session, events.Bet(2, 1), events.Fold(1))
    assert session.state is not None
    assert session.state.result is not None
    assert eyes.told == []
    session, eyes = at_the_showdown()
    ask(session, *SHOWN)
    assert eyes.told == []


@pytest.mark.parametrize(("config", "path"), [("", None), ("keep_photos = false\n", None),
                                              ("keep_photos = true\n", "photos/0-3.jpg")])  # fmt: skip
def test_photos_are_off_unless_the_config_says_so(config: str, path: str | None, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(config + 'gpio = "off"\n')
    session = open_evening(RunArgs(camera="none", data=tmp_path))
    try:
        assert (session._photo and session._photo(3)) == (path and str(tmp_path / path))
        assert not (tmp_path / "photos").exists()
    finally:
        session.stop()
