"""Reproduces Lock and Epstein, Tables 1 and 2: reliability and power of Versions 1 and 2.

Run:      kibitz lab seqlearner --game GAME --runs 100 --seed S [--reading NAME]
          kibitz lab seqlearner --game GAME --runs 20 --seed S [--beyond|--controls]
Writes:   docs/results/seqlearner-GAME-PART.json (data), from which docs/results.md is made
Departs:  100 or 20 runs, not 10; narrow and uniform perfect agents, since the paper does not say
          how it chose among drawing moves; the baseline plays as many contests as the other rows
Protocol: fixed before the reported seeds were run, and described in docs/methods.md
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated, Any

from kibitz.errors import UsageError
from kibitz.forms import Said
from kibitz.games.boards import game_named
from kibitz.games.boards.agents import LEVELS, Agent, Random, agent_named
from kibitz.games.boards.board import Move
from kibitz.games.boards.contests import score
from kibitz.games.boards.lines import LineGame, LineState
from kibitz.games.boards.solving.solution import open_solution
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage
from kibitz.strategies.judgement.held_states import Held
from kibitz.strategies.judgement.player import BoardPlayer, Knowledge
from kibitz.strategies.judgement.weights import Judgement
from kibitz.strategies.learning import (
    THRESHOLD,
    TOURNAMENTS,
    contests_for,
    default_for,
    learn_sequences,
    watch,
)
from kibitz.strategies.search.proof import verify
from kibitz.strategies.sequences.contexts import ContextPair, ContextStatus
from kibitz.strategies.sequences.learner import SeqLearner
from kibitz.strategies.sequences.player import VERSION_1, VERSION_2, Following, SeqPlayer, Tier
from kibitz.strategies.sequences.reading import FIRST, G, L, S, reading_named
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.study import StageWatch

TESTED = 50  # §2: contests against each of the four agents
CONTROLLED = 20  # against the perfect agent, for the controls
SUBCLASSES = ((0.9, 1.01), (0.8, 0.9), (0.7, 0.8), (0.55, 0.7))  # Table 2
SEARCH_DEPTH = 4  # five men's morris, with and without knowledge
DEEP = 8  # twice as far, for the controls
PIECE = 10  # the worth of an extra piece at the horizon: more than the plies to win it
BEYOND_CONTESTS = {"lose-tic-tac-toe": 100}  # per tournament; in morris 400, 3,200 in all

NORMALISED = replace(FIRST, normalised=True)  # beyond the paper: first actions are judged

Run = dict[str, Any]
"""The figures of a run by reading or, beyond the paper, by part."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of the runs: contests per tournament, contests per test, readings.

    None stands for the protocol's number.
    """

    watched: int | None = None
    tested: int | None = None
    readings: tuple[str, ...] = ()

    def share(self, game: LineGame) -> float:
        """About what share of the protocol's work this is."""
        watched = 1.0 if self.watched is None else self.watched / contests_for(game)
        tested = 1.0 if self.tested is None else self.tested / TESTED
        return (watched + tested) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Learn by watching, then play: Tables 1 and 2, and the control without knowledge.

    Example: kibitz lab seqlearner --reading S --runs 20 --seed 1 --json
    """

    game: Annotated[str, Said("lose-tic-tac-toe or five-mens-morris.")] = "lose-tic-tac-toe"
    runs: Annotated[int, Said("Runs with each kind of agent.", bounds=(1, 1000))] = 20
    readings: Annotated[
        Sequence[str],
        Said("How the paper is read: 0.1.0, S, L, L-morris or G; else several.", option="reading"),
    ] = ()
    beyond: Annotated[bool, Said("What we added to the paper.")] = False
    controls: Annotated[bool, Said("Deeper searches without knowledge, in morris.")] = False
    watched: Annotated[
        int | None, Said("Contests of a tournament; else the protocol's.", bounds=(1, None))
    ] = None
    tested: Annotated[
        int | None, Said("Contests that test an agent; else the protocol's.", bounds=(1, None))
    ] = None
    seed: int = 1

    @property
    def part(self) -> str:
        return "controls" if self.controls else "beyond" if self.beyond else "paper"

    @property
    def name(self) -> str:
        return f"seqlearner-{self.game}-{self.part}"

    @property
    def terms(self) -> Terms:
        by = readings_for(game_named(self.game), self.readings) if self.part == "paper" else ()
        return Terms(self.watched, self.tested, by)


@dataclass(frozen=True, slots=True)
class Prepared:
    """The runs to make, and where finished ones are kept."""

    task: Task
    parts: Parts

    @property
    def stages(self) -> list[Stage]:
        task, game = self.task, game_named(self.task.game)
        seconds = SECONDS[task.part][game.slides] * task.terms.share(game)
        return [Stage(2 * task.runs, min(2 * task.runs, len(self.parts)), seconds)]

    def clear(self) -> None:
        self.parts.clear()


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Check the options."""
    if task.beyond and task.controls:
        raise UsageError("Give either --beyond or --controls, not both.")
    asked = (task.seed, task.watched, task.tested, task.terms.readings)
    return Prepared(task, parts_of("seqlearner", task.game, task.part, *asked))


