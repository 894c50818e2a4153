"""Random pictures of one die at the table, flat or leaning, as the tray's upright crop shows it; for training.

    python -m vision.training.lean_scenes OUT.npz --count 10000 --seed 1 [--photos DIR]

Each is a square of `SIDE` px, the middle of its die's top face in its middle, a face's edge `EDGE` px long, turned so
that the camera sees what is high pushed to the right. With it: whether the die leans, and how far it is pushed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice_face import crop_matrix, quad_edge_px
from vision.training.dice_body import BGR, Die, Material, top_face_xy_px
from vision.training.dice_render import draw_dice
from vision.training.dice_scenes import asked, half_width, random_light, random_material
from vision.training.dice_tables import clutter, random_table

Image = NDArray[Any]  # bytes, (H, W, 3)
Rng = np.random.Generator

SIDE, EDGE = 96, 24.0  # px
MOST_PUSHED = 0.42  # of its height: by a camera that leans 15 degrees, and a tray off its middle
_CUT_OFF = 0.15  # of them lie so near the crop's end that the rest of their surroundings is not seen
_SUPPORTS = ("die", "disc", "wall", "card", "nothing")


def from_above(edge_px: float, side: int, eye_xyz: tuple[float, float, float]) -> NDArray[np.float64]:
    """The 3×4 projection of the table's upright picture: the plane z = 0 to scale, whatever the camera's tilt.

    `eye_xyz` is where the camera stands, in world units, an edge of `edge_px` each.
    """
    x, y, z = eye_xyz
    view = np.array([[z, 0, -x, 0], [0, z, -y, 0], [0, 0, -1, z]])
    to_px = np.array([[edge_px, 0, side / 2], [0, -edge_px, side / 2], [0, 0, 1]])
    return np.asarray(to_px @ view, np.float64)


def random_die(rng: Rng, photos: list[Image]) -> tuple[Image, bool, float]:
    """A picture, whether its die leans, and how far the camera sees what is high pushed aside, of its height."""
    edge_px = float(rng.uniform(16, 40))
    side = int(5.2 * edge_px)
    image = random_table(rng, edge_px, photos, side)
    if rng.random() < 0.3:
        clutter(rng, image, edge_px)
    away, high = rng.uniform(0, MOST_PUSHED), rng.uniform(45, 120)
    from_deg = rng.uniform(0, 2 * np.pi)
    proj = from_above(edge_px, side, (-high * away * np.cos(from_deg), -high * away * np.sin(from_deg), high))
    leans = bool(rng.random() < 0.5)
    yaw, tip, about = float(rng.uniform(0, 6.28)), 0.0, 0.0
    if leans:
        tip = float(np.radians(rng.uniform(9, 46)))
        about = yaw + float(rng.choice([0, 0.5, 1, 1.5])) * np.pi
        if rng.random() < 0.15:  # on a corner
            about += float(rng.uniform(0, 6.28))
    like_table = image.reshape(-1, 3).mean(0) if rng.random() < 0.12 else None
    material = _material(rng, like_table)
    die = Die(
        value=int(rng.integers(1, 7)), xy=(float(rng.uniform(-0.3, 0.3)), float(rng.uniform(-0.3, 0.3))), edge=1.0,
        yaw=yaw, spin=int(rng.integers(4)), tip=tip, tip_about=about, mirrored=bool(rng.random() < 0.4),
        material=material,
    )
    other = _support(rng, image, proj, die, edge_px)
    if other is not None and rng.random() < 0.5:
        other = replace(other, material=_material(rng, like_table))
    linear = (image.reshape(-1, 3).mean(0) / 255) ** 2.2
    light = replace(random_light(rng), table=(float(linear[0]), float(linear[1]), float(linear[2])))
    dice = [die] if other is None else [die, other]
    image = draw_dice(image, proj, dice, light, supersample=2 if rng.random() < 0.3 else 1)
    face = top_face_xy_px(proj, die)
    if rng.random() < _CUT_OFF:  # near the tray's rim the crop ends
        ends = side // 2 + int(edge_px * rng.uniform(0.6, 1.7))
        image = image[:, :ends] if rng.random() < 0.5 else image[:ends]
    # What is high is pushed away from where the camera stands; the picture's y goes down.
    mat = crop_matrix(face.mean(0), quad_edge_px(face), from_deg, SIDE, EDGE)
    return np.asarray(cv2.warpAffine(image, mat, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE), np.uint8), leans, away


def _material(rng: Rng, like_bgr: NDArray[np.float64] | None) -> Material:
    """Any die's; or one of nearly the table's colour."""
    material = random_material(rng)
    if like_bgr is None:
        return material
    b, g, r = np.clip((like_bgr / 255 * rng.uniform(0.75, 1.35)) ** 2.2 + rng.normal(0, 0.02, 3), 0.004, 0.95)
    body: BGR = (float(b), float(g), float(r))
    pip = (0.85, 0.85, 0.85) if g < 0.3 else (0.01, 0.01, 0.01)
    return replace(material, body=body, second=None, pattern="plain", pip=pip)


def _support(rng: Rng, image: Image, proj: NDArray[np.float64], die: Die, edge_px: float) -> Die | None:
    """Draw what the die leans on, or, if it lies flat, what is beside it; another die is handed back."""
    leans = die.tip > 0
    kind = str(rng.choice(_SUPPORTS, p=[0.4, 0.24, 0.14, 0.12, 0.1] if leans else [0.36, 0.16, 0.12, 0.1, 0.26]))
    # The raised side of a leaning die looks this way; beside a flat one anything may be anywhere.
    way = die.tip_about + np.pi / 2 if leans else float(rng.uniform(0, 6.28))
    ahead = np.array([np.cos(way), np.sin(way)])
    own = 0.5 * (np.cos(die.tip) + np.sin(die.tip)) if leans else half_width(way - die.yaw)
    gap = float(rng.uniform(-0.3, 0.0)) if leans else float(rng.uniform(0.03, 0.7))
    centre = np.array(die.xy)
    if kind == "die":
        turn = die.tip_about if leans and rng.random() < 0.5 else float(rng.uniform(0, 6.28))
        gap = gap * 0.35 if leans else gap
        xy = centre + ahead * (own + half_width(way - turn) + gap)
        return Die(
            value=int(rng.integers(1, 7)), xy=(float(xy[0]), float(xy[1])), edge=float(rng.uniform(0.95, 1.05)),
            yaw=turn, spin=int(rng.integers(4)), mirrored=die.mirrored, material=die.material,
        )
    colour = tuple(float(v) for v in np.clip(image.reshape(-1, 3).mean(0) + rng.normal(0, 60, 3), 0, 255))
    middle = image.shape[0] / 2
    near = (centre + ahead * (own + gap)) * [1, -1] * edge_px + middle
    across, along = np.array([ahead[1], ahead[0]]), np.array([ahead[0], -ahead[1]])
    if kind == "disc":
        radius = float(rng.uniform(0.6, 1.3)) * edge_px
        x, y = near + along * radius
        cv2.circle(image, (round(x), round(y)), round(radius), colour, -1, cv2.LINE_AA)
        if rng.random() < 0.5:
            inner = tuple(float(np.clip(v + rng.normal(0, 40), 0, 255)) for v in colour)
            cv2.circle(image, (round(x), round(y)), round(0.65 * radius), inner, -1, cv2.LINE_AA)
    elif kind != "nothing":  # a wall has no end, a card has
        deep, wide = (9.0, 9.0) if kind == "wall" else (rng.uniform(2.5, 6), rng.uniform(1.0, 3))
        box = [near + (a * wide * across + d * deep * along) * edge_px for a, d in ((-1, 0), (1, 0), (1, 1), (-1, 1))]
        cv2.fillPoly(image, [np.round(box).astype(np.int32)], colour, cv2.LINE_AA)
    return None


def main() -> None:
    """Draw dice into one npz file."""
    out, count, rng, photos = asked(__doc__, 10000)
    images, leans, pushed = zip(*(random_die(rng, photos) for _ in range(count)), strict=True)
    np.savez(out, images=np.array(images), leans=np.array(leans), pushed=np.array(pushed, np.float32))


if __name__ == "__main__":
    main()
