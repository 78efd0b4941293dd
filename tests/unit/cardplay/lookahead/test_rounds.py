"""A layout's chance to be among those weighed is what it says; weighed by it, none is favoured."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from kibitz.cardplay.lookahead.expected import Expected, Fit, Owners, Weights
from kibitz.cardplay.lookahead.hidden import HiddenCards
from kibitz.cardplay.lookahead.rounds import FirstAim, Guess, WeighingRound, first_of_each, keys_of
from kibitz.cardplay.lookahead.sampling import SeatKnowledge
from kibitz.cardplay.lookahead.weighing import Layouts
from kibitz.games.bridge.auction import Contract
from kit import random_deal, random_play

_DRAWN = 60


def _hidden(seed: int, cards: int) -> HiddenCards:
    rng = random.Random(seed)
    state = random_play(rng, random_deal(rng), Contract.parse("3N by S"), cards)
    return HiddenCards.of(SeatKnowledge.of(state))


def _all(hidden: HiddenCards) -> tuple[Owners, Expected]:
    """Every layout, and what is expected if the first are the likelier."""
    owners = hidden.drawn(None, hidden.count, np.random.default_rng(0))
    weights = np.linspace(1.5, 0.5, len(owners))
    return owners, Expected.shown_by(owners, weights / weights.sum(), hidden.seats)


def test_a_layout_is_drawn_and_chosen_as_often_as_is_said() -> None:
    hidden = _hidden(3, 34)
    owners, expected = _all(hidden)
    aim = FirstAim(hidden, expected, Fit.of(expected, owners))
    rng, size, times = np.random.default_rng(1), 8, 600
    found, said = np.zeros(len(owners)), np.zeros(len(owners))
    places = {key: at for at, key in enumerate(keys_of(owners).tolist())}
    for _ in range(times):
        pool = hidden.drawn(expected, _DRAWN, rng)
        pool = pool[first_of_each(pool, keys_of(owners[:0]))]
        one = WeighingRound(hidden, expected, _DRAWN, aim)
        raised = one.score(pool) + rng.gumbel(size=len(pool))
        order = np.argsort(-raised)
        one = replace(one, last=float(raised[order[size]]))
        found[[places[key] for key in keys_of(pool[order[:size]]).tolist()]] += 1
        said += one.included(owners)
    assert len(owners) > _DRAWN
    often = said > 0.15 * times
    assert often.any()
    assert found[often] / times == pytest.approx(said[often] / times, abs=0.08)
    assert found.sum() == pytest.approx(said.sum(), rel=0.1)


def test_every_layout_has_a_number_of_its_own_and_known_ones_are_left_out() -> None:
    owners, _ = _all(_hidden(3, 34))
    assert len(set(keys_of(owners).tolist())) == len(owners)
    twice = np.concatenate([owners[:9], owners[:12]])
    assert first_of_each(twice, keys_of(owners[:4])).tolist() == [4, 5, 6, 7, 8, 18, 19, 20]


def test_a_guess_learns_which_hand_a_card_is_likelier_in() -> None:
    hidden = _hidden(5, 34)
    owners, expected = _all(hidden)
    card, left = hidden.free[0], hidden.seats[0]
    logs: Weights = np.where(owners[:, card] == left, 0.0, -4.0)
    aim = FirstAim(hidden, expected, Fit.of(expected, owners))
    guess = Guess.of(aim, owners, logs)(owners)
    assert np.corrcoef(guess, logs)[0, 1] > 0.8


def test_layouts_that_were_surely_weighed_add_no_error() -> None:
    owners = np.zeros((4, 52), np.uint8)
    weights = np.array([0.7, 0.1, 0.1, 0.1])
    by_chance = Layouts(owners, weights)
    surely = replace(by_chance, included=np.array([1.0, 0.5, 0.5, 0.5]))
    assert by_chance.worth == pytest.approx(by_chance.effective)
    assert surely.worth == pytest.approx(1 / 0.015)
    assert replace(surely, are_all=True).worth == pytest.approx(by_chance.effective)
