"""How fast hands are valued, beside other evaluators, in one run on one core.

    python -m tests.bench.bench_hands

Every figure is processor time, the best of several rounds, and the rounds of those compared take turns,
so that a busy machine slows them alike. The others give a number; `best_hand` also gives the five cards, what each
wild plays as, and the words.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from itertools import product

import numpy as np
from phevaluator import Card as PheCard
from phevaluator import _pheval, evaluate_cards
from pokerkit import StandardHighHand
from treys import Card as TreysCard
from treys import Evaluator

from assistant.batch import batch_strengths, card_indices, rank_mask
from assistant.cards import FULL_DECK, RANKS
from assistant.hands import best_hand
from assistant.house import House
from assistant.odds import simulate

ROUNDS = 7
_NATIVE = _pheval.evaluate_7cards  # phevaluator's C function itself, without its Python front
_IDS = {card: PheCard(card).id_ for card in FULL_DECK}


def fastest_us(calls: Sequence[Callable[[], object]], each: Sequence[int]) -> list[float]:
    """The best time of each call in microseconds, over how many hands it values; rounds take turns."""
    best = [float("inf")] * len(calls)
    for _ in range(ROUNDS):
        for at, call in enumerate(calls):
            began = time.process_time()
            call()
            best[at] = min(best[at], time.process_time() - began)
    return [seconds / hands * 1e6 for seconds, hands in zip(best, each, strict=True)]


def dealt(rng: random.Random, count: int, wilds: int | None = None) -> list[tuple[str, ...]]:
    """Hands of seven; with `wilds`, just so many eights among them."""
    hands = []
    for _ in range(count):
        if wilds is None:
            hands.append(tuple(rng.sample(FULL_DECK, 7)))
            continue
        eights = rng.sample([card for card in FULL_DECK if card[0] == "8"], wilds)
        others = rng.sample([card for card in FULL_DECK if card[0] != "8"], 7 - wilds)
        hands.append(tuple(rng.sample(eights + others, 7)))
    return hands


def substitute(hand: Sequence[str], most: int | None = None) -> int:
    """The best of every substitution, each wild tried as each of 52 cards: how a simple program does it.

    `most` stops after so many. phevaluator knows no five of a kind, and values a repeated card somehow;
    only its time counts here. Returns how many were tried.
    """
    fixed = [_IDS[card] for card in hand if card[0] != "8"]
    best, tried = 10_000, 0
    for meaning in product(range(52), repeat=7 - len(fixed)):
        value = _NATIVE(*fixed, *meaning)
        best = min(best, value)
        tried += 1
        if tried == most:
            break
    return tried


def with_wilds(rng: random.Random) -> None:
    print("| seven cards, wilds | best_hand | substitution, phevaluator in C | faster |")
    print("| --- | --- | --- | --- |")
    for wilds in range(1, 5):
        hands = dealt(rng, 300, wilds)
        # All 52 and 2,704 are tried; of 140,608 and 7,311,616 a part, and the rest is reckoned.
        some = hands[: 300 if wilds == 1 else 5 if wilds == 2 else 1]
        most = min(52**wilds, 50_000)
        ours, one = fastest_us(
            [
                lambda hands=hands: [best_hand(hand, "8") for hand in hands],
                lambda some=some, most=most: [substitute(hand, most) for hand in some],
            ],
            [len(hands), len(some) * most],
        )
        whole = one * 52**wilds
        note = "" if most == 52**wilds else f" ({most:,} of {52**wilds:,} timed)"
        print(f"| {wilds} | {ours:.1f} µs | {_spoken(whole)}{note} | {whole / ours:,.0f} × |")
    print()


def natural(rng: random.Random) -> None:
    hands = dealt(rng, 1000)
    ids = [[_IDS[card] for card in hand] for hand in hands]
    treys_hands = [[TreysCard.new(card) for card in hand] for hand in hands]
    treys_evaluate = Evaluator().evaluate
    few = ["".join(hand) for hand in hands[:50]]
    batch = np.array([card_indices(hand) for hand in dealt(rng, 1 << 15)])
    names = ["batch_strengths", "phevaluator, C function", "phevaluator", "best_hand", "treys", "PokerKit"]
    times = fastest_us(
        [
            lambda: batch_strengths(batch),
            lambda: [_NATIVE(*hand) for hand in ids],
            lambda: [evaluate_cards(*hand) for hand in ids],
            lambda: [best_hand(hand) for hand in hands],
            lambda: [treys_evaluate(hand[:2], hand[2:]) for hand in treys_hands],
            lambda: [StandardHighHand.from_game(hand[:4], hand[4:]) for hand in few],
        ],
        [len(batch), len(hands), len(hands), len(hands), len(hands), len(few)],
    )
    print("| seven natural cards | one hand |")
    print("| --- | --- |")
    for name, each in zip(names, times, strict=True):
        print(f"| {name} | {each:.2f} µs |")
    print()


def batches(rng: random.Random) -> None:
    cards = np.array([card_indices(hand) for hand in dealt(rng, 1 << 17)])
    own = np.array([rank_mask(rng.choice(RANKS)) for _ in cards])
    calls: list[Callable[[], object]] = [
        lambda: batch_strengths(cards),
        lambda: batch_strengths(cards, rank_mask("8")),
        lambda: batch_strengths(cards, own),
        lambda: simulate("lucky-sevens", 4, House(), 40_000, 1),
        lambda: simulate("shifting-sands", 7, House(), 40_000, 1),
    ]
    counts = [len(cards)] * 3 + [40_000 * 4 * 2, 40_000 * 7]
    names = [
        "batch of sevens, natural", "batch, eights wild", "batch, a wild rank of each hand's own",
        "odds lucky-sevens, dealing and all", "odds shifting-sands, dealing and all",
    ]  # fmt: skip
    print("| in numpy | hands a second |")
    print("| --- | --- |")
    for name, each in zip(names, fastest_us(calls, counts), strict=True):
        print(f"| {name} | {1e6 / each:,.0f} |")


def _spoken(time_us: float) -> str:
    for unit, size in (("s", 1e6), ("ms", 1e3)):
        if time_us >= size:
            return f"{time_us / size:.2f} {unit}"
    return f"{time_us:.1f} µs"


def main() -> None:
    rng = random.Random(8)
    with_wilds(rng)
    natural(rng)
    batches(rng)


if __name__ == "__main__":
    main()
