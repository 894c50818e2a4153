"""Looks after a geometry while the table is played on: hidden markers, a knocked camera, a mat out of sight."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import Geometry, GeometryError, Image, Points, calibrate, find_markers

MOVED_MM = 3.0  # cards and dice are still found well inside their zones at less
LOOKS_TO_BELIEVE = 2  # in a row, so that a hand sliding a marker's corner is no knock
LOOKS_TO_LOSE = 3

LOST = "The mat's markers can't be seen: clear the mat's corners, or give more light."
MOVED = "The camera or the mat was moved: uncover the mat's corners."


@dataclass(frozen=True)
class MatState:
    """What a look found: the geometry to use (the last good one), whether it holds, and words for the screen."""

    geometry: Geometry
    ok: bool
    note: str = ""
    moved: bool = False  # this look brought a new geometry: all that was seen before is to be read again


class MatWatch:
    """Checks the markers where they should be, in small windows: cheap enough for every full frame."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self._astray = 0
        self._unseen = 0

    @property
    def in_doubt(self) -> bool:
        """Whether the last look must be followed by another one soon."""
        return bool(self._astray or self._unseen)

    def look(self, image: Image) -> MatState:
        """Check one full-resolution image; the geometry is renewed by itself when the camera moved."""
        shifts = self._shifts_mm(image)
        if not shifts:
            self._unseen += 1
            if self._unseen < LOOKS_TO_LOSE:
                return MatState(self.geometry, True)
            # Nothing where the markers were: dark, covered, or knocked so far that they left their windows.
            return self._search(image, LOST)
        self._unseen = 0
        if np.median(shifts) <= MOVED_MM:
            self._astray = 0
            return MatState(self.geometry, True)
        self._astray += 1
        if self._astray < LOOKS_TO_BELIEVE:
            return MatState(self.geometry, True)
        return self._search(image, MOVED)

    def _search(self, image: Image, fault: str) -> MatState:
        try:
            found = calibrate(image, self.geometry.mat)
        except GeometryError:
            return MatState(self.geometry, False, fault)
        self._astray = self._unseen = 0
        self.geometry = found
        return MatState(found, True, "The camera was moved; the mat was found again.", moved=True)

    def _shifts_mm(self, image: Image) -> list[float]:
        """How far each marker that is seen lies from its place."""
        shifts = []
        for marker, corners_mm in self.geometry.mat.markers_xy_mm:
            expected = self.geometry.to_px(corners_mm)
            side = float(np.linalg.norm(expected[1] - expected[0]))
            found = _find_near(image, marker, expected, reach=side * 1.2)
            if found is not None:
                off = np.linalg.norm(found - expected, axis=1).mean()
                shifts.append(float(off) / side * float(np.hypot(*np.subtract(corners_mm[1], corners_mm[0]))))
        return shifts


def _find_near(image: Image, marker: int, expected: Points, reach: float) -> Points | None:
    height, width = image.shape[:2]
    low = np.maximum(np.floor(expected.min(axis=0) - reach), 0).astype(int)
    high = np.minimum(np.ceil(expected.max(axis=0) + reach), (width, height)).astype(int)
    if (high - low < 8).any():
        return None
    window = image[low[1] : high[1], low[0] : high[0]]
    gray = cv2.cvtColor(window, cv2.COLOR_BGR2GRAY) if window.ndim == 3 else window
    found = find_markers(np.asarray(gray, np.uint8)).get(marker)
    return None if found is None else found + low
