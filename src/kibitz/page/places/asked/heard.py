"""What was typed into the line that asks anything: its hands, its calls and its other words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.errors import KibitzError
from kibitz.games.bridge.typed import typed_call, typed_hand

LONGEST = 400
"""Characters that are read as a question; more than that was pasted."""

_BID = re.compile(r"[1-7](?:NT|[NCDHS♣♦♥♠♧♢♡♤])", re.IGNORECASE)
_DOUBLED = re.compile(r"[1-7](?:NT|[NCDHS♣♦♥♠♧♢♡♤])X{1,2}", re.IGNORECASE)
_PASS = re.compile(r"P|PASS", re.IGNORECASE)
_CARDS = re.compile(r"[SHDC♠♥♦♣♤♡♢♧AKQJTX0-9.:\-\ufe0e\ufe0f]+", re.IGNORECASE)
_AROUND = "()[]{}.,;:?!“”\"'"


@dataclass(frozen=True, slots=True)
class CallRun:
    """Calls that stand together, and the word before them."""

    calls: tuple[str, ...]
    before: str

    def __str__(self) -> str:
        return " ".join(self.calls)


@dataclass(frozen=True, slots=True)
class AskedWords:
    """A question taken apart."""

    hands: tuple[str, ...]
    runs: tuple[CallRun, ...]
    words: tuple[str, ...]
    """All that is neither a hand nor a call, in small letters."""
    doubled: str = ""
    """A contract as only a contract is spelled: 4Sx."""

    @classmethod
    def of(cls, text: str) -> AskedWords:
        """
        >>> heard = AskedWords.of("What does 2♦ mean after 1NT (pass)?")
        >>> [str(run) for run in heard.runs], heard.words
        (['2D', '1N P'], ('what', 'does', 'mean', 'after'))
        >>> AskedWords.of("♠KQJ84 ♥5 ♦AJ72 ♣1093 after 1D").hands
        ('KQJ84.5.AJ72.T93',)
        """
        hands, rest = _without_hands(re.split(r"[\s,]+", text.strip()))
        runs, words, doubled = list[CallRun](), list[str](), ""
        calls = list[str]()
        for written in (*rest, ""):
            word = written.strip(_AROUND)
            call = _call(word, bool(calls))
            if call:
                calls.append(call)
                continue
            if calls:
                runs.append(CallRun(tuple(calls), words[-1] if words else ""))
                calls = []
            if _DOUBLED.fullmatch(word):
                doubled = word
            elif word:
                words.append(word.casefold())
        return cls(tuple(hands), tuple(runs), tuple(words), doubled)

    def says(self, *words: str) -> bool:
        return any(word in self.words for word in words)


def _call(word: str, is_among_calls: bool) -> str:
    """A call as an address spells it; a bare letter is one only among calls."""
    if not (is_among_calls or _BID.fullmatch(word) or _PASS.fullmatch(word)):
        return ""
    try:
        return str(typed_call(word))
    except KibitzError:
        return ""


def _without_hands(words: list[str]) -> tuple[list[str], list[str]]:
    """The whole hands, and the words that are left."""
    hands, rest, at = list[str](), list[str](), 0
    while at < len(words):
        for length, hand in _hands_at(words, at):
            hands.append(hand)
            at += length
            break
        else:
            rest.append(words[at])
            at += 1
    return hands, rest


def _hands_at(words: list[str], at: int) -> Iterator[tuple[int, str]]:
    """A whole hand that begins with this word, and how many words it takes."""
    for length in range(1, min(8, len(words) - at) + 1):
        if not _CARDS.fullmatch(words[at + length - 1].strip("?;")):
            return
        hand = whole_hand(" ".join(words[at : at + length]).strip("?;"))
        if hand:
            yield length, hand


def whole_hand(text: str) -> str:
    """A hand of thirteen cards as an address spells it; nothing if the text is none.

    >>> whole_hand("AQ7 KJ985 K2 1043"), whole_hand("AQ7 KJ985")
    ('AQ7.KJ985.K2.T43', '')
    """
    try:
        held = typed_hand(text)
    except (KibitzError, ValueError):
        return ""
    return str(held) if len(held) == 13 else ""
