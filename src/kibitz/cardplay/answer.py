"""The card that experts would play, as data: the vote, the precedents behind it, and lookahead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from kibitz import advice
from kibitz.advice import Choice, Count, Ground, Measure, Proof, Rule
from kibitz.cardplay.chairs import Chair
from kibitz.cardplay.explain import count_text, explain, no_card
from kibitz.cardplay.explain.precedents import alike, cited, differences
from kibitz.cardplay.leads.agreeing import agreed_first
from kibitz.cardplay.leads.agreements import USUAL, Agreements
from kibitz.cardplay.leads.asking import AskedLead
from kibitz.cardplay.leads.card_reason import usual_first
from kibitz.cardplay.leads.lead import Lead
from kibitz.cardplay.likeness import Likeness, alike_in, followed_suit, place
from kibitz.cardplay.lookahead.comparing import CardComparison
from kibitz.cardplay.lookahead.confidence import expected
from kibitz.cardplay.lookahead.evaluation import Lookahead, by_name, ranked
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.scoring import are_equal, come_to_the_same, is_real, unequal_cards
from kibitz.cardplay.similarity.naming import Renaming
from kibitz.cardplay.voting import Ballot, CardShare
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.records.record import Record

SHOWN = 5
"""The number of precedents shown; the others only vote."""

_ONLY_CARD = Rule("the only legal card", "the Laws of Duplicate Bridge")
_READING = Rule("a network's forecast, as no precedent is close", "the learned similarity")
_EQUAL_CARDS = Rule("all legal cards are equal", "Epstein and Shih, section 5")
_SMALL_CARDS = Rule("the lowest of small cards", "what players do")


@dataclass(frozen=True)
class CardPrecedent(advice.Precedent):
    """A card played in a similar position: its record, and how similar the position is.

    *here* is the position in question, *table* the record's number in its library. *renaming*
    maps the record's suits to the question's, and *distance* is SIBL's under that renaming.
    """

    here: Play
    record: Record
    ply: int
    table: int
    renaming: Renaming
    distance: float
    is_house: bool
    """Whether it ships with the program, rather than coming from the user's library."""
    is_wider: bool = False
    """Whether it is of the wider kind, used to fill in: another stage, or another suit length."""

    @property
    def name(self) -> str:
        return cited(self)

    @property
    def did(self) -> str:
        return str(self.stands_for)

    def open(self) -> Record:
        return self.record

    @property
    def number(self) -> int:
        """The number of the card in the record, from 1."""
        return self.ply + 1

    @property
    def card(self) -> Card:
        """The card that was played there."""
        return self.record.play[self.ply]

    @property
    def stands_for(self) -> Card:
        """The same card in the question's suits; the player need not hold it."""
        return self.renaming.card(self.card)

    @property
    def votes_for(self) -> Card | None:
        """The legal card that it votes for: the closest in its suit; of two, the lower."""
        own = self.stands_for
        legal = [card for card in self.here.legal_actions if card.suit is own.suit]
        return min(legal, key=lambda card: (abs(card.rank - own.rank), card.rank), default=None)

    def chose(self, card: Card) -> bool:
        """Whether it votes for *card*, or for one equal to it."""
        vote = self.votes_for
        return vote is not None and are_equal(self.here, vote, card)

    @property
    def declarer(self) -> str:
        """Declarer's name if it is recorded, else the seat."""
        return self._name_of(self.state.contract.declarer)

    @property
    def player(self) -> str:
        """The name, if recorded, or seat of the player who chose the card: for dummy, declarer."""
        seat = self.state.turn
        return self.declarer if seat is self.state.contract.dummy else self._name_of(seat)

    def _name_of(self, seat: Seat) -> str:
        return self.record.citation.players[seat] or seat.name.capitalize()

    @cached_property
    def state(self) -> Play:
        """The position there, before the card."""
        return self.record.opening_state().after_all(self.record.play[: self.ply])

    @cached_property
    def there(self) -> Play:
        """The position there, in the question's suits."""
        return self.renaming.play(self.state)

    @property
    def suit(self) -> Suit:
        """The suit in question: the suit followed, else the suit of the card chosen."""
        return followed_suit(self.here) or self.stands_for.suit

    def alike_in(self, suits: Mapping[Suit, str]) -> list[str]:
        """What is alike in all these suits, in a few words; empty if one of them is not alike.

        Each comes with what a player looks for in it: "the stopper in".
        """
        found = [alike_in(self.here, self.there, suit, what) for suit, what in suits.items()]
        return [what for said in found for what in said] if all(found) else []

    @cached_property
    def likeness(self) -> Likeness:
        """What the two decisions have in common, as a player sees them."""
        return Likeness.of(self.here, self.there, self.suit)

    @property
    def choices(self) -> int:
        """The number of different choices there; equal cards count as one."""
        return len(unequal_cards(self.state))

    @property
    def result(self) -> int | None:
        """Overtricks, or undertricks as a negative number; None if the result is not known."""
        return (
            None if self.record.tricks is None else self.record.tricks - self.state.contract.target
        )


