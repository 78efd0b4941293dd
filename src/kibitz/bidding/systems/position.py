"""An auction as everyone at the table understands it: the calls, and what each hand has shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kibitz.bidding.systems.calls import game_level
from kibitz.bidding.systems.conditions import Condition
from kibitz.bidding.systems.facts import Facts
from kibitz.bidding.systems.known import KnownHand
from kibitz.bidding.systems.patterns import Token, tokens_of
from kibitz.games.bridge.auction import Bid, Call, Sign, Strain
from kibitz.games.bridge.cards import Suit

ROUND, GAME, STOP = "round", "game", "stop"
"""What a call asks of partner: to speak once more, to go on to game, or to pass."""

_FIT = 8


@dataclass(frozen=True, slots=True)
class RuleMeaning:
    """One meaning of a call: the rule behind it, the suits of its letters, and what it shows."""

    rule: str
    situation: str
    act: str
    conditions: tuple[Condition, ...]
    forcing: str
    suits: Mapping[str, Suit]
    line: int


@dataclass(frozen=True, slots=True)
class Option:
    """A call that a rule makes here on any hand that satisfies the conditions."""

    call: Call
    priority: int
    meaning: RuleMeaning

    def fits(self, hand: Facts) -> bool:
        return all(one.holds(hand) for one in self.meaning.conditions)


@dataclass(frozen=True, slots=True)
class CallMeanings:
    """A call in an auction with its possible meanings; none if no rule covers it."""

    call: Call
    meanings: tuple[RuleMeaning, ...]

    @property
    def forcing(self) -> str:
        return self.meanings[0].forcing if self.meanings else ""

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(meaning.rule for meaning in self.meanings))


@dataclass(frozen=True)
class Position:
    """All public knowledge. Seats are numbered from the dealer; *me* is the player to call."""

    calls: tuple[Call, ...] = ()
    readings: tuple[CallMeanings, ...] = ()
    known: tuple[KnownHand, KnownHand, KnownHand, KnownHand] = (
        KnownHand(),
        KnownHand(),
        KnownHand(),
        KnownHand(),
    )
    vulnerable: tuple[bool, bool] = (False, False)
    """The dealer's side, then the other side."""
    game_forced: frozenset[int] = field(default_factory=frozenset)
    """The sides that are forced to game; 0 is the dealer's."""

    @property
    def me(self) -> int:
        return len(self.calls) % 4

    @property
    def mine(self) -> KnownHand:
        return self.known[self.me]

    @property
    def partner(self) -> KnownHand:
        return self.known[(self.me + 2) % 4]

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        return tokens_of(self.calls)

    @cached_property
    def _last(self) -> int:
        """The index of the last bid; -1 if there is none."""
        found = (at for at in reversed(range(len(self.calls))) if isinstance(self.calls[at], Bid))
        return next(found, -1)

    @cached_property
    def last_bid(self) -> Bid | None:
        call = self.calls[self._last] if self._last >= 0 else None
        return call if isinstance(call, Bid) else None

    @property
    def last_is_ours(self) -> bool:
        return self._last >= 0 and (len(self.calls) - self._last) % 2 == 0

    @property
    def doubling(self) -> int:
        signs = self.calls[self._last + 1 :]
        return 2 if Sign.REDOUBLE in signs else 1 if Sign.DOUBLE in signs else 0

    @cached_property
    def opener(self) -> int | None:
        """The index of the first bid; None if nobody has bid."""
        found = (at for at, call in enumerate(self.calls) if isinstance(call, Bid))
        return next(found, None)

    @property
    def is_last_to_speak(self) -> bool:
        """Whether a pass would end the auction."""
        return self._last >= 0 and self.calls[-2:] == (Sign.PASS, Sign.PASS)

    @cached_property
    def partners_last(self) -> CallMeanings | None:
        return self.readings[-2] if len(self.calls) > 1 else None

    @property
    def is_quiet(self) -> bool:
        """Whether the player before me passed."""
        return bool(self.calls) and self.calls[-1] is Sign.PASS

    @cached_property
    def is_forced(self) -> bool:
        """Whether I must bid: partner's call is forcing, the next hand passed, a bid is left."""
        if self.last_bid is None or self.last_bid == Bid(7, Strain.NOTRUMP) or not self.is_quiet:
            return False
        partners = self.partners_last
        assert partners is not None
        if partners.call is Sign.PASS:
            return False
        if partners.forcing in (ROUND, GAME):
            return True
        return self.me % 2 in self.game_forced and self.is_below_game and self.last_is_ours

    @property
    def is_below_game(self) -> bool:
        last = self.last_bid
        return last is None or last.level < game_level(last.strain)

    def has_bid(self, seat: int) -> bool:
        """Whether a seat has made any call but a pass."""
        return any(call is not Sign.PASS for call in self.calls[seat::4])

    def has_shown(self, seat: int, suit: Suit) -> bool:
        """Whether a seat has shown four cards, or three in a suit that it has named."""
        return suit in self._shown[seat % 4]

    @cached_property
    def _shown(self) -> tuple[frozenset[Suit], ...]:
        found = []
        for seat, known in enumerate(self.known):
            named = {call.strain for call in self.calls[seat::4] if isinstance(call, Bid)}
            lows = {suit: known.lengths[suit][0] for suit in Suit}
            found.append(
                frozenset(
                    suit
                    for suit, low in lows.items()
                    if low >= 4 or (low == 3 and Strain(suit) in named)
                )
            )
        return tuple(found)

    @cached_property
    def unbid(self) -> tuple[Suit, ...]:
        """The suits that nobody has shown."""
        return tuple(
            suit for suit in Suit if not any(self.has_shown(seat, suit) for seat in range(4))
        )

    @cached_property
    def trumps(self) -> Suit | None:
        """The suit in which we are known to have eight cards: the longest, then the highest."""
        return self.trumps_of(self.me)

    def trumps_of(self, seat: int) -> Suit | None:
        ours, partners = self.known[seat % 4].lengths, self.known[(seat + 2) % 4].lengths
        fits = [
            (ours[suit][0] + partners[suit][0], suit)
            for suit in Suit
            if ours[suit][0] + partners[suit][0] >= _FIT
        ]
        return max(fits)[1] if fits else None
