"""The state of the table: a value, made by folding events, never changed in place.

Money is whole units. Seats are in order of their numbers, which run clockwise.
What can be worked out (pots, wild ranks, down cards) is not stored here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from assistant.house import House

if TYPE_CHECKING:
    from assistant.hands import Hand


T = TypeVar("T", "Seat", "State")


def changed(value: T, **changes: object) -> T:
    """The seat or state with some fields changed; raises TypeError for a field it has not.

    `dataclasses.replace` does the same, and took three quarters of the time of a fold: this is
    why these two have no slots.
    """
    unknown = changes.keys() - value.__dataclass_fields__.keys()
    if unknown:
        raise TypeError(f"{type(value).__name__} has no {', '.join(unknown)}")
    new = object.__new__(type(value))
    new.__dict__.update(value.__dict__)
    new.__dict__.update(changes)
    return new


class Refused(Exception):
    """An event that the rules refuse, with the reason as the table should hear it."""


class StepKind(StrEnum):
    """What a step of a hand is about."""

    DOWN = "down"  # cards dealt face down
    ROLL = "roll"  # the dealer's opening roll
    BOARD = "board"  # community cards
    OFFER = "offer"  # the paid re-roll
    EXPOSE = "expose"  # each player turns one card up
    BETTING = "betting"
    DECLARE = "declare"
    SHOW = "show"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a hand: `count` cards, or the betting round `count` (from 1).

    `label` names the stage on the screen from here on, where it is not empty.
    """

    kind: StepKind
    count: int = 0
    label: str = ""


@dataclass(frozen=True)
class Seat:
    """One player. `put_in` is what they have in the pots and in front this hand;
    `bet` the part of it in front of them this round; `acted` says that they have
    had a turn since the last full bet or raise."""

    seat: int
    name: str
    chips: int
    bought: int = 0
    cashed: int = 0
    gone: bool = False
    sits_out: bool = False
    dealt: bool = False
    folded: bool = False
    mucked: bool = False
    bet: int = 0
    put_in: int = 0
    acted: bool = False
    up: tuple[str, ...] = ()
    shown: tuple[str, ...] | None = None
    declared: str | None = None

    @property
    def in_hand(self) -> bool:
        """Dealt in and not folded."""
        return self.dealt and not self.folded

    @property
    def can_act(self) -> bool:
        """In, with chips behind."""
        return self.in_hand and self.chips > 0

    @property
    def all_in(self) -> bool:
        """In, with no chips behind."""
        return self.in_hand and self.chips == 0

    @property
    def plays(self) -> bool:
        """Will be dealt into the next hand."""
        return not self.gone and not self.sits_out and self.chips > 0


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot and the seats that can win it."""

    amount: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a pot that was decided by one question: `why` it went to `winners`.

    `paid` is what each winner got, odd units included.
    """

    amount: int
    winners: tuple[int, ...]
    why: str
    paid: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class PotResult:
    """A pot and how it was shared."""

    amount: int
    shares: tuple[Share, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """All who got a part of it, in order of the shares."""
        return tuple(dict.fromkeys(seat for share in self.shares for seat in share.winners))


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ended. `payouts` holds all that each seat was paid at its end.

    `side_pot_to` is the claimant who took `side_pot`, or None where it carries.
    `at_end` is what the side pot paid because the game is over.
    """

    payouts: Mapping[int, int]
    hands: Mapping[int, Hand]
    lows: Mapping[int, Hand | None]
    pots: tuple[PotResult, ...]
    side_pot: int = 0
    side_pot_to: int | None = None
    at_end: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rolled:
    """The last roll of the hand: who rolled, what it cost, and what a seven took."""

    seat: int
    dice: tuple[int, int]
    paid: int
    took: int


@dataclass(frozen=True)
class State:
    """Everything that the events so far amount to."""

    game: str
    house: House
    seats: tuple[Seat, ...]
    button: int
    hand: int = 0
    side_pot: int = 0
    claimant: int | None = None
    side_pot_at_end: str = "winner"
    carried_in: int = 0  # the side pot of an earlier session
    # The hand being played. `step` counts into the game's steps; None between hands.
    step: int | None = None
    turn: int | None = None  # who acts, is offered the re-roll, or turns a card in turn
    pending: tuple[int, ...] = ()  # who still has to be offered, turn a card, declare or show
    roller: int | None = None  # who is to throw the dice now
    again: bool = False  # `turn` rolled doubles and may roll again
    rolled: Rolled | None = None
    board: tuple[str, ...] = ()
    level: int = 0  # the bet to match
    full_level: int = 0  # the last full bet or raise, which a short all-in does not move
    raise_size: int = 0  # the last full bet or raise by itself
    raises: int = 0
    result: Result | None = None
    over: bool = False  # one player has won all the chips, and nobody may buy back
    closed: bool = False
    # Where the last hand can be taken up again: for a misdeal, and for a card
    # that turns out to be misread after the pots were paid.
    at_deal: State | None = field(default=None, repr=False, compare=False)
    unsettled: State | None = field(default=None, repr=False, compare=False)

    def seat(self, number: int) -> Seat:
        """The player at a seat; raises Refused where nobody sits."""
        for one in self.seats:
            if one.seat == number and not one.gone:
                return one
        raise Refused(f"nobody sits at seat {number}")

    def clockwise(self, after: int) -> Iterator[Seat]:
        """All seats from the one left of `after` round to `after` itself."""
        yield from (s for s in self.seats if s.seat > after)
        yield from (s for s in self.seats if s.seat <= after)

    @property
    def in_hand(self) -> tuple[Seat, ...]:
        """The players who are in."""
        return tuple(s for s in self.seats if s.in_hand)

    @property
    def playing(self) -> bool:
        """A hand is being played."""
        return self.step is not None

    @property
    def money(self) -> int:
        """Stacks, pots, side pot and bets in front."""
        return self.side_pot + sum(s.chips + s.put_in for s in self.seats)

    @property
    def bought_in(self) -> int:
        """What was bought in or carried in, less what was cashed out: always equals `money`."""
        return self.carried_in + sum(s.bought - s.cashed for s in self.seats)

    def with_seat(self, number: int, **changes: object) -> State:
        """The state with one seat changed."""
        return changed(self, seats=tuple(changed(s, **changes) if s.seat == number else s for s in self.seats))

    def new_round(self) -> State:
        """The state with nothing in front of anybody and nobody having acted."""
        fresh = tuple(changed(s, bet=0, acted=False) if s.bet or s.acted else s for s in self.seats)
        return changed(self, seats=fresh, turn=None, level=0, full_level=0, raise_size=0, raises=0)

    def where(self, card: str) -> str | None:
        """Where a card lies, in words, or None if it has not been seen this hand."""
        if card in self.board:
            return "on the board"
        for s in self.seats:
            if s.dealt and card in s.up:
                return f"before {s.name}"
            if s.dealt and s.shown and card in s.shown:
                return f"among the cards {s.name} showed"
        return None
