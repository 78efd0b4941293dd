"""Readings of the SIBL paper where it leaves a choice, with the sentences for and against each.

The paper says that the program knows "the need to follow suit", but not where it uses this; and it
lists "the target feature" among those that its metrics compare. `STANDARD` are readings of the
former. `TARGET_SEEN` are readings of the latter, with a control: an experiment about the paper's
figures and not a method, since a method cannot see the answer it is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum

from kibitz.precedents.sequences.sequential import PRECISION

RANDOM_CARD, RANDOM_SYMBOL = "random legal", "random symbol"
"""Random players: of legal cards, or of symbols of the legal suits."""

TRIED = 20
"""The number of readings tried on a separate program; target-seen was chosen as its figures fit."""


class Legality(Enum):
    """How illegal suits are treated.

    IGNORED scores the recommended symbol as it is, legal or not. RETRIEVAL finds only cases of
    legal suits, plays the closest holding, and scores that card. CANDIDATES finds any case, drops
    those of illegal suits before choosing, and scores the symbol; a fixed length, which has only
    one candidate, may then be wrong.
    """

    IGNORED = "ignored"
    RETRIEVAL = "retrieval"
    CANDIDATES = "candidates"


@dataclass(frozen=True, slots=True)
class SiblReading:
    """A reading of the paper, with what speaks for it and against it."""

    name: str
    legality: Legality
    speaks_for: str
    speaks_against: str
    random: str = RANDOM_CARD
    sees_target: bool = False
    """Whether the metrics that choose among candidates see the expert's card."""
    precision: int = PRECISION
    """The number of steps into which the metrics are rounded."""

    @property
    def learning(self) -> tuple[bool, int]:
        """What a model learned by similarity depends on; readings with the same share the model."""
        return self.sees_target, self.precision


PAPER = SiblReading(
    "paper",
    Legality.IGNORED,
    speaks_for='"the recommended action may not always be legal in the current state"',
    speaks_against='"The only domain knowledge provided [...] was the need to follow suit"',
)
REPAIR = SiblReading(
    "repair",
    Legality.RETRIEVAL,
    speaks_for='"the program plays the closest holding to the card SIBL recommends"',
    speaks_against='"SIBL may recommend a card not held but in the correct suit" is scored as such',
)
FOLLOW_SUIT = SiblReading(
    "follow-suit",
    Legality.CANDIDATES,
    random=RANDOM_SYMBOL,
    speaks_for=(
        '"The only domain knowledge provided to the program was the need to follow suit";'
        ' "random legal (suit-following) play"'
    ),
    speaks_against="Table 1 drops no candidate",
)

_SEEN = (
    'a state has 23 features, "the target feature" among them, and equation 9 sums over all; in'
    " SIBL-learn-SSM the target is known, and SIBL-decide-SSM calls the same"
    " FindMostSimilarCandidate"
)
_BLIND = (
    '"noting how often it selected the correct (expert\'s move) card" promises a blind test, and'
    " nothing says that choosing a candidate compares other features than finding one"
)


def _about_the_target(name: str, *, sees_target: bool, precision: int) -> SiblReading:
    return SiblReading(
        name,
        Legality.CANDIDATES,
        random=RANDOM_SYMBOL,
        sees_target=sees_target,
        precision=precision,
        speaks_for=_SEEN if sees_target else _BLIND,
        speaks_against=_BLIND if sees_target else _SEEN,
    )


STANDARD = (PAPER, REPAIR, FOLLOW_SUIT)
TARGET_SEEN = (
    _about_the_target("target-seen", sees_target=True, precision=10),
    _about_the_target("target-hidden", sees_target=False, precision=10),
    _about_the_target("target-seen, twentieths", sees_target=True, precision=20),
    _about_the_target("target-hidden, twentieths", sees_target=False, precision=20),
)


class ReadingName(StrEnum):
    """The readings that ``kibitz lab sibl --reading`` takes."""

    PAPER = "paper"
    REPAIR = "repair"
    FOLLOW_SUIT = "follow-suit"
    TARGET_SEEN = "target-seen"


GROUPS = {**{reading.name: (reading,) for reading in STANDARD}, "target-seen": TARGET_SEEN}
"""The readings of ``kibitz lab sibl --reading NAME``; without a name, the standard ones."""
