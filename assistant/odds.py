"""What wins at this table: deals by the million, and how sure the figures are.

Everybody who is dealt in stays to the showdown; nothing here knows of betting.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import numpy as np

from assistant.batch import Ints, batch_categories, batch_strengths
from assistant.batch_lows import batch_lows
from assistant.cards import RANKS
from assistant.deals import Deals, dealt_game, shuffled
from assistant.game import game_named
from assistant.house import House
from assistant.values import CATEGORIES

Progress = Callable[[int, int], None]

_HANDS_A_BATCH = 1 << 15
_95_PERCENT = 1.959964
_KINDS = len(CATEGORIES)
_OWN_WILDS = 4  # 0 to 3 among a player's own cards


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share between 0 and 1 (or a difference of two) and its 95 % confidence interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class CategoryOdds:
    """One category of hands.

    `held`: how often a player ends with it; `wins`: the share of all pots that it takes;
    `share`: of the pot, when held; `share_after_roll`: what the same cards take after a fresh roll.
    """

    category: str
    held: Estimate
    wins: Estimate
    share: Estimate | None
    share_after_roll: Estimate | None


@dataclass(frozen=True, slots=True)
class RollOdds:
    """What a fresh roll does to the share of the pot of a player with so many wilds of their own."""

    down_cards: int
    own_wilds: int
    seen: Estimate
    now: Estimate
    after: Estimate
    change: Estimate


@dataclass(frozen=True, slots=True)
class Odds:
    """What `deals` deals gave; `hands` counts every hand valued, lows and re-rolled ones too."""

    game: str
    players: int
    deals: int
    hands: int
    assumes: tuple[str, ...]
    categories: tuple[CategoryOdds, ...]
    rolls: tuple[RollOdds, ...]
    splits: tuple[tuple[str, Estimate], ...]


def simulate(
    name: str, players: int, house: House, deals: int, seed: int | None = None, progress: Progress | None = None
) -> Odds:
    """Deal `deals` times, all players to the showdown.

    Equal seeds give equal odds. `progress` is told the deals done and due. Raises ValueError where the
    game, the number of players or the house rules don't go together.
    """
    game, dealt = game_named(name), dealt_game(name)
    least, most = game.players
    if not least <= players <= most:
        raise ValueError(f"{game.title} has {least} to {most} players, not {players}")
    if house.high_low and house.chicago != "off":
        raise ValueError("odds can't split a pot between high, low and a spade: leave out high_low or chicago")
    if deals < 1:
        raise ValueError(f"at least 1 deal is needed, not {deals}")
    game.check(house)
    rng = np.random.default_rng(seed)
    size = min(deals, max(1, _HANDS_A_BATCH // players))
    tally = _Tally(players)
    decks = shuffled(size, rng, dealt.cards(players, house))
    while tally.deals < deals:
        count = min(size, deals - tally.deals)
        tally.add(dealt.deal(next(decks)[:count], players, house, rng), house)
        if progress is not None:
            progress(tally.deals, deals)
    assumes = ("everybody stays to the showdown", *dealt.assumes(house))
    if house.high_low and house.declare == "chips":
        assumes = (*assumes, "the cards speak, as if everybody declared rightly")
    return Odds(name, players, tally.deals, tally.hands, assumes, tally.categories(), tally.rolls(), tally.splits())


class _Sums:
    """Sums over deals of pairs of numbers, a deal's own first added up: deals are independent, hands
    in one deal are not."""

    def __init__(self, cells: int) -> None:
        self.deals = 0
        self.x, self.y, self.xx, self.yy, self.xy = (np.zeros(cells) for _ in range(5))

    def add(self, x: Ints, y: Ints) -> None:
        """`x`, `y`: (deals, cells)."""
        self.deals += len(x)
        self.x += x.sum(axis=0)
        self.y += y.sum(axis=0)
        self.xx += np.einsum("ij,ij->j", x, x)
        self.yy += np.einsum("ij,ij->j", y, y)
        self.xy += np.einsum("ij,ij->j", x, y)

    def mean(self, of: str, at: int, scale: float = 1.0) -> Estimate:
        """The mean a deal of x or y, times `scale`."""
        total, squares = (self.x[at], self.xx[at]) if of == "x" else (self.y[at], self.yy[at])
        mean = total / self.deals
        spread = sqrt(max(0.0, squares / self.deals - mean * mean) / self.deals)
        return _estimate(mean * scale, spread * scale, self.deals)

    def ratio(self, at: int, lowest: float = 0.0) -> Estimate | None:
        """The sum of y over the sum of x, None where x never was; by the delta method."""
        if self.x[at] == 0:
            return None
        ratio = self.y[at] / self.x[at]
        squares = self.yy[at] - 2 * ratio * self.xy[at] + ratio * ratio * self.xx[at]
        return _estimate(ratio, sqrt(max(0.0, squares)) / self.x[at], self.x[at], lowest)


def _estimate(value: float, spread: float, seen: float, lowest: float = 0.0) -> Estimate:
    half = _95_PERCENT * spread
    if half < 1e-9:  # always or never so far: the rule of three
        half = 3 / seen
    return Estimate(float(value), float(max(lowest, value - half)), float(min(1.0, value + half)))


class _Tally:
    """What has been counted so far."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.deals = self.hands = 0
        self.won = _Sums(_KINDS)  # x: hands of a category, y: their share of the pot
        self.after = _Sums(_KINDS)  # y: their share after a fresh roll
        self.change = {down: _Sums(_OWN_WILDS) for down in (2, 3)}  # x: hands, y: change of share
        self.now = {down: _Sums(_OWN_WILDS) for down in (2, 3)}
        self.then = {down: _Sums(_OWN_WILDS) for down in (2, 3)}
        self.split: dict[str, _Sums] = {}
        self.rolled = False

    def add(self, deals: Deals, house: House) -> None:
        size = len(deals.cards)
        self.deals += size
        strengths = self._strengths(deals, deals.wild_ranks, house)
        share = self._shares(deals, strengths, house)
        kinds = batch_categories(strengths, house.hands)
        held = _by_cell(kinds, _KINDS)
        self.won.add(held, _by_cell(kinds, _KINDS, share))
        if deals.rerolled is None:
            return
        self.rolled = True
        fresh = self._shares(deals, self._strengths(deals, deals.rerolled, house), house)
        self.after.add(held, _by_cell(kinds, _KINDS, fresh))
        wild = (deals.wild_ranks[:, :, None] >> deals.cards[:, :, :3] % 13) & 1
        for down in (2, 3):
            own = wild[:, :, :down].sum(axis=2)
            hands = _by_cell(own, _OWN_WILDS)
            self.now[down].add(hands, _by_cell(own, _OWN_WILDS, share))
            self.then[down].add(hands, _by_cell(own, _OWN_WILDS, fresh))
            self.change[down].add(hands, _by_cell(own, _OWN_WILDS, fresh - share))

    def _strengths(self, deals: Deals, wild_ranks: Ints, house: House) -> Ints:
        size, players, each = deals.cards.shape
        self.hands += size * players
        cards = deals.cards.reshape(size * players, each)
        found = batch_strengths(cards, wild_ranks.reshape(-1), deals.wild_cards, house.hands)
        return found.reshape(size, players)

    def _shares(self, deals: Deals, strengths: Ints, house: House) -> Ints:
        """Each player's share of the pot, (deals, players)."""
        high = _winners(strengths)
        if house.high_low:
            lows = self._lows(deals, house)
            some = lows.max(axis=1) > 0
            low = np.where(some[:, None], _winners(lows), high)
            self._count("a low qualifies", some)
        elif house.chicago != "off":
            spades = spade_ranks(deals.cards, house.chicago)
            some = spades.max(axis=1) > 0
            low = np.where(some[:, None], _winners(spades), high)
            self._count("a spade takes half", some)
        else:
            return high
        share: Ints = (high + low) / 2
        self._count("one player takes all of a split pot", some & (share.max(axis=1) == 1))
        return share

    def _lows(self, deals: Deals, house: House) -> Ints:
        size, players, each = deals.cards.shape
        self.hands += size * players
        cards = deals.cards.reshape(size * players, each)
        wild = deals.wild_ranks.reshape(-1)
        found = batch_lows(cards, wild, deals.wild_cards, house.low_qualifier, house.hands)
        return found.reshape(size, players)

    def _count(self, what: str, happened: Ints) -> None:
        column = happened[:, None].astype(np.float64)
        self.split.setdefault(what, _Sums(1)).add(column, column)

    def categories(self) -> tuple[CategoryOdds, ...]:
        """From the best category down."""
        return tuple(
            CategoryOdds(
                CATEGORIES[at],
                self.won.mean("x", at, 1 / self.players),
                self.won.mean("y", at),
                self.won.ratio(at),
                self.after.ratio(at) if self.rolled else None,
            )
            for at in reversed(range(_KINDS))
        )

    def rolls(self) -> tuple[RollOdds, ...]:
        """Two down cards, then three; by the wilds among them. Nothing where it never came about."""
        found = []
        for down in (2, 3) if self.rolled else ():
            for own in range(down + 1):
                now, after = self.now[down].ratio(own), self.then[down].ratio(own)
                change = self.change[down].ratio(own, -1.0)
                if now is not None and after is not None and change is not None:
                    seen = self.now[down].mean("x", own, 1 / self.players)
                    found.append(RollOdds(down, own, seen, now, after, change))
        return tuple(found)

    def splits(self) -> tuple[tuple[str, Estimate], ...]:
        """How often a pot is split, and how often one player takes both parts."""
        return tuple((what, sums.mean("x", 0)) for what, sums in self.split.items())


def spade_ranks(cards: Ints, chicago: str) -> Ints:
    """The spade that each player could keep down, as a number, the better the greater; 0 for none.

    `cards`: (n, p, k). `chicago`: `high` or `low`; an ace is high for high, low for low.
    """
    order = RANKS if chicago == "high" else "KQJT98765432A"
    worth = np.zeros(54, dtype=np.int64)
    for rank in RANKS:
        worth[39 + RANKS.index(rank)] = 1 + order.index(rank)
    found: Ints = worth[cards].max(axis=2)
    return found


def _winners(strengths: Ints) -> Ints:
    """1 for the winner of each deal, split evenly among equals; (deals, players)."""
    best = strengths == strengths.max(axis=1, keepdims=True)
    share: Ints = best / best.sum(axis=1, keepdims=True)
    return share


def _by_cell(cells: Ints, number: int, weights: Ints | None = None) -> Ints:
    """How much falls into each cell, deal by deal: (deals, players) -> (deals, number)."""
    size = len(cells)
    flat = (cells + np.arange(size)[:, None] * number).reshape(-1)
    given = None if weights is None else weights.reshape(-1)
    return np.bincount(flat, given, size * number).reshape(size, number).astype(np.float64)
