"""The library keeps every table once, with all its sources, and survives what happens to files."""

from __future__ import annotations

import hashlib
import json
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest

from kibitz.errors import LibraryError, UsageError
from kibitz.records.formats.lines import write_lines
from kibitz.records.formats.pbn import write_pbn
from kibitz.records.importing import GameFile, game_files, import_file
from kibitz.records.library import ImportedFile, Library
from kibitz.records.lookup import played_tables, sources_with_keys, tables_with_keys
from kibitz.records.record import Citation, Players, Record, Refusal, Source
from kibitz.records.schema import VERSION
from kibitz.records.search import Query, count, find, summary
from kit import SHARED, needs_data, random_record

SHARED_FILES = (
    *("human_trumps", "human_3nt_made", "human_3nt_down", "human_other"),
    *("robots", "wbridge5", "ben_data"),
)
TABLES = [random_record(random.Random(seed)) for seed in range(40)]


def write(path: Path, records: list[Record]) -> Path:
    path.write_text("".join(write_lines(records)))
    return path


def bring(library: Library, path: Path) -> ImportedFile:
    return import_file(library, GameFile(path, path.name))


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library.kibitz") as opened:
        yield opened


def test_what_is_imported_comes_back_as_it_was(library: Library, tmp_path: Path) -> None:
    done = bring(library, write(tmp_path / "a.jsonl", TABLES))
    assert done == ImportedFile(len(TABLES), 0, {})
    assert [entry.record for entry in library.entries()] == TABLES


