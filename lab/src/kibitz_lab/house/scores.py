"""The house beside experts on the same boards: scores, contracts, tricks, leads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from statistics import fmean
from typing import Any

from kibitz.games.bridge.scoring import imps
from kibitz_lab.harness.statistics import clustered

HOUSE, EXPERTS = "house", "experts"
CHAIRS = ("declarer", "defence", "lead")


def summary(found: Sequence[Mapping[str, Any]], events: Sequence[str]) -> dict[str, Any]:
    """The house beside the experts, with intervals over events."""
    swings = [imps(one["score"] - one["experts_scores"][0]) for one in found]
    both = [one["experts_scores"] for one in found if len(one["experts_scores"]) == 2]
    among = [abs(imps(first - second)) for first, second in both]
    sides = [
        swing if one["declarer"] == 0 else -swing for swing, one in zip(swings, found, strict=True)
    ]
    by_event = partial(_estimate, events)
    return {
        "imps": {
            **by_event("declarers", sides),
            **by_event("apart", [float(abs(swing)) for swing in swings]),
            "experts_apart": sum(among) / len(among) if among else None,
            "two_tables": len(among),
        },
        "contracts": {
            "same": _mean(one["contract"] == one["experts_contract"] for one in found),
            "same_strain": _mean(
                _strain(one["contract"]) == _strain(one["experts_contract"]) for one in found
            ),
            "games": _mean(_is_game(one["contract"]) for one in found),
            "experts_games": _mean(_is_game(one["experts_contract"]) for one in found),
        },
        "tricks": {
            **by_event("more", [float(one["tricks"] - one["experts_tricks"]) for one in found]),
            "made": _mean(one["tricks"] >= one["target"] for one in found),
            "experts_made": _mean(one["experts_tricks"] >= one["target"] for one in found),
        },
        "rows": [_chair_row(chair, found, events) for chair in CHAIRS],
        "leads": {
            who: {
                name: _mean(one["leads"][who][name] for one in found)
                for name in ("ddolar", "addolar")
            }
            for who in (HOUSE, EXPERTS)
        }
        | by_event(
            "addolar_more",
            [one["leads"][HOUSE]["addolar"] - one["leads"][EXPERTS]["addolar"] for one in found],
        ),
    }


def _chair_row(
    chair: str, found: Sequence[Mapping[str, Any]], events: Sequence[str]
) -> dict[str, Any]:
    """Tricks lost per real decision in one chair; the difference is per deal, on the same deals."""
    row: dict[str, Any] = {"chair": chair}
    for who in (HOUSE, EXPERTS):
        decisions = sum(one["losses"][who][chair][0] for one in found)
        lost = sum(one["losses"][who][chair][1] for one in found)
        row |= {f"{who}_decisions": decisions, f"{who}_lost": lost / max(1, decisions)}
    a_deal = [
        float(one["losses"][HOUSE][chair][1] - one["losses"][EXPERTS][chair][1]) for one in found
    ]
    return row | _estimate(events, "more_a_deal", a_deal)


def _estimate(events: Sequence[str], name: str, values: Sequence[float]) -> dict[str, float]:
    estimate = clustered(values, events)
    return {name: estimate.mean, f"{name}_within": estimate.within}


def _mean(values: Iterable[float]) -> float:
    return fmean(map(float, values))


def _strain(contract: str) -> str:
    return contract[1:2]


def _is_game(contract: str) -> bool:
    """Whether a contract is a game or more."""
    if not contract[0].isdigit():
        return False
    return int(contract[0]) >= {"N": 3, "S": 4, "H": 4}.get(_strain(contract), 5)
