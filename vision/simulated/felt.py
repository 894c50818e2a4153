"""What never moves: floor, rail, felt, the printed mat and the tray's rim, drawn into the camera's picture once."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import Image, marker_cells
from vision.mat import Mat
from vision.simulated.lens import Lens

BGR = tuple[int, int, int]
_MAT_PX_PER_MM = 4
TRAY_WALL_MM = 9.0


@dataclass(frozen=True, slots=True)
class FeltStyle:
    """Colours of felt, mat, tray and rail.

    `cells_mm` and `contrast`: the tray's bottom as well may be coarse cloth or old wood, in patches so large, and so
    much lighter and darker than its colour, as a share.
    """

    felt: BGR = (62, 96, 28)
    mat: BGR = (70, 74, 24)
    tray: BGR = (46, 38, 30)
    rim: BGR = (38, 62, 98)
    rail: BGR = (28, 34, 46)
    grain: float = 5.0
    cells_mm: tuple[float, float] = (3.0, 2.0)
    contrast: float = 0.0


HOUSE_FELT = FeltStyle()


def random_felt(rng: np.random.Generator) -> FeltStyle:
    """Green, blue, red, grey or black felt; any tray."""
    felts: tuple[BGR, ...] = (
        (62, 96, 28), (50, 120, 40), (120, 70, 30), (50, 40, 120), (70, 70, 70), (36, 34, 34), (80, 50, 60),
    )
    trays: tuple[BGR, ...] = (
        (46, 38, 30), (40, 34, 110), (90, 50, 30), (50, 90, 40), (90, 120, 160), (60, 60, 60), (70, 40, 70),
    )
    wobble = rng.integers(-12, 13, 3)

    def near(colour: BGR) -> BGR:
        b, g, r = (int(v) for v in np.clip(np.array(colour) + wobble, 12, 235))
        return b, g, r

    return FeltStyle(
        felt=near(felts[int(rng.integers(len(felts)))]),
        mat=near(felts[int(rng.integers(len(felts)))]),
        tray=near(trays[int(rng.integers(len(trays)))]),
        rim=near(((38, 62, 98), (60, 90, 130), (25, 25, 25))[int(rng.integers(3))]),
        grain=float(rng.uniform(3, 8)),
    )


def draw_mat(mat: Mat, style: FeltStyle) -> Image:
    """The printed mat at 4 px/mm, upright."""
    s = _MAT_PX_PER_MM
    w, h = mat.size_wh_mm
    canvas = np.full((round(h * s), round(w * s), 3), style.mat, np.uint8)

    def at(xy: tuple[float, float]) -> tuple[int, int]:
        return round((xy[0] + w / 2) * s), round((xy[1] + h / 2) * s)

    for marker, corners in mat.markers_xy_mm:
        (x0, y0), (x1, y1) = at(corners[0]), at(corners[2])
        quiet = (x1 - x0) // 6
        cv2.rectangle(canvas, (x0 - quiet, y0 - quiet), (x1 + quiet, y1 + quiet), (240, 244, 244), -1)
        cells = np.where(marker_cells(marker), 22, 240).astype(np.uint8)
        block = cv2.resize(cells, (x1 - x0, y1 - y0), interpolation=cv2.INTER_NEAREST)
        canvas[y0:y1, x0:x1] = block[:, :, None]
    for zone in mat.zones:
        if zone.name in ("board", "tray"):
            polygon = np.array([at(p) for p in zone.polygon_xy_mm], np.int32)
            light = tuple(int(v) for v in np.clip(np.array(style.mat) * 1.7 + 20, 0, 200))
            cv2.polylines(canvas, [polygon], True, light, s, cv2.LINE_AA)
    return canvas


def draw_table(
    mat: Mat,
    lens: Lens,
    style: FeltStyle,
    rng: np.random.Generator,
    table_wh_mm: tuple[float, float] = (1560.0, 1120.0),
) -> Image:
    """The empty table as the lens sees it in even light, BGR."""
    width, height = lens.size_wh_px
    canvas = np.full((height, width, 3), (22, 24, 28), np.uint8)
    for grow, colour in ((95.0, style.rail), (0.0, style.felt)):
        cv2.fillPoly(canvas, [_outline(lens, table_wh_mm[0] + grow, table_wh_mm[1] + grow)], colour, cv2.LINE_AA)
    _lay(canvas, draw_mat(mat, style), lens, (0.0, 0.0), mat.size_wh_mm)
    tray = np.array(mat.zone("tray").polygon_xy_mm)
    for grow, colour in ((TRAY_WALL_MM, style.rim), (0.0, style.tray)):
        centre = tray.mean(axis=0)
        corners = tray + np.sign(tray - centre) * (grow - TRAY_WALL_MM)
        cv2.fillPoly(canvas, [_px(lens, corners)], colour, cv2.LINE_AA, 4)
        if grow == 0.0:
            if style.contrast:
                low, high = corners.min(axis=0), corners.max(axis=0)
                (x, y), (w, h) = (low + high) / 2, high - low
                _lay(canvas, _patches(style, (w, h)), lens, (x, y), (w, h))
            dark = tuple(int(v * 0.62) for v in colour)  # the rim's shadow falls inside
            cv2.polylines(canvas, [_px(lens, corners)], True, dark, max(2, round(4 * lens.px_per_mm)), cv2.LINE_AA, 4)
    grain = rng.normal(0, style.grain, (257, 263)).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), 0.7 * max(1.0, lens.px_per_mm / 1.3)) * 1.6
    tiled = np.tile(grain, (height // 257 + 1, width // 263 + 1))[:height, :width]
    for y in range(0, height, 256):
        band = canvas[y : y + 256]
        band[:] = np.clip(band + tiled[y : y + 256, :, None], 0, 255).astype(np.uint8)
    return canvas


def _patches(style: FeltStyle, size_wh_mm: tuple[float, float]) -> Image:
    """The tray's bottom, upright: knots of a cloth, veins of a wood, in its colour."""
    columns, rows = (max(2, round(size / cell)) for size, cell in zip(size_wh_mm, style.cells_mm, strict=True))
    patches = np.random.default_rng(7).uniform(1 - style.contrast, 1 + style.contrast, (rows, columns))
    size = (round(size_wh_mm[0] * _MAT_PX_PER_MM), round(size_wh_mm[1] * _MAT_PX_PER_MM))
    light = cv2.resize(patches.astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(light[:, :, None] * np.array(style.tray, np.float32), 0, 255), np.uint8)


