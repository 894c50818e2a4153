"""The drawn picture: what rests on the table is drawn once, what moves is laid over it in every frame."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Image
from vision.mat import CARD_WH_MM, Mat
from vision.readings import PointXY
from vision.simulated.deck import HOUSE_DECK, PX_PER_MM, DeckStyle, card_image
from vision.simulated.dice import HOUSE_DIE, DieStyle, draw_die
from vision.simulated.felt import HOUSE_FELT, FeltStyle, draw_table
from vision.simulated.hands import HandStyle, draw_hand
from vision.simulated.lens import Lens
from vision.simulated.light import HOUSE_LIGHT, Floats, LightMap, LightStyle, Noise, paste, shade

Array = NDArray[np.float64]
Draw = Callable[["Picture", Image], None]


@dataclass(frozen=True, slots=True)
class CardItem:
    """A card on the table: its code (None: face down), middle, turn (clockwise from upright) and zone."""

    code: str | None
    centre_xy_mm: PointXY
    angle_deg: float
    zone: str


@dataclass(frozen=True, eq=False)  # arrays don't compare; the same die is the same object
class DieItem:
    """A die: turn (3, 3) and middle (3,) in mm, z up; `kind` chooses between the two dice's styles."""

    turn: Array
    centre_mm: Array
    kind: int = 0


@dataclass(frozen=True, slots=True)
class Coaster:
    """A round thing that lies about: chips, a glass, something on a marker. BGR."""

    centre_xy_mm: PointXY
    radius_mm: float
    colour: tuple[int, int, int]
    stripes: int = 0
    tall_mm: float = 3.3


Item = CardItem | DieItem | Coaster


@dataclass(frozen=True, slots=True)
class Styles:
    """How everything looks."""

    deck: DeckStyle = HOUSE_DECK
    felt: FeltStyle = HOUSE_FELT
    light: LightStyle = HOUSE_LIGHT
    dice: tuple[DieStyle, DieStyle] = (HOUSE_DIE, HOUSE_DIE)
    blur_px: float = 0.6


