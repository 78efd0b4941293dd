"""The README's sessions run, and what it and the docs point to is there."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

import kibitz
from kibitz.cli import main
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.records.formats.lin import write_lin
from kibitz.records.record import Citation, Record, Source
from kit import ROOT

TABLE = ROOT / "docs" / "table.md"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.fixture
def match(tmp_path: Path) -> Path:
    """The file that the README's session reads."""
    deal = "N:A42.A85.K952.A42 JT98.QJ9.T87.JT9 KQ5.K62.AQJ4.K83 763.T743.63.Q765"
    cards = "H4 H5 HJ HK DA"
    record = Record(
        source=Source("match.lin", 1),
        deal=Deal.parse(deal),
        auction=(auction := Auction.of(Seat.SOUTH, "1N P 3N P P P")),
        vulnerability=Vulnerability.NONE,
        contract=auction.contract,
        play=tuple(Card.parse(card) for card in cards.split()),
        citation=Citation(event="Spingold / Final", board="12", room="open"),
    )
    path = tmp_path / "match.lin"
    path.write_text("".join(write_lin([record])))
    return path


@pytest.mark.long
def test_the_readmes_session_runs(match: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(match.parent))  # nothing of the user's own was watched
    monkeypatch.delenv("KIBITZ_LIBRARY", raising=False)
    parser = doctest.DocTestParser()
    text = (ROOT / "README.md").read_text()
    session = parser.get_doctest(text, {"match": match, "kibitz": kibitz}, "README", "README.md", 0)
    runner = doctest.DocTestRunner()
    runner.run(session)
    assert runner.tries >= 5
    assert runner.failures == 0


def console_examples(text: str) -> list[tuple[str, str]]:
    """Each ``$ command`` of the console blocks with what it prints."""
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    return [
        (command.strip(), output)
        for block in blocks
        for command, output in re.findall(r"^\$ ([^\n]*)\n(.*?)(?=^\$ |\Z)", block, re.M | re.S)
    ]


SHOWN = [page for page in PAGES if page.name != TABLE.name and console_examples(page.read_text())]
"""The pages with sessions at the terminal; `TABLE` has a test of its own."""


def test_the_readme_shows_what_is_printed() -> None:
    assert ROOT / "README.md" in SHOWN


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.name)
def test_console_examples_print_what_they_show(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _runs(page, capsys)


@pytest.mark.long
@pytest.mark.process
def test_the_deal_at_the_table_goes_as_it_is_shown(
    bare_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _runs(TABLE, capsys)  # what is left of a deal is kept in the player's folder


def _runs(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    examples = console_examples(page.read_text())
    assert examples
    for command, output in examples:
        words = shlex.split(command)
        assert words[0] == "kibitz"
        assert main(words[1:]) == 0
        told = "\n".join(line.rstrip() for line in capsys.readouterr().out.splitlines())
        assert told.strip() == output.strip(), command


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_the_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text()):
        assert target.startswith("http") or (page.parent / target).exists(), target


def test_every_method_module_is_in_the_table_of_methods() -> None:
    table = (ROOT / "docs" / "methods.md").read_text()
    coded = [
        path.relative_to(ROOT / "src" / "kibitz").as_posix()
        for path in sorted((ROOT / "src" / "kibitz").rglob("*.py"))
        if re.search(r"^Source: ", path.read_text(), re.M)
    ]
    assert coded
    assert [path for path in coded if Path(path).name not in table] == []
