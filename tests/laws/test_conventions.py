"""Names of calls are held by laws: each is recognised in its example, and says what it knows."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from kibitz.bidding.conventions.convention import NamedCall
from kibitz.bidding.conventions.file import conventions
from kibitz.bidding.conventions.naming import CallEvidence, named
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.deal import Seat

ASKED_FOR = (
    "Stayman", "Puppet Stayman", "Jacoby transfer", "Texas transfer",
    "four-suit transfer to clubs", "four-suit transfer to diamonds", "minor-suit Stayman", "Smolen",
    "quantitative four no-trump", "Gerber", "limit raise", "Jacoby 2NT", "splinter", "Drury",
    "Bergen limit raise", "game try in a suit", "inverted raise", "Walsh", "New minor forcing",
    "two-way checkback, forcing to game", "XYZ forcing to game", "fourth suit forcing", "reverse",
    "Lebensohl after a reverse", "strong two clubs", "waiting two diamonds", "weak two",
    "asking two no-trump", "Multi", "strong club", "negative to a strong club",
    "positive to a strong club", "Blackwood", "key card ask", "one or four key cards",
    "none or three key cards", "two key cards without the queen", "two key cards with the queen",
    "one or four key cards to 5♦", "none or three key cards to 5♣", "queen ask", "king ask",
    "five no-trump, grand slam force", "cue-bid for slam", "exclusion", "DOPI double",
    "take-out double", "negative double", "responsive double", "support double",
    "penalty double of no-trump", "balancing double", "lead-directing double",
    "Lightner double", "value-showing redouble", "support redouble", "SOS redouble",
    "Michaels over a minor", "Michaels over a major", "unusual 2NT over a major", "Landy",
    "Cappelletti one-suiter", "DONT two clubs", "Lebensohl over their overcall", "cue-raise",
    "Truscott 2NT", "jump raise in competition",
)  # fmt: skip
_LETTERS = re.compile(r"\{(?:one )?(?:oM|om|[MmXYZ])\}")


def test_every_convention_that_a_teacher_names_is_there() -> None:
    assert set(ASKED_FOR) <= conventions().keys()


@pytest.mark.parametrize("name", conventions())
def test_each_is_recognised_in_its_example(name: str) -> None:
    auction = Auction.of(Seat.NORTH, conventions()[name].example)
    last = len(auction.calls) - 1
    found = [named(auction, beside=CallEvidence(words=said)) for said in _explained(name, last)]
    explained = next((one for one in found if one is not None and one.name == name), None)
    assert explained is not None
    assert _is_filled(explained)


def test_most_are_recognised_by_the_auction_alone() -> None:
    usual = [one for one in conventions().values() if one.priority > 0]
    found = [one for one in usual if _name(one.example) == one.name]
    assert len(found) >= 150
    assert len(found) / len(usual) >= 0.9


def test_what_players_explain_is_a_share_of_calls_that_it_may_be() -> None:
    for one in conventions().values():
        for call, share in one.alerted.items():
            assert 1 <= share <= 100, one.name
            assert call in ("P", "X", "XX") or call[0] in "1234567", one.name


def _explained(name: str, place: int) -> Iterator[dict[int, str]]:
    """The call explained by its name, and perhaps what it answers by its."""
    where = conventions()[name].where
    yield {place: name}
    for parent in (*where.answers_to, *where.over):
        for before in _explained(parent, place - 2) if place > 1 else ():
            yield {place: name, **before}


def _is_filled(one: NamedCall) -> bool:
    """Whether every suit of what is said is known."""
    kind = one.convention
    letters = {found[-2] for found in _LETTERS.findall(f"{kind.short} {kind.says} {kind.asks}")}
    return letters <= one.suits.keys()


def _name(text: str) -> str | None:
    found = named(Auction.of(Seat.NORTH, text))
    return found.name if found is not None else None
