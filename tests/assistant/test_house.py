"""House rules by name: every value of the rules' tables is read, everything else is refused by name."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.game import all_games, game_named
from assistant.house import COMMON, DICE_TABLE, OPTIONS, House, parse_house, parse_wilds

# rules/README.md, the tables: the default first, then the others.
TABLE: dict[str, tuple[Any, ...]] = {
    "five_of_a_kind": ("above_straight_flush", "below_straight_flush"),
    "flush_duplicates": ("allowed", "forbidden"),
    "natural_breaks_ties": (False, True),
    "structure": ("fixed_limit", "spread_limit", "pot_limit", "no_limit"),
    "bet": (1, 2, 100),
    "bet_late": (None, 1, 4),
    "max_raises": (3, 0, 1, 10, None),
    "uncapped_heads_up": (False, True),
    "ante": (1, 0, 5),
    "odd_unit": ("left_of_button", "high_card_by_suit"),
    "rebuys": (False, True),
    "dice_table": (DICE_TABLE,),
    "can_pay": ("worst_case", "any_chips"),
    "side_pot_at_end": ("winner", "split", "carry"),
    "first_to_act": ("best_exposed", "left_of_button"),
    "exposed_wilds": ("count", "as_printed"),
    "rolling": ("simultaneous", "in_turn"),
    "cards": (7, 5),
    "wild": ((), ("3", "9", "Kh")),
    "high_low": (False, True),
    "low_qualifier": (8, None),
    "declare": ("cards_speak", "chips"),
    "chicago": ("off", "high", "low"),
    "baseball": (False, True),
}
NEEDS_HIGH_LOW = ("low_qualifier", "declare")


def test_the_table_holds_every_option() -> None:
    assert tuple(TABLE) == OPTIONS


@pytest.mark.parametrize("option", OPTIONS)
def test_the_default_comes_first(option: str) -> None:
    assert getattr(House(), option) == TABLE[option][0]
    assert getattr(parse_house({}), option) == TABLE[option][0]


@pytest.mark.parametrize(("option", "value"), [(o, v) for o, values in TABLE.items() for v in values])
def test_every_value_is_read(option: str, value: Any) -> None:
    more = {"high_low": True} if option in NEEDS_HIGH_LOW else {}
    assert getattr(parse_house({**more, option: value}), option) == value


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("value", ["sideways", -1, 2.5, [[]], {"x": 1}])
def test_other_values_are_refused_by_name(option: str, value: Any) -> None:
    with pytest.raises(ValueError, match=rf"^the house rule {option} .*, not ") as caught:
        parse_house({"high_low": True, option: value} if option != "high_low" else {option: value})
    assert "\n" not in str(caught.value)


def test_a_rule_that_is_none() -> None:
    with pytest.raises(ValueError, match=r"^no house rule is called 'colour'; known: five_of_a_kind, "):
        parse_house({"colour": "red"})


def test_words_as_a_command_line_has_them() -> None:
    house = parse_house({"bet": "4", "max_raises": "none", "baseball": "yes", "wild": "2 Kh", "cards": "5"})
    assert (house.bet, house.max_raises, house.baseball, house.wild, house.cards) == (4, None, True, ("2", "Kh"), 5)


@pytest.mark.parametrize(
    ("text", "wilds"),
    [("39", ("3", "9")), ("3 9", ("3", "9")), ("10,kh", ("T", "Kh")), ([], ()), (["Q", "Q"], ("Q",)), ("", ())],
)
def test_wild_lists(text: Any, wilds: tuple[str, ...]) -> None:
    assert parse_wilds(text) == wilds


def test_the_dice_table_is_changed_sum_by_sum() -> None:
    assert DICE_TABLE == {2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 7: "7", 8: "8", 9: "9", 10: "T", 11: "J", 12: "Q"}
    house = parse_house({"dice_table": {"2": "A", 12: "10"}})
    assert house.dice_table == {**DICE_TABLE, 2: "A", 12: "T"}


def test_bet_late_is_the_size_from_round_3_on() -> None:
    assert [House(bet=2, bet_late=4).bet_size(n) for n in (1, 2, 3, 6)] == [2, 2, 4, 4]
    assert [House(bet=2).bet_size(n) for n in (1, 3)] == [2, 2]


# What makes sense where. Betting, hand values and the ante are for every game.
ONLY_IN = {
    "dice_table": {"lucky-sevens"},
    "can_pay": {"lucky-sevens"},
    "side_pot_at_end": {"lucky-sevens"},
    "first_to_act": {"shifting-sands", "roll-your-own"},
    "exposed_wilds": {"shifting-sands", "roll-your-own"},
    "high_low": {"shifting-sands", "roll-your-own"},
    "low_qualifier": {"shifting-sands", "roll-your-own"},
    "declare": {"shifting-sands", "roll-your-own"},
    "rolling": {"roll-your-own"},
    "cards": {"roll-your-own"},
    "wild": {"roll-your-own"},
    "chicago": {"roll-your-own"},
    "baseball": {"roll-your-own"},
}


def test_an_option_is_for_all_games_or_for_some() -> None:
    assert COMMON | ONLY_IN.keys() == set(OPTIONS)
    assert not COMMON & ONLY_IN.keys()


@pytest.mark.parametrize("name", sorted(all_games()))
@pytest.mark.parametrize("option", OPTIONS)
def test_a_rule_that_makes_no_sense_in_a_game_is_refused_by_name(name: str, option: str) -> None:
    game = game_named(name)
    given = {option: TABLE[option][-1], **({"high_low": True} if option in NEEDS_HIGH_LOW else {})}
    if name in ONLY_IN.get(option, {name}):
        parse_house(given, game.allowed, game.title)
    else:
        with pytest.raises(ValueError, match=f"^the house rule {option} makes no sense in {game.title}$"):
            parse_house({option: TABLE[option][-1]}, game.allowed, game.title)


@pytest.mark.parametrize(("option", "value"), [("declare", "chips"), ("low_qualifier", None)])
def test_a_rule_of_the_low_needs_high_low(option: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"^the house rule {option} makes no sense without high_low$"):
        parse_house({option: value})
