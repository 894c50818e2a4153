"""Train the dice networks: one core, seeded, from drawn scenes and the photographs whose licence is free.

    python -m vision.training.dice scenes --work DIR [--photos DIR] [--count 25000] [--seed 1]
    python -m vision.training.dice train finder|reader|face|lean --work DIR [--photos DIR] [--steps N] [--init FILE]
    python -m vision.training.dice export --work DIR --out vision/models
    python -m vision.training.dice all --work DIR --out vision/models [--photos DIR]     # all of these, in order

`--photos` is a folder laid out as its README says (dice.csv, dice/, cards.csv, cards/); of it only sources
with a free licence train (`dice_photos.FREE_DICE`, `free_photos.FREE_CARDS`), and `--without SOURCE` keeps a
further one out, to check on it.
"""

from __future__ import annotations

import argparse
import copy
import multiprocessing as mp
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
import torch.nn.functional as nnf
from torch import Tensor, nn

from vision.dice_face import FACE_SIDE, READ_SIDE
from vision.leaning_net import LEAN_SIDE
from vision.training import dice_data as data
from vision.training.dice_nets import FaceReader, Finder, LeanReader, Reader, export

NETS: dict[str, type[nn.Module]] = {"finder": Finder, "reader": Reader, "face": FaceReader, "lean": LeanReader}
Decoy = tuple[data.Picture, tuple[float, float, float]]
# Steps of the first round, on drawn scenes alone, and of the second, from its weights and with photographs.
STEPS = (
    {"finder": 1200, "reader": 4000, "face": 2500, "lean": 14000}, {"finder": 1600, "reader": 7500, "face": 6000},
)
LEANING_FILES = 12  # of 6,000 dice each, where that many scenes are drawn
BATCH = {"finder": 16, "reader": 96, "face": 128, "lean": 128}
# So much of a batch shows photographs; their few hundred dice are soon known by heart.
REAL = {"finder": 0.4, "reader": 0.3, "face": 0.15}


class Draw:
    """Batches for one network, drawn at random."""

    def __init__(self, kind: str, scenes: list[data.Picture], real: list[data.Picture], seed: int,
                 decoys: Sequence[Decoy] = ()) -> None:
        self.decoys = decoys
        self.kind, self.rng, self.scenes, self.real = kind, np.random.default_rng(seed), scenes, real
        self.dice = [
            [(p, i) for p in pictures for i, v in enumerate(p.values)
             if v >= 1 and (kind == "reader" or (np.isfinite(p.corners[i]).all() and not p.leans_at(i)))]
            for pictures in (scenes, real)
        ]
        self.by_value = {v: [d for d in self.dice[1] if d[0].values[d[1]] == v] for v in range(1, 7)}

    def batch(self) -> list[Tensor]:
        """Tensors as `loss` takes them."""
        rng = self.rng
        rows: list[tuple[Any, ...]] = []
        while len(rows) < BATCH[self.kind]:
            if self.kind == "finder":
                mixed = self.real if self.real and rng.random() < REAL[self.kind] else self.scenes
                rows.append(data.finder_sample(rng, mixed))
                continue
            real = bool(self.dice[1]) and rng.random() < REAL[self.kind]
            pictures = self.real if real else self.scenes
            if rng.random() < 0.25:
                pic, die = pictures[int(rng.integers(len(pictures)))], None
            elif real:
                some = self.by_value[int(rng.integers(1, 7))] or self.dice[1]
                pic, die = some[int(rng.integers(len(some)))]
            else:
                pic, die = self.dice[0][int(rng.integers(len(self.dice[0])))]
            row: tuple[Any, ...]
            if self.kind == "face":
                row = data.face_sample(rng, pic, die)
            elif die is None and self.decoys and rng.random() < 0.6:
                other, place = self.decoys[int(rng.integers(len(self.decoys)))]
                row = data.read_sample(rng, other, None, place)
            else:
                row = data.read_sample(rng, pic, die)
            if row[1] >= 0:
                rows.append(row)
        return [torch.from_numpy(np.array(c)) for c in zip(*rows, strict=True)]


