"""Training samples cut from drawn scenes, kept on disk in shards of uint8 arrays.

Run as a module, it writes shards FIRST to LAST: `python -m vision.training.cards_data WORK FIRST LAST`,
and with a fourth word, `indices`, shards of index patches alone. A shard depends on the seed and its
own number only, so they may be made in any order.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.readings import CODES
from vision.training.cards_art import art_decks, fetch, font_files
from vision.training.cards_draw import usable_fonts
from vision.training.cards_scene import Floats, Image, Rng, Scene, draw_scene
from vision.training.cards_things import Source

SEED = 20261130
SCENES_PER_SHARD = 500
# The first photographs read with the networks showed decks whose indices stand far in: shards
# from this one on draw such decks too. The earlier shards stayed as they were.
FIRST_DEEP_SHARD = 12
# Later ones showed the far end of a table from where its guests sit: from here on, more is seen aslant.
FIRST_STEEP_SHARD, FIRST_STEEP_INDICES = 24, 50
# Among all decks, German and French courts are one index in fifty: these shards of indices hold nothing else.
FIRST_FOREIGN_INDICES = 64

# The index patch in card lengths, and the margin kept round it for jitter while training.
PATCH_WH = (0.26, 0.39)
PATCH_AT = (-0.01, -0.015)
STORE_WH_PX = (64, 96)
NET_WH_PX = (48, 72)
_PX = NET_WH_PX[0] / PATCH_WH[0]
STORE_AT = (
    PATCH_AT[0] - (STORE_WH_PX[0] / _PX - PATCH_WH[0]) / 2,
    PATCH_AT[1] - (STORE_WH_PX[1] / _PX - PATCH_WH[1]) / 2,
)
WHOLE_WH_PX = (80, 120)

# Classes of the corner net: each suit's ranks, then German and French letters, then no index.
LETTER_RANKS = "23456789TJQKA" + "BDVR"
CORNER_NONE = 4 * len(LETTER_RANKS)
BACK, NONE = 52, 53


def corner_class(code: str, letters: str) -> int:
    """The corner net's class of a card in a deck with such letters."""
    rank, suit = code[0], code[1]
    if letters == "german":
        rank = {"J": "B", "Q": "D"}.get(rank, rank)
    elif letters == "french":
        rank = {"J": "V", "Q": "D", "K": "R"}.get(rank, rank)
    return "cdhs".index(suit) * len(LETTER_RANKS) + LETTER_RANKS.index(rank)


def cut_frame(image: Image, frame: Floats) -> Image:
    """The stored patch of a local frame (origin, width and length vectors in px)."""
    o, ex, ey = frame
    m = np.zeros((2, 3))
    m[:, 0], m[:, 1] = ex / _PX, ey / _PX
    m[:, 2] = o + ex * STORE_AT[0] + ey * STORE_AT[1]
    return cv2.warpAffine(image, m, STORE_WH_PX, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                          borderMode=cv2.BORDER_REPLICATE)


