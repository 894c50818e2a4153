"""When a die's value is believed: what the witnesses said, weighed by a logistic curve, and what each must grant.

The constants are those of `vision.training.dice_calibrate`, the last one shifted so that `SURE` is where other
modules expect it; docs/reading-dice.md has what they give on sources that were left out of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.pips import PipFit
from vision.readings import NoValue

COEFFICIENTS = (1.6, 0.29, 2.12, -0.06, 2.58, -1.7)  # of `features`, the constant last
SURE = 0.976
SURE_OF_NEW = 0.9  # where what is looked at is new in a known tray: print, dominoes and knots in its wood are not
_ROUND = 0.84  # pips are rounder, the symbols of cards are not
_ROUND_ONE = 0.905  # one spot alone must be rounder than an ace's
_PLAIN = 0.95  # a fit of the pips beyond which glare on them is forgiven
_GLARE = -0.15  # a lamp's image between the pips may spoil their fit by as much
_PLAIN_VALUE = 0.9  # where both networks grant this, and the face is not so large as to show its pips
SHOWS_PIPS = 45.0  # px of an edge from which on a pip's shape and place are seen
_LEAST = (0.5, 0.6)  # what reader and face reader must each grant, however sure the others are
_SMALLEST = 14.0  # px of an edge; dice are read from 20 px on, and what is far smaller is something else
COCKED = 0.6  # chance that a die leans, above which it does
_DARK = (28.0, 7.0)  # mean and deviation, grey levels, under which a face shows nothing


@dataclass(frozen=True)
class Look:
    """Everything known of one die: what the witnesses said, for the judge and for training's own checks.

    `chances` (8): none, 1 to 6 and, a question of its own, leaning, by the reader; `face_chances` (7): none, 1 to 6,
    by the face reader; `contrast` and `brightness` of the face in grey levels; `body` is how much the surroundings
    differ from the face in colour, in grey levels, on the third most different of eight sides; `roundness` is that
    of its spots.
    """

    centre_xy_px: tuple[float, float]
    edge_px: float
    quad_xy_px: NDArray[np.float64]
    found: float
    chances: NDArray[np.float64]
    face_chances: NDArray[np.float64]
    fit: PipFit
    contrast: float
    brightness: float
    body: float
    roundness: float = 1.0


def flat_chances(look: Look) -> NDArray[np.float64]:
    """The reader's chances (7) of none and 1 to 6 if the die lies flat; that it leans is a question of its own."""
    out: NDArray[np.float64] = look.chances[:7] / max(float(look.chances[:7].sum()), 1e-6)
    return out


def value_of(look: Look) -> int:
    """The likeliest value by both networks together."""
    both = np.log(flat_chances(look)[1:] + 1e-4) + 0.7 * np.log(look.face_chances[1:] + 1e-4)
    return int(np.argmax(both)) + 1


def _logit(p: float) -> float:
    p = min(max(p, 1e-4), 1 - 1e-4)
    return float(np.log(p / (1 - p)))


def features(look: Look) -> list[float]:
    """What the curve weighs: the reader's log odds, the pips' margin, the finder's log odds, the body, the roundness.

    The body is the logarithm of how its contrast compares with its pips': a speck on a cloth has none. The face
    reader's own odds add nothing to these once it agrees.
    """
    value = value_of(look)
    margin = look.fit.margin(value) if look.fit.strength > 1.0 else -0.2
    untold = look.roundness >= 1.0  # too small a face to tell, or no spot that stands free
    return [
        _logit(float(flat_chances(look)[value])),
        float(np.clip(margin, -0.6, 0.6)),
        _logit(look.found),
        float(np.clip(np.log((look.body + 0.3) / (look.fit.strength + 2.0)), -2.5, 1.0)),
        0.0 if untold else float(np.clip((look.roundness - 0.92) * 20, -2, 1)),
    ]


def agrees(look: Look) -> bool:
    """Whether no witness objects to the value, whatever the others say."""
    value = value_of(look)
    flat, margin = flat_chances(look), look.fit.margin(value)
    both = min(float(flat[value]), float(look.face_chances[value]))
    round_enough = look.roundness >= (_ROUND_ONE if value == 1 else _ROUND)
    return (
        look.edge_px >= _SMALLEST
        and value == int(np.argmax(flat)) == int(np.argmax(look.face_chances))
        and (margin > 0 or (margin > _GLARE and both > _PLAIN_VALUE and look.edge_px < SHOWS_PIPS))
        and (round_enough or (value > 1 and margin >= _PLAIN))
        and float(flat[value]) >= _LEAST[0]
        and float(look.face_chances[value]) >= _LEAST[1]
    )


def judge(
    look: Look, vote: tuple[int, float] | None = None, sure: float = SURE
) -> tuple[int, float, bool, NoValue | None]:
    """Value, confidence, whether it is sure, and why not where it is not.

    `vote` is what the host's own learned dice say: a value and the margin of its likeness; `sure` the confidence from
    which on a die is believed on which all witnesses agree. A die seen aslant has
    one as well: whether it is the die that leans or the camera, others know (`vision.leaning`).
    """
    value = value_of(look)
    x: list[Any] = [*features(look), 1.0]
    z = float(np.dot(x, COEFFICIENTS))
    if vote is not None:
        z += 6.0 * min(vote[1], 0.4) if vote[0] == value else -12.0 * min(vote[1], 0.4)
    confidence = 1 / (1 + float(np.exp(-np.clip(z, -30, 30))))
    if agrees(look) and confidence >= sure:
        return value, confidence, True, None
    if look.chances[7] > COCKED:
        return value, confidence, False, NoValue.COCKED
    if look.brightness < _DARK[0] and look.contrast < _DARK[1]:
        return value, confidence, False, NoValue.TOO_DARK
    return value, confidence, False, NoValue.NOT_SURE
