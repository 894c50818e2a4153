"""The three small networks of the card reader, in PyTorch, for training only."""

from __future__ import annotations

import torch
from torch import nn


def conv(i: int, o: int, stride: int = 1, k: int = 3) -> nn.Sequential:
    """Convolution, batch norm, ReLU."""
    return nn.Sequential(nn.Conv2d(i, o, k, stride, k // 2, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))


class Block(nn.Module):
    """Two convolutions and a way round them."""

    def __init__(self, c: int) -> None:
        super().__init__()
        self.a = conv(c, c)
        self.b = nn.Sequential(nn.Conv2d(c, c, 3, 1, 1, bias=False), nn.BatchNorm2d(c))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu_(x + self.b(self.a(x)))


class CornerNet(nn.Module):
    """(N, 3, 72, 48) in 0..1 to 69 logits: 17 ranks in each of 4 suits, and no index."""

    def __init__(self, classes: int = 69) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, 2),  # 36 x 24
            conv(24, 48, 2), Block(48),  # 18 x 12
            conv(48, 96, 2), Block(96), Block(96),  # 9 x 6
            conv(96, 64, 1, 1),
        )
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.1), nn.Linear(64 * 54, classes))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.body((x - 0.5) * 4))


class WholeNet(nn.Module):
    """(N, 3, 120, 80) in 0..1 to 54 logits: 52 cards, a back, no card."""

    def __init__(self, classes: int = 54) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16, 2),  # 60 x 40
            conv(16, 32, 2), Block(32),  # 30 x 20
            conv(32, 64, 2), Block(64),  # 15 x 10
            conv(64, 96, 2), Block(96),  # 8 x 5
            conv(96, 48, 1, 1),
        )
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(48 * 40, classes))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.body((x - 0.5) * 4))


class FinderNet(nn.Module):
    """(N, 3, H, W) in 0..1, sides divisible by 16, to (N, 7, H/4, W/4).

    Channel 0 is the logit of an index's middle; 1 to 6, in units of 64 px, lead
    to the card's corner and give its width and length axes, one card length each.
    """

    def __init__(self) -> None:
        super().__init__()
        self.s2 = conv(3, 16, 2)
        self.s4 = nn.Sequential(conv(16, 32, 2), Block(32))
        self.s8 = nn.Sequential(conv(32, 48, 2), Block(48))
        self.s16 = nn.Sequential(conv(48, 80, 2), Block(80), Block(80))
        self.up8 = conv(80, 48, 1, 1)
        self.mix8 = conv(48, 48)
        self.up4 = conv(48, 32, 1, 1)
        self.mix4 = conv(32, 32)
        self.heat = nn.Sequential(conv(32, 24), nn.Conv2d(24, 1, 1))
        self.frame = nn.Sequential(conv(32, 32), nn.Conv2d(32, 6, 1))
        self.grow = nn.Upsample(scale_factor=2, mode="nearest")
        last = self.heat[-1]
        assert isinstance(last, nn.Conv2d)
        assert last.bias is not None
        nn.init.constant_(last.bias, -4.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        a = self.s4(self.s2((x - 0.5) * 4))
        b = self.s8(a)
        c = self.s16(b)
        b = self.mix8(b + self.grow(self.up8(c)))
        a = self.mix4(a + self.grow(self.up4(b)))
        return torch.cat([self.heat(a), self.frame(a)], 1)
