"""What is on the screen, scene by scene."""

from __future__ import annotations

import pytest

from assistant import events as ev
from assistant.shown import Camera
from ui.actions import Look
from ui.faces import Face
from ui.rehearsal import Rehearsal
from ui.scenes import SCENES, opened, play
from ui.view import PotLine, Screen, Word, view


def screen(name: str) -> Screen:
    return view(SCENES[name]().shown)


def words(of: Screen) -> dict[str, str]:
    return {p.name: str(p.word) for p in of.plates}


def test_before_the_table_opens_there_is_the_set_up() -> None:
    s = view(Rehearsal().shown)
    assert s.set_up
    assert s.plates == ()
    assert s.actions == ()


@pytest.mark.parametrize(
    ("scene", "where", "text"),
    [
        ("new_table", "before the first hand", "Flo deals hand 1"),
        ("table_four", "hand 1 · flop", "Dora: call 2, raise to 3 or fold"),
        ("to_roll", "hand 1 · opening roll", "Flo: throw the dice for the wild rank"),
        ("showdown", "hand 1 · paid", "Flo wins 11. Carl takes the side pot, 14."),
        ("uncontested", "hand 1 · paid", "Ann wins 4."),
        ("stud_showdown", "hand 1 · paid", "Bea and Ann win 6 each."),
        ("stud_seven", "hand 1 · sixth card", "Flo: call 1, raise to 2 or fold"),
    ],
)
def test_one_line_says_where_the_hand_stands_and_what_is_next(scene: str, where: str, text: str) -> None:
    s = screen(scene)
    assert (s.header.where, s.text) == (where, text)


def test_after_a_hand_the_smaller_line_says_who_deals_next() -> None:
    assert screen("showdown").detail == "Next: Flo deals hand 2"


def test_one_word_of_state_on_each_plate() -> None:
    assert words(screen("table_eight")) == {
        "Ann": "", "Bea": "", "Carl": "", "Dora": "to act", "Eli": "folded", "Flo": "", "Gus": "", "Hal": "dealer",
    }  # fmt: skip
    assert words(screen("side_pots"))["Dora"] == "all in"
    assert words(screen("to_roll"))["Flo"] == "to roll"
    assert {w for n, w in words(screen("stud_exposing")).items() if n in ("Ann", "Carl", "Eli")} == {"turn a card"}


def test_sitting_out_and_out_of_chips() -> None:
    table = opened(4, chips=(50, 50, 50, 50), rebuys=True)
    play(table, ev.SitOut(2))
    assert words(view(table.shown))["Bea"] == Word.SITS_OUT
    play(table, "go", ev.Roll((5, 3)))
    plates = {p.name: p for p in view(table.shown).plates}
    assert plates["Bea"].word is Word.SITS_OUT
    assert plates["Bea"].dim
    broke = opened(3, chips=(30, 0, 30))
    assert words(view(broke.shown))["Bea"] == Word.OUT


def test_who_left_is_not_shown() -> None:
    table = play(opened(4), ev.Leave(2))
    assert [p.name for p in view(table.shown).plates] == ["Ann", "Carl", "Dora"]


def test_the_claimant_wears_the_seven_and_the_pile_their_name() -> None:
    s = screen("table_eight")
    assert [p.name for p in s.plates if p.claims] == ["Carl"]
    assert PotLine("side pot", 16, "Carl", side=True) in s.pots


def test_side_pot_is_the_dice_and_nothing_else() -> None:
    labels = [(p.label, p.amount, p.names, p.side) for p in screen("side_pots").pots]
    assert labels == [
        ("main pot", 24, "", False),
        ("all-in pot", 65, "without Dora", False),
        ("side pot", 4, "Flo", True),
    ]


def test_the_wild_rank_its_dice_and_its_cards() -> None:
    s = screen("table_eight")
    assert s.wild is not None
    assert (s.wild.rank, s.wild.dice) == ("8", (5, 3))
    assert s.board == (Face("Kh"), Face("8d", wild=True), Face("4c"), Face(""))
    before = screen("to_roll").wild
    assert before is not None
    assert before.rank == ""
    assert before.dice is None


