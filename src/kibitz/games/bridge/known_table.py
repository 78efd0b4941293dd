"""A table of which only some hands are known: the calls, the cards played, and the hands seen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kibitz.errors import IllegalActionError, UsageError
from kibitz.games.bridge.auction import Auction, Bid, Contract, Sign
from kibitz.games.bridge.cards import FULL_DECK, Card, Hand, Suit
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.play import Play, tricks_of
from kibitz.games.bridge.typed import (
    typed_auction,
    typed_card,
    typed_hand,
    typed_seat,
    typed_vulnerability,
)

_SUIT_COUNTS = dict[Suit, int]


@dataclass(frozen=True)
class KnownTable:
    """Some of the four hands, each whole; an auction; and the cards played once it is over.

    >>> table = KnownTable.parse("S:AK4.K43.AQ72.K42, N:Q52.A65.KJT3.953", "1N P 3N", dealer="S",
    ...     played="HQ H5 H2 HK")
    >>> print(table.contract, table.state.turn, table.hides(Seat.WEST))
    3N by S S True
    """

    hands: Mapping[Seat, Hand]
    auction: Auction
    played: tuple[Card, ...] = ()
    vulnerability: Vulnerability = Vulnerability.NONE

    def __post_init__(self) -> None:
        seen: set[Card] = set()
        for seat, hand in self.hands.items():
            if len(hand) != 13:
                raise UsageError(
                    f"{_name(seat)} has {len(hand)} cards: give all 13 of a hand, or none of them"
                )
            twice = seen & set(hand)
            if twice:
                raise UsageError(f"{max(twice)} is in two hands")
            seen |= set(hand)

    @classmethod
    def parse(
        cls,
        hands: str,
        auction: str = "",
        *,
        dealer: Seat | str = Seat.NORTH,
        vulnerability: Vulnerability | str = Vulnerability.NONE,
        played: str = "",
    ) -> KnownTable:
        """From what people type: ``S:AK4.K43.AQ72.K42, N:Q52.A65.KJT3.953``."""
        held: dict[Seat, Hand] = {}
        for text in filter(None, (one.strip() for one in re.split("[,;]", hands))):
            seat, colon, cards = text.partition(":")
            if not colon:
                raise UsageError(
                    f"name the seat before each hand, as in S:AK4.K43.AQ72.K42: {text!r}"
                )
            if typed_seat(seat) in held:
                raise UsageError(f"{_name(typed_seat(seat))} is given two hands")
            held[typed_seat(seat)] = typed_hand(cards)
        calls = typed_auction(auction, dealer)
        cards_played = tuple(map(typed_card, re.findall(r"[^\s,;]+", played)))
        return cls(held, calls, cards_played, typed_vulnerability(vulnerability))

    def hides(self, seat: Seat) -> bool:
        """Whether the cards of a seat are not known."""
        return seat not in self.hands

    @property
    def is_bidding(self) -> bool:
        """Whether somebody is still to call; an auction with three passes to come is closed."""
        return not self.auction.is_over and not self.played

    @property
    def caller(self) -> Seat:
        """Whose turn it is to call."""
        return Seat((self.auction.dealer + len(self.auction.calls)) % 4)

    @property
    def closed(self) -> Auction:
        """The auction with the passes that end it."""
        auction = self.auction
        if auction.is_passed_out:
            raise UsageError("the board was passed out: there is no lead")
        if not any(isinstance(call, Bid) for call in auction.calls):
            raise UsageError("the auction is not finished: nobody has bid yet")
        while not auction.is_over:
            auction = auction.after(Sign.PASS)
        return auction

    @property
    def contract(self) -> Contract:
        """What is played."""
        contract = self.closed.contract
        assert contract is not None
        return contract

    @property
    def state(self) -> Play:
        """The play as it stands; hidden hands hold what they played, and other cards that fit.

        Which ones does not matter: nobody may read the cards of a hidden hand.
        """
        return self.state_in(self.contract)

    def state_in(self, contract: Contract) -> Play:
        """The same in a contract that was named, whatever the calls were."""
        whose = [seat for trick in tricks_of(contract, self.played) for seat in trick.by_seat]
        if len(set(self.played)) < len(self.played):
            raise UsageError("a card was played twice")
        start = Play.start(self._filled(whose), contract)
        try:
            return start.after_all(self.played)
        except IllegalActionError as error:
            raise UsageError(f"the cards played do not fit: {error}") from None

    def _filled(self, whose: Sequence[Seat]) -> Deal:
        hidden = [seat for seat in Seat if self.hides(seat)]
        held = {seat: set(self.hands.get(seat, ())) for seat in Seat}
        for seat, card in zip(whose, self.played, strict=True):
            other = next((one for one in self.hands if one is not seat and card in held[one]), None)
            if other is not None:
                raise UsageError(f"{card} was played by {_name(seat)}, but is {_name(other)}'s")
            if seat in hidden:
                held[seat].add(card)
        left = set(FULL_DECK).difference(*held.values())
        rooms = {seat: 13 - len(held[seat]) for seat in hidden}
        counts = {suit: sum(card.suit is suit for card in left) for suit in Suit}
        found = next(_splits(counts, rooms, _voids(whose, self.played)), None)
        if found is None:
            raise UsageError("no deal fits the cards played: somebody would have revoked")
        for (seat, suit), number in found.items():
            some = sorted(card for card in left if card.suit is suit)[:number]
            held[seat].update(some)
            left.difference_update(some)
        return Deal.of({seat: Hand.of(held[seat]) for seat in Seat})


def _name(seat: Seat) -> str:
    return seat.name.capitalize()


def _voids(whose: Sequence[Seat], played: Sequence[Card]) -> set[tuple[Seat, Suit]]:
    """Who has shown out of which suit."""
    return {
        (seat, played[place // 4 * 4].suit)
        for place, (seat, card) in enumerate(zip(whose, played, strict=True))
        if card.suit is not played[place // 4 * 4].suit
    }


def _splits(
    counts: _SUIT_COUNTS, rooms: Mapping[Seat, int], voids: set[tuple[Seat, Suit]]
) -> Iterator[dict[tuple[Seat, Suit], int]]:
    """How many cards of each suit each hidden hand may take, those with least freedom first."""
    if not counts:
        if not any(rooms.values()):
            yield {}
        return
    suit = min(counts, key=lambda one: sum((seat, one) not in voids for seat in rooms))
    rest = {one: number for one, number in counts.items() if one is not suit}
    takers = [seat for seat in rooms if (seat, suit) not in voids]
    for shares in _shares(counts[suit], [rooms[seat] for seat in takers]):
        left = {**rooms, **{seat: rooms[seat] - n for seat, n in zip(takers, shares, strict=True)}}
        for further in _splits(rest, left, voids):
            yield {**further, **{(seat, suit): n for seat, n in zip(takers, shares, strict=True)}}


def _shares(number: int, rooms: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The ways to put so many cards into these rooms, the most even ones first."""
    if not rooms:
        if number == 0:
            yield ()
        return
    even = number // len(rooms)
    for own in sorted(range(min(number, rooms[0]) + 1), key=lambda some: abs(some - even)):
        for others in _shares(number - own, rooms[1:]):
            yield (own, *others)
