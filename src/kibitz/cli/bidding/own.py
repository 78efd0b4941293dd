"""``kibitz openings accept``, ``correct``, ``withdraw``, ``fill``: a player's own cases."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kibitz.asking import Kibitz
from kibitz.bidding.openings.form import OpeningCaseForm, SystemText
from kibitz.cli.forms import command
from kibitz.cli.output import Json, console, print_json
from kibitz.errors import UsageError
from kibitz.places import Places
from kibitz.wording import counted

CallArgument = Annotated[str, typer.Argument(help="P, 1C to 7N.", metavar="CALL")]


def _call(text: str) -> Any:
    from kibitz.games.bridge.auction import parse_call

    written = {"PASS": "P"}.get(text.upper(), text.upper().replace("NT", "N"))
    try:
        return parse_call(written)
    except ValueError as error:
        raise UsageError(str(error)) from error


def _show(fields: dict[str, Any], words: str, as_json: bool) -> None:
    if as_json:
        print_json(fields)
    else:
        console().print(words)


@command
def accept(form: OpeningCaseForm, as_json: Json = False) -> None:
    """Accept the advice for a hand as a case of your own.

    Example: kibitz openings accept AQ7.KJ985.K2.T43
    """
    _answer(form, None, as_json)


@command
def correct(form: OpeningCaseForm, call: CallArgument, as_json: Json = False) -> None:
    """Correct the advice for a hand: your call becomes a case, and decides for this hand.

    Example: kibitz openings correct AQ7.KJ985.K2.T43 1N
    """
    _answer(form, call, as_json)


def _answer(form: OpeningCaseForm, call: str | None, as_json: bool) -> None:
    from kibitz.bidding.openings.cycle import retain, review, revise
    from kibitz.bidding.openings.own import load_own, save_own

    kibitz = Kibitz(Places.of())
    adviser = kibitz.openings.of(form.system or None)
    memory, answer = adviser.memory, adviser.ask(form.question())
    if answer.best is None:
        raise UsageError(answer.why_not)
    advised = answer.best.action
    try:
        case = revise(memory, answer.question, advised, advised if call is None else _call(call))
    except ValueError as error:
        raise UsageError(str(error)) from error
    status = review(memory, case).status.value
    save_own(kibitz.places.own_openings, retain(load_own(kibitz.places.own_openings), case))
    fields = {
        "hand": form.hand,
        "call": str(case.call),
        "advised": str(advised),
        "system": str(memory.system),
        "review": status,
    }
    words = f"Kept: {case.situation}: {case.call} ({memory.system}); {status}."
    _show(fields, words, as_json)


@command
def withdraw(form: OpeningCaseForm, call: CallArgument, as_json: Json = False) -> None:
    """Withdraw a case, wherever it came from: it no longer votes.

    Example: kibitz openings withdraw AQ7.KJ985.K2.T43 1N
    """
    from kibitz.bidding.openings.own import load_own, save_own

    kibitz = Kibitz(Places.of())
    memory = kibitz.openings.of(form.system or None).memory
    where, what = form.question(), _call(call)
    held = [case for case in memory.cases if case.situation == where and case.call == what]
    if not held:
        raise UsageError(f"There is no case {where}: {what} in {memory.system}.")
    path = kibitz.places.own_openings
    save_own(path, load_own(path).without(memory.system, where, what))
    fields = {
        "hand": form.hand,
        "call": str(what),
        "system": str(memory.system),
        "withdrawn": len(held),
    }
    _show(
        fields,
        f"Withdrawn: {where}: {what} ({memory.system}), {counted(len(held), 'case')}.",
        as_json,
    )


@command
def fill(
    least: Annotated[
        int, typer.Option(min=1, max=100, help="How many cases each place should have.")
    ] = 5,
    places: Annotated[
        int, typer.Option(min=1, help="Fill at most this many places, the likeliest first.")
    ] = 100,
    seed: Annotated[int, typer.Option(help="The same number gives the same hands.")] = 1,
    system: SystemText = "",
    as_json: Json = False,
) -> None:
    """Fill thin places with hands that are dealt to fit them and bid by the house rules.

    These cases become your own, belong to the system you name, and are marked as generated.

    Example: kibitz openings fill --least 3 --places 50
    """
    import random
    from itertools import islice

    from kibitz.bidding.openings.own import load_own, save_own
    from kibitz.bidding.openings.similarity.hierarchy import Hierarchy, fill_nodes

    kibitz = Kibitz(Places.of())
    memory = kibitz.openings.of(system or None).memory
    hierarchy = Hierarchy.of(memory.watched)
    thin = islice(hierarchy.thin(least), places)
    made = list(fill_nodes(thin, least, memory.system, random.Random(seed)))
    save_own(kibitz.places.own_openings, load_own(kibitz.places.own_openings).adding(*made))
    fields = {"system": str(memory.system), "generated": len(made), "seed": seed}
    _show(fields, f"{counted(len(made), 'generated case')} added to {memory.system}.", as_json)
