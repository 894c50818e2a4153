"""Motion, stillness, hands and throws: pure classes on small grey pictures, without cameras or clocks.

Everything is measured in shares of a zone and in multiples of the picture's own
noise, so that light, camera and felt need no settings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Geometry, Image
from vision.mat import Zone

LEAST_STEP = 9.0  # grey levels: what a change must have over the noise
LEAST_SHARE = 0.14  # of the picture's own level, where that is less: in dim light everything changes by less
NOISE_TIMES = 5.0
SAME_LIGHT = 0.1  # by so much at the most px differ from the rest that only the light changed for
CALM_SHARE = 0.0025  # of a zone that may flicker while it counts as still
DIE_MM = 16.0
MARKER = "marker:"


@dataclass(frozen=True)
class ZoneView:
    """A zone's place in the small picture: its window, the mask inside it, px a square mm, and its area in px."""

    name: str
    window: tuple[slice, slice]
    mask: Image
    px2_per_mm2: float

    area_px: int


def zone_views(geometry: Geometry, small_wh_px: tuple[int, int]) -> tuple[ZoneView, ...]:
    """All zones of a geometry in small pictures of a size, and `marker:N` for the mat's markers.

    Zones out of the picture are left out.
    """
    small = geometry.scaled(small_wh_px)
    views = []
    markers = [Zone(f"{MARKER}{marker}", corners) for marker, corners in geometry.mat.markers_xy_mm]
    for zone in (*geometry.mat.zones, *markers):
        px = small.to_px(zone.polygon_xy_mm)
        low = np.maximum(np.floor(px.min(axis=0)), 0).astype(int)
        high = np.minimum(np.ceil(px.max(axis=0)) + 1, small_wh_px).astype(int)
        if (high - low < 4).any():
            continue
        mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
        cv2.fillPoly(mask, [np.round(px - low).astype(np.int32)], 255)
        window = (slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0])))
        scale = small.px_per_mm("tray" if zone.name.startswith(MARKER) else zone.name)
        views.append(ZoneView(zone.name, window, mask, scale**2, int(np.count_nonzero(mask))))
    return tuple(views)


class Gray:
    """One small picture made ready for comparing: softened once, with its noise and brightness."""

    def __init__(self, small_gray: Image) -> None:
        self.pixels = np.asarray(cv2.blur(small_gray, (3, 3)), np.uint8)
        self.level = float(max(1.0, np.median(self.pixels[::7, ::7])))

    @classmethod
    def softened(cls, pixels: Image) -> Gray:
        """Of pixels that were softened before."""
        gray = cls(pixels)
        gray.pixels = pixels
        return gray

    def gain_over(self, before: Gray) -> float:
        """How much brighter the whole picture is than one before, by what most of its px say.

        Not by the means or medians of all: a hand that comes in changes those, and no light.
        """
        a, b = (picture[5::11, 5::11].astype(np.float32) for picture in (self.pixels, before.pixels))
        gain = float(np.median((a + 1) / (b + 1)))
        # In dim light most px are of a few grey levels and their ratios coarse: those that are brighter tell it finely.
        most = np.abs(a - gain * b) < SAME_LIGHT * gain * b + 2
        a, b = a[most], b[most]
        return float((a @ b + 1) / (b @ b + 1))


def changed(now: Gray, before: Gray, view: ZoneView, noise: float, gain: float | None = None) -> Image:
    """Which px of a zone differ (255), apart from a change of the whole picture's brightness.

    `gain` is `now.gain_over(before)` where the caller knows it already.
    """
    a, b = now.pixels[view.window], before.pixels[view.window]
    gain = now.gain_over(before) if gain is None else gain
    if abs(gain - 1) > 0.01:
        b = np.asarray(cv2.convertScaleAbs(b, None, gain, 0), np.uint8)
    step = max(min(LEAST_STEP, LEAST_SHARE * now.level), NOISE_TIMES * noise)
    _, differs = cv2.threshold(cv2.absdiff(a, b), step, 255, cv2.THRESH_BINARY)
    return np.asarray(cv2.bitwise_and(differs, view.mask), np.uint8)


