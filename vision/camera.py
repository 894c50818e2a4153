"""Frames of the table from wherever they come: picamera2, USB, a video, a folder, the simulated table.

Every source gives `Frame`s with a small grey picture (for watching motion at
frame rate) and, when asked, the full picture. picamera2 is imported here only.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from vision.geometry import Image

SMALL_WIDTH_PX = 1014  # 0.55 px/mm on a table 1.8 m wide: a die is 9 px, a moving one can't be missed
USB_WH_PX = (1920, 1080)
FOLDER_FPS = 10.0
IMAGE_SUFFIXES = (".jpg", ".jpeg", ".png", ".bmp", ".webp")
VIDEO_SUFFIXES = (".mp4", ".avi", ".mkv", ".mov", ".webm", ".m4v")


class CameraError(Exception):
    """The camera can't be opened or has failed, in one line for the host."""


class Frame:
    """One moment: `time_s` of the camera's clock, `small_gray` at once, `bgr` in full when it is asked for."""

    __slots__ = ("_bgr", "_load", "size_wh_px", "small_gray", "time_s")

    def __init__(
        self, time_s: float, small_gray: Image, size_wh_px: tuple[int, int], load: Callable[[], Image]
    ) -> None:
        self.time_s = time_s
        self.small_gray = small_gray
        self.size_wh_px = size_wh_px
        self._load = load
        self._bgr: Image | None = None

    @property
    def bgr(self) -> Image:
        """The full picture (height, width, 3); valid until the source's next `read`."""
        if self._bgr is None:
            self._bgr = self._load()
        return self._bgr

    @classmethod
    def of(cls, bgr: Image, time_s: float = 0.0) -> Frame:
        """A frame of a whole picture. ValueError unless it is BGR, 8 bits."""
        if bgr.ndim != 3 or bgr.shape[2] != 3 or bgr.dtype != np.uint8:
            raise ValueError(f"a BGR image of 8 bits expected, got {bgr.dtype} of shape {bgr.shape}")
        height, width = bgr.shape[:2]
        return cls(time_s, small_gray(bgr), (width, height), lambda: bgr)


class FrameSource(Protocol):
    """Something that gives frames."""

    name: str

    def read(self) -> Frame | None:
        """The next frame; None at a recording's end. CameraError when the camera fails."""

    def close(self) -> None:
        """Let the camera go; harmless when done twice."""


def small_size_wh_px(size_wh_px: tuple[int, int]) -> tuple[int, int]:
    """The size of the small picture of a camera of this size; never larger than the full one."""
    width, height = size_wh_px
    factor = max(1.0, width / SMALL_WIDTH_PX)
    return round(width / factor), round(height / factor)


def small_gray(bgr: Image) -> Image:
    """A full picture made small and grey."""
    size = small_size_wh_px((bgr.shape[1], bgr.shape[0]))
    small = cv2.resize(bgr, size, interpolation=cv2.INTER_AREA) if size[0] != bgr.shape[1] else bgr
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def open_camera(which: str = "auto", *, paced: bool = False, **simulated: Any) -> FrameSource:
    """Open `auto`, `picamera2`, `usb:N`, a video file, a folder of frames or `simulated`.

    `paced` plays recordings at their own speed instead of as fast as they are
    read. `simulated` arguments go to the simulated table. CameraError says in
    one line what is missing and what to do.
    """
    if which == "auto":
        return _open_auto(paced, **simulated)
    if which == "picamera2":
        return PiCamera()
    if which == "simulated":
        from vision.simulated.source import SimulatedCamera  # drawn only when asked for

        return SimulatedCamera(**simulated)
    if which.startswith("usb:"):
        number = which.removeprefix("usb:")
        if not number.isdecimal():
            raise CameraError(f"{which}: a number belongs after usb:, as in usb:0")
        return UsbCamera(int(number))
    path = Path(which)
    if path.is_dir():
        return FolderFrames(path, paced=paced)
    if path.is_file():
        return VideoFrames(path, paced=paced)
    raise CameraError(f"{which}: no such camera, video or folder (auto, picamera2, usb:0, simulated, or a path)")


def _open_auto(paced: bool, **simulated: Any) -> FrameSource:
    try:
        return PiCamera()
    except CameraError:
        pass
    if Path("/dev/video0").exists():
        try:
            return UsbCamera(0)
        except CameraError:
            pass
    return open_camera("simulated", paced=paced, **simulated)


