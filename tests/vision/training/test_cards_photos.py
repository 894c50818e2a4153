"""Which photographs may train, and what they teach, on a drawn picture in their stead."""

import csv
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.readings import CODES
from vision.training.cards_data import CORNER_NONE, LETTER_RANKS
from vision.training.cards_photos import free_patches
from vision.training.drawn_tables import zone


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("photos")
    (folder / "cards").mkdir()
    drawn = zone(np.random.default_rng(3))
    cv2.imwrite(str(folder / "cards" / "a.jpg"), drawn.image)
    boxes = json.dumps([{"card": c.upper(), "poly": q.tolist()} for c, q in zip(drawn.codes, drawn.quads, strict=True)])
    with (folder / "cards.csv").open("w", newline="") as f:
        out = csv.writer(f)
        out.writerow(["file", "source", "licence", "view", "kind", "cards", "boxes", "notes"])
        for source in ("predrag-njegovanovic/x", "jaxon411/y", "foltysM/z"):
            out.writerow(["a.jpg", source, "", "top", "multi", ";".join(drawn.codes).upper(), boxes, ""])
    return folder


def test_only_sources_with_a_free_licence_teach(photos: Path) -> None:
    assert [p.source for p in free_patches(photos)] == ["predrag-njegovanovic/x", "foltysM/z"]


def test_a_source_left_out_teaches_nothing(photos: Path) -> None:
    assert [p.source for p in free_patches(photos, without=["foltysM"])] == ["predrag-njegovanovic/x"]


def test_labels_are_cards_of_the_truth(photos: Path) -> None:
    patches = free_patches(photos, without=["foltysM"])[0]
    ranks = {LETTER_RANKS[y % 17] + "cdhs"[y // 17] for y in patches.corner_labels if y != CORNER_NONE}
    assert ranks == {"Kh", "8d", "2c", "Ts", "Ac"}
    assert {CODES[y] for y in patches.whole_labels} <= ranks
    assert len(patches.wholes) == len(patches.whole_labels) >= 3
    assert patches.corners.shape[1:] == (96, 64, 3)
