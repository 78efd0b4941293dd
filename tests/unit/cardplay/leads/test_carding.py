"""How a pair leads and signals: counted from its own tables, told only where it is clear."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from kibitz.cardplay.leads.carding import FEWEST, Carding, Pair, partnerships
from kibitz.cardplay.leads.habits import Habit, Observation, observations
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import FULL_DECK, Card, Hand
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.records.record import Citation, Players, Record, Source

PAIR = Pair("Ann", "Bob")
NOTRUMP, SPADES = "N: 1N P 3N P P P", "N: 1S P 4S P P P"


def table(
    east: str,
    play: str,
    auction: str = NOTRUMP,
    players: tuple[str, ...] = ("x", "Ann", "y", "Bob"),
) -> Record:
    """East on lead with these cards; the other hands are dealt from the rest."""
    hand = Hand.parse(east)
    rest = list(FULL_DECK - hand)
    random.Random(1).shuffle(rest)
    north, south, west = (Hand.of(rest[i : i + 13]) for i in (0, 13, 26))
    return whole(Deal(north, hand, south, west), play, auction, players)


def whole(
    deal: Deal, play: str, auction: str, players: tuple[str, ...] = ("x", "Ann", "y", "Bob")
) -> Record:
    calls = Auction.parse(auction)
    return Record(
        source=Source("t"),
        deal=deal,
        auction=calls,
        vulnerability=Vulnerability.NONE,
        contract=calls.contract,
        play=tuple(map(Card.parse, play.split())),
        citation=Citation(players=Players(*players)),
    )


def signals(record: Record) -> list[Observation]:
    """What the defenders' cards tell but the lead."""
    found = observations(record, Seat.EAST, Seat.WEST)
    return [one for one in found if not one.habit.is_lead]


def lead_of(east: str, card: str, auction: str = NOTRUMP) -> list[tuple[Habit, str]]:
    found = observations(table(east, card, auction), Seat.EAST, Seat.WEST)
    return [(one.habit, one.choice) for one in found]


@pytest.mark.parametrize(
    ("east", "card", "told"),
    [
        ("KJ752.84.Q93.T62", "S5", [(Habit.LONG_HONOUR, "fourth best")]),
        ("KJ752.84.Q93.T62", "S2", [(Habit.LONG_HONOUR, "third and fifth")]),
        ("KJ72.842.Q93.T62", "S7", [(Habit.LONG_HONOUR, "third and fifth")]),
        ("KJ752.84.Q93.T62", "SJ", []),
        ("8752.AK4.Q93.T62", "S7", [(Habit.BAD_SUIT, "second best")]),
        ("8752.AK4.Q93.T62", "HA", [(Habit.ACE_KING, "the ace")]),
        ("8752.AK4.Q93.T62", "HK", [(Habit.ACE_KING, "the king")]),
        ("8752.AK4.Q93.T62", "C6", [(Habit.THREE_SMALL, "the middle card")]),
        ("KQ752.84.Q93.T62", "SQ", [(Habit.KING_QUEEN, "the queen")]),
        ("QJ752.84.Q93.T62", "SQ", [(Habit.QUEEN_JACK, "the queen")]),
        ("JT752.84.Q93.T62", "ST", [(Habit.JACK_TEN, "the ten")]),
        ("KQ752.84.Q93.T62", "H4", [(Habit.DOUBLETON, "low")]),
        ("KQ752.K4.Q93.T62", "HK", []),
    ],
)
def test_a_lead_tells_a_habit(east: str, card: str, told: list[tuple[Habit, str]]) -> None:
    assert lead_of(east, card) == told


def test_a_trump_lead_tells_nothing() -> None:
    assert lead_of("8752.AK4.Q93.T62", "S7", SPADES) == []
    assert lead_of("8752.AK4.Q93.T62", "C6", SPADES) == [(Habit.THREE_SMALL, "the middle card")]


def test_declarers_side_tells_nothing() -> None:
    record = table("8752.AK4.Q93.T62", "S7")
    assert list(observations(record, Seat.NORTH, Seat.SOUTH)) == []


DEAL = Deal.parse("N:AQ4.AQ2.KQJT.987 KJ3.KJ96.43.AKQ2 T98.T743.A95.543 7652.85.8762.JT6")


