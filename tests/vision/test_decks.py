"""Decks by letters, learned decks on disk, and what learning one brings."""

import numpy as np
import pytest

from vision.decks import Deck, built_in, find_deck, with_cards
from vision.readings import CODES


def patch(seed: int) -> np.ndarray:
    """A made-up index patch: ink on paper."""
    rng = np.random.default_rng(seed)
    image = np.full((72, 48, 3), 240, np.uint8)
    for _ in range(6):
        y, x = rng.integers(5, 60), rng.integers(4, 40)
        image[y : y + 9, x : x + 6] = rng.integers(0, 120, 3)
    return image


def test_a_learned_deck_knows_its_own_corners_under_other_light():
    codes = ["Kh", "8d", "2c"]
    deck = with_cards(Deck("mine"), codes, [patch(i) for i in range(3)])
    for i, code in enumerate(codes):
        dim = (np.roll(patch(i), 1, axis=1) * np.array([0.5, 0.6, 0.7])).astype(np.uint8)
        likeness = deck.likeness(dim)
        assert CODES[int(likeness.argmax())] == code
        assert likeness.sum() == pytest.approx(1)


def test_an_unlearned_deck_has_no_opinion():
    assert set(Deck().likeness(patch(1)).tolist()) == {1 / 52}


def test_only_the_newest_pictures_of_a_card_are_kept():
    deck = with_cards(Deck("mine"), ["Kh"] * 7, [patch(i) for i in range(7)])
    assert deck.codes == ("Kh",) * 4


def test_saved_and_loaded_it_is_the_same(tmp_path):
    deck = with_cards(Deck("mine", "german"), ["8d", "Kh"], [patch(1), patch(2)])
    deck.save(tmp_path / "mine.npz")
    again = find_deck("mine", tmp_path)
    assert (again.name, again.letters, again.codes) == ("mine", "german", ("8d", "Kh"))
    assert np.allclose(again.templates, deck.templates, atol=2e-3)


@pytest.mark.parametrize("content", [b"", b"not a deck", b"PK\x03\x04broken"])
def test_a_file_that_is_no_deck_is_refused_in_one_line(tmp_path, content):
    path = tmp_path / "odd.npz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="not a learned deck") as error:
        find_deck("odd", tmp_path)
    assert "\n" not in str(error.value)


def test_unknown_names_say_what_there_is():
    with pytest.raises(ValueError, match="english, german, french"):
        built_in("dutch")
    with pytest.raises(ValueError, match="deck learn"):
        find_deck("mine", None)
    with pytest.raises(ValueError, match="letters are one of"):
        Deck("x", "greek")
