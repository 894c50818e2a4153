"""The readers with what the host taught them: which deck is taken, and which is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from vision.decks import Deck
from vision.load_readers import _deck, deck_path


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for i, name in enumerate(("blue", "red")):
        path = deck_path(tmp_path, name)
        path.parent.mkdir(exist_ok=True)
        Deck(name, "german").save(path)
        os.utime(path, (1000 + i, 1000 + i))
    return tmp_path


@pytest.mark.parametrize(
    ("name", "deck"),
    [(None, "red"), ("auto", "red"), ("blue", "blue"), ("french", "french")],
)
def test_the_deck_that_is_meant(name: str | None, deck: str, data: Path) -> None:
    found = _deck(data, name)
    assert found is not None
    assert found.name == deck


def test_without_a_learned_deck_there_is_none(tmp_path: Path) -> None:
    assert _deck(tmp_path, None) is None
    assert _deck(None, "auto") is None


def test_an_unknown_deck_is_answered_with_those_there_are(data: Path) -> None:
    with pytest.raises(ValueError, match="english, german, french, blue, red"):
        _deck(data, "green")
