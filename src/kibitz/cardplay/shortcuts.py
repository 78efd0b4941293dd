"""A card and a record asked about in one call: ``kibitz.advise`` and ``kibitz.review``."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

from kibitz.cardplay.adviser import Adviser, open_adviser
from kibitz.cardplay.answer import CardAnswer
from kibitz.cardplay.learning import Watch
from kibitz.cardplay.question import Question
from kibitz.cardplay.review import Review, review_record
from kibitz.errors import UsageError
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz.records.record import Record


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
    adviser = adviser or open_adviser()
    if lookahead:
        adviser = replace(adviser, lookahead=lookahead, seed=seed, solver=solver)
    return adviser.ask(question)


def review(
    record: Record,
    *,
    adviser: Adviser | None = None,
    solver: DoubleDummy | None = None,
    watch: Watch = lambda done, of: None,
) -> Review:
    """Every decision of declarer's side in a record, beside what experts did, and its cost."""
    with nullcontext(solver) if solver is not None else DoubleDummy() as solving:
        return review_record(record, adviser or open_adviser(), solving, watch)
