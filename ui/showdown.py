"""The showdown: a row a player, every card in sight, and who was paid what."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from ui import look
from ui.drawn import Drawn
from ui.layout import CARD_RATIO, Box, Frame, showdown_rows
from ui.paint import Painter, wrapped
from ui.rows import Row
from ui.view import Screen

_NAME_W = 118.0
_PAID_W = 118.0


class RowPicture(Drawn):
    """One player at the showdown. Data: `(row, whether any row says what a wild plays as)`."""

    def draw(self, paint: Painter, box: Box, data: tuple[Row, bool]) -> None:
        """Name and hand, cards with what the wilds play as, payout."""
        row, labelled = data
        self._row(paint, box, row, labelled)

    def _row(self, paint: Painter, box: Box, data: Row, labelled: bool) -> None:
        edge = look.GOLD if data.won or data.waiting else look.PLATE_EDGE
        paint.framed(box, look.LIT if data.won else look.PLATE, edge, 9, 2 if data.won else 1.5)
        ink = look.FAINT if data.dim else look.INK
        x = box.x + 14
        cards_left = self._cards(paint, box, data, labelled)
        low = box.h < 62
        if low:
            paint.text(data.name, x, box.mid_y, 20, ink, data.won, "left", 100)
            self._hand(paint, data, Box(x + 106, box.y, cards_left - x - 116, box.h), 15.5)
        else:
            paint.text(data.name, x, box.mid_y, 22, ink, data.won, "left", _NAME_W - 18)
            self._hand(paint, data, Box(x + _NAME_W - 8, box.y, cards_left - x - _NAME_W - 4, box.h), 18.5)
        self._paid(paint, box, data, low)

    def _hand(self, paint: Painter, data: Row, box: Box, size: float) -> None:
        colour = look.GOLD if data.waiting else look.FAINT if data.dim else look.rgb("d5e2da")
        if len(data.texts) == 1:
            lines = wrapped(data.texts[0], round(size * paint.u), box.w * paint.u, 2)
        else:
            lines = list(data.texts[:2])
        step = min(size * 1.2, box.h / 2.2)
        for i, line in enumerate(lines):
            paint.text(line, box.x, box.mid_y + (i - (len(lines) - 1) / 2) * step, size, colour, False, "left", box.w)

    def _cards(self, paint: Painter, box: Box, data: Row, labelled: bool) -> float:
        """Draws the cards up to the payout's column; gives where they begin."""
        right = box.right - 14 - _PAID_W
        count = len(data.cards)
        if not count:
            return right
        flat = box.h < 54
        label = 0.0 if flat or not labelled else min(20.0, box.h * 0.27)
        h = box.h - 9 - label
        w = 318.0 / 7 - 5 if count <= 7 else 370.0 / count - 5
        if not flat:
            w = min(w, h / CARD_RATIO)
            h = min(h, w * CARD_RATIO)
        h = min(h, w - 1) if flat else h
        gap = 5.0
        gaps = sum(9.0 for f in data.cards if f.gap)
        left = right - count * w - (count - 1) * gap - gaps
        x, top = left, box.y + (box.h - h - label) / 2 + 1
        for face in data.cards:
            x += 9.0 if face.gap else 0.0
            place = Box(x, top, w, h)
            paint.card(place, face)
            if face.plays_as and not flat:
                paint.text(face.plays_as, place.mid_x, place.bottom + label / 2 + 1, label * 0.92, look.GOLD, True,
                           "mid", w + 2 * gap)  # fmt: skip
            x += w + gap
        return left

    def _paid(self, paint: Painter, box: Box, data: Row, low: bool) -> None:
        if not data.paid:
            return
        right = box.right - 14
        if len(data.paid) == 1:
            paid = data.paid[0]
            colour = look.SALMON if paid.side else look.INK
            if low:
                wide = paint.text(f"+{paid.amount}", right, box.mid_y, 24, colour, True, "right")
                room = _PAID_W - wide - 6
                paint.text(paid.label, right - wide - 5, box.mid_y + 2, 14, look.MUTED, False, "right", room)
                return
            paint.text(f"+{paid.amount}", right, box.mid_y - 10, 31, colour, True, "right")
            paint.text(paid.label, right, box.mid_y + 20, 16, look.MUTED, False, "right", _PAID_W)
            return
        lines = list(data.paid)
        step = min(27.0, (box.h - 8) / len(lines))
        for i, paid in enumerate(lines):
            y = box.mid_y + (i - (len(lines) - 1) / 2) * step
            size = min(25.0, step)
            colour = look.SALMON if paid.side else look.INK
            paint.text(f"+{paid.amount}", right - 66, y, size, colour, True, "right")
            paint.text(paid.label, right - 60, y + 1, min(15.5, step * 0.8), look.MUTED, False, "left", 62)


class ShowdownScreen(Widget):  # type: ignore[misc]  # Kivy has no types
    """Rows made once, used as they are needed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), size=(0, 0), **kwargs)
        self.rows = [RowPicture() for _ in range(8)]
        for row in self.rows:
            self.add_widget(row)

    def show(self, frame: Frame, screen: Screen) -> None:
        """Draws what has changed."""
        labelled = any(face.plays_as for row in screen.rows for face in row.cards)
        boxes = showdown_rows(frame, len(screen.rows))
        for i, row in enumerate(self.rows):
            if i < len(boxes):
                row.show(frame, boxes[i], (screen.rows[i], labelled))
            else:
                row.hide()

    def hide(self) -> None:
        """Draws nothing."""
        for row in self.rows:
            row.hide()
