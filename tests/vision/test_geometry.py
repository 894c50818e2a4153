"""Pixels and millimetres: found, saved, cropped, and refused where the mat doesn't fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.geometry import Geometry, GeometryError, calibrate, calibrate_any, find_markers, whole_view
from vision.mat import make_mat
from vision.simulated.commands import CoverMarker
from vision.simulated.lens import Lens
from vision.simulated.table import SimulatedTable, lens_over


@pytest.fixture(scope="module")
def seen() -> tuple[SimulatedTable, Geometry]:
    table = SimulatedTable(seed=7, seats=4, size_wh_px=(1520, 1140))
    return table, calibrate(table.image(0.0), table.mat)


def test_the_mat_is_found_to_a_fraction_of_a_millimetre(seen: tuple[SimulatedTable, Geometry]) -> None:
    table, geometry = seen
    assert geometry.markers_seen == tuple(marker for marker, _ in table.mat.markers_xy_mm)
    assert geometry.error_mm < 0.4
    for name in ("board", "tray"):
        polygon = table.mat.zone(name).polygon_xy_mm
        true = table.picture.lens.project(np.array(polygon))
        assert np.abs(geometry.to_px(polygon) - true).max() < 1.5 * geometry.px_per_mm(name)


def test_seats_beside_the_mat_are_found_well_enough_to_hold_their_cards(seen: tuple[SimulatedTable, Geometry]) -> None:
    table, geometry = seen
    for zone in table.mat.zones:
        off_px = np.abs(geometry.to_px(zone.polygon_xy_mm) - table.picture.lens.project(np.array(zone.polygon_xy_mm)))
        assert off_px.max() / geometry.px_per_mm(zone.name) < 15  # a card leaves 21 mm above and below


@pytest.mark.parametrize("bend", [-0.05, 0.0, 0.03])
def test_px_and_mm_are_each_others_inverse(seen: tuple[SimulatedTable, Geometry], bend: float) -> None:
    geometry = replace(seen[1], bend=bend)
    points = np.array([(0.0, 0.0), (-500.0, -300.0), (520.0, 310.0)])
    assert geometry.to_mm(geometry.to_px(points)) == pytest.approx(points, abs=0.05)


def test_a_lens_that_bends_is_noticed() -> None:
    mat = make_mat("A2", 8)
    straight, barrel = (
        calibrate(SimulatedTable(3, 8, lens=replace(lens_over(mat, (1800, 1350)), bend=bend), paper="A2").image(0), mat)
        for bend in (0.0, -0.05)
    )
    assert barrel.bend > straight.bend + 0.02


def test_three_markers_are_enough_and_two_are_not(table: SimulatedTable) -> None:
    markers = [marker for marker, _ in table.mat.markers_xy_mm]
    table.do(CoverMarker(markers[0]))
    image = table.image(0.0)
    assert calibrate(image, table.mat).markers_seen == tuple(markers[1:])
    table.do(CoverMarker(markers[1]))
    with pytest.raises(GeometryError, match="2 of the mat's 4 markers seen"):
        calibrate(table.image(0.1), table.mat)


def test_the_paper_is_known_by_its_markers(table: SimulatedTable) -> None:
    assert calibrate_any(table.image(0.0), [make_mat("A2", 4), table.mat]).mat.paper == "A3"


def test_a_mat_that_was_glued_together_wrongly_is_refused(table: SimulatedTable) -> None:
    corners = [(m, c[1:] + c[:1] if m == 5 else c) for m, c in table.mat.markers_xy_mm]
    with pytest.raises(GeometryError, match="lay it flat"):
        calibrate(table.image(0.0), replace(table.mat, markers_xy_mm=tuple(corners)))


def test_markers_of_large_pictures_are_refined() -> None:
    table = SimulatedTable(seed=2, seats=2, size_wh_px=(2400, 1800))
    found = find_markers(table.image(0.0))
    for marker, corners in table.mat.markers_xy_mm:
        true = table.picture.lens.project(np.array(corners))
        assert np.linalg.norm(found[marker] - true, axis=1).mean() < 1.2


def test_what_is_saved_is_loaded_again(seen: tuple[SimulatedTable, Geometry], tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    seen[1].save(path)
    assert Geometry.load(path) == seen[1]


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "not a calibration"), ("[]", "not a calibration"), ('{"format": 99}', "another version"),
     ('{"format": 1, "homography": [1, 2]}', "not a calibration")],
)
def test_another_file_is_refused_in_one_line(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text(text)
    with pytest.raises(GeometryError, match=words) as caught:
        Geometry.load(path)
    assert "\n" not in str(caught.value)


def test_a_missing_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(GeometryError, match="cardspeak calibrate"):
        Geometry.load(tmp_path / "none.json")


@pytest.mark.parametrize("zone", ["board", "seat:1", "seat:3"])
def test_a_crop_is_upright_at_its_scale_and_leads_back(seen: tuple[SimulatedTable, Geometry], zone: str) -> None:
    table, geometry = seen
    crop = geometry.crop(table.image(1.0), zone, px_per_mm=1.0)
    wide, high = (310, 108) if zone == "board" else (350, 130)
    assert crop.image.shape == (high, wide, 3)
    corners = crop.to_image([(0, 0), (wide, 0), (wide, high), (0, high)])
    assert corners == pytest.approx(geometry.to_px(table.mat.zone(zone).polygon_xy_mm), abs=0.01)


def test_a_margin_shows_more_and_knows_the_zone(seen: tuple[SimulatedTable, Geometry]) -> None:
    table, geometry = seen
    crop = geometry.crop(table.image(1.1), "board", px_per_mm=1.0, margin_mm=12.0)
    assert crop.image.shape == (108 + 24, 310 + 24, 3)
    assert crop.to_image([(12, 12)])[0] == pytest.approx(
        tuple(geometry.to_px(table.mat.zone("board").polygon_xy_mm)[0]), abs=0.5
    )
    assert [crop.in_zone((x, 60), 8.0) for x in (3, 5, 200, 329, 331)] == [False, True, True, True, False]


def test_a_picture_of_another_size_is_not_cropped(seen: tuple[SimulatedTable, Geometry]) -> None:
    with pytest.raises(ValueError, match=r"\(100, 50\)"):
        seen[1].crop(np.zeros((50, 100, 3), np.uint8), "board")


def test_scaled_sees_the_same_places(seen: tuple[SimulatedTable, Geometry]) -> None:
    half = seen[1].scaled((760, 570))
    points = [(100.0, 50.0), (-400.0, 200.0)]
    assert half.to_px(points) == pytest.approx(seen[1].to_px(points) / 2, abs=0.01)


def test_a_whole_view_is_all_tray() -> None:
    geometry = whole_view((640, 480))
    crop = geometry.crop(np.zeros((480, 640, 3), np.uint8), "tray", px_per_mm=640 / 300)
    assert crop.image.shape == (480, 640, 3)


@pytest.mark.parametrize("tilt_deg", [-13.0, -5.0, 0.5, 9.0])
@pytest.mark.parametrize("height_mm", [900.0, 1600.0])
@pytest.mark.parametrize("roll_deg", [2.0, 182.0])
def test_where_the_camera_stands_is_known(tilt_deg: float, height_mm: float, roll_deg: float) -> None:
    mat = make_mat("A3", 4)
    lens = Lens((1300, 920), 1.9, height_mm, tilt_deg, roll_deg)
    geometry = calibrate(SimulatedTable(3, 4, lens=lens).image(0), mat)
    tray = np.array(mat.zone("tray").centre_xy_mm)

    def pushed(eye_xyz: Sequence[float]) -> np.ndarray:
        return (tray - eye_xyz[:2]) / eye_xyz[2]

    # Straight from above it could be near or far, and a tray aside would look alike.
    assert pushed(geometry.eye_xyz_mm) == pytest.approx(pushed(lens.place_mm), abs=0.03)
    image = np.zeros((920, 1300, 3), np.uint8)
    crop = geometry.crop(image, "tray")
    height, width = crop.image.shape[:2]
    middle = (np.array([width / 2, height / 2]) - crop.eye_xyz_px[:2]) / crop.eye_xyz_px[2]
    assert middle == pytest.approx(pushed(geometry.eye_xyz_mm), abs=0.005)
