"""Frames, geometry and what is expected make readings of the table.

Nothing is read while anything moves in a zone or a hand lies there; a zone in
which no card is expected is never read at all.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from vision.camera import Frame
from vision.card_zones import ZoneLooks, card_length_px, decide
from vision.geometry import Crop, Geometry, GeometryError, Image, calibrate_any, whole_view
from vision.leaning import leaning_on_something
from vision.mat import Mat
from vision.mat_watch import MatWatch
from vision.readers import ReadsCards, ReadsDice
from vision.readings import CardReading, Expectation, NoValue, TableReading, ZoneReading
from vision.steady import DIE_MM, MARKER, Gray, Stillness, ZoneMotion, ZoneView, zone_views
from vision.tray import CropOf, Tray, TrayState, skin_reaches_in

CARD_REST_S = 0.3
HAND_PATIENCE_S = 4.0  # what lies still so long is no hand
MAT_EVERY_S = 2.0
AGAIN_S = 0.3  # when the mat's last look was doubtful, so that a knock is known within the second
KNOCKED_MARKERS = 2  # moving at once
SEARCH_EVERY_S = 0.7
STEP_BUDGET_S = 0.25  # further zones wait for the next frame, so that motion is not missed meanwhile
DARK_LEVEL = 10.0
MARGIN_MM = 12.0  # more of the picture than the zone: far from the mat a place is known to a centimetre
ASTRAY_MM = 8.0  # a card whose middle is so far beside a zone still belongs to it

NO_MAT = "The mat is not seen yet: lay it under the camera with its four corners uncovered."
TOO_DARK = "Too dark to read the table: give more light."


class Pipeline:
    """Reads one table. Give it the saved `Geometry`, or the mats of which one is to be found in the first frames."""

    def __init__(
        self, geometry: Geometry | Sequence[Mat], card_reader: ReadsCards, dice_reader: ReadsDice
    ) -> None:
        self._mat_watch = MatWatch(geometry) if isinstance(geometry, Geometry) else None
        self._mats = (geometry.mat,) if isinstance(geometry, Geometry) else tuple(geometry)
        self._cards = card_reader
        has_mat = not isinstance(geometry, Geometry) or bool(geometry.mat.markers_xy_mm)
        self._dice = dice_reader
        self._tray = Tray(dice_reader, hands_by_skin=has_mat)
        self._stillness: Stillness | None = None
        self._small_wh_px = (0, 0)
        self._zones: dict[str, ZoneLooks] = {}
        self._read: dict[str, ZoneReading] = {}
        self._hand_since_s: dict[str, float] = {}
        self._looked_s = -1e9
        self._knocked = False
        self._ok, self._note = True, ""
        self._last: TableReading | None = None

    @property
    def geometry(self) -> Geometry | None:
        """The geometry in use; None until the mat is found."""
        return self._mat_watch.geometry if self._mat_watch else None

    def take_whole_view(self, size_wh_px: tuple[int, int]) -> None:
        """Go on without a mat: all of the view is the tray."""
        self._mat_watch = MatWatch(whole_view(size_wh_px))
        self._tray = Tray(self._dice, hands_by_skin=False)  # a wooden table would be taken for skin
        self._note = ""

    def step(self, frame: Frame, expectation: Expectation) -> TableReading | None:
        """Take a frame; a reading when something is new, else None."""
        gray = Gray(frame.small_gray)
        if gray.level < DARK_LEVEL:
            dark = ZoneReading("tray", why=NoValue.TOO_DARK, read_at_s=frame.time_s)
            return self._say(TableReading(frame.time_s, (dark,), healthy=False, note=TOO_DARK))
        if not self._watch_mat(frame):
            return self._say(TableReading(frame.time_s, healthy=False, note=self._note))
        views = self._views(frame)
        stillness = self._stillness
        assert stillness is not None
        motions = stillness.step(gray, frame.time_s)
        tray = self._step_tray(frame, gray, motions, views, expectation)
        moving = {name for name, motion in motions.items() if motion.moving}
        markers = {name for name in moving if name.startswith(MARKER)}
        moving -= markers
        if len(markers) >= KNOCKED_MARKERS:
            self._knocked = True  # several at once: somebody may have knocked the camera
        elif not (self._mat_watch and self._mat_watch.in_doubt):
            moving |= self._read_due(frame, gray, motions, views, expectation)
        if tray is not None and tray.moving:
            moving.add("tray")
        held = {
            name: reading
            for name, reading in self._read.items()
            if expectation.due(name) and name not in moving and self._zones[name].is_of(motions[name].version)
        }
        zones = [reading for _, reading in sorted(decide(held, expectation).items())]
        if tray is not None and (tray.settled or tray.reading.why in (NoValue.ROLLING, NoValue.HAND)):
            zones.append(tray.reading)
        return self._say(TableReading(frame.time_s, tuple(zones), frozenset(moving), self._ok, self._note))

    def _watch_mat(self, frame: Frame) -> bool:
        """Find the mat, or look after it; False while nothing can be read."""
        if self._mat_watch is None:
            if frame.time_s - self._looked_s < SEARCH_EVERY_S:
                return False
            self._looked_s = frame.time_s
            try:
                self._mat_watch = MatWatch(calibrate_any(frame.bgr, self._mats))
            except GeometryError:
                self._note = NO_MAT
                return False
            self._note = ""
            return True
        if self._mat_watch.geometry.size_wh_px != frame.size_wh_px:
            self._mat_watch.geometry = self._mat_watch.geometry.scaled(frame.size_wh_px)
        since_s = frame.time_s - self._looked_s
        due = self._knocked or since_s >= (AGAIN_S if self._mat_watch.in_doubt else MAT_EVERY_S)
        if due and self._mat_watch.geometry.mat.markers_xy_mm:
            state = self._mat_watch.look(frame.bgr)
            self._looked_s, self._knocked = frame.time_s, False
            self._ok, self._note = state.ok, state.note
            if state.moved:
                self._start_anew()
        return True

    def _start_anew(self) -> None:
        self._stillness = None
        self._tray.forget()
        self._zones.clear()
        self._read.clear()

    def _views(self, frame: Frame) -> dict[str, ZoneView]:
        size = (frame.small_gray.shape[1], frame.small_gray.shape[0])
        if self._stillness is None or size != self._small_wh_px:
            assert self._mat_watch is not None
            self._small_wh_px = size
            self._stillness = Stillness(zone_views(self._mat_watch.geometry, size))
        return {view.name: view for view in self._stillness.views}

    def _step_tray(
        self,
        frame: Frame,
        gray: Gray,
        motions: dict[str, ZoneMotion],
        views: dict[str, ZoneView],
        expectation: Expectation,
    ) -> TrayState | None:
        if "tray" not in views or not (expectation.tray_watched or expectation.dice_due):
            return None
        assert self._mat_watch is not None
        assert self._stillness is not None
        return self._tray.step(
            frame.time_s, gray, motions["tray"], views["tray"], self._stillness.noise,
            CropOf(self._mat_watch.geometry, frame), expectation.dice_count,
        )

    def _read_due(
        self,
        frame: Frame,
        gray: Gray,
        motions: dict[str, ZoneMotion],
        views: dict[str, ZoneView],
        expectation: Expectation,
    ) -> set[str]:
        """Read the zones that came to rest; the names of those over which a hand lies."""
        assert self._mat_watch is not None
        start_s = time.perf_counter()
        hands = set()
        for zone, due in expectation.cards_due:
            motion = motions.get(zone)
            if motion is None or due <= 0:
                continue
            looks = self._zones.setdefault(zone, ZoneLooks())
            if not motion.at_rest(frame.time_s, CARD_REST_S):
                continue
            if looks.version != motion.version and looks.settled and self._same(gray, looks, views[zone]):
                looks.version = motion.version  # a hand passed by and changed nothing
            done = looks.is_of(motion.version) and due <= looks.due
            if done or time.perf_counter() - start_s > STEP_BUDGET_S:
                continue
            crop = self._mat_watch.geometry.crop(frame.bgr, zone, margin_mm=MARGIN_MM)
            if self._hand_lies(zone, crop, frame.time_s):
                hands.add(zone)
                continue
            if looks.version != motion.version or due > looks.due:
                self._zones[zone] = looks = ZoneLooks(motion.version, due, seen=gray)
            look = replace(read_zone(crop, zone, self._cards, expectation), read_at_s=frame.time_s)
            length = card_length_px(self._mat_watch.geometry.px_per_mm(zone))
            self._read[zone] = looks.add(look, due, length)
        return hands

    def _hand_lies(self, zone: str, crop: Crop, time_s: float) -> bool:
        """Whether a hand rests in a zone; what has lain there very long is none."""
        if not skin_reaches_in(crop.image):
            self._hand_since_s.pop(zone, None)
            return False
        return time_s - self._hand_since_s.setdefault(zone, time_s) < HAND_PATIENCE_S

    def _same(self, gray: Gray, looks: ZoneLooks, view: ZoneView) -> bool:
        assert self._stillness is not None
        return looks.seen is not None and self._stillness.calm(gray, looks.seen, view)

    def _say(self, reading: TableReading) -> TableReading | None:
        """The reading, unless it says the same as the last one."""
        if self._last is not None and _content(reading) == _content(self._last):
            return None
        self._last = reading
        return reading


def read_zone(crop: Crop, zone: str, reader: ReadsCards, expectation: Expectation) -> ZoneReading:
    """The cards in a zone's crop, their corners in px of the full picture."""
    seen = reader.read(
        crop.image,
        card_length_px=card_length_px(crop.px_per_mm),
        max_cards=expectation.due(zone) + 2,
        known=expectation.known_elsewhere(zone),
    )
    cards = tuple(
        replace(card, corners_xy_px=crop.to_image(card.corners_xy_px))
        for card in seen.cards
        if crop.in_zone(card.centre_xy_px, ASTRAY_MM)
    )
    return ZoneReading(zone, cards, face_down=seen.face_down)


