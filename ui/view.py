"""What is on the screen: a pure function of what is known. No Kivy here.

`view` turns a `Shown` into a `Screen`: words, cards, money and buttons, each already chosen,
so that the widgets only draw. Where things stand is `ui.layout`'s.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from assistant.cards import pretty, pretty_rank, rank_name
from assistant.game import down_cards, game_of, stage_of, steps_of, wilds_of
from assistant.pots import pots_of
from assistant.prompt import Choice, Kind, Prompt, names
from assistant.report import dice_wild, own_wild
from assistant.shown import Camera, Question, Shown
from assistant.state import Pot, Seat, State, StepKind
from assistant.wording import listed
from ui.actions import Action, actions_for
from ui.faces import Face, faces
from ui.rows import Row, outcome, rows_of

__all__ = ["Asking", "Banner", "Header", "Plate", "PotLine", "Screen", "WildPlate", "Word", "view"]


class Word(StrEnum):
    """The one word of state on a plate."""

    NONE = ""
    DEALER = "dealer"
    TO_ACT = "to act"
    TO_ROLL = "to roll"
    TO_TURN = "turn a card"
    TO_SHOW = "to show"
    ALL_IN = "all in"
    FOLDED = "folded"
    SITS_OUT = "sits out"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Header:
    """The top line: what is played, where the hand stands, how the camera is."""

    title: str
    where: str
    camera: Camera
    camera_word: str


@dataclass(frozen=True, slots=True)
class WildPlate:
    """The rank that the dice made wild, as it stands on the card (`10`, `K`; empty before the
    roll), and the dice that did it."""

    rank: str
    dice: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Plate:
    """One player. `wild` is what is wild for them alone; `lit` that the table waits for them."""

    seat: int
    name: str
    chips: int
    bet: int
    word: Word
    lit: bool
    dim: bool
    dealer: bool
    claims: bool
    up: tuple[Face, ...] = ()
    wild: str = ""
    declared: str = ""
    won: int = 0


@dataclass(frozen=True, slots=True)
class PotLine:
    """A pot by its right name, and who it is for where not everybody can win it."""

    label: str
    amount: int
    names: str = ""
    side: bool = False


@dataclass(frozen=True, slots=True)
class Banner:
    """A line of trouble above the prompt: `refused` says no to what was asked, else it is a note."""

    text: str
    refused: bool


@dataclass(frozen=True, slots=True)
class Asking:
    """The question as drawn: card buttons first, the other choices as words."""

    text: str
    detail: str
    cards: tuple[tuple[str, Choice], ...]
    others: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything visible. `board` is None in stud games; an empty face is a place still to fill.

    `rows` is the showdown, empty while the table is shown. `secret` names what is known or may be
    in view and must not be drawn: `declared:SEAT` before everybody has declared, `camera` while
    cards are in players' hands (its picture could show them being peeked at).
    """

    version: int
    header: Header
    set_up: bool
    stud: bool
    wild: WildPlate | None
    announced: str
    plates: tuple[Plate, ...]
    board: tuple[Face, ...] | None
    pots: tuple[PotLine, ...]
    text: str
    detail: str
    actions: tuple[Action, ...]
    banner: Banner | None
    asking: Asking | None
    rows: tuple[Row, ...]
    secret: frozenset[str]


_CAMERA_WORDS = {Camera.WELL: "camera", Camera.TROUBLED: "camera?", Camera.OFF: "by touch"}


def view(shown: Shown) -> Screen:
    """The screen for what is known now."""
    state, prompt = shown.state, shown.prompt
    banner = Banner(shown.refused, True) if shown.refused else Banner(shown.note, False) if shown.note else None
    camera = (shown.camera, _CAMERA_WORDS[shown.camera])
    if state is None or prompt is None:
        return Screen(
            shown.version, Header("Cardspeak", "a new night", *camera), True, False, None, "", (), None, (),
            "Who plays, and what?", "", (), banner, _asking(shown.question), (), frozenset(),
        )  # fmt: skip
    text, detail = _words(state, prompt)
    return Screen(
        version=shown.version,
        header=Header(game_of(state).title, _where(state), *camera),
        set_up=False,
        stud=_board_places(state) == 0,
        wild=_wild_plate(state),
        announced=_announced(state),
        plates=tuple(_plate(state, s, prompt) for s in state.seats if not s.gone),
        board=_board(state),
        pots=_pots(state),
        text=text,
        detail=detail,
        actions=actions_for(state, prompt),
        banner=banner,
        asking=_asking(shown.question),
        rows=rows_of(state, prompt.kind is Kind.SHOW),
        secret=_secret(state),
    )


def _where(state: State) -> str:
    if state.closed:
        return "the night is over"
    if not state.hand:
        return "before the first hand"
    if state.result is not None:
        return f"hand {state.hand} · paid"
    return f"hand {state.hand} · {stage_of(state)}"


def _words(state: State, prompt: Prompt) -> tuple[str, str]:
    """The prompt line and the smaller one; after a hand, what happened and then what is next."""
    if state.result is None or state.playing or state.closed:
        return prompt.text, prompt.detail
    return outcome(state), (f"Next: {prompt.text}" if prompt.kind is Kind.DEAL else prompt.text)


