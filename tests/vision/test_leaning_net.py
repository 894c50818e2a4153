"""Whether a die leans, told from where the camera looks: a flat one's sides are seen on one side only."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.dice_face import quad_edge_px
from vision.dice_reader import MODELS, DiceReader
from vision.leaning_net import LEAN_SIDE, LeaningNet, lean_matrix, with_push
from vision.training.dice_body import Die, Material, top_face_xy_px
from vision.training.dice_render import draw_dice
from vision.training.lean_scenes import from_above

SIDE, EDGE, HIGH = 160, 28.0, 80.0
MATERIALS = [
    Material(body=(0.7, 0.75, 0.78)), Material(body=(0.03, 0.03, 0.5), pip=(0.8, 0.8, 0.8)),
    Material(body=(0.02, 0.02, 0.02), pip=(0.7, 0.7, 0.7)), Material(body=(0.05, 0.35, 0.05), pip=(0.8, 0.8, 0.8)),
]


@pytest.fixture(scope="module")
def net() -> LeaningNet:
    return LeaningNet(MODELS / "dice_lean.onnx")


def chance(net: LeaningNet, die: Die, pushed: float, from_rad: float, told_rad: float | None = None) -> float:
    """That a drawn die leans, seen by a camera that stands to one side; and maybe told that it stands to another."""
    def eye(way: float) -> tuple[float, float, float]:
        return -HIGH * pushed * np.cos(way), -HIGH * pushed * np.sin(way), HIGH

    felt = np.clip(np.random.default_rng(3).normal((40, 75, 35), 4, (SIDE, SIDE, 3)), 0, 255).astype(np.uint8)
    projection = from_above(EDGE, SIDE, eye(from_rad))
    image = draw_dice(felt, projection, [die])
    face = top_face_xy_px(projection, die)
    x, y, _ = eye(from_rad if told_rad is None else told_rad)
    eye_px = SIDE / 2 + x * EDGE, SIDE / 2 - y * EDGE, HIGH * EDGE
    return net.chance(image, face.mean(0), quad_edge_px(face), eye_px)


@pytest.mark.parametrize("material", MATERIALS)
@pytest.mark.parametrize("pushed", [0.02, 0.2, 0.35])
@pytest.mark.parametrize("way", [0.3, 2.0, 4.4])
def test_a_flat_die_is_told_from_one_that_leans_wherever_the_camera_is(
    net: LeaningNet, material: Material, pushed: float, way: float
) -> None:
    flat = Die(4, (0.0, 0.0), 1.0, 0.5, material=material)
    leaning = Die(4, (0.0, 0.0), 1.0, 0.5, tip=0.6, tip_about=0.5 + np.pi / 2, material=material)
    assert chance(net, flat, pushed, way) < 0.25
    assert chance(net, leaning, pushed, way) > 0.5


def test_it_is_the_cameras_place_that_says_what_a_flat_die_looks_like(net: LeaningNet) -> None:
    die = Die(5, (0.0, 0.0), 1.0, 0.2, material=MATERIALS[0])
    right = chance(net, die, 0.35, 1.0)
    wrong = chance(net, die, 0.35, 1.0, told_rad=1.0 + np.pi)
    assert right < 0.05
    assert wrong > 0.5


@pytest.mark.parametrize("way", np.linspace(0, 2 * np.pi, 7))
def test_the_crop_is_turned_so_that_what_is_high_is_pushed_to_the_right(way: float) -> None:
    centre = np.array([50.0, 70.0])
    matrix = lean_matrix(centre, 30.0, way)
    pushed = centre + 15.0 * np.array([np.cos(way), np.sin(way)])
    seen = matrix[:, :2] @ pushed + matrix[:, 2] - LEAN_SIDE / 2
    assert seen == pytest.approx([11.0, 0.0])


def test_how_far_is_told_on_a_plane_of_its_own() -> None:
    crop = with_push(np.zeros((3, LEAN_SIDE, LEAN_SIDE), np.float32), 0.25)
    assert crop.shape == (4, LEAN_SIDE, LEAN_SIDE)
    assert np.all(crop[3] == 1.0)
    assert not crop[:3].any()


def test_the_reader_says_it_of_a_die_that_it_read() -> None:
    felt = np.full((SIDE, SIDE, 3), (40, 75, 35), np.uint8)
    image = draw_dice(felt, from_above(EDGE, SIDE, (0.0, 0.0, HIGH)), [Die(4, (0.0, 0.0), 1.0, 0.5)])
    reader = DiceReader()
    (die,) = reader.read(image, edge_px=EDGE)
    assert reader.chance_that_leans(image, die, (SIDE / 2, SIDE / 2, HIGH * EDGE)) < 0.05


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    for path in MODELS.glob("dice_*.onnx"):
        (tmp_path / path.name).symlink_to(path)
    (tmp_path / "dice_lean.onnx").unlink()
    with pytest.raises(OSError, match=r"dice_lean\.onnx"):
        DiceReader(models_dir=tmp_path)
