"""``kibitz convention``: a convention by its name, or the names of an auction's calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.forms import command
from kibitz.cli.output import Json, console, print_json
from kibitz.errors import UsageError
from kibitz.games.bridge.typed import DealerText
from kibitz.wording import call_text, listed

if TYPE_CHECKING:
    from kibitz.bidding.conventions.convention import Convention
    from kibitz.games.bridge.auction import Auction

_SHOWN = 12


@command
def convention(
    words: Annotated[
        list[str],
        typer.Argument(metavar="NAME|AUCTION", help="'Stayman', or an auction: '1N P 2C'."),
    ],
    dealer: DealerText = "N",
    as_json: Json = False,
) -> None:
    """A convention by its name: what it does, promises and asks; or the names of calls.

    A part of a name is enough; if several conventions have it, they are listed. Of an auction,
    every call that has a name is named, and of the last one it is said what else it may be.

    Example: kibitz convention Drury
    """
    from kibitz.games.bridge.typed import typed_auction

    typed = " ".join(words)
    try:
        auction = typed_auction(typed, dealer)
    except UsageError:
        _show_named(typed, as_json)
        return
    if not auction.calls:
        raise UsageError("Name a convention or an auction, as in Stayman or 1N P 2C.")
    _show_auction(auction, as_json)


def _show_named(words: str, as_json: bool) -> None:
    found = _named(words)
    if as_json:
        print_json([one.to_json() for one in found])
        return
    if len(found) > 1:
        console().print(f"Several are called so: {listed([one.name for one in found[:_SHOWN]])}.")
        return
    for line in _lines(found[0]):
        console().print(line)


def _named(words: str) -> list[Convention]:
    """The convention of that name, or those whose names hold all of its words."""
    from kibitz.bidding.conventions.file import conventions

    wanted = words.casefold().split()
    exact = [one for one in conventions().values() if one.name.casefold().split() == wanted]
    some = [
        one
        for one in conventions().values()
        if all(word in one.name.casefold() or word in one.short.casefold() for word in wanted)
    ]
    if not (exact or some):
        raise UsageError(f"No convention is called {words!r}; an auction is spelled 1N P 2C.")
    return exact or some


def _lines(one: Convention) -> list[str]:
    from kibitz.bidding.conventions.convention import answer_text, filled

    told = one.to_json()
    said = [one.sentence]
    if one.example:
        said.append(f"For example the last call of {one.example}.")
    if told["promises"]:
        said.append(f"It promises {listed(told['promises'])}.")
    for label, text in (("It asks for", told["asks"]), ("It denies", told["denies"])):
        if text:
            said.append(f"{label}: {text}.")
    if one.answers:
        answers = (f"{answer_text(call, {})} {filled(says, {})}" for call, says in one.answers)
        said.append(f"Usual answers: {'; '.join(answers)}.")
    if one.systems:
        said.append(f"Played in: {listed(list(one.systems))}.")
    return said


def _show_auction(auction: Auction, as_json: bool) -> None:
    from kibitz.bidding.conventions.naming import candidates, names

    found, others = names(auction), candidates(auction)
    last = found[-1]
    also = [one for one in others if last is None or one.name != last.name]
    if as_json:
        calls = [None if one is None else one.to_json() for one in found]
        print_json({"auction": str(auction), "calls": calls, "also": [o.to_json() for o in also]})
        return
    for one in found:
        if one is not None:
            console().print(one.line)
    if last is None:
        console().print(f"{call_text(auction.calls[-1])} has no name here.")
    if also:
        shorts = dict.fromkeys(one.short for one in also[:_SHOWN])
        console().print(f"Some play the last call otherwise: {'; '.join(shorts)}.")
