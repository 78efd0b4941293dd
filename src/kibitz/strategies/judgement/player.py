"""Beyond the paper: one player that uses a search and all that was learned.

An action is chosen in steps, each of which narrows the choice: actions that a search of `depth`
plies does not refute (0: no search), that lead to a held state, that contexts advise, that experts
would like best. Search comes first and examines the same tree whatever is known, so that players
with and without knowledge differ in nothing else.
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
"""Tolerance for likings of symmetric actions, which differ by the order of summation."""


@dataclass(slots=True)
class Knowledge:
    """What was learned beside sequences: held states, and judgement."""

    held: Held
    judgement: Judgement

    def learn(self, contest: Contest, experts: Iterable[int]) -> None:
        """Learn from one contest, for each expert who did not lose it."""
        for expert in experts:
            if contest.winner in (expert, None):
                self.held.learn(contest, expert)
                self.judgement.learn(contest, expert)


@dataclass(frozen=True, slots=True)
class Weighed:
    """The actions of a state that each step kept in turn, and what it knew of them."""

    legal: list[int]
    searched: Searched | None = None
    held: dict[int, int] = field(default_factory=dict)  # times experts moved to such a state
    backing: dict[int, tuple[Backing, ...]] = field(default_factory=dict)
    likings: dict[int, float] = field(default_factory=dict)
    steps: tuple[list[int], ...] = ()  # what each step that had something to say kept

    @property
    def best(self) -> list[int]:
        return self.steps[-1] if self.steps else self.legal

    @property
    def settled(self) -> bool:
        """Did the search prove a win or a loss?"""
        return self.searched is not None and abs(self.searched.value) > SURE // 2

    def passed(self, code: int) -> int:
        """How many steps kept this action, or an equally liked one."""
        passed = sum(code in left for left in self.steps)
        if code in self.likings and code not in self.best:
            passed += self.likings[code] >= max(self.likings.values()) - HAIR
        return passed


@dataclass(slots=True)
class BoardPlayer:
    """Plays by search, held states, contexts and judgement, in this order; any may be absent."""

    depth: int = 0
    held: Held | None = None
    contexts: Tier | None = None
    judgement: Judgement | None = None
    piece: int = 0  # what a piece more is worth at the horizon of the search
    nodes: int = field(default=0, init=False)  # states searched so far
    decisions: int = field(default=0, init=False)

    def begin(self) -> None:
        """Do nothing: every decision is made from the state alone."""

    def saw(self, state: LineState, action: Move) -> None:
        """Do nothing: nothing is remembered."""

    def choose(self, state: LineState, rng: random.Random) -> Move:
        """One of the actions that the last step kept."""
        weighed = self.weigh(state)
        self.decisions += 1
        if weighed.searched:
            self.nodes += weighed.searched.nodes
        return Move.of(rng.choice(weighed.best))

    def weigh(self, state: LineState) -> Weighed:
        """Narrow the legal actions step by step."""
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
    """The pairs that advise each of *codes*."""
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
