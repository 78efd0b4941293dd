"""A judged auction explained in English, and nowhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.advice import Measure
from kibitz.games.bridge.auction import Bid
from kibitz.wording import call_text, contract_text, counted, listed, percent

if TYPE_CHECKING:
    from kibitz.bidding.judging.auction import AuctionReview, JudgedCall
    from kibitz.bidding.judging.contracts import ParContract, ReachedContract
    from kibitz.games.bridge.auction import Call


def auction_text(review: AuctionReview) -> str:
    """The calls that experts would not make, a summary of all calls, and the contract."""
    return "\n".join(
        [
            *(call_line(one) for one in (*review.against_rules, *review.against)),
            calls_summary(review),
            *contract_lines(review),
        ]
    )


def call_line(judged: JudgedCall) -> str:
    """One line about a call and what experts do."""
    where = f"call {judged.number}, {judged.seat.name.capitalize()} {call_text(judged.call)}"
    if judged.experts is None:
        return f"{where}: no expert was asked"
    best = judged.answer.choices[0]
    if judged.is_by_rules:
        is_bid = isinstance(best.action, Bid)
        deed = f"open {call_text(best.action)}" if is_bid else "pass"
        return f"{where}: the house rules {deed}" + " too" * (judged.call == judged.experts)
    of = "of the vote" if judged.answer.measure is Measure.VOTE else "by the network of calls"
    share = f"{percent(best.weight)} {of}"
    if judged.call == judged.experts:
        return f"{where}: as the experts ({share})"
    own = f"{_named(judged, judged.call)} has {percent(judged.share)}"
    verb = "experts are agreed on" if judged.are_agreed else "most experts"
    return f"{where}: {verb} {_named(judged, judged.experts)} ({share}); {own}"


def _named(judged: JudgedCall, call: Call) -> str:
    """A call with its name with this hand, if it has one: *2♦, a transfer to hearts*."""
    one = judged.answer.names.get(call)
    return call_text(call) if one is None else f"{call_text(call)}, {one.short},"


def calls_summary(review: AuctionReview) -> str:
    """How many real decisions there were, and how often experts are agreed or differ."""
    calls = counted(len(review.calls), "call")
    if not review.real:
        return f"{calls}, with nothing to decide."
    real = f"{calls}, {counted(review.real, 'real decision')}"
    if not review.agreed:
        return f"{real}; experts are agreed on none."
    if not review.against:
        return f"{real}; experts are agreed on {review.agreed}, and the table called the same."
    times = "once" if len(review.against) == 1 else f"{len(review.against)} times"
    return f"{real}; experts are agreed on {review.agreed}, and the table differed {times}."


def contract_lines(review: AuctionReview) -> list[str]:
    lines = [] if review.par is None else [par_line(review.par)]
    return lines + ([elsewhere_line(review.elsewhere)] if review.elsewhere else [])


def par_line(par: ParContract) -> str:
    """The double-dummy score of the contract, and par."""
    name = contract_text(par.contract, by=True)
    worth = f"Double dummy, {name} is worth {_points(par.score)}"
    best = f" ({listed([contract_text(one, by=True) for one in par.best], 'or')})" * bool(par.best)
    if par.score == par.par:
        return f"{worth}, which is par."
    won = "North-South" if par.imps > 0 else "East-West"
    away = f"{counted(abs(par.imps), 'IMP')} to {won}" if par.imps else "no IMP"
    return f"{worth}; par is {_points(par.par)}{best}: {away}."


def _points(score: int) -> str:
    """
    >>> _points(-50), _points(0)
    ('50 to East-West', 'nothing')
    """
    if not score:
        return "nothing"
    return f"{abs(score)} to {'North-South' if score > 0 else 'East-West'}"


def elsewhere_line(elsewhere: tuple[ReachedContract, ...]) -> str:
    """The contracts at other tables with the same deal."""
    said = []
    for one in elsewhere:
        taken = listed([str(tricks) for tricks in one.tricks])
        tricks = f", {taken} tricks" if taken else ""
        name = contract_text(one.contract, by=True)
        said.append(f"{name} ({counted(one.tables, 'table')}{tricks})")
    return f"With the same deal others in your library reached {listed(said)}."
