"""A real window, off-screen, in a process of its own (Kivy opens one window a process)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a finger did and saw; the pictures lie in `out`."""
    out = tmp_path_factory.mktemp("window")
    done = subprocess.run(
        [sys.executable, "-m", "tests.ui.window", str(out)], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return {**json.loads(done.stdout.splitlines()[-1]), "out": out}


def test_a_doubled_touch_bets_once(seen: dict[str, Any]) -> None:
    assert seen["doubled"] == ["raise"]
    assert seen["then"] == ["raise", "call"]


def test_a_touch_on_what_is_no_longer_shown_does_nothing(seen: dict[str, Any]) -> None:
    assert seen["stale"]


def test_the_board_is_entered_with_a_finger(seen: dict[str, Any]) -> None:
    assert seen["board"] == ["Kh", "8d"]
    assert seen["pages"] == 0


def test_a_page_about_the_table_closes_when_it_has_moved_on(seen: dict[str, Any]) -> None:
    assert seen["passing"] == 0


def test_one_way_in_for_touches(seen: dict[str, Any]) -> None:
    assert seen["input"] == ["mouse"]


def test_the_screen_is_drawn_and_saved(seen: dict[str, Any]) -> None:
    assert seen["colours"] > 12
    for name in ("table", "showdown"):
        data = (seen["out"] / f"{name}.png").read_bytes()
        assert data.startswith(b"\x89PNG")
        assert 10_000 < len(data) < 200_000


def test_only_what_changed_is_drawn_anew(seen: dict[str, Any]) -> None:
    assert seen["redrawn_unchanged"] == []
    assert 1 <= seen["plates_redrawn"] <= 2
    assert "FeltPicture" not in seen["redrawn"]
