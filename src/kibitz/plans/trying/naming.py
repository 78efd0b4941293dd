"""Free play by name: the line of the menu whose words say what the learned declarer does.

A line names free play if free play comes to each of its steps on most layouts and then nearly
always carries it out (`kibitz.plans.lines.deeds`), and if keeping to it costs nothing. So the name
hangs on what is done, and hardly on how the layouts were drawn. What lessons name comes first, then
ways to play a suit, then the suit alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kibitz.cardplay.lookahead.estimates import SURE
from kibitz.games.bridge.cards import Suit
from kibitz.plans.lines.deeds import does
from kibitz.plans.lines.holdings import has_losers
from kibitz.plans.lines.line import Attack, Cash, Draw, Free, PlanLine, parts_of
from kibitz.plans.lines.menu import Course, rarer
from kibitz.plans.lines.starts import aim, is_of_a_lesson, is_vague, start_of
from kibitz.plans.trying.playing import NO_SUIT, first_suits, shares
from kibitz.plans.trying.racing import FREE, LEAVES, Race

_MOSTLY = 0.7
"""The least share of the layouts on which free play goes on with one suit."""


def named(race: Race) -> Course:
    """Free play as the first course that names it, with the hold-up that it does."""
    first = next(filter(race.costs_nothing, _names(race)), FREE)
    bench = race.bench
    cards = bench.trial(Free()).cards
    for hold in race.menu.holds[::-1]:
        if hold.rounds and does(hold, bench.state, cards, bench.weights):
            course = Course(hold, first.first)
            margin = race.margin(course, first)
            costs = margin.mean + SURE * margin.error < -LEAVES[race.by]
            return first if costs else course
    return first


def _names(race: Race) -> Iterator[Course]:
    """The courses whose words say what free play does, what says most first.

    They begin with the suit that it leads first; or else with the next one, as winners may be
    cashed before a plan begins.
    """
    state, begins = race.bench.state, race.first_suit(Free())
    lessons = [one for one in (*race.menu.firsts, *rarer(state)) if is_of_a_lesson(one)]
    yield from _done(race, lessons)
    for suit in (begins, _goes_on_with(race, begins)):
        yield from _done(race, _ways(race, suit))
    if begins is not None and (begins is state.trumps or not has_losers(state, begins)):
        yield Course(None, _playing(begins, state.trumps))  # it binds free play to nothing else


def _done(race: Race, lines: Iterable[PlanLine]) -> Iterator[Course]:
    """Those of some lines that free play carries out."""
    bench = race.bench
    cards = bench.trial(Free()).cards
    for line in lines:
        if does(line, bench.state, cards, bench.weights):
            yield Course(None, line)


def _ways(race: Race, suit: Suit | None) -> list[PlanLine]:
    """The lines that begin with a suit: a finesse before the hand that leads or the high cards that
    are cashed, and last, where free play goes on with it, a suit that is only played."""
    begin = [one for one in race.menu.firsts if (start_of(one) or (None,))[0] is suit]
    then = (suit, _goes_on_with(race, race.bench.state.trumps))
    told = [
        one
        for one in begin
        if not _is_vague(one) or isinstance(parts_of(one)[-1], Draw) or aim(one) in then
    ]
    return sorted(told, key=lambda one: (_is_vague(one), _is_plain(one), len(parts_of(one)) == 1))


def _is_plain(line: PlanLine) -> bool:
    """Whether a line says of its suit only from where it is led, or that it is cashed."""
    return isinstance(parts_of(line)[-1], Attack | Cash)


def _is_vague(line: PlanLine) -> bool:
    """Whether a line says only which suits are played."""
    *before, last = parts_of(line)
    return (is_vague(last) or isinstance(last, Draw)) and all(
        isinstance(one, Draw) for one in before
    )


def _goes_on_with(race: Race, but: Suit | None) -> Suit | None:
    """The suit that free play leads first, one suit left out, where it is mostly the same one."""
    bench = race.bench
    suits = first_suits(bench.state, bench.trial(Free()).cards, but)
    most, share = next(iter(shares(suits, bench.weights).items()))
    return Suit(most) if most != NO_SUIT and share >= _MOSTLY else None


def _playing(suit: Suit, trumps: Suit | None) -> PlanLine:
    return Draw(suit) if suit is trumps else Attack(suit)
