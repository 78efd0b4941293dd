"""My game and practice on the page: a report, a card, an answer."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from coach import ask, opened
from kibitz.games.bridge.play import Play
from kibitz.mygame.drills.cards import Drill
from kibitz.mygame.drills.choices import ChoiceDrill, new_choice
from kibitz.mygame.drills.suits import new_suits
from kibitz.mygame.sitting import Sitting
from kibitz.mygame.store import PracticeStore
from kibitz.page.places.own.guesses import note_card
from kibitz.page.table.playthrough import Playthrough
from kibitz.records.formats.lines import write_lines
from kibitz.records.importing import Opened, import_file
from kibitz.records.library import Library
from kibitz.records.lookup import table
from kibitz.records.record import Players, Record

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


def test_a_wrong_guess_about_a_suit_is_kept_if_our_own_page_led_there(home: Path) -> None:
    with opened(home) as coach:
        asked = {"number": 1}
        plays = ask(coach, "/api/suit/practice", asked).json()["choices"]
        wrong = next(
            one
            for one in plays
            if not ask(coach, "/api/suit/practice", {**asked, "choice": one}).json()["right"]
        )
        guessed = {"number": "1", "choice": wrong}
        for site, cards in (("cross-site", 0), ("same-origin", 1), ("same-origin", 1)):
            coach.get("/suit/practice", params=guessed, headers={"sec-fetch-site": site})
            with PracticeStore.open(home / "mygame.kibitz") as store:
                assert len(store.cards("me")) == cards
                assert [one.right for one in store.guesses("me")] == [False] * cards


def test_a_guess_in_play_is_wrong_if_it_gives_a_trick_away_that_was_kept(tmp_path: Path) -> None:
    record, now = table("starter:12"), datetime(2026, 3, 9, 12, tzinfo=UTC)
    place = tmp_path / "m.kibitz"
    for at, (lost, kept, cards, guesses) in enumerate([(1, 1, 0, 0), (0, 0, 0, 1), (1, 0, 1, 2)]):
        play = _decision(record, at)
        played = str(record.play[play.at])
        guess = next(one for one in play.state.legal_actions if str(one) != played)
        worth = [{"card": played, "cost": kept}, {"card": str(guess), "cost": lost}]
        verdict = {"played": played, "double_dummy": {"cards": worth}}
        note_card(place, replace(play, guess=guess), verdict, now)
        note_card(place, replace(play, guess=None), verdict, now)
        with PracticeStore.open(place) as store:
            assert len(store.cards("me")) == cards
            assert len(store.guesses("me")) == guesses
            for card in store.cards("me"):
                drill = Drill.of(card.content)
                assert drill.is_right(record.play[play.at])
                assert card.content["record"]["players"].count("") == 3


def _decision(record: Record, number: int) -> Playthrough:
    """A decision of declarer's along the record."""
    whole = Playthrough.of(record, len(record.play))
    state: Play = whole.decisions[number]
    return Playthrough.of(record, len(state.played))


def test_a_question_with_a_few_answers_is_asked_on_the_page(home: Path) -> None:
    record = table("starter:12")
    assert record.contract is not None
    options, said = ("playing on clubs", "playing on hearts"), ("Clubs were it.", "Not hearts.")
    sitting = Sitting(replace(record, play=record.play[:1]), record.contract.declarer)
    drill = ChoiceDrill(sitting, "choosing a line", "Which would you play?", options, (0,), said)
    with opened(home) as coach:
        with PracticeStore.open(home / "mygame.kibitz") as store:
            store.add_cards("me", [new_choice(drill)])
        page = coach.get("/practice").text
        assert "Which would you play?" in page
        assert all(f'value="{one}"' in page for one in options)
        card = coach.get("/api/practice").json()["card"]
        assert (card["kind"], card["options"]) == ("choice", list(options))
        given = {"card": card["id"], "choice": "playing on hearts"}
        told = coach.post("/api/practice", params=given, headers=OWN).json()
        assert not told["right"]
        assert told["text"] == "Not playing on hearts: playing on clubs.\nNot hearts."
