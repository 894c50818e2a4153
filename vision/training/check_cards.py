"""How well the card reader reads labelled photographs: a table per kind, and the worst photos.

    python -m vision.training.check_cards PHOTOS_DIR [--only TEXT] [--skip TEXT] [--dice]
    python -m vision.training.check_cards --drawn 10 [--letters german]

PHOTOS_DIR holds `cards.csv` and `cards/` (and, for `--dice`, `dice/`, in which no card may be
sure). `--drawn N` reads N drawn 12 Mpx tables of each kind instead. Nothing is learned here.
Ends with a word and status 0 where the photos are missing.
"""

from __future__ import annotations

import argparse
import csv
import statistics
import time
from collections import Counter, defaultdict
from pathlib import Path

import cv2
import numpy as np

from vision.card_nets import LETTER_COLUMNS
from vision.card_reader import CardReader
from vision.decks import Deck
from vision.training.drawn_tables import LENGTH_PX, table


def truth_of(text: str) -> Counter[str]:
    """`10H;AS` as a count of codes."""
    codes = [c.strip().upper().replace("10", "T") for c in text.split(";") if c.strip()]
    return Counter(c[:-1] + c[-1].lower() for c in codes)


def drawn(count: int, letters: str) -> None:
    """Read drawn tables, each of another deck, and print recall and wrong readings per kind."""
    cv2.setNumThreads(1)
    reader = CardReader(Deck(letters, letters))
    for kind in ("spaced", "fanned"):
        sums: Counter[str] = Counter()
        for seed in range(count):
            scene = table(np.random.default_rng(1000 + seed), fanned=kind == "fanned", letters=letters)
            seen = reader.read(scene.image, card_length_px=LENGTH_PX)
            got, want = {c.card for c in seen.cards if c.sure}, set(scene.codes)
            sums.update(truth=len(want), right=len(got & want), wrong=len(got - want))
            if got != want and count <= 20:
                print(f"  {kind} {seed}: missed {' '.join(sorted(want - got))}, wrong {' '.join(sorted(got - want))}")
        print(f"{kind}: {sums['right']} of {sums['truth']} read ({sums['right'] / sums['truth']:.3f}), "
              f"{sums['wrong']} wrong")


def main() -> None:
    """Read all, print what came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path, nargs="?", default=Path("photos"))
    parser.add_argument("--drawn", type=int, default=0)
    parser.add_argument("--letters", choices=LETTER_COLUMNS, default="english", help="of the drawn decks' courts")
    parser.add_argument("--only", default="")
    parser.add_argument("--skip", default="\0")
    parser.add_argument("--dice", action="store_true")
    parser.add_argument("--worst", type=int, default=40)
    args = parser.parse_args()
    if args.drawn:
        drawn(args.drawn, args.letters)
        return
    if not (args.photos / "cards.csv").exists():
        print(f"no photos at {args.photos}: nothing checked")
        return
    cv2.setNumThreads(1)
    reader = CardReader()
    if args.dice:
        rows = [{"file": p.name, "source": "dice", "kind": "dice", "cards": "", "view": ""}
                for p in sorted((args.photos / "dice").glob("*.jpg"))]
    else:
        with open(args.photos / "cards.csv", newline="") as f:
            rows = [r for r in csv.DictReader(f) if args.only in r["source"] and args.skip not in r["source"]]
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    ms: list[float] = []
    faults = []
    for row in rows:
        image = cv2.imread(str(args.photos / ("dice" if args.dice else "cards") / row["file"]))
        if image is None:
            continue
        start = time.process_time()
        seen = reader.read(image)  # type: ignore[arg-type]
        ms.append(1000 * (time.process_time() - start))
        want = truth_of(row["cards"])
        got = Counter(c.card for c in seen.cards if c.sure)
        unsure = [f"{c.card}?{c.confidence:.2f}" for c in seen.cards if not c.sure]
        wrong, missed = got - want, want - got
        source = row["source"].split("/")[0]
        kind = row["kind"] + (" oblique" if row["view"] == "oblique" else "")
        if source == "jaxon411":
            kind = "jaxon411 " + kind
        for key in (kind, "ALL", "  " + source):
            sums[key].update(photos=1, truth=sum(want.values()), right=sum((got & want).values()),
                             wrong=sum(wrong.values()), unsure=len(unsure), exact=int(got == want))
        if wrong or missed:
            faults.append((sum(wrong.values()), sum(missed.values()),
                           f"{row['file']}: wrong {' '.join(wrong.elements()) or '-'}, "
                           f"missed {' '.join(missed.elements()) or '-'}, unsure {' '.join(unsure) or '-'}"))
    print(f"{'kind':28}{'photos':>7}{'truth':>7}{'right':>7}{'wrong':>7}{'unsure':>7}{'recall':>8}{'wrong%':>8}{'exact':>7}")
    for key in sorted(sums, key=lambda k: (k.startswith(" "), k == "ALL", k)):
        t = sums[key]
        said = t["right"] + t["wrong"]
        print(f"{key:28}{t['photos']:7}{t['truth']:7}{t['right']:7}{t['wrong']:7}{t['unsure']:7}"
              f"{t['right'] / t['truth'] if t['truth'] else float('nan'):8.3f}"
              f"{100 * t['wrong'] / said if said else 0:8.2f}{t['exact'] / t['photos']:7.3f}")
    if ms:
        print(f"median {statistics.median(ms):.0f} ms, worst {max(ms):.0f} ms of processor time a photo")
    for _, _, text in sorted(faults, key=lambda f: (-f[0], -f[1]))[: args.worst]:
        print(text)


if __name__ == "__main__":
    main()
