"""Playing cards drawn by ourselves: indices, pips, simple court figures and backs, in many styles."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Image
from vision.mat import CARD_WH_MM
from vision.simulated.glyphs import rank_mask, suit_mask

PX_PER_MM = 7
_WH_PX = (round(CARD_WH_MM[0] * PX_PER_MM), round(CARD_WH_MM[1] * PX_PER_MM))
BGR = tuple[int, int, int]
COURT_LETTERS = {"english": "JQK", "german": "BDK", "french": "VDR"}

# Pips as column and row (0 top, 1 bottom); those below the middle are drawn upside down.
_PIPS: dict[str, tuple[tuple[int, float], ...]] = {
    "A": ((1, 0.5),),
    "2": ((1, 0), (1, 1)),
    "3": ((1, 0), (1, 0.5), (1, 1)),
    "4": ((0, 0), (2, 0), (0, 1), (2, 1)),
    "5": ((0, 0), (2, 0), (1, 0.5), (0, 1), (2, 1)),
    "6": ((0, 0), (2, 0), (0, 0.5), (2, 0.5), (0, 1), (2, 1)),
    "7": ((0, 0), (2, 0), (1, 0.25), (0, 0.5), (2, 0.5), (0, 1), (2, 1)),
    "8": ((0, 0), (2, 0), (1, 0.25), (0, 0.5), (2, 0.5), (1, 0.75), (0, 1), (2, 1)),
    "9": ((0, 0), (2, 0), (0, 1 / 3), (2, 1 / 3), (1, 0.5), (0, 2 / 3), (2, 2 / 3), (0, 1), (2, 1)),
    "T": ((0, 0), (2, 0), (1, 1 / 6), (0, 1 / 3), (2, 1 / 3), (0, 2 / 3), (2, 2 / 3), (1, 5 / 6), (0, 1), (2, 1)),
}


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """How one deck is printed; lengths in mm, colours BGR, `letters` as in COURT_LETTERS."""

    name: str = "house"
    colours: tuple[tuple[str, BGR], ...] = (
        ("c", (28, 24, 24)), ("d", (34, 22, 196)), ("h", (34, 22, 196)), ("s", (28, 24, 24)),
    )
    rank_mm: float = 10.5
    suit_mm: float = 8.5
    inset_xy_mm: tuple[float, float] = (2.8, 3.2)
    aspect: float = 0.62
    weight: float = 0.16
    serif: bool = False
    pip_mm: float = 13.0
    four_indices: bool = False
    paper: BGR = (246, 250, 251)
    back: BGR = (120, 40, 30)
    back_kind: int = 0
    robe: tuple[BGR, BGR, BGR] = ((40, 40, 200), (40, 190, 235), (150, 70, 30))
    letters: str = "english"

    def colour(self, suit: str) -> BGR:
        """The ink of a suit."""
        return dict(self.colours)[suit]


HOUSE_DECK = DeckStyle()


def random_style(rng: np.random.Generator) -> DeckStyle:
    """A deck that might be bought somewhere: two or four colours, small to jumbo indices, plain or serif."""
    black = tuple(int(v) for v in rng.integers(10, 60, 3))
    red = (int(rng.integers(10, 60)), int(rng.integers(10, 50)), int(rng.integers(165, 225)))
    four = rng.random() < 0.25
    colours = {"c": black, "s": black, "h": red, "d": red}
    if four:
        colours |= {"c": (40, int(rng.integers(90, 130)), 20), "d": (int(rng.integers(160, 210)), 70, 20)}
    rank_mm = float(rng.uniform(7.0, 13.5))
    tint = int(rng.integers(0, 12))

    def vivid() -> BGR:
        hue = np.array([[[rng.integers(0, 180), rng.integers(150, 240), rng.integers(110, 235)]]], np.uint8)
        b, g, r = cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0]
        return int(b), int(g), int(r)

    return DeckStyle(
        name="random",
        colours=tuple((s, (c[0], c[1], c[2])) for s, c in sorted(colours.items())),
        rank_mm=rank_mm,
        suit_mm=rank_mm * float(rng.uniform(0.7, 0.95)),
        inset_xy_mm=(float(rng.uniform(2.2, 3.6)), float(rng.uniform(2.4, 4.5))),
        aspect=float(rng.uniform(0.55, 0.72)),
        weight=float(rng.uniform(0.12, 0.19)),
        serif=bool(rng.random() < 0.5),
        pip_mm=float(rng.uniform(10.5, 14.0)),
        four_indices=bool(rng.random() < 0.2),
        paper=(250 - tint, 251 - tint // 2, 252),
        back=vivid(),
        back_kind=int(rng.integers(0, 3)),
        robe=(vivid(), vivid(), vivid()),
    )


@functools.cache
def card_image(code: str | None, style: DeckStyle = HOUSE_DECK) -> Image:
    """A card's face (`Kh`), or its back for None, upright at 7 px/mm, with BGR and alpha (rounded corners)."""
    canvas = np.full((_WH_PX[1], _WH_PX[0], 3), style.paper, np.uint8)
    if code is None:
        _draw_back(canvas, style)
    else:
        rank, suit = code[0], code[1]
        if rank in "JQK":
            _draw_court(canvas, rank, suit, style)
        else:
            _draw_pips(canvas, rank, suit, style)
        _draw_indices(canvas, rank, suit, style)
    alpha = np.zeros(canvas.shape[:2], np.uint8)
    r, (w, h) = round(3.2 * PX_PER_MM), _WH_PX
    cv2.rectangle(alpha, (r, 0), (w - r - 1, h - 1), 255, -1)
    cv2.rectangle(alpha, (0, r), (w - 1, h - r - 1), 255, -1)
    for x, y in ((r, r), (w - r - 1, r), (r, h - r - 1), (w - r - 1, h - r - 1)):
        cv2.circle(alpha, (x, y), r, 255, -1, cv2.LINE_AA)
    edge = cv2.erode(alpha, np.ones((3, 3), np.uint8)) < 255
    canvas[edge] = (canvas[edge] * 0.82).astype(np.uint8)
    return np.dstack([canvas, alpha])


