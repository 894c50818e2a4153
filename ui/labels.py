"""House rules in plain words, for the screen. No Kivy here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from assistant.cards import pretty, rank_name
from assistant.house import House
from assistant.wording import listed


@dataclass(frozen=True, slots=True)
class Rule:
    """One house rule: its name in the events, a label, a line of help, and what it may be.

    `values` pairs each value with a word; empty for a number from `least` up (`none` is the word for no
    number where that is allowed), and for the wild cards and the dice table, which have pages of their own.
    """

    key: str
    label: str
    help: str
    values: tuple[tuple[Any, str], ...] = ()
    least: int = 0
    none: str = ""
    page: str = ""


_YES_NO = ((False, "no"), (True, "yes"))

RULES: tuple[Rule, ...] = (
    Rule("structure", "Betting", "how much may be bet",
         (("fixed_limit", "fixed"), ("spread_limit", "spread"), ("pot_limit", "pot"), ("no_limit", "no limit"))),
    Rule("bet", "Bet", "the size of a bet and of a raise", least=1),
    Rule("bet_late", "Bet from round 3", "a larger bet later in the hand", least=1, none="same"),
    Rule("max_raises", "Raises", "how many in a round", none="any"),
    Rule("uncapped_heads_up", "No cap for two", "two players may raise without end", _YES_NO),
    Rule("ante", "Ante", "what everybody puts in before the deal"),
    Rule("can_pay", "Re-roll offered", "to whom the paid roll is offered",
         (("worst_case", "with 12 or more"), ("any_chips", "with any chips"))),
    Rule("side_pot_at_end", "Side pot at the end", "who gets an unclaimed side pot",
         (("winner", "winner"), ("split", "split"), ("carry", "next time"))),
    Rule("dice_table", "Dice to wilds", "which rank each sum makes wild", page="dice"),
    Rule("cards", "Cards", "how many each player gets", ((7, "seven"), (5, "five"))),
    Rule("wild", "Wild cards", "announced before the deal", page="wild"),
    Rule("baseball", "Baseball", "threes and nines wild, a four up gets one more card", _YES_NO),
    Rule("chicago", "Chicago", "a spade in the hole takes half the pot",
         (("off", "off"), ("high", "highest"), ("low", "lowest"))),
    Rule("high_low", "High-low", "the best low hand takes half the pot", _YES_NO),
    Rule("low_qualifier", "A low needs", "the highest card of a low", ((8, "eight or better"), (None, "nothing"))),
    Rule("declare", "High or low", "who says what a hand plays for",
         (("cards_speak", "cards speak"), ("chips", "players declare"))),
    Rule("rolling", "Turning cards", "everybody at once, or one after another",
         (("simultaneous", "at once"), ("in_turn", "in turn"))),
    Rule("first_to_act", "First to act", "who opens the betting",
         (("best_exposed", "best cards up"), ("left_of_button", "left of dealer"))),
    Rule("exposed_wilds", "Wilds among cards up", "when the best cards up are compared",
         (("count", "count"), ("as_printed", "as printed"))),
    Rule("five_of_a_kind", "Five of a kind", "against a straight flush",
         (("above_straight_flush", "beats it"), ("below_straight_flush", "loses to it"))),
    Rule("flush_duplicates", "Double aces in a flush", "a wild may repeat a card of the flush",
         (("allowed", "allowed"), ("forbidden", "forbidden"))),
    Rule("natural_breaks_ties", "Natural wins ties", "of equal hands, fewer wilds win", _YES_NO),
    Rule("odd_unit", "Odd chip", "who gets the chip that can't be divided",
         (("left_of_button", "left of dealer"), ("high_card_by_suit", "highest card"))),
    Rule("rebuys", "Buying back in", "for a player who has no chips left", _YES_NO),
)  # fmt: skip

_ONLY_HIGH_LOW = ("low_qualifier", "declare")


def rules_for(allowed: frozenset[str], house: Mapping[str, Any]) -> tuple[Rule, ...]:
    """The rules that make sense in a game, as the others stand."""
    return tuple(r for r in RULES if r.key in allowed and (r.key not in _ONLY_HIGH_LOW or house.get("high_low", False)))


def value_of(rule: Rule, house: Mapping[str, Any]) -> Any:
    """What a rule is set to, its default where nothing is said."""
    return house.get(rule.key, getattr(House(), rule.key))


def with_value(house: Mapping[str, Any], key: str, value: Any) -> dict[str, Any]:
    """The house rules with one changed; only what differs from the defaults is kept."""
    out = {k: v for k, v in house.items() if k != key}
    if value != getattr(House(), key):
        out[key] = value
    if not out.get("high_low"):
        out = {k: v for k, v in out.items() if k not in _ONLY_HIGH_LOW}
    return out


def differences(house: House) -> dict[str, Any]:
    """A table's rules as an event carries them: what differs from the defaults."""
    default = House()
    out = {r.key: getattr(house, r.key) for r in RULES if getattr(house, r.key) != getattr(default, r.key)}
    if "dice_table" in out:
        out["dice_table"] = {str(k): v for k, v in out["dice_table"].items() if v != default.dice_table[k]}
    if "wild" in out:
        out["wild"] = list(out["wild"])
    return out


def said(rule: Rule, value: Any) -> str:
    """A value in words."""
    for one, word in rule.values:
        if one == value:
            return word
    if rule.page == "wild":
        return wild_words(value) or "none"
    if rule.page == "dice":
        return "changed" if value and any(House().dice_table[int(k)] != v for k, v in value.items()) else "the sum"
    return rule.none if value is None and rule.none else str(value)


def wild_words(wild: Any) -> str:
    """Wild ranks and cards in words."""
    return listed([rank_name(w, plural=True) if len(w) == 1 else pretty(w) for w in wild or ()])
