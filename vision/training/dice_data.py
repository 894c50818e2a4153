"""From drawn scenes and free photographs to batches for the three dice networks.

The rules of the crops (sides, edges, the code of the top face) are `vision.dice_reader`'s own, so that what
is learnt is what is run.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice_face import (
    FACE_EDGE,
    FACE_SIDE,
    READ_EDGE,
    READ_SIDE,
    encode_face,
    face_matrix,
    quad_of_vectors,
    standardise,
)
from vision.leaning_net import LEAN_SIDE, lean_matrix, with_push
from vision.training import lean_scenes

Image = NDArray[Any]  # bytes, (H, W, 3)
F32 = NDArray[Any]
Rng = np.random.Generator
IGNORE = -1
FAR_PIPS, FAR_PIPS_OF_FACES = 0.08, 0.15  # of the dice get those of a clear one


@dataclass
class Picture:
    """One picture with its dice: corners (N, 4, 2) of top faces (NaN where only the box is known).

    `values` are 1 to 6, IGNORE where it can't be told; `centres` (N, 2), `edges` (N); `leans` (N) says which are
    cocked, None where none is.
    """

    image: Image
    values: NDArray[np.int64]
    corners: NDArray[np.float64]
    centres: NDArray[np.float64]
    edges: NDArray[np.float64]
    real: bool = False
    leans: NDArray[np.bool_] | None = None

    def leans_at(self, die: int) -> bool:
        """Whether a die is cocked."""
        return self.leans is not None and bool(self.leans[die])


def edge_of(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Square roots of the areas of quadrilaterals (N, 4, 2)."""
    x, y = corners[..., 0], corners[..., 1]
    area = 0.5 * np.abs((x * np.roll(y, -1, -1) - y * np.roll(x, -1, -1)).sum(-1))
    return np.asarray(np.sqrt(np.maximum(area, 1.0)), np.float64)


def load_scenes(paths: list[Path]) -> list[Picture]:
    """Scenes as `dice_scenes` writes them."""
    out = []
    for path in paths:
        data = np.load(path)
        images, rows = data["images"], data["dice"]
        starts = np.searchsorted(rows[:, 0], np.arange(len(images) + 1))
        for k, image in enumerate(images):
            r = rows[starts[k] : starts[k + 1]]
            corners = r[:, 3:11].reshape(-1, 4, 2).astype(np.float64)
            values = r[:, 1].astype(np.int64)
            centres, edges = corners.mean(1), edge_of(corners)
            for i in range(len(r)):
                low, high = corners[i].min(0), corners[i].max(0)
                if (low < -0.12 * edges[i]).any() or (high > np.array(image.shape[1::-1]) + 0.12 * edges[i]).any():
                    values[i] = IGNORE
            out.append(Picture(image, values, corners, centres, edges, leans=r[:, 2] > 0))
    return out


def _hue_turn(a: float) -> F32:
    """The colours' rotation by an angle about the axis of greys."""
    c, s = np.cos(a), np.sin(a) / np.sqrt(3)
    k = (1 - c) / 3
    return np.array([[c + k, k - s, k + s], [k + s, c + k, k - s], [k - s, k + s, c + k]], np.float32)


def _repaint(rng: Rng, f: F32) -> F32:
    """Other dice on another table: every channel between other ends, some upside down, so that grey becomes a paint."""
    low = rng.uniform(0, 110, 3).astype(np.float32)
    high = low + rng.uniform(60, 145, 3).astype(np.float32)
    turned = rng.random(3) < 0.35
    low, high = np.where(turned, high, low), np.where(turned, low, high)
    out: F32 = low + f * ((high - low) / np.float32(255))
    return out


