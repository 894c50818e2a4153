"""Scenes drawn without the application's loop: one frame at a time, for pictures and tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window

from ui.rehearsal import Rehearsal
from ui.root import Root
from ui.scenes import SCENES
from ui.snapshot import save_window

PAGES: dict[str, tuple[str, Callable[[Root], None]]] = {name: (name, lambda root: None) for name in SCENES}


class Still:
    """A window that draws when it is told to."""

    def __init__(self) -> None:
        EventLoop.ensure_window()
        if EventLoop.status != "started":
            EventLoop.start()
        self.root: Root | None = None

    def set_up(self, session: Rehearsal) -> Root:
        """The root for a session, in the window."""
        if self.root is not None:
            Window.remove_widget(self.root)
        self.root = Root(session, clock=lambda: "21:47")
        Window.add_widget(self.root)
        self.draw()
        return self.root

    def draw(self) -> None:
        """One frame."""
        Clock.tick()
        Window.canvas.ask_update()
        Window.dispatch("on_draw")

    def save(self, name: str, path: Path) -> None:
        """The named scene as a PNG."""
        scene, then = PAGES[name]
        root = self.set_up(SCENES[scene]())
        then(root)
        self.draw()
        save_window(path)
