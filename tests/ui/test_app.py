"""The application as it is started: arguments, pictures at every prompt, and a clean end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ui.__main__ import main, size_of

ROOT = Path(__file__).parents[2]


def test_a_size() -> None:
    assert size_of("1280x720") == (1280, 720)


@pytest.mark.parametrize("text", ["", "800", "800x", "x480", "axb", "10x10", "-800x480"])
def test_no_size(text: str) -> None:
    with pytest.raises(ValueError, match="800x480"):
        size_of(text)


def test_bad_usage_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--size", "huge"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_it_plays_saves_a_picture_at_every_prompt_and_ends(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.ui.playing", str(tmp_path)], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [p.name for p in sorted(tmp_path.iterdir())] == [
        "0001-hand-0-between-hands-deal.png",
        "0002-hand-1-opening-roll-roll.png",
        "0003-hand-1-first-round-act.png",
        "0004-hand-1-first-round-act.png",
        "0005-hand-1-flop-board.png",
        "0006-hand-1-flop-reroll.png",
    ]
