"""What a system calls with a hand, and what a call means by the system."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from kibitz.bidding.systems.conditions import Binding, Condition, Scope, narrowed
from kibitz.bidding.systems.facts import Facts, facts
from kibitz.bidding.systems.known import CARDS, KnownHand
from kibitz.bidding.systems.position import GAME, CallMeanings, Option, Position, RuleMeaning
from kibitz.bidding.systems.system import BiddingRule, RuleContext, RuleSystem, assignments
from kibitz.games.bridge.auction import BIDS, Auction, Bid, Call, Sign
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Deal, Vulnerability

NO_RULE = "nothing else fits"
NATURAL_LENGTH = 4
"""The length shown by a bid of a suit that no rule covers."""


@dataclass(frozen=True, slots=True)
class RuleDecision:
    """A call, with the rule that makes it, its act, and what it shows."""

    call: Call
    rule: str
    act: str
    shows: tuple[Condition, ...]
    line: int
    suits: Binding = field(default_factory=dict)
    rivals: tuple[Option, ...] = ()
    """Different calls of other rules with the same priority."""


def bids(
    system: RuleSystem,
    hand: Hand,
    auction: Auction,
    vulnerability: Vulnerability = Vulnerability.NONE,
) -> RuleDecision:
    """What the system calls."""
    return decide(system, facts(hand), position(system, auction, vulnerability))


def decide(system: RuleSystem, hand: Facts, at: Position) -> RuleDecision:
    fitting = [one for one in options(system, at) if one.fits(hand)]
    if not fitting:
        return _least_bad(system, hand, at)
    top = [one for one in fitting if one.priority == fitting[0].priority]
    first = [one for one in top if one.meaning.rule == top[0].meaning.rule]
    best = max(first, key=lambda one: _preference(one, hand))
    rivals = tuple(
        one for one in top if one.meaning.rule != best.meaning.rule and one.call != best.call
    )
    meaning = best.meaning
    return RuleDecision(
        best.call,
        meaning.rule,
        meaning.act,
        meaning.conditions,
        meaning.line,
        meaning.suits,
        rivals,
    )


def _preference(option: Option, hand: Facts) -> tuple[int, int]:
    """The longer suit first; of equal suits, the higher with five or more cards, else the lower."""
    call = option.call
    suit = call.strain.trumps if isinstance(call, Bid) else None
    if suit is None:
        return 0, 0
    length = hand.lengths[suit]
    return length, int(suit) if length >= 5 else -int(suit)


def _least_bad(system: RuleSystem, hand: Facts, at: Position) -> RuleDecision:
    """Pass; or, if forced, the lowest bid without a meaning that does not lie about the hand."""
    if not at.is_forced:
        return RuleDecision(Sign.PASS, NO_RULE, "", (), 0)
    taken = {one.call for one in options(system, at)}
    bids = [bid for bid in BIDS if _is_legal(bid, at)]
    free = [bid for bid in bids if bid not in taken]
    true = [
        bid
        for bid in free
        if (suit := bid.strain.trumps) is None or hand.lengths[suit] >= NATURAL_LENGTH
    ]
    return RuleDecision((true or free or bids)[0], NO_RULE, "", (), 0)


def options(system: RuleSystem, at: Position) -> tuple[Option, ...]:
    """The options that the rules give here, the highest priority first.

    A call has one meaning, that of the context with the highest priority; the call is no option
    elsewhere. Contexts that name no auction are natural, and count as one context.
    """
    key = (at.calls, at.vulnerable)
    known = system.options.get(key)
    if known is None:
        known = system.options[key] = tuple(_options(system, at))
    return known


def _options(system: RuleSystem, at: Position) -> list[Option]:
    found = [
        (option, situation)
        for situation, suits in system.asked(at)
        for option in _offered(situation, at, suits)
    ]
    found.sort(key=lambda one: -one[0].priority)
    owners: dict[Call, str] = {}
    for option, situation in found:
        owners.setdefault(option.call, situation.owner)
    return [option for option, situation in found if owners[option.call] == situation.owner]


def _offered(situation: RuleContext, at: Position, given: Binding) -> Iterator[Option]:
    if not all(word.is_so(at, given) for word in situation.when if not word.letters):
        return
    for rule in situation.rules:
        when = (*(word for word in situation.when if word.letters), *rule.when)
        if not all(word.is_so(at, given) for word in when if word.letters <= given.keys()):
            continue
        letters = rule.letters.union(*(word.letters for word in when))
        for suits in assignments(letters, given):
            if all(word.is_so(at, suits) for word in when):
                option = _option(rule, situation, at, suits)
                if option is not None:
                    yield option


def _option(
    rule: BiddingRule, situation: RuleContext, at: Position, suits: Binding
) -> Option | None:
    call = rule.call.call(suits, at.last_bid)
    if call is None or not _is_legal(call, at):
        return None
    if isinstance(call, Bid) and not rule.levels[0] <= call.level <= rule.levels[1]:
        return None
    if call is Sign.PASS and at.is_forced:
        return None
    scope = Scope(suits, at.partner, at.unbid)
    shows = tuple(one.bound(scope) for one in rule.shows)
    meaning = RuleMeaning(
        rule.name, situation.name, rule.act, shows, rule.forcing, suits, rule.line
    )
    return Option(call, rule.priority, meaning)


def _is_legal(call: Call, at: Position) -> bool:
    if isinstance(call, Bid):
        return at.last_bid is None or call > at.last_bid
    if call is Sign.DOUBLE:
        return at.last_bid is not None and not at.last_is_ours and at.doubling == 0
    if call is Sign.REDOUBLE:
        return at.last_is_ours and at.doubling == 1
    return True


def position(
    system: RuleSystem, auction: Auction, vulnerability: Vulnerability = Vulnerability.NONE
) -> Position:
    """The auction as the table understands it if everyone plays this system."""
    dealer = auction.dealer
    sides = vulnerability.includes(dealer), vulnerability.includes(dealer.next)
    return _position(system, auction.calls, sides)


def _position(system: RuleSystem, calls: tuple[Call, ...], sides: tuple[bool, bool]) -> Position:
    if not calls:
        return Position(vulnerable=sides)
    key = (calls, sides)
    found = system.positions.get(key)
    if found is None:
        before = _position(system, calls[:-1], sides)
        found = system.positions[key] = _after(system, before, calls[-1])
    return found


def _after(system: RuleSystem, at: Position, call: Call) -> Position:
    reading = CallMeanings(
        call, tuple(one.meaning for one in options(system, at) if one.call == call)
    )
    known = list(at.known)
    known[at.me] = _shown(known[at.me], reading, at)
    a, b, c, d = known
    game_forced = at.game_forced | ({at.me % 2} if reading.forcing == GAME else set())
    return replace(
        at,
        calls=(*at.calls, call),
        readings=(*at.readings, reading),
        known=(a, b, c, d),
        game_forced=frozenset(game_forced),
    )


def _shown(known: KnownHand, reading: CallMeanings, at: Position) -> KnownHand:
    """What is known after a call; bidding a suit without a rule shows four, unless it is theirs."""
    if not reading.meanings:
        call = reading.call
        suit = call.strain.trumps if isinstance(call, Bid) else None
        if suit is None or any(at.has_shown(at.me + place, suit) for place in (1, 3)):
            return known
        return known.with_length(suit, (NATURAL_LENGTH, CARDS))
    ways = [narrowed(known, meaning.conditions) for meaning in reading.meanings]
    whole = ways[0]
    for one in ways[1:]:
        whole = whole.joined(one)
    return whole


@dataclass(frozen=True, slots=True)
class BidDeal:
    """A deal as it is bid when all four players use one system."""

    auction: Auction
    decisions: tuple[RuleDecision, ...]


def bid_deal(
    system: RuleSystem, deal: Deal, auction: Auction, vulnerability: Vulnerability
) -> BidDeal:
    """Bid a deal to the end, all four players by one system."""
    decisions: list[RuleDecision] = []
    while not auction.is_over:
        decisions.append(bids(system, deal[auction.turn], auction, vulnerability))
        auction = auction.after(decisions[-1].call)
    return BidDeal(auction, tuple(decisions))
