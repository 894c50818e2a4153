"""`cardspeak dice learn`: photographs of confirmed throws become a file that the readers load."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from assistant.cli import main
from vision.learned_dice import LearnedDice
from vision.load_readers import DICE
from vision.simulated.commands import Throw
from vision.simulated.table import SimulatedTable


def throw(folder: Path, dice: tuple[int, int], seed: int) -> Path:
    """A picture of the tray after a throw, the dice sorted by nothing in particular."""
    scene = SimulatedTable(seed=seed, seats=2)
    scene.do(Throw(dice))
    scene.settle()
    image = scene.image(1.0)
    middle = image[image.shape[0] // 2 :, image.shape[1] // 3 : 2 * image.shape[1] // 3]
    path = folder / f"throw-{seed}.png"
    cv2.imwrite(str(path), middle)
    return path


def test_throws_are_taken_in_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos = [f"{throw(tmp_path, (4, 4), seed)}=44" for seed in (1, 2)]
    assert main(["dice", "learn", *photos, "--data", str(tmp_path)]) in (0, 1)
    learned = LearnedDice.load(tmp_path / DICE)
    assert set(learned.values) == {4}
    assert "still to be shown: 1, 2, 3, 5, 6" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["none.jpg=34"], ["none.jpg"], ["x.jpg=78"], [], ["a.jpg=1", "--camera", "usb:0"]])
def test_nothing_learned_is_said_in_a_line(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dice", "learn", *words, "--data", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not (tmp_path / DICE).exists()