def _corners(scene: Scene, rng: Rng) -> list[tuple[Image, int, float]]:
    out: list[tuple[Image, int, float]] = []
    negatives = 0
    size = scene.image.shape[0]
    for card in scene.cards:
        if card.code in ("back", "odd"):
            if card.visible > 0.7 and negatives < 4:
                q = card.quad_xy
                ex, ey = (q[1] - q[0]) / 0.7, q[3] - q[0]
                out.append((cut_frame(scene.image, np.array([q[0], ex, ey])), CORNER_NONE, card.length_px))
                negatives += 1
            continue
        for corner in card.corners:
            if corner.visible >= 0.86:
                if card.letters == "french" and card.code[0] == "A":
                    continue  # an old French deck writes 1
                out.append((cut_frame(scene.image, corner.frame_xy), corner_class(card.code, card.letters),
                            card.length_px))
                if negatives < 4 and rng.random() < 0.25:  # the same, upside down about its own middle
                    o, ex, ey = corner.frame_xy
                    mid = corner.centre_xy
                    out.append((cut_frame(scene.image, np.array([2 * mid - o, -ex, -ey])), CORNER_NONE, card.length_px))
                    negatives += 1
            elif corner.visible < 0.45 and negatives < 4 and (np.abs(corner.centre_xy - size / 2) < size / 2).all():
                out.append((cut_frame(scene.image, corner.frame_xy), CORNER_NONE, card.length_px))
                negatives += 1
        if negatives < 5 and card.visible > 0.8 and len(card.corners) == 2 and rng.random() < 0.35:
            # the corners without an index, upright or across
            q = card.quad_xy
            i = int(rng.integers(2)) * 2 + 1
            a, b = q[(i + 1) % 4] - q[i], q[(i - 1) % 4] - q[i]
            ex, ey = (a / np.hypot(*a), b / np.hypot(*b))
            out.append((cut_frame(scene.image, np.array([q[i], ex * card.length_px, ey * card.length_px])),
                        CORNER_NONE, card.length_px))
            negatives += 1
    length = scene.cards[0].length_px if scene.cards else 100.0
    for _ in range(2):  # anywhere: pips, courts, felt
        at = rng.uniform(0.05, 0.95, 2) * size
        if any(np.hypot(*(at - c.centre_xy)) < 0.25 * length for k in scene.cards for c in k.corners):
            continue
        a, k = rng.uniform(0, 2 * np.pi), length * rng.uniform(0.8, 1.25)
        ex, ey = k * np.array([np.cos(a), np.sin(a)]), k * np.array([-np.sin(a), np.cos(a)])
        frame = np.array([at - 0.08 * ex - 0.12 * ey, ex, ey])
        out.append((cut_frame(scene.image, frame), CORNER_NONE, length))
    return out


def cut_quad(image: Image, quad: Floats) -> Image:
    """The whole card on a fixed grid."""
    w, h = WHOLE_WH_PX
    to = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    m = cv2.getPerspectiveTransform(quad.astype(np.float32), to)
    return cv2.warpPerspective(image, m, (w, h), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)


def _wholes(scene: Scene, rng: Rng) -> list[tuple[Image, int]]:
    out: list[tuple[Image, int]] = []
    size = scene.image.shape[0]
    for card in scene.cards:
        inside = ((card.quad_xy > -3) & (card.quad_xy < size + 3)).all()
        if not inside:
            continue
        quad = card.quad_xy + rng.normal(0, 0.012, (4, 2)) * card.length_px
        if rng.random() < 0.5:
            quad = np.roll(quad, 2, 0)
        if card.visible > 0.72:
            label = {"back": BACK, "odd": NONE}.get(card.code)
            out.append((cut_quad(scene.image, quad), CODES.index(card.code) if label is None else label))
            if rng.random() < 0.06:  # across, or half of it: no card
                across = rng.random() < 0.5
                wrong = np.roll(quad, 1, 0) if across else quad + (quad[1] - quad[0]) * rng.uniform(0.3, 0.7)
                out.append((cut_quad(scene.image, wrong), NONE))
    if rng.random() < 0.5:
        length = scene.cards[0].length_px if scene.cards else 100.0
        at = rng.uniform(0.2, 0.8, 2) * size
        if all(np.hypot(*(at - c.quad_xy.mean(0))) > 0.35 * length for c in scene.cards):
            a = rng.uniform(0, 2 * np.pi)
            u, v = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
            k = length * rng.uniform(0.5, 1.5)
            quad = at + np.array([-u * 0.35 - v * 0.5, u * 0.35 - v * 0.5, u * 0.35 + v * 0.5, -u * 0.35 + v * 0.5]) * k
            out.append((cut_quad(scene.image, quad), NONE))
    return out


@cache
def source_of(work: Path) -> Source:
    """What scenes are drawn from, loaded once; fetches and lists it the first time."""
    listed = work / "fonts.json"
    if not listed.exists():
        fetch(work)
        listed.write_text(json.dumps(usable_fonts(font_files(work))))
    ranks, suits = json.loads(listed.read_text())
    return Source(art_decks(work), ranks, suits)


