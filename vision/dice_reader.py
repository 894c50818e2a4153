"""Read pipped dice in a picture: find them, read each twice, ask the pips themselves, and be sure only if all agree.

A small dense network finds dice (`vision.dice_finder`); a second reads each die whole and says where
its top face lies; the picture is cut again on that face, upright and square, for a third network and for the
geometric witness of `vision.pips`. All run in `cv2.dnn`; the files are in `vision/models`.

    python -m vision.dice_reader --json IMAGE...     # the contract's lines, for development
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import pips as pip_witness
from vision.dice_face import (
    FACE_EDGE,
    FACE_SIDE,
    READ_SIDE,
    decode_face,
    face_matrix,
    quad_edge_px,
    read_matrix,
    standardise,
)
from vision.dice_finder import LEVELS_PX, DiceFinder
from vision.dice_judge import SHOWS_PIPS, SURE, SURE_OF_NEW, Look, judge, value_of
from vision.leaning_net import LeaningNet
from vision.learned_dice import LearnedDice
from vision.pyramid import Pyramid
from vision.readings import DieReading, NoValue
from vision.tray_changes import Found

Image = NDArray[np.uint8]
Array = NDArray[Any]
F64 = NDArray[np.float64]

MODELS = Path(__file__).parent / "models"
_FINE = 12.0  # px of an edge below which a scale shows a die badly
_LARGE, _INSIDE_SIDE, _INSIDE_EDGE = 80.0, 380, 260.0  # px: an edge in which dice may lie; of the crop to look for them
_CLEAR = (0.97, 0.94)  # chance of a value above which one look is enough, in a photograph and at the table
_AGAIN = ((0.0, 1.0), (0.2, 1.1), (-0.2, 0.92))  # turn and size of the further looks at what was not clear
_NONE = 0.9  # chance of no die above which there is none
_SURELY_FOUND, _SMALLER = 0.6, 0.65  # the finder's score and the size to try, where the reader sees none
_SPECK = 0.42
_PIP, _SURELY_A_DIE = 0.4, 0.98  # of a die's edge: none of its pips is so large; chance of a value
_ONE_DIE, _A_FACE = 0.75, 0.75  # nearer than so many edges no two dice lie; chance of a value that makes it a face
_SIDE_FACE, _TOUCHES = 0.75, 0.9  # a face so small beside the next one, no farther from it than so many of its edges


def _softmax(x: Array) -> F64:
    e = np.exp(x.astype(np.float64) - x.max(-1, keepdims=True))
    out: F64 = e / e.sum(-1, keepdims=True)
    return out


def _said(net: Any, crops: Array) -> Array:
    """What a network says of crops, one by one: for another number at once it would be made ready anew."""
    said = []
    for crop in crops:
        net.setInput(crop[None])
        said.append(np.array(net.forward()[0]))
    return np.stack(said)


class DiceReader:
    """Reads dice; loads its networks once.

    `dice` are the host's own, learned ones; `models_dir` is another place of the ONNX files. Raises OSError,
    naming the file, where one is missing. Not for several threads at once.
    """

    def __init__(self, dice: LearnedDice | None = None, models_dir: Path | None = None) -> None:
        self.dice = dice
        folder = models_dir or MODELS
        for name in ("finder", "reader", "face", "lean"):
            if not (folder / f"dice_{name}.onnx").exists():
                raise OSError(f"the dice model {folder / f'dice_{name}.onnx'} is missing")
        self.finder = DiceFinder(folder / "dice_finder.onnx")
        self._reader, self._face = (
            cv2.dnn.readNetFromONNX(str(folder / f"dice_{name}.onnx")) for name in ("reader", "face")
        )
        self._leaning = LeaningNet(folder / "dice_lean.onnx")

    def read(
        self,
        image_bgr: Image,
        *,
        edge_px: float | None = None,
        background_bgr: Image | None = None,
        ignore: Sequence[NDArray[np.floating]] = (),
    ) -> tuple[DieReading, ...]:
        """Every die seen, sure or not, from the most to the least certain.

        `image_bgr` (H, W, 3) bytes. `edge_px`: the length of a die's edge where the scale is known; None searches
        all scales from 20 px up. `background_bgr`: the same view with no dice, of use where the scale is known; what
        is as it was there is no die. `ignore`: outlines (N, 2) of cards, px, in which pips don't count.
        """
        looks = self.look(image_bgr, edge_px=edge_px, background_bgr=background_bgr, ignore=ignore)
        image = Pyramid(image_bgr)
        compared = edge_px is not None and background_bgr is not None and background_bgr.shape == image_bgr.shape
        sure = SURE_OF_NEW if compared else SURE
        readings = [
            replace(r, sure=False, why=NoValue.COCKED) if r.sure and _shows_two_faces(look, looks) else r
            for look, r in ((look, self._judge(look, image, sure)) for look in looks)
        ]
        # Dice of one throw are about of one size: a speck beside them is none, however like a one it looks.
        largest = max((r.edge_px for r in readings if r.confidence > 0.8), default=0.0)
        readings = [
            replace(r, sure=False, why=NoValue.NOT_SURE) if r.sure and r.edge_px < _SPECK * largest else r
            for r in readings
        ]
        return tuple(sorted(readings, key=lambda r: -r.confidence))

    def look(
        self,
        image_bgr: Image,
        *,
        edge_px: float | None = None,
        background_bgr: Image | None = None,
        ignore: Sequence[NDArray[np.floating]] = (),
    ) -> list[Look]:
        """What `read` judges: each die with what every witness said of it."""
        if image_bgr.ndim != 3 or image_bgr.shape[2] != 3 or image_bgr.dtype != np.uint8:
            raise ValueError(f"image must be (H, W, 3) bytes, got {image_bgr.shape} of {image_bgr.dtype}")
        image = Pyramid(image_bgr)
        if edge_px is not None and background_bgr is not None and background_bgr.shape == image_bgr.shape:
            found = self.finder.find_new(image_bgr, background_bgr, edge_px)
        else:
            found = self.finder.find(image, edge_px)
        outlines = [np.asarray(p, np.float32).reshape(-1, 1, 2) for p in ignore]

        def read(found: list[Found]) -> list[Look]:
            free = [f for f in found if not any(cv2.pointPolygonTest(o, f[:2], False) >= 0 for o in outlines)]
            return self._read_all(image, free, edge_px) if free else []

        looks = read(found)
        if edge_px is not None:
            return looks
        # The finest scale costs more than all the others: only where no die was seen that they show well.
        least_px = _FINE * max(image_bgr.shape[:2]) / LEVELS_PX[0]
        sure = [look for look in looks if judge(look)[2]]
        more: list[Found] = []
        if least_px > 2 * _FINE and not any(look.edge_px > least_px for look in sure):
            more = self.finder.find(image, None, finest=True)
        for look in sure:
            if look.edge_px > _LARGE:
                more += self._inside(image, look)
        return read(found + more) if more else looks

    def _inside(self, image: Pyramid, look: Look) -> list[Found]:
        """Clear dice in what was taken for a large one: a tray with two in it looks like a die that shows a two."""
        k, (cx, cy), middle = _INSIDE_EDGE / look.edge_px, look.centre_xy_px, _INSIDE_SIDE / 2
        part = image.cut(np.array([[k, 0, middle - k * cx], [0, k, middle - k * cy]]), _INSIDE_SIDE)
        found = [
            ((x - middle) / k + cx, (y - middle) / k + cy, e / k, p)
            for x, y, e, p in self.finder.find(Pyramid(part), None, finest=True) if e < _PIP * _INSIDE_EDGE
        ]
        chances, _ = self._read_crops(image, [(np.array(f[:2]), f[2]) for f in found])
        return [f for f, c in zip(found, chances, strict=True) if c[1:7].max() > _SURELY_A_DIE]

    def chance_that_leans(
        self, image_bgr: Image, die: DieReading, eye_xyz_px: tuple[float, float, float]
    ) -> float:
        """That a die leans which was read in an upright picture of the table, seen from `eye_xyz_px` above it."""
        return self._leaning.chance(image_bgr, np.array(die.centre_xy_px), die.edge_px, eye_xyz_px)

    def candidates(self, image_bgr: Image, edge_px: float | None = None) -> list[Found]:
        """What the finder alone takes for dice: x, y, edge in px and its score, the best first."""
        return self.finder.find(Pyramid(image_bgr), edge_px)

    def _read_all(self, image: Pyramid, found: list[Found], edge_px: float | None) -> list[Look]:
        places = [(np.array([x, y]), edge_px or e) for x, y, e, _ in found]
        if edge_px is None:  # first look: is it a die, and where is its top face?
            chances, quads = self._read_crops(image, places)
            # What the finder is sure of may be smaller than it took it for: a ring of print round a die.
            none = [k for k, c in enumerate(chances) if c[0] > _NONE and found[k][3] > _SURELY_FOUND]
            smaller = [(places[k][0], places[k][1] * _SMALLER) for k in none]
            for k, place, c, q in zip(none, smaller, *self._read_crops(image, smaller), strict=True):
                if c[0] < chances[k][0]:
                    chances[k], quads[k], places[k] = c, q, place
            keep = _apart(chances, quads, [e for _, e in places])
            if not keep:
                return []
            found = [found[k] for k in keep]
            places = [(quads[k].mean(0), quad_edge_px(quads[k])) for k in keep]
        # Second look, on the top face; where it was not clear more of them, every other one in the mirror.
        chances, quads = self._read_crops(image, places)
        unclear = [k for k, c in enumerate(chances) if c[1:7].max() < _CLEAR[edge_px is not None] and c[0] < _NONE]
        said = {k: [chances[k]] for k in unclear}
        for n, (turn, grow) in enumerate(_AGAIN, 1):
            again = [(quads[k].mean(0), quad_edge_px(quads[k]) * grow) for k in unclear]
            for k, c, q in zip(unclear, *self._read_crops(image, again, turn, mirror=n % 2 > 0), strict=True):
                said[k].append(c)
                if n == 1:
                    quads[k] = _mean_quad(quads[k], q)
        for k, looks_at in said.items():
            chances[k] = _in_common(looks_at)
        keep = _apart(chances, quads, [edge_px or e for _, e in places], 0.6)
        if not keep:
            return []
        found, chances, quads = [found[k] for k in keep], [chances[k] for k in keep], [quads[k] for k in keep]
        looks: list[Look] = []
        faces = [image.cut(face_matrix(q), FACE_SIDE) for q in quads]
        face_chances = self._read_faces(faces, all_turns=edge_px is None)
        for n, quad in enumerate(quads):
            centre = quad.mean(0)
            look = Look(
                (float(centre[0]), float(centre[1])), quad_edge_px(quad), quad, found[n][3], chances[n],
                face_chances[n], pip_witness.fit_pips(self._pip_face(image, quad)), float(faces[n].std()),
                float(faces[n].mean()), _body_contrast(faces[n]),
            )
            looks.append(replace(look, roundness=self._roundness(image, quad, value_of(look) == 1)))
        return [look for look in looks if not _is_side_face(look, looks)]

    def _read_faces(self, faces: list[Image], all_turns: bool) -> F64:
        """Chances (N, 7): with `all_turns` the geometric mean over the four turns that a square allows."""
        crops = np.stack([standardise(f) for f in faces])
        turns = range(4 if all_turns else 1)
        turned = np.concatenate([np.rot90(crops, k, (2, 3)) for k in turns])
        chances = _softmax(_said(self._face, turned)).reshape(len(turns), len(faces), -1)
        mean = np.exp(np.log(chances + 1e-6).mean(0))
        return np.asarray(mean / mean.sum(-1, keepdims=True), np.float64)

    def _read_crops(
        self, image: Pyramid, places: Sequence[tuple[F64, float]], turn: float = 0.0, mirror: bool = False
    ) -> tuple[list[F64], list[F64]]:
        if not places:
            return [], []
        mats = [read_matrix(centre, edge, turn) for centre, edge in places]
        crops = np.stack([standardise(image.cut(m, READ_SIDE)) for m in mats])
        out = _said(self._reader, np.ascontiguousarray(crops[..., ::-1]) if mirror else crops)
        if mirror:  # a mirrored face: x, shear and turn change sign
            out[:, [8, 12, 14]] *= -1
        quads = []
        for c, m in zip(out[:, 8:], mats, strict=True):
            inverse = np.linalg.inv(m[:, :2])
            quads.append((decode_face(c) - m[:, 2]) @ inverse.T)
        leans = 1 / (1 + np.exp(-np.clip(out[:, 7:8].astype(np.float64), -30, 30)))
        return list(np.hstack([_softmax(out[:, :7]), leans])), quads

    def read_places(self, image_bgr: Image, places: Sequence[tuple[F64, float]]) -> tuple[list[F64], list[F64]]:
        """What the reader alone says of given places (centre and edge in px): chances (8) and corners (4, 2)."""
        return self._read_crops(Pyramid(image_bgr), places)

    @staticmethod
    def _pip_face(image: Pyramid, quad: F64) -> Image:
        m = face_matrix(quad)
        k = pip_witness.EDGE_PX / FACE_EDGE
        half = pip_witness.FACE_PX / 2
        return image.cut(np.c_[m[:, :2] * k, (m[:, 2] - FACE_SIDE / 2) * k + half], pip_witness.FACE_PX)

    @staticmethod
    def _roundness(image: Pyramid, quad: F64, lone: bool) -> float:
        """Of the spots, where the face is large enough to tell a pip from a heart; else 1."""
        if quad_edge_px(quad) < SHOWS_PIPS:
            return 1.0
        m = face_matrix(quad)
        k, half = pip_witness.ROUND_EDGE_PX / FACE_EDGE, pip_witness.ROUND_FACE_PX / 2
        to_face = np.c_[m[:, :2] * k, (m[:, 2] - FACE_SIDE / 2) * k + half]
        return pip_witness.roundness(image.cut(to_face, pip_witness.ROUND_FACE_PX), lone)

    def faces(self, image_bgr: Image, *, edge_px: float | None = None) -> list[tuple[DieReading, Image]]:
        """Each die with its rectified face, to learn the host's own dice from."""
        image = Pyramid(image_bgr)
        return [
            (self._judge(look, image, SURE), self._pip_face(image, look.quad_xy_px))
            for look in self.look(image_bgr, edge_px=edge_px)
        ]

    def _judge(self, look: Look, image: Pyramid, least: float) -> DieReading:
        """One reading from what the witnesses said."""
        vote = self.dice.votes(self._pip_face(image, look.quad_xy_px)) if self.dice else None
        value, confidence, sure, why = judge(look, vote, least)
        return DieReading(value, confidence, sure, look.centre_xy_px, look.edge_px, why)


