"""Outlines of things shaped like a card: cheap binarisations, then lines fitted to their edges.

Finds cards that lie free or nearly so; what overlaps is left to the corner finder.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.pyramid import Pyramid

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

# Long side over short side: a card is 1.40 (poker) to 1.56 (bridge) seen from above, and
# anything from 1.0 to 2.7 seen at 45 degrees, as a table's camera may; to 3.7 at 65 in a photograph.
ASPECT_MIN, ASPECT_MAX, ASPECT_MAX_LOOSE = 1.0, 2.7, 3.7
_WORK_SIDE_PX = 1280
_WORK_LENGTH_PX = 70.0
_NEXT = [1, 2, 3, 0]
_HELD, _TURNED = [0, 1, 2, 3], [2, 3, 0, 1]
_FIRST_EDGES = 7  # of the binary pictures, those from this one on are made of edges


def side_lengths(quad: Floats) -> Floats:
    """The four sides of a quad, each from its point to the next."""
    d = quad[_NEXT] - quad
    return np.hypot(d[:, 0], d[:, 1])


def long_side(quad: Floats) -> float:
    """The mean of the two longer, opposite sides."""
    s = side_lengths(quad)
    return float(max(s[0] + s[2], s[1] + s[3]) / 2)


def area_of(quad: Floats) -> float:
    """Area of a quad, always positive: half the cross product of its diagonals."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    return float(abs((cx - ax) * (dy - by) - (cy - ay) * (dx - bx)) / 2)


def inside(point: Floats, quad: Floats, margin: float = 0.0) -> bool:
    """Whether a point lies in a convex clockwise quad, `margin` px beyond it allowed."""
    d = quad[_NEXT] - quad
    n = np.hypot(d[:, 0], d[:, 1])
    rel = point - quad
    cross = (d[:, 0] * rel[:, 1] - d[:, 1] * rel[:, 0]) / np.maximum(n, 1e-9)
    return bool((cross >= -margin).all() or (cross <= margin).all())


def contained(small: Floats, big: Floats) -> bool:
    """Whether most of one quad lies in another."""
    if np.hypot(*(small.mean(0) - big.mean(0))) > 0.6 * long_side(big):
        return False
    pts = np.vstack([small * 0.9 + small.mean(0) * 0.1, small.mean(0)[None]])
    return sum(inside(p, big, 0.02 * long_side(big)) for p in pts) >= 4


def _binaries(image: Image, length_px: float | None) -> list[Image]:
    b, g, r = cv2.split(image)
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    low = cv2.min(cv2.min(b, g), r)  # paper is white: its weakest channel stands out from any felt
    soft = cv2.GaussianBlur(grey, (5, 5), 0)
    level, mask = cv2.threshold(soft, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    out = [mask]
    for k in (0.7, 1.25):
        out.append(cv2.threshold(soft, min(level * k, 250), 255, cv2.THRESH_BINARY)[1])
    out.append(cv2.threshold(cv2.blur(low, (5, 5)), 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1])
    side = max(image.shape[:2])
    block = int(1.2 * length_px if length_px else side / 5) | 1
    local = cv2.threshold(cv2.subtract(soft, cv2.blur(soft, (block, block))), 8, 255, cv2.THRESH_BINARY)[1]
    out.append(local)
    # thin bright things, such as grout and printed lines, tie cards together
    out.append(cv2.morphologyEx(local, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)))
    # paper on pale wood is no brighter than the wood, but less coloured
    chroma = cv2.blur(cv2.subtract(cv2.max(cv2.max(b, g), r), low), (5, 5))
    out.append(cv2.threshold(chroma, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)[1])
    near = np.ones((3, 3), np.uint8)
    out.append(cv2.bitwise_not(cv2.dilate(cv2.Canny(soft, 30, 90), near)))  # the inside of a closed line
    if length_px is None:
        faint = cv2.max(cv2.Canny(cv2.GaussianBlur(grey, (7, 7), 0), 12, 36), cv2.Canny(chroma, 12, 36))
        out.append(cv2.bitwise_not(cv2.dilate(faint, near)))
    return out  # type: ignore[return-value]


