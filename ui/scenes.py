"""Named moments of a night, from real events: for the gallery, the README's pictures and the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from assistant import events as ev
from assistant.prompt import Button, Choice, Kind, Prompt, prompt_of
from assistant.shown import Question
from ui.rehearsal import Rehearsal
from vision.lessons import Lesson

NAMES = ("Ann", "Bea", "Carl", "Dora", "Eli", "Flo", "Gus", "Hal")
CHIPS = (62, 118, 40, 15, 77, 85, 33, 54)


def opened(
    players: int,
    game: str = "lucky-sevens",
    chips: Iterable[int] = CHIPS,
    names: Iterable[str] = NAMES,
    **house: Any,
) -> Rehearsal:
    """A table that has just opened; seat 8 (or the last) has the button."""
    seats = tuple(
        ev.NewSeat(i + 1, name, units) for i, (name, units) in enumerate(zip(names, chips, strict=False)) if i < players
    )
    return Rehearsal([ev.Open(game, seats, seats[-1].seat, house)])


def play(table: Rehearsal, *steps: ev.Event | str) -> Rehearsal:
    """Posts events, and for words what whoever is asked does: `go` the usual thing, `raise`, `fold`, `pass`;
    `offers` passes all offers, `bets` does so and takes the usual choice until the betting is over.
    Raises Refused where the rules do."""
    for step in steps:
        if not isinstance(step, str):
            table.night.post(step)
        elif step in ("offers", "bets"):
            while (kind := _prompt(table).kind) in (Kind.REROLL, Kind.ROLL_AGAIN, Kind.ACT):
                if kind is Kind.ACT and step == "offers":
                    break
                _choose(table, "go" if kind is Kind.ACT else "pass")
        else:
            _choose(table, step)
    table.version = len(table.night.events)
    return table


def _prompt(table: Rehearsal) -> Prompt:
    assert table.night.state is not None
    return prompt_of(table.night.state)


def _choose(table: Rehearsal, word: str) -> None:
    prompt = _prompt(table)
    if word == "fold":
        table.night.post(ev.Fold(prompt.seats[0]))
        return
    if word == "pass":
        table.night.post(ev.Pass(prompt.seats[0]))
        return
    wanted = {"raise": Button.YELLOW, "go": Button.GREEN}[word]
    event = next(c for c in prompt.choices if c.button is wanted).event
    assert event is not None
    table.night.post(event)


def _flop(players: int, **house: Any) -> Rehearsal:
    table = opened(players, **house)
    return play(table, "go", ev.Roll((5, 3)), "bets", ev.Board(("Kh", "8d")), "offers")


def table_four() -> Rehearsal:
    """The middle of a hand, four players: a bet and a raise are out."""
    return play(_flop(4), "go", "raise", "raise")


def table_eight() -> Rehearsal:
    """The middle of a hand, eight players: a claim, somebody all in, somebody out."""
    table = opened(8, chips=(63, 119, 42, 4, 78, 86, 34, 65))
    play(table, "go", ev.Roll((5, 3)), "go", "go", "raise", "go", "go", "go", "go", "go", "bets")
    play(table, ev.Board(("Kh", "8d")), "pass", "pass", ev.Reroll(3), ev.Roll((4, 3)))
    play(table, "raise", "go", "go", "go", "fold", "go", "go", "go", ev.Board(("4c",)))
    return play(table, "pass", "pass", "pass", ev.Reroll(6), ev.Roll((5, 3)), "raise", "go", "go")


def reroll() -> Rehearsal:
    """A re-roll is on offer, and the side pot has a claimant."""
    table = opened(6)
    play(table, "go", ev.Roll((4, 3)), "raise", "go", "fold", "bets")
    return play(table, ev.Board(("Kh", "8d")), "pass")


def roll_again() -> Rehearsal:
    """Doubles: the same player may roll again."""
    table = opened(5)
    play(table, "go", ev.Roll((2, 5)), "bets", ev.Board(("Kh", "8d")), "pass", ev.Reroll(2), ev.Roll((4, 4)))
    return table


def to_roll() -> Rehearsal:
    """The dealer is to throw."""
    return play(opened(6), "go")


def board_due() -> Rehearsal:
    """Two board cards are due."""
    return play(opened(6), "go", ev.Roll((5, 3)), "bets")


def showing() -> Rehearsal:
    """Players turn their cards up."""
    table = play(_flop(5), "raise", "go", "go", "fold", "bets", ev.Board(("4c",)), "bets")
    play(table, ev.Board(("2d",)), "bets")
    return play(table, ev.Show(3, ("Qs", "Qd", "4h")), ev.Show(1, ("Kc", "8s", "Jh")))


def showdown() -> Rehearsal:
    """Paid: three hands, wilds in each, the side pot to a claimant who lost."""
    table = opened(5, names=("Flo", "Carl", "Hal", "Bea", "Gus"))
    play(table, "go", ev.Roll((4, 3)), "raise", "go", "go", "fold", "fold", ev.Board(("Kh", "8d")))
    play(table, "pass", ev.Reroll(2), ev.Roll((1, 6)), "raise", "bets", ev.Board(("4c",)), "bets")
    play(table, ev.Board(("2d",)), ev.Reroll(1), ev.Roll((5, 3)), "bets")
    return play(table, ev.Show(2, ("Qs", "Qd", "4h")), ev.Show(3, ("As", "Th", "3c")), ev.Show(1, ("Kc", "8s", "Jh")))


def showdown_eight() -> Rehearsal:
    """Everybody stays to the end."""
    table = play(opened(8, chips=(60,) * 8), "go", ev.Roll((5, 3)), "bets", ev.Board(("Kh", "8d")), "bets")
    play(table, ev.Board(("4c",)), "bets", ev.Board(("2d",)), "bets")
    down = ("Qs Qd 4h", "As Th 3c", "Kc 8s Jh", "9s 9h 2c", "5d 6d 7d", "Ad Ac Td", "3s 3d 8c", "Jd Js 7c")
    for i, cards in enumerate(down):
        table.night.post(ev.Show(i + 1, tuple(cards.split())))
    return table


def uncontested() -> Rehearsal:
    """Everybody else folded."""
    return play(_flop(4), "raise", "fold", "fold", "fold")


STUD_UP = (
    "8s Kc 4d Jh", "9h 9c 2s Ts", "Kd Kh 7c 3s", "5c 5h As 6d", "Qs Jd 4c 8c", "2h Td 6c 3d", "Ah 7d 7s 9d",
)  # fmt: skip


def _stud(players: int, streets: int, game: str = "shifting-sands", **house: Any) -> Rehearsal:
    table = play(opened(players, game, **house), "go")
    if _prompt(table).kind is Kind.ACT:
        play(table, "bets")
    for street in range(streets):
        for seat in range(1, players + 1):
            card = STUD_UP[seat - 1].split()[street]
            if seat in _prompt(table).seats:
                table.night.post(ev.Expose(seat, card))
        if street < streets - 1:
            play(table, "raise" if street == 1 else "go", *(["fold"] if street == 1 and players > 5 else []), "bets")
    table.version = len(table.night.events)
    return table


def stud_seven() -> Rehearsal:
    """Seven players, four cards up each, everybody's own wild rank."""
    return play(_stud(7, 4), "raise", "go")


