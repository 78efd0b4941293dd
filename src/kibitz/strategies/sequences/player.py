"""SeqPlayer: decides by sequences whose contexts hold, and keeps to a sequence once begun.

Source:     Lock and Epstein, "Learning and Applying Competitive Strategies", §1.3 and Figure 4
Notation:   a `Tier` is one of the paper's tiers or subclasses: pairs within a range of weights,
            and whether the rest of a chosen sequence goes to the Enforcer
Departures: a pair whose context holds in several ways supports each action once
Checked by: tests/unit/strategies/test_strategies.py, kibitz_lab/seqlearner/experiment.py
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from kibitz.games.boards.board import BoardState, Move
from kibitz.strategies.sequences.contexts import ContextBook, ContextPair
from kibitz.strategies.sequences.learner import codes_of
from kibitz.strategies.sequences.reading import FIRST, EnforcerBranch, PaperReading
from kibitz.strategies.sequences.trees import SequenceTree
from kibitz.strategies.sequences.view import BoardView

VERSION_1 = ((0.55, 1.0, True),)
VERSION_2 = ((0.9, 1.0, True), (0.8, 0.9, True), (0.7, 0.8, True), (0.55, 0.7, False))


@dataclass(frozen=True, slots=True)
class Enforcer:
    """Sequences under way: the coming actions of everyone, and of the player."""

    duets: SequenceTree | None = None
    solos: SequenceTree | None = None
    discards_all: bool = False  # a reply that no duet expects also ends solos

    def after(self, code: int, *, own: bool) -> Enforcer:
        """The sequences that go on after *code*; an unexpected action ends a sequence."""
        duets = self.duets.follow(code) if self.duets else None
        solos = self.solos.follow(code) if self.solos and own else self.solos
        if self.discards_all and not own and duets is None:
            return Enforcer()
        return Enforcer(duets, solos, self.discards_all)

    def supports(self) -> dict[int, float]:
        total: dict[int, float] = {}
        for tree in (self.duets, self.solos):
            for code, branch in tree.branches.items() if tree else ():
                total[code] = total.get(code, 0.0) + branch.weight
        return total


@dataclass(frozen=True, slots=True)
class Backing:
    """A context pair that supports an action, and the symmetry that fits it to the board."""

    pair: ContextPair
    symmetry: int


@dataclass(frozen=True, slots=True)
class BySequence:
    """The action begins sequences whose contexts apply here."""

    action: Move
    tier: int
    support: float
    backing: tuple[Backing, ...]
    enforcer: Enforcer


@dataclass(frozen=True, slots=True)
class ByEnforcer:
    """The action continues a sequence begun earlier."""

    action: Move
    support: float
    enforcer: Enforcer


@dataclass(frozen=True, slots=True)
class ByChance:
    """No context applies; the action was drawn at random."""

    action: Move
    among: int
    enforcer: Enforcer = field(default_factory=Enforcer)


Decision = BySequence | ByEnforcer | ByChance
"""An action, and why SeqPlayer chose it."""


@dataclass(slots=True)
class Tier:
    """Context pairs within a range of weights."""

    book: ContextBook
    weights: list[float]
    pairs: list[ContextPair]
    enforced: bool

    @classmethod
    def of(
        cls,
        view: BoardView,
        pairs: Iterable[ContextPair],
        *,
        enforced: bool,
        reading: PaperReading = FIRST,
    ) -> Tier:
        chosen = list(pairs)
        book = ContextBook(view, reading)
        book.put((pair.context, pair.sequences) for pair in chosen)
        return cls(book, [pair.weight for pair in chosen], chosen, enforced)

    def proposals(
        self, agent: int, images: tuple[int, ...], legal: set[int]
    ) -> dict[int, list[tuple[int, int]]]:
        """The (pair, symmetry) combinations that support each legal action."""
        found: dict[int, list[tuple[int, int]]] = {}
        turned, backs = self.book.view.turned, self.book.view.back
        for number, symmetry in self.book.holding(agent, images):
            back = backs[symmetry]
            for code in {turned(back, first) for first in self.book.firsts(number)}:
                if code in legal:
                    found.setdefault(code, []).append((number, symmetry))
        return found

    def support(self, hits: list[tuple[int, int]]) -> float:
        """The weights of the pairs among *hits*, each counted once."""
        return sum(self.weights[number] for number in {number for number, _ in hits})

    def enforcer(self, code: int, hits: list[tuple[int, int]]) -> Enforcer:
        """The remaining actions of the sequences that begin with *code*."""
        if not self.enforced:
            return Enforcer()
        reading = self.book.reading
        duets, solos = SequenceTree(), SequenceTree()
        sent = set[tuple[int, tuple[int, ...]]]()
        turned, back = self.book.view.turned, self.book.view.back
        for number, symmetry in hits:
            tree = solos if self.book.contexts[number].solo else duets
            for sequence in self.book.sequences[number]:
                codes = tuple(turned(back[symmetry], c) for c in sequence)
                if codes[0] != code:
                    continue
                if reading.branch is EnforcerBranch.HEAVIEST:
                    tree.add(codes[1:], self.weights[number])
                elif (number, codes) not in sent:
                    sent.add((number, codes))
                    tree.add(codes[1:], 1.0)
        return Enforcer(duets, solos, reading.discards_all)


@dataclass(slots=True)
class SeqPlayer:
    """The paper's decision-making module, with the tiers of Version 1 or Version 2."""

    view: BoardView
    tiers: list[Tier]

    @classmethod
    def of(
        cls,
        view: BoardView,
        pairs: Iterable[ContextPair],
        classes: Iterable[tuple[float, float, bool]] = VERSION_2,
        reading: PaperReading = FIRST,
    ) -> SeqPlayer:
        """A player whose tiers hold the pairs from *low* up to, but for 1, not including *high*."""
        known = list(pairs)
        return cls(
            view,
            [
                Tier.of(
                    view,
                    [p for p in known if low <= p.weight < high or p.weight == high == 1.0],
                    enforced=enforced,
                    reading=reading,
                )
                for low, high, enforced in classes
            ],
        )

    def decide(
        self,
        state: BoardState,
        under_way: Enforcer,
        rng: random.Random,
        among: list[int] | None = None,
    ) -> Decision:
        """Continue a sequence, else begin the best supported, else act at random.

        *among* are the codes of the actions to choose from; by default all legal ones.
        """
        legal = codes_of(state) if among is None else among
        going = {c: s for c, s in under_way.supports().items() if c in legal}
        if going:
            code = _heaviest(going, rng)
            rest = under_way.after(code, own=True)
            return ByEnforcer(Move.of(code), going[code], rest)
        images = self.view.images(state)
        for number, tier in enumerate(self.tiers):
            proposals = tier.proposals(state.mover, images, set(legal))
            if proposals:
                support = {c: tier.support(hits) for c, hits in proposals.items()}
                code = _heaviest(support, rng)
                backing = tuple(Backing(tier.pairs[p], k) for p, k in proposals[code])
                enforcer = tier.enforcer(code, proposals[code])
                return BySequence(Move.of(code), number, support[code], backing, enforcer)
        return ByChance(Move.of(rng.choice(legal)), len(legal))


def _heaviest(support: dict[int, float], rng: random.Random) -> int:
    """The action with the highest support; ties at random."""
    most = max(support.values()) - 1e-9
    return rng.choice(sorted(code for code, total in support.items() if total >= most))


@dataclass(slots=True)
class Following:
    """A SeqPlayer in a contest; it remembers only the sequences under way."""

    player: SeqPlayer
    under_way: Enforcer = field(default_factory=Enforcer)
    _mine: Move | None = None

    def begin(self) -> None:
        self.under_way, self._mine = Enforcer(), None

    def choose(self, state: BoardState, rng: random.Random) -> Move:
        decision = self.decide(state, rng)
        self.under_way, self._mine = decision.enforcer, decision.action
        return decision.action

    def decide(self, state: BoardState, rng: random.Random) -> Decision:
        return self.player.decide(state, self.under_way, rng)

    def saw(self, state: BoardState, action: Move) -> None:
        if self._mine is not None:
            self._mine = None  # its own action, already accounted for
        else:
            self.under_way = self.under_way.after(action.code, own=False)
