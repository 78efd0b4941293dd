"""The 48 relabellings are one situation: features follow them, the canonical form does not."""

import random
from functools import cache

import numpy as np
import pytest

from kibitz.cardplay.sibl.encoding import Deals, PlayDecisions, encode
from kibitz.cardplay.sibl.features import SCHEMA, WINDOW
from kibitz.cardplay.sibl.symmetry import (
    RELABELLINGS,
    Relabelling,
    canonical,
    named_back,
    relabelled,
    renamed,
    varied,
)
from kibitz.games.bridge.cards import Card, Hand, Rank, Suit
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.play import Play
from kibitz.precedents.sequences.nearest import SequenceMemory
from played import random_play

PLAY = random_play(random.Random(5))


@cache
def decisions() -> PlayDecisions:
    """Encoded once, and not before a test asks."""
    return encode(Deals.of([PLAY, random_play(random.Random(6), cards=31)]))


def moved(play: tuple[Play, tuple[Card, ...]], by: Relabelling) -> tuple[Play, tuple[Card, ...]]:
    """The same deal with other suits, and the table turned so that dummy declares."""

    def card(old: Card) -> Card:
        return Card(Suit(by.suits[old.suit]), Rank(old.rank))

    start, cards = play
    turn = 2 if by.turned else 0
    hands = {seat: Hand.of(card(c) for c in start.deal[Seat((seat + turn) % 4)]) for seat in Seat}
    return Play.start(Deal.of(hands), start.contract), tuple(card(c) for c in cards)


def known(codes: np.ndarray, spans: np.ndarray) -> np.ndarray:
    """Codes with the states that are not known blanked out."""
    blank = np.arange(WINDOW)[None, :, None] < spans[:, None, None]
    return np.where(blank, codes, 0)


def test_there_are_48_and_the_first_changes_nothing() -> None:
    assert len(set(RELABELLINGS)) == 48
    same = relabelled(decisions().sequences, RELABELLINGS[0])
    np.testing.assert_array_equal(same.codes, decisions().sequences.codes)


@pytest.mark.parametrize("by", [r for r in RELABELLINGS if not r.turned][::3], ids=str)
def test_relabelled_features_are_the_features_of_the_relabelled_deal(by: Relabelling) -> None:
    before, after = encode(Deals.of([PLAY])), encode(Deals.of([moved(PLAY, by)]))
    expected = relabelled(before.sequences, by)
    spans = before.sequences.spans
    np.testing.assert_array_equal(known(after.sequences.codes, spans), known(expected.codes, spans))
    np.testing.assert_array_equal(after.actions, by.symbols[before.actions])


def test_turning_the_table_exchanges_declarer_with_dummy_and_the_defenders() -> None:
    names = [feature.name for feature in SCHEMA.features]
    turned = relabelled(decisions().sequences, Relabelling((0, 1, 2, 3), turned=True)).codes[:, 0]
    plain = decisions().sequences.codes[:, 0]
    for one, other in (
        ("declarer holds spades", "dummy holds spades"),
        ("left showed clubs", "right showed clubs"),
        ("declarer played", "dummy played"),
        ("left played", "right played"),
    ):
        for here, there in ((one, other), (other, one)):
            np.testing.assert_array_equal(
                turned[:, names.index(here)], plain[:, names.index(there)]
            )
    np.testing.assert_array_equal(turned[:, 20], 1 - plain[:, 20])


def test_a_decision_is_varied_into_its_48() -> None:
    many = varied(decisions())
    assert len(many) == 48 * len(decisions())
    for number, by in enumerate(RELABELLINGS):
        np.testing.assert_array_equal(
            many.sequences.codes[number::48], relabelled(decisions().sequences, by).codes
        )
        np.testing.assert_array_equal(many.actions[number::48], by.symbols[decisions().actions])


@pytest.mark.parametrize("by", RELABELLINGS, ids=str)
def test_all_48_have_one_canonical_form(by: Relabelling) -> None:
    spans = decisions().sequences.spans
    one, names = canonical(decisions().sequences)
    other, other_names = canonical(relabelled(decisions().sequences, by))
    np.testing.assert_array_equal(known(one.codes, spans), known(other.codes, spans))
    actions = by.symbols[decisions().actions].astype(np.uint16)
    back = named_back(renamed(actions, other_names).astype(np.int64)[:, None], other_names)[:, 0]
    np.testing.assert_array_equal(back, actions)


def test_a_case_stored_once_is_found_under_every_relabelling() -> None:
    stored, names = canonical(decisions().sequences)
    memory = SequenceMemory(SCHEMA, WINDOW)
    memory.add(stored, renamed(decisions().actions, names))
    for by in RELABELLINGS:
        asked, _ = canonical(relabelled(decisions().sequences, by))
        found = memory.nearest(asked)
        longest = decisions().sequences.spans.astype(int) - 1
        rows = np.arange(len(decisions()))
        assert (found.squares[rows, longest, 0] == 0).all()


def test_the_hand_to_play_becomes_declarers() -> None:
    one, _ = canonical(decisions().sequences)
    assert (one.codes[:, 0, 20] == 0).all()
