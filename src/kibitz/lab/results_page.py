"""docs/results.md, whole, made from the result files: no number in it is typed.

Run: python -m kibitz.lab.results_page docs
"""

from __future__ import annotations

import sys
from pathlib import Path

from kibitz.lab import (
    cardplay_report,
    cardplay_speed_report,
    declaring_report,
    openings_results,
    page_report,
    records_report,
    seqlearner_report,
    sibl_report,
    starter_report,
    suits_report,
)
from kibitz.storage import write_atomically

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
        starter_report.section(folder),
        declaring_report.section(folder),
        page_report.section(folder),
    )
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


if __name__ == "__main__":
    docs = Path(sys.argv[1])
    write_atomically(docs / "results.md", page(docs / "results").encode())
