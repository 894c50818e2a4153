"""Photographs: both readers joined, and pictures that are none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.fakes import Seen
from vision.geometry import calibrate
from vision.reading import PhotoError, annotate, contract_line, load_photo, read_photo, read_video
from vision.readings import CardReading, DieReading, ImageReading
from vision.simulated.table import SimulatedTable

CARD = CardReading("Kh", 0.99876, True, ((10.04, 10), (73, 10), (73, 98), (10, 98)))
DIE = DieReading(5, 0.99, False, (120.0, 60.06), 16.0)
OUTLINE = np.array([(10, 10), (73, 10), (73, 98), (10, 98)])


class Cards:
    card = CARD

    def read(self, image_bgr: Any, **options: Any) -> Seen:
        self.options = options
        return Seen((self.card,), 2, (OUTLINE,))


class Dice:
    die = DIE

    def read(self, image_bgr: Any, **options: Any) -> tuple[DieReading, ...]:
        self.options = options
        return (self.die,)


def test_dice_are_not_looked_for_on_cards() -> None:
    dice = Dice()
    reading = read_photo(np.zeros((120, 160, 3), np.uint8), Cards(), dice)
    assert (reading.cards, reading.dice, reading.face_down) == ((CARD,), (DIE,), 2)
    assert dice.options["ignore"][0] is OUTLINE
    assert reading.ms >= 0


ON_THE_CARD = (40.0, 50.0)


@pytest.mark.parametrize(
    ("card_sure", "die", "stands", "card_stands"),
    [
        (True, DieReading(5, 0.999, True, (120.0, 60.0), 16.0), True, True),
        (False, DieReading(5, 0.999, True, ON_THE_CARD, 16.0), True, True),
        (False, DieReading(5, 0.98, True, ON_THE_CARD, 16.0), False, True),
        (False, DieReading(5, 0.7, False, ON_THE_CARD, 16.0), False, True),
        (False, DieReading(5, 0.999, True, ON_THE_CARD, 60.0), True, False),
    ],
)
def test_what_lies_on_a_doubtful_card_is_a_die_only_beyond_doubt(
    card_sure: bool, die: DieReading, stands: bool, card_stands: bool
) -> None:
    cards, dice = Cards(), Dice()
    cards.card = replace(CARD, sure=card_sure)
    dice.die = die
    reading = read_photo(np.zeros((120, 160, 3), np.uint8), cards, dice)
    assert len(dice.options["ignore"]) == card_sure
    assert reading.dice == ((die,) if stands else ())
    assert reading.cards == ((cards.card,) if card_stands else ())


def test_a_die_of_a_backs_shape_is_no_back() -> None:
    cards, dice = Cards(), Dice()
    cards.read = lambda image, **_: Seen((), 1, (OUTLINE,))  # type: ignore[method-assign]
    dice.die = DieReading(5, 0.999, True, ON_THE_CARD, 60.0)
    assert read_photo(np.zeros((120, 160, 3), np.uint8), cards, dice).face_down == 0


def test_a_calibration_tells_the_scale(table: SimulatedTable) -> None:
    image = table.image(0.0)
    geometry = calibrate(image, table.mat)
    cards, dice = Cards(), Dice()
    read_photo(cv2.resize(image, None, fx=0.5, fy=0.5), cards, dice, geometry)
    assert cards.options["card_length_px"] == pytest.approx(88 * geometry.px_per_mm("board") / 2, rel=0.01)
    assert dice.options["edge_px"] == pytest.approx(16 * geometry.px_per_mm("board") / 2, rel=0.01)


def test_the_contracts_line() -> None:
    line = contract_line("p.jpg", ImageReading((CARD,), (DIE,), 2, 41.0))
    assert line == {
        "image": "p.jpg",
        "cards": [
            {"card": "Kh", "confidence": 0.9988, "sure": True,
             "corners_xy_px": [[10.0, 10], [73, 10], [73, 98], [10.0, 98]]}
        ],
        "dice": [{"pips": 5, "confidence": 0.99, "sure": False, "centre_xy_px": [120.0, 60.1]}],
        "face_down": 2,
        "ms": 41.0,
    }


def test_annotations_are_drawn_on_a_copy() -> None:
    image = np.zeros((120, 160, 3), np.uint8)
    drawn = annotate(image, ImageReading((CARD,), (DIE,)))
    assert not image.any()
    assert drawn[10, 40].any()


def test_a_videos_dice_are_read_once_when_they_lie_still(tmp_path: Path) -> None:
    path = tmp_path / "throw.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30.0, (300, 300))
    for i in range(60):  # it slides until frame 29
        image = np.full((300, 300, 3), 70, np.uint8)
        x = 20 + 6 * min(i, 29)
        image[140:156, x : x + 16] = 220
        writer.write(image)
    writer.release()

    class OneDie:
        def read(self, *_: Any, **__: Any) -> tuple[DieReading, ...]:
            return (DieReading(5, 0.99, True, (202.0, 148.0), 16.0),)

    seen = list(read_video(path, Cards(), OneDie()))
    assert [[die.pips for die in one.reading.dice] for one in seen] == [[5]]
    assert 29 / 30 + 0.15 < seen[0].time_s < 29 / 30 + 0.5


def test_a_video_that_is_none_is_said(tmp_path: Path) -> None:
    path = tmp_path / "v.mp4"
    path.write_bytes(b"no video")
    with pytest.raises(PhotoError, match="no video"):
        list(read_video(path, Cards(), Dice()))


BAD = [
    pytest.param(None, "can't be opened", id="missing"),
    pytest.param(b"", "is empty", id="empty"),
    pytest.param(b"not a picture at all", "no picture", id="text"),
    pytest.param(b"\xff\xd8\xff\xe0" + b"\0" * 50, "no picture", id="broken jpeg"),
]


@pytest.mark.parametrize(("data", "words"), BAD)
def test_what_is_no_picture_is_said(data: bytes | None, words: str, tmp_path: Path) -> None:
    path = tmp_path / "p.jpg"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(PhotoError, match=words):
        load_photo(path)


def test_a_folder_is_no_picture(tmp_path: Path) -> None:
    with pytest.raises(PhotoError):
        load_photo(tmp_path)


@pytest.mark.parametrize("shape", [(20, 30), (20, 30, 3), (20, 30, 4)])
def test_grey_and_transparent_pictures_are_read(shape: tuple[int, ...], tmp_path: Path) -> None:
    path = tmp_path / "p.png"
    cv2.imwrite(str(path), np.full(shape, 200, np.uint8))
    assert load_photo(path).shape == (20, 30, 3)


def test_a_tiny_picture_is_said(tmp_path: Path) -> None:
    path = tmp_path / "p.png"
    cv2.imwrite(str(path), np.zeros((4, 4, 3), np.uint8))
    with pytest.raises(PhotoError, match="too small"):
        load_photo(path)
