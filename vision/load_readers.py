"""Makes the two readers, with the decks and dice that the host taught them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from vision.readers import ReadsCards, ReadsDice

if TYPE_CHECKING:
    from vision.decks import Deck

DICE = "dice.npz"
DECKS = "decks"


def deck_path(data_dir: Path, name: str) -> Path:
    """Where a learned deck of this name lies."""
    return data_dir / DECKS / f"{name}.npz"


def load_readers(data_dir: Path | None = None, deck: str | None = None) -> tuple[ReadsCards, ReadsDice]:
    """The card reader and the dice reader.

    `deck` is `english`, `german` or `french` letters, or the name of a learned deck;
    None or `auto` takes the deck learned last, if there is one. OSError, naming the
    file, when a model is missing; ValueError when what was learned can't be read, or
    no such deck is known.
    """
    from vision.card_reader import CardReader
    from vision.dice_reader import DiceReader
    from vision.learned_dice import LearnedDice

    dice = LearnedDice.load(data_dir / DICE) if data_dir is not None and (data_dir / DICE).exists() else None
    return CardReader(_deck(data_dir, deck)), DiceReader(dice)


def _deck(data_dir: Path | None, name: str | None) -> Deck | None:
    from vision.decks import LETTERS, Deck

    learned = sorted((data_dir / DECKS).glob("*.npz"), key=lambda p: p.stat().st_mtime) if data_dir else []
    if name in (None, "auto"):
        return Deck.load(learned[-1]) if learned else None
    if name in LETTERS:
        return Deck(name, name)
    for path in learned:
        if path.stem == name:
            return Deck.load(path)
    raise ValueError(f"no deck {name!r}: there are {', '.join([*LETTERS, *(path.stem for path in learned)])}")
