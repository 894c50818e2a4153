"""Looks merged, and one decision for the table: each card once, and never sure against another look."""

from __future__ import annotations

import pytest

from vision.card_zones import ZoneLooks, decide, merge
from vision.readings import CardReading, Expectation, KnownCard, ZoneReading


def card(code: str, x: float = 0.0, confidence: float = 0.99, sure: bool = True) -> CardReading:
    corners = ((x, 0.0), (x + 60, 0.0), (x + 60, 88.0), (x, 88.0))
    return CardReading(code, confidence, sure, corners)


def zone(name: str, *cards: CardReading) -> ZoneReading:
    return ZoneReading(name, cards)


def said(reading: ZoneReading) -> list[str]:
    return [c.card + ("" if c.sure else "?") for c in reading.cards]


LOOKS = [
    pytest.param([zone("b", card("Kh")), zone("b", card("Kh"))], ["Kh"], id="the same twice"),
    pytest.param([zone("b", card("Kh", 0, 0.4, False)), zone("b", card("Kh", 5))], ["Kh"], id="surer the second time"),
    pytest.param([zone("b", card("Kh")), zone("b", card("Qh", 5))], ["Kh?"], id="two sure ones differ"),
    pytest.param([zone("b", card("Kh")), zone("b", card("Qh", 5, 0.7, False))], ["Kh?"], id="half believed another"),
    pytest.param([zone("b", card("Kh")), zone("b", card("Qh", 5, 0.2, False))], ["Kh"], id="a faint other"),
    pytest.param([zone("b", card("Kh")), zone("b", card("Kh"), card("2c", 70))], ["Kh", "2c"], id="one seen later"),
    pytest.param([zone("b", card("Kh"), card("2c", 12))], ["Kh", "2c"], id="two in one look are two"),
]


@pytest.mark.parametrize(("looks", "expected"), LOOKS)
def test_merge(looks: list[ZoneReading], expected: list[str]) -> None:
    assert said(merge(looks, 88.0)) == expected


def test_a_conflict_names_the_other_card() -> None:
    merged = merge([zone("b", card("Kh")), zone("b", card("Qh", 5, 0.9))], 88.0)
    assert merged.cards[0].alternatives[0][0] == "Qh"


KNOWN = Expectation(
    (("board", 4), ("seat:1", 4)), known=(KnownCard("Kh", "board"), KnownCard("2c", "seat:1"), KnownCard("9d"))
)
TABLES = [
    pytest.param({"board": ["Kh", "8d"], "seat:1": ["2c"]}, {"board": ["Kh", "8d"], "seat:1": ["2c"]}, id="all well"),
    pytest.param({"board": ["Kh"], "seat:1": ["Kh"]}, {"board": ["Kh"], "seat:1": ["Kh?"]}, id="the journal's stands"),
    pytest.param({"board": ["5s"], "seat:1": ["5s"]}, {"board": ["5s?"], "seat:1": ["5s?"]}, id="unknown twice"),
    pytest.param({"board": ["2c"], "seat:1": []}, {"board": ["2c?"], "seat:1": []}, id="lies elsewhere"),
    pytest.param({"board": ["9d"], "seat:1": []}, {"board": ["9d?"], "seat:1": []}, id="was mucked"),
    pytest.param({"board": ["Kh", "Kh"], "seat:1": []}, {"board": ["Kh", "Kh?"], "seat:1": []}, id="twice in its zone"),
]


@pytest.mark.parametrize(("table", "expected"), TABLES)
def test_decide(table: dict[str, list[str]], expected: dict[str, list[str]]) -> None:
    readings = {
        name: zone(name, *(card(code, 70.0 * i) for i, code in enumerate(codes))) for name, codes in table.items()
    }
    assert {name: said(reading) for name, reading in decide(readings, KNOWN).items()} == expected


def test_a_zone_is_settled_when_all_due_are_sure_or_after_three_looks() -> None:
    looks = ZoneLooks()
    looks.add(zone("b", card("Kh"), card("2c", 70, 0.5, False)), 2, 88.0)
    assert not looks.settled
    looks.add(zone("b", card("Kh"), card("2c", 70)), 2, 88.0)
    assert looks.settled
    short = ZoneLooks()
    for _ in range(3):
        assert not short.settled
        short.add(zone("b", card("Kh")), 2, 88.0)
    assert short.settled
