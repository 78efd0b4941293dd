"""The name of a call comes first: by the auction, the hands, the system, the players' words."""

from __future__ import annotations

from advisers import kibitz
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.meanings.adviser import MeaningAdviser
from kibitz.bidding.meanings.explain import name_lines
from kibitz.bidding.meanings.names import MeaningNames, meaning_names
from kibitz.bidding.meanings.question import MeaningQuestion
from kibitz.bidding.meanings.store import Explained


def named(auction: str, *explained: Explained, system: str = "", pair: str = "") -> MeaningNames:
    question = MeaningQuestion.parse(auction, system=system, pair=pair)
    return meaning_names(question, None, (), None, explained)


def test_the_name_the_sentence_and_the_answers_come_first() -> None:
    assert name_lines(named("1N P 2C")) == [
        "2♣, Stayman. It asks for a four-card major.",
        "Usual answers: 2♦ no four-card major; 2♥ four hearts, perhaps four spades too; 2♠ four "
        "spades, not four hearts.",
    ]


def test_each_system_has_its_own() -> None:
    assert _name(named("1C")) == "one club opening"
    assert _name(named("1C", system="strong club")) == "strong club"


def test_a_pairs_own_explanation_decides() -> None:
    words = Explained("16+ any", 12), Explained("strong", 3)
    assert _name(named("1C", *words, pair="A and B")) == "strong club"
    names = named("1C", *words)
    assert _name(names) == "one club opening"
    assert [(one.name, times) for one, times in names.explained] == [("strong club", 15)]
    assert name_lines(names)[-1].startswith("Some players explained it otherwise: a strong")
    assert names.to_json()["explained_as"] == [{"name": "strong club", "times": 15}]


def test_hands_that_fit_another_convention_have_that_name() -> None:
    answer = kibitz().meanings.ask(MeaningQuestion.parse("2D"))
    assert str(answer).startswith("2♦, a weak two. It shows a six-card suit")
    assert answer.to_json()["named"]["name"] == "weak two"


def test_a_call_without_a_name_has_none() -> None:
    assert name_lines(named("P")) == []


def _name(names: MeaningNames) -> str | None:
    return names.whole.name if names.whole is not None else None


def test_what_is_read_goes_with_the_name_or_is_not_told() -> None:
    adviser = MeaningAdviser(CallNetwork.shipped())
    redouble = adviser.ask(MeaningQuestion.parse("1H X XX"))
    assert redouble.meaning is None
    assert "A redouble: ten or more points" in str(redouble)
    assert "does not go with the name: no range is told" in str(redouble)
    assert adviser.ask(MeaningQuestion.parse("1H P 4C")).meaning is None  # it reads clubs into it
    assert adviser.ask(MeaningQuestion.parse("1H")).meaning is not None
