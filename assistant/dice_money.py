"""What a roll of the dice costs and brings in Lucky Sevens, worked out exactly."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import count, product

DICE = tuple(product(range(1, 7), repeat=2))
_ROLLS_AGAIN = 12  # a longer chain of doubles is rarer than 1 in 6 ** 12

AVERAGE_COST = Fraction(sum(map(sum, DICE)), len(DICE))
CHANCE_OF_SEVEN = Fraction(sum(sum(dice) == 7 for dice in DICE), len(DICE))


@cache
def roll_value(side_pot: int, claim_kept: bool, left: int = _ROLLS_AGAIN) -> Fraction:
    """What a roll brings in units, on average, its cost paid; rolling again on doubles where that pays.

    `side_pot` is what lies in it before; the roller has no claim on it yet, and can pay for every roll.
    On a seven they take half of it, rounded down, their own seven included; `claim_kept`: the rest is
    theirs in the end too. Source: rules/README.md, Lucky Sevens.
    """
    total = Fraction(0)
    for first, second in DICE:
        cost = first + second
        total -= cost
        if cost == 7:
            filled = side_pot + 7
            total += filled if claim_kept else filled // 2
        elif first == second and left > 1:
            total += max(Fraction(0), roll_value(side_pot + cost, claim_kept, left - 1))
    return total / len(DICE)


def worthwhile_from(claim_kept: bool) -> int:
    """The smallest side pot at which a roll pays by itself."""
    return next(side_pot for side_pot in count() if roll_value(side_pot, claim_kept) >= 0)
