"""The reasons that plans give: on fresh layouts, found anew from them, and by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from time import process_time
from typing import Any

import numpy as np

from kibitz.because.finding import reasons
from kibitz.plans.answer import PlanAnswer, PlanStep
from kibitz.plans.claims.checker import check, pair_of
from kibitz.plans.claims.claim import Better, Safety, parse_claim
from kibitz.plans.question import Scoring
from kibitz.plans.trying.trials import Bench
from kibitz.plans.why import context_of

_SEED = 5


def reasoned(answer: PlanAnswer, fresh: Bench) -> list[dict[str, Any]]:
    """Every step that compares two lines: its reason, and what fresh layouts say of it."""
    found = (_of_step(step, fresh) for step in answer.steps if step.hangs_on_layouts)
    return [one for one in found if one is not None]


def _of_step(step: PlanStep, fresh: Bench) -> dict[str, Any] | None:
    claim = parse_claim(dict(step.claim)) if step.kind != "total" else None
    if not isinstance(claim, Better | Safety):
        return None
    by = claim.by if isinstance(claim, Better) else Scoring.TEAMS
    pair = pair_of(claim.line, claim.than, fresh, by)
    context = context_of(step.kind, claim, fresh.state, pair)
    began = process_time()
    anew = reasons(pair, step.kind, context)
    seconds = process_time() - began
    order = np.random.default_rng(_SEED).permutation(len(pair))
    by_chance = pair_of(claim.line, claim.than, fresh, by).dealt(order)
    because = step.because
    return {
        "step": step.kind,
        "kind": None if because is None else because["causes"][0]["kind"],
        "text": step.text,
        "held": because is not None and check(parse_claim(dict(because)), fresh).holds,
        "anew": anew[0].kind.value if anew else None,
        "control": bool(reasons(by_chance, step.kind, context)),
        "seconds": seconds,
    }


def because_figures(deals: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The same of many deals, counted by kind of cause."""
    asked = [one for deal in deals for one in deal["because"]]
    said = [one for one in asked if one["kind"] is not None]
    kinds = Counter(one["kind"] for one in said)
    again = [one for one in said if one["anew"] is not None]
    return {
        "compared": len(asked),
        "said": len(said),
        "held": sum(one["held"] for one in said),
        "found_anew": len(again),
        "same_kind": sum(one["anew"] == one["kind"] for one in again),
        "by_chance": sum(one["control"] for one in asked),
        "kinds": [
            {
                "kind": kind,
                "said": number,
                "held": sum(one["held"] for one in said if one["kind"] == kind),
            }
            for kind, number in kinds.most_common()
        ],
    }
