"""The house rules of the code: imports point one way, and heavy things come in by one door.

design.md of the project: ui → assistant → vision, never back; each hardware or
heavy library in one place.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("ui", "assistant", "vision")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))

# Who may import whom. `assistant` meets `vision` in few places, so that the rules can be thought about without it.
MAY_IMPORT = {"ui": {"ui", "assistant"}, "assistant": {"assistant"}, "vision": {"vision"}}
SEES_VISION = re.compile(r"assistant/(spotter\w*|eyes|commands/\w+)\.py")
# Only facts (stdlib): the words of a reading may be named anywhere.
PLAIN_WORDS = {"vision.readings", "vision.lessons", "vision.simulated.commands"}

ONE_DOOR = {
    "picamera2": re.compile(r"vision/camera\.py"),
    "libcamera": re.compile(r"vision/camera\.py"),
    "gpiozero": re.compile(r"assistant/gpio\.py"),
    "lgpio": re.compile(r"assistant/gpio\.py"),
    "kivy": re.compile(r"ui/.*"),
    "cv2": re.compile(r"vision/.*|assistant/commands/\w+\.py"),
    "torch": re.compile(r"vision/training/.*"),
    "sqlite3": re.compile(r"assistant/.*"),
}


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, anywhere in it: `from a import b` gives a.b as well, since b may be one."""
    package = path.relative_to(ROOT).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = list(package[: len(package) - node.level + 1]) if node.level else []
            name = ".".join(base + ([node.module] if node.module else []))
            yield from (f"{name}.{alias.name}" for alias in node.names)


def allowed(where: str, name: str) -> bool:
    top = name.partition(".")[0]
    if top in ONE_DOOR:
        return bool(ONE_DOOR[top].fullmatch(where))
    if top == "tests":
        return False  # what ships does not lean on its tests
    if top not in PACKAGES:
        return True
    if any(f"{name}.".startswith(f"{word}.") for word in PLAIN_WORDS):
        return True
    if top == "vision" and where.startswith("assistant/"):
        return bool(SEES_VISION.fullmatch(where))
    return top in MAY_IMPORT[where.partition("/")[0]]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_one_way(path: Path) -> None:
    where = path.relative_to(ROOT).as_posix()
    assert [name for name in imports(path) if not allowed(where, name)] == []


@pytest.mark.parametrize(
    ("where", "name", "fine"),
    [
        ("vision/pipeline.py", "assistant.state", False),
        ("vision/simulated/deck.py", "ui.view", False),
        ("assistant/table.py", "ui.app", False),
        ("assistant/commands/run.py", "ui.root", False),  # it starts the screen as a program of its own
        ("assistant/table.py", "vision.pipeline", False),
        ("assistant/table.py", "vision.readings.CardReading", True),
        ("assistant/spotter.py", "vision.pipeline", True),
        ("assistant/commands/read.py", "vision.card_reader", True),
        ("ui/app.py", "assistant.table", True),
        ("ui/app.py", "vision.pipeline", False),
        ("ui/app.py", "kivy.app", True),
        ("assistant/doctor.py", "kivy", False),
        ("assistant/doctor.py", "gpiozero", False),
        ("assistant/gpio.py", "gpiozero.Button", True),
        ("vision/steady.py", "picamera2", False),
        ("vision/camera.py", "picamera2.Picamera2", True),
        ("vision/card_reader.py", "torch", False),
        ("vision/steady.py", "tests.simulated", False),
    ],
)
def test_the_rule_itself(where: str, name: str, fine: bool) -> None:
    assert allowed(where, name) is fine


def test_every_kind_of_import_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    (tmp_path / "assistant" / "games").mkdir(parents=True)
    path = tmp_path / "assistant" / "games" / "one.py"
    path.write_text(
        "import kivy.app as k\nfrom .. import gpio\nfrom . import two\ndef f():\n    from vision import cam\n"
    )
    assert set(imports(path)) == {"kivy.app", "assistant.gpio", "assistant.games.two", "vision.cam"}


def test_the_walk_finds_the_code() -> None:
    assert len(MODULES) > 10
