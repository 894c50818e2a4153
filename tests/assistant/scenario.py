"""Scenarios of rules as readable text: what happens at a table, and what must come of it.

A file holds scenarios. `== title` starts one; lines before the first hold for all of the
file. `rule: NAME` cites what is tested, `> …` quotes it, `#` is a comment. Then, one a line or
parted by `;`:

    open lucky-sevens Ann=20 Bea=20 button=2 bet=2      seats from 1 in this order; house rules
    deal | roll 3 4 | reroll 1 | pass 1 | board Kh 8d | check 1 | call 2 | bet 1 [4] | raise 2 [8]
    fold 1 | declare 1 high | show 1 Kh 8d | muck 1 | correct board Kh Kd [swap] | misdeal | undo [3]
    buy 1 20 | leave 1 | sit 3 Carl 20 | sit_out 1 | sit_in 1 | game NAME rule=value | close
    up 1 Kh 2 8d            both turn a card up
    checks / calls / passes everyone left in the round checks (calls, passes the offer)
    dice 3 4                the throws to come, for `play`; else 1 and 2
    cards board Kh 8d 2c 3s | cards 1 Ks 4d 2h / 9s 9d   what `play` deals: face up / face down
    play [to round 3 | to show | to expose 2 | …]        all check, call, pass, show until then
    refused: bet 2 -- it is Ann's turn                   refused, with this in the reason
    = chips 19 18 20        by seat        = bets 0 2 0        = pots 6:1,2,3 4:2,3   (- for none)
    = side 4 | = claimant 2 | = wild 7 | = wild 1 K | = button 2 | = hand_number 2 | = stage flop
    = prompt act 1 | = text WORDS | = detail WORDS | = may 2 8 | = may nothing | = call 2
    = paid 1:6 2:3 (by hand and side pot at the end of the hand) | = at_end 1:9
    = has 1 full_house KKK99 | = low 1 8532A | = low 1 none | = why 1 WORDS | = five 1 Kh …
    = round 2 | = board Kh 8d | = up 1 Kh 8d | = down 1 3 | = money 60 | = next_dealer 2
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from assistant import betting, events
from assistant.cards import FULL_DECK
from assistant.events import Event, from_json
from assistant.fold import Night
from assistant.game import down_cards, round_of, stage_of, step_of
from assistant.pots import pots_of
from assistant.prompt import Kind, next_dealer, prompt_of
from assistant.report import dice_wild, own_wild
from assistant.state import Refused, State


@dataclass
class Scenario:
    """One scenario: what it cites, and its lines with their numbers."""

    path: Path
    title: str
    rules: list[str]
    lines: list[tuple[int, str]] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.path.stem}: {self.title}"


def read_scenarios(path: Path) -> list[Scenario]:
    """Reads one file."""
    found: list[Scenario] = []
    common: list[str] = []
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        line = raw.strip()
        if not line or line[0] in "#>":
            continue
        if line.startswith("== "):
            found.append(Scenario(path, line[3:], list(common)))
        elif line.startswith("rule: "):
            (found[-1].rules if found else common).append(line[6:])
        else:
            # Words that are quoted to the end may hold the sign that parts the others.
            parts = [line] if line.startswith(("= text ", "= detail ", "refused: ")) else line.split(";")
            found[-1].lines += [(number, part.strip()) for part in parts if part.strip()]
    return found


class Player:
    """Plays one scenario's lines on a night of its own."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.night = Night()
        self.dice: list[tuple[int, int]] = []
        self.ups: dict[int, list[str]] = {}
        self.downs: dict[int, list[str]] = {}
        self.board: list[str] = []

    def run(self) -> None:
        for number, line in self.scenario.lines:
            try:
                self.line(line)
            except (AssertionError, Refused, ValueError) as e:
                where = f"{self.scenario.path.name}, line {number}: {line}"
                raise AssertionError(f"{where}\n{type(e).__name__}: {e}") from e

    @property
    def state(self) -> State:
        assert self.night.state is not None, "no table is open"
        return self.night.state

    def post(self, event: Event) -> None:
        state = self.night.post(event)
        assert state.money == state.bought_in, "chips are lost"

    def line(self, line: str) -> None:
        if line.startswith("= "):
            what, _, rest = line[2:].partition(" ")
            _EXPECT[what](self, rest.strip())
        elif line.startswith("refused: "):
            text, _, reason = line[9:].partition(" -- ")
            before = self.night.state
            got = self.refusal(text)
            assert reason in got, f"refused because {got}"
            assert self.night.state is before
        else:
            word, _, rest = line.partition(" ")
            if word in _MACROS:
                _MACROS[word](self, rest)
            else:
                for event in events_of(line):
                    self.post(event)

    def refusal(self, text: str) -> str:
        try:
            for event in events_of(text):
                self.night.post(event)
        except (Refused, ValueError) as e:
            return str(e)
        raise AssertionError("was not refused")

    # --- macros

    def around(self, kind: type[events.Check] | type[events.Call] | type[events.Pass]) -> None:
        step = self.state.step
        assert self.state.turn is not None, "nobody is asked"
        while self.state.step == step and self.state.turn is not None and self.state.roller is None:
            self.post(kind(self.state.turn))

    def to_come(self, rest: str) -> None:
        where, _, cards = rest.partition(" ")
        if where == "board":
            self.board = cards.split()
            return
        up, _, down = cards.partition("/")
        self.ups[int(where)] = up.split()
        self.downs[int(where)] = down.split()

    def throws(self, rest: str) -> None:
        dice = [int(d) for d in rest.split()]
        self.dice = list(zip(dice[::2], dice[1::2], strict=True))

    def play(self, rest: str) -> None:
        target = rest.removeprefix("to ").split()
        hand = self.state.hand
        for _ in range(500):
            if not self.state.playing or self.state.hand != hand or (target and self.arrived(target)):
                break
            self.post(self.usual())
        else:
            raise AssertionError("the hand does not end")
        assert not target or self.arrived(target), f"never came to {rest}"

    def arrived(self, target: list[str]) -> bool:
        kind = prompt_of(self.state).kind
        if target[0] == "round":
            return kind is Kind.ACT and round_of(self.state) == int(target[1])
        if target[0] == "expose" and len(target) > 1:
            ups = min(len(s.up) for s in self.state.in_hand)
            return kind is Kind.EXPOSE and ups == int(target[1]) - 1
        return kind == target[0]

    def usual(self) -> Event:
        """What a calm player would do: check, call, pass, turn up and show the cards given."""
        state = self.state
        prompt = prompt_of(state)
        seat = prompt.seats[0] if prompt.seats else 0
        match prompt.kind:
            case Kind.ROLL:
                return events.Roll(self.dice.pop(0) if self.dice else (1, 2))
            case Kind.REROLL | Kind.ROLL_AGAIN:
                return events.Pass(seat)
            case Kind.BOARD:
                step = step_of(state)
                assert step is not None
                at = len(state.board)
                return events.Board(tuple(self.board[at : at + step.count] or self.spare(step.count)))
            case Kind.EXPOSE:
                at = len(state.seat(seat).up)
                return events.Expose(seat, (self.ups.get(seat, [])[at : at + 1] or self.spare(1))[0])
            case Kind.SHOW:
                return events.Show(seat, tuple(self.downs.get(seat) or self.spare(down_cards(state, state.seat(seat)))))
            case Kind.ACT:
                may = betting.options(state, state.seat(seat), round_of(state))
                return events.Call(seat) if may.call else events.Check(seat)
            case Kind.DECLARE:
                return events.Declare(seat, "high")
            case _:
                raise AssertionError(f"nothing to do at {prompt.text}")

    def spare(self, count: int) -> list[str]:
        """Cards that nobody has named, for where they don't matter."""
        named = {*self.board, *(c for cards in (*self.ups.values(), *self.downs.values()) for c in cards)}
        return [c for c in FULL_DECK if c not in named and self.state.where(c) is None][:count]

    # --- expectations

    def by_seat(self, rest: str, attribute: str) -> None:
        got = [getattr(s, attribute) for s in self.state.seats]
        equal(got, [int(n) for n in rest.split()])

    def pots(self, rest: str) -> None:
        equal(" ".join(f"{p.amount}:{','.join(map(str, p.seats))}" for p in pots_of(self.state.seats)) or "-", rest)

    def wild(self, rest: str) -> None:
        seat, _, wild = rest.partition(" ")
        got = own_wild(self.state, self.state.seat(int(seat))) if wild else dice_wild(self.state)
        equal(got or "none", wild or seat)

    def prompt(self, rest: str) -> None:
        prompt = prompt_of(self.state)
        equal(" ".join([str(prompt.kind), *map(str, prompt.seats)]), rest)

    def may(self, rest: str) -> None:
        assert self.state.turn is not None
        may = betting.options(self.state, self.state.seat(self.state.turn), round_of(self.state))
        equal("nothing" if may.raise_to is None else " ".join(map(str, may.raise_to)), rest)

    def call(self, rest: str) -> None:
        assert self.state.turn is not None
        may = betting.options(self.state, self.state.seat(self.state.turn), round_of(self.state))
        equal(may.call, int(rest))

    def paid(self, rest: str) -> None:
        assert self.state.result is not None, "the hand is not over"
        equal({n: c for n, c in self.state.result.payouts.items() if c}, amounts(rest))

    def at_end(self, rest: str) -> None:
        assert self.state.result is not None, "the hand is not over"
        equal(dict(self.state.result.at_end), amounts(rest))

    def has(self, rest: str) -> None:
        assert self.state.result is not None, "the hand is not over"
        seat, want = rest.split(" ", 1)
        hand = self.state.result.hands[int(seat)]
        equal(f"{hand.category} {hand.ranks}", want)

    def low(self, rest: str) -> None:
        assert self.state.result is not None, "the hand is not over"
        seat, want = rest.split()
        low = self.state.result.lows[int(seat)]
        equal("none" if low is None else low.ranks, want)

    def five(self, rest: str) -> None:
        assert self.state.result is not None, "the hand is not over"
        seat, *want = rest.split()
        equal(set(self.state.result.hands[int(seat)].five), set(want))

    def why(self, rest: str) -> None:
        assert self.state.result is not None, "the hand is not over"
        seat, want = rest.split(" ", 1)
        shares = [share for pot in self.state.result.pots for share in pot.shares if int(seat) in share.winners]
        assert any(want in share.why for share in shares), [share.why for share in shares]


