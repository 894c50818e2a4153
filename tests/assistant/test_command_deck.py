"""`cardspeak deck learn`: photographs of the host's cards become a deck that the readers load."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from assistant.cli import main
from assistant.commands.deck import _ask
from vision.decks import Deck
from vision.load_readers import deck_path
from vision.simulated.deck import HOUSE_DECK
from vision.training.drawn_tables import felt, lay


def photo(folder: Path, *codes: str) -> Path:
    """Cards lying apart."""
    image = felt(np.random.default_rng(5), (220 * len(codes) + 60, 340))
    for i, code in enumerate(codes):
        lay(image, code, (140 + 220 * i, 170), 3.0 * i - 3, HOUSE_DECK, 230)
    path = folder / f"{'-'.join(codes)}.png"
    cv2.imwrite(str(path), cv2.GaussianBlur(image, (3, 3), 0))
    return path


def test_cards_are_ticked_off_kept_and_added_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = photo(tmp_path, "Kh", "8d")
    assert main(["deck", "learn", f"{first}=Kh,8d", "--name", "blue", "--data", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "2 of 52 cards learned" in said
    assert "still to be shown: 2c 3c" in said
    main(["deck", "learn", f"{photo(tmp_path, '7s')}=7s", "--name", "blue", "--data", str(tmp_path)])
    assert Deck.load(deck_path(tmp_path, "blue")).learned == {"Kh", "8d", "7s"}
    main(["deck", "learn", f"{first}=8d,Kh", "--name", "blue", "--data", str(tmp_path), "--anew"])
    assert Deck.load(deck_path(tmp_path, "blue")).learned == {"Kh", "8d"}


def test_what_does_not_lie_there_is_not_learned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = photo(tmp_path, "Kh", "8d")
    assert main(["deck", "learn", f"{path}=Kh,2c", "--data", str(tmp_path)]) == 1
    assert "2c not clearly enough" in capsys.readouterr().err
    assert Deck.load(deck_path(tmp_path, "own")).learned == {"Kh"}


@pytest.mark.parametrize(
    "words",
    [[], ["none.jpg"], ["x.jpg", "--camera", "usb:0"], ["x.jpg", "--name", "../up"], ["x.jpg", "--name", "german"],
     ["x.jpg=Zz"]],
)  # fmt: skip
def test_nothing_learned_is_said_in_a_line(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deck", "learn", *words, "--data", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not (tmp_path / "decks").exists()


def test_cards_before_a_camera_are_taken_in_when_the_host_is_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "frames").mkdir()
    photo(tmp_path / "frames", "Kh", "8d")
    answers = iter(["", "q"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers, "q"))
    assert main(["deck", "learn", "--camera", str(tmp_path / "frames"), "--data", str(tmp_path)]) == 0
    assert Deck.load(deck_path(tmp_path, "own")).learned == {"Kh", "8d"}
    assert "seen: 8d Kh" in capsys.readouterr().out


@pytest.mark.parametrize(("answer", "card"), [("9h", "9h"), ("10♥", "Th"), ("", None), ("nonsense", None)])
def test_the_host_may_name_a_doubtful_card(
    answer: str, card: str | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []
    monkeypatch.setattr("builtins.input", lambda text: asked.append(text) or answer)
    assert _ask("6h", ["9h", "8h"]) == card
    assert "6h, or 9h, 8h" in asked[0]
    assert len(capsys.readouterr().out.splitlines()) == (answer == "nonsense")
