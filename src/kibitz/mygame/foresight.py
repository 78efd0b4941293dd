"""What experts agree on at every decision of a player, many tables at a time.

A network foresees what experts do; how often it is right with such a chance was measured on events
that it was not taught from. Whether precedents say the same is asked later, and only where a
player did something else (`slips`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from kibitz.bidding.calls.auctions import Auctions
from kibitz.bidding.calls.likeness import decisions as calling
from kibitz.bidding.calls.memory import pair_name
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.pairs import SITUATIONS, Entries, summed
from kibitz.bidding.calls.precedents import call_of
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
    def of(cls, tables: Tables, similarity: Similarity) -> Foreseen:
        """Every real decision of the side that the similarity reads."""
        views = Views.of_tables(tables, similarity.network.sight.side)
        return cls.at(views[np.flatnonzero(kinds(views) != NO_DECISION)], similarity)

    @classmethod
    def at(cls, views: Views, similarity: Similarity) -> Foreseen:
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
class Foresight:
    """The networks that foresee, and what is known of pairs."""

    declarer: Similarity
    defence: Similarity | None
    calls: CallNetwork
    pairs: Mapping[str, Floats] = field(default_factory=dict)
    """What pairs play, by name: `pairs_in` all tables of the player."""

    def decisions(self, sittings: Sequence[Sitting]) -> list[list[Decision]]:
        """The player's real decisions at each table: his calls, then his cards, in their order."""
        found = self._calls(sittings)
        played = [(at, one) for at, one in enumerate(sittings) if one.record.play]
        tables = Tables.of_records([one.record for _, one in played])
        for similarity in (self.declarer, self.defence):
            if similarity is not None and len(tables):
                self._cards(found, played, Foreseen.of(tables, similarity))
        for decisions in found:
            decisions.sort(key=lambda one: (one.role is not Role.CALLS, one.number))
        return found

    def _cards(
        self,
        found: list[list[Decision]],
        played: Sequence[tuple[int, Sitting]],
        foreseen: Foreseen,
    ) -> None:
        """Add the player's cards among what was foreseen of one side."""
        views, chosen = foreseen.views, foreseen.views.chosen
        for row in np.flatnonzero(self._is_his(played, views)).tolist():
            at = played[int(views.table[row])][0]
            ply = int(views.plies[row])
            role = Role.DECLARER if views.turns[row] % 2 == 0 else Role.DEFENCE
            found[at].append(
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

    @staticmethod
    def _is_his(played: Sequence[tuple[int, Sitting]], views: Views) -> Bools:
        """Which decisions are the player's: declarer's also those from dummy, dummy's none."""
        seats = np.array(
            [(one.seat - one.record.opening_state().contract.declarer) % 4 for _, one in played]
        )
        mine = seats[views.table]
        his: Bools = np.where(views.turns % 2 == 0, mine == 0, mine == views.turns)
        return his

    def _calls(self, sittings: Sequence[Sitting]) -> list[list[Decision]]:
        found: list[list[Decision]] = [[] for _ in sittings]
        called = [at for at, one in enumerate(sittings) if one.record.is_witness]
        if not called:
            return found
        records = [sittings[at].record for at in called]
        auctions = Auctions.of_records(records)
        known = calling.known_features(auctions, self._sums(records), self.calls.usual)
        made = calling.describe(self.calls, auctions, known)
        for row, (table, place) in enumerate(
            zip(made.tables.tolist(), made.places.tolist(), strict=True)
        ):
            at = called[table]
            record = sittings[at].record
            if (record.dealer + place) % 4 != sittings[at].seat:
                continue
            roots = made.codes[row].astype(np.float32) ** 2
            best, kind = int(roots.argmax()), int(made.kinds[row])
            is_known = bool(known[table, place % 2].any())
            chance = float(roots[best] / roots.sum())
            found[at].append(
                Decision(
                    Role.CALLS,
                    place + 1,
                    call_of(int(made.calls[row])),
                    call_of(best),
                    self.calls.confidence(chance, kind, known=is_known),
                    int(made.calls[row]) == best,
                    made.codes[row],
                    calling.Kind(kind),
                )
            )
        return found

    def _sums(self, records: Sequence[Record]) -> Floats:
        """What each pair did in each situation, (n, 2, situations, 6), these tables included."""
        found = np.zeros((len(records), 2, len(SITUATIONS), 6), np.float32)
        for table, record in enumerate(records):
            for side, seat in enumerate((record.dealer, record.dealer.next)):
                found[table, side] = self.pairs.get(pair_name(record, seat), 0)
        return found


def pairs_in(records: Sequence[Record]) -> dict[str, Floats]:
    """What every pair that is known by name did in each situation, over all these tables."""
    called = [record for record in records if record.is_witness]
    names = [
        pair_name(record, seat)
        for record in called
        for seat in (record.dealer, record.dealer.next)
    ]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    pairs = np.array([numbers[name] for name in names], np.int64).reshape(-1, 2)
    entries = Entries.of(Auctions.of_records(called))
    sums = summed(entries, pairs[entries.table, entries.seat % 2], len(numbers))
    return {name: sums[number] for name, number in numbers.items() if name}
