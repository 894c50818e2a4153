"""Events on paper: every kind goes there and back, and what is no event is one clear line."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest

from assistant import events
from assistant.events import NAMES, Event, NewSeat, from_json, name_of, to_json

EVERY: tuple[Event, ...] = (
    events.Open("lucky-sevens", (NewSeat(1, "Ann", 20), NewSeat(3, "Zoë ♥", 0)), 3, {"dice_table": {"7": "K"}}),
    events.Open("roll-your-own", (NewSeat(1, "Ann", 20),), 1, {"wild": ["3", "Kh"]}, side_pot=7, at=1.5),
    events.ChooseGame("shifting-sands", {}),
    events.Buy(1, 20),
    events.Leave(2),
    events.Sit(4, "Carl", 30),
    events.SitOut(1),
    events.SitIn(1),
    events.Deal(at=12),
    events.Roll((3, 4)),
    events.Reroll(1),
    events.Pass(8),
    events.Board(("Kh", "8d")),
    events.Expose(1, "Td"),
    events.Check(1),
    events.Call(1),
    events.Bet(1),
    events.Bet(1, 4),
    events.Raise(2, 8, at=0.0),
    events.Fold(1),
    events.Declare(1, "both"),
    events.Show(1, ("Ks", "4d", "2h")),
    events.Muck(1),
    events.Correct("board", "Kh", "Kd"),
    events.Correct(3, "Kh", "Kd"),
    events.Correct(3, "Kh", "Kd", swap=True),
    events.Misdeal(),
    events.Close(),
    events.Undo(),
)


def test_every_kind_of_event_is_here() -> None:
    assert {type(e) for e in EVERY} == set(NAMES.values())


@pytest.mark.parametrize("event", EVERY, ids=name_of)
def test_there_and_back(event: Event) -> None:
    paper = json.loads(json.dumps(to_json(event)))
    assert from_json(paper) == event
    assert paper["event"] == name_of(event)
    assert None not in paper.values()


@pytest.mark.parametrize("event", EVERY, ids=name_of)
def test_a_field_too_many_or_too_few_is_named(event: Event) -> None:
    paper = to_json(event)
    with pytest.raises(ValueError, match=f"^{name_of(event)}: unknown field 'colour'$"):
        from_json({**paper, "colour": "red"})
    optional = {"event", "at", "to", "house", "side_pot", "swap"}
    for field in paper.keys() - optional:
        with pytest.raises(ValueError, match=f"^{name_of(event)}: '{field}' is missing$"):
            from_json({k: v for k, v in paper.items() if k != field})


def test_the_words_of_the_contract() -> None:
    assert to_json(events.Correct("board", "Kh", "Kd")) == {
        "event": "correct", "where": "board", "was": "Kh", "is": "Kd",
    }  # fmt: skip
    assert to_json(events.Declare(2, "low")) == {"event": "declare", "seat": 2, "for": "low"}
    assert to_json(events.Bet(2)) == {"event": "bet", "seat": 2}
    assert {f.name for f in fields(events.Raise)} == {"seat", "to", "at"}


@pytest.mark.parametrize(
    ("paper", "event"),
    [
        ({"event": "expose", "seat": 1, "card": "10♥"}, events.Expose(1, "Th")),
        ({"event": "board", "cards": ["KH", "8D"]}, events.Board(("Kh", "8d"))),
        ({"event": "correct", "where": "2", "was": "K♥", "is": "kd"}, events.Correct(2, "Kh", "Kd")),
        ({"event": "raise", "seat": 1, "to": None, "at": None}, events.Raise(1)),
        ({"event": "game", "game": "lucky-sevens", "house": None}, events.ChooseGame("lucky-sevens", {})),
        ({"event": "sit", "seat": 1, "name": "  Ann ", "chips": 5}, events.Sit(1, "Ann", 5)),
    ],
)
def test_read_in_other_ways(paper: dict[str, Any], event: Event) -> None:
    assert from_json(paper) == event


@pytest.mark.parametrize(
    ("paper", "reason"),
    [
        (None, 'an event is a JSON object, such as {"event": "deal"}'),
        ([], "an event is a JSON object"),
        ("deal", "an event is a JSON object"),
        ({}, "no event is called None; known: open, game, buy,"),
        ({"event": ["deal"]}, "no event is called ['deal']"),
        ({"event": "Deal"}, "no event is called 'Deal'"),
        ({"event": "check", "seat": "1"}, "check: expected a whole number, got '1'"),
        ({"event": "check", "seat": True}, "check: expected a whole number, got True"),
        ({"event": "check", "seat": 1.0}, "check: expected a whole number, got 1.0"),
        ({"event": "check", "seat": 0}, "check: no seat 0"),
        ({"event": "check", "seat": 100}, "check: no seat 100"),
        ({"event": "bet", "seat": 1, "to": -4}, "bet: chips can't be -4"),
        ({"event": "bet", "seat": 1, "to": 2.5}, "bet: expected a whole number, got 2.5"),
        ({"event": "roll", "dice": [3]}, "roll: expected two dice, got [3]"),
        ({"event": "roll", "dice": [3, 7]}, "roll: a die shows 1 to 6, got [3, 7]"),
        ({"event": "roll", "dice": "34"}, "roll: expected two dice, got '34'"),
        ({"event": "roll", "dice": [3, "4"]}, "roll: expected a whole number, got '4'"),
        ({"event": "board", "cards": "Kh"}, "board: expected a list of cards, got 'Kh'"),
        ({"event": "board", "cards": ["Kh", "1x"]}, "board: '1x' is no card"),
        ({"event": "expose", "seat": 1, "card": 9}, "expose: expected a card, got 9"),
        ({"event": "declare", "seat": 1, "for": "middle"}, "declare: declare for high, low or both, not 'middle'"),
        ({"event": "correct", "where": 1, "was": "Kh", "is": "Kd", "swap": "yes"}, "correct: 'swap' is true or false"),
        ({"event": "correct", "where": "tray", "was": "Kh", "is": "Kd"}, "correct: expected a whole number, got"),
        ({"event": "sit", "seat": 1, "name": " ", "chips": 5}, "sit: expected a word, got ' '"),
        ({"event": "sit", "seat": 1, "name": "A\nB", "chips": 5}, "sit: expected plain words, got 'A\\nB'"),
        ({"event": "open", "game": "x", "button": 1, "seats": []}, "open: expected a list of seats, got []"),
        ({"event": "open", "game": "x", "button": 1, "seats": [1]}, "open: a seat is {seat, name, chips}, got 1"),
        ({"event": "open", "game": "x", "button": 1, "seats": [{"seat": 1}]}, "open: expected a whole number"),
        ({"event": "game", "game": "x", "house": ["bet"]}, "game: house rules are an object, got ['bet']"),
        ({"event": "deal", "at": "noon"}, "deal: 'at' is a time in seconds, got 'noon'"),
        ({"event": "deal", "at": float("nan")}, "deal: 'at' is a time in seconds, got nan"),
        ({"event": "deal", "at": float("inf")}, "deal: 'at' is a time in seconds, got inf"),
    ],
)
def test_what_is_no_event_is_one_clear_line(paper: object, reason: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the words are compared below
        from_json(paper)
    assert str(caught.value).startswith(reason)
    assert "\n" not in str(caught.value)
