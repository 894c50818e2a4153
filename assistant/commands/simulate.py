"""`cardspeak simulate`: frames of a drawn table with their truth, for trying out and for measuring."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

HELP = "write frames of a drawn table with their truth"
EXAMPLE = "cardspeak simulate --out frames --seed 7"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where pictures and truth.jsonl go")
    parser.add_argument("--frames", type=int, default=40, metavar="N", help="how many pictures (40)")
    parser.add_argument("--fps", type=float, default=2.0, metavar="F", help="pictures a second of the table's time (2)")
    parser.add_argument("--seats", type=int, default=4, metavar="N", help="how many players (4)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed, the same pictures")
    parser.add_argument("--size", default="2028x1520", metavar="WxH", help="the camera's picture in px")
    parser.add_argument("--varied", action="store_true", help="a deck, dice, felt and light drawn from the seed")


def run(args: argparse.Namespace) -> int:
    """Writes the frames. 0: done; 2: nothing done."""
    from vision.simulated.record import record

    try:
        width, _, height = args.size.lower().partition("x")
        if not (width.isdecimal() and height.isdecimal()) or not 320 <= int(width) <= 6000 or int(height) < 240:
            raise ValueError(f"--size {args.size}: width x height in px is wanted, such as 2028x1520")
        if args.frames < 1 or not 0.1 <= args.fps <= 60:
            raise ValueError("--frames is at least 1, --fps between 0.1 and 60")
        args.out.mkdir(parents=True, exist_ok=True)
        size = (int(width), int(height))
        count = 0
        with (args.out / "truth.jsonl").open("w", encoding="utf-8") as lines:
            for line in record(args.out, args.frames, args.fps, args.seats, args.seed, size, args.varied):
                lines.write(json.dumps(line) + "\n")
                count += 1
    except OSError as error:
        print(f"cardspeak simulate: {args.out}: {error.strerror or error}", file=sys.stderr)
        return 2
    except ValueError as error:
        print(f"cardspeak simulate: {error}", file=sys.stderr)
        return 2
    print(f"{args.out}: {count} pictures and their truth in truth.jsonl")
    return 0