def photometric(rng: Rng, x: Image) -> Image:
    """Another camera and another light: gains, gamma, grey, blur, noise, compression."""
    f: F32 = x.astype(np.float32)
    if rng.random() < 0.2:
        f = _repaint(rng, f)
    if rng.random() < 0.12:
        f = np.repeat(f.mean(2, keepdims=True), 3, 2)
    elif rng.random() < 0.15:
        f = f[..., rng.permutation(3)]
    elif rng.random() < 0.3:  # every hue turned by one angle: what is red may be green, grey stays grey
        f = f @ _hue_turn(float(rng.uniform(0, 6.28)))
    f = f * rng.uniform(0.75, 1.25, 3).astype(np.float32)
    if rng.random() < 0.6:
        f = 255 * np.clip(f / 255, 0, 1) ** np.float32(np.exp(rng.normal(0, 0.35)))
    f = f * np.float32(rng.uniform(0.3, 1.15)) + np.float32(rng.uniform(-10, 40))
    if rng.random() < 0.4:
        f = cv2.GaussianBlur(f, (0, 0), float(rng.uniform(0.4, 1.3)))
    if rng.random() < 0.15:  # sharpened by the camera
        f = f + (f - cv2.GaussianBlur(f, (0, 0), 1.2)) * np.float32(rng.uniform(0.3, 1.5))
    if rng.random() < 0.6:
        f = f + rng.standard_normal(f.shape, np.float32) * np.float32(rng.uniform(1, 10))
    out = np.clip(f, 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        code = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 92))])[1]
        out = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)
    return out


def cut(image: Image, to_crop: NDArray[np.float64], side: int) -> Image:
    """The crop that a 2×3 matrix makes, smoothed where it shrinks."""
    k = 2 if abs(np.linalg.det(to_crop[:, :2])) < 0.7 else 1
    big = cv2.warpAffine(image, to_crop * k, (side * k, side * k), borderMode=cv2.BORDER_REPLICATE)
    if k > 1:
        big = cv2.resize(big, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(big, np.uint8)


def _coarse(rng: Rng, image: Image) -> Image:
    """As if seen with fewer pixels."""
    if rng.random() < 0.3:
        n = int(image.shape[0] * rng.uniform(0.5, 1.0))
        small = cv2.resize(image, (n, n), interpolation=cv2.INTER_AREA)
        image = np.asarray(cv2.resize(small, image.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)
    if rng.random() < 0.05:
        k = np.zeros((5, 5), np.float32)
        k[2] = 0.2
        if rng.random() < 0.5:
            k = k.T
        image = np.asarray(cv2.filter2D(image, -1, k), np.uint8)
    return image


_GRID = {1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 4: [(-1, -1), (-1, 1), (1, -1), (1, 1)]}
_GRID[5] = [*_GRID[4], (0, 0)]
_GRID[6] = [*_GRID[4], (-1, 0), (1, 0)]


def _pip_places(value: int, centre: F32, steps: F32) -> list[tuple[float, float]]:
    """Where the pips of a value are: `steps` (2, 2) are the ways from one pip to the next, along and across, px."""
    return [(float(x), float(y)) for x, y in centre + np.array(_GRID[value]) @ steps]


def _turned(angle: float) -> F32:
    """A turn by an angle: its rows are the two axes turned."""
    return np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])


def _dots(rng: Rng, crop: Image, edge: float) -> Image:
    """Dots where a die's pips would be, but with no body round them: specks, prints, buttons."""
    crop = crop.copy()
    if rng.random() < 0.5:  # on a plain ground
        crop = np.asarray(cv2.GaussianBlur(crop, (0, 0), 15), np.uint8)
    value = 1 if rng.random() < 0.5 else int(rng.integers(2, 7))
    steps = _turned(rng.uniform(0, 6.28)) * edge * rng.uniform(0.18, 0.3)
    radius = edge * rng.uniform(0.05, 0.16)
    centre = crop.shape[0] / 2 + rng.normal(0, 0.06, 2) * edge
    shade = float(crop.mean()) + rng.choice([-1, 1]) * rng.uniform(15, 120)
    ink = tuple(float(np.clip(shade + rng.normal(0, 20), 0, 255)) for _ in range(3))
    for x, y in _pip_places(value, centre, steps):
        axes = (round(radius * 16 * rng.uniform(0.6, 1.2)), round(radius * 16))
        cv2.ellipse(crop, (round(x * 16), round(y * 16)), axes, rng.uniform(0, 180), 0, 360, ink, -1, cv2.LINE_AA, 4)
    return crop


