"""The whole night goes on by touch when the camera is dead: pages alone, no window."""

from __future__ import annotations

import pytest

from assistant import events as ev
from assistant.prompt import Kind, prompt_of
from assistant.shown import Camera
from tests.ui.desk import FRAME, PlainDesk
from ui.actions import Action
from ui.menu import CameraPage, MenuPage
from ui.page import Card, Picture, Push
from ui.pickers import AmountPage, CorrectPage, WhoPage, entry_page
from ui.question import QuestionPage
from ui.rehearsal import Rehearsal
from ui.scenes import SCENES, opened, play
from ui.setup import SetUpPage
from ui.view import view


def usual(desk: PlainDesk) -> Action:
    return view(desk.session.shown).actions[-1]


def test_a_night_from_set_up_to_the_ledger() -> None:
    desk = PlainDesk(Rehearsal())
    desk.session.camera = Camera.OFF
    desk.open(SetUpPage(desk))
    desk.push("Player 3", "Take away")
    desk.push("Player 4", "Take away")
    desk.push("Player 1", "Player 1", *"Maxi", "Done", "100 chips", "8", "0", "Take 80", "Done")
    desk.push("Player 2", "Deals", "Done", "House rules", "More", "More", "Done")
    desk.push("Open the table")
    desk.home()
    state = desk.state
    assert state is not None
    assert [(s.name, s.chips) for s in state.seats] == [("Maxi", 80), ("Player 2", 100)]
    assert state.button == 2

    due = iter([("Ks", "Kd"), ("4c",), ("2d",)])
    hands = {1: ("Ah", "Ac", "7s"), 2: ("Jh", "9c", "Td")}
    for _ in range(60):
        state = desk.state
        assert state is not None
        prompt = prompt_of(state)
        if state.result is not None:
            break
        if prompt.kind in (Kind.ROLL, Kind.BOARD, Kind.SHOW):
            page = entry_page(desk)
            assert page is not None
            desk.open(page)
            if prompt.kind is Kind.ROLL:
                desk.dice(5, 3)
                desk.push("5 and 3")
            elif prompt.kind is Kind.BOARD:
                desk.card(*next(due))
                desk.push("Take")
            else:
                seat = prompt.seats[0]
                if len(prompt.seats) > 1:
                    desk.push(state.seat(seat).name)
                desk.card(*hands[seat])
                desk.push("Take")
            assert desk.pages == []
        else:
            choice = usual(desk).choice
            assert choice is not None
            desk.touch(choice)
        assert desk.session.refused == ""
    assert desk.state is not None
    assert desk.state.result is not None
    desk.open(MenuPage(desk))
    desk.push("Ledger")
    assert any(label.startswith(("Player 2 pays", "Maxi pays")) for label in desk.labels())
    desk.home()
    desk.open(MenuPage(desk))
    desk.push("Close the night", "Close the night")
    assert desk.state.closed


def test_a_card_seen_already_can_not_be_picked() -> None:
    desk = PlainDesk(play(SCENES["board_due"](), ev.Board(("Kh", "8d")), "bets"))
    page = entry_page(desk)
    assert page is not None
    desk.open(page)
    seen = {i.face.card for i in desk.items() if isinstance(i, Card) and i.face.card and i.do is None}
    assert seen == {"Kh", "8d"}


def test_exposures_are_entered_for_one_seat_at_a_time() -> None:
    desk = PlainDesk(SCENES["stud_exposing"]())
    page = entry_page(desk)
    assert page is not None
    desk.open(page)
    desk.push("Carl")
    desk.card("7h")
    desk.push("Take 7♥")
    assert desk.session.past[-1] == ev.Expose(3, "7h")


def test_undo_says_what_it_takes_back() -> None:
    desk = PlainDesk(SCENES["table_four"]())
    desk.open(MenuPage(desk))
    assert "Take back\nCarl raises to 2" in desk.labels()
    desk.push("Take back")
    assert desk.session.past[-1] == ev.Bet(2, 1)


def test_a_misread_card_is_mended_after_the_pots_were_paid() -> None:
    desk = PlainDesk(SCENES["showdown"]())
    desk.open(CorrectPage(desk))
    desk.card("8s")
    desk.card("9s")
    desk.push("Take 9♠")
    assert desk.session.past[-1] == ev.Correct(1, "8s", "9s")
    assert desk.session.refused == ""


def test_two_cards_read_the_wrong_way_round_are_swapped() -> None:
    desk = PlainDesk(SCENES["showdown"]())
    state = desk.state
    assert state is not None
    first, second, *_ = (s for s in state.seats if s.shown is not None)
    assert first.shown is not None
    assert second.shown is not None
    money = state.money
    desk.open(CorrectPage(desk))
    desk.card(first.shown[0])
    desk.card(second.shown[0])
    assert f"lies among the cards {second.name} showed: swap the two?" in desk.labels()
    desk.push("Swap for")
    assert desk.pages == []
    assert desk.session.refused == ""
    assert desk.session.past[-1] == ev.Correct(first.seat, first.shown[0], second.shown[0], swap=True)
    after = desk.state
    assert after is not None
    assert after.seat(first.seat).shown == (second.shown[0], *first.shown[1:])
    assert after.seat(second.seat).shown == (first.shown[0], *second.shown[1:])
    assert after.money == money == after.bought_in


