"""The dice tray: a value that several frames at rest agree on, or why there is none, and whether it was thrown."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.bare_tray import BareTray, differs
from vision.camera import Frame
from vision.geometry import Crop, Geometry, Image
from vision.leaning import leaning, leaning_on_something
from vision.readers import ReadsDice
from vision.readings import DieReading, NoValue, ZoneReading
from vision.steady import DIE_MM, LEAST_DIE_MM2, Blob, Gray, ThrowWatch, ZoneMotion, ZoneView, blobs, hand_in

AGREE = 3  # frames at rest that must say the same
REST_S = 0.2  # and for so long, however many frames a second there are: dice rock before they settle
MOST_LOOKS = 7  # then it is "not sure"
LOOKS_FOR_WHY = 4  # a fault must stay a little longer than a value: dice may still be settling
SAME_PLACE = 0.35  # of an edge
UNTOUCHED = 0.12  # likewise: a die that nobody touched is seen to shift by no more
HAND_PATIENCE_S = 4.0
LONGEST_S = 2 * HAND_PATIENCE_S  # at rest; what seemed a hand first may be known as the tray's by then
NO_DIE, MAYBE_DIE = 0.15, 0.5  # confidence under which a find is a part of the tray; if it lay there before
OTHER_SIZE = 1.35  # of the largest sure die's edge: what is larger is none of the same throw
_SKIN_LOW, _SKIN_HIGH = (30, 138, 70), (255, 180, 128)  # Y, Cr, Cb; all skins lie close together in Cr and Cb
SKIN_SHARE = 0.05
_RING_PX, _RING_CHANGED = 9, 0.1  # round a die what changed tells of what is under it; a share of that ring
_BODY_EDGES = 0.95  # from a top face's middle to beyond all of its die
_NOISE = 3.0  # grey levels, of softened pictures at the most


@dataclass(frozen=True, slots=True)
class TrayState:
    """What the tray gives now; `settled` is False while more frames are needed."""

    reading: ZoneReading
    settled: bool
    moving: bool


class Tray:
    """Watches one tray; `step` is told every frame."""

    def __init__(self, reader: ReadsDice, *, hands_by_skin: bool = True) -> None:
        self._reader = reader
        self._hands_by_skin = hands_by_skin
        self._hand_since_s: float | None = None  # without a settled reading since
        self._throw = ThrowWatch()
        self._background: Gray | None = None
        self._background_bgr: Image | None = None
        self._bare: BareTray | None = None  # made of it when it is asked for
        self._before: Gray | None = None
        self._version = -1
        self._rolled = False  # dice rolled freely since the last settled reading
        self._emptied = False  # the tray was seen without dice since the last value
        self._looks: list[tuple[DieReading, ...]] = []
        self._lay: tuple[DieReading, ...] = ()  # what was seen last before anything moved
        self._state = TrayState(ZoneReading("tray"), False, True)
        self._value: ZoneReading | None = None  # the last value, for dice that only were covered for a moment

    def forget(self) -> None:
        """The camera moved: nothing seen before can be compared."""
        self._background = self._background_bgr = self._before = None
        self._version = -1

    def step(
        self,
        time_s: float,
        gray: Gray,
        motion: ZoneMotion,
        view: ZoneView,
        noise: float,
        crop: CropOf,
        count: int,
    ) -> TrayState:
        """Take a frame: the softened small picture, the tray's motion in it, and how to get the full crop."""
        before, self._before = self._before, gray
        comparable = self._background is not None and self._background.pixels.shape == gray.pixels.shape
        if motion.moving:
            found: tuple[Blob, ...] = ()
            if comparable and self._background is not None:
                found = blobs(gray, self._background, before, view, noise)
                self._throw.step(found)
                self._emptied |= all(blob.area_mm2 < LEAST_DIE_MM2 for blob in found)
            empty = len(self._looks) >= AGREE and not any(self._looks)
            if self._state.settled or empty:
                self._rolled = False  # what was rolled has been read, or put to the dealer; or is not in the tray
            why = NoValue.HAND if hand_in(found, rim=self._hands_by_skin) else NoValue.ROLLING
            self._lay = self._looks[-1] if self._looks else self._lay
            self._version, self._looks = -1, []
            self._state = TrayState(ZoneReading("tray", why=why, read_at_s=time_s), False, True)
            return self._state
        if self._version != motion.version:
            self._version, self._looks = motion.version, []
            self._rolled |= self._throw.rest()
        elif self._state.settled and (count == 0 or len(self._state.reading.dice) in (0, count)):
            return self._state
        elif self._state.settled and self._state.reading.why is not None and time_s - self._state.reading.read_at_s < 1:
            return self._state  # a fault stays until the dealer mends it; looked at again every second
        cut = crop()
        if comparable and self._background is not None:
            hand = hand_in(blobs(gray, self._background, None, view, noise), rim=self._hands_by_skin)
        else:
            hand = self._hands_by_skin and skin_reaches_in(cut.image)
        if hand and self._hand_since_s is None:
            self._hand_since_s = time_s
        if hand and time_s - (self._hand_since_s or 0.0) < HAND_PATIENCE_S:  # no hand lies there for longer
            self._looks = []
            self._state = TrayState(ZoneReading("tray", why=NoValue.HAND, read_at_s=time_s), False, True)
            return self._state
        comparable = comparable and not hand  # what lies there so long belongs to the tray: learn it anew
        self._look(cut, count)
        if not comparable:
            self._learn(gray, view, cut, self._looks[-1])  # at once: the first throw may come at any moment
        still_since_s = time_s if motion.still_since_s is None else motion.still_since_s
        self._state = self._judge(time_s, still_since_s, gray, view, cut, count)
        if self._state.settled:
            self._hand_since_s = None
        return self._state

    def _look(self, cut: Crop, count: int) -> None:
        # A view without a mat was never seen empty: nothing in it is known to be no die.
        background = self._background_bgr if self._hands_by_skin else None
        if background is not None and background.shape != cut.image.shape:
            background = None
        edge_px = DIE_MM * cut.px_per_mm
        dice = self._reader.read(
            cut.image,
            # Without a mat the scale is a guess, and a die seen aslant need not lean.
            edge_px=edge_px if self._hands_by_skin else None,
            background_bgr=background,
        )
        dice = what_lay_left_out(hardly_any_left_out(dice, count), self._lay, count)
        dice = tuple(sorted(dice, key=lambda die: die.centre_xy_px))
        if self._hands_by_skin:  # a tray of known place
            dice = leaning(dice, (cut.image.shape[1], cut.image.shape[0]))
            if background is not None:
                self._bare = self._bare or BareTray.of(background, edge_px)
            bare = None if background is None else self._bare
            dice = leaning_on_something(
                dice, cut.image, bare, cut.eye_xyz_px,
                lambda die: self._reader.chance_that_leans(cut.image, die, cut.eye_xyz_px),
            )
        if self._looks and not _same_places(self._looks[-1], dice):
            self._looks = []
        self._looks = [*self._looks, dice][-MOST_LOOKS:]

    def _judge(
        self, time_s: float, still_since_s: float, gray: Gray, view: ZoneView, cut: Crop, count: int
    ) -> TrayState:
        dice = self._looks[-1]
        wanted = count or max(1, len(dice))
        rested = time_s - still_since_s >= REST_S - 1e-6
        agreed = [
            look for look in self._looks
            if len(look) == wanted and all(die.sure for die in look) and _values(look) == _values(dice)
        ]
        shown = tuple(
            replace(die, centre_xy_px=cut.to_image([die.centre_xy_px])[0]) for die in dice
        )
        reading = ZoneReading("tray", dice=shown, read_at_s=time_s)
        if rested and len(agreed) >= AGREE and len(agreed) >= 0.75 * len(self._looks):
            reading = replace(reading, thrown_at_s=self._thrown_at(reading, still_since_s))
            self._value, self._rolled, self._emptied = reading, False, False
            settled = True
        elif not dice and not self._rolled:
            settled = rested and len(self._looks) >= AGREE and not any(self._looks)
            if settled:
                self._value = None
        else:
            why = _fault(dice, count)
            enough = len(self._looks) >= (LOOKS_FOR_WHY if why is not None else MOST_LOOKS)
            # Where something comes and goes no two looks agree: then it is put to the dealer as it is.
            settled = rested and (enough or time_s - still_since_s >= LONGEST_S)
            unsure = tuple(replace(die, sure=False) for die in shown)
            reading = replace(reading, why=why or NoValue.NOT_SURE, dice=unsure)
            if self._rolled:
                reading = replace(reading, thrown_at_s=still_since_s)
        # What lies there belongs to the tray; but of dice thrown that could not be read one may not be seen yet.
        if settled and not (self._rolled and any(self._looks)):
            self._learn(gray, view, cut, dice)
        return TrayState(reading, settled, False)

    def _thrown_at(self, reading: ZoneReading, still_since_s: float) -> float | None:
        # Dice never fall where they lay, showing what they showed: whatever seemed to roll was a hand.
        old = self._value
        if old is not None and _same_places(old.dice, reading.dice) and _values(old.dice) == _values(reading.dice):
            return old.thrown_at_s
        if not self._hands_by_skin:
            return still_since_s
        stayed = old is not None and not self._emptied and _one_stayed(old.dice, reading.dice)
        return still_since_s if self._rolled and not stayed else None

    def _learn(self, gray: Gray, view: ZoneView, cut: Crop, dice: tuple[DieReading, ...]) -> None:
        """Remember the tray without its dice: where one lies, what is around it is taken.

        What is hardly believed to be a die belongs to the tray: a knot in its wood, a
        corner of its rim; from then on it is known as such.
        """
        mask, bodies = np.zeros((2, *cut.image.shape[:2]), np.uint8)
        for die in dice:
            if die.confidence < NO_DIE and die.why in (None, NoValue.NOT_SURE, NoValue.COCKED):
                continue
            centre = (round(die.centre_xy_px[0]), round(die.centre_xy_px[1]))
            cv2.circle(mask, centre, round(1.25 * die.edge_px), 255, -1)
            cv2.circle(bodies, centre, round(_BODY_EDGES * die.edge_px), 255, -1)
        self._bare = None
        pixels = gray.pixels.copy()
        window = pixels[view.window]
        # The crop is the zone upright; the small picture sees it as it is: carry masks over by the dice's places.
        spots = _in_small(mask, cut, view)
        known, old = self._background_bgr, self._background
        if known is None or known.shape != cut.image.shape or old is None or old.pixels.shape != pixels.shape:
            self._background_bgr = _filled(cut.image, mask)
            window[:] = _filled(window, spots)
        else:
            bare = np.where(mask[:, :, None] > 0, known, cut.image)
            small = np.where(spots > 0, old.pixels[view.window], window)
            # Only of a die that lies flat is it sure that it hides nothing but floor.
            flat = bool(dice) and all(die.sure for die in dice)
            stale = _stale(cut.image, known, mask) if flat else np.zeros_like(mask)
            if stale.any():  # then what is seen round it counts, and under it there is floor
                bare = np.where(stale[:, :, None] > 0, cut.image, bare)
                floor = BareTray.of(bare, DIE_MM * cut.px_per_mm).floor_as_large_as(bare)
                under = np.asarray(cv2.bitwise_and(stale, bodies), np.uint8)
                bare = np.where(under[:, :, None] > 0, floor, bare)
                floor_gray = np.asarray(cv2.cvtColor(floor, cv2.COLOR_BGR2GRAY), np.uint8)
                small = np.where(_in_small(stale, cut, view) > 0, window, small)
                small = np.where(_in_small(under, cut, view) > 0, _in_small(floor_gray, cut, view), small)
            self._background_bgr = bare
            window[:] = small
        self._background = Gray.softened(pixels)


