"""The camera's process watched: with a clock and workers of the test's own, and once for real."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest

from vision.lessons import KeepPhoto, Learn, Lesson
from vision.process import LOST_S, SILENT_S, START_S, Beat, CameraProcess, Ended, Failed, Preview
from vision.readings import Expectation, TableReading
from vision.simulated.commands import DealBoard, Fault, TableTruth


class FakeWorker:
    """A process that is none."""

    def __init__(self) -> None:
        self.running, self.inbox, self.outbox = True, [], []  # type: ignore[var-annotated]

    def alive(self) -> bool:
        return self.running

    def receive(self) -> list[Any]:
        messages, self.outbox = self.outbox, []
        return messages

    def send(self, message: Any) -> None:
        self.inbox.append(message)

    def end(self) -> None:
        self.running = False


class Stand:
    """A camera process whose workers and time are in the test's hand."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.workers: list[FakeWorker] = []
        self.camera = CameraProcess("usb:0", clock=lambda: self.now_s, launch=self._launch)

    def _launch(self, which: str, options: dict[str, Any]) -> FakeWorker:
        self.workers.append(FakeWorker())
        return self.workers[-1]

    def after(self, seconds: float, *messages: Any) -> list[Any]:
        """Time passes, then the worker's messages are there."""
        self.now_s += seconds
        self.workers[-1].outbox.extend(messages)
        return self.camera.poll()


@pytest.fixture
def stand() -> Stand:
    one = Stand()
    one.camera.start()
    one.after(3.0, Beat("usb:0"))
    return one


READING = TableReading(5.0, note="as seen")


def test_readings_and_previews_come_through(stand: Stand) -> None:
    preview = Preview(b"jpeg", 5.0)
    assert stand.after(0.1, Beat("usb:0"), READING, preview) == [READING, preview]
    assert stand.after(0.1) == []


def test_expectations_and_commands_go_through(stand: Stand) -> None:
    stand.camera.expect(Expectation(dice_due=True))
    stand.camera.expect(Expectation(dice_due=True))
    stand.camera.tell(DealBoard(("Kh",)))
    assert stand.workers[0].inbox == [Expectation(), Expectation(dice_due=True), DealBoard(("Kh",))]


def test_a_crash_is_seen_at_the_next_poll_and_started_again(stand: Stand) -> None:
    stand.camera.expect(Expectation(dice_due=True))
    stand.workers[0].running = False
    (trouble,) = stand.after(0.1)
    assert not trouble.healthy
    assert "Trying again" in trouble.note
    assert stand.after(0.2) == []
    assert len(stand.workers) == 1
    stand.after(0.4)
    assert len(stand.workers) == 2
    assert stand.workers[1].inbox == [Expectation(dice_due=True)], "the new one is told what is expected"


def test_an_unplugged_camera_is_said_in_its_own_words(stand: Stand) -> None:
    (trouble,) = stand.after(0.1, Failed("usb:0 gives no frame any more: is its cable plugged in?"))
    assert trouble.note == "Usb:0 gives no frame any more: is its cable plugged in? Trying again."
    assert not stand.workers[0].running


def test_silence_is_said_within_two_seconds_and_forgiven(stand: Stand) -> None:
    stand.after(0.1, READING)
    assert stand.after(SILENT_S - 0.1) == []
    (trouble,) = stand.after(0.2)
    assert not trouble.healthy
    assert SILENT_S + 0.1 < 2
    assert stand.after(1.0, Beat("usb:0")) == [READING], "what was seen last holds again"


def test_a_hang_is_ended_and_started_again(stand: Stand) -> None:
    stand.after(SILENT_S + 0.1)
    (trouble,) = stand.after(LOST_S)
    assert "no sign of life" in trouble.note
    stand.after(0.6)
    assert len(stand.workers) == 2


def test_slow_loading_is_no_hang() -> None:
    stand = Stand()
    stand.camera.start()
    assert stand.after(START_S - 1) == []
    (trouble,) = stand.after(2.0)
    assert not trouble.healthy


def test_fault_after_fault_waits_longer(stand: Stand) -> None:
    waits = []
    for _ in range(7):
        stand.workers[-1].running = False
        stand.after(0.0)
        began_s, count = stand.now_s, len(stand.workers)
        while len(stand.workers) == count:
            stand.after(0.25)
        waits.append(stand.now_s - began_s)
    assert waits == [0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0]


def test_a_recording_that_ended_is_no_fault(stand: Stand) -> None:
    assert stand.after(0.1, READING, Ended()) == [READING]
    stand.workers[0].running = False
    assert stand.after(60.0) == []


def test_stop_ends_it_and_all_is_quiet(stand: Stand) -> None:
    stand.camera.stop()
    stand.camera.stop()
    assert not stand.workers[0].running
    assert stand.after(60.0, READING) == []


def _until(camera: CameraProcess, wanted: Any, seconds: float) -> list[Any]:
    """Poll until a message is as wanted; all that came."""
    came: list[Any] = []
    end_s = time.monotonic() + seconds
    while time.monotonic() < end_s:
        for message in camera.poll():
            came.append(message)
            if wanted(message):
                return came
        time.sleep(0.02)
    raise AssertionError(f"not seen within {seconds} s among {came}")


def test_a_lesson_goes_on_in_a_process_that_had_to_be_started_again(stand: Stand) -> None:
    lesson = Lesson("deck", ("Kh",))
    stand.camera.tell(Learn("deck", anew=True))
    assert stand.after(0.1, lesson) == [lesson]
    stand.workers[0].running = False
    stand.after(0.1)
    stand.after(0.6)
    assert stand.workers[1].inbox == [Expectation(), Learn("deck")], "not anew again"
    stand.camera.tell(Learn(None))
    stand.workers[1].running = False
    stand.after(0.1)
    stand.after(1.1)
    assert stand.workers[2].inbox == [Expectation()]


def test_a_real_process_sees_does_fails_and_ends(tmp_path: Path) -> None:
    camera = CameraProcess(
        "simulated", data_dir=tmp_path, seats=2, size_wh_px=(640, 480), readers="tests.vision.fakes:blind_readers",
        pace=4.0,
    )  # fmt: skip
    camera.start()
    try:
        _until(camera, lambda m: isinstance(m, TableReading) and m.healthy, 60)
        camera.tell(DealBoard(("Kh",)))
        _until(camera, lambda m: isinstance(m, TableTruth) and m.cards("board") == ("Kh",), 30)
        assert list(tmp_path.iterdir()) == [], "nothing is written unasked"
        camera.tell(KeepPhoto(str(tmp_path / "photos" / "1-1.jpg")))
        camera.tell(Learn("deck"))  # these readers can't
        _until(camera, lambda m: isinstance(m, Preview) and (tmp_path / "photos" / "1-1.jpg").exists(), 30)
        pid = camera._worker._process.pid  # type: ignore[union-attr]
        camera.tell(Fault("crash"))
        _until(camera, lambda m: isinstance(m, TableReading) and not m.healthy, 30)
        _until(camera, lambda m: isinstance(m, TableReading) and m.healthy, 60)
        again = camera._worker._process.pid  # type: ignore[union-attr]
        assert again != pid
    finally:
        camera.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(again, 0)
