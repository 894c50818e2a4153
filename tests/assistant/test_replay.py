"""`cardspeak replay` as contract.md has it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from assistant.cli import main

OPEN = {
    "event": "open", "game": "lucky-sevens", "house": {}, "button": 2,
    "seats": [{"seat": 1, "name": "Ann", "chips": 20}, {"seat": 2, "name": "Bea", "chips": 20}],
}  # fmt: skip
DEAL = {"event": "deal"}
ROLL = {"event": "roll", "dice": [3, 4]}
CHECKS = [{"event": "check", "seat": 1}, {"event": "check", "seat": 2}]


def cards(name: str, *codes: str, **more: Any) -> dict[str, Any]:
    return {"event": name, "cards": list(codes), **more}


# Ann has kings, Bea the sevens' side pot; nobody can pay for a re-roll after the first bets.
HAND = [
    OPEN, DEAL, ROLL, *CHECKS, cards("board", "Kh", "8d"), {"event": "pass", "seat": 1}, {"event": "pass", "seat": 2},
    *CHECKS, cards("board", "2c"), {"event": "pass", "seat": 1}, {"event": "pass", "seat": 2},
    *CHECKS, cards("board", "3s"), {"event": "pass", "seat": 1}, {"event": "pass", "seat": 2},
    *CHECKS, {"event": "pass", "seat": 1}, {"event": "pass", "seat": 2}, *CHECKS,
    cards("show", "Ks", "4d", "2h", seat=1), cards("show", "9s", "9d", "5c", seat=2),
]  # fmt: skip


@pytest.fixture
def replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Writes lines to a file and replays it: exit status, standard output, standard error."""

    def run(lines: list[object], *options: str) -> tuple[int, str, str]:
        path = tmp_path / "night.jsonl"
        path.write_text("".join((x if isinstance(x, str) else json.dumps(x)) + "\n" for x in lines), encoding="utf-8")
        status = main(["replay", str(path), *options])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def test_the_object_has_the_fields_of_the_contract(replay: Any) -> None:
    status, out, err = replay([OPEN, DEAL, ROLL], "--json")
    assert (status, err) == (0, "")
    assert out.count("\n") == 1
    got = json.loads(out)
    assert {k: got[k] for k in ("game", "hand", "stage", "button", "wild", "side_pot", "claimant", "refused")} == {
        "game": "lucky-sevens", "hand": 1, "stage": "first round", "button": 2, "wild": "7", "side_pot": 4,
        "claimant": 2, "refused": [],
    }  # fmt: skip
    assert got["prompt"] == {"kind": "act", "seats": [1], "text": "Ann: check or bet 1"}
    assert got["pots"] == [{"amount": 2, "seats": [1, 2]}]
    assert got["seats"][1] == {
        "seat": 2, "name": "Bea", "chips": 15, "bet": 0, "in": True, "all_in": False, "wild": "7", "up": [],
        "out": False,
    }  # fmt: skip
    assert got["result"] is None


def test_the_result_of_a_hand(replay: Any) -> None:
    status, out, _ = replay(HAND, "--json")
    assert status == 0
    got = json.loads(out)
    assert got["prompt"]["kind"] == "deal"
    result = got["result"]
    assert result["payouts"] == {"1": 2, "2": 4}
    assert result["side_pot"] == {"amount": 4, "to": 2}
    assert [(pot["amount"], pot["winners"]) for pot in result["pots"]] == [(2, [1])]
    hand = result["hands"]["1"]
    assert set(hand) == {"category", "ranks", "five", "plays_as", "text"}
    assert (hand["category"], hand["ranks"]) == ("two_pair", "KK228")


def test_stud_shows_each_players_own_wild(replay: Any) -> None:
    lines: list[object] = [{**OPEN, "game": "shifting-sands"}, DEAL, *CHECKS]
    lines += [{"event": "expose", "seat": 1, "card": "8s"}]
    _, out, _ = replay(lines, "--json")
    got = json.loads(out)
    assert got["wild"] is None
    assert [(s["wild"], s["up"]) for s in got["seats"]] == [("8", ["8s"]), (None, [])]
    assert got["prompt"]["kind"] == "expose"
    assert got["prompt"]["seats"] == [2]


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        ([OPEN], "deal"),
        ([OPEN, DEAL], "roll"),
        ([OPEN, DEAL, ROLL], "act"),
        ([*HAND[:5]], "board"),
        ([*HAND[:6]], "reroll"),
        ([{**OPEN, "button": 1}, DEAL, {"event": "roll", "dice": [1, 1]}], "roll_again"),
        ([*HAND[:-2]], "show"),
        ([OPEN, {"event": "leave", "seat": 1}], "over"),
    ],
)
def test_the_kinds_of_prompt(replay: Any, lines: list[object], kind: str) -> None:
    assert json.loads(replay(lines, "--json")[1])["prompt"]["kind"] == kind


