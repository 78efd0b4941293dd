"""The simplest plan that keeps a guarantee: collapse, prune and match, as one search.

Source:     Frank and Basin, "Strategies Explained", sections 3 to 5 (full reference in
            docs/methods.md)
Notation:   a `Spot` is a node of the paper's tree together with what is still owed there;
            the spots that one instruction serves share one branch, its collapsed branch
Departures: 1. among equally good tactics the one with the shortest text is taken, not the most
            common  2. the tricks owed are known in each layout, so that moves the defence should
            never make drop out by themselves: nothing is owed after them
Checked by: tests/papers/test_finesse_texts.py, tests/laws/test_plan_language.py
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from kibitz.suits.plans.follow import Follower, Spot
from kibitz.suits.plans.language import (
    BothSights,
    Case,
    Condition,
    Do,
    Instruction,
    RoundKind,
    Sighting,
)
from kibitz.suits.solver.guaranteed_tricks import Guarantee

Label = tuple[int | None, int | None]
"""The plays of West and East in a trick: a block, or None for showing out."""

INSTRUCTION, NEXT, REPEAT, OTHERWISE, SIGHT = 1000, 600, 400, 200, 300
NEVER = 1 << 40
LIMITS = (2500, 4000, 5500, 7000, 9000, 11000, 13000, 16000, 20000)
"""The limits on the length of a plan, tried in order."""
PATIENCE = 50_000
"""The most steps of one search: about two seconds."""
MOST_LABELS = 10
"""The most alternatives in a condition that a person will read."""
_KINDS = {kind: number for number, kind in enumerate(RoundKind)}


Spots = frozenset[Spot]
Labels = dict[Label, Spots]


@dataclass(frozen=True, slots=True)
class PlanPiece:
    """A piece of a plan, and its length."""

    cost: int
    do: Do


class Simplest:
    """Searches for the shortest plan of one combination."""

    def __init__(
        self, follower: Follower, *, thorough: bool = False, patience: int = PATIENCE
    ) -> None:
        """*thorough* tries more ways to group what is seen; *patience* limits the search."""
        self.follower = follower
        self.patience = patience
        self._thorough = thorough
        self._silent: dict[Spot, bool] = {}
        self._pieces: dict[tuple[Instruction, Spots], tuple[int, PlanPiece | None]] = {}
        self._usable: dict[Spots, tuple[Instruction, ...]] = {}

    def keeps_silent(self, spot: Spot) -> bool:
        """Whether the default rules keep the guarantee: the paper's easy situations."""
        if spot not in self._silent:
            rule = self.follower.default(spot.place)
            outcomes = self.follower.outcomes(spot, rule)
            self._silent[spot] = outcomes is not None and all(
                self.keeps_silent(after.spot) for after in outcomes
            )
        return self._silent[spot]

    def is_linear(self, spot: Spot) -> bool:
        """Whether the default rules play the same cards in the same order, whatever is seen."""
        orders: dict[int, set[Instruction]] = {}
        waiting = [(spot, 0)]
        seen = set(waiting)
        while waiting:
            here, depth = waiting.pop()
            rule = self.follower.default(here.place)
            orders.setdefault(depth, set()).add(rule)
            for after in self.follower.outcomes(here, rule) or ():
                then = (after.spot, depth + 1)
                if then not in seen:
                    seen.add(then)
                    waiting.append(then)
        return all(len(rules) == 1 for rules in orders.values()) and all(
            rule.kind is RoundKind.CASH for rules in orders.values() for rule in rules
        )

    def plan(self, guarantee: Guarantee, limit: int = NEVER) -> tuple[int, Do | None] | None:
        """The simplest plan from the start, with its cost; None: none was found in time."""
        start = self.follower.spot(self.follower.start, guarantee)
        silent = self.keeps_silent(start)
        if silent and self.is_linear(start):
            return 0, None
        if silent:
            first = self.follower.default(start.place)
            return INSTRUCTION, Do(first)
        for allowed in (*LIMITS, NEVER):
            piece = self._best(frozenset({start}), min(limit, allowed))
            if piece is not None:
                return piece.cost, piece.do
            if limit <= allowed or self.patience <= 0:
                break
        return None

    def begin(self, instruction: Instruction, spots: Spots) -> PlanPiece | None:
        """The simplest plan that begins with *instruction*."""
        for allowed in LIMITS:
            piece = self._do(instruction, spots, allowed)
            if piece is not None:
                return piece
        return None

    def _best(self, spots: Spots, limit: int) -> PlanPiece | None:
        best: PlanPiece | None = None
        for instruction in self.usable(spots):
            piece = self._do(instruction, spots, limit if best is None else best.cost)
            if piece is not None:
                best = piece
        return best

    def usable(self, spots: Spots) -> tuple[Instruction, ...]:
        """The instructions that keep every guarantee and make sense in some spot."""
        if spots not in self._usable:
            found: dict[Instruction, None] = {}
            for spot in spots:
                found.update(dict.fromkeys(self.follower.sensible(spot.place)))
            self._usable[spots] = tuple(
                sorted((each for each in found if self._keeps(each, spots)), key=_preference)
            )
        return self._usable[spots]

    def _keeps(self, instruction: Instruction, spots: Spots) -> bool:
        self.patience -= len(spots)
        for spot in spots:
            known = instruction in spot.tried
            found = spot.tried[instruction] if known else self.follower.outcomes(spot, instruction)
            if found is None:
                return False
        return True

    def _do(self, instruction: Instruction, spots: Spots, limit: int) -> PlanPiece | None:
        """The simplest plan that begins with *instruction*, if it costs less than *limit*."""
        key = (instruction, spots)
        if key in self._pieces:
            tried, piece = self._pieces[key]
            if piece is not None:
                return piece if piece.cost < limit else None
            if tried >= limit:
                return None
        piece = self._work(instruction, spots, limit)
        self._pieces[key] = (limit, piece)
        return piece

    def _work(self, instruction: Instruction, spots: Spots, limit: int) -> PlanPiece | None:
        base = INSTRUCTION + _preference(instruction)
        if base >= limit or self.patience <= 0:
            return None
        self.patience -= 1
        labels = self._labels(instruction, spots)
        if all(self.keeps_silent(spot) for after in labels.values() for spot in after):
            return PlanPiece(base, Do(instruction))
        best: PlanPiece | None = None
        if self._repeats(instruction, spots):
            best = PlanPiece(base + REPEAT, Do(instruction, repeat=True))
            limit = min(limit, best.cost)
        groups = 6 if self._thorough else 4
        cases = self._cases(labels, limit - base, first=True, groups=groups)
        if cases is not None:
            best = PlanPiece(base + cases[0], Do(instruction, cases=cases[1]))
        return best if best is not None and best.cost <= limit else None

    def _labels(self, instruction: Instruction, spots: Spots) -> Labels:
        """The spots after a trick by what was seen in it."""
        found: dict[Label, set[Spot]] = {}
        for spot in spots:
            for after in self.follower.outcomes(spot, instruction) or ():
                found.setdefault((after.west, after.east), set()).add(after.spot)
        return {label: frozenset(found[label]) for label in sorted(found, key=_order)}

    def _repeats(self, instruction: Instruction, spots: Iterable[Spot]) -> bool:
        """Whether it is enough to repeat the instruction while it makes sense, then be silent."""
        for spot in spots:
            view = spot.place.view
            outcomes = self.follower.outcomes(spot, instruction)
            if outcomes is None:
                return False
            for after in outcomes:
                then = after.spot
                again = instruction.again(then.place.view, view)
                if not (self.keeps_silent(then) if again is None else self._repeats(again, [then])):
                    return False
        return True

    def _cases(
        self, labels: Labels, limit: int, *, groups: int, first: bool = False
    ) -> tuple[int, tuple[Case, ...]] | None:
        """The conditions for *labels* and their plans; the rest is left to the default rules."""
        self.patience -= 1
        needy = [
            label
            for label, spots in labels.items()
            if not all(self.keeps_silent(spot) for spot in spots)
        ]
        if not needy:
            return 0, ()
        best: tuple[int, tuple[Case, ...]] | None = None
        everything: Spots = frozenset().union(*labels.values())
        word = NEXT - INSTRUCTION if first else OTHERWISE
        for instruction in self.usable(everything):
            if all(self._makes_sense(instruction, spots) for spots in labels.values()):
                extra = word + (0 if first or self._is_default(instruction, everything) else 50)
                piece = self._do(instruction, everything, limit - extra)
                if piece is not None and piece.cost + extra < limit:
                    limit = piece.cost + extra
                    best = limit, (Case(None, piece.do),)
        if groups == 0 or self.patience <= 0:
            return best
        tried: dict[Instruction, None] = {}
        for label in needy:
            tried.update(dict.fromkeys(self.usable(labels[label])))
        for instruction in tried:
            may = {label for label, spots in labels.items() if self._keeps(instruction, spots)}
            reached = [label for label in needy if label in may]
            for cost, said, covered in self._conditions(reached, may, list(labels)):
                if cost + INSTRUCTION >= limit:
                    continue
                group: Spots = frozenset().union(*(labels[label] for label in covered))
                piece = self._do(instruction, group, limit - cost)
                if piece is None or piece.cost + cost >= limit:
                    continue
                rest = {label: spots for label, spots in labels.items() if label not in covered}
                more = self._cases(rest, limit - cost - piece.cost, groups=groups - 1)
                if more is not None and cost + piece.cost + more[0] < limit:
                    limit = cost + piece.cost + more[0]
                    best = limit, (Case(said, piece.do), *more[1])
        return best

    def _conditions(
        self, needy: list[Label], may: set[Label], labels: list[Label]
    ) -> Iterable[tuple[int, Condition, frozenset[Label]]]:
        """Ways to name the labels an instruction is for: all that need it, or only some."""
        musts = [frozenset(needy)]
        if self._thorough and len(needy) > 1:
            musts += [frozenset({label}) for label in needy]
        every = frozenset(labels)
        found = [condition(must, each, every) for must in musts for each in (frozenset(may), must)]
        return dict.fromkeys(each for each in found if each is not None)

    def _makes_sense(self, instruction: Instruction, spots: Spots) -> bool:
        return any(instruction.makes_sense(spot.place.view) for spot in spots)

    def _is_default(self, instruction: Instruction, spots: Spots) -> bool:
        return any(self.follower.default(spot.place) == instruction for spot in spots)


