"""Drawing on a Kivy canvas in units from the top left: boxes, words, cards, dice.

A `Painter` holds a canvas, its window height and the size of a unit. Words become textures once
and are kept, white, and tinted where they are drawn.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.core.text.markup import MarkupLabel
from kivy.graphics import (
    Color,
    Line,
    Rectangle,
    RoundedRectangle,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
)
from kivy.graphics.texture import Texture
from kivy.resources import resource_find

from assistant.cards import pretty_rank
from ui import look
from ui.faces import BACK, Face
from ui.layout import Box

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_SYMBOLS = "♣♦♥♠"
# Kivy ships DejaVu Sans beside Roboto; Roboto has no suits.
_SYMBOL_FONT = resource_find("data/fonts/DejaVuSans.ttf") or "data/fonts/DejaVuSans.ttf"
_FONT = "Roboto"


@lru_cache(maxsize=1500)
def words(text: str, size_px: int, bold: bool = False) -> Texture:
    """A line of text as a white texture."""
    if any(s in text for s in _SYMBOLS):
        marked = text.replace("&", "&amp;").replace("[", "&bl;").replace("]", "&br;")
        for s in _SYMBOLS:
            marked = marked.replace(s, f"[font={_SYMBOL_FONT}]{s}[/font]")
        label = MarkupLabel(text=marked, font_size=size_px, bold=bold, font_name=_FONT)
    else:
        label = CoreLabel(text=text, font_size=size_px, bold=bold, font_name=_FONT)
    label.refresh()
    return label.texture


@lru_cache(maxsize=256)
def glyph(symbol: str, size_px: int) -> Texture:
    """A suit symbol as a white texture, cut to its ink."""
    label = CoreLabel(text=symbol, font_size=size_px, font_name=_SYMBOL_FONT)
    label.refresh()
    return label.texture


def fitted(text: str, size_px: int, width_px: float, bold: bool = False, least_px: int = 0) -> tuple[str, int]:
    """The text and size that fit a width: first a little smaller (down to `least_px`), then cut with an ellipsis."""
    least_px = min(least_px or int(size_px * 0.86), size_px)
    for size in range(size_px, least_px - 1, -1):
        if words(text, size, bold).width <= width_px:
            return text, size
    for end in range(len(text) - 1, 0, -1):
        short = text[:end].rstrip(" ,·") + "…"
        if words(short, least_px, bold).width <= width_px:
            return short, least_px
    return "…", least_px


def wrapped(text: str, size_px: int, width_px: float, lines: int) -> list[str]:
    """The text in at most `lines` lines of that width, the last one cut where it must be."""
    head, comma, tail = text.partition(", ")
    if lines == 2 and comma and words(text, size_px).width > width_px:
        parts = [head + ",", tail]
        if all(words(p, size_px).width <= width_px for p in parts):
            return parts
    out: list[str] = []
    left = text.split()
    while left and len(out) < lines:
        if len(out) == lines - 1:
            out.append(" ".join(left))
            break
        take = 1
        while take < len(left) and words(" ".join(left[: take + 1]), size_px).width <= width_px:
            take += 1
        out.append(" ".join(left[:take]))
        left = left[take:]
    return out


@lru_cache(maxsize=4)
def felt_texture() -> Texture:
    """A soft light in the middle of the felt."""
    n = 64
    a, b = look.FELT
    data = bytearray()
    for y in range(n):
        for x in range(n):
            r = min(1.0, ((x - n / 2) ** 2 + (y - n / 2) ** 2) ** 0.5 / (n / 2))
            k = r * r * (3 - 2 * r)
            data += bytes(int(255 * (a[i] + (b[i] - a[i]) * k)) for i in range(3))
    texture = Texture.create(size=(n, n), colorfmt="rgb")
    texture.blit_buffer(bytes(data), colorfmt="rgb", bufferfmt="ubyte")
    texture.min_filter = texture.mag_filter = "linear"
    return texture


class Painter:
    """Draws on `canvas` in units; `height` is the window's in units."""

    def __init__(self, canvas: Any, unit_px: float, height: float) -> None:
        self.canvas, self.u, self.height = canvas, unit_px, height

    def _at(self, box: Box) -> dict[str, tuple[float, float]]:
        # Edges are rounded, not sizes, so that things side by side stay so.
        left, right = round(box.x * self.u), round(box.right * self.u)
        low, top = round((self.height - box.bottom) * self.u), round((self.height - box.y) * self.u)
        return {"pos": (left, low), "size": (right - left, top - low)}

    def fill(self, box: Box, colour: look.Rgba, radius: float = 0.0) -> None:
        """A filled box with round corners."""
        self.canvas.add(Color(*colour))
        if radius and colour[3] == 1.0:
            self.canvas.add(SmoothRoundedRectangle(radius=[radius * self.u], **self._at(box)))
        elif radius:
            self.canvas.add(RoundedRectangle(radius=[radius * self.u], **self._at(box)))
        else:
            self.canvas.add(Rectangle(**self._at(box)))

    def framed(self, box: Box, fill: look.Rgba, edge: look.Rgba, radius: float, width: float = 1.5) -> None:
        """A filled box with an edge, equally wide on all sides."""
        at = self._at(box)
        (x, y), (w, h) = at["pos"], at["size"]
        # The line is smooth on both sides and lies over the rim of the fill, which need not be.
        line = max(1.0, width * self.u) / 2
        self.canvas.add(Color(*fill))
        inner = {"pos": (x + line, y + line), "size": (max(1, w - 2 * line), max(1, h - 2 * line))}
        self.canvas.add(RoundedRectangle(radius=[max(1.0, radius * self.u - line)], **inner))
        self.canvas.add(Color(*edge))
        outline = (x + line, y + line, w - 2 * line, h - 2 * line, max(1.0, radius * self.u - line))
        self.canvas.add(SmoothLine(rounded_rectangle=outline, width=line))

    def edge(self, box: Box, colour: look.Rgba, radius: float, width: float = 1.0) -> None:
        """The outline of a box."""
        at = self._at(box)
        self.canvas.add(Color(*colour))
        self.canvas.add(
            SmoothLine(rounded_rectangle=(*at["pos"], *at["size"], radius * self.u), width=max(1.0, width * self.u))
        )

    def dashed(self, box: Box, colour: look.Rgba) -> None:
        """An empty place."""
        at = self._at(box)
        (x, y), (w, h) = at["pos"], at["size"]
        self.canvas.add(Color(*colour))
        dash = 5 * self.u
        for x0, y0, x1, y1 in ((x, y, x + w, y), (x + w, y, x + w, y + h), (x + w, y + h, x, y + h), (x, y + h, x, y)):
            length = abs(x1 - x0) + abs(y1 - y0)
            count = max(3, int(length / dash / 2) * 2 + 1)
            for i in range(0, count, 2):
                a, b = i / count, (i + 1) / count
                points = (x0 + (x1 - x0) * a, y0 + (y1 - y0) * a, x0 + (x1 - x0) * b, y0 + (y1 - y0) * b)
                self.canvas.add(Line(points=points, width=max(1.0, 0.8 * self.u)))

    def felt(self, box: Box) -> None:
        """The table itself."""
        radius = min(box.w, box.h) / 2
        self.canvas.add(Color(1, 1, 1, 1))
        self.canvas.add(RoundedRectangle(radius=[radius * self.u], texture=felt_texture(), **self._at(box)))
        self.edge(box, look.FELT_EDGE, radius, 1.6)

    def disc(self, mid_x: float, mid_y: float, radius: float, colour: look.Rgba) -> None:
        """A filled circle."""
        self.canvas.add(Color(*colour))
        self.canvas.add(SmoothEllipse(**self._at(Box(mid_x - radius, mid_y - radius, 2 * radius, 2 * radius))))

    def text(
        self,
        text: str,
        x: float,
        mid_y: float,
        size: float,
        colour: look.Rgba = look.INK,
        bold: bool = False,
        anchor: str = "left",
        width: float | None = None,
    ) -> float:
        """A line of text about `mid_y`, from, about or up to `x` by `anchor`; gives its width in units.

        `width` is the room it has.
        """
        if not text:
            return 0.0
        size_px = max(8, round(size * self.u))
        if width is not None:
            text, size_px = fitted(text, size_px, width * self.u, bold)
        texture = words(text, size_px, bold)
        return self._stamp(texture, x, mid_y, colour, anchor)

    def measure(self, text: str, size: float, bold: bool = False) -> float:
        """The width of a line in units."""
        return float(words(text, max(8, round(size * self.u)), bold).width) / self.u if text else 0.0

    def _stamp(self, texture: Texture, x: float, mid_y: float, colour: look.Rgba, anchor: str) -> float:
        w, h = texture.size
        left = x * self.u - {"left": 0.0, "mid": w / 2, "right": float(w)}[anchor]
        self.canvas.add(Color(*colour))
        self.canvas.add(
            Rectangle(pos=(round(left), round((self.height - mid_y) * self.u - h / 2)), size=(w, h), texture=texture)
        )
        return float(w) / self.u

    def card(self, box: Box, face: Face) -> None:
        """A card: its own face always; gold edge for a wild, dimmed where it does not count."""
        radius = box.w * 0.1
        if not face.card:
            self.dashed(box, look.rgb("7fb59c", 0.55))
            return
        if face.wild:
            g = min(3.0, max(2.2, box.w * 0.055))
            self.fill(Box(box.x - g, box.y - g, box.w + 2 * g, box.h + 2 * g), look.GOLD, radius + g)
        if face.card == BACK:
            self.fill(box, look.CARD_BACK, radius)
            self.edge(box.inset(box.w * 0.12), look.rgb("7d99b8"), radius * 0.5)
            return
        self.fill(box, look.CARD, radius)
        colour = look.CARD_RED if face.card[1] in "dh" else look.CARD_BLACK
        rank = pretty_rank(face.card[0])
        if box.w > box.h:  # a flat one, in a crowded showdown, with what it plays as on a gold band
            band = box.h * 0.46 if face.plays_as else 0.0
            h = box.h - band
            size = min(h * 0.95, 21 if len(rank) == 1 else 17)
            self.text(rank, box.x + box.w * 0.07, box.y + h / 2, size, colour, True)
            self._suit(
                face.card[1], box.right - box.w * 0.05, box.y + h / 2, min(h, 22 if len(rank) == 1 else 18), colour
            )
            if band:
                self.fill(Box(box.x, box.y + h, box.w, band), look.GOLD)
                self.text(face.plays_as, box.mid_x, box.y + h + band / 2, band * 1.02, look.ON_GOLD, True, "mid", box.w)
        else:
            size = box.w * (0.62 if len(rank) == 1 else 0.56)
            self.text(rank, box.x + box.w * 0.09, box.y + box.h * 0.27, size, colour, True)
            self._suit(face.card[1], box.right - box.w * 0.06, box.bottom - box.h * 0.26, box.w * 0.62, colour)
        if face.dim:
            self.fill(box, look.rgb("0c1311", 0.62), radius)

    def _suit(self, suit: str, right: float, mid_y: float, size: float, colour: look.Rgba) -> None:
        self._stamp(glyph(SUITS[suit], max(8, round(size * self.u))), right, mid_y, colour, "right")

    def die(self, box: Box, pips: int) -> None:
        """A die from above."""
        self.fill(box, look.CARD, box.w * 0.2)
        spots = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}[pips]
        for spot in spots:
            row, column = divmod("abcdefghi".index(spot), 3)
            x, y = (box.x + box.w * (0.24 + 0.26 * column), box.y + box.h * (0.24 + 0.26 * row))
            self.disc(x, y, box.w * 0.095, look.CARD_BLACK)
