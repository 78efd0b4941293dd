"""Twelve plans of different kinds for docs/plans.md.

To write them again: python -m kibitz_lab.plans.examples docs/plans.md
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kibitz.asking import Kibitz
from kibitz.places import Places
from kibitz.plans.adviser import PlanAdviser
from kibitz.plans.question import PlanQuestion
from kibitz.runtime.storage import write_atomically

BEGINNING, END = "<!-- plans: begin -->", "<!-- plans: end -->"


@dataclass(frozen=True, slots=True)
class PlanExample:
    """A deal, and what it is meant to show."""

    title: str
    hands: str
    contract: str
    lead: str
    auction: str = ""
    scoring: str = "teams"

    @property
    def question(self) -> PlanQuestion:
        return PlanQuestion.typed(
            self.hands,
            lead=self.lead,
            contract=self.contract,
            declarer="S",
            auction=self.auction,
            dealer="S",
            scoring=self.scoring,
        )

    @property
    def command(self) -> str:
        words = f'kibitz plan --hands "{self.hands}" --contract {self.contract} --declarer S'
        words += f" --lead {self.lead}"
        if self.auction:
            words += f' --auction "{self.auction}" --dealer S'
        return words if self.scoring == "teams" else f"{words} --scoring {self.scoring}"


EXAMPLES = (
    PlanExample("Hold up", "S:A83.A64.KQ5.T852,N:K72.52.A74.AQJ94", "3NT", "HK", "1C P 3C P 3N"),
    PlanExample(
        "A two-way finesse", "S:KJ4.K7.KT95.AK86,N:AQ3.82.AJ763.752", "3NT", "ST", "1N P 3N"
    ),
    PlanExample("Entries", "S:AK42.K3.A642.Q52,N:763.A54.53.KJT98", "3NT", "HQ", "1N P 3N"),
    PlanExample("Two chances", "S:A64.A73.KQ5.AJ42,N:K75.62.A843.K853", "3NT", "HK", "1N P 3N"),
    PlanExample("A finesse", "S:A8.K64.AQJ5.8643,N:K74.A53.T92.AK72", "3NT", "HQ", "1N P 3N"),
    PlanExample("Draw trumps", "S:AK965.74.KQ3.A62,N:Q832.A3.A4.KQ854", "6S", "HK"),
    PlanExample(
        "A ruff in dummy", "S:AKQT4.A5.A763.84,N:J93.K864.2.A7532", "4S", "CK", "1S P 2S P 4S"
    ),
    PlanExample("Which suit first", "S:KQJT3.A52.KQ4.72,N:A642.Q63.A75.K83", "4S", "CQ"),
    PlanExample(
        "A safety play", "S:A72.AK4.A9632.75,N:965.T82.4.AKQ642", "3NT", "HQ", "1D P 2C P 2N P 3N"
    ),
    PlanExample("Hopeless", "S:Q54.K82.A643.J52,N:J73.Q64.K52.AQ93", "3NT", "S2", "1N P 3N"),
    PlanExample(
        "Laydown", "S:AK3.AK4.AQ5.A742,N:Q72.Q52.K84.KQ65", "3NT", "HJ", "2C P 2D P 2N P 3N"
    ),
    PlanExample(
        "Matchpoints",
        "S:AQ3.AK4.KQ5.J742,N:KJ2.Q52.AJ4.KT65",
        "3NT",
        "HJ",
        "1N P 3N",
        "matchpoints",
    ),
)


def written(adviser: PlanAdviser) -> Iterator[str]:
    """The plans as Markdown, each under the command that gives it."""
    for example in EXAMPLES:
        yield f"### {example.title}"
        yield ""
        yield f"`{example.command}`"
        yield ""
        yield "```"
        yield str(adviser.ask(example.question))
        yield "```"
        yield ""


def write_examples(page: Path, adviser: PlanAdviser) -> None:
    """Write the plans into the page, between its marks."""
    text = page.read_text("utf-8")
    before, _, rest = text.partition(BEGINNING)
    _, _, after = rest.partition(END)
    plans = "\n".join(written(adviser))
    write_atomically(page, f"{before}{BEGINNING}\n\n{plans}{END}{after}".encode())


if __name__ == "__main__":
    write_examples(Path(sys.argv[1]), Kibitz(Places.of()).plans)
