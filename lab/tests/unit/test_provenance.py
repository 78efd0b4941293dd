"""What was worked out by other code, of kibitz or of the lab, is not used again."""

from __future__ import annotations

import pytest

from kibitz.runtime import provenance
from kibitz.runtime.compiled import source_of, source_stamp
from kibitz_lab.harness.provenance import commit, parts_of
from kibitz_lab.routing import experiment as routing


@pytest.mark.parametrize("package", ["kibitz", "kibitz_lab"])
def test_parts_are_of_both_packages_code(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = parts_of("tried")
    digest = provenance.code_digest
    changed = {package: "changed"}
    monkeypatch.setattr(
        "kibitz_lab.harness.provenance.code_digest",
        lambda name: changed.get(name) or digest(name),
    )
    assert parts_of("tried") != before


def test_machine_code_of_the_lab_is_of_its_own_source_and_of_what_it_imports() -> None:
    assert b"def exact_tour" in source_of(routing.__name__)
    assert b"class Town" in source_of("kibitz_lab.routing.town")
    imported = "kibitz.runtime.compiled"
    assert source_of(imported)
    assert source_stamp(routing.__name__) != source_stamp(imported)


def test_a_result_says_which_code_made_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert commit() == "released"
    monkeypatch.setenv("KIBITZ_COMMIT", "0123456789ab")
    assert commit() == "0123456789ab"
