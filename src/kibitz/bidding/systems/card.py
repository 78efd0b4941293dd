"""The convention card: all contexts with their rules, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kibitz.bidding.systems.conditions import LETTERS
from kibitz.bidding.systems.position import GAME, ROUND
from kibitz.bidding.systems.system import BiddingRule, RuleContext, RuleSystem
from kibitz.bidding.systems.telling import words_of
from kibitz.wording import listed

_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "N": "NT"}
_FORCING = {ROUND: "forcing", GAME: "forcing to game"}


@dataclass(frozen=True, slots=True)
class CardLine:
    """A rule as the card prints it."""

    call: str
    words: str
    forcing: str
    rule: str
    line: int

    def to_json(self) -> dict[str, Any]:
        return {
            "call": self.call,
            "words": self.words,
            "forcing": self.forcing,
            "rule": self.rule,
            "line": self.line,
        }


@dataclass(frozen=True, slots=True)
class Heading:
    """A context as the card prints it."""

    name: str
    where: str
    lines: tuple[CardLine, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "situation": self.name,
            "where": self.where,
            "rules": [line.to_json() for line in self.lines],
        }


def convention_card(system: RuleSystem) -> tuple[Heading, ...]:
    """The whole card in the order of the file; within a context, the highest priority first."""
    return tuple(
        Heading(
            situation.name,
            _where(situation),
            tuple(map(_line, sorted(situation.rules, key=lambda rule: -rule.priority))),
        )
        for situation in system.situations
    )


def _where(situation: RuleContext) -> str:
    parts = []
    if situation.after:
        parts.append(f"after {listed([pattern.text for pattern in situation.after], 'or')}")
    if situation.answers:
        both = ", whether or not they call" if situation.over == situation.answers else ""
        parts.append(f"as the answer to {listed(list(situation.answers), 'or')}{both}")
    if situation.over and situation.over != situation.answers:
        parts.append(f"over their call, as the answer to {listed(list(situation.over), 'or')}")
    if situation.when:
        parts.append(f"when {listed([word.text for word in situation.when])}")
    return "; ".join(parts)


def _line(rule: BiddingRule) -> CardLine:
    return CardLine(
        _call(rule.call.text),
        "; ".join(_words(rule)),
        _FORCING.get(rule.forcing, ""),
        rule.name,
        rule.line,
    )


def _words(rule: BiddingRule) -> Iterator[str]:
    act = rule.act
    for letter, said in LETTERS.items():
        act = act.replace(f"{{{letter}}}", said)
    if said := words_of(act, rule.shows, {}):
        yield said
    if rule.when:
        yield f"when {listed([word.text for word in rule.when])}"


def _call(text: str) -> str:
    """``2C`` with its suit symbol; a call spelled in words stays as it is."""
    if len(text) == 2 and text[0].isdigit() and text[1] in _SIGNS:
        return text[0] + _SIGNS[text[1]]
    return {"P": "pass", "X": "double", "XX": "redouble"}.get(text, text)
