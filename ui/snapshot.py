"""The window as a PNG, written here so that no picture library is needed."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path


def png(rgb: bytes, width_px: int, height_px: int) -> bytes:
    """A PNG of rows from the top, three bytes a pixel; raises ValueError if they are not so many."""
    if len(rgb) != width_px * height_px * 3:
        raise ValueError(f"expected {width_px * height_px * 3} bytes, got {len(rgb)}")
    row = width_px * 3
    # Filter 0: flat areas compress well as they are.
    raw = b"".join(b"\0" + rgb[y * row : (y + 1) * row] for y in range(height_px))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width_px, height_px, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw, 8)) + chunk(b"IEND", b"")


def window_pixels() -> tuple[int, int, bytes]:
    """What the window shows now: width, height, and rows of RGB from the bottom."""
    from kivy.core.window import Window
    from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glPixelStorei, glReadPixels

    w, h = (int(n) for n in Window.size)
    glPixelStorei(0x0D05, 1)  # GL_PACK_ALIGNMENT: rows are not padded
    return w, h, glReadPixels(0, 0, w, h, GL_RGB, GL_UNSIGNED_BYTE)


def save_window(path: Path) -> None:
    """Writes what the window shows now."""
    w, h, data = window_pixels()
    row = w * 3
    flipped = b"".join(data[y * row : (y + 1) * row] for y in range(h - 1, -1, -1))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(png(flipped, w, h))
