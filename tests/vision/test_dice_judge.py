"""When a die's value is believed: no witness may object, whatever the others say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.dice_judge import SURE, SURE_OF_NEW, Look, agrees, flat_chances, judge, value_of
from vision.pips import PipFit
from vision.readings import NoValue


def chances(n: int, **of: float) -> np.ndarray:
    """`n` chances: those named (`_5=0.9`), the rest shared evenly by the others; of eight the last is apart."""
    leans = of.pop("_7", 0.02) if n == 8 else None
    out = np.full(n, (1 - sum(of.values())) / (7 - len(of)))
    if leans is not None:
        out[7] = leans
    for name, chance in of.items():
        out[int(name[1:])] = chance
    return out


def fit(value: int, margin: float) -> PipFit:
    scores = [0.1] * 6
    scores[value - 1] = 0.1 + margin
    return PipFit(tuple(scores), 30.0)


CLEAR = Look(
    (50.0, 50.0), 30.0, np.array([[35, 35], [65, 35], [65, 65], [35, 65.0]]), 0.9, chances(8, _5=0.97),
    chances(7, _5=0.97), fit(5, 0.7), 60.0, 120.0, 90.0, 1.0,
)


def test_a_clear_die_is_sure() -> None:
    assert judge(CLEAR)[:1] + judge(CLEAR)[2:] == (5, True, None)


@pytest.mark.parametrize(
    "objection",
    [
        {"chances": chances(8, _3=0.97)},
        {"chances": chances(8, _0=0.6, _5=0.35)},
        {"face_chances": chances(7, _3=0.9)},
        {"face_chances": chances(7, _5=0.5)},
        {"fit": fit(3, 0.7)},
        {"fit": fit(5, -0.2)},
        {"roundness": 0.7},
        {"edge_px": 12.0},
    ],
)
def test_each_witness_can_keep_it_from_being_sure(objection: dict[str, object]) -> None:
    look = replace(CLEAR, **objection)
    assert not agrees(look)
    assert judge(look)[2:] == (False, NoValue.NOT_SURE)


def test_what_is_new_in_a_known_tray_is_believed_sooner_where_all_agree() -> None:
    """Glossy dice in dim light, black ones on a coarse cloth: faces and pips were clear, the reader in doubt alone."""
    doubted = replace(CLEAR, chances=chances(8, _0=0.25, _5=0.72), found=0.8)
    assert SURE_OF_NEW < judge(doubted)[1] < SURE
    assert not judge(doubted)[2]
    assert judge(doubted, sure=SURE_OF_NEW)[2]
    assert not judge(replace(doubted, fit=fit(3, 0.7)), sure=SURE_OF_NEW)[2]


@pytest.mark.parametrize(("edge_px", "sure"), [(30.0, True), (74.0, False)])
def test_glare_is_forgiven_on_small_faces_alone(edge_px: float, sure: bool) -> None:
    """A battery's end of 74 px, in which both networks saw a two, had no pips."""
    look = replace(CLEAR, edge_px=edge_px, fit=fit(5, -0.05), chances=chances(8, _5=0.99))
    assert judge(look)[2] is sure


@pytest.mark.parametrize("leans", [0.25, 0.7])
def test_a_die_seen_aslant_has_a_value(leans: float) -> None:
    """It may be the camera that leans; whether it is the die, is asked where the tray is known."""
    look = replace(CLEAR, chances=chances(8, _7=leans, _5=0.97))
    assert value_of(look) == 5
    assert flat_chances(look)[5] > 0.95
    assert judge(look)[2]


def test_too_dark_a_face_says_so() -> None:
    look = replace(CLEAR, brightness=10.0, contrast=3.0, fit=fit(5, -0.3))
    assert judge(look)[2:] == (False, NoValue.TOO_DARK)


def test_the_hosts_own_dice_speak_too() -> None:
    plain, agreeing, other = (judge(CLEAR, vote)[1] for vote in (None, (5, 0.3), (2, 0.3)))
    assert other < plain < agreeing
