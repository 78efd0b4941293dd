"""Whole deals played out by players who follow a script: made stories for tests of reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from kibitz.because.pair import StoryPair
from kibitz.because.story import Bytes, Story
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.play import Play, trick_winner


@dataclass(frozen=True, slots=True)
class Script:
    """How a deal is played: on lead each side plays the first suit of its list that it has, from
    the top; behind an enemy's card everybody wins as cheaply as he can, and else plays low.

    *ours* and *theirs* are the suits in order, declarer's side first; *ducks* are the rounds of a
    suit that declarer's side lets go; *keeps* is a suit that nobody throws away; *lead* and *low*
    are cards to lead first and suits to lead from the bottom.
    """

    ours: str
    theirs: str = "HSDC"
    ducks: Mapping[str, int] = field(default_factory=dict)
    low: str = ""
    lead: str = ""
    ruffs: bool = True


def played(deal: Deal, contract: Contract, script: Script) -> tuple[Card, ...]:
    """The play of a deal by a script, from the opening lead to the last card."""
    state = Play.start(deal, contract)
    while len(state.played) < 52:
        state = state.after(_card(state, script))
    return state.played


def _card(state: Play, script: Script) -> Card:
    legal = state.legal_actions
    if len(legal) == 1:
        return legal[0]
    if not state.played and script.lead:
        return Card.parse(script.lead)
    ours = state.turn.is_with(state.contract.declarer)
    order = [Suit.parse(one) for one in (script.ours if ours else script.theirs)]
    if not state.trick:
        suit = min({card.suit for card in legal}, key=order.index)
        of_suit = sorted((card for card in legal if card.suit is suit), key=lambda c: c.rank)
        return of_suit[0 if ours and str(suit) in script.low else -1]
    return _following(state, script, legal, order, ours=ours)


def _following(
    state: Play, script: Script, legal: Sequence[Card], order: Sequence[Suit], *, ours: bool
) -> Card:
    trick, led = state.trick, state.trick[0].suit
    rounds = sum(1 for at in range(0, 4 * state.tricks, 4) if state.played[at].suit is led)
    follows = legal[0].suit is led
    best = trick_winner(trick, state.trumps)
    is_partners = len(trick) >= 2 and best == len(trick) - 2
    ducks = ours and rounds < script.ducks.get(str(led), 0)
    winners = [c for c in legal if trick_winner((*trick, c), state.trumps) == len(trick)]
    if not follows and not script.ruffs:
        winners = []
    if winners and not is_partners and not ducks:
        return min(winners, key=lambda card: card.rank)
    if follows:
        return min(legal, key=lambda card: card.rank)
    plain = [card for card in legal if card.suit is not state.trumps] or list(legal)
    return min(plain, key=lambda card: (-order.index(card.suit), card.rank))


def cards_of(deal: Deal, contract: Contract, script: Script) -> Bytes:
    """The play as a row of a story."""
    cards = [card.bit.bit_length() - 1 for card in played(deal, contract, script)]
    return np.array([cards], np.uint8)


def pair_of(
    deals: Sequence[Deal],
    contract: str,
    plan: Script,
    rival: Script,
    *,
    side: int = 0,
    times: int = 1,
    by_tricks: bool = False,
) -> StoryPair:
    """Both scripts on some deals, each deal so many times, all equally likely."""
    agreed = Contract.parse(contract)
    needed = agreed.target if side == 0 else 14 - agreed.target
    stories = []
    for script in (plan, rival):
        rows = np.concatenate([cards_of(deal, agreed, script) for deal in deals])
        cards = np.repeat(rows, times, axis=0)
        stories.append(Story(cards, agreed.bid.strain.trumps, side, needed))
    number = len(deals) * times
    return StoryPair(stories[0], stories[1], np.full(number, 1 / number), by_tricks)
