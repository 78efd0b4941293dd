"""Sequences, contexts, weights, trees and SeqPlayer, who uses them."""

import random
from collections.abc import Iterable

from kibitz.games.boards import LOSE_TIC_TAC_TOE
from kibitz.games.boards.board import Contest, Move
from kibitz.games.boards.lines import LineGame, LineState
from kibitz.strategies.sequences.contexts import Context, ContextPair, weight
from kibitz.strategies.sequences.learner import SeqLearner
from kibitz.strategies.sequences.player import (
    VERSION_1,
    VERSION_2,
    ByChance,
    ByEnforcer,
    BySequence,
    Enforcer,
    SeqPlayer,
)
from kibitz.strategies.sequences.trees import SequenceTree
from kibitz.strategies.sequences.view import BoardView

VIEW = BoardView(LOSE_TIC_TAC_TOE)


def codes(*moves: str) -> tuple[int, ...]:
    return tuple(Move.parse(move).code for move in moves)


def contest(game: LineGame, moves: Iterable[str], winner: int | None = None) -> Contest:
    states = [game.start()]
    actions = [Move.parse(move) for move in moves]
    for action in actions:
        states.append(states[-1].after(action))
    return Contest(game, tuple(states), tuple(actions), winner)


def at(board: str, mover: int) -> LineState:
    masks = [sum(1 << i for i, k in enumerate(board) if k == mark) for mark in "XO"]
    hands = (5 - masks[0].bit_count(), 4 - masks[1].bit_count())
    return LineState(LOSE_TIC_TAC_TOE, (masks[0], masks[1]), hands, mover)


def pair(
    board: str, agent: int, *sequences: tuple[int, ...], solo: bool = False, right: int = 10
) -> ContextPair:
    pattern = sum(1 << (".XO".index(k) * 9 + i) for i, k in enumerate(board) if k != "#")
    return ContextPair(Context(agent, solo, pattern), sequences, 2, right, 10, right, right / 10)


def test_sequences_that_a_symmetry_makes_equal_are_one() -> None:
    learner = SeqLearner(VIEW, (3,))
    learner.learn(contest(LOSE_TIC_TAC_TOE, "519"), (0,))
    learner.learn(contest(LOSE_TIC_TAC_TOE, "537"), (0,))
    assert len(learner.table) == 2  # one duet, one solo
    assert {origins.met for origins in learner.table.origins.values()} == {2}


def test_only_what_the_expert_began_and_did_not_lose_is_collected() -> None:
    learner = SeqLearner(VIEW, (3,))
    learner.learn(contest(LOSE_TIC_TAC_TOE, "5192", winner=1), (0,))
    assert len(learner.table) == 0
    learner.learn(contest(LOSE_TIC_TAC_TOE, "5192", winner=1), (1,))
    assert {sequence.agent for sequence in learner.table.origins} == {1}


def test_a_sequence_met_once_has_no_context_yet() -> None:
    learner = SeqLearner(VIEW, (3,))
    learner.learn(contest(LOSE_TIC_TAC_TOE, "519"), (0,))
    learner.sweep()
    assert len(learner.book) == 0
    learner.learn(contest(LOSE_TIC_TAC_TOE, "519"), (0,))
    learner.sweep()
    assert len(learner.book) == 2
    learner.learn(contest(LOSE_TIC_TAC_TOE, "537"), (0,))
    assert [pair.seen for pair in learner.pairs()] == [3, 3]


def test_closed_patterns_are_common_to_some_origins_and_hold_the_common_one() -> None:
    plain, closed = SeqLearner(VIEW, (1,)), SeqLearner(VIEW, (1,), closed=2)
    for moves in ("51", "52", "53", "5219"):
        for learner in (plain, closed):
            learner.learn(contest(LOSE_TIC_TAC_TOE, moves), (0, 1))
    for learner in (plain, closed):
        learner.sweep()
    assert set(plain.book.contexts) < set(closed.book.contexts)


