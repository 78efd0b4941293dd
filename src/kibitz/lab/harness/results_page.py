"""docs/results.md, made whole from the result files, and the figures that other pages cite.

Run: python -m kibitz.lab.harness.results_page docs
"""

from __future__ import annotations

import sys
from pathlib import Path

from kibitz.lab.cardplay import report as cardplay_report
from kibitz.lab.declare import report as declaring_report
from kibitz.lab.harness import citing
from kibitz.lab.harness.figures import FIGURES
from kibitz.lab.harness.results import read_result
from kibitz.lab.making import starter_report
from kibitz.lab.openings import report as openings_results
from kibitz.lab.seqlearner import report as seqlearner_report
from kibitz.lab.sibl import report as sibl_report
from kibitz.lab.speed import boards as boards_report
from kibitz.lab.speed import cardplay as cardplay_speed_report
from kibitz.lab.speed import growth as growth_report
from kibitz.lab.speed import page as page_report
from kibitz.lab.speed import records as records_report
from kibitz.lab.suits import report as suits_report
from kibitz.runtime.storage import write_atomically

HEADING = """# Results

Every table here is made from a file in `docs/results/` by `make docs`; none is typed. Each file
says which command made it, at which commit, from which records and seeds. What was read differently
from a paper, and why, stands in [methods.md](methods.md).
"""


def page(folder: Path) -> str:
    """The whole page from the result files in *folder*."""
    parts = (
        HEADING,
        records_report.section(folder),
        suits_report.section(folder),
        openings_results.section(folder),
        sibl_report.section(folder),
        cardplay_report.section(folder),
        cardplay_speed_report.section(folder),
        seqlearner_report.section(folder),
        boards_report.section(folder),
        starter_report.section(folder),
        declaring_report.section(folder),
        page_report.section(folder),
        growth_report.section(folder),
    )
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


def rebuild(docs: Path) -> None:
    """Write what is made of the result files in ``docs/results``: the pages and the figures."""
    results = docs / "results"
    for name, draw in FIGURES.items():
        made_of = results / f"{name}.json"
        if made_of.is_file():
            draw(read_result(made_of), made_of.with_suffix(".svg"))
    write_atomically(docs / "results.md", page(results).encode())
    for text in (*docs.glob("*.md"), *docs.parent.glob("*.md")):
        told = text.read_text("utf-8")
        if (fresh := citing.refreshed(told, results)) != told:
            write_atomically(text, fresh.encode())


if __name__ == "__main__":
    rebuild(Path(sys.argv[1]))
