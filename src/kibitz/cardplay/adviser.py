"""Which card? The one that experts chose in the most similar positions.

Source:     Epstein and Shih, "Sequential Instance-Based Learning", sections 3 and 7
Notation:   the paper's database is a `CardMemory`; its distance orders precedents that are
            otherwise equally similar
Departures: 1. the nearest cases are found by a learned similarity, under every renaming of suits
            2. a deal is never its own precedent: the decisions of all its tables are left out
            3. of cases equally near, the user's own come before those that ship with the program
            4. only decisions of the same kind vote (`similarity.kinds`); a wider kind fills in
Checked by: tests/unit/cardplay/test_adviser.py, tests/laws/test_cardplay_advice.py
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.answer import CardAnswer, CardPrecedent
from kibitz.cardplay.chairs import Chair, open_seats
from kibitz.cardplay.leads.agreements import NOTHING_AGREED, USUAL, Agreed, Agreements
from kibitz.cardplay.learning import shipped
from kibitz.cardplay.lookahead.cards_played import Networks
from kibitz.cardplay.lookahead.comparing import (
    CardComparison,
    compared,
    costs_contract,
    unlike_cards,
)
from kibitz.cardplay.lookahead.evaluation import Lookahead, look_ahead
from kibitz.cardplay.lookahead.trying import LAYOUTS, TriedCards, try_cards
from kibitz.cardplay.lookahead.weighing import hear
from kibitz.cardplay.memory import CardMatch, CardMemory
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.scoring import are_small, unequal_cards
from kibitz.cardplay.similarity.defence_naming import features_of_defender
from kibitz.cardplay.similarity.index import Found
from kibitz.cardplay.similarity.learned import Similarity, codes, name_of
from kibitz.cardplay.similarity.naming import SuitFeatures, best_naming
from kibitz.cardplay.similarity.neighbours import Neighbours
from kibitz.cardplay.similarity.positions import Bools, Bytes, Rows, Views
from kibitz.cardplay.similarity.positions import number as place_of
from kibitz.cardplay.starter import make_starter_memory
from kibitz.cardplay.store import Cases
from kibitz.cardplay.voters import AskedCards, Voters, voters
from kibitz.cardplay.voting import CHOSEN, Ballot, CardShare, poll
from kibitz.errors import StorageError
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play, trick_winner
from kibitz.places import Places
from kibitz.precedents.shelf import Shelf
from kibitz.records.library import Entry
from kibitz.records.record import Players, Record
from kibitz.runtime.running import Watch, unwatched

_MOST = 4
"""The most cards that are tried."""


@dataclass(frozen=True)
class CardAdviser:
    """Answers by a similarity from memories of cases; of equals, those of earlier memories first.

    With *lookahead*, that many layouts of the hidden cards are sampled for every question, with the
    *seed*, and solved by the *solver*, or by one started for the question. *defence* describes
    defenders' decisions as *similarity* does declarer's; without it defenders have no precedents.

    >>> import kibitz
    >>> question = kibitz.CardQuestion.parse("starter:111, card 27")
    >>> kibitz.open().cards.ask(question).best.said
    '♣8'
    """

    similarity: Similarity
    memories: Sequence[CardMemory]
    lookahead: int = 0
    seed: int = 0
    solver: DoubleDummy | None = None
    defence: Similarity | None = None
    agreed: Agreed = NOTHING_AGREED
    """The player's own agreements and other pairs', by which leads are named, and signals."""
    like: str = ""
    """The only player whose decisions are asked, if there is one (`one_player`)."""

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

    @cached_property
    def known(self) -> int:
        """The number of cases that can be found."""
        return sum(map(len, self.memories))

    @cached_property
    def of_defenders(self) -> int:
        """The number of them that are defenders' decisions."""
        return sum(memory.of_defenders for memory in self.memories)

    def ask(self, question: CardQuestion) -> CardAnswer:
        """The vote of the precedents; questions are described one by one, so answers repeat."""
        memories, ahead = self.memories, self._look_ahead(question)
        agreements, is_agreed = self._agreements(question)
        known, similarity = self.of_defenders, self.defence
        if not question.chair.is_defender:
            known, similarity = self.known - known, self.similarity
        if similarity is None:
            ballot = no_votes(question.state)
            return CardAnswer(
                question, ballot, (), known, ahead, self.seed,
                like=self.like, agreements=agreements, is_agreed=is_agreed,
            )  # fmt: skip
        state, tables = question.state, _Tables(question, memories)
        view = Views.of([state], [question.auction])
        chances = similarity.chances(view)
        [code] = codes(chances)
        [chosen] = voters(AskedCards.of(view, code[None]), memories, tables.is_itself)
        matches = tables.matches(chosen)
        precedents = precedents_of(state, code, matches)
        ballot = poll(state, code, similarity, *_votes(matches, precedents))
        forecast, reading = read(state, chances[0]), dict[Card, float]()
        if question.chair.is_defender and not ballot.close:
            reading = forecast
        shown = most_alike_first(precedents)
        return CardAnswer(
            question, ballot, shown, known, ahead, self.seed, reading, self.like,
            agreements=agreements, is_agreed=is_agreed, forecast=forecast,
        )  # fmt: skip

    def _agreements(self, question: CardQuestion) -> tuple[Agreements, bool]:
        """Those of the pair of the seat to play, and whether they were written down.

        The pair's by their names in the record, else the player's own.
        """
        seat = question.seat
        names = Players() if question.record is None else question.record.citation.players
        found = self.agreed.between(names[seat], names[seat.partner])
        return (USUAL, False) if found is None else (found, True)

    def _heard(self, question: CardQuestion) -> Agreements | None:
        """The agreements by which the defenders' cards are heard."""
        leader = question.state.contract.leader
        names = Players() if question.record is None else question.record.citation.players
        return self.agreed.heard(
            names[leader], names[leader.partner], by_partner=question.chair.is_defender
        )

    def explained(self, answer: CardAnswer, layouts: int = LAYOUTS) -> CardAnswer:
        """The answer with its reason, found by playing cards out on so many layouts.

        Without lookahead, what comes of the cards tried counts beside the votes.
        """
        cards = cards_to_try(answer)
        if self.defence is None or answer.card is None or not cards:
            return answer
        if len(cards) == 1:
            return replace(answer, reason=CardComparison(answer.card, None))
        tried = self._tried(answer.question, cards, self.defence, layouts)
        if answer.lookahead is None:
            answer = replace(answer, lookahead=tried.ahead)
        assert answer.card is not None
        return replace(answer, reason=_told(answer, compared(answer.card, tried), tried))

    def against(
        self, question: CardQuestion, card: Card, than: Card, layouts: int = LAYOUTS
    ) -> CardComparison | None:
        """Why one card rather than another that was played; None without players for both sides."""
        if self.defence is None:
            return None
        return compared(card, self._tried(question, [card, than], self.defence, layouts))

    def _tried(
        self, question: CardQuestion, cards: Sequence[Card], defence: Similarity, layouts: int
    ) -> TriedCards:
        """The cards played out on layouts of the belief of the seat to play."""
        return try_cards(
            question.state,
            question.auction,
            cards,
            Networks(self.similarity, defence),
            believer=hear(question.auction, question.vulnerability),
            seed=self.seed,
            layouts=layouts,
            agreements=self._heard(question),
        )

    def _look_ahead(self, question: CardQuestion) -> Lookahead | None:
        state, auction = question.state, question.auction
        if not self.lookahead or len(state.legal_actions) == 1:
            return None
        with nullcontext(self.solver) if self.solver is not None else DoubleDummy() as solver:
            return look_ahead(
                state, auction, layouts=self.lookahead, seed=self.seed, solver=solver,
                believer=hear(auction, question.vulnerability),
                networks=None if self.defence is None else Networks(self.similarity, self.defence),
                agreements=self._heard(question),
            )  # fmt: skip


