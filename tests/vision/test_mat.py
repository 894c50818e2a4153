"""The mat: zones where people sit, nothing upon another."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
import pytest

from vision.mat import MAX_SEATS, PAPERS_WH_MM, Mat, Zone, make_mat, rectangle

TABLES = [("A2", (1500.0, 1000.0)), ("A3", (1100.0, 800.0)), ("A3", (1500.0, 1000.0)), ("A2", (1000.0, 700.0))]


def _overlap_mm2(a: tuple, b: tuple) -> float:
    area, _ = cv2.intersectConvexConvex(np.float32(a), np.float32(b))
    return area


@pytest.mark.parametrize(("paper", "table"), TABLES)
@pytest.mark.parametrize("seats", range(2, MAX_SEATS + 1))
def test_no_zone_lies_upon_another_or_on_a_marker(paper: str, table: tuple[float, float], seats: int) -> None:
    mat = make_mat(paper, seats, table)
    shapes = {zone.name: zone.polygon_xy_mm for zone in mat.zones}
    shapes |= {f"marker {marker}": corners for marker, corners in mat.markers_xy_mm}
    for (a, first), (b, second) in combinations(shapes.items(), 2):
        assert _overlap_mm2(first, second) < 1, f"{a} and {b}"


@pytest.mark.parametrize("paper", PAPERS_WH_MM)
def test_markers_board_and_tray_are_on_the_paper(paper: str) -> None:
    mat = make_mat(paper)
    w, h = mat.size_wh_mm
    printed = [mat.zone("board").polygon_xy_mm, mat.zone("tray").polygon_xy_mm, *(c for _, c in mat.markers_xy_mm)]
    assert all(abs(x) < w / 2 and abs(y) < h / 2 for polygon in printed for x, y in polygon)


def test_seats_go_round_clockwise_from_the_top_left() -> None:
    mat = make_mat("A2", 8)
    centres = [mat.zone(f"seat:{seat}").centre_xy_mm for seat in range(1, 9)]
    angles = np.unwrap([np.arctan2(y, x) for x, y in centres])
    assert (np.diff(angles) > 0).all()  # y points down: growing angles are clockwise
    assert centres[0][0] < 0
    assert centres[0][1] < 0


@pytest.mark.parametrize("seat", range(1, 9))
def test_a_seat_zone_is_upright_for_who_sits_there(seat: int) -> None:
    zone = make_mat("A2", 8).zone(f"seat:{seat}")
    towards_player = np.subtract(zone.polygon_xy_mm[3], zone.polygon_xy_mm[0])
    assert np.dot(towards_player, zone.centre_xy_mm) > 0


def test_each_paper_has_markers_of_its_own() -> None:
    ids = [marker for paper in PAPERS_WH_MM for marker, _ in make_mat(paper).markers_xy_mm]
    assert len(set(ids)) == 4 * len(PAPERS_WH_MM)


@pytest.mark.parametrize(
    ("paper", "seats", "table", "words"),
    [("A5", 4, (1500, 1000), "A5"), ("A2", 1, (1500, 1000), "2 to 8"), ("A2", 9, (1500, 1000), "2 to 8"),
     ("A2", 4, (500, 500), "too small")],
)
def test_what_makes_no_mat_is_refused(paper: str, seats: int, table: tuple[float, float], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make_mat(paper, seats, table)


def test_an_unknown_zone_is_answered_with_those_there_are() -> None:
    mat = Mat("A2", (1, 1), (), (Zone("board", rectangle((0, 0), (1, 1))),))
    with pytest.raises(KeyError, match="there are board"):
        mat.zone("bord")
