"""From what the networks see to cards: one entry a card, each card at most once.

An index read in one place is `Evidence` for a card whose outline it implies. What
speaks of one physical card is put together, and all cards are decided jointly.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from vision.readings import CODES

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Evidence:
    """One candidate for a card: its outline, what each witness gives to each of 52 codes.

    `corners` has a row for each index looked at, `whole` is the whole card's; either may be
    empty. Rows needn't sum to 1: what is missing speaks for "no card" or "cannot be read".
    """

    quad: Floats
    corners: Floats = field(default_factory=lambda: np.zeros((0, 52)))
    whole: Floats | None = None
    outlined: bool = True


@dataclass(frozen=True)
class Decided:
    """One card with its posterior over the 52 codes; `sure` before the table-wide decision."""

    quad: Floats
    posterior: Floats
    best: int
    confidence: float
    sure: bool
    outlined: bool


@dataclass(frozen=True)
class Thresholds:
    """Fitted for the shipped networks; see MODEL_CARD-cards.md for how."""

    corner_floor: float = 0.0005
    whole_floor: float = 0.02
    sure: float = 0.9
    one_corner: float = 0.9
    corner_weight: float = 0.06
    whole_alone: float = 0.9
    conflict: float = 0.5


def decide(evidence: Evidence, t: Thresholds) -> Decided:
    """Weigh the witnesses of one card."""
    corners, whole = evidence.corners, evidence.whole
    score = np.log(corners + t.corner_floor).sum(axis=0) if len(corners) else np.zeros(52)
    if whole is not None:
        score = score + np.log(whole + t.whole_floor)
    p = np.exp(score - score.max())
    p /= p.sum()
    best = int(p.argmax())
    by_corner = corners[:, best] if len(corners) else np.zeros(1)
    rivals = corners.copy()
    rivals[:, best] = 0
    conflict = bool(len(corners)) and rivals.max() > t.conflict
    strongest = float(by_corner.max())
    agree = int((by_corner > 0.5).sum())
    by_whole = float(whole[best]) if whole is not None else 0.0
    # nothing is taken on the whole card's word alone: an index must speak for it too
    support = 1 - (1 - strongest) * (1 - (by_whole if strongest > t.corner_weight else 0.0))
    confidence = float(p[best]) * support
    enough = (
        agree >= 2
        or (strongest >= t.one_corner and (by_whole > 0.3 or not evidence.outlined))
        or (strongest >= t.corner_weight and by_whole >= t.whole_alone)
    )
    sure = p[best] >= t.sure and confidence >= t.sure and enough and not conflict
    return Decided(evidence.quad, p, best, confidence, bool(sure), evidence.outlined)


def jointly(cards: Sequence[Decided], known: Collection[str], t: Thresholds) -> list[Decided]:
    """Each code at most once, none that is known to lie elsewhere; likeliest first.

    Two cards that both surely claim one code are both asked about: a second deck
    has got in, or one of them is misread.
    """
    gone = {CODES.index(c) for c in known}
    out: list[Decided] = []
    holder: dict[int, int] = {}
    for card in sorted(cards, key=lambda c: (-c.sure, -c.confidence)):
        if card.best in gone:
            card = replace(card, sure=False)
        first = holder.get(card.best)
        if first is not None:
            if card.sure:
                out[first] = replace(out[first], sure=False)
                card = replace(card, sure=False)
            else:
                p = card.posterior.copy()
                p[[*holder, *gone]] = 0
                total = p.sum()
                if total <= 0.02:
                    continue
                p /= total
                best = int(p.argmax())
                card = replace(card, posterior=p, best=best, confidence=float(min(p[best] * total, card.confidence)))
        holder.setdefault(card.best, len(out))
        out.append(card)
    return out
