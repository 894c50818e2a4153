"""Learns the host's deck or dice in the camera's process, from what lies still before the camera.

Nothing is taken from one look: a card must be read twice in its place, dice must have come to rest.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.camera import Frame
from vision.card_reader import CardReader
from vision.card_zones import card_length_px
from vision.deck_learning import DeckLearner, picture_of
from vision.decks import LETTERS, Deck
from vision.dice_reader import DiceReader
from vision.geometry import Geometry, Image
from vision.learned_dice import LearnedDice
from vision.lessons import Forget, Learn, Lesson, Name, Subject
from vision.load_readers import DICE, deck_path
from vision.readings import CardReading, TableReading
from vision.steady import DIE_MM

OWN_DECK = "own"
EVERY_S = 0.6
_SAME_PLACE = 0.06  # of a card's length
_SHOW_CARDS = "Lay cards on the board, flat and apart."
_NOT_CLEAR = "{} is not clear enough: lay it flat, without glare."
_THROW = "Throw two dice into the tray and let them lie."


class DeckLesson:
    """The host's deck, laid on the board a few cards at a time."""

    def __init__(self, reader: CardReader, path: Path, letters: str = "english", *, anew: bool = False) -> None:
        self._path, self._live = path, reader
        before = Deck.load(path) if path.exists() and not anew else None
        letters = before.letters if before is not None else letters
        self._learner = DeckLearner(CardReader(Deck(letters=letters)), path.stem, letters, deck=before)
        self._before: tuple[CardReading, ...] = ()
        self._asked: tuple[Image, CardReading] | None = None
        self._aside: list[CardReading] = []
        self._number = 0
        self._due_s = -1e9
        self.lesson = Lesson("deck", self._done(), note=_SHOW_CARDS)

    def see(self, frame: Frame, geometry: Geometry | None, reading: TableReading | None) -> None:
        """Learn from a frame, if it is time."""
        if frame.time_s - self._due_s < EVERY_S or self._asked is not None:
            return
        self._due_s = frame.time_s
        image, length = frame.bgr, None
        if geometry is not None and geometry.mat.markers_xy_mm:
            crop = geometry.crop(frame.bgr, "board")
            image, length = crop.image, card_length_px(crop.px_per_mm)
        seen = self._learner.read(image, card_length_px=length)
        still = [card for card in seen if _among(card, self._before)]
        self._before = seen
        self._aside = [card for card in self._aside if _among(card, seen)]
        note = _SHOW_CARDS
        for card in still:
            if card.card in self._learner.deck.learned and card.sure:
                continue
            if card.sure:
                if not self._learner.confirm(image, card, card.card):
                    note = _NOT_CLEAR.format(card.card)
            elif not _among(card, self._aside) and self._asked is None:
                self._ask(image, card)
        self._tell(note)

    def _ask(self, image: Image, card: CardReading) -> None:
        likely = [c for c in (card.card, *(c for c, _ in card.alternatives)) if c not in self._learner.deck.learned][:2]
        if not likely:
            return
        self._asked, self._number = (image, card), self._number + 1
        shown = (picture_of(image, card),)
        self.lesson = replace(self.lesson, number=self._number, either=tuple(likely), pictures=shown)

    def name(self, said: Name) -> None:
        """The host's answer."""
        if self._asked is None or said.number != self._number:
            return
        image, card = self._asked
        self._asked = None
        note = _SHOW_CARDS
        if said.card and not self._learner.confirm(image, card, said.card):
            note = _NOT_CLEAR.format(said.card)
        self._aside.append(card)
        self._tell(note)

    def forget(self, code: str) -> None:
        """Take a tick back."""
        self._learner.forget(code)
        self._tell(_SHOW_CARDS)

    def end(self) -> None:
        """Read with the deck from now on."""
        if self._learner.deck.learned:
            self._live.use(self._learner.deck)

    def _done(self) -> tuple[str, ...]:
        return tuple(sorted(self._learner.deck.learned))

    def _tell(self, note: str) -> None:
        done = self._done()
        if done != self.lesson.done:
            self._learner.deck.save(self._path)
        if self._asked is None:
            self.lesson = Lesson("deck", done, note="" if len(done) == 52 else note)
        else:
            self.lesson = replace(self.lesson, done=done)


