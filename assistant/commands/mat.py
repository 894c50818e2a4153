"""`cardspeak mat`: the mat with its markers, as a PDF to print."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

HELP = "write the printable mat as a PDF"
EXAMPLE = "cardspeak mat mat.pdf --paper A3"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("file", nargs="?", default="cardspeak-mat.pdf", metavar="FILE", help="where to write it")
    parser.add_argument("--paper", choices=("A2", "A3"), default="A3", help="the mat's size (A3; A2 for large tables)")
    parser.add_argument("--tiled", action="store_true", help="on A4 pages to be glued together")
    parser.add_argument("--outline", action="store_true", help="save ink: lines and markers only, no cloth colour")


def run(args: argparse.Namespace) -> int:
    """Writes the PDF. 0: done; 2: it can't be written."""
    from vision.mat import make_mat
    from vision.mat_pdf import mat_pdf, mat_pdf_tiled

    write = mat_pdf_tiled if args.tiled else mat_pdf
    path = Path(args.file)
    try:
        path.write_bytes(write(make_mat(args.paper), filled=not args.outline))
    except OSError as error:
        print(f"cardspeak mat: {path}: {error.strerror or error}", file=sys.stderr)
        return 2
    pages = "A4 pages to cut and glue" if args.tiled else f"one {args.paper} page"
    print(f"{path}: the mat, {pages}. Print it at 100 % (no scaling); the bar at its edge must be 100 mm long.")
    return 0
