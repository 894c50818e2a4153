"""`cardspeak read`: every face-up card and every die in photographs, with a promise where it is sure."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.readings import ImageReading

HELP = "read the cards and dice in photographs"
EXAMPLE = "cardspeak read photo.jpg --out seen"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="a photograph, or a video of dice")
    parser.add_argument("--json", action="store_true", help="one JSON line for each image")
    parser.add_argument("--out", type=Path, metavar="DIR", help="write the pictures with what was read drawn in")
    parser.add_argument("--deck", metavar="NAME", help="english, german or french letters, or a deck that was learned")
    parser.add_argument("--table", type=Path, metavar="FILE", help="a calibration, for the table's own camera")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where the table keeps learned decks and dice")


def run(args: argparse.Namespace) -> int:
    """Reads all images. 0: done; 1: some could not be read; 2: none."""
    from vision.camera import VIDEO_SUFFIXES
    from vision.geometry import Geometry, GeometryError
    from vision.load_readers import load_readers
    from vision.reading import PhotoError, annotate, contract_line, load_photo, read_photo, read_video

    try:
        geometry = Geometry.load(args.table) if args.table else None
        cards, dice = load_readers(_data_dir(args.data), args.deck)
        if args.out:
            args.out.mkdir(parents=True, exist_ok=True)
    except (GeometryError, OSError, ValueError) as error:
        print(f"cardspeak read: {error}", file=sys.stderr)
        return 2
    failed = 0
    for name in args.images:
        try:
            if Path(name).suffix.lower() in VIDEO_SUFFIXES:
                for seen in read_video(Path(name), cards, dice):
                    if args.out:
                        still = Path(f"{Path(name).stem}-{seen.frame:05d}")
                        _write(args.out, still, annotate(seen.image, seen.reading))
                    line = {**contract_line(name, seen.reading), "frame": seen.frame, "time_s": round(seen.time_s, 3)}
                    words = f"{name} at {seen.time_s:.2f} s: {_words(seen.reading)}"
                    print(json.dumps(line) if args.json else words, flush=True)
                continue
            image = load_photo(Path(name))
            reading = read_photo(image, cards, dice, geometry)
            if args.out:
                _write(args.out, Path(name), annotate(image, reading))
        except PhotoError as error:
            failed += 1
            if args.json:
                print(json.dumps({"image": name, "error": f"{name} {error}"}), flush=True)
            else:
                print(f"{name} {error}", file=sys.stderr)
            continue
        print(json.dumps(contract_line(name, reading)) if args.json else f"{name}: {_words(reading)}", flush=True)
    if failed == len(args.images):
        return 2
    return 1 if failed else 0


def _data_dir(given: Path | None) -> Path | None:
    """The table's folder, where there is one: a photograph can be read without."""
    from assistant.config import DataDirError, data_dir

    try:
        return data_dir(given)
    except DataDirError:
        return None


def _write(folder: Path, name: Path, image: object) -> None:
    import cv2
    import numpy as np

    from vision.reading import PhotoError

    target = folder / f"{name.stem}.png"
    number = 2
    while target.exists() and name.resolve() == target.resolve():  # never over the photo itself
        target, number = folder / f"{name.stem}-{number}.png", number + 1
    try:
        written = cv2.imwrite(str(target), np.asarray(image))
    except cv2.error:
        written = False
    if not written:
        raise PhotoError(f"was read, but {target} can't be written")


def _words(reading: ImageReading) -> str:
    """What was read, for a person."""
    parts = []
    sure = [card.card for card in reading.cards if card.sure]
    unsure = [f"{card.card} ({card.confidence:.0%})" for card in reading.cards if not card.sure]
    dice = [str(die.pips) for die in reading.dice if die.sure]
    perhaps = [f"{die.pips} ({die.confidence:.0%})" for die in reading.dice if not die.sure]
    if sure:
        parts.append(f"cards {' '.join(sure)}")
    if unsure:
        parts.append(f"not sure of {', '.join(unsure)}")
    if dice:
        parts.append(f"dice {' '.join(dice)}")
    if perhaps:
        parts.append(f"not sure of dice {', '.join(perhaps)}")
    if reading.face_down:
        parts.append(f"{reading.face_down} face down")
    return "; ".join(parts) or "no cards and no dice"
