"""The console script `cardspeak`: finds the commands and runs the one that is named."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import pkgutil
import sys
from collections.abc import Sequence

from assistant import commands


class _Parser(argparse.ArgumentParser):
    """Says in one line what is wrong and what to do, without the whole usage."""

    def error(self, message: str) -> None:  # type: ignore[override]
        print(f"{self.prog}: {message} (see {self.prog} --help)", file=sys.stderr)
        raise SystemExit(2)


def parser_of(names: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of the whole command line, with the commands of those names filled in."""
    parser = _Parser(prog="cardspeak", description="Keeps the books of a live home poker game.")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in names:
        module = importlib.import_module(f"assistant.commands.{name}")
        one = subparsers.add_parser(
            name, help=module.HELP, description=module.HELP[0].upper() + module.HELP[1:] + ".",
            epilog=f"example: {module.EXAMPLE}", formatter_class=argparse.RawDescriptionHelpFormatter,
        )  # fmt: skip
        module.configure(one)
        one.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; returns its exit status (0 done, 1 some input refused, 2 nothing done)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that has no ♥ gets an escape for it, not a traceback.
            stream.reconfigure(errors="backslashreplace")
    args = list(sys.argv[1:] if argv is None else argv)
    found = sorted(m.name for m in pkgutil.iter_modules(commands.__path__))
    # Only the named command is loaded: `evaluate` must not wait for OpenCV.
    names = [args[0]] if args and args[0] in found else found
    try:
        parsed = parser_of(names).parse_args(args)
        return int(parsed.run(parsed))
    except BrokenPipeError:
        # The reader has had enough; what Python would still flush has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
