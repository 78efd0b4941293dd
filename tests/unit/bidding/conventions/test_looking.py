"""A convention is looked up by a name or a part of it, and an auction by its calls."""

from __future__ import annotations

import pytest

from kibitz.bidding.conventions.looking import ByAuction, ByName, look_up
from kibitz.errors import UsageError


def test_a_name_is_explained_and_a_part_of_several_is_listed() -> None:
    one, several = look_up("drury"), look_up("Bergen")
    assert isinstance(one, ByName)
    assert str(one).startswith("Drury: asks whether the opening is sound")
    assert "Usual answers: " in str(one)
    assert isinstance(several, ByName)
    assert str(several) == (
        "Several are called so: Bergen raise with a constructive hand and Bergen limit raise."
    )
    assert [one["name"] for one in several.to_json()] == [one.name for one in several.conventions]


def test_every_call_of_an_auction_is_named_and_what_else_the_last_may_be() -> None:
    found = look_up("1N P 2S", "E")
    assert isinstance(found, ByAuction)
    said = str(found)
    assert "2♠, a transfer to clubs. It shows six or more clubs" in said
    assert "Some play the last call otherwise: minor-suit Stayman; a range ask" in said
    told = found.to_json()
    assert [one and one["name"] for one in told["calls"]] == [
        "one no-trump opening", None, "four-suit transfer to clubs",
    ]  # fmt: skip
    assert {"range ask", "minor-suit Stayman"} <= {one["name"] for one in told["also"]}


@pytest.mark.parametrize("text", ["", "the Ruritanian club", "1N P 1C"])
def test_what_is_neither_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        look_up(text)
