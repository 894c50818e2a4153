"""`cardspeak history`: past hands as text, JSON or PHH files, and what they say of each player."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from assistant.game import game_named
from assistant.history import HandRecord, hand_as_json, hands_of
from assistant.nights import Night, all_from_journal, from_file, from_journal, night_number
from assistant.phh import phh_of
from assistant.statistics import as_table, statistics_of
from assistant.story import line_of, story_of

HELP = "list past hands, or print some in plain words, as JSON or as PHH files"
EXAMPLE = "cardspeak history 3 4    or    cardspeak history --night all --stats"
_WIDTH = 100


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("hands", metavar="HAND", nargs="*", type=int, help="numbers of hands; all are listed without")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--data", metavar="DIR", help="the data directory of the journal")
    source.add_argument(
        "--file", metavar="FILE", help="a file of events, one JSON object a line; - reads standard input"
    )
    parser.add_argument("--night", metavar="N", help="a night of the journal, or all (the latest by default)")
    parser.add_argument("--json", action="store_true", help="print one JSON object a hand (with --stats, a player)")
    parser.add_argument("--phh", metavar="DIR", help="write each hand as a PHH file into this directory")
    parser.add_argument("--stats", action="store_true", help="print each player's statistics instead")


def run(args: argparse.Namespace) -> int:
    """Prints or writes the hands. 0: done; 1: some input refused; 2: nothing to show."""
    try:
        nights = _nights(args)
        told = [(night, _chosen(hands_of(night.events), args.hands)) for night in nights]
        if args.hands and not any(hands for _, hands in told):
            raise ValueError(f"no hand {' or '.join(map(str, args.hands))} was dealt that night")
    except ValueError as e:
        print(f"cardspeak history: {e}", file=sys.stderr)
        return 2
    refused = [line for night in nights for line in night.refused]
    missing = set(args.hands) - {hand.number for _, hands in told for hand in hands}
    refused += [f"no hand {number} was dealt that night" for number in sorted(missing)]
    if args.phh:
        try:
            refused += _write(told, Path(args.phh))
        except OSError as e:
            where = f"{args.phh}: {(e.strerror or str(e)).lower()}"
            print(f"cardspeak history: can't write to {where}: name another directory", file=sys.stderr)
            return 2
    elif args.stats:
        players = statistics_of(hand for _, hands in told for hand in hands)
        print(*([json.dumps(p.as_json(), ensure_ascii=False) for p in players] if args.json else as_table(players)),
              sep="\n")  # fmt: skip
    else:
        for night, hands in told:
            _print(night, hands, args)
    for line in refused:
        print(line, file=sys.stderr)
    return 1 if refused else 0


def _nights(args: argparse.Namespace) -> tuple[Night, ...]:
    if args.file is not None:
        if args.night is not None:
            raise ValueError("a file holds one night: --night is for the journal")
        return (from_file(args.file),)
    if args.night == "all":
        return all_from_journal(args.data)
    return (from_journal(args.data, night_number(args.night)),)


def _chosen(hands: Sequence[HandRecord], numbers: Sequence[int]) -> list[HandRecord]:
    return [hand for hand in hands if not numbers or hand.number in numbers]


def _print(night: Night, hands: Sequence[HandRecord], args: argparse.Namespace) -> None:
    if args.json:
        for hand in hands:
            known = {} if night.number is None else {"night": night.number}
            print(json.dumps({**known, **hand_as_json(hand)}, ensure_ascii=False))
        return
    if night.number is not None:
        print(_heading(night))
    if not args.hands:
        print(*(map(line_of, hands) if hands else ["  no hand has been dealt yet"]), sep="\n")
        return
    print("\n\n".join("\n".join(wrapped(story_of(hand))) for hand in hands))


def _heading(night: Night) -> str:
    first = night.events[0]
    began = datetime.fromtimestamp(first.at or 0).strftime("%A %d %B %Y, %H:%M")
    game = game_named(getattr(first, "game", "")).title
    return f"Night {night.number} of {night.of}: {began}, {game}"


def wrapped(lines: Sequence[str]) -> list[str]:
    """Lines broken to a readable width, what follows a break standing further in."""
    out = []
    for line in lines:
        indent = line[: len(line) - len(line.lstrip())]
        out += textwrap.wrap(line, _WIDTH, initial_indent="", subsequent_indent=indent + "    ") or [""]
    return out


def _write(told: Sequence[tuple[Night, Sequence[HandRecord]]], directory: Path) -> list[str]:
    """Writes the hands that are over; returns a line for each that was not written."""
    directory.mkdir(parents=True, exist_ok=True)
    refused, written = [], 0
    for night, hands in told:
        taken: dict[str, int] = {}
        for hand in hands:
            name = "" if night.number is None else f"night-{night.number:03}-"
            name += f"hand-{hand.number:03}" + ("-misdeal" if hand.misdeal else "")
            taken[name] = taken.get(name, 0) + 1
            path = directory / (f"{name}-{taken[name]}.phh" if taken[name] > 1 else f"{name}.phh")
            try:
                text = phh_of(hand)
                if path.exists() and path.read_text(encoding="utf-8", errors="replace") != text:
                    raise ValueError(f"{path} exists and is another: remove it, or name another directory")
            except ValueError as e:
                refused.append(f"not written: {e}")
                continue
            path.write_text(text, encoding="utf-8")
            written += 1
    print(f"{written} {'hand' if written == 1 else 'hands'} written to {directory}")
    return refused
