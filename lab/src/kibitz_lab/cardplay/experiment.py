"""How often each method finds the card of an expert it has never seen.

Run:      kibitz lab cardplay --train FILE... --test FILE...
Writes:   cardplay.json, from which docs/results.md is made
Method:   every decision of declarer's side at the tables drawn for testing; a card equal to the
          expert's counts as his (`cardplay.scoring`), declining as wrong; intervals are
          percentiles of 2,000 resamplings of events; tricks lost are double dummy, on a sample of
          real decisions
Splits:   by event; tables whose deal was used to make the similarity are refused
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.scoring import are_equal, credit, is_real
from kibitz.cardplay.sibl.features import decisions
from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.learned import codes as codes_of
from kibitz.cardplay.similarity.positions import Bools, Tables, Views
from kibitz.cardplay.voting import elected
from kibitz.errors import SolverError
from kibitz.games.bridge import playing_out as played
from kibitz.games.bridge.cards import DECK, Card
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.solving import solving
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine
from kibitz_lab.cardplay.baselines import RoleHabit, at_random, by_rules, lowest
from kibitz_lab.cardplay.cases import TableSplit, blocks
from kibitz_lab.cardplay.precedent_votes import Precedents
from kibitz_lab.harness.statistics import resampled, tenths
from kibitz_lab.harness.study import StageWatch, begun

METHODS = ("random", "lowest", "rules", "frequent", "double-dummy", "network", "learned")
_HABITS = 20_000  # decisions that form a habit

BLOCK = 64
"""Tables whose decisions are answered together."""
SECONDS_A_BLOCK, SECONDS_A_LESSON, SECONDS_A_COST = 1.0, 0.002, 0.01
"""About how long one core takes for a block by the network, for comparing a block with one learned
table, and for solving a state double dummy."""

Tell = Callable[[], object]


@dataclass(frozen=True, slots=True)
class AskedDecision:
    """An expert's decision that is tested."""

    state: Play
    expert: Card
    event: int
    real: bool


@dataclass(frozen=True, slots=True)
class RankedCards:
    """A method's cards, best first, and its confidence in the first.

    No cards means that it declines, which counts as a wrong answer.
    """

    ranked: tuple[Card, ...]
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Answers:
    """A method's answers to some of the questions, and their cost where it was measured."""

    method: str
    asked: tuple[int, ...]
    given: tuple[RankedCards, ...]
    seconds: float | None
    memory: int | None


def questions_of(split: TableSplit) -> list[AskedDecision]:
    return [
        AskedDecision(state, card, event, is_real(state))
        for record, event in zip(split.tested, split.events, strict=True)
        for state, card in decisions(record.opening_state(), record.play)
    ]


def simple_answers(
    method: str, split: TableSplit, questions: Sequence[AskedDecision], seed: int
) -> Answers:
    """The answers of a baseline, which looks at one state at a time."""
    habit = RoleHabit.of(_lessons(split)) if method == "frequent" else None
    rng = random.Random(f"{method} {seed}")
    start = time.perf_counter()
    given = []
    for question in questions:
        if habit is not None:
            ranked = habit.ranked(question.state)
            given.append(RankedCards(tuple(card for _, card in ranked), ranked[0][0]))
        elif method == "random":
            given.append(RankedCards((at_random(question.state, rng),)))
        else:
            player = by_rules if method == "rules" else lowest
            given.append(RankedCards((player(question.state),)))
    seconds = time.perf_counter() - start
    return Answers(method, tuple(range(len(questions))), tuple(given), seconds, 0)


def _lessons(split: TableSplit) -> Iterator[tuple[Play, Card]]:
    count = 0
    for record in split.learned:
        for decision in decisions(record.opening_state(), record.play):
            yield decision
            count += 1
        if count >= _HABITS:
            return


_Block = dict[str, Any]
"""What each method found for the decisions of some tables, as plain JSON: its cards, best first,
the network's chance of the first, and the seconds it took."""


