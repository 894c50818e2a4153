"""Motion, stillness, hands and throws on small grey pictures."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

from vision.geometry import whole_view
from vision.steady import Blob, Gray, Stillness, ThrowWatch, blobs, hand_in, zone_views

SIZE = (300, 300)  # 1 px is 1 mm
VIEWS = zone_views(whole_view(SIZE), SIZE)
RNG = np.random.default_rng(5)


def _picture(level: float = 90.0, noise: float = 3.0, **squares: tuple[int, int, int]) -> Gray:
    """A grey tray with bright squares of x, y and side."""
    image = np.full((SIZE[1], SIZE[0]), level)
    for x, y, side in squares.values():
        image[y : y + side, x : x + side] = level * 2.2
    return Gray(np.clip(image + RNG.normal(0, noise, image.shape), 0, 255).astype(np.uint8))


def _run(pictures: list[Gray]) -> list[bool]:
    watch = Stillness(VIEWS)
    return [watch.step(picture, 0.1 * i)["tray"].moving for i, picture in enumerate(pictures)]


def test_noise_is_no_motion() -> None:
    assert _run([_picture(noise=6.0) for _ in range(12)])[1:] == [False] * 11


def test_light_that_changes_everywhere_is_no_motion() -> None:
    levels = [90 - 4 * i for i in range(10)]
    assert not any(_run([_picture(level, die=(100, 100, 16)) for level in levels])[1:])


def test_a_die_that_moves_is_motion_and_then_rest() -> None:
    path = [100, 130, 150, 160, 160, 160, 160]
    moving = _run([_picture(die=(x, 100, 16)) for x in path])
    assert moving == [True, True, True, True, False, False, False]


def test_what_creeps_slower_than_the_noise_is_motion_in_the_end() -> None:
    pictures = [_picture(die=(100 + i // 4, 100, 16)) for i in range(40)]
    assert any(_run(pictures)[5:])


def test_each_rest_is_a_new_version_and_is_timed() -> None:
    watch = Stillness(VIEWS)
    states = [watch.step(_picture(die=(x, 50, 16)), 0.1 * i)["tray"] for i, x in enumerate([50, 50, 90, 90, 90])]
    assert [s.version for s in states] == [0, 1, 1, 2, 2]
    assert states[4].at_rest(0.4, 0.1)
    assert not states[4].at_rest(0.4, 0.2)
    assert not states[2].at_rest(9.0, 0.0)


def test_blobs_tell_dice_from_a_hand() -> None:
    empty = _picture()
    dice = blobs(_picture(a=(80, 80, 16), b=(200, 150, 16)), empty, empty, VIEWS[0], 1.0)
    assert [round(b.area_mm2, -2) for b in dice] == [300, 300]
    assert not hand_in(dice)
    hand = blobs(_picture(arm=(0, 100, 90)), empty, empty, VIEWS[0], 1.0)
    assert hand_in(hand)
    assert not hand_in(blobs(_picture(box=(100, 100, 90)), empty, empty, VIEWS[0], 1.0))


FREE, LATER, LAST = (Blob(260.0, False, arrived_share=0.9, middle_xy_mm=(x, 0.0)) for x in (0.0, 20.0, 30.0))
STILL = Blob(260.0, from_outside=False, arrived_share=0.05)
HAND = Blob(6000.0, from_outside=True, arrived_share=0.8)


@pytest.mark.parametrize(
    ("frames", "thrown"),
    [
        ([(HAND,), (HAND, FREE), (LATER,), (LAST,)], True),
        ([(HAND,), (HAND,), (HAND, STILL), (STILL, STILL)], False),  # laid down under the hand
        ([(HAND,), (HAND, FREE), (STILL,)], False),  # a die slips once: a nudge
        ([], False),
    ],
)
def test_a_throw_is_dice_rolling_free_of_the_hand(frames: list[tuple[Blob, ...]], thrown: bool) -> None:
    watch = ThrowWatch()
    for frame in frames:
        watch.step(frame)
    assert watch.rest() is thrown
    assert watch.rest() is False


def _seen(*places: tuple[int, int]) -> tuple[Blob, ...]:
    """Dice lying free, each where nothing was before."""
    return tuple(Blob(260.0, False, 0.9, place) for place in places)


@pytest.mark.parametrize(
    ("frames", "thrown"),
    [
        pytest.param([((20, 20),), ((40, 30),), ((60, 40),)], True, id="rolling"),
        pytest.param([((20, 20),), ((20, 20), (60, 40))], False, id="laid one after the other"),
    ],
)
def test_dice_laid_by_a_fast_hand_stay_where_they_come(frames: list[tuple[tuple[int, int], ...]], thrown: bool) -> None:
    watch = ThrowWatch()
    for places in frames:
        watch.step(_seen(*places))
    assert watch.rest() is thrown


LAY = Blob(260.0, from_outside=False, arrived_share=0.05, middle_xy_mm=(60.0, 20.0))
LAID = Blob(260.0, from_outside=False, arrived_share=0.9, middle_xy_mm=(20.0, 20.0))
TWO = [Blob(1200.0, False, 0.15, (x, 20.0), long_mm=50.0) for x in (40.0, 43.5, 47.0)]
ONE_BY_ONE = tuple(Blob(530.0, False, 0.2, (x, 20.0), long_mm=30.0) for x in (30.0, 56.0))
SPECK = Blob(5.0, False, 0.9, (43.5, 20.0), long_mm=3.0)


@pytest.mark.parametrize(
    ("frames", "thrown"),
    [
        pytest.param([(LAY, LAID), (LAY,), (LAY, LAID)], False, id="one is laid, and lost for a frame, beside another"),
        pytest.param([(blob,) for blob in TWO], True, id="two roll slowly side by side"),
        pytest.param([(TWO[0],), ONE_BY_ONE], True, id="two roll side by side and then apart"),
        pytest.param([(TWO[0], SPECK), (TWO[1],)], True, id="one rolls to where a speck was"),
    ],
)
def test_a_die_that_lay_there_is_not_one_that_went_on(frames: list[tuple[Blob, ...]], thrown: bool) -> None:
    watch = ThrowWatch()
    for found in frames:
        watch.step(found)
    assert watch.rest() is thrown


def test_dice_that_a_hand_passed_over_and_laid_elsewhere_were_not_thrown() -> None:
    def lying(share: float, *xs: float) -> tuple[Blob, ...]:
        return tuple(Blob(400.0, False, share, (x, 100.0), long_mm=25.0) for x in xs)

    watch = ThrowWatch()
    watch.step(lying(0.05, 80.0, 145.0))
    watch.rest()
    # After the hand their edges seem to have come; and so again where they lie then, when the light changed.
    for found in ((HAND,), lying(0.19, 80.0, 145.0), (HAND,), (), lying(0.05, 64.0, 30.0), (HAND,),
                  lying(0.17, 64.0, 30.0)):
        watch.step(found)
    assert watch.rest() is False


def test_what_came_long_ago_did_not_go_on() -> None:
    """A fingertip at the rim, and much later a fingertip near there: a hand that carries, as on a table of seed 14."""
    tips = [(Blob(324.0, False, 1.0, (142.0, 128.0), 37.0),), (Blob(273.0, False, 1.0, (143.0, 131.0), 33.0),)]
    watch = ThrowWatch()
    for found in (tips[0], *[(HAND,)] * 8, tips[1], (LAY,)):
        watch.step(found)
    assert watch.rest() is False


def test_the_pieces_of_a_die_as_grey_as_its_tray_are_one_thing() -> None:
    empty = _picture()
    pieces = _picture(pip=(100, 100, 4), edge=(108, 100, 4), other=(100, 108, 4), far=(160, 100, 16))
    assert len(blobs(pieces, empty, empty, VIEWS[0], 1.0)) == 2


def test_what_is_close_to_a_hand_is_no_free_die() -> None:
    empty = _picture()
    seen = _picture(arm=(0, 100, 90), near=(100, 150, 16), far=(250, 150, 16))
    hand = blobs(seen, empty, empty, VIEWS[0], 1.0)
    assert sorted((blob.by_hand for blob in hand), reverse=True) == [True, True, False]


def test_what_a_hand_has_just_left_is_no_free_die() -> None:
    empty, arm = _picture(), _picture(arm=(0, 100, 90))
    seen = _picture(near=(70, 150, 16), far=(250, 150, 16))
    assert sorted(blob.by_hand for blob in blobs(seen, empty, arm, VIEWS[0], 1.0)) == [False, True]


def test_the_mere_edge_of_an_arm_is_a_hand() -> None:
    empty = _picture()
    edge = {f"edge{x}": (x, 100 + x // 4, 8) for x in range(0, 120, 6)}
    seen = _picture(near=(120, 140, 16), far=(250, 150, 16), **edge)
    assert sorted(blob.by_hand for blob in blobs(seen, empty, empty, VIEWS[0], 1.0)) == [False, True, True]


def test_what_is_at_the_tip_of_a_finger_is_no_free_die() -> None:
    """Fingers are pieces of their own where the gaps between them are as grey as the tray: laid dice seemed to roll."""
    empty = _picture()
    finger = {f"finger{y}": (100, y, 14) for y in range(130, 210, 10)}
    seen = _picture(palm=(80, 222, 78), die=(100, 106, 16), far=(250, 100, 16), **finger)
    found = blobs(seen, empty, empty, VIEWS[0], 1.0)
    dice = {blob.middle_xy_mm[0] > 200: blob.by_hand for blob in found if blob.long_mm < 30}
    assert dice == {True: False, False: True}


@pytest.mark.parametrize(("colour", "held"), [(90.0, True), (150.0, False)])
def test_what_a_hand_as_grey_as_the_tray_may_hold_is_no_free_die(colour: float, held: bool) -> None:
    """Dice that were carried were taken for a throw: of the hand only what crossed the dark rim was seen."""
    def tray(*, hand: bool) -> Gray:
        image = np.full((SIZE[1], SIZE[0]), 90.0)
        image[280:290] = 40.0
        if hand:
            image[235:, 100:190] = colour
            image[200:216, 130:146] = 200.0
            image[50:66, 20:36] = 200.0
        return Gray(np.clip(image + RNG.normal(0, 1, image.shape), 0, 255).astype(np.uint8))

    found = blobs(tray(hand=True), tray(hand=False), tray(hand=False), VIEWS[0], 1.0)
    dice = {blob.middle_xy_mm[1] < 100: blob.by_hand for blob in found if blob.long_mm < 30}
    assert dice == {True: False, False: held}


@pytest.mark.parametrize("level", [90.0, 60.0, 35.0])
def test_a_hand_little_brighter_than_the_tray_is_one_in_dim_light_as_well(level: float) -> None:
    def tray(*, arm: bool) -> Gray:
        image = np.full((SIZE[1], SIZE[0]), level)
        image[100:190, :90] *= 1.2 if arm else 1
        return Gray(np.clip(image + RNG.normal(0, 0.6, image.shape), 0, 255).astype(np.uint8))

    empty = tray(arm=False)
    assert hand_in(blobs(tray(arm=True), empty, empty, VIEWS[0], 0.8))
    assert not blobs(tray(arm=False), empty, empty, VIEWS[0], 0.8)


def test_light_is_no_matter_of_what_a_hand_covers() -> None:
    empty = _picture()
    assert _picture(hand=(0, 0, 190)).gain_over(empty) == pytest.approx(1.0, abs=0.02)
    assert _picture(108.0).gain_over(empty) == pytest.approx(1.2, abs=0.03)


def test_a_lamp_that_flickers_moves_no_card_in_a_dim_tray() -> None:
    """Where most of the picture is 18 grey levels, no ratio of two of its px tells of 2 % more light."""
    rng = np.random.default_rng(6)

    def tray(light: float) -> Gray:
        image = np.full((SIZE[1], SIZE[0]), 18.0)
        image[80:170, 60:190] = 170.0
        return Gray(np.clip(light * image + rng.normal(0.5, 0.2, image.shape), 0, 255).astype(np.uint8))

    lights = [1.0 + 0.025 * np.sin(1.7 * i) for i in range(24)]
    assert not any(_run([tray(light) for light in lights])[2:])


def test_no_picture_is_kept_for_the_sake_of_one_after_it() -> None:
    """Else every frame in which something moves would stay in memory for the whole night."""
    watch, kept = Stillness(VIEWS), []
    for i in range(12):
        picture = _picture(hand=(0, 0, 40 + 40 * (i % 2)))
        kept.append(weakref.ref(picture))
        assert watch.step(picture, 0.1 * i)["tray"].moving
    del picture
    gc.collect()
    assert sum(ref() is not None for ref in kept) <= 2