class CropOf:
    """The tray cut from the full picture, made only when it is asked for."""

    def __init__(self, geometry: Geometry, frame: Frame) -> None:
        self._geometry, self._frame = geometry, frame

    def __call__(self) -> Crop:
        return self._geometry.crop(self._frame.bgr, "tray")


def _values(dice: tuple[DieReading, ...]) -> tuple[int, ...]:
    return tuple(die.pips for die in dice)


def _fault(dice: tuple[DieReading, ...], count: int) -> NoValue | None:
    """What is wrong with what lies there, where it is known; any number is right when `count` is 0."""
    count = count or max(1, len(dice))
    if len(dice) > count:
        sure = sum(die.sure for die in dice)
        return NoValue.TOO_MANY if sure > count else NoValue.NOT_SURE
    if len(dice) < count:
        return NoValue.MISSING
    reasons = [die.why for die in dice if die.why is not None]
    return reasons[0] if reasons else None


def hardly_any_left_out(dice: tuple[DieReading, ...], count: int) -> tuple[DieReading, ...]:
    """The dice without what is hardly believed to be one, where there are `count` sure ones beside it.

    A coin's edge, a card's symbol; or a chip, larger than those by far, that comes and goes under a flickering lamp.
    Any number is right when `count` is 0.
    """
    sure = [die.edge_px for die in dice if die.sure]
    if len(sure) < max(1, count):
        return dice
    return tuple(
        die for die in dice
        if (die.confidence >= NO_DIE or die.why is NoValue.COCKED)
        and (die.confidence >= MAYBE_DIE or die.edge_px < OTHER_SIZE * max(sure))
    )


