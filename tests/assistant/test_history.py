"""Past hands: cut out of the night, told in plain words, and as JSON."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from assistant import events
from assistant.cli import main
from assistant.events import Event, NewSeat
from assistant.history import HandRecord, hand_as_json, hands_of
from assistant.journal import Journal
from assistant.nights import from_file
from assistant.story import line_of, story_of
from tests.assistant.player import RandomTable

DATA = Path(__file__).parent.parent / "data"
TOLD = sorted((DATA / "history").glob("*.jsonl"))
NIGHTS = sorted((DATA / "nights").glob("*.jsonl"))

OPEN = events.Open("lucky-sevens", tuple(NewSeat(n, f"P{n}", 50) for n in (1, 2, 3)), 3, {})
FIRST = [events.Deal(), events.Roll((1, 2)), events.Bet(1), events.Fold(2), events.Fold(3)]
CHECKED = [events.Check(1), events.Check(2), events.Check(3)]


def hands(*more: Event) -> tuple[HandRecord, ...]:
    return hands_of([OPEN, *more])


@pytest.mark.parametrize("path", TOLD, ids=lambda path: path.stem)
def test_a_night_reads_as_it_should(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The list, every hand, the statistics and the books, against a text that people have read."""
    last = max(hand.number for hand in hands_of(from_file(str(path)).events))
    for args in (["history"], ["history", *map(str, range(1, last + 1))], ["history", "--stats"], ["ledger"]):
        assert main([*args, "--file", str(path)]) == 0
        print()
    assert capsys.readouterr().out == path.with_suffix(".txt").read_text()


@pytest.mark.parametrize("path", NIGHTS, ids=lambda path: path.stem)
def test_the_hands_of_a_night_join_up(path: Path) -> None:
    """Each hand begins with the chips and the side pot that the one before has left; the last ends the night."""
    expect = json.loads(path.read_text().split("\n", 1)[0])["expect"]
    told = hands_of(from_file(str(path)).events)
    assert [hand.number for hand in told] == list(range(1, len(expect["marks"]) + 1))
    for hand, mark in zip(told, expect["marks"], strict=True):
        assert {str(s.seat): s.chips for s in hand.end.seats} == mark["chips"]
        assert hand.end.side_pot == mark["side_pot"]
        stakes = sum(hand.net(s.seat) for s in hand.players)
        assert stakes == hand.before.side_pot - hand.end.side_pot
        assert line_of(hand)
        assert story_of(hand)[-1].startswith("  Chips: ")


def test_random_nights_are_told_without_a_stumble() -> None:
    for seed in range(6):
        table = RandomTable(seed)
        table.play(120)
        for hand in hands_of(table.night.events):
            told = "\n".join((line_of(hand), *story_of(hand)))
            assert "None" not in told
            for s in hand.players:
                assert s.name in told
            data = json.loads(json.dumps(hand_as_json(hand)))
            assert data["finished"] is (hand.misdeal or hand.result is not None)
            if data["finished"]:
                change = sum(s["chips_after"] - s["chips_before"] for s in data["seats"])
                # At the end of the game the side pot may be split with those who were not dealt in.
                players = {s.seat for s in hand.players}
                at_end = hand.result.at_end if hand.result is not None else {}
                change += sum(units for seat, units in at_end.items() if seat not in players)
                assert change == data["side_pot"]["before"] - data["side_pot"]["after"]


def test_what_was_taken_back_does_not_appear() -> None:
    """Whatever is done and undone on the way, the night is the same."""
    rng = random.Random(3)
    table = RandomTable(5)
    table.play(100)
    plain = list(table.night.events)
    noisy: list[Event] = [plain[0]]
    for event in plain[1:]:
        noisy += [event, events.Undo()] * rng.choice((0, 0, 1, 2))
        noisy.append(event)
    assert events.Undo() in noisy
    assert hands_of(noisy) == hands_of(plain)


def test_an_undone_deal_is_no_hand() -> None:
    assert hands(events.Deal(), events.Undo()) == ()
    first, second = hands(*FIRST, events.Deal(), events.Undo(), events.Buy(1, 5), events.Deal())
    assert (first.number, second.number) == (1, 2)
    assert second.before.seat(1).chips == first.end.seat(1).chips + 5


