"""Reading a system from TOML; every problem is reported as a line number and one sentence."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import TypeVar

from kibitz.bidding.systems.calls import RuleCall
from kibitz.bidding.systems.conditions import (
    Amount,
    CardsInSuit,
    Compared,
    Condition,
    HandShape,
    Holding,
)
from kibitz.bidding.systems.language import read_conditions
from kibitz.bidding.systems.patterns import AuctionPattern
from kibitz.bidding.systems.position import GAME, ROUND, STOP
from kibitz.bidding.systems.situations import read_words
from kibitz.bidding.systems.system import BiddingRule, RuleContext, RuleSystem
from kibitz.errors import UsageError
from kibitz.runtime import storage

HOUSE = "house-system.toml"
HOUSE_NAMES = ("house system", "house")
_PRIORITY = 50
_SITUATION_KEYS = {"name", "after", "answers", "over", "when", "priority", "rule"}
_RULE_KEYS = {"name", "call", "shows", "act", "forcing", "priority", "level", "when"}
_FORCING = ("", ROUND, GAME, STOP)
_LEVELS = re.compile(r"([1-7])(?:-([1-7]))?")

T = TypeVar("T")


@dataclass(frozen=True, slots=True, order=True)
class RuleProblem:
    """A problem in a file, and its line."""

    line: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}"


class BadSystemError(UsageError):
    """A file does not hold a valid system; `problems` lists everything that is wrong."""

    def __init__(self, problems: Sequence[RuleProblem]) -> None:
        self.problems = tuple(sorted(problems))
        more = len(problems) - 1
        others = f" (and {more} more)" if more else ""
        super().__init__(f"{self.problems[0]}{others}")


@cache
def house_system() -> RuleSystem:
    """The system that ships with Kibitz."""
    return read_system(storage.shipped(HOUSE).decode())


def open_system(path: Path | None) -> RuleSystem:
    """The system in a file, or the house's if no file is named."""
    if path is None:
        return house_system()
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        raise UsageError(f"there is no file {path}") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8 text") from error
    return read_system(text)


def rules_named(text: str) -> RuleSystem | None:
    """The rules a player names: the house system or a TOML file; None if the name is a style.

    >>> house = rules_named("house system")
    >>> house is not None and house.name
    'House system'
    """
    if text.strip().casefold() in HOUSE_NAMES:
        return house_system()
    return open_system(Path(text.strip())) if is_file_of_rules(text) else None


def is_file_of_rules(text: str) -> bool:
    return text.strip().casefold().endswith(".toml")


def read_system(text: str) -> RuleSystem:
    """Read a system; raise `BadSystemError` with all its problems if there are any."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else len(text.splitlines())
        said = re.sub(r" \(at .*\)", "", str(error))
        raise BadSystemError([RuleProblem(line, f"this is not TOML: {said}.")]) from error
    reader = _Reader(_Lines(text))
    situations = tuple(reader.situations(reader.tables(tables, "situation", 1)))
    reader.check_whole(situations)
    if reader.problems:
        raise BadSystemError(reader.problems)
    return RuleSystem(str(tables.get("name", "")), str(tables.get("about", "")), situations)


class _Lines:
    """The line numbers of tables and keys in a file, which the TOML reader does not give."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        heads = {"[[situation]]": [], "[[situation.rule]]": []}  # type: dict[str, list[int]]
        for number, line in enumerate(self._lines, start=1):
            if (head := line.split("#")[0].strip()) in heads:
                heads[head].append(number)
        self.situations = iter(heads["[[situation]]"])
        self.rules = iter(heads["[[situation.rule]]"])

    def of_key(self, head: int, key: str) -> int:
        for number in range(head, len(self._lines)):
            line = self._lines[number].strip()
            if line.startswith("[["):
                break
            if re.match(rf"{re.escape(key)}\s*=", line):
                return number + 1
        return head


