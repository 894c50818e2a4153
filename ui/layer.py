"""Draws the page on top, with widgets that are made once and used again."""

from __future__ import annotations

import io
import time
from typing import Any

from kivy.clock import Clock
from kivy.core.image import Image as CoreImage
from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from ui import look
from ui.bar import BannerPicture
from ui.drawn import Cover, Drawn, PushButton, Touchable
from ui.faces import Face
from ui.layout import Box, Frame
from ui.page import Card, Die, Page, Panel, Picture, Push, Text
from ui.paint import Painter, wrapped
from ui.view import Banner

GUARD_S = 0.25
_FIRST_REPEAT_S, _REPEAT_S = 0.45, 0.09


class PageButton(PushButton):
    """A button of a page; data: `(label, look, size)`. Held down, some repeat."""

    guard_s = GUARD_S
    again = False

    def draw(self, paint: Painter, box: Box, data: Any) -> None:
        """The button, its label in its own size."""
        self.size_units = data[2]
        super().draw(paint, box, data)

    def on_touch_down(self, touch: Any) -> bool:
        """Starts to repeat, where it does so."""
        took = super().on_touch_down(touch)
        if took and self.again and self.pressed:
            Clock.schedule_once(self._repeat, _FIRST_REPEAT_S)
        return took

    def _repeat(self, _dt: float) -> None:
        if self.pressed and self.on_tap is not None:
            self.on_tap(self.data)
            Clock.schedule_once(self._repeat, _REPEAT_S)

    def show(self, frame: Frame, box: Box, data: Any) -> None:
        """A new label does not end a repeat."""
        held = self.pressed and self.again
        super().show(frame, box, data)
        self.pressed = self.pressed or held


class PageCard(Touchable):
    """A card; data: `(face, lit)`."""

    guard_s = GUARD_S

    def draw(self, paint: Painter, box: Box, data: tuple[Face, bool]) -> None:
        """The card, framed while it is chosen."""
        face, lit = data
        if lit or self.pressed:
            g = 3.0
            paint.fill(Box(box.x - g, box.y - g, box.w + 2 * g, box.h + 2 * g), look.GOLD, box.w * 0.1 + g)
        paint.card(box, face)


class PageDie(Touchable):
    """A die; data: `(pips, lit)`."""

    guard_s = GUARD_S

    def draw(self, paint: Painter, box: Box, data: tuple[int, bool]) -> None:
        """The die, framed while it is chosen."""
        if data[1] or self.pressed:
            paint.fill(Box(box.x - 4, box.y - 4, box.w + 8, box.h + 8), look.GOLD, box.w * 0.2 + 4)
        paint.die(box, data[0])


class PagePanel(Drawn):
    """A plate; data: `(lit,)`."""

    def draw(self, paint: Painter, box: Box, data: tuple[bool]) -> None:
        """The plate."""
        paint.framed(box, look.LIT if data[0] else look.PLATE, look.GOLD if data[0] else look.PLATE_EDGE, 10)


class PageText(Drawn):
    """Words; data: `(text, size, colour, bold, anchor, lines)`."""

    def draw(self, paint: Painter, box: Box, data: Any) -> None:
        """One line, or some, about the middle of the box."""
        text, size, colour, bold, anchor, most = data
        x = {"left": box.x, "mid": box.mid_x, "right": box.right}[anchor]
        lines = wrapped(text, round(size * paint.u), box.w * paint.u, most) if most > 1 else [text]
        step = size * 1.22
        for i, line in enumerate(lines):
            paint.text(line, x, box.mid_y + (i - (len(lines) - 1) / 2) * step, size, colour, bold, anchor, box.w)


class PagePicture(Drawn):
    """A JPEG; data: its bytes."""

    def draw(self, paint: Painter, box: Box, data: bytes) -> None:
        """The picture in its own shape, in the middle of its box."""
        try:
            texture = CoreImage(io.BytesIO(data), ext="jpg", nocache=True).texture
        except Exception:  # whatever the picture library raises for a broken picture
            return
        scale = min(box.w / texture.width, box.h / texture.height)
        w, h = texture.width * scale, texture.height * scale
        at = Box(box.mid_x - w / 2, box.mid_y - h / 2, w, h)
        self.canvas.add(Color(1, 1, 1, 1))
        self.canvas.add(
            Rectangle(
                texture=texture,
                pos=(at.x * paint.u, (paint.height - at.bottom) * paint.u),
                size=(at.w * paint.u, at.h * paint.u),
            )
        )


_PICTURES: dict[type, type[Drawn]] = {
    Panel: PagePanel, Picture: PagePicture, Text: PageText, Push: PageButton, Card: PageCard, Die: PageDie,
}  # fmt: skip


class PageLayer(Widget):  # type: ignore[misc]  # Kivy has no types
    """The page on top; nothing while there is none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), size=(0, 0), **kwargs)
        self.cover = Cover(on_tap=lambda _data: None)
        self.add_widget(self.cover)
        # Plates lie below everything else: one layer for each kind.
        self._layers = {kind: Widget(size_hint=(None, None), size=(0, 0)) for kind in _PICTURES}
        for layer in self._layers.values():
            self.add_widget(layer)
        self.banner = BannerPicture()
        self.add_widget(self.banner)
        self._pools: dict[type, list[Drawn]] = {kind: [] for kind in _PICTURES}
        self._page: Page | None = None

    def show(self, frame: Frame, page: Page | None, banner: Banner | None = None) -> None:
        """Draws what has changed."""
        used = dict.fromkeys(_PICTURES, 0)
        if page is None:
            self.cover.hide()
        else:
            panel = page.panel(frame)
            self.cover.show(frame, Box(0, 0, frame.w, frame.h), (panel,))
            for item in page.items(frame):
                self._show(frame, item, used, page is not self._page)
        self._page = page
        if page is None or banner is None:
            self.banner.hide()
        else:
            self.banner.show(frame, Box(0, frame.h - 30, frame.w, 30), banner)
        for kind, pool in self._pools.items():
            for one in pool[used[kind] :]:
                one.hide()

    def _show(self, frame: Frame, item: Any, used: dict[type, int], fresh: bool) -> None:
        kind = type(item)
        pool = self._pools[kind]
        if used[kind] == len(pool):
            pool.append(_PICTURES[kind]())
            self._layers[kind].add_widget(pool[-1])
        one = pool[used[kind]]
        used[kind] += 1
        if isinstance(one, Touchable):
            if fresh:
                one.pressed = False
            do = item.do
            one.on_tap = None if do is None else (lambda _data, do=do: do())
        if isinstance(item, Push):
            assert isinstance(one, PageButton)
            one.again = item.again
            one.show(frame, item.box, (item.label, item.look, item.size))
        elif isinstance(item, Card):
            one.show(frame, item.box, (item.face, item.lit))
        elif isinstance(item, Die):
            one.show(frame, item.box, (item.pips, item.lit))
        elif isinstance(item, Panel):
            one.show(frame, item.box, (item.lit,))
        elif isinstance(item, Text):
            one.show(frame, item.box, (item.text, item.size, item.colour, item.bold, item.anchor, item.lines))
        else:
            one.show(frame, item.box, item.jpeg)
        if isinstance(one, Touchable):
            # Only a new page is deaf for a moment; keys typed fast must all count.
            one._since_s = time.monotonic() if fresh else 0.0
