"""The two commands and the locks, as far as they can be tried without installing anything."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKS = sorted((ROOT / "deploy").glob("*.lock"))
PROGRAMS = ("deploy/run", "deploy/test", "deploy/lock", "deploy/kiosk/install", "deploy/kiosk/start", ".ci/run")
SCRIPTS = (*PROGRAMS, "deploy/lib.sh", "deploy/kiosk/session")


def bash(words: list[str], **more: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", **more}
    return subprocess.run(
        ["bash", *words], env=env, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL
    )


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_are_whole(script: str) -> None:
    assert bash(["-n", str(ROOT / script)]).stderr == ""


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs_can_be_started(program: str) -> None:
    assert os.access(ROOT / program, os.X_OK)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_locks_name_one_version_with_hashes(lock: Path) -> None:
    text = re.sub(r"^#.*\n", "", lock.read_text(encoding="utf-8"), flags=re.M)
    entries = re.findall(r"^\S.*(?:\n {4}.*)*", text, flags=re.M)
    assert entries
    for entry in entries:
        assert re.match(r"[a-z0-9-]+==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry
    assert "://" not in text


def locked(name: str) -> set[str]:
    return set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "deploy" / name).read_text(encoding="utf-8"), flags=re.M))


def test_all_that_the_project_asks_for_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {re.split(r"[<>=~! ]", name)[0] for name in project["dependencies"]}
    assert wanted <= locked("requirements.lock")
    tests = {re.split(r"[<>=~! ]", name)[0] for name in project["optional-dependencies"]["test"]}
    assert wanted | tests <= locked("requirements-test.lock")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout that is set up already, with a stand-in for the program itself."""
    shutil.copytree(ROOT / "deploy", tmp_path / "deploy")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    venv = tmp_path / ".venv" / "bin"
    venv.mkdir(parents=True)
    (venv / "python").symlink_to(sys.executable)
    (venv / "cardspeak").write_text('#!/bin/sh\necho "$PWD" "$@"\n')
    (venv / "cardspeak").chmod(0o755)
    stamp = bash(["-c", f"source {tmp_path}/deploy/lib.sh; fingerprint run >$venv/set-up-run"])
    assert stamp.stderr == ""
    return tmp_path


def test_a_second_start_does_nothing_but_run(checkout: Path) -> None:
    done = bash([str(checkout / "deploy" / "run"), "--demo", "--data", "a b"])
    assert done.stdout == f"{os.getcwd()} run --demo --data a b\n"
    assert done.stderr == ""


@pytest.mark.parametrize("changed", ["deploy/requirements.lock", "pyproject.toml", "deploy/lib.sh"])
def test_a_change_is_noticed(checkout: Path, changed: str) -> None:
    with (checkout / changed).open("a") as file:
        file.write("\n# a change\n")
    assert bash(["-c", f"source {checkout}/deploy/lib.sh; up_to_date run"]).returncode == 1


def test_without_a_fitting_python_it_says_so(checkout: Path) -> None:
    (checkout / ".venv" / "set-up-run").unlink()
    done = bash([str(checkout / "deploy" / "run")], PYTHON="/nonexistent/python3")
    assert done.returncode == 2
    assert "needs Python 3.11, 3.12 or 3.13" in done.stderr.splitlines()[-1]


def test_a_stranger_in_the_place_of_the_venv_is_left_alone(checkout: Path) -> None:
    shutil.rmtree(checkout / ".venv")
    (checkout / ".venv").mkdir()
    (checkout / ".venv" / "diary").touch()
    done = bash(["-c", f"source {checkout}/deploy/lib.sh; ensure_venv {sys.executable}"])
    assert done.returncode == 2
    assert "is no virtual environment" in done.stderr
    assert (checkout / ".venv" / "diary").exists()
