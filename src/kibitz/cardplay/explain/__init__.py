"""The only place that writes English about cards: here an answer, beside it precedents, reviews."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.cardplay.explain.precedents import equal_choice, precedent_text
from kibitz.cardplay.scoring import are_equal
from kibitz.games.bridge.cards import Card
from kibitz.wording import card_text, chance_text, listed, percent

if TYPE_CHECKING:
    from kibitz.cardplay.answer import CardAnswer
    from kibitz.cardplay.lookahead.evaluation import Lookahead
    from kibitz.cardplay.similarity.voting import Candidate

_OTHERS = 3  # cards that are spoken of beside the one advised


def explain(answer: CardAnswer) -> str:
    """Why this card: the verdict, what lookahead says, and the closest precedents."""
    if answer.is_forced:
        return f"{card_text(answer.favoured.card)} is the only card that may be played."
    parts = [_verdict(answer)]
    if answer.lookahead is not None and answer.card is not None:
        parts.append(_ahead(answer, answer.lookahead, answer.card))
    parts += _closest(answer)
    return "\n".join(parts)


def no_card(answer: CardAnswer) -> str:
    """Why the precedents advise no card."""
    if not answer.known:
        return (
            "There are no precedents yet: 'kibitz import' brings games into the library, "
            "'kibitz learn cardplay' learns from them."
        )
    voters, first = len(answer.precedents), answer.favoured
    nearest = (
        f" {first.count} of the {voters} most similar decisions chose {card_text(first.card)}, "
        "but they are too far to lean on."
    )
    return f"No close precedent among {answer.known:,} decisions.{nearest if voters else ''}"


def _verdict(answer: CardAnswer) -> str:
    """What the precedents say, in a sentence or two."""
    if not answer.ballot.close:
        return no_card(answer)
    voters, first = len(answer.precedents), answer.favoured
    card = card_text(first.card)
    chose = f"{first.count} of the {voters} most similar decisions"
    if answer.card != first.card:
        return f"{chose} chose {card}{_vote(answer)}"
    if first.count == voters:
        chose = f"all of the {voters} most similar decisions"
    return (
        f"Play {card}: {chose} chose it{_vote(answer)} "
        f"Of advice like this, {chance_text(answer.ballot.confidence)} is what an expert plays."
    )


def _vote(answer: CardAnswer) -> str:
    """The share of the vote, and the other cards that were chosen."""
    first = answer.favoured
    others = [
        one
        for one in _unequal(answer)
        if one.count and not are_equal(answer.state, one.card, first.card)
    ]
    if not others:
        return "."
    weighed = ", the closer ones weighing more" if others[0].count > first.count else ""
    cards = [
        f"{card_text(one.card)} {one.count} ({share_text(answer, one)})" for one in others[:_OTHERS]
    ]
    return f", with {share_text(answer, first)} of the vote{weighed}. Others: {listed(cards)}."


def share_text(answer: CardAnswer, one: Candidate) -> str:
    """A card's part of the vote; the crumbs that keep every card in the order are no votes."""
    if not one.count:
        return percent(0)
    return percent(1) if one.count == len(answer.precedents) else chance_text(one.share)


def _unequal(answer: CardAnswer) -> list[Candidate]:
    """The candidates, one of each class of equal cards."""
    unequal: list[Candidate] = []
    for one in answer.ballot.candidates:
        if not any(are_equal(answer.state, one.card, other.card) for other in unequal):
            unequal.append(one)
    return unequal


def _ahead(answer: CardAnswer, ahead: Lookahead, card: Card) -> str:
    best = max(ahead.tricks, key=lambda one: ahead.tricks[one])
    text = (
        f"Over {ahead.layouts} sampled layouts of the hidden cards {card_text(card)} takes "
        f"{ahead.tricks[card]:.2f} tricks on average and makes the contract in "
        f"{percent(ahead.made[card])}"
    )
    if ahead.tricks[best] > ahead.tricks[card]:
        text += f"; the most is {ahead.tricks[best]:.2f}, with {card_text(best)}"
    if card == answer.favoured.card and answer.ballot.close:
        return f"{text}: precedents and lookahead together advise it."
    return f"{text}. Together with the precedents: play {card_text(card)}."


def _closest(answer: CardAnswer) -> list[str]:
    """The closest precedent, and the closest on the other side of the vote."""
    if not answer.precedents:
        return []
    card, first = answer.favoured.card, answer.precedents[0]
    agrees = first.chose(card)
    lines = [f"The closest position: {precedent_text(first)}"]
    for other in answer.precedents[1:]:
        if other.chose(card) != agrees:
            label = "otherwise" if agrees else equal_choice(other, card)
            lines.append(f"The closest that chose {label}: {precedent_text(other)}")
            break
    return lines
