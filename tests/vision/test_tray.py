"""Where dice are looked for."""

from __future__ import annotations

import numpy as np
import pytest

from vision.tray import where_changed


def test_only_what_changed_is_looked_through() -> None:
    empty = np.full((300, 400, 3), 70, np.uint8)
    tray = empty.copy()
    tray[100:120, 200:220] = 200
    x0, y0, x1, y1 = where_changed(tray, empty, 20.0)
    assert (x0, y0, x1, y1) == pytest.approx((174, 74, 246, 146), abs=6)
    assert where_changed(empty, empty, 20.0) == (0, 0, 400, 300)
    assert where_changed(tray, None, 20.0) == (0, 0, 400, 300)
