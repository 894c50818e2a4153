"""One player's cards -> the best hand they make, with the five cards chosen and what each wild plays as."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from assistant.cards import FULL_DECK, RANKS, parse_card
from assistant.values import CATEGORIES, FIVE, FLUSH, STRAIGHT_FLUSH, Value, best_value
from assistant.wording import hand_text

JOKERS = ("X1", "X2")  # cards without a face, always wild; no game here deals them

RANK_LETTERS = "?A" + RANKS  # by number; 1 is the ace of the wheel
RANK_NUMBERS: dict[str, int] = {rank: number for number, rank in enumerate(RANKS, start=2)}
SUITS_TO_PLAY_AS = "shdc"  # which suit a wild plays as where any would do

_SUIT_INDEX = {suit: index for index, suit in enumerate("cdhs")}
_FACES = {card: (_SUIT_INDEX[card[1]], 1 << RANK_NUMBERS[card[0]]) for card in FULL_DECK}
_WILD = re.compile(r"(10|[2-9TJQKA])([cdhs♣♦♥♠♧♢♡♤]?)[\ufe0e\ufe0f]?", re.IGNORECASE)
_MAX_CARDS = 12
_CHOICES = {
    "five_of_a_kind": ("above_straight_flush", "below_straight_flush"),
    "flush_duplicates": ("allowed", "forbidden"),
}


@dataclass(frozen=True, slots=True)
class HandHouse:
    """The house rules that change what a hand is worth (rules/README.md, Hand values)."""

    five_of_a_kind: str = "above_straight_flush"
    flush_duplicates: str = "allowed"
    natural_breaks_ties: bool = False

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            value = getattr(self, name)
            if value not in choices:
                raise ValueError(f"house rule {name} is {' or '.join(choices)}, not {value!r}")
        if not isinstance(self.natural_breaks_ties, bool):
            raise ValueError(
                f"house rule natural_breaks_ties is true or false, not {self.natural_breaks_ties!r}"
            )


@dataclass(frozen=True)
class Hand:
    """What some cards are worth.

    `ranks`: rank letters in order of significance, five of them unless fewer cards were given.
    `five`: the cards that count, the made group first, naturals before wilds; straights from the top.
    `plays_as`: the wilds among them that stand for another card, and for which.
    `strength`: a larger one wins, an equal one ties; comparable under one house only, and never a
    high hand with a low.
    """

    category: str
    ranks: str
    five: tuple[str, ...]
    plays_as: Mapping[str, str] = field(hash=False)
    text: str
    strength: int

    def as_json(self) -> dict[str, object]:
        """The object that `cardspeak evaluate --json` prints."""
        return {
            "category": self.category,
            "ranks": self.ranks,
            "five": list(self.five),
            "plays_as": dict(self.plays_as),
            "text": self.text,
        }


DEFAULT_HOUSE = HandHouse()


def best_hand(
    cards: Sequence[str], wild: Collection[str] = (), house: HandHouse = DEFAULT_HOUSE
) -> Hand:
    """The best hand that 1 to 12 cards make.

    `wild` holds ranks (`8`) and single cards (`Kh`); a str is read by `parse_wild`. Among five cards of equal value those are chosen
    in which the fewest wilds stand for another card, then naturals, then the cards given first. Raises
    ValueError for too few or many cards, a code that is no card, or a card given twice.

    >>> hand = best_hand("8s Kc 4d Jh Kh 8d 2c".split(), wild="8")
    >>> hand.text, hand.plays_as
    ('Four kings, jack kicker', {'8s': 'Ks', '8d': 'Kd'})
    """
    naturals, wilds = split_wilds(cards, wild)
    suits = suit_masks(naturals)
    value = best_value(
        suits,
        len(wilds),
        len(cards),
        house.five_of_a_kind == "below_straight_flush",
        house.flush_duplicates == "forbidden",
    )
    category, ranks = value
    flush_suit = _flush_suit(value, suits, wilds) if category in (FLUSH, STRAIGHT_FLUSH) else ""
    five, plays_as = choose_cards(ranks, naturals, wilds, flush_suit)
    letters = "".join([RANK_LETTERS[rank] for rank in ranks])
    name = CATEGORIES[category]
    return Hand(
        name, letters, five, plays_as, hand_text(name, letters), strength_of(value, house, len(plays_as))
    )


def exposed_hand(cards: Sequence[str], wild: Collection[str] = ()) -> Hand:
    """The rank of one to four up cards: four of a kind, three, two pair, pair, high cards.

    Source: rules/README.md, "Best exposed hand". Raises ValueError as `best_hand` does.
    """
    if len(cards) > 4:
        raise ValueError(f"an exposed hand has one to four cards, not {len(cards)}")
    return best_hand(cards, wild)


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
                raise ValueError(f"{piece[at:]!r} is no wild: write ranks such as 8 or QK, or cards such as Kh")
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


def strength_of(value: Value, house: HandHouse, substitutes: int) -> int:
    """One int that orders high hands as the house does; see `Hand.strength`.

    Bits from the top: category, five ranks of four bits, three bits for the fewer substitutes.
    """
    category, ranks = value
    if house.five_of_a_kind == "below_straight_flush" and category >= STRAIGHT_FLUSH:
        category = FIVE + STRAIGHT_FLUSH - category
    strength = category
    for at in range(5):
        strength = strength << 4 | (ranks[at] if at < len(ranks) else 0)
    return strength << 3 | (7 - substitutes if house.natural_breaks_ties else 0)


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


def _flush_suit(value: Value, suits: tuple[int, int, int, int], wilds: Sequence[str]) -> str:
    """The suit in which a flush of these ranks needs the fewest substitutes, then the fewest wilds."""
    wanted = 0
    for rank in value[1]:
        wanted |= 1 << (rank if rank > 1 else 14)
    printed = suit_masks(wilds)
    best: tuple[int, int, str] | None = None
    for suit in SUITS_TO_PLAY_AS:
        index = _SUIT_INDEX[suit]
        gaps = 5 - (wanted & suits[index]).bit_count()
        if gaps > len(wilds):
            continue
        substitutes = gaps - (wanted & printed[index]).bit_count()
        if best is None or (substitutes, gaps) < best[:2]:
            best = (substitutes, gaps, suit)
    assert best is not None  # the value was found in some suit
    return best[2]
