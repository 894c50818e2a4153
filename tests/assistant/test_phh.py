"""PHH files: PokerKit's own reader loads each, and finds in it what happened."""

from __future__ import annotations

import io
import json
import warnings
from pathlib import Path

import pytest
from pokerkit import HandHistory

from assistant import events
from assistant.cli import main
from assistant.events import NewSeat, from_json
from assistant.history import HandRecord, hands_of
from assistant.journal import Journal
from assistant.nights import from_file
from assistant.phh import phh_of
from tests.assistant.player import RandomTable

DATA = Path(__file__).parent.parent / "data"
NIGHTS = sorted((DATA / "nights").glob("*.jsonl"))
TOLD = sorted((DATA / "history").glob("*.jsonl"))


def loaded(hand: HandRecord) -> HandHistory:
    """A hand written and read back; a field that PHH does not know and that has no underscore is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        history = HandHistory.load(io.BytesIO(phh_of(hand).encode()))
    if any(history.antes):  # without any forced bet PokerKit deals no game
        history.create_state()
    return history


def check(hand: HandRecord) -> None:
    """The file holds the hand: its players, chips, cards and, event by event, itself."""
    read = loaded(hand)
    own = read.user_defined_fields
    players = [s.seat for s in hand.players]
    assert read.seats == players
    assert read.players == [s.name for s in hand.players]
    assert read.starting_stacks == [s.chips for s in hand.players]
    assert own["_net"] == [hand.net(seat) for seat in players]
    # Chip for chip: bets go to the pots, dice money to the side pot, and come back as they say.
    for i, seat in enumerate(players):
        dice = sum(r["took"] - r["paid"] for r in own["_rolls"] if r["player"] == i + 1)
        if not hand.misdeal:
            change = read.winnings[i] - own["_put_in"][i] + dice + own["_side_pot_paid"][i]
            assert read.finishing_stacks[i] == read.starting_stacks[i] + change, seat
    assert [from_json(event) for event in own["_events"]] == [move.event for move in hand.moves]
    board = [action[len("d db ") :] for action in read.actions if action.startswith("d db ")]
    assert "".join(board) == "".join(own["_board"]) == "".join(hand.last.board)
    for i, seat in enumerate(players, start=1):
        dealt = sum(action.count("??") for action in read.actions if action.startswith(f"d dh p{i} "))
        shown = [action.split()[2] for action in read.actions if action.startswith(f"p{i} sm ")]
        cards = hand.last.seat(seat)
        assert shown == ([] if cards.shown is None else ["".join(cards.up + cards.shown)])
        assert all(len(one) == 2 * dealt for one in shown)


@pytest.mark.parametrize("path", [*NIGHTS, *TOLD], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_pokerkit_loads_every_hand_of_a_night(path: Path) -> None:
    hands = hands_of(from_file(str(path)).events)
    assert hands
    for hand in hands:
        check(hand)


def test_pokerkit_loads_random_hands_of_every_game_and_house() -> None:
    seen = set()
    for seed in range(200, 212):
        table = RandomTable(seed)
        table.play(120)
        for hand in hands_of(table.night.events):
            if hand.result is not None or hand.misdeal:
                check(hand)
                seen.add((hand.dealt.game, hand.misdeal))
    assert len(seen) >= 4


@pytest.mark.parametrize(
    ("game", "house", "variant"),
    [
        ("lucky-sevens", {}, "FT"),
        ("lucky-sevens", {"structure": "no_limit"}, "NT"),
        ("lucky-sevens", {"structure": "pot_limit"}, "NT"),
        ("shifting-sands", {}, "F7S"),
        ("roll-your-own", {"bet": 2, "bet_late": 4}, "F7S"),
        ("roll-your-own", {"high_low": True}, "F7S/8"),
        ("roll-your-own", {"high_low": True, "low_qualifier": "none"}, "F7S"),
    ],
)
def test_the_nearest_kin_among_phhs_variants(game: str, house: dict[str, object], variant: str) -> None:
    seats = (NewSeat(1, "Ann", 50), NewSeat(4, 'Bea "the #1" O\'Neill\\', 50))
    (hand,) = hands_of([events.Open(game, seats, 1, house), events.Deal(), events.Misdeal()])
    read = loaded(hand)
    assert read.variant == variant
    assert read.players == [seats[1].name, "Ann"]  # left of the button first
    if variant != "NT":
        assert (read.small_bet, read.big_bet) == (house.get("bet", 1), house.get("bet_late", house.get("bet", 1)))
    assert read.user_defined_fields["_misdeal"] is True
    assert read.finishing_stacks == [50, 50]


def test_what_phh_has_no_word_for() -> None:
    first, *_ = hands_of(from_file(str(DATA / "history/lucky-sevens.jsonl")).events)
    own = loaded(first).user_defined_fields
    assert own["_rolls"][2] == {"player": 1, "dice": [3, 4], "paid": 7, "took": 11, "wild": "7"}
    assert (own["_side_pot_before"], own["_side_pot_after"], own["_side_pot_to"]) == (0, 0, "Ann")
    assert own["_wild"] == ["7"] * 4
    first, *_ = hands_of(from_file(str(DATA / "history/roll-your-own.jsonl")).events)
    own = loaded(first).user_defined_fields
    assert own["_house"] == {"high_low": True, "declare": "chips", "chicago": "high"}
    assert own["_declarations"] == ["low", "both", "high"]
    assert own["_up"] == ["2h3d6h8c", "Kc9c9sQd", "AhKh7c7d"]
    assert own["_exposures"][0] == {"player": 1, "card": "2h"}
    assert own["_lows"] == ["Low, 6-4-3-2-A", "", ""]


def test_a_hand_with_a_date_says_when() -> None:
    past = [events.Open("lucky-sevens", (NewSeat(1, "A", 9), NewSeat(2, "B", 9)), 1, {}), events.Deal(1795996800.5)]
    (hand,) = hands_of([*past, events.Misdeal()])
    text = phh_of(hand)
    for line in ("time = 00:00:00", 'time_zone = "UTC"', "day = 30", "month = 11", "year = 2026"):
        assert line in text.splitlines()
    assert str(loaded(hand).time) == "00:00:00"


@pytest.mark.parametrize("at", [None, 12.5, 1e300, float("inf"), float("nan")])
def test_a_hand_without_a_date_says_none(at: float | None) -> None:
    past = [events.Open("lucky-sevens", (NewSeat(1, "A", 9), NewSeat(2, "B", 9)), 1, {}), events.Deal(at)]
    (hand,) = hands_of([*past, events.Misdeal()])
    assert loaded(hand).day is None


def test_the_command_writes_files_and_overwrites_no_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    night = DATA / "history/lucky-sevens.jsonl"
    out = tmp_path / "deep/phh"
    for _ in range(2):  # the same again is no harm
        assert main(["history", "--file", str(night), "--phh", str(out)]) == 0
        assert capsys.readouterr().out == f"5 hands written to {out}\n"
    names = ["hand-001.phh", "hand-002-misdeal.phh", "hand-002.phh", "hand-003.phh", "hand-004.phh"]
    assert sorted(path.name for path in out.iterdir()) == names
    (out / names[0]).write_text("mine")
    assert main(["history", "1", "--file", str(night), "--phh", str(out)]) == 1
    assert "exists and is another" in capsys.readouterr().err
    assert (out / names[0]).read_text() == "mine"


def test_a_hand_being_played_is_not_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal.open(tmp_path) as journal:
        for line in (DATA / "nights/lucky-sevens-1.jsonl").read_text().splitlines()[1:30]:
            journal.append(from_json(json.loads(line)))
        assert main(["history", "--data", str(tmp_path), "--phh", str(tmp_path / "phh")]) == 1  # while it is written
    assert "hand 2 is still being played" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "phh").iterdir()] == ["night-001-hand-001.phh"]