def _far_pips(rng: Rng, crop: Image, quad_xy_px: F32, value: int) -> Image:
    """A crop as if its die were clear: the pips of the face below show through the top one, faint and aside.

    `quad_xy_px` (4, 2) are the top face's corners in the crop.
    """
    x = crop.astype(np.float32)
    centre = quad_xy_px.mean(0)
    inner = np.zeros(crop.shape[:2], np.uint8)
    cv2.fillConvexPoly(inner, np.round(centre + 0.85 * (quad_xy_px - centre)).astype(np.int32), 1)
    face = x[inner > 0]
    body = np.median(face, axis=0)
    away = np.abs(face - body).max(axis=1)
    most = float(np.percentile(away, 96))
    paint = face[away >= most].mean(axis=0)
    less = rng.uniform(0.7, 0.95)
    sides = np.array([quad_xy_px[1] - quad_xy_px[0], quad_xy_px[3] - quad_xy_px[0]])
    edge = float(edge_of(quad_xy_px))
    steps = _turned(rng.normal(0, 0.06) + rng.integers(2) * np.pi / 2) @ sides * less * rng.uniform(0.2, 0.28)
    far = np.zeros(crop.shape[:2], np.uint8)
    for px, py in _pip_places(7 - value, centre + rng.normal(0, 0.06, 2) * edge, steps):
        radius = edge * less * rng.uniform(0.07, 0.11)
        cv2.circle(far, (round(px * 16), round(py * 16)), round(radius * 16), 255, -1, cv2.LINE_AA, 4)
    share = cv2.GaussianBlur(far, (0, 0), rng.uniform(0.5, 1.2)).astype(np.float32) / 255 * rng.uniform(0.08, 0.4)
    # What is painted hides what is below, and beyond the face there is none.
    share *= inner * (1 - np.clip(np.abs(x - body).max(axis=2) / max(most, 1.0), 0, 1))
    return np.asarray(np.clip(x + share[..., None] * (paint - body), 0, 255), np.uint8)


def _no_die(rng: Rng, pic: Picture) -> tuple[NDArray[np.float64], float] | None:
    """A place and an edge at which there is no die, though one may be beside, or far larger or smaller."""
    known = np.flatnonzero(pic.values > 0)
    if len(known) and rng.random() < 0.25:
        k = int(rng.choice(known))
        edge = float(pic.edges[k] * (rng.uniform(0.18, 0.42) if rng.random() < 0.7 else rng.uniform(2.3, 3.5)))
        return pic.centres[k] + rng.uniform(-0.5, 0.5, 2) * pic.edges[k], edge
    edge = (float(rng.choice(pic.edges[known])) if len(known) else 36.0) * float(np.exp(rng.uniform(-0.8, 0.8)))
    for _ in range(20):
        centre = rng.uniform(0, 1, 2) * pic.image.shape[1::-1]
        if len(pic.edges) and rng.random() < 0.4:  # beside a die: its side faces, its shadow
            k = int(rng.integers(len(pic.edges)))
            a, r = rng.uniform(0, 6.28), pic.edges[k] * rng.uniform(0.75, 1.4)
            centre = pic.centres[k] + r * np.array([np.cos(a), np.sin(a)])
        if (np.linalg.norm(pic.centres - centre, axis=1) > 0.72 * pic.edges).all():
            return centre, edge
    return None


