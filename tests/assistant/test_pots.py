"""Pots and their division: arithmetic on whole units."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.house import House
from assistant.pots import odd_order, pots_of, split, uncalled
from assistant.state import Pot, Seat, State


def seats(*paid: str) -> tuple[Seat, ...]:
    """`10` paid ten and is in, `10f` has folded; `10+4` has four more in front; `-` is not dealt in."""
    made = []
    for number, text in enumerate(paid, start=1):
        if text == "-":
            made.append(Seat(number, f"P{number}", 50))
            continue
        before, _, bet = text.rstrip("f").partition("+")
        put_in = int(before) + int(bet or 0)
        made.append(Seat(number, f"P{number}", 0, dealt=True, folded=text[-1] == "f", bet=int(bet or 0), put_in=put_in))
    return tuple(made)


@pytest.mark.parametrize(
    ("paid", "pots"),
    [
        (("10", "10", "10"), [(30, (1, 2, 3))]),
        (("10", "4", "10"), [(12, (1, 2, 3)), (12, (1, 3))]),
        (("10", "4", "7", "1"), [(4, (1, 2, 3, 4)), (9, (1, 2, 3)), (6, (1, 3)), (3, (1,))]),
        (("10f", "4", "7"), [(12, (2, 3)), (9, (3,))]),
        (("10f", "10f", "2", "2"), [(24, (3, 4))]),
        (("3f", "10", "10"), [(23, (2, 3))]),
        (("5", "-", "5"), [(10, (1, 3))]),
        (("0", "0"), []),
        (("5+4", "5"), [(10, (1, 2))]),
        (("0+4", "0+2f", "0"), []),
    ],
)
def test_main_and_all_in_pots(paid: tuple[str, ...], pots: list[tuple[int, tuple[int, ...]]]) -> None:
    assert pots_of(seats(*paid)) == tuple(Pot(amount, who) for amount, who in pots)


@given(st.lists(st.tuples(st.integers(0, 30), st.booleans()), min_size=2, max_size=8))
def test_pots_hold_all_that_was_paid(players: list[tuple[int, bool]]) -> None:
    players[0] = (max(amount for amount, _ in players), False)  # somebody is in with as much as anybody
    made = pots_of(seats(*(f"{amount}{'f' if folded else ''}" for amount, folded in players)))
    assert sum(pot.amount for pot in made) == sum(amount for amount, _ in players)
    for larger, smaller in pairwise(made):
        assert set(smaller.seats) < set(larger.seats)


@pytest.mark.parametrize(
    ("paid", "back"),
    [
        (("0+10", "0+4"), (1, 6)),
        (("0+10", "0+10"), None),
        (("0+4", "0+10f", "0+20"), (3, 10)),
        (("0+10", "0", "0"), (1, 10)),
        (("10", "4"), None),
        (("-", "0+2", "-"), (2, 2)),
        (("-", "-"), None),
    ],
)
def test_what_nobody_could_call(paid: tuple[str, ...], back: tuple[int, int] | None) -> None:
    assert uncalled(seats(*paid)) == back


@pytest.mark.parametrize(
    ("amount", "winners", "shares"),
    [
        (10, (1, 2), {1: 5, 2: 5}),
        (11, (2, 1), {2: 6, 1: 5}),
        (11, (3, 1, 2), {3: 4, 1: 4, 2: 3}),
        (1, (3, 1, 2), {3: 1, 1: 0, 2: 0}),
        (0, (1, 2), {1: 0, 2: 0}),
        (7, (4,), {4: 7}),
    ],
)
def test_odd_units_go_one_each_to_the_first(amount: int, winners: tuple[int, ...], shares: dict[int, int]) -> None:
    assert split(amount, winners) == shares


def table(button: int, odd_unit: str, *cards: str) -> State:
    """Seats that hold and show these cards: `Kh 8d / 2c` is up, then down."""
    made = []
    for number, text in enumerate(cards, start=1):
        up, _, down = text.partition("/")
        shown = tuple(down.split()) or None
        made.append(Seat(number, f"P{number}", 0, dealt=True, up=tuple(up.split()), shown=shown))
    return State("roll-your-own", House(odd_unit=odd_unit), tuple(made), button)


@pytest.mark.parametrize(
    ("button", "winners", "order"),
    [(3, (1, 2), (1, 2)), (1, (1, 2), (2, 1)), (1, (3, 1), (3, 1)), (2, (1, 2, 3), (3, 1, 2)), (2, (2,), (2,))],
)
def test_left_of_the_button_first(button: int, winners: tuple[int, ...], order: tuple[int, ...]) -> None:
    assert odd_order(table(button, "left_of_button", "Ah", "Kh", "Qh"), winners) == order


@pytest.mark.parametrize(
    ("cards", "order"),
    [
        (("Kh 2c", "Ah 3c"), (2, 1)),
        (("Kh 2c", "Ks 3c"), (2, 1)),
        (("Kd", "Kc"), (1, 2)),
        (("2c / As", "Ah Kh"), (1, 2)),
        (("/ Qc", "Jd"), (1, 2)),
    ],
)
def test_high_card_by_suit_among_the_winners_shown_cards(cards: tuple[str, ...], order: tuple[int, ...]) -> None:
    assert odd_order(table(1, "high_card_by_suit", *cards), (1, 2)) == order
