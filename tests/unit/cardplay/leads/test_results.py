"""How leads did: told only where made and beaten contracts are both known."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.cardplay.leads.results import Beaten, LeadResults
from kibitz.games.bridge.cards import Card, Suit


@dataclass(frozen=True)
class Case:
    """A lead and what became of it."""

    stands_for: Card
    result: int | None


def cases(card: str, beaten: int, made: int) -> list[Case]:
    return [Case(Card.parse(card), -1)] * beaten + [Case(Card.parse(card), 0)] * made


def test_the_leads_of_a_suit_are_compared_with_all_others() -> None:
    known = cases("S5", 14, 17) + cases("HQ", 5, 11) + cases("D2", 4, 20)
    found = LeadResults.of([*known, Case(Card.parse("S5"), None)], Suit.SPADES)
    assert found == LeadResults(Suit.SPADES, Beaten(14, 31), Beaten(9, 40))
    assert str(found) == "Those who led a spade beat it 14 of 31 times, the others 9 of 40."


def test_a_memory_of_made_contracts_alone_tells_nothing() -> None:
    assert LeadResults.of(cases("S5", 0, 30) + cases("HQ", 0, 30), Suit.SPADES) is None
    assert LeadResults.of(cases("S5", 1, 30) + cases("HQ", 1, 30), Suit.SPADES) is None
    assert LeadResults.of(cases("S5", 30, 0) + cases("HQ", 30, 0), Suit.SPADES) is None


def test_few_leads_tell_nothing() -> None:
    assert LeadResults.of(cases("S5", 2, 2) + cases("HQ", 10, 10), Suit.SPADES) is None
    assert LeadResults.of(cases("S5", 10, 10), Suit.SPADES) is None
    assert LeadResults.of([], Suit.SPADES) is None
