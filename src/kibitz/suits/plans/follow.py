"""Follows a plan through the game: what it wins against every defence, and its tree of cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from kibitz.games.bridge.cards import Rank
from kibitz.suits.plans.language import Do, Hands, Instruction, SuitView, default, instructions
from kibitz.suits.plans.plan import HANDS, End, SuitReply, SuitStep
from kibitz.suits.plans.tactics import Tactic, TacticMove
from kibitz.suits.solver.exact import SuitLine, SuitSolver
from kibitz.suits.solver.graph import NORTH, NOTHING
from kibitz.suits.solver.guaranteed_tricks import (
    Guarantee,
    Keeper,
    LedState,
    guarantee_of,
    tricks_owed,
    within,
)
from kibitz.suits.solver.layouts import CardBlock


@dataclass(frozen=True, slots=True, eq=False)
class SuitPlace:
    """A state of the game and the cards that declarer really holds in it.

    A follower makes only one of each, so that equal places are identical.
    """

    state: int
    hands: Hands
    view: SuitView


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A place and the tricks owed there; a follower makes only one of each."""

    place: SuitPlace
    guarantee: Guarantee
    tried: dict[Instruction, tuple[After, ...] | None]
    """The ways the trick may go, by the instructions asked about so far."""


class After(NamedTuple):
    """What the defenders are seen to play, and the spot that it leads to."""

    west: int | None
    east: int | None
    spot: Spot


class Turn(NamedTuple):
    """A place and the current step of the plan there; *do* is None once the plan is silent."""

    place: SuitPlace
    do: Do | None


class Outcome(NamedTuple):
    """One way the defenders play to a trick, and the guarantee after it."""

    west: int | None
    east: int | None
    place: SuitPlace
    guarantee: Guarantee
    fourth: int


class _Second(NamedTuple):
    """A play of the second hand, the layouts it can be made in, and the third hand's card."""

    number: int
    allowed: int
    third: Rank | None
    fourths: tuple[tuple[int, tuple[int, int, int], int | None, int | None, SuitPlace], ...]
    """Each play of the fourth hand: how it changes what is owed, what West and East have played,
    and where it leads."""


class _Round(NamedTuple):
    """An instruction in one place: who leads which card, and what the second hand may play."""

    leader: int
    card: Rank
    seconds: tuple[_Second, ...]