def noise_of(now: Gray, before: Gray) -> float:
    """The standard deviation of the noise in softened pictures, from what most px differ by."""
    differs = cv2.absdiff(now.pixels[::5, ::5], before.pixels[::5, ::5])
    return float(np.median(differs)) * 1.05 + 0.3  # MAD to sigma, for a difference of two; rounding


@dataclass(frozen=True, slots=True)
class ZoneMotion:
    """What a zone does: `moving`, since when it is `still_since_s` (None while it moves), and its `version`.

    `version` grows with every motion that ended, so that a reading can tell
    whether it is of what lies there now.
    """

    moving: bool
    still_since_s: float | None
    version: int

    def at_rest(self, time_s: float, rest_s: float) -> bool:
        """Whether nothing has moved for `rest_s`."""
        return self.still_since_s is not None and time_s - self.still_since_s >= rest_s - 1e-6


class Stillness:
    """Watches every zone against the picture at which it last became still: slow creeping counts as motion too."""

    def __init__(self, views: tuple[ZoneView, ...]) -> None:
        self.views = views
        self.noise = 2.0
        self._last: Gray | None = None
        self._anchor: dict[str, Gray] = {}
        self._state: dict[str, ZoneMotion] = {}

    def step(self, gray: Gray, time_s: float) -> dict[str, ZoneMotion]:
        """Take the next small picture; what each zone does now."""
        if self._last is None or self._last.pixels.shape != gray.pixels.shape:
            self._state = {view.name: ZoneMotion(True, None, 0) for view in self.views}
            self._anchor = {view.name: gray for view in self.views}
        else:
            self.noise += 0.2 * (noise_of(gray, self._last) - self.noise)
            # Most zones have one anchor in common. The gains die with this step: kept by the pictures they would
            # tie each to the one before, for the whole night.
            anchors = {id(anchor): anchor for anchor in self._anchor.values()}
            gains = {key: gray.gain_over(anchor) for key, anchor in anchors.items()}
            for view in self.views:
                self._state[view.name] = self._zone(view, gray, time_s, gains[id(self._anchor[view.name])])
        self._last = gray
        return dict(self._state)

    def calm(self, now: Gray, before: Gray, view: ZoneView, gain: float | None = None) -> bool:
        """Whether a zone looks the same in two small pictures, but for noise and brightness; `gain` as in `changed`."""
        differs = changed(now, before, view, self.noise, gain)
        # A die of the small picture's scale may not move unseen, however large the zone is.
        allowed = min(view.area_px * CALM_SHARE, 0.25 * DIE_MM**2 * view.px2_per_mm2)
        return cv2.countNonZero(differs) <= max(2.0, allowed)

    def _zone(self, view: ZoneView, gray: Gray, time_s: float, gain: float) -> ZoneMotion:
        before = self._state[view.name]
        if not self.calm(gray, self._anchor[view.name], view, gain):
            self._anchor[view.name] = gray
            return ZoneMotion(True, None, before.version)
        if before.moving:
            return ZoneMotion(False, time_s, before.version + 1)
        return before


@dataclass(frozen=True, slots=True)
class Blob:
    """Something that lies over the known background: its area, whether it comes in from outside the zone.

    `arrived_share` is how much of it lies where only background was a frame
    before: a die that rolls arrives, one that a hand uncovers does not.
    """

    area_mm2: float
    from_outside: bool
    arrived_share: float
    middle_xy_mm: tuple[float, float] = (0.0, 0.0)  # in the zone's window
    long_mm: float = 0.0  # the longer side of its upright box
    by_hand: bool = False  # close to what may be a hand, if not a part of it


