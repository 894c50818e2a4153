"""What runs in the camera's process: frames through the pipeline, readings into the pipe, orders out of it."""

from __future__ import annotations

import importlib
import os
import signal
import threading
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vision.lessons import Forget, KeepPhoto, Learn, Name, PhotoFailed
from vision.process import Beat, Ended, Failed, Preview
from vision.readings import Expectation, TableReading

if TYPE_CHECKING:
    from vision.camera import Frame, FrameSource
    from vision.pipeline import Pipeline
    from vision.teacher import Teacher

BEAT_EVERY_S = 0.3
PREVIEW_EVERY_S = 1.0
PREVIEW_WIDTH_PX = 480
CALIBRATION = "table.json"
_MAT_TRIES = 10  # frames of a recording in which no mat shows: then all of it is the tray


def run(which: str, options: dict[str, Any], pipe: Connection) -> None:
    """The process's main function: ends when the pipe closes or the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    _end_with_parent()
    os.nice(5)  # a contested core is the screen's: a touch waits for nothing
    try:
        _Loop(which, options, pipe).run()
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the parent closed its end


def _end_with_parent() -> None:
    parent = os.getppid()

    def watch() -> None:
        # A thread of its own: the camera may hang for ever in the main one.
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class _Loop:
    def __init__(self, which: str, options: dict[str, Any], pipe: Connection) -> None:
        self._which, self._options, self._pipe = which, dict(options), pipe
        self._readers: str = self._options.pop("readers", "vision.load_readers:load_readers")
        self._deck: str | None = self._options.pop("deck", None)
        self._expectation = Expectation()
        self._beat_s = self._preview_s = -1e9
        self._truth: object = None
        self._teacher: Teacher | None = None
        self._photo: Path | None = None
        self._latest: TableReading | None = None

    def run(self) -> None:
        """Open the camera, then read frames until the pipe closes; failures are told, not raised."""
        import cv2

        from vision.camera import CameraError, open_camera
        from vision.geometry import GeometryError

        cv2.setNumThreads(max(1, min(2, (os.cpu_count() or 2) - 1)))
        data_dir = self._options.pop("data_dir", None)
        seats, paper = self._options.get("seats", 8), self._options.get("paper")
        try:
            source = open_camera(self._which, paced=True, **self._options)
            pipeline = self._pipeline(source, Path(data_dir) if data_dir else None, seats, paper)
            try:
                self._frames(source, pipeline)
            finally:
                source.close()
        except (CameraError, GeometryError) as error:
            self._pipe.send(Failed(str(error)))
        except (EOFError, BrokenPipeError, ConnectionResetError):
            raise
        except (OSError, ValueError) as error:
            self._pipe.send(Failed(f"the camera does not start: {error}"))

    def _pipeline(self, source: FrameSource, data_dir: Path | None, seats: int, paper: str | None) -> Pipeline:
        from vision.geometry import Geometry
        from vision.mat import PAPERS_WH_MM, Mat, make_mat
        from vision.pipeline import Pipeline
        from vision.teacher import Teacher

        module, _, function = self._readers.partition(":")
        cards, dice = getattr(importlib.import_module(module), function)(data_dir, self._deck)
        self._teacher = Teacher(cards, dice, data_dir, self._deck)
        scene = getattr(source, "scene", None)
        geometry: Geometry | tuple[Mat, ...]
        if scene is not None:
            geometry = (scene.mat,)
        elif data_dir is not None and (data_dir / CALIBRATION).exists():
            geometry = Geometry.load(data_dir / CALIBRATION)
        else:
            geometry = tuple(make_mat(p, seats) for p in PAPERS_WH_MM if paper in (None, p))
        return Pipeline(geometry, cards, dice)

    def _frames(self, source: FrameSource, pipeline: Pipeline) -> None:
        count = 0
        while True:
            self._listen(source)
            frame = source.read()
            if frame is None:
                self._pipe.send(Ended())
                while True:  # until the pipe closes
                    self._pipe.recv()
            count += 1
            if count == _MAT_TRIES and pipeline.geometry is None and self._is_recording(source):
                pipeline.take_whole_view(frame.size_wh_px)
            now = time.monotonic()
            if now - self._beat_s >= BEAT_EVERY_S:
                self._beat_s = now
                self._pipe.send(Beat(source.name))
            reading = pipeline.step(frame, self._expectation)
            if reading is not None:
                self._pipe.send(reading)
            self._latest = reading or self._latest
            self._learn_and_keep(frame, pipeline)
            if now - self._preview_s >= PREVIEW_EVERY_S:
                self._preview_s = now
                self._pipe.send(_preview(frame))
            self._tell_truth(source)

    def _listen(self, source: FrameSource) -> None:
        while self._pipe.poll():
            message = self._pipe.recv()
            if isinstance(message, Expectation):
                self._expectation = message
            elif isinstance(message, KeepPhoto):
                self._photo = Path(message.path)
            elif isinstance(message, Learn | Name | Forget):
                if self._teacher is not None:
                    self._teacher.hear(message)
            elif hasattr(source, "do"):
                source.do(message)

    def _learn_and_keep(self, frame: Frame, pipeline: Pipeline) -> None:
        lesson = self._teacher and self._teacher.see(frame, pipeline.geometry, self._latest)
        if lesson is not None:
            self._pipe.send(lesson)
        if self._photo is not None:
            path, self._photo = self._photo, None
            reason = keep_photo(frame, path)
            if reason:
                self._pipe.send(PhotoFailed(reason))

    def _tell_truth(self, source: FrameSource) -> None:
        if not hasattr(source, "truth"):
            return
        truth = source.truth()
        content = (truth.zones, truth.dice, truth.busy, truth.throws, truth.cocked)
        if content != self._truth:
            self._truth = content
            self._pipe.send(truth)

    @staticmethod
    def _is_recording(source: FrameSource) -> bool:
        from vision.camera import FolderFrames, VideoFrames

        return isinstance(source, FolderFrames | VideoFrames)


def keep_photo(frame: Frame, path: Path) -> str:
    """Write a whole frame as JPEG; why it could not be, in a line, or an empty text."""
    import cv2

    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        made, data = cv2.imencode(".jpg", frame.bgr, [cv2.IMWRITE_JPEG_QUALITY, 90])
        path.write_bytes(data.tobytes())
    except (OSError, cv2.error) as error:
        return f"no photo could be kept in {path.parent}: {getattr(error, 'strerror', None) or error}"
    return "" if made else f"no photo could be kept in {path.parent}"


def _preview(frame: Frame) -> Preview:
    import cv2

    gray = frame.small_gray
    height = max(1, round(gray.shape[0] * PREVIEW_WIDTH_PX / gray.shape[1]))
    small = cv2.resize(gray, (PREVIEW_WIDTH_PX, height), interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 60])
    return Preview(data.tobytes(), frame.time_s)