def _board_places(state: State) -> int:
    return sum(step.count for step in steps_of(state) if step.kind is StepKind.BOARD)


def _board(state: State) -> tuple[Face, ...] | None:
    places = _board_places(state)
    if not places:
        return None
    if not state.playing and state.result is None:
        return (Face(""),) * places
    rank = dice_wild(state)
    wild = frozenset({rank} if rank else ())
    return faces(state.board, wild) + (Face(""),) * (places - len(state.board))


def _wild_plate(state: State) -> WildPlate | None:
    if not any(step.kind is StepKind.ROLL for step in steps_of(state)):
        return None
    rank = dice_wild(state)
    if rank is None or state.rolled is None:
        return WildPlate("", None)
    return WildPlate(pretty_rank(rank), state.rolled.dice)


def _announced(state: State) -> str:
    """What is wild for everybody, by the dice or the dealer, in words; empty where it is each player's own."""
    rank = dice_wild(state)
    if rank is not None:
        return f"{rank_name(rank, plural=True)} wild"
    if "wild" not in game_of(state).options:
        return ""
    parts = (own_wild(state, state.seats[0]) or "").split()
    cards = [p for p in parts if p[1:].islower()]
    ranks = "".join(p for p in parts if p not in cards)
    words = [rank_name(r, plural=True) for r in ranks] + [pretty(c) for c in cards]
    return f"{listed(words)} wild" if words else ""


def _plate(state: State, seat: Seat, prompt: Prompt) -> Plate:
    over = state.result is not None and not state.playing
    waiting = state.playing and seat.seat in prompt.seats and prompt.kind is not Kind.BOARD
    up = seat.up if seat.dealt and (state.playing or over) else ()
    wild = wilds_of(state, seat) if up else frozenset()
    own = "" if _wild_plate(state) or _announced(state) else (own_wild(state, seat) or "") if up else ""
    hidden = state.house.declare == "chips" and state.playing
    declared = ("declared" if hidden else seat.declared) if seat.declared else ""
    return Plate(
        seat=seat.seat,
        name=seat.name,
        chips=seat.chips,
        bet=seat.bet,
        word=_word(state, seat, waiting, prompt.kind),
        lit=waiting,
        dim=seat.sits_out or (state.playing and not seat.in_hand) or (not state.playing and seat.chips == 0),
        dealer=seat.seat == state.button,
        claims=seat.seat == state.claimant,
        up=faces(up, wild),
        wild=pretty_rank(own) if len(own) == 1 else own,
        declared=declared or "",
        won=state.result.payouts.get(seat.seat, 0) if state.result is not None and over else 0,
    )


_WAITING = {
    Kind.ROLL: Word.TO_ROLL,
    Kind.EXPOSE: Word.TO_TURN,
    Kind.SHOW: Word.TO_SHOW,
}


def _word(state: State, seat: Seat, waiting: bool, kind: Kind) -> Word:
    if waiting:
        return _WAITING.get(kind, Word.TO_ACT)
    if state.playing and seat.dealt:
        if seat.folded:
            return Word.FOLDED
        if seat.all_in:
            return Word.ALL_IN
    elif seat.chips == 0:
        return Word.OUT
    elif seat.sits_out or state.playing:
        return Word.SITS_OUT
    return Word.DEALER if seat.seat == state.button else Word.NONE


def _pots(state: State) -> tuple[PotLine, ...]:
    out: list[PotLine] = []
    if state.playing:
        pots = pots_of(state.seats)
        for i, pot in enumerate(pots):
            label = "pot" if len(pots) == 1 else "main pot" if i == 0 else "all-in pot"
            out.append(PotLine(label, pot.amount, _whose(state, pot) if i else ""))
        if not pots:
            out.append(PotLine("pot", 0))
    elif state.result is not None:
        total = sum(p.amount for p in state.result.pots)
        out.append(PotLine("pot", total))
        if state.result.side_pot:
            whose = state.result.side_pot_to
            out.append(PotLine("side pot", state.result.side_pot, names(state, [whose]) if whose else "waits", True))
        return tuple(out)
    if state.side_pot:
        whose = state.claimant
        out.append(PotLine("side pot", state.side_pot, names(state, [whose]) if whose else "", True))
    return tuple(out)


def _whose(state: State, pot: Pot) -> str:
    """Who can win an all-in pot, or who can't, whichever is shorter."""
    missing = [s.seat for s in state.in_hand if s.seat not in pot.seats]
    if missing and len(missing) < len(pot.seats):
        return f"without {names(state, missing)}"
    return names(state, pot.seats)


def _asking(question: Question | None) -> Asking | None:
    if question is None:
        return None
    paired = tuple(zip(question.cards, question.choices, strict=False))
    return Asking(question.text, question.detail, paired, question.choices[len(paired) :])


def _secret(state: State) -> frozenset[str]:
    out = set()
    if state.playing:
        if any(down_cards(state, s) for s in state.in_hand):
            out.add("camera")
        if state.house.declare == "chips":
            out.update(f"declared:{s.seat}" for s in state.seats if s.declared)
    return frozenset(out)
