"""Deals declared to the end: perfect defenders, what a card costs, and who can declare."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from kibitz.cli import main
from kibitz.errors import SolverError, UsageError
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz.lab.declaring import chosen, event_of, experiment
from kibitz.lab.house_player import HousePlayer
from kibitz.lab.players import ByBoth, ByPrecedents
from kibitz.lab.tables import (
    Player,
    costs,
    costs_of_all,
    declared,
    defended,
    given_away,
    tricks_lost,
)
from kibitz.records.lines import write_lines
from kit import random_deal, random_play
from played import strong_record


@pytest.fixture(scope="module")
def solver() -> Iterator[DoubleDummy]:
    with DoubleDummy() as solver:
        yield solver


def half_played(seed: int) -> Play:
    rng = random.Random(seed)
    contract = Contract.parse(("3N by S", "4H by E")[seed % 2])
    return random_play(rng, random_deal(rng), contract, 22 + seed % 4)


def lowest(state: Play, auction: Auction | None, /) -> Card:
    return state.legal_actions[0]


@pytest.mark.parametrize("seed", range(6))
def test_what_declarer_does_not_get_he_gave_away(seed: int, solver: DoubleDummy) -> None:
    start = half_played(seed)
    end = declared(start, None, lowest, solver, random.Random(seed))
    assert end.is_over
    assert end.played[: len(start.played)] == start.played
    before = given_away(start, solver)
    par = solver.solve(start).best
    assert given_away(end, solver) - before == par - end.declarer_tricks


@pytest.mark.parametrize("seed", range(4))
def test_a_declarer_who_sees_everything_gives_nothing_away(seed: int, solver: DoubleDummy) -> None:
    def clairvoyant(state: Play, auction: Auction | None, /) -> Card:
        return solver.solve(state).best_cards[0]

    start = half_played(seed)
    end = declared(start, None, clairvoyant, solver, random.Random(seed))
    assert end.declarer_tricks == solver.solve(start).best


@pytest.mark.parametrize("seed", range(12))
def test_a_defender_gives_nothing_away_and_keeps_his_high_cards(
    seed: int, solver: DoubleDummy
) -> None:
    state = half_played(seed)
    while state.turn.is_with(state.contract.declarer):
        state = state.after(state.legal_actions[0])
    card = defended(state, solver, random.Random(1))
    best = solver.solve(state).best_cards
    assert card in best
    assert card.rank == min(other.rank for other in best if other.suit is card.suit)


def test_a_card_costs_what_it_leads_to_less_than_the_best(solver: DoubleDummy) -> None:
    states = [half_played(seed) for seed in range(8)]
    found = list(costs_of_all(states, solver))
    assert any(cost and max(cost.values()) > 0 for cost in found)
    for state, cost in zip(states, found, strict=True):
        assert cost == costs(state, solver)
        assert min(cost.values()) == 0
        for card in state.legal_actions:
            after = solver.solve(state.after(card)).best
            assert cost[card] == tricks_lost(state, card, solver)
            assert cost[card] == abs(after - solver.solve(state).best)


class Dead(DoubleDummy):
    def solve_all(self, plays):  # type: ignore[no-untyped-def]
        return (SolverError("the solver died") for _ in plays)


def test_where_the_solver_dies_a_batch_goes_on_and_a_single_question_is_told() -> None:
    with Dead() as dead:
        assert list(costs_of_all([half_played(1)], dead)) == [None]
        with pytest.raises(SolverError, match="died"):
            costs(half_played(1), dead)


def test_precedents_decide_alone_or_with_lookahead(solver: DoubleDummy) -> None:
    def reversed_votes(state: Play, auction: Auction | None, /) -> Mapping[Card, float]:
        legal = state.legal_actions[::-1]
        return {card: 2.0**-n for n, card in enumerate(legal, start=1)}

    state = next(
        state for state in map(half_played, range(0, 40, 2))
        if state.turn.is_with(state.contract.declarer) and len(state.legal_actions) > 3
    )  # fmt: skip
    assert ByPrecedents(reversed_votes)(state, None) == state.legal_actions[-1]
    both = ByBoth(reversed_votes, solver, seed=1)
    assert both(state, None) == both(state, None)
    assert both(state, None) in state.legal_actions


def test_deals_to_declare_are_of_events_that_were_not_learned_from() -> None:
    rng = random.Random(1)
    rome = [strong_record(rng, "Rome") for _ in range(4)]
    oslo = [strong_record(rng, "Oslo") for _ in range(4)]
    found = chosen([*rome, *oslo, *oslo], 4, random.Random(2), apart_from=rome)
    assert {event_of(record) for record in found} == {"Oslo"}
    assert len({record.deal for record in found}) == 4
    assert found == chosen([*rome, *oslo], 4, random.Random(2), apart_from=rome)
    with pytest.raises(UsageError, match="5 deals with play and result are needed"):
        chosen([*rome, *oslo], 5, random.Random(2), apart_from=rome)


def test_every_method_and_the_experts_have_a_row(solver: DoubleDummy) -> None:
    rng = random.Random(3)
    records = [strong_record(rng, f"event {n}", cards=36) for n in range(3)]
    players: dict[str, Player] = {"lowest": lowest, "house": HousePlayer(solver, 1, layouts=2)}
    rows = experiment(records, players, solver, seed=1)
    assert [row["method"] for row in rows] == ["lowest", "house", "experts"]
    assert all(row["deals"] == row["made"] == 3 for row in rows)  # thirteen tops, however played
    assert rows[0]["lost_a_deal"] >= rows[1]["lost_a_deal"]
    assert rows == experiment(records, players, solver, seed=1)


def test_the_command_declares_the_deals_of_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(4)
    file = tmp_path / "deals.jsonl"
    file.write_text("".join(write_lines(strong_record(rng, f"e{n}") for n in range(2))))
    words = ["lab", "declare", "--records", str(file), "--deals", "2", "--into", str(tmp_path)]
    assert main([*words, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [row["method"] for row in result["rows"]] == ["lookahead", "experts"]
    assert result == json.loads((tmp_path / "declare.json").read_text())
    assert "/" not in result["made_by"]["command"]
    assert main([*words[:-4], "--deals", "9"]) == 2
