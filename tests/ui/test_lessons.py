"""Teaching a deck and dice by touch."""

from __future__ import annotations

import pytest

from assistant.shown import Camera
from tests.ui.desk import FRAME, PlainDesk
from ui.lessons import DeckLessonPage, DiceLessonPage, LearnPage
from ui.menu import MenuPage
from ui.page import Card, Die, Picture
from ui.rehearsal import Rehearsal
from ui.scenes import SCENES
from vision.lessons import Forget, Lesson, Name


def opened(scene: str, *pushes: str) -> PlainDesk:
    desk = PlainDesk(SCENES[scene]())
    desk.open(MenuPage(desk))
    desk.push(*pushes)
    return desk


def test_the_ticks_are_those_of_the_lesson_and_the_question_has_two_buttons() -> None:
    desk = PlainDesk(SCENES["deck_lesson"]())
    desk.open(DeckLessonPage(desk))
    faces = {i.face.card: i.face.dim for i in desk.items() if isinstance(i, Card)}
    assert len(faces) == 52
    assert {card for card, dim in faces.items() if not dim} == set(desk.session.lesson.done)  # type: ignore[union-attr]
    desk.push("9♥")
    desk.push("Neither")
    assert desk.session.taught == [Name(1, "9h"), Name(1, "")]


def test_a_wrong_tick_is_taken_back_after_a_question() -> None:
    desk = PlainDesk(SCENES["deck_lesson"]())
    desk.open(DeckLessonPage(desk))
    desk.card("Kh")
    assert desk.session.taught == []
    desk.push("Forget it")
    assert desk.session.taught == [Forget("Kh")]


@pytest.mark.parametrize(("door", "what"), [("Your deck", "deck"), ("Your dice", "dice")])
def test_a_lesson_begins_with_its_page_and_ends_with_it(door: str, what: str) -> None:
    desk = opened("new_table", "Learn", door)
    assert desk.session.lesson == Lesson(what)  # type: ignore[arg-type]
    desk.session.lesson = Lesson(what, ("1",), note="lay it flat")  # type: ignore[arg-type]
    assert "lay it flat" in desk.labels()
    desk.push("Anew", "Begin anew")
    assert desk.session.lesson == Lesson(what)  # type: ignore[arg-type]
    desk.push("Done")
    assert desk.session.lesson is None
    assert isinstance(desk.pages[-1], LearnPage)


def test_a_deck_that_is_whole_is_said() -> None:
    desk = PlainDesk(Rehearsal())
    desk.session.lesson = Lesson("deck", tuple(r + s for r in "23456789TJQKA" for s in "cdhs"))
    desk.open(DeckLessonPage(desk))
    assert "52 of 52" in desk.labels()


def test_dice_are_confirmed_or_corrected() -> None:
    desk = PlainDesk(SCENES["dice_lesson"]())
    desk.session.lesson = Lesson("dice", ("1",), 4, dice=(5, 3), pictures=(b"a", b"b"))
    desk.open(DiceLessonPage(desk))
    assert [i.pips for i in desk.items() if isinstance(i, Die) and i.lit] == [5, 3]
    assert sum(isinstance(i, Picture) for i in desk.items()) == 2
    desk.push("They show 5 and 3")
    desk.dice(5, 4)
    desk.push("They show 5 and 4", "Throw again")
    assert desk.session.taught == [Name(4, dice=(5, 3)), Name(4, dice=(5, 4)), Name(4)]
    desk.session.lesson = Lesson("dice", ("1",), 5, dice=(6, 6))
    assert [i.pips for i in desk.items() if isinstance(i, Die) and i.lit] == [6, 6]


def test_no_lesson_while_a_hand_is_played_or_without_a_camera() -> None:
    desk = PlainDesk(SCENES["table_four"]())
    desk.open(MenuPage(desk))
    desk.push("Learn")
    assert isinstance(desk.pages[-1], MenuPage)
    desk = PlainDesk(SCENES["new_table"]())
    desk.session.camera = Camera.OFF
    desk.open(LearnPage(desk))
    assert not any(label.startswith("Your") for label in desk.labels())


@pytest.mark.parametrize("scene", ["deck_lesson", "dice_lesson"])
def test_everything_is_in_the_window(scene: str) -> None:
    desk = PlainDesk(SCENES[scene]())
    for page in (DeckLessonPage(desk), DiceLessonPage(desk)):
        for item in page.items(FRAME):
            assert item.box.x >= 0
            assert item.box.right <= FRAME.w
            assert item.box.bottom <= FRAME.h
