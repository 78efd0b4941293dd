"""A slip with a cause that is known: the ace played at once, where holding up keeps them apart."""

from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.records.record import Record, Source

NUMBER = 4
"""South's card to trick one: the ace, where experts play the four."""

WON_TOO_SOON = Record(
    source=Source("made.lin", 1),
    deal=Deal.parse("N:K72.52.A74.AQJ94 T965.983.9863.K3 A83.A64.KQ5.T852 QJ4.KQJT7.JT2.76"),
    auction=Auction.of(Seat.SOUTH, "1N P 3N P P P"),
    vulnerability=Vulnerability.NONE,
    contract=Contract.parse("3N by S"),
    play=tuple(map(Card.parse, ("HK", "H2", "H3", "HA"))),
)