class DrawLeaning:
    """Batches for the network that says whether a die leans, from pictures as `lean_scenes` writes them."""

    def __init__(self, paths: Sequence[Path], seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        parts = [np.load(path) for path in paths]
        self.images, self.leans, self.pushed = (
            np.concatenate([part[name] for part in parts]) for name in ("images", "leans", "pushed")
        )

    def batch(self) -> list[Tensor]:
        """Tensors as `loss` takes them."""
        some = self.rng.integers(len(self.images), size=BATCH["lean"])
        crops = [data.lean_sample(self.rng, self.images[k], float(self.pushed[k])) for k in some]
        return [torch.from_numpy(np.array(crops)), torch.from_numpy(self.leans[some].astype(np.float32))]


def _draw_ahead(draw: Draw | DrawLeaning, queue: Any) -> None:
    os.setsid()  # a session, and so a share of the processor, of its own
    cv2.setNumThreads(1)
    while True:
        queue.put([t.numpy() for t in draw.batch()])


def loss(kind: str, out: Tensor, target: list[Tensor]) -> Tensor:
    """The training loss of one batch."""
    if kind == "finder":
        t = target[0]
        p = out[:, 0]
        ce = nnf.binary_cross_entropy_with_logits(p, t[:, 1], reduction="none")
        pt = torch.exp(-ce)
        focal = ((1 - pt) ** 2 * ce * (0.25 + 0.5 * t[:, 1]) * t[:, 0]).sum() / t[:, 5].sum().clamp(min=8)
        box = (nnf.smooth_l1_loss(out[:, 1:], t[:, 2:5], reduction="none", beta=0.2).sum(1) * t[:, 5]).sum()
        return focal * 4 + box / t[:, 5].sum().clamp(min=8)
    if kind == "lean":
        return nnf.binary_cross_entropy_with_logits(out[:, 0], target[0])
    classes = nnf.cross_entropy(out[:, :7], target[0].long(), label_smoothing=0.02)
    if kind == "face":
        return classes
    known = torch.isfinite(target[1]).all(1)
    face = nnf.smooth_l1_loss(out[:, 8:][known], target[1][known], beta=0.05) if known.any() else 0.0
    dice = torch.isfinite(target[2][:, 0])
    leans = nnf.binary_cross_entropy_with_logits(out[dice, 7], target[2][dice, 0]) if dice.any() else 0.0
    return classes + 3.0 * face + leans


def train(kind: str, draw: Draw | DrawLeaning, steps: int, seed: int, init: Path | None, out: Path,
          rate: float = 3e-3) -> None:
    """Train one network and save its averaged weights."""
    torch.manual_seed(seed)
    net = NETS[kind]().to(memory_format=torch.channels_last)
    if init:
        net.load_state_dict(torch.load(init))
    mean = copy.deepcopy(net)
    fork = mp.get_context("fork")  # the scenes are shared, not copied
    queue = fork.Queue(6)
    worker = fork.Process(target=_draw_ahead, args=(draw, queue), daemon=True)
    worker.start()
    opt = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.01)
    plan = torch.optim.lr_scheduler.OneCycleLR(opt, rate, total_steps=steps, pct_start=0.08 if init else 0.15)
    t0, shown, right, seen = time.time(), 0.0, 0, 0
    for step in range(steps):
        x, *target = (torch.from_numpy(a) for a in queue.get())
        with torch.autocast("cpu", torch.bfloat16):
            y = net(x.to(memory_format=torch.channels_last))
        value = loss(kind, y.float(), target)
        opt.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        opt.step()
        plan.step()
        keep = min(0.995, (step + 1) / (step + 10))
        with torch.no_grad():
            for a, b in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
                if a.dtype.is_floating_point:
                    a.mul_(keep).add_(b, alpha=1 - keep)
                else:
                    a.copy_(b)
        shown = 0.98 * shown + 0.02 * value.item() if step else value.item()
        if kind != "finder":
            said = y[:, 0] > 0 if kind == "lean" else y[:, :7].argmax(1)
            right += int((said == target[0]).sum())
            seen += len(x)
        if step % 100 == 99:
            print(f"{kind} {step + 1}/{steps} loss {shown:.3f} right {right / max(1, seen):.3f} "
                  f"{(time.time() - t0) / (step + 1):.2f} s a step", flush=True)
            right = seen = 0
        if step % 500 == 499:
            torch.save(mean.state_dict(), out)
    worker.terminate()
    torch.save(mean.state_dict(), out)


