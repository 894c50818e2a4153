"""Run by test_window.py in a process of its own: a real window, drawn off-screen, touched by simulated fingers.

Prints what it found as one JSON object.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

os.environ["SDL_VIDEODRIVER"] = "offscreen"

# ruff: noqa: E402 — Kivy must be told its ways before it is imported
from ui.environment import prepare

prepare(size_wh_px=(800, 480))

from kivy.config import Config
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent

from assistant import events as ev
from ui import bar, layer, snapshot
from ui.drawn import Touchable
from ui.rehearsal import Rehearsal
from ui.root import Root
from ui.scenes import SCENES
from ui.stage import Still


class Finger(MotionEvent):
    """A touch at a place in the window."""

    def depack(self, args: Any) -> None:
        self.is_touch = True
        self.sx, self.sy = args
        self.profile = ["pos"]
        super().depack(args)


def tap(still: Still, x: float, y: float) -> None:
    """A finger down and up, as the event loop would bring them."""
    finger = Finger("test", time.monotonic(), (x / Window.width, y / Window.height), is_touch=True, type_id="touch")
    finger.scale_for_screen(Window.width, Window.height)
    Window.dispatch("on_touch_down", finger)
    for held in list(finger.grab_list):
        widget = held()
        if widget is not None:
            finger.grab_current = widget
            widget.dispatch("on_touch_up", finger)
    still.draw()


def middle(root: Root, label: str) -> tuple[float, float]:
    """The middle of the button that begins so, in pixels."""
    found = [
        w
        for w in root.walk()
        if isinstance(w, Touchable) and not w.hidden and isinstance(w.data, tuple) and str(w.data[0]).startswith(label)
    ]
    assert found, label
    return found[0].center


def card(root: Root, code: str) -> tuple[float, float]:
    """The middle of a card of a page."""
    found = [w for w in root.walk() if isinstance(w, layer.PageCard) and not w.hidden and w.data[0].card == code]
    return found[0].center


def past(session: Rehearsal) -> list[str]:
    return [ev.name_of(e) for e in session.past]


def main(out: Path) -> dict[str, Any]:
    found: dict[str, Any] = {"input": [name for name, _ in Config.items("input")]}
    still = Still()

    # A doubled touch: both taps before the next frame, and the second one well after it.
    session = SCENES["table_four"]()
    root = still.set_up(session)
    time.sleep(bar.GUARD_S + 0.05)
    before = len(session.past)
    where = middle(root, "Raise to 3")
    for _ in range(3):
        tap(still, *where)
    found["doubled"] = past(session)[before:]
    time.sleep(bar.GUARD_S + 0.05)
    tap(still, *middle(root, "Call"))
    found["then"] = past(session)[before:]

    # A touch that was made on what is no longer shown does nothing.
    session = SCENES["table_four"]()
    prompt = session.shown.prompt
    assert prompt is not None
    root = still.set_up(session)
    session.touch(prompt.choices[-1], session.version - 1)
    found["stale"] = len(session.past) == before

    # The whole board by hand.
    session = SCENES["board_due"]()
    root = still.set_up(session)
    time.sleep(bar.GUARD_S + 0.05)
    tap(still, *middle(root, "Enter by hand"))
    time.sleep(layer.GUARD_S + 0.05)
    tap(still, *card(root, "Kh"))
    tap(still, *card(root, "8d"))
    tap(still, *middle(root, "Take"))
    found["board"] = list(session.night.state.board)
    found["pages"] = len(root.pages)

    # A page about the table closes when the table has moved on.
    session = SCENES["board_due"]()
    root = still.set_up(session)
    root.act(next(a for a in root.screen.actions if a.page == "enter"))
    session._post(ev.Board(("Kh", "8d")))
    root.beat(0.0)
    found["passing"] = len(root.pages)

    # Something was drawn, and what was drawn is what is saved.
    still.save("table_eight", out / "table.png")
    still.save("showdown", out / "showdown.png")
    pixels = bytes(snapshot.window_pixels()[2])
    found["colours"] = len({pixels[i : i + 3] for i in range(0, len(pixels), 3 * 97)})

    # One change redraws only what changed.
    session = SCENES["table_eight"]()
    root = still.set_up(session)
    drawn: list[str] = []
    for widget in root.walk():
        if hasattr(widget, "draw"):
            widget.draw = lambda *a, w=widget, d=widget.draw: (drawn.append(type(w).__name__), d(*a))
    root.refresh()
    found["redrawn_unchanged"] = list(drawn)
    prompt = session.shown.prompt
    assert prompt is not None
    root.touch(prompt.choices[-1])
    found["redrawn"] = sorted(set(drawn))
    found["plates_redrawn"] = drawn.count("PlatePicture")
    return found


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))
