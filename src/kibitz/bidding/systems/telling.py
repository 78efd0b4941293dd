"""An auction as a chain of acts: what each call did and showed, and by which rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from kibitz import advice
from kibitz.bidding.systems.bidding import RuleDecision, position
from kibitz.bidding.systems.conditions import (
    COUNT,
    POINTS,
    QUEEN,
    SUIT_WORDS,
    SUPPORT,
    TOTAL,
    Amount,
    CardsInSuit,
    Compared,
    Condition,
    Holding,
    OneOf,
    narrowed,
    suit_of,
)
from kibitz.bidding.systems.known import CARDS, MOST_POINTS, KnownHand, Range, meet
from kibitz.bidding.systems.position import GAME, ROUND, CallMeanings, RuleMeaning
from kibitz.bidding.systems.system import RuleSystem
from kibitz.games.bridge.auction import Auction, Bid, Call, Sign
from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.wording import call_text

NOTHING_NEW = "shows nothing more"
NO_RULE_SPEAKS = "no rule speaks of it"
_BOTH_HANDS, _FIT = 20, 8
"""The least points and cards that no call asks of one hand: they are those of both together."""
_FORCING = {ROUND: "forcing", GAME: "forcing to game"}
_POINTS = (POINTS, TOTAL, SUPPORT)
_COUNTS = (*_POINTS, COUNT)


@dataclass(frozen=True, slots=True)
class Act:
    """One call: who made it, what it did and showed, and the rules behind it."""

    call: Call
    seat: Seat
    words: str
    forcing: str
    grounds: tuple[advice.Rule | advice.Count, ...]
    """The rules that say so; where there is no rule, a count of experts' hands."""
    name: str = ""
    """The call and the name that players have for it."""
    convention: str = ""
    """The name in the file of conventions."""

    def __str__(self) -> str:
        if not self.name:
            return f"{call_text(self.call)} {self.words}"
        return f"{self.name}: {self.words}" if self.words else self.name

    def to_json(self) -> dict[str, Any]:
        return {
            "call": str(self.call),
            "by": str(self.seat),
            "name": self.name,
            "convention": self.convention,
            "words": self.words,
            "forcing": self.forcing,
            "grounds": [ground.to_json() for ground in self.grounds],
        }


@dataclass(frozen=True, slots=True)
class Chain:
    """The acts of an auction; its text leaves out passes that show nothing."""

    auction: Auction
    acts: tuple[Act, ...]

    def __str__(self) -> str:
        said = [str(act) for act in self.acts if act.call is not Sign.PASS or act.words]
        return f"{'; '.join(said)}." if said else "Nothing but passes."

    def to_json(self) -> dict[str, Any]:
        return {
            "auction": str(self.auction),
            "text": str(self),
            "acts": [act.to_json() for act in self.acts],
        }


ExpertHands: TypeAlias = Callable[[Auction], tuple[str, advice.Count] | None]
"""What experts held for the last call of an auction: in words, and as a count."""


def read(
    system: RuleSystem,
    auction: Auction,
    vulnerability: Vulnerability = Vulnerability.NONE,
    hands: ExpertHands = lambda auction: None,
) -> Chain:
    """Explain an auction by a system's rules, and by experts' *hands* where no rule applies."""
    acts: list[Act] = []
    so_far = Auction(auction.dealer)
    for call in auction.calls:
        before = position(system, so_far, vulnerability)
        so_far = so_far.after(call)
        reading = position(system, so_far, vulnerability).readings[-1]
        seat = Seat((auction.dealer + len(acts)) % 4)
        act = _act(reading, seat, before.mine, system)
        if not act.grounds and call is not Sign.PASS and (heard := hands(so_far)) is not None:
            act = replace(act, words=heard[0], grounds=(heard[1],))
        acts.append(act)
    return Chain(auction, tuple(acts))


def ground_text(ground: advice.Rule | advice.Count) -> str:
    """The name of a rule, or the number of experts' hands."""
    return ground.name if isinstance(ground, advice.Rule) else f"{ground.whole:,} experts' hands"


def partners_act(chain: Chain) -> str:
    """A sentence on what partner's last call showed; empty if it showed nothing."""
    act = chain.acts[-2] if len(chain.acts) >= 2 else None
    if act is None or act.call is Sign.PASS or not act.grounds:
        return ""
    forcing = f" ({act.forcing})" if act.forcing else ""
    return f"Partner's {call_text(act.call)}: {act.words}{forcing}."


def _act(reading: CallMeanings, seat: Seat, before: KnownHand, system: RuleSystem) -> Act:
    """A call in words; *before* is what the seat had already shown."""
    if not reading.meanings and reading.call is not Sign.PASS:
        return Act(reading.call, seat, NO_RULE_SPEAKS, "", ())
    alike: dict[str, list[RuleMeaning]] = {}
    for meaning in reading.meanings:
        alike.setdefault(act_words(meaning.act, meaning.suits), []).append(meaning)
    words = {act: _all_words(act, meanings, before) for act, meanings in alike.items()}
    text = ", or ".join(dict.fromkeys(word for word in words.values() if word))
    if not text and isinstance(reading.call, Bid):
        text = NOTHING_NEW
    rules = [
        m.rule
        for act, meanings in alike.items()
        for m in meanings
        if words[act] or not any(words.values())
    ]
    grounds = tuple(advice.Rule(rule, system.name) for rule in dict.fromkeys(rules))
    return Act(reading.call, seat, text, _FORCING.get(reading.forcing, ""), grounds)