class Follower:
    """Plays instructions in the states of one combination."""

    def __init__(self, solver: SuitSolver) -> None:
        self.solver = solver
        self.keeper = Keeper(solver)
        self._graph = solver.graph
        self._cards = solver.graph.cards.tolist()
        self._left = solver.graph.left.tolist()
        self._lead_card = solver.graph.lead_card.tolist()
        self._lead_hand = solver.graph.lead_hand.tolist()
        self._third_card = solver.graph.third_card.tolist()
        self._second = solver.graph.second.tolist()
        self._fourth = solver.graph.fourth.tolist()
        self._owner = solver.deck.owner.tolist()
        self._tops = [block.cards[0] for block in solver.layouts.blocks]
        self._lows: dict[tuple[int, int], tuple[int, ...]] = {}
        self._places: dict[tuple[int, Hands], SuitPlace] = {}
        self._spots: dict[tuple[SuitPlace, Guarantee], Spot] = {}
        self._sensible: dict[SuitPlace, tuple[Instruction, ...]] = {}
        self._defaults: dict[SuitPlace, Instruction] = {}
        self._rounds: dict[tuple[SuitPlace, Instruction], _Round] = {}

    @cached_property
    def start(self) -> SuitPlace:
        suit = self.solver.suit
        return self._place(0, (suit.north, suit.south))

    def _place(self, state: int, hands: Hands) -> SuitPlace:
        key = (state, hands)
        if key not in self._places:
            left = zip(self._tops, self._left[state], strict=True)
            missing = tuple(top for top, number in left if number)
            self._places[key] = SuitPlace(state, hands, SuitView(hands, missing))
        return self._places[key]

    def spot(self, place: SuitPlace, guarantee: Guarantee) -> Spot:
        key = (place, guarantee)
        if key not in self._spots:
            self._spots[key] = Spot(place, guarantee, {})
        return self._spots[key]

    def sensible(self, place: SuitPlace) -> tuple[Instruction, ...]:
        """Every instruction that makes sense in a place."""
        if place not in self._sensible:
            self._sensible[place] = tuple(instructions(place.view))
        return self._sensible[place]

    def block(self, number: int) -> int | None:
        """Which block a play of the graph is from; None where a defender shows out."""
        return None if number == NOTHING else number % len(self._tops)

    def outcomes(self, spot: Spot, instruction: Instruction) -> tuple[After, ...] | None:
        """How the trick may go where something is owed.

        None: it cannot be played, or the guarantee cannot be kept.
        """
        if instruction not in spot.tried:
            spot.tried[instruction] = self._outcomes(spot, instruction)
        return spot.tried[instruction]

    def _outcomes(self, spot: Spot, instruction: Instruction) -> tuple[After, ...] | None:
        if not instruction.can_be_played(spot.place.view):
            return None
        found = []
        for outcome in self.tricks(spot.place, spot.guarantee, instruction):
            if len(outcome.guarantee) > 1:
                if not self.keeper.can_keep(outcome.place.state, outcome.guarantee):
                    return None
                then = self.spot(outcome.place, outcome.guarantee)
                found.append(After(outcome.west, outcome.east, then))
        return tuple(found)

    def default(self, place: SuitPlace) -> Instruction:
        """The default instruction, for where a plan is silent."""
        if place not in self._defaults:
            self._defaults[place] = default(place.view)
        return self._defaults[place]

    def tricks(
        self, place: SuitPlace, guarantee: Guarantee, instruction: Instruction
    ) -> Iterator[Outcome]:
        """Every way the trick may go in the layouts of the guarantee."""
        for second in self._round(place, instruction).seconds:
            yield from self._outcomes_of(second, within(guarantee, second.allowed))

    def _outcomes_of(self, second: _Second, left: Guarantee) -> Iterator[Outcome]:
        """Every way the trick may go after the second hand's play, if *left* is owed then."""
        if left:
            for fourth, change, west, east, after in second.fourths:
                owed = within(left, *change)
                if owed:
                    yield Outcome(west, east, after, owed, fourth)

    def _round(self, place: SuitPlace, instruction: Instruction) -> _Round:
        """Every way the trick may go in any layout, by the second hand's play."""
        key = (place, instruction)
        if key not in self._rounds:
            leader, card = instruction.leader(place.view), instruction.lead(place.view)
            seconds = tuple(self._seconds(place, instruction, leader, card))
            self._rounds[key] = _Round(leader, card, seconds)
        return self._rounds[key]

    def _seconds(
        self, place: SuitPlace, instruction: Instruction, leader: int, card: Rank
    ) -> Iterator[_Second]:
        keeper, view = self.keeper, place.view
        led = LedState(place.state, self._lead(place, leader, card))
        for second in keeper.seconds(led.lead):
            one = self.block(self._second[second])
            third = instruction.third(view, None if one is None else self._tops[one])
            hands = _without(_without(place.hands, leader, card), 1 - leader, third)
            number = self._third(place, second, 1 - leader, third)
            fourths = []
            for fourth in keeper.fourths(number):
                two = self.block(self._fourth[fourth])
                west, east = (two, one) if leader == NORTH else (one, two)
                change = keeper.change(led, second, fourth)
                after = self._place(keeper.child(fourth), hands)
                fourths.append((fourth, change, west, east, after))
            yield _Second(second, keeper.allowed(led, second), third, tuple(fourths))

    def move(self, place: SuitPlace, instruction: Instruction) -> TacticMove:
        """An instruction as the graph has it: a lead, and the third card for each second one."""
        view = place.view
        leader = instruction.leader(view)
        lead = self._lead(place, leader, instruction.lead(view))
        thirds = []
        for second in self.keeper.seconds(lead):
            one = self.block(self._second[second])
            card = instruction.third(view, None if one is None else self._tops[one])
            thirds.append(self._third(place, second, 1 - leader, card))
        return TacticMove(Tactic.CASH, lead, tuple(thirds))

    def _lead(self, place: SuitPlace, hand: int, card: Rank) -> int:
        at = self._at(place, hand, card)
        for lead in self.keeper.leads(place.state):
            if self._lead_hand[lead] == hand and self._lead_card[lead] == at:
                return lead
        raise LookupError(f"{card} cannot be led")

    def _third(self, place: SuitPlace, second: int, hand: int, card: Rank | None) -> int:
        at = NOTHING if card is None else self._at(place, hand, card)
        for third in self.keeper.thirds(second):
            if self._third_card[third] == at:
                return third
        raise LookupError(f"{card} cannot be played")

    def _at(self, place: SuitPlace, hand: int, card: Rank) -> int:
        """The graph's card for one of declarer's: the lowest of its equals."""
        key = (place.state, hand)
        if key not in self._lows:
            self._lows[key] = tuple(self._lowest_equals(*key))
        return self._lows[key][sorted(place.hands[hand]).index(card)]

    def _lowest_equals(self, state: int, hand: int) -> Iterator[int]:
        """By card of a hand, from its lowest: the place of the lowest equal one."""
        suit, cards = self.solver.suit, self._cards[state]
        ranked = (suit.entries_north, suit.entries_south) != (None, None)
        lowest = NOTHING
        for at in range(len(self._owner) - 1, -1, -1):
            if not cards >> at & 1:
                continue
            if self._owner[at] == hand:
                lowest = at if lowest == NOTHING else lowest
                yield lowest
            elif self._owner[at] not in (0, 1) or ranked:
                lowest = NOTHING

    def step(self, turn: Turn) -> Instruction:
        """The instruction that is played: the plan's if it is possible, else the default."""
        view = turn.place.view
        if turn.do is not None and turn.do.instruction.can_be_played(view):
            return turn.do.instruction
        return self.default(turn.place)

    def after(self, turn: Turn, outcome: Outcome) -> Turn:
        """The step of the plan after a trick."""
        if turn.do is None or not turn.do.instruction.can_be_played(turn.place.view):
            return Turn(outcome.place, None)
        if turn.do.repeat:
            again = turn.do.instruction.again(outcome.place.view, turn.place.view)
            if again is not None:
                return Turn(outcome.place, replace(turn.do, instruction=again))
        return Turn(outcome.place, turn.do.after(outcome.west, outcome.east))

    def sure(self, do: Do | None) -> tuple[int, ...]:
        """The tricks a plan wins in each layout against any defence, played to the last card."""
        weights = enumerate(self.solver.layouts.weights)
        layouts = guarantee_of((layout, 0) for layout, weight in weights if weight)
        won: dict[int, int] = self._sure(Turn(self.start, do), layouts, 0, {})
        return tuple(won.get(i, 0) for i in range(len(self.solver.layouts.weights)))

    def _sure(
        self,
        turn: Turn,
        layouts: Guarantee,
        moved: int,
        memo: dict[tuple[Turn, Guarantee, int], dict[int, int]],
    ) -> dict[int, int]:
        key = (turn, layouts, moved)
        if key in memo:
            return memo[key]
        won: dict[int, int] = {}
        if not any(turn.place.hands):
            won = {layout + moved: 0 for layout, _ in tricks_owed(layouts)}
        else:
            instruction = self.step(turn)
            for outcome in self.tricks(turn.place, layouts, instruction):
                gain = self.keeper.won(outcome.fourth)
                shift = self._shift(outcome.west)
                then, rest = self.after(turn, outcome), outcome.guarantee
                for layout, tricks in self._sure(then, rest, moved + shift, memo).items():
                    won[layout] = min(won.get(layout, 99), tricks + gain)
        memo[key] = won
        return won

    def tree(self, do: Do | None, line: SuitLine) -> SuitStep | End:
        """The plan as a tree of cards, as far as *line* guarantees tricks."""
        weights = self.solver.layouts.weights
        guarantee = guarantee_of((i, sure) for i, sure in enumerate(line.sure) if weights[i] > 0)
        return self._trick(Turn(self.start, do), guarantee, 0, 0)

    def _trick(self, turn: Turn, guarantee: Guarantee, moved: int, tricks: int) -> SuitStep | End:
        if len(guarantee) == 1:
            return End(tricks)
        leader, card, seconds = self._round(turn.place, self.step(turn))
        first, last = ("east", "west") if leader == NORTH else ("west", "east")
        answers = []
        for second in seconds:
            left = within(guarantee, second.allowed)
            if not left:
                continue
            then: SuitStep | End = End(tricks)
            if len(left) > 1:
                fourths = tuple(
                    SuitReply(
                        self._named(self._fourth[outcome.fourth]),
                        self._trick(
                            self.after(turn, outcome),
                            outcome.guarantee,
                            moved + self._shift(outcome.west),
                            tricks + self.keeper.won(outcome.fourth),
                        ),
                    )
                    for outcome in self._outcomes_of(second, left)
                )
                then = SuitStep(HANDS[1 - leader], second.third, last, fourths, _owed(left, moved))
            answers.append(SuitReply(self._named(self._second[second.number]), then))
        return SuitStep(HANDS[leader], card, first, tuple(answers), _owed(guarantee, moved))

    def _shift(self, west: int | None) -> int:
        """The shift of the layouts when West plays from a block."""
        return 0 if west is None else self.solver.layouts.strides[west]

    def _named(self, number: int) -> CardBlock | None:
        block = self.block(number)
        return None if block is None else self.solver.layouts.blocks[block]


def _owed(guarantee: Guarantee, moved: int) -> tuple[tuple[int, int], ...]:
    return tuple((layout + moved, owed) for layout, owed in tricks_owed(guarantee))


def _without(hands: Hands, hand: int, card: Rank | None) -> Hands:
    if card is None:
        return hands
    north, south = hands
    return (north - {card}, south) if hand == NORTH else (north, south - {card})
