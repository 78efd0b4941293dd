"""The figures of planned deals: sentences said and held, and tricks lost by following."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev
from typing import Any

from kibitz_lab.plans.because import because_figures

TEN_POINTS = 0.1
STRAINS = ("no-trump", "suit")
_LEAST_ERROR = 0.005
"""The error of a number that was the same on every layout."""


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
        "because": because_figures(deals),
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
    """Tricks lost by the plans that were followed to the end, and without them."""
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
    """Whether stated and played-out chance are within two standard errors."""
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
