"""A hand as a PHH file (Poker Hand History, which is TOML), for programs that read those.

PHH has no word for dice, wild cards, a side pot or cards that players turn up themselves.
These stand in user-defined fields, which begin with an underscore; `_events` holds the
whole hand as this program's own events, so that nothing is lost. What is stretched is said
in a comment at the head of every file (`_STRETCHED`).

Source of the format: the PHH specification, https://phh.readthedocs.io (required fields,
action notation, user-defined fields).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from assistant import events
from assistant.game import down_cards, game_of
from assistant.history import HandRecord, hand_as_json
from assistant.nights import Move
from assistant.state import Seat, State
from assistant.story import told, total_of

SEATS_AT_TABLE = 8
_DATES_S = range(1_000_000_000, 100_000_000_000)  # an `at` outside counts from some start, and is no date

_STRETCHED = """\
{title} is no game that PHH knows. `variant` names the nearest kin, so that a reader
finds stacks, bets, cards and winnings where it looks for them; it can't be replayed by
that game's rules. Above all:
- {kin}
- Cards dealt face down stand as ?? where they were dealt, and whole where they were shown
  (`sm`: all of a player's own cards, those turned up first).
- No cards are burnt, and there are no blinds and no bring-in.
"""
_KIN = {
    "hold_em": """\
Three down cards each, the third after the river; any five of the seven count, wilds too.
- Dice money goes to the side pot, not to the pots: starting_stacks + winnings - bets is
  not finishing_stacks; _rolls, _side_pot_* and _net make up the difference.""",
    "stud": """\
No card is dealt face up: players turn one of their own up, which stands in _exposures and
  as a comment among the actions.""",
}


def phh_of(hand: HandRecord) -> str:
    """A hand that is over as the text of a PHH file. Raises ValueError while it is being played."""
    if hand.result is None and not hand.misdeal:
        raise ValueError(f"hand {hand.number} is still being played")
    title = game_of(hand.dealt).title
    head = _STRETCHED.format(title=title, kin=_KIN["hold_em" if _has_board(hand) else "stud"])
    comment = "".join(f"# {line}\n" for line in head.splitlines())
    return comment + "".join(f"{key} = {_toml(value, lines=key in _IN_LINES)}\n" for key, value in _fields(hand))


_IN_LINES = ("actions", "_events", "_exposures", "_pots", "_rolls")  # long lists: one item a line


def _has_board(hand: HandRecord) -> bool:
    return hand.dealt.game == "lucky-sevens"


def _variant(hand: HandRecord) -> str:
    """The nearest of PHH's codes. Spread and pot limit have none: each of their bets is one in no limit."""
    house = hand.dealt.house
    if _has_board(hand):
        return "FT" if house.structure == "fixed_limit" else "NT"
    return "F7S/8" if house.high_low and house.low_qualifier == 8 else "F7S"


def _fields(hand: HandRecord) -> Iterator[tuple[str, Any]]:
    house, players = hand.dealt.house, hand.players
    variant = _variant(hand)
    yield "variant", variant
    yield "antes", [house.ante] * len(players)
    if variant in ("FT", "NT"):
        yield "blinds_or_straddles", [0] * len(players)
    else:
        yield "bring_in", 0
    if variant == "NT":
        yield "min_bet", house.bet
    else:
        yield "small_bet", house.bet
        yield "big_bet", house.bet_size(3)
    yield "starting_stacks", [s.chips for s in players]
    yield "actions", list(_actions(hand))
    at = hand.began_at_s
    if at is not None and _DATES_S.start <= at < _DATES_S.stop:
        when = datetime.fromtimestamp(int(at), UTC)
        yield "time", when.time()
        yield "time_zone", "UTC"
        yield "day", when.day
        yield "month", when.month
        yield "year", when.year
    yield "hand", hand.number
    yield "seats", [s.seat for s in players]
    yield "seat_count", SEATS_AT_TABLE
    yield "players", [s.name for s in players]
    data = hand_as_json(hand)
    yield "finishing_stacks", [_of(data, s)["chips_after"] for s in players]
    yield "winnings", [_won(hand, s.seat) for s in players]
    yield from _own_fields(hand, data)


def _of(data: Mapping[str, Any], seat: Seat) -> dict[str, Any]:
    return next(one for one in data["seats"] if one["seat"] == seat.seat)


def _won(hand: HandRecord, seat: int) -> int:
    """What a seat got out of the pots, the side pot left out."""
    pots = hand.result.pots if hand.result else ()
    return sum(share.paid.get(seat, 0) for pot in pots for share in pot.shares)


def _own_fields(hand: HandRecord, data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The fields that PHH has no word for; players by their number in `players`, from 1."""
    players, result = hand.players, hand.result
    number = {s.seat: i for i, s in enumerate(players, start=1)}
    seats = [_of(data, s) for s in players]
    yield "_game", data["game"]
    yield "_house", data["house"]
    yield "_misdeal", hand.misdeal
    yield "_board", data["board"]
    yield "_wild", [one["wild"] or "" for one in seats]
    yield "_up", ["".join(one["up"]) for one in seats]
    yield "_shown", ["".join(one["shown"] or ()) for one in seats]
    yield (
        "_exposures",
        [
            {"player": number[m.event.seat], "card": m.event.card}
            for m in hand.moves
            if isinstance(m.event, events.Expose)
        ],
    )
    yield "_declarations", [one["declared"] or "" for one in seats]
    yield "_rolls", [{"player": number[roll.pop("seat")], **roll} for roll in data["rolls"]]
    yield "_side_pot_before", hand.before.side_pot
    yield "_side_pot_after", hand.end.side_pot
    if result is not None:
        to = result.side_pot_to
        yield "_side_pot_to", "" if to is None else hand.last.seat(to).name
        yield (
            "_side_pot_paid",
            [(result.side_pot if to == s.seat else 0) + result.at_end.get(s.seat, 0) for s in players],
        )
        yield "_hands", [result.hands[s.seat].text if s.seat in result.hands else "" for s in players]
        lows = [result.lows.get(s.seat) for s in players]
        yield "_lows", [low.text if low is not None else "" for low in lows]
        yield (
            "_pots",
            [
                {
                    "amount": pot.amount,
                    "shares": [
                        {
                            "amount": share.amount,
                            "players": [number[n] for n in share.winners],
                            "paid": [share.paid[n] for n in share.winners],
                            "why": share.why,
                        }
                        for share in pot.shares
                    ],
                }
                for pot in result.pots
            ],
        )
    yield "_put_in", [one["put_in"] for one in seats]
    yield "_net", [one["chips_after"] - one["chips_before"] for one in seats]
    yield "_events", data["events"]


def _actions(hand: HandRecord) -> Iterator[str]:
    number = {s.seat: f"p{i}" for i, s in enumerate(hand.players, start=1)}
    for move in hand.moves:
        said = [] if isinstance(move.event, events.Deal) else list(told(hand, move))
        # The first thing said is the move itself; what follows from it is a comment of its own.
        action = _action(hand, move, number)
        if action:
            yield action
            said = said[1:]
        yield from (f"# {f'{one.who} {one.what}'.strip()}" for one in said)
        yield from _dealt(move, number)


def _action(hand: HandRecord, move: Move, number: Mapping[int, str]) -> str:
    """The move in PHH's notation; empty where it has none."""
    match move.event:
        case events.Board(cards=cards):
            return f"d db {''.join(cards)}"
        case events.Check(seat=seat) | events.Call(seat=seat):
            return f"{number[seat]} cc"
        case events.Bet(seat=seat) | events.Raise(seat=seat):
            assert move.before is not None  # there was a turn
            return f"{number[seat]} cbr {total_of(move.event, move.before)}"
        case events.Fold(seat=seat):
            return f"{number[seat]} f"
        case events.Show(seat=seat, cards=cards):
            return f"{number[seat]} sm {''.join(hand.last.seat(seat).up + cards)}"
        case events.Muck(seat=seat):
            return f"{number[seat]} sm"
        case _:
            return ""


def _dealt(move: Move, number: Mapping[int, str]) -> Iterator[str]:
    """The cards that were dealt face down once the move was made."""
    if not move.after.playing:
        return
    for seat, name in number.items():
        one = move.after.seat(seat)
        new = _held(move.after, one) - (0 if isinstance(move.event, events.Deal) else _held(move.before, one))
        if one.in_hand and new > 0:
            yield f"d dh {name} {'??' * new}"


def _held(state: State | None, seat: Seat) -> int:
    """How many cards a player has been dealt, those turned up among them."""
    if state is None:
        return 0
    now = state.seat(seat.seat)
    return down_cards(state, now) + len(now.up)


def _toml(value: Any, lines: bool = False) -> str:
    """A value in TOML. Its basic strings are JSON's, but for one control character."""
    if lines and value:
        return "[\n" + "".join(f"  {_toml(one)},\n" for one in value) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        pairs = (f"{json.dumps(str(k))} = {_toml(v)}" for k, v in value.items() if v is not None)
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
