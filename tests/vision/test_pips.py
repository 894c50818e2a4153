"""The geometric witness: pips of drawn faces are where they are, and nothing else passes for them."""

import cv2
import numpy as np
import pytest

from vision.pips import EDGE_PX, FACE_PX, ROUND_FACE_PX, fit_pips, roundness

GRID = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
WHITE, BLACK, RED, GREEN = (235, 238, 240), (20, 20, 20), (30, 30, 200), (40, 140, 30)


def face(value, body=WHITE, pip=BLACK, spacing=0.25, radius=0.09, shift=(0, 0), seed=0):
    image = np.full((FACE_PX, FACE_PX, 3), 90, np.uint8)
    half = EDGE_PX / 2
    c = (FACE_PX - 1) / 2
    cv2.rectangle(image, (round(c - half), round(c - half)), (round(c + half), round(c + half)), body, -1)
    for x, y in GRID[value]:
        at = (round(c + x * spacing * EDGE_PX + shift[0]), round(c + y * spacing * EDGE_PX + shift[1]))
        cv2.circle(image, at, round(radius * EDGE_PX), pip, -1, cv2.LINE_AA)
    noise = np.random.default_rng(seed).normal(0, 4, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize(
    ("body", "pip"), [(WHITE, BLACK), (BLACK, WHITE), (RED, WHITE), (GREEN, RED), (WHITE, RED)]
)
def test_a_value_fits_its_own_face_best_in_any_colour(value, body, pip):
    fit = fit_pips(face(value, body, pip))
    assert fit.best == value
    assert fit.margin(value) > 0.2


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize(("spacing", "radius"), [(0.2, 0.075), (0.28, 0.11)])
def test_turn_spacing_and_size_of_pips_do_not_matter(value, turns, spacing, radius):
    fit = fit_pips(np.ascontiguousarray(np.rot90(face(value, spacing=spacing, radius=radius), turns)))
    assert fit.best == value


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_a_little_off_centre_still_fits(value):
    assert fit_pips(face(value, shift=(2, -2))).best == value


def test_another_value_never_has_a_margin_over_the_true_one():
    for value in range(1, 7):
        fit = fit_pips(face(value))
        assert all(fit.margin(v) < 0 for v in range(1, 7) if v != value)


def test_a_bare_face_has_no_strong_spots():
    bare = np.full((FACE_PX, FACE_PX, 3), 200, np.uint8)
    assert fit_pips(bare).strength < 1
    assert max(fit_pips(bare).scores) < 0.1


def test_another_shape_is_refused():
    with pytest.raises(ValueError, match="face must be"):
        fit_pips(np.zeros((30, 30, 3), np.uint8))


def shapes(kind):
    image = np.full((ROUND_FACE_PX, ROUND_FACE_PX, 3), 235, np.uint8)
    for x, y in [(38, 38), (82, 38), (38, 82), (82, 82)]:
        if kind == "pip":
            cv2.circle(image, (x, y), 9, (20, 20, 20), -1, cv2.LINE_AA)
        elif kind == "diamond":
            cv2.fillPoly(image, [np.array([[x, y - 12], [x + 9, y], [x, y + 12], [x - 9, y]])], (30, 30, 200))
        else:
            cv2.circle(image, (x - 5, y - 3), 6, (30, 30, 200), -1)
            cv2.circle(image, (x + 5, y - 3), 6, (30, 30, 200), -1)
            cv2.fillPoly(image, [np.array([[x - 11, y], [x + 11, y], [x, y + 14]])], (30, 30, 200))
    return image


@pytest.mark.parametrize(("kind", "low", "high"), [("pip", 0.92, 1.0), ("diamond", 0.5, 0.86), ("heart", 0.5, 0.88)])
def test_pips_are_rounder_than_the_symbols_of_cards(kind, low, high):
    assert low <= roundness(shapes(kind)) <= high


def test_of_a_lone_pip_only_the_middle_counts():
    """A side face's edge or a lamp's image beside the pip of a one says nothing of it."""
    image = np.full((ROUND_FACE_PX, ROUND_FACE_PX, 3), 235, np.uint8)
    half = ROUND_FACE_PX // 2
    cv2.circle(image, (half, half), 9, BLACK, -1, cv2.LINE_AA)
    cv2.rectangle(image, (22, half - 24), (26, half + 24), BLACK, -1)
    assert roundness(image) < 0.9 < roundness(image, lone=True)


def test_roundness_wants_its_own_shape():
    with pytest.raises(ValueError, match="face must be"):
        roundness(np.zeros((60, 60, 3), np.uint8))
