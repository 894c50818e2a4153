"""Dice drawn by the project itself, read: right or not sure, never wrongly sure; and what is no die is none."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.dice_reader import DiceReader, _in_common, _is_side_face
from vision.learned_dice import LearnedDice
from vision.readings import NoValue
from vision.training.dice_body import Die, Material, top_face_xy_px
from vision.training.dice_camera import look_from
from vision.training.dice_render import Light, draw_dice

SKINS = {
    "white": Material(),
    "ivory": Material(body=(0.45, 0.65, 0.75), pip=(0.02, 0.02, 0.02), corner=0.2),
    "black": Material(body=(0.02, 0.02, 0.02), pip=(0.8, 0.8, 0.8)),
    "red": Material(body=(0.03, 0.03, 0.5), pip=(0.85, 0.85, 0.85), corner=0.18),
    "blue": Material(body=(0.5, 0.12, 0.03), pip=(0.8, 0.8, 0.8), cut=0.72),
    "green": Material(body=(0.06, 0.3, 0.04), pip=(0.85, 0.85, 0.85), corner=0.06),
    "yellow": Material(body=(0.05, 0.55, 0.7), pip=(0.03, 0.03, 0.25)),
    "red pips": Material(pip=(0.03, 0.03, 0.5), pip_radius=0.1),
    "red ace": Material(ace=(0.03, 0.03, 0.5), ace_scale=1.6),
    "clear": Material(body=(0.1, 0.1, 0.6), pip=(0.9, 0.9, 0.9), translucent=0.6, corner=0.05),
}


@pytest.fixture(scope="module")
def reader():
    cv2.setNumThreads(1)
    return DiceReader()


def felt(side, colour=(60, 95, 50), seed=1):
    rng = np.random.default_rng(seed)
    return np.clip(rng.normal(colour, 5, (side, side, 3)), 0, 255).astype(np.uint8)


def throw(values, skin="white", seed=1, edge=34.0, side=300, tilt=0.1):
    """Two dice apart on a tray, at random places and turns."""
    rng = np.random.default_rng(seed)
    x = 0.2 * side / edge
    dice = [
        Die(v, (s * x + rng.uniform(-0.5, 0.5), rng.uniform(-2, 2)), 1.0, rng.uniform(0, 6.28), int(rng.integers(4)),
            material=SKINS[skin])
        for v, s in zip(values, (-1, 1), strict=False)
    ]
    projection = look_from(edge, (side / 2, side / 2), tilt, rng.uniform(-0.5, 0.5))
    lamps = ((0.3, 0.4, 0.87, 0.93, 2.0),)
    image = draw_dice(felt(side, seed=seed), projection, dice, Light(lamps=lamps))
    return image, [(d.value, top_face_xy_px(projection, d).mean(0)) for d in dice]


def sure(readings):
    return sorted(r.pips for r in readings if r.sure)


@pytest.mark.parametrize("skin", SKINS)
def test_every_value_in_every_colour_is_right_or_not_sure(reader, skin):
    exact = 0
    for k, pair in enumerate([(1, 2), (3, 4), (5, 6)]):
        image, truth = throw(pair, skin, seed=k)
        got = reader.read(image, edge_px=34.0)
        for r in got:
            if r.sure:
                value, centre = min(truth, key=lambda t: np.linalg.norm(t[1] - np.array(r.centre_xy_px)))
                assert r.pips == value
                assert np.linalg.norm(centre - np.array(r.centre_xy_px)) < 0.25 * 34
                assert 0.7 < r.edge_px / 34 < 1.3
        exact += sure(got) == sorted(pair)
    assert exact >= 2, f"{exact} of 3 throws of {skin} dice"


def test_a_die_new_in_the_tray_is_read_though_the_finder_sees_none(reader, monkeypatch):
    image, truth = throw((3, 5), seed=2)
    empty = felt(300, seed=2)
    both = reader.finder.find
    monkeypatch.setattr(reader.finder, "find", lambda image, edge_px: both(image, edge_px)[:1])
    dice = reader.read(image, edge_px=34.0, background_bgr=empty)
    assert sorted(r.pips for r in dice) == [v for v, _ in truth]
    monkeypatch.setattr(reader.finder, "find", lambda image, edge_px: [])
    dice = reader.read(image, edge_px=34.0, background_bgr=empty)
    assert sorted(r.pips for r in dice) == [v for v, _ in truth]
    assert reader.read(empty, edge_px=34.0, background_bgr=image) == ()  # two dice of the background are gone


def test_that_something_is_new_in_the_tray_is_worth_what_the_finder_does_not_say(reader, monkeypatch):
    """On coarse cloth it says 0.3 of dice that all others see clearly."""
    image, _ = throw([2, 5])
    monkeypatch.setattr(reader.finder, "find", lambda *_, **__: [])
    assert [score for *_, score in reader.finder.find_new(image, felt(300), 34.0)] == [0.5, 0.5]


def test_a_die_in_a_ring_that_the_finder_took_for_the_die_is_read(reader, monkeypatch):
    image, truth = throw((4, 2), seed=6, edge=60.0, side=640)
    for _, (x, y) in truth:
        cv2.circle(image, (round(x), round(y)), 62, (215, 215, 215), 26)
    rings = [(x, y, 2 * 60, 0.75) for _, (x, y) in truth]
    monkeypatch.setattr(reader.finder, "find", lambda image, edge_px: rings)
    assert sure(reader.read(image)) == [2, 4]


@pytest.mark.parametrize("edge", [22.0, 48.0, 90.0, 160.0])
def test_a_photo_of_unknown_scale_is_read(reader, edge):
    image, truth = throw((2, 5), seed=4, edge=edge, side=640)
    assert sure(reader.read(image)) == [v for v, _ in truth]


def test_touching_dice_are_two_and_asked_about_where_one_may_lean_on_the_other(reader):
    exact = seen = 0
    for k, (turn, (a, b)) in enumerate(zip(np.linspace(0, 3, 8), [(4, 6), (1, 2), (3, 5), (6, 6)] * 2, strict=True)):
        x, y = 0.51 * np.cos(turn), 0.51 * np.sin(turn)
        skin = SKINS[("white", "red", "black", "green")[k % 4]]
        dice = [Die(a, (-x, -y), 1.0, turn, material=skin), Die(b, (x, y), 1.0, turn, material=skin)]
        got = reader.read(draw_dice(felt(300, seed=k), look_from(34.0, (150.0, 150.0)), dice), edge_px=34.0)
        assert all(r.pips in (a, b) for r in got if r.sure)
        exact += sure(got) == sorted((a, b))
        seen += sorted(r.pips for r in got[:2]) == sorted((a, b))
    assert seen >= 7
    assert exact >= 2


@pytest.mark.parametrize("edge", [None, 34.0])
def test_a_bare_tray_holds_nothing(reader, edge):
    assert sure(reader.read(felt(300), edge_px=edge)) == []


def test_printed_dots_are_no_dice(reader):
    image = felt(300, (200, 205, 210))
    for x, y in [(80, 80), (100, 80), (80, 100), (100, 100), (200, 200), (220, 220), (210, 210)]:
        cv2.circle(image, (x, y), 4, (20, 20, 20), -1, cv2.LINE_AA)
    assert sure(reader.read(image, edge_px=34.0)) == []


def test_pips_inside_an_ignored_outline_do_not_count(reader):
    image, truth = throw((3, 4), seed=0)
    x, y = truth[0][1]
    outline = np.array([[x - 40, y - 40], [x + 40, y - 40], [x + 40, y + 40], [x - 40, y + 40]])
    got = reader.read(image, edge_px=34.0, ignore=[outline])
    assert len(got) == 1
    assert np.linalg.norm(np.array(got[0].centre_xy_px) - truth[1][1]) < 12


def test_what_lay_there_before_is_no_die(reader):
    image, _ = throw((3, 4), seed=0)
    assert reader.read(image, edge_px=34.0, background_bgr=image.copy()) == ()


def test_a_rolling_die_is_not_sure(reader):
    image, _ = throw((3, 5), seed=0)
    kernel = np.zeros((25, 25), np.float32)
    kernel[12] = 1 / 25
    assert sure(reader.read(np.asarray(cv2.filter2D(image, -1, kernel), np.uint8), edge_px=34.0)) == []


def test_a_die_that_is_not_sure_says_why(reader):
    image, _ = throw((3, 5), seed=0)
    blurred = np.asarray(cv2.GaussianBlur(image, (0, 0), 5.0), np.uint8)
    assert all(r.why in set(NoValue) for r in reader.read(blurred, edge_px=34.0) if not r.sure)


@pytest.mark.parametrize("shape", [(300, 300), (300, 300, 4)])
def test_what_is_no_colour_picture_is_refused(reader, shape):
    with pytest.raises(ValueError, match="image must be"):
        reader.read(np.zeros(shape, np.uint8))


@pytest.mark.parametrize("shape", [(1, 1, 3), (5, 400, 3), (31, 33, 3)])
def test_a_tiny_picture_holds_nothing(reader, shape):
    assert sure(reader.read(np.full(shape, 128, np.uint8))) == []


def test_a_missing_model_is_named(tmp_path):
    with pytest.raises(OSError, match=r"dice_finder\.onnx"):
        DiceReader(models_dir=tmp_path)


def test_learned_dice_are_read_as_before_and_more_surely(reader):
    learned = LearnedDice()
    for k, pair in enumerate([(1, 2), (3, 4), (5, 6)]):
        image, truth = throw(pair, "red", seed=20 + k)
        for reading, face in reader.faces(image, edge_px=34.0):
            value, _ = min(truth, key=lambda t: np.linalg.norm(t[1] - np.array(reading.centre_xy_px)))
            learned.learn(face, value, edge_mm=16.0)
    assert learned.missing == ()
    image, _ = throw((3, 5), "red", seed=40)
    before = {r.pips: r.confidence for r in reader.read(image, edge_px=34.0)}
    after = {r.pips: r.confidence for r in DiceReader(dice=learned).read(image, edge_px=34.0)}
    assert sorted(after) == [3, 5]
    assert all(after[v] >= before[v] for v in after)


@pytest.mark.parametrize(("apart_edges", "sure_of"), [(0.65, []), (1.1, [3, 5])])
def test_a_die_that_shows_two_faces_has_no_top_one(reader, monkeypatch, apart_edges, sure_of):
    """As in a hand: both seem to be on top. Two dice side by side are farther apart."""
    image, _ = throw((3, 5), "white", seed=3)
    one, other = reader.look(image, edge_px=34.0)
    x, y = one.centre_xy_px
    beside = replace(other, centre_xy_px=(x + apart_edges * one.edge_px, y), edge_px=one.edge_px)
    monkeypatch.setattr(reader, "look", lambda *_, **__: [one, beside])
    readings = reader.read(image, edge_px=34.0)
    assert sorted(r.pips for r in readings if r.sure) == sure_of
    assert all(r.why is NoValue.COCKED for r in readings if not r.sure)


@pytest.mark.parametrize(("apart_edges", "dice"), [(0.8, 1), (1.1, 2)])
def test_the_side_of_a_die_is_no_second_one(reader, apart_edges, dice):
    """Seen aslant it is smaller than the top face and joins it; a smaller die lies farther off."""
    image, _ = throw((3, 5), "white", seed=3)
    one, other = reader.look(image, edge_px=34.0)
    x, y = one.centre_xy_px
    small = replace(other, centre_xy_px=(x + apart_edges * one.edge_px, y), edge_px=0.6 * one.edge_px)
    assert sum(not _is_side_face(look, (one, small)) for look in (one, small)) == dice


def test_one_look_that_sees_no_die_is_left_out_of_several():
    die, none = np.array([0.05, 0, 0.95, 0, 0, 0, 0, 0.1]), np.array([0.9, 0, 0.1, 0, 0, 0, 0, 0.3])
    assert _in_common([die, none, die]) == pytest.approx(die)
    assert _in_common([none, die, none])[0] > 0.4
    assert _in_common([die, none])[0] == pytest.approx(0.475)


def test_small_dice_of_a_large_photograph_are_found(reader):
    part, truth = throw((2, 6), seed=3, edge=26.0)
    image = felt(2600, seed=3)[:1900]
    image[900:1200, 1500:1800] = part
    assert sure(reader.read(image)) == [v for v, _ in truth]


@pytest.mark.parametrize(("edge", "side"), [(14.0, 420), (20.0, 420), (26.0, 2600)])
def test_a_square_tray_with_two_dice_in_it_is_no_die_that_shows_a_two(reader, edge, side):
    half, image = round(4.2 * edge), felt(side, (50, 30, 120))
    part = felt(420, (50, 30, 120), seed=4)
    part[210 - half : 210 + half, 210 - half : 210 + half] = felt(2 * half, (90, 40, 30), seed=5)
    cv2.rectangle(part, (210 - half, 210 - half), (210 + half, 210 + half), (40, 60, 100), 4)
    dice = [
        Die(3, (-1.9, -1.9), 1.0, 0.4, material=SKINS["yellow"]),
        Die(6, (1.9, 2.1), 1.0, 1.1, material=SKINS["yellow"]),
    ]
    image[:420, :420] = draw_dice(part, look_from(edge, (210.0, 210.0)), dice)
    assert sure(reader.read(image)) == [3, 6]
