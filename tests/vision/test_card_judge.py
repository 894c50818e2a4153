"""From indices to cards: both ends are one card, one card has one reading."""

import numpy as np
import pytest

from vision.card_evidence import Thresholds
from vision.card_judge import Observation, judge
from vision.card_nets import frame_of_axes
from vision.readings import CODES


def index(code: str, at: tuple[float, float], turn_deg: float = 0.0, length: float = 200.0, squash: float = 1.0,
          p: float = 0.99) -> tuple[np.ndarray, np.ndarray]:
    """A lone index: the frame of its card, whose upper left is at `at`, and what two looks say of it."""
    a = np.radians(turn_deg)
    tall = np.diag([1.0, squash])  # a table seen aslant
    ex, ey = (tall @ (length * np.array(v)) for v in ((np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))))
    probs = np.zeros((2, 53))
    probs[:, CODES.index(code)], probs[:, 52] = p, 1 - p
    return frame_of_axes(np.array(at), ex, ey), probs


def read(*indices: tuple[np.ndarray, np.ndarray]) -> dict[str, bool]:
    seen = Observation([], [], np.zeros((0, 2, 53)), np.zeros((0, 54)), [f for f, _ in indices],
                       [p for _, p in indices])
    return {c.card: c.sure for c in judge(seen, (), Thresholds(), one_deck=True).cards}


def test_two_readings_of_one_card_do_not_both_stand():
    ends = index("6c", (0, 0)), index("5c", (140, 200), 180, p=0.95)
    assert read(*ends) == {"6c": False, "5c": False}
    # a deck with four indices: one more speaks for the six
    assert read(*ends, index("6c", (110, 0))) == {"6c": True, "5c": False}


@pytest.mark.parametrize("turned", [0, 180])
def test_neighbours_in_a_fan_stand_both(turned):
    # the second lies a fifth of a card further, the same way up or the other
    second = index("5c", (40, 0)) if not turned else index("5c", (180, 200), 180)
    assert read(index("6c", (0, 0)), second) == {"6c": True, "5c": True}


@pytest.mark.parametrize("squash", [1.0, 0.4])
def test_both_ends_of_a_card_are_one_card_from_above_and_aslant(squash):
    # it lies across the view: its length keeps its size, its width does not
    first, second = index("4s", (0, 0), -90, squash=squash), index("4s", (200, -140 * squash), 90, squash=squash)
    assert read(first, second) == {"4s": True}
