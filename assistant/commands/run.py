"""`cardspeak run`: the table. Finds out whether there is a screen, then hands over to the interface."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from assistant.display import no_display

HELP = "run the table: camera, buttons, screen"
EXAMPLE = "cardspeak run --demo"
SNAPSHOTS = Path("snapshots")


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument(
        "--camera",
        metavar="WHICH",
        help="auto, picamera2, usb:0, simulated, a video file, a folder of frames, or none (default: auto)",
    )
    parser.add_argument("--data", metavar="DIR", type=Path, help="where the nights are kept")
    parser.add_argument("--demo", action="store_true", help="a simulated table plays a night by itself")
    parser.add_argument("--snapshots", metavar="DIR", type=Path, help="save the screen as PNG at every new prompt")
    parser.add_argument("--hands", metavar="N", type=int, help="the demo ends after N hands")
    parser.add_argument("--players", metavar="N", type=int, default=4, help="players in the demo, 2 to 8 (default: 4)")
    parser.add_argument("--game", default="lucky-sevens", help="the demo's game (default: lucky-sevens)")
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="the demo's luck (default: 1)")
    parser.add_argument("--pace", metavar="X", type=float, default=1.0, help="how fast the demo plays (default: 1)")


def run(args: argparse.Namespace) -> int:
    """Checks what can be checked in a line, then becomes the interface."""
    problem = _problem(args)
    if problem:
        print(f"cardspeak run: {problem}", file=sys.stderr)
        return 2
    snapshots = args.snapshots
    reason = no_display(os.environ)
    if reason:
        if not args.demo and snapshots is None:
            print(
                f"cardspeak run: {reason}. Start it on the Pi's own desktop, set up the kiosk "
                "(deploy/kiosk), or see it without a screen: cardspeak run --demo --snapshots DIR",
                file=sys.stderr,
            )
            return 2
        snapshots = snapshots or SNAPSHOTS
        print(f"{reason}: playing off-screen, pictures of it go to {snapshots}/", flush=True)
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
    words = [sys.executable, "-m", "ui", "--players", str(args.players), "--game", args.game]
    words += ["--seed", str(args.seed), "--pace", str(args.pace)]
    for name, value in (("camera", args.camera), ("data", args.data), ("snapshots", snapshots), ("hands", args.hands)):
        if value is not None:
            words += [f"--{name}", str(value)]
    if args.demo:
        words.append("--demo")
    sys.stdout.flush()
    # The interface imports the rules, never the other way: it is another program.
    os.execv(words[0], words)
    return 0


def _problem(args: argparse.Namespace) -> str:
    if not 2 <= args.players <= 8:
        return f"a demo has 2 to 8 players, not {args.players}"
    if args.pace <= 0:
        return f"--pace must be more than 0, not {args.pace:g}"
    if args.hands is not None and args.hands < 1:
        return f"--hands must be at least 1, not {args.hands}"
    if args.demo and args.camera not in (None, "simulated"):
        return "--demo plays the simulated table: leave --camera out"
    if args.snapshots is not None:
        try:
            args.snapshots.mkdir(parents=True, exist_ok=True)
        except OSError as e:
            return f"can't keep pictures in {args.snapshots}: {e.strerror}"
    return ""
