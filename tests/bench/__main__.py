"""All benches, one after another: `python -m tests.bench`. Ratios and budgets are for one idle core."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def main() -> int:
    """Runs each bench in a process of its own; 0 when all ran."""
    env = {**os.environ, "OMP_NUM_THREADS": "1", "OPENCV_FOR_THREADS_NUM": "1"}
    failed = 0
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        print(f"== {path.stem}", flush=True)
        failed |= subprocess.run([sys.executable, "-m", f"tests.bench.{path.stem}"], env=env, check=False).returncode
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
