"""A record survives the trip through every format, in all fields that the format can hold."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from kibitz.games.bridge.auction import Auction
from kibitz.records.formats.export import follows_auction
from kibitz.records.formats.known import FORMATS, Cut
from kibitz.records.formats.reading import Piece, read_path
from kibitz.records.record import Citation, Players, Record, Refusal, ResultSource, Source
from kit import RAW, lin_link, needs_raw, random_record, records


def through(form: str, record: Record) -> list[Record | Refusal]:
    """What is read from a record's text in a format, under the name of its own file."""
    text = "".join(FORMATS[form].write([record]))
    return _read(form, text, record.source.file)


def _read(form: str, text: str, file: str) -> list[Record | Refusal]:
    is_whole = FORMATS[form].cut is Cut.WHOLE
    return list(Piece(form, file, (text,) if is_whole else tuple(text.splitlines())).judged())


def lines_hold(record: Record) -> Record:
    """Everything."""
    return record


def pbn_holds(record: Record) -> Record:
    """All but kind, system, level, origin, the source of a result, list conflicts and the cut."""
    cite = record.citation
    unknown = ("?", "-", "#")
    event, date, board, room, *names = (
        "" if text in unknown else text
        for text in (cite.event, cite.date, cite.board, cite.room, *_names(cite))
    )
    kept = Citation(event, date, board, room, Players.of(names))
    return _less(record, kept, ResultSource.CLAIM)


def lin_holds(record: Record) -> Record:
    """Event, board, open or closed room, names, and all of the table itself."""
    cite = record.citation
    room = cite.room.lower() if cite.room.lower() in ("open", "closed") and cite.board else ""
    kept = Citation(cite.event, "", cite.board, room, cite.players)
    return _less(record, kept, ResultSource.CLAIM)


def link_holds(record: Record) -> Record:
    """Board and names, and all of the table itself."""
    kept = Citation(board=record.citation.board, players=record.citation.players)
    return _less(record, kept, ResultSource.CLAIM)


def _names(cite: Citation) -> tuple[str, str, str, str]:
    return cite.players.north, cite.players.east, cite.players.south, cite.players.west


def _less(record: Record, citation: Citation, stated: ResultSource) -> Record:
    source = Source(record.source.file, 1)
    result = record.result_source
    return replace(
        record,
        source=source,
        citation=citation,
        result_source=stated if result is ResultSource.LIST else result,
        conflicts=tuple(c for c in record.conflicts if c.value == "contract"),
        cut="",
    )


HOLDS = {"pbn": pbn_holds, "lin": lin_holds, "jsonl": lines_hold, "links": link_holds}
"""What docs/formats.md says that each format holds of a record."""


def test_every_format_says_what_it_holds() -> None:
    assert set(HOLDS) == set(FORMATS)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("seed", range(60))
def test_a_format_holds_what_the_docs_say(form: str, seed: int) -> None:
    record = random_record(random.Random(seed))
    assert through(form, record) == [HOLDS[form](record)]


@pytest.mark.parametrize("form", ["pbn", "jsonl"])
@given(record=records)
def test_names_with_any_characters_survive_where_the_docs_say(form: str, record: Record) -> None:
    assert through(form, record) == [HOLDS[form](record)]


@pytest.mark.parametrize("seed", range(60))
def test_links_with_packed_tables_hold_what_lin_holds(seed: int) -> None:
    record = random_record(random.Random(seed))
    assert _read("links", lin_link(record), record.source.file) == [lin_holds(record)]


@needs_raw
@pytest.mark.parametrize("path", sorted(RAW.glob("*")), ids=lambda path: path.name)
def test_every_raw_record_survives_every_format(path: Path) -> None:
    sound = [found for found in read_path(path) if isinstance(found, Record)]
    assert sound
    for record in sound:
        for form in FORMATS.values():
            if follows_auction(record) or not form.needs_auction:
                assert through(form.name, record) == [HOLDS[form.name](record)]


def test_a_table_without_an_auction_survives_where_the_contract_is_stated() -> None:
    record = next(r for r in map(random_record, map(random.Random, range(99))) if r.play)
    bare = replace(record, auction=Auction(record.dealer), alerts=())
    for form in FORMATS.values():
        if not form.needs_auction:
            assert through(form.name, bare) == [HOLDS[form.name](bare)]


@pytest.mark.parametrize("form", FORMATS)
def test_many_tables_in_one_text_stay_apart_and_in_order(form: str) -> None:
    tables = [random_record(random.Random(seed)) for seed in range(30)]
    back = _read(form, "".join(FORMATS[form].write(tables)), "x")
    assert [(r.deal, r.play, r.tricks) for r in back if isinstance(r, Record)] == [
        (r.deal, r.play, r.tricks) for r in tables
    ]