def test_refused_events_change_nothing_and_are_listed_by_line(replay: Any) -> None:
    lines: list[object] = [OPEN, {"event": "check", "seat": 1}, "", DEAL, "{nonsense", ROLL, {"event": "dance"}]
    status, out, err = replay(lines, "--json")
    assert (status, err) == (1, "")
    got = json.loads(out)
    assert [r["line"] for r in got["refused"]] == [2, 5, 7]
    assert got["refused"][0] == {"line": 2, "reason": "no hand is being played"}
    assert got["refused"][1]["reason"].startswith("not a JSON object")
    assert "'dance'" in got["refused"][2]["reason"]
    assert [s["chips"] for s in got["seats"]] == [19, 15]


def test_plain_words_name_what_was_refused(replay: Any) -> None:
    status, out, err = replay([OPEN, DEAL, {"event": "check", "seat": 1}])
    assert (status, err) == (1, "")
    assert out.splitlines()[0] == "lucky-sevens, hand 1: Bea: throw the dice for the wild rank"
    assert out.splitlines()[-1] == "line 3 refused: no betting now"


def test_trace_prints_the_prompt_after_every_event(replay: Any) -> None:
    status, out, _ = replay([OPEN, DEAL, {"event": "check", "seat": 1}, ROLL], "--trace")
    assert status == 1
    assert out.splitlines()[:4] == [
        "1: Bea deals hand 1",
        "2: Bea: throw the dice for the wild rank",
        "3: refused: no betting now",
        "4: Ann: check or bet 1",
    ]


def test_trace_leaves_standard_output_to_the_object(replay: Any) -> None:
    _, out, err = replay([OPEN, DEAL], "--trace", "--json")
    assert json.loads(out)["hand"] == 1
    assert len(err.splitlines()) == 2


def test_undo_takes_back_the_last_event_not_yet_taken_back(replay: Any) -> None:
    undo = {"event": "undo"}
    status, out, _ = replay([OPEN, DEAL, ROLL, undo, undo, DEAL, {"event": "roll", "dice": [1, 2]}], "--json")
    assert status == 0
    got = json.loads(out)
    assert (got["wild"], got["side_pot"], got["hand"]) == ("3", 3, 1)


def test_times_may_stand_on_every_event(replay: Any) -> None:
    assert replay([{**OPEN, "at": 12.5}, {**DEAL, "at": 13}], "--json")[0] == 0


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([], "its first line is an open event"),
        (["", "   "], "its first line is an open event"),
        ([DEAL], "line 1: the table is not open yet"),
        (["not json"], "line 1: not a JSON object"),
        (["[1, 2]"], "line 1: an event is a JSON object"),
        (["[" * 100_000], "line 1: not a JSON object"),
        ([{"event": "open", "game": "lucky-sevens"}], "line 1: open: 'seats' is missing"),
        ([{**OPEN, "game": "whist"}], "line 1: no game is called 'whist'"),
        ([{**OPEN, "house": {"chicago": "high"}}], "the house rule chicago makes no sense in Lucky Sevens"),
        ([{**OPEN, "seats": [{"seat": 1, "name": "A\ud800", "chips": 3}]}], "line 1: open: expected plain words"),
    ],
)
def test_nothing_to_play_is_one_line(replay: Any, lines: list[object], words: str) -> None:
    for options in ([], ["--json"], ["--trace"]):
        status, out, err = replay(lines, *options)
        assert status == 2
        assert words in err
        assert err.count("\n") == 1
        assert out == "" or "--trace" in options


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff\xfe")
    for path in (tmp_path / "missing.jsonl", tmp_path, picture):
        assert main(["replay", str(path)]) == 2
        captured = capsys.readouterr()
        assert captured.err.startswith(f"cardspeak replay: can't read {path}: ")
        assert captured.err.count("\n") == 1
        assert captured.out == ""


def test_lines_end_in_any_way_and_names_hold_anything(replay: Any) -> None:
    seats = [{"seat": 1, "name": "Zoë \u2028 ♥", "chips": 5}, {"seat": 2, "chips": 5}]
    text = "\ufeff" + json.dumps({**OPEN, "seats": seats}, ensure_ascii=False) + "\r"
    status, out, _ = replay([text, DEAL], "--json")
    assert status == 0
    assert [s["name"] for s in json.loads(out)["seats"]] == ["Zoë \u2028 ♥", "Seat 2"]


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(OPEN) + "\n" + json.dumps(DEAL)))
    assert main(["replay", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["hand"] == 1
