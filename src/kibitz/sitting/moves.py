"""What may be done at the table, and what comes of it."""

from __future__ import annotations

from dataclasses import replace

from kibitz.errors import IllegalActionError, UsageError
from kibitz.games.bridge.auction import Bid, Call, Sign
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.play import Play
from kibitz.sitting.coached import (
    CoachedDeal,
    DealStage,
    FirstAnswer,
    FirstCall,
    Mark,
    MarkKind,
)
from kibitz.wording import call_text, card_text, listed


def after(deal: CoachedDeal, choice: Call | Card) -> CoachedDeal:
    """The deal after a call or a card, by the house or as the rules force it."""
    if isinstance(choice, Card):
        state = playing(deal)
        if choice not in state.legal_actions:
            raise IllegalActionError(why_not(state, choice))
        return deal.played(choice)
    if deal.stage is not DealStage.BIDDING:
        raise UsageError("The bidding is over: play a card.")
    if choice not in deal.auction.legal_actions:
        raise IllegalActionError(why_not_called(deal, choice))
    return deal.called(choice)


def chosen(deal: CoachedDeal, choice: Call | Card) -> CoachedDeal:
    """The deal after a call or a card that a person chose."""
    if not deal.is_persons:
        raise UsageError("It is not your turn.")
    return replace(after(deal, choice), own=(*deal.own, deal.moment))


def undo(deal: CoachedDeal) -> CoachedDeal:
    """The deal before the last choice of a person, which is noted.

    What was noted before stays; everything else is as it was then.
    """
    if not deal.own:
        raise UsageError("There is nothing to take back.")
    return noted(deal.until(deal.own[-1]), MarkKind.BACK)


def noted(deal: CoachedDeal, kind: MarkKind, number: int = 0) -> CoachedDeal:
    """The deal with a note at this moment."""
    return replace(deal, marks=(*deal.marks, Mark(kind, deal.moment, number)))


def answered(deal: CoachedDeal, answer: FirstAnswer) -> CoachedDeal:
    """The deal with the answer at a decision, unless it was answered before: the first one counts.

    After a hint that named the card, a right answer was shown and is none.
    """
    if any(one.before == answer.before for one in deal.answers):
        return deal
    return replace(deal, answers=(*deal.answers, answer))


def spoke(deal: CoachedDeal, call: FirstCall) -> CoachedDeal:
    """The deal with a call noted, unless one was noted there before: the first one counts."""
    if any(one.before == call.before for one in deal.spoken):
        return deal
    return replace(deal, spoken=(*deal.spoken, call))


def replayed(deal: CoachedDeal, trick: int) -> CoachedDeal:
    """The deal again from a trick on, for oneself: all until then is given, nothing is noted."""
    if deal.contract is None:
        raise UsageError("Nothing was played on this deal.")
    last = max(1, (len(deal.cards) + 3) // 4)
    if not 1 <= trick <= last:
        raise UsageError(f"A trick from 1 to {last}, please.")
    before = deal.cards[: 4 * (trick - 1)]
    start = replace(deal.start, auction=deal.auction.calls, cards=before, again=True)
    return CoachedDeal.at(start)


def conceded(deal: CoachedDeal, tricks: int) -> CoachedDeal:
    """The deal at its end, by a claim: declarer has so many tricks in all."""
    state = playing(deal)
    if not state.declarer_tricks <= tricks <= state.declarer_tricks + 13 - state.tricks:
        raise UsageError(f"Declarer can't end with {tricks} tricks.")
    return replace(deal, claimed=tricks)


def playing(deal: CoachedDeal) -> Play:
    """The play, while it goes on."""
    if deal.stage is DealStage.BIDDING:
        raise UsageError("The bidding is not over yet.")
    if deal.stage is DealStage.OVER or deal.play is None:
        raise UsageError("The deal is over.")
    return deal.play


def why_not(state: Play, card: Card) -> str:
    """Why a card cannot be played now, as one says it at the table."""
    if card in state.played:
        return f"{card_text(card)} is gone."
    if card not in state.holding(state.turn):
        return (
            f"{card_text(card)} is not in {state.turn.name.capitalize()}'s hand, whose turn it is."
        )
    suit = state.trick[0].suit
    cards = listed([card_text(one) for one in reversed(state.legal_actions)], "or")
    return f"{suit.name.capitalize()} were led, and there are some in this hand: play {cards}."


def why_not_called(deal: CoachedDeal, choice: Call) -> str:
    """Why a call cannot be made now."""
    bids = [one for one in deal.auction.calls if isinstance(one, Bid)]
    if isinstance(choice, Bid):
        return f"{call_text(choice)} is too low: bid more than {call_text(bids[-1])}."
    word = "double" if choice is Sign.DOUBLE else "redouble"
    return f"There is nothing to {word}."