def _ink(canvas: Image, mask: NDArray[Any], x: int, y: int, colour: BGR) -> None:
    """Print a mask with its top left corner at x, y."""
    h, w = mask.shape
    x, y = max(0, x), max(0, y)
    part = canvas[y : y + h, x : x + w]
    share = mask[: part.shape[0], : part.shape[1], None].astype(np.float32) / 255
    part[:] = (part * (1 - share) + np.array(colour, np.float32) * share).astype(np.uint8)


def _index_width_mm(style: DeckStyle) -> float:
    return max(style.rank_mm * 0.72, style.suit_mm)


def _draw_indices(canvas: Image, rank: str, suit: str, style: DeckStyle) -> None:
    if rank in "JQK":
        rank = COURT_LETTERS[style.letters]["JQK".index(rank)]
    letter = rank_mask(
        rank, round(style.rank_mm * PX_PER_MM), aspect=style.aspect, weight=style.weight, serif=style.serif
    )
    sign = suit_mask(suit, round(style.suit_mm * PX_PER_MM))
    column = round(style.inset_xy_mm[0] * PX_PER_MM)
    y = round(style.inset_xy_mm[1] * PX_PER_MM)
    width = round(_index_width_mm(style) * PX_PER_MM)
    gap = round(1.1 * PX_PER_MM)

    def corner(target: Image) -> None:
        _ink(target, letter, column + (width - letter.shape[1]) // 2, y, style.colour(suit))
        _ink(target, sign, column + (width - sign.shape[1]) // 2, y + letter.shape[0] + gap, style.colour(suit))

    for _ in range(2):
        corner(canvas)
        if style.four_indices:
            left = canvas.shape[1] - column - width
            block = np.full((letter.shape[0] + gap + sign.shape[0], width, 3), style.paper, np.uint8)
            _ink(block, letter, (width - letter.shape[1]) // 2, 0, style.colour(suit))
            _ink(block, sign, (width - sign.shape[1]) // 2, letter.shape[0] + gap, style.colour(suit))
            canvas[y : y + block.shape[0], left : left + width] = block
        canvas[:] = canvas[::-1, ::-1].copy()


def _draw_pips(canvas: Image, rank: str, suit: str, style: DeckStyle) -> None:
    w, h = _WH_PX
    pip_mm = min(style.pip_mm, 13.5 - 0.45 * max(0.0, style.rank_mm - 8))  # jumbo indices leave less room
    size = round((pip_mm if rank != "A" else pip_mm * 1.9) * PX_PER_MM)
    left = max(0.29, (_index_width_mm(style) + style.inset_xy_mm[0] + 0.6 + pip_mm / 2) / CARD_WH_MM[0])
    columns = (left, 0.5, 1 - left)
    sign = suit_mask(suit, size)
    for column, row in _PIPS[rank]:
        x = round(w * columns[column]) - size // 2
        y = round(h * (0.17 + 0.66 * row)) - size // 2
        _ink(canvas, sign if row <= 0.5 else sign[::-1], x, y, style.colour(suit))


def _draw_court(canvas: Image, rank: str, suit: str, style: DeckStyle) -> None:
    """A figure to the waist, and the same upside down, in a frame."""
    w, h = _WH_PX
    x0 = round(max(w * 0.21, (style.inset_xy_mm[0] + _index_width_mm(style) + 0.8) * PX_PER_MM))
    y0 = round(h * 0.1)
    fw, fh = w - 2 * x0, h - 2 * y0
    half = np.full((fh // 2, fw, 3), style.paper, np.uint8)
    main, second, third = style.robe
    ink: BGR = (40, 30, 30)
    skin: BGR = (178, 205, 236)
    cx, s = fw // 2, fh / 2 / 100  # the half figure is 100 units high

    def at(x: float, y: float) -> tuple[int, int]:
        return round(cx + x * s), round(y * s)

    def fill(points: list[tuple[float, float]], colour: BGR) -> None:
        polygon = np.array([at(x, y) for x, y in points], np.int32)
        cv2.fillPoly(half, [polygon], colour, cv2.LINE_AA)
        cv2.polylines(half, [polygon], True, ink, max(1, round(s * 0.9)), cv2.LINE_AA)

    fill([(-62, 100), (-50, 64), (-16, 54), (16, 54), (50, 64), (62, 100)], main)  # robe
    fill([(-14, 54), (14, 54), (22, 100), (-22, 100)], second)
    for i in range(4):
        fill([(-12, 58 + i * 11), (0, 63 + i * 11), (12, 58 + i * 11), (12, 63 + i * 11), (0, 68 + i * 11),
              (-12, 63 + i * 11)], third)
    for side in (-1, 1):
        fill([(side * 24, 62), (side * 36, 64), (side * 50, 100), (side * 34, 100)], third)
    cv2.ellipse(half, at(0, 38), (round(24 * s), round(22 * s)), 0, 0, 360, second if rank == "Q" else third, -1)
    cv2.ellipse(half, at(0, 37), (round(15 * s), round(18 * s)), 0, 0, 360, skin, -1, cv2.LINE_AA)
    cv2.ellipse(half, at(0, 37), (round(15 * s), round(18 * s)), 0, 0, 360, ink, max(1, round(s)), cv2.LINE_AA)
    for x in (-6, 6):
        cv2.circle(half, at(x, 34), max(1, round(1.8 * s)), ink, -1, cv2.LINE_AA)
        cv2.line(half, at(x - 4, 29), at(x + 4, 29), ink, max(1, round(s)), cv2.LINE_AA)
    cv2.line(half, at(0, 34), at(-2, 42), ink, max(1, round(s)), cv2.LINE_AA)
    cv2.line(half, at(-5, 47), at(5, 47), (60, 60, 190), max(1, round(1.8 * s)), cv2.LINE_AA)
    if rank == "K":
        fill([(-13, 44), (0, 50), (13, 44), (9, 60), (0, 66), (-9, 60)], third)  # beard
        fill([(-22, 22), (-26, 2), (-12, 12), (0, 0), (12, 12), (26, 2), (22, 22)], second)  # crown
        cv2.line(half, at(40, 4), at(40, 78), ink, max(2, round(3 * s)), cv2.LINE_AA)  # sword
        cv2.line(half, at(32, 60), at(48, 60), ink, max(2, round(3 * s)), cv2.LINE_AA)
    elif rank == "Q":
        fill([(-17, 22), (-19, 8), (-9, 14), (0, 4), (9, 14), (19, 8), (17, 22)], second)
        for turn in range(6):  # flower
            x, y = 38 + 6 * np.cos(turn * np.pi / 3), 50 + 6 * np.sin(turn * np.pi / 3)
            cv2.circle(half, at(x, y), round(4 * s), main, -1, cv2.LINE_AA)
        cv2.circle(half, at(38, 50), round(3.5 * s), second, -1, cv2.LINE_AA)
    else:
        fill([(-26, 24), (-24, 8), (10, 4), (26, 14), (24, 24)], main)  # beret
        fill([(14, 8), (36, 0), (30, 12)], second)  # feather
        cv2.line(half, at(-42, 6), at(-42, 96), third, max(2, round(3 * s)), cv2.LINE_AA)
        fill([(-42, 8), (-54, 18), (-42, 30)], second)
    sign = suit_mask(suit, round(11.5 * PX_PER_MM))
    _ink(half, sign, round(1.2 * PX_PER_MM), round(1.2 * PX_PER_MM), style.colour(suit))
    full = np.concatenate([half, half[::-1, ::-1]])
    fh = full.shape[0]
    canvas[y0 : y0 + fh, x0 : x0 + fw] = full
    cv2.rectangle(canvas, (x0, y0), (x0 + fw, y0 + fh), (150, 80, 40), max(1, PX_PER_MM // 3), cv2.LINE_AA)
    cv2.line(canvas, (x0, y0 + fh // 2), (x0 + fw, y0 + fh // 2), ink, 2, cv2.LINE_AA)


def _draw_back(canvas: Image, style: DeckStyle) -> None:
    w, h = _WH_PX
    m = round(3.5 * PX_PER_MM)
    inner = canvas[m : h - m, m : w - m]
    inner[:] = style.back
    ys, xs = np.mgrid[0 : inner.shape[0], 0 : inner.shape[1]].astype(float) / PX_PER_MM
    if style.back_kind == 0:
        light = (np.mod(xs + ys, 5) < 1.1) | (np.mod(xs - ys, 5) < 1.1)
    elif style.back_kind == 1:
        light = np.hypot(np.mod(xs, 6) - 3, np.mod(ys, 6) - 3) < 1.5
    else:
        light = np.sin(np.hypot(xs - xs.mean(), ys - ys.mean()) * 1.6) > 0.55
    inner[light] = (np.array(style.back) * 0.35 + np.array(style.paper) * 0.65).astype(np.uint8)
    cv2.rectangle(canvas, (m, m), (w - m - 1, h - m - 1), style.back, round(1.2 * PX_PER_MM))
