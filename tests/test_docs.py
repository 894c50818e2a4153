"""What the pages tell a host to type or to wire is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from assistant import commands
from assistant.config import parse
from assistant.gpio import mock_factory
from assistant.pins import DEALER, Pins

ROOT = Path(__file__).resolve().parent.parent
PAGES = {name: (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "hardware.md")}
CONFIGS = [text for page in PAGES.values() for text in re.findall(r"```toml\n(.*?)```", page, flags=re.S)]


@pytest.mark.parametrize("text", CONFIGS)
def test_configs_on_the_pages_are_good(text: str) -> None:
    # The lamps' example is said to be for six seats.
    seats = "".join(f"[[seats]]\nseat = {seat}\n" for seat in range(1, 7)) if "[pins.lamps]" in text else ""
    parse(text + seats)


def test_there_are_configs_on_the_pages() -> None:
    assert len(CONFIGS) >= 3


def test_the_wiring_table_is_the_default_wiring() -> None:
    drawn: dict[tuple[int, str], tuple[int, int]] = {}
    for seat, *cells in re.findall(
        r"^\| (\d) \| (\d+ \(\d+\)) \| (\d+ \(\d+\)) \| (\d+ \(\d+\)) \|$", PAGES["hardware.md"], flags=re.M
    ):
        for name, cell in zip(("green", "yellow", "red"), cells, strict=True):
            gpio, place = re.findall(r"\d+", cell)
            drawn[int(seat), name] = (int(gpio), int(place))
    for name, gpio, place in re.findall(r"(deal|undo): (\d+) \((\d+)\)", PAGES["hardware.md"]):
        drawn[DEALER, name] = (int(gpio), int(place))
    pins = Pins()
    wired = {(seat, name): pin for seat, wires in pins.seats for name, pin in wires}
    wired |= {(DEALER, name): pin for name, pin in pins.dealer}
    assert {where: gpio for where, (gpio, _) in drawn.items()} == wired
    # The place in the header, as gpiozero knows it.
    header = mock_factory().board_info.headers["J8"].pins
    assert {place: header[place].name for _, place in drawn.values()} == {
        place: f"GPIO{gpio}" for gpio, place in drawn.values()
    }


def test_the_commands_in_the_table_are_there() -> None:
    table = PAGES["README.md"].partition("## The commands")[2].partition("Each has `--help`")[0]
    named = {words.split()[0] for words in re.findall(r"`(?:cardspeak )?([a-z]+(?: [a-z]+)?)[^`]*`", table)}
    there = {path.stem for path in Path(commands.__path__[0]).glob("[a-z]*.py")}
    assert named == there