def _tilts(steep: bool) -> tuple[float, float]:
    """The share of scenes seen from above, and the steepest of the others in degrees."""
    return (0.35, 68.0) if steep else (0.62, 52.0)


def make_shard(work: Path, number: int, source: Source) -> None:
    """Draw one shard's scenes and store scenes, corner patches and whole cards."""
    rng = np.random.default_rng([SEED, number])
    source.style, source.foreign_courts = None, False
    source.deep_share = 0.0 if number < FIRST_DEEP_SHARD else 0.35
    source.flat_share, source.steepest_deg = _tilts(number >= FIRST_STEEP_SHARD)
    scenes: list[Any] = []
    points: list[list[list[float]]] = []
    corners: list[tuple[Image, int, float]] = []
    wholes: list[tuple[Image, int]] = []
    for _ in range(SCENES_PER_SHARD):
        scene = draw_scene(rng, source)
        scenes.append(scene.image)
        points.append([
            [*c.centre_xy, *c.frame_xy.ravel(), c.visible]
            for k in scene.cards for c in k.corners
        ])
        got = _corners(scene, rng)
        corners += [got[i] for i in rng.permutation(len(got))[:9]]
        whole = _wholes(scene, rng)
        wholes += [whole[i] for i in rng.permutation(len(whole))[:5]]
    folder = work / "shards"
    folder.mkdir(exist_ok=True)
    starts = np.cumsum([0] + [len(p) for p in points])
    np.savez(
        folder / f"tmp{number}.npz",
        scenes=np.stack(scenes),
        point_starts=starts,
        points=np.array([p for ps in points for p in ps], np.float32).reshape(-1, 9),
        corners=np.stack([c[0] for c in corners]),
        corner_labels=np.array([c[1] for c in corners], np.int16),
        corner_lengths=np.array([c[2] for c in corners], np.float32),
        wholes=np.stack([w[0] for w in wholes]),
        whole_labels=np.array([w[1] for w in wholes], np.int16),
    )
    (folder / f"tmp{number}.npz").rename(folder / f"{number:04d}.npz")


def make_indices(work: Path, number: int, source: Source) -> None:
    """Draw scenes of which only the index patches are kept, all of them: what the corner net lacks most.

    A few of those without an index are enough; it soon tells them apart.
    """
    rng = np.random.default_rng([SEED, 1000 + number])
    source.style = None
    source.deep_share = 0.35
    source.flat_share, source.steepest_deg = _tilts(number >= FIRST_STEEP_INDICES)
    source.foreign_courts = number >= FIRST_FOREIGN_INDICES
    corners: list[tuple[Image, int, float]] = []
    for _ in range(SCENES_PER_SHARD):
        got = _corners(draw_scene(rng, source), rng)
        without = [c for c in got if c[1] == CORNER_NONE]
        corners += [c for c in got if c[1] != CORNER_NONE]
        corners += [without[i] for i in rng.permutation(len(without))[:3]]
    folder = work / "indices"
    folder.mkdir(exist_ok=True)
    np.savez(
        folder / f"tmp{number}.npz",
        corners=np.stack([c[0] for c in corners]),
        corner_labels=np.array([c[1] for c in corners], np.int16),
        corner_lengths=np.array([c[2] for c in corners], np.float32),
    )
    (folder / f"tmp{number}.npz").rename(folder / f"{number:04d}.npz")


def main() -> None:
    """Make the shards asked for."""
    cv2.setNumThreads(1)
    work, first, last = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    kind, make = ("indices", make_indices) if sys.argv[4:] == ["indices"] else ("shards", make_shard)
    source = source_of(work)
    for number in range(first, last + 1):
        if not (work / kind / f"{number:04d}.npz").exists():
            make(work, number, source)
            print(f"training: shard {number} of {last}", flush=True)


if __name__ == "__main__":
    main()