def stud_exposing() -> Rehearsal:
    """Some have turned their second card, others have not."""
    table = _stud(5, 1)
    play(table, "bets", ev.Expose(2, "9c"), ev.Expose(4, "5h"))
    return table


def stud_showdown() -> Rehearsal:
    """High-low with Chicago: a pot shared three ways."""
    house: dict[str, Any] = {"high_low": True, "chicago": "high", "wild": ["2"]}
    table = play(_stud(4, 4, "roll-your-own", **house), "raise", "bets")
    down = ("Ks Qd Ac", "9d Qc Js", "3c 2d 4h", "5s 6h 2c")
    for i, cards in enumerate(down):
        table.night.post(ev.Show(i + 1, tuple(cards.split())))
    return table


def baseball() -> Rehearsal:
    """Roll Your Own with announced wilds."""
    return _stud(5, 2, "roll-your-own", baseball=True)


def baseball_showdown() -> Rehearsal:
    """Fours turned up brought extra cards."""
    table = play(opened(3, "roll-your-own", baseball=True), "go")
    for street in (("4h", "Kd", "9s"), ("4c", "Kc", "5d"), ("Th", "4s", "Jd"), ("2c", "7h", "Jc")):
        play(table, *(ev.Expose(i + 1, card) for i, card in enumerate(street)), "bets")
    down = ("Ah As 6c 6d 9h", "Ks Qd 2h 8c", "3c 5s 8h")
    return play(table, *(ev.Show(i + 1, tuple(cards.split())) for i, cards in enumerate(down)))


