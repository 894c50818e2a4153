"""A witness that knows no network: do spots on a rectified face lie where a die's pips lie?

The face is a square of `FACE_PX` with the die's edge `EDGE_PX` long. Spots of a pip's size are brought out by a
difference of Gaussians in grey, in each colour and between the colours, dark and light: a lamp's mirror image
is white, and between the colours it isn't there. The nine places of a three by three grid
are then looked at for many small shifts, turns and spacings of the grid: a value fits as well as its weakest
pip stands out over the strongest place that should be empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, reduce

import cv2
import numpy as np
from numpy.typing import NDArray

FACE_PX = 60
EDGE_PX = 46.0
ROUND_FACE_PX = 120  # the side and edge of the larger picture in which a pip's shape is looked at
ROUND_EDGE_PX = 92.0
F32 = NDArray[np.float32]

# The nine grid places row by row; each pattern is the set that holds a pip.
_PATTERNS: tuple[tuple[int, frozenset[int]], ...] = (
    (1, frozenset({4})),
    (2, frozenset({0, 8})),
    (2, frozenset({2, 6})),
    (3, frozenset({0, 4, 8})),
    (3, frozenset({2, 4, 6})),
    (4, frozenset({0, 2, 6, 8})),
    (5, frozenset({0, 2, 4, 6, 8})),
    (6, frozenset({0, 2, 3, 5, 6, 8})),
    (6, frozenset({0, 1, 2, 6, 7, 8})),
)


@dataclass(frozen=True, slots=True)
class PipFit:
    """How well each value fits: `scores` for 1 to 6 (1 is perfect, 0 or less is no fit), and the spots' strength.

    `strength` is the mean response of the best value's pips in grey levels.
    """

    scores: tuple[float, ...]
    strength: float

    @property
    def best(self) -> int:
        """The value that fits best."""
        return int(np.argmax(self.scores)) + 1

    def margin(self, value: int) -> float:
        """How much better a value fits than the best other one; negative where another fits better."""
        other = max(s for k, s in enumerate(self.scores) if k != value - 1)
        return self.scores[value - 1] - other


_SPACINGS = (0.19, 0.22, 0.25, 0.285)
_TURNS = (-0.12, 0.0, 0.12)
# The rectified face is never quite a square: stretched along an edge, or along a diagonal.
_STRETCHES = ((0.0, 0.0), (0.13, 0.0), (-0.13, 0.0), (0.0, 0.13), (0.0, -0.13))
_SHIFTS = (-0.065, 0.0, 0.065)
_ROUND = 7  # px
_LOUD = 2  # of the four maps of light spots, of the four of dark ones, and of those between colours, are looked at

_PAIRS = ((0, 8), (1, 7), (2, 6), (3, 5), (4, 4))  # of grid places

_LEVELS = (0.4, 0.5)  # of the brightest spots, from which on a px belongs to one

_GRID = tuple((float(i), float(j)) for j in (-1, 0, 1) for i in (-1, 0, 1))
# Some sixes stand in two close columns; beside, between and beyond them is nothing.
_NARROW_ON = tuple((x, y) for x in (-0.55, 0.55) for y in (-1.0, 0.0, 1.0))
_NARROW_OFF = (*((x, y) for x in (-1.35, 1.35) for y in (-0.8, 0.0, 0.8)), (0.0, 1.8), (0.0, -1.8))


def _indices(
    points: tuple[tuple[float, float], ...], spacings: tuple[float, ...], stretches: tuple[tuple[float, float], ...]
) -> NDArray[np.intp]:
    """Flat pixel indices (points, shifts, shapes) of points in units of the spacing under every hypothesis."""
    out = []
    for dx in _SHIFTS:
        for dy in _SHIFTS:
            row = []
            for spacing in spacings:
                for turn in _TURNS:
                    for b, c in stretches:
                        m = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
                        m = np.array([[1 + b, c], [c, 1 - b]]) @ m
                        xy = (np.array(points) @ m.T * spacing + [dx, dy]) * EDGE_PX + (FACE_PX - 1) / 2
                        at = np.clip(np.round(xy), 0, FACE_PX - 1).astype(np.intp)
                        row.append(at[:, 1] * FACE_PX + at[:, 0])
            out.append(row)
    return np.ascontiguousarray(np.array(out).transpose(2, 0, 1))


@lru_cache(maxsize=1)
def _places() -> NDArray[np.intp]:
    return _indices(_GRID, _SPACINGS, _STRETCHES)


@lru_cache(maxsize=1)
def _narrow() -> tuple[tuple[NDArray[np.intp], NDArray[np.intp]], ...]:
    """Where the pips of a narrow six lie and where none does, upright and lying."""
    return tuple(
        (_indices(on, _SPACINGS[1:], _STRETCHES[:1]), _indices(off, _SPACINGS[1:], _STRETCHES[:1]))
        for on, off in (
            (_NARROW_ON, _NARROW_OFF),
            (tuple((y, x) for x, y in _NARROW_ON), tuple((y, x) for x, y in _NARROW_OFF)),
        )
    )


_BLURS = tuple((2 * round(3 * s * EDGE_PX) + 1, s * EDGE_PX) for s in (0.055, 0.13))
# From BGR: the colours, their mean, and each colour less another.
_MAPS = np.array(
    [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1 / 3, 1 / 3, 1 / 3], [-1, 1, 0], [0, -1, 1], [1, 0, -1]], np.float32
)


def _spots(face_bgr: NDArray[np.uint8]) -> F32:
    """Spots of a pip's size in the seven maps (7, pixels): a fine blur less a wide one."""
    # The maps of a difference are the difference of the maps: three channels are blurred, not seven.
    fine, wide = (cv2.GaussianBlur(face_bgr.astype(np.float32), (side, side), sigma) for side, sigma in _BLURS)
    return np.asarray(_MAPS @ (fine - wide).reshape(-1, 3).T, np.float32)


