"""The game of one suit as a graph: every state between two tricks, and every trick from it.

A state is the set of cards still held (equal cards lie lowest, so that equal states are one),
where declarer won the last trick, and the entries left. Cards are numbered from the top, so the
lower number wins. A trick branches four times, and each level is a flat array: `Graph.leads` of
a state, `seconds` of a lead, `thirds` of a second, `fourths` of a third. Entry *i* of an array
named ``..._at`` says where the branches of *i* begin; those of *i* + 1 follow them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.runtime.ahead import ahead
from kibitz.runtime.compiled import compiled
from kibitz.suits.combination import Combination
from kibitz.suits.solver.layouts import Holder, SuitLayouts

Ints = NDArray[np.int64]

NORTH, SOUTH, WEST, EAST = 0, 1, 2, 3
NOTHING = -1
"""The play of a hand that has no card of the suit left."""
UNLIMITED = -1
ONLY_WEST, ONLY_EAST = int(Holder.WEST), int(Holder.EAST)


class Cards(NamedTuple):
    """Who holds each card, from the highest down: declarer's hands and the defenders' blocks."""

    owner: Ints
    """NORTH, SOUTH, or WEST for a defender's card."""
    block: Ints
    """The block of a defender's card."""
    size: Ints
    """How many cards each block has."""
    holder: Ints
    """Who may hold each block: 0 either, 1 West, 2 East."""


class Graph(NamedTuple):
    """All states, the first one the start; a state stands before those it leads to."""

    cards: Ints
    """The cards left in each state, as bits."""
    left: Ints
    """How many cards of each block are left in each state."""
    longest: Ints
    """How many tricks can still be played in each state."""
    leads_at: Ints
    lead_hand: Ints
    lead_card: Ints
    seconds_at: Ints
    second: Ints
    """The block played by the second hand, or NOTHING."""
    thirds_at: Ints
    third_card: Ints
    fourths_at: Ints
    fourth: Ints
    """The block played by the fourth hand, or NOTHING."""
    child: Ints
    """Twice the next state, plus one if declarer won the trick."""


class _Desk(NamedTuple):
    """Working memory while a graph is made."""

    number: Ints
    """By key of a state: its number, or -1."""
    keys: Ints
    plays: Ints
    """The unequal cards of the hand that leads, and of the other one."""


def cards_of(suit: Combination, layouts: SuitLayouts) -> Cards:
    """The cards of *suit* by their number from the top."""
    block_of = {rank: i for i, block in enumerate(layouts.blocks) for rank in block.cards}
    ranks = sorted(suit.north | suit.south | suit.missing, reverse=True)
    return Cards(
        owner=np.array(
            [_owner(suit, rank in block_of, rank in suit.north) for rank in ranks], np.int64
        ),
        block=np.array([block_of.get(rank, NOTHING) for rank in ranks], np.int64),
        size=np.array([len(block) for block in layouts.blocks], np.int64),
        holder=np.array([block.holder for block in layouts.blocks], np.int64),
    )


def _owner(suit: Combination, missing: bool, north: bool) -> int:
    return WEST if missing else NORTH if north else SOUTH


