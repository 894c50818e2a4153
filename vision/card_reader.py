"""Reads face-up playing cards in a picture.

Free cards are found by their outlines and read at both indices and as a whole;
overlapped ones by a network that finds index corners. Nothing is sure on one
weak witness, and each card of the deck is given out at most once.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from vision.card_evidence import Thresholds
from vision.card_judge import BEYOND_DOUBT, CardsSeen, Observation, judge, outlines_of, together
from vision.card_nets import NO_INDEX, CardNets, frame_of_quad
from vision.corners import find_indices
from vision.decks import Deck
from vision.outlines import find_quads, side_lengths
from vision.pyramid import Pyramid

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float64]]


def _move(dx: float, dy: float, scale: float) -> Floats:
    """A small change of a frame about its index."""
    x, y = 0.09, 0.14
    return np.array([[scale, 0, x * (1 - scale) + dx], [0, scale, y * (1 - scale) + dy], [0, 0, 1.0]])


# A lone index that one look leaves in doubt is looked at again, and twice more where two looks do: right
# readings hold, wrong ones waver.
_MOVES = [_move(0.02, -0.015, 1.08)]
_MOVES_IN_DOUBT = [_move(0.02, 0.02, 1.05), _move(-0.015, -0.015, 0.95)]
_DOUBT = (0.74, 0.97)  # below, two more looks could not make it sure
_MOVES_CLOSER = [np.eye(3), *_MOVES_IN_DOUBT]
_MOST_CLOSER = 12
_TURNED_ON = [1, 2, 3, 0]
# Long side over short: below the first a card may lie either way, up to the second it may if nothing was read.
_ACROSS = (1.22, 2.2)
_NOTHING = 0.95


def _slenderness(quad: Floats) -> float:
    s = side_lengths(quad)
    return float((s[1] + s[3]) / (s[0] + s[2]))


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
        seen = Observation(ways, owner, pairs, wholes, [], [])
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
        """Outlines that say little, held the other way: from 50 degrees on a card looks wider than long."""
        more = [(n, o.decided.quad) for o in outlines_of(seen, self._t)
                if not (o.decided.sure and o.decided.confidence > BEYOND_DOUBT)
                for n, w in enumerate(seen.ways) if w is o.decided.quad
                and _ACROSS[0] <= _slenderness(w) < _ACROSS[1]]
        ways = [quad[_TURNED_ON] for _, quad in more]
        pairs, wholes = self._read_ways(pyramid, ways)
        return replace(seen, ways=seen.ways + ways, owner=seen.owner + [seen.owner[n] for n, _ in more],
                       pairs=np.concatenate([seen.pairs, pairs]), wholes=np.concatenate([seen.wholes, wholes]))

    def _look_closer(self, pyramid: Pyramid, seen: Observation) -> Observation:
        """Doubtful outlines again: all four corners (some decks have four indices), slightly moved."""
        chosen = []
        for o in outlines_of(seen, self._t):
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
        outlines = outlines_of(seen, self._t)
        sure = [o.decided.quad for o in outlines if o.decided.sure]
        doubtful = [o.decided.quad for o in outlines if not o.decided.sure and o.card > 0.35]
        spots = [frame for _, frame in find_indices(self._nets, pyramid, sure, doubtful, length_px)]
        first = self._nets.corners(pyramid, spots, self._deck)
        some = [i for i in range(len(spots)) if first[i, NO_INDEX] < _NOTHING]  # most are pips: not looked at again
        spots, probs = [spots[i] for i in some], [first[i : i + 1] for i in some]
        for moves, least in ((_MOVES, 0.0), (_MOVES_IN_DOUBT, _DOUBT[0])):
            doubt = [i for i, p in enumerate(probs) if least <= together(p).max() < _DOUBT[1]]
            again = self._nets.corners(pyramid, [spots[i] @ m for i in doubt for m in moves], self._deck)
            for i, more in zip(doubt, again.reshape(-1, len(moves), 53), strict=True):
                probs[i] = np.concatenate([probs[i], more])
        return replace(seen, spots=spots, spot_probs=probs)