def what_lay_left_out(
    dice: tuple[DieReading, ...], before: tuple[DieReading, ...], count: int
) -> tuple[DieReading, ...]:
    """The dice without what was doubtful before they fell and lies there still, where `count` sure ones fell.

    `before` is what was seen last before anything moved; what seems to lean there is left out only where it is
    hardly believed to be a die. Any number is right when `count` is 0.
    """
    sure = [die for die in dice if die.sure]
    if len(sure) < max(1, count) or any(_same_places((die,), (old,)) for die in sure for old in before):
        return dice
    things = [old for old in before if not old.sure]
    return tuple(
        die for die in dice
        if die.sure
        or (die.why is NoValue.COCKED and die.confidence >= MAYBE_DIE)
        or not any(_same_places((die,), (old,)) for old in things)
    )


def _one_stayed(before: tuple[DieReading, ...], now: tuple[DieReading, ...]) -> bool:
    """Whether a die lies where one lay and shows the same: both are thrown, or it is no throw."""
    return any(
        old.pips == new.pips and _same_places((old,), (new,), UNTOUCHED) for old in before for new in now
    )


def _same_places(a: tuple[DieReading, ...], b: tuple[DieReading, ...], within: float = SAME_PLACE) -> bool:
    if len(a) != len(b):
        return False
    return all(
        np.hypot(x.centre_xy_px[0] - y.centre_xy_px[0], x.centre_xy_px[1] - y.centre_xy_px[1])
        < within * max(x.edge_px, y.edge_px)
        for x, y in zip(a, b, strict=True)
    )


