"""The host's settings: defaults, good files, and one clear line for each mistake in a bad one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from assistant.config import Config, ConfigError, DataDirError, Player, Voice, data_dir, load, parse
from assistant.pins import BUTTONS, Pins


def test_no_file_is_the_defaults(tmp_path: Path) -> None:
    assert load(tmp_path / "config.toml") == Config()
    assert parse("") == Config()


def test_a_full_file(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(
        """
        game = "roll-your-own"
        button = 3
        camera = "usb:0"
        keep_photos = true
        gpio = "on"
        [house.lucky-sevens]
        bet = 2
        [[seats]]
        seat = 3
        name = "Ann"
        chips = 250
        [[seats]]
        seat = 1
        [voice]
        on = true
        language = "de"
        [pins.seats.1]
        green = 6
        red = 5
        [pins.lamps]
        1 = 26
        """,
        encoding="utf-8",
    )
    config = load(path)
    assert config.game == "roll-your-own"
    assert config.button == 3
    assert config.camera == "usb:0"
    assert config.keep_photos
    assert config.house == {"lucky-sevens": {"bet": 2}}
    assert config.players == (Player(1, "Player 1", 100), Player(3, "Ann", 250))
    assert config.voice == Voice(on=True, language="de")
    pins = dict(config.pins.seats)
    assert pins[1] == (("green", 6), ("red", 5))
    assert pins[2] == Pins().seats[1][1]
    assert config.pins.lamps == ((1, 26),)
    assert 8 not in pins  # its pins hold a lamp, and nobody sits there


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("camra = 'auto'", "camra: there is no such setting"),
        ("keep_photos = 'yes'", 'keep_photos: must be true or false, not "yes"'),
        ("keep_photos = 1", "keep_photos: must be true or false, not 1"),
        ("game = ''", 'game: must be words in quotes, not ""'),
        ("button = 9", "button: must be a whole number from 1 to 8, not 9"),
        ("button = true", "button: must be a whole number from 1 to 8, not true"),
        ("button = 7", "button: nobody sits at seat 7"),
        ("gpio = 'of'", 'gpio: must be one of "auto", "on", "off", not "of"'),
        ("seats = 4", "seats: must be a list of tables, [[seats]], not 4"),
        ("[[seats]]\nname='Ann'", "seats: must be 2 to 8 players, not 1"),
        ("[[seats]]\n[[seats]]\nchips = 2.5", "seats[2].chips: must be a whole number from 1 to 1000000000, not 2.5"),
        ("[[seats]]\nname='Ann'\n[[seats]]\nseat=1", "seats[2].seat: Ann sits at 1 already"),
        ("[[seats]]\n[[seats]]\nnmae = 'Bo'", "seats[2].nmae: there is no such setting"),
        ("voice = 'loud'", 'voice: must be a table, [voice], not "loud"'),
        ("[voice]\nwords_per_minute = 5000", "voice.words_per_minute: must be a whole number from 80 to 400, not 5000"),
        ("[house]\nbet = 2", "house.bet: must be a table, [house.bet], not 2"),
        ("[pins.seats.9]\ngreen = 4", "pins.seats.9: seats are numbered from 1 to 8"),
        ("[pins.seats.1]\ngreen = 28", "pins.seats.1.green: must be a whole number from 2 to 27, not 28"),
        ("[pins.seats.1]\nblue = 4", "pins.seats.1.blue: there is no such setting"),
        ("[pins.seats.1]\ngreen = 4\nred = 4", "pins: two wires on GPIO 4: each needs a pin of its own"),
        (
            "[pins.lamps]\n1 = 7",
            "pins.seats.2: GPIO 7 is now used for something else: name this seat's pins too",
        ),
    ],
)
def test_each_mistake_is_one_line(text: str, line: str) -> None:
    with pytest.raises(ConfigError) as refused:
        parse(text, "here.toml")
    assert refused.value.problems == (f"here.toml: {line}",)


def test_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(ConfigError) as refused:
        parse("button = 0\nkeep_photos = 3\nfoo = 1")
    assert len(refused.value.problems) == 3


@pytest.mark.parametrize("content", [b"game = ", b"\xff\xfe\x00", b"[[seats]\n", b'a = "1"\na = "2"'])
def test_what_is_no_toml_is_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(content)
    with pytest.raises(ConfigError) as refused:
        load(path)
    assert len(refused.value.problems) == 1
    assert "\n" not in str(refused.value)
    assert str(path) in str(refused.value)


def test_a_directory_is_no_config(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path)


def test_default_wiring_gives_each_pin_one_wire() -> None:
    pins = Pins()
    used = [pin for _, wires in pins.seats for _, pin in wires] + [pin for _, pin in pins.dealer]
    assert sorted(used) == list(range(2, 28))
    assert all(tuple(name for name, _ in wires) == BUTTONS for _, wires in pins.seats)
    assert [seat for seat, _ in pins.only({2, 5}).seats] == [2, 5]


def test_data_dir_is_made_where_xdg_says(tmp_path: Path) -> None:
    made = data_dir(env={"XDG_DATA_HOME": str(tmp_path / "data")})
    assert made == tmp_path / "data" / "cardspeak"
    assert made.stat().st_mode & 0o077 == 0  # whose cards were what is nobody else's business
    assert list(made.iterdir()) == []


def test_data_dir_given_wins_and_a_relative_xdg_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert data_dir(tmp_path / "a", env={"XDG_DATA_HOME": "/nowhere"}) == tmp_path / "a"
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_dir(env={"XDG_DATA_HOME": "rel"}) == tmp_path / ".local" / "share" / "cardspeak"


def test_a_data_dir_that_cannot_be_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(DataDirError) as refused:
        data_dir(tmp_path / "file" / "data")
    assert "--data" in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_data_dir_without_write_permission_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(DataDirError, match="permission denied"):
        data_dir(tmp_path)
