"""From pixels to millimetres and back: the mat's markers give the homography and the lens's bend.

A `Geometry` is found by `calibrate`, saved, and looked after by `MatWatch`, which
notices a camera that was knocked and a mat that can't be seen.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat import Mat, Zone, rectangle
from vision.readings import PointXY

Image = NDArray[np.uint8]
Points = NDArray[np.float64]

FORMAT = 1
DETECT_WIDTH_PX = 2000  # markers are found in an image of this width and refined in the full one
WORST_ERROR_MM = 4.0  # a fit worse than this is not a mat lying flat
CROP_PX_PER_MM = 2.4  # more than this makes the readers slower, not better
BEND_PRIOR = 0.02  # lenses sold for these cameras bend by a few per cent at the edge
_HEIGHT_MM, _HEIGHT_SPREAD = 1200.0, 0.4  # at which a camera hangs over a table for cards, and the share it differs by
_AXES_ERROR = 0.001  # so far from square and of one length may the mat's axes seem, printed and measured as they are
CORNER_PX = 0.3  # what print, blur and noise leave of a marker corner


class GeometryError(Exception):
    """The mat can't be found or its file not be used, in words for the host."""


@dataclass(frozen=True)
class Crop:
    """A zone cut out upright at a known scale, with `margin_px` more on each side.

    `px_from_crop` (3x3) leads back to the full image. `eye_xyz_px` is where the camera stands: over which point of the
    crop, and how high, in its pixels.
    """

    image: Image
    px_per_mm: float
    px_from_crop: Points
    margin_px: float = 0.0
    eye_xyz_px: tuple[float, float, float] = (0.0, 0.0, math.inf)

    def in_zone(self, point_xy_px: PointXY, tolerance_mm: float) -> bool:
        """Whether a point of the crop lies in the zone itself, or beside it by no more than that."""
        height, width = self.image.shape[:2]
        slack = self.margin_px - tolerance_mm * self.px_per_mm
        x, y = point_xy_px
        return bool(slack <= x <= width - slack and slack <= y <= height - slack)

    def to_image(self, points_xy_px: Sequence[PointXY]) -> tuple[PointXY, ...]:
        """Points of the crop as points of the full image."""
        points = _project(self.px_from_crop, np.array(points_xy_px, np.float64))
        return tuple((float(x), float(y)) for x, y in points)