SECONDS = {"paper": (4.0, 16.0), "beyond": (3.2, 16.0), "controls": (3.0, 47.0)}
"""About how long one process takes per run, in games without and with sliding."""


@dataclass(slots=True)
class Timed:
    """An agent, and the processor time of its choices."""

    agent: Agent[LineState]
    seconds: float = 0.0
    choices: int = field(default=0)

    def begin(self) -> None:
        self.agent.begin()

    def saw(self, state: LineState, action: Move) -> None:
        self.agent.saw(state, action)

    def choose(self, state: LineState, rng: random.Random) -> Move:
        started = time.process_time()
        action = self.agent.choose(state, rng)
        self.seconds += time.process_time() - started
        self.choices += 1
        return action


def against_four(
    game: LineGame,
    agent: Agent[LineState],
    seed: str,
    *,
    narrow: bool,
    levels: Sequence[str] = LEVELS,
    contests: int = TESTED,
) -> Run:
    """One agent against the paper's four, 50 contests each."""
    timed = Timed(agent)
    row: Run = {}
    for level in levels:
        other = agent_named(level, game, narrow=narrow)
        result = score(game, timed, other, contests, random.Random(f"{seed} against {level}"))
        row[level] = {"reliability": result.reliability, "power": result.power}
    row["contests"] = contests
    row["microseconds"] = 1e6 * timed.seconds / timed.choices
    if isinstance(agent, BoardPlayer) and agent.depth:
        row["nodes"], row["depth"] = agent.nodes / agent.decisions, agent.depth
    return row


def paper_run(name: str, narrow: bool, seed: int, run: int, terms: Terms) -> Run:
    """Training and testing as in the paper: the baseline, and both versions by each reading.

    Every reading watches the same contests.
    """
    game, tested = game_named(name), terms.tested or TESTED
    key = f"{name} {'narrow' if narrow else 'uniform'} seed {seed} run {run}"
    baseline = against_four(game, Random(), f"{key} test", narrow=narrow, contests=tested)
    found: Run = {}
    for reading in map(reading_named, terms.readings):
        learner = learn_sequences(
            game,
            terms.watched or contests_for(game),
            random.Random(key),
            narrow=narrow,
            reading=reading,
        )
        pairs = learner.pairs()
        rows = {"Baseline": baseline}
        for version, tiers in (("Version 1", VERSION_1), ("Version 2", VERSION_2)):
            player = Following(SeqPlayer.of(learner.view, pairs, tiers, reading))
            rows[version] = against_four(
                game, player, f"{key} test", narrow=narrow, contests=tested
            )
        found[reading.name] = {"rows": rows, "counts": _counts(len(learner.table), pairs)}
    return found


def _counts(sequences: int, pairs: Sequence[ContextPair]) -> dict[str, int]:
    """The counts of the paper's Table 2 and of its text."""
    weights = [pair.weight for pair in pairs]
    return {
        "sequences": sequences,
        "pairs": sum(w >= THRESHOLD for w in weights),
        **{
            f"weight {low:g} to {min(high, 1):g}": sum(low <= w < high for w in weights)
            for low, high in SUBCLASSES
        },
    }


def beyond_run(name: str, narrow: bool, seed: int, run: int, terms: Terms) -> Run:
    """What we added to the paper, with and without each part."""
    game = game_named(name)
    key = f"{name} {'narrow' if narrow else 'uniform'} seed {seed} run {run} beyond"
    depth = SEARCH_DEPTH if game.slides else 0
    rows: Run = {}
    if not game.slides:
        rows.update(_closed_rows(game, key, narrow=narrow))
    contests = terms.watched or BEYOND_CONTESTS.get(game.name, 400)
    knowledge = _known(game, contests, key, narrow=narrow)
    players = {
        f"search of {depth} plies alone" if depth else "no knowledge": BoardPlayer(depth),
        "judgement": BoardPlayer(depth, judgement=knowledge.judgement),
        "held states": BoardPlayer(depth, held=knowledge.held),
        "held states and judgement": BoardPlayer(depth, knowledge.held, None, knowledge.judgement),
    }
    for row, player in players.items():
        rows[row] = against_four(
            game, player, f"{key} test", narrow=narrow, contests=terms.tested or TESTED
        )
    counts = {"watched": TOURNAMENTS * contests, "held": len(knowledge.held)}
    return {"beyond": {"rows": rows, "counts": counts}}


