"""How the paper is read: what each doubtful point does, and that the one that ships is nearest."""

from collections.abc import Iterable
from dataclasses import fields, replace
from statistics import fmean

import pytest

from kibitz.errors import UsageError
from kibitz.games.boards import LOSE_TIC_TAC_TOE
from kibitz.games.boards.board import Contest, Move
from kibitz.strategies.sequences.contexts import Context
from kibitz.strategies.sequences.learner import SeqLearner
from kibitz.strategies.sequences.player import Enforcer
from kibitz.strategies.sequences.reading import (
    DEFAULT,
    FIRST,
    READINGS,
    Against,
    Credit,
    L,
    PaperReading,
    S,
    reading_named,
)
from kibitz.strategies.sequences.trees import SequenceTree
from kibitz.strategies.sequences.view import BoardView
from kibitz_lab.harness.results import read_result
from kibitz_lab.seqlearner.experiment import Terms, paper_run
from kibitz_lab.seqlearner.paper import ROWS, Cell, bold
from kibitz_lab.seqlearner.report import distances
from kit import ROOT

VIEW = BoardView(LOSE_TIC_TAC_TOE)


def codes(*moves: str) -> tuple[int, ...]:
    return tuple(Move.parse(move).code for move in moves)


def contest(moves: Iterable[str]) -> Contest:
    states = [LOSE_TIC_TAC_TOE.start()]
    actions = [Move.parse(move) for move in moves]
    for action in actions:
        states.append(states[-1].after(action))
    return Contest(LOSE_TIC_TAC_TOE, tuple(states), tuple(actions), None)


def judged(
    reading: PaperReading, moves: str, advice: Iterable[tuple[int, ...]], *, solo: bool = False
) -> tuple[float, int]:
    """(supports, comments) of a pair for X on the empty board, after one contest."""
    learner = SeqLearner(VIEW, (3,), reading)
    blank = sum(1 << i for i in range(9))
    learner.book.put([(Context(0, solo, blank), list(advice))])
    learner.learn(contest(moves), (0,))
    return float(learner.book.supports[0]), int(learner.book.comments[0])


def test_every_doubtful_point_has_its_sentence() -> None:
    assert set(PaperReading.sentences()) == {field.name for field in fields(PaperReading)} - {
        "name"
    }
    assert all(reading_named(name) == reading for name, reading in READINGS.items())
    with pytest.raises(UsageError, match="no reading 'M'; there are 0.1.0, S, L"):
        reading_named("M")


def test_the_test_that_is_read_out_of_the_paper_prints_bold_what_the_paper_does() -> None:
    found = {
        (game, row): {
            f"{level} {what}"
            for (level, what, cell), (_, _, earlier) in zip(
                rows[row].cells(), rows[before].cells(), strict=True
            )
            if bold(cell, earlier)
        }
        for game, rows in ROWS.items()
        for before, row in (("Baseline", "Version 1"), ("Version 1", "Version 2"))
    }
    reliability = {f"{level} reliability" for level in ("perfect", "expert", "novice", "random")}
    power = {"expert power", "novice power", "random power"}
    assert found["lose-tic-tac-toe", "Version 1"] == reliability | power
    assert found["lose-tic-tac-toe", "Version 2"] == {"perfect reliability", "expert reliability"}
    assert found["five-mens-morris", "Version 1"] == reliability - {"random reliability"}
    assert found["five-mens-morris", "Version 2"] == reliability | power - {"expert power"}


def test_a_difference_of_nothing_is_not_bold() -> None:
    assert not bold(Cell(50, 5), Cell(50, 5))
    assert not bold(Cell(40, 1), Cell(50, 1))


@pytest.mark.parametrize(("reading", "pairs"), [(FIRST, 2), (S, 1)], ids=["0.1.0", "S"])
def test_contexts_that_mirror_each_other_merge_only_where_they_are_normalised(
    reading: PaperReading, pairs: int
) -> None:
    """X stands in a corner, and O answers beside it or opposite: one context, two sequences."""
    learner = SeqLearner(VIEW, (1,), replace(reading, repeated=1))
    for moves in ("12", "19"):
        learner.learn(contest(moves), (1,))
    learner.sweep()
    assert len(learner.book) == pairs
    assert sum(map(len, learner.book.sequences)) == 2