@dataclass(frozen=True)
class Geometry:
    """How one camera sees one mat.

    `homography` (nine numbers, row by row) leads from mm to pixels without bend;
    `bend` is how much the lens pulls points in (negative: pushes out) at half the
    image's width from its middle, as a share. `error_px` is the root mean square
    distance of the markers' corners from where they should be.
    """

    mat: Mat
    size_wh_px: tuple[int, int]
    homography: tuple[float, ...]
    bend: float = 0.0
    error_px: float = 0.0
    markers_seen: tuple[int, ...] = ()

    @cached_property
    def _matrix(self) -> Points:
        return np.array(self.homography, float).reshape(3, 3)

    def to_px(self, points_xy_mm: Sequence[PointXY] | Points) -> Points:
        """Points on the table (n, 2) in mm as image points (n, 2) in px."""
        points: Points = np.array(points_xy_mm, dtype=np.float64)
        straight = _project(self._matrix, points)
        return _bend(straight, self.size_wh_px, self.bend)

    def to_mm(self, points_xy_px: Sequence[PointXY] | Points) -> Points:
        """Image points (n, 2) in px as points on the table (n, 2) in mm."""
        straight = _unbend(np.asarray(points_xy_px, float), self.size_wh_px, self.bend)
        return _project(np.array(np.linalg.inv(self._matrix), np.float64), straight)

    @cached_property
    def eye_xyz_mm(self) -> tuple[float, float, float]:
        """Where the camera stands: over which point of the mat, and how high; from what its tilt does to the mat.

        A camera that looks straight down could be near or far: then it hangs where cameras mostly do.
        """
        middle = np.array([[1, 0, -self.size_wh_px[0] / 2], [0, 1, -self.size_wh_px[1] / 2], [0, 0, 1]])
        seen = middle @ self._matrix

        def eye(focal_px: float) -> tuple[float, Points]:
            """How unlikely it is with this focal length, and where it stands then."""
            right, down, origin = (seen / [[focal_px], [focal_px], [1]]).T
            long, deep = float(np.linalg.norm(right)), float(np.linalg.norm(down))
            off = (right @ down / (long * deep)) ** 2 + np.log(long / deep) ** 2
            scale = np.sqrt(long * deep)
            away = np.cross(right, down) / scale
            xyz = np.array([-right @ origin, -down @ origin, abs(away @ origin)]) / scale**2
            return float(off / _AXES_ERROR**2 + (np.log(xyz[2] / _HEIGHT_MM) / _HEIGHT_SPREAD) ** 2), xyz

        eyes = [eye(focal * self.size_wh_px[0]) for focal in np.geomspace(0.3, 5, 100)]
        x, y, z = min(eyes, key=lambda one: one[0])[1]
        return float(x), float(y), float(z)

    def px_per_mm(self, zone: str) -> float:
        """The image's scale in the middle of a zone."""
        x, y = self.mat.zone(zone).centre_xy_mm
        px = self.to_px([(x - 10, y), (x + 10, y), (x, y - 10), (x, y + 10)])
        area = np.linalg.norm(px[1] - px[0]) * np.linalg.norm(px[3] - px[2])
        return float(np.sqrt(area) / 20)

    @property
    def error_mm(self) -> float:
        """The reprojection error on the table, at the board's scale."""
        return self.error_px / self.px_per_mm("board")

    def crop(
        self, image_bgr: Image, zone: str, px_per_mm: float | None = None, margin_mm: float = 0.0
    ) -> Crop:
        """The zone cut out of an image of `size_wh_px`, upright for who sits there.

        The scale is the image's own (at most 2.4 px/mm) unless it is given.
        ValueError when the image has another size.
        """
        found = (image_bgr.shape[1], image_bgr.shape[0])
        if found != self.size_wh_px:
            raise ValueError(f"the image is {found}, the geometry was made for {self.size_wh_px} px")
        scale = min(self.px_per_mm(zone), CROP_PX_PER_MM) if px_per_mm is None else px_per_mm
        corners_mm, size_mm = upright_box(self.mat.zone(zone), margin_mm)
        width, height = round(size_mm[0] * scale), round(size_mm[1] * scale)
        target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        source = self.to_px(corners_mm).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(target, source)
        cut = cv2.warpPerspective(
            image_bgr, matrix, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        *foot, high = self.eye_xyz_mm
        axes = (corners_mm[[1, 3]] - corners_mm[0]) / np.array([size_mm]).T  # along and down the crop
        x, y = axes @ (foot - corners_mm[0]) * scale
        eye = float(x), float(y), high * scale
        return Crop(np.asarray(cut, np.uint8), scale, np.asarray(matrix, float), margin_mm * scale, eye)

    def sees(self, zone: str) -> bool:
        """Whether the whole zone is inside the image."""
        px = self.to_px(self.mat.zone(zone).polygon_xy_mm)
        width, height = self.size_wh_px
        return bool((px >= 0).all() and (px[:, 0] < width).all() and (px[:, 1] < height).all())

    def scaled(self, size_wh_px: tuple[int, int]) -> Geometry:
        """The same view in an image of another size (a low-resolution stream, a smaller photo)."""
        sx, sy = size_wh_px[0] / self.size_wh_px[0], size_wh_px[1] / self.size_wh_px[1]
        matrix = np.diag([sx, sy, 1.0]) @ self._matrix
        return replace(self, size_wh_px=size_wh_px, homography=_nine(matrix), error_px=self.error_px * sx)

    def save(self, path: Path) -> None:
        """Write it as JSON, whole or not at all."""
        part = path.with_name(path.name + ".part")
        part.write_text(json.dumps({"format": FORMAT, **asdict(self)}, indent=1) + "\n", encoding="utf-8")
        part.replace(path)

    @classmethod
    def load(cls, path: Path) -> Geometry:
        """Read what `save` wrote; GeometryError in one line when it can't be used."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            if data.get("format") != FORMAT:
                raise GeometryError(f"{path}: of another version of this program: run `cardspeak calibrate` again")
            return _from_json(data)
        except OSError as error:
            raise GeometryError(f"{path}: {error.strerror or error}: run `cardspeak calibrate`") from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise GeometryError(f"{path}: not a calibration of this program: run `cardspeak calibrate`") from error


def _from_json(data: dict[str, Any]) -> Geometry:
    def points(items: list[list[float]]) -> tuple[PointXY, ...]:
        return tuple((float(x), float(y)) for x, y in items)

    mat = data["mat"]
    homography = tuple(float(v) for v in data["homography"])
    if len(homography) != 9 or not np.isfinite(homography).all():
        raise ValueError("nine numbers expected")
    return Geometry(
        Mat(
            str(mat["paper"]),
            (float(mat["size_wh_mm"][0]), float(mat["size_wh_mm"][1])),
            tuple((int(marker), points(corners)) for marker, corners in mat["markers_xy_mm"]),
            tuple(Zone(str(z["name"]), points(z["polygon_xy_mm"])) for z in mat["zones"]),
        ),
        (int(data["size_wh_px"][0]), int(data["size_wh_px"][1])),
        homography,
        float(data["bend"]),
        float(data["error_px"]),
        tuple(int(m) for m in data["markers_seen"]),
    )


def upright_box(zone: Zone, margin_mm: float = 0.0) -> tuple[Points, tuple[float, float]]:
    """The smallest box around a zone along its first edge: four corners (4, 2) and width and height, in mm."""
    polygon = np.asarray(zone.polygon_xy_mm, float)
    along = polygon[1] - polygon[0]
    along /= np.linalg.norm(along)
    across = np.array([-along[1], along[0]])
    u, v = polygon @ along, polygon @ across
    low, high = (u.min() - margin_mm, v.min() - margin_mm), (u.max() + margin_mm, v.max() + margin_mm)
    box = [low, (high[0], low[1]), high, (low[0], high[1])]
    return np.array([a * along + b * across for a, b in box]), (float(high[0] - low[0]), float(high[1] - low[1]))


def find_markers(image: Image) -> dict[int, Points]:
    """The mat's markers in a grey or BGR image: id to its four corners (4, 2) in px, clockwise from its top left."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image
    factor = max(1.0, gray.shape[1] / DETECT_WIDTH_PX)
    less = 1 / factor
    small = gray if factor == 1.0 else cv2.resize(gray, None, fx=less, fy=less, interpolation=cv2.INTER_AREA)
    corners, ids, _ = _detector().detectMarkers(small)
    found: dict[int, Points] = {}
    for quad, marker in zip(corners, () if ids is None else np.ravel(ids), strict=True):
        points = ((quad.reshape(4, 1, 2) + 0.5) * factor - 0.5).astype(np.float32)
        if factor > 1:
            reach = max(3, round(1.5 * factor))
            stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 30, 0.02)
            points = cv2.cornerSubPix(gray, points, (reach, reach), (-1, -1), stop)
        found[int(marker)] = points.reshape(4, 2).astype(float)
    return found


