"""Which convention is this call? By the auction, and by what else is known of the call."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from kibitz.bidding.conventions.convention import Convention, NamedCall, Where
from kibitz.bidding.conventions.file import conventions
from kibitz.bidding.conventions.hearing import is_explained, plain, says_nothing
from kibitz.bidding.conventions.weighing import fits, likeliest
from kibitz.bidding.systems.calls import RuleCall
from kibitz.bidding.systems.conditions import Binding, Scope, narrowed
from kibitz.bidding.systems.facts import facts
from kibitz.bidding.systems.known import CARDS, KnownHand
from kibitz.bidding.systems.position import GAME, CallMeanings, Position, RuleMeaning
from kibitz.bidding.systems.situations import Circumstance
from kibitz.bidding.systems.system import assignments
from kibitz.games.bridge.auction import Auction, Bid, Call, Sign
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat

_FIT, _LONG = 8, 4


@dataclass(frozen=True, slots=True)
class CallEvidence:
    """What is known of calls beside the auction: explanations, hands, and what the pairs play."""

    words: Mapping[int, str] = field(default_factory=dict)
    """Explanations, by the number of the call."""
    hands: Mapping[Seat, Hand] = field(default_factory=dict)
    """The hands that are seen; one of priority 0 is named if the hand fits nothing usual."""
    alerted: Collection[int] = ()
    """Calls that were explained, in words that are not known: they are seldom the usual ones."""
    system: str = ""
    """A style, such as "strong club"; its conventions go before others."""
    played: tuple[Mapping[str, int], Mapping[str, int]] = ({}, {})
    """How often North-South, and East-West, explained calls as each convention elsewhere."""

    def says_nothing_of(self, place: int, seat: Seat) -> bool:
        """Whether nothing but the auction is known of a call."""
        told = self.words.get(place) or place in self.alerted or self.played[seat % 2]
        return not (told or self.system or seat in self.hands)


_NOTHING = CallEvidence()


def named(auction: Auction, place: int = -1, beside: CallEvidence = _NOTHING) -> NamedCall | None:
    """The convention that a call is, the last one unless its *place* is given; None if it has none.

    >>> str(named(Auction.of(Seat.NORTH, "1N P 2D")))
    '2♦, a transfer to hearts'
    """
    calls = auction.calls
    return names(replace(auction, calls=calls[: place % len(calls) + 1]), beside)[-1]


def names(auction: Auction, beside: CallEvidence = _NOTHING) -> tuple[NamedCall | None, ...]:
    """The convention of every call of an auction."""
    if beside is _NOTHING:
        return _unaided(auction.calls)
    return tuple(one for _, one in _heard(auction.calls, auction.dealer, beside))


@lru_cache(maxsize=1 << 12)
def _unaided(calls: tuple[Call, ...]) -> tuple[NamedCall | None, ...]:
    return tuple(one for _, one in _heard(calls, Seat.NORTH, _NOTHING))


def promised(auction: Auction, beside: CallEvidence = _NOTHING) -> tuple[KnownHand, ...]:
    """What each player has promised by the conventions and the natural bids of an auction.

    The dealer comes first.

    >>> promised(Auction.of(Seat.NORTH, "1N P 2D"))[2].lengths[2]
    (5, 13)
    """
    positions = [at for at, _ in _heard(auction.calls, auction.dealer, beside)]
    return positions[-1].known if positions else Position().known


def candidates(auction: Auction, beside: CallEvidence = _NOTHING) -> tuple[NamedCall, ...]:
    """All conventions that the last call may be, the likeliest first."""
    positions = [at for at, _ in _heard(auction.calls[:-1], auction.dealer, beside)]
    return tuple(_candidates(positions[-1] if positions else Position(), auction.calls[-1]))


def _heard(
    calls: Sequence[Call], dealer: Seat, beside: CallEvidence
) -> Iterator[tuple[Position, NamedCall | None]]:
    """The position after each call, and the call's convention."""
    at = Position()
    for place, call in enumerate(calls):
        seat, found = Seat((dealer + place) % 4), _candidates(at, call)
        if beside.says_nothing_of(place, seat):
            one = next((one for one in found if one.convention.priority > 0), None)
        else:
            one = _chosen(at, tuple(found), place, seat, beside)
        at = _after(at, call, one)
        yield at, one


def _chosen(
    at: Position, found: Sequence[NamedCall], place: int, seat: Seat, beside: CallEvidence
) -> NamedCall | None:
    """The one that is explained, else of that system, else the likeliest."""
    words, hand, system = beside.words.get(place, ""), beside.hands.get(seat), beside.system
    said = "" if says_nothing(words) else plain(words)
    explained = [one for one in found if said and is_explained(one.convention, one.suits, said)]
    if explained:
        return next((one for one in explained if plain(one.name) == said), explained[0])
    held = None if hand is None else facts(hand)
    if held is not None:
        found = [one for one in found if fits(one, held)]
    of_system = [one for one in found if system and _is_of(one.convention, system)]
    times = beside.played[seat % 2]
    if words or place in beside.alerted:
        return likeliest(of_system or found, held, times, at.partners_last)
    least = 0 if held is not None else 1
    played = sorted((one for one in found if one.name in times), key=lambda one: -times[one.name])
    usual = (one for one in found if one.convention.priority >= least)
    return next(iter((*played, *of_system, *usual)), None)


