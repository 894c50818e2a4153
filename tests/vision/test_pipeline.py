"""The pipeline on the drawn table, with readers that know the truth: what is read when, and what never is."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.fakes import NoDice, TrueCards, TrueDice
from vision.camera import Frame
from vision.pipeline import NO_MAT, TOO_DARK, Pipeline
from vision.readings import DieReading, Expectation, NoValue, TableReading, ZoneReading
from vision.simulated import commands as c
from vision.simulated.picture import Coaster
from vision.simulated.table import SimulatedTable
from vision.steady import DIE_MM

FPS = 10.0


class Stand:
    """A table, a pipeline and a clock of its own."""

    def __init__(self) -> None:
        self.table = SimulatedTable(seed=7, seats=4, size_wh_px=(1014, 760))
        self.cards = TrueCards(self.table, lambda: self.pipeline.geometry)
        self.dice = TrueDice(self.table)
        self.pipeline = Pipeline((self.table.mat,), self.cards, self.dice)
        self.expectation = Expectation()
        self.time_s = 0.0
        self.last = TableReading(0.0)
        self.said: list[TableReading] = []

    def run(self, seconds: float) -> TableReading:
        """Let time pass; the last reading."""
        for _ in range(round(seconds * FPS)):
            self.time_s += 1 / FPS
            reading = self.pipeline.step(self.table.frame(self.time_s), self.expectation)
            if reading is not None:
                self.last = reading
                self.said.append(reading)
        return self.last

    def after(self, *commands: c.Command, rest_s: float = 1.0) -> TableReading:
        """Have things done, and wait until they have come to rest."""
        for command in commands:
            self.table.do(command)
        self.run(0.1)
        while self.table.truth().busy:
            self.run(0.1)
        return self.run(rest_s)

    def codes(self, zone: str) -> list[str] | None:
        """The cards of a zone as last read, unsure ones with a question mark; None where nothing is read."""
        reading = self.last.zone(zone)
        return None if reading is None else [card.card + ("" if card.sure else "?") for card in reading.cards]

    def tray(self) -> ZoneReading:
        """The tray's last reading."""
        reading = self.last.zone("tray")
        assert reading is not None
        return reading


@pytest.fixture
def stand() -> Stand:
    one = Stand()
    one.run(1.0)
    return one


def test_cards_are_read_where_and_when_they_are_due(stand: Stand) -> None:
    stand.expectation = Expectation((("board", 2),))
    stand.after(c.DealBoard(("Kh", "8d")), c.Expose(1, "Qs"))
    assert stand.codes("board") == ["Kh", "8d"]
    assert stand.codes("seat:1") is None
    assert set(stand.cards.reads) == {"board"}, "a zone that is not due is never read"
    stand.expectation = Expectation((("board", 3), ("seat:1", 1)))
    stand.after(c.DealBoard(("2c",)))
    assert stand.codes("board") == ["Kh", "8d", "2c"]
    assert stand.codes("seat:1") == ["Qs"], "what lay there before it was due is read as well"


def test_corners_are_those_of_the_full_picture(stand: Stand) -> None:
    stand.expectation = Expectation((("board", 1),))
    stand.after(c.DealBoard(("Kh",)))
    board = stand.last.zone("board")
    assert board is not None
    true = stand.table.picture.lens.project(np.array([stand.table.cards[-1].centre_xy_mm]))[0]
    assert board.cards[0].centre_xy_px == pytest.approx(tuple(true), abs=3)


def test_nothing_is_read_twice_without_need(stand: Stand) -> None:
    stand.expectation = Expectation((("board", 1),))
    stand.after(c.DealBoard(("Kh",)))
    reads = len(stand.cards.reads)
    stand.after(c.HandOver("board", 0.5))
    assert stand.codes("board") == ["Kh"]
    assert len(stand.cards.reads) == reads, "a hand that changed nothing"


def test_nothing_is_read_under_a_hand(stand: Stand) -> None:
    stand.expectation = Expectation((("board", 1),))
    stand.table.do(c.HandOver("board", 2.0))
    stand.run(0.5)
    stand.table.do(c.DealBoard(("Kh",)))
    stand.cards.reads.clear()
    stand.run(1.4)
    assert stand.cards.reads == []
    assert "board" in stand.last.moving
    stand.after()
    assert stand.codes("board") == ["Kh"]


