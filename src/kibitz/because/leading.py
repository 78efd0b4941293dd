"""Who leads a suit, and from which hand: causes about opening a suit and about the way across.

Like the truths in `causes`, each reads the two stories of a layout and says yes or no.
"""

from __future__ import annotations

import numpy as np

from kibitz.because.pair import StoryPair
from kibitz.because.story import NEVER, Bools, Rows, Story


def apart(pair: StoryPair) -> Rows:
    """The first trick in which the two playouts differ."""

    def found() -> Rows:
        first: Rows = (pair.plan.cards != pair.rival.cards).argmax(axis=1) // 4
        return first

    return pair.once("apart", found)


def worse_in(suit: int, pair: StoryPair) -> Bools:
    """R: we win fewer tricks of a suit, or they win more."""
    fewer = pair.rival.won(suit) < pair.plan.won(suit)
    found: Bools = fewer | (pair.rival.lost(suit) > pair.plan.lost(suit))
    return found


def they_open(suit: int, pair: StoryPair) -> Bools:
    """P: they lead a suit before we do. R: we lead it first, and it is worth less to us."""
    plan, rival = pair.plan, pair.rival
    theirs = plan.their_lead[:, suit] < plan.first_lead[:, suit]
    ours = rival.first_lead[:, suit] < rival.their_lead[:, suit]
    found: Bools = theirs & ours & (plan.their_lead[:, suit] > apart(pair)) & worse_in(suit, pair)
    return found


def led_from(hand: int, suit: int, pair: StoryPair) -> Bools:
    """P: this hand leads a suit later on, and the other one wins through a finesse or captures an
    honour. R: it never leads the suit, which is worth less to us."""
    from_there, rows = pair.plan.leads[:, hand, suit], np.arange(len(pair))
    later = (from_there > apart(pair)) & (from_there < NEVER)
    at = np.minimum(from_there, 12)
    wins = pair.plan.winners[rows, at] == (hand + 2) % 4
    gains = pair.plan.outplays[rows, at]
    not_there = pair.rival.leads[:, hand, suit] == NEVER
    found: Bools = later & wins & gains & not_there & worse_in(suit, pair)
    return found


def lost_entry(pair: StoryPair, hand: int, suit: int) -> Bools:
    """Where, after the playouts part, a hand of ours wins tricks of other suits in the plan and
    none in the rival's."""

    def lost() -> Bools:
        mine, theirs = (in_again(one, hand, suit, apart(pair)) for one in (pair.plan, pair.rival))
        found: Bools = (mine >= 0) & (theirs < 0)
        return found

    return pair.once(("lost entry", hand, suit), lost)


def in_again(story: Story, hand: int, suit: int, after: Rows) -> Rows:
    """The card of another suit with which a hand of ours first wins a trick after that one; -1
    where it wins none."""
    tricks = np.arange(13)
    wins = (tricks > after[:, None]) & (story.winners == hand) & (story.winning // 13 != suit)
    first = wins.argmax(axis=1)
    found: Rows = np.where(wins.any(axis=1), story.winning[np.arange(len(story)), first], -1)
    return found
