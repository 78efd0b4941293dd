"""The results page says what the result files say."""

from pathlib import Path

from kibitz.lab.seqlearner_report import results_in, updated

DOCS = Path(__file__).parents[2] / "docs"


def test_the_strategy_tables_are_made_from_their_result_files() -> None:
    page = (DOCS / "results.md").read_text(encoding="utf-8")
    results = results_in(DOCS / "results")
    assert results
    assert updated(page, results) == page


def test_every_row_of_every_table_reports_its_interval() -> None:
    for result in results_in(DOCS / "results"):
        for table in result.get("teachers", {}).values():
            for row in table["rows"].values():
                for level in ("perfect", "expert", "novice", "random"):
                    if level in row:
                        cell = row[level]["reliability"]
                        assert cell["low"] <= cell["mean"] <= cell["high"]
