"""Writes what docs/ derives from result files and systems.

These are results.md, the figures cited on other pages, starter.md (the starter library) and
auctions.md (auctions explained by the house system) and conventions.md (the names of calls).

Run: python -m kibitz_lab.catalogue.results_page docs
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from kibitz.runtime.storage import write_atomically
from kibitz_lab.catalogue import citing
from kibitz_lab.catalogue.registry import EXPERIMENTS
from kibitz_lab.conventions import names_page
from kibitz_lab.harness.experiment import Chapter, Experiment
from kibitz_lab.harness.results import read_result
from kibitz_lab.house import page as starter_page
from kibitz_lab.systems import auctions_page

HEADING = """# Results

Every table here is made from a file in `docs/results/` by `make docs`; none is typed. Each file
says which command made it, at which commit, from which records and seeds. What was read differently
from a paper, and why, stands in [methods.md](methods.md).
"""

MADE_WHOLE = {"results.md", "commands.md", "auctions.md", names_page.PAGE, starter_page.PAGE}
"""Pages that are generated as a whole."""


def page(folder: Path) -> str:
    """The whole page from the result files in *folder*."""
    there = [(one, path) for one in EXPERIMENTS if (path := _file(one, folder)).is_file()]
    parts = [HEADING]
    for chapter, experiments in groupby(there, key=lambda found: found[0].chapter):
        parts.extend(_chapter(chapter, experiments))
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


def _chapter(chapter: Chapter, experiments: Iterable[tuple[Experiment, Path]]) -> Iterator[str]:
    yield f"## {chapter.title}"
    yield chapter.opening
    for experiment, path in experiments:
        yield "\n".join(experiment.report(read_result(path)))
    yield chapter.ending


def rebuild(docs: Path) -> list[str]:
    """Write the pages and the figures that are made from the result files in ``docs/results``.

    Returns every figure on the other pages that is not cited from a result file.
    """
    results = docs / "results"
    for experiment in EXPERIMENTS:
        made_of = _file(experiment, results)
        if experiment.draw is not None and made_of.is_file():
            experiment.draw(read_result(made_of), made_of.with_suffix(".svg"))
    write_atomically(docs / "results.md", page(results).encode())
    write_atomically(docs / "auctions.md", auctions_page.page().encode())
    write_atomically(docs / names_page.PAGE, names_page.page().encode())
    if (made_of := results / "starter.json").is_file():
        write_atomically(docs / starter_page.PAGE, starter_page.page(read_result(made_of)).encode())
    typed = []
    for path in (*docs.glob("*.md"), *docs.parent.glob("*.md")):
        text = path.read_text("utf-8")
        if (fresh := citing.refreshed(text, results)) != text:
            write_atomically(path, fresh.encode())
        if path.name not in MADE_WHOLE:
            typed += [f"{path.name}: {figure}" for figure in citing.uncited(fresh)]
    return typed


def _file(experiment: Experiment, folder: Path) -> Path:
    return folder / f"{experiment.result}.json"


if __name__ == "__main__":
    for figure in rebuild(Path(sys.argv[1])):
        print(f"no result file answers for this: {figure}", file=sys.stderr)
