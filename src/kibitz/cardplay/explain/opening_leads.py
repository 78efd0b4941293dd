"""What an answer about an opening lead says besides precedents: the auction, suit and card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.cardplay.leads.explain import auction_text, comparison_text, lead_text
from kibitz.cardplay.leads.lead import Lead
from kibitz.cardplay.leads.names import conventions_text
from kibitz.cardplay.leads.results import LeadResults
from kibitz.cardplay.leads.rule import textbook_lead
from kibitz.games.bridge.cards import Card

if TYPE_CHECKING:
    from kibitz.cardplay.answer import CardAnswer


def before_the_lead(answer: CardAnswer) -> list[str]:
    """What the auction says about the hidden hands, if it is known."""
    auction = answer.question.auction
    if auction is None or not auction.calls:
        return []
    hand, contract = answer.state.holding(answer.question.seat), answer.state.contract
    named = conventions_text(hand, auction, contract)
    said = auction_text(hand, auction, contract, is_asked=answer.is_asked)
    return [*([named] if named else []), said]


def about_the_lead(answer: CardAnswer) -> list[str]:
    """The lead advised, and the second choice.

    If nothing is advised, the textbook's lead, stated as a rule.
    """
    auction = answer.question.auction
    if auction is None or not auction.calls:
        return []
    agreed = answer.agreements
    if answer.card is None:
        hand, contract = answer.state.holding(answer.question.seat), answer.state.contract
        lead = _lead(answer, textbook_lead(hand, auction, contract))
        return [f"By the book: {lead_text(lead, agreed)}"]
    first, *others = [choice.action for choice in answer.choices]
    said = [lead_text(_lead(answer, first), agreed)]
    if others:
        said.append(comparison_text(_lead(answer, first), _lead(answer, others[0])))
    return [" ".join(said)]


def lead_results(answer: CardAnswer) -> LeadResults | None:
    """The results of the precedents' leads in the favoured suit, beside those of their others."""
    known = [one for one in answer.precedents if not one.is_house]
    return LeadResults.of(known, answer.favoured.card.suit)


def _lead(answer: CardAnswer, card: Card) -> Lead:
    auction = answer.question.auction
    assert auction is not None
    return Lead(answer.state.holding(answer.question.seat), auction, answer.state.contract, card)
