"""Combinations like the Encyclopedia's: random ones, and all of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

RANKS = "AKQJT98765432"
NAMED = "AKQJT98"


def encyclopedia_like(rng: random.Random) -> tuple[str, str]:
    """Two holdings of 6 to 10 cards together, the longer North's, named down to the eight."""
    total = rng.randint(6, 10)
    return holdings(rng, total, named=NAMED, shortest=(total + 1) // 2)


def holdings(
    rng: random.Random, total: int, *, named: str = RANKS, shortest: int = 0
) -> tuple[str, str]:
    """Two holdings of *total* cards together, North's no shorter than *shortest*."""
    cards = rng.sample(RANKS, total)
    cut = rng.randint(shortest, total)
    return _write(cards[:cut], named), _write(cards[cut:], named)


def _write(cards: list[str], named: str) -> str:
    letters = [card if card in named else "x" for card in cards]
    return "".join(sorted(letters, key=(RANKS + "x").index)) or "-"


def every_encyclopedia_like() -> Iterator[tuple[str, str]]:
    """All of them: 6 to 10 cards, North's holding the longer, with cards named down to the eight.

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
