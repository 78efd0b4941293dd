"""How sure the joined advice is: how often an expert plays a card, by forecast, votes and layouts.

Method:     a conditional logit over the cards tried, whose four weights are the likeliest for what
            experts played in 344 decisions from validation events; a card that nobody would choose
            keeps the share that the network forecasts
Checked by: tests/unit/cardplay/lookahead/test_trying.py
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log

from kibitz.cardplay.lookahead.evaluation import LEAST_SHARE, Lookahead
from kibitz.games.bridge.cards import Card

_FORECAST, _VOTE, _CHANCE, _TRICK = 0.8, 0.1, 3.0, 0.2


def expected(
    forecast: Mapping[Card, float], votes: Mapping[Card, float], ahead: Lookahead
) -> dict[Card, float]:
    """The chance that an expert plays each card tried.

    *forecast* and *votes* give each legal card its share together with its equals.
    """
    worth = {
        card: _FORECAST * log(max(forecast[card], LEAST_SHARE))
        + _VOTE * log(max(votes[card], LEAST_SHARE))
        + _CHANCE * ahead.success(card)
        + _TRICK * ahead.own_tricks(card)
        for card in ahead.tricks
    }
    highest = max(worth.values())
    shares = {card: exp(one - highest) for card, one in worth.items()}
    whole = sum(shares.values())
    tried = min(1.0, sum(forecast[card] for card in worth))
    return {card: tried * share / whole for card, share in shares.items()}
