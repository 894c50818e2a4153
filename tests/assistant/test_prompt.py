"""What a seat's three buttons do, and what the screen offers: the usual choice last."""

from __future__ import annotations

import pytest

from assistant import events
from assistant.events import Event, NewSeat
from assistant.fold import Night
from assistant.prompt import Button, Kind, Prompt, prompt_of


def prompt_after(*happened: Event, game: str = "lucky-sevens", chips: int = 40, **house: object) -> Prompt:
    seats = tuple(NewSeat(n, name, chips) for n, name in ((1, "Ann"), (2, "Bea"), (3, "Carl")))
    state = Night([events.Open(game, seats, 3, house), *happened]).state
    assert state is not None
    return prompt_of(state)


DEAL, ROLL = events.Deal(), events.Roll((1, 2))
CHECKS = tuple(events.Check(n) for n in (1, 2, 3))
FLOP = (DEAL, ROLL, *CHECKS, events.Board(("Kh", "8d")))

Row = tuple[str, Event, Button | None]


@pytest.mark.parametrize(
    ("prompt", "rows"),
    [
        (prompt_after(), [("Deal", events.Deal(), Button.GREEN)]),
        (
            prompt_after(DEAL, ROLL),
            [("Bet 1", events.Bet(1, 1), Button.YELLOW), ("Check", events.Check(1), Button.GREEN)],
        ),
        (
            prompt_after(DEAL, ROLL, events.Bet(1)),
            [
                ("Fold", events.Fold(2), Button.RED),
                ("Raise to 2", events.Raise(2, 2), Button.YELLOW),
                ("Call 1", events.Call(2), Button.GREEN),
            ],
        ),
        (
            prompt_after(*FLOP),
            [("Re-roll", events.Reroll(1), Button.YELLOW), ("Pass", events.Pass(1), Button.GREEN)],
        ),
        (
            prompt_after(DEAL, events.Roll((2, 2))),
            [("Roll again", events.Reroll(3), Button.YELLOW), ("Pass", events.Pass(3), Button.GREEN)],
        ),
        (prompt_after(DEAL), []),
        (prompt_after(DEAL, ROLL, *CHECKS), []),
    ],
)
def test_each_choice_has_its_words_its_event_and_its_button(prompt: Prompt, rows: list[Row]) -> None:
    assert [(c.label, c.event, c.button) for c in prompt.choices] == rows


def test_an_amount_to_choose_carries_the_least_and_names_the_range() -> None:
    prompt = prompt_after(DEAL, structure="no_limit", bet=5, game="shifting-sands")
    assert prompt.text == "Ann: check or bet 5–39"
    bet = prompt.choices[0]
    assert (bet.label, bet.event, bet.to_range) == ("Bet 5…", events.Bet(1, 5), (5, 39))


def test_declaring_is_by_the_buttons_of_all_who_are_in() -> None:
    night = Night([
        events.Open("roll-your-own", (NewSeat(1, "Ann", 1), NewSeat(2, "Bea", 1)), 2,
                    {"high_low": True, "declare": "chips", "cards": 5}),
        DEAL, events.Expose(1, "2c"), events.Expose(2, "2d"), events.Expose(1, "3c"), events.Expose(2, "3d"),
        events.Expose(1, "4c"), events.Expose(2, "4d"), events.Expose(1, "5c"), events.Expose(2, "5d"),
    ])  # fmt: skip
    assert night.state is not None
    prompt = prompt_of(night.state)
    assert (prompt.kind, prompt.seats) == (Kind.DECLARE, (1, 2))
    assert [(c.seat, c.label, c.button) for c in prompt.choices] == [
        (1, "Low", Button.RED), (1, "Both", Button.YELLOW), (1, "High", Button.GREEN),
        (2, "Low", Button.RED), (2, "Both", Button.YELLOW), (2, "High", Button.GREEN),
    ]  # fmt: skip


def test_showing_offers_a_muck_to_whoever_may() -> None:
    happened = [DEAL, ROLL, *CHECKS]
    for cards in (("Kh", "8d"), ("2c",), ("3s",), None):
        happened += [events.Board(cards)] if cards else []
        happened += [events.Pass(n) for n in (1, 2, 3)] + list(CHECKS)
    prompt = prompt_after(*happened)
    assert prompt.text == "Ann, Bea and Carl: show your three down cards"
    assert prompt.detail == "threes are wild"
    assert [(c.label, c.event) for c in prompt.choices] == [("Muck", events.Muck(n)) for n in (1, 2, 3)]
