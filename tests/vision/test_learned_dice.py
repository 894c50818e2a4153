"""The host's own dice: learned from confirmed faces, kept in a file, and a vote only where it is clear."""

import numpy as np
import pytest

from tests.vision.test_pips import face
from vision.learned_dice import LearnedDice


@pytest.fixture
def learned():
    dice = LearnedDice()
    for value in range(1, 7):
        dice.learn(face(value), value, edge_mm=16.0)
    return dice


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("turns", range(4))
def test_a_learned_die_is_known_in_every_turn(learned, value, turns):
    seen = np.ascontiguousarray(np.rot90(face(value, seed=9), turns))
    voted = learned.votes(seen)
    assert voted is not None
    assert voted[0] == value
    assert voted[1] > 0.1


def test_something_unlike_every_learned_face_gets_no_vote(learned):
    noise = np.random.default_rng(3).integers(0, 255, (60, 60, 3)).astype(np.uint8)
    assert learned.votes(noise) is None


def test_one_value_alone_is_too_little_to_vote():
    dice = LearnedDice()
    dice.learn(face(4), 4)
    assert dice.votes(face(4)) is None
    assert dice.missing == (1, 2, 3, 5, 6)


def test_it_is_saved_and_loaded_whole(learned, tmp_path):
    learned.save(tmp_path / "dice.npz")
    again = LearnedDice.load(tmp_path / "dice.npz")
    assert again.values == learned.values
    assert again.edge_mm == 16.0
    assert again.colours == learned.colours
    assert again.likeness(face(5)) == pytest.approx(learned.likeness(face(5)))


def test_an_unknown_scale_gives_no_edge():
    dice = LearnedDice()
    dice.learn(face(2), 2)
    assert dice.edge_mm is None


@pytest.mark.parametrize("content", [b"", b"no dice at all", b"PK\x03\x04 broken"])
def test_a_file_that_is_none_is_refused_by_name(tmp_path, content):
    path = tmp_path / "other.npz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"other\.npz"):
        LearnedDice.load(path)


def test_a_missing_file_is_refused_by_name(tmp_path):
    with pytest.raises(ValueError, match=r"none\.npz"):
        LearnedDice.load(tmp_path / "none.npz")


@pytest.mark.parametrize("pips", [0, 7, -1])
def test_a_die_shows_one_to_six(pips):
    with pytest.raises(ValueError, match="1 to 6"):
        LearnedDice().learn(face(1), pips)


def test_a_face_must_be_a_square_picture():
    with pytest.raises(ValueError, match="square"):
        LearnedDice().learn(np.zeros((20, 30, 3), np.uint8), 3)
