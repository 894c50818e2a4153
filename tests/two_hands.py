"""Plays the demo's hands on the real screen, camera pipeline and buttons; prints what was done and what was booked.

python -m tests.two_hands DATA SNAPSHOTS HANDS SEED
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from assistant.demo import Demo
from assistant.evening import RunArgs, open_evening
from assistant.events import to_json


def main(data: str, snapshots: str, hands: str, seed: str) -> int:
    """One JSON object: `booked`, `truth`, `by_hand`, `questions`, `shown` texts and the end's money."""
    args = RunArgs(data=Path(data), demo=True, snapshots=Path(snapshots), hands=int(hands), seed=int(seed), pace=1.5)
    session = open_evening(args)
    script = session._script
    assert isinstance(script, Demo)
    from ui import environment

    environment.prepare(None, None, False)
    from ui.app import run

    status = run(session, args.snapshots)
    state = session.state
    assert state is not None
    report = {
        "booked": [to_json(e) for e in session.past],
        "truth": [to_json(e) for e in script.truth],
        "by_hand": [to_json(e) for e in script.by_hand],
        "questions": script.questions,
        "finished": script.finished,
        "chips": {s.seat: s.chips for s in state.seats},
        "side_pot": state.side_pot,
        "status": status,
    }
    print(json.dumps(report))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