def test_a_peek_is_never_read(stand: Stand) -> None:
    stand.expectation = Expectation((("board", 2), ("seat:2", 4)))
    stand.after(c.DealDown((1, 2), 2), c.Peek(2, ("As", "Ad"), seconds=1.0))
    seen = {card.card for reading in stand.said for zone in reading.zones for card in zone.cards}
    assert seen == set()


def test_unsure_cards_are_looked_at_again_and_then_asked_about(stand: Stand) -> None:
    stand.cards.unsure = {"8d"}
    stand.expectation = Expectation((("board", 2),))
    stand.after(c.DealBoard(("Kh", "8d")))
    assert stand.codes("board") == ["Kh", "8d?"]
    assert stand.cards.reads[-3:] == ["board"] * 3


def test_one_card_in_two_zones_is_asked_about(stand: Stand) -> None:
    stand.cards.misread = {"Ks": "Kh"}
    stand.expectation = Expectation((("board", 1), ("seat:1", 1)))
    stand.after(c.DealBoard(("Kh",)), c.Expose(1, "Ks"))
    assert stand.codes("board") == ["Kh?"]
    assert stand.codes("seat:1") == ["Kh?"]


def test_a_swept_table_reads_empty(stand: Stand) -> None:
    stand.expectation = Expectation((("board", 2),))
    stand.after(c.DealBoard(("Kh", "8d")), c.Sweep())
    assert stand.codes("board") == []


def test_a_throw_gives_its_values_and_when_it_came_to_rest(stand: Stand) -> None:
    stand.expectation = Expectation(dice_due=True)
    stand.after(c.Throw((6, 4), seat=2), rest_s=0.5)
    tray = stand.tray()
    assert sorted(die.pips for die in tray.dice) == [4, 6]
    assert all(die.sure for die in tray.dice)
    assert tray.why is None
    assert tray.thrown_at_s == pytest.approx(stand.time_s - 0.5, abs=0.25)
    reasons = [zone.why for reading in stand.said for zone in reading.zones if zone.zone == "tray"]
    assert NoValue.ROLLING in reasons


def test_a_hand_over_resting_dice_is_no_new_throw(stand: Stand) -> None:
    stand.after(c.Throw((6, 4)))
    thrown = stand.tray().thrown_at_s
    stand.after(c.HandOver("tray", 0.8))
    assert stand.tray().thrown_at_s == thrown
    assert [die.pips for die in stand.tray().dice]
    reasons = [zone.why for reading in stand.said for zone in reading.zones if zone.zone == "tray"]
    assert NoValue.HAND in reasons


NO_THROW = [
    pytest.param([c.LayDice((1, 1))], [1, 1], id="laid by hand"),
    pytest.param([c.Throw((6, 4)), c.Nudge(0, 3)], None, id="one turned over"),
    pytest.param([c.Throw((6, 4)), c.LiftDice(), c.LayDice((2, 5))], [2, 5], id="picked up and laid"),
]


@pytest.mark.parametrize(("commands", "values"), NO_THROW)
def test_dice_moved_by_hand_are_no_throw(stand: Stand, commands: list[c.Command], values: list[int] | None) -> None:
    for command in commands:
        stand.after(command)
    tray = stand.tray()
    assert len(tray.dice) == 2
    assert tray.thrown_at_s is None
    if values:
        assert sorted(die.pips for die in tray.dice) == values


