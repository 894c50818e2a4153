"""The PDF: whole, in true size, on the pages it says."""

from __future__ import annotations

import re
import zlib

import pytest

from vision.mat import make_mat
from vision.mat_pdf import A4_WH_MM, mat_pdf, mat_pdf_tiled


def _media_boxes_mm(pdf: bytes) -> list[tuple[float, float]]:
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    return [(float(w) * 25.4 / 72, float(h) * 25.4 / 72) for w, h in boxes]


def _contents(pdf: bytes) -> list[str]:
    return [zlib.decompress(s).decode("cp1252") for s in re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)]


@pytest.mark.parametrize(("paper", "size"), [("A2", (594, 420)), ("A3", (420, 297))])
def test_one_page_has_the_papers_size(paper: str, size: tuple[float, float]) -> None:
    assert _media_boxes_mm(mat_pdf(make_mat(paper))) == [pytest.approx(size, abs=0.01)]


def test_the_cross_references_point_at_the_objects() -> None:
    pdf = mat_pdf_tiled(make_mat("A3"))
    start = int(pdf.rsplit(b"startxref\n", 1)[1].split()[0])
    offsets = re.findall(rb"(\d{10}) 00000 n", pdf[start:])
    assert len(offsets) == int(re.findall(rb"/Size (\d+)", pdf)[0]) - 1
    for number, offset in enumerate(offsets, start=1):
        assert pdf[int(offset) :].startswith(b"%d 0 obj" % number)


@pytest.mark.parametrize(("paper", "pages"), [("A2", 8), ("A3", 6)])
def test_tiles_cover_the_mat_edge_to_edge(paper: str, pages: int) -> None:
    mat = make_mat(paper)
    pdf = mat_pdf_tiled(mat)
    assert _media_boxes_mm(pdf) == [pytest.approx(A4_WH_MM, abs=0.01)] * pages
    shown = []
    for content in _contents(pdf):
        clip = [float(v) for v in re.search(r"q ([\d. ]+) re W n", content)[1].split()]  # type: ignore[index]
        shift = [float(v) for v in re.search(r"1 0 0 1 (\S+) (\S+) cm", content).groups()]  # type: ignore[union-attr]
        shown.append((clip[0] - shift[0], clip[1] - shift[1], clip[2], clip[3]))
    assert sum(w * h for _, _, w, h in shown) == pytest.approx(mat.size_wh_mm[0] * mat.size_wh_mm[1], rel=1e-3)
    assert max(x + w for x, _, w, _ in shown) == pytest.approx(mat.size_wh_mm[0], abs=0.01)
    assert max(y + h for _, y, _, h in shown) == pytest.approx(mat.size_wh_mm[1], abs=0.01)


def test_outline_saves_the_ink_of_the_cloth() -> None:
    mat = make_mat("A3")
    cloth = f"0.000 0.000 {mat.size_wh_mm[0]:.3f} {mat.size_wh_mm[1]:.3f} re f"
    assert cloth in _contents(mat_pdf(mat))[0]
    assert cloth not in _contents(mat_pdf(mat, filled=False))[0]
