"""The money of a night: who bought in, who is up or down, and who pays whom.

What came in is added up from the buy-ins themselves and compared with what is there, so a
chip that went astray shows, whoever lost it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assistant import events
from assistant.events import Event
from assistant.nights import moves_of
from assistant.rules import apply
from assistant.state import State

SIDE_POT = "the side pot"
EXACT_UP_TO = 15  # parties; beyond, trying every group would take minutes


@dataclass(frozen=True, slots=True)
class Account:
    """One player by name. `buy_in` is what they sat down with (each time), `rebuys` what they
    bought besides; `chips` are behind them now and `in_pots` theirs in a hand being played."""

    name: str
    buy_in: int = 0
    rebuys: int = 0
    cashed_out: int = 0
    chips: int = 0
    in_pots: int = 0
    seat: int | None = None  # None once they have left

    @property
    def net(self) -> int:
        """What they are up, below zero where they are down; chips in the pots count as spent."""
        return self.cashed_out + self.chips - self.buy_in - self.rebuys


@dataclass(frozen=True, slots=True)
class Payment:
    """One player pays another some units at the night's end."""

    payer: str
    payee: str
    units: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """The books of a night.

    `accounts` in the order in which the players first sat down. `carried_in` is the side pot
    of an earlier session. `payments` settle the night as it would end now, `settled` being each
    party's balance then; both are empty while a hand is being played. `where` says, a line
    each, where the units are that came in and are nobody's.
    """

    accounts: tuple[Account, ...]
    carried_in: int
    side_pot: int
    in_pots: int
    closed: bool
    settled: Mapping[str, int]
    payments: tuple[Payment, ...]
    where: tuple[str, ...]

    @property
    def came_in(self) -> int:
        """All that was bought or carried in."""
        return self.carried_in + sum(a.buy_in + a.rebuys for a in self.accounts)

    @property
    def went_out(self) -> int:
        """All that was cashed out or lies before a player."""
        return sum(a.cashed_out + a.chips for a in self.accounts)

    @property
    def missing(self) -> int:
        """What came in and is nobody's: 0 when the books close."""
        return self.came_in - self.went_out

    @property
    def unexplained(self) -> int:
        """What is missing beyond the side pot and the pots; anything but 0 is a fault of ours."""
        return self.missing - self.side_pot - self.in_pots


def ledger_of(past: Iterable[Event]) -> Ledger:
    """The books of a night from its events, undo events included.

    A name is one person, whatever seat they sit at, and when they come back. Raises Refused
    where an event is refused, ValueError where there is none.
    """
    accounts: dict[str, Account] = {}

    def put(name: str, **more: int) -> None:
        account = accounts.setdefault(name.casefold(), Account(name))
        changes: dict[str, Any] = {key: getattr(account, key) + units for key, units in more.items()}
        accounts[name.casefold()] = replace(account, **changes)

    moves = moves_of(past)
    if not moves:
        raise ValueError("the table has not been opened")
    carried_in = 0
    for move in moves:
        match move.event:
            case events.Open(seats=seats, side_pot=side_pot):
                carried_in = side_pot or 0
                for one in seats:
                    put(one.name, buy_in=one.chips)
            case events.Sit(name=name, chips=chips):
                put(name, buy_in=chips)
            case events.Buy(seat=number, chips=chips):
                put(move.after.seat(number).name, rebuys=chips)
            case events.Leave(seat=number):
                assert move.before is not None  # the table is open
                seat = move.before.seat(number)
                put(seat.name, cashed_out=seat.chips)
    state = moves[-1].after
    for seat in state.seats:
        if not seat.gone:
            account = accounts[seat.name.casefold()]
            in_pots = seat.put_in if state.playing else 0
            accounts[seat.name.casefold()] = replace(account, chips=seat.chips, in_pots=in_pots, seat=seat.seat)
    return _closed_books(tuple(accounts.values()), carried_in, state)


def _closed_books(accounts: tuple[Account, ...], carried_in: int, state: State) -> Ledger:
    in_pots = sum(a.in_pots for a in accounts)
    settled: dict[str, int] = {}
    if not state.playing:
        settled = _settled(accounts, carried_in, _at_the_end(state))
    ledger = Ledger(
        accounts, carried_in, state.side_pot, in_pots, state.closed, settled, fewest_payments(settled), ()
    )  # fmt: skip
    return replace(ledger, where=tuple(_where(ledger, state)))


def _at_the_end(state: State) -> State:
    """The state once the night is over, the side pot settled by the house rule."""
    return state if state.closed else apply(state, events.Close())


def _settled(accounts: Sequence[Account], carried_in: int, end: State) -> dict[str, int]:
    """What each party is up or down once the night is over; the side pot is one where it waits for another night."""
    chips = {s.seat: s.chips for s in end.seats if not s.gone}
    settled = {
        a.name: a.cashed_out - a.buy_in - a.rebuys + (chips[a.seat] if a.seat is not None else 0) for a in accounts
    }
    if end.side_pot != carried_in:
        settled[SIDE_POT] = end.side_pot - carried_in
    return settled


