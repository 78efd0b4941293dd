"""The reasons for a plan as plain data; docs/formats.md describes them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from kibitz.suits.plans.plan_choice import ChosenPlan
from kibitz.suits.plans.similar import KnownSuit
from kibitz.suits.plans.wording import group_text, name_instruction, plan_lines
from kibitz.suits.reasons.explain import name_rival
from kibitz.suits.reasons.reason import Change, Reasons


def reasons_json(reasons: Reasons, similar: Sequence[KnownSuit]) -> dict[str, Any]:
    """The reasons as JSON: what the plan wins, what it beats, when it changes, what is similar."""
    return {
        "succeeds": _succeeds(reasons),
        "runner_up": _runner_up(reasons),
        "wrong_start": _wrong_start(reasons),
        "changes": [_change(reasons, change) for change in reasons.changes],
        "weak_defence": _weak(reasons),
        "equally_good": [
            {"text": _lines(chosen, reasons), **_chance(chosen.line.worth)}
            for chosen in reasons.equally_good
        ],
        "similar": [{"north": row.north, "south": row.south, **_worth(row)} for row in similar],
    }


def _succeeds(reasons: Reasons) -> list[dict[str, Any]]:
    layouts = reasons.layouts
    return [
        {
            "text": group_text(group.features, layouts.blocks),
            **_chance(group.chance),
            "adds": float(group.chance),
            "layouts": [list(layouts.describe(i)) for i in sorted(group.layouts)],
        }
        for group in reasons.succeeds
    ]


def _runner_up(reasons: Reasons) -> dict[str, Any] | None:
    rival = reasons.runner_up
    if rival is None:
        return None
    return {
        "text": name_rival(rival),
        **_chance(rival.chance),
        "difference": float(reasons.line.worth - rival.chance),
        "trick": rival.trick,
    }


def _wrong_start(reasons: Reasons) -> dict[str, Any] | None:
    start = reasons.wrong_start
    if start is None:
        return None
    return {
        "text": name_instruction(start.instruction),
        "first_play": start.name,
        **_chance(start.chance),
        "difference": float(reasons.line.worth - start.chance),
    }


def _change(reasons: Reasons, change: Change) -> dict[str, Any]:
    return {
        "goal": change.goal.name,
        "tricks": change.goal.tricks or None,
        **_chance(change.chance),
        "same_plan": change.same,
        "plan_chance": None if change.plan_chance is None else float(change.plan_chance),
        "text": None if change.chosen is None else _lines(change.chosen, reasons),
        "first_plays": list(change.first_plays),
    }


def _weak(reasons: Reasons) -> dict[str, Any] | None:
    weak = reasons.weak_defence
    if weak is None:
        return None
    return {
        "text": _lines(weak.chosen, reasons),
        **_chance(weak.chance),
        "against_best_defence": float(weak.against_best),
        "plan_there": float(weak.plan_there),
    }


def _lines(chosen: ChosenPlan, reasons: Reasons) -> list[str]:
    return plan_lines(chosen.do, reasons.layouts.blocks)


def _worth(row: KnownSuit) -> dict[str, Any]:
    """A row of the table: its tricks and their chance, or its average as tricks."""
    if row.goal.tricks:
        return {"tricks": row.goal.tricks, **_chance(row.worth)}
    return {**_chance(row.worth), "tricks": float(row.worth), "chance": None}


def _chance(chance: Fraction) -> dict[str, Any]:
    return {"chance": float(chance), "exact": f"{chance.numerator}/{chance.denominator}"}
