"""The camera as the session sees it: a process elsewhere that is told where to look and sends readings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from vision.readings import Expectation, TableReading


class Eyes(Protocol):
    """Something that watches the table; none of its methods waits."""

    def start(self) -> None:
        """Begins to watch."""

    def expect(self, expectation: Expectation, /) -> None:
        """Says where to look from now on."""

    def poll(self) -> Iterable[Any]:
        """What has come since the last call: `TableReading`s, previews, the simulated table's truth."""

    def tell(self, command: Any, /) -> None:
        """Has the simulated table do something; harmless with a real camera."""

    def stop(self) -> None:
        """Ends it; harmless when done twice."""


def open_eyes(which: str, **options: Any) -> Eyes:
    """The camera process for `which` (see `cardspeak run --help`), not yet started."""
    # OpenCV and its models load in the other process; here only the plumbing.
    from vision.process import CameraProcess

    eyes: Eyes = CameraProcess(which, **options)
    return eyes


__all__ = ["Expectation", "Eyes", "TableReading", "open_eyes"]
