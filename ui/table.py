"""The table: felt, plates, bets, board, pots and the wild rank."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from ui import look
from ui.drawn import Drawn
from ui.faces import Face
from ui.layout import Box, Frame, board_table, stud_table
from ui.paint import Painter
from ui.view import Plate, PotLine, Screen, WildPlate, Word


class FeltPicture(Drawn):
    """The felt."""

    def draw(self, paint: Painter, box: Box, data: Any) -> None:
        """The felt."""
        paint.felt(box)


class PlatePicture(Drawn):
    """One player. Data: `(plate, stud)`."""

    def draw(self, paint: Painter, box: Box, data: tuple[Plate, bool]) -> None:
        """The plate, and in stud games the cards turned up and what is wild."""
        plate, stud = data
        edge = look.GOLD if plate.lit else look.PLATE_EDGE
        if plate.lit:
            paint.fill(Box(box.x - 3, box.y - 3, box.w + 6, box.h + 6), look.rgb("ffcf56", 0.22), 13)
        paint.framed(box, look.LIT if plate.lit else look.PLATE, edge, 10, 2 if plate.lit else 1.5)
        ink = look.FAINT if plate.dim else look.INK
        x, right = box.x + 11, box.right - 10
        name_y, chips_y = box.y + 21, box.y + (45 if stud else 51)
        room = right - x
        if plate.claims:
            badge = Box(right - 24, name_y - 12, 24, 24)
            paint.fill(badge, look.RED, 7)
            paint.text("7", badge.mid_x, badge.mid_y, 19, look.INK, True, "mid")
            room -= 30
        if plate.dealer:
            at = right - 11 - (30 if plate.claims else 0)
            paint.disc(at, name_y, 11, look.INK if not plate.dim else look.FAINT)
            paint.text("D", at, name_y, 15, look.GROUND, True, "mid")
            room -= 28
        word = plate.declared or str(plate.word)
        said = look.GOLD if plate.lit else look.FAINT if plate.dim else look.MUTED
        if stud:
            if word and not (plate.dealer and plate.word is Word.DEALER):
                room -= paint.text(word, x + room, name_y, 17, said, plate.lit, "right") + 8
            paint.text(plate.name, x, name_y, 20, ink, False, "left", room)
            self._stud(paint, box, plate, x, right, chips_y, ink)
            return
        paint.text(plate.name, x, name_y, 21, ink, False, "left", room)
        used = paint.text(f"{plate.chips:,}".replace(",", " "), x, chips_y, 27, ink, True)
        if plate.won:
            paint.text(f"+{plate.won}", right, chips_y, 25, look.GOLD, True, "right", right - x - used - 6)
        elif word:
            paint.text(word, right, chips_y + 3, 17, said, plate.lit, "right", right - x - used - 6)

    def _stud(
        self, paint: Painter, box: Box, plate: Plate, x: float, right: float, chips_y: float, ink: look.Rgba
    ) -> None:
        x += paint.text(f"{plate.chips:,}".replace(",", " "), x, chips_y, 26, ink, True) + 9
        if plate.won:
            paint.text(f"+{plate.won}", x, chips_y, 24, look.GOLD, True)
        elif plate.bet:
            x += bet_pill(paint, x, chips_y, plate.bet) + 6
        if plate.wild:
            gold = look.GOLD if not plate.dim else look.FAINT
            right -= paint.text(plate.wild, right, chips_y, 25, gold, True, "right") + 5
            if right - x > 36:
                paint.text("wild", right, chips_y + 2, 17, gold, False, "right")
        gap = 4.5
        h = box.bottom - 9 - (chips_y + 19)
        w = min(h / 1.4, (box.w - 15 - 3 * gap) / 4)
        h = min(h, w * 1.62)
        left = box.x + (box.w - 4 * w - 3 * gap) / 2
        top = box.bottom - 9 - h
        for i in range(4):
            place = Box(left + i * (w + gap), top, w, h)
            if i < len(plate.up):
                face = plate.up[i]
                paint.card(place, Face(face.card, face.wild, plate.dim or face.dim))
            elif not plate.dim:
                paint.fill(place.inset(1), look.rgb("ffffff", 0.035), 4)


class BetPicture(Drawn):
    """The bet in front of a player. Data: units."""

    def draw(self, paint: Painter, box: Box, data: int) -> None:
        """A chip and how many."""
        w = paint.measure(str(data), 21, True) + 34
        bet_pill(paint, box.mid_x - w / 2, box.mid_y, data)


def bet_pill(paint: Painter, x: float, mid_y: float, units: int) -> float:
    """A chip and how many, from `x`; gives its width."""
    w = paint.measure(str(units), 21, True) + 34
    ground = look.rgb("0a1713")
    paint.fill(Box(x, mid_y - 12, w, 24), ground, 12)
    paint.disc(x + 13, mid_y, 7.5, look.GOLD)
    paint.disc(x + 13, mid_y, 4, ground)
    paint.text(str(units), x + 25, mid_y, 21, look.INK, True)
    return w


class CardPicture(Drawn):
    """One card or an empty place. Data: a face."""

    def draw(self, paint: Painter, box: Box, data: Face) -> None:
        """The card."""
        paint.card(box, data)


class PotsPicture(Drawn):
    """The pots by their right names. Data: `(lines, announced wilds)`."""

    def draw(self, paint: Painter, box: Box, data: tuple[tuple[PotLine, ...], str]) -> None:
        """In one line where they fit, else in two."""
        pots, announced = data
        for big in (30.0, 26.0, 23.0):
            roomy = big < 26 and box.h >= 50  # two lines are larger then
            if not roomy and self._width(paint, pots, announced, big) <= box.w:
                self._line(paint, pots, announced, box.mid_x, box.mid_y, big)
                return
        big = min(26.0, box.h * 0.49)
        half = (len(pots) + 1) // 2 if not announced else len(pots)
        # Whole names where there is room, none where there is not.
        for named in (True, False):
            some = [p if named else PotLine(p.label, p.amount, "" if not p.side else p.names, p.side) for p in pots]
            rows = (some[:half], some[half:])
            if max(self._width(paint, rows[0], "", big), self._width(paint, rows[1], announced, big)) <= box.w:
                break
        self._line(paint, rows[0], "", box.mid_x, box.y + box.h * 0.26, big)
        self._line(paint, rows[1], announced, box.mid_x, box.y + box.h * 0.75, big)

    def _parts(self, pots: Any, announced: str, big: float) -> list[tuple[str, float, look.Rgba, bool, float]]:
        small = max(16.0, big * 0.68)
        parts = []
        for pot in pots:
            colour = look.SALMON if pot.side else look.INK
            label = look.SALMON if pot.side else look.rgb("cfe3d8")
            parts.append((pot.label, small, label, False, 6.0))
            parts.append((str(pot.amount), big, colour, True, 6.0 if pot.names else 20.0))
            if pot.names:
                parts.append((pot.names, small, label, False, 20.0))
        if announced:
            parts.append((announced, small + 1, look.GOLD, True, 20.0))
        return parts

    def _width(self, paint: Painter, pots: Any, announced: str, big: float) -> float:
        parts = self._parts(pots, announced, big)
        return sum(paint.measure(t, s, b) + g for t, s, _, b, g in parts) - (parts[-1][4] if parts else 0)

    def _line(self, paint: Painter, pots: Any, announced: str, mid_x: float, mid_y: float, big: float) -> None:
        x = mid_x - self._width(paint, pots, announced, big) / 2
        for text, size, colour, bold, gap in self._parts(pots, announced, big):
            x += paint.text(text, x, mid_y + (big - size) * 0.14, size, colour, bold) + gap


class WildPicture(Drawn):
    """The wild rank, large, and the dice that made it. Data: a `WildPlate`."""

    def draw(self, paint: Painter, box: Box, data: WildPlate) -> None:
        """The plate with the dice on its lower edge."""
        known = bool(data.rank)
        edge = look.GOLD if known else look.PLATE_EDGE
        plate = Box(box.x, box.y, box.w, box.h - 12)
        paint.framed(plate, look.LIT if known else look.PLATE, edge, 10, 2)
        paint.text("wild", box.mid_x, box.y + 15, 18, edge if known else look.MUTED, False, "mid")
        paint.text(data.rank or "–", box.mid_x, box.y + 51, 58, edge if known else look.FAINT, True, "mid")
        if data.dice is not None:
            size = 30.0
            for i, pips in enumerate(data.dice):
                paint.die(Box(box.mid_x - size - 3 + i * (size + 6), box.bottom - size, size, size), pips)


class TableScreen(Widget):  # type: ignore[misc]  # Kivy has no types
    """Every picture of the table, made once."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), size=(0, 0), **kwargs)
        self.felt = FeltPicture()
        self.pots = PotsPicture()
        self.wild = WildPicture()
        self.plates = [PlatePicture() for _ in range(8)]
        self.cards = [CardPicture() for _ in range(8)]
        self.bets = [BetPicture() for _ in range(8)]
        for one in (self.felt, self.wild, *self.plates, self.pots, *self.cards, *self.bets):
            self.add_widget(one)

    def show(self, frame: Frame, screen: Screen) -> None:
        """Draws what has changed."""
        seats = len(screen.plates)
        board = screen.board or ()
        places = stud_table(frame, seats) if screen.stud else board_table(frame, seats, len(board), len(screen.pots))
        self.felt.show(frame, places.felt, "felt")
        self.pots.show(frame, places.pots, (screen.pots, "" if screen.wild else screen.announced))
        if screen.wild is None:
            self.wild.hide()
        else:
            self.wild.show(frame, places.wild, screen.wild)
        for i, picture in enumerate(self.plates):
            bet = self.bets[i]
            if i >= seats:
                picture.hide()
                bet.hide()
                continue
            plate = screen.plates[i]
            picture.show(frame, places.places[i].plate, (plate, screen.stud))
            if plate.bet and not screen.stud:
                bet.show(frame, places.places[i].bet, plate.bet)
            else:
                bet.hide()
        for i, card in enumerate(self.cards):
            if i < len(board):
                card.show(frame, places.board[i], board[i])
            else:
                card.hide()

    def hide(self) -> None:
        """Draws nothing."""
        for one in self.children:
            one.hide()
