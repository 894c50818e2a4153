"""Dice, light and litter of every kind, and dice that lean on it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.mat import make_mat
from vision.simulated import commands as c
from vision.simulated.dice import HOUSE_DIE, DieStyle, draw_die, showing
from vision.simulated.lens import Lens
from vision.simulated.picture import Coaster, DieItem
from vision.simulated.table import SimulatedTable
from vision.simulated.varieties import KINDS, any_styles, litter

MAT = make_mat("A3", 4, (1100.0, 800.0))


def test_every_colour_and_light_occurs_and_dice_differ_from_the_tray() -> None:
    rng = np.random.default_rng(3)
    seen = set()
    for _ in range(150):
        words, styles = any_styles(rng)
        seen |= set(words.replace(",", "").split())
        for die in styles.dice:
            assert np.abs(np.subtract(styles.felt.tray, die.body)).max() > 25
    assert seen >= {name for name, _, _ in KINDS}
    assert seen >= {"clear", "veined", "glitter", "dim", "warm", "cold", "uneven", "flickering", "cloth", "wood"}


def test_litter_lies_in_the_tray() -> None:
    tray = np.float32(MAT.zone("tray").polygon_xy_mm)
    rng = np.random.default_rng(4)
    for _ in range(40):
        for thing in litter(MAT, rng):
            assert cv2.pointPolygonTest(tray, thing.centre_xy_mm, True) > 29


def _lean_deg(die: DieItem) -> float:
    return float(np.degrees(np.arccos(np.clip(np.abs(die.turn[2]).max(), -1, 1))))


@pytest.mark.parametrize("on", ["rim", "die", "thing"])
def test_a_cocked_die_leans_on_what_it_was_told(table: SimulatedTable, on: str) -> None:
    chip = Coaster(MAT.zone("tray").centre_xy_mm, 20.0, (40, 40, 170), 6, 6.6)
    table.strew(chip)
    table.do(c.Throw((3, 5), cocked=True, on=on))
    table.settle()
    flat, leans = table.dice
    assert _lean_deg(flat) < 0.1
    assert 10 < _lean_deg(leans) < 45
    on_chip = np.hypot(*(leans.centre_mm[:2] - chip.centre_xy_mm)) < 20 + HOUSE_DIE.edge_mm
    on_die = np.hypot(*(leans.centre_mm - flat.centre_mm)[:2]) < 1.4 * HOUSE_DIE.edge_mm
    assert (on_chip, on_die) == (on == "thing", on == "die")


def test_dice_lie_side_by_side(table: SimulatedTable) -> None:
    table.do(c.Throw((3, 5), on="beside"))
    table.settle()
    a, b = table.dice
    assert table.truth().dice == (3, 5)
    assert np.hypot(*(a.centre_mm - b.centre_mm)[:2]) == pytest.approx(1.03 * HOUSE_DIE.edge_mm)


def test_what_lies_behind_a_clear_die_shows() -> None:
    lens = Lens((200, 200), 4.0, tilt_deg=0.0)
    centre = np.array([0.0, 0.0, HOUSE_DIE.edge_mm / 2])

    def middle(clear: float) -> tuple[float, float]:
        patch, alpha, _, _ = draw_die(DieStyle(clear=clear, shine=0.0), showing(6, 0.0), centre, lens)
        half = patch.shape[0] // 2
        return float(patch[half, half].mean()), float(alpha[half, half])

    solid, clear = middle(0.0), middle(0.8)
    assert solid[1] == 1.0
    assert clear[1] < 0.95
    assert clear[0] < solid[0] - 10  # the one on the far side is dark
