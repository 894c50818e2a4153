"""Random deals for odds: every card once, the games' shapes, the stated policies."""

import numpy as np
import pytest

from assistant.batch import BLANK_INDEX, CARD_INDEX, card_indices, rank_mask
from assistant.deals import dealt_game, dice_wilds, extras_fit, first_exposed, shuffled
from assistant.house import House
from assistant.odds import spade_ranks


def deal(name: str, players: int, house: House, size: int = 500):
    game = dealt_game(name)
    rng = np.random.default_rng(7)
    return game.deal(next(shuffled(size, rng, game.cards(players, house))), players, house, rng)


def test_decks_stay_decks_and_every_card_comes_first_as_often() -> None:
    decks = shuffled(5200, np.random.default_rng(3), 4)
    for _ in range(3):
        dealt = next(decks)
        assert (np.sort(dealt, axis=1) == np.arange(52)).all()
        for column in range(4):
            often = np.bincount(dealt[:, column], minlength=52)
            assert often.min() >= 55  # 100 each is expected, give or take 10
            assert often.max() <= 150


@pytest.mark.parametrize(
    ("name", "players", "house", "each"),
    [
        ("lucky-sevens", 8, House(), 7),
        ("shifting-sands", 7, House(), 7),
        ("roll-your-own", 7, House(), 7),
        ("roll-your-own", 3, House(cards=5), 5),
    ],
)
def test_everybody_gets_their_cards_and_no_card_comes_twice(name: str, players: int, house: House, each: int) -> None:
    cards = deal(name, players, house).cards
    assert cards.shape == (500, players, each)
    own = cards[:, :, :3] if name == "lucky-sevens" else cards
    for row in own.reshape(500, -1):
        assert len(set(row.tolist())) == len(row)


def test_the_board_is_everybodys_and_the_wild_too() -> None:
    deals = deal("lucky-sevens", 5, House())
    assert (deals.cards[:, :, 3:] == deals.cards[:, :1, 3:]).all()
    assert (deals.wild_ranks == deals.wild_ranks[:, :1]).all()
    assert deals.rerolled is not None
    assert (deals.rerolled != deals.wild_ranks).any()


def test_dice_name_the_wild_as_often_as_two_dice_do() -> None:
    wilds = dice_wilds(36_000, House(), np.random.default_rng(1))
    for total in range(2, 13):
        expected = 1000 * (6 - abs(total - 7))
        assert abs((wilds == rank_mask("23456789TJQ"[total - 2])).sum() - expected) < 6 * expected**0.5
    assert set(dice_wilds(500, House(dice_table=dict.fromkeys(range(2, 13), "A")), np.random.default_rng(1))) == {
        rank_mask("A")
    }


@pytest.mark.parametrize(
    ("cards", "rank"), [("Kc 4d Kh", "K"), ("4c Kd 4h", "4"), ("4c Kd Ah", "4"), ("9c 9d 9h", "9")]
)
def test_what_is_turned_up_first(cards: str, rank: str) -> None:
    three = card_indices(tuple(cards.split()))
    assert "23456789TJQKA"[int(first_exposed(three[None, None, :])[0, 0])] == rank


def test_own_wilds_are_the_players_own() -> None:
    deals = deal("shifting-sands", 4, House())
    held = np.left_shift(1, deals.cards[:, :, :3].astype(np.int64) % 13)
    assert ((held & deals.wild_ranks[:, :, None]) > 0).any(axis=2).all()


def test_baseball_deals_an_extra_card_for_every_four_that_was_turned_up() -> None:
    house = House(baseball=True)
    cards = deal("roll-your-own", 6, house).cards
    assert cards.shape == (500, 6, 11)
    assert (cards == BLANK_INDEX).any()
    for row in cards:
        real = row[row != BLANK_INDEX].tolist()
        assert len(set(real)) == len(real)
        for player in row:
            fours = sum(int(card) % 13 == 2 for card in player[:6])
            assert (player != BLANK_INDEX).sum() == 7 + fours
    assert not extras_fit(7, house)
    assert deal("roll-your-own", 7, house).cards.shape == (500, 7, 7)


def test_announced_wilds() -> None:
    deals = deal("roll-your-own", 2, House(wild=("2", "Kh"), baseball=True))
    assert set(deals.wild_ranks.reshape(-1).tolist()) == {rank_mask("239")}
    assert deals.wild_cards == 1 << CARD_INDEX["Kh"]


@pytest.mark.parametrize(("chicago", "order"), [("high", "AK92"), ("low", "A29K")])
def test_the_spade_that_takes_half(chicago: str, order: str) -> None:
    worth = [int(spade_ranks(card_indices((f"{r}s", "Ah"))[None, None, :], chicago)[0, 0]) for r in order]
    assert worth == sorted(worth, reverse=True)
    assert min(worth) > 0
    assert spade_ranks(card_indices(("Ah", "Kd"))[None, None, :], chicago)[0, 0] == 0
