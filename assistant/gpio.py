"""Buttons and lamps on the pins of a Raspberry Pi; the only importer of gpiozero.

Each seat has three buttons, named by their colours, since what one means
depends on what the table is waiting for. A press is only put into a queue here:
gpiozero calls back on threads of its own, and the table has one writer.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Collection
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from gpiozero import LED, Button
from gpiozero.exc import GPIOZeroError
from gpiozero.pins.mock import MockFactory

from assistant.pins import DEALER, Pins

SETTLE_S = 0.04  # a good switch bounces for 5 ms, a tired one for 20; nobody taps twice within 40


class NoGpio(OSError):
    """The pins cannot be used; the message says why, and what works without them."""


@dataclass(frozen=True, slots=True)
class Press:
    """One press of one button: seat (0 is the dealer's own box), the button's name, monotonic seconds."""

    seat: int
    button: str
    time_s: float


class Debounce:
    """Tells a press from the chatter of a switch: the first edge counts, later ones only after a rest.

    A press is known at its very first edge, so nothing waits for the switch to
    settle, and a missed edge can cost at most the press it belonged to.

    >>> switch = Debounce(settle_s=0.04)
    >>> [switch.edge(down, at_s) for down, at_s in [(True, 1.0), (False, 1.002), (True, 1.003)]]
    [True, False, False]
    >>> switch.edge(False, 1.2), switch.edge(True, 1.21), switch.edge(True, 1.3)
    (False, False, True)
    """

    def __init__(self, settle_s: float = SETTLE_S) -> None:
        self._settle_s = settle_s
        self._last_edge_s: float | None = None

    def edge(self, down: bool, time_s: float) -> bool:
        """Whether this edge, at `time_s` on any steady clock, is a new press."""
        rested = self._last_edge_s is None or time_s - self._last_edge_s >= self._settle_s
        self._last_edge_s = time_s
        return down and rested


class Buttons:
    """All buttons of the table; each press goes to `post`, which must only enqueue it.

    Raises NoGpio where there are no pins, or one of them cannot be had.
    """

    def __init__(
        self,
        pins: Pins,
        post: Callable[[Press], None],
        *,
        factory: Any = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._post = post
        self._clock = clock
        self._devices: dict[tuple[int, str], Any] = {}
        wiring = {(seat, name): pin for seat, buttons in pins.seats for name, pin in buttons}
        wiring |= {(DEALER, name): pin for name, pin in pins.dealer}
        try:
            for (seat, name), pin in wiring.items():
                device = _open(Button, pin, f"seat {seat}'s {name} button", factory)
                self._devices[seat, name] = device
                self._listen(device, seat, name)
        except NoGpio:
            self.close()
            raise

    def _listen(self, device: Any, seat: int, name: str) -> None:
        debounce = Debounce()

        def down() -> None:
            now_s = self._clock()
            if debounce.edge(True, now_s):
                self._post(Press(seat, name, now_s))

        def up() -> None:
            debounce.edge(False, self._clock())

        device.when_pressed = down
        device.when_released = up

    def held(self) -> tuple[tuple[int, str], ...]:
        """Which (seat, button) are down now: at the start of a night, a stuck button or a wrong wire."""
        return tuple(where for where, device in self._devices.items() if device.is_pressed)

    def device(self, seat: int, button: str) -> Any:
        """The gpiozero button behind a name. Raises KeyError if there is none."""
        return self._devices[seat, button]

    def close(self) -> None:
        """Lets go of every pin; may be called twice."""
        for device in self._devices.values():
            device.close()
        self._devices.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Lamps:
    """One lamp a seat: steady while the table waits for that seat, a wink while it holds the claim.

    Seats without a lamp are passed over. Raises NoGpio as `Buttons` does.
    """

    def __init__(self, pins: Pins, *, factory: Any = None) -> None:
        self._lamps: dict[int, Any] = {}
        self._shown: dict[int, str] = {}
        try:
            for seat, pin in pins.lamps:
                self._lamps[seat] = _open(LED, pin, f"seat {seat}'s lamp", factory)
        except NoGpio:
            self.close()
            raise

    def show(self, to_act: Collection[int], claimant: int | None = None) -> None:
        """Lights the seats that are to act, and lets the side pot's claimant wink."""
        for seat, lamp in self._lamps.items():
            wanted = "on" if seat in to_act else "wink" if seat == claimant else "off"
            if self._shown.get(seat) == wanted:
                continue  # a wink begun anew at every event would never be seen
            self._shown[seat] = wanted
            if wanted == "wink":
                lamp.blink(on_time=0.1, off_time=1.9)
            else:
                lamp.value = wanted == "on"

    def close(self) -> None:
        """Puts every lamp out and lets go of its pin; may be called twice."""
        for lamp in self._lamps.values():
            lamp.close()
        self._lamps.clear()


def mock_factory() -> Any:
    """Pins that need no hardware, with gpiozero's real classes and callbacks on top of them."""
    return MockFactory()


class MockHands:
    """Presses the buttons of a table on mock pins, as fingers would.

    The same button is not pressed again before its switch has settled: with a
    clock of your own, give the `sleep` that moves it on.
    """

    def __init__(
        self,
        buttons: Buttons,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._buttons = buttons
        self._clock = clock
        self._sleep = sleep
        self._free_s: dict[tuple[int, str], float] = {}

    def press(self, seat: int, button: str, *, bounces: int = 0) -> None:
        """One press and release; `bounces` extra closures, as a worn contact makes. Raises KeyError."""
        pin = self._buttons.device(seat, button).pin
        wait_s = self._free_s.get((seat, button), self._clock()) - self._clock()
        if wait_s > 0:
            self._sleep(wait_s)
        for _ in range(bounces + 1):
            pin.drive_low()
            pin.drive_high()
        self._free_s[seat, button] = self._clock() + 1.25 * SETTLE_S


def _open(kind: type[Any], pin: int, what: str, factory: Any) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # one line for each driver that is not installed
            return kind(pin, pin_factory=factory)
    except ImportError as error:  # gpiozero's BadPinFactory is one: no driver found pins here
        raise NoGpio("no button pins on this machine: the table runs by touch") from error
    except (GPIOZeroError, OSError, RuntimeError) as error:
        raise NoGpio(f"{what} on GPIO {pin}: {error}; the table runs by touch") from error
    except Exception as error:
        # lgpio raises a class of its own, straight from Exception, which cannot be imported everywhere
        if type(error).__module__.partition(".")[0] != "lgpio":
            raise
        raise NoGpio(f"{what} on GPIO {pin}: {error}; is another program using it?") from error
