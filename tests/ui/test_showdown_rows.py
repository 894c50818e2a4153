"""The showdown's rows: every card, what counts, what plays as what, and who was paid for which question."""

from __future__ import annotations

import pytest

from assistant import events as ev
from ui.faces import BACK
from ui.rows import Row, outcome
from ui.scenes import SCENES, opened, play
from ui.view import view


def rows(scene: str) -> dict[str, Row]:
    return {r.name: r for r in view(SCENES[scene]().shown).rows}


def test_winners_come_first_then_the_side_pot_then_the_stronger_hand() -> None:
    assert list(rows("showdown")) == ["Flo", "Carl", "Hal"]
    assert list(rows("showdown_eight"))[:2] == ["Carl", "Gus"]


def test_cards_that_do_not_count_are_dimmed_and_never_left_out() -> None:
    flo = rows("showdown")["Flo"]
    assert [f.card for f in flo.cards] == ["Kc", "8s", "Jh", "Kh", "8d", "4c", "2d"]
    assert [f.card for f in flo.cards if f.dim] == ["4c", "2d"]
    assert sum(not f.dim for f in flo.cards) == 5


def test_a_wild_keeps_its_face_and_says_what_it_plays_as() -> None:
    carl = rows("showdown")["Carl"]
    wild = [(f.card, f.plays_as) for f in carl.cards if f.wild]
    assert wild == [("8d", "Q♥")]
    assert carl.texts == ("Full house, queens over fours",)


@pytest.mark.parametrize(
    ("scene", "name", "paid"),
    [
        ("showdown", "Flo", [(11, "pot", False)]),
        ("showdown", "Carl", [(14, "side pot", True)]),
        ("showdown", "Hal", []),
        ("stud_showdown", "Bea", [(6, "high", False)]),
        ("stud_showdown", "Ann", [(6, "Chicago, K♠", False)]),
    ],
)
def test_every_payment_has_its_reason(scene: str, name: str, paid: list[tuple[int, str, bool]]) -> None:
    assert [(p.amount, p.label, p.side) for p in rows(scene)[name].paid] == paid


@pytest.mark.parametrize("scene", ["showdown", "stud_showdown", "showdown_eight"])
def test_the_rows_pay_all_that_was_paid(scene: str) -> None:
    table = SCENES[scene]()
    result = table.night.state.result
    assert result is not None
    assert sum(r.total for r in view(table.shown).rows) == sum(result.payouts.values())


def test_while_players_show_the_others_lie_face_down() -> None:
    showing = rows("showing")
    assert showing["Bea"].waiting
    assert [f.card for f in showing["Bea"].cards[:3]] == [BACK] * 3
    assert not showing["Ann"].waiting
    assert showing["Ann"].texts == ("Four kings, jack kicker",)
    assert all(r.total == 0 for r in showing.values())


def test_a_mucked_hand_stays_unseen() -> None:
    table = SCENES["showing"]()
    play(table, ev.Muck(2), ev.Show(5, ("5c", "6c", "7c")))
    bea = next(r for r in view(table.shown).rows if r.name == "Bea")
    assert bea.texts == ("mucked",)
    assert bea.dim
    assert [f.card for f in bea.cards] == ["Kh", "8d", "4c", "2d"]


def test_high_low_shows_both_hands_and_a_wild_that_plays_twice() -> None:
    table = opened(2, "roll-your-own", high_low=True, wild=["9"], cards=5)
    play(table, "go")
    for a, b in (("Ah", "Ks"), ("4h", "Kd"), ("5h", "8c"), ("7h", "8s")):
        play(table, ev.Expose(1, a), ev.Expose(2, b), "bets")
    play(table, ev.Show(1, ("9c",)), ev.Show(2, ("Jc",)))
    ann, bea = view(table.shown).rows
    assert (ann.name, bea.name) == ("Ann", "Bea")
    assert ann.texts == ("Flush, two aces high", "Low, 7-5-4-2-A")
    wild = next(f for f in ann.cards if f.wild)
    assert wild.plays_as == "A♥/2♠" or wild.plays_as.startswith("A♥/2")
    assert bea.texts[1] == "No low, eight or better needed"
    assert [p.label for p in ann.paid] == ["high", "low"]


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        ("table_four", ""),
        ("uncontested", "Ann wins 4."),
        ("showdown_eight", "Carl wins 8."),
    ],
)
def test_the_outcome_in_a_line(scene: str, said: str) -> None:
    assert outcome(SCENES[scene]().night.state) == said
