"""A drawn table with its truth, seen by a virtual camera: the product's own test stand and demo.

How to drive it
    In the same process::

        scene = SimulatedTable(seed=7, seats=4)           # size_wh_px=(2028, 1520), pace=1.0
        scene.do(DealBoard(("Kh", "8d")))                  # queued; returns at once
        frame = scene.frame(time_s)                        # BGR image of that moment
        scene.truth()                                      # TableTruth: cards, dice, busy

    Through the camera process (what `run --demo` does)::

        camera = CameraProcess("simulated", seats=4, seed=7)
        camera.start()
        camera.tell(DealBoard(("Kh", "8d")))               # any command of vision.simulated.commands
        camera.tell(Throw((3, 4), seat=2))
        for event in camera.poll(): ...                    # TableReading, Preview, TableTruth

    Commands are carried out one after another in the order given, each with a
    hand that comes and goes, in real seconds divided by `pace` (2: twice as
    fast). With the simulated camera the process also sends a `TableTruth`
    whenever it changes, so that a script may wait until `busy` is False and a
    test may compare what was read with what lay there.

    After `Sweep()` the table is empty of cards, and the next hand can be dealt.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from vision.camera import Frame
from vision.geometry import Image
from vision.mat import Mat, make_mat
from vision.simulated import commands as c
from vision.simulated.deck import random_style
from vision.simulated.dice import DieStyle, random_die, top_value
from vision.simulated.felt import random_felt
from vision.simulated.hands import SKINS, HandStyle
from vision.simulated.lens import Lens
from vision.simulated.light import random_light
from vision.simulated.motions import Motion, arm_deg, plan
from vision.simulated.picture import CardItem, Coaster, DieItem, Draw, Item, Picture, Styles
from vision.simulated.places import Places

_AT_ONCE = (c.HandOver, c.Light, c.CoverMarker, c.MoveCamera)
_SLEEVES = ((96, 66, 48), (60, 60, 64), (44, 40, 120), (110, 100, 40), (40, 80, 50), (90, 120, 150))
_TABLES_WH_MM = {"A3": (1100.0, 800.0), "A2": (1500.0, 1000.0)}


def lens_over(mat: Mat, size_wh_px: tuple[int, int], px_per_mm: float | None = None) -> Lens:
    """A lens that sees all zones of a mat and the players' down cards, or one of a given scale."""
    points = np.array([p for zone in mat.zones for p in zone.polygon_xy_mm])
    reach = np.abs(points).max(axis=0)
    width, height = 2 * max(reach[0] + 25, 400), 2 * (reach[1] + 128)
    scale = px_per_mm or min(size_wh_px[0] / width, size_wh_px[1] / height)
    return Lens(size_wh_px, scale, height_mm=max(1100.0, 0.85 * width))


