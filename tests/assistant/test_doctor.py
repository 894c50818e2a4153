"""The check before the guests come: each fault in one line, nothing that crashes."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant import doctor, events, journal
from assistant.cli import main
from assistant.commands import doctor as command
from assistant.config import Config
from assistant.doctor import Finding, Level, ok


def good_camera(which: str) -> Finding:
    return ok("camera", which)


@pytest.mark.parametrize(
    ("version", "level"),
    [((3, 10), "fail"), ((3, 11), "ok"), ((3, 13), "ok"), ((3, 14), "warn")],
)
def test_python(version: tuple[int, int], level: str) -> None:
    assert doctor.python(version).level == level


@pytest.mark.parametrize(("free_mb", "level"), [(5, "fail"), (100, "warn"), (5000, "ok")])
def test_disk(free_mb: int, level: str, tmp_path: Path) -> None:
    assert doctor.disk(tmp_path, free_mb).level == level


@pytest.mark.parametrize(("now_s", "level"), [(0.0, "warn"), (1_796_000_000.0, "ok")])
def test_clock(now_s: float, level: str) -> None:
    assert doctor.clock(now_s).level == level


@pytest.mark.parametrize(("reason", "level"), [("", "ok"), ("no screen is connected", "warn")])
def test_screen(reason: str, level: str) -> None:
    found = doctor.screen(reason)
    assert found.level == level
    assert reason in found.line()


def test_a_package_that_is_missing_or_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    assert doctor.package("no-such-package-here", "none").level is Level.FAIL
    monkeypatch.setattr(doctor.metadata, "version", lambda name: "1.0")
    broken = doctor.package("broken", "no_such_module_here")
    assert broken.level is Level.FAIL
    assert "No module named 'no_such_module_here'" in broken.line()


def test_journals(tmp_path: Path) -> None:
    assert doctor.nights(tmp_path).level is Level.OK
    with journal.Journal.open(tmp_path) as record:
        record.append(events.Open("lucky-sevens", (events.NewSeat(1, "Ann", 9), events.NewSeat(2, "Bea", 9)), 1, {}))
        whole = doctor.nights(tmp_path)  # also while the table is running
    assert whole == doctor.nights(tmp_path)
    assert whole.level is Level.OK
    assert "1 night, all whole" in whole.line()
    (tmp_path / journal.NAME).write_bytes(b"this is no journal at all, but some words" * 100)
    broken = doctor.nights(tmp_path)
    assert broken.level is Level.FAIL
    assert "\n" not in broken.line()


def test_buttons_on_mock_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    from gpiozero import Device

    from assistant.gpio import Buttons, mock_factory

    monkeypatch.setattr(Device, "pin_factory", mock_factory())
    assert [found.level for found in doctor.buttons(Config())] == [Level.OK]
    monkeypatch.setattr(Buttons, "held", lambda self: ((1, "green"), (0, "undo")))  # opening lets mock pins go
    stuck, dealers = doctor.buttons(Config())
    assert stuck.level is Level.WARN
    assert "seat 1's green button is down" in stuck.line()
    assert "the dealer's undo button" in dealers.line()


@pytest.mark.parametrize(("gpio", "level"), [("off", "ok"), ("auto", "warn"), ("on", "fail")])
def test_buttons_where_there_are_no_pins(gpio: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from assistant import gpio as pins

    def none(*_args: object, **_more: object) -> None:
        raise pins.NoGpio("no button pins on this machine")

    monkeypatch.setattr(pins, "Buttons", none)
    assert [found.level for found in doctor.buttons(Config(gpio=gpio))] == [level]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without loading every package in a process of its own."""
    monkeypatch.setattr(doctor, "PACKAGES", {})
    monkeypatch.setattr(command, "camera", good_camera)


@pytest.mark.usefixtures("quick")
def test_a_good_machine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--data", str(tmp_path / "new"), "--camera", "usb:7"]) == 0
    said = capsys.readouterr().out
    assert "usb:7" in said
    assert "The table can be run." in said


@pytest.mark.usefixtures("quick")
def test_a_config_with_mistakes_fails_with_each_of_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "config.toml").write_text("button = 99\nfoo = 1\n")
    assert main(["doctor", "--data", str(tmp_path)]) == 1
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("fail")]
    assert len(lines) == 2
    assert all("config.toml" in line for line in lines)


@pytest.mark.usefixtures("quick")
def test_a_data_directory_that_cannot_be_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert main(["doctor", "--data", str(tmp_path / "file")]) == 1
    assert "no data can be kept there" in capsys.readouterr().out


def test_a_camera_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    found = command.camera(str(tmp_path / "nothing"))
    assert found.level is Level.FAIL
    assert "\n" not in found.line()
