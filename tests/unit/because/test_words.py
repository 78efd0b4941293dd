"""Every sentence is English with one and with two, and for each seat, on either side."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest

from kibitz.because.causes import Cause, Kind
from kibitz.because.facts import Particulars
from kibitz.because.finding import Told
from kibitz.because.lies import Lie, LieForm
from kibitz.because.setting import Setting
from kibitz.because.words import in_full, sentence
from kibitz.games.bridge.cards import Card, Rank, Suit
from kibitz.games.bridge.deal import Seat

DECLARER = Setting(Seat.SOUTH, "holding up once", 0, "first", "the club finesse")
DEFENDER = Setting(Seat.SOUTH, "after ♥6", 1, "card", card=Card.parse("SA"), than=Card.parse("H6"))
LIES = (
    Lie(LieForm.PLACE, Suit.CLUBS, (1, 3), 1, Rank.KING, 0, 4),
    Lie(LieForm.EVEN, Suit.CLUBS, (1, 3), None, None, 3, 5),
    Lie(LieForm.EVEN, Suit.CLUBS, (1, 3), None, None, 4, 5),
    Lie(LieForm.UNEVEN, Suit.CLUBS, (1, 3), None, None, 4, 5),
    Lie(LieForm.UNEVEN, Suit.CLUBS, (1, 3), None, None, 5, 5),
    Lie(LieForm.LENGTH, Suit.CLUBS, (1, 3), 3, None, 4, 5),
    Lie(LieForm.FALLS, Suit.CLUBS, (1, 3), None, Rank.JACK, 1, 5),
    Lie(LieForm.FALLS, Suit.CLUBS, (1, 3), None, Rank.JACK, 2, 5),
)


def told() -> Iterator[tuple[Told, Setting]]:
    """Every kind with one trick and with two, each seat or none, from both sides."""
    for kind, number, setting in product(Kind, (0, 1, 2, 3), (DECLARER, DEFENDER)):
        theirs = (1, 3) if setting.declares else (0, 2)
        ours = (0, 2) if setting.declares else (1, 3)
        for seat, hand in product((None, *theirs), ours):
            if kind is Kind.SAFE_HAND and (seat is None or not setting.declares):
                continue
            if kind is Kind.IN_TIME and setting.declares:
                continue
            for lie in LIES if kind in (Kind.LIE, Kind.EXTRA_CHANCE) else (None,):
                for entry in (Card.parse("CK"), None):
                    whose = hand if kind is Kind.TAKES else seat
                    facts = Particulars(whose, entry, Suit.CLUBS, Suit.SPADES, number, number + 1)
                    cause = Cause(
                        kind, Suit.HEARTS, seat, None, hand, max(number, 1), Card.parse("DJ"), lie
                    )
                    yield Told(cause, facts), setting


ALL = sorted({in_full(sentence((one,), setting)) for one, setting in told()})
WRONG = re.compile(
    r"\b(one \w+s|a (hearts|spades|diamonds|clubs)"
    r"|(two|three) (heart|spade|diamond|club)\b(?! trick)"
    r"|a (ace|eight)|they (takes|gets|wins)|declarer (take|get|win)\b|you (has|gets|is)|None"
    r"|(West|North|East) (have|take|get)\b|dummy he|no no)",
)


def test_there_is_a_sentence_for_every_kind_and_none_is_garbled() -> None:
    assert len(ALL) > 150
    assert [text for text in ALL if WRONG.search(text)] == []


def test_every_sentence_is_one_that_stands_alone() -> None:
    for text in ALL:
        assert text[0] == text[0].upper()
        assert text.endswith(".")
        assert text.count(".") == 1
        assert "  " not in text
        assert len(text) < 200


def test_declarers_reasons_never_speak_of_declarer_and_defenders_never_of_they() -> None:
    for one, setting in told():
        text = sentence((one,), setting)
        if setting.declares:
            assert "declarer" not in text
        else:
            assert not re.search(r"\bthey\b", text), text


def test_what_is_told_reads_back_from_its_json() -> None:
    for one, _ in told():
        assert Told.of_json(one.to_json()) == one


HELD = Cause(Kind.NONE_LEFT, Suit.HEARTS, 3, Suit.CLUBS, number=3)


@pytest.mark.parametrize(
    ("cause", "facts", "text"),
    [
        (
            HELD,
            Particulars(3, Card.parse("CK"), Suit.CLUBS, None, 3),
            "When East gets in with ♣K, he has no heart left to return; holding up once, he still "
            "has one, and they take three hearts.",
        ),
        (
            Cause(Kind.NONE_LEFT, Suit.HEARTS, number=1),
            Particulars(None, None, Suit.CLUBS, None, 1),
            "Whoever gets in with a club then has no heart left to return; holding up once, he "
            "still has one, and they take a heart.",
        ),
        (
            Cause(Kind.SAFE_HAND, Suit.CLUBS, 1, number=2),
            Particulars(1, Card.parse("DA"), Suit.DIAMONDS, None, 2),
            "What you lose goes to East, who cannot hurt you; holding up once, West gets in with "
            "♦A and they take two clubs.",
        ),
        (
            Cause(Kind.TRICKS_FIRST, Suit.HEARTS, number=5),
            Particulars(None, Card.parse("DQ"), Suit.DIAMONDS, None, 5, 9),
            "You have your nine tricks before they get in; holding up once, they get in with ♦Q "
            "and take five hearts.",
        ),
        (
            Cause(Kind.DISCARD, Suit.HEARTS, hand=2, number=1),
            Particulars(number=1),
            "The heart loser in dummy can be thrown away before they get in; holding up once, they "
            "get in first and take it.",
        ),
        (
            Cause(Kind.LIE, Suit.CLUBS, lie=LIES[3]),
            Particulars(number=3, other=5),
            "It gains when the clubs break 4-1 or worse: you win five clubs then, holding up once "
            "only three.",
        ),
    ],
)
def test_a_sentence_says_what_was_found(cause: Cause, facts: Particulars, text: str) -> None:
    assert in_full(sentence((Told(cause, facts),), DECLARER)) == text


def test_two_causes_that_share_the_layouts_are_told_in_order() -> None:
    one = Told(HELD, Particulars(3, None, None, None, 3))
    other = Told(Cause(Kind.THEIR_RUFF, Suit.CLUBS, 1), Particulars(1))
    text = in_full(sentence((one, other), DECLARER))
    assert text.startswith("Mostly, when East gets in")
    assert text.endswith("Sometimes, holding up once, West ruffs a club.")


def test_a_low_card_that_takes_a_trick_is_told_as_a_long_one() -> None:
    told = Told(Cause(Kind.TAKES, card=Card.parse("S3")), Particulars(seat=2))
    for you, where in ((0, "dummy"), (2, "your hand")):
        said = sentence((told,), Setting(Seat.SOUTH, "after ♥8", you))
        assert said == f"then a long spade in {where} takes a trick; after ♥8, it does not"