def _fit_lines(points: Floats, quad: Floats) -> Floats | None:
    """Move a rough quad's sides onto the contour, corners' rounding left out."""
    lines = []
    for i in range(4):
        (ax, ay), (bx, by) = quad[i].tolist(), quad[_NEXT[i]].tolist()
        n = float(np.hypot(bx - ax, by - ay))
        if n < 8:
            return None
        dx, dy = (bx - ax) / n, (by - ay) / n
        x, y = points[:, 0] - ax, points[:, 1] - ay
        along, off = x * dx + y * dy, y * dx - x * dy
        near = (along > 0.12 * n) & (along < 0.88 * n) & (np.abs(off) < max(3.0, 0.04 * n))
        along, off = along[near], off[near]
        if len(along) < 6:
            return None
        # least squares of the offset, twice: the second time without what lies apart
        for _ in range(2):
            ma, mo = along.sum() / len(along), off.sum() / len(off)
            va = along - ma
            slope = float((va * (off - mo)).sum() / max(float((va * va).sum()), 1e-9))
            rest = np.abs(off - mo - slope * va)
            good = rest < max(1.0, 2 * float(rest.sum()) / len(rest))
            if good.all() or good.sum() < 6:
                break
            along, off = along[good], off[good]
        # through (ma, mo) with that slope, back in picture coordinates
        ux, uy = dx - slope * dy, dy + slope * dx
        px, py = ax + ma * dx - mo * dy, ay + ma * dy + mo * dx
        m = float(np.hypot(ux, uy))
        ux, uy = ux / m, uy / m
        lines.append((-uy, ux, -uy * px + ux * py))
    out = []
    for i in range(4):
        (a1, b1, c1), (a2, b2, c2) = lines[i - 1], lines[i]
        det = a1 * b2 - a2 * b1
        if abs(det) < 0.2:  # sides of a card don't meet under 12 degrees
            return None
        out.append(((c1 * b2 - c2 * b1) / det, (a1 * c2 - a2 * c1) / det))
    return np.array(out)


