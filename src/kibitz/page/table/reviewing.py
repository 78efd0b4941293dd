"""The review of a table, made in a worker process: every decision, and the double-dummy tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.page.opened import kibitz_at
from kibitz.page.shelves import TableShelves
from kibitz.page.worker import Signal

if TYPE_CHECKING:
    from kibitz.cardplay.review import JudgedCard


def review(signal: Signal, shelves: TableShelves, shelf: str, number: int) -> dict[str, Any]:
    """The review as plain data, in words and figures; it can be cancelled after any card."""
    from kibitz.cardplay.explain.reviews import review_sides, side_summary
    from kibitz.cardplay.review import review_record
    from kibitz.games.bridge.solving import solving

    record = shelves.entry(shelf, number).record
    kibitz = kibitz_at(signal, shelves.places)
    with solving() as solver:
        found = review_record(record, kibitz.cards, solver, signal.tell, calls=kibitz.calls)
        end = record.opening_state().after_all(record.play)
        totals = list(solver.analyse(end).totals) if solver is not None else []
    sides, whole = review_sides(found), found.to_json()
    return {
        "decisions": [_decision(one, totals) for one in found.decisions if not one.is_forced],
        "totals": totals,
        "summary": whole["summary"],
        "auction": whole["auction"],
        "known": whole["known"],
        "sides": [{"name": name, "text": side_summary(side)} for name, side in sides],
        "text": str(found),
    }


def _decision(judged: JudgedCard, totals: list[int]) -> dict[str, Any]:
    """One decision as plain data; *totals* are declarer's double-dummy tricks before each card."""
    from kibitz.cardplay.explain.reviews import decision_notes, decision_place, decision_verdict

    answer, state, played = judged.answer, judged.state, str(judged.played)
    advised = None if answer.is_reading or answer.card is None else str(answer.card)
    counts = {str(one.card): one.count for one in answer.ballot.candidates}
    mentioned = dict.fromkeys([*([advised] if advised else []), played])
    best = totals[judged.number - 1] if totals else 0
    sign = 1 if judged.chair.is_defender else -1
    costs = {} if judged.costs is None else {str(c): cost for c, cost in judged.costs.items()}
    return {
        "number": judged.number,
        "trick": state.tricks + 1,
        "seat": state.turn.name.capitalize(),
        "chair": judged.chair.value,
        "is_defender": judged.chair.is_defender,
        "played": played,
        "advised": advised,
        "verdict": judged.verdict.value,
        "cost": judged.cost,
        "matters": judged.needs_a_word,
        "place": decision_place(judged),
        "said": decision_verdict(judged),
        "notes": decision_notes(judged),
        "reason": None if judged.lesson is None else judged.lesson.to_json(),
        "voters": len(answer.precedents),
        "votes": {card: counts[card] for card in mentioned if card in counts},
        "worth": {card: best + sign * cost for card, cost in costs.items() if card in mentioned},
        "hands": {str(seat): str(state.holding(seat)) for seat in _seen(judged)},
    }


def _seen(judged: JudgedCard) -> list[Any]:
    """The hands that the player to act could see."""
    from kibitz.cardplay.chairs import open_seats

    return sorted(open_seats(judged.state))
