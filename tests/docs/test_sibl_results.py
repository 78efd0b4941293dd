from pathlib import Path

import pytest

from kibitz.errors import StorageError
from kibitz.lab.results import read_result
from kibitz.lab.sibl_report import BEGIN, END, insert, section

DOCS = Path(__file__).parents[2] / "docs"


def test_the_results_are_made_from_the_result_files() -> None:
    page = (DOCS / "results.md").read_text("utf-8")
    made = "run 'python -m kibitz.lab.sibl_report docs'"
    assert insert(page, section(DOCS / "results")) == page, made


def test_every_figure_that_is_shown_is_there() -> None:
    for name in ("sibl", "sibl-scale"):
        assert f"results/{name}.svg" in (DOCS / "results.md").read_text("utf-8")
        assert (DOCS / "results" / f"{name}.svg").is_file()


def test_a_generated_part_is_replaced_where_it_stands() -> None:
    page = f"# Results\n\n{BEGIN}\nold\n{END}\n\nmore\n"
    assert insert(page, f"{BEGIN}\nnew\n{END}") == f"# Results\n\n{BEGIN}\nnew\n{END}\n\nmore\n"
    assert insert("# Results\n", f"{BEGIN}\n{END}") == f"# Results\n\n{BEGIN}\n{END}\n"
    with pytest.raises(StorageError, match="without"):
        insert(f"{BEGIN} and no end", "")


def test_what_is_no_result_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "sibl.json"
    with pytest.raises(StorageError, match="cannot be read"):
        read_result(path)
    path.write_text("{")
    with pytest.raises(StorageError, match="is not a result file"):
        read_result(path)
