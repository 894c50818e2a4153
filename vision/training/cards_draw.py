"""Cards drawn from fonts: endless decks of odd layouts, for training only.

A `DeckStyle` is one invented deck; `draw_card` draws one of its cards. Lengths
are in card lengths (88 mm on a poker card) unless a name says otherwise.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.training.cards_art import ART_H, ArtDeck

Image = np.ndarray[Any, Any]  # uint8, but for where floats are on their way back to it
Rng = np.random.Generator
SUIT_CHARS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
LETTERS = {
    "english": {"J": "J", "Q": "Q", "K": "K"},
    "german": {"J": "B", "Q": "D", "K": "K"},
    "french": {"J": "V", "Q": "D", "K": "R"},
}
_GLYPH_PX = 150


@functools.lru_cache(maxsize=20000)
def glyph(font: str, text: str) -> Image | None:
    """The mask of a text in a font, cut to its ink; None if there is none."""
    from PIL import Image as PilImage  # there only when training
    from PIL import ImageDraw, ImageFont

    try:
        face = ImageFont.truetype(font, _GLYPH_PX)
        x0, y0, x1, y1 = face.getbbox(text)
        canvas = PilImage.new("L", (int(x1 - x0) + 4, int(y1 - y0) + 4), 0)
        ImageDraw.Draw(canvas).text((2 - x0, 2 - y0), text, font=face, fill=255)
    except (OSError, ValueError):
        return None
    mask = np.asarray(canvas)
    ys, xs = np.nonzero((mask > 60).any(1))[0], np.nonzero((mask > 60).any(0))[0]
    if len(ys) < 4 or len(xs) < 4:
        return None
    return mask[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1]


def _has(font: Path, chars: str) -> bool:
    from fontTools.ttLib import TTFont

    try:
        cmap = TTFont(font, lazy=True, fontNumber=0).getBestCmap() or {}
    except Exception:  # a broken font is simply not used
        return False
    return all(ord(c) in cmap for c in chars)


def usable_fonts(files: list[Path]) -> tuple[list[str], list[str]]:
    """The fonts with all ranks, and those with the four suits."""
    ranks, suits = [], []
    for path in files:
        low = path.name.lower()
        if any(k in low for k in ("emoji", "symbolneu", "dingbat", "math", "ornament", "swash")):
            continue
        if _has(path, "0123456789AKQJBDVR"):
            marks = [glyph(str(path), c) for c in "A8KQ2J"]
            if all(m is not None for m in marks):
                shapes = {(*m.shape, int(m.mean())) for m in marks if m is not None}
                tall = [m.shape[0] for m in marks if m is not None]
                if len(shapes) == 6 and min(tall) > 0.75 * max(tall):
                    ranks.append(str(path))
        if _has(path, "♠♥♦♣"):
            marks = [glyph(str(path), c) for c in "♠♥♦♣"]
            if all(m is not None and m.shape[0] > 25 and m.mean() > 70 for m in marks):
                suits.append(str(path))
    return ranks, suits


def _shape(suit: str, rng: Rng) -> Image:
    """A suit drawn from circles and polygons, a little different each time."""
    n = 160
    m: Image = np.zeros((n, n), np.uint8)
    c = n // 2
    if suit == "d":
        w, bulge = rng.uniform(0.32, 0.48) * n, rng.uniform(-0.12, 0.06)
        pts = []
        corners = np.array([[c, 4], [c + w, c], [c, n - 4], [c - w, c]], float)
        for i in range(4):
            a, b = corners[i], corners[(i + 1) % 4]
            for t in np.linspace(0, 1, 12, endpoint=False):
                p = a + (b - a) * t
                pts.append(p + (p - c) * bulge * 4 * t * (1 - t))
        cv2.fillPoly(m, [np.array(pts, np.int32)], 255, cv2.LINE_AA)
        return m
    if suit in "hs":
        r = rng.uniform(0.23, 0.27) * n
        y = rng.uniform(0.27, 0.33) * n
        for s in (-1, 1):
            cv2.circle(m, (int(c + s * r * 0.95), int(y)), int(r), 255, -1, cv2.LINE_AA)
        low = n * rng.uniform(0.9, 0.98)
        left, right = c - r * 1.9, c + r * 1.9
        pts = [(left, y + r * 0.3), (c - r * 0.7, y), (c + r * 0.7, y), (right, y + r * 0.3)]
        pts += [(c + r * 0.9, y + (low - y) * 0.62), (c, low), (c - r * 0.9, y + (low - y) * 0.62)]
        cv2.fillPoly(m, [np.array(pts, np.int32)], 255, cv2.LINE_AA)
        if suit == "h":
            return m
        m = cv2.flip(m, 0)
        m = cv2.resize(m, (n, int(n * rng.uniform(0.75, 0.9))))
        full = np.zeros((n, n), np.uint8)
        full[: m.shape[0]] = m
        m = full
    else:
        r = rng.uniform(0.19, 0.23) * n
        cv2.circle(m, (c, int(r + 4)), int(r), 255, -1, cv2.LINE_AA)
        for s in (-1, 1):
            cv2.circle(m, (int(c + s * r * rng.uniform(1.0, 1.2)), int(n * rng.uniform(0.52, 0.58))), int(r), 255,
                       -1, cv2.LINE_AA)
        cv2.circle(m, (c, int(n * 0.45)), int(r * 0.7), 255, -1)
    foot = n * rng.uniform(0.08, 0.2)
    stem = np.array([(c - 4, n * 0.5), (c + 4, n * 0.5), (c + foot, n - 3), (c - foot, n - 3)], np.int32)
    cv2.fillPoly(m, [stem], 255, cv2.LINE_AA)
    return m


@dataclass(frozen=True)
class DeckStyle:
    """One invented deck: how its index, pips and courts look."""

    width: float
    rank_font: str
    rank_masks: dict[str, Image] = field(repr=False)
    suit_masks: dict[str, Image] = field(repr=False)
    pip_masks: dict[str, Image] = field(repr=False)
    colours: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    paper: tuple[int, int, int] = (250, 250, 250)
    rank_h: float = 0.09
    rank_w: float = 0.8
    suit_h: float = 0.065
    gap: float = 0.015
    centre_x: float = 0.075
    top: float = 0.04
    beside: bool = False
    four: bool = False
    pips: str = "standard"
    pip_h: float = 0.14
    ace_h: float = 0.2
    frame: bool = False
    courts: ArtDeck | None = None
    court_inset: float = 0.16
    letters: str = "english"
    round_r: float = 0.035


_RED = [(30, 20, 190), (40, 30, 215), (20, 20, 230), (60, 40, 200), (35, 30, 160)]
_BLACK = [(20, 20, 20), (35, 30, 30), (10, 10, 10), (60, 50, 45)]
_FOUR = {
    "c": [(60, 130, 20), (40, 110, 0), (80, 150, 60)],
    "d": [(200, 80, 20), (220, 120, 0), (20, 130, 240), (30, 170, 230)],
    "s": [(20, 20, 20), (30, 30, 30), (150, 60, 30)],
}


def random_style(rng: Rng, ranks: list[str], suits: list[str], art: list[ArtDeck], deep: float = 0.0,
                 foreign: bool = False) -> DeckStyle:
    """Invent a deck; a share `deep` of them bear their index far in from the card's edges.

    `foreign`: with German or French letters, as else only one in ten has.
    """
    font = ranks[rng.integers(len(ranks))]
    letters = str(rng.choice(["english", "german", "french"], p=[0.0, 0.5, 0.5] if foreign else [0.9, 0.06, 0.04]))
    words = [*"23456789AKQJBDVR", "10"]
    masks = {}
    for w in words:
        g = glyph(font, w)
        if g is None:
            raise ValueError(f"{font} lacks {w}")
        masks["T" if w == "10" else w] = g
    # make some fonts bolder or finer, as printers do
    k = int(rng.integers(-5, 8))
    if abs(k) >= 2:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (abs(k), abs(k)))
        change = cv2.dilate if k > 0 else cv2.erode
        thick = {w: change(cv2.copyMakeBorder(m, 4, 4, 4, 4, cv2.BORDER_CONSTANT), kernel) for w, m in masks.items()}
        if all((m > 128).mean() > 0.12 for m in thick.values()):
            masks = thick

    def suit_set() -> dict[str, Image]:
        if rng.random() < 0.45:
            return {s: _shape(s, rng) for s in "cdhs"}
        f = suits[rng.integers(len(suits))]
        got = {s: glyph(f, ch) for s, ch in SUIT_CHARS.items()}
        return {s: (m if m is not None else _shape(s, rng)) for s, m in got.items()}

    small = suit_set()
    big = small if rng.random() < 0.7 else suit_set()
    red, black = _RED[rng.integers(len(_RED))], _BLACK[rng.integers(len(_BLACK))]
    colours = {"c": black, "s": black, "h": red, "d": red}
    if rng.random() < 0.12:
        for s, choice in _FOUR.items():
            colours[s] = choice[rng.integers(len(choice))]
    kind = rng.choice(["standard", "small", "jumbo", "big"], p=[0.5, 0.18, 0.18, 0.14])
    lo, hi = {"standard": (0.068, 0.105), "small": (0.05, 0.072), "big": (0.1, 0.15), "jumbo": (0.15, 0.21)}[str(kind)]
    rank_h = rng.uniform(lo, hi)
    suit_h = rank_h * rng.uniform(0.55, 0.95)
    base = 250 - rng.integers(0, 25)
    blue, green, red_ = (int(np.clip(base + d, 0, 255)) for d in rng.integers(-10, 6, 3))
    paper = (blue, green, red_)
    inset, lower = rng.uniform(0.0, 0.035), 0.0
    if deep and rank_h < 0.16 and rng.random() < deep:
        inset, lower = rng.uniform(0.015, 0.07), rng.uniform(0.01, 0.095)
    return DeckStyle(
        width=float(rng.choice([0.716, 0.64, 0.66, 0.7, 0.73], p=[0.5, 0.2, 0.1, 0.15, 0.05])),
        rank_font=font, rank_masks=masks, suit_masks=small, pip_masks=big, colours=colours, paper=paper,
        rank_h=rank_h, rank_w=rng.uniform(0.55, 1.0), suit_h=suit_h, gap=rng.uniform(0.004, 0.03),
        centre_x=0.03 + rank_h * 0.36 + inset, top=rng.uniform(0.02, 0.06) + lower,
        beside=bool(rng.random() < 0.04), four=bool(rng.random() < 0.14),
        pips=str(rng.choice(["standard", "one", "none", "odd"], p=[0.78, 0.1, 0.04, 0.08])),
        pip_h=rng.uniform(0.1, 0.18), ace_h=rng.uniform(0.14, 0.45),
        frame=bool(rng.random() < 0.15),
        courts=art[rng.integers(len(art))] if rng.random() < 0.9 else None,
        court_inset=rng.uniform(0.13, 0.2), letters=letters, round_r=rng.uniform(0.02, 0.05),
    )


def _paste(card: Image, mask: Image, centre: tuple[float, float], height: float, colour: tuple[int, int, int],
           stretch: float = 1.0, turned: bool = False) -> tuple[float, float, float, float]:
    """Blend a mask onto the card; returns its box in px."""
    h = max(3, round(height * ART_H))
    w = max(3, round(h * mask.shape[1] / mask.shape[0] * stretch))
    m = cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)
    if turned:
        m = m[::-1, ::-1]
    x0, y0 = round(centre[0] * ART_H - w / 2), round(centre[1] * ART_H - h / 2)
    cx0, cy0 = max(x0, 0), max(y0, 0)
    cx1, cy1 = min(x0 + w, card.shape[1]), min(y0 + h, card.shape[0])
    if cx1 > cx0 and cy1 > cy0:
        a = m[cy0 - y0 : cy1 - y0, cx0 - x0 : cx1 - x0, None].astype(np.float32) / 255
        part = card[cy0:cy1, cx0:cx1]
        part[:] = (part * (1 - a) + np.array(colour, np.float32) * a).astype(np.uint8)
    return x0, y0, x0 + w, y0 + h


_COLS = {"l": -1.0, "m": 0.0, "r": 1.0}
_LAYOUT: dict[str, list[tuple[str, float]]] = {
    "2": [("m", -1), ("m", 1)],
    "3": [("m", -1), ("m", 0), ("m", 1)],
    "4": [("l", -1), ("r", -1), ("l", 1), ("r", 1)],
    "5": [("l", -1), ("r", -1), ("m", 0), ("l", 1), ("r", 1)],
    "6": [("l", -1), ("r", -1), ("l", 0), ("r", 0), ("l", 1), ("r", 1)],
    "7": [("l", -1), ("r", -1), ("m", -0.5), ("l", 0), ("r", 0), ("l", 1), ("r", 1)],
    "8": [("l", -1), ("r", -1), ("m", -0.5), ("l", 0), ("r", 0), ("m", 0.5), ("l", 1), ("r", 1)],
    "9": [("l", -1), ("r", -1), ("l", -0.33), ("r", -0.33), ("m", 0), ("l", 0.33), ("r", 0.33), ("l", 1), ("r", 1)],
    "T": [("l", -1), ("r", -1), ("m", -0.66), ("l", -0.33), ("r", -0.33), ("l", 0.33), ("r", 0.33), ("m", 0.66),
          ("l", 1), ("r", 1)],
}


def _centre(card: Image, style: DeckStyle, rank: str, suit: str, rng: Rng) -> None:
    colour, w = style.colours[suit], style.width
    pip = style.pip_masks[suit]
    if rank in "JQK":
        if style.courts is None or style.pips == "none":
            letter = style.rank_masks[LETTERS[style.letters][rank]]
            which = letter if rng.random() < 0.5 else pip
            _paste(card, which, (w / 2, 0.5), rng.uniform(0.25, 0.45), colour)
            return
        face = style.courts.faces["23456789TJQKA".index(rank) + 13 * "cdhs".index(suit)]
        fh, fw = face.shape[:2]
        cut = face[int(0.08 * fh) : int(0.92 * fh), int(0.2 * fw) : int(0.8 * fw)]
        i = max(style.court_inset, style.centre_x + style.rank_h * 0.4)
        x0, x1 = int(i * ART_H), int((w - i) * ART_H)
        y0, y1 = int(0.1 * ART_H), int(0.9 * ART_H)
        if x1 - x0 > 40:
            card[y0:y1, x0:x1] = cv2.resize(cut, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
            if rng.random() < 0.6:
                cv2.rectangle(card, (x0, y0), (x1, y1), (90, 40, 30) if rng.random() < 0.5 else (20, 20, 20), 1)
        return
    if style.pips == "none":
        return
    if rank == "A" or style.pips == "one":
        _paste(card, pip, (w / 2, 0.5), style.ace_h if rank == "A" else 0.3, colour)
        return
    dx, dy = min(0.2, w / 2 - style.centre_x - style.rank_h * 0.45 - 0.04), 0.33
    dx = max(dx, 0.1)
    for col, row in _LAYOUT[rank]:
        jitter = rng.uniform(-0.03, 0.03, 2) if style.pips == "odd" else (0.0, 0.0)
        y = 0.5 + row * dy + jitter[1]
        _paste(card, pip, (w / 2 + _COLS[col] * dx + jitter[0], y), style.pip_h, colour, turned=y > 0.52)


def draw_card(style: DeckStyle, code: str, rng: Rng) -> tuple[Image, tuple[float, float, float, float]]:
    """One card as (H, W, 3) BGR, and the box of its upper left index in card lengths."""
    rank, suit = code[0], code[1]
    w_px = round(style.width * ART_H)
    card = np.empty((ART_H, w_px, 3), np.uint8)
    card[:] = style.paper
    if style.frame:
        f = int(rng.uniform(0.02, 0.035) * ART_H)
        cv2.rectangle(card, (f, f), (w_px - f, ART_H - f), style.colours[suit], 1)
    _centre(card, style, rank, suit, rng)
    colour = style.colours[suit]
    mask = style.rank_masks[LETTERS[style.letters].get(rank, rank)]
    stretch = style.rank_w * (0.8 if rank == "T" else 1.0)
    y_rank = style.top + style.rank_h / 2
    if style.beside:
        suit_at = (style.centre_x + style.rank_h * 0.42 + style.suit_h * 0.6, y_rank)
    else:
        suit_at = (style.centre_x, style.top + style.rank_h + style.gap + style.suit_h / 2)
    boxes = []
    for mirrored in (False, True) if style.four else (False,):
        for _ in range(2):
            at = [(style.centre_x, y_rank), suit_at]
            if mirrored:
                at = [(style.width - x, y) for x, y in at]
            a = _paste(card, mask, at[0], style.rank_h, colour, stretch)
            b = _paste(card, style.suit_masks[suit], at[1], style.suit_h, colour)
            boxes.append((min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])))
            card = np.ascontiguousarray(card[::-1, ::-1])
    x0, y0, x1, y1 = boxes[0]
    return card, (x0 / ART_H, y0 / ART_H, x1 / ART_H, y1 / ART_H)