def _quad_of(contour: Any, area: float, lo: float, hi: float) -> Floats | None:
    hull = cv2.convexHull(contour)
    around = cv2.arcLength(hull, True)
    if area < 0.75 * cv2.contourArea(hull):
        return None
    for eps in (0.02, 0.04, 0.07):
        poly = cv2.approxPolyDP(hull, eps * around, True)
        if len(poly) <= 4:
            break
    if len(poly) != 4:
        return None
    rough = poly.reshape(4, 2).astype(np.float64)
    s = side_lengths(rough)
    a, b = s[0] + s[2], s[1] + s[3]
    if not (1.6 * lo < max(a, b) < 2.4 * hi and max(a, b) < 4.0 * min(a, b)):
        return None
    if area < 0.84 * area_of(rough):
        return None
    points = contour.reshape(-1, 2)
    quad = _fit_lines(points[:: max(1, len(points) // 300)].astype(np.float64), rough)
    if quad is None or not 0.9 < area_of(quad) / max(area, 1.0) < 1.12:
        return None
    return quad


def clockwise(quad: Floats) -> Floats:
    """The same points, clockwise as seen in a picture (y down), long side last.

    The result's sides 1 and 3 (from points 1 and 3) are the longer ones, so that
    point 0 is an upper left corner of the card held upright, or its opposite.
    """
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    if (cx - ax) * (dy - by) - (cy - ay) * (dx - bx) < 0:
        quad = quad[::-1]
    s = side_lengths(quad)
    if s[0] + s[2] > s[1] + s[3]:
        quad = quad[_NEXT]
    return quad


def find_quads(picture: Image | Pyramid, length_px: float | None = None, min_length_px: float = 52.0) -> list[Floats]:
    """Outlines of card shape in a BGR picture, best fitted first, each once.

    `length_px` is a card's long side where it is known; else all from `min_length_px` up are
    taken. Points are as `clockwise` gives them, in px. Whether two outlines are one is not told
    by cv2.intersectConvexConvex: it returns about 0 for nearly equal quads.
    """
    pyramid = picture if isinstance(picture, Pyramid) else Pyramid(picture)
    side = max(pyramid.image.shape[:2])
    k = min(1.0, _WORK_SIDE_PX / side)
    if length_px is not None:
        k = min(1.0, _WORK_LENGTH_PX / length_px)
    work = pyramid.scaled(k, quick=length_px is not None)
    lo = (0.8 * length_px if length_px else min_length_px) * k
    hi = 1.2 * length_px * k if length_px else 1.2 * max(work.shape[:2])
    most = ASPECT_MAX if length_px else ASPECT_MAX_LOOSE
    h, w = work.shape[:2]
    found: list[_Found] = []
    for i, mask in enumerate(_binaries(work, length_px * k if length_px else None)):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            if len(contour) < 2.2 * lo:
                continue
            area = cv2.contourArea(contour)
            if area < 0.3 * lo * lo or area > 0.97 * h * w:
                continue
            x, y, bw, bh = cv2.boundingRect(contour)
            box = (x, y, x + bw, y + bh)
            same = next((f for f in found if abs(x - f.box[0]) <= 2 and f.sound and _near(box, f.box)
                         and abs(area - f.area) < 0.03 * area), None)
            if same is not None:
                same.votes += 1
                continue
            quad = _quad_of(contour, area, lo, hi)
            if quad is None:
                continue
            quad = clockwise(quad)
            s = side_lengths(quad)
            length, width = (s[1] + s[3]) / 2, (s[0] + s[2]) / 2
            if not (lo <= length <= hi and ASPECT_MIN <= length / max(width, 1) <= most):
                continue
            # opposite sides of a card stay alike, even at 45 degrees
            skew = max(abs(s[0] - s[2]) / width, abs(s[1] - s[3]) / length)
            if skew > 0.45:
                continue
            fit = abs(area / area_of(quad) - 0.99) + 0.2 * skew
            # the two sides of a thickened edge lie 2 px off: only for want of better
            edge = i >= _FIRST_EDGES
            found.append(_Found(quad, length, area, box, fit + 0.05 * edge, sound=fit < 0.03 and not edge))
    return [(quad + 0.5) / k - 0.5 for quad in _one_each(found)]


@dataclass
class _Found:
    quad: Floats
    length: float
    area: float
    box: tuple[int, int, int, int]
    misfit: float
    sound: bool
    votes: int = 1


def _near(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    return max(abs(p - q) for p, q in zip(a, b, strict=True)) <= 2


def _one_each(found: list[_Found]) -> list[Floats]:
    """Of outlines at one place the one that most binarisations agree on, best fitted first."""
    groups: list[list[_Found]] = []
    for f in sorted(found, key=lambda f: f.misfit):
        middle = f.quad.mean(0)
        for group in groups:
            first = group[0]
            apart = float(np.hypot(*(middle - first.quad.mean(0))))
            if apart <= 0.12 * min(f.length, first.length) and 0.75 < f.area / first.area < 1.33:
                group.append(f)
                break
        else:
            groups.append([f])

    def apartness(f: _Found, group: list[_Found]) -> float:
        total = 0.0
        for g in group:
            far = min(float(np.abs(f.quad - g.quad[turn]).max()) for turn in (_HELD, _TURNED))
            total += g.votes * min(far / f.length, 0.05)
        return total / sum(g.votes for g in group) + 0.5 * f.misfit

    return [min(g, key=lambda f: apartness(f, g)).quad for g in groups]
