"""A caller who knows the house openings and a page of natural bidding: the baseline to beat.

Raises by points and support, new suits up the line, no-trump by its range, transfers and Stayman
over partner's one no-trump, simple overcalls, take-out doubles; otherwise he passes. He looks only
at his hand, partner's last bid and the highest bid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.bidding.auctions.arrays import DOUBLE, FIRST_BID, PASS, Bools, number_of
from kibitz.bidding.openings.question import Colours, Situation, is_balanced
from kibitz.bidding.openings.rules import house_call
from kibitz.games.bridge.cards import Hand, Suit

_NOTRUMP = 4
_HEARTS, _SPADES = int(Suit.HEARTS), int(Suit.SPADES)


@dataclass(frozen=True, slots=True)
class CallerTurn:
    """What the caller sees: his hand, the calls so far (as numbers) and the vulnerability."""

    hand: Hand
    calls: Sequence[int]
    colours: Colours
    legal: Bools

    @property
    def partners(self) -> int:
        """Partner's last bid, or 0."""
        return next((c for c in self.calls[-2::-4] if c >= FIRST_BID), 0)

    @property
    def own(self) -> int:
        """The caller's own last bid, or 0."""
        return next((c for c in self.calls[-4::-4] if c >= FIRST_BID), 0)

    @property
    def highest(self) -> int:
        return max((c for c in self.calls if c >= FIRST_BID), default=0)

    def length(self, strain: int) -> int:
        return self.hand.length(Suit(strain)) if strain < _NOTRUMP else 0

    def cheapest(self, strain: int) -> int:
        """The lowest legal bid in a strain."""
        first = FIRST_BID + strain
        above = max(0, self.highest - first + 1)
        return first + 5 * (-(-above // 5))


def by_rules(turn: CallerTurn) -> int:
    """His call, as a number; pass where the rule's bid is not legal."""
    call = _wanted(turn)
    return call if call < len(turn.legal) and turn.legal[call] else PASS


def _wanted(turn: CallerTurn) -> int:
    if not turn.highest:
        return number_of(house_call(Situation(turn.hand, len(turn.calls) + 1, turn.colours)))
    if turn.partners == _bid(1, _NOTRUMP) and turn.highest == turn.partners and not turn.own:
        return _over_notrump(turn)
    if turn.partners and not turn.own:
        return _answer(turn)
    if turn.own and turn.partners > turn.own and turn.calls[-1] == PASS:
        return _again(turn)
    if not turn.own and turn.calls[-1] >= FIRST_BID:
        return _come_in(turn)
    return PASS


def _bid(level: int, strain: int) -> int:
    return FIRST_BID + 5 * (level - 1) + strain


def _level(call: int) -> int:
    return (call - FIRST_BID) // 5 + 1


def _over_notrump(turn: CallerTurn) -> int:
    points = turn.hand.points
    for major in (_HEARTS, _SPADES):
        if turn.length(major) >= 5:
            return _bid(2, major - 1)
    if points >= 8 and max(turn.length(_HEARTS), turn.length(_SPADES)) == 4:
        return _bid(2, 0)
    return PASS if points < 8 else _bid(2, _NOTRUMP) if points < 10 else _bid(3, _NOTRUMP)


def _answer(turn: CallerTurn) -> int:
    """The answer to partner's bid: a raise, a new suit up the line, or no-trump."""
    points, strain = turn.hand.points, (turn.partners - FIRST_BID) % 5
    if points < 6:
        return PASS
    support = 3 if strain >= _HEARTS else 5
    if strain < _NOTRUMP and turn.length(strain) >= support:
        level = 2 if points < 10 else 3 if points < 13 else 4
        return max(turn.cheapest(strain), _bid(level, strain))
    for suit in sorted(range(4), key=lambda suit: (-turn.length(suit), suit)):
        is_cheap = _level(turn.cheapest(suit)) == 1
        least, worth = (4, 6) if is_cheap else (5, 11)
        if suit != strain and turn.length(suit) >= least and points >= worth:
            return turn.cheapest(suit)
    return _bid(1 if points < 10 else 2 if points < 13 else 3, _NOTRUMP)


def _again(turn: CallerTurn) -> int:
    """The call after partner's answer: accept the transfer, raise, or rebid the own suit."""
    points, strain = turn.hand.points, (turn.partners - FIRST_BID) % 5
    mine = (turn.own - FIRST_BID) % 5
    if turn.own == _bid(1, _NOTRUMP):
        taken = {_bid(2, 1): _HEARTS, _bid(2, 2): _SPADES}.get(turn.partners)
        return turn.cheapest(taken) if taken is not None else PASS
    if strain == mine:
        return PASS if points < 16 else turn.cheapest(mine)
    if strain < _NOTRUMP and turn.length(strain) >= 4:
        return turn.cheapest(strain)
    if turn.length(mine) >= 6:
        return turn.cheapest(mine)
    others = [suit for suit in range(4) if suit != mine and turn.length(suit) >= 4]
    if others and not is_balanced(turn.hand):
        return min(map(turn.cheapest, others))
    return turn.cheapest(_NOTRUMP) if strain < _NOTRUMP else PASS


def _come_in(turn: CallerTurn) -> int:
    """The call over their opening: no-trump, a good suit, or a take-out double."""
    points, strain = turn.hand.points, (turn.calls[-1] - FIRST_BID) % 5
    if is_balanced(turn.hand) and 15 <= points <= 17 and _level(turn.cheapest(_NOTRUMP)) == 1:
        return turn.cheapest(_NOTRUMP)
    suits = [suit for suit in range(4) if suit != strain and turn.length(suit) >= 5]
    for suit in sorted(suits, key=lambda suit: (-turn.length(suit), -suit)):
        level = _level(turn.cheapest(suit))
        if (level == 1 and points >= 9) or (level == 2 and points >= 11):
            return turn.cheapest(suit)
    return DOUBLE if points >= 12 and turn.length(strain) <= 2 and strain < _NOTRUMP else PASS
