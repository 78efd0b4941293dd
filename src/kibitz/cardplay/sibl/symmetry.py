"""The same situation under other names: suits renamed, declarer and dummy exchanged.

Source:     Epstein and Shih, "Sequential Instance-Based Learning", section 5: each decision has 48
            variants, by suits, declarer and dummy
Notation:   a `Relabelling` is one of the 48; exchanging declarer and dummy rotates the table, so
            that the defenders change places as well
Departures: the paper stores all 48; `canonical` chooses the same one for all of them, so that a
            case stored once is found under every relabelling
Checked by: tests/laws/test_cardplay_symmetry.py
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.sibl.encoding import PlayDecisions
from kibitz.cardplay.sibl.features import UNKNOWN
from kibitz.cardplay.sibl.symbols import STEPS, SYMBOLS
from kibitz.precedents.sequences.columns import Actions
from kibitz.precedents.sequences.distance import Codes, Sequences
from kibitz.runtime.compiled import compiled

_STRENGTHS, _PLACES, _NEXT, _CARD = slice(0, 16), slice(16, 20), 20, 21


@dataclass(frozen=True, slots=True)
class Relabelling:
    """``suits[s]`` is the new name of suit *s*; *turned* exchanges declarer and dummy."""

    suits: tuple[int, int, int, int]
    turned: bool = False

    @property
    def symbols(self) -> npt.NDArray[np.uint8]:
        """The new name of each symbol; the unknown card stays as it is."""
        names = [len(STEPS) * suit + step for suit in self.suits for step in range(len(STEPS))]
        return np.array([*names, UNKNOWN], np.uint8)


RELABELLINGS = tuple(
    Relabelling((a, b, c, d), turned)
    for a, b, c, d in permutations(range(4))
    for turned in (False, True)
)
"""All 48; the first is the identity."""


def relabelled(sequences: Sequences, by: Relabelling) -> Sequences:
    """The same states under other names."""
    codes = sequences.codes
    new = codes.copy()
    old_suit = np.argsort(by.suits)
    groups, places = (1, 0, 3, 2), (2, 3, 0, 1)
    for group in range(4):
        source = groups[group] if by.turned else group
        new[:, :, 4 * group : 4 * group + 4] = codes[:, :, 4 * source + old_suit]
        source = places[group] if by.turned else group
        new[:, :, 16 + group] = by.symbols[codes[:, :, 16 + source]]
    new[:, :, _CARD] = by.symbols[codes[:, :, _CARD]]
    if by.turned:
        new[:, :, _NEXT] = 1 - codes[:, :, _NEXT]
    return Sequences(new, sequences.reals, sequences.spans)


def varied(decisions: PlayDecisions) -> PlayDecisions:
    """Every decision under all 48 relabellings, decision by decision."""
    rows = [relabelled(decisions.sequences, by) for by in RELABELLINGS]
    names = [by.symbols[decisions.actions] for by in RELABELLINGS]
    repeated = np.repeat(np.arange(len(decisions)), len(RELABELLINGS))
    codes = np.stack([row.codes for row in rows], axis=1)
    return PlayDecisions(
        codes.reshape(-1, *codes.shape[2:]),
        decisions.spans[repeated],
        np.stack(names, axis=1).reshape(-1).astype(np.uint16),
        decisions.deals[repeated],
        decisions.plies[repeated],
    )


def canonical(sequences: Sequences) -> tuple[Sequences, Codes]:
    """The canonical relabelling of each row, and the new name of each suit under it.

    All 48 variants have the same one. The hand to play becomes declarer's, and suits are sorted by
    what matters now: the suit led, then strength in the hand to play, in the other hand, and in the
    cards shown.
    """
    codes = sequences.codes.copy()
    suits = np.empty((len(sequences), 4), np.uint8)
    _canonical(sequences.codes, sequences.spans, codes, suits)
    return Sequences(codes, sequences.reals, sequences.spans), suits


def renamed(symbols: Actions, suits: Codes) -> Actions:
    """Symbols under the suit names given by `canonical`, row by row."""
    steps = len(STEPS)
    rows = np.arange(len(symbols))
    new: Actions = (steps * suits[rows, symbols // steps] + symbols % steps).astype(np.uint16)
    return new


def named_back(symbols: npt.NDArray[np.int64], suits: Codes) -> npt.NDArray[np.int64]:
    """Symbols in canonical names, (rows, any number), under the original names of each row."""
    old = np.argsort(suits, axis=1)
    steps = len(STEPS)
    back: npt.NDArray[np.int64] = (
        steps * np.take_along_axis(old, symbols // steps, axis=1) + symbols % steps
    )
    return back


@compiled
def _canonical(codes: Codes, spans: Codes, new: Codes, suits: Codes) -> None:  # noqa: C901  one compiled loop; a call would cost what it saves
    groups = np.array([[0, 1, 2, 3], [1, 0, 3, 2]])
    places = np.array([[0, 1, 2, 3], [2, 3, 0, 1]])
    states = codes.shape[1]
    keys = np.zeros((4, 1 + 9 * states), np.uint8)
    for row in range(len(spans)):
        turned = codes[row, 0, 20]
        keys[:] = 0
        led = SYMBOLS
        for place in range(1, 4):  # the hand to play is place 0: the others played before it
            card = codes[row, 0, 16 + places[turned, place]]
            if card < SYMBOLS and led == SYMBOLS:
                led = card
        for suit in range(4):
            keys[suit, 0] = led < SYMBOLS and led // 7 == suit
            for state in range(spans[row]):
                base = 1 + 9 * state
                for group in range(4):
                    keys[suit, base + group] = codes[row, state, 4 * groups[turned, group] + suit]
                    card = codes[row, state, 16 + places[turned, group]]
                    if card // 7 == suit:
                        keys[suit, base + 4 + group] = card % 7 + 1
                card = codes[row, state, 21]
                if card // 7 == suit:
                    keys[suit, base + 8] = card % 7 + 1
        order = np.arange(4)
        for i in range(1, 4):
            j = i
            while j > 0 and _above(keys[order[j]], keys[order[j - 1]]):
                order[j], order[j - 1] = order[j - 1], order[j]
                j -= 1
        for name in range(4):
            suits[row, order[name]] = name
        for state in range(states):
            for group in range(4):
                for suit in range(4):
                    new[row, state, 4 * group + suits[row, suit]] = codes[
                        row, state, 4 * groups[turned, group] + suit
                    ]
                card = codes[row, state, 16 + places[turned, group]]
                new[row, state, 16 + group] = (
                    card if card == UNKNOWN else suits[row, card // 7] * 7 + card % 7
                )
            card = codes[row, state, 21]
            new[row, state, 21] = card if card == UNKNOWN else suits[row, card // 7] * 7 + card % 7
            if turned:
                new[row, state, 20] = 1 - codes[row, state, 20]


@compiled
def _above(one: Codes, other: Codes) -> bool:
    for i in range(len(one)):
        if one[i] != other[i]:
            return bool(one[i] > other[i])
    return False
