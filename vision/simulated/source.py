"""The simulated table as a camera like any other."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from vision.camera import CameraError, Frame
from vision.simulated.commands import Command, Fault, TableTruth
from vision.simulated.table import SimulatedTable

FPS = 10.0


class SimulatedCamera:
    """Frames of a `SimulatedTable` in real time; `do` takes the table's commands.

    Another `clock` (with `sleep`) makes it run in steps of a test's own.
    """

    def __init__(
        self,
        *,
        fps: float = FPS,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        **table: Any,
    ) -> None:
        self.name = "simulated"
        self.scene = SimulatedTable(**table)
        self._period_s = 1 / fps
        self._clock, self._sleep = clock, sleep
        self._next_s = clock()
        self._fault = ""

    def do(self, command: Command) -> None:
        """Carry out a command, faults of the camera included."""
        if isinstance(command, Fault):
            self._fault = command.kind
        else:
            self.scene.do(command)

    def truth(self) -> TableTruth:
        """What lies on the table at the last frame."""
        return self.scene.truth()

    def read(self) -> Frame:
        """The next frame, when its time has come."""
        if self._fault == "unplug":
            raise CameraError("the simulated camera was unplugged")
        if self._fault == "crash":
            os._exit(3)
        while self._fault == "hang":
            time.sleep(60)
        wait = self._next_s - self._clock()
        if wait > 0:
            self._sleep(wait)
        now = self._clock()
        self._next_s = max(self._next_s + self._period_s, now - self._period_s)
        return self.scene.frame(now)

    def close(self) -> None:
        """Nothing to let go."""
