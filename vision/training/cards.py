"""Train the card reader's three networks, from packages by name to ONNX.

    python -m vision.training.cards [--work DIR] [--only corner,whole,finder] [--processes N] [--photos DIR]

`corner` reads an upright index patch, `whole` a rectified card, `finder` finds
index corners in a picture. `SCHEDULE` has its rounds; the one with
photographs is left out where no `--photos` are given.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from vision.training.cards_data import (
    CORNER_NONE,
    NET_WH_PX,
    SEED,
    STORE_WH_PX,
    WHOLE_WH_PX,
    make_indices,
    make_shard,
    source_of,
)
from vision.training.cards_jitter import Batch, colour_jitter, jitter_patches, soften
from vision.training.cards_nets import CornerNet, FinderNet, WholeNet
from vision.training.cards_photos import PhotoPatches, free_patches

MODELS = Path(__file__).parent.parent / "models"


def _floats(x: Any) -> Batch:
    return torch.from_numpy(x).permute(0, 3, 1, 2).float().contiguous(memory_format=torch.channels_last) / 255


def _fit(net: nn.Module, batches: Any, steps: int, lr: float, label: str) -> None:
    """AdamW, one cosine over so many steps; bf16 and channels last for speed."""
    net.train()
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    optimiser = torch.optim.AdamW(net.parameters(), lr=lr, weight_decay=0.02)
    mean = 0.0
    for step in range(steps):
        warm = min(1.0, (step + 1) / 200)
        for group in optimiser.param_groups:
            group["lr"] = lr * warm * (0.5 * (1 + np.cos(np.pi * step / steps)) * 0.99 + 0.01)
        loss = batches(step)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 3.0)
        optimiser.step()
        mean = 0.98 * mean + 0.02 * float(loss.detach()) if step else float(loss.detach())
        if step % 100 == 99:
            print(f"{label}: step {step + 1} of {steps}, loss {mean:.4f}", flush=True)
    net.eval()


class Patches:
    """Pictures with classes from many arrays, shuffled anew each time all were seen.

    Arrays stay where they are: together they are too large to be copied.
    """

    def __init__(self, parts: Sequence[tuple[Any, Any]], rng: np.random.Generator) -> None:
        self._parts = [(x, y.astype(np.int64)) for x, y in parts if len(x)]
        self._rng = rng
        self._all = np.concatenate([np.c_[np.full(len(y), i), np.arange(len(y))]
                                    for i, (_, y) in enumerate(self._parts)])
        self._at = len(self._all)

    def take(self, count: int) -> tuple[Any, Any]:
        """The next so many: (N, H, W, 3) uint8 and (N,)."""
        if self._at + count > len(self._all):
            self._at = 0
            self._rng.shuffle(self._all)
        pick = self._all[self._at : self._at + count]
        self._at += count
        return (np.stack([self._parts[i][0][j] for i, j in pick]),
                np.array([self._parts[i][1][j] for i, j in pick]))


def _ahead(make: Callable[[], tuple[Batch, Batch]]) -> Iterator[tuple[Batch, Batch]]:
    """Batches without end, each made while the one before is learned: a second core has that to do."""
    with ThreadPoolExecutor(1) as other:
        coming = other.submit(make)
        while True:
            ready = coming.result()
            coming = other.submit(make)
            yield ready


def classify(net: nn.Module, drawn: Patches, photos: Patches | None, steps: int, lr: float, seed: int,
             kind: str) -> None:
    """Train a patch classifier on index patches (corner) or whole cards (whole), 6 % of photographs if any."""
    g = torch.Generator().manual_seed(seed)
    rng = np.random.default_rng(seed)
    size, smooth = (256, 0.01) if kind == "corner" else (96, 0.02)
    real = round(0.06 * size) if photos else 0

    def make() -> tuple[Batch, Batch]:
        x, y = drawn.take(size - real)
        if photos:
            more, labels = photos.take(real)
            x, y = np.concatenate([x, more]), np.concatenate([y, labels])
        images = _floats(x)
        if kind == "corner":
            # an index across is none: the finder now and then takes one card's length for its width
            pick = rng.random(size) < 0.05
            across = torch.from_numpy((pick * rng.choice([-1, 1], size)).astype(np.float32))
            y = np.where(pick, CORNER_NONE, y)
            images = jitter_patches(images, g, NET_WH_PX, NET_WH_PX[0] / STORE_WH_PX[0], 0.075, 0.2, 0.15, across)
        else:
            images = jitter_patches(images, g, WHOLE_WH_PX, 1.0, 0.02, 0.06, 0.03)
        images = soften(colour_jitter(images, g), g).clamp(-0.2, 1.3)
        return images.contiguous(memory_format=torch.channels_last), torch.from_numpy(y)

    batches = _ahead(make)

    def batch(_: int) -> Batch:
        images, labels = next(batches)
        with torch.autocast("cpu", torch.bfloat16):
            logits = net(images)
        return F.cross_entropy(logits.float(), labels, label_smoothing=smooth)

    _fit(net, batch, steps, lr, kind)


def finder_targets(points: Any, scale: float, size: int) -> tuple[Batch, Batch, Batch]:
    """Heat, regression (6, H, W) and its mask at stride 4 for one picture's corners."""
    n = size // 4
    heat, mask = np.zeros((n, n), np.float32), np.zeros((n, n), np.float32)
    care = np.ones((n, n), np.float32)
    reg = np.zeros((6, n, n), np.float32)
    yy, xx = np.mgrid[0:n, 0:n].astype(np.float32)
    for p in points:
        cx, cy = p[0] * scale, p[1] * scale
        if not (0 <= cx < size and 0 <= cy < size):
            continue
        frame = p[2:8].reshape(3, 2) * scale
        length = np.hypot(*frame[2])
        d2 = (xx * 4 + 1.5 - cx) ** 2 + (yy * 4 + 1.5 - cy) ** 2
        sigma = max(2.5, 0.03 * length)
        if p[8] < 0.86:
            if p[8] > 0.4:
                care[d2 < (2.5 * sigma) ** 2] = 0
            continue
        bump = np.exp(-d2 / (2 * sigma**2))
        bump[int(np.clip(cy / 4, 0, n - 1)), int(np.clip(cx / 4, 0, n - 1))] = 1
        near = (bump > 0.4) & (bump > heat)
        heat = np.maximum(heat, bump)
        mask[near] = 1
        # where the frame's origin lies from here, and its two axes, in units of 64 px
        reg[0][near] = (frame[0, 0] - (xx * 4 + 1.5))[near] / 64
        reg[1][near] = (frame[0, 1] - (yy * 4 + 1.5))[near] / 64
        for i, v in enumerate(frame[1:].ravel()):
            reg[2 + i][near] = v / 64
    return torch.from_numpy(np.stack([heat, care])), torch.from_numpy(reg), torch.from_numpy(mask)