def read_sample(
    rng: Rng, pic: Picture, die: int | None, decoy: tuple[float, float, float] | None = None
) -> tuple[F32, int, F32, F32]:
    """One crop for the Reader: a die, or (None) a place where there is none, such as a `decoy` (x, y, edge).

    The crop, the value, the code of the top face, and whether the die leans (NaN where there is none).
    """
    label, face, leans = 0, np.full(7, np.nan, np.float32), np.full(1, np.nan, np.float32)
    if die is not None:
        edge = float(pic.edges[die] * np.exp(rng.normal(0, 0.18)))
        centre = pic.centres[die] + rng.normal(0, 0.14, 2) * edge
        label = int(pic.values[die])
        leans[0] = pic.leans_at(die)
    else:
        place = _no_die(rng, pic)
        if decoy is not None:
            edge = decoy[2] * float(np.exp(rng.normal(0, 0.15)))
            place = np.array(decoy[:2]) + rng.normal(0, 0.12, 2) * edge, edge
        if place is None:
            return np.zeros((3, READ_SIDE, READ_SIDE), np.float32), IGNORE, face, leans
        centre, edge = place
    s = READ_EDGE / edge
    a = rng.normal(0, 0.15)
    flip = -1.0 if rng.random() < 0.5 else 1.0
    sx = float(np.exp(rng.normal(0, 0.1 if rng.random() < 0.85 else 0.22)))  # some pixels are no squares
    m = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) @ np.diag([flip * sx, 1 / sx]) * s
    mat = np.c_[m, READ_SIDE / 2 - m @ centre]
    crop = cut(pic.image, mat, READ_SIDE)
    if die is not None and np.isfinite(pic.corners[die]).all():
        quad = pic.corners[die] @ mat[:, :2].T + mat[:, 2]
        face = encode_face(quad).astype(np.float32)
        if label > 0 and rng.random() < FAR_PIPS:
            crop = _far_pips(rng, crop, quad, label)
    if die is None and decoy is None and rng.random() < 0.35:
        crop = _dots(rng, crop, READ_EDGE)
    return standardise(photometric(rng, _coarse(rng, crop))), label, face, leans


def face_sample(rng: Rng, pic: Picture, die: int | None) -> tuple[F32, int]:
    """One rectified face for the FaceReader, with the errors that the Reader's geometry makes."""
    if die is not None:
        quad, label = pic.corners[die], int(pic.values[die])
        centre = quad.mean(0)
        u, v = (quad[1] - quad[0]) / 2, (quad[3] - quad[0]) / 2
    else:
        label = 0
        e = 20 * np.exp(rng.uniform(-0.6, 0.6))
        a = rng.uniform(0, 6.28)
        u = e * np.array([np.cos(a), np.sin(a)])
        v = np.array([-u[1], u[0]]) * np.exp(rng.normal(0, 0.15))
        for _ in range(20):
            centre = rng.uniform(0, 1, 2) * pic.image.shape[1::-1]
            if not len(pic.edges) or (np.linalg.norm(pic.centres - centre, axis=1) > 1.0 * pic.edges).all():
                break
        else:
            label = IGNORE
    size = float(np.linalg.norm(u) + np.linalg.norm(v)) / 2
    m = np.array([u, v]) @ (np.eye(2) + rng.normal(0, 0.045, (2, 2)))
    m = m * np.exp(rng.normal(0, 0.05))
    centre = centre + rng.normal(0, 0.09, 2) * size
    quad = quad_of_vectors(centre, m[0], m[1])
    quad = np.roll(quad, int(rng.integers(4)), 0)
    if rng.random() < 0.5:
        quad = quad[::-1]
    mat = face_matrix(quad)
    crop = cut(pic.image, mat, FACE_SIDE)
    if die is None and rng.random() < 0.4:
        crop = _dots(rng, crop, FACE_EDGE)
    if label > 0 and rng.random() < FAR_PIPS_OF_FACES:
        crop = _far_pips(rng, crop, quad @ mat[:, :2].T + mat[:, 2], label)
    return standardise(photometric(rng, _coarse(rng, crop))), label


def lean_sample(rng: Rng, image: Image, pushed: float) -> F32:
    """One crop for the LeanReader from a picture of `lean_scenes`, with the errors of what is known at a table."""
    edge, side = lean_scenes.EDGE * float(np.exp(rng.normal(0, 0.05))), lean_scenes.SIDE
    centre = side / 2 + rng.normal(0, 0.05, 2) * edge
    mat = lean_matrix(centre, edge, float(rng.normal(0, 0.06)))
    if rng.random() < 0.5:  # in the mirror it is pushed to the right as well
        mat[1] = [0, 0, LEAN_SIDE] - mat[1]
    crop = photometric(rng, _coarse(rng, cut(image, mat, LEAN_SIDE)))
    return with_push(standardise(crop), pushed + float(rng.normal(0, 0.015)))


