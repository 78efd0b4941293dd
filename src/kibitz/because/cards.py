"""Why one card rather than another: the reason for "Which card?", from either side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.because.candidates import CARD, StepContext
from kibitz.because.finding import FoundReason, Reason, reasons
from kibitz.because.lies import Hidden
from kibitz.because.pair import StoryPair, Weights
from kibitz.because.setting import Setting
from kibitz.because.story import DECLARERS, Bytes, Story
from kibitz.because.words import in_full, sentence
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import DECK, Card
from kibitz.wording import card_text


@dataclass(frozen=True, slots=True)
class WhyCard:
    """One reason why a card does better than another, with its sentence and its figures."""

    found: FoundReason
    text: str
    card: Card
    than: Card
    by_tricks: bool = False
    """Whether it tells what tricks are gained, rather than the contract."""

    @property
    def reason(self) -> Reason:
        return self.found.reason

    def to_json(self) -> dict[str, Any]:
        return {
            "card": str(self.card),
            "than": str(self.than),
            "text": self.text,
            "by_tricks": self.by_tricks,
            **self.found.to_json(),
        }


@dataclass(frozen=True, slots=True)
class TwoCards:
    """Two cards that may be played now: who plays them, and in which contract.

    *you* is the seat to play, counted from declarer (for dummy's cards declarer's own, 0), and
    *ply* the number of cards already played.
    """

    contract: Contract
    you: int
    ply: int
    card: Card
    than: Card
    by_tricks: bool = False

    def context(self, playouts: Bytes) -> StepContext:
        """What is compared, and the trick that it is played to, as all playouts begin."""
        trick = playouts[0, self.ply // 4 * 4 : self.ply].tolist()
        return StepContext(card=self.card, than=self.than, tabled=tuple(DECK[one] for one in trick))


def card_pair(asked: TwoCards, advised: Bytes, rival: Bytes, weights: Weights) -> StoryPair:
    """The two cards as stories of the side to play."""
    side, target = asked.you % 2, asked.contract.target
    needed = target if side == DECLARERS else 14 - target
    trumps = asked.contract.bid.strain.trumps
    plan, other = (Story(cards, trumps, side, needed, asked.ply // 4) for cards in (advised, rival))
    seen = {asked.you, 2}
    hidden: Hidden = (1, 3) if side == DECLARERS else (0, ({1, 3} - seen).pop())
    return StoryPair(plan, other, weights / weights.sum(), asked.by_tricks, hidden)


def card_reasons(
    asked: TwoCards, advised: Bytes, rival: Bytes, weights: Weights | None = None
) -> list[WhyCard]:
    """Why the advised card does better than the rival card, the best reason first; perhaps none.

    *advised* and *rival* are whole playouts of the same layouts, (n, 52) cards in the order of play
    by their number (clubs first, twos first): the same first *ply* cards, then the card that is
    compared, then the others by the same players. Two hundred layouts, in random order, are enough.
    *weights* are those of the layouts, equal if none are given.

    So "Which card?" uses it: draw layouts as the seat to play believes them; play each out twice
    with `play_out`, once after the advised card and once after the best card that another player
    would choose; ask here; say `reasons[0].text` if there is one, and otherwise nothing. Whether
    the advised card does better at all is for the caller to find first. The deals on which the
    sentence is true are `reasons[0].found.shows`, row by row: the likeliest of them is the witness.
    """
    if weights is None:
        weights = np.full(len(advised), 1 / len(advised))
    pair = card_pair(asked, advised, rival, weights)
    context = asked.context(advised)
    setting = Setting(
        asked.contract.declarer,
        f"after {card_text(asked.than)}",
        asked.you,
        CARD,
        card=asked.card,
        than=asked.than,
        tabled=context.tabled,
        trumps=pair.plan.trumps,
        throws=context.throws(pair.plan.trumps),
    )
    return [
        WhyCard(
            one, in_full(sentence(one.reason, setting)), asked.card, asked.than, asked.by_tricks
        )
        for one in reasons(pair, CARD, context)
    ]
