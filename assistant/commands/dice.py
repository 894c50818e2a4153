"""`cardspeak dice learn`: the host's own dice, from throws whose values the host confirms."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.dice_reader import DiceReader
    from vision.geometry import Image
    from vision.learned_dice import LearnedDice

HELP = "learn your own dice, so that they are read best"
EXAMPLE = "cardspeak dice learn throw-1.jpg=34 throw-2.jpg=16"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    learn = actions.add_parser(
        "learn", help="take in photographs of throws, or throws before the camera", epilog=f"example: {EXAMPLE}"
    )
    learn.add_argument(
        "throws", nargs="*", metavar="PHOTO=VALUES", help="a photograph and what the dice show, left to right"
    )
    learn.add_argument("--camera", metavar="WHICH", help="throw before this camera instead, and confirm each throw")
    learn.add_argument("--data", type=Path, metavar="DIR", help="where the table keeps what it learned")
    learn.add_argument("--anew", action="store_true", help="forget the dice learned before")


def run(args: argparse.Namespace) -> int:
    """Learns. 0: all throws were taken in; 1: some were not; 2: none."""
    from assistant.config import DataDirError, data_dir
    from vision.dice_reader import DiceReader
    from vision.learned_dice import LearnedDice
    from vision.load_readers import DICE

    if bool(args.throws) == bool(args.camera):
        print("cardspeak dice learn: give photographs as PHOTO=VALUES, or --camera", file=sys.stderr)
        return 2
    try:
        path = data_dir(args.data) / DICE
        learned = LearnedDice.load(path) if path.exists() and not args.anew else LearnedDice()
        reader = DiceReader()
        if args.camera:
            taken, failed = _from_camera(args.camera, reader, learned)
        else:
            taken, failed = _from_photos(args.throws, reader, learned)
        if taken:
            learned.save(path)
    except (DataDirError, OSError, ValueError) as e:
        print(f"cardspeak dice learn: {e}", file=sys.stderr)
        return 2
    missing = ", ".join(map(str, learned.missing))
    print(f"{taken} dice taken in" + (f"; still to be shown: {missing}" if missing else "; every value was shown"))
    return 2 if not taken else 1 if failed else 0


def values_of(text: str) -> tuple[int, ...]:
    """Reads `34`, `3 4` or `3,4`; raises ValueError in one line.

    >>> values_of("3,4")
    (3, 4)
    """
    digits = text.replace(",", "").replace(" ", "")
    if not digits or not set(digits) <= set("123456"):
        raise ValueError(f"dice show 1 to 6, as in 34, not {text!r}")
    return tuple(map(int, digits))


def _from_photos(throws: list[str], reader: DiceReader, learned: LearnedDice) -> tuple[int, int]:
    from vision.reading import PhotoError, load_photo

    taken = failed = 0
    for throw in throws:
        name, sign, values = throw.rpartition("=")
        try:
            if not sign:
                raise ValueError(f"{throw}: say what the dice show, as in {throw}=34")
            taken += take_in(load_photo(Path(name)), values_of(values), reader, learned)
        except (PhotoError, ValueError) as e:
            failed += 1
            print(f"cardspeak dice learn: {name or throw} {e}".replace(f"{throw} {throw}", throw), file=sys.stderr)
    return taken, failed


def take_in(image: Image, values: tuple[int, ...], reader: DiceReader, learned: LearnedDice) -> int:
    """Learns the dice of one picture, left to right; raises ValueError where fewer are seen."""
    # The host says how many there are: the likeliest things are those.
    likeliest = sorted(reader.faces(image), key=lambda f: f[0].confidence, reverse=True)[: len(values)]
    faces = sorted(likeliest, key=lambda f: f[0].centre_xy_px)
    if len(faces) != len(values):
        raise ValueError(f"shows {len(faces)} dice to this reader, not {len(values)}: was one hidden, or too dark?")
    for (_, face), pips in zip(faces, values, strict=True):
        learned.learn(face, pips)
    return len(values)


def _from_camera(which: str, reader: DiceReader, learned: LearnedDice) -> tuple[int, int]:
    from vision.camera import CameraError, open_camera

    try:
        source = open_camera(which)
    except CameraError as e:
        raise ValueError(str(e)) from None
    taken = failed = 0
    print("Throw the dice, let them lie, then press Enter. An empty answer keeps what was read; q ends.")
    try:
        while True:
            if input("thrown? ").strip().lower() == "q":
                break
            frame = source.read()
            if frame is None:
                break
            image = frame.bgr
            seen = [d.pips for d, _ in sorted(reader.faces(image), key=lambda f: f[0].centre_xy_px)]
            answer = input(f"I read {' '.join(map(str, seen)) or 'no dice'}, left to right: right? ").strip()
            try:
                taken += take_in(image, values_of(answer) if answer else tuple(seen), reader, learned)
            except ValueError as e:
                failed += 1
                print(f"the picture {e}")
    except (EOFError, CameraError):
        pass  # nobody answers any more, or the camera is gone: keep what was learned
    finally:
        source.close()
    return taken, failed
