"""``kibitz calls``: accept, correct or withdraw a player's own cases for any call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.asking import Kibitz
from kibitz.bidding.calls.form import CaseForm
from kibitz.cli.forms import command
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json
from kibitz.errors import UsageError
from kibitz.places import Places
from kibitz.wording import call_text, counted, listed

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.bidding.calls.own import CallReview, OwnCase
    from kibitz.bidding.calls.question import CallQuestion
    from kibitz.games.bridge.auction import Call

app = typer.Typer(
    help="Your own cases for any call.\n\nExample: kibitz calls list",
    no_args_is_help=True,
    rich_markup_mode=None,
)

CallArgument = Annotated[str, typer.Argument(help="P, X, XX, 1C to 7N.", metavar="CALL")]
ReviewOption = Annotated[
    bool, typer.Option("--review", help="Only show what the case would contradict; keep nothing.")
]


@app.command()
@command
def accept(
    form: CaseForm,
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """Accept the advice for a hand as a case of your own.

    Example: kibitz calls accept KJ4.Q85.A962.T73 --auction "1H P"
    """
    _keep(form.question(), None, library, only_review=False, as_json=as_json)


@app.command()
@command
def correct(
    form: CaseForm,
    call: CallArgument,
    only_review: ReviewOption = False,
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """Correct the advice for a hand: your call becomes a case, and alone decides in this situation.

    You are told what it contradicts: what experts called with a similar hand after a similar
    auction, what you said before, and the rules of the system you name.

    Example: kibitz calls correct KJ4.Q85.A962.T73 3H --auction "1H P"
    """
    _keep(form.question(), call, library, only_review=only_review, as_json=as_json)


def _keep(
    asked: CallQuestion,
    said: str | None,
    library: Path | None,
    *,
    only_review: bool,
    as_json: bool,
) -> None:
    from kibitz.bidding.calls.own import retain, review, revise, save_own

    kibitz = Kibitz(Places.of(library))
    adviser = kibitz.calls
    best = adviser.ask(asked).best
    if best is None:
        raise UsageError("There is no advice to accept here: say what you call.")
    case = revise(asked, best.action, best.action if said is None else _call(said))
    found = review(case, adviser.own, adviser.network, adviser.memory, adviser.library)
    if not only_review:
        save_own(kibitz.places.own_calls, retain(adviser.own, case))
    if as_json:
        print_json({**_case_row(case), **_review_row(found), "kept": not only_review})
        return
    done = "It would be" if only_review else "Kept:"
    console().print(f"{done} {case.question}: {call_text(case.call)}; {found.status.value}.")
    for line in _review_words(case, found):
        console().print(line)


def _call(text: str) -> Call:
    from kibitz.games.bridge.typed import typed_call

    return typed_call(text)


def _case_row(case: OwnCase) -> dict[str, Any]:
    return {
        "situation": str(case.question),
        "call": str(case.call),
        "advised": None if case.advised is None else str(case.advised),
    }


def _review_row(found: CallReview) -> dict[str, Any]:
    rule = None if found.rule is None else {"rule": found.rule[0], "call": str(found.rule[1])}
    return {
        "review": found.status.value,
        "calls": {str(call): count for call, count in found.calls},
        "against": [one.to_json() for one in found.against],
        "said_before": None if found.own is None else str(found.own.call),
        "rule": rule,
    }


def _review_words(case: OwnCase, found: CallReview) -> list[str]:
    lines = []
    if found.calls:
        said = [f"{count:,} {call_text(call)}" for call, count in found.calls]
        lines.append(f"Experts with such a hand after such an auction: {listed(said)}.")
    lines += [f"Against it: {one.name}, {one.did} ({one.differs})." for one in found.against]
    if found.own is not None:
        lines.append(f"You said {call_text(found.own.call)} before; that is replaced.")
    if found.rule is not None:
        name, call = found.rule
        lines.append(f"The rule “{name}” says {call_text(call)}.")
    return lines


@app.command()
@command
def withdraw(
    form: CaseForm,
    call: CallArgument,
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """Withdraw a case, wherever it came from: it no longer decides or votes.

    Example: kibitz calls withdraw KJ4.Q85.A962.T73 3H --auction "1H P"
    """
    from kibitz.bidding.calls.own import plain_situation, save_own

    asked, what = form.question(), _call(call)
    kibitz = Kibitz(Places.of(library))
    adviser = kibitz.calls
    number = adviser.own.known(adviser.memory, asked, what)
    where = plain_situation(asked)
    if not number:
        raise UsageError(f"There is no case {where}: {what}.")
    save_own(kibitz.places.own_calls, adviser.own.without(asked, what))
    if as_json:
        print_json({"situation": str(where), "call": str(what), "withdrawn": number})
        return
    console().print(f"Withdrawn: {where}: {call_text(what)}, {counted(number, 'case')}.")


@app.command("list")
def list_(as_json: Json = False) -> None:
    """List your own cases, and those that you withdrew.

    Example: kibitz calls list
    """
    from kibitz.bidding.calls.own import load_own

    own = load_own(Places.of().own_calls)
    gone = sorted((str(question), call) for question, call in own.withdrawn)
    if as_json:
        print_json(
            {
                "retained": [_case_row(case) for case in own.retained],
                "withdrawn": [{"situation": where, "call": str(call)} for where, call in gone],
            }
        )
        return
    if not own.retained and not gone:
        console().print("You have no cases of your own yet.")
    for case in own.retained:
        console().print(f"{case.question}: {call_text(case.call)} ({case.name})")
    for where, call in gone:
        console().print(f"{where}: {call_text(call)} (withdrawn)")
