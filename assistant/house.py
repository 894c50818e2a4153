"""The house rules: every option that a dealer may change before the deal.

Names, defaults and meanings are those of the rules' own tables. A game says
which of them make sense in it; the others are refused by name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from assistant.cards import RANKS, parse_card
from assistant.hands import HandHouse

DICE_TABLE = {total: RANKS[total - 2] for total in range(2, 13)}


@dataclass(frozen=True, slots=True)
class House:
    """One table's rules; the defaults are those of the sources."""

    # what hands are worth
    five_of_a_kind: str = "above_straight_flush"
    flush_duplicates: str = "allowed"
    natural_breaks_ties: bool = False
    # betting
    structure: str = "fixed_limit"
    bet: int = 1
    bet_late: int | None = None
    max_raises: int | None = 3
    uncapped_heads_up: bool = False
    ante: int = 1
    odd_unit: str = "left_of_button"
    rebuys: bool = False
    # Lucky Sevens
    dice_table: Mapping[int, str] = field(default_factory=lambda: dict(DICE_TABLE))
    can_pay: str = "worst_case"
    side_pot_at_end: str = "winner"
    # stud
    first_to_act: str = "best_exposed"
    exposed_wilds: str = "count"
    rolling: str = "simultaneous"
    cards: int = 7
    wild: tuple[str, ...] = ()
    high_low: bool = False
    low_qualifier: int | None = 8
    declare: str = "cards_speak"
    chicago: str = "off"
    baseball: bool = False

    @property
    def hands(self) -> HandHouse:
        """What the evaluator needs of them."""
        return HandHouse(self.five_of_a_kind, self.flush_duplicates, self.natural_breaks_ties)

    def bet_size(self, round_: int) -> int:
        """The size of a bet in betting round `round_` (from 1): `bet_late` from the third on."""
        return self.bet_late if round_ >= 3 and self.bet_late is not None else self.bet


COMMON = frozenset({
    "five_of_a_kind", "flush_duplicates", "natural_breaks_ties", "structure", "bet", "bet_late",
    "max_raises", "uncapped_heads_up", "ante", "odd_unit", "rebuys",
})  # fmt: skip


def _choice(*allowed: str) -> Callable[[Any], str]:
    def parse(value: Any) -> str:
        if value not in allowed:
            raise ValueError(f"is one of {', '.join(allowed)}")
        return str(value)

    return parse


def _flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in ("true", "yes", "on", "false", "no", "off"):
        return value.lower() in ("true", "yes", "on")
    raise ValueError("is true or false")


def _number(least: int, none: bool = False) -> Callable[[Any], int | None]:
    def parse(value: Any) -> int | None:
        if none and (value is None or value == "none"):
            return None
        if isinstance(value, str) and value.isdecimal():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ValueError(f"is a whole number from {least} up" + (", or none" if none else ""))
        return int(value)

    return parse


def _cards(value: Any) -> int:
    count = _number(5)(value)
    if count not in (5, 7):
        raise ValueError("is 7 or 5")
    return count


def _qualifier(value: Any) -> int | None:
    got = _number(5, none=True)(value)
    if got not in (8, None):
        raise ValueError("is 8 or none")
    return got


def parse_wilds(value: Any) -> tuple[str, ...]:
    """Wild ranks and single cards, as a list or as text: `["3", "9"]`, `"39"`, `"2 Kh"`."""
    items = value
    if isinstance(value, str):
        items = value.replace(",", " ").split()
        if len(items) == 1 and all(c.upper() in RANKS for c in items[0]):
            items = list(items[0])
    if not isinstance(items, list | tuple) or not all(isinstance(i, str) for i in items):
        raise ValueError("is a list of ranks and cards, such as 3 9 Kh")
    out: list[str] = []
    for item in items:
        rank = "T" if item == "10" else item.upper()
        try:
            one = rank if len(rank) == 1 and rank in RANKS else parse_card(item)
        except ValueError:
            raise ValueError("is a list of ranks and cards, such as 3 9 Kh") from None
        if one not in out:
            out.append(one)
    return tuple(out)


def _dice_table(value: Any) -> dict[int, str]:
    if not isinstance(value, Mapping):
        raise ValueError('maps sums to ranks, such as {"2": "A"}')
    table = dict(DICE_TABLE)
    for key, rank in value.items():
        total = int(key) if isinstance(key, int) or (isinstance(key, str) and key.isdecimal()) else 0
        name = "T" if rank == "10" else str(rank).upper()
        if total not in DICE_TABLE or len(name) != 1 or name not in RANKS:
            raise ValueError(f"maps the sums 2 to 12 to ranks, not {key!r} to {rank!r}")
        table[total] = name
    return table


_PARSE: dict[str, Callable[[Any], Any]] = {
    "five_of_a_kind": _choice("above_straight_flush", "below_straight_flush"),
    "flush_duplicates": _choice("allowed", "forbidden"),
    "natural_breaks_ties": _flag,
    "structure": _choice("fixed_limit", "spread_limit", "pot_limit", "no_limit"),
    "bet": _number(1),
    "bet_late": _number(1, none=True),
    "max_raises": _number(0, none=True),
    "uncapped_heads_up": _flag,
    "ante": _number(0),
    "odd_unit": _choice("left_of_button", "high_card_by_suit"),
    "rebuys": _flag,
    "dice_table": _dice_table,
    "can_pay": _choice("worst_case", "any_chips"),
    "side_pot_at_end": _choice("winner", "split", "carry"),
    "first_to_act": _choice("best_exposed", "left_of_button"),
    "exposed_wilds": _choice("count", "as_printed"),
    "rolling": _choice("simultaneous", "in_turn"),
    "cards": _cards,
    "wild": parse_wilds,
    "high_low": _flag,
    "low_qualifier": _qualifier,
    "declare": _choice("cards_speak", "chips"),
    "chicago": _choice("off", "high", "low"),
    "baseball": _flag,
}
OPTIONS = tuple(f.name for f in fields(House))


def parse_house(given: Mapping[str, Any], allowed: Collection[str] = OPTIONS, where: str = "") -> House:
    """Reads house rules by name; raises ValueError naming the rule that does not fit.

    `allowed` are the options that make sense in the game named by `where`.
    """
    values: dict[str, Any] = {}
    for key, value in given.items():
        if key not in _PARSE:
            raise ValueError(f"no house rule is called {key!r}; known: {', '.join(OPTIONS)}")
        if key not in allowed:
            raise ValueError(f"the house rule {key} makes no sense in {where or 'this game'}")
        try:
            values[key] = _PARSE[key](value)
        except ValueError as e:
            raise ValueError(f"the house rule {key} {e}, not {value!r}") from None
    house = House(**values)
    if not house.high_low:
        for key in ("low_qualifier", "declare"):
            if getattr(house, key) != getattr(House(), key):
                raise ValueError(f"the house rule {key} makes no sense without high_low")
    return house