@dataclass(frozen=True, repr=False)
class CardAnswer(advice.Answer[CardQuestion, Card]):
    """The card that experts would play, and why.

    *precedents* are all that voted, the most similar first; *known* is the number of cases
    searched. With *lookahead*, sampled with the *seed*, its tricks count as well as the vote. If no
    precedent is close, *reading* holds the network's forecast for each legal card.
    """

    measure: ClassVar[Measure] = Measure.VOTE
    about: CardQuestion
    ballot: Ballot
    precedents: tuple[CardPrecedent, ...]
    known: int
    lookahead: Lookahead | None = None
    seed: int = 0
    reading: Mapping[Card, float] = field(default_factory=dict)
    like: str = ""
    """The one player whose decisions were searched, with his number of tables; empty: everybody."""
    agreements: Agreements = USUAL
    is_agreed: bool = False
    """Whether they were written down: then they decide among cards equal for tricks."""
    forecast: Mapping[Card, float] = field(default_factory=dict)
    """The network's chance of each legal card, close precedents or not."""
    reason: CardComparison | None = None

    @cached_property
    def asked(self) -> AskedLead | None:
        """The suit that partner asked the leader for; None if he asked for none."""
        if self.question.chair is not Chair.OPENING_LEAD or self.like:
            return None
        return AskedLead.of(self.question.auction, self.question.seat, self.forecast)

    @property
    def is_asked(self) -> bool:
        """Whether the card advised is of the suit that partner asked for, and led for it."""
        asked = self.asked
        return asked is not None and asked.goes_first

    @property
    def question(self) -> CardQuestion:
        return self.about

    @property
    def state(self) -> Play:
        return self.about.state

    @property
    def is_forced(self) -> bool:
        """Whether there is no decision: all legal cards take the same tricks."""
        return come_to_the_same(self.state)

    @property
    def is_small(self) -> bool:
        """Whether the choice is among small cards of a suit, which records do not tell apart."""
        return not self.is_forced and not is_real(self.state)

    @property
    def favoured(self) -> CardShare:
        """The card favoured by the precedents alone."""
        return self.ballot.candidates[0]

    @property
    def voted(self) -> Card | None:
        """The card of the votes, or of the network's reading; None without either."""
        read = next(iter(self._shares)) if self.is_reading else None
        return self.favoured.card if self.ballot.close else read

    @property
    def is_reading(self) -> bool:
        """Whether the network answers, for lack of precedents."""
        return bool(self.reading) and not self.ballot.close and not self.is_forced

    def read_share(self, card: Card) -> float:
        """The chance that the network gives to a card and its equals."""
        return self._with_equals(self.reading, card)

    @property
    def seen_as(self) -> dict[Card, float]:
        """How many good players would choose each card: by the votes, by their number, or by the
        network's forecast, whichever gives it most."""
        voters = len(self.precedents) or 1
        return {
            one.card: max(
                one.share * self.ballot.close,
                one.count / voters,
                self._with_equals(self.forecast, one.card),
            )
            for one in map(self.candidate, self._order)
        }

    def _with_equals(self, shares: Mapping[Card, float], card: Card) -> float:
        return sum(share for one, share in shares.items() if are_equal(self.state, one, card))

    @cached_property
    def card(self) -> Card | None:
        """The card advised; None if no precedent is close, and there is no lookahead."""
        is_weighed = self.ballot.close or self.is_reading or self.lookahead is not None
        if is_weighed or self.is_asked:
            return self._order[0]
        return self._order[0] if self.is_forced or self.is_small else None

    @property
    def shown(self) -> tuple[CardPrecedent, ...]:
        """The precedents that are shown: those alike in what the reason is about, if it has one."""
        return tuple(filter(self._is_alike, self.precedents))[:SHOWN]

    @property
    def _about(self) -> Mapping[Suit, str]:
        return {} if self.reason is None else self.reason.about

    def _is_alike(self, precedent: CardPrecedent) -> bool:
        return not self._about or bool(precedent.alike_in(self._about))

    @property
    def confidence(self) -> float | None:
        """The measured chance that an expert would play *card*; None if it was not measured."""
        if self.is_forced:
            return 1.0
        if self.is_asked:  # the suit was not elected: how often it is led is said instead
            return None
        if self.lookahead is not None and self.lookahead.is_played_out:
            return self._joined_confidence(self.lookahead)
        if not self.ballot.close and self.question.chair.is_defender:
            return None
        return self.ballot.confidence if self._chosen == self.favoured.card else None

    def _joined_confidence(self, ahead: Lookahead) -> float | None:
        if self._chosen is None or self.is_small or self._chosen not in ahead.tricks:
            return None
        forecast = {card: self._with_equals(self.forecast, card) for card in self.forecast}
        return expected(forecast, self._shares, ahead)[self._chosen]

    @property
    def why_not(self) -> str:
        return no_card(self) if self.card is None else ""

    @cached_property
    def choices(self) -> tuple[Choice[Card], ...]:
        """One card from each class of equal cards, with its grounds."""
        if self.card is None:
            return ()
        return tuple(
            Choice(
                card,
                self.read_share(card) if self.is_reading else self.candidate(card).share,
                tuple(self._grounds(card)),
            )
            for card in unequal_cards(self.state, self._order)
        )

    def candidate(self, card: Card) -> CardShare:
        """A legal card's share of the precedents' votes."""
        return next(one for one in self.ballot.candidates if one.card == card)

    def __str__(self) -> str:
        return explain(self)

    def details(self) -> dict[str, Any]:
        """What ``kibitz play --json`` prints; docs/formats.md describes it."""
        return {
            "seat": str(self.question.seat),
            "chair": self.question.chair.value,
            "card": None if self.card is None else str(self.card),
            "candidates": [
                {"card": str(one.card), "share": round(one.share, 4), "count": one.count}
                for one in self.ballot.candidates
            ],
            "precedents": [
                {
                    "source": f"{one.record.source}, card {one.number}",
                    "event": one.record.citation.event,
                    "board": one.record.citation.board,
                    "room": one.record.citation.room,
                    "declarer": one.declarer,
                    "player": one.player,
                    "card": str(one.card),
                    "distance": round(one.distance, 4),
                    "differs": differences(one),
                    "alike": one.alike_in(self._about) or alike(one),
                    "choices": one.choices,
                    "place": place(one.state),
                    "trick": one.state.tricks + 1,
                    "result": one.result,
                }
                for one in self.shown
            ],
            "lookahead": None if self.lookahead is None else self.lookahead.to_json(self.seed),
            "considered": None if self.about.considered is None else str(self.about.considered),
            "reading": by_name(self.reading) if self.is_reading else None,
            "like": self.like,
            "instead_of": None if self.instead_of is None else str(self.instead_of),
            "asked": None if self.asked is None else self.asked.to_json(),
            "reason": None if self.reason is None else self.reason.to_json(),
        }

    @property
    def _shares(self) -> dict[Card, float]:
        """The shares weighed against lookahead: vote or forecast, else the same for every card."""
        shares = {one.card: one.share for one in self.ballot.candidates}
        if self.is_reading:
            read = {card: self.read_share(card) for card in shares}
            return dict(sorted(read.items(), key=lambda one: (-one[1], -self.reading[one[0]])))
        return shares if self.ballot.close else dict.fromkeys(shares, 1 / len(shares))

    @property
    def instead_of(self) -> Card | None:
        """The card that would be advised but for the agreements; None if it is the same."""
        return self._chosen if self._chosen != self.card else None

    @property
    def _chosen(self) -> Card | None:
        return self.card and self._order_of_all[0]

    @cached_property
    def _order(self) -> list[Card]:
        order = self._order_of_all
        return agreed_first(order, self.state, self.agreements) if self.is_agreed else order

    @cached_property
    def _order_of_all(self) -> list[Card]:
        """Every legal card, best first: a suit asked for, then by the vote and by lookahead."""
        ahead, shares = self.lookahead, self._shares
        order = list(shares) if ahead is None else ranked(shares, ahead)
        asked = self.asked
        order = order if asked is None else asked.first(order, shares, self.forecast)
        auction = self.question.auction
        if self.question.chair is not Chair.OPENING_LEAD or not auction or not auction.calls:
            return order
        hand, contract = self.state.holding(self.question.seat), self.state.contract
        return usual_first(order, Lead(hand, auction, contract, order[0]))

    def _grounds(self, card: Card) -> Iterator[Ground]:
        if self.is_forced:
            yield _ONLY_CARD if len(self.state.legal_actions) == 1 else _EQUAL_CARDS
        if self.is_small:
            yield _SMALL_CARDS
        if self.asked is not None and self.asked.asked.suit is card.suit:
            yield from self.asked.grounds()
        voters = [one for one in self.precedents if one.chose(card)]
        if self.precedents:
            yield Count(len(voters), len(self.precedents), count_text(self, card))
        yield from list(filter(self._is_alike, voters))[:SHOWN]
        if self.is_reading:
            yield _READING
        if self.lookahead is not None:
            yield Proof("sampled layouts of the hidden cards", self.lookahead.layouts, False)
