"""Which card? The one that experts chose in the most similar positions.

Source:     Epstein and Shih, "Sequential Instance-Based Learning", sections 3 and 7
Notation:   the paper's database is a `CardMemory`; of precedents as alike as each other, its
            distance says which is shown first
Departures: 1. the nearest cases are found by a learned similarity, under every renaming of suits
            2. a table never speaks for itself: its own decisions are left out, and where the
               house played it those of the other room
            3. of cases equally near, the user's own come before those that ship with the program
            4. only decisions of the same kind vote (`similarity.kinds`); a wider kind fills in
Checked by: tests/unit/cardplay/test_adviser.py, tests/laws/test_cardplay_advice.py
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.answer import CardAnswer, Precedent
from kibitz.cardplay.chairs import Chair, open_seats
from kibitz.cardplay.index import Among, Found
from kibitz.cardplay.learning import cases_folder, shipped
from kibitz.cardplay.lookahead.evaluation import Lookahead, look_ahead
from kibitz.cardplay.lookahead.weighing import hear
from kibitz.cardplay.memory import CardMemory, Match
from kibitz.cardplay.question import Question
from kibitz.cardplay.similarity.defence_naming import features_of_defender
from kibitz.cardplay.similarity.kinds import NO_DECISION, Kind, choose, kinds
from kibitz.cardplay.similarity.learned import Similarity, name_of
from kibitz.cardplay.similarity.naming import SuitFeatures, best_naming
from kibitz.cardplay.similarity.neighbours import NEIGHBOURS, Matches
from kibitz.cardplay.similarity.positions import NO_TRUMPS, Bytes, Rows, Views
from kibitz.cardplay.similarity.positions import number as place_of
from kibitz.cardplay.similarity.voting import Ballot, Candidate, poll
from kibitz.cardplay.starter import make_starter_memory
from kibitz.cardplay.store import Cases
from kibitz.errors import StorageError
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz.precedents.shelf import Shelf
from kibitz.records.record import Record
from kibitz.runtime.running import Watch, unwatched
from kibitz.runtime.storage import library_path

_OWN_DECISIONS = 52
"""Cases that one deal can have at the house's two tables: so many more are looked for, in case it
is the one asked about."""


@dataclass(frozen=True)
class Adviser:
    """Answers from a similarity and memories of cases; of equals, those of earlier ones come first.

    With *lookahead*, so many layouts of the hidden cards are sampled with the *seed* and solved
    for every question: by the *solver*, or by one that is started for the question. *defence*
    describes defenders' decisions as *similarity* does declarer's; without it they have no
    precedents, nor have they in a memory of declarers' decisions alone.
    """

    similarity: Similarity
    memories: Sequence[CardMemory]
    lookahead: int = 0
    seed: int = 0
    solver: DoubleDummy | None = None
    defence: Similarity | None = None
    like: str = ""
    """Whose decisions alone are asked, where they are one player's (`one_player`)."""

    def __post_init__(self) -> None:
        both = [one for one in (self.similarity, self.defence) if one is not None]
        for memory in self.memories:
            name = memory.shelf.by
            if name not in (self.similarity.name, name_of(both)):
                raise StorageError(
                    f"the cases in {memory.shelf.folder} were described by another similarity "
                    f"({name}, not {name_of(both)}): "
                    "'kibitz learn cardplay' describes them anew"
                )

    @property
    def known(self) -> int:
        """How many cases can be found."""
        return sum(map(len, self.memories))

    def ask(self, question: Question) -> CardAnswer:
        """What the precedents say; each question is described alone, so that it has one answer."""
        memories, ahead = self.memories, self._look_ahead(question)
        known, similarity = sum(memory.of_defenders for memory in memories), self.defence
        if not question.chair.is_defender:
            known, similarity = self.known - known, self.similarity
        if similarity is None:
            ballot = no_votes(question.state)
            return CardAnswer(question, ballot, (), known, ahead, self.seed, like=self.like)
        state = question.state
        view = Views.of([state], [question.auction])
        [code], [number] = similarity.describe(view), kinds(view).tolist()
        kind = Kind(number, len(state.played))
        voters, wider = list[Match](), list[Match]()
        if number != NO_DECISION:
            narrow = _nearest(question, code, memories, kind.narrow)
            alike, wider = choose(narrow, lambda: _nearest(question, code, memories, kind.wide))
            voters = sorted((*alike, *wider), key=lambda match: match.square)
        precedents = precedents_of(state, code, voters, wider)
        ballot = poll(state, code, similarity, *_votes(voters, precedents))
        reading = dict[Card, float]()
        if question.chair.is_defender and not ballot.close:
            reading = read(state, similarity.chances(view)[0])
        shown = most_alike_first(precedents)
        return CardAnswer(question, ballot, shown, known, ahead, self.seed, reading, self.like)

    def _look_ahead(self, question: Question) -> Lookahead | None:
        state, auction = question.state, question.auction
        if not self.lookahead or len(state.legal_actions) == 1:
            return None
        with nullcontext(self.solver) if self.solver is not None else DoubleDummy() as solver:
            return look_ahead(
                state, auction, layouts=self.lookahead, seed=self.seed, solver=solver,
                believer=hear(auction, question.vulnerability),
            )  # fmt: skip


