"""The conventions of an auction, told to the leader: who asked for what."""

from __future__ import annotations

from kibitz.bidding.conventions.naming import CallEvidence, names
from kibitz.games.bridge.auction import Auction, Bid, Call, Contract, Sign
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat
from kibitz.wording import call_text

_DEEDS: dict[Call, str] = {
    Sign.PASS: "passed", Sign.DOUBLE: "doubled", Sign.REDOUBLE: "redoubled",
}  # fmt: skip


def conventions_text(hand: Hand, auction: Auction, contract: Contract) -> str:
    """The calls that are no offer to play there, by their names; empty if there are none.

    What partner's double asks for is told elsewhere.

    >>> auction = Auction.of(Seat.NORTH, "1N P 2C X 2S P 3N P P P")
    >>> print(conventions_text(Hand.parse("T72.QJT9.A86.943"), auction, auction.contract))
    Dummy bid 2♣, Stayman.
    """
    who = {
        contract.declarer: "Declarer", contract.dummy: "Dummy",
        contract.leader: "You", contract.leader.partner: "Partner",
    }  # fmt: skip
    found = names(auction, CallEvidence(hands={contract.leader: hand}))
    said = []
    for place, (call, one) in enumerate(zip(auction.calls, found, strict=True)):
        seat = Seat((auction.dealer + place) % 4)
        is_asking = call is Sign.DOUBLE and seat is contract.leader.partner
        if one is None or one.is_natural or is_asking:
            continue
        deed = f"bid {call_text(call)}" if isinstance(call, Bid) else _DEEDS[call]
        said.append(f"{who[seat]} {deed}, {one.short}.")
    return " ".join(said)
