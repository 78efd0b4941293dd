"""The suit that partner's double asks for: of an artificial bid, of 3NT, of a slam."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.cardplay.inferences.heard import HeardAuction, heard
from kibitz.games.bridge.auction import Auction, Bid, Sign, Strain
from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.deal import Seat
from kibitz.wording import call_text, contract_text

SPLINTER = "a splinter"
_KINDS = {
    "Stayman": (
        "Stayman", "Stayman over two no-trump", "Puppet Stayman", "forcing Stayman",
        "puppet to two diamonds", "minor-suit Stayman", "range ask",
    ),
    "a transfer": (
        "Jacoby transfer", "Jacoby transfer to spades", "four-suit transfer to clubs",
        "four-suit transfer to diamonds", "transfer over two no-trump",
        "transfer to spades over two no-trump", "Texas transfer", "Texas transfer to spades",
        "South African Texas",
    ),
    "an answer": (
        "one or four key cards", "none or three key cards", "two key cards without the queen",
        "two key cards with the queen", "none or three key cards to 5♣",
        "one or four key cards to 5♦", "key cards with a void", "answer to Blackwood",
        "answer to Gerber", "Gerber", "answer to the king ask", "Ogust answer",
        "no major to Stayman", "waiting two diamonds",
    ),
    "an asking bid": (
        "fourth suit forcing", "New minor forcing", "two-way checkback, forcing to game",
        "two-way checkback, weak or inviting", "XYZ puppet", "XYZ forcing to game", "Gazzilli",
        "Drury", "Drury with four trumps", "Bergen raise with a constructive hand",
        "Bergen limit raise",
    ),
    "a cue-bid": ("cue-bid for slam",),
    SPLINTER: (
        "splinter", "splinter in competition", "splinter later in the auction",
        "splinter after a one-over-one",
    ),
    "a cue-bid of our suit": (
        "stopper ask", "cue-raise", "cue-raise of an overcall", "cue-bid after a take-out double",
    ),
}  # fmt: skip
"""Artificial bids that are doubled for their suit, by the kinds that are measured together."""
KIND_OF = {name: kind for kind, names in _KINDS.items() for name in names}
NO_TRUMP_WITH_PARTNER, NO_TRUMP, SLAM = (
    "3NT, partner having bid", "3NT, neither having bid", "a slam",
)  # fmt: skip
KINDS = (*_KINDS, NO_TRUMP_WITH_PARTNER, NO_TRUMP, SLAM)
_FREE = 3
"""A slam over bids of ours up to this level was bid freely: its double is Lightner's."""


@dataclass(frozen=True, slots=True)
class AskedSuit:
    """The suit that partner asks for, by what he doubled."""

    suit: Suit
    kind: str
    did: str
    """What partner did: "doubled 2♣, Stayman"."""
    barred: frozenset[Suit] = frozenset()
    """The suits that a Lightner double asks not to lead: those that the leader's side bid."""

    @property
    def name(self) -> str:
        return self.suit.name.lower()

    @property
    def is_of_the_contract(self) -> bool:
        return self.kind in (NO_TRUMP_WITH_PARTNER, NO_TRUMP, SLAM)

    @property
    def sentence(self) -> str:
        """What partner did and what it asks for, as a sentence."""
        one = self.name.removesuffix("s")
        if self.kind == SLAM:
            not_ours = ", not our suit" if self.barred else ""
            asks = (
                f"a Lightner double for an unusual lead{not_ours}, as a rule dummy's first: a {one}"
            )
        elif self.kind == NO_TRUMP:
            asks = f"it asks for dummy's first suit: a {one}"
        elif self.kind == NO_TRUMP_WITH_PARTNER:
            asks = f"it asks for the suit he bid: a {one}"
        else:
            asks = f"he asks for a {one}"
        return f"Partner {self.did}: {asks}."


def asked(auction: Auction, leader: Seat) -> AskedSuit | None:
    """The suit that the leader's partner asked for with a double; None if he asked for none.

    >>> asked(Auction.parse("N: 1N P 2C X 2S P 3N P P P"), Seat.EAST).sentence
    'Partner doubled 2♣, Stayman: he asks for a club.'
    """
    one = heard(auction)
    return _of_the_contract(one, leader) or _of_an_artificial_bid(one, leader)


def _of_an_artificial_bid(one: HeardAuction, leader: Seat) -> AskedSuit | None:
    """The last artificial bid of a suit that partner doubled."""
    found = None
    for place, call in one.of(leader.partner):
        doubled = _doubled(one, place)
        if call is not Sign.DOUBLE or doubled is None:
            continue
        bid, named = one.calls[doubled], one.named[doubled]
        if not isinstance(bid, Bid) or bid.strain is Strain.NOTRUMP or named is None:
            continue
        kind = KIND_OF.get(named.name)
        if kind is None or one.contract is None or bid.strain is one.contract.bid.strain:
            continue
        what = f"{call_text(bid)}, {named.short.partition(':')[0]}"
        found = AskedSuit(Suit(bid.strain), kind, f"doubled {what}")
    return found


def _doubled(one: HeardAuction, place: int) -> int | None:
    """The place of the bid that a double at this place is of."""
    return max((at for at, _ in one.bids if at < place), default=None)


def _of_the_contract(one: HeardAuction, leader: Seat) -> AskedSuit | None:
    """Partner's double of 3NT or of a slam, if it ended the auction."""
    contract = one.contract
    last = next((at for at in reversed(range(len(one.calls))) if one.calls[at] is not Sign.PASS), 0)
    if contract is None or one.call(last) is not Sign.DOUBLE:
        return None
    if one.seat(last) is not leader.partner:
        return None
    did = f"doubled {contract_text(contract).rstrip('x×*')}"
    trumps = contract.bid.strain.trumps
    dummys = [
        each.suit for each in one.suits
        if each.seat is contract.dummy and each.suit is not trumps
    ]  # fmt: skip
    own, partners = (
        [each.suit for each in one.suits if each.seat is seat] for seat in (leader, leader.partner)
    )
    if str(contract.bid) == "3N" and not own:
        if partners:
            return AskedSuit(partners[-1], NO_TRUMP_WITH_PARTNER, did)
        return AskedSuit(dummys[0], NO_TRUMP, did) if dummys else None
    if contract.bid.level < 6 or not dummys or one.opener.is_with(leader):
        return None
    highest = max((bid.level for at, bid in one.bids if one.seat(at).is_with(leader)), default=0)
    if highest > _FREE:
        return None
    return AskedSuit(dummys[0], SLAM, did, frozenset(own) | frozenset(partners))
