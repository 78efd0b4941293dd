"""The laws of the table: nothing hidden leaves it, every deal ends, and what is said is true."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.cardplay.lookahead.sampling import SeatKnowledge, TwoHidden, unknown_behind
from kibitz.games.bridge.cards import DECK, Hand
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz.sitting.claiming import can_claim, sure_tricks
from kibitz.sitting.coach import Coach
from kibitz.sitting.coached import CoachedDeal, DealStage, DealStart
from kibitz.sitting.house.players import HousePlayer
from kibitz.sitting.keeping import read, written
from kibitz.sitting.moves import after, chosen, undo
from kibitz.sitting.planning import lines_to_choose
from kibitz.sitting.session import Asks, TableSession
from kibitz.sitting.sight import seen, seen_by_decider
from kibitz.sitting.stops import Trials
from kibitz.sitting.whatif import WhatIf, what_if
from kit import random_auction, random_play

SEEDS = st.integers(0, 2**32 - 1)


@cache
def house() -> HousePlayer:
    return HousePlayer.shipped()


def start_of(rng: random.Random, people: tuple[Seat, ...]) -> DealStart:
    deal, dealer = Deal.shuffled(rng), rng.choice(tuple(Seat))
    colours = rng.choice(tuple(Vulnerability))
    return DealStart(deal, dealer, colours, rng.getrandbits(32), people, "a law")


def random_choice(deal: CoachedDeal, rng: random.Random) -> CoachedDeal:
    """The deal after any legal call or card; mostly passes, so that auctions end."""
    if deal.play is not None:
        return chosen(deal, rng.choice(deal.play.legal_actions))
    legal = deal.auction.legal_actions
    return chosen(deal, legal[0] if rng.random() < 0.6 else rng.choice(legal[:6]))


def random_moment(rng: random.Random, people: tuple[Seat, ...] = tuple(Seat)) -> CoachedDeal:
    """A deal after a random auction and some random cards, not yet over."""
    start = start_of(rng, people)
    auction = random_auction(rng, start.dealer)
    calls = auction.calls[: rng.randrange(len(auction.calls) + 1)]
    deal = CoachedDeal.at(replace(start, people=())).called(*calls)
    if deal.play is not None:
        cards = random_play(rng, start.deal, deal.play.contract, rng.randrange(48)).played
        deal = deal.played(*cards)
    return replace(deal, start=start)


@given(SEEDS)
@settings(max_examples=100)
def test_every_deal_ends_by_any_legal_moves_and_reads_back_at_every_moment(seed: int) -> None:
    rng = random.Random(seed)
    deal = CoachedDeal.at(start_of(rng, tuple(Seat)))
    for _ in range(400):
        if deal.stage is DealStage.OVER:
            break
        then = random_choice(deal, rng)
        assert replace(undo(then), marks=()) == deal
        deal = then
    assert deal.stage is DealStage.OVER
    assert read(written(deal)) == deal
    assert deal.tricks is None or 0 <= deal.tricks <= 13


def late_moment(rng: random.Random) -> CoachedDeal:
    """A deal late in the play, with a person to decide."""
    while True:
        start = start_of(rng, (Seat.SOUTH,))
        auction = random_auction(rng, start.dealer)
        if auction.contract is None or auction.contract.dummy is Seat.SOUTH:
            continue
        cards = random_play(rng, start.deal, auction.contract, rng.randrange(28, 40)).played
        given = replace(start, auction=auction.calls, cards=cards)
        if CoachedDeal.at(given).is_persons:
            return CoachedDeal.at(given)


def any_answer(session: TableSession, rng: random.Random, backwards: bool) -> str:
    """What a person might type: mostly an answer to the question, sometimes something else."""
    if backwards and rng.random() < 0.3:
        return rng.choice(["hint", "back", "claim 1", "table", "why", "on", "nonsense"])
    if session.asks is Asks.WHAT_IF:
        return rng.choice(["back", "on"] if backwards else ["on"])
    return str(rng.choice(session.to_json()["seen"]["options"]))


@pytest.mark.long
@given(SEEDS)
@settings(max_examples=12)
def test_every_question_at_the_table_leads_to_an_end(seed: int) -> None:
    rng = random.Random(seed)
    coach = Coach(house(), Trials(house().playing, layouts=8), every=rng.random() < 0.5)
    session = TableSession.sit_down(late_moment(rng), coach, None)
    for number in range(60):
        if session.asks is Asks.NOTHING:
            break
        before, answer = session, any_answer(session, rng, number < 12)
        session = session.does(answer)
        assert read(written(session.deal)) == session.deal
        if session.asks is Asks.WHAT_IF and before.asks is Asks.CARD:
            undone = session.does("back")
            assert undone.asks is before.asks
            assert replace(undone.deal, marks=(), answers=()) == replace(
                before.deal, marks=(), answers=()
            )
    assert session.asks is Asks.NOTHING
    assert session.end is not None


@pytest.mark.long
@given(SEEDS)
@settings(max_examples=10)
def test_hints_and_all_that_is_shown_do_not_depend_on_hidden_cards(seed: int) -> None:
    rng = random.Random(seed)
    coach = Coach(house(), Trials(house().playing, layouts=8), every=True)
    asked, _ = coach.goes_on(late_moment(rng))
    if asked.stage is DealStage.OVER:
        return
    deal = CoachedDeal.at(replace(asked.start, cards=asked.cards))
    shown = []
    for one in (deal, scrambled(deal, deal.decider, rng)):
        session = TableSession.sit_down(one, coach, None)
        said = [session.lines, session.to_json()]
        for word in ("hint", "hint", "hint", "table", "calls"):
            session = session.does(word)
            said.append(session.lines)
        shown.append(said)
    assert shown[0] == shown[1]


def scrambled(deal: CoachedDeal, by: Seat, rng: random.Random) -> CoachedDeal:
    """The same deal with other cards in the hands that a seat does not see."""
    shown = seen(deal, by).hands
    if deal.play is None or not deal.cards:
        hidden = [seat for seat in Seat if seat not in shown]
        left = [card for card in DECK if not any(card in hand for hand in shown.values())]
        rng.shuffle(left)
        hands = {seat: Hand.of(left[13 * at : 13 * at + 13]) for at, seat in enumerate(hidden)}
        other = Deal.of({**shown, **hands})
    else:
        other = unknown_behind(SeatKnowledge.by(deal.play, tuple(shown))).drawn(rng)
    start = replace(deal.start, deal=other)
    play = None if deal.play is None else replace(deal.play, deal=other)
    return replace(deal, start=start, play=play)


@given(SEEDS)
@settings(max_examples=60)
def test_what_a_seat_sees_does_not_depend_on_hidden_cards(seed: int) -> None:
    rng = random.Random(seed)
    deal = random_moment(rng)
    if deal.stage is DealStage.OVER:
        return
    seats = [seat for seat in Seat if deal.contract is None or seat is not deal.contract.dummy]
    for by in seats:  # a dummy decides nothing
        other = scrambled(deal, by, rng)
        assert seen(other, by) == seen(deal, by)
        assert seen(other, by).to_json() == seen(deal, by).to_json()


@pytest.mark.long
@given(SEEDS)
@settings(max_examples=40)
def test_the_house_does_not_know_hidden_cards_and_repeats_itself(seed: int) -> None:
    rng = random.Random(seed)
    deal = random_moment(rng)
    if deal.stage is DealStage.OVER:
        return
    by = deal.decider
    choice = house().chooses(seen_by_decider(deal))
    assert house().chooses(seen_by_decider(scrambled(deal, by, rng))) == choice
    assert HousePlayer.shipped().chooses(seen_by_decider(deal)) == choice
    after(deal, choice)  # is legal


@pytest.mark.long
def test_the_same_seed_and_moves_give_the_same_house() -> None:
    ends = []
    for _ in range(2):
        deal = CoachedDeal.at(start_of(random.Random(7), ()))
        while deal.stage is not DealStage.OVER:
            deal = after(deal, house().chooses(seen_by_decider(deal)))
        ends.append(deal)
    assert ends[0] == ends[1]


def told(asked: WhatIf | None) -> tuple[object, ...]:
    """All that is shown of a question."""
    assert asked is not None
    why = "" if asked.why is None else asked.why.text
    return asked.question, asked.outcome, asked.layout, asked.fails, asked.works, why


@pytest.mark.long
@pytest.mark.parametrize("number", [2, 4])
def test_the_layout_shown_makes_the_mistake_fail_and_the_better_card_work(number: int) -> None:
    trials = Trials(house().playing, layouts=80)
    deal = CoachedDeal.at(start_of(random.Random(f"deal {number}"), ()))
    asked = 0
    while deal.stage is not DealStage.OVER and asked < 3:
        sight = seen_by_decider(deal)
        stop = trials.at(sight) if deal.stage is DealStage.PLAY else None
        if stop is not None and stop.parts:
            wrong = [card for card in stop.tried.cards if stop.is_wrong(card)]
            found = [what_if(stop, card) for card in wrong]
            assert all(one is not None and one.holds for one in found)
            for one in found:
                assert one is not None
                assert all(one.layout[seat] == hand for seat, hand in sight.hands.items())
                assert one.fails[: one.ply] == one.works[: one.ply] == deal.cards
                assert one.question.startswith("What if ")
            other = scrambled(deal, deal.decider, random.Random(number))
            again = trials.at(seen_by_decider(other))
            assert again is not None
            assert [told(what_if(again, card)) for card in wrong] == [told(one) for one in found]
            asked += 1
        deal = after(deal, house().chooses(sight))
    assert asked


@pytest.mark.long
def test_the_lines_offered_do_not_depend_on_hidden_cards() -> None:
    rng = random.Random(3)
    deal = CoachedDeal.at(start_of(rng, ()))
    while not deal.cards:
        deal = after(deal, house().chooses(seen_by_decider(deal)))
    found = [
        lines_to_choose(seen_by_decider(one), house().playing)
        for one in (deal, scrambled(deal, deal.decider, rng))
    ]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0].texts == found[1].texts == sorted(found[0].texts)
    assert found[0].worth == found[1].worth


@pytest.mark.long
@pytest.mark.process
@given(SEEDS)
@settings(max_examples=40)
def test_tricks_that_are_sure_are_taken_on_every_layout(solver: DoubleDummy, seed: int) -> None:
    rng = random.Random(seed)
    state = random_state(rng)
    sure = sure_tricks(state)
    unknown = unknown_behind(SeatKnowledge.of(state))
    few = isinstance(unknown, TwoHidden) and unknown.count <= 20
    deals = unknown.all() if few else [unknown.drawn(rng) for _ in range(20)]
    ours = state.turn.is_with(state.contract.declarer)
    for answer in solver.solve_all(replace(state, deal=deal) for deal in deals):
        more = answer.best - state.declarer_tricks  # type: ignore[union-attr]
        taken = more if ours else 13 - state.tricks - more
        assert taken >= sure


def random_state(rng: random.Random) -> Play:
    """A play with the lead to come, after some tricks."""
    while True:
        start = start_of(rng, ())
        contract = random_auction(rng, start.dealer).contract
        if contract is not None:
            state = random_play(rng, start.deal, contract, 4 * rng.randrange(1, 12))
            assert can_claim(state)
            return state