def train_finder(net: nn.Module, data: dict[str, Any], steps: int, lr: float, seed: int) -> None:
    """Train the corner finder on whole scenes, between half and full size."""
    g = torch.Generator().manual_seed(seed)
    rng = np.random.default_rng(seed)
    scenes, starts, points = data["scenes"], data["starts"], data["points"]

    def batch(_: int) -> Batch:
        size = int(rng.choice([192, 224, 256, 288]))
        images, heats, regs, masks = [], [], [], []
        for _ in range(12):
            i = int(rng.integers(len(scenes)))
            pts = points[starts[i] : starts[i + 1]].copy()
            img = scenes[i]
            lengths = np.hypot(pts[:, 6], pts[:, 7]) if len(pts) else np.array([100.0])
            # bring the cards to 70 to 165 px where the scene is not there yet
            want = np.exp(rng.uniform(np.log(66), np.log(170)))
            k = float(np.clip(want / np.median(lengths), 0.5, 1.3))
            img = cv2.resize(img, None, fx=k, fy=k, interpolation=cv2.INTER_AREA if k < 1 else cv2.INTER_LINEAR)
            s = img.shape[0]
            if s < size:
                img = cv2.copyMakeBorder(img, 0, size - s, 0, size - s, cv2.BORDER_REFLECT_101 if s * 2 > size + 2
                                         else cv2.BORDER_REPLICATE)
                if s * 2 > size + 2:  # mirrored indices beyond the edge are no indices: grey them
                    img[s:] = img[s:].mean((0, 1))
                    img[:, s:] = img[:, s:].mean((0, 1))
                oy = ox = 0
            else:
                oy, ox = rng.integers(0, s - size + 1, 2)
                img = img[oy : oy + size, ox : ox + size]
            pts[:, 0:8] *= k
            pts[:, [0, 2]] -= ox
            pts[:, [1, 3]] -= oy
            turn = int(rng.integers(4))
            img = np.rot90(img, turn)
            for _ in range(turn):  # rot90: (x, y) -> (y, size-1-x)
                for a in (0, 2):
                    pts[:, [a, a + 1]] = np.c_[pts[:, a + 1], size - 1 - pts[:, a]]
                for a in (4, 6):
                    pts[:, [a, a + 1]] = np.c_[pts[:, a + 1], -pts[:, a]]
            h, r, m = finder_targets(pts, 1.0, size)
            images.append(np.ascontiguousarray(img))
            heats.append(h)
            regs.append(r)
            masks.append(m)
        x = soften(colour_jitter(_floats(np.stack(images)), g), g).clamp(-0.2, 1.3)
        heat, care = torch.stack(heats).unbind(1)
        reg, mask = torch.stack(regs), torch.stack(masks)
        with torch.autocast("cpu", torch.bfloat16):
            out = net(x.contiguous(memory_format=torch.channels_last))
        out = out.float()
        logit = out[:, 0]
        p = torch.sigmoid(logit).clamp(1e-4, 1 - 1e-4)
        positive = (heat >= 0.999).float()
        focal = -(positive * (1 - p) ** 2 * torch.log(p)
                  + (1 - positive) * (1 - heat) ** 4 * p**2 * torch.log(1 - p)) * care
        count = positive.sum().clamp(min=1)
        loss_reg = (F.smooth_l1_loss(out[:, 1:], reg, beta=0.05, reduction="none") * mask[:, None]).sum()
        return focal.sum() / count + 4.0 * loss_reg / (mask.sum() * 6).clamp(min=1)

    _fit(net, batch, steps, lr, "finder")


