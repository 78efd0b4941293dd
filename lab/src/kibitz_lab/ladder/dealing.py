"""Deals by number, those alone whose four hands may hold a theme: cheap looks come first.

North and South are to declare. What is asked of a deal is what a teacher would write down when he
makes one up: a suit with one stopper, who has the long cards in it, which honour is missing where.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Hand, Suit
from kibitz.games.bridge.deal import Deal, board_dealer, board_vulnerability
from kibitz.sitting.coached import DealStart

_MOST = 60_000
"""So many deals are dealt to find one; a sieve that lets none of them through is no use."""
_GAPS = (("AK", "QJ"), ("AKJ", "Q"), ("AQ", "K"), ("KQ", "A"))
_TENACES = (("AQ", "K"), ("KJ", "AQ"), ("AJT", "KQ"), ("QJ", "AK"))
"""What a suit has and lacks that should be led with care, or by the other side."""
_MAJORS = (Suit.HEARTS, Suit.SPADES)


@dataclass(frozen=True)
class DealtHands:
    """The hands of a deal, North and South together, East and West apart."""

    deal: Deal

    @cached_property
    def ours(self) -> Hand:
        return self.deal.north | self.deal.south

    @cached_property
    def points(self) -> int:
        return self.deal.north.points + self.deal.south.points

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        return tuple(self.ours.length(suit) for suit in Suit)

    @cached_property
    def trumps(self) -> Suit | None:
        """The suit of eight or nine trumps that North and South would play in, if there is one."""
        best = max(Suit, key=lambda suit: (self.lengths[suit], suit))
        return best if self.lengths[best] >= (8 if best in _MAJORS else 9) else None

    @cached_property
    def is_flat(self) -> bool:
        """Whether no-trump is natural: no fit in a major, no void or singleton."""
        return all(self.lengths[suit] <= 7 for suit in _MAJORS) and all(
            min(self.each(suit)) >= 2 for suit in Suit
        )

    def each(self, suit: Suit) -> tuple[int, int]:
        """The number of cards of a suit in North and in South."""
        return self.deal.north.length(suit), self.deal.south.length(suit)

    def ranks(self, suit: Suit) -> str:
        """The cards of a suit in both hands together, as text."""
        return self.ours.ranks(suit)

    def has(self, suit: Suit, tops: str, without: str = "") -> bool:
        """Whether both hands together have these cards of a suit, and none of those."""
        held = self.ranks(suit)
        return all(rank in held for rank in tops) and not any(rank in held for rank in without)

    def longer(self, suit: Suit) -> tuple[Hand, Hand]:
        """The opponent with more cards of a suit, and the other."""
        east, west = self.deal.east, self.deal.west
        return (east, west) if east.length(suit) > west.length(suit) else (west, east)


Sieve = Callable[[DealtHands], bool]


def _others(suit: Suit | None) -> list[Suit]:
    return [one for one in Suit if one is not suit]


def _weak_stop(at: DealtHands, suit: Suit, top: str) -> bool:
    """One stopper in a suit of which one opponent has five cards and better ones."""
    if not 4 <= at.lengths[suit] <= 6 or not at.has(suit, top, "AKQ".replace(top, "")):
        return False
    long, short = at.longer(suit)
    return long.length(suit) >= 5 and short.length(suit) >= 1 and long.points >= 3


def _holding_up(at: DealtHands) -> bool:
    """One stopper, the ace; the tricks are in a suit in which the other opponent has the top."""
    if not 24 <= at.points <= 28 or not at.is_flat:
        return False
    for suit in Suit:
        if _weak_stop(at, suit, "A"):
            short = at.longer(suit)[1]
            return short.length(suit) <= 3 and any(
                at.lengths[work] >= 7
                and _gap(at, work)
                and set(_gap(at, work)) & set(short.ranks(work))
                for work in _others(suit)
            )
    return False


def _gap(at: DealtHands, suit: Suit) -> str:
    """The honours missing from a suit that has others."""
    held = at.ranks(suit)
    missing = "".join(rank for rank in "AKQ" if rank not in held)
    return missing if len(missing) == 1 else ""


def _entries(at: DealtHands) -> bool:
    """A weak hand with a long suit that is not yet good, opposite a strong one."""
    if not 24 <= at.points <= 29 or not at.is_flat:
        return False
    for weak, strong in ((at.deal.north, at.deal.south), (at.deal.south, at.deal.north)):
        for suit in Suit:
            if weak.length(suit) >= 5 and strong.length(suit) in (2, 3) and weak.points <= 9:
                beside = weak - weak.of_suit(suit)
                return bool(_gap(at, suit)) and beside.points <= 4
    return False


def _avoidance(at: DealtHands) -> bool:
    """A king that one opponent must not lead through, and a finesse in another suit."""
    if not 24 <= at.points <= 29:
        return False
    guarded = [suit for suit in Suit if 4 <= at.lengths[suit] <= 6 and at.has(suit, "K", "AQ")]
    return any(at.longer(suit)[0].length(suit) >= 4 for suit in guarded) and any(
        at.lengths[work] >= 8 and at.has(work, "AJ") and _gap(at, work) for work in Suit
    )


def _ruffs(at: DealtHands) -> bool:
    """A fit in a major, and a suit short in one hand and long and weak in the other."""
    if at.trumps is None or not 22 <= at.points <= 29:
        return False
    return any(
        min(at.each(suit)) <= 1 and max(at.each(suit)) >= 3 and "K" not in at.ranks(suit)
        for suit in _others(at.trumps)
    )


def _drawing_trumps(at: DealtHands) -> bool:
    """A good fit, and a long side suit of ours in which an opponent is short."""
    if at.trumps is None or not 23 <= at.points <= 29:
        return False
    return any(
        at.lengths[suit] >= 7 and at.longer(suit)[1].length(suit) <= 1
        for suit in _others(at.trumps)
    )


def _safety(at: DealtHands) -> bool:
    """A long suit with a gap that breaks badly."""
    if at.points < 25:
        return False
    return any(
        at.lengths[suit] >= 8
        and min(at.each(suit)) >= 2
        and at.longer(suit)[1].length(suit) <= 1
        and any(at.has(suit, *one) for one in _GAPS)
        for suit in Suit
    )  # fmt: skip


def _finesse(at: DealtHands) -> bool:
    """A suit of eight or nine cards without the king, or without the queen."""
    return at.points >= 25 and any(
        at.lengths[suit] in (7, 8, 9, 10)
        and min(at.each(suit)) >= 2
        and (at.has(suit, "AKJ", "Q") or at.has(suit, "AQ", "K"))
        for suit in Suit
    )


def _discards(at: DealtHands) -> bool:
    """Trumps without the ace, a suit with one stopper, winners to throw its losers on."""
    trumps = at.trumps
    if trumps is None or at.points < 22 or "A" in at.ranks(trumps):
        return False
    weak = [
        suit for suit in _others(trumps)
        if at.has(suit, "A", "KQ") and min(at.each(suit)) >= 2
    ]  # fmt: skip
    return bool(weak) and any(
        at.has(suit, "AKQ") and min(at.each(suit)) <= 2 < max(at.each(suit))
        for suit in _others(trumps)
        if suit not in weak
    )


def _endplay(at: DealtHands) -> bool:
    """Long trumps in both hands, and a suit that the other side should open."""
    trumps = at.trumps
    if trumps is None or at.lengths[trumps] < 9 or min(at.each(trumps)) < 4 or at.points < 22:
        return False
    tenace = any(
        min(at.each(suit)) >= 2 and at.lengths[suit] >= 5
        and any(at.has(suit, *one) for one in _TENACES)
        for suit in _others(trumps)
    )  # fmt: skip
    mirror = sum(at.each(suit)[0] == at.each(suit)[1] for suit in _others(trumps))
    return tenace and mirror >= 1


def _covering(at: DealtHands) -> bool:
    """An honour to lead towards others, and a higher one in second hand."""
    if at.points < 22:
        return False
    return any(
        two in hand.ranks(suit)
        for suit in Suit if at.lengths[suit] >= 5
        for hand in (at.deal.north, at.deal.south)
        for two in ("QJ", "JT")
    )  # fmt: skip


def _game(at: DealtHands) -> bool:
    return 24 <= at.points <= 28


def _anything(at: DealtHands) -> bool:
    return True


def _strong(at: DealtHands) -> bool:
    return at.points >= 31


SIEVES: dict[str, Sieve] = {
    "entries": _entries,
    "holding-up": _holding_up,
    "avoidance": _avoidance,
    "ruffs": _ruffs,
    "drawing-trumps": _drawing_trumps,
    "safety": _safety,
    "finesse-or-drop": _finesse,
    "discards": _discards,
    "endplay": _endplay,
    "second-hand": _game,
    "third-hand": _game,
    "covering": _covering,
    "signals": _game,
    "active-or-passive": _game,
    "bidding": _anything,
    "slams": _strong,
}
"""What the hands of a deal must show, by theme; bidding asks little."""


def dealt(seed: int, name: str, sieve: str, numbers: range) -> Iterator[DealStart]:
    """The deals of these numbers in a search; the same for the same seed, name and first number."""
    rng = random.Random(f"ladder {seed} {name} {numbers.start // max(1, len(numbers))}")
    for number in numbers:
        yield DealStart(
            _one(rng, sieve),
            board_dealer(number + 1),
            board_vulnerability(number + 1),
            seed=rng.getrandbits(32),
        )


def _one(rng: random.Random, sieve: str) -> Deal:
    for _ in range(_MOST):
        deal = Deal.shuffled(rng)
        if SIEVES[sieve](DealtHands(deal)):
            return deal
    raise UsageError(f"no deal in {_MOST:,} is one for {sieve}")
