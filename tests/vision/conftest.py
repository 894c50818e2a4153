"""Shared by the tests of the eyes."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import pytest

from vision.simulated.table import SimulatedTable


@pytest.fixture(autouse=True, scope="session")
def _one_thread() -> Iterator[None]:
    cv2.setNumThreads(1)
    yield


@pytest.fixture
def table() -> SimulatedTable:
    """A small table for four, quick to draw."""
    return SimulatedTable(seed=7, seats=4, size_wh_px=(1014, 760))
