"""The top line, the line of trouble, and the prompt with its buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from assistant.shown import Camera
from ui import look
from ui.actions import Action
from ui.drawn import Drawn, PushButton, Touchable
from ui.layout import Box, Frame
from ui.paint import Painter, wrapped
from ui.view import Banner, Header, PotLine, Screen

GUARD_S = 0.35
_DOTS = {Camera.WELL: look.GREEN, Camera.TROUBLED: look.AMBER, Camera.OFF: look.FAINT}


class HeaderPicture(Drawn):
    """The top line. Data: `(header, clock, pots and wild words of the showdown)`."""

    def draw(self, paint: Painter, box: Box, data: tuple[Header, str, tuple[PotLine, ...], str]) -> None:
        """Game, hand, camera, clock."""
        header, clock, pots, wild = data
        right = box.right - 62
        right -= paint.text(clock, right, box.mid_y, 19, look.MUTED, False, "right") + 12
        if pots:
            for pot in reversed(pots):
                colour = look.SALMON if pot.side else look.INK
                right -= paint.text(str(pot.amount), right, box.mid_y, 22, colour, True, "right") + 6
                quiet = look.SALMON if pot.side else look.MUTED
                right -= paint.text(pot.label, right, box.mid_y + 1, 18, quiet, False, "right") + 16
        else:
            right -= paint.text(header.camera_word, right, box.mid_y, 19, look.MUTED, False, "right") + 14
        paint.disc(right, box.mid_y, 6, _DOTS[header.camera])
        x = box.x + 14
        x += paint.text(header.title, x, box.mid_y, 20, look.INK, True) + 12
        x += paint.text(header.where, x, box.mid_y, 19, look.MUTED, False, "left", right - x - 14) + 12
        if wild and right - x > 90:
            paint.text(wild, x, box.mid_y, 19, look.GOLD, True, "left", right - x - 14)


class MenuButton(Touchable):
    """Three lines, with room for a thumb."""

    def draw(self, paint: Painter, box: Box, data: Any) -> None:
        """The three lines."""
        colour = look.GOLD if self.pressed else look.INK
        for i in (-1, 0, 1):
            paint.fill(Box(box.right - 36, box.mid_y + i * 7 - 1.25, 22, 2.5), colour, 1)


class BannerPicture(Drawn):
    """The line of trouble. Data: a `Banner`."""

    def draw(self, paint: Painter, box: Box, data: Banner) -> None:
        """Red for a refusal, amber for a note."""
        fill, ink = (look.rgb("4a1720"), look.INK) if data.refused else (look.rgb("3a2c12"), look.AMBER)
        paint.fill(box, fill)
        paint.text(data.text, box.x + 14, box.mid_y, 18, ink, data.refused, "left", box.w - 28)


class PromptPicture(Drawn):
    """What happens next, in words. Data: `(text, detail, room in units)`."""

    def draw(self, paint: Painter, box: Box, data: tuple[str, str, float]) -> None:
        """One line large, or two, and the smaller one."""
        text, detail, room = data
        paint.fill(box, look.BAR)
        paint.fill(Box(box.x, box.y, box.w, 1.5), look.BAR_EDGE)
        x = box.x + 14
        size = 23.0
        if paint.measure(text, size) <= room or paint.measure(text, 21) <= room:
            paint.text(text, x, box.y + (31 if detail else 42), size, look.INK, False, "left", room)
            paint.text(detail, x, box.y + 59, 17.5, look.MUTED, False, "left", room)
            return
        lines = wrapped(text, round(20 * paint.u), room * paint.u, 2)
        for i, line in enumerate(lines):
            paint.text(line, x, box.y + (20 if detail else 30) + i * 24, 20, look.INK, False, "left", room)
        paint.text(detail, x, box.y + 68, 16, look.MUTED, False, "left", room)


class MoneyButton(PushButton):
    """A button of the prompt: deaf for a moment after a change, so that a doubled touch acts once."""

    guard_s = GUARD_S


class Bar(Widget):  # type: ignore[misc]  # Kivy has no types
    """The frame around every screen. `on_action` gets the `Action` touched."""

    def __init__(self, on_action: Callable[[Action], None], on_menu: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), size=(0, 0), **kwargs)
        self.header = HeaderPicture()
        self.menu = MenuButton(on_tap=lambda _data: on_menu())
        self.banner = BannerPicture()
        self.prompt = PromptPicture()
        self.buttons = [MoneyButton(on_tap=lambda data: on_action(data[2])) for _ in range(6)]
        self._version = -1
        for one in (self.header, self.menu, self.banner, self.prompt, *self.buttons):
            self.add_widget(one)

    def show(self, frame: Frame, screen: Screen, clock: str) -> None:
        """Draws what has changed."""
        pots = screen.pots if screen.rows else ()
        wild = ""
        if screen.rows:
            wild = screen.announced
        self.header.show(frame, frame.header, (screen.header, clock, pots, wild))
        self.menu.show(frame, Box(frame.w - 62, 0, 62, 44), "menu")
        if screen.banner is None:
            self.banner.hide()
        else:
            self.banner.show(frame, frame.banner, screen.banner)
        if screen.version != self._version:
            self._version = screen.version
            self.deafen()
        boxes = self._boxes(frame, screen.actions)
        left = boxes[0].x if boxes else frame.w
        self.prompt.show(frame, frame.bar, (screen.text, screen.detail, left - 30))
        for i, button in enumerate(self.buttons):
            if i < len(boxes):
                action = screen.actions[i]
                button.show(frame, boxes[i], (action.label, action.look, action))
            else:
                button.hide()

    def deafen(self) -> None:
        """Takes no touch for a moment: what is under the finger has changed."""
        for button in self.buttons:
            button.changed()

    def _boxes(self, frame: Frame, actions: tuple[Action, ...]) -> list[Box]:
        paint = Painter(None, frame.unit_px, frame.h)
        widths = [max(86.0, paint.measure(a.label, PushButton.size_units, True) + 40) for a in actions]
        room = frame.w * 0.62
        total = sum(widths) + 10 * len(widths)
        if total > room:
            widths = [max(72.0, w * room / total) for w in widths]
        boxes: list[Box] = []
        x = frame.w - 12
        for w in reversed(widths):
            boxes.append(Box(x - w, frame.bar.y + 11, w, 62))
            x -= w + 10
        return boxes[::-1]
