"""``kibitz learn cardplay``: the library's tables become precedents, or cease to be."""

from __future__ import annotations

from kibitz.cli.learn.tables import Lesson, Reason, Removal, Restore, Withdraw, learn_tables
from kibitz.cli.library import LibraryOption
from kibitz.cli.run import Run, long_command


@long_command
def cardplay(
    withdraw: Withdraw = None,
    reason: Reason = "",
    restore: Restore = None,
    library: LibraryOption = None,
    *,
    run: Run,
) -> None:
    """Learn every chair's decisions from what is new in the library, any contract, any length.

    Tables already learned are left alone, and so are those that were withdrawn. The cases are
    kept beside the library, in a folder of its name with .cardplay at the end. When it is stopped,
    what was described by then is kept.

    Example: kibitz learn cardplay
    """
    removal = Removal(withdraw or (), reason, restore or ())
    learn_tables(_lesson(), removal, library, run)


def _lesson() -> Lesson:
    from kibitz.cardplay import learning
    from kibitz.cardplay.similarity.learned import name_of

    similarities = learning.shipped()
    name = name_of(similarities)
    return Lesson(
        name="cardplay",
        counted="decisions",
        folder=learning.cases_folder,
        withdraw=learning.withdraw,
        restore=learning.restore,
        stage=lambda library, folder: learning.stage(learning.waiting(library, folder, name)),
        learn=lambda library, folder, watch, engine: learning.learn(
            library, folder, similarities, watch, engine
        ),
    )
