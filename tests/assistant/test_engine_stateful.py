"""Random nights in every game and structure: nothing is lost, nothing crashes, nobody gets stuck.

Run it longer with `CARDSPEAK_NIGHTS=20000 pytest tests/assistant/test_engine_stateful.py`.
"""

from __future__ import annotations

import json
import os

from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from assistant.events import to_json
from tests.assistant.player import RandomTable

NIGHTS = int(os.environ.get("CARDSPEAK_NIGHTS", "200"))


# The same nights each time, unless more are asked for: CI tells what a change broke, a long run finds the rest.
@settings(
    max_examples=NIGHTS,
    derandomize="CARDSPEAK_NIGHTS" not in os.environ,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(seed=st.integers(0, 2**48))
def test_any_night_keeps_its_books(seed: int) -> None:
    table = RandomTable(seed)
    try:
        table.play(120)
    except BaseException:
        for event in table.night.events:
            note(json.dumps(to_json(event)))
        raise
