"""Cameras of every kind, and one line for each that is not there."""

from __future__ import annotations

import sys
import types
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.camera import CameraError, Frame, UsbCamera, open_camera, small_gray, small_size_wh_px


def _picture(value: int) -> np.ndarray:
    return np.full((48, 64, 3), value, np.uint8)


def test_a_folder_gives_its_pictures_in_order_with_times(tmp_path: Path) -> None:
    for i, value in enumerate((10, 20, 30)):
        cv2.imwrite(str(tmp_path / f"{i}.png"), _picture(value))
    (tmp_path / "notes.txt").write_text("no picture")
    source = open_camera(str(tmp_path))
    frames = [source.read() for _ in range(4)]
    assert frames[3] is None
    assert [(f.time_s, int(f.bgr[0, 0, 0])) for f in frames if f] == [(0.0, 10), (0.1, 20), (0.2, 30)]


def test_a_video_gives_its_frames_with_its_own_clock(tmp_path: Path) -> None:
    path = tmp_path / "v.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25.0, (64, 48))
    for value in (50, 100, 150):
        writer.write(_picture(value))
    writer.release()
    source = open_camera(str(path))
    times = []
    while (frame := source.read()) is not None:
        times.append(frame.time_s)
        assert frame.size_wh_px == (64, 48)
    assert times == pytest.approx([0.0, 0.04, 0.08])
    source.close()
    source.close()


def test_the_simulated_table_is_a_camera() -> None:
    source = open_camera("simulated", seats=2, size_wh_px=(640, 480))
    frame = source.read()
    assert frame is not None
    assert frame.bgr.shape == (480, 640, 3)


@pytest.mark.parametrize(
    ("which", "words"),
    [("usb:x", "a number belongs after usb:"), ("/nowhere/at/all", "no such camera"), ("webcam", "no such camera"),
     ("usb:97", "no USB camera 97"), ("picamera2", "python3-picamera2")],
)
def test_what_is_not_there_is_said_in_one_line(which: str, words: str) -> None:
    with pytest.raises(CameraError, match=words) as caught:
        open_camera(which)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_video_is_said(tmp_path: Path) -> None:
    path = tmp_path / "v.mp4"
    path.write_bytes(b"nothing of the kind")
    with pytest.raises(CameraError, match="not a video"):
        open_camera(str(path)).read()


def test_an_empty_folder_is_said(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="no pictures"):
        open_camera(str(tmp_path))


def test_a_broken_picture_in_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"no jpeg")
    with pytest.raises(CameraError, match=r"a\.jpg"):
        open_camera(str(tmp_path)).read()


def test_a_pulled_usb_cable_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    class Capture:
        def __init__(self, _: int) -> None:
            self.frames = [(True, _picture(9)), (False, None)]

        def isOpened(self) -> bool:
            return True

        def set(self, *_: Any) -> None: ...

        def read(self) -> Any:
            return self.frames.pop(0)

    monkeypatch.setattr(cv2, "VideoCapture", Capture)
    camera = UsbCamera(0)
    assert camera.read().bgr[0, 0, 0] == 9
    with pytest.raises(CameraError, match="cable"):
        camera.read()


@pytest.mark.parametrize(("size", "small"), [((4056, 3040), (1014, 760)), ((640, 480), (640, 480))])
def test_the_small_picture_is_about_a_thousand_px_wide(size: tuple[int, int], small: tuple[int, int]) -> None:
    assert small_size_wh_px(size) == small
    assert small_gray(np.zeros((size[1], size[0], 3), np.uint8)).shape == (small[1], small[0])


def test_a_frame_of_something_else_is_refused() -> None:
    with pytest.raises(ValueError, match="BGR"):
        Frame.of(np.zeros((4, 4), np.uint8))


class _FakeRequest:
    def __init__(self, camera: _FakePicamera2) -> None:
        self.camera = camera

    def make_array(self, stream: str) -> np.ndarray:
        width, height = self.camera.config[stream]["size"]
        # Rows may be longer than the picture: libcamera aligns them.
        yuv = np.full((height * 3 // 2, width + (32 if stream == "lores" else 0)), 128, np.uint8)
        yuv[:height, :width] = 77
        return yuv

    def release(self) -> None:
        self.camera.out -= 1


class _FakePicamera2:
    sensor_resolution = (4056, 3040)
    cameras: list[dict[str, Any]] = [{"Model": "imx477"}]  # noqa: RUF012  a fake module's constant
    out = 0

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return cls.cameras

    def create_video_configuration(self, **config: Any) -> dict[str, Any]:
        return config

    def configure(self, config: dict[str, Any]) -> None:
        self.config = config

    def start(self) -> None: ...

    def capture_request(self) -> _FakeRequest:
        self.out += 1
        return _FakeRequest(self)

    def close(self) -> None: ...


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[_FakePicamera2]:
    module = types.ModuleType("picamera2")
    module.Picamera2 = _FakePicamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    return _FakePicamera2


def test_the_pi_camera_gives_grey_at_once_and_the_full_picture_when_asked(picamera2: type[_FakePicamera2]) -> None:
    source = open_camera("picamera2")
    for _ in range(5):
        frame = source.read()
        assert frame is not None
        width, height = small_size_wh_px(frame.size_wh_px)
        assert abs(frame.small_gray.shape[0] - height) <= 1
        assert abs(frame.small_gray.shape[1] - width) <= 1
        assert (frame.small_gray == 77).all()
    assert frame.bgr.shape == (frame.size_wh_px[1], frame.size_wh_px[0], 3)
    assert source._camera.out == 1  # type: ignore[attr-defined]  every earlier buffer went back to the camera
    source.close()
    assert source._camera.out == 0  # type: ignore[attr-defined]


def test_no_ribbon_cable_is_said(picamera2: type[_FakePicamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picamera2, "cameras", [])
    with pytest.raises(CameraError, match="ribbon cable"):
        open_camera("picamera2")


def test_auto_falls_back_to_the_simulated_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "exists", lambda self: False)
    assert open_camera("auto", seats=2, size_wh_px=(640, 480)).name == "simulated"
