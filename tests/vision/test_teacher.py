"""Lessons in the camera's process: what is ticked off on the drawn table, what is asked, what is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.fakes import Blind, NoDice
from vision.camera import Frame
from vision.camera_loop import keep_photo
from vision.card_reader import CardReader
from vision.deck_learning import DeckLearner
from vision.decks import Deck
from vision.dice_reader import DiceReader
from vision.geometry import calibrate_any, whole_view
from vision.learned_dice import LearnedDice
from vision.lessons import Forget, Learn, Lesson, Name
from vision.load_readers import DICE, deck_path
from vision.readings import CardReading, TableReading, ZoneReading
from vision.simulated.commands import DealBoard, Throw
from vision.simulated.table import SimulatedTable
from vision.teacher import EVERY_S, DeckLesson, Teacher


@pytest.fixture(scope="module")
def cards() -> CardReader:
    return CardReader()


class Class:
    """A table, a teacher and their time."""

    def __init__(self, cards: CardReader, data: Path) -> None:
        self.scene = SimulatedTable(seed=3, seats=2)
        self.teacher = Teacher(cards, DiceReader(), data)
        self.time_s = 0.0
        self.geometry = calibrate_any(self.scene.image(0.0), (self.scene.mat,))

    def look(self, times: int = 2, reading: TableReading | None = None) -> list[Lesson]:
        """Frames go by; what was told of the lesson."""
        told = []
        for _ in range(times):
            self.time_s += EVERY_S + 0.1
            frame = Frame.of(self.scene.image(self.time_s), self.time_s)
            lesson = self.teacher.see(frame, self.geometry, reading)
            if lesson is not None:
                told.append(lesson)
        return told


def test_cards_on_the_board_are_ticked_off_kept_and_read_by(cards: CardReader, tmp_path: Path) -> None:
    one = Class(cards, tmp_path)
    lay = ("Kh", "8d", "2c", "9s")
    one.scene.do(DealBoard(lay))
    one.scene.settle()
    assert one.look() == []  # nobody asked for a lesson
    one.teacher.hear(Learn("deck"))
    told = one.look(3)
    assert told[0].done == (), "one look is not enough"
    done = set(told[-1].done)
    assert len(done) >= 2
    assert done <= set(lay)
    kept = Deck.load(deck_path(tmp_path, "own"))
    assert kept.learned == done
    if told[-1].either:
        one.teacher.hear(Name(told[-1].number))
    gone = sorted(done)[0]
    one.teacher.hear(Forget(gone))
    assert Deck.load(deck_path(tmp_path, "own")).learned == done - {gone}
    one.teacher.hear(Learn(None))
    assert cards._deck.name == "own"
    cards.use(Deck())


CORNERS = ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))


class Unsure:
    """A learner that always sees the same doubtful card, and believes what it is told."""

    def __init__(self, *_: object, deck: Deck | None = None) -> None:
        self.deck = Deck("own")
        self.told: list[str] = []

    def read(self, *_: object, **__: object) -> tuple[CardReading, ...]:
        return (CardReading("6h", 0.6, False, CORNERS, (("9h", 0.3),)),)

    def confirm(self, _image: object, _card: object, code: str) -> bool:
        self.told.append(code)
        return True


@pytest.fixture
def unsure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cards: CardReader) -> DeckLesson:
    monkeypatch.setattr("vision.teacher.DeckLearner", Unsure)
    return DeckLesson(cards, tmp_path / "own.npz")


def frames() -> Iterator[Frame]:
    image = np.full((200, 300, 3), 200, np.uint8)
    for i in range(1, 99):
        yield Frame.of(image, i * (EVERY_S + 0.1))


@pytest.mark.parametrize(("said", "told"), [("9h", ["9h"]), ("", [])])
def test_a_doubtful_card_is_asked_about_once_in_its_place(said: str, told: list[str], unsure: DeckLesson) -> None:
    time = frames()
    unsure.see(next(time), None, None)
    assert unsure.lesson.number == 0
    unsure.see(next(time), None, None)
    asked = unsure.lesson
    assert (asked.number, asked.either) == (1, ("6h", "9h"))
    assert cv2.imdecode(np.frombuffer(asked.pictures[0], np.uint8), cv2.IMREAD_COLOR) is not None
    unsure.name(Name(7, "Kh"))  # an answer to something else
    assert unsure.lesson == asked
    unsure.name(Name(1, said))
    assert unsure._learner.told == told  # type: ignore[attr-defined]
    for _ in range(3):
        unsure.see(next(time), None, None)
    assert unsure.lesson.number == 0


def test_a_throw_is_confirmed_or_corrected_and_kept(cards: CardReader, tmp_path: Path) -> None:
    one = Class(cards, tmp_path)
    one.scene.do(Throw((4, 2)))
    one.scene.settle()
    crop = one.geometry.crop(one.scene.image(0.5), "tray")
    dice = tuple(d for d, _ in one.teacher._dice.faces(crop.image, edge_px=16 * crop.px_per_mm))[:2]
    thrown = TableReading(1.0, (ZoneReading("tray", dice=dice, thrown_at_s=1.0),))
    one.teacher.hear(Learn("dice"))
    told = one.look(2, thrown)
    assert len(told) == 1, "one throw is asked about once"
    assert len(told[0].dice) == len(told[0].pictures) == 2
    one.teacher.hear(Name(told[0].number, dice=(4, 2)))
    assert one.look(2, thrown)[0].done == ("2", "4")
    assert set(LearnedDice.load(tmp_path / DICE).values) == {2, 4}
    one.teacher.hear(Learn(None))
    assert one.teacher._dice.dice.values


def test_what_goes_wrong_ends_the_lesson_in_a_line(cards: CardReader, tmp_path: Path) -> None:
    deck_path(tmp_path, "own").parent.mkdir()
    deck_path(tmp_path, "own").write_bytes(b"no deck")
    one = Class(cards, tmp_path)
    one.teacher.hear(Learn("deck"))
    (lesson,) = one.look(3)
    assert "not a learned deck" in lesson.note
    one.teacher.hear(Learn("deck", anew=True))
    assert one.look(1)[0].note != lesson.note


def test_readers_that_cant_learn_are_left_alone(tmp_path: Path) -> None:
    teacher = Teacher(Blind(), NoDice(), tmp_path)
    for order in (Learn("deck"), Learn("dice"), Name(1, "Kh"), Forget("Kh"), Learn(None)):
        teacher.hear(order)
    assert teacher.see(next(frames()), whole_view((300, 200)), None) is None


def test_a_card_is_learned_only_from_clear_corners(cards: CardReader) -> None:
    learner = DeckLearner(cards, "own")
    grey = np.full((200, 300, 3), 120, np.uint8)
    assert not learner.confirm(grey, CardReading("Kh", 0.5, False, CORNERS), "Kh")
    assert learner.deck.learned == frozenset()
    with pytest.raises(ValueError, match="no card"):
        learner.confirm(grey, CardReading("Kh", 0.5, False, CORNERS), "Kx")


def test_a_photo_is_kept_or_the_reason_said(tmp_path: Path) -> None:
    frame = next(frames())
    assert keep_photo(frame, tmp_path / "photos" / "1-2.jpg") == ""
    kept = cv2.imread(str(tmp_path / "photos" / "1-2.jpg"))
    assert kept is not None
    assert kept.shape == (200, 300, 3)
    (tmp_path / "full").write_text("a file where a folder should be")
    assert "no photo could be kept" in keep_photo(frame, tmp_path / "full" / "1-2.jpg")
