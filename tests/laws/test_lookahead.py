"""Layouts agree with all that was seen, are drawn fairly, and tell nothing that is hidden."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from statistics import fmean

import pytest

from kibitz.cardplay.chairs import Chair, hidden_seats, open_seats
from kibitz.cardplay.lookahead.evaluation import Lookahead, look_ahead, ranked
from kibitz.cardplay.lookahead.plausible import AuctionBounds
from kibitz.cardplay.lookahead.sampling import TwoHidden, layouts, unknown_to
from kibitz.errors import SolverError, UsageError
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import Card, Hand
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.double_dummy import Answers, DoubleDummy, Solution
from kibitz.games.bridge.play import Play
from kit import random_auction, random_deal, random_play
from played import scrambled

CONTRACTS = ("3N by S", "4S by W", "2D by N", "6H by E")


def decision(seed: int, *, least: int = 1, most: int = 51, defender: bool = False) -> Play:
    """A state of random play in which declarer's side, or a defender, is to choose."""
    rng = random.Random(seed)
    contract = Contract.parse(CONTRACTS[seed % 4])
    cards = rng.randint(least, most)
    while True:
        state = random_play(rng, random_deal(rng), contract, cards)
        if Chair.of(state).is_defender is defender:
            return state


def opening_lead(seed: int) -> Play:
    rng = random.Random(seed)
    return Play.start(random_deal(rng), Contract.parse(CONTRACTS[seed % 4]))


def any_decision(seed: int) -> Play:
    """From every chair in turn."""
    if seed % 5 == 4:
        return opening_lead(seed)
    return decision(seed, least=2, defender=bool(seed % 2))


def consistent(state: Play) -> set[Deal]:
    """Every deal in which the same cards could have been played: the definition, card by card."""
    left, right = hidden_seats(state)
    hidden = tuple(state.holding(left) | state.holding(right))
    found = set()
    for chosen in combinations(hidden, len(state.holding(left))):
        kept = Hand.of(chosen)
        hands = {seat: state.deal[seat] for seat in Seat}
        hands[left] = (state.deal[left] & state.gone) | kept
        hands[right] = (state.deal[right] & state.gone) | (Hand.of(hidden) - kept)
        deal = Deal.of(hands)
        try:
            Play.start(deal, state.contract).after_all(state.played)
        except ValueError:
            continue
        found.add(deal)
    return found


@pytest.mark.parametrize("seed", range(60))
def test_every_layout_allows_the_very_same_play(seed: int) -> None:
    state = any_decision(seed)
    auction = random_auction(random.Random(seed), Seat(seed % 4))
    for known in (None, auction):
        for deal in layouts(state, known, 8, random.Random(seed)):
            again = Play.start(deal, state.contract).after_all(state.played)
            assert again == replace(state, deal=deal)
            for seat in open_seats(state):
                assert deal[seat] == state.deal[seat]


@pytest.mark.parametrize("seed", range(40))
def test_hidden_cards_are_never_read(seed: int) -> None:
    state = any_decision(seed)
    other = scrambled(state, random.Random(seed + 1))
    auction = random_auction(random.Random(seed), Seat(seed % 4))
    for known in (None, auction):
        drawn = layouts(state, known, 5, random.Random(seed))
        assert layouts(other, known, 5, random.Random(seed)) == drawn


@pytest.mark.parametrize("seed", range(40))
def test_the_layouts_are_those_that_enumeration_finds(seed: int) -> None:
    state = decision(seed, least=30, defender=seed % 2 == 1)
    unknown, possible = unknown_to(state), consistent(state)
    assert unknown.count == len(possible)
    assert set(unknown.all()) == possible
    assert sorted(layouts(state, None, len(possible), random.Random(1)), key=str) == sorted(
        possible, key=str
    )


@pytest.mark.parametrize("seed", range(12))
def test_each_consistent_layout_is_drawn_as_often_as_any_other(seed: int) -> None:
    state = decision(seed, least=36, most=44, defender=seed % 2 == 1)
    possible = consistent(state)
    unknown, rng = unknown_to(state), random.Random(seed)
    counts = Counter(unknown.drawn(rng) for _ in range(60 * len(possible)))
    assert counts.keys() == possible
    # chi-square: its mean is the degrees of freedom, its variance twice that
    freedom = len(possible) - 1
    chi = sum((counts[deal] - 60) ** 2 / 60 for deal in possible)
    assert abs(chi - freedom) <= 5 * (2 * freedom) ** 0.5


