"""Every form: its texts say what they are, are bounded, and stand in their page.

An address is read back as the form that it repeats, and only the question refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, TypeVar, get_args

import pytest
from fastapi import Depends, FastAPI
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from coach import ask, opened
from kibitz.errors import UsageError
from kibitz.forms import Form, Spelled, Text, texts
from kibitz.page.forms import query


def every_form() -> Iterator[type[Spelled]]:
    for module in walk_packages(kibitz.__path__, "kibitz."):
        if module.name.endswith((".form", ".search")) or ".page." in module.name:
            for one in vars(import_module(module.name)).values():
                own = isinstance(one, type) and one.__module__ == module.name
                if own and issubclass(one, Spelled):
                    yield one


FORMS = sorted(every_form(), key=lambda form: form.__qualname__)
PLACES = {
    "AgreementsForm": "/agreements",
    "CallForm": "/call",
    "DealForm": "/deal",
    "ExplorerForm": "/explore",
    "LeadForm": "/lead",
    "MeaningForm": "/meaning",
    "MyGameForm": "/me",
    "OpeningForm": "/opening",
    "Query": "/library",
    "SuitForm": "/suit",
    "TwoHandsForm": "/plan",
}
"""Where a page asks what a form spells."""
LINKED = ("ContestForm", "PlanAddress", "PracticeForm", "SessionForm")
"""Addresses that links lead to."""
ENDLESS = ("number",)
"""Of a table: one that is too great is told that there is none."""
IN_TERMINAL = ("BeliefForm", "CardForm", "CaseForm", "OpeningCaseForm", "PlanForm", "StrategyForm")
ON_PAGES = [form for form in FORMS if form.__name__ not in IN_TERMINAL]
ASKED = [form for form in ON_PAGES if issubclass(form, Form)]
WRITTEN = [form for form in ON_PAGES if form.__name__ not in LINKED]


@pytest.fixture(scope="module")
def page(
    furnish: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TestClient]:
    with opened(furnish(tmp_path_factory.mktemp("forms"))) as client:
        yield client


FormT = TypeVar("FormT", bound=Spelled)


def on_page(form: type[Spelled]) -> list[Text]:
    return [text for text in texts(form) if text.said.only != "terminal"]


@pytest.mark.parametrize("form", FORMS)
def test_every_field_says_what_it_is(form: type[Spelled]) -> None:
    assert [text.name for text in texts(form)] == [field.name for field in fields(form)]
    for text in texts(form):
        assert text.said.help.endswith((".", "..."))


@pytest.mark.parametrize("form", FORMS)
def test_no_two_texts_are_spelled_alike(form: type[Spelled]) -> None:
    spelled = [text.spelled for text in texts(form)]
    assert len(set(spelled)) == len(spelled)


@pytest.mark.parametrize("form", ON_PAGES)
def test_what_a_stranger_may_ask_is_bounded(form: type[Spelled]) -> None:
    for text in on_page(form):
        if text.type is str:
            assert text.said.longest, text
        elif int in (text.type, *get_args(text.type)):
            least, most = text.said.page_bounds or text.said.bounds
            assert least is not None, text
            assert most is not None or text.name in ENDLESS, text


def _value(text: Text) -> st.SearchStrategy[Any]:
    least, most = text.said.page_bounds or text.said.bounds
    if text.type is bool:
        return st.booleans()
    if text.type is str:
        words = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=text.said.longest)
        return words.map(str.strip)
    number = st.integers(least, most)
    return number if text.type is int else st.none() | number


@st.composite
def filled(draw: st.DrawFn, form: type[FormT]) -> FormT:
    return form(**{text.name: draw(_value(text)) for text in on_page(form)})


@pytest.mark.parametrize("form", ON_PAGES)
@settings(max_examples=30)
@given(data=st.data())
def test_an_address_is_read_back_as_the_form_it_repeats(
    form: type[Spelled], data: st.DataObject
) -> None:
    typed, seen = data.draw(filled(form)), []
    app, reading = FastAPI(), Depends(query(form))

    @app.get("/")
    def place(read: Any = reading) -> None:
        seen.append(read)

    answer = TestClient(app).get("/", params=typed.address)
    assert answer.status_code == 200, answer.text
    assert seen == [typed]


@pytest.mark.parametrize("form", ASKED)
@settings(max_examples=30)
@given(data=st.data())
def test_only_a_question_refuses_what_was_typed(form: type[Form[Any]], data: st.DataObject) -> None:
    typed = data.draw(filled(form))
    told = ""
    try:
        told = str(typed.question())
    except UsageError as refused:
        told = str(refused)
    assert told  # a question, or one line that says why it is none


@pytest.mark.parametrize("form", WRITTEN)
def test_every_field_stands_in_its_template(form: type[Spelled], page: TestClient) -> None:
    first, *others = on_page(form)
    typed = {text.name: "" if text.is_required else text.empty or 1 for text in others}
    shown = ask(page, f"{PLACES[form.__name__]}?{form(**{first.name: ''}, **typed).address}")
    assert shown.status_code == 200
    for text in (first, *others):
        assert f'name="{text.spelled}"' in shown.text, text
