"""Parting a player's cards into naturals and wilds, and choosing those that make a value."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from assistant.cards import FULL_DECK, RANKS, parse_card

JOKERS = ("X1", "X2")  # cards without a face, always wild; no game here deals them

RANK_LETTERS = "?A" + RANKS  # by number; 1 is the ace that plays low
RANK_NUMBERS: dict[str, int] = {rank: number for number, rank in enumerate(RANKS, start=2)}
SUIT_INDEX = {suit: index for index, suit in enumerate("cdhs")}
SUITS_TO_PLAY_AS = "shdc"  # which suit a wild plays as where any would do

_FACES = {card: (SUIT_INDEX[card[1]], 1 << RANK_NUMBERS[card[0]]) for card in FULL_DECK}
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


def split_wilds(cards: Sequence[str], wild: Collection[str]) -> tuple[list[str], list[str]]:
    """Part a player's cards into naturals and wilds, each in the order given.

    Raises ValueError for no card, more than 12, one given twice, or a code that is no card.
    """
    if not 1 <= len(cards) <= _MAX_CARDS:
        raise ValueError(f"a hand has 1 to {_MAX_CARDS} cards, not {len(cards)}")
    if len(set(cards)) != len(cards):
        twice = next(card for at, card in enumerate(cards) if card in cards[:at])
        raise ValueError(f"{twice} stands twice in one hand")
    if isinstance(wild, str):
        wild = parse_wild(wild)
    naturals: list[str] = []
    wilds: list[str] = []
    for card in cards:
        if card not in _FACES:
            if card not in JOKERS:
                raise ValueError(f"{card!r} is no card: write rank then suit, such as Kh or Td")
            wilds.append(card)
        elif card[0] in wild or card in wild:
            wilds.append(card)
        else:
            naturals.append(card)
    return naturals, wilds


def suit_masks(cards: Sequence[str]) -> tuple[int, int, int, int]:
    """The ranks held in clubs, diamonds, hearts and spades, as sets (see `values`); jokers have none."""
    masks = [0, 0, 0, 0]
    for card in cards:
        if card in _FACES:
            suit, rank = _FACES[card]
            masks[suit] |= rank
    return masks[0], masks[1], masks[2], masks[3]


def choose_cards(
    ranks: Sequence[int], naturals: Sequence[str], wilds: Sequence[str], flush_suit: str = ""
) -> tuple[tuple[str, ...], dict[str, str]]:
    """The cards that make `ranks` (of `flush_suit`, if given), and what each substitute plays as.

    Every rank takes naturals first, then wilds as themselves; the gaps are left to the other wilds.
    That leaves the fewest gaps, and as many wilds for them: a wild that plays as itself closes one.
    """
    groups: list[tuple[str, list[str], int]] = []
    for number in dict.fromkeys(ranks):
        letter = RANK_LETTERS[number]
        wanted = ranks.count(number)
        found = [card for card in naturals if card[0] == letter and flush_suit in ("", card[1])][:wanted]
        if len(found) < wanted:
            selves = [card for card in wilds if card[0] == letter and flush_suit in ("", card[1])]
            found += selves[: wanted - len(found)]
        groups.append((letter, found, wanted))
    taken = {card for _, found, _ in groups for card in found}
    spare = [card for card in wilds if card not in taken]
    five: list[str] = []
    plays_as: dict[str, str] = {}
    for letter, found, wanted in groups:
        five += found
        for _ in range(wanted - len(found)):
            substitute = spare.pop(0)
            suits = flush_suit or SUITS_TO_PLAY_AS
            free = [letter + suit for suit in suits if letter + suit not in taken]
            plays_as[substitute] = free[0] if free else letter + suits[0]
            taken.add(plays_as[substitute])
            five.append(substitute)
    return tuple(five), plays_as
