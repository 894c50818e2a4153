"""Uneven light, shadows and the sensor's noise."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Image

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class LightStyle:
    """How the table is lit: level, how much it falls off sideways, a warm or cold tint (BGR), vignette."""

    level: float = 0.92
    slope_xy: tuple[float, float] = (0.14, -0.08)
    spot_xy: tuple[float, float] = (0.35, 0.3)  # where the lamp hangs, as a share of the picture
    spot: float = 0.12
    tint_bgr: tuple[float, float, float] = (0.95, 1.0, 1.04)
    vignette: float = 0.18
    noise: float = 3.0  # standard deviation in grey levels
    flicker: float = 0.0  # by what share the level swings from frame to frame


HOUSE_LIGHT = LightStyle()


def random_light(rng: np.random.Generator, *, dim: float = 0.55) -> LightStyle:
    """A room's light: warm or cold, from some side, not darker than `dim`."""
    warm = float(rng.uniform(-0.12, 0.16))
    return LightStyle(
        level=float(rng.uniform(dim, 1.02)),
        slope_xy=(float(rng.uniform(-0.25, 0.25)), float(rng.uniform(-0.25, 0.25))),
        spot_xy=(float(rng.uniform(0.1, 0.9)), float(rng.uniform(0.1, 0.9))),
        spot=float(rng.uniform(0.0, 0.25)),
        tint_bgr=(1 - warm, 1.0, 1 + 0.6 * warm),
        vignette=float(rng.uniform(0.05, 0.3)),
        noise=float(rng.uniform(1.5, 5.0)),
    )


class LightMap:
    """The light over the picture: a small map of gains that is enlarged where it is needed."""

    _STEP_PX = 16

    def __init__(self, style: LightStyle, size_wh_px: tuple[int, int]) -> None:
        self.style = style
        width, height = (n // self._STEP_PX + 2 for n in size_wh_px)
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        x, y = xs * self._STEP_PX / size_wh_px[0], ys * self._STEP_PX / size_wh_px[1]
        far = np.hypot(x - 0.5, y - 0.5) / 0.71
        gain = style.level * (1 + style.slope_xy[0] * (x - 0.5) + style.slope_xy[1] * (y - 0.5))
        gain += style.spot * np.exp(-(((x - style.spot_xy[0]) ** 2 + (y - style.spot_xy[1]) ** 2) / 0.08))
        gain *= 1 - style.vignette * far**2
        self._gain = (gain[:, :, None] * np.array(style.tint_bgr, np.float32)).astype(np.float32)

    def at(self, x0: int, y0: int, x1: int, y1: int) -> Floats:
        """The gains of a window of the picture, (y1 - y0, x1 - x0, 3)."""
        s = self._STEP_PX
        matrix = np.array([[1 / s, 0, x0 / s], [0, 1 / s, y0 / s]], np.float32)
        return np.asarray(
            cv2.warpAffine(
                self._gain, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            ),
            np.float32,
        )

    def apply(self, image: Image) -> Image:
        """The whole picture under this light, band by band so that large ones need little memory."""
        out = np.empty_like(image)
        for y in range(0, image.shape[0], 256):
            band = image[y : y + 256]
            gains = self.at(0, y, image.shape[1], y + band.shape[0])
            out[y : y + 256] = np.clip(band * gains, 0, 255).astype(np.uint8)
        return out


class Noise:
    """Sensor noise made once; every frame takes another piece of it, which is quick."""

    _MARGIN_PX = 97

    def __init__(self, sigma: float, size_wh_px: tuple[int, int], rng: np.random.Generator) -> None:
        self._rng = rng
        self._sigma = sigma
        # A tile, repeated: the repetition is far larger than a card or a die.
        tile = rng.normal(0, sigma, (512 + self._MARGIN_PX, 512 + self._MARGIN_PX, 3)).astype(np.float32)
        reps = (size_wh_px[1] // tile.shape[0] + 2, size_wh_px[0] // tile.shape[1] + 2, 1)
        self._plus = np.tile(np.clip(tile, 0, 60).astype(np.uint8), reps)
        self._minus = np.tile(np.clip(-tile, 0, 60).astype(np.uint8), reps)

    def add(self, image: Image) -> None:
        """Add it to a picture, in place."""
        if self._sigma <= 0:
            return
        h, w = image.shape[:2]
        y, x = (int(v) for v in self._rng.integers(0, self._MARGIN_PX, 2))
        cv2.add(image, self._plus[y : y + h, x : x + w], dst=image)
        y, x = (int(v) for v in self._rng.integers(0, self._MARGIN_PX, 2))
        cv2.subtract(image, self._minus[y : y + h, x : x + w], dst=image)


def paste(canvas: Image, patch: Image, alpha: Floats, x0: int, y0: int, light: LightMap | None) -> None:
    """Lay a patch (h, w, 3) with alpha (h, w) of 0 to 1 on the canvas at x0, y0, under the light; cut at the edges."""
    height, width = canvas.shape[:2]
    ax, ay = max(0, -x0), max(0, -y0)
    bx, by = min(patch.shape[1], width - x0), min(patch.shape[0], height - y0)
    if bx <= ax or by <= ay:
        return
    for y in range(ay, by, 128):  # in bands that stay in the cache
        end = min(by, y + 128)
        top = patch[y:end, ax:bx].astype(np.float32)
        if light is not None:
            top *= light.at(x0 + ax, y0 + y, x0 + bx, y0 + end)
        under = canvas[y0 + y : y0 + end, x0 + ax : x0 + bx]
        below = under.astype(np.float32)
        top -= below
        top *= alpha[y:end, ax:bx, None]
        top += below
        under[:] = cv2.convertScaleAbs(top)


def shade(canvas: Image, mask: Floats, x0: int, y0: int, depth: float) -> None:
    """Darken the canvas by a soft mask (h, w) of 0 to 1 at x0, y0: a shadow."""
    height, width = canvas.shape[:2]
    ax, ay = max(0, -x0), max(0, -y0)
    bx, by = min(mask.shape[1], width - x0), min(mask.shape[0], height - y0)
    if bx <= ax or by <= ay:
        return
    under = canvas[y0 + ay : y0 + by, x0 + ax : x0 + bx]
    share = np.asarray(255 - mask[ay:by, ax:bx] * (255 * depth), np.uint8)
    under[:] = cv2.multiply(under, cv2.merge([share, share, share]), scale=1 / 255)
