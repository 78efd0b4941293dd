"""What strangers may not do, at every place there is: the list is the page's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.routing import BaseRoute, Route

from coach import SCRIPT, ask
from kibitz.page import guard

ASKED = (
    "/?asked={}",
    "/suit?north={}&south=AQ",
    "/suit?north=KJ95&south=A732&lies={}",
    "/suit/practice?choice={}",
    "/opening?hand={}",
    "/opening?hand=AQ7.KJ985.K2.T43&system={}",
    "/call?hand={}&auction={}",
    "/call?hand=KJ4.Q85.A962.T73&auction=1H+P&pair={}",
    "/call?hand=KJ4.Q85.A962.T73&auction=1H+P&like={}",
    "/lead?hand={}&auction=1N",
    "/lead?hand=KQT94.73.862.J54&auction=1N+P+3N&like={}",
    "/meaning?auction={}",
    "/meaning?auction=1N&pair={}",
    "/explore?auction={}",
    "/explore?auction=1N&pair={}&player={}&event={}",
    "/deal?south={}&auction={}",
    "/deal?south=AK4.K43.AQ72.K42&auction=1N&dealer=S&like={}",
    "/deal?south=AK4.K43.AQ72.K42&north=Q52.A65.KJT3.953&auction=1N+P+3N&dealer=S&played=HQ&beside={}",
    "/plan?hand={}&dummy={}&contract={}&lead={}",
    "/play?tables={}",
    "/play/starter/1?at=1&said={}",
    "/play/starter/1?at=1&said=--&like={}",
    "/play/starter/1?at=1&said=--&beside={}",
    "/play/{}/1",
    "/review/session?tables=1&shelf={}",
    "/review/session?tables=1&shelf=starter&player={}",
    "/review/session?tables=1&shelf=starter&whole=1&part={}",
    "/me?player={}",
    "/practice?player={}",
    "/games?game={}",
    "/games?moves={}",
    "/games?against={}",
    "/library?text={}",
    "/asked?text={}",
    "/table?deal={}",
    "/table/{}",
    "/jobs/{}",
)
FORMS = {
    "/ask": {"text": SCRIPT},
    "/play": {"text": SCRIPT},
    "/review": {"text": SCRIPT},
    "/practice": {"card": "1", "choice": SCRIPT, "player": SCRIPT},
    "/agreements": {"suit_leads": SCRIPT},
    "/table/0123456789abcdef": {"say": "HA", "stamp": SCRIPT},
}


def routes(coach: TestClient, method: str) -> Iterator[str]:
    """Every address that is answered, with something in place of what it names."""
    app = coach.app
    assert isinstance(app, FastAPI)
    for route in _every(app.routes):
        if method in (route.methods or ()):
            yield re.sub(r"{(\w+)}", "1", route.path)


def _every(routes: Iterable[BaseRoute]) -> Iterator[Route]:
    """The routes of an app, those of the routers that it includes among them."""
    for route in routes:
        included = getattr(route, "original_router", None)
        if included is not None:
            yield from _every(included.routes)
        elif isinstance(route, Route):
            yield route


def test_no_place_answers_another_host(coach: TestClient) -> None:
    paths = [*routes(coach, "GET"), "/static/style.css"]
    assert len(paths) > 40
    for path in paths:
        answer = coach.get(path, headers={"host": "evil.example"})
        assert answer.status_code == 421, path


def test_no_place_is_changed_by_another_page(coach: TestClient) -> None:
    paths = list(routes(coach, "POST"))
    assert len(paths) > 10
    for path in paths:
        for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}):
            assert coach.post(path, headers=headers).status_code == 403, path


def test_no_place_takes_more_than_it_may(
    coach: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "LARGEST_UPLOAD", 1000)
    for path in routes(coach, "POST"):
        answer = coach.post(path, content=b"x" * 2000, headers={"content-type": "text/plain"})
        assert answer.status_code == 413, path


@pytest.mark.parametrize("path", ASKED)
def test_markup_in_a_question_stays_text(coach: TestClient, path: str) -> None:
    shown = ask(coach, path.replace("{}", SCRIPT))
    assert shown.status_code < 500
    assert SCRIPT not in shown.text
    assert "<script>alert" not in shown.text


@pytest.mark.parametrize(("path", "fields"), FORMS.items())
def test_markup_in_a_form_stays_text(coach: TestClient, path: str, fields: dict[str, str]) -> None:
    shown = coach.post(path, data=fields)
    assert shown.status_code < 500
    assert "<script>alert" not in shown.text


def test_every_place_is_asked_with_markup(coach: TestClient) -> None:
    """A new place has to be added above."""
    pages = {path for path in routes(coach, "GET") if not path.startswith(("/api", "/favicon"))}
    asked = {path.split("?")[0].replace("{}", "1") for path in ASKED}
    with_numbers = {"/play/1/1", "/play/1/1/on", "/review/1/1", "/library/1", "/library/export"}
    plain = {"/review", "/jobs/1", "/agreements", "/ask", "/ladder"}
    assert pages - asked - with_numbers - plain == set()
