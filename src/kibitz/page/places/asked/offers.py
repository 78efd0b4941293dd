"""What may have been meant: players, events, boards, conventions, and likely places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import islice
from urllib.parse import urlencode

from kibitz.bidding.conventions.convention import Convention
from kibitz.bidding.conventions.file import conventions
from kibitz.errors import KibitzError
from kibitz.games.bridge.typed import typed_call
from kibitz.page.places.asked.heard import LONGEST, AskedWords
from kibitz.page.places.asked.places import placed
from kibitz.page.shelves import TableShelves, number_of
from kibitz.page.words import WORDS
from kibitz.records.library import Entry, Library
from kibitz.records.search import Query, browse, count
from kibitz.wording import call_text

MOST = 3
_BOARD = re.compile(r"(?:(starter)\s*:?|table|board|deal|hand)?\s*#?(\d{1,6})", re.IGNORECASE)
_HAND = re.compile(r"(?:[AKQJTX2-9-]|10|[\s.,♠♥♦♣]){9,60}", re.IGNORECASE)
_ABOUT = re.compile(
    r"(?:what(?:'s| is| are)|how does|explain|about)\s+(?:an? |the )?", re.IGNORECASE
)
_WHOSE = re.compile(
    r"(?:who is|(?:the )?(?:tables?|games?|boards?|deals?) (?:of|by|from|at)|player|event) ",
    re.IGNORECASE,
)
_FIELDS = ("player", "event", "text")
"""Where words are looked for in the library, the most telling first."""


@dataclass(frozen=True, slots=True)
class PlaceOffer:
    """One thing that may have been meant."""

    words: str
    address: str


def answered(text: str, shelves: TableShelves) -> str:
    """The address that answers a question for certain; empty if several might, or none.

    >>> from kibitz.places import Places
    >>> answered("Stayman", TableShelves(Places.of()))
    '/meaning?auction=1N+P+2C'
    """
    where = placed(text)
    if where:
        return where
    if len(text) > LONGEST:
        return ""
    named = _named(text)
    if len(named) == 1:
        return _example(named[0])
    boards = list(_boards(text, shelves))
    if len(boards) == 1:
        return boards[0].address
    return "" if boards else _searched(text, shelves)


def offers(text: str, shelves: TableShelves) -> list[PlaceOffer]:
    """Two or three places that may be meant, the likeliest first."""
    said = dict.fromkeys((*_likely(text, shelves), *_usual()))
    return list(islice(said, MOST))


def remark(text: str) -> str:
    """What is wrong with a hand that has not thirteen cards.

    >>> remark("AQ7 KJ985 K2 104"), remark("AQ7 KJ985 K2 1043")
    ('These are 12 cards; a hand has thirteen.', '')
    """
    if len(text) > LONGEST or not _HAND.fullmatch(text.strip()):
        return ""
    cards = len(re.findall(r"10|[AKQJTX2-9]", text, re.IGNORECASE))
    return WORDS["asked"]["cards"].format(number=cards) if 8 < cards < 20 and cards != 13 else ""


def _likely(text: str, shelves: TableShelves) -> Iterator[PlaceOffer]:
    if len(text) > LONGEST:
        return
    yield from _of_cards(AskedWords.of(text), shelves)
    yield from _boards(text, shelves)
    for one in _named(text) or _nearly_named(text):
        yield _offer("convention", _example(one), name=one.name)
    yield from _nearly_found(text, shelves)


def _of_cards(heard: AskedWords, shelves: TableShelves) -> Iterator[PlaceOffer]:
    """What a hand may be for, or a call that may be a contract."""
    if heard.hands:
        hand = heard.hands[0]
        if heard.says("lead", "leads", "led"):
            yield _offer("lead", f"/lead?{urlencode({'hand': hand})}")
        yield _offer("opening", f"/opening?{urlencode({'hand': hand})}")
        yield _offer("call", f"/call?{urlencode({'hand': hand})}")
        return
    single = next((run.calls[0] for run in heard.runs if len(run.calls) == 1), "")
    contract = heard.doubled or single
    if contract and shelves.holds_tables("library"):
        query = Query(contract=contract, player=" ".join(heard.words)[:100])
        with Library.open(shelves.path("library")) as library:
            for one in dict.fromkeys((query, replace(query, player=""))):
                try:
                    tables = count(library, one)
                except KibitzError:
                    return
                if tables:
                    who = one.player or WORDS["asked"]["anybody"]
                    address = f"/library?{one.address}"
                    yield _offer("contract", address, contract=_contract_text(contract), who=who)
    if single:
        opening = f"/meaning?{urlencode({'auction': single})}"
        yield _offer("meaning", opening, call=_contract_text(single))


def _contract_text(contract: str) -> str:
    """``4Sx`` as ``4♠x``."""
    doubled = len(contract) - len(contract.rstrip("xX"))
    return call_text(typed_call(contract[: len(contract) - doubled])) + "x" * doubled


def _boards(text: str, shelves: TableShelves) -> Iterator[PlaceOffer]:
    """Tables with that number of a board, in the library, else in the house's match."""
    asked = _BOARD.fullmatch(text.strip())
    number = number_of(asked[2]) if asked else None
    if asked is None or number is None:
        return
    for shelf in ("starter",) if asked[1] else ("library", "starter"):
        if (shelf == "starter" and shelves.starter is None) or not shelves.holds_tables(shelf):
            continue
        with Library.open(shelves.path(shelf)) as library:
            found = list(islice(library.entries("WHERE board = ?", str(number)), MOST + 1))
        for entry in found[:1] if shelf == "starter" else found:
            yield _table(shelf, entry)
        if found:
            return


