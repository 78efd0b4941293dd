"""Whether what the menu names can be done: each line played out by its own words on many layouts.

Run: python -m kibitz_lab.plans.possible DEALS LAYOUTS, on deals of the house's match
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

import numpy as np

from kibitz.plans.adviser import shipped_players
from kibitz.plans.lines.deeds import possible
from kibitz.plans.lines.line import parts_of
from kibitz.plans.lines.menu import wider
from kibitz.plans.question import PlanQuestion
from kibitz.plans.trying.layouts import layouts
from kibitz.plans.trying.trials import Bench
from kibitz.records.starter import OPEN, starter_boards, starter_table

_GAMES = 3
LEAST = 0.7
"""The least share of the layouts on which a line must be carried out where its moment comes."""


def shares(asked: Iterable[PlanQuestion], number: int) -> Mapping[str, list[float]]:
    """By the kinds of their steps, how often the lines of each deal's menu were carried out."""
    found, players = defaultdict[str, list[float]](list), shipped_players()
    for question in asked:
        state, rng = question.state, np.random.default_rng(0)
        drawn = layouts(state, question.auction, None, players.defenders, rng, number)
        bench = Bench(players, state, question.auction, drawn.some(number, rng))
        for course in wider(state).courses:
            cards = bench.trial(course.line).cards
            kind = ", ".join(part.name for part in parts_of(course.line))
            found[kind].append(possible(course.line, state, cards, bench.weights))
    return found


def deals() -> Iterator[PlanQuestion]:
    """The deals of the match from the three level up, with the opening lead."""
    for board in range(1, starter_boards() + 1):
        record = starter_table(board, OPEN)
        if record is None or record.contract is None or record.contract.bid.level < _GAMES:
            continue
        yield PlanQuestion(record.opening_state().after(record.play[0]))


def main(arguments: Sequence[str]) -> None:
    number, drawn = map(int, arguments)
    for kind, found in sorted(shares(islice(deals(), number), drawn).items()):
        least = sum(share < LEAST for share in found)
        print(f"{kind:<24}{len(found):>5} lines{np.mean(found):>7.2f}{least:>5} under {LEAST}")


if __name__ == "__main__":
    main(sys.argv[1:])
