"""Commands as motions: how long each takes, what is drawn meanwhile, what lies there afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.geometry import Image
from vision.readings import PointXY
from vision.simulated import commands as c
from vision.simulated.dice import rotation, showing
from vision.simulated.picture import CardItem, DieItem, Picture

if TYPE_CHECKING:
    from vision.simulated.table import SimulatedTable

REACH_S, PLACE_S, ROLL_S = 0.4, 0.18, 0.9


def _nothing() -> None:
    return None


def _no_picture(picture: Picture, canvas: Image, share: float) -> None:
    return None


@dataclass(frozen=True)
class Motion:
    """One piece of a command: `draw` is called with the share of its time gone by, `done` at its end."""

    duration_s: float
    draw: Callable[[Picture, Image, float], None] = _no_picture
    done: Callable[[], None] = _nothing
    start: Callable[[], None] = field(default=_nothing)


def plan(table: SimulatedTable, command: c.Command) -> Iterator[Motion]:
    """The motions of one command; each is asked for when the one before is done."""
    if isinstance(command, c.DealBoard):
        yield from _deal_board(table, command)
    elif isinstance(command, c.DealDown):
        yield from _deal_down(table, command)
    elif isinstance(command, c.Expose):
        yield from _turn_up(table, command.seat, (command.card,))
    elif isinstance(command, c.Show):
        yield from _turn_up(table, command.seat, command.cards)
    elif isinstance(command, c.Muck):
        yield from _clear(table, command.seat, [f"seat:{command.seat}", f"down:{command.seat}"])
    elif isinstance(command, c.Sweep):
        yield from _clear(table, table.dealer, sorted({card.zone for card in table.cards}))
    elif isinstance(command, c.Throw):
        yield from _throw(table, command)
    elif isinstance(command, c.Nudge):
        yield from _nudge(table, command)
    elif isinstance(command, c.LiftDice):
        yield from _fetch_dice(table, table.dealer)
    elif isinstance(command, c.LayDice):
        yield from _lay_dice(table, command)
    elif isinstance(command, c.Peek):
        yield from _peek(table, command)


def _ease(share: float) -> float:
    return share * share * (3 - 2 * share)


def _between(a: PointXY, b: PointXY, share: float) -> PointXY:
    t = _ease(share)
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def arm_deg(tip: PointXY, home: PointXY) -> float:
    """The direction in which an arm leaves from its fingertips."""
    return float(np.degrees(np.arctan2(home[1] - tip[1], home[0] - tip[0])))


def _hand(
    table: SimulatedTable,
    seat: int,
    a: PointXY,
    b: PointXY,
    carry: tuple[CardItem, ...] = (),
    dice: tuple[DieItem, ...] = (),
) -> Callable[[Picture, Image, float], None]:
    """A seat's hand goes from a to b, with cards under its fingers, dice between their tips."""
    home = table.places.home(seat)

    def draw(picture: Picture, canvas: Image, share: float) -> None:
        tip = _between(a, b, share)
        for card in carry:
            x, y = card.centre_xy_mm[0] - b[0] + tip[0], card.centre_xy_mm[1] - b[1] + tip[1]
            picture.draw(canvas, replace(card, centre_xy_mm=(x, y)), lift_mm=6.0)
        picture.draw_hand(canvas, table.hand(seat), tip, arm_deg(tip, home))
        for i, die in enumerate(dice):
            turn = rotation(np.array([0.3, 1.0, 0.2]), 2.5 * share + i) @ die.turn
            spot = np.array([tip[0] + 13 * i - 6, tip[1] - 4, 40.0])
            picture.draw(canvas, DieItem(turn, spot, die.kind), smear=1.5 * picture.lens.px_per_mm)

    return draw


def _tip_on(card: CardItem, home: PointXY) -> PointXY:
    """Where the fingers hold a card: near its edge on the player's side."""
    x, y = card.centre_xy_mm
    turn = np.radians(arm_deg((x, y), home))
    return float(x + 22 * np.cos(turn)), float(y + 22 * np.sin(turn))


