"""The tray without its dice: what its floor looks like, what lies on it, and what differs from it.

The floor's own colour is fitted all over the tray under uneven light; what strays from it more than the floor itself
does, or in another way, is a thing that lay there, or the tray's wall.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Image

_EDGE_PX = 12  # a die's edge in the picture in which the tray is looked at
_WALL = 0.1  # of its sides, where the tray's walls may be: its own colour is that of its floor
_CELLS = 4  # of its sides, in each of which its floor may be seen
_DARKEST, _BRIGHTEST = 0.7, 1.12  # a shadow on the tray, a gleam
_LEAST_STEP, _STEP_SHARE, _NOISE_TIMES = 5.0, 0.08, 2.5
_OWN_DARKEST, _OWN_BRIGHTEST = 0.87, 1.1  # of the bare tray, where no die throws a shadow
_OWN_LEAST_STEP, _OWN_STEP_SHARE = 1.5, 0.02  # likewise
_OWN_UNEVEN, _OWN_TIMES = 90, 3.5  # this percentile of the floor's own straying, so many times
_OWN_SMOOTH = (3, 7)  # px over which means are taken
_NOISE, _LEAST_ODD = 1.5, 6.0  # grey levels: no floor is evener; so many times that is far from an even one
_LEAST_PX = 20  # of a thing: a coin has a hundred, a knot of a cloth nine
_COIN_PX = 7  # across, its rim left out
_LONG = 1.5
_FITS, _TRIMS = 8, 5  # of the floor's colour; by the nearer half of it first
_FIT_TIMES = 4.0  # medians within which it is floor


@dataclass(frozen=True, eq=False)
class BareTray:
    """The tray without its dice, `px_per_px` smaller than the crop.

    As it was seen (h, w, 3), its floor's own colour there (h, w, 3), where things lay on it (h, w), what of them is at
    its edge and reaches it (h, w), and what is long and nowhere of another colour than the floor: a vein, maybe (h, w).
    """

    picture: NDArray[np.float32]
    floor: NDArray[np.float32]
    px_per_px: float
    things: NDArray[np.bool_]
    walls: NDArray[np.bool_]
    veins: NDArray[np.bool_]

    @cached_property
    def lying(self) -> NDArray[np.bool_]:
        """Where things lay for sure that are no walls (h, w)."""
        return self.things & ~self.walls & ~self.veins

    @classmethod
    def of(cls, background_bgr: Image, edge_px: float) -> BareTray:
        """From a crop without dice: what strays from the floor's own colour is a thing."""
        less = min(1.0, _EDGE_PX / edge_px)
        small = smaller(softened(background_bgr), less)
        floor, to_even, of_floor = _floor_of(small)
        least_step = np.maximum(_OWN_LEAST_STEP, _OWN_STEP_SHARE * largest(floor))
        things = np.zeros(floor.shape[:2], np.uint8)
        for side in _OWN_SMOOTH:  # in the wide mean a cloth's knots vanish and a coin of their colours stays
            smooth = np.asarray(cv2.blur(small, (side, side)), np.float32)
            # No die's shadow falls here, and much is seen of a thing: it may be as like the floor as can be.
            stray = _away(smooth, floor, _OWN_DARKEST, _OWN_BRIGHTEST)
            # How uneven the floor is, be it cloth, old wood or smooth: what strays from it far more is no floor.
            uneven = float(np.percentile(_some(stray)[of_floor], _OWN_UNEVEN))
            things |= (stray > np.maximum(least_step, _OWN_TIMES * uneven)).astype(np.uint8)
            if side == _OWN_SMOOTH[0]:  # a wide mean would spread what is told so finely
                odd = np.linalg.norm((smooth - floor) @ to_even, axis=2)
                usual = np.percentile(_some(odd)[of_floor], _OWN_UNEVEN)
                within = _within_walls(things)  # a view, and so a part of them; walls are of another colour anyway
                far_off = (odd > max(_LEAST_ODD, _OWN_TIMES * usual)).astype(np.uint8)
                within |= _within_walls(far_off)
        # Rims are left out, for the picture of them may stray by a pixel.
        things = np.asarray(cv2.erode(things, np.ones((5, 5), np.uint8)), np.uint8)
        things = np.asarray(cv2.dilate(things, np.ones((3, 3), np.uint8)), np.uint8)
        # Thinner than a coin, and of the floor's own colours, are the veins of a wood.
        coin = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_COIN_PX, _COIN_PX))
        thick = np.asarray(cv2.morphologyEx(things, cv2.MORPH_OPEN, coin), np.uint8)
        things &= thick | np.asarray(cv2.dilate(far_off, np.ones((5, 5), np.uint8)), np.uint8)
        _, pieces, stats, _ = cv2.connectedComponentsWithStats(things)
        things[np.isin(pieces, np.flatnonzero(stats[:, cv2.CC_STAT_AREA] < _LEAST_PX))] = 0
        inside = np.zeros(pieces.shape, bool)
        inside[_EDGE_PX // 2 : -_EDGE_PX // 2, _EDGE_PX // 2 : -_EDGE_PX // 2] = True
        walls = (things > 0) & np.isin(pieces, pieces[~inside])
        _within_walls(walls)[:] = False  # a card that lies over the edge
        veins = [k for k in np.setdiff1d(pieces[things > 0], pieces[far_off > 0]) if _is_long(pieces == k)]
        return cls(small, floor, less, things > 0, walls, np.isin(pieces, veins))

    def floor_as_large_as(self, picture: Image) -> Image:
        """The floor's own colour in the scale of the crop that this was made of."""
        large = cv2.resize(self.floor, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        return np.asarray(np.clip(large, 0, 255), np.uint8)


def _floor_of(tray: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_]]:
    """A floor's own colour all over a tray (h, w, 3), smooth under uneven light, and how it strays from that.

    That is a matrix (3, 3) behind which its straying is even, of about one; and which of `_some` are of it.
    """
    height, width = tray.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = xs / width - 0.5, ys / height - 0.5
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    some_terms, pixels = _some(terms), _some(tray)
    # The colour of most of it, in some light or other, is the floor's: things may cover the half of it.
    keep = max((~differs(pixels, colour, 0.0) for colour in _some_colours(_within_walls(tray))), key=np.count_nonzero)
    if np.count_nonzero(keep) < len(keep) / _CELLS**2:
        keep[:] = True  # no floor to speak of
    first = keep
    for k in range(_FITS):
        factors = np.linalg.lstsq(some_terms[keep], pixels[keep], rcond=None)[0]
        off = pixels - some_terms @ factors
        # The grain of a wood and the weave of a cloth go from dark to light along one line of colours: what is as near
        # to their mean as they are themselves may be far from that line.
        spread = np.cov(off[keep].T) + _NOISE**2 * np.eye(3)
        to_even = np.linalg.inv(np.linalg.cholesky(spread)).T.astype(np.float32)
        away = np.linalg.norm(off @ to_even, axis=1)
        # A card of the floor's hue, brighter, is among them: at first the nearer half alone leads on.
        keep = first & (away <= np.median(away[first])) if k < _TRIMS else away <= _FIT_TIMES * np.median(away[keep])
    return (terms @ factors).astype(np.float32), to_even, keep


def _is_long(piece: NDArray[np.bool_]) -> bool:
    """Whether a piece of a picture is longer than it is wide: no coin, no chip."""
    _, sides, _ = cv2.minAreaRect(np.argwhere(piece).astype(np.float32))
    return max(sides) + 1 > _LONG * (min(sides) + 1)


def _within_walls(picture: NDArray[Any]) -> NDArray[Any]:
    """A view of a picture (h, w, ...) without what walls may be in."""
    height, width = picture.shape[:2]
    y, x = int(_WALL * height), int(_WALL * width)
    return picture[y : height - y, x : width - x]


def _some(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """Every other pixel each way within the walls, in a row (N, ...)."""
    return _within_walls(picture)[::2, ::2].reshape(-1, *picture.shape[2:])


def _some_colours(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """Of a picture (h, w, 3), those of a few places spread over it (N, 3)."""
    cells = (cell for row in np.array_split(picture, _CELLS) for cell in np.array_split(row, _CELLS, axis=1))
    return np.array([np.median(cell.reshape(-1, 3), axis=0) for cell in cells], np.float32)


def softened(image: Image) -> Image:
    return np.asarray(cv2.blur(image, (5, 5)), np.uint8)


def smaller(image: Image, less: float) -> NDArray[np.float32]:
    return cv2.resize(image, None, fx=less, fy=less, interpolation=cv2.INTER_LINEAR).astype(np.float32)


def largest(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """Of the three of each colour (..., 3): three times as fast as a maximum along so short an axis."""
    return np.maximum(np.maximum(colours[..., 0], colours[..., 1]), colours[..., 2])


def _away(
    seen: NDArray[np.float32], tray: NDArray[np.float32], darkest: float, brightest: float
) -> NDArray[np.float32]:
    """How far what is seen is from the tray (both (..., 3)) in a light that may be so much darker or brighter."""
    shade = np.einsum("...c,...c", seen, tray) / np.maximum(np.einsum("...c,...c", tray, tray), 1)
    return largest(np.abs(seen - shade.clip(darkest, brightest)[..., None] * tray))


def _step(tray: NDArray[np.float32], noise: float, least: float, share: float) -> NDArray[np.float32]:
    """How far what is the tray may be from it."""
    return np.asarray(np.maximum(np.maximum(least, share * largest(tray)), _NOISE_TIMES * noise), np.float32)


def differs(seen: NDArray[np.float32], tray: NDArray[np.float32], noise: float) -> NDArray[np.bool_]:
    """Where what is seen is not the tray (both (..., 3)), be it in a die's shadow or a lamp's gleam."""
    return np.asarray(_away(seen, tray, _DARKEST, _BRIGHTEST) > _step(tray, noise, _LEAST_STEP, _STEP_SHARE))
