"""The one thread that posts: touches, buttons, questions, and what happens when something fails."""

from __future__ import annotations

from typing import Any

from assistant import events
from assistant.events import Event
from assistant.gpio import Press
from assistant.session import Session
from assistant.shown import Camera
from assistant.table import Table
from tests.assistant.fake_eyes import Kept, card, dice, zone
from vision.readings import Expectation, TableReading


class Said:
    """Eyes that say what they are given."""

    def __init__(self) -> None:
        self.next: list[Any] = []
        self.expected: list[Expectation] = []

    def start(self) -> None: ...
    def stop(self) -> None: ...
    def tell(self, command: Any) -> None: ...

    def expect(self, expectation: Expectation) -> None:
        self.expected.append(expectation)

    def poll(self) -> list[Any]:
        out, self.next = self.next, []
        return out


def opened(*past: Event, eyes: Said | None = None) -> tuple[Session, Kept]:
    kept = Kept()
    table = Table(kept)
    seats = (events.NewSeat(1, "Ann", 60), events.NewSeat(2, "Bea", 60), events.NewSeat(3, "Carl", 60))
    for event in (events.Open("lucky-sevens", seats, 1, {}), *past):
        table.post(event)
    session = Session(table, eyes=eyes)
    session.start()
    return session, kept


IN_ROUND_1 = (events.Deal(), events.Roll((3, 5)))


def test_a_doubled_touch_bets_once() -> None:
    session, kept = opened(*IN_ROUND_1)
    shown = session.shown
    assert shown.prompt is not None
    bet = next(c for c in shown.prompt.choices if c.label == "Bet 1")
    session.touch(bet, shown.version)
    session.touch(bet, shown.version)
    assert session.tick()
    assert kept[3:] == [events.Bet(2, 1)]
    assert not session.tick()


def test_a_button_means_what_the_prompt_says_and_only_for_who_is_asked() -> None:
    session, kept = opened(*IN_ROUND_1)
    session.press(Press(3, "green", 10.0))
    session.tick()
    assert kept[3:] == []
    session.press(Press(2, "yellow", 11.0))
    session.press(Press(3, "red", 12.0))
    session.tick()
    assert kept[3:] == [events.Bet(2, 1), events.Fold(3)]


def test_a_second_press_at_once_is_the_same_press() -> None:
    session, kept = opened(*IN_ROUND_1)
    for seat in (2, 3):
        session.press(Press(seat, "green", 10.0))
    session.press(Press(1, "green", 10.0))
    session.press(Press(1, "green", 10.2))
    session.tick()
    assert kept[3:] == [events.Check(2), events.Check(3), events.Check(1)]


def test_the_dealers_box_deals_and_takes_back() -> None:
    session, kept = opened()
    session.press(Press(0, "deal", 1.0))
    session.press(Press(0, "undo", 2.0))
    session.tick()
    assert kept[1:] == [events.Deal(), events.Undo()]
    assert session.state is not None
    assert session.state.hand == 0


def test_a_refusal_is_said_and_changes_nothing() -> None:
    session, kept = opened(*IN_ROUND_1)
    before = session.state
    session.ask(events.Leave(2), session.shown.version)
    session.tick()
    assert session.shown.refused == "Not while a hand is being played"
    assert session.state is before
    assert len(kept) == 3


def test_an_event_that_could_not_be_kept_did_not_happen() -> None:
    session, kept = opened(*IN_ROUND_1)
    kept.full = True
    session.ask(events.Check(2), session.shown.version)
    session.tick()
    assert session.shown.refused == "The disk is full: make room and try again"
    assert session.state is not None
    assert session.state.turn == 2
    kept.full = False
    session.ask(events.Check(2), session.shown.version)
    session.tick()
    assert session.state.turn == 3


def test_the_camera_reads_and_the_table_goes_on() -> None:
    eyes = Said()
    session, kept = opened(events.Deal(), eyes=eyes)
    assert eyes.expected[-1].dice_due
    assert session.shown.camera is Camera.TROUBLED  # until it has sent something
    eyes.next = [TableReading(1.0, (dice(3, 5, 1.0),))]
    session.tick()
    assert kept[2:] == [events.Roll((3, 5))]
    assert session.shown.camera is Camera.WELL
    assert not eyes.expected[-1].dice_due


def test_a_camera_in_trouble_is_said_and_the_night_goes_on_by_touch() -> None:
    eyes = Said()
    session, kept = opened(events.Deal(), eyes=eyes)
    eyes.next = [TableReading(1.0, healthy=False, note="the camera gives no picture: is its cable in?")]
    session.tick()
    assert session.shown.camera is Camera.TROUBLED
    assert session.shown.note == "the camera gives no picture: is its cable in?"
    session.ask(events.Roll((2, 6)), session.shown.version)
    session.tick()
    assert kept[2:] == [events.Roll((2, 6))]


def test_a_question_is_asked_answered_and_put_aside() -> None:
    eyes = Said()
    due = (*IN_ROUND_1, events.Check(2), events.Check(3), events.Check(1))
    session, kept = opened(*due, eyes=eyes)
    seen = TableReading(1.0, (zone("board", card("6h", sure=False, other="9h"), card("8d", 100)),))
    eyes.next = [seen]
    session.tick()
    question = session.shown.question
    assert question is not None
    session.put_aside()
    eyes.next = [seen]
    session.tick()
    assert session.shown.question is None  # not again for the same card
    session.look_again()
    session.tick()
    question = session.shown.question
    assert question is not None
    session.touch(question.choices[1], session.shown.version)
    session.tick()
    assert kept[6:] == [events.Board(("9h", "8d"))]
    assert session.shown.question is None


def test_dice_out_of_turn_book_nothing_by_themselves() -> None:
    eyes = Said()
    session, kept = opened(*IN_ROUND_1, eyes=eyes)
    eyes.next = [TableReading(1.0, (dice(6, 2, 7.0),))]
    session.tick()
    question = session.shown.question
    assert question is not None
    assert len(kept) == 3
    session.touch(question.choices[0], session.shown.version)
    eyes.next = [TableReading(2.0, (dice(6, 2, 7.0),))]
    session.tick()
    session.tick()
    assert session.shown.question is None
    assert len(kept) == 3
