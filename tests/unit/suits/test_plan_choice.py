"""Strategies as people see them: sentences from checked properties, boards, SVG, kept files."""

import random
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from kibitz.errors import StorageError
from kibitz.games.boards import FIVE_MENS_MORRIS, LOSE_TIC_TAC_TOE
from kibitz.games.boards.board import Move
from kibitz.games.boards.lines import LineGame
from kibitz.strategies import store
from kibitz.strategies.explain import explain, pair_svg, sentence, told
from kibitz.strategies.learning import everything_learned
from kibitz.strategies.sequences.contexts import Context, ContextPair
from kibitz.strategies.sequences.view import View
from kibitz.strategies.store import Learned


def pair(
    game: LineGame, stands: dict[int, str], agent: int, *moves: str, solo: bool = False
) -> ContextPair:
    n = len(game.board.places)
    pattern = sum(1 << (game.marks.index(k) * n + i - 1) for i, k in stands.items())
    sequence = tuple(Move.parse(move).code for move in moves)
    return ContextPair(Context(agent, solo, pattern), (sequence,), 5, 12, 12)


def test_reflection_is_told_only_where_every_own_move_reflects() -> None:
    view = View(LOSE_TIC_TAC_TOE)
    board = {5: "X", 8: "O", 2: ".", 1: ".", 9: "."}
    reflecting = pair(LOSE_TIC_TAC_TOE, board, 0, "2", "1", "9")
    other = pair(LOSE_TIC_TAC_TOE, board, 0, "2", "1", "3")
    words = "X reflects the opponent's moves through the centre: X 2, O 1, X 9."
    assert sentence(reflecting, view) == words
    assert "reflects" not in sentence(other, view)


def test_two_blocked_mills_are_told_in_turn_as_in_figure_6() -> None:
    view = View(FIVE_MENS_MORRIS)
    board = {3: "B", 16: "B", 10: ".", 14: ".", 15: "."}
    blocking = pair(FIVE_MENS_MORRIS, board, 1, "10", "14", "15")
    assert sentence(blocking, view) == (
        "W blocks two mills in turn, 3-10-16 and 14-15-16: W 10, B 14, W 15."
    )


def test_a_mill_opened_and_closed_is_told_as_in_figure_7() -> None:
    view = View(FIVE_MENS_MORRIS)
    board = {3: "B", 16: "B", 9: "B", 10: "."}
    shuttle = pair(FIVE_MENS_MORRIS, board, 0, "9-10x1", "10-9", "9-10x2", solo=True)
    assert sentence(shuttle, view).startswith("B opens and closes the mill 3-10-16: ")


def test_a_pair_is_drawn_with_its_sequence_its_weight_and_how_often_it_was_seen() -> None:
    view = View(LOSE_TIC_TAC_TOE)
    shown = told(pair(LOSE_TIC_TAC_TOE, {5: "X", 8: "O", 2: "."}, 0, "2", "1", "9"), view)
    assert shown.splitlines()[:5] == [
        "2----1----#", "|    |    |", "#----X----#", "|    |    |", "#----O----3"
    ]  # fmt: skip
    assert "Weight 1.00: right 12 of 12 times it spoke; watched 5 times" in shown


def test_the_picture_of_a_pair_is_well_formed_and_numbers_its_sequence() -> None:
    view = View(FIVE_MENS_MORRIS)
    picture = pair_svg(pair(FIVE_MENS_MORRIS, {3: "B", 16: "W"}, 0, "10", "1", "15"), view)
    texts = [element.text for element in ElementTree.fromstring(picture).iter() if element.text]
    assert {"1", "2", "3"} <= set(texts)


@pytest.fixture(scope="module")
def learned() -> Learned:
    return everything_learned(LOSE_TIC_TAC_TOE, 160, 1)


def test_what_was_learned_survives_the_trip_to_disk(learned: Learned, tmp_path: Path) -> None:
    store.save(learned, tmp_path / "kept")
    again = store.load(tmp_path / "kept")
    assert again.pairs == learned.pairs
    state = LOSE_TIC_TAC_TOE.start()
    for _ in range(4):
        one = learned.adviser().decide(state, random.Random(1))
        assert one == again.adviser().decide(state, random.Random(1))
        assert explain(one, again.view).startswith(f"{one.action}: ")
        state = state.after(one.action)


def test_a_file_that_holds_no_strategies_is_refused_by_name(
    learned: Learned, tmp_path: Path
) -> None:
    from kibitz.runtime import storage

    path = tmp_path / "kept"
    store.save(learned, path)
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(StorageError, match="damaged"):
        store.load(path)
    storage.save(path, b'{"game": "lose-tic-tac-toe"}', kind=store.KIND, version=store.VERSION)
    with pytest.raises(StorageError, match="does not hold strategies"):
        store.load(path)


def test_learning_twice_from_the_same_seed_is_learning_the_same(learned: Learned) -> None:
    again = everything_learned(LOSE_TIC_TAC_TOE, 160, 1)
    assert again.pairs == learned.pairs
    assert again.knowledge.held.counts == learned.knowledge.held.counts
    assert (again.knowledge.judgement.weights == learned.knowledge.judgement.weights).all()


@pytest.mark.parametrize("spot", ["2", "4", "6", "8"])
def test_advice_is_told_as_the_board_lies(learned: Learned, spot: str) -> None:
    from kibitz.strategies.sequences.player import Enforcer, SeqPlayer

    state = LOSE_TIC_TAC_TOE.start().after(Move.parse("5")).after(Move.parse(spot))
    player = SeqPlayer.of(learned.view, learned.pairs)
    decision = player.decide(state, Enforcer(), random.Random(0))
    assert str(decision.action) == str(10 - int(spot))
    words = explain(decision, learned.view)
    assert f": X {decision.action}," in words or f": {decision.action}, then" in words


def test_every_ground_can_be_explained(learned: Learned) -> None:
    from kibitz.strategies.sequences.player import Enforcer, SeqPlayer

    view = learned.view
    player = SeqPlayer.of(view, learned.pairs)
    state, under_way, rng = LOSE_TIC_TAC_TOE.start(), Enforcer(), random.Random(2)
    said = []
    while not state.over:
        decision = player.decide(state, under_way, rng)
        said.append(explain(decision, view))
        under_way = decision.grounds.enforcer if state.mover == 0 else Enforcer()
        state = state.after(decision.action)
    silent = SeqPlayer.of(view, []).decide(LOSE_TIC_TAC_TOE.start(), Enforcer(), rng)
    said.append(explain(silent, view))
    assert any("contexts that hold here advise it" in words for words in said)
    assert "no context holds; one of 9 legal actions" in said[-1]
