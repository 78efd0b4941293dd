"""Beyond the paper: one player from all that watching taught, with a search where it is silent.

An action is chosen in steps, each among what the one before left: what a search of `depth` plies
does not refute (0: no search), what leaves behind a state that experts held, what contexts advise,
what experts would like best. Search comes first and looks at the same tree whatever is known, so
that with and without knowledge differ in nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from kibitz.games.boards.board import Contest, Move
from kibitz.games.boards.lines import LineState
from kibitz.strategies.judgement.held_states import Held
from kibitz.strategies.judgement.weights import Judgement
from kibitz.strategies.search.depth_limited import SURE, Searched, search
from kibitz.strategies.sequences.player import Backing, Tier

HAIR = 1e-6
"""Likings of actions that a symmetry makes equal differ by less, in the order they are summed."""


@dataclass(slots=True)
class Knowledge:
    """What watching left beside sequences: states held, and judgement."""

    held: Held
    judgement: Judgement

    def learn(self, contest: Contest, experts: Iterable[int]) -> None:
        """Take in one contest, from the side of each expert who did not lose it."""
        for expert in experts:
            if contest.winner in (expert, None):
                self.held.learn(contest, expert)
                self.judgement.learn(contest, expert)


@dataclass(frozen=True, slots=True)
class Weighed:
    """The actions of a state as each step in turn left them, and what it knew of each."""

    legal: list[int]
    searched: Searched | None = None
    held: dict[int, int] = field(default_factory=dict)  # times experts left such a state behind
    backing: dict[int, tuple[Backing, ...]] = field(default_factory=dict)
    likings: dict[int, float] = field(default_factory=dict)
    steps: tuple[list[int], ...] = ()  # what each step that had something to say left

    @property
    def best(self) -> list[int]:
        return self.steps[-1] if self.steps else self.legal

    @property
    def settled(self) -> bool:
        """Did the search prove a win or a loss?"""
        return self.searched is not None and abs(self.searched.value) > SURE // 2

    def passed(self, code: int) -> int:
        """How many of the steps left this action standing, or one liked as well to a hair."""
        passed = sum(code in left for left in self.steps)
        if code in self.likings and code not in self.best:
            passed += self.likings[code] >= max(self.likings.values()) - HAIR
        return passed


@dataclass(slots=True)
class BoardPlayer:
    """Plays by search, held states, contexts and judgement, in this order; each may be absent."""

    depth: int = 0
    held: Held | None = None
    contexts: Tier | None = None
    judgement: Judgement | None = None
    piece: int = 0  # what a piece more is worth at the horizon of the search
    nodes: int = field(default=0, init=False)  # states searched so far
    decisions: int = field(default=0, init=False)

    def begin(self) -> None:
        """Nothing to forget: every decision is made from the state alone."""

    def saw(self, state: LineState, action: Move) -> None:
        """Nothing to remember."""

    def choose(self, state: LineState, rng: random.Random) -> Move:
        """One of the actions that no step prefers another to."""
        weighed = self.weigh(state)
        self.decisions += 1
        if weighed.searched:
            self.nodes += weighed.searched.nodes
        return Move.of(rng.choice(weighed.best))

    def weigh(self, state: LineState) -> Weighed:
        """Every legal action, step by step."""
        legal = state.legal_codes
        searched = search(state, self.depth, piece=self.piece) if self.depth else None
        steps = [searched.best] if searched else []
        codes = searched.best if searched else legal
        settled = Weighed(legal, searched).settled
        held = {} if settled or self.held is None else self.held.among(state, codes)
        if held:
            codes = list(held)
            steps.append(codes)
        backing: dict[int, tuple[Backing, ...]] = {}
        if self.contexts is not None and len(codes) > 1 and not held and not settled:
            backing = advised_by(self.contexts, state, codes)
            if backing:
                codes = _best_backed(backing, codes)
                steps.append(codes)
        likings: dict[int, float] = {}
        if self.judgement is not None and len(codes) > 1:
            every = self.judgement.likings(state)
            most = max(every[code] for code in codes)
            liked = [code for code in codes if every[code] == most]
            if len(liked) < len(codes):
                likings = {code: every[code] for code in codes}
                steps.append(liked)
        return Weighed(legal, searched, held, backing, likings, tuple(steps))


def advised_by(tier: Tier, state: LineState, codes: list[int]) -> dict[int, tuple[Backing, ...]]:
    """For each of *codes* that a context advises, the pairs that do."""
    images = tier.book.view.images(state)
    proposals = tier.proposals(state.mover, images, set(codes))
    return {c: tuple(Backing(tier.pairs[p], k) for p, k in hits) for c, hits in proposals.items()}


def _best_backed(backing: dict[int, tuple[Backing, ...]], codes: list[int]) -> list[int]:
    """The best supported of *codes*; a pair that holds in several ways counts once."""
    support = {
        code: sum({id(b.pair): b.pair.weight for b in pairs}.values())
        for code, pairs in backing.items()
    }
    most = max(support.values()) - 1e-9
    return [code for code in codes if support.get(code, 0.0) >= most]
