"""Where no flat die can lie, and what joins a die that leans."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from vision.bare_tray import BareTray, softened
from vision.leaning import Support, leaning, leaning_on_something, support_of
from vision.readings import DieReading, NoValue

CASES = [
    pytest.param([(50, 50), (100, 60)], [None, None], id="apart"),
    pytest.param([(50, 50), (71, 50)], [NoValue.COCKED, NoValue.COCKED], id="touching"),
    pytest.param([(50, 50), (64, 50)], [NoValue.COCKED, NoValue.COCKED], id="one upon the other"),
    pytest.param([(50, 50), (190, 60)], [None, NoValue.COCKED], id="on the right rim"),
    pytest.param([(10, 50), (100, 60)], [NoValue.COCKED, None], id="on the left rim"),
    pytest.param([(50, 50), (100, 140)], [None, NoValue.COCKED], id="on the lower rim"),
    pytest.param([(50, 50), (100, 131)], [None, None], id="beside the rim"),
]


@pytest.mark.parametrize(("places", "why"), CASES)
def test_leaning(places: list[tuple[float, float]], why: list[NoValue | None]) -> None:
    dice = tuple(DieReading(3, 0.999, True, place, 20.0) for place in places)
    marked = leaning(dice, (200, 150))
    assert [die.why for die in marked] == why
    assert [die.sure for die in marked] == [reason is None for reason in why]


def test_a_shadow_hardly_taken_for_a_die_makes_no_other_lean() -> None:
    dice = (DieReading(3, 0.99, True, (50, 50), 20.0), DieReading(1, 0.1, False, (60, 50), 20.0))
    assert leaning(dice, (200, 150))[0].sure


EDGE = 20.0
ABOVE = (0.0, 0.0, math.inf)  # nothing is pushed aside


def _tray(level: float = 1.0, slope: float = 0.3) -> np.ndarray:
    """A green tray, lighter to the right."""
    light = level * (1 + slope * (np.linspace(0, 1, 240) - 0.5))
    return np.clip(np.array([60, 110, 70]) * light[None, :, None] * np.ones((200, 1, 1)), 0, 255).astype(np.uint8)


def _with_die(thing: tuple[int, int] | None, level: float = 1.0) -> np.ndarray:
    image = _tray(level)
    if thing is not None:
        cv2.circle(image, thing, 24, (40, 40, 180), -1)
    corners = cv2.boxPoints(((120.0, 100.0), (EDGE, EDGE), 25.0))
    cv2.fillPoly(image, [np.round(corners).astype(np.int32)], tuple(int(230 * level) for _ in range(3)))
    return image


def _flat(die: DieReading) -> float:
    """The chance that it leans, of a die that looks flat."""
    return 0.01


def _aslant(die: DieReading) -> float:
    """Likewise, of one that is seen aslant."""
    return 0.7


def _support(image: np.ndarray, empty: np.ndarray, place: tuple[float, float] = (120.0, 100.0)) -> Support:
    die = DieReading(4, 0.999, True, place, EDGE)
    return support_of(die, (die,), softened(image), BareTray.of(empty, EDGE), 1.0)


SUPPORTS = [
    pytest.param(None, Support.NONE, id="alone"),
    pytest.param((150, 100), Support.HIGH, id="on a chip"),
    pytest.param((120, 70), Support.HIGH, id="on a chip above"),
    pytest.param((164, 100), Support.HIGH, id="close beside a chip"),
    pytest.param((188, 100), Support.NONE, id="far from a chip"),
]


@pytest.mark.parametrize("level", [1.0, 0.4])
@pytest.mark.parametrize(("thing", "support"), SUPPORTS)
def test_what_a_die_could_lean_on(thing: tuple[int, int] | None, support: Support, level: float) -> None:
    image = _with_die(thing, level)
    assert _support(image, _tray(level)) is support
    die, bare = DieReading(4, 0.999, True, (120.0, 100.0), EDGE), BareTray.of(_tray(level), EDGE)
    why = NoValue.COCKED if support is Support.HIGH else None
    assert leaning_on_something((die,), image, bare, ABOVE, _aslant)[0].why is why
    assert leaning_on_something((die,), image, bare, ABOVE, _flat)[0].sure


KNOWN = [
    pytest.param((150, 100), True, id="on it"),
    pytest.param((120, 70), True, id="on it, above"),
    pytest.param((161, 100), False, id="close beside it"),
]


@pytest.mark.parametrize(("thing", "found"), KNOWN)
def test_a_die_hides_a_part_of_a_thing_that_it_leans_on(thing: tuple[int, int], found: bool) -> None:
    empty = _tray()
    cv2.circle(empty, thing, 24, (40, 40, 180), -1)
    die = DieReading(4, 0.999, True, (120.0, 100.0), EDGE)
    said = leaning_on_something((die,), _with_die(thing), BareTray.of(empty, EDGE), ABOVE, _flat)
    assert said[0].why is (NoValue.COCKED if found else None)


@pytest.mark.parametrize(
    ("eye", "chance", "why"),
    [
        pytest.param((-40.0, 100.0, 400.0), 0.01, None, id="pushed over it by the camera's place"),
        pytest.param((-40.0, 100.0, 400.0), 0.3, None, id="beside it, however it looks"),
        pytest.param((0.0, 100.0, 400.0), 0.01, None, id="a corner may be on it"),
        pytest.param((0.0, 100.0, 400.0), 0.05, NoValue.NOT_SURE, id="and it may lean"),
        pytest.param((120.0, 100.0, 400.0), 0.01, NoValue.COCKED, id="on it"),
    ],
)
def test_where_a_die_stands_is_not_where_its_top_face_is_seen(
    eye: tuple[float, float, float], chance: float, why: NoValue | None
) -> None:
    """Flat dice beside a card, pushed over its edge, were asked about."""
    empty = _tray()
    cv2.circle(empty, (153, 100), 24, (40, 40, 180), -1)
    die = DieReading(4, 0.999, True, (120.0, 100.0), EDGE)
    said = leaning_on_something((die,), _with_die((153, 100)), BareTray.of(empty, EDGE), eye, lambda die: chance)
    assert said[0].why is why


@pytest.mark.parametrize(
    ("thing", "level"),
    [
        pytest.param((230, 230, 230), 1.0, id="as white as the die"),
        pytest.param((50, 125, 58), 0.3, id="nearly as green as the tray, in dim light"),
        pytest.param((52, 104, 68), 0.7, id="a coin a shade darker than the tray, in dim light"),
    ],
)
def test_a_thing_of_the_colour_of_die_or_tray_is_one(thing: tuple[int, int, int], level: float) -> None:
    empty = _tray(level)
    cv2.circle(empty, (140, 100), 24, tuple(int(v * level) for v in thing), -1)
    image = empty.copy()
    corners = cv2.boxPoints(((120.0, 100.0), (EDGE, EDGE), 25.0))
    cv2.fillPoly(image, [np.round(corners).astype(np.int32)], tuple(int(230 * level) for _ in range(3)))
    die = DieReading(4, 0.999, True, (120.0, 100.0), EDGE)
    bare = BareTray.of(empty, EDGE)
    assert leaning_on_something((die,), image, bare, ABOVE, _flat)[0].why is NoValue.COCKED
    beside = DieReading(4, 0.999, True, (60.0, 100.0), EDGE)
    assert leaning_on_something((beside,), image, bare, ABOVE, _flat)[0].sure


def test_things_may_cover_more_than_half_of_a_tray() -> None:
    empty = _tray()
    cv2.rectangle(empty, (20, 20), (85, 180), (200, 200, 210), -1)
    cv2.rectangle(empty, (130, 20), (215, 95), (150, 60, 120), -1)
    bare = BareTray.of(empty, EDGE)
    to = bare.px_per_px
    assert bare.things[int(100 * to), int(60 * to)]
    assert bare.things[int(60 * to), int(180 * to)]
    assert not bare.things[int(130 * to), int(150 * to)]


def test_a_coarse_cloth_is_no_heap_of_things() -> None:
    """Else every die that lies on it would seem to lean."""
    knots = np.random.default_rng(3).uniform(0.6, 1.4, (25, 30)).astype(np.float32)
    weave = cv2.resize(knots, (240, 200), interpolation=cv2.INTER_CUBIC)
    cloth = np.clip(_tray() * weave[:, :, None], 0, 255).astype(np.uint8)
    bare = BareTray.of(cloth, EDGE)
    assert bare.things[15:-15, 15:-15].mean() < 0.02
    image = cloth.copy()
    corners = cv2.boxPoints(((120.0, 100.0), (EDGE, EDGE), 25.0))
    cv2.fillPoly(image, [np.round(corners).astype(np.int32)], (230, 230, 230))
    die = DieReading(4, 0.999, True, (120.0, 100.0), EDGE)
    assert leaning_on_something((die,), image, bare, ABOVE, _aslant)[0].sure


def test_a_coin_of_a_coarse_cloths_colours_is_a_thing() -> None:
    """Its knots are farther from their mean than the coin is; over a wider place they cancel out."""
    knots = np.random.default_rng(3).uniform(0.75, 1.25, (40, 48)).astype(np.float32)
    cloth = _tray(slope=0.0) * cv2.resize(knots, (240, 200), interpolation=cv2.INTER_CUBIC)[:, :, None]
    cv2.circle(cloth, (120, 100), 16, (68, 104, 92), -1)
    bare = BareTray.of(np.clip(cloth, 0, 255).astype(np.uint8), EDGE)
    ys, xs = np.mgrid[: bare.things.shape[0], : bare.things.shape[1]]
    away = np.hypot(xs - 120 * bare.px_per_px, ys - 100 * bare.px_per_px)
    assert bare.things[away < 6].mean() > 0.5
    assert bare.things[15:-15, 15:-15][away[15:-15, 15:-15] > 16 * bare.px_per_px].mean() < 0.02


def test_a_card_on_a_cloth_so_coarse_that_it_is_hardly_farther_from_the_mean() -> None:
    """The floor was fitted to cloth and card together, and nothing seemed to lie there: two dice on it were taken."""
    rng = np.random.default_rng(5)
    weave = cv2.resize(rng.uniform(0.4, 1.6, (50, 60)).astype(np.float32), (240, 200), interpolation=cv2.INTER_CUBIC)
    cloth = np.array([88, 92, 150]) * weave[:, :, None]
    corners = np.round(cv2.boxPoints(((100.0, 90.0), (80, 120), 25.0))).astype(np.int32)
    cv2.fillPoly(cloth, [corners], (60, 130, 190))
    bare = BareTray.of(np.clip(cloth, 0, 255).astype(np.uint8), EDGE)
    card = np.zeros((200, 240), np.uint8)
    cv2.fillPoly(card, [corners], 1)
    on_it, near = (
        cv2.resize(m, bare.things.shape[::-1], interpolation=cv2.INTER_NEAREST) > 0
        for m in (cv2.erode(card, np.ones((13, 13))), cv2.dilate(card, np.ones((13, 13))))
    )
    assert bare.things[on_it].mean() > 0.9
    assert bare.things[15:-15, 15:-15][~near[15:-15, 15:-15]].mean() < 0.03


@pytest.mark.parametrize(("radius", "thing"), [(3, False), (9, True)])
def test_a_knot_is_smaller_than_any_coin(radius: int, thing: bool) -> None:
    """A die that lay over a knot of a cloth seemed to lean on it."""
    empty = _tray() + np.random.default_rng(1).normal(0, 2, (200, 240, 1))
    cv2.circle(empty, (120, 100), radius, (20, 50, 30), -1)
    bare = BareTray.of(np.clip(empty, 0, 255).astype(np.uint8), EDGE)
    assert bare.things[15:-15, 15:-15].any() == thing


def test_the_veins_of_a_wood_are_no_things() -> None:
    wood = _tray()
    for y in range(12, 200, 27):
        cv2.line(wood, (15, y), (225, y), (30, 60, 35), 2)
    assert BareTray.of(wood, EDGE).things[15:-15, 15:-15].mean() < 0.02


@pytest.mark.parametrize(
    ("brighter", "thing"),
    [pytest.param((1.16, 1.16, 1.16), False, id="a vein"), pytest.param((2.0, 1.3, 1.0), True, id="a pencil")],
)
def test_what_is_long_and_thin_is_a_thing_where_it_is_of_another_colour(
    brighter: tuple[float, float, float], thing: bool
) -> None:
    """Three throws of twenty at one table were asked about, for a die lay over a vein of its wood."""
    rng = np.random.default_rng(4)
    grain = cv2.GaussianBlur(rng.normal(0, 1, (200, 240)), (0, 0), sigmaX=14, sigmaY=2)
    wood = np.array([45, 75, 130]) * (1 + 0.06 * grain / grain.std())[:, :, None]
    wood[92:103, 60:150] *= brighter
    bare = BareTray.of(np.clip(wood + rng.normal(0, 2, wood.shape), 0, 255).astype(np.uint8), EDGE)
    assert bare.things[15:-15, 15:-15].any() == thing


@pytest.mark.parametrize(("chance", "why"), [(0.01, None), (0.5, NoValue.NOT_SURE)])
def test_over_a_wide_vein_of_a_wood_a_dies_looks_decide(chance: float, why: NoValue | None) -> None:
    """It may be a part of the floor, and four throws at one table were asked about."""
    rng = np.random.default_rng(4)
    grain = cv2.GaussianBlur(rng.normal(0, 1, (200, 240)), (0, 0), sigmaX=14, sigmaY=2)
    wood = np.array([45, 75, 130]) * (1 + 0.06 * grain / grain.std())[:, :, None]
    wood[88:112, 80:170] *= 1.16
    empty = np.clip(wood + rng.normal(0, 2, wood.shape), 0, 255).astype(np.uint8)
    image = empty.copy()
    cv2.fillPoly(image, [np.round(cv2.boxPoints(((120, 100), (EDGE, EDGE), 25.0))).astype(np.int32)], (230, 230, 230))
    bare = BareTray.of(empty, EDGE)
    assert bare.veins.any()
    die = DieReading(4, 0.999, True, (120.0, 100.0), EDGE)
    assert leaning_on_something((die,), image, bare, ABOVE, lambda die: chance)[0].why is why


def test_a_coin_as_dark_as_a_wood_but_of_another_hue_is_a_thing() -> None:
    """Two dice that leaned on coins on an old wood were taken: their colour strayed less than the grain's."""
    rng = np.random.default_rng(4)
    grain = cv2.GaussianBlur(rng.normal(0, 1, (200, 240)), (0, 0), sigmaX=14, sigmaY=2)
    wood = np.array([45, 75, 130]) * (1 + 0.35 * grain / grain.std() * 0.5)[:, :, None]
    empty = wood + rng.normal(0, 2, (200, 240, 3))
    cv2.circle(empty, (150, 90), 17, (33, 80, 133), -1)
    bare = BareTray.of(np.clip(empty, 0, 255).astype(np.uint8), EDGE)
    at = np.zeros((200, 240), np.uint8)
    cv2.circle(at, (150, 90), 12, 1, -1)
    coin = cv2.resize(at, bare.things.shape[::-1], interpolation=cv2.INTER_NEAREST) > 0
    assert bare.things[coin].mean() > 0.7
    cv2.circle(at, (150, 90), 30, 1, -1)
    far = cv2.resize(at, bare.things.shape[::-1], interpolation=cv2.INTER_NEAREST) == 0
    assert (bare.things & far)[10:-10, 10:-10].mean() < 0.01