class Picture:
    """Composes pictures of one table through one lens."""

    def __init__(self, mat: Mat, lens: Lens, styles: Styles, rng: np.random.Generator) -> None:
        self.mat, self.styles = mat, styles
        self._rng = rng
        self._noise = Noise(styles.light.noise, lens.size_wh_px, rng)
        self._items: tuple[Item, ...] = ()
        self._dice_drawn: list[tuple[DieItem, Lens, tuple[Image, Floats, int, int]]] = []
        self.look_through(lens)

    def look_through(self, lens: Lens) -> None:
        """Draw the empty table anew for this lens."""
        self.lens = lens
        self.light = LightMap(self.styles.light, lens.size_wh_px)
        grain = np.random.default_rng(5)
        empty = self.light.apply(draw_table(self.mat, lens, self.styles.felt, grain))
        if self.styles.blur_px > 0:
            empty = np.asarray(cv2.GaussianBlur(empty, (0, 0), self.styles.blur_px), np.uint8)
        self._empty = empty
        self._rest = empty.copy()
        items, self._items = self._items, ()
        self.rest(items)

    def rest(self, items: Iterable[Item]) -> None:
        """What lies still from now on, lowest first; only what is new is drawn, where that is enough."""
        items = tuple(items)
        known = len(self._items)
        if items[:known] == self._items:
            added = items[known:]
        else:
            np.copyto(self._rest, self._empty)
            added = items
        for item in added:
            self.draw(self._rest, item)
        self._items = items

    def frame(self, moving: Iterable[Draw] = (), level: float = 1.0) -> Image:
        """A picture with the things that move drawn over those that rest, at this light level, with noise."""
        canvas = self._rest.copy()
        for draw in moving:
            draw(self, canvas)
        if level != 1.0:
            cv2.convertScaleAbs(canvas, canvas, level, 0)
        self._noise.add(canvas)
        return canvas

    def draw(self, canvas: Image, item: Item, lift_mm: float = 0.0, smear: float = 0.0) -> None:
        """Draw one thing; `lift_mm` above the felt, `smear` px of motion blur."""
        if isinstance(item, CardItem):
            self._draw_card(canvas, item, lift_mm)
        elif isinstance(item, DieItem):
            self._draw_die(canvas, item, smear)
        else:
            self._draw_coaster(canvas, item)

    def draw_hand(self, canvas: Image, style: HandStyle, tip_xy_mm: PointXY, back_deg: float) -> None:
        """Draw a hand over everything, with its shadow."""
        drawn = draw_hand(style, tip_xy_mm, back_deg, self.lens)
        if drawn is None:
            return
        patch, alpha, x0, y0 = drawn
        away = round(9 * self.lens.px_per_mm)
        small = cv2.resize(alpha, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        blurred = cv2.GaussianBlur(small, (0, 0), max(1.0, away / 8))
        soft: Floats = np.asarray(cv2.resize(blurred, (alpha.shape[1], alpha.shape[0])), np.float32)
        shade(canvas, soft, x0 - away // 2, y0 + away, 0.35)
        paste(canvas, patch, alpha, x0, y0, self.light)

    def _draw_card(self, canvas: Image, item: CardItem, lift_mm: float) -> None:
        w, h = CARD_WH_MM[0] / 2, CARD_WH_MM[1] / 2
        turn = np.radians(item.angle_deg)
        matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        corners = np.array([(-w, -h), (w, -h), (w, h), (-w, h)]) @ matrix.T + np.array(item.centre_xy_mm)
        quad = self.lens.project(np.column_stack([corners, np.full(4, 0.4 + lift_mm)]))
        scale = round(self.lens.scale_at(item.centre_xy_mm) * 1.15, 1)
        texture, alpha = _scaled(item.code, self.styles.deck, scale)
        th, tw = alpha.shape
        low = np.floor(quad.min(axis=0)).astype(int) - 4
        size = tuple(int(v) for v in np.ceil(quad.max(axis=0)).astype(int) + 5 - low)
        source = np.array([(0, 0), (tw, 0), (tw, th), (0, th)], np.float32) - 0.5
        view = cv2.getPerspectiveTransform(source, (quad - low).astype(np.float32) - 0.5)
        patch = cv2.warpPerspective(texture, view, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        share = cv2.warpPerspective(alpha, view, size, flags=cv2.INTER_LINEAR)
        if self.styles.blur_px > 0:
            patch = cv2.GaussianBlur(patch, (0, 0), self.styles.blur_px)
            share = cv2.GaussianBlur(share, (0, 0), self.styles.blur_px)
        soft: Floats = np.asarray(share, np.float32) / np.float32(255)
        away = self.lens.px_per_mm * (0.5 + 0.25 * lift_mm)
        shadow = np.asarray(cv2.GaussianBlur(soft, (0, 0), max(0.8, 1.2 * away)), np.float32)
        shade(canvas, shadow, int(low[0] - away), int(low[1] + away), 0.3)
        paste(canvas, np.asarray(patch, np.uint8), soft, int(low[0]), int(low[1]), self.light)

    def _draw_die(self, canvas: Image, item: DieItem, smear: float) -> None:
        style = self.styles.dice[item.kind % 2]
        if smear > 1.0:  # what is smeared so needs no fine sampling
            patch, alpha, x0, y0 = draw_die(style, item.turn, item.centre_mm, self.lens, samples=1)
        else:
            patch, alpha, x0, y0 = self._sharp_die(style, item)
        ground = self.lens.project(np.array([[item.centre_mm[0] - 3, item.centre_mm[1] + 3.5]]))[0]
        reach = round(style.edge_mm * 1.2 * self.lens.px_per_mm)
        ys, xs = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
        far = np.hypot(xs, ys) / (style.edge_mm * self.lens.px_per_mm)
        shadow = np.clip(1.35 - 1.6 * far, 0, 1).astype(np.float32)
        shade(canvas, shadow, round(ground[0]) - reach, round(ground[1]) - reach, 0.5)
        sigma = float(np.hypot(self.styles.blur_px, smear))
        if sigma > 0:
            pad = int(np.ceil(3 * sigma))
            inked = np.asarray(patch * alpha[:, :, None], np.float32)
            wider = [cv2.copyMakeBorder(a, pad, pad, pad, pad, cv2.BORDER_CONSTANT) for a in (inked, alpha)]
            full, share = (np.asarray(cv2.GaussianBlur(a, (0, 0), sigma), np.float32) for a in wider)
            patch = np.clip(full / np.maximum(share, 1e-4)[:, :, None], 0, 255).astype(np.uint8)
            alpha, x0, y0 = share, x0 - pad, y0 - pad
        paste(canvas, patch, alpha, x0, y0, self.light)

    def _sharp_die(self, style: DieStyle, item: DieItem) -> tuple[Image, Floats, int, int]:
        """A die's patch; those of the last few are kept, for a die that lies is drawn again and again."""
        for known, lens, drawn in self._dice_drawn:
            if known is item and lens is self.lens:
                return drawn
        drawn = draw_die(style, item.turn, item.centre_mm, self.lens)
        self._dice_drawn = [*self._dice_drawn[-5:], (item, self.lens, drawn)]
        return drawn

    def _draw_coaster(self, canvas: Image, item: Coaster) -> None:
        x, y = item.centre_xy_mm
        turn = np.linspace(0, 2 * np.pi, 48)

        def ring(radius: float) -> Array:
            return self.lens.project(np.stack([x + radius * np.cos(turn), y + radius * np.sin(turn)], axis=1))

        px = ring(item.radius_mm)
        low = np.floor(px.min(axis=0)).astype(int) - 3
        shape = tuple(int(v) for v in (np.ceil(px.max(axis=0)).astype(int) + 4 - low)[::-1])
        patch = np.full((*shape, 3), item.colour, np.uint8)
        for i in range(item.stripes):
            a = 2 * np.pi * i / item.stripes
            wedge = np.array([[x + r * np.cos(a + d), y + r * np.sin(a + d)]
                              for r, d in ((0, 0), (item.radius_mm, -0.16), (item.radius_mm, 0.16))])
            cv2.fillPoly(patch, [np.round((self.lens.project(wedge) - low) * 16).astype(np.int32)],
                         (232, 236, 236), cv2.LINE_AA, 4)
        if item.stripes:
            inner = np.round((ring(item.radius_mm * 0.68) - low) * 16).astype(np.int32)
            cv2.fillPoly(patch, [inner], item.colour, cv2.LINE_AA, 4)
        mask = np.zeros(shape, np.uint8)
        cv2.fillPoly(mask, [np.round((px - low) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        soft: Floats = np.asarray(mask, np.float32) / np.float32(255)
        away = max(1, round(self.lens.px_per_mm * 2))
        shadow = np.asarray(cv2.GaussianBlur(soft, (0, 0), away), np.float32)
        shade(canvas, shadow, int(low[0]), int(low[1]) + away, 0.4)
        paste(canvas, patch, soft, int(low[0]), int(low[1]), self.light)


@functools.lru_cache(maxsize=256)
def _scaled(code: str | None, deck: DeckStyle, px_per_mm: float) -> tuple[Image, Image]:
    """A card's texture and alpha near the scale at which it is seen, so that small print is averaged, not skipped."""
    full = card_image(code, deck)
    factor = min(1.0, px_per_mm / PX_PER_MM)
    small = cv2.resize(full, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(small[:, :, :3]), np.ascontiguousarray(small[:, :, 3])


def moved(item: CardItem, centre_xy_mm: PointXY) -> CardItem:
    """The same card somewhere else."""
    return replace(item, centre_xy_mm=centre_xy_mm)
