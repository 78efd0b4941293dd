"""Which card experts would play, as data: the vote, its precedents by name, and lookahead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from kibitz import advice
from kibitz.advice import Choice, Count, Ground, Measure, Proof, Rule
from kibitz.cardplay.explain import count_text, explain, no_card
from kibitz.cardplay.explain.precedents import cited, differences
from kibitz.cardplay.likeness import Likeness, followed_suit, place
from kibitz.cardplay.lookahead.evaluation import Lookahead, ranked
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.scoring import are_equal, is_real, unequal_cards
from kibitz.cardplay.similarity.naming import Renaming
from kibitz.cardplay.voting import Ballot, CardShare
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.records.record import Record

SHOWN = 5
"""The number of precedents shown; the others only vote."""

_ONLY_CARD = Rule("the only card that may be played", "the Laws of Duplicate Bridge")
_READING = Rule("the learned reading of such positions, no precedent", "the similarity's network")
_EQUAL_CARDS = Rule("all legal cards come to the same", "Epstein and Shih, section 5")


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
    """Whether it only fills in: the same hand and place, but at another stage or length."""

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
        """The legal card that it votes for: the closest of its suit, the lower of two."""
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
        return None if self.record.tricks is None else self.record.tricks - self._target

    @property
    def _target(self) -> int:
        return self.state.contract.target


@dataclass(frozen=True, repr=False)
class CardAnswer(advice.Answer[CardQuestion, Card]):
    """The card that experts would play, and why.

    *precedents* are all that voted, the most similar first; *known* is the number of cases
    searched. With lookahead, made with the *seed*, its tricks count beside the vote. Where no
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
    """The only player whose decisions were asked, and the number of tables; empty: everybody."""

    @property
    def question(self) -> CardQuestion:
        return self.about

    @property
    def state(self) -> Play:
        return self.about.state

    @property
    def is_forced(self) -> bool:
        """Whether there is no decision: there is one legal card, or all of them are equal."""
        return not is_real(self.state)

    @property
    def favoured(self) -> CardShare:
        """The card favoured by the precedents alone."""
        return self.ballot.candidates[0]

    @property
    def is_reading(self) -> bool:
        """Whether the network answers, for lack of precedents."""
        return bool(self.reading) and not self.ballot.close and not self.is_forced

    def read_share(self, card: Card) -> float:
        """The chance that the network gives to a card and its equals."""
        return sum(share for one, share in self.reading.items() if are_equal(self.state, one, card))

    @cached_property
    def card(self) -> Card | None:
        """The card advised; None if no precedent is close, and there is no lookahead."""
        if self.ballot.close or self.is_reading or self.lookahead is not None or self.is_forced:
            return self._order[0]
        return None

    @property
    def confidence(self) -> float | None:
        """The measured chance that an expert would play *card*, if precedents decide."""
        if self.is_forced:
            return 1.0
        if not self.ballot.close and self.question.chair.is_defender:
            return None
        return self.ballot.confidence if self.card == self.favoured.card else None

    @property
    def why_not(self) -> str:
        return no_card(self) if self.card is None else ""

    @cached_property
    def choices(self) -> tuple[Choice[Card], ...]:
        """One card of each class of equals."""
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
        """The precedents' share of a legal card."""
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
                    "choices": one.choices,
                    "place": place(one.state),
                    "trick": one.state.tricks + 1,
                    "result": one.result,
                }
                for one in self.precedents[:SHOWN]
            ],
            "lookahead": None if self.lookahead is None else _ahead(self.lookahead, self.seed),
            "considered": None if self.about.considered is None else str(self.about.considered),
            "reading": _by_name(self.reading) if self.is_reading else None,
            "like": self.like,
        }

    @property
    def _shares(self) -> dict[Card, float]:
        """The vote as it is weighed against lookahead: distant precedents do not count."""
        shares = {one.card: one.share for one in self.ballot.candidates}
        if self.is_reading:
            read = {card: self.read_share(card) for card in shares}
            return dict(sorted(read.items(), key=lambda one: (-one[1], -self.reading[one[0]])))
        return shares if self.ballot.close else dict.fromkeys(shares, 1 / len(shares))

    @cached_property
    def _order(self) -> list[Card]:
        """Every legal card, best first, by the vote and by lookahead."""
        if self.lookahead is not None:
            return ranked(self._shares, self.lookahead)
        return list(self._shares)

    def _grounds(self, card: Card) -> Iterator[Ground]:
        """The case for a card: the number who played it, the closest by name, and its tricks."""
        if self.is_forced:
            yield _ONLY_CARD if len(self.state.legal_actions) == 1 else _EQUAL_CARDS
        voters = [one for one in self.precedents if one.chose(card)]
        if self.precedents:
            yield Count(len(voters), len(self.precedents), count_text(self, card))
        yield from voters[:SHOWN]
        if self.is_reading:
            yield _READING
        if self.lookahead is not None:
            yield Proof("sampled layouts of the hidden cards", self.lookahead.layouts, False)


def _ahead(ahead: Lookahead, seed: int) -> dict[str, Any]:
    return {
        "layouts": ahead.layouts,
        "seed": seed,
        "tricks": _by_name(ahead.tricks),
        "made": _by_name(ahead.made),
        "own_tricks": {str(card): round(ahead.own_tricks(card), 4) for card in ahead.tricks},
        "success": {str(card): round(ahead.success(card), 4) for card in ahead.tricks},
    }


def _by_name(values: Mapping[Card, float]) -> dict[str, float]:
    return {str(card): round(value, 4) for card, value in values.items()}
