"""The lines that lessons are about: each does what its name says, and is offered where it fits."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kibitz.because.story import walk
from kibitz.games.bridge.cards import DECK, Card, Suit
from kibitz.plans.line_words import doing, order
from kibitz.plans.lines.deeds import does, possible
from kibitz.plans.lines.handling import DuckTo, Offer, Towards, Unblock
from kibitz.plans.lines.line import (
    DECLARER,
    DUMMY,
    Both,
    Draw,
    Duck,
    Finesse,
    Free,
    HoldUp,
    Next,
    Ruff,
)
from kibitz.plans.lines.menu import Course, menu, wider
from kibitz.plans.lines.trumping import CrossRuff, Throw, ThrowIn
from kibitz.plans.question import PlanQuestion
from kibitz.plans.trying.players import Trial
from kibitz.plans.trying.playing import ruffs_in
from kibitz.plans.trying.trials import Bench
from played import bench

H, S, D, C = Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS


def typed(hands: str, lead: str, contract: str) -> PlanQuestion:
    return PlanQuestion.typed(hands, lead=lead, contract=contract, declarer="S")


KING_JACK = typed("S:A8643.K5.A32.K54,N:KJ.A43.K984.A763", "S5", "3NT")
BLOCKED = typed("S:A76.A43.AK753.65,N:K83.K52.Q986.A73", "HQ", "3NT")
STRANDED = typed("S:AQ52.A43.AKJ6.AK,N:43.852.T92.QJT73", "HK", "3NT")
SLAM = typed("S:Q4.A6.KJ83.AQ872,N:A5.KQJ95.A4.T653", "SJ", "6C")
STRIPPED = typed("S:AQJ96.A5.AQ4.K73,N:KT854.K4.J32.A86", "HQ", "5S")
CROSSED = typed("S:AQ965.4.K8542.A3,N:KJT8.A8653.3.K84", "CQ", "4S")
REVERSED = typed("S:AKQ95.4.AK5.Q853,N:JT8.A865.Q84.AK4", "HK", "6S")
HELD = typed("S:KQJ95.A74.AK3.52,N:A842.82.752.K943", "HK", "4S")
RUN = typed("S:K953.K72.KJ5.AJ4,N:AJT42.A83.73.KQ6", "H4", "3NT")
OVERRUFF = typed("S:AKQ86.A73.72.A73,N:JT3.K64.A8643.82", "CK", "4S")
AVOIDED = typed("S:KQJ95.K74.AK.A52,N:A842.62.752.K943", "H3", "4S")

LED = typed("S:AKQ95.4.AK5.AKQ3,N:JT8.A865.Q84.J42", "HK", "6S")
DUCKED = typed("S:KQJ95.K74.AK.T52,N:A842.62.75.AK943", "H3", "4S")
TENACE = typed("S:AQT86.A6.AQ4.Q63,N:KJ97.T4.853.AK82", "HK", "5S")
TENACE_NT = typed("S:AQ8.A62.AQ4.KJ63,N:KJ7.T43.853.AT82", "HK", "3NT")
HIGH_TRUMP = typed("S:AQT86.A6.AQ4.K63,N:9752.T4.J53.AQ82", "HK", "4S")


def card(text: str) -> int:
    return DECK.index(Card.parse(text))


def tricks(trial: Trial, tried: Bench) -> Iterator[list[tuple[int, list[int]]]]:
    """On each layout, the leader of each trick, from declarer, and its four cards."""
    leaders, _, _ = walk(trial.cards, tried.state.trumps)
    for row, cards in enumerate(trial.cards):
        four = cards.reshape(13, 4).tolist()
        yield list(zip(leaders[row, :13].tolist(), four, strict=True))


def led(suit: Suit, played: list[tuple[int, list[int]]]) -> list[tuple[int, list[int]]]:
    """The tricks in which our side led a suit."""
    return [(who, four) for who, four in played if who % 2 == 0 and four[0] // 13 == int(suit)]


@pytest.mark.parametrize("text", ["SJ", "SK"])
def test_the_card_to_trick_one_is_a_line_of_its_own(text: str) -> None:
    found = menu(KING_JACK.state)
    put = Next(Card.parse(text), 1)
    assert put in found.cards
    tried = bench(KING_JACK, 4)
    assert set(tried.trial(Course(card=put).line).cards[:, 1]) == {card(text)}
    line = Course(HoldUp(S, 0), Duck(C), put).line
    assert line == Both(put, Both(HoldUp(S, 0), Duck(C)))
    assert doing(put, KING_JACK.state) == f"playing ♠{text[1]}"


def test_with_trumps_one_may_hold_up_while_both_hands_follow() -> None:
    assert [hold.rounds for hold in menu(HELD.state).holds] == [0, 1]
    assert [hold.rounds for hold in menu(REVERSED.state).holds] == [0, 1]  # a discard on the ace
    assert not menu(LED.state).holds
    tried = bench(HELD, 6)
    for played in tricks(tried.trial(HoldUp(H, 1)), tried):
        assert card("HA") not in played[0][1]


@pytest.mark.parametrize(
    ("hands", "lead", "rounds"),
    [
        ("S:K93.AKQ2.A54.KJ3,N:52.J43.KQ32.AQ62", "S4", [0, 1, 2]),
        ("S:KQ3.AKQ2.A54.J53,N:52.J43.KQ32.AQ62", "S4", [0, 1]),
        ("S:J964.AKQ2.A54.K3,N:52.J43.KQ32.AQ62", "SA", [0, 2, 3]),
        ("S:AJ73.Q84.K6.AQ53,N:K9.J632.A754.K42", "H5", [0, 1, 2]),
        ("S:Q4.AJ73.KQ6.A953,N:A952.K9.A754.K42", "H4", [0, 1]),
        ("S:AKQ2.82.KQ6.A953,N:J95.943.A754.K62", "HQ", []),
    ],
)
def test_hold_ups_are_those_that_the_very_cards_allow(
    hands: str, lead: str, rounds: list[int]
) -> None:
    found = menu(typed(hands, lead, "3NT").state).holds
    assert [hold.rounds for hold in found] == rounds


def test_what_a_line_does_is_seen_in_its_play() -> None:
    tried, line = bench(BLOCKED, 12), Both(HoldUp(H, 1), Duck(D))
    state, cards = BLOCKED.state, tried.trial(line).cards
    assert does(line, state, cards, tried.weights)
    assert not does(HoldUp(H, 3), state, cards, tried.weights)


def test_a_step_that_was_not_done_is_not_possible() -> None:
    tried = bench(BLOCKED, 12)
    cards = tried.trial(HoldUp(H, 0)).cards
    assert possible(HoldUp(H, 0), BLOCKED.state, cards, tried.weights) == 1
    assert possible(HoldUp(H, 2), BLOCKED.state, cards, tried.weights) < 0.5


def test_what_is_led_to_is_put_up_unless_it_is_beaten() -> None:
    tried = bench(HELD, 8)
    for played in tricks(tried.trial(Both(Draw(S), Towards(Card.parse("CK"), 1))), tried):
        who, four = led(C, played)[0]
        assert who == DECLARER
        assert (four[2] == card("CK")) == (four[1] != card("CA"))


def test_a_ducked_round_goes_to_the_hand_that_is_safe() -> None:
    tried = bench(AVOIDED, 12)
    line, through = DuckTo(C, 1), 0
    for played in tricks(tried.trial(Both(Draw(S), line)), tried):
        for who, four in led(C, played)[:1]:
            if who != DUMMY:
                continue  # East's trumps took dummy's last entry
            through += 1
            if four[1] // 13 == int(C) and four[1] > card("C5"):
                assert four[2] == card("CA")
    assert through >= 10


def test_with_trumps_a_round_is_ducked_to_the_safe_hand_after_they_are_drawn() -> None:
    found = wider(DUCKED.state).firsts
    assert {Both(Draw(S), DuckTo(C, safe)) for safe in (1, 3)} & set(found)


def test_the_short_hand_throws_its_high_cards_under_winners() -> None:
    assert Unblock(D, DUMMY) in menu(BLOCKED.state).firsts
    tried = bench(BLOCKED, 12)
    for row, played in enumerate(tricks(tried.trial(Unblock(D, DUMMY)), tried)):
        if (tried.layouts.owners[row, 13:26] == 1).sum() not in (1, 2, 3):
            continue
        mine = [four for who, four in led(D, played) if who == DECLARER]
        dummys = [four[2] for four in mine if four[0] >= card("DK")]
        if len(dummys) == 2:
            assert sorted(dummys) == [card("D8"), card("D9")]


def test_a_card_is_offered_and_the_entry_below_it_kept() -> None:
    line = Offer(Card.parse("DJ"), Card.parse("DT"))
    assert line in menu(STRANDED.state).firsts
    tried = bench(STRANDED, 8)
    for played in tricks(tried.trial(Both(HoldUp(H, 0), line)), tried):
        [first, *_] = led(D, played)
        assert first[1][0] == card("DJ")
        assert first[1][2] != card("DT")


def test_losers_are_thrown_on_winners_before_trumps_are_drawn() -> None:
    line = Throw(H, S, DECLARER)
    assert line in menu(SLAM.state).firsts
    tried = bench(SLAM, 8)
    thrown = 0
    for played in tricks(tried.trial(line), tried):
        hearts = [four[(DECLARER - who) % 4] for who, four in led(H, played)]
        others = [one for one in hearts if one // 13 != int(H)]
        thrown += others[:1] in ([card("SQ")], [card("S4")])
    assert thrown >= 6  # but where a defender ruffs first


def test_a_crossruff_ruffs_in_both_hands() -> None:
    line = CrossRuff(H, D, S)
    assert line in wider(CROSSED.state).firsts
    tried = bench(CROSSED, 8)
    cards = tried.trial(line).cards
    assert (ruffs_in(H, DECLARER, tried.state, cards) >= 2).mean() > 0.7
    assert (ruffs_in(D, DUMMY, tried.state, cards) >= 2).mean() > 0.7


def test_dummy_is_reversed_by_ruffs_in_the_hand_with_more_trumps() -> None:
    line = Both(Ruff(H, S, DECLARER), Draw(S))
    assert line in wider(REVERSED.state).firsts
    tried = bench(REVERSED, 8)
    ruffs = ruffs_in(H, DECLARER, tried.state, tried.trial(line).cards)
    assert (ruffs >= 2).mean() > 0.7
    assert doing(line, REVERSED.state) == "ruffing hearts in your hand, then drawing trumps"


def test_a_throw_in_leaves_the_tenace_to_them() -> None:
    line = Both(Draw(S), ThrowIn(C, D, S))
    assert {line, line.other} <= set(wider(STRIPPED.state).firsts)
    tried = bench(STRIPPED, 12)
    made = 0
    for played in tricks(tried.trial(line), tried):
        firsts = [who % 2 for who, four in played if four[0] // 13 == int(D)]
        lost = [at for at, (_, four) in enumerate(played) if four[0] // 13 == int(C)]
        made += bool(lost) and firsts[0] == 1
    assert made >= 10


def test_a_throw_in_may_use_the_trick_in_progress_and_without_trumps_any_suit() -> None:
    assert Both(Draw(S), ThrowIn(H, D, S)) in wider(TENACE.state).firsts
    exits = {one.exit for one in wider(TENACE_NT.state).firsts if isinstance(one, ThrowIn)}
    assert {H, C} <= exits


def test_a_throw_in_may_lose_a_trump() -> None:
    assert ThrowIn(S, D, S) in wider(HIGH_TRUMP.state).firsts
    assert Both(Draw(S), ThrowIn(S, D, S)) not in wider(HIGH_TRUMP.state).firsts


def test_a_finesse_comes_before_trumps_or_after_them() -> None:
    found = menu(STRIPPED.state).firsts
    assert {Both(Finesse(D, 3), Draw(S)), Both(Draw(S), Finesse(D, 3))} <= set(found)
    assert order(Both(Finesse(D, 3), Draw(S)), STRIPPED.state) == "Finesse diamonds through East"


def test_trumps_have_ways_of_their_own() -> None:
    found = menu(SLAM.state).firsts
    assert {Both(Finesse(C, 3), Draw(C)), Both(Duck(C), Draw(C))} <= set(found)


@pytest.mark.parametrize("asked", [KING_JACK, BLOCKED, STRANDED, SLAM, STRIPPED, CROSSED, HELD])
def test_a_menu_is_short_and_the_wider_one_has_it_all(asked: PlanQuestion) -> None:
    small, large = menu(asked.state), wider(asked.state)
    assert set(small.firsts) <= set(large.firsts)
    assert len(small.courses) <= 30
    assert len(large.courses) <= 45
    words = {doing(line, asked.state) for line in large.firsts}
    assert len(words) == len(large.firsts)
    assert doing(Free(), asked.state) not in words


def test_an_honour_with_the_next_one_is_led_and_run() -> None:
    tried = bench(RUN, 6)
    for played in tricks(tried.trial(Finesse(S, 3)), tried):
        leader, four = led(S, played)[0]
        assert leader == DUMMY
        assert four[0] == card("SJ")


def test_a_ruff_may_be_high_or_low_or_left_for_a_discard() -> None:
    state = OVERRUFF.state.after_all(
        map(Card.parse, ["C2", "C4", "C3", "CQ", "C8", "C5", "C7", "CJ"])
    )
    found = {str(one.card) for one in menu(state).cards}
    assert {"S3", "ST"} <= found
    assert {text[0] for text in found} == {"S", "H", "D"}


def test_a_throw_in_is_told_by_its_name_where_free_play_does_it() -> None:
    tried = bench(STRIPPED, 12)
    line = Both(Draw(S), ThrowIn(C, D, S))
    done = tried.trial(line).cards
    assert does(line, STRIPPED.state, done, tried.weights)
    assert not does(
        line, STRIPPED.state, tried.trial(Both(Draw(S), Finesse(D, 1))).cards, tried.weights
    )
