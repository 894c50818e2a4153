"""How fast a night is folded: `python tests/bench/bench_fold.py`.

The budget: 5,000 events, resumed from the journal, in well under half a second.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

from assistant.events import Event, from_json
from assistant.fold import Night

NIGHTS = sorted((Path(__file__).parent.parent / "data/nights").glob("*.jsonl"))


def fold(nights: list[list[Event]]) -> float:
    """Seconds of this process's own time to fold these nights."""
    start_s = time.process_time()
    for night in nights:
        Night(night)
    return time.process_time() - start_s


def main() -> None:
    start_s = time.process_time()
    nights = [[from_json(json.loads(line)) for line in path.read_text().splitlines()[1:]] for path in NIGHTS]
    count = sum(map(len, nights))
    read_s = time.process_time() - start_s
    fold(nights)  # the caches are warm on a live table as well
    best_s = min(fold(nights) for _ in range(5))
    each_us = best_s / count * 1e6
    print(f"{count} events of {len(nights)} nights: read in {read_s * 1000:.0f} ms")
    print(f"folded in {best_s * 1000:.0f} ms, {each_us:.0f} µs an event; 5,000 events: {each_us * 5:.0f} ms")


if __name__ == "__main__":
    main()
