"""How witnesses are weighed, and that each card is given out at most once."""

import numpy as np
import pytest

from vision.card_evidence import Decided, Evidence, Thresholds, decide, jointly
from vision.readings import CODES

T = Thresholds()
QUAD = np.array([[0.0, 0], [70, 0], [70, 100], [0, 100]])


def row(**codes: float) -> np.ndarray:
    """Probabilities of an index or a card: the codes named, the rest nothing."""
    p = np.zeros(52)
    for code, value in codes.items():
        p[CODES.index(code)] = value
    return p


@pytest.mark.parametrize(
    ("first", "second", "whole", "sure", "best"),
    [
        (row(Kh=0.98), row(Kh=0.97), row(Kh=0.9), True, "Kh"),
        (row(Kh=0.98), row(Kh=0.97), row(Qh=0.9), True, "Kh"),  # an odd deck's courts do not outvote two indices
        (row(Kh=0.98), row(Qh=0.97), row(Kh=0.99), False, "Kh"),  # the corners contradict each other
        (row(**{"6h": 0.96, "8h": 0.02}), row(**{"8h": 0.7, "6h": 0.2}), row(**{"6h": 0.99}), True, "6h"),
        (row(), row(), row(Kh=0.99), False, "Kh"),  # nothing on the whole card's word alone
        (row(Kh=0.3, Jh=0.1), row(Kh=0.2), row(Kh=0.97), True, "Kh"),  # an index of 8 px, clear pips or court
        (row(**{"6s": 0.11}), row(), row(**{"6s": 0.97}), False, "6s"),  # the top of a die has six pips too
        (row(**{"6s": 0.5}), row(**{"9s": 0.45}), row(**{"6s": 0.5}), False, "6s"),
    ],
)
def test_two_corners_and_the_whole_card(first, second, whole, sure, best):
    got = decide(Evidence(QUAD, np.array([first, second]), whole), T)
    assert (got.sure, CODES[got.best]) == (sure, best)


@pytest.mark.parametrize(("strength", "sure"), [(0.99, True), (0.6, False)])
def test_one_index_of_an_overlapped_card_must_be_clear(strength, sure):
    assert decide(Evidence(QUAD, row(Td=strength)[None], None, outlined=False), T).sure is sure


@pytest.mark.parametrize(("length_px", "sure"), [(100, True), (60, False)])
def test_what_is_enough_for_a_card_of_good_size_is_not_for_a_small_one(length_px, sure):
    quad = QUAD * length_px / 100
    assert decide(Evidence(quad, row(Td=0.89)[None], None, outlined=False), T).sure is sure


def card(code: str, at: float = 0, *, sure: bool = True, confidence: float = 0.99, second: str = "2c") -> Decided:
    p = row(**{code: confidence, second: 1 - confidence})
    return Decided(QUAD + np.array([at, 0]), p, CODES.index(code), confidence, sure, True, clear=confidence > 0.98)


def codes(cards: list[Decided]) -> list[tuple[str, bool]]:
    return [(CODES[c.best], c.sure) for c in cards]


def test_two_cards_that_surely_claim_one_code_are_both_asked_about():
    claims = [card("As"), card("As", 300), card("Kd", 600)]
    assert codes(jointly(claims)) == [("As", False), ("As", False), ("Kd", True)]


@pytest.mark.parametrize(("confidence", "sure"), [(0.99, True), (0.95, False)])
def test_in_a_loose_photograph_two_clear_cards_of_one_code_may_stand(confidence, sure):
    claims = [card("As", confidence=confidence), card("As", 300, confidence=confidence)]
    assert codes(jointly(claims, one_deck=False)) == [("As", sure)] * 2


def test_the_same_code_at_one_place_is_one_card():
    assert codes(jointly([card("As"), card("As", 40, confidence=0.95)])) == [("As", True)]


def test_a_doubtful_card_gives_way_to_the_sure_one_and_takes_its_next_likeliest():
    doubtful = card("As", 300, sure=False, confidence=0.7, second="Ac")
    assert codes(jointly([doubtful, card("As")])) == [("As", True), ("Ac", False)]


def test_a_card_known_to_lie_elsewhere_is_not_sure():
    assert codes(jointly([card("As")], ("As",))) == [("As", False)]


def test_order_does_not_matter():
    a, b = card("As"), card("As", 300, sure=False, confidence=0.6, second="Kc")
    assert codes(jointly([a, b])) == codes(jointly([b, a]))
