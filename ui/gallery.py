"""Renders the named scenes as PNGs: `python -m ui.gallery OUT_DIR [SCENE …] [--size 800x480]`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")


def main() -> int:
    """Draws each scene once and saves it."""
    parser = argparse.ArgumentParser(prog="python -m ui.gallery", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("scenes", nargs="*")
    parser.add_argument("--size", default="800x480", help="such as 1280x720")
    args = parser.parse_args()
    w, _, h = args.size.partition("x")

    from ui.environment import prepare

    prepare(size_wh_px=(int(w), int(h)))
    from ui.stage import PAGES, Still

    known = list(PAGES)
    unknown = [s for s in args.scenes if s not in known]
    if unknown:
        print(f"no scene is called {unknown[0]}; known: {', '.join(known)}", file=sys.stderr)
        return 2
    still = Still()
    for name in args.scenes or known:
        still.save(name, args.out / f"{name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
