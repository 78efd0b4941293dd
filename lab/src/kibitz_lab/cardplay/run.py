"""The experiment of card play, from files to a result."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.positions import Tables, Views
from kibitz.cardplay.voters import AskedCards
from kibitz.errors import StorageError
from kibitz.forms import Said
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage
from kibitz_lab.cardplay.alikeness import PrecedentRecords, Sampled, alikeness
from kibitz_lab.cardplay.cases import (
    TableSplit,
    blocks,
    decisions_of,
    described,
    description,
    drawn,
)
from kibitz_lab.cardplay.experiment import (
    BLOCK,
    METHODS,
    SECONDS_A_BLOCK,
    SECONDS_A_COST,
    SECONDS_A_LESSON,
    Answers,
    AskedDecision,
    costs,
    double_dummy_answers,
    learned_answers,
    questions_of,
    row,
    simple_answers,
)
from kibitz_lab.cardplay.precedent_votes import Precedents
from kibitz_lab.harness import seen_deals
from kibitz_lab.harness.options import (
    Device,
    Methods,
    ResultName,
    SimilarityFile,
    TestFiles,
    TrainFiles,
    methods_named,
)
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.results import contents_of
from kibitz_lab.harness.seen_deals import SeenDeals
from kibitz_lab.harness.study import StageWatch, begun

ALIKE = 2_000
"""The number of real decisions that their precedents are compared with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """How often each method finds the expert's card, on events it has not learned from.

    Equal cards count as one. The interval is that of real decisions, over events; the calibration
    error is the worst tenth of the decisions by confidence. Tables that the similarity was made
    from are refused. Described positions are cached, so that a second run is quick; a cluster must
    see that cache (KIBITZ_HOME on storage that all share).

    Example: kibitz lab cardplay --train 3nt.jsonl.gz --test other.jsonl.gz --limit-test 5000
    """

    train: TrainFiles
    test: TestFiles
    methods: Methods = ()
    limit_train: Annotated[
        int, Said("At most so many tables to learn from; 0: all.", bounds=(0, None))
    ] = 5_000
    limit_test: Annotated[
        int, Said("About so many decisions to test, whole tables; 0: all.", bounds=(0, None))
    ] = 20_000
    sample: Annotated[
        int, Said("Real decisions solved double dummy for tricks lost.", bounds=(0, None))
    ] = 300
    similarity: SimilarityFile = None
    device: Device = None
    name: ResultName = "cardplay"
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Prepared:
    """The tables drawn, their decisions, and where finished answers are kept."""

    task: Task
    similarity: Similarity
    split: TableSplit
    questions: Sequence[AskedDecision]
    answered: Parts
    solved: Parts

    @property
    def stages(self) -> list[Stage]:
        """How much there is to do."""
        methods, real = self.task.methods, sum(one.real for one in self.questions)
        found = [Stage(min(self.task.sample, real), len(self.solved), SECONDS_A_COST)]
        if {"network", "learned"} & set(methods):
            compared = len(self.split.learned) if "learned" in methods else 0
            seconds = SECONDS_A_BLOCK + SECONDS_A_LESSON * compared
            tested = blocks(self.split.tested, BLOCK)
            found.append(Stage(tested, len(self.answered), seconds))
        if "learned" in methods:
            taught = decisions_of(self.split.learned, self.similarity)
            found.append(description(taught, self.similarity))
        return found

    def clear(self) -> None:
        """Delete the finished parts once the result is written."""
        self.answered.clear()
        self.solved.clear()


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Read the files and draw from them."""
    task = replace(task, methods=methods_named(task.methods, METHODS))
    similarity, made_from = open_similarity(task.similarity)
    chosen = drawn(
        task.train, task.test, made_from,
        limit_train=task.limit_train, limit_test=task.limit_test, seed=task.seed, watch=watch,
    )  # fmt: skip
    of = (contents_of(task.train, task.test), similarity.name, task.limit_test, task.seed)
    from_them = task.limit_train if "learned" in task.methods else None
    answered = parts_of("cardplay-answers", *of, from_them, task.device)
    solved = parts_of("cardplay-solved", *of)
    return Prepared(task, similarity, chosen, questions_of(chosen), answered, solved)


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> dict[str, Any]:
    """The table of methods, and what it was made from."""
    task, chosen, questions = ready.task, ready.split, ready.questions
    test, methods, seed = task.test, task.methods, task.seed
    learned = ready.similarity
    answers = learned_answers(
        chosen, learned, methods,
        engine=engine, watch=watch, device=task.device, parts=ready.answered,
    )  # fmt: skip
    answers += [
        simple_answers(method, chosen, questions, seed)
        for method in methods
        if method in ("random", "lowest", "rules", "frequent")
    ]
    real = sum(one.real for one in questions)
    solving = begun(watch, "solving double dummy", min(task.sample, real))
    lost = costs(questions, task.sample, seed, engine=engine, parts=ready.solved, tell=solving)
    if "double-dummy" in methods and lost:
        answers.append(double_dummy_answers(lost))
    by_name = {one.method: one for one in answers}
    ordered: list[Answers] = [by_name[method] for method in methods if method in by_name]
    alike = _alikeness(ready, engine, watch) if "learned" in methods else None
    return {
        "similarity": learned.name,
        "test": [path.name for path in test],
        "learned": len(chosen.learned),
        "tested": len(chosen.tested),
        "events": len(set(chosen.events)),
        "refused": chosen.refused,
        "decisions": len(questions),
        "rows": [row(one, questions, lost, seed) for one in ordered],
        "alike": alike,
    }


def _alikeness(ready: Prepared, engine: Engine, watch: StageWatch) -> dict[str, Any]:
    """How similar precedents are, over a sample of the real decisions."""
    split, similarity = ready.split, ready.similarity
    taught = decisions_of(split.learned, similarity)
    known = described(taught, similarity, engine=engine)
    lessons = PrecedentRecords(split.learned, taught.table, Precedents.described(taught, known))
    views = Views.of_tables(Tables.of_records(split.tested))
    real = [row for row, question in enumerate(ready.questions) if question.real]
    chosen = sorted(random.Random(f"alike {ready.task.seed}").sample(real, min(ALIKE, len(real))))
    rows = np.array(chosen, np.int64)
    asked = AskedCards.of(views[rows], similarity.describe(views[rows]))
    sampled = [
        Sampled(ready.questions[row].state, asked[np.array([at])]) for at, row in enumerate(chosen)
    ]
    return alikeness(lessons, sampled, begun(watch, "comparing precedents", len(sampled)))


def open_similarity(path: Path | None) -> tuple[Similarity, SeenDeals]:
    """A similarity and the deals it was made from: the shipped one, or a file's."""
    if path is not None:
        return similarity_at(path, seen_deals.SHIPPED)
    return Similarity.shipped(), SeenDeals.shipped(seen_deals.SHIPPED)


def similarity_at(path: Path, deals: str) -> tuple[Similarity, SeenDeals]:
    """A file's similarity, and the deals it was made from, which are kept beside it."""
    beside = path.with_name(deals)
    try:
        seen = beside.read_bytes()
    except OSError as error:
        raise StorageError(f"{beside} cannot be read: {error.strerror}") from error
    return Similarity.at(path), SeenDeals.read(seen, name=beside.name)