def read_at_rest(
    image: Image, geometry: Geometry, card_reader: ReadsCards, dice_reader: ReadsDice, expectation: Expectation
) -> TableReading:
    """One look at a whole table of which it is known that nothing moves: a photograph of a calibrated table."""
    zones = {
        zone: read_zone(geometry.crop(image, zone, margin_mm=MARGIN_MM), zone, card_reader, expectation)
        for zone, due in expectation.cards_due
        if due > 0
    }
    readings = list(decide(zones, expectation).values())
    if expectation.tray_watched:
        crop = geometry.crop(image, "tray")
        dice = leaning_on_something(
            dice_reader.read(crop.image, edge_px=DIE_MM * crop.px_per_mm), crop.image, None, crop.eye_xyz_px,
            lambda die: dice_reader.chance_that_leans(crop.image, die, crop.eye_xyz_px),
        )
        placed = tuple(replace(die, centre_xy_px=crop.to_image([die.centre_xy_px])[0]) for die in dice)
        readings.append(ZoneReading("tray", dice=placed))
    return TableReading(0.0, tuple(readings))


def _content(reading: TableReading) -> tuple[object, ...]:
    """What matters in a reading: a die that trembles by a pixel is no news."""

    def cards(items: tuple[CardReading, ...]) -> tuple[object, ...]:
        return tuple((card.card, card.sure) for card in items)

    zones = tuple(
        (
            z.zone, cards(z.cards), tuple((die.pips, die.sure) for die in z.dice), z.face_down, z.why,
            z.thrown_at_s,
        )
        for z in reading.zones
    )
    return zones, reading.moving, reading.healthy, reading.note