def _where(ledger: Ledger, state: State) -> Iterable[str]:
    if ledger.in_pots:
        yield f"a hand is being played: {ledger.in_pots} in its pots and in front of the players"
    if ledger.side_pot:
        if ledger.closed:
            yield f"the side pot holds {ledger.side_pot}, which wait for another night"
        elif state.playing:
            yield f"the side pot holds {ledger.side_pot}"
        else:
            yield f"the side pot still holds {ledger.side_pot}: {_would_go(state)}"
    if ledger.unexplained:
        yield f"{ledger.unexplained} are nowhere: please report it, with the journal"


def _would_go(state: State) -> str:
    end = _at_the_end(state)
    gains = [(s.name, s.chips - state.seat(s.seat).chips) for s in end.seats if not s.gone]
    paid = ", ".join(f"{name} {units}" for name, units in gains if units)
    return f"were the night to end now, it would pay {paid}" if paid else "it waits for another night"


# --- who pays whom ---------------------------------------------------------------------


def fewest_payments(balances: Mapping[str, int]) -> tuple[Payment, ...]:
    """The fewest payments that bring every balance to zero; those below zero pay.

    n parties fall into groups whose balances add up to zero; a group of k settles with k - 1
    payments, so the fewest are n less the most groups, which are found by trying every subset
    (exact up to `EXACT_UP_TO` parties with a balance; beyond, equal debts and claims are
    matched first and the rest settle as one group). Raises ValueError where the balances don't
    add up to zero.

    >>> [(p.payer, p.payee, p.units) for p in fewest_payments({"Ann": 5, "Bea": -3, "Cy": 3, "Di": -5})]
    [('Di', 'Ann', 5), ('Bea', 'Cy', 3)]
    """
    if sum(balances.values()):
        raise ValueError(f"the balances add up to {sum(balances.values())}, not to nothing")
    names = [name for name, units in balances.items() if units]
    groups = _most_groups(names, balances) if len(names) <= EXACT_UP_TO else _pairs_and_rest(names, balances)
    return tuple(payment for group in groups for payment in _settle(group, balances))


def _most_groups(names: Sequence[str], balances: Mapping[str, int]) -> list[list[str]]:
    """The most groups into which the parties fall so that each adds up to zero.

    Over subsets: taking the parties one by one in the best order, every time that the sum of
    those taken is zero a group is complete.
    """
    full = (1 << len(names)) - 1
    sums = [0] * (full + 1)
    most = [0] * (full + 1)
    last = [0] * (full + 1)
    for mask in range(1, full + 1):
        low = mask & -mask
        sums[mask] = sums[mask ^ low] + balances[names[low.bit_length() - 1]]
        best = -1
        for i in range(len(names)):
            if mask >> i & 1 and most[mask ^ (1 << i)] > best:
                best, last[mask] = most[mask ^ (1 << i)], i
        most[mask] = best + (sums[mask] == 0)
    groups: list[list[str]] = []
    mask = full
    while mask:
        if sums[mask] == 0:
            groups.append([])
        groups[-1].append(names[last[mask]])
        mask ^= 1 << last[mask]
    return groups


def _pairs_and_rest(names: Sequence[str], balances: Mapping[str, int]) -> list[list[str]]:
    rest = list(names)
    groups = []
    for name in names:
        match = next((other for other in rest if name in rest and balances[other] == -balances[name]), None)
        if match is not None:
            groups.append([name, match])
            rest = [n for n in rest if n not in (name, match)]
    return [*groups, rest] if rest else groups


def _settle(group: Sequence[str], balances: Mapping[str, int]) -> list[Payment]:
    """The largest debt pays the largest claim, until nothing is left: at most one payment less than parties."""
    open_ = {name: balances[name] for name in group}
    payments = []
    while any(open_.values()):
        payer = min(open_, key=lambda n: open_[n])
        payee = max(open_, key=lambda n: open_[n])
        units = min(-open_[payer], open_[payee])
        payments.append(Payment(payer, payee, units))
        open_[payer] += units
        open_[payee] -= units
    return payments


def ledger_as_json(ledger: Ledger) -> dict[str, Any]:
    """The books as the object that `cardspeak ledger --json` prints."""
    return {
        "players": [
            {
                "name": a.name,
                "seat": a.seat,
                "buy_in": a.buy_in,
                "rebuys": a.rebuys,
                "cashed_out": a.cashed_out,
                "chips": a.chips,
                "in_pots": a.in_pots,
                "net": a.net,
            }
            for a in ledger.accounts
        ],
        "closed": ledger.closed,
        "in": ledger.came_in,
        "out": ledger.went_out,
        "carried_in": ledger.carried_in,
        "side_pot": ledger.side_pot,
        "in_pots": ledger.in_pots,
        "missing": ledger.missing,
        "unexplained": ledger.unexplained,
        "where": list(ledger.where),
        "settled": dict(ledger.settled),
        "payments": [{"from": p.payer, "to": p.payee, "units": p.units} for p in ledger.payments],
    }