def test_the_same_file_again_changes_nothing(library: Library, tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", TABLES)
    bring(library, path)
    before = list(library.entries())
    assert bring(library, path) == ImportedFile(0, len(TABLES), {})
    assert list(library.entries()) == before


def test_a_table_told_by_two_files_is_one_table_with_two_sources(
    library: Library, tmp_path: Path
) -> None:
    told = TABLES[0]
    again = replace(told, source=Source("b.lin", 3), citation=Citation(event="Elsewhere"))
    bring(library, write(tmp_path / "a.jsonl", [told]))
    assert bring(library, write(tmp_path / "b.jsonl", [again])) == ImportedFile(0, 1, {})
    [entry] = library.entries()
    assert entry.accounts == (told, again)
    assert entry.record == told


def test_the_source_of_a_table_is_told_without_reading_it_whoever_told_of_it_later(
    library: Library, tmp_path: Path
) -> None:
    records = [record for seed in range(40) if (record := random_record(random.Random(seed))).play]
    bring(library, write(tmp_path / "one.jsonl", records[:9]))
    bring(library, write(tmp_path / "two.jsonl", records[5:]))
    keys = list(played_tables(library))
    entries = tables_with_keys(library, keys)
    assert sources_with_keys(library, keys) == {key: entries[key].record.source for key in keys}
    assert sources_with_keys(library, keys[:2]).keys() == set(keys[:2])


def test_a_file_that_has_grown_brings_only_what_is_new(library: Library, tmp_path: Path) -> None:
    bring(library, write(tmp_path / "a.jsonl", TABLES[:10]))
    done = bring(library, write(tmp_path / "a.jsonl", TABLES[:12]))
    assert done == ImportedFile(2, 10, {})
    assert all(len(entry.accounts) == 1 for entry in library.entries())


def test_tables_that_differ_only_in_the_result_are_two(library: Library, tmp_path: Path) -> None:
    told = next(record for record in TABLES if record.claim is not None and not record.play)
    assert told.tricks is not None
    other = replace(told, tricks=(told.tricks + 1) % 14)
    assert bring(library, write(tmp_path / "a.jsonl", [told, other])).kept == 2


def test_refusals_are_counted_reported_and_remembered(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "a.pbn"
    text = "".join(write_pbn(TABLES[:2])).replace('[Deal "N:', '[Deal "N:2', 1)
    path.write_text(text)
    told: list[Refusal] = []
    first = import_file(library, GameFile(path, "a.pbn"), report=told.append)
    again = import_file(library, GameFile(path, "a.pbn"), report=told.append)
    assert first.kept == again.duplicates == 1
    assert first.refused == again.refused == {told[0].reason: 1}
    assert told[0] == told[1] == next(library.refusals())
    assert told[0].file == "a.pbn"
    assert told[0].line == 3


def test_a_file_that_cannot_be_read_is_refused_and_the_run_goes_on(
    library: Library, tmp_path: Path
) -> None:
    gone = GameFile(tmp_path / "gone.lin", "gone.lin")
    assert import_file(library, gone).refused == {"file:cannot be read": 1}


def test_folders_are_walked_in_order_and_what_is_no_game_is_left_out(tmp_path: Path) -> None:
    packed = ("sub/c.jsonl.gz", "sub/d.pbn.xz")
    for name in ("b.lin", "a.pbn", *packed, "00700", "notes.md", "picture.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = [file.name for file in game_files([tmp_path])]
    assert found == ["00700", "a.pbn", "b.lin", *packed]
    with pytest.raises(UsageError, match="there is no file or folder"):
        list(game_files([tmp_path / "nowhere"]))


def test_the_library_can_be_read_while_an_import_writes(library: Library, tmp_path: Path) -> None:
    bring(library, write(tmp_path / "a.jsonl", TABLES[:5]))
    with Library.open(Path(library.name)) as reader, library.writing() as writer:
        writer.add(TABLES[6], 1)
        assert len(reader) == 5
    assert len(library) == 6


def test_an_error_in_the_middle_of_a_file_keeps_nothing_of_it(library: Library) -> None:
    def fail_in_the_middle() -> None:
        with library.writing() as writer:
            writer.add(TABLES[0], writer.begin_file(b"x", "x"))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail_in_the_middle()
    assert len(library) == 0
    assert library.imported(b"x") is None


FULL_DISK = """
import resource, sys
from pathlib import Path
from kibitz.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))  # no file may grow beyond
sys.exit(main(["import", sys.argv[2], "--library", sys.argv[1], "--json"]))
"""


@pytest.mark.process
def test_a_full_disk_gives_a_clear_error_and_an_intact_library(
    library: Library, tmp_path: Path
) -> None:
    bring(library, write(tmp_path / "a.jsonl", TABLES))
    many = [random_record(random.Random(seed)) for seed in range(1000, 1900)]
    path = write(tmp_path / "b.jsonl", many)
    command = [sys.executable, "-c", FULL_DISK, library.name, str(path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "what was kept before is intact" in run.stderr
    assert run.stderr.count("\n") == 1
    assert [entry.record for entry in library.entries()] == TABLES
    assert bring(library, path).kept == len(many)


def test_what_is_no_library_is_not_touched(tmp_path: Path) -> None:
    text = tmp_path / "letter.txt"
    text.write_text("Dear diary, " * 100)
    with pytest.raises(LibraryError, match="not a database"):
        Library.open(text)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()
    with pytest.raises(LibraryError, match="not a kibitz library"):
        Library.open(other)


@pytest.mark.parametrize("version", [1, VERSION + 1])
def test_a_library_of_another_schema_is_refused(library: Library, version: int) -> None:
    library.tally(f"PRAGMA user_version = {version}")
    with pytest.raises(LibraryError, match=f"its schema is {version}, not {VERSION}"):
        Library.open(Path(library.name))


def test_the_schema_is_that_of_0_2(library: Library) -> None:
    """Another schema needs another number, and a way for libraries of 0.2 to open."""
    made = library.tally("SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY name")
    digest = hashlib.sha256("\n".join(sql for (sql,) in made).encode()).hexdigest()
    assert (VERSION, digest[:16]) == (2, "f81bfbbfa0e5ee40")


def test_a_library_written_row_by_row_opens(tmp_path: Path) -> None:
    """The rows are written here as 0.2 wrote them, not by today's code."""
    path = tmp_path / "old.kibitz"
    Library.open(path).close()
    connection = sqlite3.connect(path)
    connection.executescript(ROWS)
    connection.close()
    with Library.open(path) as library:
        [entry] = library.entries()
        assert str(entry.record.contract) == "3N by N"
        assert entry.record.citation.players == Players("a", "b", "c", "d")
        assert entry.record.alerts == ((0, "strong"),)
        assert bring(library, write(tmp_path / "a.jsonl", TABLES)).kept == len(TABLES)


ROWS = """
INSERT INTO files VALUES (1, x'00', 'old.lin', 1, 0);
INSERT INTO tables VALUES (1, x'00',
  'N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432',
  'N', 'Both', '3N P P P', '3N', 'N', 'STS3S2SA', 13);
INSERT INTO sources VALUES (1, 1, 1, '', 'old.lin', 1, 'Old event', '', '7', 'open',
  'a', 'b', 'c', 'd', 'human', '', '', '[[0, "strong"]]', 'claim', '', '');
"""


def test_tables_are_found_by_player_event_contract_declarer_result_and_words(
    library: Library, tmp_path: Path
) -> None:
    bring(library, write(tmp_path / "a.jsonl", TABLES))

    def found(**query: str) -> list[Record]:
        assert count(library, Query(**query)) == len(list(find(library, Query(**query))))
        return [entry.record for entry in find(library, Query(**query))]

    def those(condition: object) -> list[Record]:
        return [record for record in TABLES if condition(record)]  # type: ignore[operator]

    def at(record: Record) -> str:
        seat = record.contract.declarer if record.contract else None
        return "" if seat is None else record.citation.players[seat]

    assert found() == TABLES
    assert found(player="szabÓ") == those(lambda r: "Szabó" in repr(r.citation.players)) != []
    assert found(event="SPINGOLD") == those(lambda r: "Spingold" in r.citation.event) != []
    assert found(contract="pass") == those(lambda r: r.contract is None) != []
    assert found(contract="NT") == those(lambda r: str(r.contract)[1:2] == "N") != []
    assert found(declarer="n") == those(lambda r: str(r.contract).endswith("by N")) != []
    assert found(declarer="o'neil") == those(lambda r: at(r) == "O'Neil") != []
    assert found(result="made") == those(lambda r: r.made is True) != []
    assert found(result="down") == those(lambda r: r.made is False) != []
    assert found(result="9") == those(lambda r: r.tricks == 9)
    assert found(text="größe") == those(lambda r: "Größe" in r.citation.event) != []
    with pytest.raises(UsageError, match="not a result"):
        found(result="great")
    with pytest.raises(UsageError, match="not a contract"):
        found(contract="8H")


@pytest.mark.long
@needs_data
@pytest.mark.parametrize("name", SHARED_FILES)
def test_the_shared_records_are_counted_as_their_readme_counts_them(
    name: str, library: Library
) -> None:
    path = SHARED / "data" / f"{name}.jsonl.gz"
    readme = (SHARED / "data" / "README.md").read_text()
    [row] = [line for line in readme.splitlines() if line.startswith(f"| {name}.jsonl.gz")]
    said = tuple(int(cell.split()[0]) for cell in row.split("|")[3:8])
    bring(library, path)
    told = summary(library)
    counts = (told.tables, told.with_play, told.complete)
    assert (*counts, told.nearly_all_cards, told.three_notrump_made) == said


def test_the_summary_counts_kinds_and_strains(library: Library, tmp_path: Path) -> None:
    bring(library, write(tmp_path / "a.jsonl", TABLES))
    told = summary(library)
    assert told.tables == told.sources == sum(told.strains.values()) == len(TABLES)
    assert told.passed_out == sum(record.is_passed_out for record in TABLES)
    assert json.loads(json.dumps(told.kinds)) == {"not stated": len(TABLES)}


def size(path: Path) -> int:
    with Library.open(path) as library:
        return len(library)


@pytest.mark.process
def test_many_may_open_a_library_that_is_not_there_yet(tmp_path: Path) -> None:
    with ProcessPoolExecutor(4, get_context("spawn")) as readers:
        for number in range(100):
            path = tmp_path / f"{number}.kibitz"
            assert set(readers.map(size, [path] * 20)) == {0}
