"""Every theme of the auction, with an example and a counterexample."""

from __future__ import annotations

import pytest

from kibitz.bidding.calls.likeness.decisions import CallKind
from kibitz.games.bridge.auction import parse_call
from kibitz.mygame.themes.calls import CALL_THEMES, call_theme, call_themes

EXAMPLES = {
    "opening or passing": (CallKind.OPENING, "1C", "P"),
    "overcalling or passing": (CallKind.OVERCALL, "P", "1S"),
    "competing or passing": (CallKind.COMPETITIVE, "3H", "P"),
    "answering partner or passing": (CallKind.RESPONSE, "P", "1N"),
    "doubling or bidding": (CallKind.OVERCALL, "1S", "X"),
    "game or less": (CallKind.REBID, "3S", "4S"),
    "the strain": (CallKind.RESPONSE, "1S", "1H"),
    "the level": (CallKind.RESPONSE, "2S", "1S"),
}


def test_every_theme_has_an_example() -> None:
    assert [theme.name for theme in CALL_THEMES] == list(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_theme_is_what_the_two_calls_differ_in(name: str) -> None:
    kind, called, experts = EXAMPLES[name]
    theme = call_theme(kind, parse_call(called), parse_call(experts))
    assert theme is not None
    assert theme.name == name
    assert theme in call_themes(kind, parse_call(experts))


def test_the_same_call_is_about_nothing() -> None:
    assert call_theme(CallKind.OPENING, parse_call("1S"), parse_call("1S")) is None


@pytest.mark.parametrize(
    ("name", "kind", "experts"),
    [
        ("opening or passing", CallKind.RESPONSE, "1H"),
        ("overcalling or passing", CallKind.OPENING, "1H"),
        ("competing or passing", CallKind.OVERCALL, "1H"),
        ("answering partner or passing", CallKind.COMPETITIVE, "2H"),
        ("doubling or bidding", CallKind.OVERCALL, "P"),
        ("game or less", CallKind.REBID, "P"),
        ("the strain", CallKind.COMPETITIVE, "X"),
        ("the level", CallKind.COMPETITIVE, "P"),
    ],
)
def test_a_theme_is_not_met_elsewhere(name: str, kind: CallKind, experts: str) -> None:
    assert name not in {theme.name for theme in call_themes(kind, parse_call(experts))}
