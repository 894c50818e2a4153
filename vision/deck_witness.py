"""A learned deck as a witness beside the corner network: which rank and which suit is an index like?

The rank and the suit are cut out of an index by their ink and compared apart, each brought to one
size, so that a learned seven of hearts helps to know a seven of clubs. Pictures are compared, so it
fails in other ways than the network. Where no glyphs can be cut out it says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.readings import CODES

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float64]]
Floats32 = np.ndarray[Any, np.dtype[np.float32]]
Box = tuple[int, int, int, int]  # x0, y0, x1, y1

_RANK_WH_PX = (26, 24)
_SUIT_WH_PX = (20, 17)
_MOST_OF_A_KIND = 40
_INK = 0.22  # how much darker than paper, in the weakest channel

# Chosen on one deck's photographs so that no right reading is lost; checked on others.
RANK_LIKE, RANK_MARGIN = 0.8, 0.06
SUIT_LIKE, SUIT_MARGIN = 0.955, 0.015
POSSIBLE = 0.03  # what the network gives a card it does not rule out
GAIN = 8.0
NO_INDEX, SURELY_NONE = 52, 0.95  # the network's last column, and where nothing is asked of the deck


@dataclass(frozen=True)
class Glyphs:
    """An index taken apart: ink of the rank (24, 26) and of the suit (17, 20, 3), paper 0."""

    rank: Floats32
    suit: Floats32


def glyphs_of(patch_bgr: Image) -> Glyphs | None:
    """The glyphs of an index corner as `card_nets` cuts it, (72, 48, 3); None where they don't stand free."""
    light = patch_bgr.astype(np.float32)
    paper = np.percentile(light[::2, ::2].reshape(-1, 3), 75, axis=0).astype(np.float32)
    if paper.min() < 40:
        return None
    ink = np.clip(1 - light / paper, 0, 1).astype(np.float32)
    boxes = _boxes(ink)
    if boxes is None:
        return None
    rank, suit = boxes
    return Glyphs(_canvas(ink.max(axis=2), rank, _RANK_WH_PX), _canvas(ink, suit, _SUIT_WH_PX))


def _boxes(ink: Floats32) -> tuple[Box, Box] | None:
    """Where the rank and the suit stand."""
    h, w = ink.shape[:2]
    dark = ink.max(axis=2)
    level = max(_INK, 0.45 * float(np.percentile(dark[::2, ::2], 97)))
    _, _, stats, _ = cv2.connectedComponentsWithStats((dark > level).astype(np.uint8), connectivity=8)
    parts: list[tuple[Box, int]] = []
    for x, y, bw, bh, area in stats[1:].tolist():
        at_edge = x == 0 or y == 0 or x + bw == w or y + bh == h  # the table, a pip, a court's frame
        if area >= 6 and not at_edge:
            parts.append(((x, y, x + bw, y + bh), area))
    large = [b for b, area in parts if b[3] - b[1] >= 0.11 * h and area >= 14]
    if not large:
        return None
    first = min(large, key=lambda b: b[1] + 0.5 * b[0])
    rank = first
    for box, _ in parts:  # a ten has two figures
        overlap = min(box[3], first[3]) - max(box[1], first[1])
        together = max(box[2], rank[2]) - min(box[0], rank[0])
        gap = max(box[0] - rank[2], rank[0] - box[2])
        if overlap > 0.6 * (box[3] - box[1]) and together < 0.62 * w and gap < 0.1 * w:
            rank = min(rank[0], box[0]), min(rank[1], box[1]), max(rank[2], box[2]), max(rank[3], box[3])
    if not 0.12 * h < rank[3] - rank[1] < 0.5 * h:
        return None
    reach = 0.5 * (rank[2] - rank[0]) + 0.06 * w
    below = [
        (area, b) for b, area in parts
        if b[1] > rank[3] - 0.04 * h and b[1] < rank[3] + 0.16 * h
        and abs((b[0] + b[2]) / 2 - (rank[0] + rank[2]) / 2) < reach
        and 0.09 * h < b[3] - b[1] < 0.4 * h and 0.5 < (b[2] - b[0]) / (b[3] - b[1]) < 1.6
    ]
    return (rank, max(below)[1]) if below else None


