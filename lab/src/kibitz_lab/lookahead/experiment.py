"""What lookahead adds to precedents, one real decision of an expert at a time.

Run:      kibitz lab lookahead --train FILE... --test FILE...
Writes:   docs/results/lookahead.json
Method:   real decisions drawn from tables of events not learned from, and of deals that the
similarity was not made from; a card agrees if it is equal to the expert's; tricks lost
are double dummy; intervals are over events
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from kibitz.cardplay.lookahead.evaluation import TRICK_WEIGHT, look_ahead, ranked
from kibitz.cardplay.lookahead.weighing import hear
from kibitz.cardplay.scoring import are_equal, is_real
from kibitz.cardplay.sibl.features import decisions
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.errors import UsageError
from kibitz.forms import Said
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Vulnerability
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.playing_out import costs
from kibitz.games.bridge.solving import solving
from kibitz.records.record import Record
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage
from kibitz_lab.cardplay.cases import TableSplit, blocks, decisions_of, description, drawn
from kibitz_lab.cardplay.players import Votes
from kibitz_lab.cardplay.precedent_votes import Precedents, PrecedentVotes
from kibitz_lab.cardplay.run import open_similarity
from kibitz_lab.harness.options import SimilarityFile, TestFiles, TrainFiles, Weights
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.results import contents_of
from kibitz_lab.harness.statistics import clustered
from kibitz_lab.harness.study import StageWatch, begun
from kibitz_lab.making.house_player import best_card

EXPERT, PRECEDENTS, LOOKAHEAD, BOTH = "expert", "precedents", "lookahead", "both"
SECONDS_A_LAYOUT = 0.012
"""About how long one core takes to sample and solve a layout."""

Found = dict[str, list[int]]
"""For each method, whether its card is the expert's and the tricks it loses; plain JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What lookahead adds to precedents, one real decision of an expert at a time.

    Agreement with the expert and double-dummy tricks lost, by precedents, by lookahead and by both.
    With --every-chair, what is gained by weighing the calls and the cards played when layouts are
    drawn, at events that taught no network.

    Example: kibitz lab lookahead --train 3nt.jsonl.gz --test 3nt.jsonl.gz --sample 200
    """

    test: TestFiles
    train: TrainFiles = ()
    sample: Annotated[int, Said("How many real decisions.", bounds=(2, None))] = 1000
    layouts: Annotated[int, Said("Layouts at each.", bounds=(1, 1000))] = 16
    limit_train: Annotated[int, Said("At most so many tables to learn from.", bounds=(1, None))] = (
        5000
    )
    weights: Weights = ()
    similarity: SimilarityFile = None
    every_chair: Annotated[
        bool,
        Said("Lookahead alone, from all chairs: calls and cards weighed, calls, and by rules."),
    ] = False
    seed: int = 1

    @property
    def name(self) -> str:
        return "layouts" if self.every_chair else "lookahead"


@dataclass(frozen=True, slots=True)
class ExpertDecision:
    """An expert's real decision."""

    state: Play
    auction: Auction | None
    vulnerability: Vulnerability
    expert: Card
    event: int


def questions_of(tables: TableSplit, count: int, seed: int) -> list[ExpertDecision]:
    """One real decision from each of *count* tables."""
    rng = random.Random(seed)
    found: list[ExpertDecision] = []
    for record, event in zip(tables.tested, tables.events, strict=True):
        real = [one for one in decisions(record.opening_state(), record.play) if is_real(one[0])]
        if real and len(found) < count:
            state, card = rng.choice(real)
            auction = record.auction if record.auction.calls else None
            found.append(ExpertDecision(state, auction, record.vulnerability, card, event))
    if len(found) < count:
        raise UsageError(f"{count} tables with a real decision are needed, not {len(found)}")
    return found


def answers(
    question: ExpertDecision, votes: Votes, task: Task, solver: DoubleDummy
) -> dict[str, Card]:
    """Each method's card."""
    state, auction = question.state, question.auction
    shares = votes(state, auction)
    believer = hear(auction, question.vulnerability)
    ahead = look_ahead(
        state, auction, layouts=task.layouts, seed=task.seed, solver=solver, believer=believer
    )
    tried = {f"both, a trick {w:g}": ranked(shares, ahead, w)[0] for w in task.weights}
    return {
        EXPERT: question.expert,
        PRECEDENTS: next(iter(shares)),
        LOOKAHEAD: best_card(state, ahead),
        BOTH: ranked(shares, ahead)[0],
        **tried,
    }


@dataclass(frozen=True, slots=True)
class Prepared:
    """The tables to learn from, the decisions drawn, and where finished answers are kept."""

    task: Task
    similarity: Similarity
    lessons: Sequence[Record]
    questions: Sequence[ExpertDecision]
    parts: Parts

    @property
    def stages(self) -> list[Stage]:
        """How much there is to do."""
        seconds = SECONDS_A_LAYOUT * self.task.layouts
        asked = Stage(len(self.questions), len(self.parts), seconds)
        return [description(decisions_of(self.lessons, self.similarity), self.similarity), asked]

    def clear(self) -> None:
        self.parts.clear()


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Read the files and draw from them."""
    if not task.train:
        raise UsageError("Name files of games to learn from, or ask for --every-chair.")
    learned, made_from = open_similarity(task.similarity)
    tables = drawn(
        task.train, task.test, made_from,
        limit_train=task.limit_train, limit_test=26 * task.sample, seed=task.seed, watch=watch,
    )  # fmt: skip
    files = contents_of(task.train, task.test)
    numbers = (task.sample, task.layouts, task.limit_train, task.seed, *task.weights)
    parts = parts_of("lookahead", files, learned.name, *numbers)
    return Prepared(
        task, learned, tables.learned, questions_of(tables, task.sample, task.seed), parts
    )


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> dict[str, Any]:
    """Ask every method for its card at every decision."""
    task, learned, questions = ready.task, ready.similarity, ready.questions
    describing = begun(watch, "describing positions", blocks(ready.lessons))
    precedents = Precedents.of(ready.lessons, learned, engine=engine, tell=describing)
    work = partial(_asked, learned, precedents.save(), task)
    looking = begun(watch, "looking ahead", len(questions))
    found = list(
        engine.run(
            work, enumerate(questions), tell=looking, parts=ready.parts, key=lambda one: one[0]
        )
    )
    return {
        "similarity": learned.name,
        "precedents": len(ready.lessons),
        "decisions": len(questions),
        "events": len({question.event for question in questions}),
        "layouts": task.layouts,
        "trick_weight": TRICK_WEIGHT,
        "rows": [_row(name, found, questions) for name in found[0]],
    }


def _asked(
    similarity: Similarity, path: Path, task: Task, numbered: tuple[int, ExpertDecision]
) -> Found:
    _, question = numbered
    votes = PrecedentVotes(similarity, Precedents.at(path))
    with solving() as solver:
        given = answers(question, votes, task, solver)
        lost = costs(question.state, solver)
    return {
        name: [are_equal(question.state, card, question.expert), lost[card]]
        for name, card in given.items()
    }


def _row(name: str, found: Sequence[Found], questions: Sequence[ExpertDecision]) -> dict[str, Any]:
    events = [question.event for question in questions]
    agrees = clustered([float(one[name][0]) for one in found], events)
    lost = clustered([float(one[name][1]) for one in found], events)
    return {
        "method": name,
        "agreement_real": agrees.mean,
        "agreement_within": agrees.within,
        "tricks_lost": lost.mean,
        "tricks_lost_within": lost.within,
    }