def export(net: nn.Module, path: Path, shape: tuple[int, ...], dynamic: dict[int, str]) -> None:
    """Write the network as ONNX."""
    net = net.to("cpu").eval().to(memory_format=torch.contiguous_format)  # type: ignore[call-overload]
    torch.onnx.export(net, (torch.zeros(shape),), str(path), input_names=["image"], output_names=["out"],
                      dynamic_axes={"image": dynamic}, opset_version=13, dynamo=False)
    print(f"training: wrote {path.name}, {path.stat().st_size / 1e6:.2f} MB")


@dataclass(frozen=True)
class Round:
    """So many steps, the highest learning rate; with photographs or without."""

    steps: int
    lr: float
    photos: bool = False


# Each round goes on from where the last one ended, on all shards.
SCHEDULE: dict[str, list[Round]] = {
    "corner": [Round(10_600, 3e-3), Round(2_000, 1e-3, photos=True)],
    "whole": [Round(3_600, 2e-3)],
    "finder": [Round(4_600, 2e-3)],
}
SHARDS = 34
# Index patches alone, for the corner net; the foreign courts' three times, for they are few.
INDEX_SHARDS = (*range(23), *range(30, 64), *3 * tuple(range(64, 72)))


def _drawn(name: str, work: Path, rng: np.random.Generator) -> Patches:
    what, labels = ("corners", "corner_labels") if name == "corner" else ("wholes", "whole_labels")
    parts = []
    for number in range(SHARDS):
        data = np.load(work / "shards" / f"{number:04d}.npz")
        x, y = data[what], data[labels]
        if name == "corner":  # half of those without an index: there are too many, and they are easy
            keep = (y != CORNER_NONE) | (rng.random(len(y)) < 0.5)
            x, y = x[keep], y[keep]
        parts.append((x, y))
    for number in INDEX_SHARDS if name == "corner" else ():
        data = np.load(work / "indices" / f"{number:04d}.npz")
        parts.append((data[what], data[labels]))
    return Patches(parts, rng)


