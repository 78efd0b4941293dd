"""The only module, beside the words of `wording`, that writes English about advice and reviews."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kibitz.cardplay.scoring import are_equal
from kibitz.cardplay.wording import alike, cited, differences, played
from kibitz.games.bridge.cards import Card
from kibitz.wording import (
    card_text,
    chance_text,
    contract_text,
    counted,
    listed,
    percent,
    result_text,
)

if TYPE_CHECKING:
    from kibitz.cardplay.answer import Advice, Precedent
    from kibitz.cardplay.lookahead.evaluation import Lookahead
    from kibitz.cardplay.review import Judged, Review
    from kibitz.cardplay.similarity.voting import Candidate

_OTHERS = 3  # cards that are told of beside the one advised


def explain(advice: Advice) -> str:
    """Why this card: the verdict, what lookahead says, and the closest precedents."""
    if advice.is_forced:
        return f"{card_text(advice.favoured.card)} is the only card that may be played."
    parts = [verdict(advice)]
    if advice.lookahead is not None and advice.card is not None:
        parts.append(_ahead(advice, advice.lookahead, advice.card))
    parts += _closest(advice)
    return "\n".join(parts)


def verdict(advice: Advice) -> str:
    """What the precedents say, in a sentence or two."""
    if not advice.known:
        return (
            "There are no precedents yet: 'kibitz import' brings games into the library, "
            "'kibitz learn cardplay' learns from them."
        )
    voters, first = len(advice.precedents), advice.favoured
    card = card_text(first.card)
    chose = f"{first.count} of the {voters} most similar decisions"
    if not advice.ballot.close:
        nearest = f" {chose} chose {card}, but they are too far to lean on." if voters else ""
        return f"No close precedent among {advice.known:,} decisions.{nearest}"
    if advice.card != first.card:
        return f"{chose} chose {card}{_vote(advice)}"
    if first.count == voters:
        chose = f"all of the {voters} most similar decisions"
    return (
        f"Play {card}: {chose} chose it{_vote(advice)} "
        f"Of advice like this, {chance_text(advice.ballot.confidence)} is what an expert plays."
    )


def _vote(advice: Advice) -> str:
    """The share of the vote, and the other cards that were chosen."""
    first = advice.favoured
    others = [
        one
        for one in _unequal(advice)
        if one.count and not are_equal(advice.state, one.card, first.card)
    ]
    if not others:
        return "."
    weighed = ", the closer ones weighing more" if others[0].count > first.count else ""
    told = [
        f"{card_text(one.card)} {one.count} ({_share(advice, one)})" for one in others[:_OTHERS]
    ]
    return f", with {_share(advice, first)} of the vote{weighed}. Others: {listed(told)}."


def _share(advice: Advice, one: Candidate) -> str:
    """A card's part of the vote; the crumbs that keep every card in the order are no votes."""
    if not one.count:
        return percent(0)
    return percent(1) if one.count == len(advice.precedents) else chance_text(one.share)


def _unequal(advice: Advice) -> list[Candidate]:
    """The candidates, one of each class of equal cards."""
    kept: list[Candidate] = []
    for one in advice.ballot.candidates:
        if not any(are_equal(advice.state, one.card, other.card) for other in kept):
            kept.append(one)
    return kept


def _ahead(advice: Advice, ahead: Lookahead, card: Card) -> str:
    best = max(ahead.tricks, key=lambda one: ahead.tricks[one])
    told = (
        f"Over {ahead.layouts} sampled layouts of the hidden cards {card_text(card)} takes "
        f"{ahead.tricks[card]:.2f} tricks on average and makes the contract in "
        f"{percent(ahead.made[card])}"
    )
    if ahead.tricks[best] > ahead.tricks[card]:
        told += f"; the most is {ahead.tricks[best]:.2f}, with {card_text(best)}"
    if card == advice.favoured.card and advice.ballot.close:
        return f"{told}: precedents and lookahead together advise it."
    return f"{told}. Together with the precedents: play {card_text(card)}."


def _closest(advice: Advice) -> list[str]:
    """The closest precedent, and the closest on the other side of the vote."""
    if not advice.precedents:
        return []
    card, first = advice.favoured.card, advice.precedents[0]
    agrees = _chose(first, card)
    told = [f"The closest position: {precedent_text(first)}"]
    for other in advice.precedents[1:]:
        if _chose(other, card) != agrees:
            label = "otherwise" if agrees else _choice(other, card)
            told.append(f"The closest that chose {label}: {precedent_text(other)}")
            break
    return told


def _chose(precedent: Precedent, card: Card) -> bool:
    """Whether a precedent's vote went to *card*, or to one that comes to the same."""
    vote = precedent.votes_for
    return vote is not None and are_equal(precedent.asked, vote, card)


def _choice(precedent: Precedent, card: Card) -> str:
    """What it chose in our cards, beside the equal *card* that is spoken of."""
    vote = precedent.votes_for or card
    return card_text(card) if vote == card else f"{card_text(vote)}, equal to {card_text(card)}"


def precedent_text(precedent: Precedent) -> str:
    """One precedent: where it stands, what was played, what is alike and what differs."""
    same, other = alike(precedent), differences(precedent)
    told = f"{cited(precedent)}. {played(precedent)}."
    if same:
        told += f" Alike: {', '.join(same)}."
    told += f" Differs: {'; '.join(other)}." if other else " Nothing we look at differs."
    return told