def test_a_misdeal_is_listed_as_one_and_its_number_comes_again() -> None:
    void, again = hands(*FIRST[:3], events.Misdeal(), *FIRST)
    assert [(h.number, h.misdeal) for h in (void, again)] == [(1, True), (1, False)]
    assert "misdeal" in line_of(void)
    assert (void.result, void.net(1)) == (None, 0)
    assert hand_as_json(void)["seats"][0] == {
        "seat": 1, "name": "P1", "chips_before": 50, "chips_after": 50, "put_in": 2, "up": [], "shown": None,
        "wild": "3", "folded": False, "mucked": False, "declared": None,
    }  # fmt: skip


def test_a_hand_being_played_is_told_so_far() -> None:
    (hand,) = hands(*FIRST[:3])
    assert hand.result is None
    assert line_of(hand).endswith("is being played")
    assert story_of(hand)[-1] == "  The hand is being played; 4 in the pots so far."
    assert hand_as_json(hand)["finished"] is False


# --- cards that were read wrongly stand corrected ----------------------------------------

BOARD = [*FIRST[:2], *CHECKED, events.Board(("Kh", "8d"))]
TO_SHOW = [
    *BOARD, *[events.Pass(n) for n in (1, 2, 3)], *CHECKED, events.Board(("2c",)),
    *[events.Pass(n) for n in (1, 2, 3)], *CHECKED, events.Board(("4s",)),
    *[events.Pass(n) for n in (1, 2, 3)], *CHECKED, *[events.Pass(n) for n in (1, 2, 3)], *CHECKED,
    events.Show(1, ("Ks", "Kd", "7c")), events.Show(2, ("Qs", "Qd", "9c")), events.Show(3, ("Js", "Jd", "Tc")),
]  # fmt: skip


def test_a_corrected_board_card_was_always_that() -> None:
    (hand,) = hands(*BOARD, events.Correct("board", "8d", "8s"))
    assert events.Board(("Kh", "8s")) in [m.event for m in hand.moves]
    assert hand_as_json(hand)["board"] == ["Kh", "8s"]
    assert any("The 8♠ on the board had been read as 8♦" in line for line in story_of(hand))


def test_a_corrected_exposure_moves_the_wild_rank() -> None:
    opening = events.Open("shifting-sands", OPEN.seats, 3, {})
    rest = [events.Deal(), *CHECKED, events.Expose(1, "Kh"), events.Correct(1, "Kh", "Qh")]
    (hand,) = hands_of([opening, *rest])
    assert events.Expose(1, "Qh") in [m.event for m in hand.moves]
    assert any("P1 turns up Q♥, so queens are wild there" in line for line in story_of(hand))


def test_a_card_corrected_after_the_pots_were_paid_belongs_to_that_hand() -> None:
    past = [OPEN, *TO_SHOW, events.SitOut(3), events.Correct(1, "Kd", "Qh")]
    (hand,) = hands_of(past)
    assert hand.winners == (1,)  # kings, still
    assert hand.result is not None
    assert hand.result.hands[1].text.startswith("Pair of kings")
    assert events.Show(1, ("Ks", "Qh", "7c")) in [m.event for m in hand.moves]
    assert not any(isinstance(m.event, events.SitOut) for m in hand.moves)
    assert any(line.startswith("  Afterwards: The Q♥ of P1 had been read as K♦") for line in story_of(hand))
    (hand,) = hands_of([*past, events.Correct(1, "Ks", "9h")])
    assert hand.winners == (2,)
    assert sum(hand.net(n) for n in (1, 2, 3)) == -3  # the opening roll, which waits in the side pot


def test_cards_swapped_after_the_pots_were_paid() -> None:
    (hand,) = hands_of([OPEN, *TO_SHOW, events.Correct(1, "Kd", "Qd", swap=True)])
    moves = [m.event for m in hand.moves]
    assert events.Show(1, ("Ks", "Qd", "7c")) in moves
    assert events.Show(2, ("Qs", "Kd", "9c")) in moves
    said = "Afterwards: The Q♦ of P1 and the K♦ had been read the wrong way round, and the hand is paid anew"
    assert any(said in line for line in story_of(hand))
    (hand,) = hands_of([OPEN, *TO_SHOW, events.Correct("board", "8d", "Qd", swap=True)])
    moves = [m.event for m in hand.moves]
    assert events.Board(("Kh", "Qd")) in moves
    assert events.Show(2, ("Qs", "8d", "9c")) in moves


