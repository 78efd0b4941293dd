"""How the SIBL paper can be read where it leaves a choice: one value a reading, with its sentences.

The paper says that the program knows "the need to follow suit", and not where it uses it; and it
counts "the target feature" among those that its metrics compare. `STANDARD` are the readings of
the first doubt. `TARGET_SEEN` are those of the second, with the control beside them: an experiment
about the paper's figures and no method, because what sees the answer cannot be asked for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum

from kibitz.precedents.sequences.sequential import PRECISION

RANDOM_CARD, RANDOM_SYMBOL = "random legal", "random symbol"
"""Who plays at random: one of the legal cards, or one of the symbols of the suits allowed."""

TRIED = 20
"""Readings of which target-seen was chosen because its figures fit: tried on a separate program."""


class Legality(Enum):
    """What is done about suits that may not be played.

    IGNORED scores the symbol recommended as it stands, legal or not. RETRIEVAL finds only cases
    whose suit may be played, plays the closest holding, and scores that card. CANDIDATES finds any
    case, drops those whose suit may not be played before choosing among them, and scores the
    symbol; a fixed length, which has only one, is then wrong.
    """

    IGNORED = "ignored"
    RETRIEVAL = "retrieval"
    CANDIDATES = "candidates"


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the paper: what it says for it, and what against."""

    name: str
    legality: Legality
    speaks_for: str
    speaks_against: str
    random: str = RANDOM_CARD
    sees_target: bool = False
    """Whether the metrics that choose among candidates see which card the expert chose."""
    precision: int = PRECISION
    """Into how many parts the metrics are told apart."""

    @property
    def learning(self) -> tuple[bool, int]:
        """What a model learned by similarity hangs on: readings that share it share the model."""
        return self.sees_target, self.precision


PAPER = Reading(
    "paper",
    Legality.IGNORED,
    speaks_for='"the recommended action may not always be legal in the current state"',
    speaks_against='"The only domain knowledge provided [...] was the need to follow suit"',
)
REPAIR = Reading(
    "repair",
    Legality.RETRIEVAL,
    speaks_for='"the program plays the closest holding to the card SIBL recommends"',
    speaks_against='"SIBL may recommend a card not held but in the correct suit" is scored as such',
)
FOLLOW_SUIT = Reading(
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


def _about_the_target(name: str, *, sees_target: bool, precision: int) -> Reading:
    return Reading(
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
"""What ``kibitz lab sibl --reading NAME`` runs; without a name, the standard ones."""
