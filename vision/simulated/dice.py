"""Dice as rounded cubes, sphere-traced by the camera's own rays: top and side faces, pips, shine, any turn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Image
from vision.simulated.lens import Lens

Array = NDArray[np.float64]
BGR = tuple[int, int, int]

# The face that looks along each axis: +x, -x, +y, -y, +z, -z; opposite faces add up to seven.
_FACES = (2, 5, 3, 4, 1, 6)
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_PIP_PITCH = 0.26  # of the edge, from the middle to the outer pips


@dataclass(frozen=True, slots=True)
class DieStyle:
    """A kind of dice: edge in mm, colours BGR, how round, how large its pips and how shiny.

    `clear` is the share of light that goes through: what lies behind shows, and the pips of
    the far faces. `swirl` is how far its colour runs towards `swirl_bgr` in veins, `specks`
    the share of glitter.
    """

    edge_mm: float = 16.0
    body: BGR = (232, 238, 240)
    pip: BGR = (28, 26, 26)
    rounding: float = 0.14
    corner: float = 0.735
    pip_radius: float = 0.095
    shine: float = 0.35
    clear: float = 0.0
    swirl: float = 0.0
    swirl_bgr: BGR = (200, 200, 200)
    specks: float = 0.0


HOUSE_DIE = DieStyle()


def random_die(rng: np.random.Generator) -> DieStyle:
    """White, ivory, black, red, blue, green or yellow with pips that show on it."""
    kinds: tuple[tuple[BGR, BGR], ...] = (
        ((232, 238, 240), (28, 26, 26)), ((205, 228, 238), (30, 30, 30)), ((34, 32, 32), (235, 238, 238)),
        ((40, 34, 178), (236, 240, 240)), ((150, 60, 30), (236, 240, 240)), ((60, 120, 30), (236, 240, 240)),
        ((60, 190, 225), (26, 26, 26)), ((232, 238, 240), (40, 30, 190)), ((120, 50, 110), (236, 240, 240)),
        ((170, 180, 185), (25, 25, 25)),
    )
    body, pip = kinds[int(rng.integers(len(kinds)))]
    return DieStyle(
        edge_mm=float(rng.uniform(14, 19)),
        body=body,
        pip=pip,
        rounding=float(rng.uniform(0.05, 0.2)),
        corner=float(rng.uniform(0.70, 0.80)),
        pip_radius=float(rng.uniform(0.085, 0.115)),
        shine=float(rng.uniform(0.05, 0.6)),
    )


def rotation(axis: Array, angle_rad: float) -> Array:
    """A turn (3, 3) about an axis (3,) by Rodrigues' formula."""
    x, y, z = axis / np.linalg.norm(axis)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle_rad) * k + (1 - np.cos(angle_rad)) * k @ k)


