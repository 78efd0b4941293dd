"""The results page is made from the result files, and those say where they come from."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kibitz.errors import StorageError
from kibitz_lab.catalogue.results_page import page
from kibitz_lab.harness.results import read_result
from kibitz_lab.seqlearner.report import EXPERIMENTS
from kit import ROOT

DOCS = ROOT / "docs"
FILES = sorted((DOCS / "results").glob("*.json"))


def test_the_page_is_made_from_the_result_files() -> None:
    assert (DOCS / "results.md").read_text("utf-8") == page(DOCS / "results"), "run 'make docs'"


def test_every_figure_that_is_shown_is_there() -> None:
    shown = re.findall(r"!\[[^]]*\]\(([^)]+)\)", (DOCS / "results.md").read_text("utf-8"))
    assert shown
    assert all((DOCS / name).is_file() for name in shown)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_result_says_where_it_comes_from(path: Path) -> None:
    told = json.loads(path.read_text("utf-8"))
    made = told["made_by"]
    assert made["commit"]
    assert " cores" in made["machine"]
    assert ("load" in made) == made["command"].startswith("python benchmarks/")
    assert made["command"].startswith(("kibitz lab", "python benchmarks/"))
    assert "/" not in made["command"].replace("benchmarks/", "")


def test_every_row_of_the_strategy_tables_reports_its_interval() -> None:
    for experiment in EXPERIMENTS:
        result = read_result(DOCS / "results" / f"{experiment.result}.json")
        for table in result["teachers"].values():
            for row in table["rows"].values():
                for level in ("perfect", "expert", "novice", "random"):
                    if level in row:
                        cell = row[level]["reliability"]
                        assert cell["low"] <= cell["mean"] <= cell["high"]


def test_what_is_no_result_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "sibl.json"
    with pytest.raises(StorageError, match="cannot be read"):
        read_result(path)
    path.write_text("{")
    with pytest.raises(StorageError, match="is not a result file"):
        read_result(path)
