"""``kibitz plan``: the plan for a whole deal."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from kibitz.asking import Kibitz
from kibitz.cli.forms import command
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json
from kibitz.cli.progress import bars
from kibitz.places import Places
from kibitz.plans.form import PlanForm

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.plans.answer import PlanStep
    from kibitz.plans.question import PlanQuestion


@command
def plan(form: PlanForm, library: LibraryOption = None, as_json: Json = False) -> None:
    """Plan a whole deal in numbered steps, each of them played out on layouts.

    The plan is made when dummy comes down, or anew before any later card. Learned players try all
    lines on the same layouts; a sentence is printed only if it also holds on layouts that were
    not used to choose it.

    Example: kibitz plan starter:1
    """
    _answer(form.question(library), form.seed, library, as_json)


def _answer(question: PlanQuestion, seed: int, library: Path | None, as_json: bool) -> None:
    """Ask; print each step as soon as it is proved, and what follows at the end.

    An interrupt keeps the steps proved so far.
    """
    from kibitz.plans.explain import after_steps, heading

    out, begun = console(), perf_counter()
    proved: list[PlanStep] = []
    try:
        with bars() as watch:

            def show(step: PlanStep) -> None:
                proved.append(step)
                if not as_json:
                    with watch.aside():
                        out.print(f"{len(proved)}. {step.text}")

            if not as_json:
                out.print("\n".join((*heading(question), "")))
            house = partial(watch.reached, "the house's tables")
            adviser = replace(
                Kibitz(Places.of(library), watch=house).plans,
                seed=seed,
                tell=show,
                watch=partial(watch.reached, "deals played out"),
            )
            answer = adviser.ask(question)
    except KeyboardInterrupt:
        if as_json:
            print_json({"steps": [step.to_json() for step in proved], "stopped": True})
        raise
    if as_json:
        print_json({**answer.to_json(), "seconds": round(perf_counter() - begun, 2)})
        return
    for line in after_steps(answer):
        out.print(line)
