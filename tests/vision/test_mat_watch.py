"""The mat looked after: hidden markers, knocks, darkness."""

from __future__ import annotations

import numpy as np

from vision.geometry import calibrate
from vision.mat_watch import LOST, MOVED, MatWatch
from vision.simulated.commands import CoverMarker, MoveCamera
from vision.simulated.table import SimulatedTable


def test_one_hidden_marker_changes_nothing(table: SimulatedTable) -> None:
    geometry = calibrate(table.image(0.0), table.mat)
    watch = MatWatch(geometry)
    table.do(CoverMarker(table.mat.markers_xy_mm[2][0]))
    for i in range(4):
        state = watch.look(table.image(0.1 * i))
        assert (state.ok, state.note, state.geometry) == (True, "", geometry)


def test_a_knocked_camera_is_noticed_and_the_mat_found_again(table: SimulatedTable) -> None:
    watch = MatWatch(calibrate(table.image(0.0), table.mat))
    table.do(MoveCamera((20.0, -8.0)))
    image = table.image(0.1)
    assert not watch.look(image).moved  # once may be a hand
    state = watch.look(image)
    assert state.moved
    assert state.ok
    true = table.picture.lens.project(np.array(table.mat.zone("tray").polygon_xy_mm))
    assert np.abs(state.geometry.to_px(table.mat.zone("tray").polygon_xy_mm) - true).max() < 2


def test_a_knock_with_covered_markers_is_said(table: SimulatedTable) -> None:
    watch = MatWatch(calibrate(table.image(0.0), table.mat))
    for marker, _ in table.mat.markers_xy_mm[:2]:
        table.do(CoverMarker(marker))
    table.do(MoveCamera((20.0, -8.0)))
    image = table.image(0.1)
    watch.look(image)
    state = watch.look(image)
    assert (state.ok, state.note) == (False, MOVED)


def test_a_mat_out_of_sight_is_said_after_a_while_and_forgiven(table: SimulatedTable) -> None:
    seen = table.image(0.0)
    watch = MatWatch(calibrate(seen, table.mat))
    dark = np.zeros_like(seen)
    states = [watch.look(dark) for _ in range(4)]
    assert [s.ok for s in states] == [True, True, False, False]
    assert states[-1].note == LOST
    assert watch.look(seen).ok
