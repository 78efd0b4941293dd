"""The page of the library: drag-and-drop import, search, single tables, export."""

from __future__ import annotations

import dataclasses
import shutil
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, HTTPException, Query, Request, UploadFile
from fastapi.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)

from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.scoring import imps, score
from kibitz.page import outcomes
from kibitz.page.desk import Desk, Job
from kibitz.page.forms import query as read_query
from kibitz.page.jobs import accepted, shown, work_router
from kibitz.page.opened import kibitz_at
from kibitz.page.render import render
from kibitz.page.shelves import BEYOND
from kibitz.page.table.drawing import auction_view, table_view
from kibitz.page.words import WORDS, seat_name
from kibitz.page.worker import Signal
from kibitz.places import Places
from kibitz.records.formats.export import Exported, exported
from kibitz.records.formats.known import FORMATS
from kibitz.records.formats.lines import to_json
from kibitz.records.importing import Opened, import_file
from kibitz.records.library import Entry, Library
from kibitz.records.search import Catalogue, browse, count, find, summary
from kibitz.records.search import Query as RecordQuery
from kibitz.wording import card_text, contract_text, result_text

SHOWN = 50
MOST_FILES = 200
FIELDS = WORDS["search"]
"""The search fields, with their labels."""
LISTED = ("table", "event", "board", "room", "declarer", "contract", "result")
Search = Annotated[RecordQuery, Depends(read_query(RecordQuery))]


def library_router(desk: Desk, places: Places) -> APIRouter:
    """The routes of the library, and of learning from it."""

    path, words = places.library, outcomes.learned

    def openings() -> Job:
        title = "learning the openings"
        return desk.start("library", title, learn_openings, places, words=words)

    def calls() -> Job:
        return desk.start("library", "learning the calls", learn_calls, places, words=words)

    router = APIRouter()
    for part in (
        _import_router(path, desk),
        work_router("/learn/openings", "As kibitz learn openings; answers with the job.", openings),
        work_router("/learn/calls", "As kibitz learn calls; answers with the job.", calls),
        _search_router(path, desk),
        _table_router(path),
    ):
        router.include_router(part)
    return router


def _import_router(path: Path, desk: Desk) -> APIRouter:
    router = APIRouter()

    def bring(files: list[UploadFile]) -> Job:
        if len(files) > MOST_FILES:
            raise UsageError(f"Bring at most {MOST_FILES} files at a time.")
        copies = TemporaryDirectory(prefix="kibitz-", ignore_cleanup_errors=True)
        try:
            kept = [_copy(file, Path(copies.name, str(n))) for n, file in enumerate(files, 1)]
            job = desk.start("library", "import", bring_in, path, kept, words=outcomes.imported)
        except BaseException:
            copies.cleanup()
            raise
        job.work.future.add_done_callback(lambda _: copies.cleanup())
        return job

    @router.post("/library/import", include_in_schema=False)
    def bring_by_form(files: list[UploadFile]) -> RedirectResponse:
        return shown(bring(files))

    @router.post("/api/library", summary="Import files; answers with the job that does it.")
    def bring_as_data(files: list[UploadFile]) -> JSONResponse:
        return accepted(bring(files))

    return router


def _search_router(path: Path, desk: Desk) -> APIRouter:
    router = APIRouter()

    @router.get("/library", response_class=HTMLResponse, include_in_schema=False)
    def place(request: Request, query: Search) -> str:
        return _page(path, query, str(request.query_params), desk.under_way("library"))

    @router.get("/api/library", summary="What is in the library, and the tables that fit a search.")
    def search(
        query: Search, limit: Annotated[int, Query(ge=0, le=1000)] = SHOWN
    ) -> dict[str, Any]:
        with Library.open(path) as library:
            entries = list(islice(find(library, query), limit))
            found = count(library, query)
            counted = dataclasses.asdict(summary(library))
        tables = [{"id": entry.id, **to_json(entry.record)} for entry in entries]
        return {"library": counted, "found": found, "tables": tables}

    @router.get("/library/export", include_in_schema=False)
    def export(format: Annotated[str, Query(max_length=10)], query: Search) -> Response:
        if format not in FORMATS:
            raise UsageError(f"There is no format {format!r}, only {', '.join(FORMATS)}.")
        with Library.open(path) as library:
            records = (entry.record for entry in find(library, query))
            content = "".join(exported(records, format, Exported()))
        name = f"kibitz{FORMATS[format].suffix}"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(content, headers=headers)

    return router


def _table_router(path: Path) -> APIRouter:
    router = APIRouter()

    @router.get("/library/{number}", response_class=HTMLResponse, include_in_schema=False)
    def table(number: int) -> str:
        entry = _entry(path, number)
        text = "".join(exported([entry.record], "pbn", Exported()))
        others = _same_board(path, entry)
        view = table_view(entry)
        return render("table.html", "/library", view=view, id=number, text=text, others=others)

    @router.get("/api/library/{number}", summary="One table of the library.")
    def table_as_data(number: int) -> dict[str, Any]:
        entry = _entry(path, number)
        sources = [str(one.source) for one in entry.accounts]
        return {"id": number, **to_json(entry.record), "sources": sources}

    return router


def _copy(file: UploadFile, copy: Path) -> tuple[Path, str]:
    """A copy that outlives the request, and the file's own name."""
    with copy.open("wb") as out:
        shutil.copyfileobj(file.file, out)
    return copy, file.filename or f"file {copy.name}"


def _entry(path: Path, number: int) -> Entry:
    if 0 < number < BEYOND:
        with Library.open(path) as library:
            for entry in library.entries("WHERE tables.id = ?", number):
                return entry
    raise HTTPException(404, f"There is no table {number} in the library.")