def test_a_small_card_on_partners_honour_tells_attitude() -> None:
    """West holds the jack and two small clubs under partner's ace."""
    deal = Deal.parse("N:AQ4.AQ2.KQJT.T98 KJ3.KJ96.43.AKQ2 T98.T743.A95.543 7652.85.8762.J76")
    for card, choice in (("C7", "high to encourage"), ("C6", "low to encourage")):
        record = whole(deal, f"CA C3 {card}", SPADES)
        assert signals(record) == [Observation(Habit.ATTITUDE, choice, at_notrump=False)]


def test_with_one_small_card_there_is_nothing_to_signal() -> None:
    assert signals(whole(DEAL, "CA C3 C6", SPADES)) == []


def test_the_first_small_card_in_declarers_suit_tells_count() -> None:
    """East has two small diamonds, West four."""
    start = "SK S8 S2 SA DK"
    for east, west, told in (("D4", "D8", "high"), ("D3", "D2", "low")):
        record = whole(DEAL, f"{start} {east} D5 {west}", NOTRUMP)
        found = [one.choice for one in signals(record) if one.habit is Habit.COUNT]
        assert found == [f"{told} from an even number"] * len(found)
        assert len(found) >= 2


def leads(number: int, card: str) -> list[Record]:
    return [table("8752.AK4.Q93.T62", card)] * number


def test_a_habit_is_told_with_its_count_once_it_is_clear() -> None:
    carding = Carding.of([*leads(31, "S7"), *leads(7, "S2")], PAIR)
    assert str(carding) == (
        "Ann - Bob: 38 tables, 38 of them defended.\n"
        "This pair leads second best from bad suits (31 of 38)."
    )


def test_few_leads_or_a_divided_pair_say_nothing() -> None:
    few = Carding.of(leads(FEWEST - 1, "S7"), PAIR)
    divided = Carding.of([*leads(20, "S7"), *leads(15, "S2")], PAIR)
    assert few.clear == divided.clear == ()
    assert str(few).endswith("Too few cards tell how this pair leads and signals.")


def test_where_the_parts_differ_each_is_told_apart() -> None:
    against_suits = [table("KJ752.84.Q93.T62", "S2", "N: 1H P 4H P P P")] * 20
    against_notrump = [table("KJ752.84.Q93.T62", "S5")] * 30
    carding = Carding.of(against_suits + against_notrump, PAIR)
    assert [str(one) for one in carding.clear] == [
        "leads fourth best from four or more to an honour against no-trump (30 of 30)",
        "leads third and fifth from four or more to an honour against suits (20 of 20)",
    ]


def test_names_are_matched_exactly_and_only_as_partners() -> None:
    record = table("8752.AK4.Q93.T62", "S7")
    for players in (("x", "Ann", "y", "BOB"), ("Ann", "Bob", "y", "z")):
        other = replace(record, citation=Citation(players=Players(*players)))
        assert Carding.of([other], PAIR).tables == 0
    turned = replace(record, citation=Citation(players=Players("x", "Bob", "y", "Ann")))
    assert Carding.of([record, turned], PAIR).tables == 2


def test_a_pair_is_two_names_in_either_order() -> None:
    assert Pair.parse("Bob – Ann") == Pair.parse(" Ann  -  Bob ") == PAIR
    assert str(Pair.parse("Smith-Jones - Ann")) == "Ann - Smith-Jones"
    for text in ("", "Ann", "Ann -", "Ann - Ann"):
        with pytest.raises(UsageError, match="A pair is two names"):
            Pair.parse(text)


def test_whoever_sat_with_one_of_them_is_named_instead() -> None:
    record = table("8752.AK4.Q93.T62", "S7")
    assert partnerships([record] * 2, Pair("Ann", "Cid")) == "Ann - Bob (2 tables)"
    assert partnerships([record], Pair("Cid", "Dan")) == ""


def test_the_json_is_plain_and_says_all_that_was_counted() -> None:
    carding = Carding.of([*leads(31, "S7"), *leads(7, "S2")], PAIR)
    row = json.loads(json.dumps(carding.to_json()))
    assert row["pair"] == ["Ann", "Bob"]
    assert row["habits"][0] == {
        "habit": "bad_suit",
        "against": "all",
        "total": 38,
        "chosen": {"second best": 31, "low": 7},
        "clear": True,
    }


def test_passed_out_and_unplayed_tables_are_counted_as_tables_only() -> None:
    record = table("8752.AK4.Q93.T62", "")
    assert Carding.of([record], PAIR) == Carding(PAIR, 1, 1, ())
    assert Contract.parse("3N by N") == record.contract
