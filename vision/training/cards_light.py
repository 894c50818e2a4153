"""What lamps, lenses, sensors and file formats do to a drawn picture; for training only."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

Image = np.ndarray[Any, Any]  # uint8, but for where floats are on their way back to it
Floats = np.ndarray[Any, Any]
Rng = np.random.Generator


def noise_field(rng: Rng, shape: tuple[int, int], cells: int) -> Floats:
    """Smooth noise, about -1..1, with so many cells across."""
    small = rng.normal(0, 0.6, (cells + 2, cells + 2)).astype(np.float32)
    return cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)


def spoil(img: Image, rng: Rng, length: float) -> Image:
    """Light, glare, lens, sensor and file format."""
    size = img.shape[0]
    f: Image = img.astype(np.float32)
    if rng.random() < 0.55:  # uneven light, soft shadow
        field = noise_field(rng, (size, size), int(rng.integers(1, 4)))
        f *= np.clip(1 + rng.uniform(0.05, 0.45) * field, 0.25, 1.6)[:, :, None]
    if rng.random() < 0.15:  # a hard shadow's edge
        a, d = rng.uniform(0, 2 * np.pi), rng.uniform(-0.3, 0.3) * size
        yy, xx = np.mgrid[0:size, 0:size].astype(np.float32) - size / 2
        side = 1 / (1 + np.exp(-(xx * np.cos(a) + yy * np.sin(a) - d) / rng.uniform(0.5, 8)))
        f *= (1 - rng.uniform(0.2, 0.65) * side)[:, :, None]
    if rng.random() < 0.22:  # glare
        at, r = rng.uniform(0, size, 2), rng.uniform(0.1, 0.5) * size
        yy, xx = np.mgrid[0:size, 0:size].astype(np.float32)
        d2 = ((xx - at[0]) / r) ** 2 + ((yy - at[1]) / (r * rng.uniform(0.4, 1.5))) ** 2
        f += (rng.uniform(20, 190) * np.exp(-d2 * 2))[:, :, None]
    strength = rng.choice([0.05, 0.15, 0.4], p=[0.5, 0.35, 0.15])
    gains = np.exp(rng.normal(0, 1, 3) * strength * np.array([1.0, 0.4, 0.8]))
    f *= (gains / gains.mean() * rng.uniform(0.55, 1.25)).astype(np.float32)
    f = 255 * np.clip(f / 255, 0, 1.4) ** rng.uniform(0.75, 1.4)
    f = (f - 128) * rng.uniform(0.6, 1.1) + 128 + rng.uniform(-20, 15)
    if rng.random() < 0.75:
        s = rng.gamma(1.6, 0.5) * (0.5 + length / 250)
        if s > 0.25:
            f = cv2.GaussianBlur(f, (0, 0), min(s, 0.021 * length))
    if rng.random() < 0.12:
        n = int(rng.integers(2, max(3, int(0.05 * length))))
        kernel = np.zeros((2 * n + 1, 2 * n + 1), np.float32)
        a = rng.uniform(0, np.pi)
        d = (np.array([np.cos(a), np.sin(a)]) * n / 2).astype(int)
        cv2.line(kernel, (n - d[0], n - d[1]), (n + d[0], n + d[1]), 1.0)
        f = cv2.filter2D(f, -1, kernel / kernel.sum())
    if rng.random() < 0.3:  # a sharpening phone
        f = f + rng.uniform(0.3, 1.5) * (f - cv2.GaussianBlur(f, (0, 0), rng.uniform(0.8, 2)))
    noise = rng.gamma(1.5, 3.0)
    f += rng.normal(0, 1, f.shape).astype(np.float32) * min(noise, 18)
    out: Any = np.clip(f, 0, 255).astype(np.uint8)
    if rng.random() < 0.2:  # taken small and blown up
        k = rng.uniform(0.55, 0.95)
        small = cv2.resize(out, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
        out = cv2.resize(small, (size, size), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.7:
        quality = int(rng.integers(28, 96))
        out = cv2.imdecode(cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1)
    return out  # type: ignore[no-any-return]
