"""Outlines of cards on drawn felts: where they lie, how they are held, what is none."""

import cv2
import numpy as np
import pytest

from vision.outlines import clockwise, contained, find_quads, inside, long_side, side_lengths
from vision.simulated.deck import HOUSE_DECK
from vision.training.drawn_tables import felt, lay


@pytest.mark.parametrize("length_px", [60, 110, 200, 420])
@pytest.mark.parametrize("turn_deg", [0, 17, 45, 90, 131])
def test_a_card_is_found_at_any_scale_and_turn(length_px, turn_deg):
    image = felt(np.random.default_rng(1), (900, 700))
    truth = lay(image, "9c", (450, 350), turn_deg, HOUSE_DECK, length_px)
    found = find_quads(image)
    errors = [np.abs(q - np.roll(truth, k, 0)).max() for q in found for k in (0, 2)]
    assert min(errors) < 1 + 0.02 * length_px


def test_the_known_scale_leaves_out_what_is_larger_or_smaller():
    image = felt(np.random.default_rng(2), (900, 500))
    lay(image, "Kh", (200, 250), 0, HOUSE_DECK, 200)
    lay(image, "2d", (600, 250), 0, HOUSE_DECK, 420)
    found = find_quads(image, length_px=200)
    assert max(long_side(q) for q in found) < 250
    assert any(abs(q.mean(0)[0] - 200) < 3 for q in found)


def test_bare_felt_has_no_outline():
    assert find_quads(felt(np.random.default_rng(3), (800, 600)), length_px=200) == []


def test_clockwise_puts_the_upper_left_first_and_the_long_sides_second_and_fourth():
    quad = np.array([[0.0, 0], [0, 30], [90, 30], [90, 0]])
    held = clockwise(quad)
    s = side_lengths(held)
    assert s[1] == s[3] == 90
    assert s[0] == s[2] == 30
    area = sum(held[i][0] * held[(i + 1) % 4][1] - held[(i + 1) % 4][0] * held[i][1] for i in range(4))
    assert area > 0


@pytest.mark.parametrize(
    ("point", "margin", "within"),
    [((5, 5), 0, True), ((10.5, 5), 0, False), ((10.5, 5), 1, True), ((-3, -3), 1, False)],
)
def test_inside(point, margin, within):
    square = np.array([[0.0, 0], [10, 0], [10, 10], [0, 10]])
    assert inside(np.array(point), square, margin) is within
    assert inside(np.array(point), square[::-1], margin) is within


def test_a_frame_of_a_court_is_contained_in_its_card_but_a_neighbour_is_not():
    card = np.array([[0.0, 0], [70, 0], [70, 100], [0, 100]])
    assert contained(card * 0.7 + 10, card)
    assert not contained(card + np.array([75, 0]), card)


def test_cards_that_touch_a_bright_line_are_parted_from_it():
    image = felt(np.random.default_rng(4), (700, 500))
    cv2.line(image, (0, 250), (700, 250), (230, 230, 230), 3)
    truth = lay(image, "5d", (350, 250), 8, HOUSE_DECK, 200)
    assert any(np.abs(q - np.roll(truth, k, 0)).max() < 5 for q in find_quads(image) for k in (0, 2))
