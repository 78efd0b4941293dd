"""What holds for every advice, whatever the similarity and the memory are."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

import pytest

from coached import CONTRACTS, adviser, table, tables
from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.answer import CardAnswer, CardPrecedent
from kibitz.cardplay.explain.precedents import played, precedent_text
from kibitz.cardplay.lookahead.sampling import layouts
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.scoring import are_equal, is_real
from kibitz.cardplay.sibl.features import decisions
from kibitz.cardplay.similarity.naming import Renaming
from kibitz.games.bridge.cards import Card, Hand
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.records.record import Record
from kibitz.wording import card_text

ASKED = [table(200 + seed, CONTRACTS[seed % len(CONTRACTS)]) for seed in range(5)]


@pytest.fixture(scope="module")
def coach(tmp_path_factory: pytest.TempPathFactory) -> CardAdviser:
    return adviser(tmp_path_factory.mktemp("coach") / "library.kibitz", tables(24))


def asked_of(record: Record) -> CardQuestion:
    real = [s for s, _ in decisions(record.opening_state(), record.play) if is_real(s)]
    return CardQuestion.of(record, len(real[len(real) // 2].played) + 1)


def scrambled(state: Play, seed: int) -> Play:
    """The same position with the cards that declarer has not seen dealt anew."""
    [deal] = layouts(state, None, 1, random.Random(seed))
    return replace(state, deal=deal)


def plain(advice: CardAnswer) -> tuple[object, ...]:
    """What an advice says, without the position it was asked in."""
    return advice.to_json(), [(one.record, one.ply, one.renaming) for one in advice.precedents]


@pytest.mark.parametrize("record", ASKED, ids=lambda record: str(record.contract))
class TestEveryAdvice:
    def test_is_a_legal_card_or_none(self, coach: CardAdviser, record: Record) -> None:
        advice = coach.ask(asked_of(record))
        legal = advice.state.legal_actions
        assert {one.card for one in advice.ballot.candidates} == set(legal)
        assert advice.card is None or advice.card in legal
        assert sum(one.share for one in advice.ballot.candidates) >= 0.99
        assert 0 <= advice.ballot.confidence <= 1

    def test_is_the_same_each_time_and_teaches_nothing(
        self, coach: CardAdviser, record: Record
    ) -> None:
        asked = asked_of(record)
        assert plain(coach.ask(asked)) == plain(coach.ask(asked))

    @pytest.mark.parametrize("seed", range(3))
    def test_reads_no_hidden_card(self, coach: CardAdviser, record: Record, seed: int) -> None:
        asked = asked_of(record)
        state = scrambled(asked.state, seed)
        assert state.deal != asked.state.deal
        other = replace(record, deal=state.deal, play=state.played)
        again = CardQuestion(state, asked.auction, other)
        assert plain(coach.ask(again)) == plain(coach.ask(asked))

    def test_follows_the_names_of_the_suits(self, coach: CardAdviser, record: Record) -> None:
        asked = CardQuestion(asked_of(record).state)
        advice = coach.ask(asked)
        for suits in list(permutations(range(4)))[1::5]:
            renaming = Renaming.of(suits)
            renamed = coach.ask(CardQuestion(renaming.play(asked.state)))
            assert votes(renamed) == {
                renaming.card(card): vote for card, vote in votes(advice).items()
            }
            assert renamed.ballot.confidence == pytest.approx(advice.ballot.confidence)
            assert {near(one) for one in renamed.precedents} == {
                near(one) for one in advice.precedents
            }

    def test_cites_only_what_was_learned(self, coach: CardAdviser, record: Record) -> None:
        learned = {str(one.deal) for one in tables(24)}
        for state, _ in decisions(record.opening_state(), record.play):
            answer = coach.ask(CardQuestion(state, record.auction, record))
            assert {str(one.record.deal) for one in answer.precedents} <= learned


def votes(advice: CardAnswer) -> dict[Card, tuple[float, int]]:
    return {one.card: (round(one.share, 5), one.count) for one in advice.ballot.candidates}


def near(precedent: CardPrecedent) -> tuple[int, int, float]:
    return precedent.table, precedent.ply, round(precedent.distance, 9)


def test_a_renamed_hand_keeps_its_cards() -> None:
    renaming = Renaming.of((2, 0, 3, 1))
    state = asked_of(ASKED[0]).state
    renamed = renaming.play(state)
    for seat in Seat:
        assert renamed.deal[seat] == Hand.of(map(renaming.card, state.deal[seat]))
    assert renamed == Play.start(renamed.deal, renamed.contract).after_all(renamed.played)


@pytest.mark.parametrize("record", ASKED, ids=lambda record: record.citation.board)
def test_every_card_has_as_many_votes_as_precedents_are_said_to_have_chosen_it(
    coach: CardAdviser, record: Record
) -> None:
    for state, _ in decisions(record.opening_state(), record.play):
        if len(state.legal_actions) > 1:
            advice = coach.ask(CardQuestion(state, record.auction, record))
            for one in advice.ballot.candidates:
                votes = [precedent.votes_for for precedent in advice.precedents]
                chose = [v for v in votes if v is not None and are_equal(state, v, one.card)]
                assert one.count == len(chose)


@pytest.mark.parametrize("record", ASKED, ids=lambda record: record.citation.board)
def test_the_two_precedents_told_stand_on_either_side_of_the_vote(
    coach: CardAdviser, record: Record
) -> None:
    for state, _ in decisions(record.opening_state(), record.play):
        advice = coach.ask(CardQuestion(state, record.auction, record))
        if not advice.precedents or advice.favoured.count == len(advice.precedents):
            continue
        card = advice.favoured.card
        votes = [one.votes_for for one in advice.precedents]
        agrees = [v is not None and are_equal(state, v, card) for v in votes]
        other = advice.precedents[agrees.index(not agrees[0])]
        label = "otherwise" if agrees[0] else card_text(card)
        if not agrees[0] and other.votes_for not in (None, card):
            label = f"{card_text(other.votes_for)}, equal to {label}"
        lines = str(advice).splitlines()
        assert f"The closest: {precedent_text(advice.precedents[0])}" in lines
        assert f"The closest that chose {label}: {precedent_text(other)}" in lines
        for one in (advice.precedents[0], other):
            told = card_text(one.votes_for) if one.votes_for else "no card of yours"
            assert told in played(one)
