"""What was learned, on disk and again."""

from pathlib import Path

import pytest

from kibitz.errors import KibitzError, StorageError
from kibitz.games.boards import LOSE_TIC_TAC_TOE, SIX_MENS_MORRIS
from kibitz.runtime import storage
from kibitz.strategies import store
from kibitz.strategies.adviser import StrategyAdviser
from kibitz.strategies.learning import learn_all
from kibitz.strategies.memory import StrategyMemory
from kibitz.strategies.question import StrategyQuestion


@pytest.fixture(scope="module")
def memory() -> StrategyMemory:
    return learn_all(LOSE_TIC_TAC_TOE, 160, 1)


def test_what_was_learned_survives_the_trip_to_disk(memory: StrategyMemory, tmp_path: Path) -> None:
    store.save(memory, tmp_path / "kept")
    again = store.load(tmp_path / "kept")
    assert again.pairs == memory.pairs
    for moves in ("", "5", "5 1", "5 1 9 3"):
        question = StrategyQuestion.parse(f"lose-tic-tac-toe: {moves}")
        one, other = (StrategyAdviser(known).ask(question).to_json() for known in (memory, again))
        assert one == other


def test_a_file_that_holds_no_strategies_is_refused_by_name(
    memory: StrategyMemory, tmp_path: Path
) -> None:
    path = tmp_path / "kept"
    store.save(memory, path)
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(StorageError, match="damaged"):
        store.load(path)
    storage.save(path, b'{"game": "lose-tic-tac-toe"}', kind=store.KIND, version=store.VERSION)
    with pytest.raises(StorageError, match="does not hold strategies"):
        store.load(path)


def test_a_game_nobody_watched_says_how_to_watch_it(tmp_path: Path) -> None:
    with pytest.raises(KibitzError, match="nothing is learned about six-mens-morris"):
        store.recall(SIX_MENS_MORRIS, tmp_path / "none.strategies")


def test_learning_twice_from_the_same_seed_is_learning_the_same(memory: StrategyMemory) -> None:
    again = learn_all(LOSE_TIC_TAC_TOE, 160, 1)
    assert again.pairs == memory.pairs
    assert again.knowledge.held.counts == memory.knowledge.held.counts
    assert (again.knowledge.judgement.weights == memory.knowledge.judgement.weights).all()
