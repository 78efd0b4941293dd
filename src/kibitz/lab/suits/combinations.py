"""Random combinations of one suit, for the tables, the benchmarks and the tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Rank
from kibitz.suits.question import Combination

RANKS = "AKQJT98765432"
NAMED = "AKQJT98"


def encyclopedia_like(rng: random.Random) -> tuple[str, str]:
    """Two holdings of 6 to 10 cards together, the longer one North's, named down to the eight."""
    total = rng.randint(6, 10)
    cards = rng.sample(RANKS, total)
    cut = rng.randint((total + 1) // 2, total)
    return _write(cards[:cut], NAMED), _write(cards[cut:], NAMED)


def explicit(rng: random.Random, total: int) -> tuple[str, str]:
    """Two holdings of *total* cards together, every spot named."""
    cards = rng.sample(RANKS, total)
    cut = rng.randint(0, total)
    return _write(cards[:cut], RANKS), _write(cards[cut:], RANKS)


def _write(cards: list[str], named: str) -> str:
    letters = [card if card in named else "x" for card in cards]
    return "".join(sorted(letters, key=(RANKS + "x").index)) or "-"


def small(rng: random.Random, *, cards: int = 8, missing: int = 4) -> Combination:
    """A combination of few cards, with anything known or limited that can be: a measure's food."""
    while True:
        live = rng.sample(list(Rank), rng.randint(3, cards))
        hidden = rng.randint(1, min(missing, len(live) - 1))
        declarer = live[hidden:]
        cut = rng.randint(0, len(declarer))
        try:
            return Combination(
                north=frozenset(declarer[:cut]),
                south=frozenset(declarer[cut:]),
                missing=frozenset(live[:hidden]),
                **_known(rng, live[:hidden]),
            )
        except UsageError:
            continue


def _known(rng: random.Random, hidden: list[Rank]) -> dict[str, Any]:
    known: dict[str, Any] = {}
    if rng.random() < 0.4:
        known["vacant"] = (rng.randint(1, 13), rng.randint(1, 13))
    if rng.random() < 0.5:
        placed = [rank for rank in hidden if rng.random() < 0.3]
        west = [rank for rank in placed if rng.random() < 0.5]
        known["west"], known["east"] = frozenset(west), frozenset(placed) - frozenset(west)
    if rng.random() < 0.3:
        known[rng.choice(["west_length", "east_length"])] = rng.randint(0, len(hidden))
    for entries in ("entries_north", "entries_south"):
        if rng.random() < 0.5:
            known[entries] = rng.randint(0, 2)
    return known


def every_encyclopedia_like() -> Iterator[tuple[str, str]]:
    """All of them: 6 to 10 cards, the longer holding North's, named down to the eight.

    >>> sum(1 for _ in every_encyclopedia_like())
    24241
    """
    small_cards = len(RANKS) - len(NAMED)
    for owners in product("NS-", repeat=len(NAMED)):
        north = "".join(c for c, owner in zip(NAMED, owners, strict=True) if owner == "N")
        south = "".join(c for c, owner in zip(NAMED, owners, strict=True) if owner == "S")
        for total in range(6, 11):
            spots = total - len(north) - len(south)
            if 0 <= spots <= small_cards:
                for held in range(spots + 1):
                    one, other = north + "x" * held, south + "x" * (spots - held)
                    if len(one) >= len(other):
                        yield one, other or "-"
