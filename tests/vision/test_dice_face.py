"""The code of a top face: there and back, and the same for each way of naming its corners."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.dice_face import (
    FACE_EDGE,
    FACE_SIDE,
    READ_EDGE,
    READ_SIDE,
    decode_face,
    encode_face,
    face_matrix,
    quad_edge_px,
    quad_of_vectors,
    read_matrix,
    standardise,
)


def quad(x, y, edge, turn, squeeze, shear):
    u = np.array([np.cos(turn), np.sin(turn)]) * edge / 2
    v = np.array([-np.sin(turn), np.cos(turn)]) * edge / 2
    m = np.array([[1.0, shear], [0.0, squeeze]])
    return quad_of_vectors(np.array([x, y]), m @ u, m @ v)


def same_corners(a, b, tolerance=0.05):
    near = np.linalg.norm(a[:, None] - b[None], axis=-1) < tolerance
    return near.any(0).all() and near.any(1).all()


quads = st.builds(
    quad, st.floats(20, 44), st.floats(20, 44), st.floats(14, 40), st.floats(0, 6.3), st.floats(0.55, 1.6),
    st.floats(-0.4, 0.4),
)


@given(quads)
@settings(max_examples=60, deadline=None)
def test_decoding_gives_back_the_corners(q):
    assert same_corners(decode_face(encode_face(q)), q)


@given(quads, st.integers(0, 3), st.booleans())
@settings(max_examples=60, deadline=None)
def test_the_code_does_not_depend_on_which_corner_comes_first(q, turn, mirrored):
    other = np.roll(q[::-1] if mirrored else q, turn, 0)
    assert np.allclose(encode_face(q), encode_face(other), atol=1e-6)


def test_the_code_of_an_upright_square_in_the_middle_is_plain():
    q = quad(READ_SIDE / 2, READ_SIDE / 2, READ_EDGE, 0, 1, 0)
    assert np.allclose(encode_face(q), [0, 0, 0, 0, 0, 1, 0], atol=1e-9)


@given(quads)
@settings(max_examples=40, deadline=None)
def test_the_face_crop_holds_the_face_square_and_in_the_middle(q):
    m = face_matrix(q)
    inside = q @ m[:, :2].T + m[:, 2]
    low, high = (FACE_SIDE - FACE_EDGE) / 2, (FACE_SIDE + FACE_EDGE) / 2
    assert same_corners(inside, np.array([[low, low], [high, low], [high, high], [low, high]]))


def test_the_read_crop_is_centred_with_its_edge():
    m = read_matrix(np.array([100.0, 50.0]), 48.0)
    assert np.allclose(m @ [100, 50, 1], READ_SIDE / 2)
    assert np.hypot(*(m[:, :2] @ [48, 0])) == pytest.approx(READ_EDGE)


def test_edge_is_the_root_of_the_area():
    assert quad_edge_px(quad(30, 30, 20, 0.3, 1, 0)) == pytest.approx(20)


def test_brightness_and_contrast_do_not_change_a_standardised_crop():
    rng = np.random.default_rng(1)
    a = rng.integers(0, 100, (64, 64, 3)).astype(np.uint8)
    assert np.abs(standardise(a) - standardise((a * 2 + 30).astype(np.uint8))).max() < 0.35
