"""Our plans beside FINESSE's own texts, problem by problem.

Run:      kibitz lab suits --texts FILE
Writes:   docs/results/suits_texts.json
Departs:  FINESSE's sentences are its authors': they are read from FILE and compared, never kept
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from kibitz import suit
from kibitz.runtime.running import Engine

SECONDS = 0.1  # about how long one process takes per problem

REASONS = {
    26: "FINESSE's condition on the second round loses to East's honour and then a low card from "
    "two; ours reads both rounds",
    27: "an equally good line with less to say: both top cards are cashed whatever is seen",
    28: "as number 26",
    30: "as number 27",
    31: "as number 26: read to the letter FINESSE's text forgets what fell in the first round",
}
"""Why a text differs, by the problem's number; one without a reason is reported as such."""


def compare(
    problems: Iterable[Mapping[str, Any]],
    *,
    engine: Engine | None = None,
    advance: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """The number of legible texts that are equal, and our own text for each that is not."""
    legible = [problem for problem in problems if problem["legible"]]
    found = list((engine or Engine()).run(_difference, legible, tell=advance))
    different = [row for row in found if row is not None]
    return {
        "legible": len(legible),
        "same": len(legible) - len(different),
        "different": different,
    }


def _difference(problem: Mapping[str, Any]) -> dict[str, Any] | None:
    """Our text, if it differs from FINESSE's."""
    answer = suit(problem["north"], problem["south"], tricks=problem["max_tricks"])
    ours = answer.text()
    if folded(ours) == folded(problem["finesse_says"]):
        return None
    rival = answer.reasons.runner_up
    return {
        "number": problem["number"],
        "cards": f"{problem['north']}-{problem['south']}",
        "text": list(ours),
        "chance": float(answer.plan.line.worth),
        "runner_up": None if rival is None else float(rival.chance),
        "reason": REASONS.get(problem["number"], "no reason known"),
    }


def folded(lines: Sequence[str]) -> str:
    """A text without case, punctuation, line breaks, and variants of "honours" and "ten".

    >>> folded(["Cash the 10", "  if East shows out, cash top honors"])
    'cash the ten if east shows out cash top honours'
    """
    text = " ".join(lines).lower().replace("honors", "honours").replace("10", "ten")
    return " ".join(re.sub(r"[^a-z]+", " ", text).split())
