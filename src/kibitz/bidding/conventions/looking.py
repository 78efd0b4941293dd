"""A convention looked up by its name, or the names of an auction's calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kibitz.bidding.conventions.convention import Convention, NamedCall, answer_text, filled
from kibitz.bidding.conventions.file import conventions
from kibitz.bidding.conventions.naming import candidates, names
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.typed import typed_auction
from kibitz.wording import call_text, listed

_SHOWN = 12


@dataclass(frozen=True, slots=True)
class ByName:
    """The convention of a name, or several whose names hold its words."""

    conventions: tuple[Convention, ...]

    def __str__(self) -> str:
        if len(self.conventions) > 1:
            several = listed([one.name for one in self.conventions[:_SHOWN]])
            return f"Several are called so: {several}."
        return "\n".join(_lines(self.conventions[0]))

    def to_json(self) -> list[dict[str, Any]]:
        return [one.to_json() for one in self.conventions]


@dataclass(frozen=True, slots=True)
class ByAuction:
    """The names of an auction's calls, and what else the last of them may be."""

    auction: Auction
    calls: tuple[NamedCall | None, ...]
    also: tuple[NamedCall, ...]

    def __str__(self) -> str:
        said = [one.line for one in self.calls if one is not None]
        if self.calls[-1] is None:
            said.append(f"{call_text(self.auction.calls[-1])} has no name here.")
        if self.also:
            shorts = dict.fromkeys(one.short for one in self.also[:_SHOWN])
            said.append(f"Some play the last call otherwise: {'; '.join(shorts)}.")
        return "\n".join(said)

    def to_json(self) -> dict[str, Any]:
        return {
            "auction": str(self.auction),
            "calls": [None if one is None else one.to_json() for one in self.calls],
            "also": [one.to_json() for one in self.also],
        }


def look_up(words: str, dealer: str = "N") -> ByName | ByAuction:
    """What is typed as an auction is one; anything else is a name, or a part of some names.

    >>> str(look_up("Drury")).splitlines()[1]
    'For example the last call of P P 1S P 2C.'
    >>> print(look_up("1N P 2H").calls[-1])
    2♥, a transfer to spades
    """
    try:
        auction = typed_auction(words, dealer)
    except UsageError:
        return ByName(_named(words))
    if not auction.calls:
        raise UsageError("Name a convention or an auction, as in Stayman or 1N P 2C.")
    found = names(auction)
    last = found[-1]
    also = [one for one in candidates(auction) if last is None or one.name != last.name]
    return ByAuction(auction, found, tuple(also))


def _named(words: str) -> tuple[Convention, ...]:
    """The convention of that name, or those whose names hold all of its words."""
    wanted = words.casefold().split()
    exact = [one for one in conventions().values() if one.name.casefold().split() == wanted]
    some = [
        one
        for one in conventions().values()
        if all(word in one.name.casefold() or word in one.short.casefold() for word in wanted)
    ]
    if not (exact or some):
        raise UsageError(f"No convention is called {words!r}; an auction is spelled 1N P 2C.")
    return tuple(exact or some)


def _lines(one: Convention) -> Iterator[str]:
    told = one.to_json()
    yield one.sentence
    if one.example:
        yield f"For example the last call of {one.example}."
    if told["promises"]:
        yield f"It promises {listed(told['promises'])}."
    for label, text in (("It asks for", told["asks"]), ("It denies", told["denies"])):
        if text:
            yield f"{label}: {text}."
    if one.answers:
        answers = (f"{answer_text(call, {})} {filled(says, {})}" for call, says in one.answers)
        yield f"Usual answers: {'; '.join(answers)}."
    if one.systems:
        yield f"Played in: {listed(list(one.systems))}."
