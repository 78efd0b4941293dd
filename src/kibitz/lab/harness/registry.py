"""Every experiment and benchmark, gathered from the folders that declare them.

A new one is a folder with its ``EXPERIMENTS``, and its name in the list below.
"""

from __future__ import annotations

from collections.abc import Collection

from kibitz.lab.calls import report as calls
from kibitz.lab.cardplay import report as cardplay
from kibitz.lab.cbridge import report as cbridge
from kibitz.lab.declare import report as declare
from kibitz.lab.defending import report as defending
from kibitz.lab.harness.experiment import Experiment
from kibitz.lab.house import report as house
from kibitz.lab.locality import report as locality
from kibitz.lab.lookahead import report as lookahead
from kibitz.lab.meanings import report as meanings
from kibitz.lab.mygame import report as mygame
from kibitz.lab.openings import report as openings
from kibitz.lab.plans import report as plans
from kibitz.lab.routing import report as routing
from kibitz.lab.seqlearner import report as seqlearner
from kibitz.lab.sibl import report as sibl
from kibitz.lab.speed import boards, first_answers, growth, memory, page, records
from kibitz.lab.speed import calls as calls_speed
from kibitz.lab.speed import cardplay as cardplay_speed
from kibitz.lab.speed import explore as explore_speed
from kibitz.lab.speed import mygame as mygame_speed
from kibitz.lab.speed import openings as openings_speed
from kibitz.lab.speed import plans as plans_speed
from kibitz.lab.speed import suits as suits_speed
from kibitz.lab.suits import report as suits
from kibitz.lab.systems import report as systems

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
    *plans_speed.EXPERIMENTS,
    *page.EXPERIMENTS,
    *growth.EXPERIMENTS,
)
"""In the order of docs/results.md; those of one chapter stand together."""


def select(names: Collection[str]) -> tuple[Experiment, ...]:
    """The experiments whose result files are named; all of them where none is."""
    return tuple(one for one in EXPERIMENTS if not names or one.result in names)
