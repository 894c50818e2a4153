"""What learning a deck brings: cards surely read, and wrongly, before and after.

    python -m vision.training.check_decks PHOTOS_DIR --only SOURCE [--folds 2]
    python -m vision.training.check_decks --drawn 5

PHOTOS_DIR holds `cards.csv` and `cards/`: of one source's photos each is read by a deck learned from
the others, whose truth is what the host would have said. `--drawn N` learns N drawn decks from
clear pictures of ten cards each, and reads small, dim and turned ones of the same decks.
"""

from __future__ import annotations

import argparse
import csv
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from vision.card_reader import CardReader
from vision.deck_learning import DeckLearner, Image
from vision.decks import Deck
from vision.readings import CODES
from vision.simulated.deck import random_style
from vision.training.check_cards import truth_of
from vision.training.drawn_tables import felt, lay, photograph

Sums = dict[str, Counter[str]]


def learn(photos: list[tuple[Image, frozenset[str]]]) -> Deck:
    """A deck from pictures of which it is known what lies there."""
    learner = DeckLearner(CardReader(), "checked")
    for image, lying in photos:
        learner.show(image, lying=lying)
    return learner.deck


def read(image: Image, truth: Counter[str], decks: dict[str, CardReader], sums: Sums, name: str) -> None:
    """Read one picture by each reader, and count."""
    for which, reader in decks.items():
        got = Counter(c.card for c in reader.read(image).cards if c.sure)
        sums[which].update(truth=sum(truth.values()), right=sum((got & truth).values()),
                           wrong=sum((got - truth).values()))
        if got - truth:
            print(f"  {which} {name}: wrong {' '.join(got - truth)}, truth {' '.join(truth)}")


def of_photos(folder: Path, only: str, folds: int) -> Sums:
    """Each photo of a source by a deck learned from those of other folds."""
    with (folder / "cards.csv").open(newline="") as table:
        rows = [r for r in csv.DictReader(table) if only in r["source"]]
    order = np.random.default_rng(1).permutation(len(rows))
    photos = []
    for i in order:
        image = cv2.imread(str(folder / "cards" / rows[i]["file"]))
        assert image is not None
        photos.append((rows[i]["file"], np.asarray(image, np.uint8), truth_of(rows[i]["cards"])))
    sums: Sums = {"plain": Counter(), "learned": Counter()}
    for fold in range(folds):
        deck = learn([(image, frozenset(t)) for i, (_, image, t) in enumerate(photos) if i % folds != fold])
        print(f"fold {fold}: {len(deck.learned)} cards learned, {len(deck.codes)} corners")
        for name, image, t in photos[fold::folds]:
            read(image, t, {"plain": CardReader(), "learned": CardReader(deck)}, sums, name)
    return sums


def of_drawn(count: int, length_px: float) -> Sums:
    """Drawn decks: learned large, read at `length_px` a card."""
    sums: Sums = {"plain": Counter(), "learned": Counter()}
    for seed in range(count):
        rng = np.random.default_rng(500 + seed)
        style = random_style(rng)

        def picture(codes: list[str], length: float, turned: bool, rng: np.random.Generator, style: object) -> Image:
            image = felt(rng, (round(5.6 * length), round(3.2 * length)))
            for i, code in enumerate(codes):
                at = ((i % 5 + 0.75) * length * 1.02, (i // 5 + 0.55) * length * 1.45)
                lay(image, code, at, float(rng.uniform(0, 360) if turned else rng.normal(0, 3)), style, length)  # type: ignore[arg-type]
            return photograph(image, rng)

        codes = [str(c) for c in rng.permutation(CODES)]
        groups = [codes[i : i + 10] for i in range(0, 52, 10)]
        deck = learn([(picture(g, 240, False, rng, style), frozenset(g)) for g in groups])
        print(f"deck {seed}: {len(deck.learned)} cards learned")
        decks = {"plain": CardReader(), "learned": CardReader(deck)}
        for g in groups:
            image = (picture(g, length_px, True, rng, style) * 0.7).astype(np.uint8)
            read(image, Counter(g), decks, sums, f"deck {seed}")
    return sums


def main() -> None:
    """Check, and print the sums."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path, nargs="?", default=Path("photos"))
    parser.add_argument("--only", default="")
    parser.add_argument("--folds", type=int, default=2)
    parser.add_argument("--drawn", type=int, default=0)
    parser.add_argument("--length", type=float, default=90.0, help="px of a drawn card that is read")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if not args.drawn and not (args.photos / "cards.csv").exists():
        print(f"there are no photos at {args.photos}: nothing is checked")
        return
    sums = of_drawn(args.drawn, args.length) if args.drawn else of_photos(args.photos, args.only, args.folds)
    for which, n in sums.items():
        recall = n["right"] / max(1, n["truth"])
        print(f"{which:8} {n['right']} of {n['truth']} read ({recall:.3f}), {n['wrong']} wrong")


if __name__ == "__main__":
    main()
