"""Reads face-up playing cards in a picture.

Free cards are found by their outlines and read at both indices and as a whole;
overlapped ones by a network that finds index corners. Nothing is sure on one
weak witness, and each card of the deck is given out at most once.

    python -m vision.card_reader --json IMAGE...    # for score_read.py
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.card_evidence import Decided, Evidence, Thresholds, decide, jointly
from vision.card_nets import BACK, NO_CARD, NO_INDEX, CardNets, frame_of_quad
from vision.corners import find_indices, index_at
from vision.decks import Deck
from vision.outlines import contained, find_quads, inside, long_side, side_lengths
from vision.pyramid import Pyramid
from vision.readings import CODES, CardReading

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float64]]



def _move(dx: float, dy: float, scale: float) -> Floats:
    """A small change of a frame about its index."""
    x, y = 0.09, 0.14
    return np.array([[scale, 0, x * (1 - scale) + dx], [0, scale, y * (1 - scale) + dy], [0, 0, 1.0]])


_MOVES = [np.eye(3), _move(0.02, -0.015, 1.08)]
# a lone index that two looks leave in doubt is looked at twice more: right ones hold, wrong ones waver
_MOVES_IN_DOUBT = [_move(0.02, 0.02, 1.05), _move(-0.015, -0.015, 0.95)]
_DOUBT = (0.3, 0.97)
_MOVES_CLOSER = [np.eye(3), _move(0.02, 0.02, 1.05), _move(-0.015, -0.015, 0.95)]
_MOST_CLOSER = 12
_TURNED_ON = [1, 2, 3, 0]
# Long side over short: below the first a card may lie either way, up to the second it may if nothing was read.
_ACROSS = (1.22, 2.2)
_NOTHING = 0.95
_BACK_LEAST = 0.72


def _slenderness(quad: Floats) -> float:
    s = side_lengths(quad)
    return float((s[1] + s[3]) / (s[0] + s[2]))


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
    corners under M small moves. `spots` are frames of indices found without an outline, `spot_scores` their
    heats and `spot_probs` one (J, 53) each, their probabilities under J small moves.
    """

    ways: list[Floats]
    owner: list[int]
    pairs: Floats
    wholes: Floats
    spots: list[Floats]
    spot_scores: Floats
    spot_probs: list[Floats]
    closer: dict[int, Floats] = field(default_factory=dict)