def test_showing_out_gives_the_suit_to_the_other_defender() -> None:
    deal = Deal.parse("N:AKQ2.AK2.AKQ.AK2 J9543.Q43.J32.Q4 T8.JT98.T98.JT93 76.765.7654.8765")
    cards = "D4DAD2D8SAS3S8S6SKS4STS7SQS5C3C5"  # South throws a club on the third spade, and West
    played = [Card.parse(cards[at : at + 2]) for at in range(0, len(cards), 2)]
    play = Play.start(deal, Contract.parse("3N by S")).after_all(played)
    assert play.turn is Seat.NORTH
    for layout in layouts(play, None, 50, random.Random(1)):
        assert {Card.parse("SJ"), Card.parse("S9")} <= set(layout.east)


def test_hands_that_would_have_been_opened_are_drawn_again_where_the_auction_is_known() -> None:
    deal = Deal.parse("N:A972.K52.86.J642 KQ5.T873.K93.QT8 J64.AQ4.QJ5.K973 T83.J96.AT742.A5")
    auction = Auction.of(Seat.WEST, "P P P 1N P P P")
    state = Play.start(deal, Contract.parse("1N by S")).after(Card.parse("D4"))
    strong = [layout for layout in layouts(state, None, 200, random.Random(2)) if _opens(layout)]
    assert len(strong) > 20
    assert not any(map(_opens, layouts(state, auction, 200, random.Random(2))))


def _opens(deal: Deal) -> bool:
    return max(deal.west.points, deal.east.points) >= 13


def test_a_bid_promises_a_little_strength_and_length() -> None:
    deal = Deal.parse("N:KQ72.K52.A86.J42 965.T873.K93.QT8 AJ4.AQ4.QJ5.K973 T83.J96.T742.A65")
    state = Play.start(deal, Contract.parse("3N by S")).after(Card.parse("D2"))
    for calls, plausible in (("P 1N P 3N P P P", True), ("1H 1N P 3N P P P", False)):
        auction = Auction.of(Seat.EAST, calls)
        assert AuctionBounds.of(state, auction).fits(deal) is plausible


LEADERS_EAST = Deal.parse("N:KQ72.K52.A86.J42 965.T873.K93.QT8 AJ4.AQ4.QJ5.K973 T83.J96.T742.A65")


@pytest.mark.parametrize(
    ("dealer", "calls", "plausible"),
    [
        (Seat.SOUTH, "1N P 3N P P P", True),  # 17 and 13, both even
        (Seat.NORTH, "1N P 3N P P P", True),  # 13 is a weak no-trump
        (Seat.SOUTH, "1S P 3N P P P", False),  # three spades
        (Seat.SOUTH, "P P 1N P 3N P P P", False),  # South would have opened
        (Seat.NORTH, "P P 1N P 3N P P P", False),  # and so would North
        (Seat.SOUTH, "1N P P P", False),  # with 13 nobody leaves it there, nor with 30 together
        (Seat.WEST, "1H 1N P 3N P P P", False),  # partner has five points and three hearts
    ],
)
def test_a_leader_believes_what_the_calls_say_of_three_hands(
    dealer: Seat, calls: str, plausible: bool
) -> None:
    auction = Auction.of(dealer, calls)
    assert auction.contract is not None
    state = Play.start(LEADERS_EAST, auction.contract)
    assert AuctionBounds.of(state, auction).fits(LEADERS_EAST) is plausible


def test_a_leader_draws_hands_that_fit_the_auction() -> None:
    auction = Auction.of(Seat.SOUTH, "1N P 3N P P P")
    state = Play.start(LEADERS_EAST, Contract.parse("3N by S"))
    for deal in layouts(state, auction, 100, random.Random(1)):
        assert 10 <= deal.south.points <= 18
        assert all(2 <= length <= 6 for length in deal.south.shape)
        assert deal.south.points + deal.north.points >= 22
        assert max(deal.north.shape[:2]) < 5


def test_before_the_lead_every_card_is_as_likely_in_each_hidden_hand() -> None:
    state = opening_lead(3)
    seats, rng = hidden_seats(state), random.Random(5)
    unknown, draws = unknown_to(state), 3000
    assert not isinstance(unknown, TwoHidden)
    counts = Counter((seat, card) for _ in range(draws) for seat, card in _held(unknown.drawn(rng)))
    for seat in seats:
        for card in (card for other in seats for card in state.deal[other]):
            assert abs(counts[seat, card] / draws - 1 / 3) < 5 * (2 / 9 / draws) ** 0.5


def _held(deal: Deal) -> list[tuple[Seat, Card]]:
    return [(seat, card) for seat in Seat for card in deal[seat]]