def blobs(gray: Gray, background: Gray, before: Gray | None, view: ZoneView, noise: float) -> tuple[Blob, ...]:
    """What lies in a zone that is not its background, largest first; `before` is the picture a frame earlier."""
    px_per_mm = view.px2_per_mm2**0.5
    over = _pieced_together(changed(gray, background, view, noise), view)
    count, labels, stats, middles = cv2.connectedComponentsWithStats(over, connectivity=8)
    hands = _hands(labels, stats, view)
    if before is None:
        arrived = np.zeros_like(over)
    else:
        there = _pieced_together(changed(before, background, view, noise), view)
        arrived = np.asarray(cv2.bitwise_and(over, cv2.bitwise_not(there)), np.uint8)
        _, labels_before, stats_before, _ = cv2.connectedComponentsWithStats(there, connectivity=8)
        hands |= _hands(labels_before, stats_before, view)  # what it uncovered or let go
    near = _grown(hands, BY_HAND_MM * px_per_mm) if hands.any() else hands
    edge = _edge(view.mask)
    found = []
    for label in range(1, count):
        area = int(stats[label, cv2.CC_STAT_AREA])
        if area < 3:
            continue
        here = labels == label
        found.append(Blob(
            area / view.px2_per_mm2,
            bool((edge[here] > 0).any()),
            float(np.count_nonzero(arrived[here])) / area,
            (float(middles[label][0]) / px_per_mm, float(middles[label][1]) / px_per_mm),
            float(max(stats[label, cv2.CC_STAT_WIDTH], stats[label, cv2.CC_STAT_HEIGHT])) / px_per_mm,
            bool(near[here].any()),
        ))
    return tuple(sorted(found, key=lambda blob: -blob.area_mm2))


def _hands(labels: NDArray[Any], stats: NDArray[Any], view: ZoneView) -> NDArray[np.bool_]:
    """Where something large or long reaches in: in dim light no more than an edge of an arm may be seen.

    Of a hand as grey as the tray hardly more is seen than where it crosses the rim: all that it may reach is taken.
    """
    px_per_mm = view.px2_per_mm2**0.5
    longest = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT])
    large = (stats[:, cv2.CC_STAT_AREA] > HAND_MM2 * view.px2_per_mm2) | (longest > LONGEST_MM * px_per_mm)
    hands = [
        label for label in range(1, len(stats)) if large[label] and _comes_in(labels == label, view, px_per_mm)
    ]
    if not hands:
        return np.zeros(labels.shape, bool)
    near = np.unique(labels[_grown(np.isin(labels, hands), BY_HAND_MM * px_per_mm)])
    fingers = [label for label in near if label and longest[label] > TWO_MM * px_per_mm]  # with dark gaps between
    seen = np.isin(labels, [*hands, *fingers])
    if np.count_nonzero(seen) > HAND_MM2 * view.px2_per_mm2:
        return seen
    return _grown(seen, REACH_MM * px_per_mm)


def _grown(places: NDArray[np.bool_], by_px: float) -> NDArray[np.bool_]:
    side = 2 * round(by_px) + 1
    return np.asarray(cv2.dilate(places.astype(np.uint8), np.ones((side, side), np.uint8)) > 0)


def _pieced_together(differs: Image, view: ZoneView) -> Image:
    """What differs, gaps within a die closed: a die as grey as its tray is seen by its pips and edges alone.

    What is larger than a die's pieces stays as it is, or dice would grow into a card that they lie beside.
    """
    _, labels, stats, _ = cv2.connectedComponentsWithStats(differs, connectivity=8)
    piece = stats[:, cv2.CC_STAT_AREA] < PIECE_DICE * DIE_MM**2 * view.px2_per_mm2
    piece[0] = False
    side = 2 * round(GAP_MM / 2 * view.px2_per_mm2**0.5) + 1
    pieces = (piece[labels] * 255).astype(np.uint8)
    closed = cv2.morphologyEx(pieces, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    return np.asarray(cv2.bitwise_or(differs, closed), np.uint8)


def _edge(mask: Image) -> NDArray[np.uint8]:
    inner = cv2.erode(cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT), np.ones((3, 3), np.uint8))
    return np.asarray(cv2.subtract(mask, inner[1:-1, 1:-1]), np.uint8)


def _comes_in(here: NDArray[np.bool_], view: ZoneView, px_per_mm: float) -> bool:
    """Whether something reaches the zone's edge, or nearly: a rim of its own brightness may cut it off."""
    ys, xs = np.nonzero(here)
    height, width = view.mask.shape
    rim = RIM_MM * px_per_mm
    return bool(xs.min() < rim or ys.min() < rim or xs.max() > width - rim or ys.max() > height - rim)


