"""Everything has plain words: each event, and each house rule of each game."""

from __future__ import annotations

import pytest

from assistant import events as ev
from assistant.game import all_games
from assistant.house import House, parse_house
from ui.labels import RULES, differences, rules_for, said, value_of, with_value
from ui.scenes import SCENES
from ui.words import told

EVENTS: list[tuple[ev.Event, str]] = [
    (ev.Open("lucky-sevens", (), 1, {}), "the table opens"),
    (ev.ChooseGame("shifting-sands", {}), "the game: Shifting Sands"),
    (ev.Buy(1, 50), "Ann buys 50"),
    (ev.Leave(2), "Bea leaves"),
    (ev.Sit(7, "Zoe", 20), "Zoe sits down with 20"),
    (ev.SitOut(3), "Carl sits out"),
    (ev.SitIn(3), "Carl sits in"),
    (ev.Deal(), "the deal"),
    (ev.Roll((3, 4)), "the dice: 3 and 4"),
    (ev.Reroll(1), "Ann takes the roll"),
    (ev.Pass(1), "Ann passes"),
    (ev.Board(("Kh", "Td")), "K♥ 10♦ on the board"),
    (ev.Expose(1, "Ah"), "Ann turns up A♥"),
    (ev.Check(1), "Ann checks"),
    (ev.Call(1), "Ann calls"),
    (ev.Bet(1, 4), "Ann bets 4"),
    (ev.Raise(1, 8), "Ann raises to 8"),
    (ev.Fold(1), "Ann folds"),
    (ev.Declare(1, "low"), "Ann declares"),  # secret until all have
    (ev.Show(1, ("Kh", "8d")), "Ann shows K♥ 8♦"),
    (ev.Muck(1), "Ann mucks"),
    (ev.Correct("board", "6h", "9h"), "6♥ on the board mended to 9♥"),
    (ev.Correct(2, "6h", "9h"), "6♥ before Bea mended to 9♥"),
    (ev.Correct(2, "6h", "9h", swap=True), "6♥ before Bea swapped with 9♥"),
    (ev.Misdeal(), "the misdeal"),
    (ev.Close(), "closing the night"),
    (ev.Undo(), "taking back"),
]


@pytest.mark.parametrize(("event", "words"), EVENTS)
def test_events_in_words(event: ev.Event, words: str) -> None:
    assert told(event, SCENES["table_four"]().night.state) == words


def test_every_kind_of_event_has_words() -> None:
    assert {type(e) for e, _ in EVENTS} == set(ev.NAMES.values())


@pytest.mark.parametrize("game", list(all_games()))
def test_every_rule_of_a_game_can_be_set_on_the_screen(game: str) -> None:
    allowed = all_games()[game].allowed
    high_low = {"high_low": True} if "high_low" in allowed else {}
    assert {r.key for r in rules_for(allowed, high_low)} == set(allowed)


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.key)
def test_every_value_on_the_screen_is_one_the_rules_accept(rule) -> None:  # type: ignore[no-untyped-def]
    assert rule.label
    assert rule.help
    assert len(rule.help) <= 52
    default = getattr(House(), rule.key)
    assert said(rule, default)
    for value, word in rule.values:
        house = parse_house({"high_low": True, rule.key: value})
        assert getattr(house, rule.key) == value
        assert said(rule, value) == word
    if rule.values:
        assert default in [v for v, _ in rule.values]


def test_only_what_differs_is_kept_and_high_lows_rules_go_with_it() -> None:
    house = with_value({}, "high_low", True)
    house = with_value(house, "declare", "chips")
    assert house == {"high_low": True, "declare": "chips"}
    assert with_value(house, "high_low", False) == {}
    assert with_value({"ante": 2}, "ante", 1) == {}


def test_a_tables_rules_go_back_into_an_event() -> None:
    house = parse_house({"wild": ["2", "Kh"], "ante": 3, "dice_table": {"2": "A"}})
    again = parse_house(differences(house))
    assert again == house
    assert value_of(RULES[0], {}) == "fixed_limit"
