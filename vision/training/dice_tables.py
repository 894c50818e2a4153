"""What drawn dice lie on and among: felt, wood, cloth, cards, chips, buttons, dominoes; for training only."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.dice_body import PATTERNS

Image = NDArray[Any]  # bytes, (H, W, 3)
Rng = np.random.Generator
SIDE = 208  # of a scene, px


def colour(rng: Rng, dark: float = 0.02, light: float = 0.8) -> tuple[float, float, float]:
    hue, sat, val = rng.uniform(0, 180), rng.uniform(0.35, 1.0), rng.uniform(0.12, 1.0) ** 1.5
    hsv = np.array([[[hue, sat * 255, val * 255]]], np.uint8)
    bgr = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0] / 255.0
    lin = np.clip(bgr**2.2, dark, light)
    return float(lin[0]), float(lin[1]), float(lin[2])


def grey(rng: Rng, low: float, high: float, warm: float = 0.1) -> tuple[float, float, float]:
    v = rng.uniform(low, high)
    k = rng.uniform(-0.2, 1.0) * warm
    return float(np.clip(v * (1 - 2.2 * k), 0, 1)), float(np.clip(v * (1 - 0.6 * k), 0, 1)), float(v)


def _noise(rng: Rng, side: int, scale: float, stretch: float = 1.0) -> NDArray[np.float32]:
    w, h = max(2, int(side / scale)), max(2, int(side / scale / stretch))
    small = rng.normal(size=(h, w)).astype(np.float32)
    out = cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC)
    return np.asarray(out, np.float32)


def _turned(rng: Rng, image: Image, side: int) -> Image:
    m = cv2.getRotationMatrix2D((image.shape[1] / 2, image.shape[0] / 2), rng.uniform(0, 360), 1.45)
    return np.asarray(cv2.warpAffine(image, m, (side, side), borderMode=cv2.BORDER_REFLECT), np.uint8)


def _card(rng: Rng, image: Image, unit: float) -> None:
    """A drawn playing card, whole or cut by the picture: pips in rows that are no dice."""
    w = unit * rng.uniform(2.0, 7)
    h = w * 1.4
    k = 240 / h
    card = np.full((240, int(w * k), 3), int(rng.uniform(200, 255)), np.uint8)
    red = (int(rng.uniform(0, 60)), int(rng.uniform(0, 60)), int(rng.uniform(150, 230)))
    ink = red if rng.random() < 0.5 else (20, 20, 20)
    n = int(rng.choice([2, 3, 4, 4, 5, 5, 6, 6, 7, 8, 10]))
    cols = [0.32, 0.68]
    spots = {2: [(0.5, 0.2), (0.5, 0.8)], 3: [(0.5, 0.2), (0.5, 0.5), (0.5, 0.8)]}.get(n)
    if spots is None:
        rows = {4: [0.2, 0.8], 5: [0.2, 0.8], 6: [0.2, 0.5, 0.8], 7: [0.2, 0.5, 0.8], 8: [0.2, 0.5, 0.8]}.get(
            n, [0.2, 0.4, 0.6, 0.8])
        spots = [(x, y) for x in cols for y in rows]
        if n in (5, 7, 8, 10):
            spots.append((0.5, 0.5 if n == 5 else 0.33))
    r = 0.085 * card.shape[1] * rng.uniform(0.8, 1.3)
    shape = int(rng.integers(0, 4))
    for x, y in spots:
        c = np.array([x * card.shape[1], y * 240])
        s = 1 if y < 0.55 else -1
        if shape == 0:
            pts = np.array([[0, -1.3], [1, 0], [0, 1.3], [-1, 0]])
            cv2.fillPoly(card, [(c + pts * r).astype(np.int32)], ink, cv2.LINE_AA)
        elif shape == 1:
            cv2.circle(card, tuple(int(v) for v in c), int(r), ink, -1, cv2.LINE_AA)
        else:
            t = -s if shape == 2 else s
            for dx in (-0.5, 0.5):
                cv2.circle(card, (int(c[0] + dx * r), int(c[1] + 0.3 * t * r)), max(1, int(0.6 * r)), ink, -1,
                           cv2.LINE_AA)
            pts = np.array([[-1.02, 0.3 * t], [1.02, 0.3 * t], [0, -1.2 * t]])
            cv2.fillPoly(card, [(c + pts * r).astype(np.int32)], ink, cv2.LINE_AA)
    cv2.putText(card, str(n), (4, 34), cv2.FONT_HERSHEY_SIMPLEX, 0.9, ink, 2, cv2.LINE_AA)
    side = image.shape[0]
    a = rng.uniform(0, 6.28)
    c, s = np.cos(a) / k, np.sin(a) / k
    m = np.array([[c, -s, rng.uniform(-0.1, 1.0) * side], [s, c, rng.uniform(-0.1, 1.0) * side]])
    m[:, 2] -= m[:, :2] @ [card.shape[1] / 2, 120]
    layer = cv2.warpAffine(card, m, (side, side), flags=cv2.INTER_AREA)
    mask = cv2.warpAffine(np.full(card.shape[:2], 255, np.uint8), m, (side, side))[..., None] / 255.0
    image[:] = (image * (1 - mask) + layer * mask).astype(np.uint8)


def _button(rng: Rng, image: Image, at_xy: tuple[int, int], r: float) -> None:
    """A round button with two or four holes."""
    col = np.array(colour(rng, 0.01, 0.9)) ** (1 / 2.2) * 255
    hole = tuple(float(v) for v in np.clip(col * rng.uniform(0, 0.5) if rng.random() < 0.8 else 255 - col, 0, 255))
    cv2.circle(image, at_xy, int(r * 0.7), tuple(float(v) for v in col), -1, cv2.LINE_AA)
    turn = rng.uniform(0, 6.28)
    for k in range(4) if rng.random() < 0.6 else (0, 2):
        a = turn + k * np.pi / 2
        p = (int(at_xy[0] + 0.24 * r * np.cos(a)), int(at_xy[1] + 0.24 * r * np.sin(a)))
        cv2.circle(image, p, max(1, int(0.1 * r)), hole, -1, cv2.LINE_AA)


def _domino(rng: Rng, image: Image, at_xy: tuple[int, int], edge: float) -> None:
    """A flat tile of two halves with dots, seen from above."""
    light = rng.random() < 0.5
    body, ink = ((235, 240, 240), (15, 15, 15)) if light else ((25, 20, 20), (235, 235, 235))
    a = rng.uniform(0, 6.28)
    m = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) * edge
    box = np.array([[-0.5, -1], [0.5, -1], [0.5, 1], [-0.5, 1]]) @ m.T + at_xy
    cv2.fillPoly(image, [box.astype(np.int32)], body, cv2.LINE_AA)
    line = (np.array([[-0.42, 0], [0.42, 0]]) @ m.T + at_xy).astype(int)
    cv2.line(image, tuple(map(int, line[0])), tuple(map(int, line[1])), ink, max(1, int(edge * 0.04)), cv2.LINE_AA)
    for half in (-0.5, 0.5):
        for p in PATTERNS[int(rng.integers(1, 7))]:
            x, y = (np.array(p) * 0.26 + [0, half]) @ m.T + at_xy
            cv2.circle(image, (int(x), int(y)), max(1, int(edge * 0.09)), ink, -1, cv2.LINE_AA)


def clutter(rng: Rng, image: Image, unit: float) -> None:
    side = image.shape[0]

    def spot() -> tuple[int, int]:
        return int(rng.uniform(0, side)), int(rng.uniform(0, side))

    for _ in range(int(rng.choice([0, 0, 1, 2, 3]))):
        what = rng.integers(0, 11)
        col = tuple(int(v) for v in rng.integers(0, 256, 3))
        r = unit * rng.uniform(0.4, 1.6)
        x, y = spot()
        if what <= 1:
            _card(rng, image, unit)
        elif what == 2:  # a chip
            cv2.circle(image, (x, y), int(r), col, -1, cv2.LINE_AA)
            for k in range(6):
                a = k * np.pi / 3 + r
                p = (int(x + r * 0.9 * np.cos(a)), int(y + r * 0.9 * np.sin(a)))
                cv2.circle(image, p, max(1, int(r * 0.14)), (240, 240, 240), -1, cv2.LINE_AA)
            rim = tuple(int(v * 0.8) for v in col)
            cv2.circle(image, (x, y), int(r * 0.65), rim, max(1, int(r * 0.08)), cv2.LINE_AA)
        elif what == 3:  # printed dots in a die's pattern, and without
            g = unit * rng.uniform(0.2, 0.5)
            grid = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if rng.random() < 0.5]
            for i, j in grid:
                cv2.circle(image, (int(x + i * g), int(y + j * g)), max(1, int(g * 0.3)), col, -1, cv2.LINE_AA)
        elif what == 4:
            cv2.line(image, (x, y), spot(), col, max(1, int(unit * rng.uniform(0.05, 0.4))), cv2.LINE_AA)
        elif what == 5:
            pts = np.array([spot() for _ in range(4)])
            cv2.fillPoly(image, [((pts - [x, y]) * rng.uniform(0.2, 1) + [x, y]).astype(np.int32)], col, cv2.LINE_AA)
        elif what == 6:
            cv2.putText(image, "".join(chr(rng.integers(48, 91)) for _ in range(4)), (x, y),
                        cv2.FONT_HERSHEY_SIMPLEX, unit / 40, col, max(1, int(unit / 25)), cv2.LINE_AA)
        elif what == 7:
            _button(rng, image, (x, y), r)
        elif what == 8:
            _domino(rng, image, (x, y), unit * rng.uniform(0.6, 1.4))
        elif what == 9:  # a coin, or a counter with a boss
            cv2.circle(image, (x, y), int(r * 0.6), col, -1, cv2.LINE_AA)
            inner = tuple(int(np.clip(v + rng.normal(0, 50), 0, 255)) for v in col)
            cv2.circle(image, (x, y), max(1, int(r * rng.uniform(0.1, 0.5))), inner, -1, cv2.LINE_AA)
        else:  # a finger
            skin = tuple(int(v) for v in np.array([110, 140, 190]) * rng.uniform(0.4, 1.2))
            cv2.ellipse(image, (x, y), (int(unit * 3), int(unit * rng.uniform(0.4, 1))), rng.uniform(0, 360), 0, 360,
                        skin, -1, cv2.LINE_AA)


def random_table(rng: Rng, unit: float, photos: list[Image], side: int = SIDE) -> Image:
    """What lies under the dice: felt, wood, cloth, paper, a tray, or a piece of a photograph."""
    if photos and rng.random() < 0.3:
        photo = photos[int(rng.integers(len(photos)))]
        s = min(rng.uniform(0.25, 1.2), min(photo.shape[:2]) / side)
        n = int(side * s)
        if n >= 8:
            y, x = (int(rng.integers(0, photo.shape[k] - n + 1)) for k in (0, 1))
            piece = cv2.resize(photo[y : y + n, x : x + n], (side, side), interpolation=cv2.INTER_AREA)
            return _turned(rng, np.asarray(piece, np.uint8), side)
    kind = rng.integers(0, 6)
    base = np.array(grey(rng, 0.05, 0.95, 0.2) if rng.random() < 0.45 else colour(rng, 0.01, 0.9))
    base = base ** (1 / 2.2) * 255
    tex = np.zeros((side, side), np.float32)
    if kind == 0:
        tex += _noise(rng, side, 1) * rng.uniform(0, 12) + _noise(rng, side, 2) * rng.uniform(0, 12)
    elif kind == 1:  # wood
        tex += _noise(rng, side, 2, 12) * rng.uniform(2, 16) + _noise(rng, side, 10, 8) * rng.uniform(2, 16)
        if rng.random() < 0.5:
            base = np.array([60, 110, 170]) * rng.uniform(0.4, 1.4)
    elif kind == 2:  # woven cloth
        gx, gy = np.meshgrid(np.arange(side), np.arange(side))
        p = rng.uniform(3, 12)
        tex += (np.sin(gx * 6.28 / p) * np.sin(gy * 6.28 / p)).astype(np.float32) * rng.uniform(5, 40)
        tex += _noise(rng, side, 1.5) * 8
    elif kind == 3:  # stripes
        across = np.arange(side, dtype=np.float32)[None, :].repeat(side, 0)
        tex += (np.sin(across * 6.28 / rng.uniform(8, 50)) > rng.uniform(-0.5, 0.9)) * rng.uniform(-70, 70)
    elif kind == 4:
        tex += _noise(rng, side, 4) * rng.uniform(0, 25)
    image = np.clip(base[None, None] + tex[..., None] * rng.uniform(0.6, 1.2, 3), 0, 255).astype(np.uint8)
    if kind in (1, 2, 3):
        image = _turned(rng, image, side)
    return image