def _apart(chances: list[F64], quads: list[F64], edges: Sequence[float], none: float = _NONE) -> list[int]:
    """Which of the places hold a die, each die once.

    Of what is likely a die the larger goes first, or a die's own pips could take its place; but where clear dice lie
    like its pips it is none: a tray, a box, a felt.
    """
    keep: list[int] = []
    centres, sizes = [quad.mean(0) for quad in quads], [quad_edge_px(quad) for quad in quads]
    clear = [k for k, c in enumerate(chances) if c[1:7].max() > _SURELY_A_DIE]

    def on_one(j: int, k: int) -> bool:
        return float(np.linalg.norm(centres[k] - centres[j])) <= 0.6 * max(sizes[j], sizes[k])

    def rank(k: int) -> tuple[bool, int, float]:
        none = float(chances[k][0])
        return none > 0.15, -round(np.log2(max(1.0, sizes[k]))), none

    for k in sorted(range(len(quads)), key=rank):
        if chances[k][0] > none or not 0.45 < sizes[k] / edges[k] < 2.2:
            continue
        if any(sizes[j] < _PIP * sizes[k] and on_one(j, k) for j in clear):
            continue
        # Also a pip or a side face taken for a die of its own goes, for it lies on the die.
        if not any(on_one(j, k) for j in keep):
            keep.append(k)
    return keep


