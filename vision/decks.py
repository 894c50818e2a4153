"""Decks a reader knows: which letters they bear, and what the host's own deck looks like.

A learned deck keeps small pictures of both index corners of its cards. A new corner is held
against them; what agrees is a further witness beside the networks, never the only one.
"""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.readings import CODES

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float64]]
Templates = np.ndarray[Any, np.dtype[np.float32]]

LETTERS = ("english", "german", "french")
TEMPLATE_WH_PX = (24, 36)
_FORMAT = 1
_SHIFT = 2  # px of the template by which a corner may lie off
_SHARP = 0.06  # how fast trust falls with correlation: from photographs of drawn decks


@dataclass(frozen=True)
class Deck:
    """A deck by name; `letters` is `english`, `german` (B D K) or `french` (V D R).

    `codes` and `templates` (N, 36, 24, 3), one to four for each card learned, are empty for a deck
    that was not learned. ValueError for letters that are not known.
    """

    name: str = "english"
    letters: str = "english"
    codes: tuple[str, ...] = ()
    templates: Templates = field(default_factory=lambda: np.zeros((0, 36, 24, 3), np.float32), compare=False)

    def __post_init__(self) -> None:
        if self.letters not in LETTERS:
            raise ValueError(f"deck {self.name!r}: letters are one of {', '.join(LETTERS)}, not {self.letters!r}")

    @property
    def learned(self) -> frozenset[str]:
        """The cards it has pictures of."""
        return frozenset(self.codes)

    def likeness(self, corner_bgr: Image) -> Floats:
        """(52,): how well an index patch fits each learned card, summing to 1; even where none is learned."""
        if not self.codes:
            return np.full(52, 1 / 52)
        patch = template_of(corner_bgr)
        h, w = patch.shape[:2]
        inner = slice(_SHIFT, h - _SHIFT), slice(_SHIFT, w - _SHIFT)
        best = np.full(52, -1.0)
        for code, template in zip(self.codes, self.templates, strict=True):
            score = float(cv2.matchTemplate(patch, template[inner], cv2.TM_CCOEFF_NORMED).max())
            i = CODES.index(code)
            best[i] = max(best[i], score)
        p = np.exp((best - best.max()) / _SHARP)
        p[best <= -1.0] = p.min()  # not learned: no better than the worst
        return p / p.sum()  # type: ignore[no-any-return]

    def save(self, path: Path) -> None:
        """Write the deck as .npz, in one step: a power cut leaves the old file or the new one."""
        tmp = path.with_suffix(".tmp.npz")
        np.savez_compressed(tmp, format=_FORMAT, name=self.name, letters=self.letters,
                            codes=np.array(self.codes), templates=self.templates.astype(np.float16))
        tmp.replace(path)

    @staticmethod
    def load(path: Path) -> Deck:
        """Read a deck that `save` wrote; ValueError in one line if the file is none."""
        try:
            with np.load(path, allow_pickle=False) as data:
                if int(data["format"]) != _FORMAT:
                    raise ValueError(f"{path} is a deck of another format ({int(data['format'])})")
                return Deck(str(data["name"]), str(data["letters"]), tuple(str(c) for c in data["codes"]),
                            data["templates"].astype(np.float32))
        except (OSError, KeyError, ValueError, zipfile.BadZipFile, EOFError):
            raise ValueError(f"{path} is not a learned deck that can be read here") from None


def template_of(corner_bgr: Image) -> Templates:
    """An index patch as kept: small, softened, and free of the light's colour and strength."""
    small = cv2.resize(corner_bgr, TEMPLATE_WH_PX, interpolation=cv2.INTER_AREA).astype(np.float32)
    paper = np.percentile(small.reshape(-1, 3), 80, axis=0)
    return cv2.GaussianBlur(small / np.maximum(paper, 8.0).astype(np.float32), (0, 0), 0.6)  # type: ignore[return-value]


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


def with_cards(deck: Deck, codes: Sequence[str], corners: Sequence[Image], most: int = 4) -> Deck:
    """The deck with further corner patches; at most `most` are kept for a card, the newest."""
    all_codes = [*deck.codes, *codes]
    all_templates = [*deck.templates, *(template_of(c) for c in corners)]
    kept: dict[str, list[Templates]] = {}
    for code, template in zip(all_codes, all_templates, strict=True):
        kept.setdefault(code, []).append(template)
    flat = [(code, t) for code in CODES if code in kept for t in kept[code][-most:]]
    return Deck(deck.name, deck.letters, tuple(c for c, _ in flat), np.stack([t for _, t in flat]))
