"""The reason for a card: it and the cards that others would choose, played out on the same layouts.

The votes say what experts did, the layouts what comes of it. Both together choose the card, which
is compared with the best other card that another good player would choose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kibitz.because.cards import TwoCards, WhyCard, card_reasons
from kibitz.because.causes import Kind
from kibitz.because.finding import BARE
from kibitz.cardplay.chairs import viewer_of
from kibitz.cardplay.lookahead.evaluation import Lookahead
from kibitz.cardplay.lookahead.trying import Gain, TriedCards
from kibitz.cardplay.scoring import are_small, are_touching
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.play import Play

_HONOURS = "the honours of"
_ROLES = {
    Kind.STOPPER_KEPT: "the stopper in",
    Kind.OUR_RUFF: "the shortage in",
    Kind.THEIR_RUFF: "the shortage in",
    Kind.RUFFED_LOSER: "the shortage in",
}
LESS_CHANCE, LESS_TRICKS = 0.05, 0.3
"""By so much of the contract's chance, or so many tricks, a card must be worse to be compared."""


@dataclass(frozen=True)
class CardComparison:
    """Why a card: what came of it and of the others on the layouts they were tried on.

    Without a *rival*, hardly anybody would play another card. Without a gain that is large enough
    and sure, it is close between the two.
    """

    card: Card
    rival: Card | None
    ahead: Lookahead | None = None
    effective: float = 0.0
    """The effective number of equally likely layouts."""
    gain: Gain | None = None
    """What the card gains on its rival."""
    why: WhyCard | None = None
    """The cause of the gain; None if none explains it well enough."""
    witness: Deal | None = None
    """The likeliest of the layouts that tell the cause."""

    @property
    def is_better(self) -> bool:
        """Whether the card is better than its rival by more than chance explains."""
        return self.gain is not None and is_worth_saying(self.gain)

    @property
    def about(self) -> Mapping[Suit, str]:
        """The suits that the cause is about, each with what must be alike in it: the stopper, the
        entry, the shortage, or else the honours."""
        found = dict[Suit, str]()
        for told in () if self.why is None else self.why.reason:
            cause, facts = told.cause, told.facts
            if cause.card is not None:
                found.setdefault(cause.card.suit, _HONOURS)
            if cause.suit is not None:
                found.setdefault(cause.suit, _ROLES.get(cause.kind, _HONOURS))
            if cause.via is not None:
                found.setdefault(cause.via, _HONOURS)
            if cause.kind is Kind.OUT_OF_REACH and facts.card is not None:
                found.setdefault(facts.card.suit, "the entry in")
        return found

    @property
    def is_overruled(self) -> bool:
        """Whether the rival does clearly better on the layouts, and the votes outweigh it."""
        return self.gain is not None and self.gain.chance.mean <= -LESS_CHANCE

    @property
    def is_close(self) -> bool:
        return self.rival is not None and not self.is_better and not self.is_overruled

    def to_json(self) -> dict[str, Any]:
        gain = self.gain
        return {
            "card": str(self.card),
            "than": None if self.rival is None else str(self.rival),
            "close": self.is_close,
            "why": None if self.why is None else self.why.to_json(),
            "witness": None if self.witness is None else str(self.witness),
            "layouts": 0 if self.ahead is None else self.ahead.layouts,
            "effective": round(self.effective, 1),
            "success": _by_name(self.ahead, "success"),
            "tricks": _by_name(self.ahead, "own_tricks"),
            "gain": None
            if gain is None
            else {
                name: {"mean": round(one.mean, 4), "error": round(one.error, 4)}
                for name, one in (("chance", gain.chance), ("tricks", gain.tricks))
            },
        }


def _by_name(ahead: Lookahead | None, what: str) -> dict[str, float]:
    if ahead is None:
        return {}
    value = getattr(ahead, what)
    return {str(card): round(value(card), 4) for card in ahead.tricks}


def is_worth_saying(gain: Gain) -> bool:
    """Whether a gain is large enough to be a reason, and more than chance explains."""
    return costs_contract(gain) or (_gains_tricks(gain) and gain.chance.mean >= 0)


def costs_contract(gain: Gain) -> bool:
    """Whether the other card costs the contract so often that it is worth saying."""
    return gain.chance.mean >= LESS_CHANCE and gain.chance.is_sure


def _gains_tricks(gain: Gain) -> bool:
    return gain.tricks.mean >= LESS_TRICKS and gain.tricks.is_sure


def unlike_cards(state: Play, cards: Sequence[Card]) -> list[Card]:
    """The cards without those that take the same tricks as an earlier one."""
    found = list[Card]()
    for card in cards:
        if not any(are_touching(state, card, other) for other in found):
            found.append(card)
    return found


def compared(card: Card, tried: TriedCards, among: Sequence[Card] | None = None) -> CardComparison:
    """The card beside the others, which are tried in the order in which they would be chosen; or
    beside some of them.

    The rival is the first that is worse for a cause, else the first that is clearly worse, else the
    first; so that it hardly depends on the layouts drawn. Small cards of the same suit come last.
    """
    ahead, effective = tried.ahead, tried.layouts.effective
    others = sorted(
        (one for one in (tried.cards if among is None else among) if one != card),
        key=partial(are_small, card),
    )
    if not others:
        return CardComparison(card, None, ahead, effective)
    gains = {other: tried.gain(card, other) for other in others}
    better = [other for other in others if gains[other].chance.mean <= -LESS_CHANCE]
    worse = [] if better else [other for other in others if is_worth_saying(gains[other])]
    for other in worse:
        why = why_better(card, other, tried)
        if why is not None:
            likeliest = int(np.where(why.found.shows, tried.layouts.weights, -1).argmax())
            witness = tried.layouts.deals[likeliest]
            return CardComparison(card, other, ahead, effective, gains[other], why, witness)
    rival = (better or worse or others)[0]
    return CardComparison(card, rival, ahead, effective, gains[rival])


def why_better(card: Card, than: Card, tried: TriedCards) -> WhyCard | None:
    """The best cause of what one card gains on another: of its chance; or of its tricks, where
    they are all it gains, or the cause of the other is a count, or two that share it."""
    found = list[WhyCard]()
    for by_tricks in ways(tried.gain(card, than)):
        asked = two_cards(card, than, tried, by_tricks)
        advised, rival = (tried.played[tried.cards.index(one)] for one in (card, than))
        found += card_reasons(asked, advised, rival, tried.layouts.weights)[:1]
        if found and not _falls_short(found[0]):
            break
    return min(found, key=_falls_short, default=None)


def _falls_short(why: WhyCard) -> int:
    """How far a reason is from one cause that tells by what means tricks are gained."""
    return 2 if why.found.kind in BARE else len(why.reason) - 1


def ways(gain: Gain) -> list[bool]:
    """How a gain may be explained: as one of the contract, and as one of tricks, `by_tricks`."""
    return [False] * costs_contract(gain) + [True] * _gains_tricks(gain)


def two_cards(card: Card, than: Card, tried: TriedCards, by_tricks: bool) -> TwoCards:
    """Two of the cards tried, for the reason."""
    state = tried.state
    you = (viewer_of(state) - state.contract.declarer) % 4
    return TwoCards(state.contract, you, len(state.played), card, than, by_tricks)