def showing(value: int, yaw_deg: float) -> Array:
    """The turn of a die that lies flat with `value` on top. ValueError unless it is 1 to 6."""
    if value not in _FACES:
        raise ValueError(f"a die shows 1 to 6, not {value}")
    axis = _FACES.index(value)
    up = np.zeros(3)
    up[axis // 2] = 1 if axis % 2 == 0 else -1
    if abs(up[2]) > 0.5:
        lift = np.eye(3) if up[2] > 0 else rotation(np.array([1.0, 0, 0]), np.pi)
    else:
        lift = rotation(np.cross(up, [0, 0, 1.0]), np.pi / 2)
    return rotation(np.array([0, 0, 1.0]), np.radians(yaw_deg)) @ lift


def top_value(turn: Array) -> int:
    """The face that looks up most."""
    up = turn.T @ np.array([0, 0, 1.0])
    axis = int(np.argmax(np.abs(up)))
    return _FACES[2 * axis + (0 if up[axis] > 0 else 1)]


def draw_die(
    style: DieStyle, turn: Array, centre_mm: Array, lens: Lens, samples: int = 2
) -> tuple[Image, NDArray[np.float32], int, int]:
    """A die seen by the lens in even light: its patch (BGR), alpha 0 to 1, and the patch's corner x, y in px."""
    straight = lens.straight(centre_mm[None])[0]
    shift = lens.bent(straight[None])[0] - straight
    reach = int(np.ceil(style.edge_mm * 0.9 * lens.scale_at((centre_mm[0], centre_mm[1])) * 1.05)) + 2
    corner = np.floor(straight).astype(int) - reach
    n = 2 * reach + 1
    offsets = (np.arange(n * samples) + 0.5) / samples
    xs, ys = np.meshgrid(offsets + corner[0], offsets + corner[1])
    # The bend moves the whole die by a fraction of a pixel more than its corner.
    part = shift - np.round(shift)
    rays = lens.rays(np.column_stack([xs.ravel() - part[0], ys.ravel() - part[1]]))
    colour, cover = _trace(style, turn, (lens.place_mm - centre_mm) / style.edge_mm, rays)
    colour = colour.reshape(n, samples, n, samples, 3)
    share = cover.reshape(n, samples, n, samples)
    alpha = share.mean(axis=(1, 3))
    patch = (colour * share[..., None]).sum(axis=(1, 3)) / np.maximum(share.sum(axis=(1, 3)), 1e-6)[..., None]
    x0, y0 = corner + np.round(shift).astype(int)
    return np.clip(patch, 0, 255).astype(np.uint8), alpha.astype(np.float32), int(x0), int(y0)


def _trace(style: DieStyle, turn: Array, eye: Array, rays: Array) -> tuple[Array, Array]:
    """Colours (n, 3) and hits (n,) of rays from `eye`, all in edges of the die."""
    eye, rays = eye @ turn, rays @ turn  # into the die's own axes
    along = -(rays @ eye)
    nearest = np.linalg.norm(eye + rays * along[:, None], axis=1)
    alive = np.flatnonzero(nearest < 0.88)
    colour = np.zeros((len(rays), 3))
    cover = np.zeros(len(rays))
    if len(alive) == 0:
        return colour, cover
    d = rays[alive]
    p = eye + d * (along[alive] - 0.95)[:, None]
    gap = np.zeros(len(alive))
    for _ in range(14):
        gap = _distance(p, style)
        p += d * gap[:, None]
    hit = gap < 0.01
    p, d, alive = p[hit], d[hit], alive[hit]
    e = 1e-3
    normal = np.stack([_distance(p + step, style) - _distance(p - step, style) for step in np.eye(3) * e], axis=1)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
    lamp = np.array([0.30, -0.42, 0.86]) @ turn
    sky = np.array([0, 0, 1.0]) @ turn
    diffuse = np.clip(normal @ lamp, 0, None)
    ambient = 0.42 + 0.16 * (normal @ sky)
    mirror = d - 2 * (d * normal).sum(axis=1, keepdims=True) * normal
    shine = style.shine * np.clip(mirror @ lamp, 0, None) ** 28
    pip = _pip_share(p, style)
    body = _body(p, style)
    through = np.zeros(len(p))
    if style.clear > 0:
        # Straight through to the far side: a flat box is near enough for what shows so faintly.
        with np.errstate(divide="ignore"):
            way = ((np.sign(d) * 0.5 - p) / d).min(axis=1)
        far = _pip_share(p + d * way[:, None], style)
        body += (np.array(style.pip) - body) * (0.25 * style.clear * far)[:, None]
        through = 0.5 * style.clear * (1 - pip) * np.clip(1.4 - way, 0, 1)
    base = body * (1 - pip[:, None]) + np.array(style.pip) * pip[:, None]
    colour[alive] = base * (ambient + 0.52 * diffuse)[:, None] + 255 * shine[:, None] * (1 - 0.6 * pip[:, None])
    cover[alive] = 1 - through
    return colour, cover


def _body(p: Array, style: DieStyle) -> Array:
    """The colour (n, 3) of the die's stuff at points of its surface: plain, veined or with glitter."""
    body = np.broadcast_to(np.array(style.body, float), (len(p), 3)).copy()
    if style.swirl > 0:
        bent = p[:, 0] * 5 + 2.2 * np.sin(p[:, 1] * 7 + 1) + 1.7 * np.sin(p[:, 2] * 6 + p[:, 0] * 4)
        vein = style.swirl * np.clip(1.2 * np.sin(bent) - 0.2, 0, 1)
        body += (np.array(style.swirl_bgr) - body) * vein[:, None]
    if style.specks > 0:
        cell = np.floor(p * 26) @ np.array([12.9898, 78.233, 37.719])
        bright = np.modf(np.abs(np.sin(cell) * 43758.5453))[0] < style.specks
        body[bright] = body[bright] * 0.4 + 150
    return body


def _distance(p: Array, style: DieStyle) -> Array:
    # Column by column: numpy is ten times slower over an axis of three.
    r = style.rounding
    x, y, z = (np.abs(p[:, i]) - (0.5 - r) for i in range(3))
    inside = np.minimum(np.maximum(np.maximum(x, y), z), 0)
    box = np.sqrt(np.maximum(x, 0) ** 2 + np.maximum(y, 0) ** 2 + np.maximum(z, 0) ** 2) + inside - r
    ball = np.sqrt(p[:, 0] ** 2 + p[:, 1] ** 2 + p[:, 2] ** 2) - style.corner
    return np.asarray(np.maximum(box, ball))


def _pip_share(p: Array, style: DieStyle) -> Array:
    """1 where a point of the surface is inside a pip, 0 outside, soft between."""
    axis = np.abs(p).argmax(axis=1)
    side = np.take_along_axis(p, axis[:, None], axis=1)[:, 0] > 0
    share = np.zeros(len(p))
    for a in range(3):
        u, v = (a + 1) % 3, (a + 2) % 3
        for positive in (True, False):
            on = (axis == a) & (side == positive)
            if not on.any():
                continue
            value = _FACES[2 * a + (0 if positive else 1)]
            spots = np.array(_PIPS[value], float) * _PIP_PITCH
            gap = np.min(np.hypot(p[on][:, u, None] - spots[:, 0], p[on][:, v, None] - spots[:, 1]), axis=1)
            radius = style.pip_radius * (1.25 if value == 1 else 1.0)
            share[on] = np.clip((radius - gap) / 0.012 + 0.5, 0, 1)
    return share
