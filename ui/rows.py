"""The showdown as rows: who holds what, which cards count, what each wild plays as, who was paid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from assistant.cards import parse_card, pretty
from assistant.game import down_cards, wilds_of
from assistant.hands import Hand
from assistant.showdown import hand_of, low_of
from assistant.state import PotResult, Refused, Result, Seat, Share, State
from assistant.wording import listed, no_low_text
from ui.faces import BACK, Face, is_wild


@dataclass(frozen=True, slots=True)
class Paid:
    """Part of what somebody was paid, and from where: `side` for the dice's side pot."""

    amount: int
    label: str
    side: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One player at the showdown. `texts` are the hand and, where there is one, the low."""

    seat: int
    name: str
    texts: tuple[str, ...]
    cards: tuple[Face, ...]
    paid: tuple[Paid, ...]
    won: bool
    waiting: bool
    dim: bool

    @property
    def total(self) -> int:
        """Everything that was paid."""
        return sum(p.amount for p in self.paid)

    @property
    def from_pots(self) -> int:
        """What the hand itself won."""
        return sum(p.amount for p in self.paid if not p.side)


def rows_of(state: State, showing: bool) -> tuple[Row, ...]:
    """The rows, winners first once the hand is paid; empty while there is nothing to compare.

    `showing`: the players are turning their cards up now.
    """
    if showing:
        players = [s for s in state.clockwise(state.button) if s.in_hand]
        return tuple(_showing(state, s) for s in players)
    result = state.result
    if result is None or state.playing:
        return ()
    if not result.hands:
        return ()  # everybody else folded: the table itself says so
    players = [s for s in state.clockwise(state.button) if s.in_hand]
    rows = [_row(state, s, result) for s in players if s.seat in result.hands or s.seat in result.payouts or s.mucked]
    strength = {n: hand.strength for n, hand in result.hands.items()}
    return tuple(sorted(rows, key=lambda r: (-r.from_pots, -r.total, -strength.get(r.seat, 0))))


def _showing(state: State, seat: Seat) -> Row:
    if seat.shown is not None:
        return _with_hand(state, seat, _hand(state, seat), (), False)
    waiting = seat.seat in state.pending
    hidden = (Face(BACK),) * down_cards(state, seat)
    words = ("to show",) if waiting else ("mucked",)
    open_ = _open(state, seat, None)
    if hidden and open_:
        open_ = (replace(open_[0], gap=True), *open_[1:])
    return Row(seat.seat, seat.name, words, hidden + open_, (), False, waiting, seat.mucked)


def _hand(state: State, seat: Seat) -> tuple[Hand | None, Hand | None]:
    return hand_of(state, seat), low_of(state, seat) if state.house.high_low else None


def _row(state: State, seat: Seat, result: Result) -> Row:
    paid = _paid(seat.seat, result)
    if seat.seat in result.hands:
        return _with_hand(state, seat, (result.hands[seat.seat], result.lows.get(seat.seat)), paid, True)
    words = ("mucked",) if seat.mucked else ("everybody else is out",)
    return Row(seat.seat, seat.name, words, _open(state, seat, None), paid, bool(paid), False, seat.mucked)


def _with_hand(
    state: State, seat: Seat, hands: tuple[Hand | None, Hand | None], paid: tuple[Paid, ...], over: bool
) -> Row:
    low = hands[1]
    texts = [h.text for h in hands if h is not None]
    if state.house.high_low and low is None and state.house.low_qualifier:
        texts.append(no_low_text(state.house.low_qualifier))
    if over and seat.declared:
        texts[0] = f"{seat.declared.capitalize()}: {texts[0]}"
    counts = {c for h in hands if h is not None for c in h.five}
    plays: dict[str, list[str]] = {}
    for hand in hands:
        for card, as_ in (hand.plays_as if hand is not None else {}).items():
            said = plays.setdefault(card, [])
            if as_ not in said:
                said.append(as_)
    cards = _open(state, seat, counts, plays)
    return Row(seat.seat, seat.name, tuple(texts), cards, paid, bool(paid), False, False)


def _open(
    state: State, seat: Seat, counts: set[str] | None, plays: Mapping[str, list[str]] | None = None
) -> tuple[Face, ...]:
    """The player's cards, their own first; those that don't count are dimmed, never left out."""
    wild = wilds_of(state, seat)
    own = seat.shown or ()
    out = []
    for i, card in enumerate((*own, *seat.up, *state.board)):
        as_ = "/".join(pretty(c) for c in (plays or {}).get(card, []))
        dim = counts is not None and card not in counts
        out.append(Face(card, is_wild(card, wild), dim, as_, gap=i == len(own) and i > 0))
    return tuple(out)


def share_name(pot: str, share: Share, shares: int) -> str:
    """What a part of a pot is called: by its question where the pot was divided."""
    if shares == 1:
        return pot
    if " spade in the hole, " in share.why:
        words, _, card = share.why.rpartition(", ")
        try:
            return f"Chicago, {pretty(parse_card(card))}"
        except ValueError:
            return words
    part = "low" if share.why.startswith("Low") else "high"
    return part if pot == "pot" else f"{part}, {pot}"


def pot_name(pots: tuple[PotResult, ...], i: int) -> str:
    """The right name of a pot: all-ins make all-in pots, never side pots."""
    return "pot" if len(pots) == 1 else "main pot" if i == 0 else "all-in pot"


def _paid(seat: int, result: Result) -> tuple[Paid, ...]:
    out = [
        Paid(share.paid[seat], share_name(pot_name(result.pots, i), share, len(pot.shares)))
        for i, pot in enumerate(result.pots)
        for share in pot.shares
        if share.paid.get(seat)
    ]
    if result.side_pot_to == seat and result.side_pot:
        out.append(Paid(result.side_pot, "side pot", True))
    if result.at_end.get(seat):
        out.append(Paid(result.at_end[seat], "side pot, game over", True))
    return tuple(out)


def outcome(state: State) -> str:
    """Who won what, as it would be said."""
    result = state.result
    if result is None:
        return ""
    won: dict[int, int] = {}
    for pot in result.pots:
        for share in pot.shares:
            for seat, units in share.paid.items():
                won[seat] = won.get(seat, 0) + units
    claimant = result.side_pot_to if result.side_pot else None
    sole_share = len(result.pots) == 1 and len(result.pots[0].shares) == 1
    if sole_share and len(won) > 1:
        said = [f"{listed([_name(state, n) for n in won])} share {sum(won.values())}"]
    elif len(won) == 1 and claimant in won:
        return f"{_name(state, claimant or 0)} wins {won[claimant or 0]}, and the side pot, {result.side_pot}."
    elif len(set(won.values())) == 1 and len(won) > 1:
        said = [f"{listed([_name(state, n) for n in won])} win {next(iter(won.values()))} each"]
    else:
        said = [f"{_name(state, n)} wins {units}" for n, units in sorted(won.items(), key=lambda kv: -kv[1])]
    text = ", ".join(said) + "."
    if claimant is not None:
        text += f" {_name(state, claimant)} takes the side pot, {result.side_pot}."
    for seat, units in result.at_end.items():
        text += f" {_name(state, seat)} gets {units} of the side pot."
    return text


def _name(state: State, seat: int) -> str:
    try:
        return state.seat(seat).name
    except Refused:  # left since
        return f"seat {seat}"
