"""From what the networks say of one picture to the cards that are said to the table.

Free cards are decided by their outline, overlapped ones by their indices; each card of the deck is
given out at most once.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from vision.card_evidence import Decided, Evidence, Thresholds, decide, jointly
from vision.card_nets import BACK, NO_CARD, NO_INDEX
from vision.corners import index_at
from vision.outlines import contained, inside, long_side, side_lengths
from vision.readings import CODES, CardReading

Floats = np.ndarray[Any, np.dtype[np.float64]]

_BACK_LEAST = 0.72
BEYOND_DOUBT = 0.98
_ONE_PLACE = 0.04  # card lengths; cards in a fan lie further apart


@dataclass(frozen=True)
class CardsSeen:
    """What `CardReader.read` saw: cards, how many lie face down, and the outlines of both.

    `outlines` are (4, 2) px arrays of everything taken for a card, readable or not: pips of
    dice are not to be looked for inside.
    """

    cards: tuple[CardReading, ...]
    face_down: int
    outlines: tuple[Floats, ...]


@dataclass(frozen=True)
class Observation:
    """What the networks say of one picture, before anything is decided.

    `ways` are outlines as they may be held ((4, 2) px, upper left first), `owner` the outline
    each belongs to, `pairs` (N, 2, 53) both indices' and `wholes` (N, 54) the whole card's
    probabilities; `closer` holds (4, M, 53) for ways that were looked at more closely: all four
    corners under M small moves. `spots` are frames of indices found without an outline and
    `spot_probs` one (J, 53) each, their probabilities under J small moves.
    """

    ways: list[Floats]
    owner: list[int]
    pairs: Floats
    wholes: Floats
    spots: list[Floats]
    spot_probs: list[Floats]
    closer: dict[int, Floats] = field(default_factory=dict)


@dataclass(frozen=True)
class Outline:
    """One outline: what was decided of it, by which witnesses, how likely it is a back and how likely a card."""

    decided: Decided
    evidence: Evidence
    back: float
    card: float


def outlines_of(seen: Observation, t: Thresholds) -> list[Outline]:
    """Each outline once, held the way that makes most sense, none within another."""
    best: dict[int, Outline] = {}
    for n, (way, i, pair, whole) in enumerate(zip(seen.ways, seen.owner, seen.pairs, seen.wholes, strict=True)):
        corners = pair[:, :52]
        if n in seen.closer:
            corners = np.array([_steadiest(moves) for moves in seen.closer[n]])[[0, 2, 1, 3]]
        evidence = Evidence(way, corners, whole[:52])
        decided = decide(evidence, t)
        blank = float(pair[:, NO_INDEX].prod())
        card = max(1 - blank, float(whole[:52].sum()) if blank < 0.95 else 0.0) * (1 - float(whole[NO_CARD]) / 2)
        one = Outline(decided, evidence, float(whole[BACK]) * blank, card)
        old = best.get(i)
        if old is None or (one.decided.sure, one.decided.confidence) > (old.decided.sure, old.decided.confidence):
            best[i] = one
    order = sorted(best.values(), key=lambda o: (-o.decided.sure, -max(o.card * o.decided.confidence, o.back)))
    kept: list[Outline] = []
    places: list[tuple[float, float, float]] = []
    for o in order:  # frames of courts and windows of cards lie within the card
        q = o.decided.quad
        (x, y), size = q.mean(0).tolist(), long_side(q)
        near = [k for k, (kx, ky, ks) in zip(kept, places, strict=True) if abs(x - kx) + abs(y - ky) < max(size, ks)]
        if not any(contained(q, k.decided.quad) or contained(k.decided.quad, q) for k in near):
            kept.append(o)
            places.append((x, y, size))
    return kept


def _steadiest(moves: Floats) -> Floats:
    """(52,) from one corner under several moves (M, 53): the mean of the logarithms of the two clearest."""
    return together(moves[np.argsort(moves[:, NO_INDEX])[:2]])


def together(probs: Floats) -> Floats:
    """(52,) from one index under several moves (J, 53): the mean of the logarithms."""
    return np.exp(np.log(probs + 1e-4).mean(0))[:52]  # type: ignore[no-any-return]


@dataclass(frozen=True)
class _Spot:
    quad: Floats
    index_xy: Floats
    probs: Floats  # (52,), over all small moves of the frame

    @property
    def code(self) -> int:
        return int(self.probs.argmax())


def _spots(seen: Observation) -> list[_Spot]:
    """Indices found without an outline that say something, each place once, clearest first."""
    spots: list[_Spot] = []
    for frame, probs in zip(seen.spots, seen.spot_probs, strict=True):
        mean = together(probs)
        if mean.max() < 0.15:
            continue
        quad = np.array([(frame @ np.array([x, y, 1.0]))[:2] for x, y in ((0, 0), (0.7, 0), (0.7, 1), (0, 1))])
        spots.append(_Spot(quad, index_at(frame), mean))
    spots.sort(key=lambda s: -float(s.probs.max()))
    kept: list[_Spot] = []
    for s in spots:
        size = long_side(s.quad)
        if not any(np.hypot(*(s.index_xy - k.index_xy)) < 0.12 * size for k in kept):
            kept.append(s)
    return kept


def _helped(outline: Outline, spots: list[_Spot], t: Thresholds) -> tuple[Decided, list[_Spot]]:
    """An outline that is not sure, read again with the indices found in it; which those were.

    The finder places its window on the index itself, where an outline can only guess the deck's
    inset. A spot counts for the end of the card at which it stands.
    """
    quad = outline.decided.quad
    size = long_side(quad)
    corners = outline.evidence.corners.copy()
    used = []
    for s in spots:
        if not inside(s.index_xy, quad, 0.02 * size) or np.hypot(*(s.quad.mean(0) - quad.mean(0))) > 0.22 * size:
            continue
        if not 0.7 < long_side(s.quad) / size < 1.4:
            continue
        end = int(np.hypot(*(s.index_xy - quad[0])) > np.hypot(*(s.index_xy - quad[2])))
        used.append(s)
        if s.probs.max() > corners[end].max():
            corners[end] = s.probs
    return decide(replace(outline.evidence, corners=corners), t), used


def _apart(a: _Spot, b: _Spot) -> float:
    """How far two indices lie apart, in card lengths, by whichever frame says less; aslant, each axis has its own."""
    d = b.index_xy - a.index_xy
    far = float(np.hypot(*d)) / max(long_side(a.quad), long_side(b.quad))
    for s in (a, b):
        axes = np.stack([(s.quad[1] - s.quad[0]) / 0.7, s.quad[3] - s.quad[0]], axis=1)
        if abs(np.linalg.det(axes)) > 0.05 * long_side(s.quad) ** 2:
            far = min(far, float(np.hypot(*np.linalg.solve(axes, d))))
    return far


def _loose(spots: list[_Spot], t: Thresholds) -> list[Decided]:
    """Cards by indices alone; both indices of a card are one."""
    groups: list[list[_Spot]] = []
    for s in spots:
        for group in groups:
            first = group[0]
            if first.code != s.code:
                continue
            u, v = first.quad[3] - first.quad[0], s.quad[3] - s.quad[0]
            reach = 1.7 if u @ v < -0.9 * np.hypot(*u) * np.hypot(*v) else 1.25  # the two ends face each other
            if _apart(first, s) < reach:
                group.append(s)
                break
        else:
            groups.append([s])
    cards = [decide(Evidence(g[0].quad, np.array([s.probs for s in g[:2]]), None, outlined=False), t) for g in groups]
    # a half-covered 6 looks like a 5: of two readings of one card the one that more indices bear out stands
    out = list(cards)
    for i, j in _opposite_ends([g[0].quad for g in groups]):
        if cards[j].sure and len(groups[j]) >= len(groups[i]):
            out[i] = replace(cards[i], sure=False)
    return out


def _opposite_ends(quads: list[Floats]) -> list[tuple[int, int]]:
    """Which of these outlines are one and the same, each read from another end."""
    if len(quads) < 2:
        return []
    middle = np.array([q.mean(0) for q in quads])
    up = np.array([q[3] - q[0] for q in quads])
    length = np.hypot(up[:, 0], up[:, 1])
    apart = np.hypot(*(middle[:, None] - middle[None]).transpose(2, 0, 1))
    same = (apart < _ONE_PLACE * np.maximum.outer(length, length)) & (up @ up.T < -0.97 * np.outer(length, length))
    return [(int(i), int(j)) for i, j in zip(*np.nonzero(same), strict=True)]


def _is_back(outline: Outline, cards: list[Decided]) -> bool:
    """Whether an outline is a card face down: such a back, in a card's shape, with no card read in it."""
    quad = outline.decided.quad
    s = side_lengths(quad)
    shape = (s[1] + s[3]) / (s[0] + s[2])
    return (
        outline.back > _BACK_LEAST
        and 1.15 < shape < 1.8
        and not any(inside(c.quad.mean(0), quad) or inside(quad.mean(0), c.quad) for c in cards)
    )