def _deal_board(table: SimulatedTable, command: c.DealBoard) -> Iterator[Motion]:
    seat, deck, home = table.dealer, table.places.deck(), table.places.home(table.dealer)
    at = home
    for code in command.cards:
        place = sum(card.zone == "board" for card in table.cards)
        card = table.places.board(code, place)
        tip = _tip_on(card, home)
        yield Motion(REACH_S * 0.7, _hand(table, seat, at, deck))
        yield Motion(REACH_S * 0.7, _hand(table, seat, deck, tip, (card,)), lambda card=card: table.add(card))  # type: ignore[misc]
        at = tip
    yield Motion(REACH_S, _hand(table, seat, at, home))


def _deal_down(table: SimulatedTable, command: c.DealDown) -> Iterator[Motion]:
    seat, deck, home = table.dealer, table.places.deck(), table.places.home(table.dealer)
    at = home
    for _ in range(command.count):
        for target in command.seats:
            place = sum(card.zone == f"down:{target}" for card in table.cards)
            card = table.places.down(target, place)
            tip = _tip_on(card, home)
            yield Motion(PLACE_S, _hand(table, seat, at, deck))
            yield Motion(PLACE_S, _hand(table, seat, deck, tip, (card,)), lambda card=card: table.add(card))  # type: ignore[misc]
            at = tip
    yield Motion(REACH_S, _hand(table, seat, at, home))


def _turn_up(table: SimulatedTable, seat: int, codes: tuple[str, ...]) -> Iterator[Motion]:
    zone, home = f"seat:{seat}", table.places.home(seat)
    there = tuple(card for card in table.cards if card.zone == zone)
    laid = table.places.shown(seat, tuple(card.code or "" for card in there) + codes)
    if len(laid) <= 4:  # those that lie there stay as they are
        laid = there + laid[len(there) :]
    new = laid[len(there) :]
    tip = _tip_on(new[-1], home)

    def done() -> None:
        down = [card for card in table.cards if card.zone == f"down:{seat}"]
        table.remove([*there, *down[: len(codes)]])
        table.add(*laid)

    yield Motion(REACH_S, _hand(table, seat, home, tip, new), done)
    yield Motion(PLACE_S, _hand(table, seat, tip, tip))
    yield Motion(REACH_S, _hand(table, seat, tip, home))