class DiceLesson:
    """The host's dice, thrown into the tray and confirmed."""

    def __init__(self, reader: DiceReader, path: Path, *, anew: bool) -> None:
        self._path, self._live = path, reader
        self._learned = LearnedDice.load(path) if path.exists() and not anew else LearnedDice()
        self._faces: list[tuple[Image, float]] = []
        self._thrown: object = None
        self._number = 0
        self.lesson = Lesson("dice", self._done(), note=_THROW)

    def see(self, frame: Frame, geometry: Geometry | None, reading: TableReading | None) -> None:
        """Look at the dice once for each throw."""
        tray = reading.zone("tray") if reading is not None else None
        if tray is None or geometry is None or reading is None or "tray" in reading.moving or not tray.dice:
            return
        places = tuple(sorted((round(d.centre_xy_px[0] / 6), round(d.centre_xy_px[1] / 6)) for d in tray.dice))
        thrown = tray.thrown_at_s, places if tray.thrown_at_s is None else None
        if thrown == self._thrown:
            return
        self._thrown = thrown
        crop = geometry.crop(frame.bgr, "tray")
        edge = DIE_MM * crop.px_per_mm if geometry.mat.markers_xy_mm else None
        found = sorted(self._live.faces(crop.image, edge_px=edge), key=lambda f: -f[0].confidence)[:2]
        found.sort(key=lambda f: f[0].centre_xy_px)
        if len(found) != 2:
            self._faces = []
            self.lesson = Lesson("dice", self._done(), note="Both dice must be seen: throw again.")
            return
        mm = 1 / crop.px_per_mm if edge is not None else float("nan")
        self._faces = [(face, die.edge_px * mm) for die, face in found]
        self._number += 1
        self.lesson = Lesson("dice", self._done(), self._number, dice=tuple(die.pips for die, _ in found),
                             pictures=tuple(_jpeg(face) for face, _ in self._faces))

    def name(self, said: Name) -> None:
        """The host's answer."""
        if said.number != self._number or not self._faces:
            return
        if len(said.dice) == len(self._faces):
            for (face, edge_mm), pips in zip(self._faces, said.dice, strict=True):
                self._learned.learn(face, pips, edge_mm)
            save = self._path.with_suffix(".new.npz")
            self._learned.save(save)
            os.replace(save, self._path)
        self._faces = []
        self.lesson = Lesson("dice", self._done(), note=_THROW)

    def forget(self, code: str) -> None:
        """Dice are forgotten all at once, with `Learn(anew=True)`."""

    def end(self) -> None:
        """Read with these dice from now on."""
        if self._learned.values:
            self._live.dice = self._learned

    def _done(self) -> tuple[str, ...]:
        return tuple(sorted({str(v) for v in self._learned.values}))


class Teacher:
    """At most one lesson at a time; what goes wrong in it is said there and ends it."""

    def __init__(self, cards: Any, dice: Any, data_dir: Path | None, deck: str | None = None) -> None:
        self._cards, self._dice, self._data = cards, dice, data_dir
        plain = deck in (None, "auto", *LETTERS)
        self._name = OWN_DECK if deck is None or plain else deck
        self._letters = deck if deck in LETTERS and deck is not None else "english"
        self._now: DeckLesson | DiceLesson | None = None
        self._told: Lesson | None = None
        self._problem: Lesson | None = None
        self._subject: Subject = "deck"

    def hear(self, order: Learn | Name | Forget) -> None:
        """Do what the screen asks for."""
        try:
            self._do(order)
        except (OSError, ValueError) as error:
            self._stop(error)

    def _do(self, order: Learn | Name | Forget) -> None:
        if isinstance(order, Learn):
            if self._now is not None:
                self._now.end()
            self._now = self._told = self._problem = None
            if order.what is not None:
                self._subject = order.what
                self._begin(order)
        elif self._now is not None:
            if isinstance(order, Name):
                self._now.name(order)
            else:
                self._now.forget(order.card)

    def _begin(self, order: Learn) -> None:
        if self._data is None or order.what is None:
            raise ValueError("nothing can be learned here: no data is kept")
        if order.what == "deck" and isinstance(self._cards, CardReader):
            self._now = DeckLesson(self._cards, deck_path(self._data, self._name), self._letters, anew=order.anew)
        elif order.what == "dice" and isinstance(self._dice, DiceReader):
            self._now = DiceLesson(self._dice, self._data / DICE, anew=order.anew)

    def _stop(self, error: Exception) -> None:
        self._now, self._told = None, None
        self._problem = Lesson(self._subject, note=f"{error}")

    def see(self, frame: Frame, geometry: Geometry | None, reading: TableReading | None) -> Lesson | None:
        """Learn from a frame; the lesson where something of it is new."""
        if self._now is not None:
            try:
                self._now.see(frame, geometry, reading)
            except (OSError, ValueError) as error:
                self._stop(error)
        lesson = self._now.lesson if self._now is not None else self._problem
        if lesson == self._told:
            return None
        self._told = lesson
        return lesson


def _among(card: CardReading, others: tuple[CardReading, ...] | list[CardReading]) -> bool:
    """Whether the same card lies in the same place."""
    a = np.array(card.corners_xy_px)
    length = float(np.linalg.norm(a - np.roll(a, 1, axis=0), axis=1).max())
    return any(
        card.card == o.card and np.hypot(*np.subtract(card.centre_xy_px, o.centre_xy_px)) < _SAME_PLACE * length
        for o in others
    )


def _jpeg(image: Image) -> bytes:
    made, data = cv2.imencode(".jpg", cv2.resize(image, (120, 120)), [cv2.IMWRITE_JPEG_QUALITY, 85])
    return data.tobytes() if made else b""
