"""Which card? The one that experts chose in the most similar positions.

Source:     Epstein and Shih, "Sequential Instance-Based Learning", sections 3 and 7
Notation:   the paper's database is a `Shelf` of cases; its distance orders the precedents shown
Departures: 1. the nearest cases are found by a learned similarity, under every renaming of suits
            2. a table never speaks for itself: its own decisions are left out
            3. of cases equally near, the user's own come before those that ship with the program
Checked by: tests/unit/cardplay/test_adviser.py, tests/laws/test_cardplay_advice.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from kibitz.cardplay.answer import Advice, Precedent
from kibitz.cardplay.lookahead.evaluation import Lookahead, combined
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.naming import Position, named
from kibitz.cardplay.similarity.neighbours import NEIGHBOURS, Matches
from kibitz.cardplay.similarity.positions import NO_TRUMPS, Views
from kibitz.cardplay.similarity.voting import poll
from kibitz.cardplay.store import CaseBase, Found
from kibitz.errors import StorageError, UsageError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.play import Play
from kibitz.precedents.distance import Codes
from kibitz.records.library import Entry, Library
from kibitz.records.lookup import tables_with_keys
from kibitz.records.record import Record

_OWN_DECISIONS = 26
"""Cases that one table can have: so many more are looked for, in case it is the one asked about."""


@dataclass(frozen=True)
class Shelf:
    """Cases and the library that their records stand in."""

    base: CaseBase
    library: Path
    is_house: bool = False


@dataclass(frozen=True)
class Question:
    """A state of declarer's side; where it is a record's, that table does not speak for itself."""

    state: Play
    auction: Auction | None = None
    record: Record | None = None

    def __post_init__(self) -> None:
        state = self.state
        if state.is_over:
            raise UsageError("all cards are played")
        if not state.turn.is_with(state.contract.declarer):
            seat = state.turn.name.capitalize()
            raise UsageError(
                f"card {len(state.played) + 1} is {seat}'s, a defender's; advice is for declarer"
            )


@dataclass(frozen=True, slots=True, eq=False)
class _Match:
    """A case that was found, with its table: what it is before it is compared."""

    entry: Entry
    ply: int
    square: int
    code: Codes
    card: int
    is_house: bool


class Adviser:
    """Answers from a similarity and shelves of cases; of equals, earlier shelves come first."""

    def __init__(self, similarity: Similarity, shelves: Sequence[Shelf]) -> None:
        for shelf in shelves:
            if shelf.base.similarity != similarity.name:
                raise StorageError(
                    f"the cases in {shelf.base.folder} were described by another similarity "
                    f"({shelf.base.similarity}, not {similarity.name}): "
                    "'kibitz learn cardplay' describes them anew"
                )
        self.similarity, self.shelves = similarity, tuple(shelves)
        self.known = sum(len(shelf.base) for shelf in shelves)

    def advise(self, question: Question) -> Advice:
        """What the precedents say; each question is described alone, so that it has one answer."""
        state = question.state
        [code] = self.similarity.describe(Views.of([state], [question.auction]))
        trumps = NO_TRUMPS if state.trumps is None else int(state.trumps)
        found = [
            match
            for shelf in self.shelves
            for match in _matches(
                shelf, shelf.base.nearest(code, trumps, NEIGHBOURS + _OWN_DECISIONS)
            )
            if question.record is None or not is_same_table(question.record, match.entry.record)
        ]
        nearest = sorted(found, key=lambda match: match.square)[:NEIGHBOURS]
        precedents = _precedents(state, code, nearest)
        ballot = poll(state, code, self.similarity, *_votes(nearest, precedents))
        is_clear = ballot.close or len(state.legal_actions) == 1
        return Advice(
            state,
            ballot.candidates[0].card if is_clear else None,
            ballot,
            tuple(sorted(precedents, key=lambda precedent: precedent.distance)),
            self.known,
        )


def with_lookahead(advice: Advice, ahead: Lookahead, seed: int) -> Advice:
    """The card that precedents and lookahead together speak for."""
    shares = {one.card: one.share for one in advice.ballot.candidates}
    if not advice.ballot.close:  # precedents from afar have no say
        shares = dict.fromkeys(shares, 1 / len(shares))
    return replace(advice, card=combined(shares, ahead), lookahead=ahead, seed=seed)


def _matches(shelf: Shelf, found: Found) -> list[_Match]:
    """What was found on a shelf, with the tables of its library."""
    if not len(found.cards):
        return []
    numbers = np.unique(found.records).tolist()
    kept = shelf.base.records(numbers)
    with Library.open(shelf.library, create=False) as library:
        entries = tables_with_keys(library, [kept[number].key for number in numbers])
    if len(entries) < len(numbers):
        raise StorageError(
            f"{shelf.library} does not hold a table that {shelf.base.folder} was learned from: "
            "name the library it belongs to, or remove that folder and learn again"
        )
    return [
        _Match(entries[kept[record].key], ply, square, code, card, shelf.is_house)
        for record, ply, square, code, card in zip(
            found.records.tolist(),
            found.plies.tolist(),
            found.matches.squares.tolist(),
            found.codes,
            found.cards.tolist(),
            strict=True,
        )
    ]


def _precedents(state: Play, code: Codes, matches: Sequence[_Match]) -> list[Precedent]:
    """The matches, each under the suit names that make its position most like the one asked."""
    here = Position.of(state)
    there = Position.of_decisions([(match.entry.record, match.ply) for match in matches])
    precedents = []
    for match, position in zip(matches, there, strict=True):
        renaming, distance = named(code, match.code, here, position)
        entry = match.entry
        precedents.append(
            Precedent(state, entry.record, match.ply, entry.id, renaming, distance, match.is_house)
        )
    return precedents


def _votes(matches: Sequence[_Match], precedents: Sequence[Precedent]) -> tuple[Matches, Codes]:
    """The matches of all shelves together, and the cards that were played."""
    suits = [precedent.renaming.suits for precedent in precedents]
    return (
        Matches(
            np.arange(len(matches)),
            np.array([match.square for match in matches], np.int64),
            np.array(suits, np.uint8).reshape(-1, 4),
        ),
        np.array([match.card for match in matches], np.uint8),
    )


def is_same_table(one: Record, other: Record) -> bool:
    """Whether two records tell of the same table, one perhaps not to the end.

    Only what declarer sees is compared, and the names where both have them.
    """
    if one.contract is None or other.contract is None or one.contract != other.contract:
        return False
    declarer = one.contract.declarer
    if any(one.deal[seat] != other.deal[seat] for seat in (declarer, declarer.partner)):
        return False
    shorter = min(len(one.play), len(other.play))
    if one.play[:shorter] != other.play[:shorter]:
        return False
    players, others = one.citation.players, other.citation.players
    return not (players and others) or players == others
