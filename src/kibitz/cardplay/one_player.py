"""What would X play? Asked only of the decisions that one player made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.memory import CardMemory
from kibitz.cardplay.similarity.kinds import hands_of
from kibitz.cardplay.similarity.positions import Bools, Bytes
from kibitz.errors import UsageError
from kibitz.precedents.shelf import Numbers
from kibitz.records.library import Library
from kibitz.records.players import Player, Sat, tables_of
from kibitz.wording import counted

_DECLARER, _DUMMY, _LEADER, _LEADERS_PARTNER = range(4)  # as `hands_of` counts


@dataclass(frozen=True, slots=True, eq=False)
class OnePlayer:
    """The records that count for each hand: declarer's, dummy's, the leader's, the partner's."""

    records: tuple[Numbers, Numbers, Numbers, Numbers]

    @classmethod
    def of(cls, sat: Sequence[Sat], keys: Sequence[str]) -> OnePlayer:
        """From where the player sat, and the keys of a shelf's records by their numbers."""
        numbers = {key: number for number, key in enumerate(keys)}
        found: tuple[list[int], ...] = ([], [], [], [])
        for one in sat:
            if one.declarer is None or one.key not in numbers:
                continue
            away = (one.seat - one.declarer) % 4
            hands = {0: (_DECLARER, _DUMMY), 1: (_LEADER,), 2: (), 3: (_LEADERS_PARTNER,)}[away]
            for hand in hands:
                found[hand].append(numbers[one.key])
        declarer, dummy, leader, partner = (np.array(sorted(one), np.uint32) for one in found)
        return cls((declarer, dummy, leader, partner))

    def took(self, kinds: Bytes, records: Numbers) -> Bools:
        """Whether each of some decisions was the player's."""
        hands = hands_of(kinds)
        his = np.zeros(len(kinds), np.bool_)
        for hand, own in enumerate(self.records):
            his |= (hands == hand) & np.isin(records, own)
        return his

    @property
    def tables(self) -> int:
        """The number of tables at which the player made a decision."""
        return len(np.unique(np.concatenate(self.records)))


def like(adviser: CardAdviser, player: Player) -> CardAdviser:
    """The same adviser, restricted to the decisions of one player."""
    memories, tables = list[CardMemory](), 0
    for memory in adviser.memories:
        if memory.is_house:
            continue
        with Library.open(memory.library, create=False) as library:
            sat = tables_of(library, player)
        only = OnePlayer.of(sat, memory.shelf.keys())
        tables += only.tables
        memories.append(replace(memory, only=only))
    if not tables:
        raise UsageError(
            f"No decision of {player.name} was learned: 'kibitz players' says who is in the "
            "library, 'kibitz learn cardplay' learns from it."
        )
    return replace(
        adviser, memories=tuple(memories), like=f"{player.name}, {counted(tables, 'table')}"
    )