def test_a_card_of_the_floors_hue_is_no_part_of_the_floor() -> None:
    """The floor was fitted to both, neither was near it, and all of the tray seemed uneven: nothing lay there."""
    rng = np.random.default_rng(2)
    empty = _tray(1.3, slope=0.1) + rng.normal(0, 3, (200, 240, 1))
    card = np.array([72, 138, 90]) * 1.3 + rng.normal(0, 8, (110, 80, 1))
    empty[40:150, 120:200] = card
    cv2.circle(empty, (60, 70), 24, (40, 40, 180), -1)
    bare = BareTray.of(np.clip(empty, 0, 255).astype(np.uint8), EDGE)
    to = bare.px_per_px
    assert bare.things[int(70 * to), int(60 * to)]
    assert bare.things[int(45 * to) : int(145 * to), int(125 * to) : int(195 * to)].mean() > 0.8
    assert not bare.things[int(170 * to), int(60 * to)]


@pytest.mark.parametrize(
    ("leans", "thing", "why"),
    [
        pytest.param(0.3, None, None, id="the camera leans"),
        pytest.param(0.3, (164, 100), None, id="beside a chip of which it hides nothing"),
        pytest.param(0.3, (120, 180), None, id="far from a chip"),
        pytest.param(0.01, (164, 100), None, id="flat beside a chip"),
        pytest.param(0.7, None, None, id="the camera leans far"),
        pytest.param(0.95, (164, 100), NoValue.COCKED, id="far aslant beside what may be higher than a chip"),
    ],
)
def test_a_die_seen_aslant_is_flat_where_it_could_lean_on_nothing(
    leans: float, thing: tuple[int, int] | None, why: NoValue | None
) -> None:
    empty = _tray()
    if thing is not None:
        cv2.circle(empty, thing, 24, (40, 40, 180), -1)
    dice = leaning((DieReading(4, 0.999, True, (120.0, 100.0), EDGE),), (240, 200))
    known = leaning_on_something(dice, _with_die(thing), BareTray.of(empty, EDGE), ABOVE, lambda die: leans)[0]
    assert known.why is why
    unknown = leaning_on_something(dice, _with_die(thing), None, ABOVE, lambda die: leans)[0]
    assert unknown.sure is (leans < 0.1)


