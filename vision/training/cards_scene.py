"""Photographs of cards that never were: scenes with truth, for training only.

`draw_scene` lays cards of one deck on a table, looks at them through a tilted
camera, and spoils the picture as lamps, lenses, sensors and JPEG do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.readings import CODES
from vision.training.cards_art import ART_H, ArtDeck
from vision.training.cards_draw import DeckStyle, draw_card, random_style
from vision.training.cards_light import spoil
from vision.training.cards_things import Source, background, card_back, clutter, odd_card

Image = np.ndarray[Any, Any]  # uint8, but for where floats are on their way back to it
Floats = np.ndarray[Any, Any]
Rng = np.random.Generator


@dataclass(frozen=True)
class Corner:
    """One index: its frame (3 points: origin, one card length along width, along length), visibility."""

    frame_xy: Floats  # (3, 2)
    centre_xy: Floats  # (2,)
    visible: float


@dataclass(frozen=True)
class SceneCard:
    """One card as it lies: `code` (52 codes, or `back`), outline from its upper left, clockwise."""

    code: str
    letters: str
    quad_xy: Floats  # (4, 2)
    length_px: float
    visible: float
    corners: tuple[Corner, ...]
    index_box: tuple[float, float, float, float]


@dataclass(frozen=True)
class Scene:
    """A picture and all that lies in it."""

    image: Image
    cards: tuple[SceneCard, ...]


_BIG_INDEX = {"heruka-2color", "heruka-2color-bf", "heruka-4color", "heruka-4color-bf", "tango_nuevo",
              "ornamental", "plastic", "svg-nicu-white", "pokerth-default", "pokerth-default4c", "tango"}
_FOUR_INDEX = {"dondorf"}


def _camera(rng: Rng, size: int, source: Source) -> Floats:
    """Table plane (px at the picture's middle) to picture, tilted."""
    tilt = np.radians(rng.uniform(0, 10) if rng.random() < source.flat_share else rng.uniform(10, source.steepest_deg))
    az = rng.uniform(0, 2 * np.pi)
    f = size * rng.uniform(1.1, 3.5)
    c, s = np.cos(az), np.sin(az)
    rz = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    rx = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    r = rz.T @ rx @ rz
    k = np.array([[f, 0, size / 2], [0, f, size / 2], [0, 0, 1]])
    move = np.array([[1, 0, -size / 2], [0, 1, -size / 2], [0, 0, 0]], float)
    h = k @ (r @ move + np.array([[0, 0, 0], [0, 0, 0], [0, 0, f]]))
    return h / h[2, 2]  # type: ignore[no-any-return]


def _poses(rng: Rng, size: int, length: float, width: float) -> list[tuple[float, float, float]]:
    """Centres and turns in the plane, by kind of layout."""
    n = int(np.clip(rng.poisson(1.2 * (size / length) ** 2 / (1.0 + width)) + 1, 1, 14))
    kind = rng.choice(["scatter", "row", "fan", "pile", "grid"], p=[0.26, 0.18, 0.3, 0.14, 0.12])
    angle = rng.uniform(0, 360)
    poses: list[tuple[float, float, float]] = []
    u = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    v = np.array([-u[1], u[0]])
    mid = rng.uniform(0.3, 0.7, 2) * size
    if kind == "scatter":
        for _ in range(n * 3):
            p = rng.uniform(-0.05, 1.05, 2) * size
            if all(np.hypot(*(p - np.array(q[:2]))) > length * 0.92 for q in poses):
                poses.append((p[0], p[1], rng.uniform(0, 360)))
            if len(poses) >= n:
                break
    elif kind in ("row", "grid"):
        step = length * width * rng.uniform(0.95, 1.25)
        rows = 1 if kind == "row" else 3
        for r in range(rows):
            for i in range(-5, 6):
                p = mid + u * i * step + v * (r - rows // 2) * length * rng.uniform(0.99, 1.15)
                if -0.1 * size < p[0] < 1.1 * size and -0.1 * size < p[1] < 1.1 * size:
                    off = rng.normal(0, rng.choice([0.5, 3, 8])) + 180 * (rng.random() < 0.3)
                    poses.append((p[0], p[1], angle + off))
    elif kind == "fan":
        for _ in range(1 if length > 0.4 * size else int(rng.integers(1, 4))):
            step = length * rng.uniform(0.14, 0.5)
            turn = rng.choice([0, rng.uniform(1, 14)])
            side = rng.uniform(-0.25, 0.25) * rng.integers(0, 2)
            m = int(rng.integers(2, 9))
            flip = -1 if rng.random() < 0.15 else 1  # some fan the wrong way and hide the indices
            for i in range(m):
                j = (i - m / 2) * flip
                p = mid + (u * step + v * step * side) * j
                poses.append((p[0], p[1], angle + turn * j + rng.normal(0, 1.5)))
            mid = rng.uniform(0.1, 0.9, 2) * size
            angle = rng.uniform(0, 360)
            u = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
            v = np.array([-u[1], u[0]])
    else:
        for _ in range(n):
            p = mid + rng.normal(0, length * 0.6, 2)
            poses.append((p[0], p[1], rng.uniform(0, 360)))
    return poses[:24]


def _apply(h: Floats, pts: Floats) -> Floats:
    p = np.c_[pts, np.ones(len(pts))] @ h.T
    return p[:, :2] / p[:, 2:]  # type: ignore[no-any-return]


def draw_scene(rng: Rng, source: Source, size: int = 320) -> Scene:
    """One scene with truth; only `rng` decides what is in it."""
    length = float(np.exp(rng.uniform(np.log(62), np.log(240))))
    deck: ArtDeck | None = None
    style: DeckStyle | None = None
    if rng.random() < source.art_share:
        of_letters = [a for a in source.art if a.letters != "english"] if source.foreign_courts else source.art
        deck = of_letters[rng.integers(len(of_letters))]
        width = rng.choice([0.64, 0.68, 0.7, 0.716])
        four, letters = deck.name in _FOUR_INDEX, deck.letters
        box = (0.02, 0.03, 0.2, 0.33) if deck.name in _BIG_INDEX else (0.02, 0.03, 0.14, 0.21)
    else:
        if source.style is None or source.style_uses >= 3:  # inventing a deck takes time: use it thrice
            source.style = random_style(rng, source.rank_fonts, source.suit_fonts, source.art, source.deep_share,
                                        source.foreign_courts)
            source.style_uses = 0
        source.style_uses += 1
        style = source.style
        width, four, letters = style.width, style.four, style.letters
        box = (0.02, 0.03, 0.14, 0.21)
    img = background(rng, size, source)
    ids = np.zeros((size, size), np.uint8)
    cam = _camera(rng, size, source)
    poses = _poses(rng, size, length, width)
    codes = rng.permutation(CODES)
    if source.foreign_courts:
        codes = np.resize([c for c in codes if c[0] in "JQK"], len(CODES))
    back_share = rng.choice([0.0, 0.08, 0.5], p=[0.6, 0.3, 0.1])
    shared_back = card_back(rng, width) if back_share else None
    under = rng.random() < 0.6
    if not under and rng.random() < 0.3:
        clutter(img, ids, rng, length)
    laid: list[tuple[str, Floats, tuple[float, float, float, float]]] = []
    for i, (x, y, turn) in enumerate(poses):
        box_i = box
        if shared_back is not None and rng.random() < back_share:
            code, face = "back", shared_back
        elif rng.random() < 0.03:
            code, face = "odd", odd_card(rng, width, source)
        else:
            code = str(codes[i])
            if style is not None:
                face, box_i = draw_card(style, code, rng)
            elif deck is not None:
                face = deck.faces[CODES.index(code)]
        fh, fw = face.shape[:2]
        if code not in ("back", "odd") and rng.random() < 0.3:  # worn print
            ink = rng.uniform(0.55, 1.0)
            face = (255 - (255 - face.astype(np.float32)) * ink).astype(np.uint8)
        k = length * 1.15 / ART_H
        if k < 0.9:
            face = cv2.resize(face, (max(8, round(fw * k)), max(8, round(fh * k))), interpolation=cv2.INTER_AREA)
        fh, fw = face.shape[:2]
        a = np.radians(turn)
        rot = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        place = np.eye(3)
        place[:2, :2] = rot * length
        place[:2, 2] = np.array([x, y]) - rot @ np.array([width / 2, 0.5]) * length
        h = cam @ place  # card lengths -> picture
        scale = np.diag([width / fw, 1 / fh, 1.0])
        shift = np.eye(3)
        shift[:2, 2] = 0.5
        full = h @ scale @ shift
        r = int(max(1, fh * (style.round_r if style else 0.035)))
        mask = np.zeros((fh, fw), np.uint8)
        cv2.rectangle(mask, (r, 0), (fw - r - 1, fh), 255, -1)
        cv2.rectangle(mask, (0, r), (fw, fh - r - 1), 255, -1)
        for cx, cy in ((r, r), (fw - r - 1, r), (r, fh - r - 1), (fw - r - 1, fh - r - 1)):
            cv2.circle(mask, (cx, cy), r, 255, -1)
        ends = np.array([[0, 0], [width, 0], [width, 1], [0, 1]])
        if (np.c_[ends, np.ones(4)] @ h[2] < 0.3 * (cam[2] @ [size / 2, size / 2, 1])).any():
            continue  # beside or behind the camera
        quad = _apply(h, ends)
        x0, y0 = np.floor(quad.min(0)).astype(int) - 8
        x1, y1 = np.ceil(quad.max(0)).astype(int) + 9
        x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, size), min(y1, size)
        if x1 - x0 < 4 or y1 - y0 < 4:
            continue
        off = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], float)
        wa = cv2.warpPerspective(mask, off @ full, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        wc = cv2.warpPerspective(face, off @ full, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR,
                                 borderMode=cv2.BORDER_REPLICATE)
        part = img[y0:y1, x0:x1]
        if rng.random() < 0.6:
            sh = cv2.GaussianBlur(np.roll(wa, tuple(rng.integers(-3, 4, 2)), (0, 1)), (0, 0), rng.uniform(0.8, 3))
            part[:] = (part * (1 - rng.uniform(0.1, 0.6) * sh[:, :, None].astype(np.float32) / 255)).astype(np.uint8)
        al = wa[:, :, None].astype(np.float32) / 255
        shade = rng.uniform(0.9, 1.0)
        part[:] = (part * (1 - al) + wc * (al * shade)).astype(np.uint8)
        laid.append((code, h, box_i))
        ids[y0:y1, x0:x1][wa > 127] = len(laid)
    if under and rng.random() < 0.45:
        clutter(img, ids, rng, length)
    cards = []
    for n, (code, h, box_i) in enumerate(laid, 1):
        quad = _apply(h, np.array([[0, 0], [width, 0], [width, 1], [0, 1]], float))
        sides = np.hypot(*(quad - np.roll(quad, 1, 0)).T)
        mine = ids == n

        def seen(pts: Floats, mine: Image = mine) -> float:
            q = np.round(pts).astype(int)
            ok = (q >= 0).all(1) & (q < size).all(1)
            return float(sum(mine[p[1], p[0]] for p in q[ok]) / len(q))

        corners = []
        gx, gy = np.meshgrid(np.linspace(0.04, 0.96, 7), np.linspace(0.04, 0.96, 9))
        for turned in (False, True):
            for side in (False, True) if four else (False,):
                bx0, by0, bx1, by1 = box_i
                pts = np.c_[(bx0 + gx.ravel() * (bx1 - bx0)), by0 + gy.ravel() * (by1 - by0)]
                frame = np.array([[0, 0], [1, 0], [0, 1]], float)
                if side:
                    pts[:, 0] = width - pts[:, 0]
                    # the same place relative to the index as on the left
                    frame[:, 0] += width - bx0 - bx1
                ctr = np.array([[pts[:, 0].mean(), pts[:, 1].mean()]])
                if turned:
                    pts, frame, ctr = (np.array([width, 1.0]) - p for p in (pts, frame, ctr))
                # the frame is local: derivatives at the index, not the far ends
                o = _apply(h, frame[:1])[0]
                ex = (_apply(h, frame[:1] + (frame[1:2] - frame[:1]) * 0.15)[0] - o) / 0.15
                ey = (_apply(h, frame[:1] + (frame[2:3] - frame[:1]) * 0.25)[0] - o) / 0.25
                corners.append(Corner(np.array([o, ex, ey]), _apply(h, ctr)[0], seen(_apply(h, pts))))
        gx2, gy2 = np.meshgrid(np.linspace(0.03, 0.97, 9), np.linspace(0.03, 0.97, 13))
        visible = seen(_apply(h, np.c_[gx2.ravel() * width, gy2.ravel()]))
        cards.append(SceneCard(code, letters, quad, float((sides[0] + sides[2]) / 2), visible,
                               tuple(corners) if code not in ("back", "odd") else (), box_i))
    return Scene(spoil(img, rng, length), tuple(cards))
