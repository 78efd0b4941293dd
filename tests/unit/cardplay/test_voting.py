"""Votes of the nearest cases, the network's file, and the similarity that ships."""

import random

import numpy as np
import pytest

from coached import untrained
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.neighbours import Neighbours
from kibitz.cardplay.similarity.network import FORM, Network
from kibitz.cardplay.similarity.positions import Views, number
from kibitz.cardplay.similarity.tokens import tokens
from kibitz.cardplay.voting import poll
from kibitz.errors import StorageError
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.play import Play
from kibitz.precedents.trust import evidence
from kibitz.runtime.arrays import pack, unpack
from kit import random_deal

DEAL = Deal.parse("N:AQ2.A32.A432.A32 KJ9.KQJ.KQJ.KQJT T876.T98.T98.987 543.7654.765.654")
STATE = Play.start(DEAL, Contract.parse("3N by S")).after(Card.parse("S3"))
SIMILARITY = untrained(1)


def ballot(cards: list[str], squares: list[int], suits: list[list[int]] | None = None):  # type: ignore[no-untyped-def]
    [code] = SIMILARITY.describe(Views.of([STATE], [None]))
    named = np.array(suits or [[0, 1, 2, 3]] * len(cards), np.uint8).reshape(-1, 4)
    matches = Neighbours(np.arange(len(cards)), np.array(squares, np.int64), named)
    played = np.array([number(Card.parse(card)) for card in cards], np.uint8)
    return poll(STATE, code, SIMILARITY, matches, played)


def test_the_card_most_cases_chose_is_first() -> None:
    told = ballot(["SQ", "SQ", "S2"], [0, 0, 0])
    assert [str(one.card) for one in told.candidates] == ["SQ", "S2", "SA"]
    assert [one.count for one in told.candidates] == [2, 1, 0]
    assert told.candidates[0].share == pytest.approx(2 / 3, abs=1e-4)
    assert told.close


def test_a_suit_of_the_case_stands_for_another() -> None:
    told = ballot(["HQ", "HQ"], [5, 5], [[0, 1, 3, 2]] * 2)
    assert str(told.candidates[0].card) == "SQ"


def test_a_rank_that_is_not_held_goes_to_the_closest() -> None:
    assert str(ballot(["SJ"], [0]).candidates[0].card) == "SQ"
    assert str(ballot(["S4"], [0]).candidates[0].card) == "S2"


def test_close_cases_outvote_far_ones() -> None:
    assert str(ballot(["SA", "SA", "S2"], [40_000, 40_000, 100]).candidates[0].card) == "S2"


def test_cases_from_afar_are_no_precedent() -> None:
    assert not ballot(["SA"], [200**2]).close
    assert not ballot([], []).close


def test_confidence_grows_with_the_chance() -> None:
    sure = [SIMILARITY.confidence(chance / 20) for chance in range(21)]
    assert sure == sorted(sure)
    assert evidence(0.5) == (1.0, 0.0, 0.0)


def test_the_packed_network_answers_alike() -> None:
    rng = random.Random(1)
    states = [Play.start(random_deal(rng), Contract.parse("3N by S")) for _ in range(20)]
    states = [state.after(state.legal_actions[0]) for state in states]
    given = tokens(Views.of(states, [None] * 20))
    network = Network.drawn(np.random.default_rng(1), width=32, layers=2, heads=4)
    again = Network.unpacked(unpack(FORM, network.packed(), name="test"), name="test")
    assert np.abs(network.chances(given) - again.chances(given)).max() < 0.02
    twice = Network.unpacked(unpack(FORM, again.packed(), name="test"), name="test")
    assert np.abs(twice.chances(given) - again.chances(given)).max() < 1e-5
    assert np.allclose(network.chances(given).sum(axis=(1, 2)), 1, atol=1e-5)


def test_what_is_no_network_is_refused() -> None:
    with pytest.raises(StorageError, match="rubbish is no network"):
        Network.unpacked(unpack(FORM, pack(FORM, {}), name="rubbish"), name="rubbish")
    with pytest.raises(StorageError, match="rubbish is not a kibitz similarity file"):
        Similarity.read(b"rubbish", name="rubbish")


def test_the_shipped_similarity_says_how_it_was_made() -> None:
    about = Similarity.shipped().network.about
    assert about["program"] == "kibitz lab train-similarity"
    assert all(len(record["sha256"]) == 64 for record in about["records"])