@pytest.mark.parametrize(("apart", "why"), [(1.6, NoValue.NOT_SURE), (2.2, None)])
def test_a_die_seen_aslant_is_asked_about_where_it_may_lean_on_the_other(apart: float, why: NoValue | None) -> None:
    image = _with_die(None)
    other = (120.0 + apart * EDGE, 100.0)
    cv2.fillPoly(image, [np.round(cv2.boxPoints((other, (EDGE, EDGE), 0.0))).astype(np.int32)], (230, 230, 230))
    dice = tuple(DieReading(4, 0.999, True, place, EDGE) for place in ((120.0, 100.0), other))
    said = leaning_on_something(dice, image, BareTray.of(_tray(), EDGE), ABOVE, lambda die: 0.3)
    assert [die.why for die in said] == [why, why]


def test_a_card_that_lies_over_the_trays_edge_is_no_wall() -> None:
    """A die reaches farther over a thing than it leans on a wall: one that leaned on such a card counted as free."""
    empty = _tray()
    empty[60:140, 142:] = (235, 235, 240)
    die = DieReading(4, 0.999, True, (120.0, 100.0), EDGE)
    bare = BareTray.of(empty, EDGE)
    assert bare.things[int(100 * bare.px_per_px), int(160 * bare.px_per_px)]
    assert not bare.walls[int(100 * bare.px_per_px), int(160 * bare.px_per_px)]
    assert not leaning_on_something((die,), _with_die(None), bare, ABOVE, lambda die: 0.95)[0].sure


