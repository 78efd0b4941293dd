"""What is gained by weighing layouts by the calls, and by the cards played too, from every chair.

Run:      kibitz lab lookahead --every-chair --test FILE...
Writes:   docs/results/layouts.json
Method:   one real decision per table, half of declarer's side and half of the defenders', of tables
that the frozen split keeps for testing; lookahead alone, with the same number of layouts drawn
by rules about the calls, by the calls weighed, and by the calls and the cards weighed; tricks
lost are double dummy. Of the cards whose hand nothing seen settles, how many are in the hand
that is thought the likeliest. Differences are taken decision by decision, intervals over events
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kibitz.cardplay.belief.answer import FEW
from kibitz.cardplay.chairs import Chair, viewer_of
from kibitz.cardplay.lookahead.cards_played import cards_heard, shipped_networks
from kibitz.cardplay.lookahead.evaluation import look_ahead
from kibitz.cardplay.lookahead.sampling import SeatKnowledge, unknown_behind
from kibitz.cardplay.lookahead.weighing import believed, hear
from kibitz.cardplay.similarity.kinds import NO_DECISION, kinds
from kibitz.cardplay.similarity.positions import DECLARING, DEFENDING, Tables, Views
from kibitz.errors import SolverError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import DECK
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.playing_out import costs
from kibitz.games.bridge.solving import solving
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.results import contents_of
from kibitz_lab.harness.splits import SplitPart
from kibitz_lab.harness.statistics import clustered
from kibitz_lab.harness.study import StageWatch, begun
from kibitz_lab.lookahead.experiment import Task
from kibitz_lab.making.house_player import best_card
from kibitz_lab.making.tables import PackedTables

CARDS, CALLS, RULES = "cards", "calls", "rules"
SECONDS_A_LAYOUT = 0.12
"""About how long one core takes to draw and solve a layout, all ways together."""
LATE = 4
"""The number of tricks after which many cards have been heard."""
_SIDES = {"declarer": DECLARING, "defenders": DEFENDING}


@dataclass(frozen=True, slots=True)
class ChairDecision:
    """An expert's real decision, and its event."""

    state: Play
    auction: Auction | None
    event: int


@dataclass(frozen=True, slots=True)
class Prepared:
    """The decisions drawn, and where finished answers are kept."""

    task: Task
    questions: Sequence[ChairDecision]
    records: Sequence[dict[str, Any]]
    parts: Parts

    @property
    def stages(self) -> list[Stage]:
        seconds = SECONDS_A_LAYOUT * self.task.layouts
        return [Stage(len(self.questions), len(self.parts), seconds)]

    def clear(self) -> None:
        self.parts.clear()


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Read the files and draw from them; from any event, if none is for testing."""
    packed = PackedTables.of_files(task.test, partial(watch, "reading records", None))
    unseen = np.flatnonzero(packed.parts == SplitPart.TESTS)
    rows = unseen if len(unseen) else np.arange(len(packed.parts))
    order = np.random.default_rng(task.seed).permutation(rows)
    halves = zip(_SIDES.values(), np.array_split(order, 2), strict=True)
    questions = [
        ChairDecision(state, auction, int(packed.events[half[table]]))
        for side, half in halves
        for table, state, auction in _drawn(packed.tables[half], side, task)
    ]
    numbers = (task.sample, task.layouts, task.seed)
    parts = parts_of("layouts", contents_of(task.test), *numbers)
    return Prepared(task, questions, packed.records, parts)


def _drawn(tables: Tables, side: int, task: Task) -> Iterator[tuple[int, Play, Auction | None]]:
    """One real decision of each of the first tables that have one, and an auction."""
    rng = np.random.default_rng((task.seed, side))
    found = 0
    for table in range(len(tables)):
        views = Views.of_tables(tables[np.array([table])], side)
        real = np.flatnonzero(kinds(views) != NO_DECISION)
        start, cards, auction = tables.table(table)
        if not len(real) or auction is None:
            continue
        ply = int(views.plies[rng.choice(real)])
        yield table, start.after_all(cards[:ply]), auction
        found += 1
        if 2 * found >= task.sample:
            return


@dataclass(frozen=True, slots=True)
class _Judged:
    """A decision, the tricks that each way's card loses, and what is believed each way."""

    of: ChairDecision
    lost: dict[str, int]
    placed: dict[str, float] | None
    """The share of the unsettled cards that are placed rightly; None if no card is unsettled."""
    worth: dict[str, float | None]
    """The number of layouts that the figures are worth; None where all there are were weighed."""
    effective: float | None
    """The same with the cards heard, by the weights alone."""


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> dict[str, Any]:
    """Look ahead at every decision, all ways."""
    tell = begun(watch, "looking ahead", len(ready.questions))
    answered = engine.run(
        partial(_asked, ready.task), enumerate(ready.questions),
        tell=tell, parts=ready.parts, key=lambda one: one[0],
    )  # fmt: skip
    judged = [
        _Judged(question, *found)
        for question, found in zip(ready.questions, answered, strict=True)
        if found is not None
    ]
    return {
        "records": list(ready.records),
        "decisions": len(judged),
        "events": len({one.of.event for one in judged}),
        "layouts": ready.task.layouts,
        "rows": [_row(name, some) for name, some in _groups(judged)],
    }


