"""What experts agree on at every decision of a player, many tables at a time.

A network foresees what experts do; how often it is right with such a chance was measured on events
that it was not taught from. Whether precedents say the same is asked later, and only where a
player did something else (`slips`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from kibitz.bidding.auctions.arrays import NONE, Auctions, call_of, legal_calls
from kibitz.bidding.auctions.pairs import SITUATIONS, Entries, summed
from kibitz.bidding.calls.likeness import decisions as calling
from kibitz.bidding.calls.memory import pair_name
from kibitz.bidding.calls.network import CallNetwork, inputs
from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.kinds import NO_DECISION, kinds
from kibitz.cardplay.similarity.learned import Similarity, codes
from kibitz.cardplay.similarity.positions import Bools, Bytes, Tables, Views
from kibitz.cardplay.similarity.tokens import Floats
from kibitz.games.bridge.cards import DECK
from kibitz.mygame.sitting import Decision, Role, Sitting
from kibitz.records.record import Record

AT_ONCE = 256
"""Tables whose decisions are foreseen together."""
_LEAST = np.float32(1e-6)


@dataclass(frozen=True, slots=True, eq=False)
class Foreseen:
    """Of real decisions of one side: the card that experts agree on most, and how sure that is."""

    views: Views
    codes: Bytes
    cards: Bytes
    sure: Floats
    agrees: Bools

    @classmethod
    def of(cls, views: Views, similarity: Similarity) -> Foreseen:
        """Those of *views* at which there is something to decide."""
        views = views[np.flatnonzero(kinds(views) != NO_DECISION)]
        chances, choices = similarity.chances(views), Choices.of(views)
        given = np.maximum(chances.reshape(-1, 4, 13), _LEAST * choices.legal).astype(np.float32)
        together = choices.pooled(given).reshape(-1, 52)
        rows = np.arange(len(views))
        # of equals the likeliest alone: the one that a player would name
        best = np.isclose(together, together.max(axis=1, keepdims=True), rtol=1e-5)
        cards = np.where(best, given.reshape(-1, 52), -1).argmax(axis=1).astype(np.uint8)
        sure = [
            similarity.confidence(chance, opening_lead=ply == 0)
            for chance, ply in zip(
                together[rows, cards].tolist(), views.plies.tolist(), strict=True
            )
        ]
        return cls(
            views,
            codes(chances),
            cards,
            np.array(sure, np.float32),
            choices.are_alike(cards, views.chosen),
        )


@dataclass(frozen=True, eq=False)
class Foreseer:
    """The networks that foresee, and what is known of pairs."""

    declarer: Similarity
    defence: Similarity | None
    calls: CallNetwork
    pairs: Mapping[str, Floats] = field(default_factory=dict)
    """What pairs play, by name: `pairs_in` all tables of the player."""

    def decisions(self, sittings: Sequence[Sitting]) -> list[list[Decision]]:
        """The player's real decisions at each table: his calls, then his cards, in their order."""
        found: list[list[Decision]] = [[] for _ in sittings]
        self._calls(found, sittings)
        played = [(at, one) for at, one in enumerate(sittings) if one.record.play]
        tables = Tables.of_records([one.record for _, one in played])
        for similarity in (self.declarer, self.defence):
            if similarity is not None and len(tables):
                self._cards(found, played, tables, similarity)
        return found

    def _cards(
        self,
        found: list[list[Decision]],
        played: Sequence[tuple[int, Sitting]],
        tables: Tables,
        similarity: Similarity,
    ) -> None:
        """Add the player's cards of the side that a similarity reads."""
        views = Views.of_tables(tables, similarity.network.sight.side)
        views = views[np.flatnonzero(_are_his([one for _, one in played], views))]
        foreseen = Foreseen.of(views, similarity)
        views, chosen = foreseen.views, foreseen.views.chosen
        for row, (table, ply) in enumerate(
            zip(views.table.tolist(), views.plies.tolist(), strict=True)
        ):
            role = Role.DECLARER if views.turns[row] % 2 == 0 else Role.DEFENCE
            found[played[table][0]].append(
                Decision(
                    role if ply else Role.LEAD,
                    ply + 1,
                    DECK[int(chosen[row])],
                    DECK[int(foreseen.cards[row])],
                    float(foreseen.sure[row]),
                    bool(foreseen.agrees[row]),
                    foreseen.codes[row],
                )
            )

    def _calls(self, found: list[list[Decision]], sittings: Sequence[Sitting]) -> None:
        """Add the player's calls."""
        called = [(at, one) for at, one in enumerate(sittings) if one.record.is_witness]
        if not called:
            return
        records = [one.record for _, one in called]
        auctions = Auctions.of_records(records)
        known = calling.known_features(auctions, self._sums(records), self.calls.usual)
        tables = np.arange(len(called))
        seats = np.array([(one.seat - one.record.dealer) % 4 for _, one in called])
        longest = max(1, int((auctions.calls != NONE).sum(axis=1).max()))
        states = self.calls.states(
            inputs.hands(auctions, tables, seats),
            inputs.spoken(auctions, tables, seats)[:, : longest - 1],
            known[tables, seats % 2],
            known[tables, 1 - seats % 2],
        )
        kind = calling.kinds(auctions.calls)
        his = (np.arange(kind.shape[1])[None] % 4 == seats[:, None]) & (kind != calling.NO_DECISION)
        table, place = np.nonzero(his)
        legal = legal_calls(auctions.calls)[table, place]
        chances = self.calls.chances(np.ascontiguousarray(states[table, place]), legal)
        codes_of_calls, best = calling.codes(chances), chances.argmax(axis=1)
        for row, (at, number) in enumerate(zip(table.tolist(), place.tolist(), strict=True)):
            made, of_kind = int(auctions.calls[at, number]), calling.CallKind(int(kind[at, number]))
            is_known = bool(known[at, number % 2].any())
            sure = self.calls.confidence(float(chances[row].max()), of_kind, known=is_known)
            found[called[at][0]].append(
                Decision(
                    Role.CALLS,
                    number + 1,
                    call_of(made),
                    call_of(int(best[row])),
                    sure,
                    made == best[row],
                    codes_of_calls[row],
                    of_kind,
                )
            )

    def _sums(self, records: Sequence[Record]) -> Floats:
        """What each pair did in each situation, (n, 2, situations, 6), these tables included."""
        found = np.zeros((len(records), 2, len(SITUATIONS), 6), np.float32)
        for table, record in enumerate(records):
            for side, seat in enumerate((record.dealer, record.dealer.next)):
                found[table, side] = self.pairs.get(pair_name(record, seat), 0)
        return found


def _are_his(sittings: Sequence[Sitting], views: Views) -> Bools:
    """Which decisions are the player's: declarer's also those from dummy, dummy's none."""
    seats = np.array(
        [(one.seat - one.record.opening_state().contract.declarer) % 4 for one in sittings]
    )
    mine = seats[views.table]
    his: Bools = np.where(views.turns % 2 == 0, mine == 0, mine == views.turns)
    return his


def pairs_in(records: Sequence[Record]) -> dict[str, Floats]:
    """What every pair that is known by name did in each situation, over all these tables."""
    called = [record for record in records if record.is_witness]
    names = [
        pair_name(record, seat) for record in called for seat in (record.dealer, record.dealer.next)
    ]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    pairs = np.array([numbers[name] for name in names], np.int64).reshape(-1, 2)
    entries = Entries.of(Auctions.of_records(called))
    sums = summed(entries, pairs[entries.table, entries.seat % 2], len(numbers))
    return {name: sums[number] for name, number in numbers.items() if name}
