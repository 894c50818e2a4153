"""Decks a reader knows: which letters they bear, and what the host's own deck looks like.

A learned deck keeps small pictures of both index corners of its cards. A new corner is held
against them; what agrees is a further witness beside the networks, never the only one.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.deck_witness import NO_INDEX, SURELY_NONE, DeckWitness, weigh
from vision.readings import CODES

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

LETTERS = ("english", "german", "french")
PATCH_WH_PX = (48, 72)  # as card_nets cuts index corners
MOST_PER_CARD = 4
_FORMAT = 2


@dataclass(frozen=True)
class Deck:
    """A deck by name; `letters` is `english`, `german` (B D K) or `french` (V D R).

    `codes` and `patches` (N, 72, 48, 3), BGR, are index corners of the cards learned, one to four
    for each; empty for a deck that was not learned. ValueError for letters that are not known.
    """

    name: str = "english"
    letters: str = "english"
    codes: tuple[str, ...] = ()
    patches: Image = field(default_factory=lambda: np.zeros((0, 72, 48, 3), np.uint8), compare=False)

    def __post_init__(self) -> None:
        if self.letters not in LETTERS:
            raise ValueError(f"deck {self.name!r}: letters are one of {', '.join(LETTERS)}, not {self.letters!r}")

    @property
    def learned(self) -> frozenset[str]:
        """The cards it has pictures of."""
        return frozenset(self.codes)

    @property
    def missing(self) -> tuple[str, ...]:
        """The cards it has none of."""
        return tuple(c for c in CODES if c not in self.learned)

    @cached_property
    def _witness(self) -> DeckWitness:
        return DeckWitness(self.codes, list(self.patches))

    def weigh(self, row: Floats, patch_bgr: Image) -> Floats:
        """The network's word on an index corner, (53,), with the deck's own; unchanged where it has none."""
        if not self.codes or row[NO_INDEX] > SURELY_NONE:
            return row
        return weigh(row, self._witness.likeness(patch_bgr))

    def save(self, path: Path) -> None:
        """Write the deck as .npz, in one step: a power cut leaves the old file or the new one."""
        path.parent.mkdir(parents=True, exist_ok=True)
        tmp = path.with_suffix(".tmp")
        with tmp.open("wb") as out:
            np.savez_compressed(out, format=_FORMAT, name=self.name, letters=self.letters,
                                codes=np.array(self.codes, dtype="U2"), patches=self.patches)
            out.flush()
            os.fsync(out.fileno())
        tmp.replace(path)

    @staticmethod
    def load(path: Path) -> Deck:
        """Read a deck that `save` wrote; ValueError in one line if the file is none."""
        try:
            with np.load(path, allow_pickle=False) as data:
                if int(data["format"]) != _FORMAT:
                    raise ValueError(f"of another format ({int(data['format'])}): learn it again")
                codes, patches = tuple(str(c) for c in data["codes"]), np.asarray(data["patches"], np.uint8)
                if patches.shape != (len(codes), 72, 48, 3) or not set(codes) <= set(CODES):
                    raise ValueError("its cards and pictures don't fit together")
                return Deck(str(data["name"]), str(data["letters"]), codes, patches)
        except (OSError, KeyError, zipfile.BadZipFile, EOFError, ValueError, TypeError) as error:
            raise ValueError(f"{path} is not a learned deck: {error}") from None


def built_in(name: str) -> Deck:
    """The shipped decks: `english`, `german`, `french`; ValueError for another name."""
    if name not in LETTERS:
        raise ValueError(f"there is no deck {name!r}: choose {', '.join(LETTERS)} or learn it with `deck learn`")
    return Deck(name, name)


def find_deck(name: str, folder: Path | None) -> Deck:
    """A shipped deck or one learned into `folder` (NAME.npz); ValueError if there is neither."""
    if name in LETTERS:
        return built_in(name)
    path = (folder or Path()) / f"{name}.npz"
    if folder is None or not path.exists():
        raise ValueError(f"there is no deck {name!r}: choose {', '.join(LETTERS)} or learn it with `deck learn`")
    return Deck.load(path)


def with_cards(deck: Deck, codes: Sequence[str], corners: Sequence[Image], most: int = MOST_PER_CARD) -> Deck:
    """The deck with further corner patches; at most `most` are kept for a card, the newest."""
    kept: dict[str, list[Image]] = {}
    fitted = [cv2.resize(c, PATCH_WH_PX, interpolation=cv2.INTER_AREA) for c in corners]
    for code, patch in zip([*deck.codes, *codes], [*deck.patches, *fitted], strict=True):
        kept.setdefault(code, []).append(np.asarray(patch, np.uint8))
    return _of(deck, [(code, p) for code in CODES if code in kept for p in kept[code][-most:]])


def without(deck: Deck, code: str) -> Deck:
    """The deck with one card forgotten."""
    return _of(deck, [(c, p) for c, p in zip(deck.codes, deck.patches, strict=True) if c != code])


def _of(deck: Deck, flat: list[tuple[str, Image]]) -> Deck:
    patches = np.asarray([p for _, p in flat], np.uint8).reshape(-1, 72, 48, 3)
    return Deck(deck.name, deck.letters, tuple(c for c, _ in flat), patches)
