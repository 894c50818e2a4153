"""Outlines of things shaped like a card: cheap binarisations, then lines fitted to their edges.

Finds cards that lie free or nearly so; what overlaps is left to the corner finder.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

# Long side over short side: a card is 1.40 (poker) to 1.56 (bridge) seen from above, and
# anything from 1.0 to 2.7 seen at 45 degrees.
ASPECT_MIN, ASPECT_MAX = 1.0, 2.7
_WORK_SIDE_PX = 1280
_NEXT = [1, 2, 3, 0]


def side_lengths(quad: Floats) -> Floats:
    """The four sides of a quad, each from its point to the next."""
    d = quad[_NEXT] - quad
    return np.hypot(d[:, 0], d[:, 1])  # type: ignore[no-any-return]


def long_side(quad: Floats) -> float:
    """The mean of the two longer, opposite sides."""
    s = side_lengths(quad)
    return float(max(s[0] + s[2], s[1] + s[3]) / 2)


def area_of(quad: Floats) -> float:
    """Area of a quad, always positive: half the cross product of its diagonals."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    return abs((cx - ax) * (dy - by) - (cy - ay) * (dx - bx)) / 2


def same_place(a: Floats, b: Floats) -> bool:
    """Whether two quads are the same outline, but for a few hundredths of its length.

    Not by cv2.intersectConvexConvex: it returns about 0 for nearly equal quads.
    """
    size = min(long_side(a), long_side(b))
    if np.hypot(*(a.mean(0) - b.mean(0))) > 0.12 * size:
        return False
    return 0.75 < area_of(a) / max(area_of(b), 1.0) < 1.33


def inside(point: Floats, quad: Floats, margin: float = 0.0) -> bool:
    """Whether a point lies in a convex clockwise quad, `margin` px beyond it allowed."""
    d = quad[_NEXT] - quad
    n = np.hypot(d[:, 0], d[:, 1])
    rel = point - quad
    cross = (d[:, 0] * rel[:, 1] - d[:, 1] * rel[:, 0]) / np.maximum(n, 1e-9)
    return bool((cross >= -margin).all() or (cross <= margin).all())


def contained(small: Floats, big: Floats) -> bool:
    """Whether most of one quad lies in another."""
    pts = np.vstack([small * 0.9 + small.mean(0) * 0.1, small.mean(0)[None]])
    return sum(inside(p, big, 0.02 * long_side(big)) for p in pts) >= 4


def _binaries(image: Image, length_px: float | None) -> list[Image]:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    low = image.min(axis=2)  # paper is white: its weakest channel stands out from any felt
    soft = cv2.GaussianBlur(grey, (5, 5), 0)
    soft_low = cv2.GaussianBlur(low, (5, 5), 0)
    out = []
    level, mask = cv2.threshold(soft, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    out.append(mask)
    for k in (0.7, 1.25):
        out.append(cv2.threshold(soft, min(level * k, 250), 255, cv2.THRESH_BINARY)[1])
    out.append(cv2.threshold(soft_low, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1])
    side = max(image.shape[:2])
    block = int(1.2 * length_px if length_px else side / 5) | 1
    local = cv2.blur(soft, (block, block))
    out.append(((soft > local.astype(np.int16) + 8) * np.uint8(255)).astype(np.uint8))
    # paper on pale wood is no brighter than the wood, but less coloured
    chroma = cv2.GaussianBlur(cv2.subtract(image.max(axis=2), low), (5, 5), 0)
    pale = cv2.threshold(chroma, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)[1]
    out.append(pale)
    # thin bright things, such as grout and printed lines, tie cards together
    thick = np.ones((7, 7), np.uint8)
    out.append(cv2.morphologyEx(out[4], cv2.MORPH_OPEN, thick))
    edges = cv2.Canny(soft, 30, 90)
    closed = cv2.dilate(edges, np.ones((3, 3), np.uint8))
    out.append(cv2.bitwise_not(closed))  # the inside of a closed line
    faint = cv2.Canny(cv2.GaussianBlur(grey, (7, 7), 0), 12, 36) | cv2.Canny(cv2.blur(chroma, (3, 3)), 12, 36)
    out.append(cv2.bitwise_not(cv2.dilate(faint, np.ones((3, 3), np.uint8))))
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
    if not (1.6 * lo < max(a, b) < 2.4 * hi and max(a, b) < 3.2 * min(a, b)):
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


def find_quads(image: Image, length_px: float | None = None, min_length_px: float = 52.0) -> list[Floats]:
    """Outlines of card shape in a BGR picture, best fitted first, each once.

    `length_px` is a card's long side where it is known; else all from
    `min_length_px` up are taken. Points are as `clockwise` gives them, in px.
    """
    side = max(image.shape[:2])
    k = min(1.0, _WORK_SIDE_PX / side)
    if length_px is not None:
        k = min(1.0, 100.0 / length_px)
    work = image if k == 1.0 else cv2.resize(image, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
    lo = (0.72 * length_px if length_px else min_length_px) * k
    hi = 1.25 * length_px * k if length_px else 1.2 * max(work.shape[:2])
    h, w = work.shape[:2]
    found: list[tuple[float, Floats]] = []
    for mask in _binaries(work, length_px * k if length_px else None):  # type: ignore[arg-type]
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            if len(contour) < 2.2 * lo:
                continue
            area = cv2.contourArea(contour)
            if area < 0.3 * lo * lo or area > 0.97 * h * w:
                continue
            quad = _quad_of(contour, area, lo, hi)
            if quad is None:
                continue
            quad = clockwise(quad)
            s = side_lengths(quad)
            length, width = (s[1] + s[3]) / 2, (s[0] + s[2]) / 2
            if not (lo <= length <= hi and ASPECT_MIN <= length / max(width, 1) <= ASPECT_MAX):
                continue
            # opposite sides of a card stay alike, even at 45 degrees
            skew = max(abs(s[0] - s[2]) / width, abs(s[1] - s[3]) / length)
            if skew > 0.45:
                continue
            fit = abs(area / area_of(quad) - 0.99) + 0.2 * skew
            found.append((fit, (quad + 0.5) / k - 0.5))
    found.sort(key=lambda f: f[0])
    kept: list[Floats] = []
    for _, quad in found:
        if not any(same_place(quad, other) for other in kept):
            kept.append(quad)
    return kept
