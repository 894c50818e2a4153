"""How a hand was paid, in plain words: each pot, who won it and over whom, and the side pot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from assistant import betting
from assistant.hands import Hand
from assistant.history import HandRecord
from assistant.pots import pots_of
from assistant.showdown import UNOPPOSED
from assistant.state import PotResult, Result, Share, State
from assistant.wording import listed


def settlement_of(hand: HandRecord) -> Iterator[str]:
    """How a hand was paid, and why, as lines of text; nothing for a misdeal."""
    result = hand.result
    if result is None:
        if not hand.misdeal:
            yield f"  The hand is being played; {hand.pot} in the pots so far."
        return
    names = names_of(hand.last)
    contenders = [pot.seats for pot in pots_of(betting.finish(hand.last).seats)]
    for i, (pot, seats) in enumerate(zip(result.pots, contenders, strict=True)):
        which = "The pot" if len(result.pots) == 1 else "The main pot" if i == 0 else "The all-in pot"
        yield from _pot(which, pot, seats, result, names)
    for seat in _failed_both(hand, result):
        yield f"  {names[seat]} declared both and did not win both, so has neither."
    if result.side_pot_to is not None:
        if result.side_pot:
            taker = names[result.side_pot_to]
            yield f"  The side pot of {result.side_pot} goes to {taker}, who claimed it with a seven."
    elif result.side_pot and not result.at_end:
        yield f"  The side pot of {result.side_pot} is nobody's and stays for the next hand."
    for seat, units in result.at_end.items():
        yield f"  The game is over: {units} of the side pot go to {names[seat]}."
    changes = [f"{s.name} {hand.end.seat(s.seat).chips} ({hand.net(s.seat):+})" for s in hand.players]
    yield f"  Chips: {', '.join(changes)}"


def _failed_both(hand: HandRecord, result: Result) -> Iterator[int]:
    """Who declared for both halves and so lost both: their hands took no share of any pot."""
    for seat in hand.last.in_hand:
        if seat.declared == "both" and seat.seat in result.hands:
            low = result.lows.get(seat.seat)
            words = {result.hands[seat.seat].text, low.text if low is not None else ""}
            shares = [share for pot in result.pots for share in pot.shares]
            if not any(seat.seat in share.winners and share.why in words for share in shares):
                yield seat.seat


def _pot(which: str, pot: PotResult, seats: Sequence[int], result: Result, names: Mapping[int, str]) -> Iterator[str]:
    for share in pot.shares:
        whole = len(pot.shares) == 1
        part = "" if whole else f": {share.amount}"
        why = _because(share, seats, result, names)
        yield f"  {which} of {pot.amount}{part} {_goes(share, names, whole)}{why}."


def _goes(share: Share, names: Mapping[int, str], whole: bool = False) -> str:
    if len(share.winners) == 1:
        return f"{'goes' if share.amount == 1 or whole else 'go'} to {names[share.winners[0]]}"
    return (
        ("is" if share.amount == 1 or whole else "are")
        + " split between "
        + listed([f"{names[n]} ({share.paid[n]})" for n in share.winners])
    )


def _because(share: Share, seats: Sequence[int], result: Result, names: Mapping[int, str]) -> str:
    """Why a share went where it did: the hand, and the best one that it beat."""
    if share.why == UNOPPOSED:
        return f": {UNOPPOSED}"
    words = f": {lower(share.why)}"
    for hands in (result.hands, result.lows):
        made = {n: hand for n in seats if (hand := hands.get(n)) is not None}
        best = made.get(share.winners[0])
        if best is not None and best.text == share.why:
            return words + _over(best, {n: h for n, h in made.items() if n not in share.winners}, names)
    return words  # a single card


def _over(best: Hand, beaten: Mapping[int, Hand], names: Mapping[int, str]) -> str:
    """The best of the hands beaten, in the words that tell it from the winner's; empty where there is none."""
    if not beaten:
        return ""
    second = max(beaten, key=lambda n: beaten[n].strength)
    other = beaten[second]
    if other.strength >= best.strength:
        return ""  # who held more did not declare for it
    if other.text != best.text:
        return f", over {names[second]}'s {lower(other.text)}"
    if other.ranks != best.ranks:
        return f", {_ranks(best)} over {names[second]}'s {_ranks(other)}"
    return f", with fewer wilds than {names[second]}"


def _ranks(made: Hand) -> str:
    return "-".join("10" if r == "T" else r for r in made.ranks)


def names_of(state: State) -> dict[int, str]:
    """The players' names by seat."""
    return {s.seat: s.name for s in state.seats}


def lower(text: str) -> str:
    """A text to go on with in the midst of a sentence."""
    return text[:1].lower() + text[1:]