class _Reader:
    """Turns TOML tables into rules, and collects the problems."""

    def __init__(self, lines: _Lines) -> None:
        self.problems: list[RuleProblem] = []
        self._lines = lines

    def tables(
        self, table: Mapping[str, object], key: str, head: int
    ) -> Sequence[Mapping[str, object]]:
        """The tables under a heading such as ``[[situation]]``."""
        found = table.get(key, [])
        if isinstance(found, list) and all(isinstance(one, dict) for one in found):
            return found
        name = "[[situation]]" if key == "situation" else "[[situation.rule]]"
        line = self._lines.of_key(head - (key == "situation"), key)
        self.problems.append(RuleProblem(line, f"each {key} begins with a line {name}."))
        return []

    def situations(self, tables: Iterable[Mapping[str, object]]) -> Iterator[RuleContext]:
        for table in tables:
            head = next(self._lines.situations, 1)
            self._check_keys(table, _SITUATION_KEYS, head)
            priority = self._read(table, head, "priority", _number, _PRIORITY)
            rules = self.tables(table, "rule", head)
            yield RuleContext(
                name=self._read(table, head, "name", _required, ""),
                after=self._read(table, head, "after", _patterns, ()),
                answers=self._read(table, head, "answers", _texts, ()),
                over=self._read(table, head, "over", _texts, ()),
                when=self._read(table, head, "when", lambda v: read_words(_text(v)), ()),
                rules=tuple(self._rule(rule, priority) for rule in rules),
                line=head,
            )

    def _rule(self, table: Mapping[str, object], priority: int) -> BiddingRule:
        head = next(self._lines.rules, 1)
        self._check_keys(table, _RULE_KEYS, head)
        nothing = RuleCall.parse("P")
        for key in ("name", "call"):
            if key not in table:
                self.problems.append(RuleProblem(head, f"this rule has no {key}."))
        return BiddingRule(
            name=self._read(table, head, "name", _required, ""),
            call=self._read(table, head, "call", lambda v: RuleCall.parse(_text(v)), nothing),
            shows=self._read(table, head, "shows", lambda v: read_conditions(_text(v)), ()),
            act=self._read(table, head, "act", _text, ""),
            forcing=self._read(table, head, "forcing", _forcing, ""),
            priority=self._read(table, head, "priority", _number, priority),
            levels=self._read(table, head, "level", _levels, (1, 7)),
            when=self._read(table, head, "when", lambda v: read_words(_text(v)), ()),
            line=head,
        )

    def _read(
        self,
        table: Mapping[str, object],
        head: int,
        key: str,
        read: Callable[[object], T],
        default: T,
    ) -> T:
        if key not in table:
            return default
        try:
            return read(table[key])
        except UsageError as error:
            self.problems.append(RuleProblem(self._lines.of_key(head, key), f"{error}."))
            return default

    def _check_keys(self, table: Mapping[str, object], known: set[str], head: int) -> None:
        for key in sorted(table.keys() - known):
            line = self._lines.of_key(head, key)
            self.problems.append(RuleProblem(line, f"{key!r} is not a word of a rule."))

    def check_whole(self, situations: Sequence[RuleContext]) -> None:
        """Problems of the whole file: duplicate names, answers to unknown rules, overlaps."""
        named: dict[str, int] = {}
        for situation in situations:
            for rule in situation.rules:
                if _apart(rule.shows, rule.shows):
                    line = self._lines.of_key(rule.line, "shows")
                    said = f"no hand can meet all that {rule.name!r} shows."
                    self.problems.append(RuleProblem(line, said))
                if rule.name in named:
                    first = f"there is a rule {rule.name!r} in line {named[rule.name]} already."
                    self.problems.append(RuleProblem(rule.line, first))
                named.setdefault(rule.name, rule.line)
            self._check_overlaps(situation)
        for situation in situations:
            answered = (("answers", situation.answers), ("over", situation.over))
            for key, name in ((key, name) for key, names in answered for name in names):
                if name not in named:
                    line = self._lines.of_key(situation.line, key)
                    self.problems.append(RuleProblem(line, f"there is no rule {name!r} to answer."))

    def _check_overlaps(self, situation: RuleContext) -> None:
        for one, other in combinations(situation.rules, 2):
            same = one.priority == other.priority and one.call.text != other.call.text
            if same and not one.when and not other.when and not _apart(one.shows, other.shows):
                self.problems.append(
                    RuleProblem(
                        other.line,
                        f"{other.name!r} overlaps with {one.name!r} of line {one.line}: "
                        "give one of them a higher priority.",
                    )
                )


def _apart(one: Sequence[Condition], other: Sequence[Condition]) -> bool:
    """Whether no hand can satisfy both."""
    return any(_contradict(a, b) for a in one for b in other)


def _contradict(one: Condition, other: Condition) -> bool:
    if isinstance(one, Amount) and isinstance(other, Amount):
        same = (one.measure, one.suit, one.beside) == (other.measure, other.suit, other.beside)
        return same and _disjoint(one.span, other.span)
    if isinstance(one, CardsInSuit) and isinstance(other, CardsInSuit):
        same = one.suit == other.suit and one.together is other.together
        return same and _disjoint(one.span, other.span)
    if isinstance(one, HandShape) and isinstance(other, HandShape):
        return {one.name, other.name} == {"balanced", "unbalanced"}
    if isinstance(one, Holding) and isinstance(other, Holding):
        same = (one.kind, one.suit) == (other.kind, other.suit)
        return same and one.wanted is not other.wanted
    if isinstance(one, Compared) and isinstance(other, Compared):
        crossed = (one.suit, one.other) == (other.other, other.suit)
        return crossed and (one.strictly or other.strictly)
    return False


def _disjoint(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[1] < other[0] or other[1] < one[0]


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise UsageError(f"{value!r} should be a text between quotation marks")
    return value


def _required(value: object) -> str:
    if not (text := _text(value).strip()):
        raise UsageError("a name is empty")
    return text


def _texts(value: object) -> tuple[str, ...]:
    return tuple(_text(one) for one in value) if isinstance(value, list) else (_text(value),)


def _patterns(value: object) -> tuple[AuctionPattern, ...]:
    return tuple(AuctionPattern.parse(text) for text in _texts(value))


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 100:
        raise UsageError(f"a priority is a number from 0 to 100, not {value!r}")
    return value


def _forcing(value: object) -> str:
    if value not in _FORCING:
        raise UsageError(f"{value!r} is not one of round, game and stop")
    return str(value)


def _levels(value: object) -> tuple[int, int]:
    match = _LEVELS.fullmatch(_text(value))
    if match is None:
        raise UsageError(f"{value!r} is not a range of levels such as 1-3")
    low, high = int(match[1]), int(match[2] or match[1])
    if low > high:
        raise UsageError(f"the range {value} is empty")
    return low, high