def open_adviser(
    library: Path | None = None,
    similarity: Similarity | None = None,
    watch: Watch = unwatched,
) -> Adviser:
    """An adviser over what was learned from the library (the user's, unless named) and the house.

    The first time of all this makes the house's library and cases, in the cache; *watch* hears
    how far they are.
    """
    similarities = shipped() if similarity is None else [similarity]
    place = library_path(library)
    folder = cases_folder(place)
    own = CardMemory(Shelf.open(Cases, folder), place) if Shelf.is_in(folder) else None
    house = make_starter_memory(similarities, watch)
    memories = tuple(memory for memory in (own, house) if memory is not None)
    return Adviser(similarities[0], memories, defence=next(iter(similarities[1:]), None))


def no_votes(state: Play) -> Ballot:
    """A ballot that nobody came to: every legal card, and no share of anything."""
    return Ballot(tuple(Candidate(card, 0.0, 0) for card in state.legal_actions), 0.0, False)


def read(state: Play, chances: npt.NDArray[np.float32]) -> dict[Card, float]:
    """What a network foresees, (52,), as shares of the legal cards."""
    given = {card: float(chances[place_of(card)]) for card in state.legal_actions}
    total = sum(given.values())
    return {card: chance / total for card, chance in given.items()} if total else {}


def _nearest(
    question: Question, code: Bytes, memories: Sequence[CardMemory], among: Among
) -> list[Match]:
    """The nearest cases *among* those of all memories, without those of the table itself."""
    trumps = NO_TRUMPS if question.state.trumps is None else int(question.state.trumps)
    most = NEIGHBOURS + _OWN_DECISIONS
    found = [memory.nearest(code, trumps, most, among) for memory in memories]
    squares = [near.matches.squares for near in found]
    order = np.argsort(np.concatenate([*squares, np.empty(0, np.int64)]), kind="stable")
    memory_of = np.repeat(np.arange(len(found)), [len(each) for each in squares])[order]
    row_of = np.concatenate([*map(np.arange, map(len, squares)), np.empty(0, np.int64)])[order]
    seen, kept = open_seats(question.state), list[Match]()
    first = 0
    while len(kept) < NEIGHBOURS and first < len(order):  # tables are read only as they are needed
        last = first + NEIGHBOURS - len(kept)
        some = slice(first, last)
        kept += [
            match
            for match in _read(memories, found, memory_of[some], row_of[some])
            if question.record is None or not _is_itself(question.record, match, seen)
        ]
        first = last
    return kept


