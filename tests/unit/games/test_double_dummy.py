import os
import random
import signal
import subprocess
import sys
from collections.abc import Hashable
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.errors import SolverError, UsageError
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.double_dummy import DoubleDummy, Solution
from kibitz.games.bridge.play import Play

CONTRACTS = ["3N by N", "4S by W", "2H by E", "5C by S", "1D by N"]
EASY = Deal.parse("N:AKQ2.AK2.AKQ.AK2 J543.Q43.J32.Q43 T98.JT98.T98.JT9 76.765.7654.8765")


def random_play(seed: int, contract: str, length: int) -> Play:
    rng = random.Random(seed)
    deal = Deal.shuffled(rng)
    play = Play.start(deal, Contract.parse(contract))
    for _ in range(length):
        play = play.after(rng.choice(play.legal_actions))
    return play


def minimax(play: Play, known: dict[Hashable, int]) -> int:
    """Declarer's tricks when both sides see everything: the definition, card by card."""
    if play.is_over:
        return play.declarer_tricks
    situation = (play.gone, play.trick, play.turn, play.declarer_tricks)
    if situation not in known:
        results = [minimax(play.after(card), known) for card in play.legal_actions]
        declaring = play.turn.is_with(play.contract.declarer)
        known[situation] = max(results) if declaring else min(results)
    return known[situation]


def test_small_endings_are_solved_as_plain_minimax_solves_them(solver: DoubleDummy) -> None:
    endings = [random_play(seed, CONTRACTS[seed % 5], 36 + seed % 16) for seed in range(32)]
    assert {len(play.trick) for play in endings} == {0, 1, 2, 3}
    for play, solution in zip(endings, solver.solve_all(endings), strict=True):
        assert isinstance(solution, Solution)
        known: dict[Hashable, int] = {}
        totals = {card: minimax(play.after(card), known) for card in play.legal_actions}
        assert (solution.tricks, solution.best) == (totals, minimax(play, known))
        assert solution.best_cards == tuple(c for c in totals if totals[c] == solution.best)


@pytest.mark.parametrize("contract", CONTRACTS)
def test_an_analysis_says_of_each_card_what_solving_before_it_says(
    solver: DoubleDummy, contract: str
) -> None:
    play = random_play(1, contract, 52)
    analysis = solver.analyse(play)
    assert len(analysis.totals) == 53
    assert analysis.totals[-1] == play.declarer_tricks
    state = Play.start(play.deal, play.contract).after_all(play.played[:14])
    for ply in range(14, 52):
        solution, card = solver.solve(state), play.played[ply]
        assert solution.best == analysis.totals[ply]
        assert solution.tricks[card] == analysis.totals[ply + 1]
        assert analysis.costs[ply] == abs(solution.tricks[card] - solution.best)
        state = state.after(card)
    assert solver.solve(state) == Solution({}, play.declarer_tricks)


def test_an_analysis_of_no_cards_is_the_result_of_the_contract(solver: DoubleDummy) -> None:
    play = Play.start(EASY, Contract.parse("7N by N"))
    assert solver.analyse(play).totals == (solver.solve(play).best,)
    assert solver.analyse(play).costs == ()


@pytest.mark.process
@pytest.mark.parametrize("workers", [1, 2])
def test_a_batch_whose_workers_are_killed_equals_an_undisturbed_one(
    solver: DoubleDummy, workers: int
) -> None:
    plays = [random_play(seed, CONTRACTS[seed % 5], 16 + seed % 8) for seed in range(60)]
    undisturbed = list(solver.solve_all(plays))
    disturbed = []
    killed: list[int] = []
    with DoubleDummy(workers) as other:
        for solution in other.solve_all(plays):
            disturbed.append(solution)
            if len(disturbed) in (10, 30):  # the next question is with a worker already
                killed.append(next(pid for pid in other.pids if pid not in killed))
                os.kill(killed[-1], signal.SIGKILL)
        assert workers == 2 or not set(killed) & set(other.pids)
    assert len(killed) == 2
    assert disturbed == undisturbed
    assert not any(isinstance(solution, SolverError) for solution in disturbed)


def test_a_state_no_legal_play_leads_to_is_refused_after_the_answers_before_it(
    solver: DoubleDummy,
) -> None:
    sound = random_play(7, "3N by N", 45)
    solution = solver.solve(sound)
    [stray] = random.Random(0).sample(sorted(sound.deal.north), 1)
    for broken in (
        replace(sound, declarer_tricks=13),
        replace(sound, trick=()),
        replace(sound, turn=sound.turn.next),
        replace(sound, gone=Hand()),
        replace(sound, played=(*sound.played, stray, stray)),
    ):
        answers = solver.solve_all([sound, broken, sound])
        assert next(answers) == solution
        with pytest.raises(UsageError, match="no legal play leads to this state"):
            next(answers)
        with pytest.raises(UsageError, match="no legal play leads to this state"):
            solver.analyse(broken)


def test_an_unfinished_batch_can_be_left_and_another_begun(solver: DoubleDummy) -> None:
    endings = [random_play(seed, "3N by N", 40) for seed in range(20)]
    batch = solver.solve_all(endings)
    first = next(batch)
    with pytest.raises(UsageError, match="busy with another batch"):
        solver.solve(endings[0])
    batch.close()
    assert solver.solve(endings[0]) == first


@pytest.mark.process
def test_the_solver_runs_the_callers_script_once_and_keeps_endplay_out_of_its_process(
    solver: DoubleDummy, tmp_path: Path
) -> None:
    play = Play.start(EASY, Contract.parse("7N by N"))
    script = tmp_path / "script.py"
    script.write_text(
        "import sys\n"
        "import kibitz.games.bridge.scoring\n"
        "from kibitz.games.bridge.auction import Contract\n"
        "from kibitz.games.bridge.deal import Deal\n"
        "from kibitz.games.bridge.double_dummy import DoubleDummy\n"
        "from kibitz.games.bridge.play import Play\n"
        f"play = Play.start(Deal.parse('{play.deal}'), Contract.parse('{play.contract}'))\n"
        "with DoubleDummy() as solver:\n"
        "    print(solver.solve(play).best, 'endplay' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.stdout, done.stderr) == (f"{solver.solve(play).best} False\n", "")
