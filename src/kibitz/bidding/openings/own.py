"""The user's own openings: cases retained, and cases withdrawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.bidding.openings.cases import (
    CALL_NUMBER,
    OpeningCase,
    OpeningKey,
    OpeningSystem,
    Origin,
)
from kibitz.bidding.openings.question import Colours, Situation
from kibitz.games.bridge.auction import Call, parse_call
from kibitz.games.bridge.cards import Hand
from kibitz.precedents.own import OwnCases, OwnFile


@dataclass(frozen=True, slots=True)
class OwnOpenings(OwnCases[OpeningCase, OpeningKey]):
    """The user's own openings."""

    def without(self, system: OpeningSystem, situation: Situation, call: Call) -> OwnOpenings:
        """With one case withdrawn."""
        return self.withdrawing((system, situation, call))


def correction_of(cases: Sequence[OpeningCase], situation: Situation) -> OpeningCase | None:
    """The user's latest correction of exactly this situation."""
    for case in reversed(cases):
        if case.origin is Origin.CORRECTED and case.situation == situation:
            return case
    return None


def save_own(path: Path, own: OwnOpenings) -> None:
    """Write the user's own cases, and the cases withdrawn."""
    _FILE.save(path, own)


def load_own(path: Path) -> OwnOpenings:
    """The user's own openings; empty if there is no file."""
    return OwnOpenings(*_FILE.load(path))


def _written(key: OpeningKey) -> dict[str, Any]:
    system, situation, call = key
    return {
        "system": system.name,
        "inferred": system.inferred,
        "hand": str(situation.hand),
        "seat": situation.seat,
        "colours": str(situation.colours),
        "call": str(call),
    }


def _written_case(case: OpeningCase) -> dict[str, Any]:
    return {**_written(case.key), "source": case.source, "origin": case.origin}


def _read(one: Mapping[str, Any]) -> OpeningKey:
    system = OpeningSystem(str(one["system"]), bool(one["inferred"]))
    hand, colours = Hand.parse(one["hand"]), Colours.parse(one["colours"])
    call = parse_call(one["call"])
    if call not in CALL_NUMBER:
        raise ValueError(f"nobody opens with {call}")
    return system, Situation(hand, int(one["seat"]), colours), call


def _read_case(one: Mapping[str, Any]) -> OpeningCase:
    system, situation, call = _read(one)
    return OpeningCase(situation, call, one["source"], system, Origin(one["origin"]))


_FILE = OwnFile("openings-own", "own openings", _written_case, _written, _read_case, _read)
