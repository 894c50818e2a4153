"""Readers that know the simulated table's truth, so that the pipeline is tested apart from the real ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from vision.geometry import Geometry, Image
from vision.mat import CARD_WH_MM
from vision.pipeline import MARGIN_MM
from vision.readings import CardReading, DieReading, NoValue
from vision.simulated.dice import top_value
from vision.simulated.table import SimulatedTable
from vision.steady import DIE_MM


@dataclass
class Seen:
    """What `TrueCards` found."""

    cards: tuple[CardReading, ...] = ()
    face_down: int = 0
    outlines: Sequence[Any] = ()


@dataclass
class TrueCards:
    """Tells the zone by comparing the crop with what each zone looks like now, then says what lies there."""

    scene: SimulatedTable
    geometry: Callable[[], Geometry | None]
    reads: list[str] = field(default_factory=list)
    unsure: set[str] = field(default_factory=set)
    misread: dict[str, str] = field(default_factory=dict)

    def read(
        self,
        image_bgr: Image,
        *,
        card_length_px: float | None = None,
        max_cards: int | None = None,
        known: Sequence[str] = (),
    ) -> Seen:
        """The cards that lie in the zone."""
        now, geometry = self.scene.picture.frame(), self.geometry()
        assert geometry is not None
        zones = [z.name for z in self.scene.mat.zones if z.name != "tray"]
        crops = {zone: geometry.crop(now, zone, margin_mm=MARGIN_MM) for zone in zones}
        zone = min(zones, key=lambda name: _differ(crops[name].image, image_bgr))
        self.reads.append(zone)
        inverse = np.linalg.inv(crops[zone].px_from_crop)
        cards = []
        for item in self.scene.cards:
            if item.zone != zone or item.code is None:
                continue
            w, h = CARD_WH_MM[0] / 2, CARD_WH_MM[1] / 2
            x, y = item.centre_xy_mm
            px = geometry.to_px([(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)])
            inside = cv2.perspectiveTransform(px[None], inverse)[0]
            code = self.misread.get(item.code, item.code)
            sure = item.code not in self.unsure
            corners = tuple((float(a), float(b)) for a, b in inside)
            cards.append(CardReading(code, 0.999 if sure else 0.4, sure, corners))
        return Seen(tuple(cards))


@dataclass
class TrueDice:
    """Says what lies in the tray; a cocked die as cocked."""

    scene: SimulatedTable
    reads: int = 0

    def read(
        self,
        image_bgr: Image,
        *,
        edge_px: float | None = None,
        background_bgr: Image | None = None,
        ignore: Sequence[Any] = (),
    ) -> tuple[DieReading, ...]:
        """The dice that lie in the tray."""
        self.reads += 1
        polygon = np.array(self.scene.mat.zone("tray").polygon_xy_mm)
        assert edge_px is not None
        scale = edge_px / DIE_MM
        found = []
        for die in self.scene.dice:
            x, y = (die.centre_mm[:2] - polygon.min(axis=0)) * scale
            flat = bool(np.abs(die.turn[2]).max() > 0.99)
            why = None if flat else NoValue.COCKED
            found.append(DieReading(top_value(die.turn), 0.999, flat, (float(x), float(y)), DIE_MM * scale, why))
        return tuple(found)

    def chance_that_leans(self, *_: Any) -> float:
        """Of one that is sure, none."""
        return 0.0


def _differ(a: Image, b: Image) -> float:
    return float(cv2.absdiff(a, b).mean()) if a.shape == b.shape else 1e9


class Blind:
    """Reads nothing, at once."""

    cards: tuple[CardReading, ...] = ()
    face_down = 0
    outlines: Sequence[Any] = ()

    def read(self, *_: Any, **__: Any) -> Any:
        """No cards."""
        return self


class NoDice:
    """Reads no dice."""

    def read(self, *_: Any, **__: Any) -> tuple[DieReading, ...]:
        """No dice."""
        return ()


def blind_readers(data_dir: object = None, deck: object = None) -> tuple[Blind, NoDice]:
    """For tests of the process: nothing to load, nothing to read."""
    return Blind(), NoDice()
