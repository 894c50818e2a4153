"""`cardspeak odds`: what wins at this table, and what a re-roll is worth."""

from __future__ import annotations

import argparse
import io
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from assistant.arguments import add_house, house_rules
from assistant.dice_money import AVERAGE_COST, roll_value, worthwhile_from
from assistant.game import all_games, game_named
from assistant.house import parse_house
from assistant.odds import Estimate, Odds, simulate
from assistant.progress import ProgressBar

HELP = "deal a game many times over and say what wins, and what a re-roll is worth"
EXAMPLE = "cardspeak odds lucky-sevens --players 5 --house flush_duplicates=forbidden"

_SIDE_POTS = (0, 10, 20, 35, 50, 75, 100)


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(all_games())}")
    parser.add_argument("--players", metavar="N", type=int, default=4, help="players dealt in (default 4)")
    add_house(parser, "wild=8 or high_low=true")
    parser.add_argument("--deals", metavar="N", type=int, default=200_000, help="deals (default 200000)")
    parser.add_argument("--seed", metavar="N", type=int, help="the same seed gives the same deals")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Prints the odds. 0: done; 2: nothing done."""
    began_s = time.monotonic()
    bar = ProgressBar("dealing")
    try:
        if args.seed is not None and args.seed < 0:
            raise ValueError(f"a seed is a whole number from 0 up, not {args.seed}")
        game = game_named(args.game)
        house = parse_house(house_rules(args.house), game.allowed, game.title)
        odds = simulate(args.game, args.players, house, args.deals, args.seed, bar)
    except ValueError as error:
        print(f"cardspeak odds: {error}", file=sys.stderr)
        return 2
    finally:
        bar.close()
    took_s = time.monotonic() - began_s
    if args.json:
        print(json.dumps(_as_json(odds, took_s)))
        return 0
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without "±" shows a question mark
    for line in _lines(odds, took_s):
        print(line)
    return 0


def _as_json(odds: Odds, took_s: float) -> dict[str, Any]:
    found = asdict(odds)
    found["splits"] = {what: asdict(estimate) for what, estimate in odds.splits}
    found["took_s"] = round(took_s, 3)
    if odds.rolls:
        found["dice_money"] = {
            "average_cost": float(AVERAGE_COST),
            "worth": [
                {"side_pot": pot, "claim_kept": _units(pot, True), "claim_lost": _units(pot, False)}
                for pot in _SIDE_POTS
            ],
            "worthwhile_from": {"claim_kept": worthwhile_from(True), "claim_lost": worthwhile_from(False)},
        }
    return found


def _units(side_pot: int, claim_kept: bool) -> float:
    return round(float(roll_value(side_pot, claim_kept)), 2)


def _lines(odds: Odds, took_s: float) -> Iterator[str]:
    yield (
        f"{game_named(odds.game).title}, {odds.players} players, {odds.deals:,} deals"
        f" ({odds.hands:,} hands in {took_s:.1f} s)"
    )
    yield f"Taken as given: {'; '.join(odds.assumes)}."
    yield "In percent; after ± half the width of the 95 % confidence interval."
    yield ""
    rolls = bool(odds.rolls)
    yield _row("hand", "a player has it", "it wins", "its share", "after a roll" if rolls else "")
    for one in odds.categories:
        cells = [one.held, one.wins, one.share, *([one.share_after_roll] if rolls else [])]
        yield _row(one.category.replace("_", " "), *(_percent(cell) for cell in cells))
    yield ""
    yield "its share: of the pot, for a player who has the hand"
    if rolls:
        yield "after a roll: what those same cards take of the pot if the dice are thrown once more"
    if odds.splits:
        yield "the other half of a split pot is counted with the hand of the player who takes it"
    for what, estimate in odds.splits:
        yield f"{what}: {_percent(estimate)} % of the deals"
    if rolls:
        yield from _roll_lines(odds)


def _roll_lines(odds: Odds) -> Iterator[str]:
    for down, when in ((2, "rounds 2 to 4, two cards down"), (3, "round 5, three cards down")):
        yield ""
        yield f"What a re-roll does to your share of the pot: {when}"
        yield _row("wilds among them", "so often", "share now", "after a roll", "change")
        for one in odds.rolls:
            if one.down_cards == down:
                cells = (one.seen, one.now, one.after, one.change)
                yield _row(str(one.own_wilds), *(_percent(cell) for cell in cells))
    yield ""
    yield f"What a roll is worth in dice money: it costs {AVERAGE_COST} on average, and one in six is a seven."
    yield "You have no claim yet, can pay, and roll again on doubles where that pays. In units:"
    yield _row("side pot before", "claim kept", "claim lost")
    for pot in _SIDE_POTS:
        yield _row(str(pot), f"{_units(pot, True):+.2f}", f"{_units(pot, False):+.2f}")
    yield (
        f"By itself it pays from a side pot of {worthwhile_from(True)} if you keep the claim to the end,"
        f" of {worthwhile_from(False)} if you lose it."
    )
    yield "Add the change of your share times the pot, and you know what the re-roll is worth."


def _row(name: str, *cells: str) -> str:
    return f"{name:<18}" + "".join(f"{cell:>17}" for cell in cells).rstrip()


def _percent(estimate: Estimate | None) -> str:
    if estimate is None:
        return "-"
    half = (estimate.high - estimate.low) / 2
    return f"{100 * estimate.value:.2f} ± {100 * half:.2f}"
