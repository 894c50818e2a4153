"""The camera in its own process, watched from this one: a crash, a hang or a pulled cable is seen within two seconds.

    camera = CameraProcess("auto", data_dir=Path("~/.cardspeak"))
    camera.start()
    camera.expect(Expectation(dice_due=True))
    for message in camera.poll(): ...      # TableReading, Preview, Lesson, …; never waits
    camera.stop()

Standard library only: OpenCV and the readers are loaded in the other process.
"""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from vision.lessons import Learn, Lesson, Order, PhotoFailed
from vision.readings import Expectation, TableReading
from vision.simulated.commands import Command, TableTruth

SILENT_S = 1.7  # without a word: said on the screen
LOST_S = 8.0  # then it is ended and started again
START_S = 45.0  # the readers' models load slowly from a slow card
BACKOFF_S = (0.5, 1.0, 2.0, 4.0, 8.0)
CALM_S = 20.0  # of good work after which a fault counts as the first again


@dataclass(frozen=True, slots=True)
class Preview:
    """A small picture of what the camera sees: JPEG bytes and the frame's time."""

    jpeg: bytes
    time_s: float


@dataclass(frozen=True, slots=True)
class Beat:
    """The camera process is alive; `name` is its camera's."""

    name: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The camera can't be opened or has failed; why, in one line."""

    reason: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The recording is over."""


Report = TableReading | Preview | TableTruth | Lesson | PhotoFailed
Message = Report | Beat | Failed | Ended


class Worker(Protocol):
    """The other process as the supervisor needs it; a fake one ships no process."""

    def alive(self) -> bool:
        """Whether it still runs."""

    def receive(self) -> list[Message]:
        """What it has sent since the last call."""

    def send(self, message: Expectation | Command | Order) -> None:
        """Tell it something; harmless when it is gone."""

    def end(self) -> None:
        """End it, gently first; harmless when done twice."""


class Spawned:
    """A spawned process that runs `vision.camera_loop`."""

    def __init__(self, which: str, options: dict[str, Any]) -> None:
        from vision.camera_loop import run  # itself light: it loads OpenCV when it runs

        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=run, args=(which, options, theirs), name="cardspeak-camera", daemon=True
        )
        self._process.start()
        theirs.close()  # so that its end is noticed at both sides

    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process.is_alive()

    def receive(self) -> list[Message]:
        """All messages that wait in the pipe."""
        messages: list[Message] = []
        with suppress(EOFError, OSError):  # it is gone: `alive` says so
            while self._pipe.poll():
                messages.append(self._pipe.recv())
        return messages

    def send(self, message: Expectation | Command | Order) -> None:
        """Put a message into the pipe."""
        with suppress(OSError, ValueError):
            self._pipe.send(message)

    def end(self) -> None:
        """Close the pipe, which it takes as its end; then terminate, then kill."""
        self._pipe.close()
        self._process.join(1.0)
        if self._process.is_alive():
            self._process.terminate()
            self._process.join(1.0)
        if self._process.is_alive():
            self._process.kill()
            self._process.join(1.0)


class CameraProcess:
    """Starts, watches and restarts the camera's process. None of its methods waits, but for `stop`.

    `which` as in `vision.camera.open_camera`. Options: `data_dir` (where the
    calibration and the learned decks and dice lie), `deck` (as in `load_readers`), `seats` and `paper` of a mat
    that is not calibrated, `readers` (`module:function` that makes them, for
    tests), and those of `SimulatedTable`.
    """

    def __init__(
        self,
        which: str = "auto",
        *,
        clock: Callable[[], float] = time.monotonic,
        launch: Callable[[str, dict[str, Any]], Worker] = Spawned,
        data_dir: Path | None = None,
        **options: Any,
    ) -> None:
        self.which = which
        self.name = which
        self._options = {"data_dir": str(data_dir) if data_dir else None, **options}
        self._clock, self._launch = clock, launch
        self._worker: Worker | None = None
        self._running = self._over = self._healthy = False
        self._heard_s = self._began_s = 0.0
        self._spoke = False
        self._faults = 0
        self._again_s: float | None = None
        self._expectation = Expectation()
        self._last: TableReading | None = None
        self._lesson: Learn | None = None

    def start(self) -> None:
        """Start it; what it sees comes with `poll`."""
        self._running, self._over = True, False
        self._begin()

    def expect(self, expectation: Expectation) -> None:
        """Say where to look from now on."""
        if expectation != self._expectation:
            self._expectation = expectation
            if self._worker is not None:
                self._worker.send(expectation)

    def tell(self, command: Command | Order) -> None:
        """Have the host's cards or dice learned, a photo kept, or the simulated table do something.

        A lesson that was begun goes on in a process that had to be started again.
        """
        if isinstance(command, Learn):
            self._lesson = replace(command, anew=False) if command.what else None
        if self._worker is not None:
            self._worker.send(command)

    def poll(self) -> list[Report]:
        """What has come since the last call. A camera in trouble is a reading that is not `healthy`."""
        if not self._running:
            return []
        now = self._clock()
        out: list[Report] = []
        if self._worker is not None:
            failed = self._take(self._worker.receive(), now, out)
            self._judge(failed, now, out)
        elif self._again_s is not None and now >= self._again_s:
            self._begin()
        return out

    def stop(self) -> None:
        """End the process and wait until it is gone; harmless when done twice."""
        self._running = False
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()

    def _begin(self) -> None:
        self._again_s = None
        self._began_s = self._heard_s = self._clock()
        self._spoke = False
        self._worker = self._launch(self.which, self._options)
        self._worker.send(self._expectation)
        if self._lesson is not None:
            self._worker.send(self._lesson)

    def _take(self, messages: list[Message], now: float, out: list[Report]) -> str:
        failed = ""
        for message in messages:
            self._heard_s, self._spoke = now, True
            if isinstance(message, Failed):
                failed = message.reason
            elif isinstance(message, Beat):
                self.name = message.name
                if not self._healthy:
                    self._healthy = True
                    if self._last is not None:
                        out.append(self._last)  # it was only slow: what it saw last holds
            elif isinstance(message, Ended):
                self._over = True
            else:
                if isinstance(message, TableReading):
                    self._last = message
                out.append(message)
        return failed

    def _judge(self, failed: str, now: float, out: list[Report]) -> None:
        """Decide whether the process is well; end it and plan the next start where it is not."""
        assert self._worker is not None
        if self._over:
            return
        silent_s = now - self._heard_s
        allowed_s = SILENT_S if self._spoke else START_S
        if failed or not self._worker.alive():
            self._restart_later(failed or "the camera's process ended unexpectedly", now, out)
        elif silent_s > allowed_s + (LOST_S if self._spoke else 0):
            self._restart_later("the camera gave no sign of life", now, out)
        elif silent_s > allowed_s and self._healthy:
            self._healthy = False
            out.append(TableReading(now, healthy=False, note="The camera gives no picture; waiting for it."))
        elif self._faults and self._healthy and now - self._began_s > CALM_S:
            self._faults = 0

    def _restart_later(self, reason: str, now: float, out: list[Report]) -> None:
        worker, self._worker = self._worker, None
        assert worker is not None
        threading.Thread(target=worker.end, daemon=True).start()  # a hung one is waited for, but not here
        wait_s = BACKOFF_S[min(self._faults, len(BACKOFF_S) - 1)]
        self._faults += 1
        self._again_s = self._clock() + wait_s
        self._healthy = False
        self._last = None
        text = reason[0].upper() + reason[1:].rstrip(".")
        stop = "" if text.endswith("?") else "."
        out.append(TableReading(now, healthy=False, note=f"{text}{stop} Trying again."))
