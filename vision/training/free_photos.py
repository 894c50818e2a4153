"""Photographs of cards whose licence is stated and free: only these may train."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

FREE_CARDS = {"EdjeElectronics": "Apache-2.0", "foltysM": "MIT", "jezhou8": "MIT", "predrag-njegovanovic": "MIT",
              "tmikonen": "MIT"}


def free_cards(photos_dir: Path) -> list[tuple[dict[str, str], NDArray[Any]]]:
    """The rows of cards.csv that may train, each with its picture, from a folder as photos/README.md says."""
    with (photos_dir / "cards.csv").open(newline="") as f:
        rows = [r for r in csv.DictReader(f) if r["source"].startswith(tuple(FREE_CARDS))]
    images = [cv2.imread(str(photos_dir / "cards" / r["file"])) for r in rows]
    return [(r, np.asarray(i, np.uint8)) for r, i in zip(rows, images, strict=True) if i is not None]


def free_card_photos(photos_dir: Path | None) -> list[NDArray[Any]]:
    """Their pictures alone; none without a folder."""
    if photos_dir is None or not (photos_dir / "cards.csv").exists():
        return []
    return [image for _, image in free_cards(photos_dir)]