def _asked(task: Task, numbered: tuple[int, ChairDecision]) -> list[Any] | None:
    """What each way's card loses, what is placed rightly, and the worth; plain JSON.

    None if the solver fails.
    """
    _, question = numbered
    state, auction = question.state, question.auction
    networks, heard = shipped_networks(), hear(auction, None)
    with solving() as solver:
        look = partial(
            look_ahead, state, auction, layouts=task.layouts, seed=task.seed, solver=solver
        )
        try:
            ahead = {
                CARDS: look(believer=heard, networks=networks),
                CALLS: look(believer=heard),
                RULES: look(),
            }
            worth = costs(state, solver)
        except SolverError:
            return None
    lost = {way: int(worth[best_card(state, found)]) for way, found in ahead.items()}
    return [lost, *_believed(question, task.seed)]


def _believed(
    question: ChairDecision, seed: int
) -> tuple[dict[str, float] | None, dict[str, float | None], float | None]:
    """What the seat to play believes with the cards heard and without: how well, and its worth."""
    state, auction = question.state, question.auction
    seen, viewer = SeatKnowledge.of(state), viewer_of(state)
    free = [card.bit.bit_length() - 1 for card in unknown_behind(seen).free]
    placed, worth = dict[str, float](), dict[str, float | None]()
    effective = None
    heard = cards_heard(seen, state, auction, shipped_networks())
    for way, cards in ((CARDS, heard), (CALLS, None)):
        rng = np.random.default_rng([seed, len(state.played)])
        found = believed(seen, viewer, hear(auction, None), rng, cards=cards)
        seats = list(seen.shown)
        shares = np.stack([found.weights @ (found.owners == seat) for seat in seats])
        likeliest = [seats[at] for at in shares.argmax(axis=0)]
        right = [DECK[card] in state.deal[likeliest[card]] for card in free]
        worth[way] = None if found.are_all else min(found.worth, float(unknown_behind(seen).count))
        if way == CARDS and not found.are_all:
            effective = found.effective
        placed[way] = sum(right) / max(1, len(right))
    return (placed if free else None), worth, effective


def _groups(judged: Sequence[_Judged]) -> Iterator[tuple[str, Sequence[_Judged]]]:
    yield "all", judged
    chairs = {Chair.DECLARER: "declarer", Chair.DUMMY: "declarer", Chair.OPENING_LEAD: "lead"}
    for name in ("declarer", "lead", "defence"):
        some = [one for one in judged if chairs.get(Chair.of(one.of.state), "defence") == name]
        if some:
            yield name, some
    late = [one for one in judged if one.of.state.tricks >= LATE]
    if late:
        yield "after trick four", late


def _row(name: str, some: Sequence[_Judged]) -> dict[str, Any]:
    events = [one.of.event for one in some]
    lost = {way: [float(one.lost[way]) for one in some] for way in (CARDS, CALLS, RULES)}
    of_ways = {way: clustered(values, events) for way, values in lost.items()}
    by_calls, by_cards = (
        clustered([a - b for a, b in zip(lost[worse], lost[better], strict=True)], events)
        for worse, better in ((RULES, CALLS), (CALLS, CARDS))
    )
    row: dict[str, Any] = {"of": name, "decisions": len(some)}
    for way, found in of_ways.items():
        row |= {f"lost_{way}": found.mean, f"lost_{way}_within": found.within}
    row |= {"saved": by_calls.mean, "saved_within": by_calls.within}
    row |= {"saved_by_cards": by_cards.mean, "saved_by_cards_within": by_cards.within}
    return row | _placed(some)


def _placed(some: Sequence[_Judged]) -> dict[str, Any]:
    """How many cards are placed rightly, with the cards heard and without."""
    told = [(one.placed, one.of.event) for one in some if one.placed is not None]
    row: dict[str, Any] = {}
    for way in (CARDS, CALLS):
        found = clustered([placed[way] for placed, _ in told], [event for _, event in told])
        row |= {f"placed_{way}": found.mean, f"placed_{way}_within": found.within}
    more = [placed[CARDS] - placed[CALLS] for placed, _ in told]
    gained = clustered(more, [event for _, event in told])
    sampled = [worth for one in some if (worth := one.worth[CARDS]) is not None]
    by_weights = [one.effective for one in some if one.effective is not None]
    return row | {
        "more_placed": gained.mean,
        "more_placed_within": gained.within,
        "sampled": len(sampled),
        "worth": float(np.median(sampled)) if sampled else 0.0,
        "effective": float(np.median(by_weights)) if by_weights else 0.0,
        "thin": sum(worth < FEW for worth in sampled),
    }