class SimulatedTable:
    """The scene: what lies on it, what moves, how it looks at any moment. See the top of this file.

    `size_wh_px` and `px_per_mm` make the camera, `paper` the mat; `varied`
    draws deck, felt, dice and light at random from the seed instead of the
    house's own. ValueError for a number of seats that no table has.
    """

    def __init__(
        self,
        seed: int = 1,
        seats: int = 4,
        size_wh_px: tuple[int, int] = (2028, 1520),
        *,
        paper: str = "A3",
        px_per_mm: float | None = None,
        pace: float = 1.0,
        styles: Styles | None = None,
        varied: bool = False,
        lens: Lens | None = None,
    ) -> None:
        self.rng = np.random.default_rng(seed)
        self.mat = make_mat(paper, seats, _TABLES_WH_MM[paper])
        self.styles = styles or (random_styles(self.rng) if varied else Styles())
        self.places = Places(self.mat, self.rng)
        self.picture = Picture(self.mat, lens or lens_over(self.mat, size_wh_px, px_per_mm), self.styles, self.rng)
        self.pace = pace
        self.dealer = seats // 2 + 1
        self.cards: tuple[CardItem, ...] = ()
        self.dice: tuple[DieItem, ...] = ()
        self.things: tuple[CardItem | Coaster, ...] = ()  # in the tray, where they do not belong
        self._chips = tuple(self._make_chips())
        self._covers: dict[int, Coaster] = {}
        self._waiting: deque[c.Command] = deque()
        self._motions: Iterator[Motion] = iter(())
        self._motion: Motion | None = None
        self._motion_start_s = 0.0
        self._hands: list[tuple[c.HandOver, float]] = []
        self._level = (1.0, 1.0, 0.0, 0.0)  # from, to, start, end
        self._throws = 0
        self._cocked = False
        self._now_s: float | None = None
        self._unseen = False
        self._redraw()

    def do(self, command: c.Command) -> None:
        """Have something done; returns at once."""
        self._waiting.append(command)

    def frame(self, time_s: float) -> Frame:
        """The table at a moment; times must not go back."""
        return Frame.of(self.image(time_s), time_s)

    def image(self, time_s: float) -> Image:
        """The picture (BGR) at a moment."""
        self._advance(time_s)
        moving: list[Draw] = []
        if self._motion is not None:
            motion = self._motion
            share = min(1.0, (time_s - self._motion_start_s) * self.pace / motion.duration_s)
            moving.append(lambda picture, canvas: motion.draw(picture, canvas, share))
        moving += [self._resting_hand(hand, start, time_s) for hand, start in self._hands]
        flicker = self.styles.light.flicker
        level = self._level_at(time_s) * (1 + flicker * float(np.sin(time_s * 47.0)) if flicker else 1.0)
        return self.picture.frame(moving, level)

    def settle(self) -> None:
        """Do all that waits at once, unseen: for pictures of a table at rest."""
        self._unseen = True
        while self._next_motion():
            assert self._motion is not None
            self._motion.done()
            self._motion = None
        self._unseen = False
        self._redraw()

    def truth(self) -> c.TableTruth:
        """What lies there now."""
        zones = tuple(
            (zone.name, tuple(card.code for card in self.cards if card.zone == zone.name and card.code))
            for zone in self.mat.zones
            if zone.name != "tray"
        )
        busy = self._motion is not None or bool(self._waiting) or bool(self._hands)
        values = () if self._cocked else tuple(top_value(die.turn) for die in self.dice)
        return c.TableTruth(self._now_s or 0.0, zones, values, busy, self._throws, self._cocked)

    # What the motions do to the table.

    def add(self, *cards: CardItem) -> None:
        """Cards come to lie on top of the others."""
        self.cards = (*self.cards, *cards)
        self._redraw()

    def remove(self, cards: Iterable[CardItem]) -> None:
        """Cards leave the table."""
        gone = set(cards)
        self.cards = tuple(card for card in self.cards if card not in gone)
        self._redraw()

    def strew(self, *things: CardItem | Coaster) -> None:
        """Exactly these things lie in the tray from now on: chips, coins, cards."""
        self.things = things
        self._redraw()

    def put(self, die: DieItem) -> None:
        """A die is laid into the tray."""
        self.dice = (*self.dice, die)
        self._redraw()

    def lift(self, die: DieItem) -> None:
        """A die is taken from the tray."""
        self.dice = tuple(other for other in self.dice if other is not die)
        self._cocked = False
        self._redraw()

    def land(self, dice: tuple[DieItem, ...], cocked: bool) -> None:
        """Thrown dice come to rest."""
        self.dice, self._cocked = dice, cocked
        self._throws += 1
        self._redraw()

    def hand(self, seat: int) -> HandStyle:
        """How a player's hands look."""
        return HandStyle(SKINS[seat % len(SKINS)], _SLEEVES[seat % len(_SLEEVES)])

    def _advance(self, time_s: float) -> None:
        if self._now_s is None:
            self._now_s = self._motion_start_s = time_s
        for command in [w for w in self._waiting if isinstance(w, _AT_ONCE)]:
            self._waiting.remove(command)
            self._at_once(command, time_s)
        self._hands = [(hand, start) for hand, start in self._hands if time_s < start + hand.seconds + 0.6]
        while True:
            if self._motion is None:
                self._motion_start_s = max(self._motion_start_s, self._now_s)
                if not self._next_motion():
                    break
            assert self._motion is not None
            end_s = self._motion_start_s + self._motion.duration_s / self.pace
            if end_s > time_s:
                break
            self._motion.done()
            self._motion, self._motion_start_s = None, end_s
            self._now_s = end_s
        self._now_s = time_s

    def _next_motion(self) -> bool:
        """Take up the next motion; False when there is nothing to do."""
        while self._motion is None:
            self._motion = next(self._motions, None)
            if self._motion is None:
                if not self._waiting:
                    return False
                self._motions = plan(self, self._waiting.popleft())
        return True

    def _at_once(self, command: c.Command, time_s: float) -> None:
        if isinstance(command, c.HandOver):
            self._hands.append((command, time_s))
        elif isinstance(command, c.Light):
            self._level = (self._level_at(time_s), command.level, time_s, time_s + max(command.seconds, 1e-6))
        elif isinstance(command, c.MoveCamera):
            self.picture.look_through(self.picture.lens.shifted(command.shift_xy_mm))
        elif isinstance(command, c.CoverMarker):
            corners = dict(self.mat.markers_xy_mm)[command.marker]
            x, y = np.mean(corners, axis=0)
            self._covers.pop(command.marker, None)
            if command.covered:
                self._covers[command.marker] = Coaster((float(x), float(y)), 42.0, (60, 80, 110))
            self._redraw()

    def _level_at(self, time_s: float) -> float:
        a, b, start, end = self._level
        if end <= start:
            return b
        return float(a + (b - a) * np.clip((time_s - start) / (end - start), 0, 1))

    def _resting_hand(self, hand: c.HandOver, start_s: float, time_s: float) -> Draw:
        seat = int(hand.zone.split(":")[1]) if hand.zone.startswith("seat:") else self.dealer
        home, target = self.places.home(seat), self.mat.zone(hand.zone).centre_xy_mm
        since = time_s - start_s
        near = float(np.clip(min(since, hand.seconds + 0.6 - since) / 0.3, 0, 1))
        tip = (home[0] + (target[0] - home[0]) * near, home[1] + (target[1] - home[1]) * near)
        return lambda picture, canvas: picture.draw_hand(canvas, self.hand(seat), tip, arm_deg(tip, home))

    def _redraw(self) -> None:
        if not self._unseen:
            self.picture.rest(self._items())

    def _items(self) -> tuple[Item, ...]:
        return (*self._chips, *self._covers.values(), *self.cards, *self.things, *self.dice)

    def _make_chips(self) -> Iterator[Item]:
        colours = ((40, 40, 170), (150, 80, 30), (50, 110, 40), (30, 30, 30))
        for seat in range(1, self.mat.seats + 1):
            x, y = self.places.chips(seat)
            for i in range(3):
                dx, dy = (float(v) for v in self.rng.normal(0, 2, 2))
                yield Coaster((x + dx + 44 * (i - 1), y + dy), 20.0, colours[(seat + i) % 4], 6)
        x, y = self.places.deck()
        for i in range(8):
            yield CardItem(None, (x - i * 0.3, y - i * 0.4), 88.0, "deck")


def random_styles(rng: np.random.Generator) -> Styles:
    """A table that might stand somewhere: any deck, felt, dice and light."""
    first = random_die(rng)
    second: DieStyle = first if rng.random() < 0.7 else replace(random_die(rng), edge_mm=first.edge_mm)
    return Styles(
        random_style(rng), random_felt(rng), random_light(rng), (first, second), float(rng.uniform(0.4, 0.9))
    )
