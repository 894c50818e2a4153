"""`cardspeak doctor`: looks at everything that a night needs, and says what to do."""

from __future__ import annotations

import argparse
from pathlib import Path

from assistant.doctor import Finding, Level, examine, ok

HELP = "check this machine before the guests come: packages, screen, camera, buttons, disk"
EXAMPLE = "cardspeak doctor"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("--data", metavar="DIR", type=Path, help="where journals are kept")
    parser.add_argument("--camera", metavar="WHICH", help="another camera than the configured one")


def run(args: argparse.Namespace) -> int:
    """Prints one line for each thing looked at. 0: the table can be run; 1: something fails."""
    worst_is_fail = False
    for finding in examine(args.data, lambda configured: camera(args.camera or configured)):
        print(finding.line(), flush=True)
        worst_is_fail |= finding.level is Level.FAIL
    print("The table can't be run yet: see the lines with 'fail'." if worst_is_fail else "The table can be run.")
    return 1 if worst_is_fail else 0


def camera(which: str) -> Finding:
    """Takes one picture with the camera, and lets it go."""
    try:
        from vision.camera import CameraError, open_camera
    except ImportError as error:  # OpenCV does not load: said in a line of its own
        return Finding("camera", Level.FAIL, f"cannot be tried ({error})")
    try:
        source = open_camera(which)
        try:
            frame = source.read()
            size = "{}×{} px".format(*frame.size_wh_px) if frame else "no picture in it"
        finally:
            source.close()
    except CameraError as error:
        return Finding("camera", Level.FAIL, str(error))
    except Exception as error:  # whatever a driver does, the other things are still to be looked at
        return Finding("camera", Level.FAIL, f"{which}: {type(error).__name__}: {error}")
    if which == "auto" and source.name == "simulated":
        advice = "plug in a USB camera, or the Pi's own and see that rpicam-hello shows it"
        return Finding("camera", Level.WARN, "none: the simulated table would be played", advice)
    return ok("camera", f"{source.name}, {size}")
