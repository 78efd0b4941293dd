"""Plays a plan from its text alone: the plan language as docs/methods.md defines it.

Nothing of the package but card ranks is used: no solver, no plan, no blocks. The program reads
the lines, follows them card by card against every layout and every defence, and where the text
is silent it follows the default rules printed in the docs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

_WORDS = "ace king queen jack ten nine eight seven six five four three two"
RANKS = {name: 14 - at for at, name in enumerate(_WORDS.split())}
LETTERS = {letter: 14 - at for at, letter in enumerate("AKQJT98765432")}
Hand = frozenset[int]


@dataclass(eq=False)
class Sentence:
    """One line: its condition, the plays it names in a row, and the lines under it."""

    condition: str | None
    plays: list[str]
    repeat: bool = False
    under: list[Sentence] = field(default_factory=list)


def read(lines: Sequence[str]) -> Sentence:
    """The tree of sentences that the indented lines spell."""
    root = Sentence(None, [])
    path: list[tuple[int, Sentence]] = [(-1, root)]
    for line in lines:
        depth = (len(line) - len(line.lstrip())) // 2
        words = line.strip().lower()
        if words == "and repeat if necessary":
            path[-1][1].repeat = True
            continue
        while path[-1][0] >= depth:
            path.pop()
        condition = None
        if words.startswith("if "):
            condition, words = re.fullmatch(r"if (.*), (.*)", words).groups()  # type: ignore[union-attr]
        elif words.startswith("otherwise, "):
            words = words.removeprefix("otherwise, ")
        sentence = Sentence(condition, _plays(words))
        path[-1][1].under.append(sentence)
        path.append((depth, sentence))
    return root


def _plays(words: str) -> list[str]:
    """The plays of a sentence; a bare card after "and" is cashed too, rounds may be counted."""
    if words == "cash top honours":
        return []
    plays: list[str] = []
    for play in words.split(" and "):
        if several := re.fullmatch(r"duck (two|three|four) rounds", play):
            plays += ["duck a round"] * (2 + ("two", "three", "four").index(several[1]))
        else:
            plays.append(f"cash the {play}" if play in RANKS else play)
    return plays


@dataclass(frozen=True)
class Round:
    """The table between two tricks, and where the reader stands in the text."""

    north: Hand
    south: Hand
    west: Hand
    east: Hand
    sentence: Sentence | None
    play: int = 0
    card: int = 0
    """The card of a repeated play, when it has changed to an equal one."""


class Reader:
    """Follows one text with one combination."""

    def __init__(self, north: str, south: str, lines: Sequence[str]) -> None:
        free = [LETTERS[c] for c in reversed("AKQJT98765432") if c not in north + south]
        hands = []
        for text in (north, south):
            held = [LETTERS[c] for c in text if c in LETTERS]
            held += [free.pop(0) for c in text if c == "x"]
            hands.append(frozenset(held))
        self.north, self.south = hands
        self.missing = frozenset(range(2, 15)) - self.north - self.south
        self.root = read(lines)
        self._known: dict[tuple[Round, int], int] = {}

    def chance(self, tricks: int) -> Fraction:
        """The chance of at least so many tricks, whatever the defenders do."""
        won = total = 0
        for size in range(len(self.missing) + 1):
            weight = comb(26 - len(self.missing), 13 - size)
            for west in map(frozenset, combinations(self.missing, size)):
                total += weight
                start = self._open(self.north, self.south, west, self.missing - west)
                won += weight * (self._fewest(start, tricks) >= tricks)
        return Fraction(won, total)

    def _open(self, north: Hand, south: Hand, west: Hand, east: Hand) -> Round:
        first = self.root.under[0]
        return Round(north, south, west, east, first if first.plays else None)

    def _fewest(self, table: Round, enough: int) -> int:
        """The fewest tricks, or as soon as it is clear, whether they are *enough*."""
        if enough <= 0 or not table.north | table.south:
            return 0
        if max(len(table.north), len(table.south)) < enough:
            return 0
        # the same cards gone in another order leave the same table
        if (table, enough) not in self._known:
            self._known[table, enough] = self._fewest_of_all(table, enough)
        return self._known[table, enough]

    def _fewest_of_all(self, table: Round, enough: int) -> int:
        play = _Play(self._instruction(table), table)
        seconds = play.defender(second=True)
        fewest = 99
        for one in seconds or {0}:
            third = play.third(one)
            for two in play.defender(second=False) or {0}:
                won = int(max(play.lead, third) > max(one, two))
                after = self._after(table, play, (one, third, two))
                fewest = min(fewest, won + self._fewest(after, enough - won))
                if fewest < enough:
                    return fewest
        return fewest

    def _instruction(self, table: Round) -> tuple[str, int]:
        """The kind of play and its card: as the text says if that can be, else by default."""
        if table.sentence is not None:
            kind, card = _parse(table.sentence.plays[table.play])
            card = table.card or card
            if _can(kind, card, table):
                return kind, card
        return _default(table)

    def _after(self, table: Round, play: _Play, cards: tuple[int, int, int]) -> Round:
        one, third, two = cards
        used = {play.lead, third, one, two}
        rest = Round(
            table.north - used, table.south - used, table.west - used, table.east - used, None
        )
        sentence = table.sentence
        if sentence is None:
            return rest
        kind, card = _parse(sentence.plays[table.play])
        card = table.card or card
        if not _can(kind, card, table):
            return rest
        last = table.play + 1 == len(sentence.plays)
        if sentence.repeat and last:
            again = _again(kind, card, table, rest)
            if again:
                return _at(rest, sentence, table.play, again)
        if not last:
            return _at(rest, sentence, table.play + 1, 0)
        west, east = (two, one) if play.from_north else (one, two)
        for under in sentence.under:
            if under.condition is None or self._holds(under.condition, west, east):
                return _at(rest, under, 0, 0)
        return rest

    def _holds(self, condition: str, west: int, east: int) -> bool:
        """Whether what the defenders played is what a condition asks for."""
        who = ""
        for part in _alternatives(condition):
            both = re.fullmatch(r"west (.*) and east (.*)", part)
            if both:
                if self._did(both[1], west) and self._did(both[2], east):
                    return True
                continue
            subject = re.match(r"(both|west|east) ", part)
            if subject:
                who, part = subject[1], part[subject.end() :]
            does = part.replace("play ", "plays ").replace("show ", "shows ")
            cards = {"both": (west, east), "west": (west,), "east": (east,)}[who]
            if all(self._did(does, card) for card in cards):
                return True
        return False

    def _did(self, does: str, card: int) -> bool:
        if does == "shows out":
            return card == 0
        if does == "plays low":
            return card in self._low()
        named = re.split(r", | or ", does.removeprefix("plays the "))
        return card in {RANKS[name] for name in named}

    def _low(self) -> Hand:
        """The low cards: the lowest missing one and those that touch it."""
        low = {min(self.missing)}
        ours = self.north | self.south
        for card in range(min(self.missing), 15):
            if card in ours:
                break
            low.add(card)
        return frozenset(low)


def _alternatives(condition: str) -> list[str]:
    """A condition split at each "or" that begins a new sight."""
    return re.split(r" or (?=(?:both|west|east|plays|shows) )", condition)


def _at(table: Round, sentence: Sentence, play: int, card: int) -> Round:
    return Round(table.north, table.south, table.west, table.east, sentence, play, card)


@cache
def _parse(play: str) -> tuple[str, int]:
    if play == "duck a round":
        return "duck", 0
    for head in ("cash the ", "finesse the ", "lead low to the ", "run the ", "lead the "):
        if play.startswith(head):
            kind = "finesse" if head == "lead low to the " else head.split()[0]
            return kind, RANKS[play.removeprefix(head)]
    raise ValueError(f"not in the plan language: {play!r}")


def _can(kind: str, card: int, table: Round) -> bool:
    """Whether the cards allow the play."""
    if kind == "duck":
        return True
    if card not in table.north | table.south:
        return False
    if kind == "finesse":
        other = table.south if card in table.north else table.north
        return bool(other) and min(other) < card
    return kind != "cash" or _is_top(card, table)


def _is_top(card: int, table: Round) -> bool:
    return all(other < card for other in table.west | table.east)


def _again(kind: str, card: int, before: Round, now: Round) -> int:
    """The card for the same play again: itself, or else an equal one; 0 when it is over."""
    was_north = card in before.north
    held, other = (now.north, now.south) if was_north else (now.south, now.north)
    missing = now.west | now.east
    if card not in held:
        lower = max((each for each in held if each < card), default=0)
        if not lower or any(lower < each < card for each in missing):
            return 0
        card = lower
    if _is_top(card, now) or not any(each < card for each in missing):
        return 0
    if kind == "finesse" and not (other and min(other) < card):
        return 0
    if kind == "run" and not any(each > card for each in other):
        return 0
    return card


def _default(table: Round) -> tuple[str, int]:
    """Cash a top card, the shorter hand's first; without one, lead the highest card."""
    hands: Iterable[Hand] = sorted((table.north, table.south), key=len)
    if len(table.north) == len(table.south):
        hands = (table.north | table.south,)
    for held in hands:
        tops = [card for card in held if _is_top(card, table)]
        if tops:
            return "cash", max(tops)
    return "lead", max(table.north | table.south)


class _Play:
    """One trick as declarer plays it."""

    def __init__(self, instruction: tuple[str, int], table: Round) -> None:
        self.kind, self.card = instruction
        self.table = table
        if self.kind == "duck":
            self.from_north = bool(table.north)
        else:
            self.from_north = (self.card in table.north) != (self.kind == "finesse")
        held = table.north if self.from_north else table.south
        self.lead = min(held) if self.kind in ("duck", "finesse") else self.card

    def defender(self, *, second: bool) -> Hand:
        return self.table.east if self.from_north == second else self.table.west

    def third(self, second: int) -> int:
        held = self.table.south if self.from_north else self.table.north
        if not held:
            return 0
        if self.kind in ("cash", "lead", "duck"):
            return min(held)
        if not second:
            return min(held) if self.kind == "run" else max(held)
        if second < self.card:
            return min(held) if self.kind == "run" else self.card
        return min((card for card in held if card > second), default=min(held))
