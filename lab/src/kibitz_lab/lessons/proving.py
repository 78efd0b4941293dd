"""Whether a lesson's line is right: against a student's line, double dummy over layouts.

The student follows a script of a few cards, everybody else plays double dummy, and after the
script all do. What hangs on a guess is scripted to the end, so that nobody guesses right by seeing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import takewhile
from math import sqrt

import numpy as np

from kibitz.cardplay.scoring import is_real
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play, trick_winner
from kibitz_lab.lessons.lesson import LessonDeal, Script

LEAST_GAIN, ERRORS = 0.05, 2.0


@dataclass(frozen=True, slots=True)
class LessonProof:
    """How often the lesson's line and the student's succeed on the same layouts."""

    right: float
    rival: float
    error: float
    """The standard error of the difference."""
    tricks: float
    """The tricks by which the lesson's line is better, on average."""

    def to_json(self) -> dict[str, float]:
        return {name: round(value, 4) for name, value in asdict(self).items()}

    @property
    def gain(self) -> float:
        return self.right - self.rival

    @property
    def holds(self) -> bool:
        """Whether the lesson's line is better by a clear margin."""
        return self.gain >= LEAST_GAIN and self.gain >= ERRORS * self.error


def proof(lesson: LessonDeal, deals: Sequence[Deal], solver: DoubleDummy) -> LessonProof:
    """Play both lines on the deals."""
    both = np.array([results(lesson, deal, solver) for deal in deals])
    target = lesson.table.contract.target
    made = both >= target
    won = ~made if lesson.is_defence else made
    gains = won[:, 0].astype(float) - won[:, 1]
    sign = -1 if lesson.is_defence else 1
    return LessonProof(
        right=float(won[:, 0].mean()),
        rival=float(won[:, 1].mean()),
        error=float(gains.std() / sqrt(len(gains))),
        tricks=sign * float((both[:, 0] - both[:, 1]).mean()),
    )


def results(lesson: LessonDeal, deal: Deal, solver: DoubleDummy) -> tuple[int, int]:
    """Declarer's tricks on one deal, after the lesson's line and after the student's."""
    state = Play.start(deal, lesson.table.contract).after_all(lesson.decision.played)
    alike = sum(takewhile(bool, (one == other for one, other in zip(*lesson.lines, strict=False))))
    fork, left = _followed(lesson, state, lesson.right[:alike], solver)
    ends = [
        fork if left else _followed(lesson, fork, line[alike:], solver)[0] for line in lesson.lines
    ]
    right, rival = (end.declarer_tricks if end.is_over else solver.solve(end).best for end in ends)
    return right, rival


def _followed(
    lesson: LessonDeal, state: Play, line: Script, solver: DoubleDummy
) -> tuple[Play, bool]:
    """The deal after a script, and whether it was left because it could not be followed."""
    turns = list(line)
    while turns and not state.is_over:
        if state.turn in lesson.students:
            card = _scripted(state, turns.pop(0), lesson.students)
            if card is None:
                return state, True
        elif is_real(state):
            card = min(solver.solve(state).best_cards, key=lambda one: (one.rank, one.suit))
        else:
            card = min(state.legal_actions)
        state = state.after(card)
    return state, False


def _scripted(state: Play, cards: Sequence[Card], ours: Sequence[Seat]) -> Card | None:
    """The first card with which our side wins so far, else the last; None if none is legal."""
    legal = [card for card in cards if card in state.legal_actions]
    leader = (state.turn - len(state.trick)) % 4
    for card in legal:
        best = trick_winner((*state.trick, card), state.trumps)
        if Seat((leader + best) % 4) in ours:
            return card
    return legal[-1] if legal else None
