"""The recipe "Add a question" of CONTRIBUTING.md, followed with its own code."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from textwrap import dedent
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import typer
from fastapi import FastAPI
from fastapi.testclient import TestClient
from jinja2 import ChoiceLoader, DictLoader
from typer.testing import CliRunner

import pile
from kibitz import places, rooms
from kibitz.asking import Kibitz
from kibitz.page import render
from kibitz.page.words import WORDS
from kibitz.places import Places
from kit import ROOT
from pile import adviser, answer, form, question

PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
RECIPE = PAGE.split("## Add a ")[2]
OPENED, VERB, ROOM, COMMAND, PLACE, TEMPLATE, WORDING = re.findall(
    r"```(?:python|html|toml)\n(.*?)```", RECIPE, re.DOTALL
)


FOLDERS = ("src", "lab", "tests", "docs")


class AtOnce:
    """A desk that answers in this process."""

    async def answer(self, room: str, title: str, task: Any, *asked: Any, **how: Any) -> Any:
        return task(SimpleNamespace(tell=lambda done, total: None), *asked)


@pytest.fixture(autouse=True)
def room(monkeypatch: pytest.MonkeyPatch) -> None:
    """The room copied to where the recipe says, and known to the house."""
    monkeypatch.setitem(sys.modules, "kibitz.pile", pile)
    for module in (adviser, answer, form, question):
        monkeypatch.setitem(sys.modules, f"kibitz.{module.__name__}", module)
    monkeypatch.setattr(places, "DEPENDS", {**places.DEPENDS, "pile": ()})
    monkeypatch.setattr(rooms, "_ROOMS", {**rooms._ROOMS, "pile": "piles"})
    methods: dict[str, Any] = {}
    exec(f"from __future__ import annotations\n{dedent(OPENED)}\n{dedent(VERB)}", methods)
    for name in ("pile", "piles"):
        monkeypatch.setattr(Kibitz, name, methods[name], raising=False)


def _module(code: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    made = ModuleType("made")
    monkeypatch.setitem(sys.modules, "made", made)
    exec(code, made.__dict__)
    return made


def test_the_recipe_has_all_its_code() -> None:
    assert "class" not in COMMAND
    assert "Room(" in ROOM
    assert WORDING.startswith("[pile]")


def test_a_script_asks(tmp_path: Path) -> None:
    kibitz: Any = Kibitz(Places.of(tmp_path / "library.kibitz", tmp_path))
    assert kibitz.pile(7).best.action == 3


def test_the_command_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    app = typer.Typer()
    app.command()(_module(COMMAND, monkeypatch).pile)
    assert "Take 3" in CliRunner().invoke(app, ["7"]).output
    assert '"choices"' in CliRunner().invoke(app, ["7", "--json"]).output


def test_the_place_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = dict(re.findall(r'^(\w+) = "(.*)"$', WORDING, re.MULTILINE))
    monkeypatch.setitem(render._environment.globals, "say", {**WORDS, "pile": words})
    shipped = render._environment.loader
    assert shipped is not None
    loader = ChoiceLoader([DictLoader({"pile.html": TEMPLATE}), shipped])
    monkeypatch.setattr(render._environment, "loader", loader)
    router = _module(PLACE, monkeypatch).pile_router(
        AtOnce(), Places.of(tmp_path / "library.kibitz", tmp_path)
    )
    app = FastAPI()
    app.include_router(router)
    page = TestClient(app)
    assert 'name="stones"' in page.get("/pile").text
    assert "Take 3" in page.get("/pile?stones=7").text
    assert "A pile is a number of stones" in page.get("/pile?stones=many").text
    assert page.get("/api/pile?stones=7").json()["choices"][0]["action"] == "3"


def test_every_file_that_the_page_names_is_there() -> None:
    named = set(re.findall(r"`((?:\w+/)*[\w.]+\.(?:py|md|toml|html))`", PAGE))
    files = [path.as_posix() for one in FOLDERS for path in (ROOT / one).rglob("*.*")]
    files += [path.as_posix() for path in ROOT.glob("*.*")]
    not_made_here = {name for name in named if "pile" not in name and "YOURS" not in name}
    assert {"page/server.py", "pyproject.toml"} <= not_made_here
    assert [name for name in not_made_here if not any(f.endswith(f"/{name}") for f in files)] == []


def test_every_list_that_the_page_names_is_there() -> None:
    named = set(re.findall(r"`(_?[A-Z]{4,})`", PAGE))
    files = [path for one in FOLDERS for path in (ROOT / one).rglob("*.py")]
    code = "\n".join(path.read_text("utf-8") for path in files)
    assert {"DEPENDS", "FORMATS", "GAMES"} <= named
    assert [name for name in named if not re.search(rf"^{name}\b.*=", code, re.MULTILINE)] == []


def test_the_adviser_that_is_copied_has_an_example() -> None:
    assert ">>> " in (adviser.PileAdviser.__doc__ or "")