def test_exposures_swapped_are_told_as_they_were() -> None:
    opening = events.Open("shifting-sands", OPEN.seats, 3, {})
    turned = [events.Expose(1, "Kh"), events.Expose(2, "8d")]
    (hand,) = hands_of([opening, events.Deal(), *CHECKED, *turned, events.Correct(1, "Kh", "8d", swap=True)])
    assert [m.event for m in hand.moves if isinstance(m.event, events.Expose)] == [
        events.Expose(1, "8d"), events.Expose(2, "Kh"),
    ]  # fmt: skip


def test_who_saw_the_showdown() -> None:
    (hand,) = hands(*TO_SHOW)
    assert hand.at_showdown == (1, 2, 3)
    (hand,) = hands(*TO_SHOW[:-3], events.Muck(3), *TO_SHOW[-3:-1])
    assert hand.at_showdown == (1, 2, 3)  # who mucks was there
    (hand,) = hands(*FIRST)
    assert hand.at_showdown == ()


# --- the command ---------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A data directory with two nights."""
    with Journal.open(tmp_path) as journal:
        for event in (OPEN, *FIRST, events.Close(), OPEN, *FIRST[:3], events.Misdeal(), *FIRST, events.Deal()):
            journal.append(event)
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], *args: str, status: int = 0) -> str:
    assert main(["history", *args]) == status
    return capsys.readouterr().out


def test_the_latest_night_is_listed_and_others_by_number(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    latest = printed(capsys, "--data", str(kept)).splitlines()
    assert latest[0].startswith("Night 2 of 2: ")
    assert len(latest) == 4
    assert printed(capsys, "--data", str(kept), "--night", "1").count("\n") == 2
    assert printed(capsys, "--data", str(kept), "--night", "all").count("\n") == 6


def test_a_hand_and_its_misdeal_are_told_together(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "1", "--data", str(kept)).count("Hand 1: Lucky Sevens, P3 deals") == 2


def test_json_is_one_object_a_hand(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "--json", "--night", "all", "--data", str(kept)).splitlines()
    told: list[dict[str, Any]] = [json.loads(line) for line in lines]
    assert [(h["night"], h["hand"], h["misdeal"], h["finished"]) for h in told] == [
        (1, 1, False, True), (2, 1, True, True), (2, 1, False, True), (2, 2, False, False),
    ]  # fmt: skip
    assert told[0]["result"]["payouts"] == {"1": 3}
    assert told[0]["rolls"] == [{"seat": 3, "dice": [1, 2], "paid": 3, "took": 0, "wild": "3"}]
    assert told[0]["at"] > 1e9


@pytest.mark.parametrize(
    ("args", "status", "said"),
    [
        (["--data", "{}", "--night", "9"], 2, "there is no night 9: it holds 2"),
        (["--data", "{}", "--night", "x"], 2, "a night has a number"),
        (["--data", "{}", "77"], 2, "no hand 77 was dealt"),
        (["--data", "{}", "1", "77"], 1, "no hand 77 was dealt"),
        (["--data", "{}/none"], 2, "no journal is kept there yet"),
        (["--file", "{}/none"], 2, "no such file"),
        (["--file", "{}/cardspeak.sqlite3"], 2, "it is not text"),
        (["--file", "{}/empty"], 2, "opens no table"),
        (["--file", "{}/wrong"], 1, "line 2 refused: nobody is to roll now"),
        (["--file", "{}/wrong", "--night", "1"], 2, "a file holds one night"),
        (["--file", "{}/half"], 2, "expected plain words"),
        (["--data", "{}", "--phh", "{}/empty"], 2, "can't write to"),
    ],
)
def test_what_cant_be_done_is_said_in_a_line(
    kept: Path, capsys: pytest.CaptureFixture[str], args: list[str], status: int, said: str
) -> None:
    (kept / "empty").write_text("")
    wrong = [events.to_json(e) for e in (OPEN, events.Roll((1, 1)), *FIRST)]
    (kept / "wrong").write_text("\n".join(map(json.dumps, wrong)))
    half = events.to_json(events.Open("lucky-sevens", (NewSeat(1, "Ann\ud83d", 5), NewSeat(2, "B", 5)), 1, {}))
    (kept / "half").write_text(json.dumps(half))
    assert main(["history", *(arg.format(kept) for arg in args)]) == status
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
