"""Each player's statistics, against a night that people have counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant.cli import main
from assistant.history import hands_of
from assistant.nights import from_file
from assistant.statistics import PlayerStatistics, as_table, statistics_of
from tests.assistant.player import RandomTable

TOLD = Path(__file__).parent.parent / "data/history"


def of(night: str) -> dict[str, PlayerStatistics]:
    return {p.name: p for p in statistics_of(hands_of(from_file(str(TOLD / f"{night}.jsonl")).events))}


@pytest.mark.parametrize(
    ("name", "counts", "best"),
    [
        # hands, won, showdowns, showdowns won, rolls, sevens, dice paid, dice taken, biggest pot, net
        ("Ann", (4, 1, 1, 1, 2, 1, 9, 23, 2, 1), "Three kings, jack kicker"),
        ("Bea", (4, 0, 1, 0, 1, 1, 7, 3, 0, -18), "Three eights, king kicker"),
        ("Carl", (3, 2, 1, 1, 0, 0, 0, 0, 28, 22), "Flush, ace high"),
        ("Dan", (3, 1, 0, 0, 3, 1, 23, 9, 6, -12), None),
        ("Eva", (1, 1, 0, 0, 1, 0, 8, 0, 5, -5), None),  # sat down where Carl had left
    ],
)
def test_a_night_counted_by_hand(name: str, counts: tuple[int, ...], best: str | None) -> None:
    p = of("lucky-sevens")[name]
    assert counts == (
        p.hands, p.won, p.showdowns, p.showdowns_won, p.rolls, p.sevens, p.dice_paid, p.dice_taken, p.biggest_pot,
        p.net,
    )  # fmt: skip
    assert (None if p.best is None else p.best.text) == best
    assert p.seen_to_showdown == p.showdowns / p.hands


def test_a_misdeal_counts_for_nobody() -> None:
    hands = hands_of(from_file(str(TOLD / "lucky-sevens.jsonl")).events)
    assert statistics_of(hands) == statistics_of(h for h in hands if not h.misdeal)
    assert statistics_of(h for h in hands if h.misdeal) == ()


def test_the_best_hand_is_by_category_and_then_ranks() -> None:
    assert of("roll-your-own")["Ann"].best is not None
    best = {name: p.best.text for name, p in of("roll-your-own").items() if p.best is not None}
    # Three sevens came twice: with ace and king the first time, with king and ten the second.
    assert best["Ann"] == "Three sevens, ace kicker"
    assert best["Bea"] == "Pair of aces, ten kicker"


def test_random_nights_add_up() -> None:
    for seed in range(300, 303):
        table = RandomTable(seed)
        table.play(120)
        hands = hands_of(table.night.events)
        players = statistics_of(hands)
        finished = [h for h in hands if h.result is not None]
        assert sum(p.hands for p in players) == sum(len(h.players) for h in finished)
        assert sum(p.net for p in players) == sum(h.before.side_pot - h.end.side_pot for h in finished)
        paid, taken = sum(p.dice_paid for p in players), sum(p.dice_taken for p in players)
        assert taken - paid == sum(h.before.side_pot - h.end.side_pot for h in finished)


def test_text_and_json_say_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(TOLD / "shifting-sands.jsonl")
    players = statistics_of(hands_of(from_file(path).events))
    assert main(["history", "--stats", "--file", path]) == 0
    assert tuple(capsys.readouterr().out.splitlines()) == as_table(players)
    assert main(["history", "--stats", "--json", "--file", path]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told == [p.as_json() for p in players]
    assert told[2]["name"] == "Carl"
    assert told[2]["best"]["category"] == "straight_flush"
    assert (told[2]["net"], told[2]["seen_to_showdown"]) == (55, 1.0)
