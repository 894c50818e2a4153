"""Cards in the zones: several looks merged, and one decision for the whole table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from vision.mat import CARD_WH_MM
from vision.readings import CardReading, Expectation, ZoneReading
from vision.steady import Gray

MOST_LOOKS = 3
SAME_PLACE = 0.3  # of a card's length


@dataclass
class ZoneLooks:
    """What has been seen of one zone since it came to rest."""

    version: int = -1
    due: int = 0
    looks: list[ZoneReading] = field(default_factory=list)
    settled: bool = False
    seen: Gray | None = None  # the small picture in which it was at rest

    def is_of(self, version: int) -> bool:
        """Whether the reading is settled and of what lies there now."""
        return self.settled and self.version == version

    def add(self, look: ZoneReading, due: int, card_length_px: float) -> ZoneReading:
        """Add a look; the zone's reading so far. It is settled when all that is due is sure, or after three looks."""
        self.looks.append(look)
        merged = merge(self.looks, card_length_px)
        complete = len(merged.cards) >= due and all(card.sure for card in merged.cards)
        self.settled = complete or len(self.looks) >= MOST_LOOKS
        return merged


def merge(looks: list[ZoneReading], card_length_px: float) -> ZoneReading:
    """Several looks at the same zone as one.

    Cards at one place are one card. It is sure when a look was sure of it and no
    other look at least half believed in another card there.
    """
    groups: list[list[CardReading]] = []
    for look in looks:
        for card in look.cards:
            near = [group for group in groups if _gap(group[0], card) < SAME_PLACE * card_length_px]
            same = [group for group in near if group[0].card == card.card] or near
            if same and len(same[0]) < len(looks):
                same[0].append(card)
            else:
                groups.append([card])
    cards = tuple(_agreed(group) for group in groups)
    last = looks[-1]
    return replace(last, cards=cards, face_down=max(look.face_down for look in looks))


def _gap(a: CardReading, b: CardReading) -> float:
    (ax, ay), (bx, by) = a.centre_xy_px, b.centre_xy_px
    return float(np.hypot(ax - bx, ay - by))


def _agreed(group: list[CardReading]) -> CardReading:
    best = max(group, key=lambda card: (card.sure, card.confidence))
    others = [card for card in group if card.card != best.card and (card.sure or card.confidence > 0.5)]
    if not best.sure or not others:
        return best
    return doubtful(best, ((other.card, other.confidence) for other in others))


def doubtful(card: CardReading, also: Iterable[tuple[str, float]] = ()) -> CardReading:
    """The same reading, to be asked about, with what else it may be."""
    chances = dict(card.alternatives)
    for code, confidence in also:
        chances[code] = max(confidence, chances.get(code, 0.0))
    chances.pop(card.card, None)
    ranked = tuple(sorted(chances.items(), key=lambda item: -item[1]))
    return replace(card, sure=False, alternatives=ranked)


def decide(readings: Mapping[str, ZoneReading], expectation: Expectation) -> dict[str, ZoneReading]:
    """One decision for all zones: a card lies once, and not where the journal has it elsewhere.

    Of two sure readings of the same card the one in the zone where the journal has it
    stands; if it has it in neither, both are asked about.
    """
    counts: Counter[str] = Counter()
    for reading in readings.values():
        counts.update(card.card for card in reading.cards if card.sure)
    known = {k.card: k.zone for k in expectation.known}
    decided = {}
    for zone, reading in readings.items():
        seen: set[str] = set()
        cards = []
        for card in reading.cards:
            elsewhere = card.card in known and known[card.card] != zone
            twice = counts[card.card] > 1 and known.get(card.card) != zone
            again = card.card in seen  # the journal's own card, twice in its zone
            if card.sure:
                seen.add(card.card)
            cards.append(doubtful(card) if card.sure and (elsewhere or twice or again) else card)
        decided[zone] = replace(reading, cards=tuple(cards))
    return decided


def card_length_px(px_per_mm: float) -> float:
    """A card's long side at a scale."""
    return CARD_WH_MM[1] * px_per_mm
