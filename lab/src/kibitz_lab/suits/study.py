"""``kibitz lab suits``: the tree of tactics, FINESSE's own texts, or every plan in words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from kibitz.errors import UsageError
from kibitz.forms import Said
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage
from kibitz.runtime.storage import write_atomically
from kibitz.suits.plans.similar import pack
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.study import Found, StageWatch, begun
from kibitz_lab.making import plans_table
from kibitz_lab.suits import experiment, texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What the paper's tree of tactics loses against the exact line in one suit.

    With --texts our plans are set beside FINESSE's own; with --plans every combination like the
    Encyclopedia's is planned in words, which takes half an hour.

    Example: kibitz lab suits --problems 50
    """

    problems: Annotated[
        int | None, Said("How many combinations; else 650, with --plans all.", bounds=(1, None))
    ] = None
    texts: Annotated[Path | None, Said("Compare our plans with FINESSE's texts in this file.")] = (
        None
    )
    plans: Annotated[bool, Said("Plan every combination like the Encyclopedia's.")] = False
    table: Annotated[Path | None, Said("With --plans: write the table that is shipped, here.")] = (
        None
    )
    seed: int = 1

    @property
    def name(self) -> str:
        return "suits_texts" if self.texts else "suits_table" if self.plans else "suits"


@dataclass(frozen=True, slots=True)
class ReadyTactics:
    """Combinations to be solved twice, and where finished ones are kept."""

    task: Task
    parts: Parts

    @property
    def problems(self) -> int:
        return self.task.problems or experiment.PROBLEMS

    @property
    def stages(self) -> list[Stage]:
        kept = min(self.problems, len(self.parts))
        return [Stage(self.problems, kept, experiment.SECONDS)]

    def run(self, engine: Engine, watch: StageWatch) -> Found:
        return experiment.experiment(
            problems=self.problems, seed=self.task.seed, engine=engine, parts=self.parts,
            advance=begun(watch, "solving each twice", self.problems),
        )  # fmt: skip

    def clear(self) -> None:
        self.parts.clear()


@dataclass(frozen=True, slots=True)
class ReadyTexts:
    """FINESSE's problems, to be put in our words."""

    problems: Sequence[Mapping[str, Any]]

    @property
    def stages(self) -> list[Stage]:
        return [Stage(len(self.problems), 0, texts.SECONDS)]

    def run(self, engine: Engine, watch: StageWatch) -> Found:
        advance = begun(watch, "wording each", len(self.problems))
        return {"seed": None, **texts.compare(self.problems, engine=engine, advance=advance)}

    def clear(self) -> None:
        """Nothing is kept on the way."""


@dataclass(frozen=True, slots=True)
class ReadyPlans:
    """Blocks of combinations to be planned, and where finished ones are kept."""

    task: Task
    blocks: Sequence[Sequence[tuple[str, str]]]
    parts: Parts

    @property
    def stages(self) -> list[Stage]:
        kept = min(len(self.blocks), len(self.parts))
        return [Stage(len(self.blocks), kept, plans_table.SECONDS)]

    def run(self, engine: Engine, watch: StageWatch) -> Found:
        advance = begun(watch, "planning blocks of combinations", len(self.blocks))
        known = list(
            plans_table.rows(self.blocks, engine=engine, parts=self.parts, advance=advance)
        )
        if self.task.table is not None:
            write_atomically(self.task.table, pack(known))
        return {"seed": None, **plans_table.summary(known, sum(map(len, self.blocks)))}

    def clear(self) -> None:
        self.parts.clear()


Prepared = ReadyTactics | ReadyTexts | ReadyPlans


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Prepare the experiment that is asked for."""
    if task.table is not None and not task.plans:
        raise UsageError("--table goes with --plans.")
    if task.texts is not None:
        return ReadyTexts(_problems(task.texts))
    if task.plans:
        return ReadyPlans(task, plans_table.blocks(task.problems), parts_of("suits, plans"))
    return ReadyTactics(task, parts_of("suits"))


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> Found:
    return ready.run(engine, watch)


def _problems(file: Path) -> list[dict[str, Any]]:
    try:
        problems: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))["problems"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{file} is no file of numbered problems: {error}") from error
    return [problem for problem in problems if problem["legible"]]
