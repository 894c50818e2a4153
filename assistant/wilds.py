"""Parting a player's cards into naturals and wilds, and choosing those that make a value."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import islice
from typing import NamedTuple

from assistant.cards import FULL_DECK, RANKS, parse_card

JOKERS = ("X1", "X2")  # cards without a face, always wild; no game here deals them

RANK_LETTERS = "?A" + RANKS  # by number; 1 is the ace that plays low
RANK_NUMBERS: dict[str, int] = {rank: number for number, rank in enumerate(RANKS, start=2)}
SUITS_TO_PLAY_AS = "shdc"  # which suit a wild plays as where any would do

SUIT_SHIFT = {"c": 0, "d": 16, "h": 32, "s": 48}
_FACES = {card: 1 << SUIT_SHIFT[card[1]] + RANK_NUMBERS[card[0]] for card in FULL_DECK}
_HIGHEST_FACE = max(_FACES.values())
_FACES.update({joker: 1 << 64 + at for at, joker in enumerate(JOKERS)})
_WILD = re.compile(r"(10|[2-9TJQKA])([cdhs♣♦♥♠♧♢♡♤]?)[\ufe0e\ufe0f]?", re.IGNORECASE)
_MAX_CARDS = 12


def parse_wild(text: str) -> frozenset[str]:
    """Read what is wild: ranks and single cards, parted or written together.

    Raises ValueError with one clear line.

    >>> sorted(parse_wild("8, 10 Kh"))
    ['8', 'Kh', 'T']
    """
    wild: set[str] = set()
    for piece in re.split(r"[\s,;]+", text.strip()) if text.strip() else ():
        at = 0
        while at < len(piece):
            found = _WILD.match(piece, at)
            if found is None:
                rest = piece[at:]
                raise ValueError(f"{rest!r} is no wild: write ranks such as 8 or QK, or cards such as Kh")
            if found[2]:
                wild.add(parse_card(found[0]))
            else:
                wild.add("T" if found[1] == "10" else found[1].upper())
            at = found.end()
    return frozenset(wild)


class Parted(NamedTuple):
    """A player's cards as the reasoning needs them."""

    naturals: list[str]
    wilds: list[str]
    held_ranks: int
    """The naturals as `values.best_value` takes them."""
    wild_ranks: int
    """The wilds likewise, as they are printed; jokers lie above the fourth suit."""


def part(cards: Sequence[str], wild: Collection[str]) -> Parted:
    """Part a player's cards into naturals and wilds, each in the order given.

    Raises ValueError for no card, more than 12, one given twice, or a code that is no card.
    """
    if not 1 <= len(cards) <= _MAX_CARDS:
        raise ValueError(f"a hand has 1 to {_MAX_CARDS} cards, not {len(cards)}")
    if isinstance(wild, str):
        wild = parse_wild(wild)
    naturals: list[str] = []
    wilds: list[str] = []
    held_ranks = printed = 0
    for card in cards:
        face = _FACES.get(card)
        if face is None:
            raise ValueError(f"{card!r} is no card: write rank then suit, such as Kh or Td")
        printed |= face
        if card[0] in wild or card in wild or face > _HIGHEST_FACE:
            wilds.append(card)
        else:
            naturals.append(card)
            held_ranks |= face
    if printed.bit_count() != len(cards):
        twice = next(card for at, card in enumerate(cards) if card in cards[:at])
        raise ValueError(f"{twice} stands twice in one hand")
    return Parted(naturals, wilds, held_ranks, printed ^ held_ranks)


def choose_cards(
    shape: Sequence[tuple[str, int]], naturals: Sequence[str], wilds: Sequence[str], flush_suit: str = ""
) -> tuple[tuple[str, ...], dict[str, str]]:
    """The cards that make a value (of `flush_suit`, if given), and what each substitute plays as.

    `shape`: how many of each rank are wanted, in order of significance. Every rank takes naturals first,
    then wilds as themselves; the gaps are left to the other wilds. That leaves the fewest gaps, and as
    many wilds for them: a wild that plays as itself closes one.
    """
    by_rank: dict[str, list[str]] = {}
    for card in naturals:
        if not flush_suit or card[1] == flush_suit:
            if card[0] in by_rank:
                by_rank[card[0]].append(card)
            else:
                by_rank[card[0]] = [card]
    five: list[str] = []
    if not wilds:
        for letter, number in shape:
            five += by_rank[letter][:number]
        return tuple(five), {}
    wanted = dict(shape)
    spare: list[str] = []
    for card in wilds:
        letter = card[0]
        if letter in wanted and (not flush_suit or card[1] == flush_suit):
            group = by_rank.setdefault(letter, [])
            if len(group) < wanted[letter]:
                group.append(card)
                continue
        spare.append(card)
    substitutes = iter(spare)
    plays_as: dict[str, str] = {}
    suits = flush_suit or SUITS_TO_PLAY_AS
    for letter, number in shape:
        group = by_rank.get(letter, [])
        five += group[:number]
        gaps = number - len(group)
        if gaps > 0:
            free = [letter + suit for suit in suits if letter + suit not in group]
            for at, card in enumerate(islice(substitutes, gaps)):
                # Five of a kind, and a flush that may repeat, run out of cards: then one stands twice.
                plays_as[card] = free[at] if at < len(free) else letter + suits[0]
                five.append(card)
    return tuple(five), plays_as


def shape_of(ranks: Sequence[int]) -> tuple[tuple[str, int], ...]:
    """How many of each rank a value wants, for `choose_cards`."""
    return tuple((RANK_LETTERS[rank], ranks.count(rank)) for rank in dict.fromkeys(ranks))