RIM_MM = 15.0
PIECE_DICE = 1.5  # of a die's face; larger is more than a die's piece
GAP_MM = 6.0  # what is no farther apart in a die's likeness is one thing
REACH_MM = 100.0  # from the rim to the tips of a hand
BY_HAND_MM = 12.0  # what is nearer to a hand may be a piece of it, or held by it
ARRIVED = 0.2  # of a die that lies where nothing was a frame before: it has just come there
SAME_MM = 2.5  # a blob that lies is seen to shift by no more
WAY_MM = 80.0  # in a frame
LEAST_DIE_MM2, MOST_DICE_MM2 = 0.35 * DIE_MM**2, 7 * DIE_MM**2
SPECK = 0.3  # of a blob's area
TWO_MM = 38.0  # one die is no longer, be it blurred by its roll
LONGEST_MM = 72.0  # two dice side by side in a blurred picture; a sleeve's edge is longer
HAND_MM2 = 1400.0  # two fingers; five dice side by side are less, a hand reaching in is far more


def hand_in(found: tuple[Blob, ...], *, rim: bool = True) -> bool:
    """Whether one of the blobs is a hand: large, and reaching in from outside; very nearly, where there is a `rim`."""
    return any((blob.from_outside or (rim and blob.by_hand)) and blob.area_mm2 > HAND_MM2 for blob in found)


class ThrowWatch:
    """Tells a throw from dice that were laid, carried or nudged: dice-sized things that roll free of any hand."""

    FREE_FRAMES = 2
    MEMORY_FRAMES = 4

    def __init__(self) -> None:
        self._lay: list[list[Blob]] = []
        self._start()

    def _start(self) -> None:
        self._free = 0
        self._moved = False  # one that had come was soon somewhere else
        self._came: list[list[Blob]] = []  # in the last frames: what was there long ago is no roll
        self._before: list[Blob] = []

    def step(self, found: tuple[Blob, ...]) -> None:
        """Take what lies in the tray in one moving frame.

        A hand that lays dice fast leaves them free where there was nothing a frame before, and
        there they stay; one that rolls goes on.
        """
        alone = [blob for blob in found if not (blob.from_outside or blob.by_hand)]
        elsewhere = [blob for blob in alone if not any(_lay_there(old, blob) for old in self._before)]
        self._moved |= any(_went_on(blob, alone, elsewhere) for frame in self._came for blob in frame)
        like_dice = [  # two that roll side by side are one blob
            blob for blob in found
            if not blob.from_outside and blob.long_mm < LONGEST_MM and LEAST_DIE_MM2 <= blob.area_mm2 <= MOST_DICE_MM2
        ]
        come = [blob for blob in like_dice if blob.arrived_share * blob.area_mm2 > ARRIVED * DIE_MM**2]
        # Where one lay a moment ago it lies still, though a hand passed over it or the light changed.
        lay = [blob for frame in self._lay for blob in frame]
        rolling = [
            blob for blob in come if not blob.by_hand and not any(_gap_mm(blob, old) < SAME_MM for old in lay)
        ]
        self._free += bool(rolling)
        self._came = [*self._came, rolling][-self.MEMORY_FRAMES :]
        self._before = alone
        self._lay = [*self._lay, like_dice][-self.MEMORY_FRAMES :]

    def rest(self) -> bool:
        """The tray came to rest: whether that was a throw; starts anew."""
        thrown = self._free >= self.FREE_FRAMES and self._moved
        self._start()
        return thrown


def _gap_mm(a: Blob, b: Blob) -> float:
    return float(np.hypot(a.middle_xy_mm[0] - b.middle_xy_mm[0], a.middle_xy_mm[1] - b.middle_xy_mm[1]))


def _lay_there(before: Blob, now: Blob) -> bool:
    """Whether a blob, and no speck of it, was where one is now."""
    return before.area_mm2 > SPECK * now.area_mm2 and _gap_mm(before, now) < SAME_MM


def _went_on(before: Blob, now: list[Blob], elsewhere: list[Blob]) -> bool:
    """Whether a blob is no longer where it was, but one like it not far from there, where none lay a frame before."""
    if any(_gap_mm(before, blob) < SAME_MM for blob in now):
        return False
    least = 0.6 if before.long_mm < TWO_MM else 0.4  # two that rolled side by side go on one by one
    return any(
        _gap_mm(before, blob) < WAY_MM and least < blob.area_mm2 / before.area_mm2 < 1.6 for blob in elsewhere
    )
