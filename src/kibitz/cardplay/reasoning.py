"""The reason for a card: it and the cards that others would choose, played out on the same layouts.

The votes say what experts did, the layouts what comes of it. Both together choose the card; the
reason compares it with the best other card that another good player would choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.because.cards import TwoCards, WhyCard, card_reasons
from kibitz.cardplay.chairs import viewer_of
from kibitz.cardplay.lookahead.cards_played import Networks
from kibitz.cardplay.lookahead.trying import Gain, TriedCards, try_cards
from kibitz.cardplay.lookahead.weighing import hear
from kibitz.cardplay.scoring import are_touching, unequal_cards
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.play import Play

if TYPE_CHECKING:
    from kibitz.cardplay.answer import CardAnswer
    from kibitz.cardplay.lookahead.evaluation import Lookahead

CHOSEN = 0.1
"""The share of the vote, or of the network's forecast, from which on a card is one that another
good player would choose."""
LESS_CHANCE, LESS_TRICKS = 0.05, 0.3
"""By so much of the contract's chance, or so many tricks, a card must be worse to be compared."""
_MOST = 4
"""The most cards that are tried."""


@dataclass(frozen=True)
class CardReason:
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
    """The likeliest of the layouts on which the cause is true."""

    @property
    def is_better(self) -> bool:
        """Whether the card is better than its rival by more than chance explains."""
        return self.gain is not None and is_worth_saying(self.gain)

    @property
    def is_close(self) -> bool:
        return self.rival is not None and not self.is_better

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
    return (gain.chance.mean >= LESS_CHANCE and gain.chance.is_sure) or (
        gain.tricks.mean >= LESS_TRICKS and gain.tricks.is_sure and gain.chance.mean >= 0
    )


def explained(answer: CardAnswer, networks: Networks, layouts: int) -> CardAnswer:
    """The answer with its reason; without lookahead, the cards tried count beside the votes."""
    question, cards = answer.question, cards_to_try(answer)
    if not cards or answer.card is None:
        return answer
    if len(cards) == 1:
        return replace(answer, reason=CardReason(answer.card, None))
    tried = try_cards(
        answer.state,
        question.auction,
        cards,
        networks,
        believer=hear(question.auction, question.vulnerability),
        seed=answer.seed,
        layouts=layouts,
    )
    if answer.lookahead is None:
        answer = replace(answer, lookahead=tried.ahead)
    assert answer.card is not None
    return replace(answer, reason=reason_of(answer.card, tried))


def cards_to_try(answer: CardAnswer) -> list[Card]:
    """The card advised, those that another good player would choose, and the one in mind."""
    state, first = answer.state, answer.card
    if answer.is_forced or answer.like or first is None:
        return []
    if answer.is_small:
        return _unlike(state, [first, *state.legal_actions])[:_MOST]
    shares = answer.seen_as
    order = sorted(shares, key=lambda card: -shares[card])
    others = [card for card in unequal_cards(state, order) if shares[card] >= CHOSEN]
    asked = [] if answer.question.considered is None else [answer.question.considered]
    return unequal_cards(state, [first, *asked, *others])[:_MOST]


def _unlike(state: Play, cards: Sequence[Card]) -> list[Card]:
    """The cards without those that take the same tricks as an earlier one."""
    found = list[Card]()
    for card in cards:
        if not any(are_touching(state, card, other) for other in found):
            found.append(card)
    return found


def reason_of(card: Card, tried: TriedCards) -> CardReason:
    """The card beside the best of the others that is clearly worse, or else beside the best."""
    ahead, effective = tried.ahead, tried.layouts.effective
    others = sorted(
        (one for one in tried.cards if one != card),
        key=lambda one: (ahead.success(one), ahead.own_tricks(one)),
        reverse=True,
    )
    gains = {other: tried.gain(card, other) for other in others}
    better = [other for other in others if gains[other].chance.mean <= -LESS_CHANCE]
    worse = [] if better else [other for other in others if is_worth_saying(gains[other])]
    for other in worse:
        why = _why(card, other, tried)
        if why is not None:
            likeliest = int(np.where(why.found.true, tried.layouts.weights, -1).argmax())
            witness = tried.layouts.deals[likeliest]
            return CardReason(card, other, ahead, effective, gains[other], why, witness)
    rival = (worse or others)[0]
    return CardReason(card, rival, ahead, effective, gains[rival])


def _why(card: Card, than: Card, tried: TriedCards) -> WhyCard | None:
    """The best cause of what one card gains on another: of its chance, or else of its tricks."""
    state, gain = tried.state, tried.gain(card, than)
    asked = TwoCards(
        state.contract,
        (viewer_of(state) - state.contract.declarer) % 4,
        len(state.played),
        card,
        than,
        by_tricks=gain.chance.mean < LESS_CHANCE or not gain.chance.is_sure,
    )
    advised, rival = (tried.played[tried.cards.index(one)] for one in (card, than))
    return next(iter(card_reasons(asked, advised, rival, tried.layouts.weights)), None)