def open_adviser(places: Places, *, watch: Watch = unwatched) -> CardAdviser:
    """The adviser over what was learned from the library, and over the house's match.

    The very first time, the cases of the house's match are made, while *watch* is called.
    """
    similarities, folder = shipped(), places.cards
    own = CardMemory(Shelf.open(Cases, folder), places.library) if Shelf.is_in(folder) else None
    house = make_starter_memory(places, similarities, watch)
    memories = tuple(memory for memory in (own, house) if memory is not None)
    return CardAdviser(
        similarities[0],
        memories,
        defence=next(iter(similarities[1:]), None),
        agreed=Agreed.read(places.agreements),
    )


def cards_to_try(answer: CardAnswer) -> list[Card]:
    """The card advised, those that another good player would choose, and the one in mind.

    If none of them is another choice to a player, the likeliest that is stands in for them; but not
    on the opening lead.
    """
    state, first = answer.state, answer.card
    if answer.is_forced or answer.like or first is None:
        return []
    if answer.is_small:
        return unlike_cards(state, [first, *state.legal_actions])[:_MOST]
    shares = answer.seen_as
    order = sorted(shares, key=lambda card: -shares[card])
    unequal = unequal_cards(state, [first, *order])[1:]
    others = [card for card in unequal if shares[card] >= CHOSEN]
    if state.played and not any(_is_another_choice(state, first, card) for card in others):
        stands_in = [card for card in unequal if _is_another_choice(state, first, card)]
        others = [*others[: _MOST - 2], *stands_in[:1]]
    asked = [] if answer.question.considered is None else [answer.question.considered]
    return unequal_cards(state, [first, *asked, *others])[:_MOST]


def _is_another_choice(state: Play, card: Card, other: Card) -> bool:
    """Whether two cards differ to a player: by suit where it is free, else as high and low, where
    one of them takes the lead in the trick."""
    if not state.trick or card.suit is not state.trick[0].suit:
        return card.suit is not other.suit
    last = len(state.trick)
    leads = (trick_winner((*state.trick, one), state.trumps) == last for one in (card, other))
    return not are_small(card, other) and any(leads)


