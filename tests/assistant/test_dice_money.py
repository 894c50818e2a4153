"""What rolls cost and bring: rules/README.md, Lucky Sevens."""

from fractions import Fraction

import pytest

from assistant.dice_money import AVERAGE_COST, CHANCE_OF_SEVEN, roll_value, worthwhile_from


def test_two_dice() -> None:
    assert (7, Fraction(1, 6)) == (AVERAGE_COST, CHANCE_OF_SEVEN)


@pytest.mark.parametrize(
    ("side_pot", "claim_kept", "value"),
    [
        # An empty side pot and a seven: pay 7, take 3, 4 stays.
        (0, False, -7 + Fraction(3, 6)),
        (0, True, -7 + Fraction(7, 6)),
        (8, False, -7 + Fraction(7, 6)),
        (21, True, -7 + Fraction(28, 6)),
    ],
)
def test_small_side_pots_leave_doubles_alone(side_pot: int, claim_kept: bool, value: Fraction) -> None:
    assert roll_value(side_pot, claim_kept) == value


def test_large_side_pots_make_doubles_worth_rolling_again() -> None:
    once = -7 + Fraction(107, 6)
    assert roll_value(100, True, left=1) == once
    again = sum(roll_value(100 + 2 * pips, True, left=1) for pips in range(1, 7)) / 36
    assert roll_value(100, True, left=2) == once + again
    assert roll_value(100, True) > once + again


@pytest.mark.parametrize("claim_kept", [True, False])
def test_from_where_a_roll_pays_by_itself(claim_kept: bool) -> None:
    least = worthwhile_from(claim_kept)
    assert roll_value(least, claim_kept) >= 0 > roll_value(least - 1, claim_kept)
