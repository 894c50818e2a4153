"""`cardspeak odds`: figures in words and as JSON."""

import json

import pytest

from assistant.cli import main


def test_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "lucky-sevens", "--players", "3", "--deals", "2000", "--seed", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Lucky Sevens, 3 players, 2,000 deals (12,000 hands in")
    assert "everybody stays to the showdown" in lines[1]
    for start in ("five of a kind ", "high card ", "What a re-roll does", "What a roll is worth in dice money"):
        assert any(line.startswith(start) for line in lines)
    assert max(map(len, lines)) <= 110


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["odds", "lucky-sevens", "--deals", "2000", "--json", "--seed"]
    answers = []
    for seed in ("1", "1", "2"):
        assert main([*words, seed]) == 0
        answers.append(json.loads(capsys.readouterr().out))
        assert answers[-1].pop("took_s") >= 0
    assert answers[0] == answers[1] != answers[2]
    one = answers[0]["categories"][0]
    assert (one["category"], set(one["held"])) == ("five_of_a_kind", {"value", "low", "high"})
    assert answers[0]["dice_money"]["worthwhile_from"] == {"claim_kept": 34, "claim_lost": 77}


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["shifting-sands"], "turns up the rank they hold most of"),
        (["roll-your-own", "--house", "high_low=true"], "a low qualifies"),
        (["roll-your-own", "--house", "chicago=high"], "a spade takes half"),
        (["roll-your-own", "--house", "wild=8Q", "--house", "cards=5"], "five of a kind"),
        (["lucky-sevens", "--house", 'dice_table={"2": "A"}'], "five of a kind"),
    ],
)
def test_games_and_house_rules(words: list[str], found: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", *words, "--deals", "300"]) == 0
    said = capsys.readouterr().out
    assert found in said
    assert ("What a re-roll" in said) == (words[0] == "lucky-sevens")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["canasta"], "no game is called 'canasta'"),
        (["lucky-sevens", "--players", "9"], "Lucky Sevens has 2 to 8 players, not 9"),
        (["lucky-sevens", "--house", "chicago=high"], "chicago makes no sense in Lucky Sevens"),
        (["lucky-sevens", "--house", "dice_table={"], "the house rule dice_table is no JSON"),
        (["lucky-sevens", "--house", "=2"], "'=2' is no house rule"),
        (["lucky-sevens", "--deals", "0"], "at least 1 deal"),
        (["lucky-sevens", "--seed", "-1"], "a seed is a whole number from 0 up"),
    ],
)
def test_bad_input_is_one_line(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", *words]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert told.err.startswith("cardspeak odds: ")
    assert says in told.err