def test_dice_laid_into_a_tray_that_was_seen_empty_did_not_roll_before(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lifting them seemed a roll under a flickering lamp, and what a hand laid down a moment later its value."""
    stand.after(c.Throw((2, 5)))
    monkeypatch.setattr("vision.tray.ThrowWatch.rest", lambda _: not stand.table.dice)
    stand.table.do(c.LiftDice())
    while stand.table.dice or len(stand.pipeline._tray._looks) < 3:
        stand.run(0.1)
    assert not stand.pipeline._tray._state.settled
    table = stand.table
    for die in table.places.dice((3, 6), table.styles.dice, cocked=False):
        table.put(die)
    stand.run(1.0)
    assert sorted(die.pips for die in stand.tray().dice if die.sure) == [3, 6]
    assert stand.tray().thrown_at_s is None


def test_a_die_that_falls_where_one_lay_was_thrown_where_the_tray_was_seen_empty(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = stand.after(c.Throw((3, 4))).zone("tray")
    monkeypatch.setattr("vision.tray._one_stayed", lambda *_, **__: True)
    second = stand.after(c.Throw((3, 4))).zone("tray")
    assert first is not None
    assert second is not None
    assert (second.thrown_at_s or 0.0) > (first.thrown_at_s or stand.time_s)


def test_every_throw_is_new_even_with_the_same_values(stand: Stand) -> None:
    times = []
    for _ in range(3):
        stand.after(c.Throw((3, 3)))
        times.append(stand.tray().thrown_at_s)
    assert None not in times
    assert len(set(times)) == 3


FAULTS = [
    pytest.param(c.Throw((3, 3), cocked=True), NoValue.COCKED, id="cocked"),
    pytest.param(c.Throw((3, 5), lost=True), NoValue.MISSING, id="one on the floor"),
    pytest.param(c.Throw((3, 5, 1)), NoValue.TOO_MANY, id="three dice"),
]


@pytest.mark.parametrize(("command", "why"), FAULTS)
def test_why_there_is_no_value(stand: Stand, command: c.Command, why: NoValue) -> None:
    stand.after(command)
    tray = stand.tray()
    assert tray.why is why
    assert not any(die.sure for die in tray.dice)


def test_an_empty_tray_is_no_fault(stand: Stand) -> None:
    stand.after(c.Throw((2, 2)))
    stand.after(c.LiftDice())
    assert (stand.tray().why, stand.tray().dice) == (None, ())


def test_what_lies_in_a_tray_without_dice_belongs_to_it(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    stand.after(c.Throw((2, 2)))
    monkeypatch.setattr(TrueDice, "read", lambda *_, **__: ())  # both are on the floor, and things lie in their place
    stand.after(c.Throw((3, 3)))
    assert (stand.tray().why, stand.tray().dice) == (NoValue.MISSING, ())
    assert stand.pipeline.geometry is not None
    now = stand.pipeline.geometry.crop(stand.table.picture.frame(), "tray").image
    bare = stand.pipeline._tray._background_bgr
    assert bare is not None
    assert cv2.absdiff(now, bare).max() < 40


@pytest.mark.parametrize("like_a_die", [None, 0.05])
def test_what_is_put_beside_dice_that_lie_there_belongs_to_the_tray(
    stand: Stand, monkeypatch: pytest.MonkeyPatch, like_a_die: float | None
) -> None:
    """Else the next throw would be one thing with it, and not be seen.

    A chip that was hardly taken for a leaning die stayed new, and seemed a hand at the next throw.
    """
    stand.after(c.Throw((2, 2)))
    read = TrueDice.read

    def leaning(*args: Any, edge_px: float, **more: Any) -> tuple[DieReading, ...]:
        dice = tuple(replace(die, sure=False, why=NoValue.COCKED) for die in read(*args, edge_px=edge_px, **more))
        if like_a_die is None or not stand.table.things:
            return dice
        x, y = (np.array(chip.centre_xy_mm) - low) * edge_px / DIE_MM
        return (*dice, DieReading(4, like_a_die, False, (float(x), float(y)), edge_px, NoValue.COCKED))

    monkeypatch.setattr(TrueDice, "read", leaning)
    low = np.min(stand.table.mat.zone("tray").polygon_xy_mm, axis=0)
    middle = np.mean(stand.table.mat.zone("tray").polygon_xy_mm, axis=0)
    chip = max(
        (Coaster((middle[0] + x, middle[1] + y), 19.0, (200, 205, 210)) for x in (-50, 0, 50) for y in (-40, 0, 40)),
        key=lambda thing: min(np.hypot(*np.subtract(thing.centre_xy_mm, d.centre_mm[:2])) for d in stand.table.dice),
    )
    stand.table.strew(chip)
    stand.run(2.0)
    assert stand.tray().why is (NoValue.COCKED if like_a_die is None else NoValue.NOT_SURE)
    assert stand.pipeline.geometry is not None
    cut = stand.pipeline.geometry.crop(stand.table.picture.frame(), "tray")
    bare = stand.pipeline._tray._background_bgr
    assert bare is not None
    x, y = ((np.array(chip.centre_xy_mm) - low) * cut.px_per_mm).astype(int)
    there = np.s_[y - 5 : y + 6, x - 5 : x + 6]
    assert cv2.absdiff(cut.image[there], bare[there]).max() < 40


def test_the_tray_is_let_alone_where_no_dice_are_used(stand: Stand) -> None:
    stand.expectation = Expectation(tray_watched=False)
    reads = stand.dice.reads
    stand.after(c.Throw((2, 2)))
    assert stand.dice.reads == reads
    assert stand.last.zone("tray") is None


def test_what_lies_in_the_tray_for_long_is_no_hand(stand: Stand) -> None:
    stand.table.do(c.HandOver("tray", 8.0))
    stand.run(3.0)
    assert stand.tray().why is NoValue.HAND
    stand.run(3.0)
    assert stand.tray().why is not NoValue.HAND


def test_what_looks_like_a_hand_in_some_frames_only_is_none_after_a_while(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card near the rim, in light that flickers."""
    turns = itertools.cycle([True, False, True])
    monkeypatch.setattr("vision.tray.hand_in", lambda *_, **__: next(turns))
    stand.after(c.Throw((2, 5)), rest_s=2.0)
    assert not any(die.sure for die in stand.tray().dice)
    stand.run(4.0)
    assert [die.pips for die in stand.tray().dice if die.sure] == [2, 5]


def test_where_something_comes_and_goes_the_dealer_is_asked_after_a_while(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No two looks agreed under a flickering lamp, and nothing was ever said."""
    read, ghost = stand.dice.read, DieReading(4, 0.6, False, (30.0, 30.0), 20.0, NoValue.COCKED)
    looks = itertools.cycle([(), (ghost,)])
    monkeypatch.setattr(stand.dice, "read", lambda image, **known: (*read(image, **known), *next(looks)))
    stand.after(c.Throw((2, 5)), rest_s=9.0)
    reading = stand.tray()
    assert reading.why is not None
    assert {2, 5} <= {die.pips for die in reading.dice}
    assert not any(die.sure for die in reading.dice)


def test_darkness_is_said_and_forgiven(stand: Stand) -> None:
    stand.expectation = Expectation((("board", 1),))
    stand.after(c.DealBoard(("Kh",)))
    dark = stand.after(c.Light(0.02, 0.2))
    assert (dark.healthy, dark.note, stand.tray().why) == (False, TOO_DARK, NoValue.TOO_DARK)
    assert stand.after(c.Light(1.0, 0.2)).healthy
    assert stand.codes("board") == ["Kh"]


def test_dimmer_light_changes_no_reading(stand: Stand) -> None:
    stand.expectation = Expectation((("board", 1),))
    stand.after(c.DealBoard(("Kh",)))
    said = len(stand.said)
    stand.after(c.Light(0.6, 2.0))
    assert stand.codes("board") == ["Kh"]
    assert len(stand.said) == said


def test_after_a_knock_all_is_read_again_in_the_right_places(stand: Stand) -> None:
    stand.expectation = Expectation((("board", 1), ("seat:3", 1)))
    stand.after(c.DealBoard(("Kh",)), c.Expose(3, "2c"))
    said = len(stand.said)
    stand.after(c.MoveCamera((22.0, 9.0)), rest_s=2.0)
    assert any("moved" in reading.note for reading in stand.said[said:])
    assert stand.codes("board") == ["Kh"]
    assert stand.codes("seat:3") == ["2c"]
    for reading in stand.said[said:]:
        for zone in ("board", "seat:3"):
            there = reading.zone(zone)
            assert there is None or [card.card for card in there.cards] in (["Kh"], ["2c"])


def test_without_a_mat_it_says_so() -> None:
    stand = Stand()
    for marker, _ in stand.table.mat.markers_xy_mm:
        stand.table.do(c.CoverMarker(marker))
    reading = stand.run(1.0)
    assert (reading.healthy, reading.note, reading.zones) == (False, NO_MAT, ())
    for marker, _ in stand.table.mat.markers_xy_mm:
        stand.table.do(c.CoverMarker(marker, covered=False))
    assert stand.run(1.5).healthy


class _Asked(NoDice):
    """Remembers at what scale dice were looked for."""

    def __init__(self) -> None:
        self.edges: set[float | None] = set()

    def read(self, *_: Any, edge_px: float | None = None, **__: Any) -> tuple[()]:
        self.edges.add(edge_px)
        return ()


def test_without_a_mat_no_scale_is_pretended(stand: Stand) -> None:
    dice = _Asked()
    pipeline = Pipeline((stand.table.mat,), stand.cards, dice)
    pipeline.take_whole_view((320, 240))
    for i in range(8):
        pipeline.step(Frame.of(np.full((240, 320, 3), 90, np.uint8), 0.1 * i), Expectation(dice_due=True))
    assert dice.edges == {None}
