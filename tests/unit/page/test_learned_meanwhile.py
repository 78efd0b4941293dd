"""What is learned beside a running page is heard at every place: none answers from an old memory.

The work of each place is done in this process, and the stamps are asked as the page asks them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from kibitz.asking import Kibitz
from kibitz.bidding.calls import own as own_calls
from kibitz.bidding.calls.form import CallForm
from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.meanings.form import MeaningForm
from kibitz.bidding.openings import own as own_openings
from kibitz.bidding.openings.cycle import revise
from kibitz.bidding.openings.form import OpeningForm
from kibitz.cardplay.form import DealForm, LeadForm
from kibitz.explorer.form import ExplorerForm
from kibitz.games.boards import LOSE_TIC_TAC_TOE
from kibitz.games.bridge.auction import Bid, parse_call
from kibitz.games.bridge.cards import DECK, Hand, Suit
from kibitz.page.places import call, deal, explore, lead, meaning, opening
from kibitz.page.places.games import contest
from kibitz.page.shelves import TableShelves
from kibitz.page.table import reviewing
from kibitz.page.worker import Signal
from kibitz.places import DEPENDS, Places
from kibitz.strategies.store import recall, save
from opened import opener, put, tables

OPENER = "AQ7.KJ985.K2.T43"


class _Signal:
    """Work that nobody follows."""

    def tell(self, done: float, total: float) -> None:
        pass


SIGNAL = cast(Signal, _Signal())


def first_opening() -> CallForm:
    """The hand that opened the first table of the library, before it did."""
    record = tables()[0]
    question = CallQuestion.of(record, opener(record))
    auction = " ".join(map(str, question.auction.calls))
    vulnerable = str(record.vulnerability)
    return CallForm(str(question.hand), auction, str(record.dealer), vulnerable)


def first_lead() -> DealForm:
    """The first table of the library as if it was clicked together, before the opening lead.

    One small card of the leader's is another: a deal is no precedent of itself.
    """
    record = tables()[0]
    assert record.contract is not None
    leader = record.contract.leader
    auction = " ".join(map(str, record.auction.calls))
    own = record.deal[leader]
    longest = max(Suit, key=own.length)
    spare = [card for card in DECK if card.suit is longest and card not in own]
    gone = sorted((card for card in own if card.suit is longest), key=lambda card: card.rank)[:1]
    changed = Hand.of([card for card in own if card not in gone] + spare[:1])
    hand = {leader.name.lower(): str(changed)}
    return DealForm(**hand, auction=auction, dealer=str(record.dealer))


PLACES: dict[str, tuple[str, Callable[[Places], Any]]] = {
    "call": ("call", lambda at: call.answer_call(SIGNAL, first_opening(), at)),
    "meaning": ("meaning", lambda at: meaning.answer_meaning(SIGNAL, MeaningForm("P"), at)),
    "opening": ("opening", lambda at: opening.answer_opening(SIGNAL, OpeningForm(OPENER), at)),
    "lead": ("card", lambda at: lead.answer_lead(SIGNAL, LeadForm(OPENER, "1N P 3N"), at)),
    "deal": ("card", lambda at: deal.answer_deal(SIGNAL, first_lead(), at)),
    "explore": ("exploration", lambda at: explore.answer_explorer(SIGNAL, ExplorerForm(""), at)),
    "games": ("strategy", lambda at: contest.contest(SIGNAL, contest.ContestForm(), at)),
    "review": ("review", lambda at: reviewing.review(SIGNAL, TableShelves(at), "library", 1)),
}
"""What every place that answers from what was learned depends on, and the work that it asks for."""


def learn_calls(places: Places) -> None:
    Kibitz(places).learn("calls")


def learn_all(places: Places) -> None:
    Kibitz(places).learn("cards")
    learn_calls(places)


def correct_openings(places: Places) -> None:
    """The player opens one spade with the hand that is asked about."""
    memory = Kibitz(places).openings.of().memory
    question = OpeningForm(OPENER).question()
    case = revise(memory, question, parse_call("1H"), parse_call("1S"))
    own_openings.save_own(places.own_openings, own_openings.OwnOpenings().adding(case))


def import_more(places: Places) -> None:
    put(places.library, tables()[40:])


def learn_a_game(places: Places) -> None:
    path = places.strategies_of(LOSE_TIC_TAC_TOE.name)
    save(recall(LOSE_TIC_TAC_TOE, path), path)


EVENTS: dict[str, tuple[Callable[[Places], None], set[str]]] = {
    "cards and calls are learned": (
        learn_all, {"call", "meaning", "lead", "deal", "review"}
    ),
    "only calls are learned": (learn_calls, {"call", "meaning", "review"}),
    "an opening is corrected": (correct_openings, {"opening"}),
    "tables are imported": (import_more, {"explore"}),
    "a game is learned": (learn_a_game, {"games"}),
}  # fmt: skip


@pytest.fixture
def places(tmp_path: Path) -> Places:
    places = Places.of(tmp_path / "library.kibitz", tmp_path)
    put(places.library, tables()[:40])
    return places


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(name, marks=[pytest.mark.long] if happens is learn_all else [])
        for name, (happens, _) in EVENTS.items()
    ],
)
def test_every_place_answers_anew(places: Places, event: str) -> None:
    happens, heard_at = EVENTS[event]
    before = {name: PLACES[name][1](places) for name in sorted(heard_at)}
    stamps = {name: places.stamp(PLACES[name][0]) for name in sorted(heard_at)}
    happens(places)
    for name in sorted(heard_at):
        question, work = PLACES[name]
        assert places.stamp(question) != stamps[name], name
        assert work(places) != before[name], name


@pytest.mark.long
def test_the_review_and_the_call_hear_the_players_own_calls(places: Places) -> None:
    """The page's review used to look at the memory of cards only."""
    learn_all(places)
    record = tables()[0]
    number = next(n for n, call in enumerate(record.auction.calls, 1) if isinstance(call, Bid))
    question = CallQuestion.of(record, number)
    ask = PLACES["review"][1]
    before, stamps = ask(places), (places.stamp("review"), places.stamp("call"))
    advised = Kibitz(places).calls.ask(question).best
    assert advised is not None
    own = own_calls.OwnCalls().without(question, advised.action)
    case = own_calls.revise(question, advised.action, parse_call("7N"))
    own_calls.save_own(places.own_calls, own_calls.retain(own, case))
    assert all(
        places.stamp(kind) != one for kind, one in zip(("review", "call"), stamps, strict=True)
    )
    assert ask(places)["auction"] != before["auction"]
    answer = Kibitz(places).ask(question)
    assert str(answer.best.action) == "7N"


def test_a_place_that_nobody_wrote_to_keeps_its_stamp(places: Places) -> None:
    first = {question: places.stamp(question) for question in DEPENDS}
    kibitz = Kibitz(places)
    for room in ("cards", "calls", "openings", "meanings"):
        assert getattr(kibitz, room) is getattr(kibitz, room)
    assert {question: places.stamp(question) for question in DEPENDS} == first
    places.own_calls.write_text("{}")
    changed = {question for question in DEPENDS if places.stamp(question) != first[question]}
    assert changed == {"call", "review"}
    places.own_calls.unlink()
    assert {question: places.stamp(question) for question in DEPENDS} == first
