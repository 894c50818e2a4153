"""What is taken for a die beside those that fell."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.readings import DieReading, NoValue
from vision.tray import _stale, hardly_any_left_out, what_lay_left_out

SURE, DOUBTFUL = DieReading(3, 0.999, True, (50, 50), 20.0), DieReading(4, 0.6, False, (90, 50), 20.0, NoValue.NOT_SURE)
SPECK, LEANS = (DieReading(5, 0.05, False, (130, 50), 20.0, why) for why in (NoValue.NOT_SURE, NoValue.COCKED))
LARGE = DieReading(4, 0.27, False, (160, 50), 30.0, NoValue.COCKED)


@pytest.mark.parametrize(
    ("dice", "count", "left"),
    [
        pytest.param((SURE, SURE, SPECK), 2, (SURE, SURE), id="a speck beside two sure dice"),
        pytest.param((SURE, SPECK), 2, (SURE, SPECK), id="it may be the second die"),
        pytest.param((SURE, SURE, LEANS), 2, (SURE, SURE, LEANS), id="one that leans is no speck"),
        pytest.param((SURE, SURE, DOUBTFUL), 2, (SURE, SURE, DOUBTFUL), id="a third die, perhaps"),
        pytest.param((SURE, SPECK), 0, (SURE,), id="any number of dice"),
        pytest.param((SURE, SURE, LARGE), 2, (SURE, SURE), id="a chip like a die half as large again"),
        pytest.param((SURE, LARGE), 2, (SURE, LARGE), id="or the second die"),
        pytest.param((SPECK,), 0, (SPECK,), id="nothing sure"),
    ],
)
def test_what_is_hardly_a_die(dice: tuple[DieReading, ...], count: int, left: tuple[DieReading, ...]) -> None:
    assert hardly_any_left_out(dice, count) == left


FELL = tuple(DieReading(n, 0.999, True, (x, 150), 20.0) for n, x in ((2, 40), (6, 140)))
LEANING, CHIP, PIPS = (DieReading(4, c, False, (90, 50), 20.0, NoValue.COCKED) for c in (0.6, 0.09, 0.23))


@pytest.mark.parametrize(
    ("dice", "before", "left"),
    [
        pytest.param((*FELL, DOUBTFUL), (SURE, DOUBTFUL), FELL, id="a button that lay there all the time"),
        pytest.param((*FELL, DOUBTFUL), (SURE,), (*FELL, DOUBTFUL), id="it was not there before"),
        pytest.param((*FELL, LEANING), (LEANING,), (*FELL, LEANING), id="one that leans is a die"),
        pytest.param((*FELL, CHIP), (CHIP,), FELL, id="a chip like a leaning die lay there all the time"),
        pytest.param((*FELL, PIPS), (PIPS,), FELL, id="so did a card's symbols, a little more like one"),
        pytest.param((FELL[0], DOUBTFUL), (DOUBTFUL,), (FELL[0], DOUBTFUL), id="it may be the second die"),
        pytest.param((*FELL, DOUBTFUL), (FELL[0], DOUBTFUL), (*FELL, DOUBTFUL), id="nothing was thrown, a hand passed"),
    ],
)
def test_what_lay_there_before_the_dice_fell(
    dice: tuple[DieReading, ...], before: tuple[DieReading, ...], left: tuple[DieReading, ...]
) -> None:
    assert what_lay_left_out(dice, before, 2) == left


def test_where_things_round_a_die_came_or_went_what_was_known_under_it_is_stale() -> None:
    known = np.full((120, 200, 3), (60, 110, 70), np.uint8)
    now = known.copy()
    cv2.circle(known, (70, 60), 25, (40, 40, 180), -1)  # a chip, gone since
    mask = np.zeros(known.shape[:2], np.uint8)
    now = (now * 0.8).astype(np.uint8)  # it has grown darker, and two dice lie there
    for x in (40, 150):
        cv2.circle(mask, (x, 60), 22, 255, -1)
        cv2.circle(now, (x, 60), 15, (230, 230, 230), -1)
    stale = _stale(now, known, mask)
    assert stale[60, 40]
    assert not stale[60, 150]
