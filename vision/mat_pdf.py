"""The mat as a PDF to print: one A2 or A3 page, or the same cut into A4 pages. Plain PDF operators, nothing else."""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence

from vision.geometry import marker_cells
from vision.mat import CARD_WH_MM, Mat

A4_WH_MM = (210.0, 297.0)
MARGIN_MM = 10.0  # what home printers leave white at a page's edge
_PT_PER_MM = 72 / 25.4
_CLOTH = (0.10, 0.29, 0.27)  # dark and even: white cards stand out on it
_LINE = (0.55, 0.75, 0.68)


def mat_pdf(mat: Mat, *, filled: bool = True) -> bytes:
    """The whole mat on one page of its paper. Not `filled`: outlines only, for a felt that shows through cut-outs."""
    return _document([(mat.size_wh_mm, _drawing(mat, filled))])


def mat_pdf_tiled(mat: Mat, *, filled: bool = True) -> bytes:
    """The mat on A4 pages to be cut at the marks and glued edge to edge, row by row."""
    return _document([(A4_WH_MM, page) for page in tiles(mat, filled=filled)])


def tiles(mat: Mat, *, filled: bool = True) -> list[str]:
    """Each A4 page's drawing, row by row from the top left."""
    width, height = mat.size_wh_mm
    inner = (A4_WH_MM[0] - 2 * MARGIN_MM, A4_WH_MM[1] - 2 * MARGIN_MM)
    across, down = math.ceil(width / inner[0]), math.ceil(height / inner[1])
    step = (width / across, height / down)
    whole = _drawing(mat, filled)
    pages = []
    for row in range(down):
        for column in range(across):
            x0, y0 = MARGIN_MM - column * step[0], MARGIN_MM - row * step[1]
            clip = f"q {MARGIN_MM} {MARGIN_MM} {step[0]:.3f} {step[1]:.3f} re W n"
            label = f"row {row + 1}, page {column + 1}: print at 100 %, cut along the marks, glue edge to edge"
            pages.append(
                f"{clip}\n1 0 0 1 {x0:.3f} {y0:.3f} cm\n{whole}\nQ\n"
                + _cut_marks(step) + _text(label, MARGIN_MM + 4, MARGIN_MM + step[1] + 6, 3.2, (0.3, 0.3, 0.3))
            )
    return pages


def _drawing(mat: Mat, filled: bool) -> str:
    width, height = mat.size_wh_mm
    out = []
    if filled:
        out.append(_rectangle(0, 0, width, height, _CLOTH))
    line = _LINE if filled else (0.2, 0.2, 0.2)
    for name in ("board", "tray"):
        corners = [(x + width / 2, y + height / 2) for x, y in mat.zone(name).polygon_xy_mm]
        out.append(_outline(corners, line))
        text = "board: four cards" if name == "board" else "dice tray"
        out.append(_text(text, corners[3][0] + 3, corners[3][1] - 3, 4, line))
        if name == "board":
            out.extend(_card_places(corners, line))
    for marker, corners_mm in mat.markers_xy_mm:
        x, y = corners_mm[0][0] + width / 2, corners_mm[0][1] + height / 2
        out.append(_marker(marker, x, y, corners_mm[1][0] - corners_mm[0][0]))
    note = f"Cardspeak mat {mat.paper}. This bar is 100 mm long:"
    out.append(_text(note, width / 2 - 100, height - 3.5, 3.4, line))
    out.append(_rectangle(width / 2 - 12, height - 5.5, 100, 1.6, line))
    return "\n".join(out)


def _card_places(corners: Sequence[tuple[float, float]], line: tuple[float, float, float]) -> list[str]:
    (x0, y0), (x1, _), (_, y1), _ = corners
    pitch = min(84.0, (x1 - x0 - CARD_WH_MM[0] - 16) / 3)
    middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
    places = []
    for i in range(4):
        x, y = middle_x + (i - 1.5) * pitch - CARD_WH_MM[0] / 2, middle_y - CARD_WH_MM[1] / 2
        box = [(x, y), (x + CARD_WH_MM[0], y), (x + CARD_WH_MM[0], y + CARD_WH_MM[1]), (x, y + CARD_WH_MM[1])]
        places.append("[2 3] 0 d\n" + _outline(box, line, 0.25) + "\n[] 0 d")
    return places


def _marker(marker: int, x: float, y: float, side: float) -> str:
    cell = side / 6
    out = [_rectangle(x - cell, y - cell, side + 2 * cell, side + 2 * cell, (1, 1, 1))]
    for row, cells in enumerate(marker_cells(marker)):
        for column, black in enumerate(cells):
            if black:  # a hair larger, so that no light line shows between two cells
                out.append(_rectangle(x + column * cell, y + row * cell, cell + 0.02, cell + 0.02, (0, 0, 0)))
    return "\n".join(out)


def _cut_marks(size_mm: tuple[float, float]) -> str:
    out = []
    for x in (MARGIN_MM, MARGIN_MM + size_mm[0]):
        for y in (MARGIN_MM, MARGIN_MM + size_mm[1]):
            dx, dy = (-1 if x == MARGIN_MM else 1), (-1 if y == MARGIN_MM else 1)
            out.append(f"0 0 0 RG 0.2 w {x + dx} {y:.3f} m {x + 5 * dx} {y:.3f} l S")
            out.append(f"{x:.3f} {y + dy} m {x:.3f} {y + 5 * dy} l S")
    return "\n".join(out) + "\n"


def _rectangle(x: float, y: float, width: float, height: float, colour: tuple[float, float, float]) -> str:
    return "{:g} {:g} {:g} rg {:.3f} {:.3f} {:.3f} {:.3f} re f".format(*colour, x, y, width, height)


def _outline(
    points: Sequence[tuple[float, float]], colour: tuple[float, float, float], width_mm: float = 0.6
) -> str:
    steps = [f"{x:.3f} {y:.3f} {'l' if i else 'm'}" for i, (x, y) in enumerate(points)]
    r, g, b = colour
    return f"{r:g} {g:g} {b:g} RG {width_mm:g} w {' '.join(steps)} s"


def _text(text: str, x: float, y: float, size_mm: float, colour: tuple[float, float, float]) -> str:
    safe = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    # The page's y runs down, letters must not: turned over once more.
    r, g, b = colour
    return f"{r:g} {g:g} {b:g} rg BT /F1 {size_mm:g} Tf 1 0 0 -1 {x:.3f} {y:.3f} Tm ({safe}) Tj ET"


def _document(pages: Sequence[tuple[tuple[float, float], str]]) -> bytes:
    """A PDF of pages of a size in mm, each drawn in mm from its top left."""
    objects: list[bytes] = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    objects.append(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
    kids = []
    for (width, height), drawing in pages:
        w, h = width * _PT_PER_MM, height * _PT_PER_MM
        content = f"{_PT_PER_MM:.6f} 0 0 {-_PT_PER_MM:.6f} 0 {h:.4f} cm\n{drawing}\n"
        stream = zlib.compress(content.encode("cp1252"), 9)
        objects.append(b"<< /Length %d /Filter /FlateDecode >>\nstream\n" % len(stream) + stream + b"\nendstream")
        page = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {w:.3f} {h:.3f}] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {len(objects)} 0 R >>"
        )
        objects.append(page.encode())
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>".encode()
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)
