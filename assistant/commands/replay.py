"""`cardspeak replay`: plays a file of events through the same code as the live table."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from assistant.events import Event, from_json
from assistant.fold import Night
from assistant.prompt import prompt_of
from assistant.report import as_json
from assistant.state import Refused, State

HELP = "play a file of table events and print the final state"
EXAMPLE = "cardspeak replay friday.jsonl --trace"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="one JSON object a line; - reads standard input")
    parser.add_argument("--json", action="store_true", help="print the final state as one JSON object")
    parser.add_argument("--trace", action="store_true", help="print the prompt after every event")


def run(args: argparse.Namespace) -> int:
    """Plays the file. 0: all accepted; 1: some refused; 2: nothing to play."""
    try:
        text = sys.stdin.read() if args.file == "-" else Path(args.file).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as e:
        why = e.strerror if isinstance(e, OSError) else "it is not text"
        print(f"cardspeak replay: can't read {args.file}: {why}", file=sys.stderr)
        return 2
    night = Night()
    refused = []
    trace = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            event = read_event(line)
            if event is None:
                continue
            state = night.post(event)
        except (Refused, ValueError) as e:
            refused.append({"line": number, "reason": str(e)})
            trace.append(f"{number}: refused: {e}")
        else:
            trace.append(f"{number}: {prompt_of(state).text}")
    if args.trace:
        # Standard output belongs to the object where one is asked for.
        print(*trace, sep="\n", file=sys.stderr if args.json else sys.stdout)
    if night.state is None:
        why = f"line {refused[0]['line']}: {refused[0]['reason']}" if refused else "its first line is an open event"
        print(f"cardspeak replay: {args.file} opens no table; {why}", file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps({**as_json(night.state), "refused": refused}, ensure_ascii=False))
    else:
        print(*_words(night.state), sep="\n")
        for one in refused:
            print(f"line {one['line']} refused: {one['reason']}")
    return 1 if refused else 0


def read_event(line: str) -> Event | None:
    """Reads one line; None for a line that only says what is expected. Raises ValueError."""
    try:
        data = json.loads(line)
    except json.JSONDecodeError as e:
        raise ValueError(f"not a JSON object: {e.msg} at column {e.colno}") from None
    except (ValueError, RecursionError):
        raise ValueError("not a JSON object that can be read: a number too long, or too deep") from None
    if isinstance(data, dict) and set(data) == {"expect"}:
        return None  # a recorded night may say what should come of it
    return from_json(data)


def _words(state: State) -> Iterator[str]:
    yield f"{state.game}, hand {state.hand}: {prompt_of(state).text}"
    for seat in state.seats:
        if not seat.gone:
            yield f"  seat {seat.seat}  {seat.name:12} {seat.chips:6}" + (f"  bet {seat.bet}" if seat.bet else "")
    yield f"  pot {sum(s.put_in for s in state.seats)}, side pot {state.side_pot}"