def _table(shelf: str, entry: Entry) -> PlaceOffer:
    citation = entry.record.citation
    place = ", ".join(part for part in (citation.event, citation.room) if part)
    address = f"/play/{shelf}/{entry.id}" if entry.record.play else f"/library/{entry.id}"
    return _offer("board", address, board=citation.board, place=place or WORDS["asked"]["library"])


def _named(text: str) -> list[Convention]:
    """The convention that is called so, else those whose names hold all of its words."""
    wanted = _ABOUT.sub("", text.strip().rstrip("?"), count=1).casefold().split()
    wanted = [word for word in wanted if word not in ("convention", "mean", "work")]
    if not wanted or not any(len(word) > 2 for word in wanted):
        return []
    known = conventions().values()
    words = [(one, one.name.casefold().split()) for one in known if one.example]
    exact = [one for one, name in words if name == wanted]
    said = [one for one, name in words if set(name) <= set(wanted)]
    whole = [one for one, name in words if set(wanted) <= set(name)]
    by_word = ([one for one, name in words if word in name] for word in wanted if len(word) > 3)
    rare = min((few for few in by_word if few), key=len, default=[])
    return exact or said or whole or (rare if len(rare) <= 2 * MOST else [])


def _nearly_named(text: str) -> list[Convention]:
    names = {one.name.casefold(): one for one in conventions().values() if one.example}
    return [names[near] for near in get_close_matches(text.casefold(), names, n=2, cutoff=0.75)]


def _example(one: Convention) -> str:
    return f"/meaning?{urlencode({'auction': one.example})}"


def _searched(text: str, shelves: TableShelves) -> str:
    """The library's tables in which these words stand."""
    if not shelves.holds_tables("library"):
        return ""
    with Library.open(shelves.path("library")) as library:
        for field in _FIELDS:
            query = Query(**{field: _WHOSE.sub("", text, count=1).rstrip("?")[:100]})
            if count(library, query):
                return f"/library?{query.address}"
    return ""


def _nearly_found(text: str, shelves: TableShelves) -> Iterator[PlaceOffer]:
    """Players and events that are spelled much the same, or hold one of the words."""
    if not shelves.holds_tables("library"):
        return
    with Library.open(shelves.path("library")) as library:
        catalogue = browse(library, 500)
        for field, known in (("player", catalogue.players), ("event", catalogue.events)):
            names = {name.casefold(): name for name, _ in known}
            for near in get_close_matches(text.casefold(), names, n=2, cutoff=0.6):
                yield _tables(field, names[near])
        words = [word for word in AskedWords.of(text).words if len(word) > 3]
        for word in sorted(words, key=len, reverse=True)[:MOST]:
            if count(library, Query(player=word)):
                yield _tables("player", word)


def _tables(field: str, name: str) -> PlaceOffer:
    return _offer("tables", f"/library?{urlencode({field: name})}", name=name)


def _usual() -> Iterator[PlaceOffer]:
    """What people ask most, for when nothing was understood."""
    for name, address in (("a_hand", "/opening"), ("an_auction", "/meaning"), ("a_table", "/play")):
        yield _offer(name, address)


def _offer(kind: str, address: str, /, **values: str) -> PlaceOffer:
    return PlaceOffer(WORDS["asked"][kind].format(**values), address)
