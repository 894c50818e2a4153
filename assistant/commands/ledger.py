"""`cardspeak ledger`: who bought in, who is up or down, and who pays whom at the night's end."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Iterator

from assistant.ledger import SIDE_POT, Ledger, Payment, ledger_as_json, ledger_of
from assistant.nights import from_file, from_journal, night_number

HELP = "who bought in, who is up or down, and who pays whom"
EXAMPLE = "cardspeak ledger --csv > friday.csv"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--data", metavar="DIR", help="the data directory of the journal")
    source.add_argument(
        "--file", metavar="FILE", help="a file of events, one JSON object a line; - reads standard input"
    )
    parser.add_argument("--night", metavar="N", help="a night of the journal (the latest by default)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="print a table for a spreadsheet, one row a player")
    form.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Prints the books. 0: done; 1: some input refused, or chips unaccounted for; 2: nothing to show."""
    try:
        if args.file is not None and args.night is not None:
            raise ValueError("a file holds one night: --night is for the journal")
        night = from_journal(args.data, night_number(args.night)) if args.file is None else from_file(args.file)
        ledger = ledger_of(night.events)
    except ValueError as e:
        print(f"cardspeak ledger: {e}", file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps(ledger_as_json(ledger), ensure_ascii=False))
    elif args.csv:
        _as_csv(ledger)
    else:
        print(*_as_text(ledger), sep="\n")
    for line in night.refused:
        print(line, file=sys.stderr)
    return 1 if night.refused or ledger.unexplained else 0


def _as_text(ledger: Ledger) -> Iterator[str]:
    rebought = any(a.rebuys for a in ledger.accounts)
    left = any(a.seat is None for a in ledger.accounts)
    playing = any(a.in_pots for a in ledger.accounts)
    width = max(12, *(len(a.name) for a in ledger.accounts))

    def row(name: str, *columns: object) -> str:
        shown = [True, rebought, left, True, playing, True]
        cells = [f"{c:>11}" for c, on in zip(columns, shown, strict=True) if on]
        return f"{name:{width}}" + "".join(cells)

    yield row("", "buy-in", "rebuys", "cashed out", "chips", "in pots", "up/down")
    for a in ledger.accounts:
        yield row(a.name, a.buy_in, a.rebuys, a.cashed_out, a.chips, a.in_pots, f"{a.net:+}" if a.net else "even")
    if ledger.carried_in:
        yield f"{ledger.carried_in} were in the side pot from an earlier night."
    if ledger.missing:
        yield f"In {ledger.came_in}, out {ledger.went_out}: {ledger.missing} are not with a player."
        for line in ledger.where:
            yield f"  {line[:1].upper()}{line[1:]}."
    else:
        yield f"In {ledger.came_in}, out {ledger.went_out}: the books close."
    if playing:
        yield "Who pays whom can be said when the hand is over."
    elif not ledger.payments:
        yield "Nobody owes anything."
    else:
        yield "Who pays whom:" if ledger.closed else "Who pays whom, were the night to end now:"
        for p in ledger.payments:
            yield f"  {p.payer} pays {p.payee} {p.units}" + _aside(p)


def _aside(payment: Payment) -> str:
    if payment.payee == SIDE_POT:
        return " (kept for another night)"
    return " (brought from an earlier night)" if payment.payer == SIDE_POT else ""


def _as_csv(ledger: Ledger) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["player", "buy_in", "rebuys", "cashed_out", "chips", "in_pots", "up_down", "pays"])
    for a in ledger.accounts:
        pays = "; ".join(f"{p.payee} {p.units}" for p in ledger.payments if p.payer == a.name)
        writer.writerow([a.name, a.buy_in, a.rebuys, a.cashed_out, a.chips, a.in_pots, a.net, pays])
    if ledger.side_pot or ledger.carried_in:
        # The rest, so that each column of the sheet adds up.
        held = ledger.side_pot - ledger.carried_in
        pays = "; ".join(f"{p.payee} {p.units}" for p in ledger.payments if p.payer == SIDE_POT)
        writer.writerow([SIDE_POT, ledger.carried_in, 0, 0, ledger.side_pot, 0, held, pays])
