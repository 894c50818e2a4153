"""A table that plays by itself: random legal and illegal events from a seed, and what must hold after each."""

from __future__ import annotations

import json
import random
from typing import Any

from assistant import events
from assistant.cards import FULL_DECK
from assistant.events import Event, NewSeat, from_json, to_json
from assistant.fold import Night
from assistant.game import all_games, down_cards, game_named, step_of
from assistant.house import parse_house
from assistant.pots import pots_of
from assistant.prompt import Kind, prompt_of
from assistant.report import as_json
from assistant.state import Refused, State

NAMES = ("Ann", "Bea", "Carl", "Dan", "Eva", "Finn", "Gus", "Hal")

# What each house rule may be, good values only; the games' own checks sort out the rest.
VALUES: dict[str, tuple[Any, ...]] = {
    "five_of_a_kind": ("above_straight_flush", "below_straight_flush"),
    "flush_duplicates": ("allowed", "forbidden"),
    "natural_breaks_ties": (False, True),
    "structure": ("fixed_limit", "spread_limit", "pot_limit", "no_limit"),
    "bet": (1, 2, 3, 4, 5, 10),
    "bet_late": (None, 2, 6, 20),
    "max_raises": (3, 0, 1, 2, None),
    "uncapped_heads_up": (False, True),
    "ante": (1, 0, 2, 5),
    "odd_unit": ("left_of_button", "high_card_by_suit"),
    "rebuys": (False, True),
    "dice_table": ({"2": "A"}, {"7": "K", "12": "2"}),
    "can_pay": ("worst_case", "any_chips"),
    "side_pot_at_end": ("winner", "split", "carry"),
    "first_to_act": ("best_exposed", "left_of_button"),
    "exposed_wilds": ("count", "as_printed"),
    "rolling": ("simultaneous", "in_turn"),
    "cards": (7, 5),
    "wild": ([], ["2"], ["Q", "Kh"], ["A", "K", "Q", "J", "T"]),
    "high_low": (False, True),
    "low_qualifier": (8, None),
    "declare": ("cards_speak", "chips"),
    "chicago": ("off", "high", "low"),
    "baseball": (False, True),
}


def random_house(rng: random.Random, game: str) -> dict[str, Any]:
    """House rules that make sense in the game."""
    allowed = sorted(game_named(game).allowed)
    house = {k: rng.choice(VALUES[k]) for k in rng.sample(allowed, rng.randint(0, min(8, len(allowed))))}
    if "high_low" in allowed and rng.random() < 0.3:
        house |= {"high_low": True, "declare": rng.choice(("chips", "chips", "cards_speak"))}
    if "baseball" in allowed and rng.random() < 0.2:
        house["baseball"] = True
    if not house.get("high_low"):
        house.pop("low_qualifier", None)
        house.pop("declare", None)
    parse_house(house, allowed)
    return house


def unseen(state: State, rng: random.Random, count: int) -> tuple[str, ...]:
    """Cards that lie nowhere yet."""
    return tuple(rng.sample([c for c in FULL_DECK if state.where(c) is None], count))


def legal(state: State, rng: random.Random) -> list[Event]:
    """Everything that the prompt asks for: each of these must be accepted."""
    prompt = prompt_of(state)
    found: list[Event] = []
    for choice in prompt.choices:
        assert choice.event is not None
        found.append(choice.event)
        if choice.to_range is not None:
            assert isinstance(choice.event, events.Bet | events.Raise)
            least, most = choice.to_range
            assert least < most
            for to in {most, rng.randint(least, most)}:
                found.append(type(choice.event)(choice.event.seat, to))
    step = step_of(state)
    match prompt.kind:
        case Kind.ROLL:
            found.append(events.Roll((rng.randint(1, 6), rng.choice((1, 3, 4, 6)))))
        case Kind.BOARD:
            assert step is not None
            found.append(events.Board(unseen(state, rng, step.count)))
        case Kind.EXPOSE:
            cards = unseen(state, rng, len(prompt.seats))
            found += [events.Expose(n, card) for n, card in zip(prompt.seats, cards, strict=True)]
        case Kind.SHOW:
            found += [events.Show(n, unseen(state, rng, down_cards(state, state.seat(n)))) for n in prompt.seats]
        case _:
            pass
    return found


def between(state: State, rng: random.Random) -> Event:
    """Something that people do between hands; it may be refused."""
    seat = rng.randint(1, 8)
    game = rng.choice(sorted(all_games()))
    return rng.choice([
        events.Buy(seat, rng.randint(0, 40)), events.Sit(seat, rng.choice(NAMES), rng.randint(0, 40)),
        events.Leave(seat), events.SitOut(seat), events.SitIn(seat), events.SitIn(seat),
        events.ChooseGame(game, random_house(rng, game)), events.ChooseGame(game, random_house(rng, game)),
    ])  # fmt: skip