def calibrate(image: Image, mat: Mat) -> Geometry:
    """Find the mat in an image. GeometryError when fewer than three of its markers show, or it doesn't lie flat."""
    wanted = dict(mat.markers_xy_mm)
    found = {marker: corners for marker, corners in find_markers(image).items() if marker in wanted}
    if len(found) < 3:
        raise GeometryError(
            f"{len(found)} of the mat's 4 markers seen, 3 are needed: uncover the mat's corners, or give more light"
        )
    return _fit(found, mat, (image.shape[1], image.shape[0]))


def calibrate_any(image: Image, mats: Sequence[Mat]) -> Geometry:
    """Find whichever of these mats lies there. GeometryError, of the mat seen best, when none can be used."""
    found = find_markers(image)
    best = max(mats, key=lambda mat: sum(marker in found for marker, _ in mat.markers_xy_mm))
    return calibrate(image, best)


def whole_view(size_wh_px: tuple[int, int], width_mm: float = 300.0) -> Geometry:
    """A view without a mat, all of it the tray: for recordings of dice. The scale is a guess."""
    width, height = size_wh_px
    size_mm = (width_mm, width_mm * height / width)
    zone = Zone("tray", rectangle((size_mm[0] / 2, size_mm[1] / 2), size_mm))
    scale = width / width_mm
    return Geometry(Mat("none", size_mm, (), (zone,)), size_wh_px, (scale, 0, 0, 0, scale, 0, 0, 0, 1))


