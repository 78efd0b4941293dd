"""My game and practice on the page: a report, a card, an answer."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path

from coach import ask, opened
from kibitz.mygame.drills.suits import new_suits
from kibitz.mygame.store import PracticeStore
from kibitz.records.formats.lines import write_lines
from kibitz.records.importing import Opened, import_file
from kibitz.records.library import Library
from kibitz.records.lookup import table
from kibitz.records.record import Players

OWN = {"origin": "http://localhost"}


def test_a_report_of_the_library_names_nobody_else(home: Path) -> None:
    found = table("starter:1")
    names = Players.of(("<i>Ann</i>", "Secret", "Secret", "Secret"))
    record = replace(found, citation=replace(found.citation, players=names))
    with Library.open(home / "library.kibitz") as library:
        import_file(library, Opened(BytesIO("".join(write_lines([record])).encode()), "a.jsonl"))
    with opened(home) as coach:
        assert "&lt;i&gt;Ann" in ask(coach, "/me").text
        told = ask(coach, "/api/me", {"player": "<i>Ann</i>"}).json()
        assert told["tables"] == 1
        shown = ask(coach, "/me", {"player": "<i>Ann</i>"}).text
        assert "Secret" not in shown
        assert "<i>Ann" not in shown
        assert "Nobody called Bob" in ask(coach, "/me", {"player": "Bob"}).text
        assert coach.get("/api/me", params={"player": "Bob"}).status_code == 400


def test_practice_shows_what_is_due_and_judges_an_answer(home: Path) -> None:
    with opened(home) as coach:
        assert "Nothing is due" in coach.get("/practice").text
        with PracticeStore.open(home / "mygame.kibitz") as store:
            store.add_cards("me", new_suits(store, "me", 1))
        told = coach.get("/api/practice").json()
        assert told["due"] == 1
        card = told["card"]
        assert card["text"] in coach.get("/practice").text.replace("&#39;", "'")
        given = {"card": card["id"], "choice": card["options"][0]}
        assert (
            coach.post("/practice", data={**given, "choice": "?"}, headers=OWN).status_code == 400
        )
        answered = coach.post("/practice", data=given, headers=OWN)
        assert answered.status_code == 200
        assert (
            coach.post("/api/practice", params={"card": 99, "choice": "1"}, headers=OWN).status_code
            == 404
        )
        assert coach.get("/api/practice").json()["answered_today"] == 1