def learned_answers(
    split: TableSplit,
    similarity: Similarity,
    wanted: Sequence[str],
    *,
    engine: Engine,
    watch: StageWatch,
    device: str | None = None,
    parts: Parts | None = None,
) -> list[Answers]:
    """The vote of precedents, and the network's own answers.

    On a *device* torch looks up the precedents; *parts* holds the blocks answered before.
    """
    if not {"network", "learned"} & set(wanted):
        return []
    path, memory = None, sum(array.nbytes for array in similarity.network.weights.values())
    held = 0
    if "learned" in wanted:
        describing = begun(watch, "describing positions", blocks(split.learned))
        precedents = Precedents.of(split.learned, similarity, engine=engine, tell=describing)
        path, held = precedents.save(), precedents.codes.nbytes
    tables = Tables.of_records(split.tested)
    asked = ((first, tables[first : first + BLOCK]) for first in range(0, len(tables), BLOCK))
    answering = begun(watch, "answering", blocks(tables, BLOCK))
    work = partial(_answered, similarity, path, device)
    found = list(engine.run(work, asked, tell=answering, parts=parts, key=lambda block: block[0]))
    held_by = {"network": memory, "learned": memory + held}
    return [
        _of_all(method, [block[method] for block in found], similarity, memory)
        for method, memory in held_by.items()
        if method in wanted
    ]


def _answered(
    similarity: Similarity, path: Path | None, device: str | None, numbered: tuple[int, Tables]
) -> _Block:
    """Answers to the decisions of some tables; with *path*, also by the precedents saved there."""
    _, tables = numbered
    held = Precedents.at(path) if path is not None else None
    start = time.perf_counter()
    views = Views.of_tables(tables)
    chances = similarity.chances(views)
    directly = time.perf_counter() - start
    choices = Choices.of(views)
    given = np.maximum(chances.reshape(-1, 4, 13), 1e-6 * choices.legal).astype(np.float32)
    own, allowed = choices.pooled(given).reshape(-1, 52), choices.legal.reshape(-1, 52)
    ranked = np.argsort(-own, axis=1, kind="stable")
    found = {"network": _found(ranked, allowed, own, directly)}
    if held is None:
        return found
    start = time.perf_counter()
    near, answered = held.electorate(codes_of(chances), views, device)
    ranked = elected(choices, near, held.played).order
    seconds = directly + time.perf_counter() - start
    return {**found, "learned": _found(ranked, allowed & answered[:, None], own, seconds)}


def _found(
    ranked: npt.NDArray[Any], allowed: Bools, own: npt.NDArray[np.float32], seconds: float
) -> dict[str, Any]:
    """A method's answers for one block."""
    given = [
        ([card for card in cards if allowed[row, card]], float(own[row, cards[0]]))
        for row, cards in enumerate(ranked.tolist())
    ]
    return {"given": given, "seconds": seconds}


def _of_all(
    method: str, found: Sequence[Mapping[str, Any]], similarity: Similarity, memory: int
) -> Answers:
    given = tuple(
        RankedCards(
            tuple(DECK[card] for card in cards), similarity.confidence(chance) if cards else None
        )
        for block in found
        for cards, chance in block["given"]
    )
    seconds = sum(block["seconds"] for block in found)
    return Answers(method, tuple(range(len(given))), given, seconds, memory)


def costs(
    questions: Sequence[AskedDecision],
    sample: int,
    seed: int,
    *,
    engine: Engine | None = None,
    parts: Parts | None = None,
    tell: Tell = lambda: None,
) -> dict[int, Mapping[Card, int]]:
    """The tricks each legal card gives away double dummy, for a sample of real decisions.

    A decision that keeps crashing the solver is left out.
    """
    real = [index for index, question in enumerate(questions) if question.real]
    chosen = sorted(random.Random(f"cost {seed}").sample(real, min(sample, len(real))))
    asked = [(index, questions[index].state) for index in chosen]
    solved = (engine or Engine()).run(
        _costs, asked, tell=tell, parts=parts, key=lambda task: task[0]
    )
    return {
        index: {Card.parse(card): lost for card, lost in found.items()}
        for index, found in zip(chosen, solved, strict=True)
        if found is not None
    }


