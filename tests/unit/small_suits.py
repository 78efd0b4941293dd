"""Random suits of few cards, with everything that can be known or limited, for the slow measure."""

import random
from typing import Any

from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Rank
from kibitz.suits.combination import Combination


def small_suit(rng: random.Random, *, cards: int = 8, missing: int = 4) -> Combination:
    """A combination of at most so many cards; the others have been played."""
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
                **_what_is_known(rng, live[:hidden]),
            )
        except UsageError:
            continue


def _what_is_known(rng: random.Random, hidden: list[Rank]) -> dict[str, Any]:
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
