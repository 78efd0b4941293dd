"""A line of play as a tree: what declarer plays, whatever the defenders do.

The solver gives the tricks that the best line guarantees in each layout. At each turn the tree
takes the first play that still keeps the guarantee, and it ends where no more tricks are owed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from kibitz.games.bridge.cards import Rank
from kibitz.suits.combination import Ranks
from kibitz.suits.solver.exact import FirstPlay, SuitLine, SuitSolver
from kibitz.suits.solver.graph import NORTH, NOTHING, WEST
from kibitz.suits.solver.guaranteed_tricks import (
    Guarantee,
    Keeper,
    LedState,
    guarantee_of,
    tricks_owed,
)
from kibitz.suits.solver.layouts import CardBlock

HANDS = ("north", "south")
DEFENDERS = WEST


@dataclass(frozen=True, slots=True)
class End:
    """No more tricks are owed: the line guarantees those won so far, and no others."""

    tricks: int


@dataclass(frozen=True, slots=True)
class SuitReply:
    """A defender's play (None: he shows out), and declarer's next step."""

    block: CardBlock | None
    then: SuitStep | End


@dataclass(frozen=True, slots=True)
class SuitStep:
    """Declarer plays *card* from *hand* (None: any discard); then the next defender plays.

    Steps alternate: the lead of a trick, then its third card. *owed* has the tricks guaranteed from
    here on in each layout, by the layout's number at the start.
    """

    hand: str
    card: Rank | None
    defender: str
    answers: tuple[SuitReply, ...]
    owed: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class SuitTable:
    """The cards on view at one point of the line, and how far the layouts have moved."""

    hands: tuple[Ranks, Ranks]
    state: int
    moved: int
    tricks: int


class SuitPlanner:
    """Builds the tree of a line."""

    def __init__(self, solver: SuitSolver) -> None:
        self.solver = solver
        self._graph = solver.graph
        self._names: dict[FirstPlay, str] = {}

    @cached_property
    def keeper(self) -> Keeper:
        return Keeper(self.solver)

    def tree(self, line: SuitLine, lead: int | None = None) -> SuitStep | End:
        """The tree that keeps the guarantee of *line*, from a good lead or the one given."""
        weights = self.solver.layouts.weights
        guarantee = guarantee_of(
            (layout, sure) for layout, sure in enumerate(line.sure) if weights[layout] > 0
        )
        suit = self.solver.suit
        return self._trick(SuitTable((suit.north, suit.south), 0, 0, 0), guarantee, lead)

    def keeps(self, line: SuitLine, play: FirstPlay) -> bool:
        """Whether *play* can begin a line with the guarantee of *line*."""
        guarantee = guarantee_of(
            (layout, sure) for layout, sure in enumerate(line.sure) if sure > 0
        )
        keeper, led = self.keeper, LedState(0, play.lead)
        [second] = [at for at in keeper.seconds(play.lead) if play.third in keeper.thirds(at)]
        owed = keeper.after_second(led, second, guarantee)
        return keeper.good_lead(led, guarantee) and keeper.good_third(led, second, play.third, owed)

    def _trick(
        self, table: SuitTable, guarantee: Guarantee, lead: int | None = None
    ) -> SuitStep | End:
        if len(guarantee) <= 1:
            return End(table.tricks)
        keeper = self.keeper
        leads = keeper.leads(table.state) if lead is None else (lead,)
        led = next(
            led
            for led in (LedState(table.state, lead) for lead in leads)
            if keeper.good_lead(led, guarantee)
        )
        hand = int(self._graph.lead_hand[led.lead])
        card = self._card(table, hand, int(self._graph.lead_card[led.lead]))
        hands = _without(table.hands, hand, card)
        answers = tuple(
            SuitReply(
                self._block(int(self._graph.second[second])),
                self._third(replace(table, hands=hands), led, second, owed),
            )
            for second in keeper.seconds(led.lead)
            if (owed := keeper.after_second(led, second, guarantee))
        )
        defender = "east" if hand == NORTH else "west"
        return SuitStep(HANDS[hand], card, defender, answers, _owed(table, guarantee))

    def _third(
        self, table: SuitTable, led: LedState, second: int, guarantee: Guarantee
    ) -> SuitStep | End:
        if len(guarantee) <= 1:
            return End(table.tricks)
        keeper = self.keeper
        third = next(
            third
            for third in keeper.thirds(second)
            if keeper.good_third(led, second, third, guarantee)
        )
        hand = 1 - int(self._graph.lead_hand[led.lead])
        place = int(self._graph.third_card[third])
        card = None if place == NOTHING else self._card(table, hand, place)
        hands = table.hands if card is None else _without(table.hands, hand, card)
        answers = []
        for fourth in keeper.fourths(third):
            owed = keeper.after_fourth(led, second, fourth, guarantee)
            if not owed:
                continue
            west = int(self._graph.fourth[fourth] if hand else self._graph.second[second])
            stride = 0 if west == NOTHING else self.solver.layouts.strides[west]
            after = SuitTable(
                hands,
                keeper.child(fourth),
                table.moved + stride,
                table.tricks + keeper.won(fourth),
            )
            answers.append(
                SuitReply(self._block(int(self._graph.fourth[fourth])), self._trick(after, owed))
            )
        defender = "west" if hand else "east"
        return SuitStep(HANDS[hand], card, defender, tuple(answers), _owed(table, guarantee))

    def _block(self, number: int) -> CardBlock | None:
        return None if number == NOTHING else self.solver.layouts.blocks[number]

    def first_play(self, play: FirstPlay) -> tuple[str, Rank, Rank | None]:
        """The hand, the card led and the third card of a first play."""
        suit = self.solver.suit
        table = SuitTable((suit.north, suit.south), 0, 0, 0)
        hand = int(self._graph.lead_hand[play.lead])
        led = self._card(table, hand, int(self._graph.lead_card[play.lead]))
        place = int(self._graph.third_card[play.third])
        third = None if place == NOTHING else self._card(table, 1 - hand, place)
        return HANDS[hand], led, third

    def name(self, play: FirstPlay) -> str:
        """A first play in a few words: ``low to the 9``, ``cash A``."""
        if play not in self._names:
            hand, led, third = self.first_play(play)
            suit = self.solver.suit
            others = suit.south if hand == "north" else suit.north
            self._names[play] = name_play(led, third, others, suit.missing)
        return self._names[play]

    def _card(self, table: SuitTable, hand: int, place: int) -> Rank:
        """The card shown for one of the graph's: the highest of equal honours, the lowest spot."""
        cards = int(self._graph.cards[table.state])
        owner = self.solver.deck.owner.tolist()
        ranked = (self.solver.suit.entries_north, self.solver.suit.entries_south) != (None, None)
        held = sorted(table.hands[hand])
        live = [at for at in range(len(owner)) if cards >> at & 1]
        lower = sum(1 for at in live if at > place and owner[at] == hand)
        equal = 0
        for at in reversed([at for at in live if at < place]):
            if owner[at] == hand:
                equal += 1
            elif owner[at] == DEFENDERS or ranked:
                break
        top = held[lower + equal]
        return top if top >= Rank.TEN else held[lower]


