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

from kibitz.advice import Decision
from kibitz.games.boards.board import Contest, Move
from kibitz.games.boards.lines import LineState
from kibitz.strategies.judgement.held_states import Held
from kibitz.strategies.judgement.weights import Judgement
from kibitz.strategies.search.depth_limited import SURE, Searched, search
from kibitz.strategies.sequences.player import Backing, Tier


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
class ByAdvice:
    """What each step left: how many actions, and what it knew of the one chosen."""

    legal: int
    searched: Searched | None
    unrefuted: int
    held: int  # how often experts left the same state behind; 0: never, or not asked
    backing: tuple[Backing, ...]
    liking: float | None  # above the average of the actions judged; None where none was needed


@dataclass(slots=True)
class Adviser:
    """Decides by search, held states, contexts and judgement, in this order; each may be absent."""

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
        decision = self.decide(state, rng)
        self.decisions += 1
        if decision.grounds.searched:
            self.nodes += decision.grounds.searched.nodes
        return decision.action

    def decide(self, state: LineState, rng: random.Random) -> Decision[Move, ByAdvice]:
        """The action that each step in turn lets stand."""
        legal = state.legal_codes
        searched = search(state, self.depth, piece=self.piece) if self.depth else None
        codes = searched.best if searched else legal
        unrefuted = len(codes)
        settled = searched is not None and abs(searched.values[codes[0]]) > SURE // 2
        left = {} if settled or self.held is None else self.held.among(state, codes)
        codes = list(left) or codes
        backing: dict[int, tuple[Backing, ...]] = {}
        if self.contexts is not None and len(codes) > 1 and not left and not settled:
            codes, backing = _advised(self.contexts, state, codes)
        liked: float | None = None
        if self.judgement is not None and len(codes) > 1:
            likings = self.judgement.likings(state)
            average = sum(likings[c] for c in codes) / len(codes)
            most = max(likings[c] for c in codes)
            codes, liked = [c for c in codes if likings[c] == most], most - average
        code = rng.choice(codes)
        grounds = ByAdvice(
            len(legal), searched, unrefuted, left.get(code, 0), backing.get(code, ()), liked
        )
        return Decision(Move.of(code), grounds)


def _advised(
    tier: Tier, state: LineState, codes: list[int]
) -> tuple[list[int], dict[int, tuple[Backing, ...]]]:
    """The best supported of *codes* with who supports them; all of them where no context holds."""
    images = tier.book.view.images(state)
    proposals = tier.proposals(state.mover, images, set(codes))
    if not proposals:
        return codes, {}
    support = {c: tier.support(hits) for c, hits in proposals.items()}
    most = max(support.values()) - 1e-9
    chosen = [c for c in codes if support.get(c, 0.0) >= most]
    return chosen, {c: tuple(Backing(tier.pairs[p], k) for p, k in proposals[c]) for c in chosen}
