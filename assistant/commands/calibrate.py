"""`cardspeak calibrate`: finds the mat in the camera's picture and remembers where everything lies."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.config import DataDirError, data_dir

if TYPE_CHECKING:
    from vision.camera import FrameSource
    from vision.geometry import Geometry
    from vision.mat import Mat

HELP = "find the mat under the camera and remember it"
EXAMPLE = "cardspeak calibrate --seats 6"

_PATIENCE_S = 10.0


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("--camera", default="auto", metavar="WHICH", help="as in `cardspeak run`, or a photo")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where the table keeps its files")
    parser.add_argument("--seats", type=int, default=8, metavar="N", help="how many players have a place (2 to 8)")
    parser.add_argument("--table", default="", metavar="WxH", help="the table in mm, such as 1500x1000")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="write what the camera sees, with the zones")


def run(args: argparse.Namespace) -> int:
    """Calibrates. 0: done; 1: done, but a place is out of the picture; 2: the mat was not found."""
    from vision.camera import CameraError
    from vision.camera_loop import CALIBRATION
    from vision.geometry import GeometryError

    try:
        home = data_dir(args.data)
        mats = _mats(args.seats, args.table)
        geometry, image = _look(args.camera, mats)
        home.mkdir(parents=True, exist_ok=True)
        geometry.save(home / CALIBRATION)
    except (CameraError, GeometryError, DataDirError, OSError, ValueError) as error:
        print(f"cardspeak calibrate: {error}", file=sys.stderr)
        return 2
    print(
        f"The {geometry.mat.paper} mat was found with {len(geometry.markers_seen)} of 4 markers, "
        f"{geometry.error_mm:.2f} mm off on average; {geometry.px_per_mm('board'):.2f} px/mm. "
        f"Written to {home / CALIBRATION}."
    )
    if args.picture:
        _draw(args.picture, image, geometry)
    hidden = [zone.name for zone in geometry.mat.zones if not geometry.sees(zone.name)]
    if hidden:
        print(f"Out of the picture: {', '.join(hidden)}. Hang the camera higher, or give fewer --seats.")
        return 1
    return 0


def _mats(seats: int, table: str) -> tuple[Mat, ...]:
    from vision.mat import DEFAULT_TABLE_WH_MM, PAPERS_WH_MM, make_mat

    size = DEFAULT_TABLE_WH_MM
    if table:
        parts = table.lower().split("x")
        if len(parts) != 2 or not all(p.isdecimal() for p in parts):
            raise ValueError(f"--table {table}: width x height in mm is wanted, such as 1500x1000")
        size = (float(parts[0]), float(parts[1]))
    return tuple(make_mat(paper, seats, size) for paper in PAPERS_WH_MM)


def _look(which: str, mats: tuple[Mat, ...]) -> tuple[Geometry, object]:
    """Frames until one shows the mat, for ten seconds; the last fault if none does."""
    from vision.camera import CameraError
    from vision.geometry import GeometryError, calibrate_any

    source = _open(which)
    if which == "auto" and source.name == "simulated":
        raise CameraError("no camera found: plug one in, or name it with --camera")
    scene = getattr(source, "scene", None)
    mats = (scene.mat,) if scene is not None else mats
    fault = GeometryError("no picture came")
    start_s = time.monotonic()
    try:
        while time.monotonic() - start_s < _PATIENCE_S:
            frame = source.read()
            if frame is None:
                break
            try:
                return calibrate_any(frame.bgr, mats), frame.bgr
            except GeometryError as error:
                fault = error
    finally:
        source.close()
    raise fault


def _open(which: str) -> FrameSource:
    from vision.camera import IMAGE_SUFFIXES, PhotoFrame, open_camera

    path = Path(which)
    if path.suffix.lower() in IMAGE_SUFFIXES and path.is_file():
        return PhotoFrame(path)
    return open_camera(which)


def _draw(path: Path, image: object, geometry: Geometry) -> None:
    import cv2
    import numpy as np

    out = np.array(image)
    for zone in geometry.mat.zones:
        px = np.round(geometry.to_px(zone.polygon_xy_mm)).astype(np.int32)
        cv2.polylines(out, [px], True, (0, 220, 255), max(2, out.shape[1] // 800), cv2.LINE_AA)
        at = (int(px[:, 0].min()) + 6, int(px[:, 1].min()) + out.shape[1] // 60)
        cv2.putText(out, zone.name, at, cv2.FONT_HERSHEY_SIMPLEX, out.shape[1] / 1900, (0, 220, 255), 2, cv2.LINE_AA)
    if not cv2.imwrite(str(path), out):
        print(f"cardspeak calibrate: {path}: can't be written", file=sys.stderr)
