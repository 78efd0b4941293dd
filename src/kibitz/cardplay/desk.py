"""The desk where a player's question about a card is answered: memory, lookahead, review.

A record is asked about by the number of a card, from 1; a state is asked about as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path

from kibitz.cardplay.adviser import Adviser, Question, Shelf, with_lookahead
from kibitz.cardplay.answer import Advice
from kibitz.cardplay.learning import Watch, cases_folder
from kibitz.cardplay.lookahead.evaluation import look_ahead
from kibitz.cardplay.review import Review, costed, reviewed
from kibitz.cardplay.scoring import is_real
from kibitz.cardplay.sibl.features import decisions
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.starter import starter_shelf
from kibitz.cardplay.store import CaseBase
from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz.records.record import Record
from kibitz.runtime.storage import library_path


def opened(
    library: Path | None = None,
    similarity: Similarity | None = None,
    watch: Watch = lambda done, of: None,
) -> Adviser:
    """What was learned from the library (the user's, unless named), then the starter's cases.

    *watch* hears how far the starter's cases are when they are made, the first time of all.
    """
    similarity = similarity or Similarity.shipped()
    place = library_path(library)
    folder = cases_folder(place)
    own = Shelf(CaseBase.open(folder), place) if CaseBase.is_in(folder) else None
    house = starter_shelf(similarity, watch)
    return Adviser(similarity, [shelf for shelf in (own, house) if shelf is not None])


def question(asked: Record | Play, card: int | None = None) -> Question:
    """The decision about a card of a record, or in a state.

    Without a number: the card that follows the recorded play where declarer's side has it; else
    the last recorded decision of declarer's side, if there is one with a choice, with a choice.
    """
    if isinstance(asked, Play):
        if card is not None:
            raise UsageError("a state is asked about as it is: no card of it can be chosen")
        return Question(asked)
    if asked.contract is None:
        raise UsageError("the board was passed out: there is no card to play")
    if card is None:
        card = _decision_asked(asked)
    if not 1 <= card <= min(52, len(asked.play) + 1):
        raise UsageError(
            f"there is no card {card}: {len(asked.play)} are recorded, the next is "
            f"{len(asked.play) + 1}"
        )
    state = asked.opening_state().after_all(asked.play[: card - 1])
    return Question(state, asked.auction, asked)


def _decision_asked(record: Record) -> int:
    start = record.opening_state()
    state = start.after_all(record.play)
    if not state.is_over and state.turn.is_with(state.contract.declarer):
        return len(record.play) + 1
    earlier = [each for each, _ in decisions(start, record.play)]
    if not earlier:
        raise UsageError("no opening lead is recorded: advice begins with the card after it")
    real = [each for each in earlier if is_real(each)]
    return len((real or earlier)[-1].played) + 1


def advise(
    asked: Record | Play,
    card: int | None = None,
    *,
    lookahead: int = 0,
    seed: int = 0,
    adviser: Adviser | None = None,
    solver: DoubleDummy | None = None,
) -> Advice:
    """Which card? *asked* is a state, or a record with the number of the card asked about.

    With *lookahead*, so many layouts of the hidden cards are sampled with the *seed* and solved.
    """
    about = question(asked, card)
    advice = (adviser or opened()).advise(about)
    if not lookahead or advice.is_forced:
        return advice
    with nullcontext(solver) if solver is not None else DoubleDummy() as solving:
        ahead = look_ahead(about.state, about.auction, layouts=lookahead, seed=seed, solver=solving)
    return with_lookahead(advice, ahead, seed)


def review(
    record: Record,
    *,
    adviser: Adviser | None = None,
    solver: DoubleDummy | None = None,
    watch: Watch = lambda done, of: None,
) -> Review:
    """Every decision of declarer's side in a record, beside what experts did, and its cost."""
    with nullcontext(solver) if solver is not None else DoubleDummy() as solving:
        return reviewed(record, adviser or opened(), solving, watch)


def costs(state: Play, solver: DoubleDummy | None = None) -> Mapping[Card, int] | None:
    """The tricks that each legal card of declarer's side gives away double dummy, if known."""
    with nullcontext(solver) if solver is not None else DoubleDummy() as solving:
        [found] = costed([state], solving)
    return found
