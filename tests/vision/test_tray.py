"""Where dice are looked for, and where no flat die can lie."""

from __future__ import annotations

import numpy as np
import pytest

from vision.readings import DieReading, NoValue
from vision.tray import leaning, where_changed

CASES = [
    pytest.param([(50, 50), (100, 60)], [None, None], id="apart"),
    pytest.param([(50, 50), (71, 50)], [None, None], id="touching"),
    pytest.param([(50, 50), (64, 50)], [NoValue.COCKED, NoValue.COCKED], id="one upon the other"),
    pytest.param([(50, 50), (190, 60)], [None, NoValue.COCKED], id="on the right rim"),
    pytest.param([(10, 50), (100, 60)], [NoValue.COCKED, None], id="on the left rim"),
    pytest.param([(50, 50), (100, 140)], [None, NoValue.COCKED], id="on the lower rim"),
    pytest.param([(50, 50), (100, 131)], [None, None], id="beside the rim"),
]


@pytest.mark.parametrize(("places", "why"), CASES)
def test_leaning(places: list[tuple[float, float]], why: list[NoValue | None]) -> None:
    dice = tuple(DieReading(3, 0.999, True, place, 20.0) for place in places)
    marked = leaning(dice, (200, 150))
    assert [die.why for die in marked] == why
    assert [die.sure for die in marked] == [reason is None for reason in why]


def test_dice_that_touch_must_leave_hardly_a_doubt() -> None:
    near = tuple(DieReading(3, c, True, (x, 50), 20.0) for c, x in ((0.999, 50.0), (0.99, 75.0)))
    assert [die.why for die in leaning(near, (200, 150))] == [None, NoValue.NOT_SURE]


def test_a_shadow_hardly_taken_for_a_die_makes_no_other_lean() -> None:
    dice = (DieReading(3, 0.99, True, (50, 50), 20.0), DieReading(1, 0.1, False, (60, 50), 20.0))
    assert leaning(dice, (200, 150))[0].sure


def test_only_what_changed_is_looked_through() -> None:
    empty = np.full((300, 400, 3), 70, np.uint8)
    tray = empty.copy()
    tray[100:120, 200:220] = 200
    x0, y0, x1, y1 = where_changed(tray, empty, 20.0)
    assert (x0, y0, x1, y1) == pytest.approx((174, 74, 246, 146), abs=6)
    assert where_changed(empty, empty, 20.0) == (0, 0, 400, 300)
    assert where_changed(tray, None, 20.0) == (0, 0, 400, 300)
