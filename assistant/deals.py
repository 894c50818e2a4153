"""Random deals by the thousand, as arrays, in the shape of each game; for odds only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from assistant.batch import BLANK_INDEX, CARD_INDEX, Ints, rank_mask
from assistant.cards import RANKS
from assistant.game import game_named
from assistant.house import House

_FOUR = RANKS.index("4")
_MOST_EXTRAS = 4  # Baseball: as many as there are fours


@dataclass(frozen=True, slots=True)
class Deals:
    """n deals to p players who all stay to the showdown.

    `cards`: (n, p, k) card indices, a player's own first, then the board; `BLANK_INDEX` for none.
    `wild_ranks`: (n, p) 13-bit sets of ranks. `wild_cards`: one 52-bit set of cards for all.
    `rerolled`: (n, p) the wild ranks that a fresh roll names, where the game has rolls.
    """

    cards: Ints
    wild_ranks: Ints
    wild_cards: int = 0
    rerolled: Ints | None = None


Dealer = Callable[[Ints, int, House, np.random.Generator], Deals]


@dataclass(frozen=True, slots=True)
class DealtGame:
    """How a game is dealt for odds: cards needed, what is made of them, and what is assumed."""

    cards: Callable[[int, House], int]
    deal: Dealer
    assumes: Callable[[House], tuple[str, ...]]


def shuffled(size: int, rng: np.random.Generator, count: int) -> Iterator[Ints]:
    """Decks of which the first `count` cards are well shuffled, (size, 52), again and again.

    The array is the same each time, shuffled on: what is kept of it must be copied.
    """
    decks = np.tile(np.arange(52, dtype=np.int8), (size, 1))
    flat = decks.reshape(-1)
    starts = np.arange(size, dtype=np.int64) * 52
    while True:
        for at in range(count):
            places = starts + rng.integers(at, 52, size, dtype=np.uint8)
            drawn = flat[places]
            flat[places] = decks[:, at]
            decks[:, at] = drawn
        yield decks


def dice_wilds(size: int, house: House, rng: np.random.Generator) -> Ints:
    """The wild rank, as a 13-bit set, that two fair dice name in each of n deals."""
    table = np.zeros(13, dtype=np.int16)
    for total, rank in house.dice_table.items():
        table[total] = rank_mask(rank)
    dice = rng.integers(1, 7, (2, size), dtype=np.uint8)
    found: Ints = table[dice[0] + dice[1]]
    return found


def _lucky_sevens(decks: Ints, players: int, house: House, rng: np.random.Generator) -> Deals:
    size = len(decks)
    own = decks[:, : 3 * players].reshape(size, players, 3)
    board = np.broadcast_to(decks[:, None, 3 * players : 3 * players + 4], (size, players, 4))
    now, then = (np.broadcast_to(dice_wilds(size, house, rng)[:, None], (size, players)) for _ in range(2))
    return Deals(np.concatenate((own, board), axis=2), now, rerolled=then)


def first_exposed(threes: Ints) -> Ints:
    """The rank that each player turns up first, 0 to 12, of their first three cards (…, 3).

    The rank they hold most of; of three different ranks the lowest.
    """
    ranks = np.sort(threes % 13, axis=-1)
    low, middle = ranks[..., 0], ranks[..., 1]
    return np.where(middle == ranks[..., 2], middle, low)


def _shifting_sands(decks: Ints, players: int, _house: House, _rng: np.random.Generator) -> Deals:
    cards = decks[:, : 7 * players].reshape(len(decks), players, 7).copy()
    wild = np.left_shift(1, first_exposed(cards[:, :, :3]).astype(np.int16))
    return Deals(cards, wild)


def _roll_your_own(decks: Ints, players: int, house: House, _rng: np.random.Generator) -> Deals:
    size, each = len(decks), house.cards
    cards = decks[:, : each * players].reshape(size, players, each).copy()
    if extras_fit(players, house):
        # Fours among the cards that are rolled or could have been: all but the last one dealt.
        fours = (cards[:, :, : each - 1] % 13 == _FOUR).sum(axis=2)
        ends = np.cumsum(fours, axis=1)
        extras = np.full((size, players, _MOST_EXTRAS), BLANK_INDEX, dtype=np.int8)
        rows = np.arange(size)[:, None]
        for at in range(_MOST_EXTRAS):
            place = np.minimum(each * players + ends - fours + at, 51)
            extras[:, :, at] = np.where(at < fours, decks[rows, place], BLANK_INDEX)
        cards = np.concatenate((cards, extras), axis=2)
    ranks = "".join(wild for wild in house.wild if len(wild) == 1) + ("39" if house.baseball else "")
    singles = sum(1 << CARD_INDEX[wild] for wild in house.wild if len(wild) == 2)
    return Deals(cards, np.full((size, players), rank_mask(ranks), dtype=np.int16), singles)


def extras_fit(players: int, house: House) -> bool:
    """Whether Baseball deals extra cards for fours: never where the deck could run out."""
    return house.baseball and players * house.cards + _MOST_EXTRAS <= 52


def _ryo_assumes(house: House) -> tuple[str, ...]:
    said = []
    if house.baseball:
        said.append("every four that can be turned up is, and gets its extra card if the deck is large enough")
    if house.chicago != "off":
        said.append("everybody keeps down the spade that could take half the pot")
    return tuple(said)


_GAMES = {
    "lucky-sevens": DealtGame(
        lambda players, _house: 3 * players + 4,
        _lucky_sevens,
        lambda _house: ("the wild is what the last roll of two fair dice named",),
    ),
    "shifting-sands": DealtGame(
        lambda players, _house: 7 * players,
        _shifting_sands,
        lambda _house: ("of the first three cards everybody turns up the rank they hold most of, or else the lowest",),
    ),
    "roll-your-own": DealtGame(
        lambda players, house: house.cards * players + (_MOST_EXTRAS if extras_fit(players, house) else 0),
        _roll_your_own,
        _ryo_assumes,
    ),
}


def dealt_game(name: str) -> DealtGame:
    """How the game of that name is dealt; raises ValueError for one that has no deals here."""
    game_named(name)
    try:
        return _GAMES[name]
    except KeyError:
        raise ValueError(f"odds can't deal {name} yet; it deals {', '.join(_GAMES)}") from None
