"""Blocks change nothing: every learner stores and decides as the pseudocode does, one by one."""

import random

import numpy as np
import pytest

from kibitz.precedents.sequences import learners
from kibitz.precedents.sequences.distance import Feature, FeatureKind, Schema, Sequences
from kibitz.precedents.sequences.learners import (
    ChoiceRule,
    Fixed,
    Learner,
    MajorityVote,
    MostSimilar,
    ib1,
    ib2,
)
from kibitz.precedents.sequences.sequential import most_similar, similarity

SCHEMA = Schema(
    (
        Feature("height", FeatureKind.COUNT, 6),
        Feature("width", FeatureKind.COUNT, 6),
        Feature("colour", FeatureKind.SYMBOL),
    )
)
WINDOW = 4


def drawn(seed: int, rows: int) -> tuple[Sequences, np.ndarray]:
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 7, (rows, WINDOW, 3)).astype(np.uint8)
    spans = rng.integers(1, WINDOW + 1, rows).astype(np.uint8)
    actions = (codes[:, 0, 0] + codes[:, -1, 2]) % 3
    return Sequences.of_codes(codes, spans), actions.astype(np.uint16)


class Pseudocode:
    """Table 1, line by line, over lists; ties are left to chance in the same order as ours."""

    def __init__(self, rule: ChoiceRule) -> None:
        self.rule, self.stored = rule, list[tuple[list[tuple[float, ...]], int]]()

    def find_most_similar(self, sigma: list[tuple[float, ...]]) -> tuple[list[float], int] | None:
        best = None
        for states, action in self.stored:
            if len(states) >= len(sigma):
                tail = states[len(states) - len(sigma) :]
                gaps = [SCHEMA.distance(a, b).total for a, b in zip(sigma, tail, strict=True)]
                square = round(sum(gap**2 for gap in gaps))
                if best is None or square < best[0]:
                    best = (square, gaps, action)
        return None if best is None else (best[1], best[2])

    def decide(self, seen: list[tuple[float, ...]], rng: random.Random) -> int | None:
        longest = min(self.rule.longest, len(seen))
        lengths = [longest] if isinstance(self.rule, Fixed) else range(1, longest + 1)
        found = [self.find_most_similar(seen[len(seen) - n :]) for n in lengths]
        candidates = [each for each in found if each is not None]
        if not candidates:
            return None
        if isinstance(self.rule, MostSimilar):
            like = [similarity(gaps, SCHEMA.widest) for gaps, _ in candidates]
            return candidates[most_similar(like, rng)[0]][1]
        votes = {action: 0 for _, action in candidates}
        for _, action in candidates:
            votes[action] += 1
        top = [action for action in votes if votes[action] == max(votes.values())]
        return top[0] if len(top) == 1 else rng.choice(top)

    def learn(self, seen: list[tuple[float, ...]], action: int, rng: random.Random) -> None:
        if self.decide(seen, rng) != action:
            self.stored.append((seen, action))


def states(rows: Sequences, row: int, longest: int) -> list[tuple[float, ...]]:
    """Oldest first."""
    span = min(longest, int(rows.spans[row]))
    return [rows.values(row, state) for state in reversed(range(span))]


RULES: list[ChoiceRule] = [Fixed(1), Fixed(3), MajorityVote(WINDOW), MostSimilar(WINDOW)]


@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize("block", [1, 7, 256])
def test_learning_in_blocks_is_the_pseudocode_one_by_one(
    rule: ChoiceRule, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learners, "_BLOCK", block)
    lessons, actions = drawn(1, 150)
    # the pseudocode has no case of a length yet where ours falls back to a shorter one: seed both
    lessons.spans[0] = WINDOW
    learner, plain = Learner(SCHEMA, rule), Pseudocode(rule)
    ours, theirs = random.Random(4), random.Random(4)
    learner.learn(lessons, actions, ours)
    for row, action in enumerate(actions.tolist()):
        plain.learn(states(lessons, row, rule.longest), action, theirs)
    held = [learner.memory.case(number) for number in range(len(learner.memory))]
    assert [states(case, 0, WINDOW) for case in held] == [seen for seen, _ in plain.stored]
    asked, _ = drawn(2, 40)
    given = [choice.action for choice in learner.decide(asked, ours)]
    assert given == [plain.decide(states(asked, row, rule.longest), theirs) for row in range(40)]


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_deciding_teaches_nothing(rule: ChoiceRule) -> None:
    lessons, actions = drawn(3, 80)
    learner = Learner(SCHEMA, rule)
    learner.learn(lessons, actions, random.Random(0))
    before = len(learner.memory)
    first = learner.decide(lessons, random.Random(1))
    assert learner.decide(lessons, random.Random(1)) == first
    assert len(learner.memory) == before


def test_ib1_keeps_every_lesson_and_ib2_those_it_got_wrong() -> None:
    lessons, actions = drawn(4, 200)
    every, wrong = ib1(SCHEMA), ib2(SCHEMA)
    for learner in (every, wrong):
        learner.learn(lessons, actions, random.Random(0))
    assert len(every.memory) == 200
    assert 0 < len(wrong.memory) < 200


def test_only_admitted_actions_are_recommended() -> None:
    lessons, actions = drawn(5, 200)
    learner = Learner(SCHEMA, MajorityVote(WINDOW))
    learner.learn(lessons, actions, random.Random(0))
    admitted = np.zeros((len(lessons), 3), np.bool_)
    admitted[:, 2] = True
    choices = learner.decide(lessons, random.Random(0), admitted=admitted)
    assert {choice.action for choice in choices} == {2}
