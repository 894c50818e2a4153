"""The fold of a night: what `after` promises, `post` takes, and `undo` gives back."""

from __future__ import annotations

import pytest

from assistant import events
from assistant.events import NewSeat
from assistant.fold import Night
from assistant.rules import apply
from assistant.state import Refused, changed

OPEN = events.Open("lucky-sevens", (NewSeat(1, "Ann", 20), NewSeat(2, "Bea", 20)), 2, {})


def test_after_changes_nothing() -> None:
    night = Night([OPEN])
    before = night.state
    coming = night.after(events.Deal())
    assert night.state is before
    assert night.events == [OPEN]
    assert night.post(events.Deal()) == coming


def test_undo_walks_back_to_the_opening_and_no_further() -> None:
    night = Night([OPEN])
    states = [night.state]
    for event in (events.Deal(), events.Roll((1, 2)), events.Bet(1), events.Fold(2), events.Deal()):
        states.append(night.post(event))
    while len(states) > 1:
        assert night.state == states.pop()
        night.post(events.Undo())
    assert night.state == states[0]
    with pytest.raises(Refused, match=r"^nothing is there to take back$"):
        night.post(events.Undo())
    assert night.events == [OPEN]


def test_what_stands_is_what_was_not_taken_back() -> None:
    night = Night([OPEN, events.Deal(), events.Roll((1, 2)), events.Undo(), events.Roll((3, 4))])
    assert night.events == [OPEN, events.Deal(), events.Roll((3, 4))]
    assert Night(night.events).state == night.state


def test_a_refused_event_leaves_no_trace() -> None:
    night = Night([OPEN])
    before = night.state
    with pytest.raises(Refused):
        night.post(events.Check(1))
    assert night.state is before
    assert night.events == [OPEN]


def test_before_the_table_opens() -> None:
    with pytest.raises(Refused, match=r"^the table is not open yet$"):
        Night().post(events.Deal())
    with pytest.raises(Refused, match=r"^nothing is there to take back$"):
        Night().post(events.Undo())


def test_an_undo_is_not_for_the_rules() -> None:
    with pytest.raises(Refused):
        apply(Night([OPEN]).state, events.Undo())


def test_only_fields_that_exist_change() -> None:
    state = Night([OPEN]).state
    assert state is not None
    assert changed(state, hand=3).hand == 3
    assert state.hand == 0
    with pytest.raises(TypeError, match=r"^State has no hands$"):
        changed(state, hands=3)
