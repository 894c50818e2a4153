"""Random pictures of dice with their truth, for training: tables, lights, colours, clutter, cameras.

    python -m vision.training.dice_scenes OUT.npz --count 2000 --seed 1 [--photos DIR]

Each scene is a square picture of `SIDE` px with up to four dice; the truth of a die is its value (0 where
none may be read: see `Label`), its top face's corners, and whether it is cocked or partly out of sight. With
`--photos`, pieces of card photographs whose licence is free are among the tables (`FREE_CARDS`).
"""

from __future__ import annotations

import argparse
import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.dice_render import _PATTERNS, Die, Light, Material, draw_dice, look_from, top_face_xy_px

SIDE = 208
FREE_CARDS = ("EdjeElectronics", "foltysM", "jezhou8", "predrag", "tmikonen")
Image = NDArray[Any]  # bytes, (H, W, 3)
Rng = np.random.Generator


@dataclass(frozen=True)
class Label:
    """The truth of one drawn die: its value, the four corners of its top face in pixels, whether it leans."""

    value: int
    corners_xy_px: NDArray[np.float64]
    cocked: bool


def _colour(rng: Rng, dark: float = 0.02, light: float = 0.8) -> tuple[float, float, float]:
    hue, sat, val = rng.uniform(0, 180), rng.uniform(0.35, 1.0), rng.uniform(0.12, 1.0) ** 1.5
    hsv = np.array([[[hue, sat * 255, val * 255]]], np.uint8)
    bgr = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0] / 255.0
    lin = np.clip(bgr**2.2, dark, light)
    return float(lin[0]), float(lin[1]), float(lin[2])


def _grey(rng: Rng, low: float, high: float, warm: float = 0.1) -> tuple[float, float, float]:
    v = rng.uniform(low, high)
    k = rng.uniform(-0.2, 1.0) * warm
    return float(np.clip(v * (1 - 2.2 * k), 0, 1)), float(np.clip(v * (1 - 0.6 * k), 0, 1)), float(v)


def random_material(rng: Rng) -> Material:
    """A die as shops sell them: mostly white or ivory with dark pips, and every other colour."""
    kind = rng.choice(["white", "ivory", "black", "colour", "special"], p=[0.28, 0.14, 0.13, 0.25, 0.2])
    ace, ace_scale, second, pattern, translucent = None, 1.0, None, "plain", 0.0
    light_pip = _grey(rng, 0.55, 0.9) if rng.random() < 0.75 else _colour(rng, 0.1)
    dark_pip = _grey(rng, 0.005, 0.06) if rng.random() < 0.75 else _colour(rng, 0.01, 0.35)
    if kind == "white":
        body, pip = _grey(rng, 0.6, 0.92, 0.06), dark_pip
    elif kind == "ivory":
        body, pip = _grey(rng, 0.5, 0.85, 0.3), dark_pip
    elif kind == "black":
        body, pip = _grey(rng, 0.005, 0.06), light_pip
        if rng.random() < 0.4:  # coloured, dim paint on a dark body, red above all
            pip = _colour(rng, 0.02, 0.5)
            if rng.random() < 0.5:
                pip = (float(rng.uniform(0.005, 0.05)), float(rng.uniform(0.005, 0.04)), float(rng.uniform(0.08, 0.5)))
    else:
        body = _colour(rng)
        bright = 0.1 * body[0] + 0.6 * body[1] + 0.3 * body[2]
        pip = light_pip if bright < 0.3 else dark_pip
        if rng.random() < 0.15:
            pip = _colour(rng)
        if kind == "special":
            pattern = str(rng.choice(["swirl", "swirl", "speckle", "clear"]))
            second = _colour(rng) if rng.random() < 0.5 else _grey(rng, 0.0, 0.8)
            if pattern == "clear":
                pattern, second, translucent = "plain", None, float(rng.uniform(0.4, 0.9))
                body = (body[0] * 0.8 + 0.05, body[1] * 0.8 + 0.05, body[2] * 0.8 + 0.05)
    # Paint that cannot be told from the body is no lesson; keep a contrast the eye can see.
    lum = [0.1 * c[0] + 0.6 * c[1] + 0.3 * c[2] for c in (body, pip)]
    hues = max(abs(a**0.45 - b**0.45) for a, b in zip(body, pip, strict=True))
    gap = max(abs(lum[0] ** 0.45 - lum[1] ** 0.45), hues * 0.6)
    if gap < 0.18:
        pip = (0.85, 0.85, 0.85) if lum[0] < 0.25 else (0.01, 0.01, 0.01)
    if rng.random() < 0.12 and kind in ("white", "ivory"):
        ace, ace_scale = (0.02, 0.02, float(rng.uniform(0.3, 0.6))), float(rng.uniform(1.0, 2.2))
    elif rng.random() < 0.15:
        ace_scale = float(rng.uniform(1.0, 2.0))
    rounded = rng.random()
    # Sharp-edged dice often have their pips out near the corners.
    spacing = rng.uniform(0.27, 0.33) if rng.random() < (0.4 if rounded < 0.35 else 0.08) else rng.uniform(0.2, 0.285)
    return Material(
        body=body, pip=pip, ace=ace, second=second, pattern=pattern, pattern_seed=int(rng.integers(1 << 30)),
        translucent=translucent, gloss=float(rng.uniform(0.05, 1.0)), shininess=float(rng.uniform(15, 150)),
        corner=float(rng.uniform(0.02, 0.1) if rounded < 0.35 else rng.uniform(0.1, 0.26)),
        cut=float(rng.uniform(0.64, 0.78)) if rng.random() < 0.3 else 0.9,
        pip_radius=float(rng.uniform(0.065, 0.125)), ace_scale=ace_scale,
        pip_spacing=float(spacing), pip_depth=float(rng.uniform(0, 0.9)),
        pip_fill=float(rng.uniform(0.75, 1.0)), pip_ring=float(rng.uniform(0.3, 0.6)) if rng.random() < 0.03 else 0.0,
        six_width=float(rng.uniform(0.5, 0.85)) if rng.random() < 0.25 else 1.0,
    )


