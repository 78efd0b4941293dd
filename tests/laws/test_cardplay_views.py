"""The network sees what declarer sees; suits have no names; equal cards are those of scoring."""

import random

import numpy as np
import pytest

from coached import untrained
from kibitz.cardplay.scoring import are_equal
from kibitz.cardplay.sibl.features import decisions
from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.neighbours import nearest
from kibitz.cardplay.similarity.positions import NO_TRUMPS, Views, number
from kibitz.cardplay.similarity.tokens import tokens
from kibitz.games.bridge.auction import Strain
from kibitz.games.bridge.cards import Card, Hand, Rank, Suit
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.play import Play
from kibitz.records.record import Record
from kit import random_record


def played_records(seed: int, count: int) -> list[Record]:
    rng = random.Random(seed)
    records: list[Record] = []
    while len(records) < count:
        record = random_record(rng)
        if record.contract is not None and len(record.play) > 8:
            records.append(record)
    return records


RECORDS = played_records(3, 12)
VIEWS, CHOSEN = Views.of_records(RECORDS)
STATES = [
    (record, state, card)
    for record in RECORDS
    for state, card in decisions(record.opening_state(), record.play)
]


def test_every_decision_is_there_in_its_order() -> None:
    assert len(VIEWS) == len(STATES) == len(CHOSEN)
    for row, (record, state, card) in enumerate(STATES):
        assert RECORDS[VIEWS.table[row]] is record
        assert VIEWS.plies[row] == len(state.played)
        assert VIEWS.turns[row] == (state.turn - state.contract.declarer) % 4
        assert VIEWS.won[row] == state.declarer_tricks
        assert number(card) == CHOSEN[row]


def test_legal_and_equal_cards_are_those_of_the_rules() -> None:
    choices = Choices.of(VIEWS)
    assert (choices.legal == tokens(VIEWS).legal).all()
    alike = choices.pooled(choices.legal.astype(np.float32))
    for row, (_, state, _) in enumerate(STATES):
        legal = {number(card) for card in state.legal_actions}
        assert set(np.flatnonzero(choices.legal[row]).tolist()) == legal
        for card in state.legal_actions:
            same = sum(are_equal(state, card, other) for other in state.legal_actions)
            assert alike[row, card.suit, card.rank - 2] == same


def test_a_state_is_seen_as_the_record_it_comes_from() -> None:
    whole = tokens(VIEWS)
    for row in range(0, len(STATES), 5):
        record, state, _ = STATES[row]
        alone = tokens(Views.of([state], [record.auction]))
        assert np.array_equal(alone.suits[0], whole.suits[row])
        assert np.array_equal(alone.whole[0], whole.whole[row])


def scrambled(state: Play, rng: random.Random) -> Play:
    """The same to declarer's eyes: what the defenders still hold is dealt anew."""
    left, right = state.contract.leader, state.contract.leader.partner
    hidden = list(state.holding(left) | state.holding(right))
    rng.shuffle(hidden)
    size = len(state.holding(left))
    gone = Hand.of(state.played)
    hands = {seat: state.deal[seat] for seat in Seat}
    for seat, cards in ((left, hidden[:size]), (right, hidden[size:])):
        hands[seat] = Hand((state.deal[seat].bits & gone.bits) | Hand.of(cards).bits)
    start = Play.start(Deal.of(hands), state.contract)
    return Play(
        start.deal,
        state.contract,
        state.played,
        state.trick,
        state.turn,
        state.declarer_tricks,
        gone,
    )


def test_hidden_cards_are_not_read() -> None:
    rng = random.Random(4)
    for record, state, _ in STATES[::3]:
        other = scrambled(state, rng)
        one, two = (tokens(Views.of([s], [record.auction])) for s in (state, other))
        assert np.array_equal(one.suits, two.suits)
        assert np.array_equal(one.whole, two.whole)


def test_showing_out_is_seen() -> None:
    shown = 0
    for row, (_, state, _) in enumerate(STATES):
        voids = VIEWS.voids[row]
        for at in range(0, len(state.played) - 1, 4):
            trick = state.played[at : at + 4]
            for card in trick[1:]:
                holder = next(s for s in Seat if card in state.deal[s])
                seat = (holder - state.contract.declarer) % 4
                if card.suit is not trick[0].suit:
                    assert voids >> (4 * seat + trick[0].suit) & 1
                    shown += 1
        assert voids.bit_count() <= 16
    assert shown


def renamed(record: Record, suits: list[int]) -> tuple[Play, tuple[Card, ...]]:
    def card(old: Card) -> Card:
        return Card(Suit(suits[old.suit]), Rank(old.rank))

    start = record.opening_state()
    deal = Deal.of({seat: Hand.of(card(c) for c in start.deal[seat]) for seat in Seat})
    contract = start.contract
    if contract.bid.strain is not Strain.NOTRUMP:
        strain = Strain(suits[contract.bid.strain])
        contract = type(contract)(
            type(contract.bid)(contract.bid.level, strain), *(contract.doubling, contract.declarer)
        )
    return Play.start(deal, contract), tuple(card(c) for c in record.play)


@pytest.mark.parametrize("suits", [[1, 0, 2, 3], [3, 1, 0, 2], [2, 3, 0, 1]])
def test_the_network_renames_its_answer_with_the_suits(suits: list[int]) -> None:
    similarity = untrained(1)
    for record in RECORDS[:4]:
        start, cards = renamed(record, suits)
        states = [state for state, _ in decisions(record.opening_state(), record.play)]
        others = [state for state, _ in decisions(start, cards)]
        none = [None] * len(states)
        one = similarity.chances(Views.of(states, none)).reshape(-1, 4, 13)
        two = similarity.chances(Views.of(others, none)).reshape(-1, 4, 13)
        assert np.array_equal(one, two[:, suits])


def plain_nearest(asked: np.ndarray, trumps: int, row: int) -> list[int]:
    """Every naming of every case, by the book."""
    from itertools import permutations

    codes, squares = similarity_codes(), []
    for case, theirs in zip(codes, VIEWS.trumps, strict=True):
        best = None
        if (theirs == NO_TRUMPS) == (trumps == NO_TRUMPS):
            for way in permutations(range(4)):
                if trumps != NO_TRUMPS and way[theirs] != trumps:
                    continue
                named = np.zeros((4, 13), np.int64)
                named[list(way)] = case
                gap = int(((named - asked) ** 2).sum())
                best = gap if best is None else min(best, gap)
        squares.append(best)
    return sorted(square for square in squares if square is not None)


def similarity_codes() -> np.ndarray:
    return untrained(2).describe(VIEWS)


def test_the_nearest_are_those_of_a_plain_scan() -> None:
    codes = similarity_codes()
    for row in range(0, len(codes), 17):
        asked, trumps = codes[row].astype(np.int64), int(VIEWS.trumps[row])
        found = nearest(codes[row], trumps, codes, VIEWS.trumps, 20)
        expected = plain_nearest(asked, trumps, row)
        assert found.squares.tolist() == expected[:20]
        assert found.squares[0] == 0
        pairs = list(zip(found.squares.tolist(), found.cases.tolist(), strict=True))
        assert pairs == sorted(pairs)
        for case, square, suits in zip(found.cases, found.squares, found.suits, strict=True):
            named = np.zeros((4, 13), np.int64)
            named[suits] = codes[case]
            assert ((named - asked) ** 2).sum() == square
