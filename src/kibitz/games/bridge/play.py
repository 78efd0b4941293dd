"""The play of the cards: whose turn, what follows suit, who wins, what may be claimed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kibitz.errors import IllegalActionError, UsageError
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import DECK, Card, Hand, Suit
from kibitz.games.bridge.deal import Deal, Seat


def trick_winner(cards: Sequence[Card], trumps: Suit | None) -> int:
    """Which of the cards of one trick, in the order played, wins it.

    >>> trick_winner([Card.parse(c) for c in ("H2", "HA", "S3", "H4")], Suit.SPADES)
    2
    """
    best = 0
    for index in range(1, len(cards)):
        card, top = cards[index], cards[best]
        if card.rank > top.rank if card.suit is top.suit else card.suit is trumps:
            best = index
    return best


class Trick(NamedTuple):
    """A trick: its leader, its cards in the order played, and its winner once it is complete."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat | None

    @property
    def suit(self) -> Suit:
        """The suit that was led."""
        return self.cards[0].suit

    @property
    def by_seat(self) -> dict[Seat, Card]:
        return {Seat((self.leader + turn) % 4): card for turn, card in enumerate(self.cards)}


def tricks_of(contract: Contract, cards: Sequence[Card]) -> Iterator[Trick]:
    """The tricks of a play from the opening lead on; the last may be incomplete.

    >>> cards = [Card.parse(card) for card in ("HQ", "HA", "H2", "H3", "SK")]
    >>> [(str(one.leader), str(one.winner)) for one in tricks_of(Contract.parse("3N by S"), cards)]
    [('W', 'N'), ('N', 'None')]
    """
    leader, trumps = contract.leader, contract.bid.strain.trumps
    for start in range(0, len(cards), 4):
        trick = tuple(cards[start : start + 4])
        if len(trick) < 4:
            yield Trick(leader, trick, None)
            return
        winner = Seat((leader + trick_winner(trick, trumps)) % 4)
        yield Trick(leader, trick, winner)
        leader = winner


@dataclass(frozen=True, slots=True)
class Replay:
    """How far some cards are legal play: how many, declarer's tricks, and what stopped it."""

    cards: int
    tricks: int
    turn: Seat
    problem: str | None = None


def replay(deal: Deal, contract: Contract, cards: Sequence[Card]) -> Replay:
    """Play *cards* up to the first that the rules forbid; the same as `Play`, card by card.

    Written without objects, for speed: every table that is read goes through it.
    """
    hands = [deal.north.bits, deal.east.bits, deal.south.bits, deal.west.bits]
    trumps, side = contract.bid.strain.trumps, contract.declarer % 2
    turn, tricks, place = int(contract.leader), 0, 0
    led = top = Suit.CLUBS
    best, winner, of_led = 0, 0, 0
    for index, card in enumerate(cards):
        hand, suit, bit = hands[turn], card.suit, card.bit
        if not hand & bit:
            return Replay(index, tricks, Seat(turn), "card not held")
        if place == 0:
            led = top = suit
            of_led = 0x1FFF << (13 * suit)
            best, winner = bit, turn
        elif suit is not led and hand & of_led:
            return Replay(index, tricks, Seat(turn), "revoke")
        elif suit is top:
            if bit > best:
                best, winner = bit, turn
        elif suit is trumps:
            top, best, winner = suit, bit, turn
        hands[turn] = hand ^ bit
        if place == 3:
            place, turn = 0, winner
            tricks += turn % 2 == side
        else:
            place, turn = place + 1, (turn + 1) % 4
    return Replay(len(cards), tricks, Seat(turn))


def certain_tricks(deal: Deal, contract: Contract, cards: Sequence[Card]) -> int | None:
    """Declarer's total once it is certain: when 48 cards are gone the last trick plays itself."""
    if len(cards) < 48:
        return None
    played = replay(deal, contract, cards)
    if len(cards) == 52:
        return played.tricks
    turn, gone = played.turn, Hand.of(cards)
    rest = [card for place in range(4) for card in deal[Seat((turn + place) % 4)] - gone]
    return replay(deal, contract, [*cards, *rest]).tricks


@dataclass(frozen=True, slots=True, repr=False)
class Play:
    """The play of a deal after some cards; an illegal card cannot be played.

    *trick* holds the cards of the trick in progress, and is empty between tricks.

    >>> deal = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")
    >>> play = Play.start(deal, Contract.parse("7N by N"))
    >>> play.turn, len(play.legal_actions)
    (Seat.EAST, 13)
    >>> play.after(Card.parse("ST"))
    Play.parse('7N by N, N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 \
2.5432.5432.5432, ST')
    """

    deal: Deal
    contract: Contract
    played: tuple[Card, ...]
    trick: tuple[Card, ...]
    turn: Seat
    declarer_tricks: int
    gone: Hand

    @classmethod
    def start(cls, deal: Deal, contract: Contract) -> Play:
        return cls(deal, contract, (), (), contract.leader, 0, Hand())

    @classmethod
    def parse(cls, text: str) -> Play:
        """Read the printed form: the contract, the deal and the cards played, between commas."""
        contract, comma, rest = text.partition(",")
        deal, _, cards = rest.partition(",")
        if not comma:
            raise UsageError(f"a play is a contract, a deal and the cards played: {text!r}")
        start = cls.start(Deal.parse(deal.strip()), Contract.parse(contract.strip()))
        return start.after_all(map(Card.parse, cards.split()))

    def __str__(self) -> str:
        return f"{self.contract}, {self.deal}, {' '.join(map(str, self.played))}".rstrip(", ")

    def __repr__(self) -> str:
        return f"Play.parse({str(self)!r})"

    def holding(self, seat: Seat) -> Hand:
        """What *seat* still holds."""
        return self.deal[seat] - self.gone

    @property
    def trumps(self) -> Suit | None:
        return self.contract.bid.strain.trumps

    @property
    def is_over(self) -> bool:
        return len(self.played) == len(DECK)

    @property
    def tricks(self) -> int:
        """How many tricks are complete."""
        return len(self.played) // 4

    @property
    def legal_actions(self) -> tuple[Card, ...]:
        hand = self.holding(self.turn)
        if self.trick:
            following = hand.of_suit(self.trick[0].suit)
            hand = following if following.bits else hand
        return tuple(hand)

    def problem(self, card: Card) -> str | None:
        """What forbids *card* now, in a word or two, or None when it may be played."""
        hand = self.holding(self.turn)
        if card not in hand:
            return "card not held"
        if self.trick and card.suit is not self.trick[0].suit and hand.length(self.trick[0].suit):
            return "revoke"
        return None

    def after(self, card: Card, /) -> Play:
        problem = self.problem(card)
        if problem is not None:
            where = len(self.played) + 1
            raise IllegalActionError(f"{problem}: {card} by {self.turn} as card {where}")
        trick = (*self.trick, card)
        turn, won = self.turn.next, self.declarer_tricks
        if len(trick) == 4:
            turn = Seat((turn + trick_winner(trick, self.trumps)) % 4)
            won += turn.is_with(self.contract.declarer)
            trick = ()
        gone = Hand(self.gone.bits | card.bit)
        return Play(self.deal, self.contract, (*self.played, card), trick, turn, won, gone)

    def after_all(self, cards: Iterable[Card]) -> Play:
        state = self
        for card in cards:
            state = state.after(card)
        return state