def random_light(rng: Rng) -> Light:
    """Anything from one hard lamp to the flat light in which a die's faces merge."""
    flat = rng.random() < 0.35
    key = rng.uniform(0, 0.25) if flat else rng.uniform(0.3, 1.1)
    sky = rng.uniform(0.7, 1.1) if flat else rng.uniform(0.15, 0.7)
    a, h = rng.uniform(0, 6.28), rng.uniform(0.35, 1.2)
    lamps = []
    for _ in range(rng.integers(0, 4)):
        d = rng.normal(size=3)
        d[2] = abs(d[2]) + 0.3
        d /= np.linalg.norm(d)
        lamps.append((float(d[0]), float(d[1]), float(d[2]), float(rng.uniform(0.8, 0.985)),
                      float(rng.choice([1.0, 3.0, 9.0]))))
    if rng.random() < 0.3:  # a tube or a ring of lamps, mirrored as a streak
        d, along = rng.normal(size=3), rng.normal(size=3)
        d[2] = abs(d[2]) + 0.6
        power = float(rng.choice([3.0, 9.0, 18.0]))
        for k in np.linspace(-1, 1, 5):
            e = d + k * along * rng.uniform(0.25, 0.5)
            e /= np.linalg.norm(e)
            lamps.append((float(e[0]), float(e[1]), float(e[2]), float(rng.uniform(0.97, 0.99)), power))
    warm = rng.uniform(-0.15, 0.45)
    return Light(
        key_dir=(float(np.cos(a)), float(np.sin(a)), float(h)), key=float(key), sky=float(sky),
        soft=float(rng.uniform(3, 25)), tint=(float(1 - warm), float(1 - 0.3 * warm), 1.0), lamps=tuple(lamps),
        exposure=float(rng.uniform(0.55, 1.35)),
    )


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
    col = np.array(_colour(rng, 0.01, 0.9)) ** (1 / 2.2) * 255
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
        for p in _PATTERNS[int(rng.integers(1, 7))]:
            x, y = (np.array(p) * 0.26 + [0, half]) @ m.T + at_xy
            cv2.circle(image, (int(x), int(y)), max(1, int(edge * 0.09)), ink, -1, cv2.LINE_AA)


def _clutter(rng: Rng, image: Image, unit: float) -> None:
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
    base = np.array(_grey(rng, 0.05, 0.95, 0.2) if rng.random() < 0.45 else _colour(rng, 0.01, 0.9))
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