def _canvas(ink: Floats32, box: Box, wh: tuple[int, int]) -> Floats32:
    """A glyph in its own shape on a canvas, as high as that allows, a little paper round it."""
    x0, y0, x1, y1 = box
    w, h = wh
    scale = min((h - 4) / (y1 - y0), (w - 4) / (x1 - x0))
    m = np.array([
        [scale, 0, w / 2 - 0.5 - scale * ((x0 + x1) / 2 - 0.5)],
        [0, scale, h / 2 - 0.5 - scale * ((y0 + y1) / 2 - 0.5)],
    ])
    keep = np.zeros_like(ink)
    keep[y0 - 1 : y1 + 1, x0 - 1 : x1 + 1] = ink[y0 - 1 : y1 + 1, x0 - 1 : x1 + 1]
    return np.asarray(cv2.warpAffine(keep, m, wh, flags=cv2.INTER_LINEAR), np.float32)


@dataclass(frozen=True)
class Likeness:
    """Correlations (-1 to 1) of one index with the ranks (13,) and suits (4,) learned; -1: never learned."""

    ranks: Floats32
    suits: Floats32


class DeckWitness:
    """Compares indices with those of a learned deck: `codes` and an index patch for each."""

    def __init__(self, codes: Sequence[str], patches: Sequence[Image]) -> None:
        found = [(CODES.index(c), g) for c, p in zip(codes, patches, strict=True) if (g := glyphs_of(p)) is not None]
        self._ranks = [_units([g.rank for i, g in found if i % 13 == rank]) for rank in range(13)]
        self._suits = [_units([g.suit for i, g in found if i // 13 == suit]) for suit in range(4)]

    def likeness(self, patch_bgr: Image) -> Likeness | None:
        """How like an index corner is to the ranks and suits learned; None where it can't be taken apart."""
        glyphs = glyphs_of(patch_bgr)
        return None if glyphs is None else Likeness(_best(glyphs.rank, self._ranks), _best(glyphs.suit, self._suits))


def weigh(row: Floats, like: Likeness | None) -> Floats:
    """The network's word on one index, (53,) as `CardNets.corners` gives it, with the learned deck's.

    Where both name the same card it gains; where the deck clearly names another one than the network
    thinks possible, both are left with about a half, which no decision takes for sure.
    """
    if like is None:
        return row
    rank = _clear(like.ranks, RANK_LIKE, RANK_MARGIN)
    suit = _clear(like.suits, SUIT_LIKE, SUIT_MARGIN)
    best = int(row[:52].argmax())
    named = np.ones(52, bool)
    if rank is not None:
        named &= np.arange(52) % 13 == rank
    if suit is not None:
        named &= np.arange(52) // 13 == suit
    if named.all() or row[NO_INDEX] > SURELY_NONE:
        return row
    out = row.copy()
    if row[:52][named].max() < POSSIBLE:
        voted = int(np.where(named, row[:52] + 1e-9, 0.0).argmax())
        out[:52] *= 0.04 / max(float(row[:52].sum()), 1e-6)
        out[voted], out[best], out[NO_INDEX] = 0.52, 0.42, 0.02
        return out / out.sum()  # type: ignore[no-any-return]
    gain = (GAIN if rank is not None else 1.0) * (GAIN if suit is not None else 1.0)
    out[:52][named] *= gain
    out /= out.sum()
    if not named[best]:  # the network's second thought: not sure by this index
        top = int(out[:52].argmax())
        out[:52] *= min(1.0, 0.49 / float(out[top]))
        out[NO_INDEX] = 1 - out[:52].sum()
    return out


def _clear(like: Floats32, least: float, margin: float) -> int | None:
    """Which kind it is, where one is much more like than all others."""
    order = np.argsort(-like)
    first, second = float(like[order[0]]), float(like[order[1]])
    missing = bool((like < -0.99).any())  # what was never learned can't speak up
    if first < least + (0.5 * (1 - least) if missing else 0) or first - second < margin:
        return None
    return int(order[0])


def _units(pictures: Sequence[Floats32]) -> Floats32:
    """Pictures as rows without their mean, of length 1; of very many, some evenly chosen."""
    chosen = pictures[:: -(-len(pictures) // _MOST_OF_A_KIND)] if pictures else []
    x = np.asarray(chosen, np.float32).reshape(len(chosen), -1 if chosen else 0)
    x = x - x.mean(axis=1, keepdims=True) if chosen else x
    return np.asarray(x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-6), np.float32)


def _best(glyph: Floats32, kinds: Sequence[Floats32]) -> Floats32:
    """The best correlation with any template of each kind, one pixel of slack."""
    moved = _units([np.roll(glyph, by, (0, 1)) for by in ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0))])
    # kind by kind: products so small are not handed to other cores, which are busy here
    return np.array([(moved @ kind.T).max() if len(kind) else -1.0 for kind in kinds], np.float32)