def _scenes(work: Path) -> dict[str, Any]:
    """All shards' scenes, their indices, and where each scene's indices start."""
    parts = [np.load(work / "shards" / f"{number:04d}.npz") for number in range(SHARDS)]
    counts = np.concatenate([np.diff(part["point_starts"]) for part in parts])
    return {"scenes": [scene for part in parts for scene in part["scenes"]],  # together they would be too large a copy
            "points": np.concatenate([part["points"] for part in parts]),
            "starts": np.concatenate([[0], np.cumsum(counts)])}


def train(name: str, work: Path, net: nn.Module, one: Round, photos: Sequence[PhotoPatches] = ()) -> None:
    """One round of one network."""
    if name == "finder":
        train_finder(net, _scenes(work), one.steps, one.lr, SEED)
        return
    rng = np.random.default_rng(SEED)
    real = [(p.corners, p.corner_labels) if name == "corner" else (p.wholes, p.whole_labels) for p in photos]
    classify(net, _drawn(name, work, rng), Patches(real, rng) if real else None, one.steps, one.lr,
             SEED, name)


def _draw(work: Path, kind: str, number: int) -> str:
    """One shard, in whichever process has time; each loads the art once."""
    make = {"shards": make_shard, "indices": make_indices}[kind]
    make(work, number, source_of(work))
    return f"training: drew {kind} {number}"


def draw_data(work: Path, processes: int) -> None:
    """Fetch art and draw the shards that are missing."""
    wanted = [("shards", n) for n in range(SHARDS)] + [("indices", n) for n in sorted({*INDEX_SHARDS})]
    missing = [(kind, n) for kind, n in wanted if not (work / kind / f"{n:04d}.npz").exists()]
    if not missing:
        return
    source_of(work)  # fetched once, before the others look
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for done in as_completed(pool.submit(_draw, work, kind, n) for kind, n in missing):
            print(done.result(), flush=True)


def main() -> None:
    """Draw the data where missing, train each network by its schedule, export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("cards-train"))
    parser.add_argument("--only", default="corner,whole,finder")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument("--photos", type=Path, help="folder with cards.csv and cards/")
    parser.add_argument("--without", default="", help="sources of photographs to leave out, to check on")
    args = parser.parse_args()
    draw_data(args.work, args.processes)
    photos = free_patches(args.photos, without=args.without.split(",")) if args.photos else []
    with ProcessPoolExecutor(args.processes, get_context("spawn")) as pool:
        for done in [pool.submit(make, name, args.work, args.out, photos) for name in args.only.split(",")]:
            done.result()


def make(name: str, work: Path, out: Path, photos: Sequence[PhotoPatches]) -> None:
    """Train one network by its schedule and write it; networks side by side, a thread each, take the least time."""
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    net: nn.Module = {"corner": CornerNet, "whole": WholeNet, "finder": FinderNet}[name]()
    for one in SCHEDULE[name]:
        if one.photos and not photos:
            continue
        train(name, work, net, one, photos if one.photos else ())
    w, h = {"corner": NET_WH_PX, "whole": WHOLE_WH_PX, "finder": (256, 256)}[name]
    export(net, out / f"cards-{name}.onnx", (1, 3, h, w), {0: "n"} if name != "finder" else {2: "h", 3: "w"})


if CORNER_NONE != 68:
    raise AssertionError("the corner network's classes and its data do not fit")

if __name__ == "__main__":
    main()