def explore(suit: Combination, deck: Cards) -> Graph:
    """Every state and trick that can be reached."""
    entries = [
        UNLIMITED if left is None or left >= len(held) else left
        for left, held in (
            (suit.entries_north, suit.north),
            (suit.entries_south, suit.south),
        )
    ]
    places, blocks = deck.owner.size, deck.size.size
    ranked = entries != [UNLIMITED, UNLIMITED]
    span = 3 * (max(entries[NORTH], 0) + 1) * (max(entries[SOUTH], 0) + 1) if ranked else 1
    used = np.zeros(5, np.int64)
    for room in (1 << 16, 1 << 19, 1 << 22, 1 << 25):
        graph = _empty_graph(room, blocks)
        desk = _Desk(
            np.full(span << places, -1, np.int64),
            np.empty(room // 2, np.int64),
            np.empty((2, places + 1), np.int64),
        )
        if _explore(deck, entries[NORTH], entries[SOUTH], graph, desk, used):
            return _used_part(graph, used.tolist())
    raise MemoryError(f"more than {room} ways to play tricks with {suit}")


def _empty_graph(room: int, blocks: int) -> Graph:
    """Arrays with room for *size* ways to play a trick; the system gives memory as it is used."""
    one = [np.empty(room // 2, np.int64) for _ in range(10)]
    two = [np.empty(room, np.int64) for _ in range(2)]
    return Graph(one[0], np.empty((room // 2, blocks), np.int64), *one[1:], *two)


def _used_part(graph: Graph, used: list[int]) -> Graph:
    states, leads, seconds, thirds, fourths = used
    return Graph(
        cards=graph.cards[:states],
        left=graph.left[:states],
        longest=graph.longest[:states],
        leads_at=graph.leads_at[: states + 1],
        lead_hand=graph.lead_hand[:leads],
        lead_card=graph.lead_card[:leads],
        seconds_at=graph.seconds_at[: leads + 1],
        second=graph.second[:seconds],
        thirds_at=graph.thirds_at[: seconds + 1],
        third_card=graph.third_card[:thirds],
        fourths_at=graph.fourths_at[: thirds + 1],
        fourth=graph.fourth[:fourths],
        child=graph.child[:fourths],
    )


@compiled
def _settled(cards: int, deck: Cards, ranked: bool) -> int:
    """*cards* with equal ones lowered: each to the lowest place of its owner's it can take.

    *ranked* says that it matters which of declarer's hands wins, so that cards of North and South
    are never equal.
    """
    settled = 0
    places = deck.owner.size
    north, south = places, places
    for place in range(places - 1, -1, -1):
        if not cards >> place & 1:
            continue
        owner = deck.owner[place]
        if owner == WEST:
            target = places - 1
            while deck.block[target] != deck.block[place] or settled >> target & 1:
                target -= 1
            north, south = min(north, target), min(south, target)
        else:
            target = (north if owner == NORTH else south) - 1
            while deck.owner[target] != owner:
                target -= 1
            if owner == NORTH or ranked:
                north = target
            if owner == SOUTH or ranked:
                south = target
        settled |= 1 << target
    return settled


@compiled
def _unequal(cards: int, hand: int, deck: Cards, ranked: bool, found: Ints) -> int:
    """Into *found* one card of *hand* for each kind of equal cards in it; their number.

    It is NOTHING, alone, when the hand has none.
    """
    count = 0
    fresh = True
    for place in range(deck.owner.size - 1, -1, -1):
        if not cards >> place & 1:
            continue
        if deck.owner[place] != hand:
            fresh = fresh or ranked or deck.owner[place] == WEST
        elif fresh:
            found[count] = place
            count += 1
            fresh = False
    if count == 0:
        found[0] = NOTHING
        count = 1
    return count


@compiled
def _highest(block: int, deck: Cards) -> int:
    """The place of any card of *block*; below every card when nothing is played."""
    place = 0
    while place < deck.owner.size and (block == NOTHING or deck.block[place] != block):
        place += 1
    return place


@compiled
def _lowest(cards: int, block: int, deck: Cards) -> int:
    place = deck.owner.size - 1
    while deck.block[place] != block or not cards >> place & 1:
        place -= 1
    return place


@compiled
def _may_play(left: Ints, block: int, defender: int, deck: Cards) -> bool:
    """Whether some layout lets *defender* play from *block*, or show out."""
    other = ONLY_EAST if defender == WEST else ONLY_WEST
    if block != NOTHING:
        return bool(left[block] > 0 and deck.holder[block] != other)
    for known in range(left.size):
        if left[known] > 0 and deck.holder[known] != 0 and deck.holder[known] != other:
            return False
    return True


@compiled
def _both_may_play(left: Ints, one: int, other: int, deck: Cards) -> bool:
    """Whether a layout lets the defenders play from these two blocks in one trick."""
    if one == NOTHING and other == NOTHING:
        cards = 0
        for block in range(left.size):
            cards += left[block]
        return cards == 0
    return bool(one != other or left[one] > 1)


@ahead
def _explore(  # noqa: C901  one compiled loop; a call would cost what it saves
    deck: Cards, north_entries: int, south_entries: int, graph: Graph, desk: _Desk, used: Ints
) -> int:
    """Fill *graph*, and *used* with the number of its states, leads, seconds, thirds, fourths.

    0 says that it has no room for them.
    """
    places = deck.owner.size
    blocks = deck.size.size
    ranked = north_entries != UNLIMITED or south_entries != UNLIMITED
    souths = max(south_entries, 0) + 1
    number, keys = desk.number, desk.keys
    # of any state: leads, and ways to go on after each
    widest = places * (blocks + 1) * places * (blocks + 1)
    room = min(graph.child.size, 2 * graph.cards.size)

    everything = (1 << places) - 1
    start = (max(north_entries, 0) * souths + max(south_entries, 0)) * 3 if ranked else 0
    keys[0] = start << places | _settled(everything, deck, ranked)
    number[keys[0]] = 0
    states, leads, seconds, thirds, fourths = 1, 0, 0, 0, 0
    state = 0
    while state < states:
        if fourths + widest > room or 2 * (thirds + widest) > room or 2 * (states + widest) > room:
            return 0
        cards = keys[state] & everything
        status = keys[state] >> places
        winner = status % 3 - 1
        entries_south = status // 3 % souths if south_entries != UNLIMITED else UNLIMITED
        entries_north = status // 3 // souths if north_entries != UNLIMITED else UNLIMITED
        norths, others = 0, 0
        left = graph.left[state]
        for block in range(blocks):
            left[block] = 0
        for place in range(places):
            if cards >> place & 1:
                if deck.owner[place] == WEST:
                    left[deck.block[place]] += 1
                elif deck.owner[place] == NORTH:
                    norths += 1
                else:
                    others += 1
        graph.cards[state] = cards
        graph.longest[state] = max(norths, others)
        graph.leads_at[state] = leads
        for hand in (NORTH, SOUTH):
            if (norths if hand == NORTH else others) == 0:
                continue
            after_north, after_south = entries_north, entries_south
            if hand == NORTH and winner != NORTH and entries_north != UNLIMITED:
                after_north -= 1
                if entries_north == 0:
                    continue
            if hand == SOUTH and winner != SOUTH and entries_south != UNLIMITED:
                after_south -= 1
                if entries_south == 0:
                    continue
            paid = (max(after_north, 0) * souths + max(after_south, 0)) * 3
            early, late = (EAST, WEST) if hand == NORTH else (WEST, EAST)
            cards_led = _unequal(cards, hand, deck, ranked, desk.plays[0])
            partners = _unequal(cards, 1 - hand, deck, ranked, desk.plays[1])
            for card in desk.plays[0, :cards_led]:
                graph.lead_hand[leads], graph.lead_card[leads] = hand, card
                graph.seconds_at[leads] = seconds
                leads += 1
                for one in range(NOTHING, blocks):
                    if not _may_play(left, one, early, deck):
                        continue
                    graph.second[seconds], graph.thirds_at[seconds] = one, thirds
                    seconds += 1
                    for partner in desk.plays[1, :partners]:
                        graph.third_card[thirds], graph.fourths_at[thirds] = partner, fourths
                        thirds += 1
                        ours = card if partner == NOTHING else min(card, partner)
                        kept = cards & ~(1 << card)
                        if partner != NOTHING:
                            kept &= ~(1 << partner)
                        if one != NOTHING:
                            kept &= ~(1 << _lowest(kept, one, deck))
                        for two in range(NOTHING, blocks):
                            if not _may_play(left, two, late, deck):
                                continue
                            if not _both_may_play(left, one, two, deck):
                                continue
                            gone = kept
                            if two != NOTHING:
                                gone &= ~(1 << _lowest(kept, two, deck))
                            won = ours < _highest(one, deck) and ours < _highest(two, deck)
                            key = _settled(gone, deck, ranked)
                            if ranked:
                                by = hand if ours == card else 1 - hand
                                free = (
                                    won
                                    and (north_entries if by == NORTH else south_entries)
                                    != UNLIMITED
                                )
                                key |= (paid + (by + 1 if free else 0)) << places
                            if number[key] < 0:
                                number[key] = states
                                keys[states] = key
                                states += 1
                            graph.fourth[fourths] = two
                            graph.child[fourths] = 2 * number[key] + won
                            fourths += 1
        state += 1
    graph.leads_at[states], graph.seconds_at[leads] = leads, seconds
    graph.thirds_at[seconds], graph.fourths_at[thirds] = thirds, fourths
    used[0], used[1], used[2], used[3], used[4] = states, leads, seconds, thirds, fourths
    return 1