def judge(seen: Observation, known: Collection[str], t: Thresholds, one_deck: bool = False) -> CardsSeen:
    """From what the networks say to what is said to the table; `one_deck`: no code can be there twice."""
    outlines = outlines_of(seen, t)
    spots = _spots(seen)
    face_up: list[Decided] = []
    spent: list[Floats] = []
    for o in outlines:
        if o.decided.sure:
            face_up.append(o.decided)
            spent.append(o.decided.quad)
    spots = [s for s in spots if not any(inside(s.index_xy, q) for q in spent)]
    passed: list[Decided] = []
    for o in outlines:
        if o.decided.sure or o.back > 0.5 or o.card < 0.2:
            continue
        decided, used = _helped(o, spots, t)
        if not decided.sure and any(d.sure for d in _loose(used, t)):
            passed.append(decided)
            continue  # the outline of several cards together: their indices say more
        if decided.sure or (used and o.card > 0.35 and all(s.code == decided.best for s in used)):
            face_up.append(decided)
            spots = [s for s in spots if not any(s is u and s.code == decided.best for u in used)]
            if decided.sure:
                # weak echoes inside it go; a clear index of another code is another card's
                spots = [s for s in spots if s.probs.max() > 0.6 or not inside(s.index_xy, decided.quad)]
        elif o.card > 0.35 and not used:
            face_up.append(decided)
        elif o.card > 0.35:
            passed.append(decided)
    loose = _loose(spots, t)
    # a card that lies there must at least be asked about
    read = [c.quad.mean(0) for c in face_up + loose]
    face_up += [replace(d, sure=False) for d in passed if not any(inside(at, d.quad) for at in read)]
    cards = [c for c in jointly(face_up + loose, known, one_deck) if c.sure or c.confidence > 0.3]
    backs = [o for o in outlines if not o.decided.sure and _is_back(o, cards)]
    shapes = [c.quad for c in cards] + [o.decided.quad for o in backs]
    return CardsSeen(tuple(_reading(c) for c in cards), len(backs), tuple(shapes))


def _reading(card: Decided) -> CardReading:
    order = np.argsort(-card.posterior)[:4]
    others = tuple((CODES[i], round(float(card.posterior[i]), 4)) for i in order if i != card.best)[:3]
    corners = tuple((float(x), float(y)) for x, y in card.quad)
    return CardReading(CODES[card.best], round(card.confidence, 4), card.sure, corners, others)
