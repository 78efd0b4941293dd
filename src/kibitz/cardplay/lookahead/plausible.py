"""Rules by which calls make layouts implausible, kept broad and safe.

Whatever a pair plays, a call says something about the hand. Only what nearly every player would do
is used: systems differ, and wrongly excluding a layout costs more than wrongly keeping one. Over
6,000 expert tables, each rule about a defender excludes the true hand in fewer than three of a
hundred cases, and all of them together at three of a hundred tables. The length and rank of the
suit led were also tried, without a measurable effect.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kibitz.cardplay.chairs import Chair, hidden_seats
from kibitz.games.bridge.auction import Auction, Bid, Call, Contract, Sign, Strain
from kibitz.games.bridge.cards import Hand, Suit
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.play import Play

_MOST = 37


@dataclass(frozen=True, slots=True)
class HandBounds:
    """What a hand must have: *least* to *most* points, and so many cards of some suits."""

    least: int = 0
    most: int = _MOST
    lengths: Mapping[Suit, int] = field(default_factory=dict)
    even: bool = False
    """No void, no singleton, and no seven-card suit."""
    long_major: bool = True
    """Whether the hand may have a five-card major."""

    def allow(self, hand: Hand) -> bool:
        if not self.least <= hand.points <= self.most:
            return False
        if any(hand.length(suit) < length for suit, length in self.lengths.items()):
            return False
        if self.even and not all(2 <= length <= 6 for length in hand.shape):
            return False
        return self.long_major or max(hand.shape[:2]) < 5


@dataclass(frozen=True, slots=True)
class Heard:
    """A call as the table heard it, with the earlier calls of each player, passes left out."""

    call: Call
    turn: int
    own: tuple[Call, ...]
    partner: tuple[Call, ...]
    opponents: tuple[Call, ...]
    after_pass: bool
    """Whether the player before passed."""

    @classmethod
    def of(cls, auction: Auction, at: int) -> Heard:
        before = auction.calls[:at]
        said = [
            tuple(c for c in before[(at + away) % 4 :: 4] if c is not Sign.PASS)
            for away in range(4)
        ]
        own, left, partner, right = said
        after_pass = bool(before) and before[-1] is Sign.PASS
        return cls(auction.calls[at], at // 4, own, partner, (*left, *right), after_pass)

    @property
    def is_opening(self) -> bool:
        return not (self.own or self.partner or self.opponents)


def _first_call(heard: Heard) -> HandBounds | None:
    """The meaning of a defender's first call to declarer; an opening in a minor may be short."""
    call = heard.call
    if heard.turn:
        return None
    if call is Sign.PASS:
        return _NO_OPENING if heard.is_opening else None
    if not isinstance(call, Bid):
        return None
    suit, least = call.strain.trumps, {1: 7, 2: 4}.get(call.level, 0)
    if call.level == 1 and suit is not None and not (heard.is_opening and suit < Suit.HEARTS):
        return HandBounds(least, lengths={suit: 4})
    return HandBounds(least)


_NO_OPENING = HandBounds(most=12)
_OPENINGS = {
    "1C": HandBounds(10),
    "1D": HandBounds(9, 20, {Suit.DIAMONDS: 2}),
    "1H": HandBounds(8, 20, {Suit.HEARTS: 4}),
    "1S": HandBounds(8, 20, {Suit.SPADES: 4}),
    "1N": HandBounds(10, 18, even=True),
    "2C": HandBounds(7),
    "2S": HandBounds(0, 14),
    "3H": HandBounds(0, 13, {Suit.HEARTS: 5}),
    "3S": HandBounds(0, 13, {Suit.SPADES: 5}),
    "4H": HandBounds(0, 17, {Suit.HEARTS: 6}),
    "4S": HandBounds(0, 17, {Suit.SPADES: 6}),
}


def opening(heard: Heard) -> HandBounds | None:
    """A pass when one could have opened, and openings that mean much the same in all systems."""
    if not heard.is_opening:
        return None
    return _NO_OPENING if heard.call is Sign.PASS else _OPENINGS.get(str(heard.call))


