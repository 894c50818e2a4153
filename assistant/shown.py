"""What the screen is given: the state, and what is known besides it. A value, made anew at each change."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from assistant.prompt import Choice, Prompt
from assistant.state import State
from vision.lessons import Lesson


class Camera(StrEnum):
    """How the eyes are."""

    WELL = "well"
    TROUBLED = "troubled"  # `Shown.note` says what is wrong
    OFF = "off"  # the night goes by touch


@dataclass(frozen=True, slots=True)
class Question:
    """Something that the machine is not sure of and the dealer decides.

    `zone` is where it was seen (`board`, `tray`, `seat:3`); a choice's event is posted when
    it is touched, and every question can be put aside. `cards` are the likeliest cards in
    order of the choices, where it is about a card, for drawing them.
    """

    text: str
    detail: str
    choices: tuple[Choice, ...]
    zone: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """All that the screen shows is a function of this.

    `version` counts every change of the state: a touch carries the version that it was
    made on, and one made on an older version does nothing, so a doubled touch can't bet twice.
    `note` is one line about the camera or the buttons; `refused` one line saying why the last
    thing asked for did not happen; empty where there is nothing to say. `lesson` is there while the
    host teaches a deck or dice.
    """

    version: int
    state: State | None
    prompt: Prompt | None
    question: Question | None = None
    camera: Camera = Camera.OFF
    note: str = ""
    refused: str = ""
    preview_jpeg: bytes | None = None
    lesson: Lesson | None = None
