"""The host's own dice, learned from a few throws whose values the host confirmed: one more witness.

What is kept of each confirmed die: its rectified face, small and standardised, its colour, and its edge in
millimetres where the scale was known. A new face is compared with those of every value in the four turns that
a square allows, and a little shifted.
"""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

_SIDE = 20
F32 = NDArray[np.float32]


def _signatures(face_bgr: NDArray[np.uint8]) -> F32:
    """Unit vectors of a rectified face (9, 20, 20, 3): grey and colour differences, without brightness and contrast.

    The face as it was cut comes first, then shifted by a twentieth each way: no cut is exact.
    """
    if face_bgr.ndim != 3 or face_bgr.shape[0] != face_bgr.shape[1] or face_bgr.shape[2] != 3:
        raise ValueError(f"face must be a square of three channels, got {face_bgr.shape}")
    n = face_bgr.shape[0]
    cut = max(1, round(n * 0.13))
    one = max(1, round((n - 2 * cut) / _SIDE))
    shifts = sorted(((dx, dy) for dx in (-one, 0, one) for dy in (-one, 0, one)), key=lambda d: d != (0, 0))
    out = []
    for dx, dy in shifts:
        part = face_bgr[max(0, cut + dy) : n - cut + dy, max(0, cut + dx) : n - cut + dx]
        x = cv2.resize(part, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
        x -= x.reshape(-1, 3).mean(0)
        out.append(x / (np.linalg.norm(x) + 1e-3))
    return np.array(out, np.float32)


@dataclass
class LearnedDice:
    """Faces learned so far: `values` (N), `faces` (N, 20, 20, 3) unit vectors, `colours` (N, 3), `edges_mm` (N).

    `edges_mm` holds NaN where the scale was not known.
    """

    values: list[int] = field(default_factory=list)
    faces: list[F32] = field(default_factory=list)
    colours: list[tuple[float, float, float]] = field(default_factory=list)
    edges_mm: list[float] = field(default_factory=list)

    def learn(self, face_bgr: NDArray[np.uint8], pips: int, edge_mm: float = float("nan")) -> None:
        """Take in one rectified face (as `DiceReader.faces` gives it) whose value the host confirmed.

        Raises ValueError where `pips` is not 1 to 6 or the face is no square of three channels.
        """
        if not 1 <= pips <= 6:
            raise ValueError(f"a die shows 1 to 6, not {pips}")
        self.faces.append(_signatures(face_bgr)[0])
        self.values.append(pips)
        mean = np.median(face_bgr.reshape(-1, 3), axis=0)
        self.colours.append((float(mean[0]), float(mean[1]), float(mean[2])))
        self.edges_mm.append(float(edge_mm))

    @property
    def missing(self) -> tuple[int, ...]:
        """Values that no throw has shown yet."""
        return tuple(v for v in range(1, 7) if v not in self.values)

    @property
    def edge_mm(self) -> float | None:
        """The median edge, or None where no throw had a scale."""
        known = [e for e in self.edges_mm if np.isfinite(e)]
        return float(np.median(known)) if known else None

    def likeness(self, face_bgr: NDArray[np.uint8]) -> tuple[float, ...]:
        """For 1 to 6, the correlation (-1 to 1) with the likest learned face; -1 for a value never learned."""
        mine = _signatures(face_bgr)
        turns = np.concatenate([np.rot90(mine, k, (1, 2)).reshape(len(mine), -1) for k in range(4)])
        out = [-1.0] * 6
        for value, face in zip(self.values, self.faces, strict=True):
            out[value - 1] = max(out[value - 1], float((turns @ face.ravel()).max()))
        return tuple(out)

    def votes(self, face_bgr: NDArray[np.uint8]) -> tuple[int, float] | None:
        """The value it speaks for and by what margin of likeness, or None: unlike all, or too few learned."""
        if len(set(self.values)) < 2:
            return None
        like = self.likeness(face_bgr)
        order = sorted(range(6), key=lambda k: -like[k])
        if like[order[0]] < 0.5:
            return None
        return order[0] + 1, like[order[0]] - like[order[1]]

    def save(self, path: Path) -> None:
        """Write to a .npz file."""
        np.savez_compressed(
            path, version=1, values=np.array(self.values, np.int64),
            faces=np.array(self.faces, np.float32).reshape(-1, _SIDE, _SIDE, 3),
            colours=np.array(self.colours, np.float64).reshape(-1, 3), edges_mm=np.array(self.edges_mm, np.float64),
        )

    @classmethod
    def load(cls, path: Path) -> LearnedDice:
        """Read what `save` wrote. Raises ValueError, naming the file, where it is something else."""
        try:
            with np.load(path, allow_pickle=False) as data:
                values = [int(v) for v in data["values"]]
                faces = [np.asarray(f, np.float32) for f in data["faces"]]
                colours = [(float(a), float(b), float(c)) for a, b, c in data["colours"]]
                edges = [float(e) for e in data["edges_mm"]]
        except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile) as error:
            raise ValueError(f"{path} holds no learned dice") from error
        if not len(values) == len(faces) == len(colours) == len(edges) or any(not 1 <= v <= 6 for v in values):
            raise ValueError(f"{path} holds no learned dice")
        return cls(values, faces, colours, edges)