def finder_sample(rng: Rng, pictures: list[Picture], side: int = 160) -> tuple[F32, F32]:
    """A patchwork of scenes at one scale, and its targets (6, H/8, W/8).

    The six: weight, object, dx, dy, log size, positive.
    """
    want = float(np.exp(rng.uniform(np.log(10), np.log(34))))
    canvas = np.zeros((side, side, 3), np.uint8)
    g = side // 8
    target = np.zeros((6, g, g), np.float32)
    target[0] = 1
    cells = (np.stack(np.meshgrid(np.arange(g), np.arange(g)), -1) + 0.5) * 8.0
    best = np.full((g, g), 9.0)
    y = 0
    while y < side:
        x, row_h = 0, side
        while x < side:
            pic = pictures[int(rng.integers(len(pictures)))]
            known = pic.edges[np.isfinite(pic.edges)]
            s = want / (float(np.median(known)) if len(known) else 40.0 * np.exp(rng.uniform(-0.8, 0.5)))
            s = min(s, 1.15)
            # Some far too large or too small: pips and parts of dice at another level are no dice.
            other = len(known) > 0 and rng.random() < 0.2
            if other:
                s *= rng.uniform(2.2, 4.5) if want > 14 or rng.random() < 0.6 else rng.uniform(0.2, 0.3)
                s = min(s, 4.0)
            h, w = pic.image.shape[:2]
            # A long picture gives only a window, around one of its dice.
            nw, nh = min(w, int((side - x) / s) + 1), min(h, int((side - y) / s) + 1)
            if pic.real and len(pic.edges):
                nw, nh = min(nw, int(80 / s)), min(nh, int(80 / s))
                nw, nh = min(nw, w), min(nh, h)
                c = pic.centres[int(rng.integers(len(pic.edges)))] + rng.normal(0, 0.6, 2) * want / s
                ox = int(np.clip(c[0] - nw / 2, 0, w - nw))
                oy = int(np.clip(c[1] - nh / 2, 0, h - nh))
            else:
                ox, oy = int(rng.integers(0, w - nw + 1)), int(rng.integers(0, h - nh + 1))
            part = pic.image[oy : oy + nh, ox : ox + nw]
            tw, th = max(8, round(nw * s)), max(8, round(nh * s))
            part = cv2.resize(part, (tw, th), interpolation=cv2.INTER_AREA)
            flip = rng.random() < 0.5
            if flip:
                part = part[:, ::-1]
            hh, ww = min(th, side - y), min(tw, side - x)
            canvas[y : y + hh, x : x + ww] = part[:hh, :ww]
            for i in range(len(pic.edges)):
                c = (pic.centres[i] - [ox, oy]) * s
                if other:
                    break
                if flip:
                    c = np.array([tw - c[0], c[1]])
                if not (-want < c[0] < ww + want and -want < c[1] < hh + want):
                    continue
                inside = 0 < c[0] < ww and 0 < c[1] < hh
                c = c + np.array([x, y])
                e = pic.edges[i] * s
                d = np.linalg.norm(cells - c, axis=-1)
                margin = 0.35 * e
                whole = inside and x + ww - margin > c[0] > x + margin and y + hh - margin > c[1] > y + margin
                if pic.values[i] == IGNORE or not whole:
                    target[0][d < 1.1 * e] = 0
                    continue
                pos = d < max(0.3 * e, 5.0)
                target[0][(d < 0.5 * e) & ~pos & (target[1] == 0)] = 0
                mine = pos & (d < best)
                best[mine] = d[mine]
                target[0][mine] = 1
                target[1][mine] = target[5][mine] = 1
                target[2][mine] = (c[0] - cells[..., 0])[mine] / 8
                target[3][mine] = (c[1] - cells[..., 1])[mine] / 8
                target[4][mine] = np.log(e / 18)
            x += max(8, ww)
            row_h = min(row_h, max(8, hh))
        y += row_h
    image = photometric(rng, canvas)
    return np.ascontiguousarray(image.transpose(2, 0, 1)).astype(np.float32) / 255, target
