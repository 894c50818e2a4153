"""Whether a window can open, for each way in which one can or can't."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.display import no_display


@pytest.mark.parametrize(
    ("env", "monitor", "device", "reason"),
    [
        ({"DISPLAY": ":0"}, None, False, ""),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, None, False, ""),
        ({"SDL_VIDEODRIVER": "offscreen"}, None, False, ""),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "connected", True, "xwayland"),
        ({}, "connected", True, ""),
        ({}, "connected", False, "groups video and render"),
        ({}, "disconnected", True, "no screen"),
        ({}, None, True, "no screen"),  # a server's graphics device
        ({}, None, False, "no screen"),
    ],
)
def test_no_display(env: dict[str, str], monitor: str | None, device: bool, reason: str, tmp_path: Path) -> None:
    drm, dri = tmp_path / "drm", tmp_path / "dri"
    dri.mkdir()
    if device:
        (dri / "card0").touch()
    if monitor:
        (drm / "card0-DSI-1").mkdir(parents=True)
        (drm / "card0-DSI-1" / "status").write_text(monitor + "\n")
    said = no_display(env, drm, dri)
    assert (reason in said) if reason else (said == "")
