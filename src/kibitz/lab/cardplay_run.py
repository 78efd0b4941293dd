"""The experiment of `lab.cardplay` from files to a result."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from kibitz import storage
from kibitz.cardplay.similarity import Similarity
from kibitz.errors import StorageError
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.lab import seen_deals
from kibitz.lab.cardplay import (
    Answers,
    costs,
    double_dummy_answers,
    learned_answers,
    questions_of,
    row,
    simple_answers,
)
from kibitz.lab.cardplay_cases import read_tables, split
from kibitz.lab.seen_deals import SeenDeals


class Watch(Protocol):
    """Told of each stage how much there is, where that is known, and how much more is done."""

    def __call__(self, stage: str, total: int | None, done: int) -> object: ...


def run(
    train: Sequence[Path],
    test: Sequence[Path],
    methods: Sequence[str],
    *,
    limit_train: int,
    limit_test: int,
    sample: int,
    seed: int,
    similarity: Path | None,
    watch: Watch,
) -> dict[str, Any]:
    """The table of *methods*, and what it was made from."""
    learned, made_from = opened(similarity)
    reading = partial(watch, "reading records", None)
    training = read_tables(train, seen=reading)
    testing = training if list(test) == list(train) else read_tables(test, seen=reading)
    chosen = split(
        training, testing, made_from, limit_train=limit_train, limit_test=limit_test, seed=seed
    )
    questions = questions_of(chosen)
    answers = learned_answers(
        chosen,
        learned,
        methods,
        reading=partial(watch, "describing positions", len(chosen.learned)),
        searching=partial(watch, "finding precedents", len(questions)),
    )
    answers += [
        simple_answers(method, chosen, questions, seed)
        for method in methods
        if method in ("random", "lowest", "rules", "frequent")
    ]
    with DoubleDummy() as solver:
        solving = partial(watch, "solving double dummy", min(sample, len(questions)))
        lost = costs(questions, sample, seed, solver, solving)
    if "double-dummy" in methods and lost:
        answers.append(double_dummy_answers(lost))
    by_name = {one.method: one for one in answers}
    ordered: list[Answers] = [by_name[method] for method in methods if method in by_name]
    return {
        "similarity": learned.name,
        "test": [path.name for path in test],
        "learned": len(chosen.learned),
        "tested": len(chosen.tested),
        "events": len(set(chosen.events)),
        "refused": chosen.refused,
        "decisions": len(questions),
        "rows": [row(one, questions, lost, seed) for one in ordered],
    }


def opened(path: Path | None) -> tuple[Similarity, SeenDeals]:
    """A similarity and the deals it was made from: the shipped one, or that of a file."""
    if path is None:
        shipped = storage.shipped(seen_deals.SHIPPED)
        return Similarity.shipped(), SeenDeals.read(shipped, name=seen_deals.SHIPPED)
    beside = path.with_name(seen_deals.SHIPPED)
    try:
        sealed, seen = path.read_bytes(), beside.read_bytes()
    except OSError as error:
        raise StorageError(f"{error.filename} cannot be read: {error.strerror}") from error
    return Similarity.read(sealed, name=path.name), SeenDeals.read(seen, name=beside.name)
