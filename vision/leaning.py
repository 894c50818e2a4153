"""Whether a die leans: a flat one stands free, a leaning one leans on something that is seen beside it.

A leaning die looks much like a flat one seen aslant. But it needs something to lean on, the rim, a chip, a card, the
other die. Where there is such a thing its looks decide, told by who knows where the camera stands
(`vision.leaning_net`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from vision.bare_tray import BareTray, differs, largest, smaller, softened
from vision.dice_judge import COCKED
from vision.geometry import Image
from vision.readings import DieReading, NoValue

RIM_EDGES = 0.9  # of a die's edge: nearer to the tray's edge its middle can't be, between walls
TOUCHING_EDGES = 1.28  # a face's middle from the other's, side by side: one may lean, and nobody could tell

_RAYS = 72
# Of an edge: how far from the middle of its top face a die may lean on a thing, or on a wall; and what is round that.
_REACH_OF_THINGS, _REACH_OF_WALLS = np.arange(0, 1.31, 0.1), np.arange(0, 0.61, 0.1)
_OFF_RIM = 1.25  # likewise: so far from the tray's edge none leans on its wall (seen up to 1.07)
_AROUND = np.arange(1.2, 1.55, 0.05)
_NO_SUPPORT, _BODY = 1.85, 1.1  # likewise: another die so far away supports none; how far its sides are seen
_REACH = 1.1  # of an edge, from the middle of where it stands to the farthest of a die that leans
_SOME = 0.02  # of a face: so much of a thing must be under a die that stands on it
# Of an edge, from its middle: all within is under a flat die, however it is turned; so far a corner of it may reach.
_FOOT, _CORNER = 0.5, 0.65


class Support(Enum):
    """What a die could lean on: nothing, a thing beside it, what lifts it far, a thing that a corner of it may be on.

    What lifts it far is a wall, another die, or something new. The value is the chance that it leans, by its looks,
    beyond which it may. Things are mostly flat: who leans on one stands on it.
    """

    NONE = 1.0
    THING = 0.9
    HIGH = 0.25
    UNDER = 0.02


def _round(
    image: Image, bare: BareTray, centre_xy_px: tuple[float, float], radii_px: NDArray[np.float64]
) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.intp], NDArray[np.intp]]:
    """Rays from a die's middle outward: what is seen there (rays, radii, 3), what is beyond the crop, where that is.

    The last two are the rows and columns of the bare tray.
    """
    height, width = image.shape[:2]
    turn = (np.arange(_RAYS) + 0.5) / _RAYS * 2 * np.pi
    xs = centre_xy_px[0] + np.cos(turn)[:, None] * radii_px
    ys = centre_xy_px[1] + np.sin(turn)[:, None] * radii_px
    outside = (xs < 0) | (ys < 0) | (xs > width - 1) | (ys > height - 1)
    seen = image[ys.clip(0, height - 1).astype(int), xs.clip(0, width - 1).astype(int)].astype(np.float32)
    h, w = bare.things.shape
    rows, columns = ((v * bare.px_per_px).clip(0, n - 1).astype(np.intp) for v, n in ((ys, h), (xs, w)))
    return seen, outside, rows, columns


def support_of(
    die: DieReading, dice: Sequence[DieReading], image: Image, bare: BareTray, noise: float
) -> Support:
    """What there is within a die's reach that it could lean on; else there is bare tray all round it.

    Others of the `dice` count only where they are so near. `image` is the crop, softened; `noise` is how far most of it
    strays from the bare tray, in grey levels.
    """
    edge_px, (height, width) = die.edge_px, image.shape[:2]
    x, y = die.centre_xy_px
    if min(x, y, width - x, height - y) < _OFF_RIM * edge_px:
        return Support.HIGH

    def reaches(things: NDArray[np.bool_], reach: NDArray[np.float64]) -> bool:
        if not things.any():
            return False
        _, outside, rows, columns = _round(image, bare, die.centre_xy_px, reach * edge_px)
        return bool((things[rows, columns] & ~outside).any())

    if reaches(bare.walls, _REACH_OF_WALLS) or reaches(bare.veins, _REACH_OF_THINGS):
        return Support.HIGH
    seen, outside, rows, columns = _round(image, bare, die.centre_xy_px, _AROUND * edge_px)
    other = differs(seen, bare.picture[rows, columns], noise) & ~outside
    for next_die in dice:
        if _nearest_edges(die, [next_die]) > _NO_SUPPORT and next_die is not die:
            x, y = (v * bare.px_per_px for v in next_die.centre_xy_px)
            other &= np.hypot(columns - x, rows - y) > _BODY * edge_px * bare.px_per_px
    if _longest_run(other.mean(axis=1) > 0.5) >= 2:
        return Support.HIGH
    return Support.THING if reaches(bare.lying, _REACH_OF_THINGS) else Support.NONE


def nearest_thing_edges(
    small: NDArray[np.float32], bare: BareTray, noise: float, die: DieReading, eye_xyz_px: tuple[float, float, float]
) -> float:
    """How far from the middle of where a die stands something lies that lay there before it fell, in its edges.

    `small` is the crop in the bare tray's scale, `noise` as for `support_of`; from where the camera looks says
    `eye_xyz_px`: it sees the top face pushed aside, by the height of a die, and that may hide things beside it.
    """
    k, (h, w) = bare.px_per_px, bare.things.shape
    edge, (eye_x, eye_y, eye_high) = die.edge_px * k, eye_xyz_px
    pushed = die.edge_px / eye_high
    x, y = (k * (v - pushed * (v - eye)) for v, eye in zip(die.centre_xy_px, (eye_x, eye_y), strict=True))
    reach = _REACH * edge
    rows = slice(max(0, int(y - 2 * reach)), min(h, int(y + 2 * reach) + 2))
    columns = slice(max(0, int(x - 2 * reach)), min(w, int(x + 2 * reach) + 2))
    things = bare.lying[rows, columns]  # who leans on a wall leans far, and is seen to
    if not things.any():
        return math.inf
    ys, xs = np.mgrid[rows, columns]
    away = np.hypot(xs - x, ys - y)
    some = math.ceil(_SOME * edge**2)
    beside = things & (away >= reach)
    changed = differs(small[rows, columns], bare.picture[rows, columns], noise)
    if np.count_nonzero(beside) > some and changed[beside].mean() > 0.5:
        return math.inf  # it has gone, or was moved
    near = away[things & ~beside]
    return float(np.partition(near, some - 1)[some - 1]) / edge if len(near) >= some else math.inf


def leaning(dice: tuple[DieReading, ...], tray_wh_px: tuple[int, int]) -> tuple[DieReading, ...]:
    """The dice, those marked as cocked that lie on the tray's rim, or so near another that one may lean on it."""
    width, height = tray_wh_px
    marked = []
    for die in dice:
        x, y = die.centre_xy_px
        on_rim = min(x, y, width - x, height - y) < RIM_EDGES * die.edge_px
        nearest = _nearest_edges(die, [other for other in dice if other.confidence > 0.5])
        if on_rim or nearest < TOUCHING_EDGES:
            marked.append(replace(die, sure=False, why=NoValue.COCKED))
        else:
            marked.append(die)
    return tuple(marked)


