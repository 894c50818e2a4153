"""`cardspeak evaluate`: what cards are worth, for a person or line by line for a program."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from typing import Any, BinaryIO

from assistant.arguments import add_house, house_rules
from assistant.cards import parse_cards
from assistant.hands import best_hand, parse_wild
from assistant.house import House, parse_house
from assistant.lows import best_low
from assistant.wording import listed, no_low_text

HELP = "say what cards are worth, with any ranks or cards wild"
EXAMPLE = 'cardspeak evaluate "8s Kc 4d Jh Kh 8d 2c" --wild 8'

_RULES = ("five_of_a_kind", "flush_duplicates", "natural_breaks_ties", "low_qualifier", "high_low")


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument(
        "cards", metavar="CARDS", help='1 to 12 cards, such as "8s Kc 4d"; - reads JSON lines from standard input'
    )
    parser.add_argument("--wild", metavar="RANKS", default="", help="wild ranks or cards, such as 8, QK or Kh")
    add_house(parser, "five_of_a_kind=below_straight_flush or low_qualifier=none")
    parser.add_argument("--low", action="store_true", help="the ace-to-five low instead of the high hand")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Prints the hand. 0: done; 1: some lines refused; 2: nothing done."""
    try:
        rules = house_rules(args.house)
        house = _house(rules)
        wild = parse_wild(args.wild)
        if args.cards != "-":
            _print(_answer(parse_cards(args.cards), wild, house, args.low), args.json)
            return 0
    except ValueError as error:
        print(f"cardspeak evaluate: {error}", file=sys.stderr)
        return 2
    defaults = {"wild": sorted(wild), "house": rules}
    return _lines(sys.stdin.buffer, defaults, args.low)


def _lines(stream: BinaryIO, defaults: Mapping[str, Any], low: bool) -> int:
    """One answer for each line that is not empty, in order; a refused line gives `{"error": …}`."""
    refused = 0
    for number, line in enumerate(stream, start=1):
        if not line.strip():
            continue
        answer: dict[str, object]
        try:
            answer = _answered(line, defaults, low)
        except (ValueError, RecursionError) as error:  # json gives up on deep nesting with the latter
            why = "nested too deep" if isinstance(error, RecursionError) else error
            answer = {"error": f"line {number}: {why}"}
            refused += 1
        print(json.dumps(answer), flush=True)
    if refused:
        lines = "1 line" if refused == 1 else f"{refused} lines"
        print(f"cardspeak evaluate: {lines} refused, each answered with its error", file=sys.stderr)
    return 1 if refused else 0


def _answered(line: bytes, defaults: Mapping[str, Any], low: bool) -> dict[str, object]:
    try:
        asked = json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg} at column {error.colno}") from None
    except UnicodeDecodeError:
        raise ValueError("not text in UTF-8") from None
    if not isinstance(asked, dict) or "cards" not in asked:
        raise ValueError('not an object with "cards", such as {"cards": "Kh 8d", "wild": "8"}')
    wild, house = asked.get("wild", defaults["wild"]), asked.get("house", defaults["house"])
    if house is not None and not isinstance(house, dict):
        raise ValueError('"house" is an object of rules and their values')
    parsed = _house(house or {})
    return _answer(parse_cards(_text("cards", asked["cards"])), parse_wild(_text("wild", wild)), parsed, low)


def _answer(cards: tuple[str, ...], wild: frozenset[str], house: House, low: bool) -> dict[str, object]:
    if not low:
        return best_hand(cards, wild, house.hands).as_json()
    hand = best_low(cards, wild, house.low_qualifier, house.hands)
    if hand is None:
        text = no_low_text(house.low_qualifier or 0)
        return {"category": None, "ranks": "", "five": [], "plays_as": {}, "text": text}
    return hand.as_json()


def _print(answer: Mapping[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(answer))
        return
    print(answer["text"])
    if answer["five"]:
        print(" ".join(answer["five"]))
    if answer["plays_as"]:
        meanings = [f"{wild} plays as {card}" for wild, card in answer["plays_as"].items()]
        print(listed(meanings))


def _house(given: Mapping[str, Any]) -> House:
    # A qualifier is asked of a low, whatever the game.
    return parse_house({**given, "high_low": True}, _RULES, "the value of a hand")


def _text(name: str, value: Any) -> str:
    """Cards or ranks as text; a list of them is as good."""
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return " ".join(value)
    if not isinstance(value, str):
        raise ValueError(f'"{name}" is text or a list of texts')
    return value
