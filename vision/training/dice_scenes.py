"""Random pictures of dice with their truth, for training: tables, lights, colours, clutter, cameras.

    python -m vision.training.dice_scenes OUT.npz --count 2000 --seed 1 [--photos DIR]

Each scene is a square picture of `SIDE` px with up to four dice; the truth of a die is its value (0 where
none may be read: see `Label`), its top face's corners, and whether it is cocked or partly out of sight. With
`--photos`, pieces of card photographs whose licence is free are among the tables (`free_photos`).
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.dice_body import Die, Material, top_face_xy_px
from vision.training.dice_camera import look_from
from vision.training.dice_render import Light, draw_dice
from vision.training.dice_tables import SIDE, clutter, colour, grey, random_table
from vision.training.free_photos import free_card_photos

Image = NDArray[Any]  # bytes, (H, W, 3)
Rng = np.random.Generator


@dataclass(frozen=True)
class Label:
    """The truth of one drawn die: its value, the four corners of its top face in pixels, whether it leans."""

    value: int
    corners_xy_px: NDArray[np.float64]
    cocked: bool


def random_material(rng: Rng) -> Material:
    """A die as shops sell them: mostly white or ivory with dark pips, and every other colour."""
    kind = rng.choice(["white", "ivory", "black", "colour", "special"], p=[0.23, 0.11, 0.12, 0.34, 0.2])
    ace, ace_scale, second, pattern, translucent = None, 1.0, None, "plain", 0.0
    light_pip = grey(rng, 0.55, 0.9) if rng.random() < 0.75 else colour(rng, 0.1)
    dark_pip = grey(rng, 0.005, 0.06) if rng.random() < 0.75 else colour(rng, 0.01, 0.35)
    if kind == "white":
        body, pip = grey(rng, 0.6, 0.92, 0.06), dark_pip
    elif kind == "ivory":
        body, pip = grey(rng, 0.5, 0.85, 0.3), dark_pip
    elif kind == "black":
        body, pip = grey(rng, 0.005, 0.06), light_pip
        if rng.random() < 0.4:  # coloured, dim paint on a dark body, red above all
            pip = colour(rng, 0.02, 0.5)
            if rng.random() < 0.5:
                pip = (float(rng.uniform(0.005, 0.05)), float(rng.uniform(0.005, 0.04)), float(rng.uniform(0.08, 0.5)))
    else:
        body = colour(rng)
        bright = 0.1 * body[0] + 0.6 * body[1] + 0.3 * body[2]
        pip = light_pip if bright < 0.3 else dark_pip
        if rng.random() < 0.3:  # any colour on any other: yellow on purple
            pip = colour(rng)
        if kind == "special":
            pattern = str(rng.choice(["swirl", "swirl", "speckle", "clear"]))
            second = colour(rng) if rng.random() < 0.5 else grey(rng, 0.0, 0.8)
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
    large = rng.random() < 0.15
    # Sharp-edged dice often have their pips out near the corners.
    spacing = rng.uniform(0.27, 0.33) if rng.random() < (0.4 if rounded < 0.35 else 0.08) else rng.uniform(0.2, 0.285)
    return Material(
        body=body, pip=pip, ace=ace, second=second, pattern=pattern, pattern_seed=int(rng.integers(1 << 30)),
        translucent=translucent, gloss=float(rng.uniform(0.05, 1.0)), shininess=float(rng.uniform(15, 150)),
        corner=float(rng.uniform(0.02, 0.1) if rounded < 0.35 else rng.uniform(0.1, 0.26)),
        cut=float(rng.uniform(0.64, 0.78)) if rng.random() < 0.3 else 0.9,
        pip_radius=float(rng.uniform(0.12, 0.145) if large else rng.uniform(0.06, 0.125)), ace_scale=ace_scale,
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


def random_scene(rng: Rng, photos: list[Image], side: int = SIDE) -> tuple[Image, list[Label]]:
    """One picture and the truth of its dice."""
    unit = rng.uniform(30, 56)
    image = random_table(rng, unit, photos, side)
    clutter(rng, image, unit)
    tilt_kind = rng.random()
    tilt = abs(rng.normal(0, 0.2)) if tilt_kind < 0.75 else rng.uniform(0.3, 0.85)
    azimuth = rng.uniform(0, 6.28) if tilt < 0.45 else rng.normal(0, 0.35)
    stretch = rng.choice([1.0, rng.uniform(0.75, 1.35), rng.uniform(1.3, 1.7), 1 / rng.uniform(1.3, 1.7)],
                         p=[0.6, 0.25, 0.1, 0.05])
    unit /= float(np.sqrt(stretch))
    proj = look_from(unit, (side / 2, side / 2), tilt, azimuth, rng.normal(0, 0.1), rng.uniform(5, 40), float(stretch))
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
        if cocked_ok and rng.random() < 0.13:
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
    linear = (image.reshape(-1, 3).mean(0) / 255) ** 2.2
    light = replace(random_light(rng), table=(float(linear[0]), float(linear[1]), float(linear[2])))
    image = draw_dice(image, proj, dice, light, supersample=2 if rng.random() < 0.4 else 1)
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


def half_width(angle: float) -> float:
    """Of a square of side 1, seen so turned: from its middle to its outermost."""
    return float(0.5 * (abs(np.cos(angle)) + abs(np.sin(angle))))


def _apart(xy: tuple[float, float], edge: float, yaw: float, other: Die) -> bool:
    """Whether two squares on the table do not overlap (separating axes)."""
    d = np.array([other.xy[0] - xy[0], other.xy[1] - xy[1]])
    for a in (yaw, yaw + np.pi / 2, other.yaw, other.yaw + np.pi / 2):
        axis = np.array([np.cos(a), np.sin(a)])
        half = 0.0
        for e, y in ((edge, yaw), (other.edge, other.yaw)):
            half += e * half_width(y - a)
        if abs(d @ axis) >= half * 0.97:
            return True
    return False


def asked(doc: str | None, count: int) -> tuple[Path, int, Rng, list[Image]]:
    """What the command line asks to draw: the file, how many (`count` unless it says), with which seed, on what."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--photos", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    return args.out, args.count, np.random.default_rng(args.seed), free_card_photos(args.photos)


def main() -> None:
    """Draw scenes into one npz file."""
    out, count, rng, photos = asked(__doc__, 2000)
    images, rows = [], []
    for k in range(count):
        image, labels = random_scene(rng, photos)
        images.append(image)
        rows += [[k, d.value, d.cocked, *d.corners_xy_px.ravel()] for d in labels]
    np.savez(out, images=np.array(images), dice=np.array(rows, np.float32).reshape(-1, 11))


if __name__ == "__main__":
    main()
