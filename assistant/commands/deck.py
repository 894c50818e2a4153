"""`cardspeak deck learn`: the host's own deck, its 52 cards shown once, in any order."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.deck_learning import DeckLearner, LearnStep
    from vision.geometry import Image

HELP = "learn your own deck, so that it is read best"
EXAMPLE = "cardspeak deck learn hearts.jpg spades.jpg odd.jpg=Kh,8d"
LETTERS = ("english", "german", "french")
NAME = "own"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    learn = actions.add_parser(
        "learn", help="take in photographs of cards, or cards before the camera", epilog=f"example: {EXAMPLE}"
    )
    learn.add_argument(
        "photos", nargs="*", metavar="PHOTO[=CARDS]", help="cards lying apart; with =Kh,8d, what lies there"
    )
    learn.add_argument("--camera", metavar="WHICH", help="lay the cards before this camera instead")
    learn.add_argument("--name", metavar="NAME", default=NAME, help=f"what the deck is called (default: {NAME})")
    learn.add_argument("--letters", choices=LETTERS, default="english", help="the deck's indices (default: english)")
    learn.add_argument("--data", type=Path, metavar="DIR", help="where the table keeps what it learned")
    learn.add_argument("--anew", action="store_true", help="forget the deck of this name first")


def run(args: argparse.Namespace) -> int:
    """Learns. 0: all was taken in; 1: some was not; 2: nothing."""
    from assistant.config import DataDirError, data_dir
    from vision.card_reader import CardReader
    from vision.deck_learning import DeckLearner
    from vision.decks import Deck
    from vision.load_readers import deck_path

    try:
        if bool(args.photos) == bool(args.camera):
            raise ValueError("give photographs, or --camera")
        if not re.fullmatch(r"[\w-]{1,40}", args.name) or args.name in (*LETTERS, "auto"):
            raise ValueError(f"a deck can't be called {args.name!r}: letters, digits, - and _, and none of {LETTERS}")
        path = deck_path(data_dir(args.data), args.name)
        before = Deck.load(path) if path.exists() and not args.anew else None
        letters = before.letters if before is not None else args.letters
        learner = DeckLearner(CardReader(Deck(letters=letters)), args.name, letters, deck=before)
        begun = learner.deck
        failed = _from_camera(args.camera, learner) if args.camera else _from_photos(args.photos, learner)
        if learner.deck is not begun:
            learner.deck.save(path)
    except (DataDirError, OSError, ValueError) as e:
        print(f"cardspeak deck learn: {e}", file=sys.stderr)
        return 2
    missing = learner.missing
    left = f"still to be shown: {' '.join(missing)}" if missing else "the deck is whole"
    print(f"{len(learner.deck.learned)} of 52 cards learned; {left}")
    return 2 if not learner.deck.learned else 1 if failed else 0


def _from_photos(photos: list[str], learner: DeckLearner) -> int:
    """Takes in all; how many were not, or not wholly."""
    from vision.reading import PhotoError, load_photo

    failed = 0
    for photo in photos:
        name, sign, said = photo.rpartition("=")
        if not sign or Path(photo).exists():
            name, said = photo, ""
        try:
            lying = cards_of(said) if said else None
            image = load_photo(Path(name))
            step = learner.show(image, lying=lying)
        except (PhotoError, ValueError) as e:
            failed += 1
            print(f"cardspeak deck learn: {name} {e}", file=sys.stderr)
            continue
        _say(name, step)
        for reading in step.doubtful if lying is None else ():
            code = _ask(reading.card, [code for code, _ in reading.alternatives])
            if code is not None and learner.confirm(image, reading, code):
                print(f"  learned {code}")
        if lying is not None and not lying <= learner.deck.learned:
            failed += 1
            gone = " ".join(sorted(lying - learner.deck.learned))
            print(f"cardspeak deck learn: {name} shows {gone} not clearly enough: lay it flat, nearer", file=sys.stderr)
    return failed


def _from_camera(which: str, learner: DeckLearner) -> int:
    from vision.camera import CameraError, open_camera

    try:
        source = open_camera(which)
    except CameraError as e:
        raise ValueError(str(e)) from None
    print("Lay some cards flat and apart, then press Enter; q ends. Any order will do.")
    try:
        while learner.missing:
            if input(f"{len(learner.missing)} to go, ready? ").strip().lower() == "q":
                break
            frame = source.read()
            if frame is None:
                break
            _take_in(frame.bgr, learner)
    except (EOFError, CameraError):
        pass  # nobody answers any more, or the camera is gone: keep what was learned
    finally:
        source.close()
    return 0


def _take_in(image: Image, learner: DeckLearner) -> None:
    step = learner.show(image)
    _say("seen", step)
    for reading in step.doubtful:
        code = _ask(reading.card, [code for code, _ in reading.alternatives])
        if code is not None and learner.confirm(image, reading, code):
            print(f"  learned {code}")


def _say(where: str, step: LearnStep) -> None:
    print(f"{where}: " + (" ".join(step.added) if step.added else "no new card"), flush=True)
    if step.unclear:
        print(f"  not clear enough to learn from: {' '.join(step.unclear)}")


def _ask(likeliest: str, others: list[str]) -> str | None:
    """What the host says a doubtful card is; None where nobody is there to say or they don't know."""
    try:
        answer = input(f"  is one of them the {likeliest}, or {', '.join(others)}? (Enter: skip) ").strip()
    except EOFError:
        print()
        return None
    try:
        return next(iter(cards_of(answer))) if answer else None
    except ValueError as e:
        print(f"  {e}")
        return None


def cards_of(text: str) -> frozenset[str]:
    """Reads `Kh,8d` or `Kh 8d`; raises ValueError in one line.

    >>> sorted(cards_of("kh, 10d"))
    ['Kh', 'Td']
    """
    from assistant.cards import parse_cards

    return frozenset(parse_cards(text.replace(",", " ")))
