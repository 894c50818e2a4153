"""Photographs without calibration: both readers joined, their words as the contract has them, and as a picture."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import CameraError, open_camera
from vision.geometry import Geometry, Image, whole_view
from vision.pipeline import Pipeline
from vision.readers import ReadsCards, ReadsDice
from vision.readings import DieReading, Expectation, ImageReading
from vision.steady import DIE_MM

CARD_MM = 88.0
_BEYOND_DOUBT = 0.99  # confidence of a die that stands where a card may lie
_DIE_FILLS = 1.8  # edges: the square root of an outline's area up to which the die itself has it
MOST_PX = 40_000_000  # of an image; a larger one is taken for a mistake


@dataclass(frozen=True)
class VideoReading:
    """What lay still in a video from a frame on: its number from 0, its time, its picture, and the reading."""

    frame: int
    time_s: float
    image: Image
    reading: ImageReading


class PhotoError(Exception):
    """An image that can't be read, in one line."""


def load_photo(path: Path) -> Image:
    """A picture file as BGR, turned upright. PhotoError says what is wrong with it."""
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise PhotoError(f"can't be opened: {error.strerror or error}") from error
    if data.size == 0:
        raise PhotoError("is empty")
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None:
        raise PhotoError("is no picture that can be read (JPEG, PNG, WebP, BMP)")
    if image.shape[0] * image.shape[1] > MOST_PX:
        raise PhotoError(f"is too large: {image.shape[1]} x {image.shape[0]} px")
    if min(image.shape[:2]) < 16:
        raise PhotoError(f"is too small: {image.shape[1]} x {image.shape[0]} px")
    return np.asarray(image, np.uint8)


def read_photo(
    image: Image, card_reader: ReadsCards, dice_reader: ReadsDice, geometry: Geometry | None = None
) -> ImageReading:
    """Read every face-up card and every die in a BGR picture of any scale.

    `geometry`, of the same camera, tells the scale. Pips on cards are no dice.
    """
    start_s = time.perf_counter()
    length = edge = None
    if geometry is not None:
        scale = geometry.scaled((image.shape[1], image.shape[0])).px_per_mm("board")
        length, edge = CARD_MM * scale, DIE_MM * scale
    seen = card_reader.read(image, card_length_px=length)
    read = [i < len(seen.cards) and seen.cards[i].sure for i in range(len(seen.outlines))]
    dice = dice_reader.read(
        image, edge_px=edge, ignore=[o for o, sure in zip(seen.outlines, read, strict=True) if sure]
    )
    dice, no_card = _weigh(dice, seen.outlines, read)
    cards = tuple(c for i, c in enumerate(seen.cards) if i not in no_card)
    face_down = max(0, seen.face_down - sum(i >= len(seen.cards) for i in no_card))
    ms = (time.perf_counter() - start_s) * 1000
    return ImageReading(cards, dice, face_down, round(ms, 1))


def _weigh(
    dice: Sequence[DieReading], outlines: Sequence[NDArray[Any]], read: Sequence[bool]
) -> tuple[tuple[DieReading, ...], set[int]]:
    """The dice that stand, and which of the outlines are a die rather than a card.

    `read`: whether a card was surely read in an outline. Where none was, a die that is sure beyond doubt stands
    (a table's grain looks like a card's outline at times); any other is taken for the pips of that card.
    """
    stand: list[DieReading] = []
    no_card: set[int] = set()
    for die in dice:
        within = [
            i for i, (outline, sure) in enumerate(zip(outlines, read, strict=True))
            if not sure and cv2.pointPolygonTest(np.asarray(outline, np.float32), die.centre_xy_px, False) >= 0
        ]
        if within and not (die.sure and die.confidence >= _BEYOND_DOUBT):
            continue
        stand.append(die)
        for i in within:
            if cv2.contourArea(np.asarray(outlines[i], np.float32)) < (_DIE_FILLS * die.edge_px) ** 2:
                no_card.add(i)
    return tuple(stand), no_card


def read_video(path: Path, card_reader: ReadsCards, dice_reader: ReadsDice) -> Iterator[VideoReading]:
    """The dice of a recording, all of whose view is the tray, each time they come to rest.

    PhotoError when it is no video that can be read.
    """
    try:
        source = open_camera(str(path))
        number = 0
        pipeline: Pipeline | None = None
        while (frame := source.read()) is not None:
            if pipeline is None:
                pipeline = Pipeline(whole_view(frame.size_wh_px), card_reader, dice_reader)
            start_s = time.perf_counter()
            reading = pipeline.step(frame, Expectation(dice_due=True, dice_count=0))
            ms = round((time.perf_counter() - start_s) * 1000, 1)
            tray = reading.zone("tray") if reading is not None else None
            if tray is not None and tray.dice:
                yield VideoReading(number, frame.time_s, frame.bgr, ImageReading(dice=tray.dice, ms=ms))
            number += 1
        source.close()
    except CameraError as error:
        raise PhotoError("is no video that can be read") from error


def contract_line(image: str, reading: ImageReading) -> dict[str, Any]:
    """One image's line of `cardspeak read --json`, ready for JSON."""
    return {
        "image": image,
        "cards": [
            {
                "card": card.card,
                "confidence": round(card.confidence, 4),
                "sure": card.sure,
                "corners_xy_px": [[round(x, 1), round(y, 1)] for x, y in card.corners_xy_px],
            }
            for card in reading.cards
        ],
        "dice": [
            {
                "pips": die.pips,
                "confidence": round(die.confidence, 4),
                "sure": die.sure,
                "centre_xy_px": [round(v, 1) for v in die.centre_xy_px],
            }
            for die in reading.dice
        ],
        "face_down": reading.face_down,
        "ms": reading.ms,
    }


def annotate(image: Image, reading: ImageReading) -> Image:
    """The picture with what was read drawn in: green where it is sure, orange with a question mark where not."""
    out = image.copy()
    size = max(0.45, max(image.shape[:2]) / 1600)
    thick = max(1, round(2 * size))
    for card in reading.cards:
        colour = (60, 190, 40) if card.sure else (0, 150, 255)
        polygon = np.round(np.array(card.corners_xy_px)).astype(np.int32)
        cv2.polylines(out, [polygon], True, colour, thick, cv2.LINE_AA)
        _label(out, card.card + ("" if card.sure else "?"), card.centre_xy_px, size, colour)
    for die in reading.dice:
        colour = (60, 190, 40) if die.sure else (0, 150, 255)
        centre = (round(die.centre_xy_px[0]), round(die.centre_xy_px[1]))
        cv2.circle(out, centre, max(4, round(die.edge_px * 0.75)), colour, thick, cv2.LINE_AA)
        beside = (die.centre_xy_px[0], die.centre_xy_px[1] - 1.2 * die.edge_px)
        _label(out, str(die.pips) + ("" if die.sure else "?"), beside, size, colour)
    return out


def _label(image: Image, text: str, at_xy: tuple[float, float], size: float, colour: tuple[int, int, int]) -> None:
    (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, max(1, round(2 * size)))
    x, y = round(at_xy[0] - w / 2), round(at_xy[1] + h / 2)
    cv2.rectangle(image, (x - 4, y - h - 4), (x + w + 4, y + 5), (20, 20, 20), -1)
    cv2.putText(image, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, colour, max(1, round(2 * size)), cv2.LINE_AA)
