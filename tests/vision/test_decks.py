"""Decks by letters, learned decks on disk, and what a learned one says beside the network."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.deck_witness import POSSIBLE, DeckWitness, Likeness, glyphs_of, weigh
from vision.decks import Deck, built_in, find_deck, with_cards, without
from vision.readings import CODES, RANKS, SUITS
from vision.simulated.deck import DeckStyle, card_image

STYLE = DeckStyle()


def patch(code: str, *, turn_deg: float = 0.0, light: tuple[float, ...] = (1, 1, 1), k: float = 1.0) -> np.ndarray:
    """An index corner as card_nets cuts it, on a dark table."""
    face = card_image(code, STYLE)
    h = face.shape[0]
    ink = np.where(face[:, :, 3:] > 0, face[:, :, :3], 40).astype(np.uint8)
    wide = cv2.copyMakeBorder(ink, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(40, 50, 40))
    scale = 48 / (0.26 * h) * k
    m = cv2.getRotationMatrix2D((60 + 0.09 * h, 60 + 0.14 * h), turn_deg, scale)
    m[:, 2] += np.array([20, 31]) - (60 + 0.09 * h, 60 + 0.14 * h)
    cut = cv2.warpAffine(wide, m, (48, 72), flags=cv2.INTER_AREA)
    return (cv2.GaussianBlur(cut, (3, 3), 0) * np.array(light)).astype(np.uint8)


@pytest.fixture(scope="module")
def suits_and_ranks() -> Deck:
    """All ranks, but each in one suit only: four learn the suits."""
    codes = [rank + SUITS[i % 4] for i, rank in enumerate(RANKS)]
    return with_cards(Deck("mine"), codes, [patch(c) for c in codes])


def word(card: str, p: float, other: str = "", q: float = 0.0) -> np.ndarray:
    """What a network may say: a card, another, and the rest nowhere."""
    row = np.full(53, 1e-4)
    row[CODES.index(card)] = p
    if other:
        row[CODES.index(other)] = q
    row[52] = max(0.0, 1 - row[:52].sum())
    return row


@pytest.mark.parametrize("code", ["7c", "7d", "Th", "8s", "6s", "Ad", "Kc", "3h"])
def test_a_rank_learned_in_one_suit_is_known_in_another(code: str, suits_and_ranks: Deck) -> None:
    dim = patch(code, turn_deg=3, light=(0.5, 0.6, 0.7), k=1.06)
    seen = DeckWitness(suits_and_ranks.codes, list(suits_and_ranks.patches)).likeness(dim)
    assert seen is not None
    assert RANKS[int(seen.ranks.argmax())] + SUITS[int(seen.suits.argmax())] == code


def test_where_both_name_the_same_a_doubtful_card_becomes_clear(suits_and_ranks: Deck) -> None:
    row = suits_and_ranks.weigh(word("7c", 0.6, "7s", 0.3), patch("7c"))
    assert row[CODES.index("7c")] > 0.9
    assert row.sum() == pytest.approx(1)


@pytest.mark.parametrize("p", [0.6, 0.95, 0.9999])
def test_where_they_conflict_neither_is_clear(p: float, suits_and_ranks: Deck) -> None:
    row = suits_and_ranks.weigh(word("7c", p), patch("Kh"))
    assert row.max() < 0.6
    assert np.sort(row[:52])[-2] > 0.3


def test_the_networks_second_thought_is_never_clear_by_the_deck_alone(suits_and_ranks: Deck) -> None:
    row = suits_and_ranks.weigh(word("8h", 0.55, "6h", 0.4), patch("6h"))
    assert row[:52].max() < 0.5


def test_nothing_is_said_of_what_is_no_index(suits_and_ranks: Deck) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (72, 48, 3)).astype(np.uint8)
    felt = np.full((72, 48, 3), (40, 90, 30), np.uint8)
    for image in (noise, felt, np.zeros((72, 48, 3), np.uint8)):
        row = word("7c", 0.5)
        assert np.array_equal(suits_and_ranks.weigh(row, image), row)
    assert glyphs_of(felt) is None


def test_a_plain_deck_says_nothing() -> None:
    row = word("7c", 0.5)
    assert Deck().weigh(row, patch("Kh")) is row


def test_what_was_never_learned_can_be_confused_so_more_is_asked() -> None:
    like = Likeness(np.full(13, -1, np.float32), np.full(4, -1, np.float32))
    like.ranks[[0, 1]] = 0.84, 0.3
    row = word("Kc", 0.9)
    assert np.array_equal(weigh(row, like), row)
    like.ranks[:] = 0.3
    like.ranks[0] = 0.84
    assert weigh(row, like)[CODES.index("Kc")] < 0.5
    assert row[CODES.index("2c")] < POSSIBLE


def test_only_the_newest_pictures_of_a_card_are_kept_and_a_card_can_be_forgotten() -> None:
    deck = with_cards(Deck("mine"), ["Kh"] * 7 + ["8d"], [patch("Kh")] * 7 + [patch("8d")])
    assert deck.codes == ("8d", *("Kh",) * 4)
    assert without(deck, "Kh").codes == ("8d",)
    assert len(without(without(deck, "Kh"), "8d").missing) == 52


def test_saved_and_loaded_it_is_the_same(tmp_path: Path) -> None:
    deck = with_cards(Deck("mine", "german"), ["8d", "Kh"], [patch("8d"), patch("Kh")])
    deck.save(tmp_path / "decks" / "mine.npz")
    again = find_deck("mine", tmp_path / "decks")
    assert (again.name, again.letters, again.codes) == ("mine", "german", ("8d", "Kh"))
    assert np.array_equal(again.patches, deck.patches)
    assert [p.name for p in (tmp_path / "decks").iterdir()] == ["mine.npz"]


@pytest.mark.parametrize("content", [b"", b"not a deck", b"PK\x03\x04broken"])
def test_a_file_that_is_no_deck_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.npz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="not a learned deck") as error:
        find_deck("odd", tmp_path)
    assert "\n" not in str(error.value)


def test_unknown_names_say_what_there_is() -> None:
    with pytest.raises(ValueError, match="english, german, french"):
        built_in("dutch")
    with pytest.raises(ValueError, match="deck learn"):
        find_deck("mine", None)
    with pytest.raises(ValueError, match="letters are one of"):
        Deck("x", "greek")