def test_a_card_is_not_swapped_with_itself() -> None:
    desk = PlainDesk(SCENES["showdown"]())
    desk.open(CorrectPage(desk))
    desk.card("8s")
    (own,) = (i for i in desk.items() if isinstance(i, Card) and i.face.card == "8s")
    assert own.do is None


def test_amounts_stay_between_what_the_rules_allow() -> None:
    desk = PlainDesk(SCENES["no_limit"]())
    choice = next(a.choice for a in view(desk.session.shown).actions if a.choice and a.choice.to_range)
    assert choice.to_range == (8, 117)
    desk.open(AmountPage(desk, choice))
    desk.push("–", "–10")
    assert "8" in desk.labels()
    desk.push("+10", "+", "+")
    assert "Bea: raise to 20" in desk.labels()
    desk.push("All in")
    assert "Bea: raise to 117 (all in)" in desk.labels()
    desk.push("Pot 17", "Bea: raise to 17")
    assert desk.session.past[-1] == ev.Raise(2, 17)


def test_declaring_asks_who_and_then_what() -> None:
    desk = PlainDesk(SCENES["declaring"]())
    group = next(a.group for a in view(desk.session.shown).actions if a.group)
    desk.open(WhoPage(desk, "Who?", group))
    desk.push("Carl", "Both")
    assert desk.session.past[-1] == ev.Declare(3, "both")


@pytest.mark.parametrize(
    ("pushes", "event"),
    [
        (("Players", "Flo", "Sit out"), ev.SitOut(1)),
        (("Players", "Flo", "Buy chips", "5", "0", "Take 50"), ev.Buy(1, 50)),
        (("Players", "Carl", "Leave", "Carl leaves"), ev.Leave(2)),
        (("Players", "Seat 7", *"Zo", "Done", "Take 100"), ev.Sit(7, "Zo", 100)),
        (("Game and rules", "Shifting", "Play Shifting"), ev.ChooseGame("shifting-sands", {})),
        (
            ("Game and rules", "Roll", "House rules", "no limit", "More", "none", "2s", "Done",
             "Done", "Play Roll"),
            ev.ChooseGame("roll-your-own", {"structure": "no_limit", "wild": ("2",)}),
        ),
    ],
)  # fmt: skip
def test_between_hands(pushes: tuple[str, ...], event: ev.Event) -> None:
    desk = PlainDesk(SCENES["showdown"]())
    desk.open(MenuPage(desk))
    for label in pushes:
        # Keys of the keyboard begin in capitals.
        names = desk.labels()
        desk.push(label if any(n.startswith(label) for n in names) else label.upper())
    assert desk.session.past[-1] == event
    assert desk.session.refused == ""


def test_a_misdeal_is_asked_twice() -> None:
    desk = PlainDesk(SCENES["table_four"]())
    desk.open(MenuPage(desk))
    desk.push("Misdeal")
    assert desk.session.past[-1] != ev.Misdeal()
    desk.push("Misdeal")
    assert desk.session.past[-1] == ev.Misdeal()


def test_the_question_is_answered_with_a_card_or_put_aside() -> None:
    desk = PlainDesk(SCENES["question"]())
    desk.open(QuestionPage(desk))
    desk.card("9h")
    assert desk.session.past[-1] == ev.Board(("9h",))
    desk = PlainDesk(SCENES["question"]())
    desk.open(QuestionPage(desk))
    desk.push("Put aside")
    assert desk.session.question is None
    assert desk.session.past[-1] != ev.Board(("9h",))


def test_the_camera_shows_no_picture_while_cards_are_in_hands() -> None:
    table = opened(4)
    table.preview_jpeg = b"a picture"
    desk = PlainDesk(table)
    desk.open(CameraPage(desk))
    assert any(isinstance(i, Picture) for i in desk.items())
    play(table, "go")
    assert not any(isinstance(i, Picture) for i in desk.items())


@pytest.mark.parametrize("scene", ["showdown", "stud_seven", "new_table", "nobody"])
def test_every_button_of_every_page_is_in_the_window_and_can_be_hit(scene: str) -> None:
    desk = PlainDesk(SCENES[scene]())
    seen = 0
    for start in (MenuPage(desk), SetUpPage(desk)):
        waiting = [start]
        for depth in range(2):
            following = []
            for page in waiting:
                for item in page.items(FRAME):
                    if not isinstance(item, Push):
                        continue
                    seen += 1
                    box = item.box
                    assert box.x >= 0
                    assert box.y >= 0
                    assert box.right <= FRAME.w + 0.01
                    assert box.bottom <= FRAME.h + 0.01
                    assert min(box.w, box.h) >= 36, (page.title, item.label)
                    if depth == 0 and not item.label.startswith(("Take back", "Back", "Close", "Open")):
                        desk.pages = []
                        item.do()
                        following += desk.pages
            waiting = following
    assert seen > 20