@lru_cache(maxsize=1 << 14)
def condition(
    must: frozenset[Label], may: frozenset[Label], labels: frozenset[Label]
) -> tuple[int, Condition, frozenset[Label]] | None:
    """The shortest condition that covers *must* and at most *may* of *labels*; what it covers."""
    if not 0 < len(must) <= MOST_LABELS:
        return None
    seen = {block for label in labels for block in label}
    blocks = sorted(seen, key=lambda block: -1 if block is None else block)
    lowest = blocks[-1]
    sights: list[tuple[int, Sighting | BothSights, frozenset[Label]]] = []
    for block in blocks:
        for sight in (Sighting(None, block), Sighting("east", block), Sighting("west", block)):
            extent = frozenset(label for label in labels if sight.fits(*label))
            if extent and extent <= may:
                # a low card says little: a person looks at the other defender
                cost = SIGHT + (sight.who == "west")
                cost += 350 if sight.who is not None and block == lowest else 0
                sights.append((cost, sight, extent))
    pairs = {label: BothSights(*label) for label in sorted(must, key=_order)}
    sights += [(2 * SIGHT, both, frozenset({label})) for label, both in pairs.items()]
    needed = {label: 1 << at for at, label in enumerate(pairs)}
    best: dict[int, tuple[int, int, tuple[int, ...]]] = {0: (0, 0, ())}
    for at, (cost, _, extent) in enumerate(sights):
        bits = sum(needed.get(label, 0) for label in extent)
        for mask, (paid, size, chosen) in list(best.items()):
            now = (paid + cost, size + 1, (*chosen, at))
            if mask | bits != mask and now < best.get(mask | bits, (NEVER,)):
                best[mask | bits] = now
    paid, _, chosen = best[(1 << len(needed)) - 1]
    covered = frozenset().union(*(sights[at][2] for at in chosen))
    return paid, _ordered(sights[at][1] for at in chosen), covered


def _order(label: Label) -> tuple[int, int]:
    """Labels in one order on every run: None has no fixed hash."""
    west, east = (-1 if block is None else block for block in label)
    return west, east


def _ordered(sights: Iterable[Sighting | BothSights]) -> Condition:
    """Conditions on both first, then on East and on West; combined conditions last."""
    order = {None: 0, "east": 1, "west": 2}
    return tuple(
        sorted(sights, key=lambda each: order[each.who] if isinstance(each, Sighting) else 3)
    )


def _preference(instruction: Instruction) -> int:
    """Among equals: the kinds in their order, and the higher card."""
    return 20 * _KINDS[instruction.kind] + (14 - (instruction.card or 14))
