"""Where dice are looked for."""

from __future__ import annotations

import numpy as np
import pytest

from vision.readings import DieReading, NoValue
from vision.tray import hardly_any_left_out, what_lay_left_out, where_changed


def test_only_what_changed_is_looked_through() -> None:
    empty = np.full((300, 400, 3), 70, np.uint8)
    tray = empty.copy()
    tray[100:120, 200:220] = 200
    x0, y0, x1, y1 = where_changed(tray, empty, 20.0)
    assert (x0, y0, x1, y1) == pytest.approx((174, 74, 246, 146), abs=6)
    assert where_changed(empty, empty, 20.0) == (0, 0, 400, 300)
    assert where_changed(tray, None, 20.0) == (0, 0, 400, 300)


SURE, DOUBTFUL = DieReading(3, 0.999, True, (50, 50), 20.0), DieReading(4, 0.6, False, (90, 50), 20.0, NoValue.NOT_SURE)
SPECK, LEANS = (DieReading(5, 0.05, False, (130, 50), 20.0, why) for why in (NoValue.NOT_SURE, NoValue.COCKED))


@pytest.mark.parametrize(
    ("dice", "count", "left"),
    [
        pytest.param((SURE, SURE, SPECK), 2, (SURE, SURE), id="a speck beside two sure dice"),
        pytest.param((SURE, SPECK), 2, (SURE, SPECK), id="it may be the second die"),
        pytest.param((SURE, SURE, LEANS), 2, (SURE, SURE, LEANS), id="one that leans is no speck"),
        pytest.param((SURE, SURE, DOUBTFUL), 2, (SURE, SURE, DOUBTFUL), id="a third die, perhaps"),
        pytest.param((SURE, SPECK), 0, (SURE,), id="any number of dice"),
        pytest.param((SPECK,), 0, (SPECK,), id="nothing sure"),
    ],
)
def test_what_is_hardly_a_die(dice: tuple[DieReading, ...], count: int, left: tuple[DieReading, ...]) -> None:
    assert hardly_any_left_out(dice, count) == left


FELL = tuple(DieReading(n, 0.999, True, (x, 150), 20.0) for n, x in ((2, 40), (6, 140)))
LEANING = DieReading(4, 0.6, False, (90, 50), 20.0, NoValue.COCKED)


@pytest.mark.parametrize(
    ("dice", "before", "left"),
    [
        pytest.param((*FELL, DOUBTFUL), (SURE, DOUBTFUL), FELL, id="a button that lay there all the time"),
        pytest.param((*FELL, DOUBTFUL), (SURE,), (*FELL, DOUBTFUL), id="it was not there before"),
        pytest.param((*FELL, LEANING), (LEANING,), (*FELL, LEANING), id="one that leans is a die"),
        pytest.param((FELL[0], DOUBTFUL), (DOUBTFUL,), (FELL[0], DOUBTFUL), id="it may be the second die"),
        pytest.param((*FELL, DOUBTFUL), (FELL[0], DOUBTFUL), (*FELL, DOUBTFUL), id="nothing was thrown, a hand passed"),
    ],
)
def test_what_lay_there_before_the_dice_fell(
    dice: tuple[DieReading, ...], before: tuple[DieReading, ...], left: tuple[DieReading, ...]
) -> None:
    assert what_lay_left_out(dice, before, 2) == left
