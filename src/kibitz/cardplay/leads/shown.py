"""What the auction shows about each hand: a few claims that are nearly always true in any system.

A rule is kept only if its claims were true at 95 % or more of the expert tables to which it
applies, over all systems; `tests/unit/cardplay/leads/test_shown.py` measures them if the records
are available. What sounds certain but is not is left out: a raise of one no-trump to three does not
deny a four-card major (true in 81 %), nor does an opening of one club deny a doubleton club.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.cardplay.leads.bids import SuitBid, suit_bids
from kibitz.cardplay.leads.claims import Balanced, Claim, Length, NoLongMajor, Points, SidePoints
from kibitz.games.bridge.auction import Auction, Bid, Call, Doubling, Sign, Strain
from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.deal import Seat
from kibitz.wording import call_text

_OPENINGS = {
    **{"1D": 3, "1H": 4, "1S": 5, "2H": 4, "2S": 4},
    **dict.fromkeys(("3C", "3D", "3H", "3S", "4H", "4S"), 6),
}
"""The length shown by an opening bid of a suit."""

_OVERCALLS = (4, 5)
"""The length shown by an overcall, at the one level and above."""

_TRANSFERS = {Suit.HEARTS: 4, Suit.SPADES: 5}
"""The length shown by a completed transfer over one no-trump; two diamonds may only ask."""

_MAJORS = (Suit.HEARTS, Suit.SPADES)
_RAISED = ("1N P 3N", "2N P 3N", "1N")
"""Auctions, without the passes around them, that did not look for a major."""


@dataclass(frozen=True, slots=True)
class ShownByPlay:
    """What a player did, in words, and what it shows."""

    did: str
    claim: Claim

    @property
    def seat(self) -> Seat:
        return self.claim.seat


def shown(auction: Auction) -> tuple[ShownByPlay, ...]:
    """Everything that a finished auction shows, in the order of the calls; last, for the side.

    >>> for one in shown(Auction.parse("N: 1S P P P")):
    ...     print(one.seat, one.did, "-", one.claim)
    N opened 1♠ - five spades or more
    N stopped in 1♠ - at most 24 points between them
    """
    return tuple(
        found
        for rule in (_early_passes, _openings, _suits, _notrump, _doubles, _side)
        for found in rule(auction)
    )


def _early_passes(auction: Auction) -> Iterator[ShownByPlay]:
    """Claims about players who could have opened and did not."""
    for place, call in enumerate(auction.calls):
        if call is not Sign.PASS:
            return
        yield ShownByPlay("did not open", Points(_seat(auction, place), most=11))


def _openings(auction: Auction) -> Iterator[ShownByPlay]:
    place, bid = _opening(auction)
    if bid is None:
        return
    least, seat = _OPENINGS.get(str(bid)), _seat(auction, place)
    if least is not None:
        yield ShownByPlay(f"opened {call_text(bid)}", Length(seat, Suit(bid.strain), least))
    if str(bid) == "1N":
        yield ShownByPlay("opened 1NT", Balanced(seat))


def _suits(auction: Auction) -> Iterator[ShownByPlay]:
    """Overcalls of a suit bid, responses in a major to one of a suit, and transfers."""
    start, opening = _opening(auction)
    acted = set[Seat]()
    named = {one.place: one for one in suit_bids(auction)}
    for place, call in enumerate(auction.calls):
        seat, one = _seat(auction, place), named.get(place)
        if one is not None and opening is not None and place > start and seat not in acted:
            yield from _first_suit(auction, one, start, opening, acted)
        if call is not Sign.PASS:
            acted.add(seat)


def _first_suit(
    auction: Auction, one: SuitBid, start: int, opening: Bid, acted: set[Seat]
) -> Iterator[ShownByPlay]:
    side, bid = (one.place - start) % 2 == 0, call_text(one.bid)
    quiet = one.place == start + 2 and auction.calls[start + 1] is Sign.PASS
    if opening.strain is Strain.NOTRUMP:
        answer = auction.calls[one.place + 2] if one.place + 2 < len(auction.calls) else None
        next_up = Bid(one.bid.level, Strain(one.suit))
        if opening.level == 1 and quiet and answer == next_up:
            least = _TRANSFERS[one.suit]
            yield ShownByPlay(f"transferred with {bid}", Length(one.seat, one.suit, least))
    elif side:
        is_major = one.suit in _MAJORS and one.bid.level == 1
        if is_major and opening.strain is not Strain.CLUBS and quiet and opening.level == 1:
            yield ShownByPlay(f"responded {bid}", Length(one.seat, one.suit, 4))
    elif max(opening.level, one.bid.level - 2) == 1 and _is_overcall(auction, one, acted):
        least = _OVERCALLS[one.bid.level > 1]
        yield ShownByPlay(f"overcalled {bid}", Length(one.seat, one.suit, least))


def _notrump(auction: Auction) -> Iterator[ShownByPlay]:
    """Answers about majors after a no-trump opening, without interference."""
    place, opening = _opening(auction)
    if opening is None or opening.strain is not Strain.NOTRUMP:
        return
    words = [str(call) for call in auction.calls[place:]]
    opener, dummy = _seat(auction, place), _seat(auction, place + 2)
    text = " ".join(words).removesuffix(" P P P")
    if text in _RAISED:
        did = f"raised {call_text(opening)} to 3NT" if "3N" in text else f"passed {text}T"
        yield ShownByPlay(f"{did} without looking for a major", NoLongMajor(dummy))
    if words[:4] == ["1N", "P", "2C", "P"] and words[4] in ("2H", "2S"):
        suit = Suit.parse(words[4][1])
        asked = f"answered {call_text(auction.calls[place + 4])} when asked for a major"
        yield ShownByPlay(asked, Length(opener, suit, 4))


def _doubles(auction: Auction) -> Iterator[ShownByPlay]:
    """A take-out double of a one-level opening; one club may be strong, and doubled for fun."""
    place, opening = _opening(auction)
    calls = auction.calls
    if opening is None or str(opening) not in ("1D", "1H", "1S"):
        return
    if calls[place + 1] is Sign.DOUBLE:
        seat = _seat(auction, place + 1)
        did = f"doubled {call_text(opening)}"
        yield ShownByPlay(did, Points(seat, least=10))


def _side(auction: Auction) -> Iterator[ShownByPlay]:
    """What declarer's side has together, by its level and whether there was interference."""
    contract = auction.contract
    if contract is None or contract.doubling is not Doubling.UNDOUBLED:
        return
    seat, bid = contract.declarer, contract.bid
    quiet = all(call is Sign.PASS for call in _calls_of(auction, seat.next))
    if str(bid) == "3N":
        yield ShownByPlay("bid 3NT", SidePoints(seat, least=23 if quiet else 21))
    elif bid.level == 4 and bid.strain in (Strain.HEARTS, Strain.SPADES) and quiet:
        yield ShownByPlay(f"bid {call_text(bid)}", SidePoints(seat, least=20))
    elif bid.level == 6 and quiet:
        yield ShownByPlay(f"bid {call_text(bid)}", SidePoints(seat, least=24))
    elif bid.level <= 3:
        yield ShownByPlay(f"stopped in {call_text(bid)}", SidePoints(seat, most=24))


def _is_overcall(auction: Auction, one: SuitBid, acted: set[Seat]) -> bool:
    """Whether a bid is the first of its side, and not a jump."""
    if one.seat.partner in acted:
        return False
    earlier = [call for call in auction.calls[: one.place] if isinstance(call, Bid)]
    last = earlier[-1]
    return one.bid.level == last.level + (one.bid.strain <= last.strain)


def _opening(auction: Auction) -> tuple[int, Bid | None]:
    for place, call in enumerate(auction.calls):
        if isinstance(call, Bid):
            return place, call
    return 0, None


def _calls_of(auction: Auction, seat: Seat) -> tuple[Call, ...]:
    """The calls of a player and their partner."""
    return auction.calls[(seat - auction.dealer) % 2 :: 2]


def _seat(auction: Auction, place: int) -> Seat:
    return Seat((auction.dealer + place) % 4)
