"""Where dice are looked for, and what the finder may have overlooked."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.tray_changes import TrayChanges

EDGE_PX = 24.0
EMPTY = np.full((300, 400, 3), (40, 60, 90), np.uint8)
DIE = (300, 120, 324, 144)


def tray(*boxes: tuple[int, int, int, int], colour: tuple[int, int, int] = (30, 130, 40)) -> np.ndarray:
    """The empty tray with boxes (x0, y0, x1, y1) on it."""
    picture = EMPTY.copy()
    for x0, y0, x1, y1 in boxes:
        picture[y0:y1, x0:x1] = colour
    return picture


def test_only_what_changed_is_looked_through() -> None:
    box = TrayChanges(tray((200, 100, 220, 120)), EMPTY, EDGE_PX).box_xyxy_px
    assert box == pytest.approx((175, 75, 245, 145), abs=7)
    assert TrayChanges(EMPTY, EMPTY, EDGE_PX).box_xyxy_px == (0, 0, 400, 300)


def test_what_was_there_before_is_no_new_die() -> None:
    changes = TrayChanges(tray(DIE), EMPTY, EDGE_PX)
    assert changes.changed_at((312, 132, 24, 0.9))
    assert not changes.changed_at((100, 132, 24, 0.9))


def test_what_is_as_large_as_a_die_and_was_not_found_is_looked_at() -> None:
    changes = TrayChanges(tray(DIE, (60, 200, 84, 224)), EMPTY, EDGE_PX)
    (place,) = changes.overlooked([(72, 212, 24, 0.9)], 0.3)
    assert place == pytest.approx((312, 132, 24, 0.3), abs=2.5)


@pytest.mark.parametrize(
    ("box", "colour"),
    [
        pytest.param((100, 50, 250, 260), (220, 220, 220), id="a card"),
        pytest.param((100, 50, 160, 110), (30, 30, 200), id="a chip"),
        pytest.param((100, 50, 106, 56), (220, 220, 220), id="a crumb"),
        pytest.param((100, 50, 110, 290), (220, 220, 220), id="a pen"),
        pytest.param((100, 50, 124, 74), (34, 51, 77), id="a shadow"),
    ],
)
def test_what_is_no_die_by_its_size_is_not(box: tuple[int, int, int, int], colour: tuple[int, int, int]) -> None:
    assert TrayChanges(tray(box, colour=colour), EMPTY, EDGE_PX).overlooked([], 0.3) == []


def test_noise_is_nothing_new() -> None:
    rng = np.random.default_rng(5)
    noisy = [np.clip(EMPTY + rng.normal(0, 6, EMPTY.shape), 0, 255).astype(np.uint8) for _ in range(2)]
    assert TrayChanges(noisy[0], noisy[1], EDGE_PX).overlooked([], 0.3) == []
    assert TrayChanges(cv2.GaussianBlur(noisy[0], (3, 3), 0), noisy[1], EDGE_PX).overlooked([], 0.3) == []
