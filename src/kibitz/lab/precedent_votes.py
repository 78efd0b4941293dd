"""Precedents of a file as votes: what the players of `kibitz.lab.players` ask at every card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kibitz.cardplay.neighbours import NEIGHBOURS, nearest
from kibitz.cardplay.similarity import Similarity
from kibitz.cardplay.views import Bytes, Views
from kibitz.cardplay.voting import poll
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.play import Play
from kibitz.lab.cardplay_cases import Step, described
from kibitz.records.record import Record


@dataclass(frozen=True, slots=True, eq=False)
class PrecedentVotes:
    """Every decision of some records, as a similarity describes it, with the card chosen."""

    similarity: Similarity
    codes: Bytes
    trumps: Bytes
    played: Bytes

    @classmethod
    def of(
        cls, records: Sequence[Record], similarity: Similarity, *, done: Step = lambda tables: None
    ) -> PrecedentVotes:
        views, codes = described(records, similarity, done=done)
        return cls(similarity, codes, views.trumps, views.chosen)

    def __call__(self, state: Play, auction: Auction | None, /) -> Mapping[Card, float]:
        """Every legal card with its share of the votes, best first."""
        view = Views.of([state], [auction])
        [code] = self.similarity.describe(view)
        matches = nearest(code, int(view.trumps[0]), self.codes, self.trumps, NEIGHBOURS)
        ballot = poll(state, code, self.similarity, matches, self.played[matches.cases])
        return {candidate.card: candidate.share for candidate in ballot.candidates}
