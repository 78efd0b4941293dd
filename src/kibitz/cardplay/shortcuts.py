"""A card, a lead and a record asked about in one call: ``kibitz.advise``, ``lead``, ``review``."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

from kibitz.bidding.calls.adviser import CallAdviser
from kibitz.bidding.calls.adviser import open_adviser as calls_adviser
from kibitz.cardplay.adviser import Adviser, open_adviser
from kibitz.cardplay.answer import CardAnswer
from kibitz.cardplay.question import Question
from kibitz.cardplay.review import Review, review_record
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card, Hand
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz.records.record import Record
from kibitz.runtime.running import Watch, unwatched
from kibitz.runtime.storage import data_folder, library_path


def advise(
    position: Record | Play | str,
    card: int | None = None,
    *,
    lookahead: int = 0,
    seed: int = 0,
    adviser: Adviser | None = None,
    solver: DoubleDummy | None = None,
) -> CardAnswer:
    """Which card? Of a record, before its *card* from 1; in a state, as it stands; or in words.

    With *lookahead*, so many layouts of the hidden cards are sampled with the *seed* and solved.
    """
    if card is not None and not isinstance(position, Record):
        raise UsageError("Only a record is asked about by the number of a card.")
    match position:
        case Record():
            question = Question.of(position, card)
        case Play():
            question = Question(position)
        case _:
            question = Question.parse(position)
    return _ask(question, lookahead, seed, adviser, solver)


def lead(
    hand: Hand | str,
    auction: Auction | str,
    *,
    dealer: Seat | str = Seat.NORTH,
    vulnerability: Vulnerability | str = Vulnerability.NONE,
    seat: Seat | str | None = None,
    considered: Card | str | None = None,
    lookahead: int = 0,
    seed: int = 0,
    adviser: Adviser | None = None,
    solver: DoubleDummy | None = None,
) -> CardAnswer:
    """Which opening lead? From thirteen cards and the auction; its last passes may be left out.

    With *lookahead*, so many layouts that fit the auction are sampled with the *seed* and solved.
    """
    question = Question.lead(
        hand,
        auction,
        dealer=dealer,
        vulnerability=vulnerability,
        seat=seat,
        considered=considered,
    )
    return _ask(question, lookahead, seed, adviser, solver)


def _ask(
    question: Question,
    lookahead: int,
    seed: int,
    adviser: Adviser | None,
    solver: DoubleDummy | None,
) -> CardAnswer:
    adviser = adviser or open_adviser()
    if lookahead:
        adviser = replace(adviser, lookahead=lookahead, seed=seed, solver=solver)
    return adviser.ask(question)


def review(
    record: Record,
    *,
    adviser: Adviser | None = None,
    solver: DoubleDummy | None = None,
    watch: Watch = unwatched,
    calls: CallAdviser | None = None,
) -> Review:
    """Every decision of all four hands in a record, beside what experts did, and its cost.

    The auction's calls are asked of *calls*, else of what this user's Kibitz has learned.
    """
    calls = calls or calls_adviser(library_path(None), data_folder())
    with nullcontext(solver) if solver is not None else DoubleDummy() as solving:
        return review_record(record, adviser or open_adviser(), solving, watch, calls=calls)
