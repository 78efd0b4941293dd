import random
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from kibitz.cardplay.sibl.encoding import Deals, encode
from kibitz.cardplay.sibl.features import (
    SCHEMA,
    UNDECIDED,
    UNKNOWN,
    completed,
    decisions,
    describe,
    own_states,
    state_features,
)
from kibitz.cardplay.sibl.symbols import symbol
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import Card, Hand
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.play import Play
from kibitz.records.formats.reading import read_path
from kibitz.records.record import Record
from played import random_play

RECORDS = Path(__file__).parents[4] / "shared" / "data" / "human_3nt_made.jsonl.gz"
DEAL = Deal.parse("N:QJ52.K32.A54.762 AT9.J54.JT9.AKQ4 K64.AQ6.KQ62.T98 873.T987.873.J53")
NAMES = [feature.name for feature in SCHEMA.features]


def after(*cards: str) -> Play:
    """South declares three no-trump; West leads."""
    start = Play.start(DEAL, Contract.parse("3N by S"))
    return start.after_all(Card.parse(card) for card in cards)


def told(now: Play, at: int) -> dict[str, int]:
    return dict(zip(NAMES, state_features(now, at), strict=True))


def test_a_state_has_the_23_features_of_the_paper() -> None:
    assert len(NAMES) == len(set(NAMES)) == 23


def test_the_first_state_of_dummy_shows_both_hands_the_lead_and_no_answer() -> None:
    now = after("H9")
    seen = told(now, 1)
    assert seen["declarer holds spades"] == 6 + 1 + 1  # K 6 4
    assert seen["dummy holds spades"] == 5 + 4 + 1 + 1  # Q J 5 2
    assert seen["left showed hearts"] == 0  # only earlier tricks count as shown
    assert seen["left played"] == symbol(Card.parse("H9"))
    assert seen["right played"] == seen["dummy played"] == UNKNOWN
    assert seen["next to play"] == 1
    assert (seen["card"], seen["declarer wins"]) == (UNKNOWN, UNDECIDED)


def test_an_earlier_state_shows_the_card_chosen_and_the_trick_only_once_complete() -> None:
    third_hand = after("H9", "H2", "HJ")  # South to play; dummy played to the same trick
    dummy = told(third_hand, 1)
    assert dummy["card"] == symbol(Card.parse("H2"))
    assert dummy["declarer wins"] == UNDECIDED
    later = after("H9", "H2", "HJ", "HA")
    assert told(later, 1)["declarer wins"] == told(later, 3)["declarer wins"] == 1
    assert told(later, 4)["left showed hearts"] == 2
    assert told(later, 4)["right showed hearts"] == 4


def test_sequences_run_over_the_states_of_declarers_side_newest_first() -> None:
    assert own_states(after("H9", "H2", "HJ", "HA")) == [4, 3, 1]
    assert describe(after("H9", "H2", "HJ", "HA")).spans.tolist() == [3]
    with pytest.raises(ValueError, match="not to play"):
        describe(after())


@pytest.mark.parametrize("seed", range(12))
def test_hidden_cards_and_the_experts_choice_change_nothing(seed: int) -> None:
    rng = random.Random(seed)
    start, cards = random_play(rng)
    states = list(decisions(start, cards))
    now, card = states[rng.randrange(len(states) - 2)]
    declarer = now.contract.declarer
    defenders = (declarer.next, declarer.partner.next)
    hidden = [c for seat in defenders for c in now.holding(seat)]
    rng.shuffle(hidden)
    hands = {seat: now.deal[seat] for seat in Seat}
    for seat in defenders:
        own = len(now.holding(seat))
        hands[seat] = (hands[seat] - now.holding(seat)) | Hand.of(hidden[:own])
        del hidden[:own]
    scrambled = replace(now, deal=Deal.of(hands))
    np.testing.assert_array_equal(describe(scrambled).codes, describe(now).codes)
    encoded = encode(Deals.of([(start, cards), (start, cards[: len(now.played) + 1])]))
    whole, cut = (np.flatnonzero(encoded.deals == deal) for deal in (0, 1))
    np.testing.assert_array_equal(
        encoded.sequences.codes[whole[: len(cut)]], encoded.sequences.codes[cut]
    )


def assert_encoded_as_described(plays: list[tuple[Play, tuple[Card, ...]]]) -> None:
    encoded = encode(Deals.of(plays))
    row = 0
    for deal, (start, cards) in enumerate(plays):
        for now, card in decisions(start, cards):
            plain = describe(now)
            np.testing.assert_array_equal(encoded.sequences.codes[row], plain.codes[0])
            assert encoded.sequences.spans[row] == plain.spans[0]
            assert encoded.actions[row] == symbol(card)
            assert (encoded.deals[row], encoded.plies[row]) == (deal, len(now.played))
            row += 1
    assert row == len(encoded)


@pytest.mark.parametrize("contract", ["3N", "4S", "5C"])
def test_many_deals_at_once_give_the_same_features_as_one_state(contract: str) -> None:
    rng = random.Random(contract)
    assert_encoded_as_described(
        [random_play(rng, contract, cards) for cards in (52, 52, 50, 33, 20, 1, 0)]
    )


def test_expert_deals_are_encoded_as_they_are_described() -> None:
    if not RECORDS.exists():
        pytest.skip(f"the expert records are not here: {RECORDS}")
    records = [r for r in islice(read_path(RECORDS), 12) if isinstance(r, Record)]
    assert_encoded_as_described([(r.opening_state(), r.play) for r in records])


def test_a_play_of_48_cards_is_completed_by_the_only_cards_left() -> None:
    start, cards = random_play(random.Random(3))
    assert completed(start, cards[:48]) == cards
    assert completed(start, cards[:47]) == cards[:47]
    assert len(list(decisions(start, cards))) == 26
