"""What a script can do stands in the documentation of each public name, and runs there."""

from __future__ import annotations

import kibitz


def test_every_public_name_that_can_be_called_has_an_example_that_runs() -> None:
    without = [
        name
        for name in kibitz.__all__
        if callable(getattr(kibitz, name)) and ">>> " not in (getattr(kibitz, name).__doc__ or "")
    ]
    assert without == []


def test_every_room_exports_its_question_and_its_adviser() -> None:
    rooms = ("Belief", "Call", "Card", "Explorer", "Meaning", "Plan", "Strategy", "Suit")
    expected = {f"{room}{role}" for room in rooms for role in ("Question", "Adviser")}
    assert expected | {"Situation", "OpeningAdviser"} <= set(kibitz.__all__)
