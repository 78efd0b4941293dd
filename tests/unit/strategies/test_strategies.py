"""Sequences, contexts, weights, trees and the players that use them."""

import random
from collections.abc import Iterable

import pytest

from kibitz.games.boards import FIVE_MENS_MORRIS, LOSE_TIC_TAC_TOE, TIC_TAC_TOE
from kibitz.games.boards.agents import Perfect, Random, agent_named
from kibitz.games.boards.board import Contest, Move, square
from kibitz.games.boards.contests import play, score
from kibitz.games.boards.lines import Closing, LineGame, LineState
from kibitz.games.boards.solving.solution import solved
from kibitz.strategies.adviser import Adviser, Knowledge
from kibitz.strategies.judgement.held_states import Held
from kibitz.strategies.judgement.weights import Judgement
from kibitz.strategies.learning import watched
from kibitz.strategies.search.depth_limited import SURE, search
from kibitz.strategies.search.proof import verified
from kibitz.strategies.sequences.contexts import Context, ContextBook, ContextPair, Standing, weight
from kibitz.strategies.sequences.learner import SeqLearner
from kibitz.strategies.sequences.locality import Everywhere, Influence, Vicinity
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
from kibitz.strategies.sequences.view import View

VIEW = View(LOSE_TIC_TAC_TOE)


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
    return ContextPair(Context(agent, solo, pattern), sequences, 2, right, 10)


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
    book = ContextBook(VIEW)
    reflect = pair("#.##X##O#", 0, codes("2"))
    book.put([(reflect.context, reflect.sequences)])
    state = at("....X..O.", 0)
    for chosen in ("2", "2", "1"):
        legal = [action.code for action in state.legal_actions]
        book.weigh(0, VIEW.images(state), legal, codes(chosen)[0])
    book.weigh(0, VIEW.images(at("X...X...O", 0)), list(codes("2")), codes("2")[0])
    assert (book.supports[0], book.comments[0]) == (2, 3)


def test_version_1_adds_weights_and_version_2_asks_the_best_first() -> None:
    strong = pair("....X....", 1, codes("1"), right=10)
    weak = [pair(f"#...X...{k}", 1, codes("2"), right=6) for k in "#."]
    state = at("....X....", 1)
    rng = random.Random(0)
    first = SeqPlayer.of(VIEW, [strong, *weak], VERSION_1).decide(state, Enforcer(), rng)
    second = SeqPlayer.of(VIEW, [strong, *weak], VERSION_2).decide(state, Enforcer(), rng)
    assert first.action.to in (1, 3, 5, 7)
    assert second.action.to in (0, 2, 6, 8)
    assert isinstance(second.grounds, BySequence)
    assert second.grounds.tier == 0


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
    assert isinstance(going.grounds, ByEnforcer)
    assert str(going.action) == "3"
    stopped = player.decide(at("X.O.X....", 0), answered, random.Random(0))
    assert isinstance(stopped.grounds, ByChance)


def test_tier_3_sends_nothing_to_the_enforcer() -> None:
    weak = pair("....X....", 1, codes("1", "9", "2"), right=6)
    decision = SeqPlayer.of(VIEW, [weak]).decide(at("....X....", 1), Enforcer(), random.Random(0))
    assert isinstance(decision.grounds, BySequence)
    assert decision.grounds.enforcer == Enforcer()


def test_ties_are_broken_by_the_seed_alone() -> None:
    player = SeqPlayer.of(VIEW, [pair("....X....", 1, codes("1"))])
    state = at("....X....", 1)
    chosen = [player.decide(state, Enforcer(), random.Random(s)).action for s in range(40)]
    again = [player.decide(state, Enforcer(), random.Random(s)).action for s in range(40)]
    assert chosen == again
    assert {action.to for action in chosen} == {0, 2, 6, 8}


def test_a_context_is_proved_refuted_or_left_open_by_search() -> None:
    proved = verified(pair("#..#X#.O#", 0, codes("2")), VIEW, depth=9)
    refuted = verified(pair("....X####", 0, codes("1")), VIEW, depth=9)
    shallow = verified(pair("....X....", 1, codes("1")), VIEW, depth=2)
    assert proved.standing is Standing.PROVED
    assert refuted.standing is Standing.REFUTED
    assert shallow.standing is Standing.OPEN


def plain(state: LineState, depth: int) -> int:
    if state.over:
        return 0 if state.winner is None else SURE if state.winner == state.mover else -SURE
    if depth == 0:
        return 0
    values = [-plain(state.played(action), depth - 1) for action in state.legal_actions]
    return max(v - (v > 0) + (v < 0) for v in values)