def equal(got: object, want: object) -> None:
    assert got == want, f"got {got}, want {want}"


def amounts(text: str) -> dict[int, int]:
    """`1:6 2:3` as a dict; `-` is none."""
    pairs = (part.split(":") for part in text.split() if part != "-")
    return {int(seat): int(units) for seat, units in pairs}


def value_of(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def events_of(text: str) -> Iterator[Event]:
    """The events of one short line."""
    word, *rest = text.split()
    if word == "open":
        yield from_json(_open(rest))
    elif word == "up":
        for seat, card in zip(rest[::2], rest[1::2], strict=True):
            yield from_json({"event": "expose", "seat": int(seat), "card": card})
    elif word == "undo":
        yield from (events.Undo() for _ in range(int(rest[0]) if rest else 1))
    else:
        yield from_json({"event": word, **_fields(word, rest)})


def _fields(word: str, rest: list[str]) -> dict[str, object]:
    match word, rest:
        case "roll", _:
            return {"dice": [int(d) for d in rest]}
        case "board", _:
            return {"cards": rest}
        case "show", [seat, *cards]:
            return {"seat": int(seat), "cards": cards}
        case "declare", [seat, what]:
            return {"seat": int(seat), "for": what}
        case "correct", [where, was, is_]:
            return {"where": where, "was": was, "is": is_}
        case "correct", [where, was, is_, "swap"]:
            return {"where": where, "was": was, "is": is_, "swap": True}
        case "buy", [seat, chips]:
            return {"seat": int(seat), "chips": int(chips)}
        case "sit", [seat, name, chips]:
            return {"seat": int(seat), "name": name, "chips": int(chips)}
        case "game", [name, *house]:
            return {"game": name, "house": _house(house)}
        case ("bet" | "raise"), [seat, to]:
            return {"seat": int(seat), "to": int(to)}
        case _, [seat]:
            return {"seat": int(seat)}
        case _, []:
            return {}
    raise ValueError(f"can't read {word} {rest}")


def _house(parts: list[str]) -> dict[str, object]:
    return {key: value_of(value) for key, _, value in (part.partition("=") for part in parts)}


def _open(rest: list[str]) -> dict[str, object]:
    game, *parts = rest
    players = [p for p in parts if re.match(r"[A-Z]", p)]
    house = _house([p for p in parts if p not in players])
    seats = [
        {"seat": n, "name": p.split("=")[0], "chips": int(p.split("=")[1])} for n, p in enumerate(players, start=1)
    ]
    opened: dict[str, object] = {"event": "open", "game": game, "seats": seats, "button": house.pop("button", 1)}
    if "side_pot" in house:
        opened["side_pot"] = house.pop("side_pot")
    return {**opened, "house": house}


_MACROS: dict[str, Callable[[Player, str], None]] = {
    "checks": lambda p, _: p.around(events.Check),
    "calls": lambda p, _: p.around(events.Call),
    "passes": lambda p, _: p.around(events.Pass),
    "cards": Player.to_come,
    "dice": Player.throws,
    "play": Player.play,
}

_EXPECT: dict[str, Callable[[Player, str], None]] = {
    "chips": lambda p, rest: p.by_seat(rest, "chips"),
    "bets": lambda p, rest: p.by_seat(rest, "bet"),
    "pots": Player.pots,
    "side": lambda p, rest: equal(p.state.side_pot, int(rest)),
    "claimant": lambda p, rest: equal(str(p.state.claimant or "none"), rest),
    "wild": Player.wild,
    "button": lambda p, rest: equal(p.state.button, int(rest)),
    "hand_number": lambda p, rest: equal(p.state.hand, int(rest)),
    "stage": lambda p, rest: equal(stage_of(p.state), rest),
    "prompt": Player.prompt,
    "text": lambda p, rest: equal(prompt_of(p.state).text, rest),
    "detail": lambda p, rest: equal(prompt_of(p.state).detail, rest),
    "may": Player.may,
    "call": Player.call,
    "paid": Player.paid,
    "at_end": Player.at_end,
    "has": Player.has,
    "low": Player.low,
    "five": Player.five,
    "why": Player.why,
    "round": lambda p, rest: equal(round_of(p.state), int(rest)),
    "board": lambda p, rest: equal(" ".join(p.state.board), rest),
    "up": lambda p, rest: equal(" ".join(p.state.seat(int(rest[0])).up), rest[2:]),
    "down": lambda p, rest: equal(down_cards(p.state, p.state.seat(int(rest[0]))), int(rest[2:])),
    "money": lambda p, rest: equal(p.state.money, int(rest)),
    "next_dealer": lambda p, rest: equal(next_dealer(p.state).seat, int(rest)),
}
