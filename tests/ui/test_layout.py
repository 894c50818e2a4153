"""Nothing stands on anything else, at every size and with every number of players."""

from __future__ import annotations

from itertools import combinations

import pytest

from ui.layout import Frame, board_table, frame_of, showdown_rows, stud_table

SIZES = [(800, 480), (1024, 600), (1280, 720), (1280, 800), (1920, 1080), (640, 480)]


@pytest.mark.parametrize("size", SIZES)
def test_the_window_is_at_least_480_units_high_and_760_wide(size: tuple[int, int]) -> None:
    frame = frame_of(size)
    assert frame.h >= 480 - 1e-6
    assert frame.w >= 760 - 1e-6
    assert frame.w * frame.unit_px == pytest.approx(size[0])
    assert frame.bar.bottom == pytest.approx(frame.h)


def inside(frame: Frame, box: object) -> bool:
    body = frame.body
    return box.x >= 0 and box.right <= frame.w and box.y >= body.y and box.bottom <= body.bottom + 0.01  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("pots", [2, 4])
@pytest.mark.parametrize("players", range(1, 9))
def test_a_table_with_a_board(size: tuple[int, int], players: int, pots: int) -> None:
    frame = frame_of(size)
    table = board_table(frame, players, 4, pots)
    plates = [p.plate for p in table.places]
    assert len(plates) == players
    assert all(inside(frame, b) for b in plates)
    solid = [*plates, table.wild, table.pots, *table.board]
    assert not [(a, b) for a, b in combinations(solid, 2) if a.meets(b)]
    bets = [p.bet for p in table.places]
    assert not [(a, b) for a in bets for b in (*plates, *table.board, table.pots) if a.meets(b)]
    assert not [(a, b) for a, b in combinations(bets, 2) if a.meets(b)]
    # Read from across the table: a card as wide as a thumbnail, a pot line of full height.
    assert all(b.w >= 46 for b in table.board)
    assert table.pots.h >= 34


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", range(1, 9))
def test_a_stud_table_has_room_for_four_cards_a_seat(size: tuple[int, int], players: int) -> None:
    frame = frame_of(size)
    table = stud_table(frame, players)
    plates = [p.plate for p in table.places]
    assert len(plates) == players
    assert all(inside(frame, b) for b in plates)
    assert not [(a, b) for a, b in combinations([*plates, table.pots], 2) if a.meets(b)]
    assert all(b.w >= 4 * 38 + 28 and b.h >= 140 for b in plates)


@pytest.mark.parametrize("players", range(2, 9))
def test_seats_run_clockwise(players: int) -> None:
    places = [p.plate for p in board_table(frame_of((800, 480)), players, 4).places]
    middle_x, middle_y = 400, 206
    turns = 0.0
    for a, b in zip(places, [*places[1:], places[0]], strict=True):
        ax, ay, bx, by = a.mid_x - middle_x, a.mid_y - middle_y, b.mid_x - middle_x, b.mid_y - middle_y
        turns += 1 if ax * by - ay * bx >= -1e-6 else -1  # y points down: clockwise is positive
    assert turns == players


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rows", range(1, 9))
def test_every_row_of_a_showdown_is_in_sight(size: tuple[int, int], rows: int) -> None:
    frame = frame_of(size)
    boxes = showdown_rows(frame, rows)
    assert boxes[-1].bottom <= frame.bar.y
    assert not [(a, b) for a, b in combinations(boxes, 2) if a.meets(b)]
    assert boxes[0].h >= 38
