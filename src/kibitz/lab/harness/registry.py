"""Every experiment and benchmark, one line each: what makes which result file, and from what.

``{name}`` in a command is a file of records: of the data folder in earnest, generated for a quick
run (`lab/harness/generated.py`). Where a result file stands in docs/results.md is said in
results_page.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Experiment:
    """One result file: the command that makes it, and the same in small.

    A command is words for ``kibitz``, or a script of ``benchmarks/``; several, one after the
    other, stand between semicolons. *Needs* is a package that not everybody has, or a device.
    """

    result: str
    command: str
    quick: str
    needs: str = ""

    def commands(self, quick: bool, found: Callable[[str], Path]) -> list[list[str]]:
        """The command lines, each name as it is *found*."""
        return [
            [re.sub(r"\{(.+)\}", lambda name: str(found(name[1])), word) for word in one.split()]
            for one in self.told(quick).split(";")
        ]

    def records(self, quick: bool) -> list[str]:
        """The files of records that are needed; what a command makes for the next is not."""
        return [
            name
            for name in dict.fromkeys(re.findall(r"\{(.+?)\}", self.told(quick)))
            if not name.startswith(MADE)
        ]

    def told(self, quick: bool) -> str:
        return self.quick if quick else self.command


MADE = "made-"
"""What is made on the way begins so."""

GPU = "a graphics processor"

_LOSE, _MORRIS = "lab seqlearner --game lose-tic-tac-toe", "lab seqlearner --game five-mens-morris"
_FEW = "lab openings --train {openings.jsonl} --runs 2 --method rules --method cbridge1"
_CARDS = "--train {human_3nt_made.jsonl.gz} --test {human_3nt_made.jsonl.gz}"
_ALL_CARDS = "--records {human_3nt_made.jsonl.gz} --records {human_3nt_down.jsonl.gz}"
_LESSONS = "--train {human_3nt_made.jsonl.gz} --train {human_3nt_down.jsonl.gz}"
_TRUMPS = "--train {human_trumps.jsonl.gz} --test {human_trumps.jsonl.gz}"
_FEW_CARDS = "--train {3nt.jsonl} --test {3nt.jsonl}"
_FEW_TRUMPS = "--train {4s.jsonl} --test {4s.jsonl}"
_SMALL = "--runs 1 --watched 4 --tested 2"

EXPERIMENTS = (
    Experiment(
        "import",
        "benchmarks/import.py {raw} --lines {human_3nt_made.jsonl.gz} {human_trumps.jsonl.gz}"
        " --repeats 15",
        "benchmarks/import.py {raw} --repeats 1",
        needs="bridgebots",
    ),
    Experiment("suits", "lab suits --problems 650 --seed 1", "lab suits --problems 8"),
    Experiment("suits_speed", "benchmarks/suits.py", "benchmarks/suits.py --share 100"),
    Experiment(
        "suits_texts",
        "lab suits --texts {../suits/finesse_problems.json}",
        "lab suits --texts {texts.json}",
    ),
    Experiment("suits_table", "lab suits --plans", "lab suits --plans --problems 64"),
    Experiment(
        "openings-wbridge5",
        "lab openings --train {wbridge5.jsonl.gz} --runs 5 --name openings-wbridge5",
        f"{_FEW} --method forest --method boosting --name openings-wbridge5",
    ),
    Experiment(
        "openings-heldout",
        "lab openings --train {wbridge5.jsonl.gz} --apart --runs 5"
        " --method rules --method boosting --method forest --name openings-heldout",
        f"{_FEW} --apart --name openings-heldout",
    ),
    Experiment(
        "openings-ben",
        "lab openings --train {ben_data.jsonl.gz} --runs 2"
        " --method always-pass --method rules --method forest --name openings-ben",
        f"{_FEW} --name openings-ben",
    ),
    Experiment(
        "openings-human",
        "lab openings --train {human_other.jsonl.gz} --runs 2 --by event --most 14000 --mixed"
        " --method always-pass --method rules --method cbridge1 --method forest"
        " --name openings-human",
        f"{_FEW} --by event --name openings-human",
    ),
    Experiment(
        "openings-across",
        "lab openings --train {wbridge5.jsonl.gz} --test {ben_data.jsonl.gz} --mixed"
        " --method rules --method forest --name openings-across",
        f"{_FEW} --name openings-across",
    ),
    Experiment(
        "openings-speed", "benchmarks/openings.py", "benchmarks/openings.py --sizes 2000,4000"
    ),
    Experiment(
        "cbridge", "lab cbridge {wbridge5.jsonl.gz}", "lab cbridge {openings.jsonl} --cases 200"
    ),
    Experiment(
        "sibl",
        "lab sibl --records {human_3nt_made.jsonl.gz} --runs 10 --seed 2",
        "lab sibl --records {3nt.jsonl} --runs 2 --training 2 --testing 3",
    ),
    Experiment(
        "sibl-scale",
        "lab scale --records {human_3nt_made.jsonl.gz} --seed 1",
        "lab scale --records {3nt.jsonl} --testing 20 --questions 60",
    ),
    Experiment(
        "cardplay",
        f"lab cardplay {_CARDS} --limit-test 24000",
        f"lab cardplay {_FEW_CARDS} --limit-test 200 --sample 4",
    ),
    Experiment(
        "cardplay-trumps",
        f"lab cardplay {_TRUMPS} --limit-test 24000 --name cardplay-trumps",
        f"lab cardplay {_FEW_TRUMPS} --limit-test 200 --sample 4 --name cardplay-trumps",
    ),
    Experiment(
        "cardplay-two-cores",
        "lab train-similarity --records {human_3nt_made.jsonl.gz} --into {made-similarity};"
        f"lab cardplay {_CARDS} --limit-test 10000 --method network --method learned"
        " --similarity {made-similarity/similarity.kibitz} --name cardplay-two-cores",
        f"lab cardplay {_FEW_CARDS} --limit-test 100 --sample 2 --method network --method learned"
        " --name cardplay-two-cores",
        needs="torch",
    ),
    Experiment(
        "cardplay-speed",
        "benchmarks/cardplay.py",
        "benchmarks/cardplay.py --cases 2000 --rounds 3",
    ),
    Experiment(
        "cardplay-gpu",
        "benchmarks/cardplay_gpu.py",
        "benchmarks/cardplay_gpu.py --cases 20000 --questions 64 --rounds 1",
        needs=GPU,
    ),
    Experiment(
        "lookahead",
        f"lab lookahead {_CARDS} --sample 1200",
        f"lab lookahead {_FEW_CARDS} --sample 3 --layouts 2",
    ),
    Experiment(
        "declare",
        f"lab declare {_ALL_CARDS} {_LESSONS} --deals 200",
        "lab declare --records {3nt.jsonl} --deals 2",
    ),
    Experiment(
        "nearest",
        "benchmarks/nearest.py",
        "benchmarks/nearest.py --sizes 10000 --states 1 --rounds 1",
    ),
    Experiment(
        "nearest-large",
        "benchmarks/nearest.py --sizes 10000000 --rounds 3 --room 8 --name nearest-large",
        "benchmarks/nearest.py --sizes 20000 --states 5 --rounds 1 --name nearest-large",
    ),
    Experiment("learning", "benchmarks/learning.py", "benchmarks/learning.py --rounds 1 --deals 1"),
    Experiment("opening", "benchmarks/opening.py", "benchmarks/opening.py --cases 10000"),
    Experiment(
        "growth",
        "benchmarks/growth.py",
        "benchmarks/growth.py --sizes 10000,20000 --tables 200,400",
    ),
    Experiment(
        "growth-tables",
        "benchmarks/growth.py --jobs 0 --tables 10000,100000,1000000,10000000",
        "benchmarks/growth.py --jobs 2 --tables 200,400",
    ),
    Experiment(
        "growth-gpu",
        "benchmarks/growth.py --device cuda",
        "benchmarks/growth.py --device cuda --sizes 10000,20000",
        needs=GPU,
    ),
    Experiment(
        "seqlearner-lose-tic-tac-toe-paper",
        f"{_LOSE} --runs 20 --seed 2026",
        f"{_LOSE} --runs 2",
    ),
    Experiment(
        "seqlearner-lose-tic-tac-toe-beyond",
        f"{_LOSE} --runs 20 --seed 2026 --beyond",
        f"{_LOSE} --beyond {_SMALL}",
    ),
    Experiment(
        "seqlearner-five-mens-morris-paper",
        f"{_MORRIS} --runs 20 --seed 2026",
        f"{_MORRIS} {_SMALL}",
    ),
    Experiment(
        "seqlearner-five-mens-morris-beyond",
        f"{_MORRIS} --runs 20 --seed 2026 --beyond",
        f"{_MORRIS} --beyond {_SMALL}",
    ),
    Experiment(
        "seqlearner-five-mens-morris-controls",
        f"{_MORRIS} --runs 3 --seed 2026 --controls",
        f"{_MORRIS} --controls {_SMALL}",
    ),
    Experiment(
        "boards",
        "benchmarks/boards.py",
        "benchmarks/boards.py --games lose-tic-tac-toe --repeats 1 --runs 1",
    ),
    Experiment("routing", "lab routing --runs 3 --seed 2026", "lab routing --runs 2 --days 40"),
    Experiment(
        "page",
        "benchmarks/page.py",
        "benchmarks/page.py --seconds 2 --clients 4 --starts 1 --compiled",
    ),
    Experiment("starter", "lab starter", "lab starter --deals 2 --openings 40"),
)
"""In the order of docs/results.md, but that the longest comes last."""


def named(names: list[str]) -> tuple[Experiment, ...]:
    """The experiments whose result files are named; all of them where none is."""
    return tuple(one for one in EXPERIMENTS if not names or one.result in names)