def _costs(numbered: tuple[int, Play]) -> dict[str, int] | None:
    _, state = numbered
    with solving() as solver:
        try:
            return {str(card): lost for card, lost in played.costs(state, solver).items()}
        except SolverError:
            return None


def double_dummy_answers(costs: Mapping[int, Mapping[Card, int]]) -> Answers:
    """The best card double dummy; of several, the lowest."""
    given = [
        RankedCards((min(lost, key=lambda card: (lost[card], card.rank, card.suit)),))
        for lost in costs.values()
    ]
    return Answers("double-dummy", tuple(costs), tuple(given), None, None)


def row(
    answers: Answers,
    questions: Sequence[AskedDecision],
    costs: Mapping[int, Mapping[Card, int]],
    seed: int,
) -> dict[str, Any]:
    """A method's row of the table."""
    asked = [questions[index] for index in answers.asked]
    pairs = list(zip(asked, answers.given, strict=True))
    right = np.array([_is_right(q, a) for q, a in pairs])
    answered = np.array([bool(answer.ranked) for answer in answers.given])
    real = np.array([question.real for question in asked])
    second = [right[i] or _second(q, a) for i, (q, a) in enumerate(pairs)]
    ranks = any(len(answer.ranked) > 1 for answer in answers.given)
    sure = [answer.confidence for answer in answers.given]
    sampled = [
        place for place, index in enumerate(answers.asked) if index in costs and answered[place]
    ]
    lost = np.array(
        [costs[answers.asked[place]][answers.given[place].ranked[0]] for place in sampled]
    )
    stated = [place for place, one in enumerate(sure) if one is not None]
    calibration = tenths([sure[p] or 0.0 for p in stated], right[stated].tolist())
    return {
        "method": answers.method,
        "decisions": len(pairs),
        "paper_score": float(np.mean([_credit(q, a) for q, a in pairs])),
        "agreement_all": float(right.mean()),
        "agreement_real": float(right[real].mean()) if real.any() else None,
        "answered_real": float(answered[real].mean()) if real.any() else None,
        "interval": resampled(right[real], [q.event for q in asked if q.real], seed),
        "top2": float(np.mean(np.array(second)[real])) if ranks and real.any() else None,
        "calibration_error": max((abs(t["gap"]) for t in calibration), default=None),
        "tricks_lost": float(lost.mean()) if len(lost) else None,
        "tricks_lost_interval": resampled(lost, [asked[place].event for place in sampled], seed),
        "seconds_per_decision": _per(answers.seconds, len(pairs)),
        "memory_mb": _per(answers.memory, 1e6),
        "real_decisions": int(real.sum()),
        "sampled": len(lost),
        "sure": _sure(sure, real),
        "tenths": calibration,
    }


def _per(cost: float | None, number: float) -> float | None:
    return None if cost is None else cost / number


def _is_right(question: AskedDecision, answer: RankedCards) -> bool:
    return bool(answer.ranked) and are_equal(question.state, answer.ranked[0], question.expert)


def _credit(question: AskedDecision, answer: RankedCards) -> float:
    """The paper's credit for an answer; none if it declines."""
    return credit(question.state, answer.ranked[0], question.expert) if answer.ranked else 0.0


def _second(question: AskedDecision, answer: RankedCards) -> bool:
    """Whether the second choice (the best card not equal to the first) is the expert's."""
    if not answer.ranked:
        return False
    first = answer.ranked[0]
    for card in answer.ranked[1:]:
        if not are_equal(question.state, first, card):
            return are_equal(question.state, card, question.expert)
    return False


def _sure(sure: Sequence[float | None], real: npt.NDArray[np.bool_]) -> float | None:
    """The share of real decisions answered with a confidence of 90 % or more."""
    stated = [one for one, is_real in zip(sure, real, strict=True) if is_real and one is not None]
    return float(np.mean(np.array(stated) >= 0.9)) if stated else None
