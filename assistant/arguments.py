"""House rules as they are typed: `--house KEY=VALUE`, as often as needed."""

from __future__ import annotations

import argparse
import json
from typing import Any


def add_house(parser: argparse.ArgumentParser, example: str) -> None:
    """Adds `--house`; `args.house` is then a list for `house_rules`."""
    parser.add_argument(
        "--house",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help=f"a house rule, such as {example}; may be repeated",
    )


def house_rules(pairs: list[str]) -> dict[str, Any]:
    """Rules by name, for `house.parse_house`; a value in braces or brackets is JSON.

    Raises ValueError for what is no `KEY=VALUE`.

    >>> house_rules(["bet=2", 'dice_table={"2": "A"}'])
    {'bet': '2', 'dice_table': {'2': 'A'}}
    """
    rules: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = (part.strip() for part in pair.partition("="))
        if not key or not equals:
            raise ValueError(f"{pair!r} is no house rule: write KEY=VALUE, such as natural_breaks_ties=true")
        rules[key] = value
        if value[:1] in ("{", "["):
            try:
                rules[key] = json.loads(value)
            except json.JSONDecodeError as error:
                raise ValueError(f"the house rule {key} is no JSON: {error.msg}") from None
    return rules