@pytest.mark.parametrize("seed", range(15))
def test_search_finds_what_plain_minimax_finds(seed: int) -> None:
    rng = random.Random(seed)
    state = FIVE_MENS_MORRIS.start()
    for _ in range(rng.randrange(14, 50)):
        if not state.over:
            state = state.played(rng.choice(state.legal_actions))
    if state.over:
        return
    for code, value in search(state, 3).values.items():
        below = -plain(state.played(Move.of(code)), 2)
        assert value == below - (below > 0) + (below < 0)


def test_knowledge_changes_neither_what_is_searched_nor_how_far() -> None:
    knowledge = Knowledge(Held(), Judgement(LOSE_TIC_TAC_TOE))
    for seen in watched(LOSE_TIC_TAC_TOE, 5, random.Random(1), narrow=False):
        knowledge.learn(seen.contest, seen.experts)
    state = at("....X...O", 0)
    with_it = Adviser(3, knowledge.held, None, knowledge.judgement)
    one = with_it.decide(state, random.Random(0)).grounds.searched
    assert one == Adviser(3).decide(state, random.Random(0)).grounds.searched


def test_what_experts_held_is_never_lost() -> None:
    solution = solved(LOSE_TIC_TAC_TOE)
    held = Held()
    for seen in watched(LOSE_TIC_TAC_TOE, 10, random.Random(2), narrow=False):
        for expert in seen.experts:
            held.learn(seen.contest, expert)
    rng = random.Random(0)
    met = 0
    for _ in range(100):
        states = play(LOSE_TIC_TAC_TOE, (Random(), Perfect(solution)), rng).states
        for state in states[:-1]:
            assert isinstance(state, LineState)
            for code in held.among(state, state.legal_codes):
                met += 1
                assert solution.value(state.played(Move.of(code))) <= 0
    assert met > 100


def test_judgement_and_held_states_play_lose_tic_tac_toe_almost_without_fault() -> None:
    knowledge = Knowledge(Held(), Judgement(LOSE_TIC_TAC_TOE))
    for seen in watched(LOSE_TIC_TAC_TOE, 100, random.Random(3), narrow=False):
        knowledge.learn(seen.contest, seen.experts)
    player = Adviser(0, knowledge.held, None, knowledge.judgement)
    for level in ("perfect", "expert", "novice", "random"):
        other = agent_named(level, LOSE_TIC_TAC_TOE)
        assert score(LOSE_TIC_TAC_TOE, player, other, 100, random.Random(4)).reliability >= 98


def test_the_lines_of_tic_tac_toe_are_found_among_all_triples() -> None:
    judgement = Judgement(TIC_TAC_TOE)
    for seen in watched(TIC_TAC_TOE, 50, random.Random(4), narrow=False):
        for expert in seen.experts:
            if seen.contest.winner in (expert, None):
                judgement.learn(seen.contest, expert)
    lines = {tuple(sorted(line)) for line in TIC_TAC_TOE.board.lines}
    assert set(judgement.strongest(3, 3)) == lines


def test_a_combination_is_common_where_its_locations_are_not() -> None:
    view = View(LOSE_TIC_TAC_TOE, ((0, 8), (2, 6)))
    common = view.images(at("X.......O", 0))[0] & view.images(at("O.......X", 0))[0]
    assert view.contents(common)[0] is None
    assert view.combined(common) == (((0, 8), (1, 2)), ((2, 6), (0, 0)))


def test_vicinity_keeps_sequences_that_stay_near_and_influence_those_along_lines() -> None:
    board = square(7, lines=((0, 1, 2, 3, 4, 5, 6),))
    near, far = (Move(0), Move(1), Move(8)), (Move(0), Move(48))
    along = (Move(0), Move(6))
    assert Vicinity(1).area(board, near) == frozenset({0, 1, 2, 7, 8, 9, 15})
    assert Vicinity(1).area(board, far) is None
    assert Vicinity(1).area(board, along) is None
    assert Influence().area(board, along) is not None
    assert len(Everywhere().area(board, far) or ()) == 49


def test_a_larger_board_is_learned_locally() -> None:
    row = tuple(tuple(range(start, start + 3)) for start in range(0, 49, 7))
    game = LineGame("rows", square(7, lines=row), ".XO", (10, 10), Closing.WINS)
    learner = SeqLearner(View(game), (3,), locality=Vicinity(1))
    apart = contest(game, ["1", "2", "9", "49", "10"])
    learner.learn(apart, (0,))
    learner.learn(apart, (0,))
    learner.sweep()
    assert len(learner.table) == 2  # 1 2 9 hang together; 9 49 10 do not
    for context in learner.book.contexts:
        assert learner.view.contents(context.pattern).count(None) >= 40