def _clear(table: SimulatedTable, seat: int, zones: list[str]) -> Iterator[Motion]:
    home = table.places.home(seat)
    at = home
    for zone in zones:
        gone = tuple(card for card in table.cards if card.zone == zone)
        if not gone:
            continue
        tip = gone[len(gone) // 2].centre_xy_mm
        yield Motion(REACH_S * 0.8, _hand(table, seat, at, tip), lambda gone=gone: table.remove(gone))  # type: ignore[misc]
        at = tip
    yield Motion(REACH_S, _hand(table, seat, at, home))


def _fetch_dice(table: SimulatedTable, seat: int) -> Iterator[Motion]:
    """The hand takes the dice that lie in the tray, one by one."""
    home = table.places.home(seat)
    at = home
    taken: tuple[DieItem, ...] = ()
    for die in table.dice:
        tip = (float(die.centre_mm[0]), float(die.centre_mm[1]))
        way = _hand(table, seat, at, tip, dice=taken)
        yield Motion(REACH_S * 0.8, way, lambda die=die: table.lift(die))  # type: ignore[misc]
        at, taken = tip, (*taken, die)
    if at != home:
        yield Motion(REACH_S, _hand(table, seat, at, home, dice=taken))


def _throw(table: SimulatedTable, command: c.Throw) -> Iterator[Motion]:
    yield from _fetch_dice(table, command.seat)
    home = table.places.home(command.seat)
    tray = np.array(table.mat.zone("tray").polygon_xy_mm)
    middle = tray.mean(axis=0)
    way = np.array(home) - middle
    way /= np.linalg.norm(way)
    release = middle + way * (np.ptp(tray, axis=0).min() / 2 + 10)
    held = (float(release[0]), float(release[1]))
    final = table.places.dice(
        command.dice, table.styles.dice, cocked=command.cocked, on=command.on, things=table.things
    )
    yield Motion(REACH_S, _hand(table, command.seat, home, held, dice=final))
    rng = table.rng
    spins = [(rng.normal(size=3), float(rng.uniform(7, 12))) for _ in final]
    goals = [die.centre_mm.copy() for die in final]
    if command.lost:
        goals[-1] = np.array([*(middle - way * 1500), 10.0])

    def draw(picture: Picture, canvas: Image, share: float) -> None:
        for die, goal, (axis, spin) in zip(final, goals, spins, strict=True):
            run = 1 - (1 - share) ** 2.2
            bounce = 26 * abs(np.cos(share * 9)) * (1 - share) ** 1.5
            spot = np.array([*release, 12.0]) * (1 - run) + goal * run + np.array([0, 0, bounce])
            turn = rotation(axis, spin * (1 - share) ** 1.7) @ die.turn
            picture.draw(canvas, DieItem(turn, spot, die.kind), smear=3.0 * (1 - share) * picture.lens.px_per_mm)
        if share < 0.4:
            tip = _between(held, home, share / 0.4)
            picture.draw_hand(canvas, table.hand(command.seat), tip, arm_deg(tip, home))

    def done() -> None:
        table.land(final[:-1] if command.lost else final, command.cocked)

    yield Motion(ROLL_S, draw, done)


def _lay_dice(table: SimulatedTable, command: c.LayDice) -> Iterator[Motion]:
    seat, home = table.dealer, table.places.home(table.dealer)
    yield from _fetch_dice(table, seat)
    at = home
    for die in table.places.dice(command.dice, table.styles.dice, cocked=False, things=table.things):
        tip = (float(die.centre_mm[0]), float(die.centre_mm[1]))
        yield Motion(REACH_S, _hand(table, seat, at, tip, dice=(die,)), lambda die=die: table.put(die))  # type: ignore[misc]
        at = tip
    yield Motion(REACH_S, _hand(table, seat, at, home))


def _nudge(table: SimulatedTable, command: c.Nudge) -> Iterator[Motion]:
    if command.die >= len(table.dice):
        return
    seat, home = table.dealer, table.places.home(table.dealer)
    die = table.dice[command.die]
    tip = (float(die.centre_mm[0]), float(die.centre_mm[1]) + 8)

    def done() -> None:
        turn = die.turn if command.value is None else showing(command.value, 20.0)
        table.lift(die)
        table.put(DieItem(turn, die.centre_mm + np.array([5.0, -3.0, 0.0]), die.kind))

    yield Motion(REACH_S, _hand(table, seat, home, tip), done)
    yield Motion(REACH_S, _hand(table, seat, tip, home))


def _peek(table: SimulatedTable, command: c.Peek) -> Iterator[Motion]:
    home = table.places.home(command.seat)
    shown = tuple(
        replace(table.places.down(command.seat, i), code=code) for i, code in enumerate(command.cards)
    )
    tip = _tip_on(shown[-1], home)

    def draw(picture: Picture, canvas: Image, share: float) -> None:
        for card in shown:
            picture.draw(canvas, card, lift_mm=20.0 + 3 * float(np.sin(share * 20)))
        picture.draw_hand(canvas, table.hand(command.seat), tip, arm_deg(tip, home))

    yield Motion(REACH_S, _hand(table, command.seat, home, tip))
    yield Motion(command.seconds, draw)
    yield Motion(REACH_S, _hand(table, command.seat, tip, home))
