"""Teaching the host's own deck and dice: what is learned so far, and what the machine asks. No Kivy here."""

from __future__ import annotations

from functools import partial

from assistant.cards import card_name, pretty
from assistant.shown import Camera
from ui import look
from ui.actions import Look
from ui.confirm import ConfirmPage
from ui.faces import Face
from ui.layout import Box, Frame
from ui.page import Card, Desk, Die, Item, Page, Picture, Push, Text, content, grid
from ui.pickers import RANKS, SUITS
from vision.lessons import Forget, Lesson, Name, Subject


class LearnPage(Page):
    """Which of the two is to be learned."""

    title = "Learn your own cards and dice"

    def items(self, frame: Frame) -> list[Item]:
        """Two doors, or why they are shut."""
        out = self.head(frame)
        state = self.desk.state
        box = content(frame)
        shut = ""
        if self.desk.session.shown.camera is Camera.OFF:
            shut = "There is no camera to learn with."
        elif state is not None and state.playing:
            shut = "Between hands: the camera is needed for this one."
        if shut:
            out.append(Text(box, shut, 22, look.MUTED, False, "mid", 2))
            return out
        cells = grid(box.inset(60, 60), 1, 2, 20)
        deck = "Your deck\nlay its cards on the board, a few at a time"
        out.append(Push(cells[0], deck, Look.PLAIN, lambda: self._open(DeckLessonPage(self.desk)), 28))
        dice = "Your dice\nthrow them, and say what they show"
        out.append(Push(cells[1], dice, Look.PLAIN, lambda: self._open(DiceLessonPage(self.desk)), 28))
        return out

    def _open(self, page: _LessonPage) -> None:
        self.desk.session.learn(page.what)
        self.desk.open(page)


class _LessonPage(Page):
    """A lesson goes on while its page is open; it closes when the game goes on."""

    passing = True
    what: Subject
    anew_asked = ""

    def lesson(self) -> Lesson:
        """How far it is."""
        found = self.desk.session.shown.lesson
        return found if found is not None and found.what == self.what else Lesson(self.what)

    def top(self, frame: Frame) -> list[Item]:
        """The title, and ways to begin again and to end."""
        end = Push(Box(frame.w - 14 - 90, 8, 90, 46), "Done", Look.USUAL, self._end, 19)
        anew = Push(Box(end.box.x - 8 - 90, 8, 90, 46), "Anew", Look.QUIET, self._anew, 19)
        return [end, anew, Text(Box(14, 8, anew.box.x - 22, 46), self.title, 25, look.INK, True)]

    def note(self, box: Box, lesson: Lesson) -> Text:
        """What the host should do, or what is wrong with the camera."""
        shown = self.desk.session.shown
        if shown.camera is Camera.TROUBLED:
            return Text(box, shown.note or "The camera has trouble.", 20, look.AMBER, lines=2)
        return Text(box, lesson.note or "The camera is looking.", 20, look.MUTED, lines=2)

    def _end(self) -> None:
        self.desk.session.learn(None)
        self.desk.back()

    def _anew(self) -> None:
        def begin() -> None:
            self.desk.session.learn(self.what, anew=True)
            self.desk.refresh()

        detail = "What was learned before is forgotten."
        self.desk.open(ConfirmPage(self.desk, self.anew_asked, detail, "Begin anew", begin))