def _without(hands: tuple[Ranks, Ranks], hand: int, card: Rank) -> tuple[Ranks, Ranks]:
    north, south = hands
    return (north - {card}, south) if hand == NORTH else (north, south - {card})


def _owed(table: SuitTable, guarantee: Guarantee) -> tuple[tuple[int, int], ...]:
    return tuple((layout + table.moved, owed) for layout, owed in tricks_owed(guarantee))


def name_play(led: Rank, third: Rank | None, others: Ranks, missing: Ranks) -> str:
    """A first play in a few words: its lead, and the third card if the second hand plays low.

    *others* are all the cards of the third hand.

    >>> name_play(Rank.TWO, Rank.NINE, frozenset({Rank.NINE}), frozenset({Rank.JACK, Rank.FIVE}))
    'low to the 9'
    >>> name_play(Rank.ACE, Rank.TWO, frozenset({Rank.TWO}), frozenset({Rank.JACK}))
    'cash A'
    """
    best = max(led, third or led)
    if best > max(missing, default=Rank.TWO):
        return f"cash {best}"
    if third is None:
        return f"lead {led}"
    if not any(rank < best for rank in missing):
        return "duck"
    if third > led:
        return f"{'low' if led <= Rank.EIGHT else led} to the {third}"
    return f"run {led}" if max(others) > led else f"lead {led}"
