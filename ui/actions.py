"""The buttons beside the prompt: what may be done now, and the doors to what else there is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from assistant.prompt import Button, Choice, Kind, Prompt
from assistant.state import State


class Look(StrEnum):
    """How a button is drawn: `USUAL` is gold, under the thumb."""

    USUAL = "usual"
    PLAIN = "plain"
    DANGER = "danger"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class Action:
    """A button. Exactly one of these is set: `choice` is done at once (or its amount chosen first),
    `group` asks which of several, `page` opens a page of the screen."""

    label: str
    look: Look = Look.PLAIN
    choice: Choice | None = None
    group: tuple[Choice, ...] = ()
    page: str = ""


_BY_HAND = (Kind.ROLL, Kind.BOARD, Kind.EXPOSE, Kind.SHOW)


def actions_for(state: State, prompt: Prompt) -> tuple[Action, ...]:
    """The buttons in order, the usual one last."""
    before: list[Action] = []
    if prompt.kind in _BY_HAND:
        before.append(Action("Enter by hand", Look.QUIET, page="enter"))
    if prompt.kind is Kind.DEAL:
        if state.result is not None:
            before.append(Action("Mend", Look.QUIET, page="correct"))
        before.append(Action("Game", Look.QUIET, page="game"))
    if prompt.kind is Kind.OVER:
        if not state.closed:
            before.append(Action("Players", Look.PLAIN, page="players"))
        before.append(Action("Ledger", Look.USUAL, page="ledger"))
    seats = {c.seat for c in prompt.choices}
    if prompt.kind in (Kind.DECLARE, Kind.SHOW) and prompt.choices:
        return (*before, *_grouped(state, prompt, len(seats) == 1))
    usual = len(prompt.choices) - 1
    return (*before, *(Action(c.label, _look(c, i == usual), c) for i, c in enumerate(prompt.choices)))


def _look(choice: Choice, usual: bool) -> Look:
    if usual:
        return Look.USUAL
    return Look.DANGER if choice.button is Button.RED else Look.PLAIN


def _grouped(state: State, prompt: Prompt, alone: bool) -> tuple[Action, ...]:
    """Several players may answer at once: a button for each player, or one that asks who."""
    if prompt.kind is Kind.SHOW:
        if alone:
            choice = prompt.choices[0]
            name = state.seat(choice.seat or 0).name
            return (Action(f"{name} mucks", Look.PLAIN, choice),)
        return (Action("Muck…", Look.PLAIN, group=prompt.choices),)
    if alone:
        return tuple(Action(c.label, Look.PLAIN, c) for c in prompt.choices)
    return (Action("Declare…", Look.PLAIN, group=prompt.choices),)