def _all_words(act: str, meanings: Sequence[RuleMeaning], before: KnownHand) -> str:
    """Several rules with the same act, in words: ranges that cover all, and shared conditions."""
    first = meanings[0].conditions
    if all(one.conditions == first for one in meanings):
        return words_of(act, first, {}, before)
    start = KnownHand(points=before.points)
    known = [narrowed(start, one.conditions) for one in meanings]
    whole = known[0]
    for one in known[1:]:
        whole = whole.joined(one)
    lengths = [
        CardsInSuit(suit.name.lower(), (whole.lengths[suit][0], CARDS))
        for suit in Suit
        if whole.lengths[suit][0] >= 2
    ]
    shared = [
        one
        for one in first
        if not isinstance(one, CardsInSuit | Amount) and all(one in m.conditions for m in meanings)
    ]
    return words_of(act, (Amount(POINTS, whole.points), *lengths, *shared), {}, before)


def decision_words(decision: RuleDecision) -> str:
    """What a decision does and shows, in words."""
    return words_of(decision.act, decision.shows, decision.suits)


def words_of(
    act: str,
    conditions: Sequence[Condition],
    suits: Mapping[str, Suit],
    before: KnownHand | None = None,
) -> str:
    """What a call does and shows, from the rule's own words and its ranges.

    Points and lengths are mentioned only if they add to what was shown *before*.
    """
    before = before or KnownHand()
    parts = [act_words(act, suits)] if act else []
    points, measure = _points(conditions)
    points = meet(before.points, points)
    if points != before.points and not _is_hollow(points, act, measure):
        parts.append(Amount(POINTS if "support" in act else measure, points).words())
    long = {one.suit for one in conditions if isinstance(one, CardsInSuit)}
    for one in conditions:
        if isinstance(one, Amount) and (one.measure in _POINTS or "key card" in act):
            continue
        if isinstance(one, CardsInSuit) and _is_left_out(one, act, before):
            continue
        if isinstance(one, Compared) and (one.other or one.suit in long):
            continue
        if isinstance(one, OneOf) and ("key card" in act or _goes_without_saying(one)):
            continue
        if isinstance(one, Holding) and one.kind == QUEEN and "queen" in act:
            continue
        parts.append(one.words())
    return ", ".join(part for part in dict.fromkeys(parts) if part)


def _is_said(length: CardsInSuit, act: str) -> bool:
    """Whether the act itself already says that the suit is short."""
    return length.span == (0, 1) and act.startswith(("short", "agrees"))


def _is_hollow(points: Range, act: str, measure: str) -> bool:
    """Whether a range says nothing: what both hands need, where partner has shown nothing."""
    least, most = points
    of_both = least >= _BOTH_HANDS and (measure != POINTS or act.startswith("to play"))
    return of_both or (least < 4 and most >= MOST_POINTS)


def _is_left_out(length: CardsInSuit, act: str, before: KnownHand) -> bool:
    """Whether a length is said or known already, or is that of both hands together."""
    return length.span[0] >= _FIT or _is_said(length, act) or _was_shown(length, before)


def _was_shown(length: CardsInSuit, before: KnownHand) -> bool:
    suit = SUIT_WORDS.get(length.suit)
    if suit is None:
        return False
    shown = before.lengths[suit]
    return meet(shown, length.span) == shown


def act_words(act: str, suits: Mapping[str, Suit]) -> str:
    """The act with the names of its suits; a letter that is not bound stays a letter.

    >>> act_words("transfer to {M}", {"M": Suit.HEARTS})
    'transfer to hearts'
    """
    for letter in ("oM", "om", "M", "m", "X", "Y", "Z"):
        if f"{{{letter}}}" in act and letter[-1] in suits:
            act = act.replace(f"{{{letter}}}", suit_of(letter, suits).name.lower())
    return act


def _points(conditions: Sequence[Condition]) -> tuple[Range, str]:
    """All conditions on points as one range, and how those points are counted."""
    span: Range = (0, MOST_POINTS)
    measures = []
    for one in conditions:
        if isinstance(one, Amount) and one.measure in _POINTS:
            span = meet(span, one.span)
            measures.append(one.measure)
    only_support = bool(measures) and set(measures) == {SUPPORT}
    return span, "points in support" if only_support else POINTS


def _goes_without_saying(condition: OneOf) -> bool:
    """Whether one alternative counts points or compares suits: then the ranges say enough."""
    return any(
        isinstance(one, Compared) or (isinstance(one, Amount) and one.measure in _COUNTS)
        for way in condition.ways
        for one in way
    )
