"""What readings mean: new cards, doubts, dice, and the trap of undo with a camera (design.md)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant import events
from assistant.fold import Night
from assistant.spotter import Spotted, Spotter
from assistant.state import State
from tests.assistant.fake_eyes import card, dice, zone
from vision.readings import NoValue, TableReading, ZoneReading


def night(game: str, *past: events.Event) -> Night:
    seats = (events.NewSeat(1, "Ann", 60), events.NewSeat(2, "Bea", 60), events.NewSeat(3, "Carl", 60))
    return Night([events.Open(game, seats, 1, {}), events.Deal(), *past])


def flop_due() -> Night:
    """Lucky Sevens, the first round over: two board cards are due."""
    return night("lucky-sevens", events.Roll((3, 5)), events.Check(2), events.Check(3), events.Check(1))


def see(spotter: Spotter, state: State | None, *zones: ZoneReading) -> Spotted:
    assert state is not None
    return spotter.see(TableReading(1.0, zones), state)


def test_cards_that_are_due_are_posted_together() -> None:
    n, s = flop_due(), Spotter()
    assert see(s, n.state, zone("board", "Kh")).events == ()
    assert see(s, n.state, zone("board", "Kh")).note == "1 more for the board"
    assert see(s, n.state, zone("board", "Kh", "8d")).events == (events.Board(("Kh", "8d")),)


def test_after_an_undo_the_card_that_still_lies_there_is_not_posted_again() -> None:
    n, s = flop_due(), Spotter()
    (board,) = see(s, n.state, zone("board", "Kh", "8d")).events
    n.post(board)
    n.post(events.Undo())
    assert see(s, n.state, zone("board", "Kh", "8d")) == Spotted()
    assert see(s, n.state, zone("board", "8d")) == Spotted()
    assert see(s, n.state, zone("board")) == Spotted()
    # Taken away and laid again it counts.
    assert see(s, n.state, zone("board", "8d", "Kh")).events == (events.Board(("8d", "Kh")),)


def test_looking_again_takes_what_lies_there() -> None:
    n, s = flop_due(), Spotter()
    n.post(see(s, n.state, zone("board", "Kh", "8d")).events[0])
    n.post(events.Undo())
    s.look_again()
    assert see(s, n.state, zone("board", "Kh", "8d")).events == (events.Board(("Kh", "8d")),)


def test_cards_of_the_hand_before_are_not_the_next_board() -> None:
    n, s = flop_due(), Spotter()
    n.post(see(s, n.state, zone("board", "Kh", "8d")).events[0])
    for event in (events.Pass(2), events.Pass(3), events.Pass(1), events.Bet(2), events.Fold(3), events.Fold(1)):
        n.post(event)
    for event in (events.Deal(), events.Roll((1, 3)), events.Check(3), events.Check(1), events.Check(2)):
        n.post(event)
    assert s.expectation(n.state).due("board") == 4  # the two old ones are still watched
    assert see(s, n.state, zone("board", "Kh", "8d")) == Spotted()
    assert see(s, n.state, zone("board")) == Spotted()
    assert see(s, n.state, zone("board", "Kh", "3c")).events == (events.Board(("Kh", "3c")),)


def test_a_doubtful_card_is_asked_about_and_the_answer_holds() -> None:
    n, s = flop_due(), Spotter()
    seen = zone("board", card("6h", sure=False, other="9h"), card("8d", 100))
    doubt = see(s, n.state, seen).doubt
    assert doubt is not None
    assert doubt.question.text == "Is this the 6♥ or the 9♥?"
    assert doubt.question.cards == ("6h", "9h")
    s.answered("board", doubt.outcomes[1])  # type: ignore[arg-type]
    assert see(s, n.state, seen).events == (events.Board(("9h", "8d")),)


def test_a_card_that_lies_elsewhere_is_asked_about() -> None:
    n, s = flop_due(), Spotter()
    n.post(events.Board(("Kh", "8d")))
    for event in (events.Pass(2), events.Pass(3), events.Pass(1), events.Check(2), events.Check(3), events.Check(1)):
        n.post(event)
    assert see(s, n.state, zone("board", "Kh", "8d")) == Spotted()
    twice = ZoneReading("board", (card("Kh"), card("8d", 100), replace(card("Kh", 200), alternatives=(("Ks", 0.1),))))
    assert see(s, n.state, twice).events == ()


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        (("Kh", "8d", "4c"), "3 new cards on the board, 2 were due"),
        (("Kh", "8d", "4c", "2s"), "4 new cards on the board, 2 were due"),
    ],
)
def test_more_cards_than_due_are_put_to_the_dealer(cards: tuple[str, ...], text: str) -> None:
    seen = see(Spotter(), flop_due().state, zone("board", *cards))
    assert seen.events == ()
    assert seen.doubt is not None
    assert seen.doubt.question.text == text


def test_two_cards_turned_up_at_one_seat_are_put_to_the_dealer() -> None:
    seen = see(Spotter(), night("roll-your-own").state, zone("seat:2", "Kh", "8d"))
    assert seen.doubt is not None
    assert seen.doubt.question.text == "Two new cards before Bea: which was turned up?"
    assert seen.doubt.outcomes == ((events.Expose(2, "Kh"),), (events.Expose(2, "8d"),))


def test_exposures_come_in_any_order() -> None:
    n, s = night("roll-your-own"), Spotter()
    table = zone("seat:3", "4c"), zone("seat:1", "Kh")
    for seat, code in ((3, "4c"), (1, "Kh")):
        (event,) = see(s, n.state, *table).events
        assert event == events.Expose(seat, code)
        n.post(event)
    assert see(s, n.state, *table) == Spotted()


def test_a_card_that_reads_otherwise_later_is_put_to_the_dealer() -> None:
    n, s = night("roll-your-own", events.Expose(1, "6h")), Spotter()
    assert see(s, n.state, zone("seat:1", "6h")) == Spotted()
    seen = see(s, n.state, zone("seat:1", "9h"))
    assert seen.doubt is not None
    assert seen.doubt.question.text == "Is this the 6♥ or the 9♥?"
    assert seen.doubt.outcomes == ((), (events.Correct(1, "6h", "9h"),))


def test_a_throw_is_booked_once() -> None:
    n, s = night("lucky-sevens"), Spotter()
    assert see(s, n.state, dice(3, 4, None)).events == ()  # laid there, not thrown
    (roll,) = see(s, n.state, dice(3, 4, 5.0)).events
    assert roll == events.Roll((3, 4))
    n.post(roll)
    n.post(events.Undo())
    assert see(s, n.state, dice(3, 4, 5.0)) == Spotted()
    assert see(s, n.state, dice(3, 5, 9.0)).events == (events.Roll((3, 5)),)


def test_the_same_dice_in_the_same_places_are_no_new_throw() -> None:
    """A hand that passes over the tray may look like a roll; two dice never fall where they lay."""
    n, s = night("lucky-sevens"), Spotter()
    n.post(see(s, n.state, dice(6, 6, 5.0)).events[0])
    n.post(events.Reroll(1))  # doubles: again
    assert see(s, n.state, dice(6, 6, 9.0)) == Spotted()
    thrown = dice(6, 6, 12.0)
    elsewhere = replace(thrown, dice=tuple(replace(d, centre_xy_px=(d.centre_xy_px[0], 70.0)) for d in thrown.dice))
    assert see(s, n.state, elsewhere).events == (events.Roll((6, 6)),)


def test_dice_that_were_not_seen_rolling_are_asked_about() -> None:
    """Laid down by a hand, or thrown behind one: the eyes can't tell, so the dealer does."""
    n, s = night("lucky-sevens"), Spotter()
    lay = dice(3, 4, None)
    moved = replace(lay, dice=tuple(replace(d, centre_xy_px=(d.centre_xy_px[0], 90.0)) for d in lay.dice))
    nudged = replace(lay, dice=(lay.dice[0], moved.dice[1]))
    assert see(s, n.state, lay) == Spotted()
    assert see(s, n.state, nudged) == Spotted()
    seen = see(s, n.state, moved)
    assert seen.events == ()
    assert seen.doubt is not None
    assert seen.doubt.question.text == "Was that Ann's throw, 3 and 4?"
    assert seen.doubt.outcomes == ((), (events.Roll((3, 4)),))
    # A throw that is seen needs no question.
    assert see(s, n.state, replace(moved, thrown_at_s=8.0)).events == (events.Roll((3, 4)),)


