"""Three or four lines to choose from when dummy comes down, and what each of them is worth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.cardplay.lookahead.evaluation import chance_at
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.games.bridge.play import Play
from kibitz.plans.line_words import starting
from kibitz.plans.lines.line import PlanLine
from kibitz.plans.lines.menu import menu
from kibitz.plans.question import Scoring
from kibitz.plans.trying.layouts import layouts
from kibitz.plans.trying.players import LearnedPlayers
from kibitz.plans.trying.trials import Bench, worth
from kibitz.sitting.sight import SeenDeal
from kibitz.sitting.stops import PARTS

LAYOUTS = 60
"""The number of layouts that the lines are tried on."""
_SHOWN, _FEWEST = 4, 2
_TRIED = 12


@dataclass(frozen=True, eq=False)
class LineChoice:
    """Some lines in an order that tells nothing, with the share of layouts on which each makes."""

    state: Play
    lines: tuple[PlanLine, ...]
    worth: tuple[float, ...]

    @property
    def texts(self) -> list[str]:
        """The lines in words."""
        return [_text(line, self.state) for line in self.lines]

    @property
    def parts(self) -> bool:
        """Whether it matters which line is taken."""
        return not all(self.is_right(number) for number in range(1, len(self.lines) + 1))

    def is_right(self, number: int) -> bool:
        """Whether a line, by its number from 1, makes about as often as the best of them."""
        return max(self.worth) - self.worth[number - 1] < PARTS

    def verdict(self, number: int) -> str:
        """What is said of a line at the end, by its number from 1."""
        text, value, most = self.texts[number - 1], self.worth[number - 1], max(self.worth)
        if self.is_right(number):
            return f"Your plan, {text}: right."
        better = self.texts[self.worth.index(most)]
        return f"Your plan, {text}, makes on {_of(value)}; {better} makes on {_of(most)}."


def lines_to_choose(
    seen: SeenDeal, playing: tuple[Similarity, Similarity], seed: int = 0
) -> LineChoice | None:
    """The best line and its best rivals, each by other words; None if there is nothing to choose.

    They are tried on layouts of what declarer sees, in alphabetical order.
    """
    state = seen.state
    lines = dict[str, PlanLine]()
    for line in menu(state).firsts:
        lines.setdefault(_text(line, state), line)
    if len(lines) < _FEWEST:
        return None
    rng = chance_at(state, seed)
    players = LearnedPlayers(*playing)
    found = layouts(state, seen.auction, seen.vulnerability, players.defenders, rng, LAYOUTS)
    bench = Bench(players, state, seen.auction, found.some(LAYOUTS, rng).shuffled(rng))
    tried = dict(list(lines.items())[:_TRIED])
    bench.trials(list(tried.values()))
    values = {
        text: float(np.dot(worth(line, bench, Scoring.TEAMS), bench.weights))
        for text, line in tried.items()
    }
    shown = sorted(_unlike(sorted(tried, key=lambda text: -values[text]))[:_SHOWN])
    if len(shown) < _FEWEST:
        return None
    return LineChoice(
        state, tuple(tried[text] for text in shown), tuple(values[text] for text in shown)
    )


def _unlike(texts: list[str]) -> list[str]:
    """The texts without those that say an earlier one and more, or a part of it."""
    found = list[str]()
    for text in texts:
        if not any(text in one or one in text for one in found):
            found.append(text)
    return found


def _text(line: PlanLine, state: Play) -> str:
    return starting(line, state)


def _of(share: float) -> str:
    return f"{round(share * LAYOUTS)} of {LAYOUTS} layouts"
