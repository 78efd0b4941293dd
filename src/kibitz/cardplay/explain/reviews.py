"""A review in words: each decision, a table's summary, a session's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kibitz.cardplay.explain import share_text
from kibitz.cardplay.explain.choosing import lesson_text
from kibitz.cardplay.explain.precedents import equal_choice, precedent_text
from kibitz.wording import card_text, chance_text, contract_text, counted, listed, result_text

if TYPE_CHECKING:
    from kibitz.cardplay.review import JudgedCard, Review, ReviewedSide


def decision_text(judged: JudgedCard) -> str:
    """One line if the experts did the same, else everything known about the decision."""
    parts = [f"{decision_place(judged)}: {decision_verdict(judged)}"]
    if judged.needs_a_word:
        parts += [f"  {line}" for line in decision_notes(judged)]
    return "\n".join(parts)


def decision_place(judged: JudgedCard) -> str:
    """The card: ``trick 3, card 9, dummy ♠Q``, ``trick 1, card 1, West ♠K``."""
    state, chair = judged.state, judged.chair
    hand = state.turn.name.capitalize() if chair.is_defender else chair.value
    return f"trick {state.tricks + 1}, card {judged.number}, {hand} {card_text(judged.played)}"


def decision_verdict(judged: JudgedCard) -> str:
    """How the card compares with what experts did, in a few words."""
    answer, voters = judged.answer, len(judged.answer.precedents)
    candidate = answer.candidate(judged.played)
    count, share = candidate.count, share_text(answer, candidate)
    if judged.is_forced:
        return "nothing to decide"
    if answer.is_reading:
        read = chance_text(answer.read_share(judged.played))
        return f"no close precedent, the learned reading gives it {read}{_cost(judged)}"
    if answer.card is None:
        return f"no close precedent{_cost(judged)}"
    if judged.agrees:
        return f"as in {count} of {voters} precedents, {share} of the vote{_cost(judged)}"
    if judged.is_signal:
        return f"a signal{f' ({judged.signal})' if judged.signal else ''}"
    rare = "unusual, " if judged.is_unusual else ""
    first = answer.favoured
    chose = f"chosen in {count or 'none'} of {voters} precedents, {share} of the vote"
    other = f"{card_text(first.card)} in {first.count}, {share_text(answer, first)}"
    return f"{rare}{chose}; {other}{_cost(judged)}"


def _cost(judged: JudgedCard) -> str:
    """Its double-dummy cost, if there is one."""
    if judged.cost is None:
        return "; its double-dummy cost is not known"
    if not judged.cost:
        return "" if judged.agrees else "; double dummy it cost nothing"
    return f"; double dummy it cost {_tricks(judged.cost)}"


def _tricks(number: int) -> str:
    return f"{number} trick" if number == 1 else f"{number} tricks"


def decision_notes(judged: JudgedCard) -> list[str]:
    """The lesson, the card that would have cost nothing, the closest precedents for either card."""
    lines = [] if judged.lesson is None else [lesson_text(judged.lesson)]
    if judged.knowable is not None:
        lines.append(judged.knowable.text)
    if judged.cost and judged.costs is not None:
        free = [card_text(card) for card, cost in judged.costs.items() if not cost]
        lines.append(f"Free double dummy: {listed(free)}.")
    answer = judged.answer
    if not answer.ballot.close:
        return lines
    cards = dict.fromkeys((answer.favoured.card, judged.played))
    for card in cards if not judged.agrees else [judged.played]:
        for one in answer.precedents:
            if one.chose(card):
                lines.append(
                    f"The closest that chose {equal_choice(one, card)}: {precedent_text(one)}"
                )
                break
    return lines


def review_heading(review: Review) -> str:
    """The table: where it is from, the contract, declarer, and the result."""
    record, contract = review.record, review.record.contract
    where = str(record.citation) or str(record.source)
    name = record.citation.players[contract.declarer] if contract is not None else ""
    result = result_text(record.contract, record.tricks)
    text = f"{where}: {contract_text(record.contract, by=True)}"
    return f"{text}{f' ({name})' if name else ''}{f', {result}' if result else ''}"


def review_sides(review: Review) -> list[tuple[str, ReviewedSide]]:
    """Declarer's play and the defence, under headings; a side without a card is left out."""
    sides = (("Declarer", review.declarer), ("Opening lead and defence", review.defenders))
    return [(name, side) for name, side in sides if side.decisions]


def side_summary(side: ReviewedSide) -> str:
    """A sentence for a teacher to hand out with the board."""
    if not side.real:
        return "There was nothing to decide."
    parts = []
    if side.agreeing or len(side.unknown) < side.real:
        parts.append(f"{len(side.agreeing)} as most experts chose")
    if side.differing:
        parts.append(f"{len(side.differing)} otherwise")
    if side.unusual:
        cards = [f"{card_text(one.played)} at card {one.number}" for one in side.unusual]
        parts.append(f"{len(side.unusual)} unusual ({listed(cards)})")
    if side.signals:
        parts.append(counted(len(side.signals), "signal"))
    if side.unknown:
        parts.append(f"{len(side.unknown)} without a close precedent")
    word = "decision" if side.real == 1 else "decisions"
    return f"{side.real} real {word}: {listed(parts)}. {_given_away(side)}"


def _given_away(side: ReviewedSide) -> str:
    if side.cost is None:
        return "What the cards cost double dummy is not known of all of them."
    if not side.cost:
        return "Double dummy, nothing was given away."
    dear = [f"{card_text(one.played)} at card {one.number}" for one in side.decisions if one.cost]
    was = "was" if side.cost == 1 else "were"
    return f"Double dummy, {_tricks(side.cost)} {was} given away: {listed(dear)}."


def review_text(review: Review) -> str:
    """The whole review of a table, side by side, without cards that were no decision."""
    lines = [review_heading(review)]
    if review.auction is not None:
        lines += ["Auction:", str(review.auction)]
    for name, side in review_sides(review):
        lines.append(f"{name}:")
        lines += [decision_text(one) for one in side.decisions if not one.is_forced]
        lines.append(side_summary(side))
    return "\n".join(lines)


def session_summary(reviews: Sequence[Review]) -> str:
    """Several tables together: how often each side did as experts do, and the tricks it gave."""
    tables = counted(len(reviews), "table")
    declarer = _session_of([review.declarer for review in reviews])
    defenders = _session_of([review.defenders for review in reviews])
    return f"{tables}. Declarer: {declarer} Opening lead and defence: {defenders}"


def _session_of(sides: Sequence[ReviewedSide]) -> str:
    real = sum(side.real for side in sides)
    agreed = sum(len(side.agreeing) for side in sides)
    unusual = sum(len(side.unusual) for side in sides)
    unknown = sum(len(side.unknown) for side in sides)
    text = f"{real} real decisions, {agreed} as most experts chose, {unusual} unusual"
    text = f"{text}, {unknown} without a close precedent." if unknown else f"{text}."
    costs = [side.cost for side in sides]
    if None in costs:
        return text
    return f"{text} Given away double dummy: {_tricks(sum(cost or 0 for cost in costs))}."
