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
    """One card with its posterior over the 52 codes; `sure` before the table-wide decision.

    `clear`: both indices of a whole outline were read beyond doubt, so that even a second card of
    the same code in a loose photograph is more likely than an error.
    """

    quad: Floats
    posterior: Floats
    best: int
    confidence: float
    sure: bool
    outlined: bool
    clear: bool = False


@dataclass(frozen=True)
class Thresholds:
    """Fitted for the shipped networks; see MODEL_CARD-cards.md for how.

    `sure`: least confidence; `sure_alone` that of a lone index, which is looked at more often, where its
    card is `large_px` long or more: of smaller ones the same confidence is wrong twice as often.
    `one_corner`: least probability of a lone index. `corner_weight`: what an index must at least give where
    the whole card decides, with `whole_alone`. `conflict`: from where on an index that says otherwise counts,
    and `outvoted` what the others then need.
    """

    corner_floor: float = 0.0005
    whole_floor: float = 0.01
    sure: float = 0.94
    sure_alone: float = 0.86
    large_px: float = 80.0
    one_corner: float = 0.85
    corner_weight: float = 0.25
    whole_alone: float = 0.9
    conflict: float = 0.5
    outvoted: float = 0.95
    clear: float = 0.8


def decide(evidence: Evidence, t: Thresholds) -> Decided:
    """Weigh the witnesses of one card.

    Logarithms are added, each with a floor: a witness that sees nothing says little, and one that
    errs cannot outvote the others alone.
    """
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
    rival = float(rivals.max()) if len(corners) else 0.0
    strongest = float(by_corner.max())
    agree = int((by_corner > 0.5).sum())
    by_whole = float(whole[best]) if whole is not None else 0.0
    # nothing is taken on the whole card's word alone: an index must speak for it too
    support = 1 - float(np.prod(1 - by_corner)) * (1 - (by_whole if strongest > t.corner_weight else 0.0))
    confidence = min(float(p[best]), support)
    enough = (
        agree >= 2
        or (strongest >= t.one_corner and (by_whole > 0.3 or not evidence.outlined))
        or (strongest >= t.corner_weight and by_whole >= t.whole_alone)
    )
    if rival > t.conflict:
        enough = enough and rival < t.outvoted and by_whole >= t.outvoted and float(p[best]) >= t.outvoted
    alone = not evidence.outlined and np.hypot(*(evidence.quad[3] - evidence.quad[0])) >= t.large_px
    sure = bool(confidence >= (t.sure_alone if alone else t.sure) and enough)
    clear = sure and evidence.outlined and int((by_corner > t.clear).sum()) >= 2 and rival < 0.1
    return Decided(evidence.quad, p, best, confidence, sure, evidence.outlined, clear)


def _one_card(a: Floats, b: Floats) -> bool:
    """Whether two outlines are so near that the same code on both is one card, seen twice."""
    size = max(np.hypot(*(a[3] - a[0])), np.hypot(*(b[3] - b[0])))
    return bool(np.hypot(*(a.mean(0) - b.mean(0))) < 0.9 * size)


def jointly(cards: Sequence[Decided], known: Collection[str] = (), one_deck: bool = True) -> list[Decided]:
    """Each code at most once, none that is known to lie elsewhere; likeliest first.

    Two cards that both surely claim one code are both asked about: a second deck has got in, or
    one of them is misread. Only in a loose photograph (not `one_deck`) may both stand, if both are
    `clear`: such photographs show two decks now and then.
    """
    gone = {CODES.index(c) for c in known}
    out: list[Decided] = []
    holder: dict[int, int] = {}
    beaten: list[Decided] = []

    def take(card: Decided) -> None:
        holder.setdefault(card.best, len(out))
        out.append(card)

    for card in sorted(cards, key=lambda c: (-c.sure, -c.confidence)):
        if card.best in gone:
            card = replace(card, sure=False)
        first = holder.get(card.best)
        if first is None:
            take(card)
        elif _one_card(out[first].quad, card.quad):
            continue
        elif card.clear and out[first].clear and not one_deck:
            out.append(card)
        elif card.sure:
            out[first] = replace(out[first], sure=False)
            out.append(replace(card, sure=False))
        else:
            beaten.append(card)
    for card in beaten:  # their code is another's: what else might they be?
        p = card.posterior.copy()
        p[[*holder, *gone]] = 0
        total = float(p.sum())
        if total > 0.02:
            p /= total
            best = int(p.argmax())
            confidence = min(float(p[best]) * total, card.confidence)
            take(replace(card, posterior=p, best=best, confidence=confidence))
    return out
