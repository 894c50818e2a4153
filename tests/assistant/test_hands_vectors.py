"""The 800 hands of tests/data/hands.jsonl, found by trying every card that every wild could be."""

import json
from pathlib import Path

import pytest

from assistant.cards import parse_cards
from assistant.hands import HandHouse, best_hand

HANDS = [
    json.loads(line) for line in (Path(__file__).parents[1] / "data" / "hands.jsonl").read_text("utf-8").splitlines()
]


def test_all_the_hands_are_here() -> None:
    assert len(HANDS) == 800


@pytest.mark.parametrize("at", range(0, 800, 50))
def test_category_and_ranks(at: int) -> None:
    for line, given in enumerate(HANDS[at : at + 50], start=at + 1):
        hand = best_hand(parse_cards(given["cards"]), given["wild"], HandHouse(**given["house"]))
        assert (line, hand.category, hand.ranks) == (line, given["category"], given["ranks"])