def fit_pips(face_bgr: NDArray[np.uint8]) -> PipFit:
    """Fit the six patterns to a rectified face (`FACE_PX` square, BGR).

    Raises ValueError for another shape.
    """
    if face_bgr.shape != (FACE_PX, FACE_PX, 3):
        raise ValueError(f"face must be {(FACE_PX, FACE_PX, 3)}, got {face_bgr.shape}")
    flat = _spots(face_bgr)
    both = np.concatenate([flat[:4], -flat[:4], flat[4:], -flat[4:]])  # (14, pixels): light, dark, between colours
    low, high = round(0.2 * FACE_PX), round(0.8 * FACE_PX)
    inner = both.reshape(14, FACE_PX, FACE_PX)[:, low:high, low:high].reshape(14, -1).max(1)
    loud = both[np.concatenate([a + np.argsort(-inner[a:b])[:_LOUD] for a, b in ((0, 4), (4, 8), (8, 14))])]
    at = np.take(loud, _places(), axis=1).swapaxes(0, 1)  # place by place (9, maps, shifts, shapes)
    # A place that should be empty must be so all round it, or a skewed grid would dodge the pips that it denies.
    wide = cv2.dilate(loud.reshape(-1, FACE_PX, FACE_PX).transpose(1, 2, 0), np.ones((_ROUND, _ROUND)))
    wide = np.ascontiguousarray(wide.reshape(-1, len(loud)).T)
    beside = np.take(wide, _places(), axis=1).swapaxes(0, 1)
    around = np.maximum(at[[0, 1, 2, 3, 5, 6, 7, 8]].max(0).max(-1, keepdims=True), 0)
    # Places opposite each other are full or empty together in every pattern; the middle is its own pair.
    weak = {pair: np.minimum(at[pair[0]], at[pair[1]]) for pair in _PAIRS[:4]} | {_PAIRS[4]: at[4]}
    total = {pair: at[pair[0]] + at[pair[1]] for pair in _PAIRS[:4]} | {_PAIRS[4]: at[4]}
    other = {pair: np.maximum(beside[pair[0]], beside[pair[1]]) for pair in _PAIRS[:4]} | {_PAIRS[4]: beside[4]}
    best = np.full(7, -np.inf)
    strength = np.zeros(7)
    fits = []
    for value, on in _PATTERNS:
        full = [pair for pair in _PAIRS if pair[0] in on]
        weakest = reduce(np.minimum, [weak[pair] for pair in full])
        mean = np.maximum(reduce(np.add, [total[pair] for pair in full]) / len(on), 0)
        # A lone pip must be alone at every spacing, or the middle of a three would pass for it.
        gap = around if value == 1 else reduce(np.maximum, [other[pair] for pair in _PAIRS if pair[0] not in on])
        # Faint texture must not pass for pips: two grey levels stand for the noise of any camera.
        fits.append((value, (weakest - np.maximum(gap, 0)) / (mean + np.float32(2.0)), mean))
    for on_at, off_at in _narrow():
        spots_on = np.take(loud, on_at, axis=1)
        mean = np.maximum(spots_on.mean(1), 0)
        gap = np.maximum(np.take(loud, off_at, axis=1).max(1), 0)
        fits.append((6, (spots_on.min(1) - gap) / (mean + 2.0), mean))
    loudest = max(float(m.max()) for _, _, m in fits) + 1e-6
    for value, score, mean in fits:
        score = score * np.minimum(1.0, 0.4 + mean / loudest)  # only maps whose spots are strong speak
        k = int(score.argmax())
        if score.flat[k] > best[value]:
            best[value], strength[value] = score.flat[k], mean.flat[k]
    return PipFit(tuple(float(v) for v in best[1:]), float(strength[best[1:].argmax() + 1]))


