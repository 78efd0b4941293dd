"""What the experts say about a card, worked out beside the server: cards, precedents, words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.page.shelves import Shelves
from kibitz.page.table.own_line import cards_of
from kibitz.page.worker import Bell

if TYPE_CHECKING:
    from kibitz.cardplay.adviser import Adviser
    from kibitz.cardplay.answer import Precedent

_advisers: dict[tuple[Path, int], Adviser] = {}


def starter(bell: Bell) -> Path | None:
    """The library of the deals that come with the package, made when it is first needed."""
    from kibitz.cardplay.starter import house_library
    from kibitz.records.starter import HOUSE_DEALS
    from kibitz.runtime.storage import shipped

    try:
        return house_library(shipped(HOUSE_DEALS))
    except FileNotFoundError:
        return None


def experts(
    bell: Bell, shelves: Shelves, shelf: str, number: int, at: int, own: str, written: int
) -> dict[str, Any]:
    """The advice after *at* cards and the player's *own*, as ``kibitz play --json``, to be opened.

    On his own line too the table that he left does not speak for itself.
    """
    from kibitz.cardplay.adviser import Question
    from kibitz.cardplay.answer import SHOWN

    record = shelves.entry(shelf, number).record
    state = record.opening_state().after_all((*record.play[:at], *cards_of(own)))
    question = Question(state, record.auction, record)
    advice = _adviser(bell, shelves.library, written).advise(question)
    data = advice.to_json()
    told = [
        {**as_data, **_openable(one)}
        for as_data, one in zip(data["precedents"], advice.precedents[:SHOWN], strict=True)
    ]
    return {**data, "precedents": told, "voters": len(advice.precedents)}


def _adviser(bell: Bell, library: Path, written: int) -> Adviser:
    """The adviser over a library, opened once for as long as nothing is *written* anew."""
    from kibitz.cardplay.desk import opened

    key = (library, written)
    if key not in _advisers:
        _advisers.clear()
        _advisers[key] = opened(library, watch=bell.tell)
    return _advisers[key]


def _openable(precedent: Precedent) -> dict[str, Any]:
    from kibitz.cardplay.wording import alike, cited, played

    return {
        "cited": cited(precedent),
        "played": played(precedent),
        "alike": alike(precedent),
        "shelf": "starter" if precedent.is_house else "library",
        "table": precedent.table,
        "at": precedent.ply,
    }


def learn(bell: Bell, library: Path) -> dict[str, Any]:
    """Learn declarer's decisions from what is new in the library."""
    import dataclasses

    from kibitz.cardplay.learning import cases_folder
    from kibitz.cardplay.learning import learn as learned
    from kibitz.cardplay.similarity.learned import Similarity
    from kibitz.records.library import Library

    with Library.open(library) as opened:
        done = learned(opened, cases_folder(library), Similarity.shipped(), bell.tell)
    return dataclasses.asdict(done)
