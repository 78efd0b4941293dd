"""``kibitz plan``: what is the plan for a whole deal?"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.asking import Kibitz
from kibitz.cli.cardplay.play import Room, Seed
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json
from kibitz.cli.progress import bars
from kibitz.errors import UsageError
from kibitz.places import Places

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.plans.answer import Step
    from kibitz.plans.question import PlanQuestion


def plan(
    place: Annotated[
        str,
        typer.Argument(
            metavar="[FILE[:BOARD]|LINK|ID|starter:BOARD]",
            help="A table: a file, a board of it, a link, a number in the library.",
        ),
    ] = "",
    card: Annotated[
        int | None, typer.Option(min=1, max=52, help="Before which card of the play, from 1.")
    ] = None,
    scoring: Annotated[str, typer.Option(help="teams or matchpoints.")] = "teams",
    hands: Annotated[
        str, typer.Option(help="Instead of a table two hands: 'S:AQ7.KJ9.K2.T9843,N:...'.")
    ] = "",
    contract: Annotated[str, typer.Option(help="With two hands: 3NT, 4S, 4Sx.")] = "",
    declarer: Annotated[str, typer.Option(help="With two hands: N, E, S or W.")] = "",
    lead: Annotated[str, typer.Option(help="With two hands: the opening lead, as DK.")] = "",
    auction: Annotated[str, typer.Option(help="With two hands: the calls from the dealer.")] = "",
    dealer: Annotated[str, typer.Option(help="With an auction: N, E, S or W.")] = "N",
    vul: Annotated[str, typer.Option("--vul", help="With two hands: none, ns, ew, both.")] = "none",
    room: Room = "",
    seed: Seed = 0,
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """The plan of a deal: numbered steps, every one of them played out on layouts.

    It is made when dummy is down, or again before any later card. Lines are tried on the same
    layouts by learned players; a sentence is said when it holds on other layouts than those it
    was chosen on.

    Example: kibitz plan starter:1
    """
    from kibitz.cardplay.question import table_at
    from kibitz.plans.question import PlanQuestion

    if bool(place) == bool(hands):
        raise UsageError("Name a table or give two hands with --hands, one of the two.")
    if place:
        question = PlanQuestion.of(table_at(place, room, library), card, scoring)
    else:
        if not lead:
            raise UsageError("Two hands need the opening lead: --lead DK.")
        question = PlanQuestion.typed(
            hands,
            lead=lead,
            contract=contract,
            declarer=declarer,
            auction=auction,
            dealer=dealer,
            vulnerability=vul,
            scoring=scoring,
        )
    _answer(question, seed, library, as_json)


def _answer(question: PlanQuestion, seed: int, library: Path | None, as_json: bool) -> None:
    """Ask, print each step as it is proved, and the witness at the end.

    An interrupt ends it with the steps that were proved by then.
    """
    from kibitz.plans.explain import after_steps, heading

    out, begun = console(), perf_counter()
    proved: list[Step] = []
    try:
        with bars() as watch:

            def show(step: Step) -> None:
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
