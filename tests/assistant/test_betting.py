"""One betting round by itself: what the player to act may do (rules/README.md, Betting).

The rules of short all-ins and of the structures stand in tests/data/scenarios; here are the
limits as numbers, and what must hold of any round.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant import betting, events
from assistant.house import House
from assistant.state import Refused, Seat, State


def table(house: House, *chips: int) -> State:
    """A round about to start, each player having put in ten already."""
    seats = tuple(Seat(n, f"P{n}", c, bought=c + 10, dealt=True, put_in=10) for n, c in enumerate(chips, start=1))
    return betting.start(State("shifting-sands", house, seats, len(chips)), 1, 1)


def options(state: State) -> betting.Options:
    assert state.turn is not None
    return betting.options(state, state.seat(state.turn), 1)


@pytest.mark.parametrize(
    ("house", "opening", "after_the_most"),
    [
        (House(bet=4), (4, 4), (8, 8)),
        (House(bet=4, structure="spread_limit"), (1, 4), (8, 8)),
        (House(bet=4, structure="pot_limit"), (4, 30), (60, 120)),
        (House(bet=4, structure="no_limit"), (4, 200), None),
    ],
)
def test_the_limits_of_each_structure(
    house: House, opening: tuple[int, int], after_the_most: tuple[int, int] | None
) -> None:
    state = table(house, 200, 200, 200)
    assert options(state) == betting.Options(0, opening, True, 3)
    state = betting.act(state, events.Bet(1, opening[1]), 1)
    assert options(state) == betting.Options(opening[1], after_the_most, False, 3)


def test_no_betting_with_fewer_than_two_who_have_chips() -> None:
    assert table(House(), 0, 50, 0).turn is None
    assert table(House(), 0, 0).turn is None
    assert table(House(), 0, 50, 50).turn == 2


def test_the_opener_who_is_all_in_is_passed_over_clockwise() -> None:
    seats = tuple(Seat(n, f"P{n}", c, dealt=True) for n, c in ((1, 5), (3, 0), (6, 5)))
    assert betting.start(State("shifting-sands", House(), seats, 1), 1, 3).turn == 6


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (events.Check(2), "it is P1's turn (seat 1), not P2's"),
        (events.Call(1), "P1 has nothing to call"),
        (events.Raise(1), "P1 can't raise: nobody has bet yet"),
        (events.Bet(1, 2), "P1 may bet 1, not 2"),
        (events.Bet(1, 0), "P1 may bet 1, not 0"),
    ],
)
def test_refusals_before_a_bet(action: betting.Action, reason: str) -> None:
    with pytest.raises(Refused) as caught:
        betting.act(table(House(), 50, 50), action, 1)
    assert str(caught.value) == reason


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (events.Check(2), "P2 can't check: there is 1 to call"),
        (events.Bet(2), "P2 can't bet: the bet is 1 already, so call or raise"),
        (events.Raise(2, 1), "P2 may raise to 2, not 1"),
        (events.Raise(2, 3), "P2 may raise to 2, not 3"),
    ],
)
def test_refusals_after_a_bet(action: betting.Action, reason: str) -> None:
    state = betting.act(table(House(), 50, 50), events.Bet(1), 1)
    with pytest.raises(Refused) as caught:
        betting.act(state, action, 1)
    assert str(caught.value) == reason


def test_the_claimants_fold_voids_the_claim() -> None:
    seats = tuple(Seat(n, f"P{n}", 50, dealt=True) for n in (1, 2, 3))
    state = betting.start(State("lucky-sevens", House(), seats, 3, claimant=1), 1, 1)
    assert betting.act(state, events.Fold(1), 1).claimant is None
    assert betting.act(state, events.Check(1), 1).claimant == 1


STRUCTURES = st.sampled_from(["fixed_limit", "spread_limit", "pot_limit", "no_limit"])


@given(
    structure=STRUCTURES,
    bet=st.integers(1, 10),
    cap=st.one_of(st.none(), st.integers(0, 4)),
    chips=st.lists(st.integers(0, 40), min_size=2, max_size=6),
    choices=st.lists(st.tuples(st.integers(0, 5), st.floats(0, 1)), max_size=60),
)
def test_any_round_ends_even_and_loses_nothing(
    structure: str, bet: int, cap: int | None, chips: list[int], choices: list[tuple[int, float]]
) -> None:
    state = table(House(structure=structure, bet=bet, max_raises=cap), *chips)
    money = state.money
    for choice, share in choices:
        if state.turn is None:
            break
        may = options(state)
        seat = state.turn
        action: betting.Action
        if may.raise_to is not None and choice >= 3:
            least, most = may.raise_to
            assert state.level < least <= most <= state.seat(seat).bet + state.seat(seat).chips
            to = least + round(share * (most - least))
            action = events.Bet(seat, to) if may.opens else events.Raise(seat, to)
        elif choice == 0 and may.call:
            action = events.Fold(seat)
        else:
            action = events.Call(seat) if may.call else events.Check(seat)
        state = betting.act(state, action, 1)
        assert state.money == money
        assert cap is None or state.raises <= cap
    while state.turn is not None:
        may = options(state)
        state = betting.act(state, events.Call(state.turn) if may.call else events.Check(state.turn), 1)
    state = betting.finish(state)
    assert state.money == money
    assert all(s.bet == 0 and s.chips >= 0 for s in state.seats)
    # Whoever is in has put in as much as anybody, or all they had.
    most = max(s.put_in for s in state.in_hand)
    assert all(s.put_in == most or s.chips == 0 for s in state.in_hand)
