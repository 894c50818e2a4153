"""Whole nights under the default house rules, through the code of `cardspeak replay`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assistant.cli import main
from assistant.commands.replay import read_event
from assistant.fold import Night

NIGHTS = sorted((Path(__file__).parent.parent / "data/nights").glob("*.jsonl"))


def chips_of(seats: list[dict[str, Any]]) -> dict[str, int]:
    return {str(s["seat"]): s["chips"] for s in seats}


def test_there_are_24_nights() -> None:
    assert len(NIGHTS) == 24


@pytest.mark.parametrize("path", NIGHTS, ids=lambda path: path.stem)
def test_the_command_ends_with_the_right_chips(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    expect = json.loads(path.read_text().split("\n", 1)[0])["expect"]
    assert main(["replay", str(path), "--json"]) == 0
    got = json.loads(capsys.readouterr().out)
    assert got["refused"] == []
    assert chips_of(got["seats"]) == expect["chips"]
    assert got["side_pot"] == expect["side_pot"]


@pytest.mark.parametrize("path", NIGHTS, ids=lambda path: path.stem)
def test_every_mark_is_met_and_no_chip_is_lost(path: Path) -> None:
    first, *lines = path.read_text().splitlines()
    expect = json.loads(first)["expect"]
    marks = {mark["line"]: mark for mark in expect["marks"]}
    night = Night()
    met = 0
    for number, line in enumerate(lines, start=1):
        event = read_event(line)
        assert event is not None
        state = night.post(event)
        assert state.money == state.bought_in, f"line {number}"
        if number in marks:
            met += 1
            assert {str(s.seat): s.chips for s in state.seats} == marks[number]["chips"], f"line {number}"
            assert state.side_pot == marks[number]["side_pot"], f"line {number}"
    assert met == len(marks) > 0