def _same_board(path: Path, here: Entry) -> list[dict[str, Any]]:
    """All tables with the same deal and their swings; empty if there is only this one."""
    with Library.open(path) as library:
        same = "WHERE deal = (SELECT deal FROM tables WHERE id = ?)"
        entries = list(islice(library.entries(same, here.id), SHOWN))
    if len(entries) < 2:
        return []
    own = _points(here)
    rows = []
    for entry in entries:
        points = _points(entry)
        known = points is not None and own is not None and entry.id != here.id
        swing = imps(own - points) if known and own is not None and points is not None else None
        rows.append(
            {
                **_row(entry),
                "score": "" if points is None else f"{points:+d}",
                "swing": "" if swing is None else f"{swing:+d}",
                "auction": auction_view(entry.record, entry.record.auction.calls),
            }
        )
    return rows


def _points(entry: Entry) -> int | None:
    """North-South's score, if it is known."""
    record = entry.record
    if record.contract is None:
        return 0 if record.is_passed_out else None
    if record.tricks is None:
        return None
    points = score(record.contract, record.tricks, record.vulnerability)
    return points if record.contract.declarer.is_with(Seat.NORTH) else -points


def _page(path: Path, query: RecordQuery, spelled: str, job: Job | None) -> str:
    wanted = dataclasses.asdict(query)
    rows: list[dict[str, Any]] = []
    found: int | None = None
    problem = ""
    with Library.open(path) as library:
        counted = summary(library)
        refused = [str(refusal) for refusal in islice(library.refusals(), SHOWN)]
        shelf = browse(library)
        try:
            rows = [_row(entry) for entry in islice(find(library, query), SHOWN)]
            found = count(library, query)
        except UsageError as error:
            problem = str(error)
    return render(
        "library.html",
        "/library",
        job=job,
        counted=counted if counted.tables else None,
        fields=FIELDS.items(),
        form=wanted,
        shelves=_shelves(shelf, wanted),
        query=spelled,
        forms=FORMATS,
        rows=rows,
        found=found,
        text=_as_text(rows, found or 0),
        problem=problem,
        refused=refused,
        refused_count=counted.refused,
    )


def _shelves(shelf: Catalogue, wanted: dict[str, str]) -> list[dict[str, Any]]:
    """The names to browse by; each link replaces the whole search."""
    say = WORDS["library"]
    parts = (
        ("event", say["events"], shelf.events),
        ("player", say["players"], shelf.players),
        ("contract", say["contracts"], shelf.contracts),
    )
    return [
        {
            "title": title,
            "rows": [
                {
                    "name": _called(name) if field == "contract" else name,
                    "tables": tables,
                    "href": f"/library?{urlencode({field: name[:100]})}",
                    "here": wanted[field] == name,
                }
                for name, tables in names
            ],
        }
        for field, title, names in parts
        if names
    ]


def _called(contract: str) -> str:
    """A contract of the library as players write it: ``3N`` is 3NT."""
    suit = {str(one): one.symbol for one in Suit}
    strain = contract[1:2]
    return contract[:1] + suit.get(strain, "NT" if strain == "N" else strain) + contract[2:]


def _row(entry: Entry) -> dict[str, Any]:
    record, cite = entry.record, entry.record.citation
    seat = record.contract.declarer if record.contract else None
    return {
        "id": entry.id,
        "event": cite.event,
        "board": cite.board,
        "room": cite.room,
        "declarer": "" if seat is None else cite.players[seat] or seat_name(seat),
        "contract": contract_text(record.contract),
        "result": result_text(record.contract, record.tricks),
        "played": bool(record.play),
        "lead": card_text(record.play[0]) if record.play else "",
        "made": record.made,
    }


def _as_text(rows: list[dict[str, Any]], found: int) -> str:
    """The tables in columns, as ``kibitz find`` prints them."""
    lines = [LISTED, *(tuple(str(row[name]) for name in ("id", *LISTED[1:])) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    columns = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]
    most = f", {len(rows):,} shown" if found > len(rows) else ""
    return "\n".join([*columns, f"{found:,} found{most}"])


def _watch(signal: Signal, before: int, total: int, taken: int, tables: int) -> None:
    signal.tell(before + taken, total)


def bring_in(signal: Signal, path: Path, files: list[tuple[Path, str]]) -> dict[str, Any]:
    """Import uploaded files, one transaction each; a cancelled job keeps only whole files."""
    total = sum(copy.stat().st_size for copy, _ in files)
    done = kept = duplicates = 0
    refused: list[str] = []
    with Library.open(path) as library:
        for copy, name in files:
            with copy.open("rb") as stream:
                outcome = import_file(
                    library,
                    Opened(stream, Path(name).name),
                    watch=partial(_watch, signal, done, total),
                    report=lambda refusal: refused.append(str(refusal)),
                )
            done += copy.stat().st_size
            signal.tell(done, total)
            kept, duplicates = kept + outcome.kept, duplicates + outcome.duplicates
    return {
        "kept": kept,
        "duplicates": duplicates,
        "refused": refused[:500],
        "refusals": len(refused),
    }


def learn_openings(signal: Signal, places: Places) -> list[dict[str, Any]]:
    """Learn each system of the library separately; a cancelled job keeps those finished."""
    learned = kibitz_at(signal, places).learn("openings", watch=signal.tell)
    return [{**one.to_json(), "kept": bool(one.path)} for one in learned]


def learn_calls(signal: Signal, places: Places) -> dict[str, Any]:
    """Learn every call in the library's new tables; earlier ones are kept."""
    done = kibitz_at(signal, places).learn("calls", watch=signal.tell)
    return {**dataclasses.asdict(done), "text": str(done)}