def test_where_a_thing_lay_that_has_gone_a_die_is_flat() -> None:
    """Else no value could be read there, and the tray never be learned anew."""
    empty = _tray()
    cv2.circle(empty, (120, 110), 30, (40, 40, 180), -1)
    die = DieReading(4, 0.999, True, (120.0, 100.0), EDGE)
    assert leaning_on_something((die,), _with_die(None), BareTray.of(empty, EDGE), ABOVE, _flat)[0].sure


def test_a_thing_moved_since_it_was_known_may_be_under_a_die() -> None:
    empty = _tray()
    cv2.circle(empty, (170, 100), 24, (40, 40, 180), -1)
    assert _support(_with_die((150, 100)), empty) is Support.HIGH


def test_the_shadow_of_a_die_is_tray() -> None:
    image = _tray()
    image[100:130, 120:150] = image[100:130, 120:150] // 4 * 3
    corners = cv2.boxPoints(((120.0, 100.0), (EDGE, EDGE), 25.0))
    cv2.fillPoly(image, [np.round(corners).astype(np.int32)], (230, 230, 230))
    assert _support(image, _tray()) is Support.NONE


def test_a_die_at_the_edge_of_the_view_may_lean_on_what_is_beyond() -> None:
    image = _tray()
    image[90:110, :22] = 230
    assert _support(image, _tray(), (12.0, 100.0)) is Support.HIGH
