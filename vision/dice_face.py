"""The shape of a die's top face in a picture, and the crops the networks see: pure arithmetic.

A top face is a parallelogram: a centre and two half-edge vectors. Which edge comes first is unknowable, so
it is coded by what does not depend on that: the matrix u·uᵀ + v·vᵀ (its logarithm, three numbers) and four
times the angle in the frame where the face is a square.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.outlines import area_of

READ_SIDE = 64  # px of the Reader's crop
READ_EDGE = 24.0  # px of an edge in it
FACE_SIDE = 40  # px of the FaceReader's crop
FACE_EDGE = 26.0  # px of an edge in it

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]


def standardise(image: NDArray[np.uint8]) -> F32:
    """(H, W, 3) BGR bytes to (3, H, W) with mean 0 and deviation about 1, so that dark dice read as bright ones."""
    x = image.astype(np.float32)
    x -= x.mean()
    x /= x.std() + 6.0
    return np.ascontiguousarray(x.transpose(2, 0, 1))


def _of_eigenvalues(m: F64, f: Callable[[F64], F64]) -> F64:
    """A function of a symmetric matrix."""
    w, q = np.linalg.eigh(m)
    out: F64 = (q * f(w)) @ q.T
    return out


def encode_face(quad_xy_px: F64, side: int = READ_SIDE, edge: float = READ_EDGE) -> F64:
    """Corners (4, 2) in a crop to seven numbers: centre, log shape, turn."""
    centre = quad_xy_px.mean(0)
    u = (quad_xy_px[1] + quad_xy_px[2] - quad_xy_px[0] - quad_xy_px[3]) / 4
    v = (quad_xy_px[3] + quad_xy_px[2] - quad_xy_px[0] - quad_xy_px[1]) / 4
    m = (np.outer(u, u) + np.outer(v, v)) / (edge / 2) ** 2
    log = _of_eigenvalues(m, lambda w: np.log(np.maximum(w, 1e-9))) / 2
    w = _of_eigenvalues(-log, np.exp) @ u
    t = np.arctan2(w[1], w[0])
    x, y = (centre - side / 2) / edge
    return np.array([x, y, (log[0, 0] + log[1, 1]) / 2, (log[0, 0] - log[1, 1]) / 2, log[0, 1],
                     np.cos(4 * t), np.sin(4 * t)])


def decode_face(code: NDArray[np.floating], side: int = READ_SIDE, edge: float = READ_EDGE) -> F64:
    """Seven numbers to the corners (4, 2) in the crop."""
    x, y, a, b, c, c4, s4 = (float(v) for v in code)
    a, b, c = (min(max(v, -1.5), 1.5) for v in (a, b, c))
    # the exponential of [[a + b, c], [c, a - b]], half an edge long
    half, r = math.exp(a) * edge / 2, math.hypot(b, c)
    scale, skew = half * math.cosh(r), half * (math.sinh(r) / r if r > 1e-9 else 1)
    t = math.atan2(s4, c4) / 4
    m = np.array([[scale + skew * b, skew * c], [skew * c, scale - skew * b]])
    u, v = m @ (math.cos(t), math.sin(t)), m @ (-math.sin(t), math.cos(t))
    return quad_of_vectors(np.array([x * edge + side / 2, y * edge + side / 2]), u, v)


def quad_of_vectors(centre: F64, u: F64, v: F64) -> F64:
    """A parallelogram's corners (4, 2), in order round it."""
    return np.array([centre - u - v, centre + u - v, centre + u + v, centre - u + v])


def quad_edge_px(quad: F64) -> float:
    """The square root of a quadrilateral's area."""
    return math.sqrt(max(1e-6, area_of(quad)))


def crop_matrix(centre_xy_px: F64, edge_px: float, turn: float, side: int, edge: float) -> F64:
    """The 2×3 matrix from picture to a crop of so many px, turned (radians), in which a die's edge has `edge` px."""
    m = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * (edge / edge_px)
    out: F64 = np.c_[m, side / 2 - m @ centre_xy_px]
    return out


def read_matrix(centre_xy_px: F64, edge_px: float, turn: float = 0.0) -> F64:
    """The 2×3 matrix from picture to the Reader's crop."""
    return crop_matrix(centre_xy_px, edge_px, turn, READ_SIDE, READ_EDGE)


def face_matrix(quad_xy_px: F64) -> F64:
    """The 2×3 matrix from picture to the FaceReader's crop, from a top face's corners."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad_xy_px.tolist()
    x, y = (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4
    ux, uy, vx, vy = (bx + cx - ax - dx) / 4, (by + cy - ay - dy) / 4, (dx + cx - ax - bx) / 4, (dy + cy - ay - by) / 4
    ux, vy = ux + 1e-6, vy + 1e-6  # so that there is an inverse
    k = FACE_EDGE / 2 / (ux * vy - vx * uy)
    a, b, c, d = k * vy, -k * vx, -k * uy, k * ux
    return np.array([[a, b, FACE_SIDE / 2 - a * x - b * y], [c, d, FACE_SIDE / 2 - c * x - d * y]])