def _in_common(said: list[F64]) -> F64:
    """What looks at one die say of it: their mean without the one that sees a die the least, where there are several.

    A cut may be unlucky for a network, and then it sees none; a place where there is none looks so in most of them.
    """
    if len(said) > 2:
        said = sorted(said, key=lambda chances: float(chances[0]))[:-1]
    return np.asarray(np.mean(said, axis=0), np.float64)


def _is_side_face(look: Look, looks: Sequence[Look]) -> bool:
    """Whether what seems to be a die is the side of a larger one that it touches: dice of one throw are alike."""
    return any(
        look.edge_px < _SIDE_FACE * other.edge_px
        and np.hypot(*np.subtract(look.centre_xy_px, other.centre_xy_px)) < _TOUCHES * other.edge_px
        and float(other.chances[1:7].max()) > 0.5
        for other in looks
    )


def _shows_two_faces(look: Look, looks: Sequence[Look]) -> bool:
    """Whether another face of the same die seems to be the top one as well, as on a die held in a hand."""
    return any(
        other is not look
        and np.hypot(*np.subtract(look.centre_xy_px, other.centre_xy_px)) < _ONE_DIE * max(look.edge_px, other.edge_px)
        and float(other.chances[1:7].max()) > _A_FACE
        for other in looks
    )


