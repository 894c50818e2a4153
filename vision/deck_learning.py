"""Learning the host's own deck: each card shown once, in any order, several at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.card_nets import CORNER_WH_PX, PATCH_AT, PATCH_WH, cut, frame_of_quad
from vision.card_reader import CardReader
from vision.decks import Deck, with_cards
from vision.pyramid import Pyramid
from vision.readings import CODES, CardReading

Image = np.ndarray[Any, np.dtype[np.uint8]]


@dataclass(frozen=True)
class LearnStep:
    """What one picture taught: cards newly ticked off, those the host must name, what is missing."""

    added: tuple[str, ...]
    doubtful: tuple[CardReading, ...]
    missing: tuple[str, ...]


class DeckLearner:
    """Ticks off the 52 as the host lays them before the camera, apart from one another.

    Only cards that are surely read are taken by themselves; the host names the others with
    `confirm`. Nothing is trained: pictures of the corners are kept.
    """

    def __init__(self, reader: CardReader, name: str, letters: str = "english") -> None:
        self._reader = reader
        self._deck = Deck(name, letters)

    @property
    def deck(self) -> Deck:
        """The deck as far as it is learned."""
        return self._deck

    @property
    def missing(self) -> tuple[str, ...]:
        """Cards not yet seen."""
        return tuple(c for c in CODES if c not in self._deck.learned)

    def show(self, image_bgr: Image, *, card_length_px: float | None = None) -> LearnStep:
        """Learn from one picture."""
        before = self._deck.learned
        seen = self._reader.read(image_bgr, card_length_px=card_length_px)
        doubtful = []
        for card in seen.cards:
            if card.sure:
                self.confirm(image_bgr, card, card.card)
            else:
                doubtful.append(card)
        added = tuple(c for c in CODES if c in self._deck.learned - before)
        return LearnStep(added, tuple(doubtful), self.missing)

    def confirm(self, image_bgr: Image, reading: CardReading, code: str) -> None:
        """Take a reading for the card the host says it is; ValueError for an unknown code."""
        if code not in CODES:
            raise ValueError(f"there is no card {code!r}")
        quad = np.array(reading.corners_xy_px)
        pyramid = Pyramid(image_bgr)
        corners = [
            cut(pyramid, frame_of_quad(q, 0.7), PATCH_AT, PATCH_WH, CORNER_WH_PX, 300.0)
            for q in (quad, quad[[2, 3, 0, 1]])
        ]
        self._deck = with_cards(self._deck, [code, code], corners)
