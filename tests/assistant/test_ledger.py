"""The money of a night: the books close, or say where to look; and the fewest payments settle it."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from assistant import events
from assistant.cli import main
from assistant.events import Event, NewSeat, to_json
from assistant.journal import Journal
from assistant.ledger import EXACT_UP_TO, SIDE_POT, Ledger, fewest_payments, ledger_of
from assistant.nights import from_file
from tests.assistant.player import RandomTable

NIGHTS = sorted((Path(__file__).parent.parent / "data/nights").glob("*.jsonl"))
SEATS = (NewSeat(1, "Ann", 40), NewSeat(2, "Bea", 40), NewSeat(3, "Carl", 40))

# Ann rolls 3 + 5 = 8 into the side pot and deals; Bea wins the three antes and a bet comes back.
HAND = [events.Deal(), events.Roll((3, 5)), events.Bet(2), events.Fold(3), events.Fold(1)]
AFTER = {"Ann": 31, "Bea": 42, "Carl": 39}


def opened(side_pot: int | None = None, **house: object) -> Event:
    return events.Open("lucky-sevens", SEATS, 1, {"rebuys": True, **house}, side_pot)


def nets(ledger: Ledger) -> dict[str, int]:
    return {a.name: a.net for a in ledger.accounts}


def payments(ledger: Ledger) -> list[tuple[str, str, int]]:
    return [(p.payer, p.payee, p.units) for p in ledger.payments]


# --- accounts ------------------------------------------------------------------------------


def test_buying_rebuying_leaving_and_coming_back() -> None:
    ledger = ledger_of([
        opened(), *HAND, events.Buy(1, 25), events.Leave(2), events.Sit(2, "Eva", 60), events.Leave(3),
        events.Sit(5, "bea", 10),
    ])  # fmt: skip
    assert [(a.name, a.buy_in, a.rebuys, a.cashed_out, a.chips, a.seat) for a in ledger.accounts] == [
        ("Ann", 40, 25, 0, 31 + 25, 1),
        ("Bea", 50, 0, 42, 10, 5),  # one person, though she sits elsewhere and is written small
        ("Carl", 40, 0, 39, 0, None),
        ("Eva", 60, 0, 0, 60, 2),
    ]
    assert nets(ledger) == {"Ann": -9, "Bea": 2, "Carl": -1, "Eva": 0}
    assert (ledger.came_in, ledger.went_out, ledger.missing) == (215, 207, 8)


def test_what_was_taken_back_was_never_bought() -> None:
    plain = ledger_of([opened(), *HAND])
    assert ledger_of([opened(), events.Buy(1, 99), events.Undo(), *HAND, events.Leave(2), events.Undo()]) == plain
    assert nets(plain) == {name: chips - 40 for name, chips in AFTER.items()}


def test_a_misdeal_gives_everything_back() -> None:
    assert nets(ledger_of([opened(), *HAND[:3], events.Misdeal()])) == {"Ann": 0, "Bea": 0, "Carl": 0}


# --- in must equal out, or it says where to look ---------------------------------------------


def test_a_side_pot_that_waits_is_named_and_who_would_get_it() -> None:
    ledger = ledger_of([opened(), *HAND])
    assert (ledger.missing, ledger.unexplained) == (8, 0)
    assert ledger.where == ("the side pot still holds 8: were the night to end now, it would pay Bea 8",)
    assert payments(ledger) == [("Ann", "Bea", 9), ("Carl", "Bea", 1)]


def test_a_hand_being_played_is_named_and_nobody_pays_yet() -> None:
    ledger = ledger_of([opened(), *HAND[:3]])
    assert ledger.missing == 3 + 1 + 8
    assert ledger.where == (
        "a hand is being played: 4 in its pots and in front of the players",
        "the side pot holds 8",
    )
    assert ledger.payments == ()


@pytest.mark.parametrize(
    ("house", "balances", "where"),
    [
        # rules/README.md, side_pot_at_end: the winner takes all of it,
        ({"side_pot_at_end": "winner"}, {"Ann": -9, "Bea": 10, "Carl": -1}, ()),
        # those seated share it, odd units left of the button,
        ({"side_pot_at_end": "split"}, {"Ann": -7, "Bea": 5, "Carl": 2}, ()),
        # or it waits for the next session.
        (
            {"side_pot_at_end": "carry"},
            {"Ann": -9, "Bea": 2, "Carl": -1, SIDE_POT: 8},
            ("the side pot holds 8, which wait for another night",),
        ),
    ],
)
def test_how_the_side_pot_ends(house: dict[str, str], balances: dict[str, int], where: tuple[str, ...]) -> None:
    for past in ([opened(**house), *HAND], [opened(**house), *HAND, events.Close()]):
        ledger = ledger_of(past)
        assert ledger.settled == balances  # as it would end now is as it ends
    assert ledger.closed
    assert ledger.where == where


def test_a_side_pot_of_an_earlier_night_is_money_that_came_in() -> None:
    ledger = ledger_of([opened(13), *HAND, events.Close()])
    assert (ledger.carried_in, ledger.came_in, ledger.missing) == (13, 133, 0)
    assert ledger.settled == {"Ann": -9, "Bea": 2 + 8 + 13, "Carl": -1, SIDE_POT: -13}
    assert (SIDE_POT, "Bea", 13) in payments(ledger)


def test_chips_that_are_nowhere_would_be_seen() -> None:
    ledger = ledger_of([opened(), *HAND])
    ann, *others = ledger.accounts
    assert replace(ledger, accounts=(replace(ann, chips=ann.chips - 5), *others)).unexplained == 5


@pytest.mark.parametrize("path", NIGHTS, ids=lambda path: path.stem)
def test_the_books_of_whole_nights(path: Path) -> None:
    expect = json.loads(path.read_text().split("\n", 1)[0])["expect"]
    past = from_file(str(path)).events
    for events_so_far in (past, past[: len(past) // 2]):
        ledger = ledger_of(events_so_far)
        assert ledger.unexplained == 0
        assert (ledger.missing == 0) is (ledger.where == ())
    ledger = ledger_of(past)
    assert {str(a.seat): a.chips for a in ledger.accounts} == expect["chips"]
    assert ledger.missing == expect["side_pot"]
    assert paid_up(ledger)


def paid_up(ledger: Ledger) -> bool:
    """Whether the payments bring every balance to nothing."""
    left = dict(ledger.settled)
    for p in ledger.payments:
        left[p.payer] += p.units
        left[p.payee] -= p.units
    return not any(left.values())


def test_the_books_of_random_nights_close() -> None:
    for seed in range(100, 106):
        table = RandomTable(seed)
        table.play(100)
        ledger = ledger_of(table.night.events)
        assert ledger.unexplained == 0
        assert (ledger.missing == 0) is (ledger.where == ())
        assert table.state.playing or paid_up(ledger)


# --- the fewest payments -----------------------------------------------------------------------


def groupings(items: list[int]) -> Iterator[list[list[int]]]:
    """Every way to part some balances into groups."""
    if not items:
        yield []
        return
    first, *rest = items
    for groups in groupings(rest):
        yield [[first], *groups]
        for i, group in enumerate(groups):
            yield [*groups[:i], [first, *group], *groups[i + 1 :]]


def fewest_by_trying(balances: list[int]) -> int:
    owing = [b for b in balances if b]
    zero_sums = (groups for groups in groupings(owing) if not any(sum(g) for g in groups))
    return len(owing) - max(len(groups) for groups in zero_sums)


@pytest.mark.parametrize(
    ("balances", "fewest"),
    [
        ([], 0),
        ([0, 0], 0),
        ([5, -5], 1),
        ([10, -4, -6], 2),
        ([5, -5, 3, -3], 2),
        ([7, 3, -4, -6], 3),
        ([8, -3, 2, -5, 4, -6], 4),  # -5 -3 +8 and -6 +2 +4: greedy by size pays 5 times
        ([9, 1, 1, -5, -3, -3], 5),  # no group within it adds up to nothing
        ([6, 5, 4, -3, -3, -9], 4),  # 6 -3 -3 and 5 +4 -9
    ],
)
def test_the_fewest_payments(balances: list[int], fewest: int) -> None:
    found = fewest_payments({f"p{i}": b for i, b in enumerate(balances)})
    assert len(found) == fewest


def test_no_settlement_has_fewer_payments_and_each_is_exact() -> None:
    rng = random.Random(11)
    for _ in range(60):
        balances = [rng.randint(-6, 6) for _ in range(rng.randint(2, 7))]
        balances.append(-sum(balances))
        named = {f"p{i}": b for i, b in enumerate(balances)}
        found = fewest_payments(named)
        assert len(found) == fewest_by_trying(balances)
        for p in found:
            assert p.units > 0
            assert named[p.payer] < 0 < named[p.payee]  # nobody passes money on
            named[p.payer] += p.units
            named[p.payee] -= p.units
        assert not any(named.values())


def test_a_crowd_still_settles() -> None:
    rng = random.Random(2)
    balances = {f"p{i}": rng.randint(-50, 50) for i in range(EXACT_UP_TO + 5)}
    balances["last"] = -sum(balances.values())
    found = fewest_payments(balances)
    assert len(found) < len(balances)
    for p in found:
        balances[p.payer] += p.units
        balances[p.payee] -= p.units
    assert not any(balances.values())


def test_balances_that_dont_close_are_refused() -> None:
    with pytest.raises(ValueError, match="the balances add up to 1"):
        fewest_payments({"Ann": 5, "Bea": -4})


# --- the command -------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    with Journal.open(tmp_path) as journal:
        for event in (opened(), *HAND, events.Buy(3, 5), events.Close(), opened(), *HAND):
            journal.append(event)
    return tmp_path


def test_text(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ledger", "--data", str(kept), "--night", "1"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "                 buy-in     rebuys      chips    up/down",
        "Ann                  40          0         31         -9",
        "Bea                  40          0         42         +2",
        "Carl                 40          5         52         +7",
        "In 125, out 125: the books close.",
        "Who pays whom:",
        "  Ann pays Carl 7",
        "  Ann pays Bea 2",
    ]


def test_csv_adds_up(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ledger", "--data", str(kept), "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["player"] for row in rows] == ["Ann", "Bea", "Carl", SIDE_POT]
    assert sum(int(row["up_down"]) for row in rows) == 0
    assert rows[0]["pays"] == "Bea 9"


def test_json(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ledger", "--data", str(kept), "--json"]) == 0
    books = json.loads(capsys.readouterr().out)
    assert books["players"][1] == {
        "name": "Bea", "seat": 2, "buy_in": 40, "rebuys": 0, "cashed_out": 0, "chips": 42, "in_pots": 0, "net": 2,
    }  # fmt: skip
    assert (books["in"], books["out"], books["missing"], books["side_pot"]) == (120, 112, 8, 8)
    assert books["payments"] == [{"from": "Ann", "to": "Bea", "units": 9}, {"from": "Carl", "to": "Bea", "units": 1}]


def test_refused_lines_are_said_and_the_rest_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.dumps(to_json(e)) for e in (opened(), events.Buy(7, 5), *HAND)]
    (tmp_path / "night.jsonl").write_text("\n".join([*lines, "{"]))
    assert main(["ledger", "--file", str(tmp_path / "night.jsonl")]) == 1
    out, err = capsys.readouterr()
    assert "In 120, out 112: 8 are not with a player." in out
    assert err.splitlines() == [
        "line 2 refused: nobody sits at seat 7",
        "line 8 refused: not a JSON object: Expecting property name enclosed in double quotes at column 2",
    ]


def test_no_journal_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ledger", "--data", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"cardspeak ledger: {tmp_path}")
    assert error.count("\n") == 1
