"""Learning the host's own deck: each card shown once, in any order, several at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.card_nets import CORNER_WH_PX, NO_INDEX, PATCH_AT, PATCH_WH, CardNets, cut, frame_of_quad
from vision.card_reader import CardReader
from vision.deck_witness import glyphs_of
from vision.decks import Deck, with_cards, without
from vision.pyramid import Pyramid
from vision.readings import CODES, CardReading

Image = np.ndarray[Any, np.dtype[np.uint8]]


@dataclass(frozen=True)
class LearnStep:
    """What one picture taught: cards newly ticked off, those the host must name, what is missing.

    `unclear` are cards that were read but too blurred or hidden to be learned from.
    """

    added: tuple[str, ...]
    doubtful: tuple[CardReading, ...]
    missing: tuple[str, ...]
    unclear: tuple[str, ...] = ()


class DeckLearner:
    """Ticks off the 52 as the host lays them before the camera, apart from one another.

    Only cards that are surely read are taken by themselves; the host names the others with
    `confirm`. Nothing is trained: pictures of the corners are kept. `reader` must not know this
    deck yet, so that nothing is learned on its own word. `deck` goes on with one begun before.
    """

    def __init__(self, reader: CardReader, name: str, letters: str = "english", *, deck: Deck | None = None) -> None:
        self._reader = reader
        self._nets = CardNets()
        self._deck = deck or Deck(name, letters)

    @property
    def deck(self) -> Deck:
        """The deck as far as it is learned."""
        return self._deck

    @property
    def missing(self) -> tuple[str, ...]:
        """Cards not yet seen."""
        return self._deck.missing

    def show(
        self, image_bgr: Image, *, card_length_px: float | None = None, lying: frozenset[str] | None = None
    ) -> LearnStep:
        """Learn from one picture; where the host says what is `lying` there, nothing else is taken.

        A doubtful card is taken for the likeliest of `lying` that is not read surely elsewhere in it.
        """
        before = self._deck.learned
        seen = self._reader.read(image_bgr, card_length_px=card_length_px)
        doubtful, unclear = [], []
        sure = {card.card for card in seen.cards if card.sure}
        for card in seen.cards:
            code = card.card if card.sure else None
            if lying is not None:
                likely = [c for c in (card.card, *(c for c, _ in card.alternatives)) if c in lying]
                meant = [c for c in likely if c not in sure]
                if not card.sure:
                    code = meant[0] if meant else None
                elif code not in lying:
                    code = None
            if code is None:
                doubtful.append(card)
            elif not self.confirm(image_bgr, card, code):
                unclear.append(code)
        added = tuple(c for c in CODES if c in self._deck.learned - before)
        return LearnStep(added, tuple(doubtful), self.missing, tuple(unclear))

    def read(self, image_bgr: Image, *, card_length_px: float | None = None) -> tuple[CardReading, ...]:
        """What lies there, by the reader that does not know this deck; nothing is learned."""
        return tuple(self._reader.read(image_bgr, card_length_px=card_length_px).cards)

    def confirm(self, image_bgr: Image, reading: CardReading, code: str) -> bool:
        """Take a reading for the card the host says it is; False where its corners are not clear enough.

        ValueError for an unknown code.
        """
        if code not in CODES:
            raise ValueError(f"there is no card {code!r}")
        corners = self._corners(image_bgr, reading, code)
        if corners:
            self._deck = with_cards(self._deck, [code] * len(corners), corners)
        return bool(corners)

    def forget(self, code: str) -> None:
        """Take a tick back."""
        self._deck = without(self._deck, code)

    def _corners(self, image: Image, reading: CardReading, code: str) -> list[Image]:
        """The index corners of a card that show an index, and the same as it was read for."""
        quad, pyramid = np.array(reading.corners_xy_px), Pyramid(image)
        # an index found without an outline only implies where the far corner is: the network must see it
        frames = [frame_of_quad(q, 0.7) for q in (quad, quad[[2, 3, 0, 1]])]
        words = self._nets.corners(pyramid, frames, Deck(letters=self._deck.letters))
        kept = []
        for frame, row in zip(frames, words, strict=True):
            patch = cut(pyramid, frame, PATCH_AT, PATCH_WH, CORNER_WH_PX, 300.0)
            meant = CODES[int(row[:52].argmax())] in (code, reading.card)
            if meant and row[NO_INDEX] < 0.5 and glyphs_of(patch) is not None:
                kept.append(patch)
        return kept


def picture_of(image: Image, reading: CardReading, side_px: int = 160) -> bytes:
    """A small JPEG of a card's index corner, for asking the host what it is; empty if it can't be made."""
    quad = np.array(reading.corners_xy_px)
    patch = cut(Pyramid(image), frame_of_quad(quad, 0.7), (-0.03, -0.03), (0.5, 0.5), (side_px, side_px), 600.0)
    made, data = cv2.imencode(".jpg", patch, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return data.tobytes() if made else b""
