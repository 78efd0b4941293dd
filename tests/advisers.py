"""How each answering room is opened and what it is asked, for the laws of every adviser.

Everything is made from what ships, so that a process of its own comes to the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kibitz.advice import Adviser
from kibitz.asking import Kibitz
from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.meanings.question import MeaningQuestion
from kibitz.bidding.openings.question import Situation
from kibitz.cardplay.belief.question import BeliefQuestion
from kibitz.cardplay.question import CardQuestion
from kibitz.explorer.question import ExplorerQuestion, Whose
from kibitz.games.boards import LOSE_TIC_TAC_TOE
from kibitz.places import Places
from kibitz.plans.question import PlanQuestion
from kibitz.records.importing import Opened, import_file
from kibitz.records.library import Library
from kibitz.records.lookup import table
from kibitz.records.starter import HOUSE_FILE
from kibitz.runtime.storage import shipped
from kibitz.strategies.question import StrategyQuestion
from kibitz.suits.question import SuitQuestion
from pile.adviser import PileAdviser
from pile.question import PileQuestion

NOWHERE = Path("/nowhere/at/all")


def kibitz() -> Kibitz:
    """One that has learned nothing yet."""
    return Kibitz(Places.of(NOWHERE / "library.kibitz", NOWHERE))


_TWO = "S:AQ7.KJ9.K2.T9843,N:K93.AQ2.A64.KJ72"


@dataclass(frozen=True)
class Room:
    """One answering room: who is asked, what, and what it must refuse or cannot answer."""

    name: str
    adviser: Callable[[], Adviser[Any, Any]]
    questions: Callable[[], Sequence[Any]]
    bad_questions: Sequence[Callable[[], object]]
    unanswerable: Callable[[], Any] | None = None
    is_ordered_by_weight: bool = True


def _cards() -> list[CardQuestion]:
    return [
        CardQuestion.of(table("starter:111"), 2),
        CardQuestion.of(table("starter:111"), 27),
        CardQuestion.of(table("starter:12")),
        CardQuestion.of(table("starter:14"), 51),
        CardQuestion.of(table("starter:111"), 1),
        CardQuestion.of(table("starter:12"), 3),
        CardQuestion.lead("KQT94.73.862.J54", "1N P 3N"),
    ]


_folder = TemporaryDirectory(prefix="kibitz-", ignore_cleanup_errors=True)


@cache
def _house_library() -> Path:
    """A library of the deals that ship, for as long as the process lives."""
    path = Path(_folder.name, "library.kibitz")
    with Library.open(path) as library:
        import_file(library, Opened(BytesIO(shipped(HOUSE_FILE)), HOUSE_FILE))
    return path


ROOMS = {
    room.name: room
    for room in (
        Room(
            "cardplay",
            lambda: kibitz().cards,
            _cards,
            (
                lambda: CardQuestion.lead("KQT94.73.862.J5", "1N P 3N"),
                lambda: CardQuestion.lead("KQT94.73.862.J54", "P P"),
                lambda: CardQuestion.lead("KQT94.73.862.J54", "1N P 3N", seat="N"),
                lambda: CardQuestion.of(table("starter:111"), 99),
                lambda: CardQuestion.parse("no such table, card 3"),
            ),
        ),
        Room(
            "openings",
            lambda: kibitz().openings,
            lambda: [
                Situation.parse("AQ7.KJ985.K2.T43"),
                Situation.parse("K2.Q9.T7643.8542", seat=3, vulnerability="both"),
                Situation.parse("AKQ4.AKJ2.AQ3.K5"),
            ],
            (
                lambda: Situation.parse("AQ7.KJ985.K2.T4"),
                lambda: Situation.parse("AQ7.KJ985.K2"),
                lambda: Situation.parse("AQ7.KJ985.K2.T43", seat=5),
                lambda: Situation.parse("AQ7.KJ985.K2.T43", vulnerability="red"),
            ),
        ),
        Room(
            "calls",
            lambda: kibitz().calls,
            lambda: [
                CallQuestion.parse("AQ7.KJ985.K2.T43 after N:"),
                CallQuestion.parse("KJ4.Q85.A962.T73 after N: 1H P"),
                CallQuestion.typed("KQ94.AJ732.A9.65", "P 1D", vulnerability="both"),
                CallQuestion.typed("2.AKT97632.Q4.83", "1S X 3S", dealer="W"),
                CallQuestion.typed("KJ4.Q85.A962.T73", "1H P", system="house system"),
                CallQuestion.typed("AQ7.KJ985.K2.T43", "", system="house"),
                CallQuestion.typed("KJ4.Q85.A962.T73", "1H 2D X 3D", system="house system"),
            ],
            (
                lambda: CallQuestion.parse("KJ4.Q85.A962.T7 after N: 1H P"),
                lambda: CallQuestion.typed("KJ4.Q85.A962.T73", "1H 1D"),
                lambda: CallQuestion.typed("KJ4.Q85.A962.T73", "1H P P P"),
                lambda: CallQuestion.typed("KJ4.Q85.A962.T73", "1H P X"),
                lambda: CallQuestion.typed("KJ4.Q85.A962.T73", "P XX"),
                lambda: CallQuestion.typed("KJ4.Q85.A962.T73", "1H P", seat="E"),
                lambda: CallQuestion.typed("KJ4.Q85.A962.T73", "1H P", dealer="Q"),
                lambda: kibitz().call("KJ4.Q85.A962.T73", "1H P", pair="No One, Nobody"),
                lambda: kibitz().call("KJ4.Q85.A962.T73", "1H P", system="no such file.toml"),
            ),
            is_ordered_by_weight=False,  # a rule or one's own case goes before the vote
        ),
        Room(
            "meanings",
            lambda: kibitz().meanings,
            lambda: [
                MeaningQuestion.parse("1N P 2D"),
                MeaningQuestion.parse("1H X", dealer="E", vulnerability="both"),
                MeaningQuestion.parse("S: P P 2S"),
            ],
            (
                lambda: MeaningQuestion.parse(""),
                lambda: MeaningQuestion.parse("1S 1H"),
                lambda: MeaningQuestion.parse("1S zz"),
                lambda: MeaningQuestion.parse("1S", vulnerability="red"),
                lambda: MeaningQuestion.parse("1S", system="no such system"),
                lambda: MeaningQuestion.parse("1S", system="strong club", pair="A and B"),
                lambda: MeaningQuestion.parse("P P P P 1C"),
            ),
            unanswerable=lambda: MeaningQuestion.parse("1S", system="strong club"),
        ),
        Room(
            "belief",
            lambda: kibitz().beliefs,
            lambda: [
                BeliefQuestion.parse("starter:111, card 9, seat W"),
                BeliefQuestion.hand("KQT94.73.862.J54", "1N P 3N", seat="E"),
                BeliefQuestion.of(table("starter:12"), "N", calls=2),
            ],
            (
                lambda: BeliefQuestion.hand("KQT94.73.862.J5", "1N P 3N"),
                lambda: BeliefQuestion.hand("KQT94.73.862.J54", "1N P 1S"),
                lambda: BeliefQuestion.of(table("starter:111"), "Q"),
                lambda: BeliefQuestion.of(table("starter:111"), "N", card=99),
                lambda: BeliefQuestion.of(table("starter:111"), "N", calls=99),
                lambda: BeliefQuestion.of(table("starter:111"), "N", card=3, calls=2),
                lambda: BeliefQuestion.parse("nowhere"),
            ),
            unanswerable=lambda: BeliefQuestion.of(table("starter:111"), "E", card=52),
        ),
        Room(
            "plans",
            lambda: replace(kibitz().plans, choosing=8, stating=12),
            lambda: [
                PlanQuestion.parse("starter:1"),
                PlanQuestion.parse("starter:4, card 21, at matchpoints"),
                PlanQuestion.typed(_TWO, lead="DQ", contract="3NT", declarer="S"),
            ],
            (
                lambda: PlanQuestion.parse("starter:1, card 1"),
                lambda: PlanQuestion.parse("starter:1, card 50"),
                lambda: PlanQuestion.parse("starter:1, card 99"),
                lambda: PlanQuestion.typed("S:AQ7.KJ9.K2.T9843", lead="DQ", contract="3NT"),
                lambda: PlanQuestion.typed(
                    f"{_TWO},Q:T.T.T.T", lead="DQ", contract="3NT", declarer="S"
                ),
                lambda: PlanQuestion.typed(_TWO, lead="DK", contract="3NT", declarer="S"),
                lambda: PlanQuestion.typed(_TWO, lead="Z9", contract="3NT", declarer="S"),
                lambda: PlanQuestion.typed(_TWO, lead="DQ", contract="3NT", declarer="W"),
                lambda: PlanQuestion.typed(_TWO, lead="DQ", contract="3NT"),
                lambda: PlanQuestion.typed(_TWO, lead="DQ", contract="8H", declarer="S"),
                lambda: PlanQuestion.typed(_TWO, lead="DQ"),
                lambda: PlanQuestion.typed(_TWO, lead="DQ", auction="1N P 3N", dealer="E"),
                lambda: PlanQuestion.of(table("starter:1"), scoring="pairs"),
                lambda: PlanQuestion.typed(
                    "S:AQ7.KJ9.K2.T9843,N:KQ3.AQ2.A64.J765", lead="DQ", contract="3N", declarer="S"
                ),
            ),
            is_ordered_by_weight=False,
        ),
        Room(
            "explorer",
            lambda: Kibitz(Places.of(_house_library())).explorer,
            lambda: [
                ExplorerQuestion(),
                ExplorerQuestion.parse("1N P"),
                ExplorerQuestion.parse("lead against 1N P 3N"),
                ExplorerQuestion.of("1D P", any_seat=True, whose=Whose.of(vulnerability="both")),
                ExplorerQuestion.of("P", whose=Whose.of(pair="house, house", dealer="N")),
                ExplorerQuestion.of("", by="event"),
            ],
            (
                lambda: ExplorerQuestion.parse("1N 1S"),
                lambda: ExplorerQuestion.parse("one notrump"),
                lambda: ExplorerQuestion.parse("P P P P"),
                lambda: ExplorerQuestion.parse("lead against P"),
                lambda: Whose.of(pair="Helgemo"),
                lambda: Whose.of(vulnerability="red"),
                lambda: Whose.of(dealer="Q"),
            ),
            unanswerable=lambda: ExplorerQuestion.parse("7N X XX"),
        ),
        Room(
            "suits",
            lambda: kibitz().suits,
            lambda: [
                SuitQuestion.parse("AKQ9 opposite xxx"),
                SuitQuestion.parse("AJ9 opposite Kxx, for 3 tricks"),
                SuitQuestion.parse("KT9 Axx"),
            ],
            (
                lambda: SuitQuestion.parse("AKQ"),
                lambda: SuitQuestion.parse("AKQ opposite AJ"),
                lambda: SuitQuestion.of("AKQ", "xx", tricks=14),
                lambda: SuitQuestion.of("AKQ", "xx", tricks=3, goal="average"),
            ),
            unanswerable=lambda: SuitQuestion.parse("2 opposite 3"),
        ),
        Room(
            "strategies",
            lambda: kibitz().strategies(LOSE_TIC_TAC_TOE),
            lambda: [
                StrategyQuestion.parse("lose-tic-tac-toe"),
                StrategyQuestion.parse("lose-tic-tac-toe: 5 2"),
                StrategyQuestion.parse("lose-tic-tac-toe: 5 1 9 3"),
            ],
            (
                lambda: StrategyQuestion.parse("chess"),
                lambda: StrategyQuestion.parse("lose-tic-tac-toe: 5 5"),
                lambda: StrategyQuestion.parse("tic-tac-toe: 1 4 2 5 3"),
            ),
        ),
        Room(
            "pile",
            PileAdviser,
            lambda: [PileQuestion(1), PileQuestion(7), PileQuestion.parse("100")],
            (lambda: PileQuestion(0), lambda: PileQuestion.parse("many")),
            unanswerable=lambda: PileQuestion(8),
        ),
    )
}