class CardReader:
    """Loads the networks once; `read` may then be called for any number of pictures.

    `deck` chooses letters and learned templates; FileNotFoundError if a model is missing.
    """

    def __init__(self, deck: Deck | None = None, models_dir: Path | None = None) -> None:
        self._deck = deck or Deck()
        self._nets = CardNets(models_dir)
        self._t = Thresholds()

    def use(self, deck: Deck) -> None:
        """Go on with another deck, such as one just learned."""
        self._deck = deck

    def read(self, image_bgr: Image, *, card_length_px: float | None = None, max_cards: int | None = None,
             known: Collection[str] = ()) -> CardsSeen:
        """Every face-up card in a BGR picture.

        `card_length_px`: a card's long side where the scale is known. `known`: codes that lie
        elsewhere and so cannot be here. ValueError if the picture is no (H, W, 3) uint8 array.
        """
        if image_bgr.ndim != 3 or image_bgr.shape[2] != 3 or image_bgr.dtype != np.uint8:
            raise ValueError(f"expected a (H, W, 3) uint8 picture, got {image_bgr.shape} {image_bgr.dtype}")
        one_deck = card_length_px is not None or bool(known)
        seen = judge(self.observe(image_bgr, card_length_px), known, self._t, one_deck)
        if max_cards is not None and len(seen.cards) > max_cards:
            seen = CardsSeen(seen.cards[:max_cards], seen.face_down, seen.outlines)
        return seen

    def observe(self, image: Image, card_length_px: float | None = None) -> Observation:
        """Run the networks where they are needed."""
        pyramid = Pyramid(image)
        quads = find_quads(pyramid, card_length_px)
        ways, owner = list(quads), list(range(len(quads)))
        for i, quad in enumerate(quads):
            if _slenderness(quad) < _ACROSS[0]:  # seen at a slant: the long side may look short
                ways.append(quad[_TURNED_ON])
                owner.append(i)
        pairs, wholes = self._read_ways(pyramid, ways)
        seen = Observation(ways, owner, pairs, wholes, [], np.zeros(0), [])
        if card_length_px is None:
            seen = self._look_across(pyramid, seen)
        seen = self._look_closer(pyramid, seen)
        return self._look_for_corners(pyramid, seen, card_length_px)

    def _read_ways(self, pyramid: Pyramid, ways: list[Floats]) -> tuple[Floats, Floats]:
        """(N, 2, 53) by both indices and (N, 54) by the whole of outlines held so."""
        frames = []
        for quad in ways:
            ratio = 1 / _slenderness(quad)
            width = float(np.clip(ratio, 0.63, 0.73)) if 0.6 < ratio < 0.78 else 0.7
            frames += [frame_of_quad(quad, width), frame_of_quad(quad[[2, 3, 0, 1]], width)]
        pairs = self._nets.corners(pyramid, frames, self._deck).reshape(-1, 2, 53)
        return pairs, self._nets.wholes(pyramid, ways).reshape(-1, 54)

    def _look_across(self, pyramid: Pyramid, seen: Observation) -> Observation:
        """Outlines that say nothing, held the other way: from 50 degrees on a card looks wider than long."""
        more = [(n, o.decided.quad) for o in _outlines(seen, self._t) if not o.decided.sure
                for n, w in enumerate(seen.ways) if w is o.decided.quad
                and _ACROSS[0] <= _slenderness(w) < _ACROSS[1]]
        ways = [quad[_TURNED_ON] for _, quad in more]
        pairs, wholes = self._read_ways(pyramid, ways)
        return replace(seen, ways=seen.ways + ways, owner=seen.owner + [seen.owner[n] for n, _ in more],
                       pairs=np.concatenate([seen.pairs, pairs]), wholes=np.concatenate([seen.wholes, wholes]))

    def _look_closer(self, pyramid: Pyramid, seen: Observation) -> Observation:
        """Doubtful outlines again: all four corners (some decks have four indices), slightly moved."""
        chosen = []
        for o in _outlines(seen, self._t):
            if not o.decided.sure and o.back < 0.5 and (o.evidence.corners.max() > 0.1 or o.card > 0.4):
                chosen.append(o)
        chosen.sort(key=lambda o: -o.card)
        ways = [i for o in chosen[:_MOST_CLOSER] for i, w in enumerate(seen.ways) if w is o.decided.quad]
        frames = []
        for i in ways:
            quad = seen.ways[i]
            for held in (quad, quad[[2, 3, 0, 1]]):
                frame = frame_of_quad(held, 0.7)
                for corner in (frame, frame @ np.array([[1, 0, 0.55], [0, 1, 0], [0, 0, 1.0]])):
                    frames += [corner @ m for m in _MOVES_CLOSER]
        probs = self._nets.corners(pyramid, frames, self._deck).reshape(-1, 4, len(_MOVES_CLOSER), 53)
        return replace(seen, closer=dict(zip(ways, probs, strict=True)))

    def _look_for_corners(self, pyramid: Pyramid, seen: Observation, length_px: float | None) -> Observation:
        outlines = _outlines(seen, self._t)
        sure = [o.decided.quad for o in outlines if o.decided.sure]
        doubtful = [o.decided.quad for o in outlines if not o.decided.sure and o.card > 0.35]
        spots = find_indices(self._nets, pyramid, sure, doubtful, length_px)
        first = self._nets.corners(pyramid, [f for _, f in spots], self._deck)
        some = [i for i in range(len(spots)) if first[i, NO_INDEX] < _NOTHING]  # most are pips: not looked at again
        spots = [spots[i] for i in some]
        moved = self._nets.corners(pyramid, [f @ m for _, f in spots for m in _MOVES[1:]], self._deck)
        probs = list(np.concatenate([first[some][:, None], moved.reshape(-1, len(_MOVES) - 1, 53)], axis=1))
        doubt = [i for i, p in enumerate(probs) if _DOUBT[0] < _together(p).max() < _DOUBT[1]]
        again = self._nets.corners(pyramid, [spots[i][1] @ m for i in doubt for m in _MOVES_IN_DOUBT], self._deck)
        for i, more in zip(doubt, again.reshape(-1, len(_MOVES_IN_DOUBT), 53), strict=True):
            probs[i] = np.concatenate([probs[i], more])
        return replace(seen, spots=[f for _, f in spots], spot_scores=np.array([s for s, _ in spots]),
                       spot_probs=probs)


