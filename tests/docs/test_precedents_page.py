import doctest
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_session_in_the_page_runs() -> None:
    result = doctest.testfile(str(ROOT / "docs" / "precedents.md"), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


@pytest.mark.long
def test_the_example_of_digits_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / "digits.py"))
    assert "all lengths, vote" in capsys.readouterr().out
