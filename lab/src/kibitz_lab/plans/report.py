"""Plans of whole deals: what is run, and its part of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean, stdev
from typing import Any

from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import files, source
from kibitz_lab.harness.tables import Column, table

CHAPTER = Chapter("Plans of whole deals")
TEN_POINTS = 0.1
STRAINS = ("no-trump", "suit")
_LEAST_ERROR = 0.005
"""Of a number that was the same on every layout."""


def summary(deals: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The figures of some deals, all of one strain."""
    said = [one for deal in deals for one in deal["said"]]
    kinds = dict.fromkeys(one["kind"] for one in said)
    rows = [_kind(kind, [one for one in said if one["kind"] == kind]) for kind in kinds]
    witnesses = [deal["witness"] for deal in deals if deal["witness"] is not None]
    apart = [deal for deal in deals if deal["gap"] >= TEN_POINTS]
    known = [deal for deal in apart if deal["expert_suit"] is not None]
    holds = [deal for deal in apart if deal["hold"] is not None and deal["expert_hold"] is not None]
    solved = [deal for deal in deals if deal["double_dummy"] is not None]
    return {
        "deals": len(deals),
        "said": len(said),
        "held": sum(one["held"] for one in said),
        "kinds": rows,
        "witnesses": len(witnesses),
        "replayed": sum(witnesses),
        "within_two_errors": fmean(map(_within, deals)),
        "brier": fmean((deal["chance"] - deal["made"]) ** 2 for deal in deals),
        "brier_base_rate": _base_rate([deal["made"] for deal in deals]),
        "brier_double_dummy": fmean((deal["double_dummy"] - deal["made"]) ** 2 for deal in solved)
        if solved
        else None,
        "stated": fmean(deal["chance"] for deal in deals),
        "made": fmean(deal["made"] for deal in deals),
        "ten_points_apart": len(apart),
        "decided": sum(deal["decides"] for deal in apart),
        "expert_suit_known": len(known),
        "expert_suit": sum(deal["expert_suit"] in deal["suits"] for deal in known),
        "expert_hold_known": len(holds),
        "expert_hold": sum(deal["hold"] == deal["expert_hold"] for deal in holds),
        "steps": fmean(deal["steps"] for deal in deals),
        **following(deals),
    }


def following(deals: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Tricks lost by those plans that were followed to the end, and without them."""
    lost = [deal["lost"] for deal in deals if deal["lost"] is not None]
    return {
        "followed": len(lost),
        "lost": fmean(one["plan"] for one in lost) if lost else None,
        "lost_free": fmean(one["free"] for one in lost) if lost else None,
        "lost_error": _paired([one["plan"] - one["free"] for one in lost]),
    }


def _kind(kind: str, said: Sequence[dict[str, Any]]) -> dict[str, Any]:
    close = [
        abs(one["gain"] - one["fresh"])
        <= 2 * max(_LEAST_ERROR, (one["error"] ** 2 + one["fresh_error"] ** 2) ** 0.5)
        for one in said
    ]
    return {
        "kind": kind,
        "said": len(said),
        "held": sum(one["held"] for one in said),
        "numbers_held": sum(close),
    }


def _within(deal: dict[str, Any]) -> bool:
    """Whether stated and played-out chance are two standard errors apart at most."""
    error = (deal["error"] ** 2 + deal["fresh_error"] ** 2) ** 0.5
    return bool(abs(deal["chance"] - deal["fresh"]) <= 2 * max(error, _LEAST_ERROR))


def _base_rate(made: Sequence[bool]) -> float:
    rate = fmean(made)
    return rate * (1 - rate)


def _paired(differences: Sequence[int]) -> float | None:
    if len(differences) < 2:
        return None
    return float(stdev(differences) / len(differences) ** 0.5)


def figures(deals: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The figures of each strain."""
    found = {}
    for strain in STRAINS:
        some = [deal for deal in deals if deal["strain"] == strain]
        if some:
            found[strain] = summary(some)
    return found


def report(result: Result) -> Iterator[str]:
    """What was said, what held, and what the experts did."""
    yield "### Every sentence on fresh layouts"
    yield ""
    yield (
        f"Deals of {files(result)}, of events that no network was taught by, planned when dummy is "
        f"down; {result['layouts']} fresh layouts each, seed {result['seed']}. {source(result)}"
    )
    for strain, found in result["strains"].items():
        yield ""
        yield from _strain(strain, found)
    if result["followed"]["followed"]:
        yield ""
        yield f"**Both together**: {_followed(result['followed'])}"


def _strain(strain: str, found: dict[str, Any]) -> Iterator[str]:
    name = "3NT" if strain == "no-trump" else "Contracts in a suit"
    share = f"{found['held'] / found['said']:.1%}" if found["said"] else "none"
    yield f"**{name}**, {found['deals']} deals, {found['steps']:.1f} steps a plan."
    yield ""
    yield from table(_COLUMNS, found["kinds"])
    yield ""
    yield (
        f"Sentences held: {found['held']} of {found['said']} ({share}). Witnesses replayed: "
        f"{found['replayed']} of {found['witnesses']}. Total within two standard errors of the "
        f"played-out chance: {found['within_two_errors']:.1%} of the deals."
    )
    yield ""
    yield (
        f"Brier score of the total against what the expert made: {found['brier']:.3f} (base rate "
        f"{found['brier_base_rate']:.3f}, double dummy alone "
        f"{_or_none(found['brier_double_dummy'])}); "
        f"stated {found['stated']:.1%}, made {found['made']:.1%}."
    )
    yield ""
    yield (
        f"Best and next best line ten points apart in {found['ten_points_apart']} deals; a "
        f"sentence decided in {found['decided']} of them; the plan's first suit was the expert's "
        f"in {found['expert_suit']} of {found['expert_suit_known']}, its hold-up in "
        f"{found['expert_hold']} of {found['expert_hold_known']} of them with one."
    )
    if found["followed"]:
        yield ""
        yield _followed(found)


def _followed(found: dict[str, Any]) -> str:
    return (
        f"Followed to the end against perfect defenders, {found['followed']} deals: precedents of "
        f"the starter memory with lookahead lose {found['lost']:.2f} tricks a deal if they follow "
        f"the plan, {found['lost_free']:.2f} if they do not know it (paired standard error "
        f"{found['lost_error'] or 0:.2f})."
    )


def _or_none(score: float | None) -> str:
    return "unknown" if score is None else f"{score:.3f}"


_COLUMNS = (
    Column("kind", "kind", left=True),
    Column("said", "said"),
    Column("held on fresh layouts", "held"),
    Column("number within two errors", "numbers_held"),
)

EXPERIMENTS = (
    Experiment(
        result="plans",
        command="lab plans --records {human_players.jsonl.xz} --deals 150 --follow 150",
        quick="lab plans --records {3nt.jsonl} --deals 1 --layouts 20 --follow 1 --every-event",
        chapter=CHAPTER,
        report=report,
    ),
)