def _mean_quad(a: F64, b: F64) -> F64:
    """The mean of two readings of a face, corner by nearest corner."""
    best = min(
        (np.roll(q, k, 0) for q in (b, b[::-1]) for k in range(4)), key=lambda q: float(np.abs(a - q).sum())
    )
    return np.asarray((a + best) / 2, np.float64)


def _body_contrast(face: Image) -> float:
    """How the frame of a face crop differs from the face, on the third most different of its eight sides."""
    rim, low = 4, round((FACE_SIDE - 0.85 * FACE_EDGE) / 2)
    inside = np.median(face[low:-low, low:-low].reshape(-1, 3), axis=0)
    sides = np.stack([face[:rim], face[-rim:], face[:, :rim].swapaxes(0, 1), face[:, -rim:].swapaxes(0, 1)])
    halves = sides.reshape(4, rim, 2, FACE_SIDE // 2, 3).mean(axis=(1, 3)).reshape(8, 3)
    return float(np.sort(np.abs(halves - inside).max(axis=1))[-3])


def main(arguments: Sequence[str]) -> int:
    """Print one JSON line an image, dice only."""
    cv2.setNumThreads(1)
    reader = DiceReader()
    for name in arguments:
        if name.startswith("--"):
            continue
        image = cv2.imread(name)
        if image is None:
            print(json.dumps({"image": name, "error": "no picture could be read from it"}))
            continue
        start = time.perf_counter()
        dice = reader.read(np.asarray(image, np.uint8))
        ms = (time.perf_counter() - start) * 1000
        print(json.dumps({
            "image": name, "cards": [], "face_down": 0, "ms": round(ms, 1),
            "dice": [{"pips": d.pips, "confidence": round(d.confidence, 4), "sure": d.sure,
                      "centre_xy_px": [round(v, 1) for v in d.centre_xy_px],
                      "edge_px": round(d.edge_px, 1)} for d in dice],
        }))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