def draw_scenes(work: Path, photos: Path | None, count: int, seed: int) -> None:
    """Draw the training scenes into `work`, 2,500 to a file, and the dice of which half lean."""
    work.mkdir(parents=True, exist_ok=True)
    more = ["--photos", str(photos)] if photos else []

    def draw(module: str, name: str, k: int, count: int) -> None:
        subprocess.run([sys.executable, "-m", f"vision.training.{module}", str(work / f"{name}{seed + k}.npz"),
                        "--count", str(count), "--seed", str(seed + k), *more], check=True)

    for k in range(-(-count // 2500)):
        draw("dice_scenes", "s", k, min(2500, count - 2500 * k))
    for k in range(LEANING_FILES):
        draw("lean_scenes", "lean", k, min(6000, count))


def export_all(work: Path, out: Path) -> None:
    """ONNX files from the weights in `work`."""
    out.mkdir(parents=True, exist_ok=True)
    for kind, cls in NETS.items():
        if (work / f"{kind}.pt").exists():
            net = cls()
            net.load_state_dict(torch.load(work / f"{kind}.pt"))
            side = {"finder": 160, "reader": READ_SIDE, "face": FACE_SIDE, "lean": LEAN_SIDE}[kind]
            channels = 4 if kind == "lean" else 3
            export(net, out / f"dice_{kind}.onnx", side, dense=kind == "finder", channels=channels)


def _photos(
    kind: str, args: argparse.Namespace, scenes: list[data.Picture]
) -> tuple[list[data.Picture], list[Decoy]]:
    """The photographs that train a network, and for the reader what the finder mistook for dice in all pictures."""
    from vision.training import dice_photos

    real = dice_photos.free_pictures(args.photos, args.work, args.without)
    print(f"{len(real)} photographs train, {sum(len(p.values) for p in real)} dice", flush=True)
    if kind == "face":
        return real, []
    cards = dice_photos.free_cards(args.photos)
    if kind == "finder":
        return real + cards, []
    some = scenes[:: max(1, len(scenes) // 1500)]
    return real, dice_photos.decoys(args.work, [*cards, *real, *some])


def main() -> None:
    """The command line above."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["scenes", "train", "export", "all"])
    parser.add_argument("net", nargs="?", choices=list(NETS))
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("--synthetic", action="store_true", help="no real dice among the training pictures")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--count", type=int, default=25000)
    parser.add_argument("--files", type=int, default=0, help="use only so many files of scenes")
    parser.add_argument("--steps", type=int)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--init", type=Path)
    args = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    if args.what in ("scenes", "all"):
        draw_scenes(args.work, args.photos, args.count, args.seed)
    rounds = [(args.net, args.synthetic or not args.photos, args.init)] if args.what == "train" else []
    if args.what == "all":  # first without photographs; then with those whose dice the first round could place
        rounds = [(k, True, None) for k in STEPS[0]]
        if args.photos:
            rounds += [(k, False, args.work / f"{k}.pt") for k in STEPS[1]]
    files = sorted(args.work.glob("s*.npz"))
    scenes = data.load_scenes(files[: args.files or len(files)]) if any(k != "lean" for k, _, _ in rounds) else []
    for kind, synthetic, init in rounds:
        steps = args.steps or STEPS[init is not None and kind != "lean"][kind]
        draw: Draw | DrawLeaning
        if kind == "lean":
            draw = DrawLeaning(sorted(args.work.glob("lean*.npz")), args.seed)
        else:
            real, decoys = ([], []) if synthetic else _photos(kind, args, scenes)
            draw = Draw(kind, scenes, real, args.seed, decoys)
        train(kind, draw, steps, args.seed, init, args.work / f"{kind}.pt", args.rate)
        if args.what == "all":  # of the first round these place the dice in photographs and find the decoys
            export_all(args.work, args.work)
    if args.what in ("export", "all"):
        export_all(args.work, args.out or args.work)


if __name__ == "__main__":
    main()