def _px(lens: Lens, corners_mm: np.ndarray) -> np.ndarray:
    return np.round(lens.project(corners_mm) * 16).astype(np.int32)


def _outline(lens: Lens, width_mm: float, height_mm: float) -> np.ndarray:
    """A stadium-like rounded rectangle, so bent by the lens as it should be."""
    r = 260.0
    points = []
    for cx, cy, start in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)):
        turn = np.radians(np.linspace(start, start + 90, 16))
        points.append(
            np.stack([cx * (width_mm / 2 - r) + r * np.cos(turn), cy * (height_mm / 2 - r) + r * np.sin(turn)], axis=1)
        )
    return np.round(lens.project(np.concatenate(points))).astype(np.int32)


def _lay(
    canvas: Image, texture: Image, lens: Lens, centre_mm: tuple[float, float], size_mm: tuple[float, float]
) -> None:
    """Lay a large flat texture, tile by tile, so that the lens's bend reaches its inside."""
    nx, ny = 6, 5
    th, tw = texture.shape[:2]
    smaller = min(1.0, 1.25 * lens.px_per_mm * size_mm[0] / tw)
    texture = np.asarray(cv2.resize(texture, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA), np.uint8)
    th, tw = texture.shape[:2]
    ys, xs = np.mgrid[0 : ny + 1, 0 : nx + 1]
    mm = np.stack([(xs / nx - 0.5) * size_mm[0] + centre_mm[0], (ys / ny - 0.5) * size_mm[1] + centre_mm[1]], axis=-1)
    px = lens.project(mm.reshape(-1, 2)).reshape(ny + 1, nx + 1, 2)
    for j in range(ny):
        for i in range(nx):
            quad = np.array([px[j, i], px[j, i + 1], px[j + 1, i + 1], px[j + 1, i]])
            low = np.floor(quad.min(axis=0)).astype(int) - 1
            high = np.ceil(quad.max(axis=0)).astype(int) + 2
            source = np.array(
                [(i / nx * tw, j / ny * th), ((i + 1) / nx * tw, j / ny * th), ((i + 1) / nx * tw, (j + 1) / ny * th),
                 (i / nx * tw, (j + 1) / ny * th)], np.float32)
            matrix = cv2.getPerspectiveTransform(source, (quad - low).astype(np.float32))
            size = (int(high[0] - low[0]), int(high[1] - low[1]))
            warped = cv2.warpPerspective(texture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            mask = np.zeros((size[1], size[0]), np.uint8)
            cv2.fillConvexPoly(mask, np.round((quad - low) * 16).astype(np.int32), 255, cv2.LINE_8, 4)
            x0, y0 = (int(v) for v in np.maximum(low, 0))
            x1, y1 = int(min(high[0], canvas.shape[1])), int(min(high[1], canvas.shape[0]))
            if x1 <= x0 or y1 <= y0:
                continue
            sub = (slice(y0 - low[1], y1 - low[1]), slice(x0 - low[0], x1 - low[0]))
            np.copyto(canvas[y0:y1, x0:x1], warped[sub], where=mask[sub][:, :, None] > 0)
