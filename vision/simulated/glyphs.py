"""Shapes drawn by ourselves: rank letters as strokes and suits as outlines, so that no font is needed.

All coordinates are in a unit box: x to the right, y down; ranks from 0 to 1,
suits from -0.5 to 0.5.
"""

from __future__ import annotations

import functools

import cv2
import numpy as np
from numpy.typing import NDArray

Stroke = NDArray[np.float64]
Mask = NDArray[np.uint8]
_SHIFT = 4  # cv2's sub-pixel bits


def _line(*points: tuple[float, float]) -> Stroke:
    return np.array(points, float)


def _arc(cx: float, cy: float, rx: float, ry: float, start_deg: float, end_deg: float) -> Stroke:
    turn = np.radians(np.linspace(start_deg, end_deg, 28))
    return np.stack([cx + rx * np.cos(turn), cy + ry * np.sin(turn)], axis=1)


def _curve(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> Stroke:
    t = np.linspace(0, 1, 24)[:, None]
    p = [np.array(q, float) for q in (a, b, c, d)]
    return np.asarray((1 - t) ** 3 * p[0] + 3 * (1 - t) ** 2 * t * p[1] + 3 * (1 - t) * t**2 * p[2] + t**3 * p[3])


def _six() -> list[Stroke]:
    return [_arc(0.5, 0.68, 0.46, 0.32, 0, 360), _curve((0.04, 0.68), (0.03, 0.22), (0.42, -0.06), (0.86, 0.08))]


def _bow(top: float, bottom: float, right: float) -> Stroke:
    """The bow of a B, D or R, from its stem and back to it."""
    middle, half = (top + bottom) / 2, (bottom - top) / 2
    turn = _arc(right - 0.42, middle, 0.42, half, -90, 90)
    return np.concatenate([_line((0.06, top)), turn, _line((0.06, bottom))])


RANK_STROKES: dict[str, list[Stroke]] = {
    "A": [_line((0, 1), (0.5, 0), (1, 1)), _line((0.2, 0.64), (0.8, 0.64))],
    "2": [
        np.concatenate([
            _arc(0.5, 0.28, 0.44, 0.28, -172, 18), _curve((0.9, 0.38), (0.7, 0.62), (0.2, 0.8), (0.02, 1)),
        ]),
        _line((0.02, 1), (0.98, 1)),
    ],
    "3": [_arc(0.47, 0.255, 0.42, 0.255, -155, 90), _arc(0.47, 0.745, 0.48, 0.255, -90, 155)],
    "4": [_line((0.72, 1), (0.72, 0), (0.0, 0.7), (1, 0.7))],
    "5": [_line((0.9, 0), (0.17, 0), (0.1, 0.44)), _arc(0.46, 0.67, 0.5, 0.33, -136, 142)],
    "6": _six(),
    "7": [_line((0, 0.0), (0.98, 0)), _curve((0.98, 0), (0.7, 0.3), (0.42, 0.6), (0.38, 1))],
    "8": [_arc(0.5, 0.255, 0.39, 0.255, 0, 360), _arc(0.5, 0.745, 0.47, 0.255, 0, 360)],
    "9": [1.0 - s for s in _six()],
    "T": [_line((0.0, 0.17), (0.17, 0), (0.17, 1)), _arc(0.71, 0.5, 0.29, 0.5, 0, 360)],
    "J": [np.concatenate([_line((0.74, 0), (0.74, 0.68)), _arc(0.4, 0.7, 0.34, 0.3, 0, 165)])],
    "Q": [_arc(0.5, 0.5, 0.49, 0.5, 0, 360), _line((0.56, 0.7), (1.0, 1.04))],
    "K": [_line((0.04, 0), (0.04, 1)), _line((0.98, 0), (0.04, 0.62)), _line((0.36, 0.4), (1.0, 1))],
    # what German and French decks write on their courts
    "B": [_line((0.06, 0), (0.06, 1)), _bow(0.0, 0.48, 0.82), _bow(0.48, 1.0, 0.95)],
    "D": [_line((0.06, 0), (0.06, 1)), _bow(0.0, 1.0, 0.98)],
    "R": [_line((0.06, 0), (0.06, 1)), _bow(0.0, 0.52, 0.9), _line((0.45, 0.52), (1.0, 1))],
    "V": [_line((0, 0), (0.5, 1), (1, 0))],
}

_SERIFS: dict[str, tuple[tuple[float, float], ...]] = {
    "A": ((0, 1), (1, 1)),
    "4": ((0.72, 1),),
    "J": ((0.74, 0),),
    "B": ((0.06, 0), (0.06, 1)),
    "D": ((0.06, 0), (0.06, 1)),
    "K": ((0.04, 0), (0.04, 1), (0.98, 0), (1, 1)),
    "R": ((0.06, 0), (0.06, 1), (1, 1)),
    "T": ((0.17, 1),),
    "V": ((0, 0), (1, 0)),
}


def rank_mask(rank: str, height_px: int, *, aspect: float = 0.62, weight: float = 0.15, serif: bool = False) -> Mask:
    """A rank's letter, white on black, `height_px` high; `weight` is the stroke's share of the height."""
    scale = 4
    thick = max(1, round(weight * height_px * scale))
    high = height_px * scale - thick
    wide = high * aspect * (1.12 if rank == "T" else 1.0)
    pad = thick / 2 + (0.09 * high if serif else 0)
    canvas = np.zeros((height_px * scale, round(wide + 2 * pad)), np.uint8)

    def place(points: Stroke) -> NDArray[np.int32]:
        return np.asarray(np.round((points * (wide, high) + (pad, thick / 2)) * 2**_SHIFT), np.int32)

    strokes = [(s, thick) for s in RANK_STROKES[rank]]
    if serif:
        reach = 0.17
        ends = _SERIFS.get(rank, ())
        strokes += [(_line((x - reach, y), (x + reach, y)), max(1, round(thick * 0.55))) for x, y in ends]
    for points, width in strokes:
        cv2.polylines(canvas, [place(points)], False, 255, width, cv2.LINE_AA, _SHIFT)
    size = (max(1, round(canvas.shape[1] / scale)), height_px)
    return np.asarray(cv2.resize(canvas, size, interpolation=cv2.INTER_AREA), np.uint8)


@functools.cache
def _suit_outlines(suit: str) -> tuple[Stroke, ...]:
    turn = np.linspace(0, 2 * np.pi, 90)
    heart = np.stack(
        [16 * np.sin(turn) ** 3, -(13 * np.cos(turn) - 5 * np.cos(2 * turn) - 2 * np.cos(3 * turn) - np.cos(4 * turn))],
        axis=1,
    )
    heart = (heart - (heart.max(axis=0) + heart.min(axis=0)) / 2) / np.ptp(heart, axis=0)
    stem = np.concatenate([
        _curve((-0.03, 0.05), (-0.03, 0.3), (-0.1, 0.45), (-0.24, 0.5)),
        _curve((0.24, 0.5), (0.1, 0.45), (0.03, 0.3), (0.03, 0.05)),
    ])
    if suit == "h":
        return (heart,)
    if suit == "s":
        return (heart * (0.96, -0.86) - (0, 0.07), stem)
    if suit == "c":
        discs = [_arc(x, y, 0.235, 0.235, 0, 360) for x, y in ((0, -0.255), (-0.255, 0.085), (0.255, 0.085))]
        return (*discs, _line((-0.12, -0.12), (0.12, -0.12), (0.12, 0.14), (-0.12, 0.14)), stem)
    corners = [(0.0, -0.5), (0.4, 0.0), (0.0, 0.5), (-0.4, 0.0)]
    sides = []
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        bow = ((a[0] + b[0]) * 0.44, (a[1] + b[1]) * 0.44)
        sides.append(_curve(a, bow, bow, b))
    return (np.concatenate(sides),)


@functools.cache
def suit_mask(suit: str, height_px: int) -> Mask:
    """A suit's sign, white on black, in a square of `height_px`."""
    scale = 4
    canvas = np.zeros((height_px * scale, height_px * scale), np.uint8)
    for outline in _suit_outlines(suit):
        points = np.round((outline * 0.98 + 0.5) * height_px * scale * 2**_SHIFT).astype(np.int32)
        cv2.fillPoly(canvas, [points], 255, cv2.LINE_AA, _SHIFT)
    return np.asarray(cv2.resize(canvas, (height_px, height_px), interpolation=cv2.INTER_AREA), np.uint8)
