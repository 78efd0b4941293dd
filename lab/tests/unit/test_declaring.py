"""Deals declared to the end: perfect defenders, what a card costs, and who can declare."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from coached import untrained
from kibitz.cli import main
from kibitz.errors import SolverError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.playing_out import (
    SidePlayer,
    costs,
    declared,
    given_away,
    perfect_card,
)
from kibitz.records.formats.lines import write_lines
from kibitz.runtime.parts import Parts
from kibitz_lab.cardplay import experiment as cardplay
from kibitz_lab.cardplay.experiment import AskedDecision
from kibitz_lab.cardplay.players import ByBoth, ByPrecedents
from kibitz_lab.cardplay.precedent_votes import Precedents, PrecedentVotes
from kibitz_lab.catalogue.results_page import page
from kibitz_lab.declare.experiment import apart, chosen, outcomes, rows
from kibitz_lab.making.house_player import LookaheadPlayer
from kit import half_played
from played import strong_record


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
    card = perfect_card(state, solver, random.Random(1))
    best = solver.solve(state).best_cards
    assert card in best
    assert card.rank == min(other.rank for other in best if other.suit is card.suit)


def test_a_card_costs_what_it_leads_to_less_than_the_best(solver: DoubleDummy) -> None:
    states = [half_played(seed) for seed in range(8)]
    found = [costs(state, solver) for state in states]
    assert any(max(cost.values()) > 0 for cost in found)
    for state, cost in zip(states, found, strict=True):
        assert min(cost.values()) == 0
        for card in state.legal_actions:
            after = solver.solve(state.after(card)).best
            assert cost[card] == abs(after - solver.solve(state).best)


CARD = Card.parse("CA")


class Dead(DoubleDummy):
    def solve_all(self, plays):  # type: ignore[no-untyped-def]
        return (SolverError("the solver died") for _ in plays)


def test_where_the_solver_dies_the_sample_goes_on_and_a_single_question_is_told(
    monkeypatch: pytest.MonkeyPatch, solver: DoubleDummy
) -> None:
    questions = [AskedDecision(half_played(seed), CARD, event=1, real=True) for seed in range(3)]
    with Dead() as dead:
        with pytest.raises(SolverError, match="died"):
            costs(half_played(1), dead)
        solvers = iter([dead, solver, dead])
        monkeypatch.setattr(cardplay, "solving", lambda: nullcontext(next(solvers)))
        found = cardplay.costs(questions, 3, seed=1)
    assert found == {1: costs(half_played(1), solver)}


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


def test_what_is_learned_is_of_other_events_than_what_is_declared() -> None:
    rng = random.Random(1)
    rome = [strong_record(rng, "Rome") for _ in range(4)]
    oslo = [strong_record(rng, "Oslo") for _ in range(4)]
    tables = chosen([*oslo, *oslo], 2, seen=oslo[0].deal.__eq__)
    assert {record.deal for record in tables} == {record.deal for record in oslo[1:]}
    assert len(tables) == 3
    assert tables == chosen(oslo, 2, seen=oslo[0].deal.__eq__)
    again = replace(oslo[1], citation=rome[0].citation)  # the same cards, dealt in Rome
    lessons = apart([*oslo, *rome, again], tables, 2)
    assert sorted(map(str, lessons)) == sorted(map(str, rome))


def test_every_method_and_the_experts_have_a_row(solver: DoubleDummy) -> None:
    rng = random.Random(3)
    records = [strong_record(rng, f"event {n}", cards=36) for n in range(3)]
    quick = LookaheadPlayer(solver, 1, lambda state: 2)
    players: dict[str, SidePlayer] = {"lowest": lowest, "house": quick}
    found = [outcomes(record, players, solver, random.Random(1)) for record in records]
    told = rows(found)
    assert [row["method"] for row in told] == ["lowest", "house", "experts"]
    assert all(row["deals"] == row["made"] == 3 for row in told)  # thirteen tops, however played
    assert told[0]["lost_a_deal"] >= told[1]["lost_a_deal"]
    assert found[0] == outcomes(records[0], players, solver, random.Random(1))


def test_precedents_vote_on_every_legal_card(
    solver: DoubleDummy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    rng = random.Random(6)
    similarity, lessons = (
        untrained(1),
        [strong_record(rng, "Rome", 40) for _ in range(8)],
    )
    path = Precedents.of(lessons, similarity).save()
    assert path == Precedents.of(lessons, similarity).save()
    votes = PrecedentVotes(similarity, Precedents.at(path))
    record = strong_record(rng, "Oslo")
    end = declared(
        record.opening_state(), record.auction, ByPrecedents(votes), solver, random.Random(1)
    )
    assert end.is_over
    state = record.opening_state().after_all(record.play[:1])
    shares = votes(state, record.auction)
    assert set(shares) == set(state.legal_actions)
    assert list(shares.values()) == sorted(shares.values(), reverse=True)


def test_the_command_declares_the_deals_of_a_file_and_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    rng = random.Random(4)
    file = tmp_path / "deals.jsonl"
    file.write_text("".join(write_lines(strong_record(rng, f"e{n}") for n in range(2))))
    words = ["lab", "declare", "--records", str(file), "--into", str(tmp_path), "--json"]
    words += ["--jobs", "1"]
    kept: list[object] = []
    keep = Parts.keep

    def stopped(parts: Parts, key: object, told: object) -> None:
        keep(parts, key, told)
        kept.append(key)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Parts, "keep", stopped)
        assert main([*words, "--deals", "2"]) == 130
    assert kept == [0]
    assert main([*words, "--deals", "2", "--dry-run"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["tasks"], told["finished_before"]) == (2, 1)

    def watched(parts: Parts, key: object, told: object) -> None:
        keep(parts, key, told)
        kept.append(key)

    monkeypatch.setattr(Parts, "keep", watched)
    assert main([*words, "--deals", "2"]) == 0
    assert kept == [0, 1]  # the first deal was not declared again
    result = json.loads(capsys.readouterr().out)
    assert [row["method"] for row in result["rows"]] == ["lookahead", "experts"]
    assert result == json.loads((tmp_path / "declare.json").read_text())
    assert "/" not in result["made_by"]["command"]
    assert main([*words, "--deals", "2"]) == 0  # nothing is kept of what is written down
    assert kept == [0, 1, 0, 1]
    assert json.loads(capsys.readouterr().out)["rows"] == result["rows"]
    assert main([*words, "--deals", "9"]) == 2
    assert main([*words[:-3], "--records", "nowhere.jsonl", "--deals", "2"]) == 2


def test_lookahead_is_measured_at_one_decision_of_each_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    rng = random.Random(5)
    train, test = tmp_path / "train.jsonl", tmp_path / "test.jsonl"
    train.write_text("".join(write_lines(strong_record(rng, f"t{n}", 36) for n in range(3))))
    test.write_text("".join(write_lines(strong_record(rng, f"e{n}") for n in range(6))))
    words = ["lab", "lookahead", "--train", str(train), "--test", str(test), "--layouts", "2"]
    words += ["--jobs", "1", "--weight", "0", "100"]
    assert main([*words, "--sample", "4", "--dry-run", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["tasks"], told["finished_before"]) == (5, 0)  # a block of precedents, 4 decisions
    assert main([*words, "--sample", "4", "--into", str(tmp_path), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result == json.loads((tmp_path / "lookahead.json").read_text())
    rows = {row["method"]: row for row in result["rows"]}
    tried = ["both, a trick 0", "both, a trick 100"]
    assert list(rows) == ["expert", "precedents", "lookahead", "both", *tried]
    assert {**rows[tried[0]], "method": ""} == {**rows["precedents"], "method": ""}
    assert rows["expert"]["agreement_real"] == 1
    assert all(0 <= row["agreement_real"] <= 1 <= 1 + row["tricks_lost"] for row in rows.values())
    assert main([*words, "--sample", "7"]) == 2
    assert main([*words[:4], "--test", "nowhere.jsonl"]) == 2


def test_the_results_page_tells_both_experiments(tmp_path: Path) -> None:
    row = {"method": "both", "made": 1, "makeable": 2}
    figures = ("made_rate", "tricks", "lost_a_deal", "agreement_real", "agreement", "tricks_lost")
    row |= {f"{name}{end}": 0.5 for name in figures for end in ("", "_within")}
    cited = [{"file": "a.jsonl", "sha256": "0" * 64}]
    told = {
        "made_by": {"command": "kibitz lab x", "commit": "abc", "machine": "2 cores", "load": 0},
        "rows": [row],
        "seed": 1,
    }
    told |= {"records": cited, "train": cited, "test": cited, "precedents": 7, "deals": 2}
    told |= {"similarity": "abc", "decisions": 3, "events": 2, "layouts": 16, "trick_weight": 2.0}
    for name in ("declare", "lookahead"):
        (tmp_path / f"{name}.json").write_text(json.dumps(told | {"experiment": name}))
    written = page(tmp_path)
    assert "| both | 1: 50.0% ± 50.0% | 2 | 0.50 ± 0.50 | 0.50 ± 0.50 |" in written
    assert "| both | 50.0% ± 50.0% | 0.500 ± 0.500 |" in written
