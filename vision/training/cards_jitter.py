"""What makes each batch new: colours, blur, noise, and where its windows are cut; on whole batches in PyTorch."""

from __future__ import annotations

import numpy as np
import torch
from torch.nn import functional as F

Batch = torch.Tensor


def colour_jitter(x: Batch, g: torch.Generator) -> Batch:
    """Brightness, contrast, colour cast, saturation; x is (N, 3, H, W) in 0..1."""
    n = len(x)

    def u(lo: float, hi: float, *shape: int) -> Batch:
        return torch.rand((n, *shape), generator=g) * (hi - lo) + lo

    grey = x.mean(1, keepdim=True)
    x = grey + (x - grey) * u(0.4, 1.35, 1, 1, 1)
    x = x * torch.exp(u(-0.22, 0.22, 3, 1, 1)) * torch.exp(u(-0.5, 0.25, 1, 1, 1))
    return (x - 0.5) * u(0.7, 1.15, 1, 1, 1) + 0.5 + u(-0.1, 0.1, 1, 1, 1)


def soften(x: Batch, g: torch.Generator) -> Batch:
    """Blur a third of the batch a little, add noise to all of it."""
    n = len(x)
    k = int(torch.randint(0, 3, (1,), generator=g))
    if k:
        part = torch.rand(n, generator=g) < 0.35
        blurred = F.avg_pool2d(F.pad(x, (k, k, k, k), mode="replicate"), 2 * k + 1, 1)
        mix = torch.rand((n, 1, 1, 1), generator=g) * part.view(-1, 1, 1, 1)
        x = x * (1 - mix) + blurred * mix
    return x + _noise(g, *x.shape) * torch.rand((n, 1, 1, 1), generator=g) * 0.06


_POOL: dict[tuple[int, ...], Batch] = {}


def _noise(g: torch.Generator, n: int, c: int, h: int, w: int) -> Batch:
    """Noise drawn once and rolled: drawing it anew takes longer than the network."""
    key = (n, c, h, w)
    if key not in _POOL:
        _POOL[key] = torch.randn((2 * n, c, h, w), generator=g)
    at, dx = int(torch.randint(0, n, (1,), generator=g)), int(torch.randint(0, w, (1,), generator=g))
    return torch.roll(_POOL[key][at : at + n], dx, 3)


def jitter_patches(x: Batch, g: torch.Generator, out_wh: tuple[int, int], zoom: float,
                   shift: float = 0.075, scale: float = 0.16, turn: float = 0.14, across: Batch | None = None) -> Batch:
    """Cut the net's window from stored patches: shifted, scaled, turned, sheared.

    `across`: quarter turns (N,) on top.
    """
    n = len(x)

    def u(s: float) -> Batch:
        return (torch.rand(n, generator=g) * 2 - 1) * s

    w, h = out_wh
    aspect = w / h
    kx = zoom * torch.exp(u(scale * 0.6))
    ky = kx * torch.exp(u(scale * 0.7))
    a, shear = u(turn), u(0.1)
    if across is not None:
        a = a + across * (np.pi / 2)
    c, s = torch.cos(a), torch.sin(a)
    theta = torch.zeros(n, 2, 3)
    theta[:, 0, 0], theta[:, 0, 1] = kx * c, -kx * s / aspect + shear * kx
    theta[:, 1, 0], theta[:, 1, 1] = ky * s * aspect, ky * c
    theta[:, 0, 2], theta[:, 1, 2] = u(shift * 1.6), u(shift * 1.3)
    grid = F.affine_grid(theta, [n, 3, h, w], align_corners=False)
    return F.grid_sample(x, grid, padding_mode="border", align_corners=False)
