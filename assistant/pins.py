"""Which wire hangs on which pin: the default wiring of hardware.md, and what a config changes in it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from assistant.checked import CheckedTable

DEALER = 0  # the seat number of the dealer's own two buttons
MOST_SEATS = 8
BUTTONS = ("green", "yellow", "red")
DEALER_BUTTONS = ("deal", "undo")
FIRST_PIN, LAST_PIN = 2, 27  # 0 and 1 belong to the identification chips of add-on boards

Wires = tuple[tuple[str, int], ...]


def _default_wires(seat: int) -> Wires:
    first = 4 + 3 * (seat - 1)
    return tuple(zip(BUTTONS, range(first, first + 3), strict=True))


_DEFAULT_DEALER: Wires = (("deal", 3), ("undo", 2))


@dataclass(frozen=True, slots=True)
class Pins:
    """The GPIO (BCM number) of each button and lamp. Default: GPIO 4 to 27, three to a seat; no lamps."""

    seats: tuple[tuple[int, Wires], ...] = tuple((seat, _default_wires(seat)) for seat in range(1, MOST_SEATS + 1))
    dealer: Wires = _DEFAULT_DEALER
    lamps: tuple[tuple[int, int], ...] = ()

    def only(self, seats: Collection[int]) -> Pins:
        """The same wiring for these seats alone, so that no loose wire can act for an empty chair."""
        return Pins(
            tuple((seat, wires) for seat, wires in self.seats if seat in seats),
            self.dealer,
            tuple((seat, pin) for seat, pin in self.lamps if seat in seats),
        )


def read_pins(table: CheckedTable, taken_seats: Collection[int]) -> Pins:
    """The wiring from a config's `[pins]`; pins that it names are taken from the default wiring of empty seats."""
    named: dict[int, Wires] = {}
    by_seat = table.table("seats")
    for key in by_seat.unread():
        if seat := _seat(by_seat, key):
            named[seat] = _read_wires(by_seat.table(key), BUTTONS)
    lamps: list[tuple[int, int]] = []
    by_seat = table.table("lamps")
    for key in by_seat.unread():
        if (seat := _seat(by_seat, key)) and (pin := by_seat.whole(key, 0, FIRST_PIN, LAST_PIN)):
            lamps.append((seat, pin))
    named_dealer = _read_wires(table.table("dealer"), DEALER_BUTTONS)

    used = [pin for wires in (*named.values(), named_dealer) for _, pin in wires] + [pin for _, pin in lamps]
    for pin in sorted({pin for pin in used if used.count(pin) > 1}):
        table.note("", f"two wires on GPIO {pin}: each needs a pin of its own")
    for seat, wires in Pins().seats:
        if seat in named:
            continue
        lost = [pin for _, pin in wires if pin in used]
        if not lost:
            named[seat] = wires
        elif seat in taken_seats:
            table.note(f"seats.{seat}", f"GPIO {lost[0]} is now used for something else: name this seat's pins too")
    dealer = named_dealer or tuple((name, pin) for name, pin in _DEFAULT_DEALER if pin not in used)
    return Pins(tuple(sorted(named.items())), dealer, tuple(sorted(lamps)))


def _seat(table: CheckedTable, key: str) -> int:
    """The seat that a key names, or 0; TOML's keys are words."""
    if key.isdecimal() and 1 <= int(key) <= MOST_SEATS:
        return int(key)
    table.note(key, f"seats are numbered from 1 to {MOST_SEATS}")
    table.drop(key)
    return 0


def _read_wires(table: CheckedTable, names: tuple[str, ...]) -> Wires:
    wires = ((name, table.whole(name, 0, FIRST_PIN, LAST_PIN)) for name in names)
    return tuple((name, pin) for name, pin in wires if pin)
