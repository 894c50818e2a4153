"""Drawn 12 Mpx tables seen from above, with truth: for the bench and for checking, never for training.

Cards are the simulated table's (vision/simulated/deck.py), which no network was trained on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from vision.readings import CODES
from vision.simulated.deck import DeckStyle, card_image, random_style

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

PX_PER_MM = 2.2
CARD_WH_MM = (63.5, 88.9)
LENGTH_PX = CARD_WH_MM[1] * PX_PER_MM
TABLE_WH_PX = (4000, 3000)


@dataclass(frozen=True)
class Drawn:
    """A picture, the codes face up in it, and their outlines (4, 2) in px, upper left first."""

    image: Image
    codes: tuple[str, ...]
    quads: tuple[Floats, ...]


def felt(rng: np.random.Generator, size_wh_px: tuple[int, int]) -> Image:
    """A felt in some dark colour, unevenly lit."""
    w, h = size_wh_px
    hsv = np.array([[[rng.integers(0, 180), rng.integers(60, 200), rng.integers(45, 120)]]], np.uint8)
    base = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)
    image = np.empty((h, w, 3), np.float32)
    image[:] = base
    image *= 1 + 0.06 * rng.standard_normal((h, w, 1)).astype(np.float32)
    return np.clip(image, 0, 255).astype(np.uint8)


def lay(image: Image, code: str | None, at_px: tuple[float, float], turn_deg: float, style: DeckStyle,
        length_px: float = LENGTH_PX) -> Floats:
    """Lay one card (None: face down) with its middle at a place; returns its outline."""
    face = card_image(code, style)
    k = min(1.0, 1.3 * length_px / face.shape[0])
    face = cv2.resize(face, None, fx=k, fy=k, interpolation=cv2.INTER_AREA).astype(np.uint8)
    h, w = face.shape[:2]
    width = length_px * CARD_WH_MM[0] / CARD_WH_MM[1]
    a = np.radians(turn_deg)
    rot = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    corners = np.array([[-width, -length_px], [width, -length_px], [width, length_px], [-width, length_px]]) / 2
    quad = corners @ rot.T + np.array(at_px)
    x0, y0 = np.floor(quad.min(0)).astype(int) - 2
    x1, y1 = np.ceil(quad.max(0)).astype(int) + 3
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, image.shape[1]), min(y1, image.shape[0])
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    m = cv2.getPerspectiveTransform(source, (quad - [x0, y0]).astype(np.float32))
    size = (int(x1 - x0), int(y1 - y0))
    alpha = cv2.warpPerspective(face[:, :, 3], m, size)[:, :, None].astype(np.float32) / 255
    ink = cv2.warpPerspective(face[:, :, :3], m, size, borderMode=cv2.BORDER_REPLICATE)
    part = image[y0:y1, x0:x1]
    edge = cv2.GaussianBlur(alpha[:, :, 0], (0, 0), 2.5)[:, :, None]
    part[:] = np.clip(part * (1 - 0.45 * edge) * (1 - alpha) + ink * alpha, 0, 255).astype(np.uint8)
    return quad  # type: ignore[no-any-return]


def photograph(image: Image, rng: np.random.Generator) -> Image:
    """Uneven light, a little blur and noise, and JPEG's work."""
    h, w = image.shape[:2]
    field = cv2.resize(rng.uniform(0.7, 1.1, (3, 4)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    cast = rng.uniform(0.85, 1.05, 3).astype(np.float32)
    lit = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.5, 0.9)).astype(np.float32) * field[:, :, None] * cast
    lit += rng.standard_normal((h, w, 1)).astype(np.float32) * 3
    good = cv2.imencode(".jpg", np.clip(lit, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 90])[1]
    return cv2.imdecode(good, cv2.IMREAD_COLOR)  # type: ignore[return-value]


def table(rng: np.random.Generator, fanned: bool, board: int = 0, letters: str = "english") -> Drawn:
    """Four cards spaced before each of seven players, or seven fanned before each of six.

    `board` cards lie in the middle as well. A new deck each time, with such `letters`.
    """
    style = replace(random_style(rng), letters=letters)
    w, h = TABLE_WH_PX
    image = felt(rng, TABLE_WH_PX)
    seats, each = (6, 7) if fanned else (7, 4)
    codes = [str(c) for c in rng.permutation(CODES)[: seats * each + board]]
    quads = []
    for seat in range(seats):
        a = 2 * np.pi * seat / seats + rng.uniform(-0.05, 0.05)
        middle = np.array([w / 2 + 1350 * np.cos(a), h / 2 + 1050 * np.sin(a)])
        turn = np.degrees(a) - 90 + rng.uniform(-6, 6)
        u = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
        step = LENGTH_PX * (rng.uniform(0.24, 0.34) if fanned else rng.uniform(0.76, 0.82))
        for i in range(each):
            j = i - (each - 1) / 2
            lean = rng.normal(0, 2) + (j * 4 if fanned else 0)
            at = middle + u * step * j
            code = codes[seat * each + i]
            over = 180 if rng.random() < 0.2 and not fanned else 0
            quads.append(lay(image, code, (at[0], at[1]), turn + lean + over, style))
    for i in range(board):
        at = np.array([w / 2 + (i - (board - 1) / 2) * LENGTH_PX * 0.8, h / 2])
        quads.append(lay(image, codes[seats * each + i], (at[0], at[1]), rng.normal(0, 2), style))
    return Drawn(photograph(image, rng), tuple(codes), tuple(quads))


def zone(rng: np.random.Generator, size_wh_px: tuple[int, int] = (900, 300),
         codes: tuple[str | None, ...] = ("Kh", "8d", "2c", "Ts", "Ac"), length_px: float = LENGTH_PX,
         letters: str = "english") -> Drawn:
    """A row of cards as a zone shows it (None: face down); a new deck each time, with such `letters`."""
    style = replace(random_style(rng), letters=letters)
    image = felt(rng, size_wh_px)
    w, h = size_wh_px
    places = [(w / 2 + (i - (len(codes) - 1) / 2) * length_px * 0.82, h / 2) for i in range(len(codes))]
    quads = [lay(image, c, at, rng.normal(0, 2), style, length_px) for c, at in zip(codes, places, strict=True)]
    return Drawn(photograph(image, rng), tuple(c for c in codes if c), tuple(quads))
