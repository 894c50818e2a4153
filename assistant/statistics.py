"""What the hands of one or more nights say about each player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from assistant.cards import RANKS
from assistant.hands import Hand
from assistant.history import HandRecord
from assistant.values import CATEGORIES


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """One player by name, over finished hands; misdeals don't count.

    `won` are hands in which they got a part of a pot; `showdowns` those in which they were in
    when cards were shown; `best` their best hand shown. `dice_paid` went to the side pot and
    `dice_taken` came out of it, by sevens and claims. `net` is what all these hands brought,
    dice and side pot included.
    """

    name: str
    hands: int = 0
    won: int = 0
    showdowns: int = 0
    showdowns_won: int = 0
    rolls: int = 0
    sevens: int = 0
    dice_paid: int = 0
    dice_taken: int = 0
    best: Hand | None = None
    biggest_pot: int = 0
    net: int = 0

    @property
    def seen_to_showdown(self) -> float:
        """The share of hands dealt that they saw to the showdown, 0 to 1."""
        return self.showdowns / self.hands if self.hands else 0.0

    def as_json(self) -> dict[str, Any]:
        """One object of `cardspeak history --stats --json`."""
        return {
            "name": self.name,
            "hands": self.hands,
            "won": self.won,
            "showdowns": self.showdowns,
            "showdowns_won": self.showdowns_won,
            "seen_to_showdown": round(self.seen_to_showdown, 4),
            "rolls": self.rolls,
            "sevens": self.sevens,
            "dice_paid": self.dice_paid,
            "dice_taken": self.dice_taken,
            "best": None if self.best is None else self.best.as_json(),
            "biggest_pot": self.biggest_pot,
            "net": self.net,
        }


def statistics_of(hands: Iterable[HandRecord]) -> tuple[PlayerStatistics, ...]:
    """Each player's statistics, in the order in which they first were dealt in.

    A name is one person: in another seat, after coming back, and in whatever case it is written.
    """
    players: dict[str, PlayerStatistics] = {}
    for hand in hands:
        if hand.result is None:
            continue
        for seat in sorted(hand.players, key=lambda s: s.seat):
            key = seat.name.casefold()
            players[key] = _with_hand(players.get(key, PlayerStatistics(seat.name)), hand, seat.seat)
    return tuple(players.values())


def _with_hand(so_far: PlayerStatistics, hand: HandRecord, seat: int) -> PlayerStatistics:
    result = hand.result
    assert result is not None
    rolls = [r for r in hand.rolls if r.seat == seat]
    won = sum(share.paid.get(seat, 0) for pot in result.pots for share in pot.shares)
    showdown = seat in hand.at_showdown
    claimed = result.side_pot if result.side_pot_to == seat else 0
    return PlayerStatistics(
        so_far.name,
        hands=so_far.hands + 1,
        won=so_far.won + (won > 0),
        showdowns=so_far.showdowns + showdown,
        showdowns_won=so_far.showdowns_won + (showdown and won > 0),
        rolls=so_far.rolls + len(rolls),
        sevens=so_far.sevens + sum(sum(r.dice) == 7 for r in rolls),
        dice_paid=so_far.dice_paid + sum(r.paid for r in rolls),
        dice_taken=so_far.dice_taken + sum(r.took for r in rolls) + claimed + result.at_end.get(seat, 0),
        best=_better(so_far.best, result.hands.get(seat)),
        biggest_pot=max(so_far.biggest_pot, won),
        net=so_far.net + hand.net(seat),
    )


def _better(one: Hand | None, other: Hand | None) -> Hand | None:
    """The better of two hands, the first of equals.

    Hands of a night may be made under different house rules, so their strengths don't compare:
    the default order of categories does.
    """
    if one is None or other is None:
        return one or other
    return other if _worth(other) > _worth(one) else one


def _worth(hand: Hand) -> tuple[int, ...]:
    return CATEGORIES.index(hand.category), *(RANKS.index(r) for r in hand.ranks)


def as_table(players: Iterable[PlayerStatistics]) -> tuple[str, ...]:
    """The statistics as lines of text, the players in columns' order of what they won."""
    lines = [f"{'':12} hands   won  to showdown  rolls  sevens  biggest pot    net  best hand"]
    for p in sorted(players, key=lambda p: -p.net):
        best = "" if p.best is None else p.best.text
        lines.append(
            f"{p.name:12} {p.hands:5} {p.won:5}  {p.seen_to_showdown:10.0%}  {p.rolls:5}  {p.sevens:6}"
            f"  {p.biggest_pot:11}  {p.net:+5}  {best}".rstrip()
        )
    return tuple(lines)
