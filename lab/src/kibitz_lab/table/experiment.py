"""Deals dealt at random and played at the coached table: stops, and what is said at them.

Run:      kibitz lab table --deals N
Writes:   table.json, from which docs/results.md is made
Departs:  the player is the coach itself: at a decision it plays the best card, elsewhere as the
          house would, without a line that it has chosen. A person who errs meets other decisions
Splits:   none is needed: the deals are dealt, and nothing is learned from them
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from kibitz.forms import Said
from kibitz.games.bridge.solving import solving
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage
from kibitz.sitting.coach import Coach
from kibitz.sitting.coached import DealStage, MarkKind
from kibitz.sitting.deals import SeatedAs, of_number
from kibitz.sitting.house.players import HousePlayer
from kibitz.sitting.moves import noted
from kibitz.sitting.stops import Stop, Trials
from kibitz.sitting.whatif import what_if
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.statistics import clustered
from kibitz_lab.harness.study import StageWatch, begun

SECONDS_A_DEAL = 12.0
"""About how long one core takes for a deal."""
NEAR = 0.1
"""So many IMPs on average are no difference."""
_FRESH = 1
"""The seed of the layouts on which a decision is tried again; the coach's own is 0."""
_APART = 100_000
"""The deals of one seed are numbered from so many times it."""


@dataclass(frozen=True, slots=True)
class Task:
    """Deals dealt at random: how often the coached table stops, and whether what it says holds.

    The player is declarer on every other deal, and the opening leader on the others. Each decision
    is tried again on fresh layouts, and each layout shown is looked at: does the mistake fail
    there, and the better card work?

    Example: kibitz lab table --deals 4
    """

    deals: Annotated[int, Said("How many deals.", bounds=(2, 10_000))] = 300
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Prepared:
    """The deals, and where those finished are kept."""

    task: Task
    parts: Parts

    @property
    def stages(self) -> list[Stage]:
        return [Stage(self.task.deals, len(self.parts), SECONDS_A_DEAL)]

    def clear(self) -> None:
        self.parts.clear()


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Nothing is read."""
    return Prepared(task, parts_of("table", task.seed))


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> dict[str, Any]:
    """Play the deals that are not finished yet."""
    task = ready.task
    tell = begun(watch, "deals", task.deals)
    work = partial(sat_down, task.seed)
    found = list(engine.run(work, range(task.deals), tell=tell, parts=ready.parts, key=int))
    roles = {part: [one for one in found if one["role"] == part] for part in _PARTS}
    return {
        "deals": task.deals,
        "near": NEAR,
        "rows": [row(part, deals) for part, deals in roles.items() if deals],
        "all": row("both", found),
    }


_PARTS = (SeatedAs.DECLARER.value, SeatedAs.DEFENDER.value)


def sat_down(seed: int, number: int) -> dict[str, Any]:
    """One deal played through: its decisions, each with what was found of it."""
    part = SeatedAs(_PARTS[number % 2])
    with solving() as solver:
        house = HousePlayer.shipped(solver)
        coach = Coach(house, Trials(house.playing))
        fresh = Trials(house.playing, seed=_FRESH)
        deal = of_number(_APART * seed + number, part, house)
        decisions: list[dict[str, Any]] = []
        planned = False
        while True:
            deal, stop = coach.goes_on(deal)
            if deal.stage is DealStage.OVER:
                return {"role": part.value, "planned": planned, "decisions": decisions}
            if stop is None:
                lines = coach.lines(deal)
                planned = lines is not None and lines.parts
                deal = noted(noted(deal, MarkKind.COUNT), MarkKind.LINE)
                continue
            decisions.append(_looked_at(stop, fresh))
            deal, _ = coach.played(deal, stop.best, stop)


def _looked_at(stop: Stop, fresh: Trials) -> dict[str, Any]:
    """A decision: how its best card does on fresh layouts, and whether those shown are true."""
    again = fresh.among(stop.seen, list(stop.tried.cards), stop.shares)
    others = [one for one in stop.tried.cards if one != stop.best]
    lead = min(again.imps(stop.best, one).mean for one in others)
    wrong = [one for one in stop.tried.cards if stop.is_wrong(one)]
    asked = [what_if(stop, one) for one in wrong]
    return {
        "cards": len(stop.tried.cards),
        "contract": stop.is_for_contract,
        "lead": lead,
        "beaten": any(again.gains(one, stop.best) for one in others),
        "still_wrong": sum(again.gains(stop.best, one) for one in wrong),
        "wrong": len(wrong),
        "shown": sum(one is not None for one in asked),
        "true": sum(one is not None and one.holds for one in asked),
        "explained": sum(one is not None and one.why is not None for one in asked),
    }


def row(role: str, deals: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What was found of some deals; intervals are over deals."""
    stops = clustered([float(len(one["decisions"])) for one in deals], range(len(deals)))
    asked = [(at, one) for at, deal in enumerate(deals) for one in deal["decisions"]]
    found: dict[str, Any] = {
        "role": role,
        "deals": len(deals),
        "stops": stops.mean,
        "stops_within": stops.within,
        "none": sum(not one["decisions"] and not one["planned"] for one in deals) / len(deals),
        "planned": sum(one["planned"] for one in deals) / len(deals),
        "two_to_five": sum(2 <= len(one["decisions"]) + one["planned"] <= 5 for one in deals)
        / len(deals),
        "decisions": len(asked),
    }
    if not asked:
        return found
    groups = [at for at, _ in asked]
    for name, values in (
        ("first", [one["lead"] >= 0 for _, one in asked]),
        ("best", [one["lead"] >= -NEAR for _, one in asked]),
        ("beaten", [one["beaten"] for _, one in asked]),
    ):
        estimate = clustered([float(value) for value in values], groups)
        found[name], found[f"{name}_within"] = estimate.mean, estimate.within
    for name in ("wrong", "still_wrong", "shown", "true", "explained"):
        found[name] = sum(one[name] for _, one in asked)
    return found
