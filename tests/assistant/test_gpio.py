"""Buttons and lamps on gpiozero's mock pins: its real classes and callbacks, no hardware."""

from __future__ import annotations

import queue
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from assistant.gpio import SETTLE_S, Buttons, Debounce, Lamps, MockHands, NoGpio, Press, mock_factory
from assistant.pins import BUTTONS, DEALER, DEALER_BUTTONS, Pins


@dataclass
class Clock:
    now_s: float = 100.0

    def __call__(self) -> float:
        return self.now_s

    def sleep(self, wait_s: float) -> None:
        self.now_s += wait_s


@dataclass
class Table:
    buttons: Buttons
    hands: MockHands
    clock: Clock
    presses: queue.SimpleQueue[Press]

    def posted(self) -> list[tuple[int, str]]:
        found = []
        while not self.presses.empty():
            press = self.presses.get()
            found.append((press.seat, press.button))
        return found


@pytest.fixture
def table() -> Iterator[Table]:
    clock = Clock()
    presses: queue.SimpleQueue[Press] = queue.SimpleQueue()
    with Buttons(Pins(), presses.put, factory=mock_factory(), clock=clock) as buttons:
        yield Table(buttons, MockHands(buttons, clock=clock, sleep=clock.sleep), clock, presses)


DOWN, UP = True, False


@pytest.mark.parametrize(
    ("edges", "presses"),
    [
        ([(DOWN, 0.0), (UP, 0.2), (DOWN, 0.5)], [0.0, 0.5]),  # two clean presses
        ([(DOWN, 0.0), (UP, 0.001), (DOWN, 0.003), (UP, 0.2)], [0.0]),  # chatter on the way down
        ([(DOWN, 0.0), (UP, 0.2), (DOWN, 0.202), (UP, 0.204)], [0.0]),  # chatter on the way up
        ([(DOWN, 0.0), (UP, 0.015), (DOWN, 0.03), (UP, 0.045), (DOWN, 0.06)], [0.0]),  # long chatter
        ([(DOWN, 0.0), (UP, 0.05), (DOWN, 0.1), (UP, 0.15)], [0.0, 0.1]),  # the quickest double tap
        ([(DOWN, 0.0), (DOWN, 0.5)], [0.0, 0.5]),  # a lost edge costs no press
        ([(UP, 0.0), (DOWN, 0.5)], [0.5]),  # held while the program started
    ],
)
def test_debounce(edges: list[tuple[bool, float]], presses: list[float]) -> None:
    debounce = Debounce(settle_s=0.04)
    assert [time_s for down, time_s in edges if debounce.edge(down, time_s)] == presses


def test_every_button_is_heard_as_itself(table: Table) -> None:
    expected = [(seat, button) for seat in range(1, 9) for button in BUTTONS]
    expected += [(DEALER, button) for button in DEALER_BUTTONS]
    for seat, button in expected:
        table.hands.press(seat, button)
    assert table.posted() == expected


def test_a_worn_switch_is_one_press(table: Table) -> None:
    table.hands.press(2, "green", bounces=5)
    assert table.posted() == [(2, "green")]


def test_quick_presses_of_one_button_all_count(table: Table) -> None:
    for _ in range(20):
        table.hands.press(1, "red")
    assert table.posted() == [(1, "red")] * 20


def test_a_press_carries_its_time(table: Table) -> None:
    table.clock.now_s = 7.5
    table.hands.press(3, "yellow")
    assert table.presses.get() == Press(3, "yellow", 7.5)


def test_held_buttons_are_named(table: Table) -> None:
    assert table.buttons.held() == ()
    table.buttons.device(4, "green").pin.drive_low()
    assert table.buttons.held() == ((4, "green"),)


def test_only_wired_buttons_exist() -> None:
    with Buttons(Pins().only({1, 2}), print, factory=mock_factory()) as buttons:
        hands = MockHands(buttons)
        with pytest.raises(KeyError):
            hands.press(3, "green")


def test_the_real_clock_and_the_real_wait() -> None:
    presses: list[Press] = []
    with Buttons(Pins(), presses.append, factory=mock_factory()) as buttons:
        hands = MockHands(buttons)
        hands.press(1, "green")
        hands.press(1, "green")
    assert len(presses) == 2
    assert presses[1].time_s - presses[0].time_s >= SETTLE_S


def test_without_pins_there_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from gpiozero import Device
    from gpiozero.exc import BadPinFactory

    def none() -> None:
        raise BadPinFactory("Unable to load any default pin factory!")

    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setattr(Device, "_default_pin_factory", staticmethod(none))
    with pytest.raises(NoGpio, match="runs by touch"):
        Buttons(Pins(), print)


def test_a_pin_in_use_is_named_and_the_others_are_let_go() -> None:
    factory = mock_factory()
    lamps = Lamps(Pins(seats=(), lamps=((1, 11),)), factory=factory)
    with pytest.raises(NoGpio, match="seat 3's yellow button on GPIO 11"):
        Buttons(Pins(), print, factory=factory)
    lamps.close()
    Buttons(Pins(), print, factory=factory).close()


def test_lamps_show_whose_turn_it_is() -> None:
    factory = mock_factory()
    lamps = Lamps(Pins(seats=(), lamps=((1, 20), (2, 21), (3, 22))), factory=factory)

    def lit() -> list[bool]:
        return [bool(factory.pin(f"GPIO{number}").state) for number in (20, 21, 22)]

    lamps.show({2})
    assert lit() == [False, True, False]
    lamps.show({1, 3, 7}, claimant=1)  # to act beats the claim; a seat without a lamp is passed over
    assert lit() == [True, False, True]
    lamps.show(())
    assert lit() == [False, False, False]
    lamps.close()


def test_the_claimant_winks() -> None:
    factory = mock_factory()
    lamps = Lamps(Pins(seats=(), lamps=((1, 20),)), factory=factory)
    pin = factory.pin("GPIO20")
    pin.clear_states()
    lamps.show((), claimant=1)
    give_up_s = time.monotonic() + 10
    while not pin.state and time.monotonic() < give_up_s:  # the wink comes from gpiozero's own thread
        time.sleep(0.005)
    assert pin.state
    lamps.show((), claimant=1)  # nothing changed: it goes on
    lamps.show(())
    assert not pin.state
    lamps.close()
