"""What lies on a drawn table beside the 52 cards: felt, backs, other games' cards, chips; for training only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.training.cards_art import ART_H, ArtDeck
from vision.training.cards_draw import DeckStyle, glyph
from vision.training.cards_light import noise_field

Image = np.ndarray[Any, Any]  # uint8, but for where floats are on their way back to it
Rng = np.random.Generator


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
    flat_share: float = 0.62
    steepest_deg: float = 52.0
    foreign_courts: bool = False  # nothing but courts with German and French letters


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


def clutter(img: Image, ids: Image, rng: Rng, length: float) -> None:
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