def _fit(found: dict[int, Points], mat: Mat, size_wh_px: tuple[int, int]) -> Geometry:
    wanted = dict(mat.markers_xy_mm)
    markers = tuple(sorted(found))
    mm = np.concatenate([np.asarray(wanted[m], float) for m in markers])
    px = np.concatenate([found[m] for m in markers])

    def fitted(bend: float) -> tuple[float, Points]:
        straight = _unbend(px, size_wh_px, bend)
        found, _ = cv2.findHomography(mm, straight, 0)
        if found is None:
            raise GeometryError("the markers lie in one line: calibrate again with the mat flat on the table")
        matrix = np.array(found, np.float64)
        back = _bend(_project(matrix, mm), size_wh_px, bend)
        return float(((back - px) ** 2).sum(axis=1).mean()), matrix

    # A bend must explain more than the corners' own error to be believed.
    bends = np.linspace(-0.12, 0.12, 49)
    costs = [fitted(b)[0] * len(px) / CORNER_PX**2 + (b / BEND_PRIOR) ** 2 for b in bends]
    bend = float(bends[int(np.argmin(costs))]) if len(markers) == 4 else 0.0
    mean_square, matrix = fitted(bend)
    geometry = Geometry(mat, size_wh_px, _nine(matrix), bend, float(np.sqrt(mean_square)), markers)
    if geometry.error_mm > WORST_ERROR_MM:
        off = f"{geometry.error_mm:.1f} mm"
        raise GeometryError(f"the markers are {off} off the mat's plan: lay it flat, print it at 100 %")
    return geometry


def _detector() -> Any:
    # Untyped across OpenCV 4.10 to 5.0, hence Any.
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)


def marker_cells(marker: int) -> NDArray[np.bool_]:
    """A marker's 6 x 6 cells with its border, True where it is black."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, marker, 6) < 128)


def _nine(matrix: Points) -> tuple[float, ...]:
    return tuple(float(v) for v in (matrix / matrix[2, 2]).ravel())


def _project(matrix: Points, points: Points) -> Points:
    if points.ndim != 2 or points.shape[1] != 2:
        raise ValueError(f"points of shape (n, 2) expected, got {points.shape}")
    raised = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(raised[:, :2] / raised[:, 2:])


def _unbend(points: Points, size_wh_px: tuple[int, int], bend: float) -> Points:
    centre = np.array(size_wh_px) / 2
    offset = (points - centre) / centre[0]
    return np.asarray(centre + (points - centre) * (1 + bend * (offset**2).sum(axis=1, keepdims=True)))


def _bend(points: Points, size_wh_px: tuple[int, int], bend: float) -> Points:
    if bend == 0:
        return points
    centre = np.array(size_wh_px) / 2
    wanted = (points - centre) / centre[0]
    offset = wanted.copy()
    for _ in range(8):  # each step gains more than a digit at such small bends
        offset = wanted / (1 + bend * (offset**2).sum(axis=1, keepdims=True))
    return np.asarray(centre + offset * centre[0])