def _told(answer: CardAnswer, reason: CardComparison, tried: TriedCards) -> CardComparison:
    """The comparison; with a card that hardly anybody would choose only where it costs the
    contract, and a cause tells why."""
    asked, shares = answer.question.considered, answer.seen_as
    usual = [card for card in tried.cards if shares[card] >= CHOSEN or card == asked]
    if reason.rival is None or reason.rival in usual or reason.is_overruled:
        return reason
    if reason.why is not None and reason.gain is not None and costs_contract(reason.gain):
        return reason
    return compared(reason.card, tried, usual)


def no_votes(state: Play) -> Ballot:
    """An empty ballot: every legal card, no votes."""
    return Ballot(tuple(CardShare(card, 0.0, 0) for card in state.legal_actions), 0.0, False)


def read(state: Play, chances: npt.NDArray[np.float32]) -> dict[Card, float]:
    """A network's forecast, (52,), as shares of the legal cards."""
    given = {card: float(chances[place_of(card)]) for card in state.legal_actions}
    total = sum(given.values())
    return {card: chance / total for card, chance in given.items()} if total else {}


class _Tables:
    """The tables of the cases found for a question, opened as they are needed."""

    def __init__(self, question: CardQuestion, memories: Sequence[CardMemory]) -> None:
        self._memories, self._seen = memories, open_seats(question.state)
        self._deal = question.state.deal
        self._entries = dict[tuple[int, int], Entry]()

    def is_itself(self, _: int, memories: Rows, found: Found) -> Bools:
        """Whether each case is from the deal in question, as far as the seat to play sees it."""
        same = [self._is_same(entry) for _, entry in self._of(memories, found)]
        return np.array(same, np.bool_)

    def _is_same(self, entry: Entry) -> bool:
        return all(self._deal[seat] == entry.record.deal[seat] for seat in self._seen)

    def _of(self, memories: Rows, found: Found) -> list[tuple[int, Entry]]:
        """The memory and the table of each case."""
        cases = list(zip(memories.tolist(), found.records.tolist(), strict=True))
        for number, memory in enumerate(self._memories):
            new = {r for m, r in cases if m == number and (m, r) not in self._entries}
            entries = memory.entries(sorted(new))
            self._entries |= {(number, record): entry for record, entry in entries.items()}
        return [(memory, self._entries[memory, record]) for memory, record in cases]

    def matches(self, chosen: Voters) -> list[CardMatch]:
        """The voting cases, each with its table."""
        found = chosen.found
        columns = (found.plies, found.matches.squares, found.codes, found.cards, chosen.is_wider)
        return [
            CardMatch(entry, int(ply), int(square), code, int(card), house, bool(is_wider))
            for (memory, entry), ply, square, code, card, is_wider in zip(
                self._of(chosen.memories, found), *columns, strict=True
            )
            for house in [self._memories[memory].is_house]
        ]


def precedents_of(state: Play, code: Bytes, matches: Sequence[CardMatch]) -> list[CardPrecedent]:
    """The matches, each under the suit names that make its position most like the question's."""
    here, there = _features(state, [(match.entry.record, match.ply) for match in matches])
    precedents = []
    for match, features in zip(matches, there, strict=True):
        renaming, distance = best_naming(code, match.code, here, features)
        entry = match.entry
        precedents.append(
            CardPrecedent(
                here=state,
                record=entry.record,
                ply=match.ply,
                table=entry.id,
                renaming=renaming,
                distance=distance,
                is_house=match.is_house,
                is_wider=match.is_wider,
            )
        )
    return precedents


def _features(
    state: Play, cases: Sequence[tuple[Record, int]]
) -> tuple[SuitFeatures, list[SuitFeatures]]:
    """The suits of the question and of the cases, as seen by the player to act."""
    if not Chair.of(state).is_defender:
        return SuitFeatures.of(state), SuitFeatures.of_decisions(cases)
    there = (record.opening_state().after_all(record.play[:ply]) for record, ply in cases)
    return features_of_defender(state), [features_of_defender(play) for play in there]


def most_alike_first(precedents: Sequence[CardPrecedent]) -> tuple[CardPrecedent, ...]:
    """The same kind first; then by honours, defenders' signs and tricks needed; then by distance.

    The same play with the same cards at another table comes after all other deals of the kind.
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


def _votes(
    matches: Sequence[CardMatch], precedents: Sequence[CardPrecedent]
) -> tuple[Neighbours, Bytes]:
    """The matches of all memories together, and the cards played."""
    suits = [precedent.renaming.suits for precedent in precedents]
    return (
        Neighbours(
            np.arange(len(matches)),
            np.array([match.square for match in matches], np.int64),
            np.array(suits, np.uint8).reshape(-1, 4),
        ),
        np.array([match.card for match in matches], np.uint8),
    )