def test_a_weight_rises_with_being_right_and_with_being_heard() -> None:
    assert weight(10, 10) == weight(50, 50) == 1.0
    assert weight(5, 5) < weight(9, 9) < weight(10, 10)
    assert weight(8, 10) < weight(9, 10)


def test_pairs_are_judged_by_expert_decisions_where_their_context_holds() -> None:
    learner = SeqLearner(VIEW, (3,))
    reflect = pair("#.##X##O#", 0, codes("2"))
    learner.book.put([(reflect.context, reflect.sequences)])
    for moves in ("582", "582", "581", "519"):  # in the last one the context never holds
        learner.learn(contest(LOSE_TIC_TAC_TOE, moves), (0,))
    assert (learner.book.supports[0], learner.book.comments[0]) == (2, 3)
    assert learner.book.right[0] == 2


def test_version_1_adds_weights_and_version_2_asks_the_best_first() -> None:
    strong = pair("....X....", 1, codes("1"), right=10)
    weak = [pair(f"#...X...{k}", 1, codes("2"), right=6) for k in "#."]
    state = at("....X....", 1)
    rng = random.Random(0)
    first = SeqPlayer.of(VIEW, [strong, *weak], VERSION_1).decide(state, Enforcer(), rng)
    second = SeqPlayer.of(VIEW, [strong, *weak], VERSION_2).decide(state, Enforcer(), rng)
    assert first.action.to in (1, 3, 5, 7)
    assert second.action.to in (0, 2, 6, 8)
    assert isinstance(second, BySequence)
    assert second.tier == 0


def test_the_enforcer_follows_the_branch_the_opponent_took_and_drops_the_rest() -> None:
    tree = SequenceTree.of([codes("1", "2", "8"), codes("1", "4", "6")])
    under_way = Enforcer(duets=tree).after(codes("1")[0], own=True)
    assert set(under_way.after(codes("4")[0], own=False).supports()) == set(codes("6"))
    assert under_way.after(codes("9")[0], own=False).supports() == {}


def test_a_solo_goes_on_whatever_is_answered_while_it_is_legal() -> None:
    under_way = Enforcer(solos=SequenceTree.of([codes("1", "3")])).after(codes("1")[0], own=True)
    answered = under_way.after(codes("9")[0], own=False)
    player = SeqPlayer.of(VIEW, [])
    going = player.decide(at("X...X...O", 0), answered, random.Random(0))
    assert isinstance(going, ByEnforcer)
    assert str(going.action) == "3"
    stopped = player.decide(at("X.O.X....", 0), answered, random.Random(0))
    assert isinstance(stopped, ByChance)


def test_tier_3_sends_nothing_to_the_enforcer() -> None:
    weak = pair("....X....", 1, codes("1", "9", "2"), right=6)
    decision = SeqPlayer.of(VIEW, [weak]).decide(at("....X....", 1), Enforcer(), random.Random(0))
    assert isinstance(decision, BySequence)
    assert decision.enforcer == Enforcer()


def test_ties_are_broken_by_the_seed_alone() -> None:
    player = SeqPlayer.of(VIEW, [pair("....X....", 1, codes("1"))])
    state = at("....X....", 1)
    chosen = [player.decide(state, Enforcer(), random.Random(s)).action for s in range(40)]
    again = [player.decide(state, Enforcer(), random.Random(s)).action for s in range(40)]
    assert chosen == again
    assert {action.to for action in chosen} == {0, 2, 6, 8}


def test_a_combination_is_common_where_its_locations_are_not() -> None:
    view = BoardView(LOSE_TIC_TAC_TOE, ((0, 8), (2, 6)))
    common = view.images(at("X.......O", 0))[0] & view.images(at("O.......X", 0))[0]
    assert view.contents(common)[0] is None
    assert view.combined(common) == (((0, 8), (1, 2)), ((2, 6), (0, 0)))