def anything(state: State, rng: random.Random) -> Event:
    """Any event at all, most of them out of place."""
    seat = rng.randint(1, 9)
    cards = tuple(rng.choice(FULL_DECK) for _ in range(rng.randint(0, 4)))
    seen = [*state.board, *(c for s in state.seats for c in (*s.up, *(s.shown or ())))] or ["Kh"]
    action = rng.choice((events.Check, events.Call, events.Fold, events.Reroll, events.Pass, events.Muck))
    money = rng.choice((events.Bet, events.Raise))
    game = rng.choice((*all_games(), "whist"))
    return rng.choice([
        action(seat), action(seat), money(seat, rng.choice((None, rng.randint(0, 50)))), events.Deal(),
        events.Roll((rng.randint(1, 6), rng.randint(1, 6))), events.Board(cards),
        events.Expose(seat, rng.choice(FULL_DECK)), events.Show(seat, cards),
        events.Declare(seat, rng.choice(("high", "low", "both"))),
        events.Correct(rng.choice(("board", seat)), rng.choice(seen), rng.choice(FULL_DECK)),
        events.Correct(rng.choice(("board", seat)), rng.choice(seen), rng.choice(seen), swap=True),
        events.ChooseGame(game, {"chicago": "low"}), between(state, rng),
        events.Open("lucky-sevens", (NewSeat(1, "Ann", 5),), 1, {}),
    ])  # fmt: skip


def opening(rng: random.Random) -> Event:
    """A table of two players or more."""
    game = rng.choice(sorted(all_games()))
    most = game_named(game).players[1]
    numbers = rng.sample(range(1, 9), rng.randint(2, most))
    rich = rng.choice((8, 30, 100))
    least = rng.choice((1, rich // 2))
    seats = tuple(NewSeat(n, NAMES[n - 1], rng.randint(0 if i == 2 else least, rich)) for i, n in enumerate(numbers))
    return events.Open(game, seats, rng.choice(numbers), random_house(rng, game), rng.choice((None, 0, 13)))


class RandomTable:
    """Plays `steps` events from a seed and checks the engine after each one."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.night = Night()
        self.night.post(opening(self.rng))
        self.refused = 0

    @property
    def state(self) -> State:
        assert self.night.state is not None
        return self.night.state

    def play(self, steps: int) -> None:
        for _ in range(steps):
            self.step()
        again = Night(from_json(json.loads(json.dumps(to_json(e)))) for e in self.night.events)
        assert again.state == self.state

    def step(self) -> None:
        state, rng = self.state, self.rng
        wanted = legal(state, rng)
        for event in wanted:
            self.night.after(event)  # raises Refused where the prompt has promised too much
        assert wanted or prompt_of(state).kind is Kind.OVER
        draw = rng.random()
        event: Event
        if draw < 0.02:
            event = events.Undo()
        elif draw < 0.024:
            event = events.Misdeal()
        elif draw < 0.025:
            event = events.Close()
        elif draw < 0.2:
            event = anything(state, rng)
        elif not state.playing and draw < 0.45:
            event = between(state, rng)
        elif state.closed:
            event = events.Undo()
        elif wanted:
            # Folding and mucking less often, or few hands would reach their end.
            calm = [e for e in wanted if not isinstance(e, events.Fold | events.Muck)]
            calm += [e for e in wanted if isinstance(e, events.Bet | events.Raise)]
            event = rng.choice(calm if calm and draw < 0.9 else wanted)
        else:
            free = [n for n in range(1, 9) if all(s.gone or s.seat != n for s in state.seats)]
            name = f"Guest {rng.random()}"
            event = events.Sit(free[0], name, rng.randint(1, 40)) if free else events.Undo()
        self.take(event)

    def take(self, event: Event) -> None:
        before = self.state
        looks = repr(before) if self.rng.random() < 0.2 else ""
        try:
            after = self.night.post(event)
        except Refused as e:
            reason = str(e)
        else:
            check(after)
            self.accepted(event, before, after)
            return
        self.refused += 1
        assert self.state is before
        assert not looks or repr(before) == looks
        assert reason
        assert "\n" not in reason

    def accepted(self, event: Event, before: State, after: State) -> None:
        if isinstance(event, events.Misdeal):
            assert not after.playing
            assert before.money == after.money
        if not isinstance(event, events.Undo) and self.rng.random() < 0.1:
            assert self.night.post(events.Undo()) == before
            assert self.night.post(event) == after


def check(state: State) -> None:
    """What holds in every state."""
    assert state.money == state.bought_in
    assert state.side_pot >= 0
    for seat in state.seats:
        assert seat.chips >= 0
        assert seat.put_in >= seat.bet >= 0
    if state.playing:
        assert sum(p.amount for p in pots_of(state.seats)) == sum(s.put_in - s.bet for s in state.seats)
        assert len(state.in_hand) > 1
    else:
        assert all(s.put_in == 0 for s in state.seats)
        assert state.turn is None
        assert state.pending == ()
    cards = [*state.board, *(c for s in state.seats for c in (*s.up, *(s.shown or ())))]
    assert len(set(cards)) == len(cards)
    if state.result is not None:
        won = sum(state.result.payouts.values())
        taken = state.result.side_pot if state.result.side_pot_to is not None else 0
        assert won == sum(p.amount for p in state.result.pots) + taken
        for pot in state.result.pots:
            assert pot.amount == sum(sum(share.paid.values()) for share in pot.shares)
    prompt = prompt_of(state)
    assert prompt.text[0].isupper()
    if prompt.kind in (Kind.ACT, Kind.ROLL, Kind.REROLL, Kind.ROLL_AGAIN):
        assert len(prompt.seats) == 1
    asked = {choice.seat for choice in prompt.choices if choice.seat is not None}
    assert asked <= set(prompt.seats)
    assert json.dumps(as_json(state))
