"""The drawn table: its truth is what it was told, and its picture shows it."""

from __future__ import annotations

import pickle

import cv2
import numpy as np
import pytest

from vision.mat import make_mat
from vision.readings import CODES
from vision.simulated import commands as c
from vision.simulated.deck import HOUSE_DECK, card_image, random_style
from vision.simulated.dice import DieStyle, draw_die, rotation, showing, top_value
from vision.simulated.felt import FeltStyle, draw_table
from vision.simulated.glyphs import rank_mask, suit_mask
from vision.simulated.lens import Lens
from vision.simulated.light import LightMap, LightStyle, Noise, paste
from vision.simulated.motions import plan
from vision.simulated.source import SimulatedCamera
from vision.simulated.table import SimulatedTable


def _done(table: SimulatedTable, *commands: c.Command) -> c.TableTruth:
    for command in commands:
        table.do(command)
    table.settle()
    return table.truth()


def test_a_hand_of_cards_is_dealt_shown_and_swept(table: SimulatedTable) -> None:
    truth = _done(
        table, c.DealDown((1, 2), 2), c.DealBoard(("Kh", "8d")), c.DealBoard(("2c",)), c.Expose(1, "Qs"),
        c.Expose(1, "7d"), c.Show(2, ("As", "Ad", "Ac")),
    )
    assert truth.cards("board") == ("Kh", "8d", "2c")
    assert truth.cards("seat:1") == ("Qs", "7d")
    assert truth.cards("seat:2") == ("As", "Ad", "Ac")
    assert sum(card.zone == "down:1" for card in table.cards) == 0
    assert _done(table, c.Muck(2)).cards("seat:2") == ()
    empty = _done(table, c.Sweep())
    assert all(cards == () for _, cards in empty.zones)


def test_cards_lie_inside_their_zones() -> None:
    table = SimulatedTable(seed=3, seats=8, size_wh_px=(640, 480))
    deck = iter(CODES)
    for seat in range(1, 8):
        table.do(c.Show(seat, tuple(next(deck) for _ in range(7))))
    table.do(c.DealBoard(("Kh", "8d", "2c", "3c")))
    table.settle()
    for card in table.cards:
        zone = np.float32(table.mat.zone(card.zone).polygon_xy_mm)
        turn = np.radians(card.angle_deg)
        for x, y in ((-31.5, -44), (31.5, -44), (31.5, 44), (-31.5, 44)):
            corner = (
                card.centre_xy_mm[0] + x * np.cos(turn) - y * np.sin(turn),
                card.centre_xy_mm[1] + x * np.sin(turn) + y * np.cos(turn),
            )
            assert cv2.pointPolygonTest(zone, corner, True) > -2, card


@pytest.mark.parametrize(
    ("command", "dice", "cocked"),
    [
        (c.Throw((6, 4)), (6, 4), False),
        (c.Throw((6, 4), cocked=True), (), True),
        (c.Throw((6, 4), lost=True), (6,), False),
        (c.LayDice((2, 3)), (2, 3), False),
    ],
)
def test_dice_lie_as_they_were_told(
    table: SimulatedTable, command: c.Command, dice: tuple[int, ...], cocked: bool
) -> None:
    truth = _done(table, command)
    assert (truth.dice, truth.cocked) == (dice, cocked)
    assert truth.throws == isinstance(command, c.Throw)
    assert _done(table, c.LiftDice()).dice == ()


def test_a_nudge_turns_a_die_without_a_throw(table: SimulatedTable) -> None:
    truth = _done(table, c.Throw((6, 4)), c.Nudge(0, 1))
    assert sorted(truth.dice) == [1, 4]
    assert truth.throws == 1


def test_commands_are_done_in_their_time_and_order(table: SimulatedTable) -> None:
    table.image(0.0)
    table.do(c.DealBoard(("Kh",)))
    table.do(c.DealBoard(("8d",)))
    seen = []
    for i in range(40):
        table.image(0.1 * i)
        seen.append(table.truth().cards("board"))
    assert seen[1] == ()
    assert [s for i, s in enumerate(seen) if i == 0 or s != seen[i - 1]] == [(), ("Kh",), ("Kh", "8d")]
    assert not table.truth().busy


def test_pace_makes_it_quicker() -> None:
    def seconds(pace: float) -> float:
        table = SimulatedTable(seed=1, seats=2, size_wh_px=(320, 240), pace=pace)
        table.do(c.Throw((1, 2)))
        i = 0
        while i == 0 or table.truth().busy:
            table.image(0.05 * i)
            i += 1
        return 0.05 * i

    assert seconds(4.0) < seconds(1.0) / 2.5


