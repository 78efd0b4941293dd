"""Every experiment and benchmark, one line each: what makes which result file, and from what.

``{name}`` in a command is a file of records: of the data folder in earnest, generated for a quick
run (`lab/generated.py`). Where a result file stands in docs/results.md is said in results_page.py.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

GENERATED = {"3nt.jsonl": 160, "openings.jsonl": 400}
"""The generated files, and how many deals they have."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """One result file: the command that makes it, how long it takes about, the same in small.

    A command is words for ``kibitz``, or a script of ``benchmarks/``; one that cannot be small
    has no *quick* form.
    """

    result: str
    minutes: float
    command: str
    quick: str = ""

    def words(self, quick: bool, data: Path) -> list[str]:
        """The command line, records found in *data*."""
        told = self.quick if quick else self.command
        return [
            re.sub(r"\{(.+)\}", lambda name: str(data / name[1]), word) for word in told.split()
        ]

    def records(self, quick: bool) -> list[str]:
        """The files of records that are needed."""
        return re.findall(r"\{(.+?)\}", self.quick if quick else self.command)


_LOSE, _MORRIS = "lab seqlearner --game lose-tic-tac-toe", "lab seqlearner --game five-mens-morris"
_ALL = "lab openings --train {wbridge5.jsonl.gz}"
_HELD_OUT = (
    "lab openings --train {wbridge5-train.jsonl.gz} --test {wbridge5-test.jsonl.gz} --runs 5"
)
_BEN = "lab openings --train {ben_data.jsonl.gz} --runs 2 --method always-pass"
_HUMAN = "lab openings --train {human_other.jsonl.gz} --runs 2 --by event --most 14000 --mixed"
_FEW = "lab openings --train {openings.jsonl} --runs 2 --method rules --method cbridge1"

_CARDS = "--train {human_3nt_made.jsonl.gz} --test {human_3nt_made.jsonl.gz}"

EXPERIMENTS = (
    Experiment("import", 3, "benchmarks/import.py {raw}"),
    Experiment("suits", 4, "lab suits --problems 650 --seed 1", "lab suits --problems 8"),
    Experiment("suits_speed", 3, "benchmarks/suits.py"),
    Experiment(
        "openings-wbridge5",
        40,
        f"{_ALL} --runs 5 --name openings-wbridge5",
        f"{_FEW} --method forest --method boosting --name openings-wbridge5",
    ),
    Experiment(
        "openings-heldout",
        20,
        f"{_HELD_OUT} --method rules --method boosting --method forest --name openings-heldout",
        f"{_FEW} --name openings-heldout",
    ),
    Experiment(
        "openings-ben",
        5,
        f"{_BEN} --method rules --method forest --name openings-ben",
        f"{_FEW} --name openings-ben",
    ),
    Experiment(
        "openings-human",
        20,
        f"{_HUMAN} --method always-pass --method rules --method cbridge1 --method forest"
        " --name openings-human",
        f"{_FEW} --by event --name openings-human",
    ),
    Experiment(
        "openings-across",
        10,
        f"{_ALL} --test {{ben_data.jsonl.gz}} --mixed --method rules --method forest"
        " --name openings-across",
        f"{_FEW} --name openings-across",
    ),
    Experiment("openings-speed", 5, "benchmarks/openings.py"),
    Experiment(
        "cbridge", 1, "lab cbridge {wbridge5.jsonl.gz}", "lab cbridge {openings.jsonl} --cases 200"
    ),
    Experiment(
        "sibl",
        15,
        "lab sibl --records {human_3nt_made.jsonl.gz} --runs 10 --seed 2",
        "lab sibl --records {3nt.jsonl} --runs 2 --training 2 --testing 3",
    ),
    Experiment(
        "sibl-scale",
        20,
        "lab scale --records {human_3nt_made.jsonl.gz} --seed 1",
        "lab scale --records {3nt.jsonl} --testing 20 --questions 60",
    ),
    Experiment("cardplay", 60, f"lab cardplay {_CARDS} --limit-train 0"),
    Experiment(
        "cardplay-trumps",
        60,
        "lab cardplay --train {human_trumps.jsonl.gz} --test {human_trumps.jsonl.gz}"
        " --limit-train 0 --name cardplay-trumps",
    ),
    Experiment("cardplay-speed", 10, "benchmarks/cardplay.py"),
    Experiment("lookahead", 30, f"lab lookahead {_CARDS}"),
    Experiment(
        "declare",
        60,
        "lab declare --records {human_3nt_made.jsonl.gz} --train {human_3nt_made.jsonl.gz}",
        "lab declare --records {3nt.jsonl} --deals 2",
    ),
    Experiment(
        "nearest",
        15,
        "benchmarks/nearest.py",
        "benchmarks/nearest.py --sizes 10000 --states 1 --rounds 1",
    ),
    Experiment(
        "nearest-large",
        30,
        "benchmarks/nearest.py --sizes 10000000 --rounds 3 --room 8 --name nearest-large",
    ),
    Experiment("learning", 5, "benchmarks/learning.py"),
    Experiment("opening", 2, "benchmarks/opening.py", "benchmarks/opening.py --cases 10000"),
    Experiment(
        "growth",
        15,
        "benchmarks/growth.py",
        "benchmarks/growth.py --sizes 10000,20000 --tables 200,400",
    ),
    Experiment(
        "seqlearner-lose-tic-tac-toe-paper",
        1,
        f"{_LOSE} --runs 20 --seed 2026",
        f"{_LOSE} --runs 2",
    ),
    Experiment(
        "seqlearner-lose-tic-tac-toe-beyond",
        5,
        f"{_LOSE} --runs 20 --seed 2026 --beyond",
        f"{_LOSE} --runs 1 --beyond",
    ),
    Experiment(
        "seqlearner-five-mens-morris-paper",
        10,
        f"{_MORRIS} --runs 20 --seed 2026",
        f"{_MORRIS} --runs 1",
    ),
    Experiment(
        "seqlearner-five-mens-morris-beyond", 60, f"{_MORRIS} --runs 20 --seed 2026 --beyond"
    ),
    Experiment(
        "seqlearner-five-mens-morris-controls", 30, f"{_MORRIS} --runs 3 --seed 2026 --controls"
    ),
    Experiment("routing", 5, "lab routing --runs 3 --seed 2026", "lab routing --runs 2 --days 40"),
)
"""In the order of docs/results.md."""

ELSEWHERE = {
    "growth-gpu",  # on a graphics processor: benchmarks/growth.py --device cuda
    "cardplay-gpu",  # likewise: benchmarks/cardplay_gpu.py
    "cardplay-two-cores",  # after kibitz lab train-similarity, with that similarity
    "starter",  # with the library that ships: kibitz lab starter
    "suits_table",  # with the table of plans that ships: kibitz lab suits --table
    "suits_texts",  # beside FINESSE's texts: kibitz lab suits --texts
    "page",  # beside a browser: benchmarks/page.py
}
"""Result files that are made apart from the rest."""


def named(names: list[str]) -> tuple[Experiment, ...]:
    """The experiments whose result files are named; all of them where none is."""
    return tuple(one for one in EXPERIMENTS if not names or one.result in names)
