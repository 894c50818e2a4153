"""The menu, and what the camera sees. No Kivy here."""

from __future__ import annotations

from assistant import events as ev
from assistant.game import game_of
from assistant.shown import Camera
from ui import look
from ui.actions import Look
from ui.books import HistoryPage, LedgerPage
from ui.confirm import ConfirmPage
from ui.gamepage import GamePage
from ui.layout import Box, Frame
from ui.lessons import LearnPage
from ui.page import Do, Item, Page, Picture, Push, Text, content, grid
from ui.people import PlayersPage
from ui.pickers import CorrectPage, entry_page
from ui.view import view
from ui.words import told


class MenuPage(Page):
    """Everything that is not asked for by the prompt."""

    title = "Menu"

    def items(self, frame: Frame) -> list[Item]:
        """Twelve doors; what makes no sense now is quiet."""
        out = self.head(frame, "Close")
        state = self.desk.state
        past = self.desk.session.past
        playing = state is not None and state.playing
        closed = state is not None and state.closed
        back = told(past[-1], state) if len(past) > 1 else "nothing to take back"
        game = game_of(state).title if state is not None else ""
        by_hand = entry_page(self.desk) is not None
        entries: list[tuple[str, str, bool, Do, Look]] = [
            ("Take back", back, len(past) > 1, self._undo, Look.PLAIN),
            ("Correct a card", "one was read wrongly", state is not None, self._open(CorrectPage), Look.PLAIN),
            ("Enter by hand", "what the camera missed", by_hand, self._by_hand, Look.PLAIN),
            ("Players", "buy, leave, sit out or down", True, self._open(PlayersPage), Look.PLAIN),
            ("Game and rules", game, not playing, self._open(GamePage), Look.PLAIN),
            ("Misdeal", "every chip goes back", playing, self._misdeal, Look.DANGER),
            ("Ledger", "who is up, who pays whom", True, self._open(LedgerPage), Look.PLAIN),
            ("History", "the hands so far", True, self._open(HistoryPage), Look.PLAIN),
            ("Camera", "what it sees", True, self._open(CameraPage), Look.PLAIN),
            ("Learn", "your own deck and dice", not playing, self._open(LearnPage), Look.PLAIN),
            ("Look again", "read the table anew", hasattr(self.desk.session, "look_again"), self._look, Look.PLAIN),
            ("New night", "same table, new books", closed, self._new, Look.PLAIN)
            if closed
            else ("Close the night", "settle and pay out", not playing, self._close, Look.DANGER),
        ]
        for cell, (label, detail, on, do, style) in zip(grid(content(frame), 3, 4), entries, strict=False):
            out.append(Push(cell, f"{label}\n{detail}", style if on else Look.QUIET, do if on else _nothing, 22))
        return out

    def _open(self, page: type[Page]) -> Do:
        return lambda: self.desk.open(page(self.desk))

    def _undo(self) -> None:
        self.desk.home()
        self.desk.ask(ev.Undo())

    def _by_hand(self) -> None:
        page = entry_page(self.desk)
        if page is not None:
            self.desk.open(page)

    def _misdeal(self) -> None:
        def do() -> None:
            self.desk.home()
            self.desk.ask(ev.Misdeal())

        self.desk.open(
            ConfirmPage(
                self.desk, "Is this hand a misdeal?", "Every chip of it goes back, dice money too.", "Misdeal", do
            )
        )

    def _close(self) -> None:
        def do() -> None:
            self.desk.home()
            self.desk.ask(ev.Close())

        self.desk.open(
            ConfirmPage(
                self.desk, "Is the night over?", "The side pot is settled by the house rule, and the books close.",
                "Close the night", do,
            )
        )  # fmt: skip

    def _look(self) -> None:
        again = getattr(self.desk.session, "look_again", None)
        self.desk.home()
        if again is not None:
            again()

    def _new(self) -> None:
        new = getattr(self.desk.session, "new_night", None)
        self.desk.home()
        if new is not None:
            new()
        self.desk.refresh()


def _nothing() -> None:
    """A door that is shut now."""


class CameraPage(Page):
    """What the camera sees, while nobody holds cards under it."""

    title = "Camera"

    def items(self, frame: Frame) -> list[Item]:
        """The picture, or why there is none."""
        out = self.head(frame)
        shown = self.desk.session.shown
        box = content(frame)
        words = {
            Camera.WELL: "The camera sees the table well.",
            Camera.TROUBLED: shown.note or "The camera has trouble.",
            Camera.OFF: "There is no camera: the night goes on by touch.",
        }[shown.camera]
        colour = {Camera.WELL: look.GREEN, Camera.TROUBLED: look.AMBER, Camera.OFF: look.MUTED}[shown.camera]
        out.append(Text(Box(box.x, box.bottom - 30, box.w, 30), words, 20, colour))
        picture = Box(box.x, box.y, box.w, box.h - 38)
        if "camera" in view(shown).secret:
            reason = "No picture while cards are in players' hands: somebody may be looking at theirs."
            out.append(Text(picture, reason, 22, look.MUTED, False, "mid", 2))
        elif shown.preview_jpeg:
            out.append(Picture(picture, shown.preview_jpeg))
        else:
            out.append(Text(picture, "No picture yet.", 22, look.MUTED, False, "mid"))
        return out


__all__ = ["CameraPage", "MenuPage"]
