"""Cards as two-letter codes: rank then suit, `Kh`, `Td`. The codes are the currency everywhere."""

from __future__ import annotations

import re

RANKS = "23456789TJQKA"
SUITS = "cdhs"
FULL_DECK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)

_RANK_NAMES = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
_SUIT_SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_READ_AS = str.maketrans("♣♧♦♢♥♡♠♤", "ccddhhss", "\ufe0e\ufe0f")  # the last two: "as text", "as emoji"
_CARD = re.compile(r"(10|[2-9TJQKA])([CDHS])", re.IGNORECASE)
_CARDS = frozenset(FULL_DECK)


def parse_card(text: str) -> str:
    """Read one card and return its code.

    `10h`, `KH`, `kh` and `K♥` are read as well as `Kh`. Raises ValueError with one clear line.

    >>> parse_card("10♥"), parse_card("ks")
    ('Th', 'Ks')
    """
    if text in _CARDS:
        return text
    found = _CARD.fullmatch(text.strip().translate(_READ_AS))
    if found is None:
        raise ValueError(f"{text!r} is no card: write rank then suit, such as Kh or Td")
    return _code(found)


def parse_cards(text: str) -> tuple[str, ...]:
    """Read cards parted by spaces or commas, or written together, in their order.

    Raises ValueError, naming the first piece that is no card.

    >>> parse_cards("8s, K♣ 10hAd")
    ('8s', 'Kc', 'Th', 'Ad')
    """
    cards: list[str] = []
    for piece in re.split(r"[\s,;]+", text.translate(_READ_AS)):
        at = 0
        while at < len(piece):
            found = _CARD.match(piece, at)
            if found is None:
                raise ValueError(f"{piece[at:]!r} is no card: write rank then suit, such as Kh or Td")
            cards.append(_code(found))
            at = found.end()
    return tuple(cards)


def rank_of(card: str) -> str:
    """The rank's letter of a card code: `T` of `Td`."""
    return card[0]


def suit_of(card: str) -> str:
    """The suit's letter of a card code: `d` of `Td`."""
    return card[1]


def pretty(card: str) -> str:
    """A card as people write it.

    >>> pretty("Td"), pretty("Kh")
    ('10♦', 'K♥')
    """
    return pretty_rank(card[0]) + _SUIT_SYMBOLS[card[1]]


def pretty_rank(rank: str) -> str:
    """A rank as it stands on the card: `10` for `T`."""
    return "10" if rank == "T" else rank


def rank_name(rank: str, plural: bool = False) -> str:
    """A rank in words.

    >>> rank_name("6"), rank_name("6", plural=True), rank_name("K", plural=True)
    ('six', 'sixes', 'kings')
    """
    name = _RANK_NAMES[rank]
    if not plural:
        return name
    return name + ("es" if name.endswith("x") else "s")


def suit_name(suit: str) -> str:
    """A suit in words, plural: `hearts`."""
    return _SUIT_NAMES[suit]


def card_name(card: str) -> str:
    """A card in words: `king of hearts`."""
    return f"{rank_name(card[0])} of {suit_name(card[1])}"


def _code(found: re.Match[str]) -> str:
    rank = "T" if found[1] == "10" else found[1].upper()
    return rank + found[2].lower()
