"""Readings of the paper: each point that it leaves open is a field.

Source:     Lock and Epstein, "Learning and Applying Competitive Strategies"; the sentence each
            field stands on is part of it (`sentences`)
Named:      `0.1.0` is how this package first read the paper; S and L were found by trying about
            5,000 settings on separate programs for those that give the paper's tables, so they are
            readings chosen because they fit; L-morris is L for larger games; G fits the columns
            of the weak opponents best
Checked by: lab/tests/papers/test_readings.py, kibitz_lab/seqlearner/experiment.py
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from enum import IntEnum

from kibitz.errors import UsageError

TRIED = 5000
"""Roughly how many settings were tried on separate programs before S, L and G were named."""


class JudgedAdvice(IntEnum):
    """Which advice of a pair is compared with the expert's decisions."""

    FIRST_ACTION = 0
    ALL_ADVICE = 1


class Against(IntEnum):
    """What advice is compared with: the expert's move, or any it might have drawn."""

    DRAWN_MOVE = 0
    BEST_MOVES = 1


class Credit(IntEnum):
    """The credit for a pair that advises several actions, only some of them right."""

    ANY = 0  # full credit
    SHARE = 1  # the share of them that is right
    ALONE = 2  # neither credit nor blame


class EnforcerBranch(IntEnum):
    """Which continuation the Enforcer takes."""

    HEAVIEST = 0  # of the weightiest pairs
    MOST = 1  # that most sequences give


class Weight(IntEnum):
    """How the weight follows from supports and comments."""

    TEN_COMMENTS = 0  # the share, less a tenth for each of the first ten times it did not speak
    SHARE = 1


@dataclass(frozen=True, slots=True)
class PaperReading:
    """One way to read the paper.

    >>> reading_named("L").repeated, reading_named("L-morris").repeated
    (3, 2)
    """

    name: str
    normalised: bool = field(
        default=True,
        metadata={"paper": "Both contexts and sequences are normalized for horizontal, vertical, "
                  "and diagonal reflection, plus rotations (§1.1)"},
    )  # fmt: skip
    judged: JudgedAdvice = field(
        default=JudgedAdvice.ALL_ADVICE,
        metadata={"paper": "checks whether a context pair's advice supports or opposes the "
                  "expert's decision (§1.1)"},
    )  # fmt: skip
    against: Against = field(
        default=Against.DRAWN_MOVE,
        metadata={"paper": "plays a randomly-chosen best move in any state (§2)"},
    )
    credit: Credit = field(
        default=Credit.ANY,
        metadata={"paper": "supports or opposes the expert's decision, and revises the pair's "
                  "weight in [0,1] accordingly (§1.1)"},
    )  # fmt: skip
    weight: Weight = field(
        default=Weight.TEN_COMMENTS,
        metadata={"paper": "A context pair's weight rises consistently when it is reliable and "
                  "frequently applicable (§1.1)"},
    )  # fmt: skip
    repeated: int = field(
        default=2,
        metadata={"paper": "For repeatedly encountered sequences, SeqLearner extracts a context "
                  "(§1.1)"},
    )  # fmt: skip
    replaced: bool = field(
        default=False,
        metadata={"paper": "engendering new, more general context pairs (§1.1)"},
    )
    merged: bool = field(
        default=True,
        metadata={"paper": "If more than one sequence leads to the formation of the same context, "
                  "those sequences are merged into a sequence tree to form a single context pair "
                  "(§1.1)"},
    )  # fmt: skip
    one_judge: bool = field(
        default=False,
        metadata={"paper": "it takes the states where it was the expert's turn to act (§1.1); one "
                  "against another perfect agent (§2)"},
    )  # fmt: skip
    branch: EnforcerBranch = field(
        default=EnforcerBranch.MOST,
        metadata={"paper": "the rest of the sequence is sent to Enforcer, which merges the "
                  "individual sequences it receives into one sequence tree (§1.3)"},
    )  # fmt: skip
    discards_all: bool = field(
        default=False,
        metadata={"paper": "If there is no such branch, Enforcer discards the sequence tree "
                  "(§1.3)"},
    )  # fmt: skip

    @classmethod
    def sentences(cls) -> dict[str, str]:
        """The paper's sentence on each open point."""
        return {f.name: f.metadata["paper"] for f in fields(cls) if "paper" in f.metadata}


FIRST = PaperReading(
    "0.1.0", normalised=False, judged=JudgedAdvice.FIRST_ACTION, branch=EnforcerBranch.HEAVIEST
)
S = PaperReading("S")
L = PaperReading(
    "L",
    against=Against.BEST_MOVES,
    credit=Credit.SHARE,
    repeated=3,
    replaced=True,
    discards_all=True,
)
L_MORRIS = replace(L, name="L-morris", repeated=2, replaced=False)
G = PaperReading(
    "G", credit=Credit.ALONE, weight=Weight.SHARE, repeated=1, merged=False, one_judge=True
)
DEFAULT = L
"""The reading closest to both of the paper's tables: the one that ships and the page shows."""

READINGS = {reading.name: reading for reading in (FIRST, S, L, L_MORRIS, G)}


def reading_named(name: str) -> PaperReading:
    try:
        return READINGS[name]
    except KeyError:
        raise UsageError(f"no reading {name!r}; there are {', '.join(READINGS)}") from None