def declaring() -> Rehearsal:
    """High, low or both: some have said."""
    table = play(_stud(4, 4, "roll-your-own", high_low=True, declare="chips"), "bets")
    return play(table, ev.Declare(2, "high"))


def side_pots() -> Rehearsal:
    """Two players are all in for different sums, and the dice's pile has a claimant."""
    table = opened(6, chips=(62, 118, 40, 4, 77, 21), structure="no_limit")
    play(table, "go", ev.Roll((4, 3)), ev.Bet(1, 3), "go", "go", "go", "go", "go", ev.Board(("Kh", "8d")), "offers")
    play(table, ev.Bet(1, 10), ev.Call(2), ev.Call(3), ev.Call(5), ev.Raise(6, 13), "bets", ev.Board(("4c",)), "offers")
    return play(table, ev.Bet(1, 12), ev.Raise(2, 30))


def long_names() -> Rehearsal:
    """Names that no plate has room for."""
    names = ("Maximiliane Rosenthal", "Bartholomew", "Konstantinos", "Wilhelmina-Sophie", "Ann", "Theodorakis Jr.",
             "Anne-Marie", "Christopher K.")  # fmt: skip
    return play(opened(8, names=names, chips=(1062, 118, 40, 3150, 77, 12085, 33, 54)), "go", ev.Roll((6, 6)), "pass",
                "raise", "go", "fold", "go")  # fmt: skip


def long_names_stud() -> Rehearsal:
    """The same in a stud game."""
    names = ("Maximiliane Rosenthal", "Bartholomew", "Konstantinos", "Wilhelmina-Sophie", "Ann", "Theodorakis Jr.",
             "Anne-Marie")  # fmt: skip
    table = play(opened(7, "shifting-sands", names=names, chips=(1062, 118, 40, 3150, 77, 12085, 33)), "go", "bets")
    for seat in range(1, 8):
        table.night.post(ev.Expose(seat, STUD_UP[seat - 1].split()[0]))
    return play(table, "raise", "raise")


def question() -> Rehearsal:
    """The machine is not sure of a card."""
    table = play(_flop(5), "bets")
    choices = tuple(Choice(label, ev.Board((card,))) for label, card in (("6♥", "6h"), ("9♥", "9h")))
    table.question = Question("Is this the 6♥ or the 9♥?", "the turn, third place on the board", choices, "board",
                              ("6h", "9h"))  # fmt: skip
    return table


def whose_roll() -> Rehearsal:
    """Dice were thrown when nobody was to roll."""
    table = play(_flop(4), "go")
    table.question = Question("The dice show 4 and 3. Whose roll was that?", "nobody was to roll", (), "tray")
    return table


def refused() -> Rehearsal:
    """Something asked for was refused, and the camera has trouble."""
    table = table_four()
    table.refused = "it is not Ann's turn: Dora is to act"
    return table


def nobody() -> Rehearsal:
    """No table yet."""
    return Rehearsal()


def new_table() -> Rehearsal:
    """Before the first hand."""
    return opened(6)


def no_limit() -> Rehearsal:
    """A bet whose amount is to be chosen."""
    return play(_flop(5, structure="no_limit"), ev.Bet(1, 4))


def deck_lesson() -> Rehearsal:
    """Half a deck is learned, and one card is doubtful."""
    table = new_table()
    done = tuple(r + s for s in "sh" for r in "AKQJT98765432" if r + s not in ("6h", "9h"))
    table.lesson = Lesson("deck", done, 1, ("6h", "9h"))
    return table


def dice_lesson() -> Rehearsal:
    """Two dice were thrown for learning."""
    table = new_table()
    table.lesson = Lesson("dice", ("1", "4"), 1, dice=(5, 3))
    return table


SCENES: dict[str, Callable[[], Rehearsal]] = {
    f.__name__: f
    for f in (
        table_four, table_eight, reroll, roll_again, to_roll, board_due, showing, showdown, showdown_eight, uncontested,
        stud_seven, stud_exposing, stud_showdown, baseball, baseball_showdown, declaring, side_pots, long_names,
        long_names_stud, question,
        whose_roll, refused, nobody, new_table, no_limit, deck_lesson,
        dice_lesson,
    )
}  # fmt: skip
