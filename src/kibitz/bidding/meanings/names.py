"""The name of the call in question: by the auction, by the hands found, by the players' words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.bidding.auctions.arrays import Auctions
from kibitz.bidding.conventions.convention import NamedCall
from kibitz.bidding.conventions.hearing import is_explained, plain
from kibitz.bidding.conventions.naming import CallEvidence, candidates, named
from kibitz.bidding.conventions.weighing import fits
from kibitz.bidding.meanings.meaning import Sense
from kibitz.bidding.meanings.question import MeaningQuestion
from kibitz.bidding.meanings.store import Explained
from kibitz.bidding.systems.conditions import narrowed
from kibitz.bidding.systems.facts import facts
from kibitz.bidding.systems.known import KnownHand
from kibitz.games.bridge.cards import Hand, Suit

_MOSTLY, _SELDOM = 0.75, 0.4
"""A name is given to hands of which this share fit it; and taken from those of which so few do."""
_SLACK = 3
"""By how many points the network's range may go beyond what the name promises; of cards, one."""
_OFTEN = 2
"""How often players must have given another name before it is told."""


@dataclass(frozen=True, slots=True)
class MeaningNames:
    """What the call is: to all, to each of two kinds of pairs, and in the players' own words."""

    whole: NamedCall | None = None
    senses: tuple[NamedCall | None, ...] = ()
    """By the senses told apart."""
    explained: tuple[tuple[NamedCall, int], ...] = ()
    """The conventions that players named when they explained it, and how often."""

    def to_json(self) -> dict[str, Any]:
        return {
            "named": None if self.whole is None else self.whole.to_json(),
            "named_apart": [None if one is None else one.to_json() for one in self.senses],
            "explained_as": [{"name": one.name, "times": times} for one, times in self.explained],
        }


def meaning_names(
    question: MeaningQuestion,
    whole: Sense | None,
    apart: Sequence[Sense],
    auctions: Auctions | None,
    explained: Sequence[Explained],
) -> MeaningNames:
    """The names of the call; of hands that fit another convention, that one's."""
    may_be = candidates(question.auction)
    heard = _heard(may_be, explained)
    of_pair = question.pair and heard
    usual = heard[0][0] if of_pair else named(question.auction, beside=_beside(question.whose))
    found = _of_hands(usual, may_be, whole, auctions) if not of_pair else usual
    senses = tuple(
        _of_hands(
            named(question.auction, beside=_beside(one.whose)) or found, may_be, one, auctions
        )
        for one in apart
    )
    return MeaningNames(found, senses, heard)


def goes_with(name: NamedCall | None, read: Sense) -> bool:
    """Whether what the network reads into a call goes with what its name promises."""
    if name is None:
        return True
    known = narrowed(KnownHand(), name.promises)
    told = [(known.points, read.points.range, _SLACK)]
    told += [(known.lengths[suit], read.lengths[suit].range, 1) for suit in Suit]
    return all(
        one.least >= least - slack and one.most <= most + slack
        for (least, most), one, slack in told
    )


def _beside(whose: str) -> CallEvidence:
    return CallEvidence(system=whose)


def _heard(
    may_be: Sequence[NamedCall], explained: Sequence[Explained]
) -> tuple[tuple[NamedCall, int], ...]:
    """How often players' words name each convention."""
    times: Counter[str] = Counter()
    for one in explained:
        said = plain(one.words)
        for each in may_be:
            if is_explained(each.convention, each.suits, said):
                times[each.name] += one.times
                break
    by_name = {one.name: one for one in may_be}
    return tuple((by_name[name], n) for name, n in times.most_common() if n >= _OFTEN)


def _of_hands(
    usual: NamedCall | None,
    may_be: Sequence[NamedCall],
    sense: Sense | None,
    auctions: Auctions | None,
) -> NamedCall | None:
    """The usual name, unless few of the hands fit it and most of them fit another."""
    if sense is None or auctions is None or not sense.examples:
        return usual
    held = [facts(hand) for hand in _hands(sense, auctions)]

    def share(one: NamedCall) -> float:
        return sum(fits(one, hand) for hand in held) / len(held)

    if usual is not None and share(usual) >= _SELDOM:
        return usual
    likely = [one for one in may_be if one.promises and one.convention.priority >= 0]
    return next((one for one in likely if share(one) >= _MOSTLY), None)


def _hands(sense: Sense, auctions: Auctions) -> list[Hand]:
    return [
        Hand(sum(1 << int(card) for card in np.flatnonzero(auctions.owners[table] == place % 4)))
        for table, place in sense.examples
    ]
