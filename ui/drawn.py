"""Widgets that draw one value: shown the same value again, they do nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from ui import look
from ui.layout import Box, Frame
from ui.paint import Painter


class Drawn(Widget):  # type: ignore[misc]  # Kivy has no types
    """A widget that is a picture of `data` in `box`, drawn anew only when one of them changes."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), size=(0, 0), **kwargs)
        self._drawn: object = None
        self.frame: Frame | None = None
        self.box: Box | None = None
        self.data: Any = None

    @property
    def hidden(self) -> bool:
        """Nothing is drawn and nothing can be touched."""
        return self.data is None

    def show(self, frame: Frame, box: Box, data: Any) -> None:
        """Draws `data` in `box`."""
        self.frame, self.box, self.data = frame, box, data
        self._refresh()

    def hide(self) -> None:
        """Draws nothing."""
        if self.data is not None:
            self.data = self._drawn = None
            self.canvas.clear()
            self.size = (0.0, 0.0)

    def _look(self) -> object:
        """All that the picture depends on."""
        return self.frame, self.box, self.data

    def _refresh(self) -> None:
        now = self._look()
        if now == self._drawn or self.frame is None or self.box is None:
            return
        self._drawn = now
        u = self.frame.unit_px
        self.size = (self.box.w * u, self.box.h * u)
        self.pos = (self.box.x * u, (self.frame.h - self.box.bottom) * u)
        self.canvas.clear()
        self.draw(Painter(self.canvas, u, self.frame.h), self.box, self.data)

    def draw(self, paint: Painter, box: Box, data: Any) -> None:
        """Paints the picture."""
        raise NotImplementedError


class Touchable(Drawn):
    """A picture that can be touched. It acts when the finger is lifted on it, if it shows the same
    thing as when the finger came down.

    `guard_s` is for buttons that move money: for so long after a change they take no touch, so that the
    second tap of a doubled touch can't act for the next player.
    """

    guard_s = 0.0

    def __init__(self, on_tap: Callable[[Any], None] | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.on_tap = on_tap
        self.pressed = False
        self._since_s = 0.0

    def show(self, frame: Frame, box: Box, data: Any) -> None:
        """Draws `data` in `box`; a new thing takes no touch that began on the old one."""
        if data != self.data:
            self.pressed = False
            self.changed()
        super().show(frame, box, data)

    def hide(self) -> None:
        """Draws nothing, and forgets a finger."""
        self.pressed = False
        super().hide()

    def changed(self) -> None:
        """Starts the time in which no touch is taken."""
        self._since_s = time.monotonic()

    def _look(self) -> object:
        return self.frame, self.box, self.data, self.pressed

    def on_touch_down(self, touch: Any) -> bool:
        """Takes a finger that comes down on it."""
        if self.hidden or not self.collide_point(*touch.pos) or self.on_tap is None:
            return False
        if getattr(touch, "is_mouse_scrolling", False):
            return False
        touch.grab(self)
        if time.monotonic() - self._since_s >= self.guard_s:
            self.pressed = True
            self._refresh()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """A finger that slides off presses nothing."""
        if touch.grab_current is not self:
            return False
        if self.pressed and not self.collide_point(*touch.pos):
            self.pressed = False
            self._refresh()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Acts."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if self.pressed:
            self.pressed = False
            self._refresh()
            if self.on_tap is not None:
                self.on_tap(self.data)
        return True


class PushButton(Touchable):
    """A labelled button. Its data is `(label, look, what it stands for)`."""

    size_units = 21.0

    def draw(self, paint: Painter, box: Box, data: Any) -> None:
        """The button, lighter under the finger."""
        label, style, *_ = data
        fill, edge, ink = look.BUTTON[str(style)]
        if self.pressed:
            r, g, b = (min(1.0, c * 1.3 + 0.06) for c in fill[:3])
            fill = (r, g, b, 1.0)
        paint.framed(box, fill, edge, 11)
        lines = label.split("\n")
        if len(lines) == 2:
            paint.text(lines[0], box.mid_x, box.mid_y - 11, self.size_units, ink, True, "mid", box.w - 12)
            quiet = ink if style == "usual" else look.MUTED
            paint.text(lines[1], box.mid_x, box.mid_y + 13, self.size_units * 0.74, quiet, False, "mid", box.w - 10)
            return
        paint.text(label, box.mid_x, box.mid_y, self.size_units, ink, True, "mid", box.w - 14)


class Cover(Touchable):
    """Darkens what lies below and takes every touch meant for it. Its data is `(box of the panel,)`."""

    def draw(self, paint: Painter, box: Box, data: Any) -> None:
        """The shade and, where there is one, the panel."""
        paint.fill(box, look.SHADE if data[0] is not None else look.GROUND)
        if data[0] is not None:
            paint.framed(data[0], look.BAR, look.PLATE_EDGE, 14)