class DeckLessonPage(_LessonPage):
    """Four rows of thirteen ticks, what to show next, and the question about a doubtful card."""

    title = "Learn a deck"
    what: Subject = "deck"
    anew_asked = "Learn the deck from the beginning?"

    def items(self, frame: Frame) -> list[Item]:
        """Everything; cards not yet learned are dim, and a wrong tick is taken back by a touch."""
        lesson = self.lesson()
        out = self.top(frame)
        area = Box(10, 62, frame.w - 20, frame.h - 62 - 92)
        for i, cell in enumerate(grid(area, 13, 4, 5)):
            card = RANKS[i % 13] + SUITS[i // 13]
            known = card in lesson.done
            out.append(Card(cell, Face(card, dim=not known), partial(self._forget, card) if known else None))
        row = Box(14, frame.h - 82, frame.w - 28, 70)
        if lesson.either:
            return out + self._question(row, lesson)
        count = f"{len(lesson.done)} of 52"
        out.append(Text(Box(row.x, row.y, 130, row.h), count, 26, look.GOLD, True))
        if len(lesson.done) == 52:
            words = "The deck is learned, and is read best from now on."
            out.append(Text(Box(row.x + 140, row.y, row.w - 140, row.h), words, 21, look.GREEN, lines=2))
        else:
            out.append(self.note(Box(row.x + 140, row.y, row.w - 140, row.h), lesson))
        return out

    def _question(self, row: Box, lesson: Lesson) -> list[Item]:
        out: list[Item] = []
        x = row.x
        if lesson.pictures:
            out.append(Picture(Box(x, row.y - 2, 74, 74), lesson.pictures[0]))
            x += 84
        out.append(Text(Box(x, row.y, 120, row.h), "Which card is this?", 20, look.INK, True, lines=2))
        x += 128
        cells = grid(Box(x, row.y + 3, row.right - x, 64), len(lesson.either) + 1, 1)
        for cell, card in zip(cells, lesson.either, strict=False):
            label = f"{pretty(card)}\n{card_name(card)}"
            out.append(Push(cell, label, Look.USUAL, partial(self._name, lesson.number, card), 23))
        out.append(Push(cells[-1], "Neither\nskip it", Look.QUIET, partial(self._name, lesson.number, ""), 21))
        return out

    def _name(self, number: int, card: str) -> None:
        self.desk.session.teach(Name(number, card))

    def _forget(self, card: str) -> None:
        def forget() -> None:
            self.desk.session.teach(Forget(card))

        title, detail = f"Was the {card_name(card)} learned wrongly?", "Show it again afterwards."
        self.desk.open(ConfirmPage(self.desk, title, detail, "Forget it", forget))


class DiceLessonPage(_LessonPage):
    """Each die's picture beside the six values, the one read lit; and which values were learned."""

    title = "Learn dice"
    what: Subject = "dice"
    anew_asked = "Learn the dice from the beginning?"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._number = 0
        self.chosen: list[int] = []

    def items(self, frame: Frame) -> list[Item]:
        """Everything."""
        lesson = self.lesson()
        if lesson.number != self._number:
            self._number, self.chosen = lesson.number, list(lesson.dice)
        out = self.top(frame)
        box = content(frame)
        if lesson.dice:
            out += self._question(box, lesson)
        else:
            out.append(self.note(Box(box.x, box.y + 60, box.w, 120), lesson))
        y = box.y + 226
        out.append(Text(Box(box.x, y, 110, 52), "Learned", 21, look.MUTED))
        for i in range(6):
            known = str(i + 1) in lesson.done
            if known:
                out.append(Die(Box(box.x + 120 + i * 66, y, 52, 52), i + 1))
            else:
                out.append(Text(Box(box.x + 120 + i * 66, y, 52, 52), str(i + 1), 28, look.MUTED, False, "mid"))
        if len(lesson.done) == 6:
            words = "every value was seen; more throws help still"
            out.append(Text(Box(box.x + 524, y, box.w - 524, 52), words, 18, look.GREEN, lines=2))
        return out

    def _question(self, box: Box, lesson: Lesson) -> list[Item]:
        out: list[Item] = []
        size, gap = 88.0, 16.0
        for row in range(len(lesson.dice)):
            y = box.y + 4 + row * (size + gap)
            if row < len(lesson.pictures):
                out.append(Picture(Box(box.x, y, size, size), lesson.pictures[row]))
            for i in range(6):
                cell = Box(box.x + 120 + i * (size + gap), y, size, size)
                out.append(Die(cell, i + 1, partial(self._pick, row, i + 1), self.chosen[row] == i + 1))
        low = Box(box.x, box.bottom - 76, box.w, 70)
        said = " and ".join(map(str, self.chosen))
        out.append(Push(Box(low.x + 120, low.y, 300, 70), f"They show {said}", Look.USUAL, self._take, 24))
        out.append(Push(Box(low.x + 440, low.y, 200, 70), "Throw again", Look.QUIET, self._skip, 21))
        return out

    def _pick(self, row: int, pips: int) -> None:
        self.chosen[row] = pips
        self.desk.refresh()

    def _take(self) -> None:
        self.desk.session.teach(Name(self._number, dice=tuple(self.chosen)))

    def _skip(self) -> None:
        self.desk.session.teach(Name(self._number))


__all__ = ["DeckLessonPage", "DiceLessonPage", "LearnPage"]
