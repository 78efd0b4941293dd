"""SIBL's cases of whole archives: made by any engine, stored in case files, asked in batches.

Every decision of declarer's side at no-trump is a case. It is stored once, under its canonical
names, with the record and the card it comes from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from kibitz.cardplay.sibl.encoding import Deals, PlayDecisions, encode
from kibitz.cardplay.sibl.features import SCHEMA, WINDOW, completed
from kibitz.cardplay.sibl.symmetry import canonical, renamed
from kibitz.precedents.sequences.columns import Actions
from kibitz.precedents.sequences.distance import Sequences
from kibitz.precedents.sequences.store import Batch, CaseSource, SequenceStore
from kibitz.records.formats.reading import JudgedPiece, Piece, pieces
from kibitz.records.importing import Importable
from kibitz.records.record import Record
from kibitz.runtime.running import Engine

PIECES_A_FILE = 50
"""The number of pieces whose cases make one file: ten thousand tables, if they are record lines."""

Stretch = tuple[Piece | JudgedPiece, ...]


@dataclass(frozen=True, slots=True)
class Built:
    """What was added to a store."""

    tables: int
    cases: int


@dataclass(frozen=True, slots=True, eq=False)
class Questions:
    """Decisions to look up: their canonical states, the cards chosen, and their sources."""

    asked: Sequences
    actions: Actions
    sources: tuple[CaseSource, ...]


def build(
    store: SequenceStore,
    files: Iterable[Importable],
    *,
    engine: Engine | None = None,
    tell: Callable[[], object] = lambda: None,
) -> Built:
    """Add the cases of *files*, without pieces added before from any file.

    If it is interrupted, what was added stays, and the same call continues from there.
    """
    stretches = _stretches(_fresh(_pieces(files), store.manifest.marks()))
    tables = cases = 0
    for made in (engine or Engine()).run(_made, stretches, tell=tell, ahead=2):
        store.append(made.batch, made.marks)
        tables, cases = tables + len(made.batch.records), cases + len(made.batch.cases)
    return Built(tables, cases)


@dataclass(frozen=True, slots=True, eq=False)
class _Made:
    """The cases of some pieces, and the marks of these pieces."""

    batch: Batch
    marks: tuple[str, ...]


def _made(stretch: Stretch) -> _Made:
    return _Made(batch_of(stretch), tuple(map(_mark, stretch)))


def _mark(piece: Piece | JudgedPiece) -> str:
    """The mark of a piece, which depends on its content but not on the name of its file."""
    content = (
        piece.found if isinstance(piece, JudgedPiece) else (piece.form, piece.first, piece.text)
    )
    return hashlib.blake2b(repr(content).encode("utf-8", "replace"), digest_size=16).hexdigest()


def _fresh(every: Iterator[Piece | JudgedPiece], known: set[str]) -> Iterator[Piece | JudgedPiece]:
    for piece in every:
        if (mark := _mark(piece)) not in known:
            known.add(mark)
            yield piece


def questions_of(files: Iterable[Importable], most: int) -> Questions:
    """The first *most* decisions of *files*, ready to be looked up."""
    parts = [batch_of(stretch) for stretch in _stretches(_pieces(files))]
    sources = [
        CaseSource(batch.records[record], card)
        for batch in parts
        for record, card in zip(batch.record_of.tolist(), batch.cards.tolist(), strict=True)
    ][:most]
    empty = np.empty((0, WINDOW, len(SCHEMA.features)), np.uint8)
    codes = np.concatenate([empty, *(batch.cases.codes for batch in parts)])[:most]
    spans = np.concatenate([np.empty(0, np.uint8), *(batch.cases.spans for batch in parts)])[:most]
    actions = np.concatenate([np.empty(0, np.uint16), *(batch.actions for batch in parts)])[:most]
    return Questions(Sequences.of_codes(codes, spans), actions, tuple(sources))


def batch_of(stretch: Stretch) -> Batch:
    """The cases of some pieces of files."""
    found = (each for piece in stretch for each in piece.judged())
    records = [each for each in found if isinstance(each, Record) and _at_no_trump(each)]
    plays = [(start := r.opening_state(), completed(start, r.play)) for r in records]
    decisions: PlayDecisions = encode(Deals.of(plays))
    states, suits = canonical(decisions.sequences)
    return Batch(
        states,
        renamed(decisions.actions, suits),
        tuple(record.source for record in records),
        decisions.deals.astype(np.uint32),
        (decisions.plies + 1).astype(np.uint16),
    )


def _at_no_trump(record: Record) -> bool:
    return (
        bool(record.play)
        and record.contract is not None
        and record.contract.bid.strain.trumps is None
    )


def _stretches(every: Iterator[Piece | JudgedPiece]) -> Iterator[Stretch]:
    while stretch := tuple(islice(every, PIECES_A_FILE)):
        yield stretch


def _pieces(files: Iterable[Importable]) -> Iterator[Piece | JudgedPiece]:
    for file in files:
        with file.open() as stream:
            yield from pieces(stream, name=file.name)