def test_dice_thrown_when_nobody_is_to_roll_are_asked_about() -> None:
    n, s = night("lucky-sevens", events.Roll((3, 5))), Spotter()
    seen = see(s, n.state, dice(6, 2, 7.0))
    assert seen.events == ()
    assert seen.doubt is not None
    assert seen.doubt.question.text == "Dice were thrown, 6 and 2: whose roll?"
    assert seen.doubt.outcomes == ((),)


def test_dice_thrown_on_an_open_offer_may_be_the_one_offered() -> None:
    n, s = flop_due(), Spotter()
    n.post(events.Board(("Kh", "8d")))
    seen = see(s, n.state, dice(6, 2, 7.0))
    assert seen.doubt is not None
    assert [c.label for c in seen.doubt.question.choices] == ["Nobody's", "Bea's roll"]
    assert seen.doubt.outcomes[1] == (events.Reroll(2), events.Roll((6, 2)))


@pytest.mark.parametrize(
    ("why", "word"),
    [
        (NoValue.MISSING, "one die is missing"),
        (NoValue.COCKED, "cocked"),
        (NoValue.TOO_DARK, "too dark"),
        (NoValue.TOO_MANY, "more than two"),
        (NoValue.NOT_SURE, "can't be read"),
        (NoValue.HAND, "a hand"),
    ],
)
def test_dice_without_a_value_say_why(why: NoValue, word: str) -> None:
    seen = see(Spotter(), night("lucky-sevens").state, ZoneReading("tray", why=why))
    assert seen.events == ()
    assert word in seen.note


def test_only_zones_meant_for_exposed_cards_are_looked_at() -> None:
    s = Spotter()
    assert s.expectation(None).cards_due == ()
    assert s.expectation(night("lucky-sevens").state).cards_due == ()
    assert s.expectation(night("lucky-sevens").state).dice_due
    assert s.expectation(flop_due().state).cards_due == (("board", 2),)
    due = s.expectation(night("roll-your-own").state)
    assert due.cards_due == (("seat:1", 1), ("seat:2", 1), ("seat:3", 1))
    assert not due.tray_watched
