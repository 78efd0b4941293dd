"""A system: the rules that a pair has agreed on, grouped by where in an auction they apply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import product

from kibitz.bidding.systems.calls import RuleCall
from kibitz.bidding.systems.conditions import Binding, Condition
from kibitz.bidding.systems.patterns import DOMAINS, AuctionPattern
from kibitz.bidding.systems.position import Option, Position
from kibitz.bidding.systems.situations import Circumstance
from kibitz.games.bridge.cards import Suit


@dataclass(frozen=True, slots=True)
class BiddingRule:
    """A call, the hands it is made on, and what it asks or tells partner."""

    name: str
    call: RuleCall
    shows: tuple[Condition, ...]
    act: str
    forcing: str
    priority: int
    levels: tuple[int, int]
    when: tuple[Circumstance, ...]
    line: int
    letters: frozenset[str] = field(init=False)
    """All the letters in it that stand for suits."""

    def __post_init__(self) -> None:
        letters = self.call.letters.union(
            *(one.letters for one in self.shows), *(word.letters for word in self.when)
        )
        object.__setattr__(self, "letters", letters)


@dataclass(frozen=True, slots=True)
class RuleContext:
    """A heading on the convention card: where in an auction its rules apply."""

    name: str
    after: tuple[AuctionPattern, ...]
    answers: tuple[str, ...]
    """Rules that partner's last call may follow; the next player has passed."""
    over: tuple[str, ...]
    """The same, but the next player has called something."""
    when: tuple[Circumstance, ...]
    rules: tuple[BiddingRule, ...]
    line: int

    @property
    def owner(self) -> str:
        """Who defines a call here: this context, or, for natural contexts, all of them together."""
        return self.name if self.after or self.answers or self.over else ""

    def binding(self, at: Position) -> Binding | None:
        """The suits of the letters that the auction binds; None if the auction does not fit."""
        if self.answers or self.over:
            partners = at.partners_last
            meanings = partners.meanings if partners is not None else ()
            names = self.answers if at.is_quiet else self.over
            return next((one.suits for one in meanings if one.rule in names), None)
        if self.after:
            matches = (pattern.match(at.tokens) for pattern in self.after)
            return next((match for match in matches if match is not None), None)
        return {}


@dataclass(frozen=True, eq=False)
class RuleSystem:
    """Everything a pair has agreed on; systems are equal only if they are the same object."""

    name: str
    about: str
    situations: tuple[RuleContext, ...]
    positions: dict[object, Position] = field(default_factory=dict, repr=False)
    options: dict[object, tuple[Option, ...]] = field(default_factory=dict, repr=False)
    """Caches: auctions read before, and the options there."""

    @property
    def rules(self) -> tuple[BiddingRule, ...]:
        return tuple(rule for situation in self.situations for rule in situation.rules)

    def asked(self, at: Position) -> Iterator[tuple[RuleContext, Binding]]:
        """The contexts that apply to an auction, each with the suits of its letters."""
        partners = at.partners_last
        names = partners.rules if partners is not None else ()
        places = (
            *self._index.get(len(at.tokens), ()),
            *(place for name in names for place in self._index.get(name, ())),
            *self._index.get("", ()),
        )
        for place in sorted(set(places)):
            situation = self.situations[place]
            suits = situation.binding(at)
            if suits is not None:
                yield situation, suits

    @cached_property
    def _index(self) -> Mapping[int | str, Sequence[int]]:
        """Where to find a context: by the length of its patterns, or by the rules it answers."""
        index: dict[int | str, list[int]] = {}
        for place, situation in enumerate(self.situations):
            names = {*situation.answers, *situation.over}
            lengths = {len(one.words) for one in situation.after}
            keys: Iterable[int | str] = names or lengths or {""}
            for key in keys:
                index.setdefault(key, []).append(place)
        return index


def assignments(letters: frozenset[str], given: Binding) -> Sequence[Binding]:
    """Every way to bind the letters that are still free; X, Y and Z stand for different suits."""
    if letters <= given.keys():
        return (given,)
    return _assignments(letters, tuple(given.items()))


@cache
def _assignments(
    letters: frozenset[str], given: tuple[tuple[str, Suit], ...]
) -> tuple[Binding, ...]:
    found = []
    free = sorted(letters - dict(given).keys())
    for suits in product(*(DOMAINS[letter] for letter in free)):
        whole = {**dict(given), **dict(zip(free, suits, strict=True))}
        any_suit = [whole[letter] for letter in "XYZ" if letter in whole]
        if len(set(any_suit)) == len(any_suit):
            found.append(whole)
    return tuple(found)