def _is_of(convention: Convention, system: str) -> bool:
    wanted = system.casefold().replace("-", " ")
    return any(one.casefold() in wanted or wanted in one.casefold() for one in convention.systems)


def _candidates(at: Position, call: Call) -> Iterator[NamedCall]:
    for convention in _callable(call):
        one = _as(convention, at, call)
        if one is not None:
            yield one


@lru_cache(maxsize=64)
def _callable(call: Call) -> tuple[Convention, ...]:
    """The conventions that may be this call, those of the highest priority first."""
    found = [one for one in conventions().values() if any(_may_be(way, call) for way in one.calls)]
    return tuple(sorted(found, key=lambda one: -one.priority))


def _may_be(way: RuleCall, call: Call) -> bool:
    if way.sign is not None or not isinstance(call, Bid):
        return call is way.sign
    if way.level and way.level != call.level:
        return False
    if way.strain in ("C", "D", "H", "S", "N"):
        return str(call.strain) == way.strain
    return call.strain.trumps is not None


def _as(convention: Convention, at: Position, call: Call) -> NamedCall | None:
    """The call as this convention, if the auction fits."""
    where = convention.where
    if isinstance(call, Bid) and not where.levels[0] <= call.level <= where.levels[1]:
        return None
    given = _binding(where, at)
    if given is None or not _is_so(where.when, at, given):
        return None
    letters = convention.letters.union(*(word.letters for word in where.when))
    for suits in assignments(letters, given):
        if all(way.call(suits, at.last_bid) != call for way in convention.calls):
            continue
        if all(word.is_so(at, suits) for word in where.when):
            scope = Scope(suits, at.partner, at.unbid)
            promises = tuple(one.bound(scope) for one in convention.promises)
            return NamedCall(call, convention, suits, promises)
    return None


def _is_so(when: Sequence[Circumstance], at: Position, given: Binding) -> bool:
    """Whether all is so that can be known before every letter is bound."""
    return all(word.is_so(at, given) for word in when if word.letters <= given.keys())


def _binding(where: Where, at: Position) -> Binding | None:
    """The suits that the auction gives to letters; None where the convention cannot stand."""
    given: Binding | None = {}
    if where.after:
        matches = (pattern.match(at.tokens) for pattern in where.after)
        given = next((match for match in matches if match is not None), None)
    if given is not None and (where.answers_to or where.over):
        wanted = where.answers_to if at.is_quiet else where.over
        given = _suits_of(at.partners_last, wanted, given)
    is_against = not where.against or _suits_of(_their_last(at), where.against, {}) is not None
    return given if is_against else None  # their suits are no suits of ours


def _suits_of(
    reading: CallMeanings | None, wanted: Sequence[str], given: Binding
) -> Binding | None:
    """The suits of a call that is one of the *wanted* conventions; None if it is none of them."""
    for meaning in reading.meanings if reading is not None else ():
        if meaning.rule in wanted:
            return {**meaning.suits, **given}
        if "artificial" in wanted and not conventions()[meaning.rule].natural:
            return given
    return None


def _their_last(at: Position) -> CallMeanings | None:
    """The opponents' last call that is no pass: the player's before me, or his partner's."""
    near = [one for one in at.readings[-1:-4:-2] if one.call is not Sign.PASS]
    return near[0] if near else None


def _after(at: Position, call: Call, one: NamedCall | None) -> Position:
    """The position after a call, with what the call has shown."""
    meanings: tuple[RuleMeaning, ...] = ()
    known, forced = list(at.known), at.game_forced
    if one is not None:
        kind = one.convention
        meanings = (
            RuleMeaning(
                kind.name, kind.chapter, one.short, one.promises, kind.forcing, one.suits, 0
            ),
        )
        known[at.me] = narrowed(known[at.me], one.promises)
        forced |= {at.me % 2} if kind.forcing == GAME else set()
    if one is None or one.is_natural:
        known[at.me] = _naturally(known[at.me], at, call)
    a, b, c, d = known
    return replace(
        at,
        calls=(*at.calls, call),
        readings=(*at.readings, CallMeanings(call, meanings)),
        known=(a, b, c, d),
        game_forced=forced,
    )


def _naturally(known: KnownHand, at: Position, call: Call) -> KnownHand:
    """What a natural bid of a suit shows: a suit of one's own, a fifth card, or support."""
    suit = call.strain.trumps if isinstance(call, Bid) else None
    if suit is None or any(at.has_shown(at.me + place, suit) for place in (1, 3)):
        return known
    mine, partners = at.mine.lengths[suit][0], at.partner.lengths[suit][0]
    if known.lengths[suit][0] > mine:
        return known.with_length(suit, (max(3, known.lengths[suit][0]), CARDS))
    if mine >= _LONG or (mine == 3 and at.has_shown(at.me, suit)):
        least = 5 if mine < 5 else 6
    elif partners >= _LONG:
        least = max(2, _FIT - partners)
    else:
        least = _LONG
    return known.with_length(suit, (least, CARDS))