class PiCamera:
    """The Pi's own camera at full size, with its small stream for motion."""

    def __init__(self) -> None:
        try:
            from picamera2 import Picamera2  # type: ignore[import-not-found,unused-ignore]  # apt's, only on a Pi
        except ImportError as error:
            raise CameraError("picamera2 is not installed: `sudo apt install python3-picamera2`") from error
        try:
            if not Picamera2.global_camera_info():
                raise CameraError("no Pi camera found: check the ribbon cable and `rpicam-hello --list-cameras`")
            self._camera: Any = Picamera2()
            width, height = (int(v) for v in self._camera.sensor_resolution)
            self.size_wh_px = (width - width % 64, height - height % 2)
            small = small_size_wh_px(self.size_wh_px)
            self._small_wh_px = (small[0] - small[0] % 2, small[1] - small[1] % 2)
            # YUV420 takes half the memory of RGB: three 12 Mpx buffers are 54 MB.
            self._camera.configure(
                self._camera.create_video_configuration(
                    main={"size": self.size_wh_px, "format": "YUV420"},
                    lores={"size": self._small_wh_px, "format": "YUV420"},
                    buffer_count=3,
                )
            )
            self._camera.start()
        except CameraError:
            raise
        except Exception as error:  # libcamera raises what it likes
            raise CameraError(f"the Pi camera does not start: {error}") from error
        self.name = "picamera2"
        self._request: Any = None

    def read(self) -> Frame:
        """The next frame; the one before is given back to the camera."""
        try:
            self._release()
            self._request = self._camera.capture_request()
            request = self._request
            lores = request.make_array("lores")
        except Exception as error:
            raise CameraError(f"the Pi camera gives no frame: {error}") from error
        gray = np.ascontiguousarray(lores[: self._small_wh_px[1], : self._small_wh_px[0]])

        def load() -> Image:
            width, height = self.size_wh_px
            yuv = request.make_array("main")[: height * 3 // 2, :width]
            return np.asarray(cv2.cvtColor(np.ascontiguousarray(yuv), cv2.COLOR_YUV2BGR_I420), np.uint8)

        return Frame(time.monotonic(), gray, self.size_wh_px, load)

    def _release(self) -> None:
        request, self._request = self._request, None
        if request is not None:
            request.release()

    def close(self) -> None:
        """Stop the camera."""
        self._release()
        self._camera.close()


class UsbCamera:
    """A USB camera, by its number."""

    def __init__(self, number: int) -> None:
        self.name = f"usb:{number}"
        self._capture = cv2.VideoCapture(number)
        if not self._capture.isOpened():
            raise CameraError(f"no USB camera {number}: plug it in, or see `ls /dev/video*` for its number")
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, USB_WH_PX[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, USB_WH_PX[1])
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def read(self) -> Frame:
        """The next frame. CameraError when the cable was pulled."""
        good, bgr = self._capture.read()
        if not good:
            raise CameraError(f"{self.name} gives no frame any more: is its cable plugged in?")
        return Frame.of(np.asarray(bgr, np.uint8), time.monotonic())

    def close(self) -> None:
        """Let the camera go."""
        self._capture.release()


class VideoFrames:
    """A video file; its own clock, from 0."""

    def __init__(self, path: Path, *, paced: bool = False) -> None:
        self.name = path.name
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise CameraError(f"{path}: not a video that can be read")
        fps = self._capture.get(cv2.CAP_PROP_FPS)
        self.fps = fps if 1 <= fps <= 240 else 30.0
        self._count = 0
        self._pace = _Pace() if paced else None

    def read(self) -> Frame | None:
        """The next frame, None at the end."""
        good, bgr = self._capture.read()
        if not good:
            if self._count == 0:
                raise CameraError(f"{self.name}: not a video that can be read")
            return None
        time_s = self._count / self.fps
        self._count += 1
        if self._pace:
            self._pace.wait(time_s)
        return Frame.of(np.asarray(bgr, np.uint8), time_s)

    def close(self) -> None:
        """Close the file."""
        self._capture.release()


class FolderFrames:
    """The pictures of a folder in the order of their names, ten a second."""

    def __init__(self, path: Path, *, paced: bool = False, fps: float = FOLDER_FPS) -> None:
        self.name = path.name
        self._paths = sorted(p for p in path.iterdir() if p.suffix.lower() in IMAGE_SUFFIXES)
        if not self._paths:
            raise CameraError(f"{path}: no pictures in this folder ({', '.join(IMAGE_SUFFIXES)})")
        self.fps = fps
        self._count = 0
        self._pace = _Pace() if paced else None

    def read(self) -> Frame | None:
        """The next picture, None after the last. CameraError for one that is none."""
        if self._count >= len(self._paths):
            return None
        path = self._paths[self._count]
        bgr = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if bgr is None:
            raise CameraError(f"{path}: not a picture that can be read")
        time_s = self._count / self.fps
        self._count += 1
        if self._pace:
            self._pace.wait(time_s)
        return Frame.of(np.asarray(bgr, np.uint8), time_s)

    def close(self) -> None:
        """Nothing is open between two pictures."""


class PhotoFrame:
    """One photograph as a recording of one frame."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        bgr = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if bgr is None:
            raise CameraError(f"{path}: not a picture that can be read")
        self._bgr: Image | None = np.asarray(bgr, np.uint8)

    def read(self) -> Frame | None:
        """The photograph once, then None."""
        bgr, self._bgr = self._bgr, None
        return None if bgr is None else Frame.of(bgr)

    def close(self) -> None:
        """Nothing is open."""


class _Pace:
    """Holds a recording back to its own speed."""

    def __init__(self) -> None:
        self._start_s = time.monotonic()

    def wait(self, time_s: float) -> None:
        time.sleep(max(0.0, self._start_s + time_s - time.monotonic()))
