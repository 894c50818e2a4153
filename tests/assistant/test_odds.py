"""Odds against what is known exactly."""

from math import comb

import pytest

from assistant.house import House
from assistant.odds import Odds, simulate

# 52 cards taken seven at a time.
SEVEN_CARDS = {
    "straight_flush": 41584,
    "four_of_a_kind": 224848,
    "full_house": 3473184,
    "flush": 4047644,
    "straight": 6180020,
    "three_of_a_kind": 6461620,
    "two_pair": 31433400,
    "pair": 58627800,
    "high_card": 23294460,
}


def held(odds: Odds) -> dict[str, float]:
    return {one.category: one.held.value for one in odds.categories}


def test_seven_cards_come_as_often_as_is_known() -> None:
    odds = simulate("roll-your-own", 3, House(), 40_000, seed=11)
    for one in odds.categories:
        true = SEVEN_CARDS.get(one.category, 0) / comb(52, 7)
        half = one.held.high - one.held.value
        assert abs(one.held.value - true) <= 2 * half, one  # nearly four standard errors


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    true = SEVEN_CARDS["pair"] / comb(52, 7)
    covered = 0
    for seed in range(100):
        one = next(o for o in simulate("roll-your-own", 4, House(), 300, seed).categories if o.category == "pair")
        covered += one.held.low <= true <= one.held.high
    assert 88 <= covered <= 99


@pytest.mark.parametrize(
    ("name", "house"),
    [
        ("lucky-sevens", House()),
        ("shifting-sands", House(high_low=True)),
        ("roll-your-own", House(baseball=True, chicago="low")),
        ("roll-your-own", House(cards=5, wild=("2", "Kh"), high_low=True, low_qualifier=None)),
    ],
)
def test_all_pots_are_won_and_everybody_has_a_hand(name: str, house: House) -> None:
    odds = simulate(name, 4, house, 3000, seed=1)
    assert sum(one.wins.value for one in odds.categories) == pytest.approx(1)
    assert sum(one.held.value for one in odds.categories) == pytest.approx(1)
    for one in odds.categories:
        if one.share is not None:
            assert one.share.value * one.held.value * 4 == pytest.approx(one.wins.value)
        for estimate in filter(None, (one.held, one.wins, one.share)):
            assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1


def test_what_a_roll_does_is_nothing_on_average() -> None:
    odds = simulate("lucky-sevens", 5, House(), 4000, seed=2)
    for down in (2, 3):
        rows = [one for one in odds.rolls if one.down_cards == down]
        assert sum(one.seen.value for one in rows) == pytest.approx(1)
        assert sum(one.seen.value * one.now.value for one in rows) == pytest.approx(1 / 5)
        assert sum(one.seen.value * one.after.value for one in rows) == pytest.approx(1 / 5)
        for one in rows:
            assert one.change.value == pytest.approx(one.after.value - one.now.value)
    without, with_one = (one for one in odds.rolls if one.down_cards == 2 and one.own_wilds < 2)
    assert without.change.low > 0 > with_one.change.high  # who holds no wild wants other dice


def test_house_rules_change_the_odds() -> None:
    many_wilds = House(wild=("2", "3", "8"))
    below = House(wild=("2", "3", "8"), five_of_a_kind="below_straight_flush")
    assert (
        held(simulate("roll-your-own", 2, below, 3000, 5))["straight_flush"]
        > held(simulate("roll-your-own", 2, many_wilds, 3000, 5))["straight_flush"]
    )
    assert held(simulate("roll-your-own", 2, House(), 3000, 5))["five_of_a_kind"] == 0
    splits = dict(simulate("roll-your-own", 7, House(chicago="high"), 500, 5).splits)
    assert splits["a spade takes half"].value == 1  # 49 of 52 cards are dealt


def test_the_same_seed_gives_the_same_odds() -> None:
    one, two, other = (simulate("lucky-sevens", 3, House(), 500, seed) for seed in (4, 4, 5))
    assert one == two
    assert held(one) != held(other)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    simulate("lucky-sevens", 8, House(), 10_000, 1, lambda done, due: told.append((done, due)))
    assert told[-1] == (10_000, 10_000)
    assert len(told) > 2


def test_never_seen_is_not_impossible() -> None:
    odds = simulate("roll-your-own", 2, House(), 100, seed=1)
    royal = next(one for one in odds.categories if one.category == "straight_flush")
    assert (royal.held.value, royal.share) == (0, None)
    assert royal.held.high > 0.01


@pytest.mark.parametrize(
    ("name", "players", "house", "deals", "says"),
    [
        ("canasta", 4, House(), 10, "no game is called 'canasta'"),
        ("lucky-sevens", 9, House(), 10, "Lucky Sevens has 2 to 8 players, not 9"),
        ("shifting-sands", 1, House(), 10, "2 to 7 players, not 1"),
        ("roll-your-own", 4, House(high_low=True, chicago="low"), 10, "leave out high_low or chicago"),
        ("roll-your-own", 4, House(), 0, "at least 1 deal"),
    ],
)
def test_what_cannot_be_simulated(name: str, players: int, house: House, deals: int, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        simulate(name, players, house, deals)