def test_the_same_seed_gives_the_same_picture() -> None:
    first, second, other = (
        SimulatedTable(seed=s, seats=2, size_wh_px=(320, 240), varied=True).image(0.0) for s in (5, 5, 6)
    )
    assert (first == second).all()
    assert (first != other).any()


def test_a_card_at_rest_changes_the_picture_only_there(table: SimulatedTable) -> None:
    before = table.picture.frame().astype(int)
    _done(table, c.DealBoard(("Kh",)))
    after = table.picture.frame().astype(int)
    ys, xs = np.nonzero(cv2.blur(np.abs(after - before).mean(axis=2), (5, 5)) > 25)
    middle = table.picture.lens.project(np.array([table.cards[-1].centre_xy_mm]))[0]
    assert np.hypot(xs - middle[0], ys - middle[1]).max() < 60 * table.picture.lens.px_per_mm


def test_darkness_and_a_covered_marker_show(table: SimulatedTable) -> None:
    bright = table.image(0.0).mean()
    table.do(c.Light(0.3, 0.1))
    table.image(0.1)
    assert table.image(1.0).mean() < 0.4 * bright


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("yaw", [0.0, 33.0, 200.0])
def test_a_die_shows_its_value_on_top(value: int, yaw: float) -> None:
    assert top_value(showing(value, yaw)) == value


@pytest.mark.parametrize("value", range(1, 7))
def test_as_many_pips_are_drawn_as_it_shows(value: int) -> None:
    lens = Lens((200, 200), px_per_mm=6.0, height_mm=2000.0, tilt_deg=0.0, roll_deg=0.0, bend=0.0)
    patch, alpha, _, _ = draw_die(DieStyle(shine=0.0), showing(value, 20.0), np.array([0.0, 0.0, 8.0]), lens)
    dark = ((cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY) < 90) & (alpha > 0.99)).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    assert sum(stats[i, cv2.CC_STAT_AREA] > 20 for i in range(1, count)) == value


def test_opposite_faces_add_up_to_seven() -> None:
    over = rotation(np.array([1.0, 0, 0]), np.pi)
    assert all(top_value(over @ showing(value, 10.0)) == 7 - value for value in range(1, 7))


def test_no_die_shows_seven() -> None:
    with pytest.raises(ValueError, match="not 7"):
        showing(7, 0.0)


def test_every_card_looks_different_and_is_the_same_upside_down() -> None:
    small = {
        code: cv2.resize(card_image(code)[:, :, :3], (63, 88), interpolation=cv2.INTER_AREA).astype(int)
        for code in (*CODES, None)
    }
    images = list(small.values())
    for i, image in enumerate(images):
        assert all(np.abs(image - other).mean() > 0.5 for other in images[:i])
    four = small["4h"]
    assert np.abs(four - four[::-1, ::-1]).mean() < 1.5


@pytest.mark.parametrize("seed", range(4))
def test_any_deck_can_be_drawn(seed: int) -> None:
    style = random_style(np.random.default_rng(seed))
    assert style != HOUSE_DECK
    for code in ("Th", "Qs", "Ad", None):
        image = card_image(code, style)
        assert image.shape[2] == 4
        assert image[:, :, :3].std() > 10


@pytest.mark.parametrize("rank", "23456789TJQKA")
def test_ranks_are_drawn_within_their_box(rank: str) -> None:
    mask = rank_mask(rank, 40, serif=True)
    assert mask.shape[0] == 40
    assert 0.1 < (mask > 127).mean() < 0.75


def test_suits_differ() -> None:
    masks = [suit_mask(suit, 40).astype(int) for suit in "cdhs"]
    assert all(np.abs(a - b).mean() > 15 for i, a in enumerate(masks) for b in masks[:i])


def test_a_coarse_cloth_lies_in_the_tray_alone_and_has_its_colour() -> None:
    mat, lens = make_mat("A3", 4, (1100.0, 800.0)), Lens((900, 660), px_per_mm=2.0)
    smooth, coarse = (
        draw_table(mat, lens, FeltStyle(contrast=contrast), np.random.default_rng(1)).astype(int)
        for contrast in (0.0, 0.4)
    )
    tray = np.zeros(smooth.shape[:2], np.uint8)
    cv2.fillPoly(tray, [np.round(lens.project(np.array(mat.zone("tray").polygon_xy_mm))).astype(np.int32)], 1)
    bottom = cv2.erode(tray, np.ones((41, 41), np.uint8)) > 0
    assert (smooth == coarse)[tray == 0].all()
    assert coarse[bottom].std(axis=0).min() > smooth[bottom].std(axis=0).min() + 3
    assert np.abs(coarse[bottom].mean(axis=0) - smooth[bottom].mean(axis=0)).max() < 3


