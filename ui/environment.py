"""What Kivy must be told before it is imported."""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import tempfile
from pathlib import Path

SIZE_WH_PX = (800, 480)


def prepare(home: Path | None = None, size_wh_px: tuple[int, int] | None = None, fullscreen: bool = False) -> None:
    """Settles Kivy's ways: our arguments are ours, nothing is written to the user's home, a touch is one touch.

    `home` is where Kivy may keep its files (a temporary place if None); without `size_wh_px` the
    window has the sketches' 800 × 480. Must run before anything of Kivy is imported.
    """
    if home is None:
        place = Path(tempfile.mkdtemp(prefix="cardspeak-kivy-"))
        atexit.register(shutil.rmtree, place, ignore_errors=True)
    else:
        place = home / "kivy"
        place.mkdir(parents=True, exist_ok=True)
    os.environ.update(
        KIVY_HOME=str(place), KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1", KIVY_NO_FILELOG="1", KIVY_NO_CONFIG="1",
        KIVY_NO_ENV_CONFIG="1",
        # The other providers end the process where they find no screen.
        KIVY_WINDOW="sdl2",
        # Kivy's own mode takes over stderr, and our errors with it.
        KIVY_LOG_MODE="PYTHON",
        # SDL would make a mouse event of every touch, beside the touch itself.
        SDL_TOUCH_MOUSE_EVENTS="0",
    )  # fmt: skip
    from kivy.config import Config

    for name, _ in Config.items("input"):
        Config.remove_option("input", name)
    # No other provider: under a compositor they would give each touch a second time.
    Config.set("input", "mouse", "mouse,disable_multitouch,disable_on_activity")
    w, h = size_wh_px or SIZE_WH_PX
    for section, option, value in (
        ("kivy", "exit_on_escape", "0"), ("kivy", "log_level", "warning"), ("kivy", "desktop", "0"),
        ("graphics", "width", w), ("graphics", "height", h), ("graphics", "multisamples", "0"),
        ("graphics", "fullscreen", "auto" if fullscreen else "0"), ("graphics", "resizable", "1"),
        ("graphics", "show_cursor", "0" if fullscreen else "1"), ("graphics", "maxfps", "60"),
        ("modules", "touchring", ""),
    ):  # fmt: skip
        Config.set(section, option, str(value))
    if Config.has_option("modules", "touchring"):
        Config.remove_option("modules", "touchring")
    # What matters we say ourselves, in a line. Last, because Config sets the level too.
    logging.getLogger("kivy").setLevel(logging.CRITICAL + 1)


def on_a_pi() -> bool:
    """Whether this is a Raspberry Pi, where the screen is the table's own."""
    try:
        return "Raspberry Pi" in Path("/proc/device-tree/model").read_text(errors="replace")
    except OSError:
        return False