def decision_text(judged: Judged) -> str:
    """One line where the experts did the same, else all that is known about it."""
    parts = [f"{decision_place(judged)}: {decision_verdict(judged)}"]
    if judged.needs_a_word:
        parts += [f"  {line}" for line in decision_reasons(judged)]
    return "\n".join(parts)


def decision_place(judged: Judged) -> str:
    """Which card it is: ``trick 3, card 9, dummy ♠Q``."""
    state = judged.state
    hand = "declarer" if state.turn is state.contract.declarer else "dummy"
    return f"trick {state.tricks + 1}, card {judged.number}, {hand} {card_text(judged.played)}"


def decision_verdict(judged: Judged) -> str:
    """How the card stands to what experts did, in a few words."""
    advice, voters = judged.advice, len(judged.advice.precedents)
    candidate = advice.candidate(judged.played)
    count, share = candidate.count, _share(advice, candidate)
    if judged.is_forced:
        return "nothing to decide"
    if advice.card is None:
        return f"no close precedent{_cost(judged)}"
    if judged.agrees:
        return f"as in {count} of {voters} precedents, {share} of the vote{_cost(judged)}"
    rare = "unusual, " if judged.is_unusual else ""
    first = advice.favoured
    chose = f"chosen in {count or 'none'} of {voters} precedents, {share} of the vote"
    other = f"{card_text(first.card)} in {first.count}, {_share(advice, first)}"
    return f"{rare}{chose}; {other}{_cost(judged)}"


def _cost(judged: Judged) -> str:
    """What it cost double dummy, where that is something."""
    if judged.cost is None:
        return "; its double-dummy cost is not known"
    if not judged.cost:
        return "" if judged.agrees else "; double dummy it cost nothing"
    return f"; double dummy it cost {_tricks(judged.cost)}"


def _tricks(number: int) -> str:
    return f"{number} trick" if number == 1 else f"{number} tricks"


def decision_reasons(judged: Judged) -> list[str]:
    """What would have cost nothing, and the closest precedents for the one card and the other."""
    told = []
    if judged.cost and judged.costs is not None:
        free = [card_text(card) for card, cost in judged.costs.items() if not cost]
        told.append(f"Free double dummy: {listed(free)}.")
    advice = judged.advice
    if not advice.ballot.close:
        return told
    cards = dict.fromkeys((advice.favoured.card, judged.played))
    for card in cards if not judged.agrees else [judged.played]:
        for one in advice.precedents:
            if _chose(one, card):
                told.append(f"The closest that chose {_choice(one, card)}: {precedent_text(one)}")
                break
    return told


def review_heading(review: Review) -> str:
    """The table: where it stands, the contract, who declared, the result."""
    record, contract = review.record, review.record.contract
    where = str(record.citation) or str(record.source)
    name = record.citation.players[contract.declarer] if contract is not None else ""
    result = result_text(record.contract, record.tricks)
    told = f"{where}: {contract_text(record.contract, by=True)}"
    return f"{told}{f' ({name})' if name else ''}{f', {result}' if result else ''}"


def review_summary(review: Review) -> str:
    """The sentence that a teacher hands out with the board."""
    if not review.real:
        return "There was nothing to decide."
    parts = [f"{len(review.agreeing)} as most experts chose"]
    if review.differing:
        parts.append(f"{len(review.differing)} otherwise")
    if review.unusual:
        cards = [f"{card_text(one.played)} at card {one.number}" for one in review.unusual]
        parts.append(f"{len(review.unusual)} unusual ({listed(cards)})")
    if review.unknown:
        parts.append(f"{len(review.unknown)} without a close precedent")
    word = "decision" if review.real == 1 else "decisions"
    return f"{review.real} real {word}: {listed(parts)}. {_given_away(review)}"


def _given_away(review: Review) -> str:
    if review.cost is None:
        return "What the cards cost double dummy is not known of all of them."
    if not review.cost:
        return "Double dummy, nothing was given away."
    dear = [f"{card_text(one.played)} at card {one.number}" for one in review.decisions if one.cost]
    was = "was" if review.cost == 1 else "were"
    return f"Double dummy, {_tricks(review.cost)} {was} given away: {listed(dear)}."


def review_text(review: Review) -> str:
    """The whole review of one table; cards with nothing to decide are left out."""
    told = [decision_text(one) for one in review.decisions if not one.is_forced]
    return "\n".join([review_heading(review), *told, review_summary(review)])


def session_summary(reviews: Sequence[Review]) -> str:
    """Several tables together: how often declarer did as the experts, and the tricks given away."""
    real = sum(review.real for review in reviews)
    agreed = sum(len(review.agreeing) for review in reviews)
    unusual = sum(len(review.unusual) for review in reviews)
    tables = counted(len(reviews), "table")
    told = f"{tables}, {real} real decisions: {agreed} as most experts chose, {unusual} unusual."
    costs = [review.cost for review in reviews]
    if None in costs:
        return told
    return f"{told} Given away double dummy: {_tricks(sum(cost or 0 for cost in costs))}."
