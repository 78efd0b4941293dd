"""An auction told call by call: no-trump over their suit is a stopper, not a range of points."""

from __future__ import annotations

from kibitz.bidding.conventions.telling import with_names
from kibitz.bidding.systems.file import open_system
from kibitz.bidding.systems.telling import read
from kibitz.cardplay.inferences.acts import with_inferences
from kibitz.games.bridge.auction import Auction


def test_three_no_trump_over_an_overcall_is_told_by_its_stopper() -> None:
    chain = with_names(read(open_system(None), Auction.parse("N: 1D 1S X 2S 3C P 3H P 3N")))
    told = with_inferences(chain)
    assert "points" in chain.acts[-1].words
    assert told.acts[-1].words == "usually a stopper in spades"
    assert [one.words for one in told.acts[:4]] == [one.words for one in chain.acts[:4]]
