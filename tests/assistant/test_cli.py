"""The command line as a whole: every command explains itself, and bad usage is one line."""

from __future__ import annotations

import io
import json
import pkgutil
from pathlib import Path

import pytest

from assistant import commands
from assistant.cli import main

COMMANDS = sorted(m.name for m in pkgutil.iter_modules(commands.__path__))


def test_the_commands_of_the_contract_are_there() -> None:
    assert {"evaluate", "replay", "read", "run"} <= set(COMMANDS)


def run(*args: str) -> int | str | None:
    """The exit status, however the command ends."""
    try:
        return main(args)
    except SystemExit as e:
        return e.code


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command, "--help") == 0
    out = capsys.readouterr().out
    assert f"usage: cardspeak {command}" in out
    assert f"example: cardspeak {command}" in out


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == 0
    out = capsys.readouterr().out
    assert [command for command in COMMANDS if f"\n    {command}" not in out] == []


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((), "the following arguments are required: COMMAND"),
        (("fly",), "invalid choice: 'fly'"),
        (("replay",), "the following arguments are required: FILE"),
        (("replay", "a", "b"), "unrecognized arguments: b"),
        *(((command, "--no-such-option"), "--no-such-option") for command in COMMANDS if command != "replay"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(
    args: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*args) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert captured.err.startswith("cardspeak")
    assert "--help" in captured.err
    if words.startswith("--"):
        assert words in captured.err or "required" in captured.err
    else:
        assert words in captured.err


def test_a_terminal_without_these_letters_gets_escapes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seats = [{"seat": 1, "name": "Zoë ♥", "chips": 5}, {"seat": 2, "name": "Bea", "chips": 5}]
    night = tmp_path / "night.jsonl"
    night.write_text(json.dumps({"event": "open", "game": "lucky-sevens", "button": 1, "seats": seats}))
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding="ascii", write_through=True))
    assert run("replay", str(night)) == 0
    assert rb"Zo\xeb \u2665 deals hand 1" in raw.getvalue()


def test_interrupted_is_no_traceback(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(_path: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("assistant.commands.replay.Path", interrupt)
    assert run("replay", "night.jsonl") == 2
    assert capsys.readouterr().err == "stopped\n"