def test_a_personal_wild_rank_is_on_the_plate_and_on_its_owners_cards_only() -> None:
    s = screen("stud_seven")
    assert s.stud
    assert s.board is None
    assert s.wild is None
    assert {p.name: p.wild for p in s.plates} == {
        "Ann": "8", "Bea": "9", "Carl": "K", "Dora": "5", "Eli": "Q", "Flo": "2", "Gus": "A",
    }  # fmt: skip
    bea = next(p for p in s.plates if p.name == "Bea")
    assert [(f.card, f.wild) for f in bea.up] == [("9h", True), ("9c", True), ("2s", False), ("Ts", False)]
    flo = next(p for p in s.plates if p.name == "Flo")
    assert [f.wild for f in flo.up] == [True, False, False, False]


@pytest.mark.parametrize(
    ("house", "said"),
    [
        ({}, ""),
        ({"wild": ["T"]}, "tens wild"),
        ({"wild": ["2", "Kh"]}, "twos and K♥ wild"),
        ({"wild": ["Kh"]}, "K♥ wild"),
        ({"wild": ["T", "J"]}, "tens and jacks wild"),
        ({"baseball": True}, "threes and nines wild"),
    ],
)
def test_announced_wilds_are_said_for_everybody(house: dict[str, object], said: str) -> None:
    s = view(play(opened(4, "roll-your-own", **house), "go").shown)
    assert s.announced == said
    assert all(p.wild == "" for p in s.plates)


def test_buttons_are_the_prompts_choices_the_usual_one_last_and_gold() -> None:
    s = screen("table_four")
    assert [(a.label, a.look) for a in s.actions] == [
        ("Fold", Look.DANGER), ("Raise to 3", Look.PLAIN), ("Call 2", Look.USUAL),
    ]  # fmt: skip
    prompt = SCENES["table_four"]().shown.prompt
    assert prompt is not None
    assert tuple(a.choice for a in s.actions) == prompt.choices


@pytest.mark.parametrize("scene", ["to_roll", "board_due", "stud_exposing", "showing"])
def test_what_the_camera_should_see_can_be_entered_by_hand(scene: str) -> None:
    assert "enter" in [a.page for a in screen(scene).actions]


@pytest.mark.parametrize("scene", list(SCENES))
def test_a_button_does_one_thing_and_there_are_never_more_than_fit(scene: str) -> None:
    actions = screen(scene).actions
    assert len(actions) <= 6
    for action in actions:
        assert [action.choice is not None, bool(action.group), bool(action.page)].count(True) == 1


def test_many_mucks_and_declarations_ask_who() -> None:
    muck = next(a for a in screen("showing").actions if a.group)
    assert [c.seat for c in muck.group] == [2, 5]
    declare = next(a for a in screen("declaring").actions if a.group)
    assert len(declare.group) == 9


def test_declarations_are_secret_until_everybody_has_declared() -> None:
    s = screen("declaring")
    assert "declared:2" in s.secret
    assert next(p for p in s.plates if p.seat == 2).declared == "declared"
    assert "high" not in str(s.plates)


def test_the_cameras_picture_is_secret_while_cards_are_in_hands() -> None:
    assert "camera" in screen("table_four").secret
    assert "camera" not in screen("showdown").secret


def test_a_refusal_is_said_before_a_note() -> None:
    table = SCENES["table_four"]()
    table.note = "the camera is dark"
    table.camera = Camera.TROUBLED
    noted = view(table.shown)
    assert noted.banner is not None
    assert (noted.banner.text, noted.banner.refused) == ("the camera is dark", False)
    assert noted.header.camera is Camera.TROUBLED
    table.refused = "it is not Ann's turn"
    refused = view(table.shown)
    assert refused.banner is not None
    assert refused.banner.refused


def test_a_question_about_a_card_has_cards_for_buttons() -> None:
    asking = screen("question").asking
    assert asking is not None
    assert [(card, choice.label) for card, choice in asking.cards] == [("6h", "6♥"), ("9h", "9♥")]
    assert asking.others == ()


def test_what_a_hand_won_is_on_the_plate_where_nobody_showed() -> None:
    s = screen("uncontested")
    assert s.rows == ()
    assert {p.name: p.won for p in s.plates if p.won} == {"Ann": 4}
