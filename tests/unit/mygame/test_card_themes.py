"""Every theme of card play: where its question is asked, what it is about, and where it is not."""

from __future__ import annotations

import pytest

from kibitz.cardplay.question import CardQuestion
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.play import Play
from kibitz.mygame.themes.cards import CARD_THEMES, card_theme, card_themes
from kibitz.mygame.themes.sight import SeatSight

_ONE = "N:76.KQ4.AJT9.Q852 543.JT98.K432.T9 A82.A65.Q87.AK43 KQJT9.732.65.J76"
_TWO = "N:7654.KQ4.AJT.Q85 AQ98.32.K43.T974 -.AJT98.Q987.AK63 KJT32.765.652.J2"
_TO_DUMMY = "SK S6 S3 SA H5 H2 HK H8"
_THIRD_TRUMP = "SK S4 S8 H8 HA H5 H4 H2 HJ H6 HQ H3 HK"


def _at(contract: str, deal: str, cards: str) -> Play:
    return Play.parse(f"{contract}, {deal}, {cards}")


EXAMPLES = {
    "hold-up": (_at("3N by S", _ONE, "SK S6 S3"), "S2", "SA"),
    "finesse or drop": (_at("3N by S", _ONE, "SK S6 S3 SA D7 D5"), "DA", "DJ"),
    "which hand wins": (_at("3N by S", _ONE, "H7 HQ H8"), "HA", "H5"),
    "drawing trumps": (_at("4C by S", _ONE, "SK S6 S3 SA"), "D7", "CA"),
    "active or passive lead": (_at("3N by S", _ONE, ""), "C6", "SK"),
    "covering an honour": (_at("3N by S", _ONE, f"{_TO_DUMMY} DJ"), "D2", "DK"),
    "second hand": (_at("3N by S", _ONE, f"{_TO_DUMMY} D9"), "DK", "D2"),
    "third hand": (_at("3N by S", _ONE, "D6 D9"), "D2", "DK"),
    "second hand on declarer's side": (_at("3N by S", _ONE, "D6"), "DA", "D9"),
    "unblocking": (_at("3N by S", _ONE, "SK S6 S3 SA CA C6"), "C2", "CQ"),
    "winning or ducking": (_at("4H by S", _ONE, "SK S6 S3"), "S2", "SA"),
    "ruffing or discarding": (_at("4H by S", _TWO, "SK S4 S8"), "D7", "H8"),
    "how high to ruff": (_at("4H by S", _TWO, "SK S4 S8"), "HA", "H8"),
    "keeping parity": (_at("4H by S", _TWO, _THIRD_TRUMP), "S9", "C4"),
    "discards": (_at("3N by S", _TWO, "SK S4 S8"), "D7", "C3"),
    "keeping high cards": (_at("3N by S", _ONE, "SK S6 S3 SA CA"), "CJ", "C6"),
    "going on or switching": (_at("3N by S", _ONE, "SK S6 S3 S2"), "H7", "SQ"),
    "an entry by the lead": (_at("3N by S", _ONE, "SK S6 S3 SA"), "HA", "H5"),
    "the suit to attack": (_at("3N by S", _ONE, "SK S6 S3 SA"), "C3", "D7"),
    "the suit to lead": (_at("3N by S", _ONE, ""), "H7", "SK"),
    "the card to lead": (_at("3N by S", _ONE, ""), "S9", "SK"),
}

ELSEWHERE = {
    "hold-up": _at("4H by S", _ONE, "SK S6 S3"),  # trumps
    "finesse or drop": _at("3N by S", _ONE, "SK S6 S3 SA H5 H2"),  # no honour of theirs between
    "which hand wins": _at("3N by S", _ONE, "SK S6 S3"),  # only one hand can win
    "drawing trumps": _at("3N by S", _ONE, "SK S6 S3 SA"),  # there are none
    "active or passive lead": CardQuestion.lead("9876.9876.987.98", "1N P 3N").state,
    "covering an honour": _at("3N by S", _ONE, "SK S6 S3 SA DQ"),  # nothing to cover with
    "second hand": _at("3N by S", _ONE, f"{_TO_DUMMY} DJ"),  # an honour is led
    "third hand": _at("3N by S", _ONE, "SK S6"),  # three small cards
    "second hand on declarer's side": _at("3N by S", _ONE, "SK"),  # two small cards
    "unblocking": _at("3N by S", _ONE, "SK S6"),  # partner may yet be beaten, and no honour
    "winning or ducking": _at("3N by S", _ONE, "H7 HQ H8"),  # partner wins already
    "ruffing or discarding": _at("3N by S", _TWO, "SK S4 S8"),  # no trumps
    "how high to ruff": _at("3N by S", _TWO, "SK S4 S8"),
    "keeping parity": _at("3N by S", _ONE, "D6 D9"),  # he follows suit
    "discards": _at("3N by S", _ONE, "D6 D9"),
    "keeping high cards": _at("3N by S", _ONE, "D6 D9"),  # the king beats the nine
    "going on or switching": _at("3N by S", _ONE, "SK S6 S3 SA"),  # declarer is on lead
    "an entry by the lead": _at("3N by S", _ONE, "SK S6 S3 S2"),  # a defender is on lead
    "the suit to attack": _at("3N by S", _ONE, "SK S6 S3"),  # nobody is on lead
    "the suit to lead": _at("3N by S", _ONE, "SK S6 S3 SA"),  # the lead was made
    "the card to lead": _at("3N by S", _ONE, "SK S6 S3"),
}


def test_every_theme_has_an_example_and_a_counterexample() -> None:
    names = [theme.name for theme in CARD_THEMES]
    assert len(names) == len(set(names))
    assert set(names) == set(EXAMPLES) == set(ELSEWHERE)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_theme_is_what_the_two_cards_differ_in(name: str) -> None:
    state, played, experts = EXAMPLES[name]
    theme = card_theme(state, Card.parse(played), Card.parse(experts))
    assert theme is not None
    assert theme.name == name
    assert theme in card_themes(state)
    assert theme.sentence.endswith(".")


@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_theme_is_not_met_where_its_question_is_not_asked(name: str) -> None:
    assert name not in {theme.name for theme in card_themes(ELSEWHERE[name])}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_theme_reads_no_hidden_card(name: str) -> None:
    state, played, experts = EXAMPLES[name]
    sight = SeatSight(state)
    assert not any(card in sight.unseen for hand in sight.open_hands.values() for card in hand)
    assert len(sight.unseen) + sum(map(len, sight.open_hands.values())) + len(state.gone) == 52
    theme = next(one for one in CARD_THEMES if one.name == name)
    assert not theme.concerns(sight, Card.parse(played), Card.parse(played))
