"""`cardspeak evaluate` as contract.md has it."""

import io
import json
from pathlib import Path

import pytest

from assistant.cli import main

HANDS = Path(__file__).parents[1] / "data" / "hands.jsonl"
EXAMPLE = {
    "category": "four_of_a_kind",
    "ranks": "KKKKJ",
    "five": ["Kc", "Kh", "8s", "8d", "Jh"],
    "plays_as": {"8s": "Ks", "8d": "Kd"},
    "text": "Four kings, jack kicker",
}


def feed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_the_contracts_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "8s Kc 4d Jh Kh 8d 2c", "--wild", "8", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == EXAMPLE


def test_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "8♠ K♣ 4♦ J♥ KH 8d 2c", "--wild", "8"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Four kings, jack kicker",
        "Kc Kh 8s 8d Jh",
        "8s plays as Ks and 8d plays as Kd",
    ]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["As Ks 9s 5s 8d 2c 3h", "--wild", "8", "--house", "flush_duplicates=forbidden"], "Flush, ace high"),
        (["8s 8d 8c 8h 2c", "--wild", "8", "--house", "five_of_a_kind=below_straight_flush"],
         "Straight flush, six high"),
        (["8s Ac 4d 2h Kh 8d 2c", "--wild", "8", "--low"], "Low, 5-4-3-2-A"),
        (["8s Ac Td Jh Kh 8d 2c", "--low"], "No low, eight or better needed"),
        (["8s Ac Td Jh Kh 8d 2c", "--low", "--house", "low_qualifier=none"], "Low, J-10-8-2-A"),
    ],
)  # fmt: skip
def test_options(words: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", *words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["text"] == text


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["Kh Zs"], "'Zs' is no card: write rank then suit, such as Kh or Td"),
        (["Kh kH"], "Kh stands twice in one hand"),
        ([""], "a hand has 1 to 12 cards, not 0"),
        (["Kh", "--wild", "x"], "'x' is no wild"),
        (["Kh", "--house", "high"], "'high' is no house rule: write KEY=VALUE"),
        (["Kh", "--house", "ante=2"], "the house rule ante makes no sense"),
        (["Kh", "--house", "flush_duplicates=no"], "flush_duplicates is one of allowed, forbidden"),
    ],
)
def test_bad_input_is_one_line(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", *words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("cardspeak evaluate: ")
    assert says in told.err
    assert told.err.count("\n") == 1


def test_lines_in_lines_out(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    feed(monkeypatch, HANDS.read_bytes())
    assert main(["evaluate", "-"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    asked = [json.loads(line) for line in HANDS.read_text().splitlines()]
    assert len(answers) == 800
    for answer, hand in zip(answers, asked, strict=True):
        assert (answer["category"], answer["ranks"]) == (hand["category"], hand["ranks"])


def test_refused_lines_keep_their_place(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        b'{"cards": ["8s", "Kc", "4d", "Jh", "Kh", "8d", "2c"], "wild": ["8"], "house": null}',
        b"",
        b"no json",
        b"\xff",
        b"[1]",
        b'{"cards": 7}',
        b'{"cards": "Kh", "house": []}',
        b'{"cards": "Kh Kh"}',
        b'{"cards": "Kh Kd", "house": {"five_of_a_kind": "best"}}',
        b"[" * 100_000,
        b'{"cards": "Kh Kd"}',
    ]
    feed(monkeypatch, b"\n".join(lines))
    assert main(["evaluate", "-"]) == 1
    told = capsys.readouterr()
    answers = [json.loads(line) for line in told.out.splitlines()]
    assert [list(answer) == ["error"] for answer in answers] == [False, *[True] * 8, False]
    assert answers[0] == EXAMPLE
    assert answers[1]["error"].startswith("line 3: not JSON")
    assert answers[6]["error"] == "line 8: Kh stands twice in one hand"
    assert told.err == "cardspeak evaluate: 8 lines refused, each answered with its error\n"
