"""Free play by name: the line of the menu whose words say what the learned declarer does.

A line names free play if free play comes to each of its steps on most layouts and then nearly
always carries it out (`kibitz.plans.lines.deeds`), and if keeping to it costs nothing. So the name
hangs on what is done, and hardly on how the layouts were drawn. What lessons name comes first, then
ways to play a suit, then the suit alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.games.bridge.cards import Suit
from kibitz.plans.lines.deeds import does
from kibitz.plans.lines.holdings import has_losers
from kibitz.plans.lines.line import Attack, Draw, Free, PlanLine
from kibitz.plans.lines.menu import Course, rarer
from kibitz.plans.lines.starts import is_of_a_lesson, is_vague, start_of
from kibitz.plans.trying.racing import FREE, LEAVES, Race


def named(race: Race) -> Course:
    """Free play as the first course that names it, with a hold-up where it matters."""
    first = next(filter(race.costs_nothing, _names(race)), FREE)
    return _holding_up(race, first) or first


def _names(race: Race) -> Iterator[Course]:
    """The courses whose words say what free play does, what says most first."""
    bench, suit = race.bench, race.first_suit(Free())
    state, cards = bench.state, bench.trial(Free()).cards
    begins = [
        first
        for first in race.menu.firsts
        if (start := start_of(first)) is not None and start[0] is suit
    ]
    lessons = [one for one in (*race.menu.firsts, *rarer(state)) if is_of_a_lesson(one)]
    ways = [one for one in begins if not (is_vague(one) or isinstance(one, Draw))]
    for line in dict.fromkeys((*lessons, *ways)):
        if does(line, state, cards, bench.weights):
            yield Course(None, line)
    yield from (Course(None, one) for one in begins if is_vague(one) or isinstance(one, Draw))
    if suit is not None and (suit is state.trumps or not has_losers(state, suit)):
        yield Course(None, _playing(suit, state.trumps))  # it binds free play to nothing else


def _playing(suit: Suit, trumps: Suit | None) -> PlanLine:
    return Draw(suit) if suit is trumps else Attack(suit)


def _holding_up(race: Race, first: Course) -> Course | None:
    """The same with the hold-up that free play does, if a round more or less costs enough."""
    holds, bench = race.menu.holds, race.bench
    cards = bench.trial(Free()).cards
    done = [at for at, one in enumerate(holds) if does(one, bench.state, cards, bench.weights)]
    if not done or len(holds) < 2:
        return None
    at = done[-1]
    course, *beside = (
        Course(holds[n], first.first) for n in (at, at - 1, at + 1) if 0 <= n < len(holds)
    )
    costs = race.worth(course) - min(map(race.worth, beside))
    if costs < LEAVES[race.by] or not race.costs_nothing(course):
        return None
    return course if race.gain(course) - min(map(race.gain, beside)) >= LEAVES[race.by] else None
