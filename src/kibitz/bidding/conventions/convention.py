"""One convention: the name a teacher has for a call, and what the call says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.bidding.systems.calls import RuleCall
from kibitz.bidding.systems.conditions import Binding, Condition, suit_of
from kibitz.bidding.systems.patterns import AuctionPattern
from kibitz.bidding.systems.situations import Circumstance
from kibitz.games.bridge.auction import Bid, Call, parse_call
from kibitz.wording import call_text

_LETTER = re.compile(r"\{(one )?(oM|om|[MmXYZ])\}")

_LETTERED = re.compile(r"(\d)(oM|om|[MmXYZ])")


@dataclass(frozen=True, slots=True)
class Where:
    """Where in an auction a convention may stand."""

    after: tuple[AuctionPattern, ...]
    answers_to: tuple[str, ...]
    """Partner's last call was one of these conventions, and the next player passed."""
    over: tuple[str, ...]
    """The same, but the next player acted."""
    against: tuple[str, ...]
    """The opponents' last call was one of these conventions; ``artificial`` is any such."""
    when: tuple[Circumstance, ...]
    levels: tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Convention:
    """A convention as the file describes it; letters such as M stand for suits."""

    name: str
    chapter: str
    calls: tuple[RuleCall, ...]
    where: Where
    short: str
    """What stands after the call: "a transfer to {M}"."""
    says: str
    """What it does, as the rest of a sentence that begins with its name."""
    promises: tuple[Condition, ...]
    denies: str
    asks: str
    answers: tuple[tuple[str, str], ...]
    """The usual answers: calls, and what each of them says."""
    systems: tuple[str, ...]
    """The styles in which it is usual; empty if in nearly all."""
    heard: str
    """A pattern of the words by which players explain it, with letters for suits."""
    alerted: Mapping[str, int]
    """By call: of a hundred that players explained where this may stand, how many were this."""
    example: str
    """An auction whose last call is this convention."""
    goes_with: tuple[str, ...]
    """What partner's last call is where this is likely; empty if `where` says enough."""
    priority: int
    natural: bool
    """Whether it offers to play in what was bid, or doubles for penalties."""
    forcing: str
    letters: frozenset[str]

    @property
    def sentence(self) -> str:
        """Its name and what it does, with words for suits that depend on the auction.

        >>> from kibitz.bidding.conventions.file import conventions
        >>> conventions()["Stayman"].sentence
        'Stayman: asks for a four-card major.'
        """
        return f"{_capital(self.name)}: {filled(self.says, {})}."

    def to_json(self) -> dict[str, Any]:
        promises = [words for one in self.promises if (words := one.words())]
        return {
            "name": self.name,
            "chapter": self.chapter,
            "short": filled(self.short, {}),
            "sentence": self.sentence,
            "calls": [one.text for one in self.calls],
            "after": [one.text for one in self.where.after],
            "promises": promises,
            "denies": filled(self.denies, {}),
            "asks": filled(self.asks, {}),
            "answers": [list(one) for one in self.answers],
            "systems": list(self.systems),
            "natural": self.natural,
            "example": self.example,
        }


@dataclass(frozen=True, slots=True)
class NamedCall:
    """A call of an auction with the convention that it is, and the suits of its letters."""

    call: Call
    convention: Convention
    suits: Binding
    promises: tuple[Condition, ...]
    """What the call promises, each suit by its name."""

    @property
    def name(self) -> str:
        return self.convention.name

    @property
    def short(self) -> str:
        """What the call is, to stand after it: "a transfer to hearts"."""
        return filled(self.convention.short, self.suits)

    @property
    def does(self) -> str:
        """What the call does, as the rest of a sentence: "asks for a four-card major"."""
        return filled(self.convention.says, self.suits)

    @property
    def sentence(self) -> str:
        """The name and what the call does: "Stayman: asks for a four-card major."."""
        return f"{_capital(self.name)}: {self.does}."

    @property
    def line(self) -> str:
        """The call and its name, then what it does, to be read first of all.

        "2♦, a transfer to hearts. It shows five or more hearts and asks opener to bid them."
        """
        return f"{_capital(str(self))}. It {self.does}."

    @property
    def denies(self) -> str:
        return filled(self.convention.denies, self.suits)

    @property
    def asks(self) -> str:
        return filled(self.convention.asks, self.suits)

    @property
    def answers(self) -> tuple[tuple[str, str], ...]:
        suits = self.suits
        return tuple(
            (answer_text(call, suits), filled(says, suits))
            for call, says in self.convention.answers
        )

    @property
    def systems(self) -> tuple[str, ...]:
        return self.convention.systems

    @property
    def is_natural(self) -> bool:
        return self.convention.natural

    def __str__(self) -> str:
        """The call and its name: "2♦, a transfer to hearts"; of doubles the name alone."""
        return f"{call_text(self.call)}, {self.short}" if isinstance(self.call, Bid) else self.short

    def to_json(self) -> dict[str, Any]:
        return {
            **self.convention.to_json(),
            "call": str(self.call),
            "text": str(self),
            "short": self.short,
            "sentence": self.sentence,
            "promises": [words for one in self.promises if (words := one.words())],
            "denies": self.denies,
            "asks": self.asks,
            "answers": [list(one) for one in self.answers],
        }


_WORDS = {
    "M": "a major", "m": "a minor", "oM": "the other major", "om": "the other minor",
    "X": "the suit", "Y": "the other suit", "Z": "the third suit",
}  # fmt: skip


def filled(text: str, suits: Mapping[str, Any]) -> str:
    """The *text* with its suits named; a letter that is not bound becomes words.

    >>> from kibitz.games.bridge.cards import Suit
    >>> filled("a transfer to {M}", {"M": Suit.HEARTS}), filled("a transfer to {M}", {})
    ('a transfer to hearts', 'a transfer to a major')
    """

    def word(match: re.Match[str]) -> str:
        if match[2][-1] not in suits:
            return _WORDS[match[2]]
        name = suit_of(match[2], suits).name.lower()
        return name[:-1] if match[1] else name

    return _LETTER.sub(word, text)


def answer_text(call: str, suits: Mapping[str, Any]) -> str:
    """An answer as it is written: *2♥*, *pass*, *2 of the major*; words stay as they are.

    >>> answer_text("2H", {}), answer_text("2M", {}), answer_text("first step", {})
    ('2♥', '2 of the major', 'first step')
    """
    lettered = _LETTERED.fullmatch(call)
    if lettered is not None:
        level, letter = lettered.groups()
        if letter[-1] in suits:
            return f"{level}{suit_of(letter, suits).symbol}"
        return f"{level} of {_WORDS[letter].replace('a ', 'the ')}"
    try:
        return call_text(parse_call(call))
    except ValueError:
        return call


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
