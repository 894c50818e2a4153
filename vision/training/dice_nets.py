# mypy: disable-error-code="misc"
# (PyTorch is not installed where the checks run, so its classes are unknown to mypy.)
"""The four small networks that read dice, in PyTorch, and their way to ONNX.

`Finder` sees a picture in which a die's edge is 10 to 34 px, and says for every 8×8 px whether the middle of
a die's top face is near, where, and how large. `Reader` sees one die whole (64 px, edge about 24) and says
its value and where its top face lies, turned and foreshortened. `FaceReader` sees that face alone, rectified
(40 px, edge 26), and says its value again. `LeanReader` sees a die at the table, the camera's place known, and
says whether it leans. Sizes: see `vision/dice_reader.py`, which runs them.
"""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn


def _conv(i: int, o: int, stride: int = 1, k: int = 3, dilation: int = 1) -> nn.Sequential:
    pad = dilation * (k // 2)
    return nn.Sequential(
        nn.Conv2d(i, o, k, stride, pad, dilation, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True)
    )


class _Res(nn.Module):
    def __init__(self, c: int, dilation: int = 1) -> None:
        super().__init__()
        self.a = _conv(c, c, dilation=dilation)
        self.b = nn.Sequential(nn.Conv2d(c, c, 3, padding=1, bias=False), nn.BatchNorm2d(c))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.b(self.a(x)))


class Finder(nn.Module):
    """Dense: (N, 3, H, W) in 0 to 1 -> (N, 4, H/8, W/8): logit, dx and dy in cells, log of edge / 18 px."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(3, 16, 2, 5), _conv(16, 32, 2), _Res(32), _conv(32, 56, 2), _Res(56), _Res(56, 2), _Res(56, 2),
            nn.Conv2d(56, 4, 1),
        )
        with torch.no_grad():
            self.body[-1].bias[0] = -4.0

    def forward(self, x: Tensor) -> Tensor:
        return self.body(x - 0.5)


class _Classifier(nn.Module):
    """Three levels of `widths` channels at a half, a quarter and an eighth, with `blocks` residual blocks each."""

    def __init__(
        self, widths: tuple[int, int, int], blocks: tuple[int, int, int], cells: int, out: int, hidden: int,
        channels: int = 3,
    ) -> None:
        super().__init__()
        levels: list[nn.Module] = []
        before = channels
        for width, count in zip(widths, blocks, strict=True):
            levels += [_conv(before, width, 2, 3 if levels else 5), *(_Res(width) for _ in range(count))]
            before = width
        self.body = nn.Sequential(*levels)
        self.squeeze = _conv(before, 24, 1, 1)
        self.head = nn.Sequential(
            nn.Flatten(), nn.Linear(24 * cells * cells, hidden), nn.ReLU(), nn.Dropout(0.1), nn.Linear(hidden, out)
        )

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.squeeze(self.body(x)))


class Reader(_Classifier):
    """(N, 3, 64, 64), standardised -> (N, 15): seven classes (none, 1 to 6), whether it leans, the top face."""

    def __init__(self) -> None:
        super().__init__((24, 48, 88), (1, 3, 3), 8, 15, 96)


class FaceReader(_Classifier):
    """(N, 3, 40, 40), standardised -> (N, 7): none, 1 to 6."""

    def __init__(self) -> None:
        super().__init__((20, 36, 56), (1, 2, 2), 5, 7, 48)


class LeanReader(_Classifier):
    """(N, 4, 64, 64), three standardised and how far what is high is pushed aside -> (N, 1): whether it leans."""

    def __init__(self) -> None:
        super().__init__((16, 32, 56), (1, 2, 3), 8, 1, 48, channels=4)


def export(net: nn.Module, path: Path, side: int, dense: bool = False, channels: int = 3) -> None:
    """Write the network as ONNX with a free batch size (and a free picture size for the dense one).

    Weights are stored as halves, which takes half the room; they are computed with as singles.
    """
    net.eval()
    axes = {0: "n", 2: "h", 3: "w"} if dense else {0: "n"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net, (torch.zeros(1, channels, side, side),), str(path), dynamo=False, opset_version=13,
            input_names=["image"], output_names=["out"],
            dynamic_axes={"image": axes, "out": axes if dense else {0: "n"}},
        )
    _halve(path)


def _halve(path: Path) -> None:
    """Store the large weights of a model file as 16-bit floats, each with a cast to 32 bits before its use."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    model = onnx.load(path)
    casts = []
    for tensor in list(model.graph.initializer):
        values = numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.ndim < 2:
            continue
        name = tensor.name + "_half"
        model.graph.initializer.remove(tensor)
        model.graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), name))
        casts.append(helper.make_node("Cast", [name], [tensor.name], to=TensorProto.FLOAT))
    for cast in casts:
        model.graph.node.insert(0, cast)
    onnx.checker.check_model(model)
    onnx.save(model, path)
