"""The page's own words stand in words.toml and nowhere else, so that it can be translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from kibitz.page.words import WORDS
from kit import ROOT

PAGE = ROOT / "src" / "kibitz" / "page"
TEMPLATES = sorted((PAGE / "templates").glob("*.html"))
HEARD = {"alt", "aria-label", "placeholder", "title"}
"""Attributes that are read to somebody."""
NAMES = {"Kibitz"}
LOOKED_UP = (
    "shortcuts", "places", "doors", "board_games", "opponents", "seats", "cards", "counts",
    "scorings", "search", "apart", "agreements", "behind", "seat_keys", "ladder",
)  # fmt: skip
"""Of these a template or a module takes whichever it is given the name of."""


class Reader(HTMLParser):
    """Everything that somebody sees or hears."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def handle_data(self, data: str) -> None:
        self.said.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.said += [value for name, value in attrs if name in HEARD and value]


def parsed(template: Path) -> nodes.Template:
    return Environment().parse(template.read_text("utf-8"))


def written(expression: nodes.Node) -> Iterator[str]:
    """The text that an expression puts on the page itself, whatever else it asks for."""
    match expression:
        case nodes.TemplateData(data=text):
            yield text
        case nodes.Const(value=str(text)):
            yield text
        case nodes.CondExpr(expr1=one, expr2=other):
            yield from written(one)
            yield from written(other) if other is not None else ()
        case nodes.Concat(nodes=parts):
            for part in parts:
                yield from written(part)
        case nodes.Filter(node=nodes.Node() as inner):
            yield from written(inner)


def words_of(template: Path) -> list[str]:
    """The words of two letters and more that a template says by itself; 3NT and ♠KQ are none."""
    reader = Reader()
    for output in parsed(template).find_all(nodes.Output):
        for one in output.nodes:
            reader.feed("".join(written(one)))
    found = re.findall(r"(?<![\w.])[A-Za-z][a-z]+", " ".join(reader.said))
    return [word for word in found if word not in NAMES]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.stem)
def test_a_template_holds_no_word_of_its_own(template: Path) -> None:
    assert words_of(template) == []


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.stem)
def test_a_template_names_no_seat_or_label_of_its_own(template: Path) -> None:
    texts = [one.value for one in parsed(template).find_all(nodes.Const)]
    labels = [text for text in texts if isinstance(text, str) and re.match("[A-Z][a-z]{2}", text)]
    assert labels == []


def test_every_word_that_a_template_says_is_there_and_every_word_is_said() -> None:
    templates = "".join(path.read_text("utf-8") for path in TEMPLATES)
    code = "".join(path.read_text("utf-8") for path in PAGE.rglob("*.py"))
    said = set(re.findall(r"\bsay\.(\w+)\.(\w+)\b(?!\()", templates))
    missing = {f"{place}.{word}" for place, word in said if word not in WORDS.get(place, {})}
    assert missing == set()
    unsaid = {
        f"{place}.{word}"
        for place, words in WORDS.items()
        for word in words
        if place not in LOOKED_UP
        and (place, word) not in said
        and f'"{word}"' not in code
        and not word.startswith("seat_")
    }
    assert unsaid == set()


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.stem)
def test_everything_that_a_template_counts_has_its_words(template: Path) -> None:
    counted = [one for one in parsed(template).find_all(nodes.Filter) if one.name == "counted"]
    named = [one.args[0].as_const() for one in counted]
    assert set(named) <= set(WORDS["counts"])


@pytest.mark.parametrize("what", WORDS["counts"])
def test_what_is_counted_is_counted(what: str) -> None:
    code = [*TEMPLATES, *PAGE.rglob("*.py")]
    assert any(re.search(rf'counted\(.*"{what}"\)', path.read_text("utf-8")) for path in code)


def test_a_template_with_words_of_its_own_is_found_out(tmp_path: Path) -> None:
    template = tmp_path / "odd.html"
    template.write_text(
        '<p title="{{ say.a.b }}">{{ "Pass" if x else y }}</p><b>3NT</b> {{ z|f("no") }}'
    )
    assert words_of(template) == ["Pass"]
    template.write_text('<img alt="the table"><a href="/some/where" class="big">{{ say.a.b }}</a>')
    assert words_of(template) == ["the", "table"]
