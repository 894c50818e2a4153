"""Whether a window can open here, and if not, why: asked before Kivy is loaded, which would only fail."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

_CONNECTORS = Path("/sys/class/drm")
_DEVICES = Path("/dev/dri")


def no_display(env: Mapping[str, str], connectors: Path = _CONNECTORS, devices: Path = _DEVICES) -> str:
    """Why no window can open, as the end of a sentence; empty where one can.

    A window opens with a driver that was named, on an X display (Xwayland's too), or
    on the bare console of a machine with a monitor. Kivy's own packages bring an SDL
    that knows no Wayland.
    """
    if env.get("SDL_VIDEODRIVER") or env.get("DISPLAY") or sys.platform != "linux":
        return ""
    if env.get("WAYLAND_DISPLAY"):
        return "this Wayland session has no X: install the package xwayland"
    if not any(_reads_connected(status) for status in connectors.glob("card*-*/status")):
        return "no screen is connected"
    # A graphics device alone proves nothing: servers have one, and some of them several.
    if not any(os.access(device, os.R_OK | os.W_OK) for device in devices.glob("card*")):
        return "this user may not draw on the screen: add them to the groups video and render"
    return ""


def _reads_connected(status: Path) -> bool:
    try:
        return status.read_text().strip() == "connected"
    except OSError:
        return False
