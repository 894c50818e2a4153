"""Our own keys: a keyboard for names and a pad for chips. No Kivy here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ui import look
from ui.actions import Look
from ui.layout import Box, Frame
from ui.page import Desk, Item, Page, Panel, Push, Text, content, grid

MOST_LETTERS = 20
MOST_DIGITS = 7
_PLAIN = ("qwertyuiop", "asdfghjkl'", "zxcvbnm-.")
_ACCENTS = ("äöüßáàâãåæ", "çéèêëíìîïñ", "óòôõøúùûý")


class NamePage(Page):
    """A name, letter by letter."""

    def __init__(self, desk: Desk, title: str, start: str, done: Callable[[str], None]) -> None:
        super().__init__(desk)
        self.title = title
        self.text = start
        self.done = done
        self.shift = not start
        self.accents = False

    def items(self, frame: Frame) -> list[Item]:
        """What has been typed, and the keys."""
        out = self.head(frame)
        box = content(frame)
        field = Box(box.x, box.y, box.w, 58)
        out += [
            Panel(field, True),
            Text(field.inset(16, 4), self.text + "|", 30, look.INK, True),
        ]
        keys = Box(box.x, field.bottom + 10, box.w, box.bottom - field.bottom - 10)
        rows = _ACCENTS if self.accents else _PLAIN
        h = (keys.h - 3 * 7) / 4
        for r, row in enumerate(rows):
            place = Box(keys.x, keys.y + r * (h + 7), keys.w, h)
            if r == 2:
                side = 92.0
                out.append(Push(Box(place.x, place.y, side, h), "Shift", Look.USUAL if self.shift else Look.QUIET,
                                self._shift, 19))  # fmt: skip
                out.append(
                    Push(Box(place.right - side, place.y, side, h), "Delete", Look.QUIET, self._delete, 19, True)
                )
                place = place.inset(side + 7, 0)
            for cell, letter in zip(grid(place, len(row), 1, 7), row, strict=True):
                shown = letter.upper() if self.shift and letter != "ß" else letter
                out.append(Push(cell, shown, Look.PLAIN, partial(self._type, shown), 26))
        y = keys.y + 3 * (h + 7)
        out += [
            Push(Box(keys.x, y, 110, h), "abc" if self.accents else "éüñ", Look.QUIET, self._turn, 22),
            Push(Box(keys.x + 117, y, keys.w - 117 - 197, h), "space", Look.PLAIN, lambda: self._type(" "), 20),
            Push(Box(keys.right - 190, y, 190, h), "Done", Look.USUAL, self._done, 24),
        ]
        return out

    def _type(self, letter: str) -> None:
        if len(self.text) < MOST_LETTERS and not (letter == " " and (not self.text or self.text.endswith(" "))):
            self.text += letter
            self.shift = letter in " -"
        self.desk.refresh()

    def _delete(self) -> None:
        self.text = self.text[:-1]
        self.shift = not self.text or self.text[-1] in " -"
        self.desk.refresh()

    def _shift(self) -> None:
        self.shift = not self.shift
        self.desk.refresh()

    def _turn(self) -> None:
        self.accents = not self.accents
        self.desk.refresh()

    def _done(self) -> None:
        if self.text.strip():
            self.desk.back()
            self.done(self.text.strip())


class NumberPage(Page):
    """A number of chips."""

    def __init__(self, desk: Desk, title: str, start: int, done: Callable[[int], None],
                 usual: Sequence[int] = (20, 50, 100, 200)) -> None:  # fmt: skip
        super().__init__(desk)
        self.title = title
        self.text = str(start) if start else ""
        self.done = done
        self.usual = usual
        self._fresh = True

    def items(self, frame: Frame) -> list[Item]:
        """What has been typed, usual sums, and ten digits."""
        out = self.head(frame)
        box = content(frame)
        left = Box(box.x, box.y, 320, box.h)
        field = Box(left.x, left.y, left.w, 84)
        out += [Panel(field, True), Text(field.inset(18, 4), self.text or "0", 52, look.INK, True, "right")]
        sums = Box(left.x, field.bottom + 12, left.w, 132)
        for cell, units in zip(grid(sums, 2, 2), self.usual, strict=False):
            out.append(Push(cell, str(units), Look.PLAIN, partial(self._set, units), 24))
        out.append(Push(Box(left.x, box.bottom - 78, left.w, 78), f"Take {self.text or 0}", Look.USUAL, self._done, 27))
        pad = Box(left.right + 20, box.y, box.right - left.right - 20, box.h)
        labels = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "Clear", "0", "Delete")
        for cell, label in zip(grid(pad, 3, 4), labels, strict=True):
            style = Look.PLAIN if label.isdigit() else Look.QUIET
            out.append(Push(cell, label, style, partial(self._type, label), 30 if label.isdigit() else 20))
        return out

    def _type(self, label: str) -> None:
        if label == "Clear":
            self.text = ""
        elif label == "Delete":
            self.text = self.text[:-1]
        else:
            # The first digit replaces what stood there.
            self.text = (("" if self._fresh else self.text) + label).lstrip("0")[:MOST_DIGITS]
        self._fresh = False
        self.desk.refresh()

    def _set(self, units: int) -> None:
        self.text = str(units)
        self._fresh = True
        self.desk.refresh()

    def _done(self) -> None:
        if self.text:
            self.desk.back()
            self.done(int(self.text))
