"""A system tried on thousands of deals: does it contradict itself, and what does it not cover?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from kibitz.bidding.systems.bidding import NO_RULE, RuleDecision, bids, options, position
from kibitz.bidding.systems.facts import Facts, facts
from kibitz.bidding.systems.known import KnownHand
from kibitz.bidding.systems.position import Position
from kibitz.bidding.systems.system import RuleSystem
from kibitz.games.bridge.auction import Auction, Sign
from kibitz.games.bridge.cards import Hand, Suit
from kibitz.games.bridge.deal import Deal, Vulnerability, board_dealer, board_vulnerability
from kibitz.runtime.running import chance
from kibitz.wording import call_text

RIVALS, EXCLUDED, PASSED = "contradiction", "meaning", "forcing"


@dataclass(frozen=True, slots=True)
class Fault:
    """A call by which a system contradicts itself, with an example hand."""

    kind: str
    rules: tuple[str, ...]
    lines: tuple[int, ...]
    auction: str
    hand: str
    text: str

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "rules": list(self.rules),
            "lines": list(self.lines),
            "auction": self.auction,
            "hand": self.hand,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True)
class CheckedBoard:
    """A board bid by the system: its auction, faults, rules used, and the gaps in the rules."""

    auction: Auction
    faults: tuple[Fault, ...]
    rules: tuple[str, ...]
    silent: tuple[str, ...]


def check_board(system: RuleSystem, number: int, seed: int) -> CheckedBoard:
    """Deal a board, bid it, and check every call."""
    deal = Deal.shuffled(chance(seed, ("system", number)))
    auction = Auction(board_dealer(number))
    return bid_and_check(system, deal, auction, board_vulnerability(number))


def bid_and_check(
    system: RuleSystem, deal: Deal, auction: Auction, vulnerability: Vulnerability
) -> CheckedBoard:
    """Bid a deal and check every call."""
    faults: list[Fault] = []
    rules: list[str] = []
    silent: list[str] = []
    while not auction.is_over:
        hand = deal[auction.turn]
        at = position(system, auction, vulnerability)
        decision = bids(system, hand, auction, vulnerability)
        rules.append(decision.rule)
        if not options(system, at) and _matters(at):
            silent.append(_written(auction))
        after = auction.after(decision.call)
        shown = position(system, after, vulnerability).known[at.me]
        faults += _faults(decision, at, auction, hand, shown)
        auction = after
    return CheckedBoard(auction, tuple(faults), tuple(rules), tuple(silent))


def _matters(at: Position) -> bool:
    """Whether a gap matters: below game, our side has called, and there is something to answer."""
    ours = at.has_bid(at.me) or at.has_bid((at.me + 2) % 4)
    partner_spoke = len(at.calls) > 1 and at.calls[-2] is not Sign.PASS
    return ours and at.is_below_game and (partner_spoke or not at.is_quiet)


def _faults(
    decision: RuleDecision, at: Position, auction: Auction, hand: Hand, shown: KnownHand
) -> Iterable[Fault]:
    def fault(kind: str, others: Iterable[tuple[str, int]], text: str) -> Fault:
        named = [(decision.rule, decision.line), *others]
        rules, lines = zip(*named, strict=True)
        return Fault(kind, rules, lines, _written(auction), str(hand), text)

    call = call_text(decision.call)
    for rival in decision.rivals:
        other = rival.meaning
        text = f"{other.rule!r} calls {call_text(rival.call)} and {decision.rule!r} {call}"
        yield fault(RIVALS, [(other.rule, other.line)], f"{text}, and neither has priority.")
    if not all(one.holds(facts(hand)) for one in decision.shows):
        yield fault(EXCLUDED, (), f"{decision.rule!r} shows what this hand has not.")
    elif excluded := _excluded(facts(hand), shown):
        yield fault(EXCLUDED, (), f"After {call} the auction denies {excluded}, which is held.")
    if decision.call is Sign.PASS and at.is_forced:
        yield fault(PASSED, (), "A forcing call is passed.")


def _excluded(hand: Facts, shown: KnownHand) -> str:
    """What the hand holds although its calls deny it; empty if nothing is denied."""
    for suit in Suit:
        low, high = shown.lengths[suit]
        if not low <= hand.lengths[suit] <= high:
            return f"{hand.lengths[suit]} {suit.name.lower()}"
    return ""


def _written(auction: Auction) -> str:
    return " ".join(map(str, auction.calls))


@dataclass(slots=True)
class SystemCheck:
    """The totals over all boards of a check."""

    boards: int = 0
    calls: int = 0
    faults: list[Fault] = field(default_factory=list)
    used: Counter[str] = field(default_factory=Counter)
    silent: Counter[str] = field(default_factory=Counter)

    def add(self, board: CheckedBoard) -> None:
        self.boards += 1
        self.calls += len(board.auction.calls)
        self.faults += board.faults
        self.used.update(board.rules)
        self.silent.update(board.silent)

    @property
    def by_default(self) -> int:
        """The number of calls that no rule made."""
        return self.used[NO_RULE]

    def unused(self, system: RuleSystem) -> list[str]:
        return [rule.name for rule in system.rules if rule.name not in self.used]

    def first_faults(self) -> list[tuple[Fault, int]]:
        """Each kind of fault with its first hand, and how often it occurred."""
        first: dict[tuple[str, tuple[str, ...]], Fault] = {}
        count: Counter[tuple[str, tuple[str, ...]]] = Counter()
        for fault in self.faults:
            first.setdefault((fault.kind, fault.rules), fault)
            count[fault.kind, fault.rules] += 1
        return [(first[key], number) for key, number in count.most_common()]


def check(
    system: RuleSystem, boards: int, seed: int, advance: Callable[[], object] = lambda: None
) -> SystemCheck:
    """Deal and bid this many boards, and add up the faults."""
    checked = SystemCheck()
    for number in range(1, boards + 1):
        checked.add(check_board(system, number, seed))
        advance()
        forget(system)
    return checked


def forget(system: RuleSystem) -> None:
    """Empty the caches of auctions if they have grown large."""
    if len(system.positions) > _REMEMBERED:
        system.positions.clear()
        system.options.clear()


_REMEMBERED = 20_000