def random_scene(rng: Rng, photos: list[Image], side: int = SIDE) -> tuple[Image, list[Label]]:
    """One picture and the truth of its dice."""
    unit = rng.uniform(30, 56)
    image = random_table(rng, unit, photos, side)
    _clutter(rng, image, unit)
    tilt_kind = rng.random()
    tilt = abs(rng.normal(0, 0.2)) if tilt_kind < 0.75 else rng.uniform(0.3, 0.85)
    azimuth = rng.uniform(0, 6.28) if tilt < 0.45 else rng.normal(0, 0.35)
    stretch = rng.choice([1.0, rng.uniform(0.75, 1.35), rng.uniform(1.3, 1.7), 1 / rng.uniform(1.3, 1.7)],
                         p=[0.6, 0.25, 0.1, 0.05])
    unit /= float(np.sqrt(stretch))
    proj = look_from(unit, (side / 2, side / 2), tilt, azimuth, rng.normal(0, 0.1), rng.uniform(7, 40), float(stretch))
    light = random_light(rng)
    n = int(rng.choice([0, 1, 2, 3, 4], p=[0.06, 0.3, 0.36, 0.18, 0.1]))
    dice: list[Die] = []
    one = random_material(rng)
    same = rng.random() < 0.5
    reach = side / unit / 2
    cocked_ok = tilt < 0.35
    for _ in range(n):
        for _ in range(8):
            edge = 1.0 if rng.random() < 0.8 else rng.uniform(0.75, 1.3)
            if dice and rng.random() < 0.45:  # near or touching another
                o = dice[int(rng.integers(len(dice)))]
                a = rng.uniform(0, 6.28)
                gap = 0.5 * (edge + o.edge) * rng.uniform(1.0, 1.5)
                xy = (o.xy[0] + gap * np.cos(a), o.xy[1] + gap * np.sin(a))
            else:
                xy = (rng.uniform(-reach, reach) * 0.85, rng.uniform(-reach, reach) * 0.85)
            yaw = float(rng.uniform(0, 6.28))
            clear = all(_apart(xy, edge, yaw, d) for d in dice)
            if clear:
                break
        else:
            continue
        tip = 0.0
        if cocked_ok and rng.random() < 0.1:
            tip = float(rng.uniform(0.35, 0.785))
        about = float(yaw + rng.choice([0, 1.57, 3.14, -1.57])) if tip else 0.0
        dice.append(Die(
            value=int(rng.integers(1, 7)), xy=(float(xy[0]), float(xy[1])), edge=float(edge), yaw=yaw,
            spin=int(rng.integers(4)), tip=tip, tip_about=about,
            mirrored=bool(rng.random() < 0.4), material=one if same else random_material(rng),
        ))
        if tip and rng.random() < 0.6:
            _prop(rng, dice, one if same else random_material(rng))
    # The lamp's fall-off over the table, before the dice take their own light.
    gx, gy = np.meshgrid(np.linspace(-1, 1, side), np.linspace(-1, 1, side))
    fall = 1 + rng.uniform(-0.35, 0.35) * gx + rng.uniform(-0.35, 0.35) * gy
    image = np.clip(image * fall[..., None], 0, 255).astype(np.uint8)
    image = draw_dice(image, proj, dice, light, supersample=1)
    labels = [Label(d.value, top_face_xy_px(proj, d), d.tip > 0) for d in dice]
    if rng.random() < 0.15:
        glare = np.zeros((side, side), np.float32)
        cv2.circle(glare, (int(rng.integers(side)), int(rng.integers(side))), int(rng.uniform(10, 60)), 1.0, -1)
        glare = cv2.GaussianBlur(glare, (0, 0), rng.uniform(5, 25)) * rng.uniform(20, 150)
        image = np.clip(image + glare[..., None], 0, 255).astype(np.uint8)
    return image, labels


def _prop(rng: Rng, dice: list[Die], material: Material) -> None:
    """Set a flat die against the raised edge of the last one, which leans on it; not where another is in the way."""
    lean = dice[-1]
    reach = 0.5 * lean.edge * (np.cos(lean.tip) + np.sin(lean.tip) + 1) * 0.99
    a = lean.tip_about + np.pi / 2
    xy = (float(lean.xy[0] + reach * np.cos(a)), float(lean.xy[1] + reach * np.sin(a)))
    if all(_apart(xy, lean.edge, lean.tip_about, d) for d in dice[:-1]):
        dice.append(Die(
            value=int(rng.integers(1, 7)), xy=xy, edge=lean.edge, yaw=lean.tip_about, spin=int(rng.integers(4)),
            mirrored=bool(rng.random() < 0.4), material=material,
        ))


def _apart(xy: tuple[float, float], edge: float, yaw: float, other: Die) -> bool:
    """Whether two squares on the table do not overlap (separating axes)."""
    d = np.array([other.xy[0] - xy[0], other.xy[1] - xy[1]])
    for a in (yaw, yaw + np.pi / 2, other.yaw, other.yaw + np.pi / 2):
        axis = np.array([np.cos(a), np.sin(a)])
        half = 0.0
        for e, y in ((edge, yaw), (other.edge, other.yaw)):
            half += 0.5 * e * (abs(np.cos(y - a)) + abs(np.sin(y - a)))
        if abs(d @ axis) >= half * 0.97:
            return True
    return False


def free_card_photos(photos_dir: Path | None) -> list[Image]:
    """The card photographs whose licence allows training, from a folder laid out as photos/README.md says."""
    if photos_dir is None or not (photos_dir / "cards.csv").exists():
        return []
    with (photos_dir / "cards.csv").open(newline="") as f:
        rows = [r for r in csv.DictReader(f) if r["source"].startswith(FREE_CARDS)]
    images = [cv2.imread(str(photos_dir / "cards" / r["file"])) for r in rows]
    return [np.asarray(i, np.uint8) for i in images if i is not None]


def main() -> None:
    """Draw scenes into one npz file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--photos", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(args.seed)
    photos = free_card_photos(args.photos)
    images, rows = [], []
    for k in range(args.count):
        image, labels = random_scene(rng, photos)
        images.append(image)
        rows += [[k, d.value, d.cocked, *d.corners_xy_px.ravel()] for d in labels]
    np.savez(args.out, images=np.array(images), dice=np.array(rows, np.float32).reshape(-1, 11))


if __name__ == "__main__":
    main()
