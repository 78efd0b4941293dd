"""Each method's card at many decisions of defenders, a block of tables at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.adviser import read
from kibitz.cardplay.leads.asking import AskedLead
from kibitz.cardplay.leads.rule import textbook_lead
from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.learned import Similarity, codes
from kibitz.cardplay.similarity.positions import NO_CARD, Bytes, Rows, Views, number
from kibitz.cardplay.voting import CardVotes, elected
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.play import Play
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine
from kibitz_lab.cardplay.cases import blocks, in_blocks
from kibitz_lab.cardplay.precedent_votes import Precedents
from kibitz_lab.defending.rule import by_maxims
from kibitz_lab.defending.sample import Asked
from kibitz_lab.harness.study import StageWatch, begun

RANDOM, LOWEST, RULE, NETWORK, LEARNED, LOOKAHEAD = METHODS = (
    "random", "lowest", "rule", "network", "learned", "lookahead",
)  # fmt: skip
EXPERTS = "experts"
KNOWING = frozenset((NETWORK, LEARNED, LOOKAHEAD))
"""Methods that need a similarity."""

BLOCK = {Asked.LEADS: 1024, Asked.DEFENCE: 128}
"""Tables whose decisions are answered together."""
SECONDS_A_BLOCK, SECONDS_A_LESSON = 3.0, 0.0004
"""About how long one core takes for a block, and for comparing it with one learned table."""

Chances = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class GivenCards:
    """A method's cards at some decisions, `NO_CARD` where it declines, and its confidence."""

    method: str
    rows: npt.NDArray[np.int64]
    cards: Bytes
    sure: Sequence[float] | None = None


@dataclass(frozen=True, slots=True)
class MethodKnowledge:
    """A similarity, the path of the precedents it describes, and the device that compares them."""

    similarity: Similarity
    precedents: Path | None = None
    device: str | None = None


@dataclass(frozen=True, slots=True)
class Survey:
    """Which methods are asked about which decisions."""

    asked: Asked
    methods: Sequence[str]
    knowledge: MethodKnowledge | None
    seed: int


def answers(
    survey: Survey, views: Views, *, engine: Engine, watch: StageWatch, parts: Parts
) -> list[GivenCards]:
    """Each method's card at every decision, and the experts' own."""
    size = BLOCK[survey.asked]
    telling = begun(watch, "answering", blocks(views.tables, size))
    found = list(
        engine.run(
            partial(_answered, survey),
            enumerate(in_blocks(views, size)),
            tell=telling,
            parts=parts,
            key=lambda numbered: numbered[0],
        )
    )
    rows = np.arange(len(views))
    given = [
        GivenCards(
            method,
            rows,
            np.array([card for block in found for card in block[method]["cards"]], np.uint8),
            _sure(survey, [chance for block in found for chance in block[method]["chances"]]),
        )
        for method in survey.methods
        if method != LOOKAHEAD
    ]
    return [*given, GivenCards(EXPERTS, rows, views.chosen)]


def _sure(survey: Survey, chances: Sequence[float]) -> list[float] | None:
    """The confidence in an elected card, from its chance by the network."""
    if survey.knowledge is None or not chances:
        return None
    is_lead = survey.asked is Asked.LEADS
    confidence = survey.knowledge.similarity.confidence
    return [confidence(chance, opening_lead=is_lead) for chance in chances]


_Block = dict[str, Any]
"""Each method's cards and, if it gives any, their chances; plain JSON."""


def _answered(survey: Survey, numbered: tuple[int, Views]) -> dict[str, _Block]:
    block, views = numbered
    choices = Choices.of(views)
    legal = choices.legal.reshape(-1, 52)
    chance = np.random.default_rng((survey.seed, block)).random(legal.shape)
    ranks = 4 * (np.arange(52) % 13) + np.arange(52) // 13
    found: dict[str, Bytes | list[int]] = {
        RANDOM: np.where(legal, chance, -1).argmax(axis=1).astype(np.uint8),
        LOWEST: np.where(legal, ranks, 99).argmin(axis=1).astype(np.uint8),
    }
    if RULE in survey.methods:
        found[RULE] = [number(_by_rule(*one)) for one in states(views)]
    plain = {name: _block(cards) for name, cards in found.items() if name in survey.methods}
    if survey.knowledge is None or not {NETWORK, LEARNED} & set(survey.methods):
        return plain
    votes = LEARNED in survey.methods
    return {**plain, **_known(survey, survey.knowledge, views, choices, votes=votes)}


def _block(cards: Bytes | list[int], chances: Chances | None = None) -> _Block:
    return {
        "cards": [int(card) for card in cards],
        "chances": [] if chances is None else [round(one, 6) for one in chances.tolist()],
    }


def _known(
    survey: Survey, knowledge: MethodKnowledge, views: Views, choices: Choices, *, votes: bool
) -> Mapping[str, _Block]:
    """The network's own cards and, with *votes*, those that precedents elect.

    Of a lead, a suit that partner asked for goes before the votes, as in the adviser.
    """
    chances = knowledge.similarity.chances(views)
    given = np.maximum(chances.reshape(-1, 4, 13), 1e-6 * choices.legal).astype(np.float32)
    foreseen = CardVotes(given, choices.pooled(given), choices.legal.astype(np.int64))
    own = foreseen.together.reshape(-1, 52)
    rows, first = np.arange(len(views)), foreseen.order[:, 0]
    found = {NETWORK: _block(first.astype(np.uint8), own[rows, first])}
    if knowledge.precedents is None or not votes:
        return found
    held = Precedents.at(knowledge.precedents)
    near, answered = held.electorate(codes(chances), views, knowledge.device)
    order = elected(choices, near, held.played).order
    first = order[:, 0] if survey.asked is not Asked.LEADS else _wished(views, order, chances)
    cards = np.where(answered, first, NO_CARD).astype(np.uint8)
    return {**found, LEARNED: _block(cards, own[rows, first])}


def _wished(views: Views, order: Rows, chances: Chances) -> Rows:
    """The first card of each order, or of the suit that partner asked for where it goes first."""
    first = order[:, 0].copy()
    for row, (state, auction) in enumerate(states(views)):
        leader = state.turn
        forecast = read(state, chances[row])
        asked = AskedLead.of(auction, leader, forecast)
        if asked is not None and asked.goes_first:
            cards = [card for card in forecast if card.suit is asked.asked.suit]
            wished = {number(card) for card in cards}
            first[row] = next(place for place in order[row].tolist() if place in wished)
    return first


def states(views: Views) -> Iterator[tuple[Play, Auction | None]]:
    """Each view as a state with its auction, with South as declarer."""
    for table, ply in zip(views.table.tolist(), views.plies.tolist(), strict=True):
        start, cards, auction = views.tables.table(table)
        yield start.after_all(cards[:ply]), auction


def _by_rule(state: Play, auction: Auction | None) -> Card:
    if state.played:
        return by_maxims(state)
    silent = Auction(state.contract.declarer)
    return textbook_lead(state.deal[state.turn], auction or silent, state.contract)
