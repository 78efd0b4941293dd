"""A record survives the trip through every format, in all fields that the format can hold."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from kibitz.games.bridge.auction import Auction
from kibitz.records.formats.export import FORMATS, follows_auction
from kibitz.records.formats.lin import read_lin, write_lin
from kibitz.records.formats.lines import read_lines, write_lines
from kibitz.records.formats.links import hand_link, read_links
from kibitz.records.formats.pbn import read_pbn, write_pbn
from kibitz.records.formats.reading import read_path
from kibitz.records.record import Citation, Players, Record, ResultSource, Source
from kit import RAW, lin_link, needs_raw, random_record, records


def through_lines(record: Record) -> list[object]:
    return list(read_lines(write_lines([record]), file="x"))


def through_pbn(record: Record) -> list[object]:
    text = "".join(write_pbn([record]))
    return list(read_pbn(text.splitlines(), file=record.source.file))


def through_lin(record: Record) -> list[object]:
    return list(read_lin("".join(write_lin([record])), file=record.source.file))


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
    cite = record.citation
    held = replace(record, source=Source("x", 1))
    return _less(held, Citation(board=cite.board, players=cite.players), ResultSource.CLAIM)


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


@given(records)
def test_record_lines_hold_everything(record: Record) -> None:
    assert through_lines(record) == [record]


@given(records)
def test_pbn_holds_what_the_docs_say(record: Record) -> None:
    assert through_pbn(record) == [pbn_holds(record)]


@pytest.mark.parametrize("seed", range(60))
def test_lin_holds_what_the_docs_say(seed: int) -> None:
    record = random_record(random.Random(seed))
    assert through_lin(record) == [lin_holds(record)]


@pytest.mark.parametrize("seed", range(60))
def test_links_of_both_forms_hold_what_the_docs_say(seed: int) -> None:
    record = random_record(random.Random(seed))
    [spelled] = read_links(hand_link(record), file="x")
    assert spelled == link_holds(record)
    [packed] = read_links(lin_link(record), file=record.source.file)
    assert packed == lin_holds(record)


@needs_raw
@pytest.mark.parametrize("path", sorted(RAW.glob("*")), ids=lambda path: path.name)
def test_every_raw_record_survives_every_format(path: Path) -> None:
    sound = [found for found in read_path(path) if isinstance(found, Record)]
    assert sound
    for record in sound:
        assert through_lines(record) == [record]
        assert through_pbn(record) == [pbn_holds(record)]
        if follows_auction(record):
            assert through_lin(record) == [lin_holds(record)]


def test_a_table_without_an_auction_survives_pbn_and_record_lines() -> None:
    record = next(r for r in map(random_record, map(random.Random, range(99))) if r.play)
    bare = replace(record, auction=Auction(record.dealer), alerts=())
    assert through_pbn(bare) == [pbn_holds(bare)]
    assert through_lines(bare) == [bare]


def test_many_tables_in_one_text_stay_apart_and_in_order() -> None:
    tables = [random_record(random.Random(seed)) for seed in range(30)]
    for form in ("pbn", "lin", "jsonl"):
        text = "".join(FORMATS[form](tables))
        read = {
            "pbn": lambda text: read_pbn(text.splitlines(), file="x"),
            "lin": lambda text: read_lin(text, file="x"),
            "jsonl": lambda text: read_lines(text.splitlines(), file="x"),
        }[form](text)
        assert [(r.deal, r.play, r.tricks) for r in read if isinstance(r, Record)] == [
            (r.deal, r.play, r.tricks) for r in tables
        ]
