"""Makes the two readers, with the decks and dice that the host taught them."""

from __future__ import annotations

from pathlib import Path

from vision.readers import ReadsCards, ReadsDice

DICE = "dice.npz"
LETTERS = ("english", "german", "french")


def load_readers(data_dir: Path | None = None, deck: str | None = None) -> tuple[ReadsCards, ReadsDice]:
    """The card reader and the dice reader.

    `deck` is `english`, `german` or `french` letters. OSError, naming the file, when
    a model is missing; ValueError when what was learned can't be read, or no such
    deck is known.
    """
    from vision.card_reader import CardReader
    from vision.decks import Deck
    from vision.dice_reader import DiceReader
    from vision.learned_dice import LearnedDice

    dice = LearnedDice.load(data_dir / DICE) if data_dir is not None and (data_dir / DICE).exists() else None
    if deck is not None and deck not in LETTERS:
        raise ValueError(f"no deck {deck!r}: there are {', '.join(LETTERS)}")
    return CardReader(Deck(deck, deck) if deck else None), DiceReader(dice)
