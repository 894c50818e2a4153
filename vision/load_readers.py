"""Makes the two readers, with the decks and dice that the host taught them."""

from __future__ import annotations

from pathlib import Path

from vision.readers import ReadsCards, ReadsDice

DICE = "dice.npz"


def load_readers(data_dir: Path | None = None, deck: str | None = None) -> tuple[ReadsCards, ReadsDice]:
    """The card reader and the dice reader.

    OSError, naming the file, when a model is missing; ValueError when what was learned can't be read.
    """
    from vision.card_reader import CardReader
    from vision.dice_reader import DiceReader
    from vision.learned_dice import LearnedDice

    dice = LearnedDice.load(data_dir / DICE) if data_dir is not None and (data_dir / DICE).exists() else None
    return CardReader(), DiceReader(dice)
