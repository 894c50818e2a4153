"""`python -m ui`: the table on this screen. `cardspeak run` checks first that there is one."""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields
from pathlib import Path

from ui import environment


def parser() -> argparse.ArgumentParser:
    """The arguments; they are `cardspeak run`'s and a few for the window."""
    out = argparse.ArgumentParser(prog="python -m ui", description="The table on this screen.")
    out.add_argument("--camera", metavar="WHICH")
    out.add_argument("--data", metavar="DIR", type=Path)
    out.add_argument("--demo", action="store_true")
    out.add_argument("--snapshots", metavar="DIR", type=Path)
    out.add_argument("--hands", metavar="N", type=int)
    out.add_argument("--players", metavar="N", type=int, default=4)
    out.add_argument("--game", default="lucky-sevens")
    out.add_argument("--seed", metavar="N", type=int, default=1)
    out.add_argument("--pace", metavar="X", type=float, default=1.0)
    out.add_argument("--size", metavar="WxH", help="the window's size (default: 800x480)")
    out.add_argument("--fullscreen", action="store_true", help="the whole screen (a Pi does so by itself)")
    return out


def size_of(text: str) -> tuple[int, int]:
    """Reads `800x480`; raises ValueError in one line."""
    w, _, h = text.partition("x")
    if not (w.isdigit() and h.isdigit() and int(w) >= 320 and int(h) >= 240):
        raise ValueError(f"--size is width x height, such as 800x480, not {text!r}")
    return int(w), int(h)


def main(argv: list[str] | None = None) -> int:
    """Opens the session, then the window."""
    args = parser().parse_args(argv)
    try:
        size_wh_px = size_of(args.size) if args.size else None
    except ValueError as e:
        print(f"cardspeak run: {e}", file=sys.stderr)
        return 2
    from assistant.config import ConfigError, DataDirError
    from assistant.evening import RunArgs, open_evening
    from assistant.journal import JournalError

    known = {f.name for f in fields(RunArgs)}
    try:
        session = open_evening(RunArgs(**{k: v for k, v in vars(args).items() if k in known}))
    except (ConfigError, DataDirError, JournalError, ValueError) as e:
        print("\n".join(f"cardspeak run: {line}" for line in str(e).splitlines()), file=sys.stderr)
        return 2
    environment.prepare(None, size_wh_px, args.fullscreen or (environment.on_a_pi() and not args.size))
    from kivy.core.window import Window

    if Window is None:
        session.stop()
        print(
            "cardspeak run: no window could be opened on this screen; see it without one: "
            "SDL_VIDEODRIVER=offscreen cardspeak run --demo --snapshots DIR",
            file=sys.stderr,
        )
        return 2
    from ui.app import run

    run(session, args.snapshots)
    return 0


if __name__ == "__main__":
    sys.exit(main())