@dataclass(frozen=True)
class _Outline:
    decided: Decided
    evidence: Evidence
    back: float
    card: float


def _outlines(seen: Observation, t: Thresholds) -> list[_Outline]:
    """Each outline once, held the way that makes most sense, none within another."""
    best: dict[int, _Outline] = {}
    for n, (way, i, pair, whole) in enumerate(zip(seen.ways, seen.owner, seen.pairs, seen.wholes, strict=True)):
        corners = pair[:, :52]
        if n in seen.closer:
            corners = np.array([_steadiest(moves) for moves in seen.closer[n]])[[0, 2, 1, 3]]
        evidence = Evidence(way, corners, whole[:52])
        decided = decide(evidence, t)
        blank = float(pair[:, NO_INDEX].prod())
        card = max(1 - blank, float(whole[:52].sum()) if blank < 0.95 else 0.0) * (1 - float(whole[NO_CARD]) / 2)
        one = _Outline(decided, evidence, float(whole[BACK]) * blank, card)
        old = best.get(i)
        if old is None or (one.decided.sure, one.decided.confidence) > (old.decided.sure, old.decided.confidence):
            best[i] = one
    order = sorted(best.values(), key=lambda o: (-o.decided.sure, -max(o.card * o.decided.confidence, o.back)))
    kept: list[_Outline] = []
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
    clear = moves[np.argsort(moves[:, NO_INDEX])[:2], :52]
    return np.exp(np.log(clear + 1e-4).mean(0))  # type: ignore[no-any-return]


def _together(probs: Floats) -> Floats:
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
        mean = _together(probs)
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


def _helped(outline: _Outline, spots: list[_Spot], t: Thresholds) -> tuple[Decided, list[_Spot]]:
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
            u, v = first.quad[3] - first.quad[0], s.quad[3] - s.quad[0]
            reach = 1.7 if u @ v < -0.9 * np.hypot(*u) * np.hypot(*v) else 1.25  # the two ends face each other
            if first.code == s.code and _apart(first, s) < reach:
                group.append(s)
                break
        else:
            groups.append([s])
    return [decide(Evidence(g[0].quad, np.array([s.probs for s in g[:2]]), None, outlined=False), t) for g in groups]


def _is_back(outline: _Outline, cards: list[Decided]) -> bool:
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
    outlines = _outlines(seen, t)
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


def main() -> None:
    """Print one JSON line a picture, as `cardspeak read --json` does."""
    cv2.setNumThreads(1)
    reader = CardReader()
    for name in [a for a in sys.argv[1:] if not a.startswith("--")]:
        image = cv2.imread(name)
        if image is None:
            print(json.dumps({"image": name, "error": "not a picture that can be read"}))
            continue
        start = time.perf_counter()
        seen = reader.read(image)  # type: ignore[arg-type]
        ms = (time.perf_counter() - start) * 1000
        print(json.dumps({
            "image": name,
            "cards": [{"card": c.card, "confidence": c.confidence, "sure": c.sure,
                       "corners_xy_px": [[round(x, 1), round(y, 1)] for x, y in c.corners_xy_px]}
                      for c in seen.cards],
            "dice": [], "face_down": seen.face_down, "ms": round(ms, 1)}), flush=True)


if __name__ == "__main__":
    main()