def test_the_lens_looks_where_it_aims_and_at_its_scale() -> None:
    lens = Lens((1000, 800), px_per_mm=1.2, height_mm=1500, tilt_deg=5, roll_deg=1, bend=-0.02)
    assert lens.project(np.array([[0.0, 0.0]]))[0] == pytest.approx((500, 400))
    assert lens.scale_at((0.0, 0.0)) == pytest.approx(1.2, rel=0.01)
    up = lens.straight(np.array([[300.0, 200.0, 16.0]]))[0]
    flat = lens.straight(np.array([[300.0, 200.0]]))[0]
    assert np.linalg.norm(up - 500) > np.linalg.norm(flat - 500), "what stands up leans outward"


def test_a_camera_upside_down_sees_the_table_turned_and_not_in_a_mirror() -> None:
    at = np.array([[0.0, 0.0], [100.0, 0.0], [0.0, 100.0]])
    for roll in (0.0, 90.0, 180.0, 270.0):
        a, b, c = Lens((1000, 800), tilt_deg=7, roll_deg=roll).project(at)
        assert np.linalg.det(np.stack([b - a, c - a])) > 0
    assert b[0] == pytest.approx(a[0], abs=10)
    a, b, c = Lens((1000, 800), tilt_deg=7, roll_deg=180).project(at)
    assert b[0] < a[0]
    assert c[1] < a[1]


def test_what_is_far_outside_stays_there() -> None:
    lens = Lens((800, 600), px_per_mm=2.0, bend=-0.03)
    ways = np.linalg.norm(lens.project(np.array([[x, x] for x in (200.0, 400.0, 900.0, 1800.0)])) - (400, 300), axis=1)
    assert (np.diff(ways) > 0).all()


def test_rays_go_through_what_they_show() -> None:
    lens = Lens((1000, 800), tilt_deg=7, roll_deg=-2)
    point = np.array([[210.0, -120.0, 9.0]])
    ray = lens.rays(lens.straight(point))[0]
    way = point[0] - lens.place_mm
    assert ray == pytest.approx(way / np.linalg.norm(way), abs=1e-6)


def test_light_falls_unevenly_and_noise_is_new_each_time() -> None:
    grey = np.full((96, 128, 3), 120, np.uint8)
    lit = LightMap(LightStyle(slope_xy=(0.5, 0.0), spot=0.0, vignette=0.0), (128, 96)).apply(grey)
    assert lit[:, 110].mean() > lit[:, 10].mean() + 20
    noise = Noise(4.0, (128, 96), np.random.default_rng(1))
    first, second = grey.copy(), grey.copy()
    noise.add(first)
    noise.add(second)
    assert (first != second).any()
    assert first.astype(float).std() == pytest.approx(4.0, rel=0.25)


def test_what_hangs_over_the_edge_is_cut() -> None:
    canvas = np.zeros((20, 20, 3), np.uint8)
    patch, alpha = np.full((10, 10, 3), 200, np.uint8), np.ones((10, 10), np.float32)
    for x, y in ((-5, -5), (15, 15), (-30, 4), (40, 4)):
        paste(canvas, patch, alpha, x, y, None)
    assert (canvas[:5, :5] == 200).all()
    assert (canvas[15:, 15:] == 200).all()
    assert not canvas[5:15, 5:15].any()


EVERY = [
    c.DealBoard(("Kh",)), c.DealDown((1,)), c.Expose(1, "Kh"), c.Show(1, ("Kh",)), c.Muck(1), c.Sweep(),
    c.Throw((1, 2)), c.Nudge(), c.LiftDice(), c.LayDice((1,)), c.Peek(1, ("Kh",)), c.HandOver("board"),
    c.Light(0.5), c.CoverMarker(4), c.MoveCamera(), c.Fault(),
]  # fmt: skip


@pytest.mark.parametrize("command", EVERY, ids=lambda command: type(command).__name__)
def test_every_command_crosses_a_process_border(command: c.Command) -> None:
    assert pickle.loads(pickle.dumps(command)) == command


def test_no_command_is_left_out() -> None:
    assert {type(command) for command in EVERY} == set(c.Command.__args__)


def test_nothing_to_do_is_no_motion(table: SimulatedTable) -> None:
    assert list(plan(table, c.Muck(1)))[:-1] == []
    assert list(plan(table, c.Nudge())) == []


def test_the_simulated_camera_keeps_its_frame_rate() -> None:
    now = [10.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    camera = SimulatedCamera(seats=2, size_wh_px=(320, 240), fps=10.0, clock=lambda: now[0], sleep=sleep)
    times = [camera.read().time_s for _ in range(4)]
    assert np.diff(times) == pytest.approx([0.1] * 3)
