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
from vision.training.cards_draw import DeckStyle, draw_card, glyph, random_style

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


@dataclass
class Source:
    """What scenes are made of."""

    art: list[ArtDeck]
    rank_fonts: list[str]
    suit_fonts: list[str]
    art_share: float = 0.4
    style: DeckStyle | None = None
    style_uses: int = 0
    deep_share: float = 0.0


_BIG_INDEX = {"heruka-2color", "heruka-2color-bf", "heruka-4color", "heruka-4color-bf", "tango_nuevo",
              "ornamental", "plastic", "svg-nicu-white", "pokerth-default", "pokerth-default4c", "tango"}
_FOUR_INDEX = {"dondorf"}


def noise_field(rng: Rng, shape: tuple[int, int], cells: int) -> Floats:
    """Smooth noise, about -1..1, with so many cells across."""
    small = rng.normal(0, 0.6, (cells + 2, cells + 2)).astype(np.float32)
    return cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)


def background(rng: Rng, size: int, source: Source) -> Image:
    """Felt, wood, cloth or paper, plain or printed."""
    kind = rng.choice(["felt", "wood", "plain", "print", "cloth"], p=[0.34, 0.2, 0.2, 0.14, 0.12])
    tone = rng.choice(["dark", "mid", "light"], p=[0.4, 0.38, 0.22])
    hsv = np.array([[[rng.integers(0, 180), rng.integers(0, 230),
                      {"dark": rng.integers(5, 70), "mid": rng.integers(60, 170),
                       "light": rng.integers(150, 245)}[str(tone)]]]], np.uint8)
    base = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)
    if rng.random() < 0.25:
        base = np.full(3, base.mean(), np.float32)
    img = np.empty((size, size, 3), np.float32)
    img[:] = base
    if kind == "wood":
        x = np.linspace(0, rng.uniform(4, 16), size, dtype=np.float32)
        grain = np.sin(x[None, :] * 6 + noise_field(rng, (size, size), 4) * 4)
        fine = cv2.resize(rng.normal(0, 1, (6, size)).astype(np.float32), (size, size))
        amount = rng.uniform(0.05, 0.25)
        img *= (1 + amount * grain * 0.5 + amount * fine * 0.5)[:, :, None]
        if rng.random() < 0.5:
            img = np.ascontiguousarray(img.transpose(1, 0, 2))
    elif kind == "cloth":
        p = rng.integers(4, 40)
        yy, xx = np.mgrid[0:size, 0:size]
        other = rng.uniform(0, 255, 3).astype(np.float32)
        pattern = ((xx // p + yy // p) % 2 == 0) if rng.random() < 0.5 else ((xx // p) % 3 == 0)
        img = np.where(pattern[:, :, None], img, 0.6 * img + 0.4 * other)
    img *= 1 + rng.uniform(0, 0.12) * noise_field(rng, (size, size), int(rng.integers(3, 40)))[:, :, None]
    img += rng.normal(0, rng.uniform(0, 6), (size, size, 1))
    out = np.clip(img, 0, 255).astype(np.uint8)
    if kind == "print":
        for _ in range(int(rng.integers(2, 14))):
            colour = tuple(int(v) for v in rng.integers(0, 255, 3))
            a, b = rng.integers(0, size, 2), rng.integers(0, size, 2)
            what = rng.integers(5)
            if what == 0:
                cv2.line(out, a.tolist(), b.tolist(), colour, int(rng.integers(1, 5)), cv2.LINE_AA)
            elif what == 1:
                cv2.rectangle(out, a.tolist(), b.tolist(), colour, int(rng.choice([-1, 1, 2, 3])), cv2.LINE_AA)
            elif what == 2:
                cv2.circle(out, a.tolist(), int(rng.integers(5, 80)), colour, int(rng.choice([-1, 1, 3])), cv2.LINE_AA)
            else:
                text = str(rng.choice(list("0123456789AKQJ♠♥♦♣BWXYZ"))) * int(rng.integers(1, 3))
                fonts = source.suit_fonts if text[0] in "♠♥♦♣" else source.rank_fonts
                mask = glyph(fonts[rng.integers(len(fonts))], text)
                if mask is not None:
                    stamp(out, mask, a, rng.uniform(8, 60), float(rng.uniform(0, 360)), colour)
    return out


def stamp(img: Image, mask: Image, at: Any, height: float, angle: float, colour: Any) -> None:
    """Print a mask on a picture, turned."""
    k = height / mask.shape[0]
    m = cv2.getRotationMatrix2D((mask.shape[1] / 2, mask.shape[0] / 2), angle, k)
    m[:, 2] += np.asarray(at) - np.array([mask.shape[1] / 2, mask.shape[0] / 2])
    a = cv2.warpAffine(mask, m, (img.shape[1], img.shape[0]), flags=cv2.INTER_AREA)
    w = a[:, :, None].astype(np.float32) / 255
    img[:] = (img * (1 - w) + np.array(colour, np.float32) * w).astype(np.uint8)


def _camera(rng: Rng, size: int) -> Floats:
    """Table plane (px at the picture's middle) to picture, tilted."""
    tilt = np.radians(rng.uniform(0, 10) if rng.random() < 0.62 else rng.uniform(10, 52))
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


def card_back(rng: Rng, width: float) -> Image:
    """An invented back: bordered and patterned, or plain."""
    w = round(width * ART_H)
    back = np.full((ART_H, w, 3), 248, np.uint8)
    colour = rng.integers(0, 200, 3)
    edge = int(rng.uniform(0, 0.06) * ART_H)
    inner = back[edge : ART_H - edge, edge : w - edge]
    inner[:] = colour
    yy, xx = np.mgrid[0 : inner.shape[0], 0 : inner.shape[1]]
    p, q = rng.uniform(5, 30), rng.uniform(5, 30)
    kind = rng.integers(5)
    if kind == 0:
        m = (((xx + yy) / p).astype(int) + ((xx - yy) / q).astype(int)) % 2 == 0
    elif kind == 1:
        m = np.sin(xx / p) * np.sin(yy / q) > 0.2
    elif kind == 2:
        m = np.abs(np.sin((xx + yy) / p)) + np.abs(np.sin((xx - yy) / p)) < 0.5
    elif kind == 3:
        m = np.hypot(xx - xx.mean(), yy - yy.mean()) % p < p / 2
    else:
        m = np.zeros(xx.shape, bool)
    inner[m] = rng.integers(0, 255, 3) if rng.random() < 0.5 else (240, 240, 240)
    return back


def odd_card(rng: Rng, width: float, source: Source) -> Image:
    """A card of another game, a joker, a ticket: card-shaped, but none of the 52."""
    w = round(width * ART_H)
    card = np.full((ART_H, w, 3), rng.integers(0, 255, 3), np.uint8)
    if rng.random() < 0.5:
        card[:] = rng.integers(225, 255)
    for _ in range(int(rng.integers(2, 9))):
        a = rng.integers(0, [w, ART_H])
        b = rng.integers(0, [w, ART_H])
        colour = tuple(int(x) for x in rng.integers(0, 255, 3))
        what = rng.integers(4)
        if what == 0:
            cv2.rectangle(card, a.tolist(), b.tolist(), colour, -1)
        elif what == 1:
            cv2.ellipse(card, (a.tolist(), (int(rng.integers(10, 150)), int(rng.integers(10, 200))), 0.0), colour, -1)
        else:
            font = source.rank_fonts[rng.integers(len(source.rank_fonts))]
            word = "".join(rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"), int(rng.integers(1, 12))))
            mask = glyph(font, word if rng.random() < 0.7 else "JOKER")
            if mask is not None:
                stamp(card, mask, a, rng.uniform(10, 60), float(rng.choice([0, 0, 90, 180])), colour)
    return card


def _clutter(img: Image, ids: Image, rng: Rng, length: float) -> None:
    """Chips, dice, coins and fingers, over or beside cards; they hide what lies below."""
    size = img.shape[0]
    for _ in range(int(rng.integers(1, 5))):
        at = rng.uniform(0, size, 2)
        kind = rng.choice(["chip", "die", "finger", "disc"], p=[0.35, 0.3, 0.2, 0.15])
        colour = tuple(int(v) for v in rng.integers(0, 255, 3))
        mask = np.zeros(ids.shape, np.uint8)
        p = at.astype(int).tolist()
        if kind in ("chip", "disc"):
            r = int(length * rng.uniform(0.14, 0.26))
            cv2.circle(img, p, r, colour, -1, cv2.LINE_AA)
            cv2.circle(mask, p, r, 255, -1)
            if kind == "chip":
                for a in range(0, 360, 45):
                    cv2.ellipse(img, p, (int(r * 0.88), int(r * 0.88)), 0, a, a + 20, (240, 240, 240), max(1, r // 5))
                cv2.circle(img, p, int(r * 0.6), tuple(int(v) for v in rng.integers(0, 255, 3)), -1, cv2.LINE_AA)
        elif kind == "die":
            half = length * rng.uniform(0.08, 0.14)
            box = cv2.boxPoints(((at[0], at[1]), (2 * half, 2 * half), float(rng.uniform(0, 90))))
            white = rng.random() < 0.6
            cv2.fillPoly(img, [box.astype(np.int32)], (235, 238, 240) if white else colour, cv2.LINE_AA)
            cv2.fillPoly(mask, [box.astype(np.int32)], 255)
            ex, ey = (box[1] - box[0]) / 4, (box[2] - box[1]) / 4
            spots = [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0), (-1, 0), (1, 0)][: int(rng.integers(1, 8))]
            for i, j in spots:
                q = at + ex * i + ey * j
                ink = (20, 20, 20) if white else (240, 240, 240)
                cv2.circle(img, q.astype(int).tolist(), max(1, int(half * 0.18)), ink, -1, cv2.LINE_AA)
        else:
            skin = (int(rng.integers(60, 170)), int(rng.integers(90, 190)), int(rng.integers(130, 235)))
            q = at + rng.normal(0, 1, 2) * length
            cv2.line(img, p, q.astype(int).tolist(), skin, int(length * rng.uniform(0.12, 0.3)), cv2.LINE_AA)
            cv2.line(mask, p, q.astype(int).tolist(), 255, int(length * 0.22))
        ids[mask > 0] = 0


def spoil(img: Image, rng: Rng, length: float) -> Image:
    """Light, glare, lens, sensor and file format."""
    size = img.shape[0]
    f: Image = img.astype(np.float32)
    if rng.random() < 0.55:  # uneven light, soft shadow
        field = noise_field(rng, (size, size), int(rng.integers(1, 4)))
        f *= np.clip(1 + rng.uniform(0.05, 0.45) * field, 0.25, 1.6)[:, :, None]
    if rng.random() < 0.15:  # a hard shadow's edge
        a, d = rng.uniform(0, 2 * np.pi), rng.uniform(-0.3, 0.3) * size
        yy, xx = np.mgrid[0:size, 0:size].astype(np.float32) - size / 2
        side = 1 / (1 + np.exp(-(xx * np.cos(a) + yy * np.sin(a) - d) / rng.uniform(0.5, 8)))
        f *= (1 - rng.uniform(0.2, 0.65) * side)[:, :, None]
    if rng.random() < 0.22:  # glare
        at, r = rng.uniform(0, size, 2), rng.uniform(0.1, 0.5) * size
        yy, xx = np.mgrid[0:size, 0:size].astype(np.float32)
        d2 = ((xx - at[0]) / r) ** 2 + ((yy - at[1]) / (r * rng.uniform(0.4, 1.5))) ** 2
        f += (rng.uniform(20, 190) * np.exp(-d2 * 2))[:, :, None]
    strength = rng.choice([0.05, 0.15, 0.4], p=[0.5, 0.35, 0.15])
    gains = np.exp(rng.normal(0, 1, 3) * strength * np.array([1.0, 0.4, 0.8]))
    f *= (gains / gains.mean() * rng.uniform(0.55, 1.25)).astype(np.float32)
    f = 255 * np.clip(f / 255, 0, 1.4) ** rng.uniform(0.75, 1.4)
    f = (f - 128) * rng.uniform(0.6, 1.1) + 128 + rng.uniform(-20, 15)
    if rng.random() < 0.75:
        s = rng.gamma(1.6, 0.5) * (0.5 + length / 250)
        if s > 0.25:
            f = cv2.GaussianBlur(f, (0, 0), min(s, 0.021 * length))
    if rng.random() < 0.12:
        n = int(rng.integers(2, max(3, int(0.05 * length))))
        kernel = np.zeros((2 * n + 1, 2 * n + 1), np.float32)
        a = rng.uniform(0, np.pi)
        d = (np.array([np.cos(a), np.sin(a)]) * n / 2).astype(int)
        cv2.line(kernel, (n - d[0], n - d[1]), (n + d[0], n + d[1]), 1.0)
        f = cv2.filter2D(f, -1, kernel / kernel.sum())
    if rng.random() < 0.3:  # a sharpening phone
        f = f + rng.uniform(0.3, 1.5) * (f - cv2.GaussianBlur(f, (0, 0), rng.uniform(0.8, 2)))
    noise = rng.gamma(1.5, 3.0)
    f += rng.normal(0, 1, f.shape).astype(np.float32) * min(noise, 18)
    out: Any = np.clip(f, 0, 255).astype(np.uint8)
    if rng.random() < 0.2:  # taken small and blown up
        k = rng.uniform(0.55, 0.95)
        small = cv2.resize(out, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
        out = cv2.resize(small, (size, size), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.7:
        quality = int(rng.integers(28, 96))
        out = cv2.imdecode(cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1)
    return out  # type: ignore[no-any-return]


def _apply(h: Floats, pts: Floats) -> Floats:
    p = np.c_[pts, np.ones(len(pts))] @ h.T
    return p[:, :2] / p[:, 2:]  # type: ignore[no-any-return]


def draw_scene(rng: Rng, source: Source, size: int = 320) -> Scene:
    """One scene with truth; only `rng` decides what is in it."""
    length = float(np.exp(rng.uniform(np.log(62), np.log(240))))
    deck: ArtDeck | None = None
    style: DeckStyle | None = None
    if rng.random() < source.art_share:
        deck = source.art[rng.integers(len(source.art))]
        width = rng.choice([0.64, 0.68, 0.7, 0.716])
        four, letters = deck.name in _FOUR_INDEX, deck.letters
        box = (0.02, 0.03, 0.2, 0.33) if deck.name in _BIG_INDEX else (0.02, 0.03, 0.14, 0.21)
    else:
        if source.style is None or source.style_uses >= 3:  # inventing a deck takes time: use it thrice
            source.style = random_style(rng, source.rank_fonts, source.suit_fonts, source.art, source.deep_share)
            source.style_uses = 0
        source.style_uses += 1
        style = source.style
        width, four, letters = style.width, style.four, style.letters
        box = (0.02, 0.03, 0.14, 0.21)
    img = background(rng, size, source)
    ids = np.zeros((size, size), np.uint8)
    cam = _camera(rng, size)
    poses = _poses(rng, size, length, width)
    codes = rng.permutation(CODES)
    back_share = rng.choice([0.0, 0.08, 0.5], p=[0.6, 0.3, 0.1])
    shared_back = card_back(rng, width) if back_share else None
    under = rng.random() < 0.6
    if not under and rng.random() < 0.3:
        _clutter(img, ids, rng, length)
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
        quad = _apply(h, np.array([[0, 0], [width, 0], [width, 1], [0, 1]], float))
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
        _clutter(img, ids, rng, length)
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