def test_looking_ahead_averages_what_each_layout_gives(solver: DoubleDummy) -> None:
    state = decision(9, least=28, most=32)
    possible = [replace(state, deal=deal) for deal in consistent(state)]
    assert len(possible) > 200
    solved = [answer for answer in solver.solve_all(possible) if isinstance(answer, Solution)]
    every = look_ahead(state, None, layouts=len(possible), seed=1, solver=solver)
    some = look_ahead(state, None, layouts=100, seed=1, solver=solver)
    assert (every.layouts, some.layouts) == (len(possible), 100)
    for card in state.legal_actions:
        totals = [solution.tricks[card] for solution in solved]
        made = [total >= state.contract.target for total in totals]
        assert every.tricks[card] == pytest.approx(fmean(totals))
        assert every.made[card] == pytest.approx(fmean(made))
        assert some.tricks[card] == pytest.approx(fmean(totals), abs=0.3)


@pytest.mark.process
def test_the_same_seed_gives_the_same_answer_on_any_number_of_processes(
    solver: DoubleDummy,
) -> None:
    state = decision(13, least=20, most=24)
    assert len(state.legal_actions) > 3
    once = look_ahead(state, None, layouts=12, seed=4, solver=solver)
    other = scrambled(state, random.Random(9))
    with DoubleDummy(2) as two:
        assert look_ahead(other, None, layouts=12, seed=4, solver=two) == once
    assert look_ahead(state, None, layouts=12, seed=5, solver=solver) != once


class Failing:
    """A solver that dies over all but the first *sound* questions."""

    def __init__(self, solver: DoubleDummy, sound: int) -> None:
        self.solver, self.sound = solver, sound

    def solve_all(self, plays: Iterable[Play]) -> Answers[Solution]:
        for number, solution in enumerate(self.solver.solve_all(plays)):
            yield solution if number < self.sound else SolverError("the solver died")


def test_a_layout_that_kills_the_solver_is_left_out(solver: DoubleDummy) -> None:
    state = decision(8, least=28)
    ahead = look_ahead(state, None, layouts=6, seed=1, solver=Failing(solver, 4))
    assert ahead.layouts == 4
    with pytest.raises(SolverError, match="died"):
        look_ahead(state, None, layouts=6, seed=1, solver=Failing(solver, 0))


def test_a_defender_counts_his_own_tricks_and_the_contracts_he_beats(solver: DoubleDummy) -> None:
    state = decision(4, least=28, most=32, defender=True)
    possible = [replace(state, deal=deal) for deal in consistent(state)]
    solved = [answer for answer in solver.solve_all(possible) if isinstance(answer, Solution)]
    ahead = look_ahead(state, None, layouts=len(possible), seed=1, solver=solver)
    for card in state.legal_actions:
        totals = [solution.tricks[card] for solution in solved]
        assert ahead.own_tricks(card) == pytest.approx(13 - fmean(totals))
        beaten = [total < state.contract.target for total in totals]
        assert ahead.success(card) == pytest.approx(fmean(beaten))
    assert ahead.own_tricks(ahead.best) == max(map(ahead.own_tricks, state.legal_actions))
    even = dict.fromkeys(state.legal_actions, 1.0)
    assert ahead.own_tricks(ranked(even, ahead)[0]) == ahead.own_tricks(ahead.best)


def test_an_opening_lead_is_looked_at_too(solver: DoubleDummy) -> None:
    state = opening_lead(2)
    ahead = look_ahead(state, None, layouts=3, seed=1, solver=solver)
    other = scrambled(state, random.Random(3))
    assert ahead.layouts == 3
    assert look_ahead(other, None, layouts=3, seed=1, solver=solver) == ahead


def test_at_least_one_layout_is_needed(solver: DoubleDummy) -> None:
    with pytest.raises(UsageError, match="at least one layout"):
        look_ahead(decision(1), None, layouts=0, seed=1, solver=solver)


def test_votes_and_sampled_tricks_decide_together() -> None:
    low, high, other = (Card.parse(name) for name in ("S2", "SK", "H3"))
    ahead = Lookahead({low: 9.0, high: 9.5, other: 9.0}, {low: 1.0, high: 1.0, other: 1.0}, 4)
    assert ranked({low: 0.6, high: 0.4, other: 0.0}, ahead)[0] == high
    assert ranked({low: 0.98, high: 0.02, other: 0.0}, ahead)[0] == low
    # the same numbers from the other side of the table: what declarer takes the defence loses
    theirs = replace(ahead, chair=Chair.AFTER_DUMMY)
    assert ranked({low: 0.4, high: 0.6, other: 0.0}, theirs)[0] == low
    assert ranked({low: 0.4, high: 0.6, other: 0.0}, theirs, weight=0)[0] == high
    three = (low, high, other)
    level = Lookahead(dict.fromkeys(three, 9.0), dict.fromkeys(three, 1.0), 4)
    assert ranked({other: 0.0, low: 0.0, high: 0.0}, level)[0] == other
    assert ranked({high: 0.5, low: 0.5, other: 0.0}, level)[0] == high
