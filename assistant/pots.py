"""Pots and their division: arithmetic on whole units, no rules of a game.

Every division here says who gets the odd unit.
"""

from __future__ import annotations

from collections.abc import Sequence

from assistant.cards import RANKS
from assistant.state import Pot, Seat, State

# The stud convention for odd units ranks suits as bridge does.
_SUIT_ORDER = "cdhs"


def pots_of(seats: Sequence[Seat]) -> tuple[Pot, ...]:
    """The main pot and the all-in pots made by what each player put in, bets in front left out.

    Folded chips stay in and win nothing.
    """
    paid = {s.seat: s.put_in - s.bet for s in seats if s.dealt}
    levels = sorted({paid[s.seat] for s in seats if s.in_hand})
    pots: list[Pot] = []
    below = 0
    for level in levels:
        # What a folded player paid above the last contender belongs to the last pot.
        top = level if level != levels[-1] else max(paid.values())
        amount = sum(min(p, top) - min(p, below) for p in paid.values())
        contenders = tuple(s.seat for s in seats if s.in_hand and paid[s.seat] >= level)
        below = level
        if amount:
            pots.append(Pot(amount, contenders))
    return tuple(pots)


def uncalled(seats: Sequence[Seat]) -> tuple[int, int] | None:
    """The seat whose bet in front nobody could match, and by how much; None where all is matched."""
    bets = sorted(((s.bet, s.seat) for s in seats if s.dealt), reverse=True)
    if not bets:
        return None
    most, seat = bets[0]
    second = bets[1][0] if len(bets) > 1 else 0
    return (seat, most - second) if most > second else None


def split(amount: int, winners: Sequence[int]) -> dict[int, int]:
    """Divides `amount` equally; odd units go one each to the first of `winners`."""
    each, odd = divmod(amount, len(winners))
    return {seat: each + (1 if i < odd else 0) for i, seat in enumerate(winners)}


def odd_order(state: State, winners: Sequence[int]) -> tuple[int, ...]:
    """The winners in the order in which they get odd units, by the house rule `odd_unit`."""
    clockwise = [s.seat for s in state.clockwise(state.button) if s.seat in winners]
    if state.house.odd_unit == "left_of_button":
        return tuple(clockwise)

    def highest(seat: int) -> tuple[int, int]:
        one = state.seat(seat)
        cards = one.up + (one.shown or ())
        return max(((RANKS.index(c[0]), _SUIT_ORDER.index(c[1])) for c in cards), default=(-1, -1))

    return tuple(sorted(clockwise, key=highest, reverse=True))
