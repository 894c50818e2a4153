"""What the pipeline asks of a reader, so that it can be given another one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from numpy.typing import NDArray

from vision.geometry import Image
from vision.readings import CardReading, DieReading


class CardsFound(Protocol):
    """What a look at cards gives."""

    @property
    def cards(self) -> tuple[CardReading, ...]:
        """Each face-up card once."""

    @property
    def face_down(self) -> int:
        """How many backs show."""

    @property
    def outlines(self) -> Sequence[NDArray[Any]]:
        """The cards' outlines (n, 2) in px, face up or down."""


class ReadsCards(Protocol):
    """A reader of cards."""

    def read(
        self,
        image_bgr: Image,
        *,
        card_length_px: float | None = None,
        max_cards: int | None = None,
        known: Sequence[str] = (),
    ) -> CardsFound:
        """All cards in a picture; `known` ones lie elsewhere."""


class ReadsDice(Protocol):
    """A reader of dice."""

    def read(
        self,
        image_bgr: Image,
        *,
        edge_px: float | None = None,
        background_bgr: Image | None = None,
        ignore: Sequence[NDArray[Any]] = (),
    ) -> tuple[DieReading, ...]:
        """All dice in a picture, outside the outlines to be ignored."""

    def chance_that_leans(
        self, image_bgr: Image, die: DieReading, eye_xyz_px: tuple[float, float, float]
    ) -> float:
        """Of a die in an upright picture of the table, seen from that place above it."""
