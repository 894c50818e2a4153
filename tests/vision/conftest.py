"""Shared by the tests of the eyes."""

from __future__ import annotations

import cv2
import pytest

from vision.simulated.table import SimulatedTable


@pytest.fixture(autouse=True, scope="session")
def _one_thread() -> None:
    cv2.setNumThreads(1)


@pytest.fixture
def table() -> SimulatedTable:
    """A small table for four, quick to draw."""
    return SimulatedTable(seed=7, seats=4, size_wh_px=(1014, 760))
