"""The features of many deals at once: the same numbers as `features.describe`, but compiled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.sibl.features import SCHEMA, UNDECIDED, UNKNOWN, WINDOW
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.play import Play
from kibitz.precedents.sequences.columns import Actions
from kibitz.precedents.sequences.distance import Codes, Sequences
from kibitz.runtime.compiled import compiled

Indices: TypeAlias = npt.NDArray[np.int64]

_NO_CARD = 255
_NO_TRUMPS = 4
_WIDTH = len(SCHEMA.features)


@dataclass(frozen=True, slots=True, eq=False)
class Deals:
    """Deals and their play as arrays; seats count from declarer, clockwise.

    *owners* has the original holder of each card, *played* the cards in the order of play.
    """

    owners: Codes
    played: Codes
    trumps: Codes

    @classmethod
    def of(cls, plays: Sequence[tuple[Play, tuple[Card, ...]]]) -> Deals:
        """From opening states, and the cards played from there."""
        owners = np.zeros((len(plays), 52), np.uint8)
        played = np.full((len(plays), 52), _NO_CARD, np.uint8)
        trumps = np.full(len(plays), _NO_TRUMPS, np.uint8)
        for row, (start, cards) in enumerate(plays):
            for seat in range(4):
                hand = start.deal[type(start.turn)((start.contract.declarer + seat) % 4)]
                owners[row, [card.bit.bit_length() - 1 for card in hand]] = seat
            played[row, : len(cards)] = [card.bit.bit_length() - 1 for card in cards]
            if start.trumps is not None:
                trumps[row] = start.trumps
        return cls(owners, played, trumps)

    def __len__(self) -> int:
        return len(self.trumps)

    def __getitem__(self, rows: slice | Indices) -> Deals:
        return Deals(self.owners[rows], self.played[rows], self.trumps[rows])


@dataclass(frozen=True, slots=True, eq=False)
class PlayDecisions:
    """Declarer's decisions in order: the states seen, the symbol chosen, and the place."""

    codes: Codes
    """(n, window, width): the features of the states that were seen, the newest first."""
    spans: Codes
    """How many of these states there are."""
    actions: Actions
    deals: Indices
    plies: Codes

    def __len__(self) -> int:
        return len(self.actions)

    def __getitem__(self, rows: slice | Indices) -> PlayDecisions:
        return PlayDecisions(
            self.codes[rows],
            self.spans[rows],
            self.actions[rows],
            self.deals[rows],
            self.plies[rows],
        )

    @property
    def sequences(self) -> Sequences:
        """What was seen, as SIBL compares it."""
        return Sequences.of_codes(self.codes, self.spans)


def encode(deals: Deals) -> PlayDecisions:
    """All decisions of declarer's side in *deals*."""
    most = len(deals) * 26
    codes = np.zeros((most, WINDOW, _WIDTH), np.uint8)
    spans = np.zeros(most, np.uint8)
    actions = np.zeros(most, np.uint16)
    rows = np.zeros(most, np.int64)
    plies = np.zeros(most, np.uint8)
    count = _encode(deals.owners, deals.played, deals.trumps, codes, spans, actions, rows, plies)
    return PlayDecisions(
        codes[:count].copy(), spans[:count].copy(), actions[:count], rows[:count], plies[:count]
    )


@compiled
def _step(card: int) -> int:
    return max(0, card % 13 - 6)


@compiled
def _encode(  # noqa: C901  one compiled loop; a call would cost what it saves
    owners: Codes,
    played: Codes,
    trumps: Codes,
    codes: Codes,
    spans: Codes,
    actions: Actions,
    rows: Indices,
    plies: Codes,
) -> int:
    """Fill in one row for each decision, and return their number."""
    count = 0
    for deal in range(len(trumps)):
        strengths = np.zeros((4, 4), np.uint8)  # held by declarer, dummy; shown by left, right
        place_of = np.array([0, 2, 1, 3])  # a seat's row of strengths
        for card in range(52):
            seat = owners[deal, card]
            if seat % 2 == 0:
                strengths[place_of[seat], card // 13] += _step(card) + 1
        trick = np.full(4, UNKNOWN, np.uint8)
        winners = np.full(14, UNDECIDED, np.uint8)
        first_row = count
        turn, best, best_seat = 1, 0, 0
        for ply in range(52):
            card = played[deal, ply]
            if card == _NO_CARD:
                break
            if ply % 4 == 0:
                trick[:] = UNKNOWN
            number = card // 13 * 7 + _step(card)
            if turn % 2 == 0:
                state = codes[count, 0]
                for who in range(4):
                    for suit in range(4):
                        state[4 * who + suit] = strengths[who, suit]
                    state[16 + who] = trick[who]
                state[20] = turn // 2
                state[21] = UNKNOWN
                state[22] = UNDECIDED
                actions[count], rows[count], plies[count] = number, deal, ply
                spans[count] = min(WINDOW, count - first_row + 1)
                for back in range(1, spans[count]):
                    codes[count, back] = codes[count - back, 0]
                    codes[count, back, 21] = actions[count - back]
                    codes[count, back, 22] = winners[plies[count - back] // 4]
                count += 1
                strengths[place_of[turn], card // 13] -= _step(card) + 1
            trick[turn] = number
            if ply % 4 == 0 or _beats(card, best, trumps[deal]):
                best, best_seat = card, turn
            turn = (turn + 1) % 4
            if ply % 4 == 3:
                turn = best_seat
                winners[ply // 4] = 1 - best_seat % 2
                for back in range(4):
                    gone = played[deal, ply - back]
                    seat = owners[deal, gone]
                    if seat % 2 == 1:
                        strengths[place_of[seat], gone // 13] += _step(gone) + 1
    return count


@compiled
def _beats(card: int, best: int, trumps: int) -> bool:
    if card // 13 == best // 13:
        return card > best
    return card // 13 == trumps