def _nearest_edges(die: DieReading, dice: Sequence[DieReading]) -> float:
    """How far the next of `dice` is from a die, middle to middle, in its own edges."""
    x, y = die.centre_xy_px
    away = (float(np.hypot(x - o.centre_xy_px[0], y - o.centre_xy_px[1])) for o in dice if o is not die)
    return min(away, default=math.inf) / die.edge_px


def leaning_on_something(
    dice: tuple[DieReading, ...],
    image: Image,
    bare: BareTray | None,
    eye_xyz_px: tuple[float, float, float],
    chance: Callable[[DieReading], float],
) -> tuple[DieReading, ...]:
    """The dice, those marked as cocked that lean on something, as doubtful of which nobody could tell.

    A die that stands on a part of a thing leans, however it looks: a coin lifts its side by little. One with nothing
    round it that it could lean on is flat, however it looks. Of the others `chance` says how likely one leans by its
    looks. Without a known `bare` tray looks alone count.
    """
    soft = softened(image)
    if bare is not None:
        small = smaller(soft, bare.px_per_px)
        noise = float(np.median(largest(np.abs(small[::3, ::3] - bare.picture[::3, ::3]))))

    def judged(die: DieReading) -> DieReading:
        if bare is None:
            support = Support.HIGH
        else:
            away = nearest_thing_edges(small, bare, noise, die, eye_xyz_px)
            if away < _FOOT:
                return replace(die, sure=False, why=NoValue.COCKED)
            support = Support.UNDER if away < _CORNER else support_of(die, dice, soft, bare, noise)
        if support is Support.NONE:
            return die
        leans = chance(die)
        if leans > support.value:
            return replace(die, sure=False, why=NoValue.COCKED if leans > COCKED else NoValue.NOT_SURE)
        return die

    return tuple(judged(die) if die.sure else die for die in dice)


def _longest_run(marks: NDArray[np.bool_]) -> int:
    """Of marks round a circle."""
    if marks.all():
        return len(marks)
    longest = run = 0
    for mark in (*marks, *marks):
        run = run + 1 if mark else 0
        longest = max(longest, run)
    return longest