def _filled(image: Image, mask: Image) -> Image:
    """The image with what is under the mask replaced by the median of the rest."""
    if not mask.any() or mask.all():
        return image.copy()
    out = image.copy()
    out[mask > 0] = np.median(image[mask == 0], axis=0).astype(np.uint8)
    return out


def _stale(image: Image, known: Image, mask: Image) -> Image:
    """The parts of a mask under which what is known can't be true any more: round them things came or went since."""
    now, before = (cv2.blur(picture, (5, 5)).astype(np.float32) for picture in (image, known))
    count, labels = cv2.connectedComponents(mask)
    stale = np.zeros_like(mask)
    for label in range(1, count):
        here = (labels == label).astype(np.uint8)
        ring = (cv2.dilate(here, np.ones((_RING_PX, _RING_PX), np.uint8)) > 0) & (mask == 0)
        if differs(now[ring], before[ring], _NOISE).mean() > _RING_CHANGED:
            stale[here > 0] = 255
    return stale


def _in_small(picture: Image, cut: Crop, view: ZoneView) -> Image:
    """One channel of the crop's size, as the zone's window of the small picture sees it."""
    rows, columns = view.window
    size = (columns.stop - columns.start, rows.stop - rows.start)
    height, width = picture.shape
    # Both show the same zone; they differ by the view's turn, which the crop's own corners tell.
    corners = np.array(cut.to_image([(0, 0), (width, 0), (width, height), (0, height)]), np.float32)
    corners = corners - corners.min(axis=0)
    corners *= np.array(size, np.float32) / np.maximum(corners.max(axis=0), 1e-6)
    source = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    return np.asarray(cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_NEAREST), np.uint8)


def skin_reaches_in(crop_bgr: Image) -> bool:
    """Whether skin reaches in from the crop's edge; without a known background a skin-coloured tray is none."""
    small = cv2.resize(crop_bgr, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    skin = cv2.inRange(cv2.cvtColor(small, cv2.COLOR_BGR2YCrCb), _SKIN_LOW, _SKIN_HIGH)
    skin = cv2.morphologyEx(skin, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(skin)
    rim = np.zeros(skin.shape, bool)
    rim[0, :] = rim[-1, :] = rim[:, 0] = rim[:, -1] = True
    for label in range(1, count):
        share = stats[label, cv2.CC_STAT_AREA] / skin.size
        on_rim = np.count_nonzero((labels == label) & rim) / np.count_nonzero(rim)
        if share > SKIN_SHARE and 0 < on_rim < 0.6 and share < 0.85:
            return True
    return False