def overcall(heard: Heard) -> HandBounds | None:
    """The first call over an opponent's one-level opening, with no other bid so far."""
    call, theirs = heard.call, heard.opponents
    if heard.own or heard.partner or len(theirs) != 1 or not _is_of_one(theirs[0]):
        return None
    [over] = theirs
    suited = isinstance(over, Bid) and over.strain is not Strain.NOTRUMP
    if call is Sign.PASS:
        return None if heard.after_pass else HandBounds(most=15 if suited else 17)
    if not suited or not isinstance(over, Bid):
        return None
    if call is Sign.DOUBLE:
        return HandBounds(7)
    if not isinstance(call, Bid) or call.strain is over.strain:
        return None
    if call.strain is Strain.NOTRUMP:
        return HandBounds(9, 19) if call.level == 1 else None
    suit = call.strain.trumps
    assert suit is not None
    if call.level == 1:
        return HandBounds(5, 18, {suit: 4})
    return HandBounds(7, 18, {suit: 5}) if call.level == 2 and call.strain < over.strain else None


def response(heard: Heard) -> HandBounds | None:
    """The first response to partner's one-level opening, with the opponents silent."""
    call, theirs = heard.call, heard.partner
    if heard.own or heard.opponents or len(theirs) != 1 or not _is_of_one(theirs[0]):
        return None
    [over] = theirs
    assert isinstance(over, Bid)
    if over.strain is Strain.NOTRUMP:
        return {"P": HandBounds(most=11), "3N": HandBounds(6, 19, long_major=False)}.get(str(call))
    if call is Sign.PASS:
        return HandBounds(most=9)
    if not isinstance(call, Bid):
        return None
    suit = call.strain.trumps
    if suit is None:
        return HandBounds(4, 14) if call.level == 1 else None
    if call.strain is over.strain:
        return HandBounds(2, 12, {suit: 3}) if call.level == 2 and suit >= Suit.HEARTS else None
    return HandBounds({1: 4, 2: 5}.get(call.level, 0)) if over.strain > Strain.CLUBS else None


def rebid(heard: Heard) -> HandBounds | None:
    """Opener's rebid after a response, with the opponents silent."""
    call, own = heard.call, heard.own
    if heard.opponents or len(own) != 1 or len(heard.partner) != 1 or not _is_of_one(own[0]):
        return None
    return HandBounds(10, 20) if str(call) == "1N" else None


def _is_of_one(call: Call) -> bool:
    return isinstance(call, Bid) and call.level == 1


_Rule = Callable[[Heard], HandBounds | None]
RULES: tuple[_Rule, ...] = (opening, overcall, response, rebid)
"""The rules that apply to calls heard by a defender."""


_FIT = {1: 5, 4: 7, 5: 7}
"""The trumps that declarer and dummy have together, by level, unless it is six."""


def together(contract: Contract, *, alone: bool) -> HandBounds:
    """What declarer and dummy have together: points for the level, and a trump fit.

    A side that bid *alone* had the points for it; in a competitive auction, shape may do instead.
    """
    level, suit = contract.bid.level, contract.bid.strain.trumps
    if level >= 6:
        least, most = 14, 40
    elif suit is None and level >= 3:
        least, most = 22 if alone else 20, 31 if level == 3 else 34
    elif level >= 4:
        least, most = 18 if alone else 14, 30
    else:
        least, most = 14, 26
    fit = {} if suit is None else {suit: _FIT.get(level, 6)}
    return HandBounds(least, most, fit)


@dataclass(frozen=True, slots=True)
class AuctionBounds:
    """What the calls say about the hands that the seat to play does not see."""

    of_hands: tuple[tuple[Seat, HandBounds], ...] = ()
    of_declarers: tuple[Seat, Seat, HandBounds] | None = None

    @classmethod
    def of(cls, state: Play, auction: Auction | None) -> AuctionBounds:
        """For declarer, only the defenders' first calls count; for a defender, all calls do."""
        if auction is None or not auction.calls:
            return cls()
        hidden, is_defender = hidden_seats(state), Chair.of(state).is_defender
        rules = RULES if is_defender else (_first_call,)
        heard = list[tuple[Seat, HandBounds]]()
        for at in range(len(auction.calls)):
            seat = Seat((auction.dealer + at) % 4)
            if seat in hidden:
                said = [rule(Heard.of(auction, at)) for rule in rules]
                heard += [(seat, bounds) for bounds in said if bounds is not None]
        if not is_defender:
            return cls(tuple(heard))
        contract = state.contract
        theirs = auction.calls[(contract.leader - auction.dealer) % 2 :: 2]
        both = together(contract, alone=all(call is Sign.PASS for call in theirs))
        return cls(tuple(heard), (contract.declarer, contract.dummy, both))

    def fits(self, deal: Deal) -> bool:
        """Whether the players could well have made these calls with these hands."""
        if not all(bounds.allow(deal[seat]) for seat, bounds in self.of_hands):
            return False
        if self.of_declarers is None:
            return True
        one, other, bounds = self.of_declarers
        return bounds.allow(deal[one] | deal[other])