def _read(
    memories: Sequence[CardMemory], found: Sequence[Found], memory_of: Rows, row_of: Rows
) -> list[Match]:
    """Cases of several memories with their tables, in the order given."""
    there = [
        iter(memory.matches(near, row_of[memory_of == number]))
        for number, (memory, near) in enumerate(zip(memories, found, strict=True))
    ]
    return [next(there[number]) for number in memory_of.tolist()]


def precedents_of(
    state: Play, code: Bytes, matches: Sequence[Match], wider: Sequence[Match] = ()
) -> list[Precedent]:
    """The matches, each under the suit names that make its position most like the one asked.

    Those among *wider* are not of the same kind of decision.
    """
    filling = {match.case for match in wider}
    here, there = _features(state, [(match.entry.record, match.ply) for match in matches])
    precedents = []
    for match, features in zip(matches, there, strict=True):
        renaming, distance = best_naming(code, match.code, here, features)
        entry = match.entry
        precedents.append(
            Precedent(
                here=state,
                record=entry.record,
                ply=match.ply,
                table=entry.id,
                renaming=renaming,
                distance=distance,
                is_house=match.is_house,
                is_wider=match.case in filling,
            )
        )
    return precedents


def _features(
    state: Play, cases: Sequence[tuple[Record, int]]
) -> tuple[SuitFeatures, list[SuitFeatures]]:
    """The question's suits and those of the cases, as whoever is to play sees them."""
    if not Chair.of(state).is_defender:
        return SuitFeatures.of(state), SuitFeatures.of_decisions(cases)
    there = (record.opening_state().after_all(record.play[:ply]) for record, ply in cases)
    return features_of_defender(state), [features_of_defender(play) for play in there]


def most_alike_first(precedents: Sequence[Precedent]) -> tuple[Precedent, ...]:
    """Of the same kind first, then by honours, defenders' signs and tricks needed, then near.

    Who did the same with the same cards at another table comes after all other deals of the kind.
    """
    alike = sorted(precedents, key=lambda one: (one.is_wider, one.likeness.unlike, one.distance))
    tables = Counter[tuple[Deal, Card | None]]()
    turn = list[int]()
    for one in alike:
        same = (one.record.deal, one.votes_for)
        turn.append(tables[same])
        tables[same] += 1
    order = sorted(range(len(alike)), key=lambda at: (alike[at].is_wider, turn[at] > 0))
    return tuple(alike[at] for at in order)


def _votes(matches: Sequence[Match], precedents: Sequence[Precedent]) -> tuple[Matches, Bytes]:
    """The matches of all memories together, and the cards that were played."""
    suits = [precedent.renaming.suits for precedent in precedents]
    return (
        Matches(
            np.arange(len(matches)),
            np.array([match.square for match in matches], np.int64),
            np.array(suits, np.uint8).reshape(-1, 4),
        ),
        np.array([match.card for match in matches], np.uint8),
    )


def _is_itself(record: Record, match: Match, seen: Sequence[Seat]) -> bool:
    """Whether a match is of the very table asked about; of the house's, whether of its deal.

    In both rooms of its match the house is one player, who would but repeat himself.
    """
    if match.is_house:
        return all(record.deal[seat] == match.entry.record.deal[seat] for seat in seen)
    return is_same_table(record, match.entry.record, seen)


def is_same_table(one: Record, other: Record, seen: Iterable[Seat]) -> bool:
    """Whether two records tell of the same table, one perhaps not to the end.

    Of the hands only those that are *seen* are compared, and the names where both have them.
    """
    if one.contract is None or other.contract is None or one.contract != other.contract:
        return False
    if any(one.deal[seat] != other.deal[seat] for seat in seen):
        return False
    shorter = min(len(one.play), len(other.play))
    if one.play[:shorter] != other.play[:shorter]:
        return False
    players, others = one.citation.players, other.citation.players
    return not (players and others) or players == others