def roundness(face_bgr: NDArray[np.uint8], lone: bool = False) -> float:
    """How round the spots of a rectified face are: hearts, clubs and diamonds of a card are not.

    `face_bgr` is `ROUND_FACE_PX` square, with the edge `ROUND_EDGE_PX` long. The median share that a spot has in
    common with the ellipse of its own moments (their intersection over their union): about 0.95 for pips, 0.84 or
    less for card symbols; 1 where no spot stands free. `lone`: only the spot next to the middle counts, as on a
    one. A lamp's image may grow into a pip at one brightness and not at another: the rounder counts. Raises
    ValueError for another shape.
    """
    if face_bgr.shape != (ROUND_FACE_PX, ROUND_FACE_PX, 3):
        raise ValueError(f"face must be {(ROUND_FACE_PX, ROUND_FACE_PX, 3)}, got {face_bgr.shape}")
    rim = round((ROUND_FACE_PX - 0.91 * ROUND_EDGE_PX) / 2)
    x = face_bgr[rim:-rim, rim:-rim].astype(np.float32)
    away = np.abs(x - np.median(x.reshape(-1, 3), axis=0).astype(np.float32)).max(2)
    away = np.asarray(cv2.GaussianBlur(away, (0, 0), 1.0))
    bright = float(np.percentile(away, 98))
    found = [_roundness_of((away > level * bright).astype(np.uint8), lone) for level in _LEVELS]
    return max((r for r in found if r is not None), default=1.0)


def _roundness_of(spots: NDArray[np.uint8], lone: bool) -> float | None:
    """The median of free spots, or that of the one next to the middle; None where there is none."""
    side = spots.shape[0]
    shares = []
    for outline in cv2.findContours(spots, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        x0, y0, w, h = cv2.boundingRect(outline)
        area = cv2.contourArea(outline) / ROUND_EDGE_PX**2
        if not 0.007 < area < 0.3 or min(x0, y0) <= 0 or max(x0 + w, y0 + h) >= side or len(outline) < 5:
            continue
        mine, ellipse = np.zeros((2, side, side), np.uint8)
        cv2.drawContours(mine, [outline], -1, 1, -1)
        cv2.ellipse(ellipse, cv2.fitEllipse(outline), 1, -1)
        away = float(np.hypot(x0 + w / 2 - side / 2, y0 + h / 2 - side / 2))
        shares.append((away, float((mine & ellipse).sum() / max(1, (mine | ellipse).sum()))))
    if not shares:
        return None
    return min(shares)[1] if lone else float(np.median([share for _, share in shares]))
