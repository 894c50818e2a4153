"""`mat`, `calibrate`, `simulate` and `read` on the command line: done, or refused in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from assistant.cli import main
from tests.vision.fakes import Seen
from vision import camera, load_readers
from vision.geometry import Geometry
from vision.readings import CardReading, DieReading
from vision.simulated.table import SimulatedTable


def refused(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """Runs a command that must do nothing; its one line."""
    assert main(list(args)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def no_camera(*_: Any) -> None:
    raise camera.CameraError("none here")


def test_the_mat_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.pdf"
    assert main(["mat", str(path), "--paper", "A2", "--tiled"]) == 0
    assert path.read_bytes().startswith(b"%PDF-1.4")
    assert "100 %" in capsys.readouterr().out


def test_a_mat_that_can_not_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "No such file" in refused(capsys, "mat", str(tmp_path / "none" / "m.pdf"))


def test_calibrate_remembers_what_it_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo, drawn = tmp_path / "p.png", tmp_path / "zones.png"
    table = SimulatedTable(seed=1, seats=4, size_wh_px=(1014, 760))
    cv2.imwrite(str(photo), table.image(0.0))
    args = ["calibrate", "--camera", str(photo), "--data", str(tmp_path), "--seats", "4", "--table", "1100x800"]
    assert main([*args, "--picture", str(drawn)]) == 0
    assert "A3 mat was found with 4 of 4 markers" in capsys.readouterr().out
    geometry = Geometry.load(tmp_path / "table.json")
    assert geometry.mat == table.mat
    assert cv2.imread(str(drawn)).shape == (760, 1014, 3)


def test_calibrate_names_places_out_of_the_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo = tmp_path / "p.png"
    table = SimulatedTable(seed=1, seats=4, size_wh_px=(1014, 760))
    cv2.imwrite(str(photo), table.image(0.0)[:, 250:])
    args = ["calibrate", "--camera", str(photo), "--data", str(tmp_path), "--seats", "4", "--table", "1100x800"]
    assert main(args) == 1
    assert "seat:1, seat:4" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--camera", "nowhere"], "no such camera"),
        (["--camera", "auto"], "no camera found"),
        (["--seats", "9"], "2 to 8"),
        (["--table", "big"], "width x height"),
    ],
)
def test_calibrate_says_what_is_wrong(
    args: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(camera, "PiCamera", no_camera)
    monkeypatch.setattr(camera, "UsbCamera", no_camera)
    assert words in refused(capsys, "calibrate", "--data", str(tmp_path), *args)


def test_calibrate_without_a_mat_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo = tmp_path / "p.png"
    cv2.imwrite(str(photo), np.zeros((100, 100, 3), np.uint8))
    line = refused(capsys, "calibrate", "--data", str(tmp_path), "--camera", str(photo))
    assert "0 of the mat's 4 markers seen" in line


def test_simulate_writes_pictures_and_their_truth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    args = ["simulate", "--out", str(tmp_path), "--frames", "30", "--fps", "1", "--seats", "2", "--size", "400x300"]
    assert main(args) == 0
    lines = [json.loads(line) for line in (tmp_path / "truth.jsonl").read_text().splitlines()]
    assert [line["file"] for line in lines] == sorted(p.name for p in tmp_path.glob("*.jpg"))
    assert any(line["zones"].get("board") for line in lines)
    assert any(len(line["dice"]) == 2 for line in lines)


@pytest.mark.parametrize(
    ("args", "words"),
    [(["--size", "huge"], "width x height"), (["--frames", "0"], "at least 1"), (["--seats", "1"], "2 to 8")],
)
def test_simulate_says_what_is_wrong(
    args: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words in refused(capsys, "simulate", "--out", str(tmp_path), *args)


class Cards:
    def read(self, *_: Any, **__: Any) -> Seen:
        corners = ((4.0, 4.0), (30.0, 4.0), (30.0, 40.0), (4.0, 40.0))
        return Seen((CardReading("Kh", 0.998, True, corners), CardReading("8d", 0.6, False, corners)), 1)


class Dice:
    def read(self, *_: Any, **__: Any) -> tuple[DieReading, ...]:
        return (DieReading(5, 0.99, True, (60.0, 30.0), 12.0),)


@pytest.fixture
def photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(load_readers, "load_readers", lambda *_: (Cards(), Dice()))
    path = tmp_path / "photo.jpg"
    cv2.imwrite(str(path), np.full((60, 90, 3), 120, np.uint8))
    return path


def test_read_writes_one_line_an_image_and_goes_on(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(photo), str(photo.parent / "none.jpg"), str(photo), "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [("error" in line, line["image"]) for line in lines] == [
        (False, str(photo)), (True, str(photo.parent / "none.jpg")), (False, str(photo))
    ]  # fmt: skip
    assert lines[0]["cards"][0]["card"] == "Kh"
    assert lines[0]["dice"][0] == {"pips": 5, "confidence": 0.99, "sure": True, "centre_xy_px": [60.0, 30.0]}


def test_read_in_words(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(photo)]) == 0
    assert capsys.readouterr().out == f"{photo}: cards Kh; not sure of 8d (60%); dice 5; 1 face down\n"


def test_read_draws_what_it_saw_elsewhere(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = photo.read_bytes()
    assert main(["read", str(photo), "--out", str(photo.parent / "seen")]) == 0
    assert cv2.imread(str(photo.parent / "seen" / "photo.png")) is not None
    assert photo.read_bytes() == before


def test_read_with_nothing_readable_has_done_nothing(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = photo.parent / "notes.txt"
    bad.write_text("no picture")
    assert "no picture" in refused(capsys, "read", str(bad))


def test_read_refuses_a_calibration_that_is_none(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "not a calibration" in refused(capsys, "read", str(photo), "--table", str(photo))
