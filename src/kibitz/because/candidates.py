"""The causes that make sense for a comparison, and which of them may explain it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from kibitz.because.causes import Cause, Kind
from kibitz.because.lies import lies_of
from kibitz.because.pair import StoryPair
from kibitz.because.story import NEVER
from kibitz.games.bridge.cards import Card, Rank, Suit

CARD = "card"
"""The kind of comparison between two cards; the other kinds are those of the steps of a plan."""
_RUNS = (Kind.NONE_LEFT, Kind.SAFE_HAND, Kind.TRICKS_FIRST, Kind.STOPPER_KEPT, Kind.THEY_RUN)
_FOR_CARDS = frozenset(
    {Kind.BECOMES, Kind.TAKES, Kind.OPENS, Kind.MORE_FOR_THEM, Kind.IN_TIME, Kind.OUR_RUFF}
)
ACCOUNTS = frozenset({Kind.BECOMES, Kind.TAKES, Kind.MORE_FOR_THEM, Kind.COUNT, Kind.LIE})
"""They tell where a trick ends up. That is a reason in the suit that is played, and nowhere else:
what brings it about in another suit is a cause of its own, or is not known."""
_FOR_LINES = frozenset({Kind.BARREN, Kind.NEEDLESS_DUCK, Kind.EXTRA_CHANCE})
_WAY = frozenset(
    {
        *(Kind.LIE, Kind.SAFE_HAND, Kind.TRICKS_FIRST, Kind.OUT_OF_REACH, Kind.COUNT),
        *(Kind.THEY_OPEN, Kind.LED_FROM),
    }
)
_ALLOWED: dict[str, frozenset[Kind]] = {
    "hold up": frozenset({*_RUNS, Kind.NEEDLESS_DUCK}),
    "way": _WAY,
    "safety": _WAY,
    "order": frozenset({Kind.EXTRA_CHANCE, Kind.TRICKS_FIRST, Kind.STOPPER_KEPT, Kind.THEY_RUN}),
    "entry": frozenset({Kind.OUT_OF_REACH, Kind.LED_FROM}),
    "ruff": frozenset({Kind.RUFFED_LOSER}),
    CARD: frozenset(Kind) - _FOR_LINES,
}
_ANY_START = frozenset(Kind) - _FOR_CARDS - {Kind.EXTRA_CHANCE, Kind.NEEDLESS_DUCK}


@dataclass(frozen=True, slots=True)
class StepContext:
    """What is compared: the *suit* of the plan's step and that of its *rival*, the *hand* that a
    step is about, or the *card* and *than*, the card it is compared with. *waits* tells that the
    rival holds up longer."""

    suit: Suit | None = None
    rival: Suit | None = None
    hand: int | None = None
    card: Card | None = None
    than: Card | None = None
    waits: bool = False
    tabled: tuple[Card, ...] = ()
    """The cards of the trick so far."""

    @property
    def near(self) -> frozenset[Suit]:
        """The suits of the two cards, of the trick that they belong to, and of the lines."""
        cards = (self.card, self.than, *self.tabled[:1])
        suits = (self.suit, self.rival, *(one.suit for one in cards if one is not None))
        return frozenset(suit for suit in suits if suit is not None)

    @property
    def is_one_suit(self) -> bool:
        """Whether the choice is between cards of one suit."""
        return self.card is not None and self.than is not None and self.card.suit is self.than.suit

    @property
    def follows(self) -> bool:
        """Whether the choice is within the suit of the trick."""
        return self.is_one_suit and self.card is not None and self.card.suit is self._led

    @property
    def _led(self) -> Suit | None:
        return self.tabled[0].suit if self.tabled else None

    def throws(self, trumps: Suit | None) -> bool:
        """Whether both cards would be thrown away."""
        if self.card is None or self.than is None or not self.tabled:
            return False
        return not {self.card.suit, self.than.suit} & {self.tabled[0].suit, trumps}


def candidates(pair: StoryPair, kind: str, context: StepContext) -> Iterator[Cause]:
    """Every cause of an allowed kind, with every suit, seat, entry and number that occur."""
    may = _ALLOWED.get(kind, _ANY_START)
    for suit in Suit:
        if may & {*_RUNS, Kind.LOST_CONTROL}:
            yield from _runs(pair, suit, may)
        yield from _in_suit(pair, suit, may)
    if Kind.THEIR_RUFF in may and pair.plan.trumps is not None:
        for seat, ruffed in product((None, *pair.their_hands), (None, *Suit)):
            if ruffed is not pair.plan.trumps:
                yield Cause(Kind.THEIR_RUFF, ruffed, seat)
    if kind == CARD:
        yield from _cards(pair)
        for hand in pair.our_hands:
            yield Cause(Kind.OUR_RUFF, hand=hand)
            yield from (Cause(Kind.OUR_RUFF, suit, hand=hand) for suit in Suit)
    for about in (Kind.LIE, Kind.EXTRA_CHANCE):
        if about in may:
            suits = Suit if context.suit is None else (context.suit,)
            for suit in suits:
                yield from (
                    Cause(about, suit, lie=one) for one in lies_of(pair.owner, suit, pair.hidden)
                )


def _runs(pair: StoryPair, suit: Suit, may: frozenset[Kind]) -> Iterator[Cause]:
    """Causes that tell of a run of this suit."""
    runs, gained = pair.rival.runs, pair.gained
    lengths = runs.length[gained, suit]
    longest = int(np.quantile(lengths, 0.95)) if len(lengths) else 0
    entries = np.unique(runs.card[gained & (runs.trick[:, suit] < NEVER), suit] // 13)
    vias = (None, *(Suit(int(one)) for one in entries))
    seats = (None, *pair.their_hands)
    for number in range(1, longest + 1):
        if Kind.NONE_LEFT in may:
            for seat, via in product(seats, vias):
                yield Cause(Kind.NONE_LEFT, suit, seat, via, number=number)
        if Kind.SAFE_HAND in may:
            for seat, via in product(pair.their_hands, vias):
                yield Cause(Kind.SAFE_HAND, suit, seat, via, number=number)
        for kind in (Kind.STOPPER_KEPT, Kind.TRICKS_FIRST, Kind.THEY_RUN, Kind.LOST_CONTROL):
            if kind in may:
                yield from (Cause(kind, suit, via=via, number=number) for via in vias)


def _in_suit(pair: StoryPair, suit: Suit, may: frozenset[Kind]) -> Iterator[Cause]:
    """Causes that count the tricks of this suit."""
    if Kind.NEEDLESS_DUCK in may:
        yield Cause(Kind.NEEDLESS_DUCK, suit)
    if Kind.IN_TIME in may:
        yield Cause(Kind.IN_TIME, suit)
    for number in range(1, 4):
        for kind, hand in product((Kind.RUFFED_LOSER, Kind.DISCARD), pair.our_hands):
            if kind in may and pair.plan.trumps not in (None, suit):
                yield Cause(kind, suit, hand=hand, number=number)
    for kind, hand in product((Kind.OUT_OF_REACH, Kind.LED_FROM), pair.our_hands):
        if kind in may:
            yield Cause(kind, suit, hand=hand)
    if Kind.THEY_OPEN in may:
        yield Cause(Kind.THEY_OPEN, suit)
    for kind in (Kind.BARREN, Kind.OPENS, Kind.MORE_FOR_THEM):
        if kind in may:
            yield from (Cause(kind, suit, number=number) for number in range(1, 6))
    if Kind.COUNT in may:
        yield from (Cause(Kind.COUNT, suit, number=number) for number in range(1, 8))


def _cards(pair: StoryPair) -> Iterator[Cause]:
    """A card that wins a trick in one playout and not in the other, often enough to be told."""
    gained = pair.gained
    weights = pair.weights[gained]
    for kind, one, other in (
        (Kind.BECOMES, pair.rival, pair.plan),
        (Kind.TAKES, pair.plan, pair.rival),
    ):
        only = (one.wins & ~other.wins)[gained]
        for at in np.flatnonzero(weights @ only >= 0.2 * weights.sum()).tolist():
            yield Cause(kind, card=Card(Suit(at // 13), Rank(at % 13 + 2)))


def allowed(cause: Cause, pair: StoryPair, kind: str, context: StepContext) -> bool:
    """Whether a cause may explain a step of this kind."""
    if cause.kind not in _ALLOWED.get(kind, _ANY_START):
        return False
    if cause.number == 1 and cause.kind is Kind.TRICKS_FIRST:
        return False
    if cause.number == 1 and cause.kind is Kind.NONE_LEFT and pair.by_tricks:
        return False
    if cause.kind is Kind.COUNT and cause.suit is pair.plan.trumps:
        return False
    if kind == CARD:
        return _allowed_for_card(cause, pair, context)
    return _allowed_for_line(cause, pair, kind, context)


def _allowed_for_line(cause: Cause, pair: StoryPair, kind: str, context: StepContext) -> bool:
    """The same for a line that is compared with another."""
    match cause.kind:
        case Kind.STOPPER_KEPT:
            return not (kind == "hold up" and cause.number == 1 and cause.suit is context.suit)
        case Kind.BARREN:
            return cause.suit is context.rival and cause.suit is not context.suit
        case Kind.THEY_RUN:
            told = cause.via in context.near or cause.number > 1
            return told and cause.suit is not context.rival
        case Kind.RUFFED_LOSER if kind == "ruff":
            return cause.suit is context.suit and cause.hand == context.hand
        case Kind.COUNT:
            return context.suit is None or cause.suit is context.suit
        case Kind.OUT_OF_REACH if kind in ("way", "safety", "entry"):
            return context.suit is None or cause.suit is context.suit
        case Kind.NEEDLESS_DUCK:
            return context.waits and cause.suit is context.suit
        case Kind.LED_FROM if kind == "entry":
            return context.suit is None or cause.suit is context.suit
        case Kind.LIE if kind == "first":
            return context.suit is context.rival and _is_news(cause, pair)
    return True


def _is_news(cause: Cause, pair: StoryPair) -> bool:
    """Whether the cards lie so neither nearly always nor hardly ever."""
    assert cause.lie is not None, f"{cause.kind} needs a lie of the cards"
    return 0.15 <= float(pair.weights @ cause.lie.holds(pair.owner)) <= 0.85


def _allowed_for_card(cause: Cause, pair: StoryPair, context: StepContext) -> bool:
    """The same for a card that is compared with another: what is lost in a suit away from the play
    is told only with its means."""
    trumps, near = pair.plan.trumps, context.near
    throws = context.throws(trumps)
    if throws and context.than is not None:
        near = frozenset({context.than.suit})  # what is thrown away is given up
    suit = cause.suit if cause.card is None else cause.card.suit
    match cause.kind:
        case Kind.COUNT if not throws:
            return False
        case Kind.RUFFED_LOSER | Kind.THEY_OPEN | Kind.TRICKS_FIRST if context.follows:
            return False  # too far from a choice within the suit of the trick
        case Kind.SAFE_HAND | Kind.RUFFED_LOSER:
            return pair.is_declarers
        case Kind.LOST_CONTROL:
            return pair.is_declarers and bool(near & {suit, trumps})
        case Kind.THEY_RUN:
            return cause.via in near or (suit in near and cause.number > 1)
        case Kind.IN_TIME:  # without trumps what is thrown away leaves our winners as good
            return not pair.is_declarers and trumps is not None
        case Kind.LED_FROM | Kind.THEY_OPEN if throws:
            return False
    if cause.kind in ACCOUNTS:
        return suit in near and _accounts_for_card(cause, pair, context)
    return _tells_of_the_lead(cause, context)


def _accounts_for_card(cause: Cause, pair: StoryPair, context: StepContext) -> bool:
    """Whether where a trick ends up tells something of two cards: of two suits that may be led,
    what the one brings and what the other gives away."""
    card, than = context.card, context.than
    suit = cause.suit if cause.card is None else cause.card.suit
    if cause.card is not None and cause.card == than:
        return False
    if card is not None and than is not None and not context.tabled:
        brings = cause.kind in (Kind.TAKES, Kind.COUNT, Kind.LIE)
        if suit is not (card if brings else than).suit:
            return cause.kind is Kind.TAKES and suit is pair.plan.trumps
    match cause.kind:
        case Kind.LIE:
            return pair.is_declarers and _is_news(cause, pair)
        case Kind.MORE_FOR_THEM if suit is pair.plan.trumps:
            return than is not None and than.suit is suit
    return True


def _tells_of_the_lead(cause: Cause, context: StepContext) -> bool:
    """Whether a cause fits the suits of two cards, where it is about leading one of them."""
    card, than = context.card, context.than
    match cause.kind:
        case Kind.STOPPER_KEPT if than is not None and not context.tabled:
            return cause.suit is not than.suit or than.rank >= Rank.KING
        case Kind.OPENS:
            return than is not None and cause.suit is than.suit and not context.tabled
        case Kind.LED_FROM:
            return card is not None and cause.suit is not card.suit
    return True
