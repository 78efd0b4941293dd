"""docs/auctions.md: twenty auctions, every call of them told by a rule of the house system."""

from __future__ import annotations

import json

import pytest

from kibitz import advice
from kibitz.bidding.systems.file import house_system
from kibitz.bidding.systems.telling import read
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.deal import Seat
from kibitz_lab.systems.auctions_page import AUCTIONS, page
from kit import ROOT


@pytest.mark.parametrize(("title", "calls"), AUCTIONS)
def test_every_call_of_the_twenty_auctions_has_its_rule(title: str, calls: str) -> None:
    chain = read(house_system(), Auction.of(Seat.NORTH, calls))
    bids = [act for act in chain.acts if str(act.call) != "P"]
    assert all(isinstance(ground, advice.Rule) for act in bids for ground in act.grounds)
    assert all(act.grounds and act.words for act in bids)
    assert json.loads(json.dumps(chain.to_json()))["text"] == str(chain)


def test_the_page_of_auctions_is_fresh() -> None:
    assert (ROOT / "docs" / "auctions.md").read_text("utf-8") == page(), "run 'make docs'"
