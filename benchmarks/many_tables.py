"""As many distinct tables as a measurement asks for, fast."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import permutations

from kibitz.records.formats.lines import write_lines
from kibitz_lab.catalogue.generated import declared

_SUITS = "SHDC"
_ORDERS = tuple(permutations(range(4)))


def many_lines(tables: int, seed: int) -> Iterator[str]:
    """Record lines of distinct tables, fast: each deal with its suits under all their names."""
    rng = random.Random(seed)
    made = 0
    while made < tables:
        [line] = write_lines([declared(rng, "3N", f"event {made // 48}", rng.choice((30, 52)))])
        for order in _ORDERS[: tables - made]:
            yield _renamed(line, order)
            made += 1


def _renamed(line: str, order: tuple[int, ...]) -> str:
    fields = json.loads(line)
    for seat, hand in fields["hands"].items():
        suits = hand.split(".")
        fields["hands"][seat] = ".".join(suits[place] for place in order)
    names = {_SUITS[place]: _SUITS[index] for index, place in enumerate(order)}
    fields["play"] = [names[card[0]] + card[1] for card in fields["play"]]
    return json.dumps(fields) + "\n"
