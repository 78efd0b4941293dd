"""The figures of reasons: how many are said and true again, and how sure the cards were."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median, quantiles
from typing import Any

from kibitz_lab.harness.statistics import clustered, tenths
from kibitz_lab.lessons.experiment import share
from kibitz_lab.plans.because import because_figures

Found = dict[str, Any]


def compared_figures(compared: Sequence[Found]) -> Found:
    """Comparisons, all of plans or all of cards: each figure with its interval."""
    counted = because_figures([{"because": compared}])
    said = [one for one in compared if one["kind"] is not None]
    again = [one for one in said if one["anew"] is not None]
    seconds = [one["seconds"] for one in compared]
    return {
        "kinds": counted["kinds"],
        "said": share([one["kind"] is not None for one in compared]),
        "held": share([one["held"] for one in said]),
        "same_kind": share([one["anew"] == one["kind"] for one in again]),
        "by_chance": share([one["control"] for one in compared]),
        "seconds": median(seconds) if seconds else None,
        "seconds_95": quantiles(seconds, n=20)[-1] if len(seconds) > 1 else None,
    }


def cards_figures(asked: Sequence[Found]) -> Found:
    """All decisions about cards: comparisons, confidence, and what the cards agree with."""
    compared = [one["compared"] for one in asked if one["compared"] is not None]
    return {
        "decisions": len(asked),
        "events": len({one["event"] for one in asked}),
        "tried": sum(one["tried"] > 1 for one in asked),
        **compared_figures(compared),
        "choices": {name: chosen(some) for name, some in groups(asked).items() if some},
    }


def groups(asked: Sequence[Found]) -> dict[str, list[Found]]:
    """The decisions at which several cards were tried, by side, and where votes and layouts
    differ."""
    tried = [one for one in asked if one["tried"] > 1]
    return {
        "all": tried,
        "declarer": [one for one in tried if not one["defends"]],
        "defenders": [one for one in tried if one["defends"]],
        "votes and layouts differ": [one for one in tried if one["differ"]],
    }


def chosen(asked: Sequence[Found]) -> Found:
    """How often each way's card is the expert's, the tricks it loses, and how sure it was."""
    events = [one["event"] for one in asked]
    rows = []
    for name in ("joined", "votes", "layouts"):
        agrees = clustered([float(one["agrees"][name]) for one in asked], events)
        lost = clustered([float(one["lost"][name]) for one in asked], events)
        rows.append(
            {
                "of": name,
                "agrees": agrees.mean,
                "agrees_within": agrees.within,
                "lost": lost.mean,
                "lost_within": lost.within,
            }
        )
    sure = [one for one in asked if one["confidence"] is not None]
    return {"decisions": len(asked), "rows": rows, "sure": confidence(sure)}


def confidence(sure: Sequence[Found]) -> Found | None:
    """Confidence beside truth, in tenths, and the tenth that is furthest off."""
    said = [one["confidence"] for one in sure]
    right = [one["agrees"]["joined"] for one in sure]
    if not said:
        return None
    found = [{**one, "error": _error(one)} for one in tenths(said, right)]
    worst = max(found, key=lambda one: abs(one["said"] - one["true"]))
    return {
        "decisions": len(said),
        "said": sum(said) / len(said),
        "true": sum(right) / len(right),
        "tenths": found,
        "off": abs(worst["said"] - worst["true"]),
        "off_error": worst["error"],
        "beyond": sum(abs(one["said"] - one["true"]) > 1.96 * one["error"] for one in found),
    }


def _error(tenth: Found) -> float:
    """The standard error of a tenth's truth, if what was said is right."""
    said, number = tenth["said"], tenth["decisions"]
    return float((said * (1 - said) / number) ** 0.5)