def test_with_the_first_action_alone_a_wrong_continuation_costs_nothing() -> None:
    wrong_later = [codes("5", "1", "3")]
    assert judged(FIRST, "519", wrong_later) == (1, 1)
    assert judged(S, "519", wrong_later) == (1, 2)
    assert judged(S, "513", wrong_later) == (2, 2)


def test_a_duet_is_silent_after_another_reply_and_a_solo_goes_on() -> None:
    assert judged(S, "529", [codes("5", "1", "9")]) == (1, 1)
    assert judged(S, "529", [codes("5", "9")], solo=True) == (2, 2)
    assert judged(S, "594", [codes("5", "9")], solo=True) == (1, 2)  # another corner was advised


def test_credit_for_several_actions_is_all_a_share_or_none() -> None:
    both = [codes("5"), codes("1")]
    first = replace(S, judged=FIRST.judged)
    assert judged(first, "519", both) == (1, 1)
    # on the empty board 1 stands for every corner: 5 is one of the five actions advised
    supports, comments = judged(replace(first, credit=Credit.SHARE), "519", both)
    assert (round(supports, 6), comments) == (0.2, 1)
    assert judged(replace(first, credit=Credit.ALONE), "519", both) == (0, 0)
    assert judged(replace(first, credit=Credit.ALONE), "219", both) == (0, 1)


def test_best_moves_are_judged_by_as_a_set() -> None:
    learner = SeqLearner(VIEW, (3,), L, best_moves=lambda state: codes("2", "4"))
    learner.book.put([(Context(0, False, 0), [codes("2", "1", "3")])])
    learner.learn(contest("5"), (0,))
    assert learner.reading.against is Against.BEST_MOVES
    assert learner.book.supports[0] == pytest.approx(0.5)  # of 2, 4, 6 and 8, two are best


def test_a_newer_context_replaces_the_older_one_of_its_sequence() -> None:
    kept = SeqLearner(VIEW, (1,), replace(S, repeated=1))
    replaced = SeqLearner(VIEW, (1,), replace(S, repeated=1, replaced=True))
    for learner in (kept, replaced):
        for moves in ("519", "5192", "51923"):
            learner.learn(contest(moves), (0, 1))
            learner.sweep()
    assert len(replaced.book) < len(kept.book)
    assert sum(map(len, replaced.book.sequences)) == len(replaced.table)


def test_an_unexpected_reply_ends_duets_or_everything() -> None:
    duets, solos = SequenceTree.of([codes("1", "9")]), SequenceTree.of([codes("3")])
    reply = codes("7")[0]
    assert Enforcer(duets, solos).after(reply, own=False).supports() == {codes("3")[0]: 1.0}
    assert Enforcer(duets, solos, discards_all=True).after(reply, own=False).supports() == {}


def test_version_2_gains_on_version_1_as_the_paper_reads_now_and_not_as_0_1_0_read_it() -> None:
    runs = [
        paper_run("lose-tic-tac-toe", False, 5, run, Terms(tested=40, readings=("L", "0.1.0")))
        for run in range(6)
    ]

    def gain(reading: str) -> float:
        one, two = (
            fmean(run[reading]["rows"][version]["perfect"]["reliability"] for run in runs)
            for version in ("Version 1", "Version 2")
        )
        return two - one

    assert gain("L") > 5
    assert gain("0.1.0") < 0


def test_the_reading_that_ships_is_the_nearer_to_both_of_the_papers_tables() -> None:
    folder = ROOT / "docs" / "results"
    far = distances(read_result(folder / f"seqlearner-{game}-paper.json") for game in ROWS)
    assert {"S", "L", "0.1.0"} <= set(far)
    assert min(far, key=lambda name: far[name]) == DEFAULT.name