def control_run(name: str, narrow: bool, seed: int, run: int, terms: Terms) -> Run:
    """Search without knowledge, deeper and counting pieces, against the perfect agent only."""
    game = game_named(name)
    key = f"{name} {'narrow' if narrow else 'uniform'} seed {seed} run {run} controls"
    rows = {
        f"search of {depth} plies{' counting pieces' if piece else ''}": against_four(
            game,
            BoardPlayer(depth, piece=piece),
            key,
            narrow=narrow,
            levels=LEVELS[:1],
            contests=terms.tested or CONTROLLED,
        )  # fmt: skip
        for depth in (SEARCH_DEPTH, DEEP)
        for piece in (0, PIECE)
    }
    return {"controls": {"rows": rows, "counts": {}}}


def _known(game: LineGame, contests: int, key: str, *, narrow: bool) -> Knowledge:
    """The knowledge from a longer training stage, with *contests* per tournament."""
    knowledge = Knowledge(Held(), Judgement(game))
    for seen in watch(game, contests, random.Random(key), narrow=narrow):
        knowledge.learn(seen.contest, seen.experts)
    return knowledge


def _closed_rows(game: LineGame, key: str, *, narrow: bool) -> Run:
    """Rows for closed patterns from the paper's number of contests, without and with proofs."""
    learner = learn_sequences(
        game, contests_for(game), random.Random(key), narrow=narrow, reading=NORMALISED, closed=2
    )
    trusted = [pair for pair in learner.pairs() if pair.weight >= THRESHOLD]
    solution = open_solution(game)
    kept = [verify(pair, learner.view, solution) for pair in trusted]
    rows = {}
    combined = _learner_of_features(game, key, narrow=narrow)
    wider = [pair for pair in combined.pairs() if pair.weight >= THRESHOLD]
    for row, view, pairs in (
        ("closed patterns", learner.view, trusted),
        ("closed patterns, refuted ones dropped", learner.view, _unrefuted(kept)),
        ("closed patterns over learned features too", combined.view, wider),
    ):
        tier = Tier.of(view, pairs, enforced=False)
        rows[row] = against_four(game, BoardPlayer(contexts=tier), f"{key} test", narrow=narrow)
    return rows


def _learner_of_features(game: LineGame, key: str, *, narrow: bool) -> SeqLearner:
    """A learner that watches all contests twice: first for features, then for contexts."""
    judgement = Judgement(game)
    for seen in watch(game, contests_for(game), random.Random(key), narrow=narrow):
        for expert in seen.experts:
            if seen.contest.winner in (expert, None):
                judgement.learn(seen.contest, expert)
    features = judgement.strongest(2) + judgement.strongest(3)
    return learn_sequences(
        game,
        contests_for(game),
        random.Random(key),
        narrow=narrow,
        reading=NORMALISED,
        closed=2,
        features=features,
    )


def _unrefuted(pairs: Sequence[ContextPair]) -> list[ContextPair]:
    return [pair for pair in pairs if pair.standing is not ContextStatus.REFUTED]


def readings_for(game: LineGame, names: Sequence[str]) -> tuple[str, ...]:
    """The readings of these names, or else all those reported for a game, the shipped one first."""
    if names:
        return tuple(reading_named(name).name for name in names)
    others = (FIRST, S, L) if game.slides else (FIRST, S, G)
    return tuple(reading.name for reading in (default_for(game), *others))


PARTS: dict[str, Callable[[str, bool, int, int, Terms], Run]] = {
    "paper": paper_run,
    "beyond": beyond_run,
    "controls": control_run,
}


def runs(
    part: str,
    name: str,
    count: int,
    seed: int,
    *,
    terms: Terms | None = None,
    engine: Engine | None = None,
    parts: Parts | None = None,
    tell: Callable[[], object] = lambda: None,
) -> Iterator[tuple[str, Run]]:
    """Every run of one part, first with narrow agents, then with uniform ones."""
    game_named(name)
    asked = [(part, name, narrow, seed, run) for narrow in (True, False) for run in range(count)]
    work = partial(_run, terms or Terms())
    found = (engine or Engine()).run(work, asked, tell=tell, parts=parts)
    for (_, _, narrow, _, _), run in zip(asked, found, strict=True):
        yield "narrow" if narrow else "uniform", run


def _run(terms: Terms, asked: tuple[str, str, bool, int, int]) -> Run:
    part, name, narrow, seed, run = asked
    return PARTS[part](name, narrow, seed, run, terms)
