"""Dice, light and litter of every kind that a table may see: for checking what the product's eyes make of them.

Drawn by the simulated table's own tracer, which shares nothing with the one that training uses.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.mat import Mat
from vision.readings import CODES
from vision.simulated.deck import random_style
from vision.simulated.dice import BGR, DieStyle
from vision.simulated.felt import random_felt
from vision.simulated.light import LightStyle, random_light
from vision.simulated.picture import CardItem, Coaster, Styles

_DARK, _LIGHT = (28, 26, 26), (236, 240, 240)
_RED, _BLUE, _GREEN, _GOLD = (40, 30, 190), (160, 70, 30), (50, 120, 30), (60, 170, 205)

KINDS: tuple[tuple[str, BGR, tuple[BGR, ...]], ...] = (
    ("white", (232, 238, 240), (_DARK, _RED, _BLUE, _GREEN)),
    ("ivory", (196, 222, 236), (_DARK, (40, 60, 110), _RED)),
    ("black", (34, 32, 32), (_LIGHT, _GOLD, (60, 60, 215))),
    ("red", (40, 34, 178), (_LIGHT, _DARK, _GOLD)),
    ("blue", (150, 60, 30), (_LIGHT, _GOLD)),
    ("green", (60, 120, 30), (_LIGHT, _GOLD)),
    ("yellow", (60, 190, 225), (_DARK, _RED, _BLUE)),
    ("purple", (120, 50, 110), (_LIGHT, _GOLD)),
    ("orange", (40, 120, 230), (_DARK, _LIGHT)),
    ("grey", (170, 180, 185), (_DARK,)),
)
CLEAR = ("red", "blue", "green", "purple", "yellow")


def any_die(rng: np.random.Generator) -> tuple[str, DieStyle]:
    """A die and the word for its kind: ten colours, plain, clear, veined or with glitter, pips that show on it."""
    name, body, pips = KINDS[int(rng.integers(len(KINDS)))]
    style = DieStyle(
        edge_mm=float(rng.uniform(14, 19)),
        body=_near(body, rng, 12),
        pip=_near(pips[int(rng.integers(len(pips)))], rng, 8),
        rounding=float(rng.uniform(0.04, 0.2)),
        corner=float(rng.uniform(0.68, 0.84)),
        pip_radius=float(rng.uniform(0.08, 0.115)),
        shine=float(rng.uniform(0.05, 0.8)),
    )
    stuff = rng.random()
    if stuff < 0.2 and name in CLEAR:
        return f"clear {name}", replace(style, clear=float(rng.uniform(0.3, 0.8)))
    if 0.2 <= stuff < 0.28:
        lighter = tuple(int(v) for v in np.clip(np.array(body) * 0.7 + 60, 0, 235))
        assert len(lighter) == 3
        return f"veined {name}", replace(style, swirl=float(rng.uniform(0.2, 0.6)), swirl_bgr=lighter)
    if 0.28 <= stuff < 0.34:
        return f"glitter {name}", replace(style, specks=float(rng.uniform(0.03, 0.12)))
    return name, style


def any_light(rng: np.random.Generator) -> tuple[str, LightStyle]:
    """A light and the word for it: bright, dim, warm, cold, uneven, flickering."""
    light = random_light(rng)
    kind = str(rng.choice(["plain", "dim", "warm", "cold", "uneven", "flickering"]))
    if kind == "dim":
        light = replace(light, level=float(rng.uniform(0.3, 0.5)), noise=float(rng.uniform(3.0, 6.0)))
    elif kind == "warm":
        light = replace(light, tint_bgr=(float(rng.uniform(0.6, 0.8)), 0.95, 1.12))
    elif kind == "cold":
        light = replace(light, tint_bgr=(1.15, 1.0, float(rng.uniform(0.75, 0.88))))
    elif kind == "uneven":
        slope = float(rng.choice([-1, 1])) * float(rng.uniform(0.4, 0.7))
        light = replace(light, slope_xy=(slope, float(rng.uniform(-0.3, 0.3))), spot=float(rng.uniform(0.2, 0.45)))
    elif kind == "flickering":
        light = replace(light, flicker=float(rng.uniform(0.01, 0.04)))
    return kind, light


def any_styles(rng: np.random.Generator) -> tuple[str, Styles]:
    """A table and what it is in words.

    Two dice in three are a pair; a tray never has its dice's colour; in three of ten it is of coarse cloth or old wood.
    """
    name, first = any_die(rng)
    second = first
    if rng.random() < 0.35:
        other, second = any_die(rng)
        second = replace(second, edge_mm=first.edge_mm)
        name = f"{name} and {other}"
    light_name, light = any_light(rng)
    while True:
        felt = random_felt(rng)
        apart = min(float(np.abs(np.subtract(felt.tray, die.body)).max()) for die in (first, second))
        if apart > 25:
            break
    blur = float(rng.uniform(0.4, 1.2))
    words = f"{name}, {light_name} light, blur {blur:.1f}"
    bottom = rng.random()
    if bottom < 0.3:
        cloth = bottom < 0.2
        cells = (rng.uniform(1.5, 6), rng.uniform(1.5, 4)) if cloth else (rng.uniform(25, 60), rng.uniform(1, 4))
        felt = replace(
            felt, cells_mm=(float(cells[0]), float(cells[1])), contrast=float(rng.uniform(0.1, 0.45 if cloth else 0.25))
        )
        words += f", on {'cloth' if cloth else 'wood'}"
    return words, Styles(random_style(rng), felt, light, (first, second), blur)


def litter(mat: Mat, rng: np.random.Generator, most: int = 3) -> tuple[CardItem | Coaster, ...]:
    """Chips, coins and cards that lie in the tray, at most one card."""
    polygon = np.array(mat.zone("tray").polygon_xy_mm)
    low, high = polygon.min(axis=0), polygon.max(axis=0)
    things: list[CardItem | Coaster] = []
    for _ in range(int(rng.integers(1, most + 1))):
        kind = str(rng.choice(["chip", "coin", "card"]))
        # A card that hangs over the rim would not lie still.
        inside = 56 if kind == "card" else 30
        x, y = (float(v) for v in rng.uniform(low + inside, high - inside))
        if kind == "card" and not any(isinstance(thing, CardItem) for thing in things):
            code = None if rng.random() < 0.3 else CODES[int(rng.integers(len(CODES)))]
            things.append(CardItem(code, (x, y), float(rng.uniform(0, 360)), "tray"))
        elif kind == "coin":
            metal: tuple[BGR, ...] = ((150, 160, 165), (70, 110, 160), (90, 170, 190))
            things.append(Coaster((x, y), float(rng.uniform(8, 13)), metal[int(rng.integers(3))], 0, 2.0))
        else:
            colours: tuple[BGR, ...] = ((40, 40, 170), (150, 80, 30), (50, 110, 40), (30, 30, 30), (200, 205, 210))
            stack = float(rng.choice([3.3, 6.6, 9.9]))
            things.append(Coaster((x, y), float(rng.uniform(18, 20)), colours[int(rng.integers(5))], 6, stack))
    return tuple(things)


def _near(colour: BGR, rng: np.random.Generator, by: int) -> BGR:
    b, g, r = (int(v) for v in np.clip(np.array(colour) + rng.integers(-by, by + 1, 3), 8, 245))
    return b, g, r
