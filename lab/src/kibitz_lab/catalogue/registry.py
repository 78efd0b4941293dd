"""The list of all experiments and benchmarks, each declared in a folder of its own.

To add one, declare ``EXPERIMENTS`` in its folder, and name it below.
"""

from __future__ import annotations

from collections.abc import Collection

from kibitz_lab.calls import report as calls
from kibitz_lab.cardplay import report as cardplay
from kibitz_lab.cbridge import report as cbridge
from kibitz_lab.conventions import report as conventions
from kibitz_lab.declare import report as declare
from kibitz_lab.defending import report as defending
from kibitz_lab.harness.experiment import Experiment
from kibitz_lab.house import report as house
from kibitz_lab.inferences import report as inferences
from kibitz_lab.lessons import report as lessons
from kibitz_lab.locality import report as locality
from kibitz_lab.lookahead import report as lookahead
from kibitz_lab.match import report as matches
from kibitz_lab.meanings import report as meanings
from kibitz_lab.mygame import report as mygame
from kibitz_lab.openings import report as openings
from kibitz_lab.plans import report as plans
from kibitz_lab.reasons import report as reasons
from kibitz_lab.routing import report as routing
from kibitz_lab.seqlearner import report as seqlearner
from kibitz_lab.sibl import report as sibl
from kibitz_lab.speed import boards, first_answers, growth, memory, page, records
from kibitz_lab.speed import calls as calls_speed
from kibitz_lab.speed import cardplay as cardplay_speed
from kibitz_lab.speed import explore as explore_speed
from kibitz_lab.speed import mygame as mygame_speed
from kibitz_lab.speed import openings as openings_speed
from kibitz_lab.speed import plans as plans_speed
from kibitz_lab.speed import suits as suits_speed
from kibitz_lab.speed import table as table_speed
from kibitz_lab.suits import report as suits
from kibitz_lab.systems import report as systems
from kibitz_lab.table import report as at_table

EXPERIMENTS: tuple[Experiment, ...] = (
    *records.EXPERIMENTS,
    *suits.EXPERIMENTS,
    *suits_speed.EXPERIMENTS,
    *openings.EXPERIMENTS,
    *cbridge.EXPERIMENTS,
    *openings_speed.EXPERIMENTS,
    *calls.EXPERIMENTS,
    *calls_speed.EXPERIMENTS,
    *explore_speed.EXPERIMENTS,
    *meanings.EXPERIMENTS,
    *conventions.EXPERIMENTS,
    *inferences.EXPERIMENTS,
    *systems.EXPERIMENTS,
    *sibl.EXPERIMENTS,
    *memory.EXPERIMENTS,
    *cardplay.EXPERIMENTS,
    *defending.EXPERIMENTS,
    *cardplay_speed.EXPERIMENTS,
    *seqlearner.EXPERIMENTS,
    *locality.EXPERIMENTS,
    *routing.EXPERIMENTS,
    *boards.EXPERIMENTS,
    *house.EXPERIMENTS,
    *first_answers.EXPERIMENTS,
    *lookahead.EXPERIMENTS,
    *declare.EXPERIMENTS,
    *mygame.EXPERIMENTS,
    *mygame_speed.EXPERIMENTS,
    *plans.EXPERIMENTS,
    *reasons.EXPERIMENTS,
    *lessons.EXPERIMENTS,
    *plans_speed.EXPERIMENTS,
    *at_table.EXPERIMENTS,
    *matches.EXPERIMENTS,
    *table_speed.EXPERIMENTS,
    *page.EXPERIMENTS,
    *growth.EXPERIMENTS,
)
"""In the order of docs/results.md, chapter by chapter."""


def select(names: Collection[str]) -> tuple[Experiment, ...]:
    """The experiments whose result files are named, or all of them if none is."""
    return tuple(one for one in EXPERIMENTS if not names or one.result in names)
