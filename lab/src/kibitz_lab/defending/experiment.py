"""How often each method finds the expert's lead or card in defence, and what its cards are worth.

Run:      kibitz lab leads --train FILE... --test FILE..., and kibitz lab defence
Writes:   leads.json and defence.json, from which docs/results.md is made
Method:   every opening lead, or every real decision after it, at the tables drawn for testing;
          declining counts as wrong; intervals are percentiles of resampled events. A sample is
          solved double dummy: a lead is right if it gives up no trick, on the actual layout
          (DDOLAR) or on average over 40 that the leader cannot rule out (ADDOLAR)
Splits:   by event; events of which the similarity has seen a deal are refused
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

import numpy as np

from kibitz.cardplay.lookahead.evaluation import DEFENCE_WEIGHT, LEAD_WEIGHT
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.positions import DEFENDING, Rows, Views
from kibitz.errors import UsageError
from kibitz.forms import Said
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage
from kibitz_lab.cardplay.cases import blocks, described, description
from kibitz_lab.cardplay.precedent_votes import Precedents
from kibitz_lab.cardplay.run import similarity_at
from kibitz_lab.defending.answers import (
    BLOCK,
    KNOWING,
    LEARNED,
    LOOKAHEAD,
    METHODS,
    SECONDS_A_BLOCK,
    SECONDS_A_LESSON,
    MethodKnowledge,
    Survey,
    answers,
)
from kibitz_lab.defending.sample import Asked, DefenceDraw, DefenceSample, draw
from kibitz_lab.defending.scores import Ledger
from kibitz_lab.defending.solved import AVERAGED, DefenceExam, solve
from kibitz_lab.harness import seen_deals
from kibitz_lab.harness.options import (
    Device,
    Methods,
    ResultName,
    SimilarityFile,
    Weights,
    methods_named,
)
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.results import contents_of
from kibitz_lab.harness.seen_deals import SeenDeals
from kibitz_lab.harness.study import StageWatch, begun

WEIGHTS = {Asked.LEADS: LEAD_WEIGHT, Asked.DEFENCE: DEFENCE_WEIGHT}


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Which methods are compared at which decisions of defenders."""

    asked: ClassVar[Asked]
    draw: DefenceDraw
    methods: Methods = ()
    sample: Annotated[
        int, Said("Decisions solved double dummy, and looked ahead at.", bounds=(0, None))
    ] = 300
    layouts: Annotated[int, Said("Layouts of lookahead.", bounds=(1, 1000))] = 16
    weights: Weights = ()
    similarity: SimilarityFile = None
    device: Device = None

    @property
    def exam(self) -> DefenceExam:
        averaged = AVERAGED if self.asked is Asked.LEADS else 0
        return DefenceExam(
            layouts=self.layouts, averaged=averaged, weights=self.weights, seed=self.draw.seed
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Leads(Task):
    """How often each method finds the expert's opening lead, on events it has not learned from.

    The very card; one that touches it; both besides taking the nine and lower as one; the suit.
    DDOLAR and ADDOLAR are the share of leads that give up no trick double dummy, on the actual
    layout and on the average of 40 that the leader cannot rule out. Intervals are over events.

    Example: kibitz lab leads --train tables.kibitz --test tables.kibitz --limit-test 2000
    """

    asked = Asked.LEADS
    name: ResultName = "leads"


@dataclass(frozen=True, slots=True, kw_only=True)
class Defence(Task):
    """How often each method finds a defender's card after the lead, where there is a choice.

    The very card; one that touches it; both besides taking the nine and lower as one, over all
    decisions and over those of leading, following and discarding. Tricks lost are double dummy,
    on a sample. Intervals are over events.

    Example: kibitz lab defence --train tables.kibitz --test tables.kibitz --limit-test 2000
    """

    asked = Asked.DEFENCE
    name: ResultName = "defence"


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """The tables drawn, their decisions, and where finished answers are kept."""

    task: Task
    methods: Sequence[str]
    similarity: Similarity | None
    sample: DefenceSample
    views: Views
    rows: Rows
    """The decisions to be solved."""
    answered: Parts
    solved: Parts

    @property
    def learns(self) -> bool:
        return bool({LEARNED, LOOKAHEAD} & set(self.methods))

    @property
    def lessons(self) -> Views:
        return self.task.asked.views(self.sample.lessons)

    @property
    def stages(self) -> list[Stage]:
        """How much there is to do."""
        found = [Stage(len(self.rows), len(self.solved), self.task.exam.seconds)]
        compared = len(self.sample.lessons) if self.learns else 0
        tested = blocks(self.sample.tested, BLOCK[self.task.asked])
        seconds = SECONDS_A_BLOCK + SECONDS_A_LESSON * compared
        found.append(Stage(tested, len(self.answered), seconds))
        if self.learns and self.similarity is not None:
            found.append(description(self.lessons, self.similarity))
        return found

    def clear(self) -> None:
        """Delete the finished parts once the result is written."""
        self.answered.clear()
        self.solved.clear()


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Read the files and draw from them."""
    similarity, seen = open_defence(task.similarity)
    methods = methods_of(task.methods, similarity)
    sample = draw(task.draw, task.asked, seen, watch)
    views = task.asked.views(sample.tested)
    rng = np.random.default_rng((task.draw.seed, len(views)))
    rows = np.sort(rng.permutation(len(views))[: task.sample])
    files = contents_of(task.draw.train, task.draw.test)
    numbers = (task.draw.limit_train, task.draw.limit_test, task.draw.validation, task.draw.seed)
    of = (task.asked.value, files, similarity.name if similarity else None, *numbers, methods)
    answered = parts_of("defending-answers", *of, task.device)
    solved = parts_of("defending-solved", *of, task.sample, task.layouts, *task.weights)
    return Prepared(task, methods, similarity, sample, views, rows, answered, solved)


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> dict[str, Any]:
    """The table of methods, with what it is based on."""
    task, sample, seed = ready.task, ready.sample, ready.task.draw.seed
    knowledge = know(ready, engine=engine, watch=watch)
    survey = Survey(task.asked, ready.methods, knowledge, seed)
    given = answers(survey, ready.views, engine=engine, watch=watch, parts=ready.answered)
    known = knowledge if LOOKAHEAD in ready.methods else None
    solved = solve(
        ready.views, ready.rows, task.exam, known, engine=engine, watch=watch, parts=ready.solved
    )
    memory = len(sample.lessons)
    ledger = Ledger(task.asked, ready.views, sample.events, solved, memory, seed)
    *methods, experts = given
    return {
        "records": list(sample.records),
        "similarity": ready.similarity.name if ready.similarity else None,
        "memory": memory,
        "tested": len(sample.tested),
        "events": len(np.unique(sample.events)),
        "refused": sample.refused,
        "refused_events": sample.refused_events,
        "validation": task.draw.validation,
        "decisions": len(ready.views),
        "sampled": len(solved.lost),
        "layouts": task.layouts,
        "weight": WEIGHTS[task.asked],
        "calibration": {
            one.method: ledger.calibration(one) for one in methods if one.sure is not None
        },
        "rows": [row for one in (*methods, *solved.ahead, experts) for row in ledger.rows(one)],
    }


def know(ready: Prepared, *, engine: Engine, watch: StageWatch) -> MethodKnowledge | None:
    """What a method may use: the similarity, and the lessons it describes."""
    similarity = ready.similarity
    if similarity is None or not KNOWING & set(ready.methods):
        return None
    if not ready.learns:
        return MethodKnowledge(similarity)
    path = describe(ready.lessons, similarity, engine=engine, watch=watch)
    return MethodKnowledge(similarity, path, ready.task.device)


def describe(lessons: Views, similarity: Similarity, *, engine: Engine, watch: StageWatch) -> Path:
    """Describe and save precedents; their path."""
    describing = begun(watch, "describing positions", blocks(lessons.tables))
    codes = described(lessons, similarity, engine=engine, tell=describing)
    return Precedents.described(lessons, codes).save()


def methods_of(named: Sequence[str], similarity: Similarity | None) -> list[str]:
    """The methods asked for, or else all that are possible."""
    if similarity is not None:
        return methods_named(named, METHODS)
    if missing := KNOWING & set(named):
        raise UsageError(
            f"The method {min(missing)} needs a similarity of defenders, and the package has none: "
            "name a file of one."
        )
    return [method for method in named or METHODS if method not in KNOWING]


def open_defence(path: Path | None) -> tuple[Similarity | None, SeenDeals | None]:
    """The similarity of defenders and the deals it was made from: the shipped one, or a file's."""
    if path is None:
        similarity = Similarity.shipped_defence()
        if similarity is None:
            return None, None
        return similarity, SeenDeals.shipped(seen_deals.SHIPPED_DEFENCE)
    found, deals = similarity_at(path, seen_deals.SHIPPED_DEFENCE)
    if found.network.sight.side != DEFENDING:
        raise UsageError(f"{path.name} is a similarity of declarer's side, not of the defenders.")
    return found, deals
