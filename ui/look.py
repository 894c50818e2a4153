"""Colours and type, in one place. Colour means something: gold is wild or to act, red the side pot
and sevens, green the camera well; everything else is quiet."""

from __future__ import annotations

Rgba = tuple[float, float, float, float]


def rgb(hex_: str, alpha: float = 1.0) -> Rgba:
    """A colour from its six hex digits."""
    r, g, b = (int(hex_[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return r, g, b, alpha


GROUND = rgb("0c1311")
FELT = (rgb("205a45"), rgb("133a2d"))
FELT_EDGE = rgb("2d7257")
PLATE = rgb("1b2422")
PLATE_EDGE = rgb("3a4642")
LIT = rgb("31290f")
BAR = rgb("18211e")
BAR_EDGE = rgb("33403b")
INK = rgb("f4f1e6")
MUTED = rgb("a9b6b0")
FAINT = rgb("71807a")
GOLD = rgb("ffcf56")
ON_GOLD = rgb("17140a")
RED = rgb("d0112e")
SALMON = rgb("ff8f7d")
AMBER = rgb("ffb44a")
GREEN = rgb("4ac97e")
CARD = rgb("fdfbf4")
CARD_RED = rgb("c40d28")
CARD_BLACK = rgb("12171a")
CARD_BACK = rgb("3b5a7c")
SHADE = rgb("060a09", 0.74)
BUTTON = {
    "usual": (GOLD, rgb("ffdf8e"), ON_GOLD),
    "plain": (rgb("2a3935"), rgb("4c5f58"), INK),
    "danger": (rgb("3c2023"), rgb("7d3a40"), INK),
    "quiet": (rgb("18211e"), rgb("44524d"), MUTED),
}
