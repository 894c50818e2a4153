"""Eyes for tests of the session: what the simulated table is told lies there, read without a camera."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from assistant.events import Event
from assistant.journal import JournalError
from vision.readings import CardReading, DieReading, Expectation, TableReading, ZoneReading
from vision.simulated import commands as do


def card(code: str, x: float = 0.0, *, sure: bool = True, other: str = "") -> CardReading:
    """A reading of one card at `x`."""
    corners = ((x, 0.0), (x + 60, 0.0), (x + 60, 90.0), (x, 90.0))
    alternatives = ((other, 0.3),) if other else ()
    return CardReading(code, 0.99 if sure else 0.6, sure, corners, alternatives)


def dice(a: int, b: int, thrown_at_s: float | None, **more: Any) -> ZoneReading:
    """Two dice at rest in the tray."""
    two = tuple(DieReading(p, 0.99, True, (30.0 * i, 0.0), 20.0) for i, p in enumerate((a, b)))
    return ZoneReading("tray", dice=two, thrown_at_s=thrown_at_s, **more)


def zone(name: str, *codes: str | CardReading) -> ZoneReading:
    """Cards at rest in a zone, side by side."""
    cards = (c if isinstance(c, CardReading) else card(c, 100.0 * i) for i, c in enumerate(codes))
    return ZoneReading(name, tuple(cards))


class Kept(list[Event]):
    """A record in memory; one that is `full` takes no more."""

    full = False

    def append(self, event: Event) -> int:  # type: ignore[override]
        if self.full:
            raise JournalError("the disk is full: make room and try again")
        super().append(event)
        return len(self)


class FakeEyes:
    """Reads at each poll all that was laid so far, as far as the expectation lets it."""

    def __init__(self) -> None:
        self.zones: dict[str, tuple[str, ...]] = {}
        self.tray: ZoneReading | None = None
        self.expectation = Expectation()
        self.running = False
        self.misread: dict[str, CardReading] = {}
        self._now_s = 0.0
        self._changed = True

    def start(self) -> None:
        self.running = True

    def stop(self) -> None:
        self.running = False

    def expect(self, expectation: Expectation) -> None:
        self.expectation, self._changed = expectation, True

    def tell(self, command: do.Command) -> None:
        self._now_s += 1.0
        self._changed = True
        match command:
            case do.DealBoard(cards):
                self._lay("board", cards)
            case do.Expose(seat, code):
                self._lay(f"seat:{seat}", (code,))
            case do.Show(seat, cards):
                self._lay(f"seat:{seat}", cards)
            case do.Throw(two):
                thrown = dice(two[0], two[1], self._now_s)
                # Never twice in the same place.
                y = 40.0 * (self._now_s % 7)
                self.tray = replace(
                    thrown, dice=tuple(replace(d, centre_xy_px=(d.centre_xy_px[0], y)) for d in thrown.dice)
                )
            case do.Sweep():
                self.zones.clear()
            case _:
                pass

    def _lay(self, name: str, cards: tuple[str, ...]) -> None:
        self.zones[name] = self.zones.get(name, ()) + cards

    def poll(self) -> list[Any]:
        if not self._changed:
            return []
        self._changed = False
        found = []
        for name, _ in self.expectation.cards_due:
            one = zone(name, *self.zones.get(name, ()))
            found.append(replace(one, cards=tuple(self._seen(c) for c in one.cards)))
        if self.tray and self.expectation.tray_watched:
            found.append(self.tray)
        truth = do.TableTruth(self._now_s, (), (), False, 0)
        return [TableReading(self._now_s, tuple(found)), truth]

    def _seen(self, one: CardReading) -> CardReading:
        wrong = self.misread.get(one.card)
        return one if wrong is None else replace(wrong, corners_xy_px=one.corners_xy_px)
