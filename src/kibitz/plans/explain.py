"""The plan in words: every sentence is made from a claim that was checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from kibitz.cardplay.answer import CardPrecedent
from kibitz.games.bridge.cards import Card, Hand, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.plans.arithmetic import TrickCount
from kibitz.plans.claims.checker import CheckedClaim
from kibitz.plans.counting.ledger import LedgerRow, Losers
from kibitz.plans.decisions import ROUNDS
from kibitz.plans.line_words import (
    doing,
    event_text,
    measured,
    suit_name,
)
from kibitz.plans.lines.events import Event
from kibitz.plans.lines.line import (
    Free,
    PlanLine,
    See,
)
from kibitz.plans.precedents import Fellows, Parted
from kibitz.plans.question import PlanQuestion, Scoring
from kibitz.wording import card_text, chance_text, contract_text, counted, in_words, listed, percent

if TYPE_CHECKING:
    from kibitz.plans.answer import PlanAnswer, Total, Witness
    from kibitz.plans.lines.menu import Course
    from kibitz.plans.lines.starts import Start

FULL = 200
"""The effective number of layouts for a total; the text says if there are fewer."""


def count_text(found: TrickCount, ledger: Sequence[LedgerRow], state: Play) -> str:
    """The tricks that are there, suit by suit, and those that may come."""
    parts = [f"{found.won} won"] if found.won else []
    parts += [_now(row) for row in ledger if row.now]
    have = f"Count {counted(found.tricks, 'trick')}"
    if parts:
        have += f": {' + '.join(parts)} = {found.tricks}"
    if not found.to_find:
        return f"{have}, enough for {contract_text(state.contract)}."
    to_come = [_later(row) for row in ledger if row.later]
    need = f"{have}; {in_words(found.to_find)} more must be found"
    return f"{need}. There may be {listed(to_come)}." if to_come else f"{need}."


def _now(row: LedgerRow) -> str:
    """``3♠``, ``♣A``, ``♥K led up to``."""
    text = f"{row.now}{row.suit.symbol}" if row.card is None else card_text(row.card)
    return f"{text} led up to" if row.led_up_to else text


def _later(row: LedgerRow) -> str:
    """``two in clubs once ♣K has gone``, ``a heart ruff``, ``one in diamonds if they break``."""
    if row.ruffs:
        name = f"{suit_name(row.suit)[:-1]} ruff"
        return f"a {name}" if row.ruffs == 1 else f"{in_words(row.ruffs)} {name}s"
    text = f"{in_words(row.later)} in {suit_name(row.suit)}"
    if row.stranded:
        return f"{text} with an entry to them"
    if not row.after:
        return f"{text} if they break"
    verb = "has" if len(row.after) == 1 else "have"
    return f"{text} once {listed([card_text(card) for card in row.after])} {verb} gone"


def losers_text(found: Losers, allowed: int) -> str:
    """The losers of the hand with more trumps, by the deal."""
    parts = [
        f"{in_words(number)} in {suit_name(suit)}"
        for suit, number in sorted(found.by_suit.items(), reverse=True)
        if number
    ]
    total = sum(found.by_suit.values())
    ruffed = [suit_name(suit) for suit in sorted(found.ruffed, reverse=True)]
    beside = f" when {listed(ruffed)} have been ruffed" if ruffed else ""
    if not total:
        return f"Count no loser{beside}."
    bear = "none" if not allowed else in_words(allowed)
    text = (
        f"Count {counted(total, 'loser')}{beside}, {listed(parts)}: the contract can bear {bear}."
    )
    thrown = [suit_name(suit) for suit in sorted(found.thrown, reverse=True)]
    if total > allowed and thrown:
        text += f" Losers can be thrown on the {listed(thrown)}."
    return text


def learned_text(
    voids: Mapping[Seat, frozenset[Suit]], honours: Mapping[Seat, Sequence[Card]]
) -> str:
    """What the cards played so far have shown."""
    said = [
        f"{seat.name.capitalize()} has no more {listed(sorted(map(suit_name, suits)))}"
        for seat, suits in voids.items()
        if suits
    ]
    said += [
        f"{seat.name.capitalize()} has shown {listed([card_text(card) for card in cards])}"
        for seat, cards in honours.items()
        if cards
    ]
    return f"Remember what is known: {listed(said)}."


def next_card_text(card: Card, state: Play) -> str:
    """The next card."""
    where = "dummy" if state.turn is state.contract.dummy else "your hand"
    return f"Play {card_text(card)} from {where}."


def branches_text(
    event: Event,
    test: See,
    others: tuple[str, str],
    checked: CheckedClaim,
    by: Scoring,
    state: Play,
) -> str:
    """What to do if a suit breaks, and what otherwise."""
    so, _ = event_text(event)
    mine, theirs = checked.also
    return (
        f"If {so}, take your tricks: {measured(checked.one, by)} then, against "
        f"{measured(checked.other, by)} for {others[0]}; otherwise go on by "
        f"{doing(test.other, state)}: {measured(mine, by)} against {measured(theirs, by)} for "
        f"{others[1]}."
    )


def perfect_text(rivals: Mapping[str, float], checked: CheckedClaim, by: Scoring) -> str:
    """What perfect defenders leave of the plan, and of the lines it was compared with."""
    others = [f"{words} {measured(worth, by)}" for words, worth in rivals.items()]
    beside = f" ({listed(others)})" if others else ""
    verb, often = ("makes", "in ") if by is Scoring.TEAMS else ("wins", "")
    return (
        f"Beware of perfect defence: on {checked.layouts} layouts the plan {verb} "
        f"{often}{measured(checked.other, by)} against defenders who see all four hands{beside}, "
        f"and {often}{measured(checked.one, by)} against learned ones."
    )


def begins_text(suit: Suit, line: PlanLine, state: Play) -> str:
    """What to begin with, where there is no other start to compare it with."""
    return f"Begin {_begun(suit, line, state)}."


def close_text(
    plan: tuple[Course, Start | None], other: tuple[Course, Start | None], state: Play
) -> str:
    """What to begin with, and what would do as well."""
    (course, start), (rival, begun) = plan, other
    if start == begun or start is None or begun is None:
        one, two = (doing(one.line, state) for one in (course, rival))
        return f"{one[0].upper()}{one[1:]}, or {two}: it is close."
    first = _begun(start[0], course.first, state)
    if start[0] is begun[0]:
        return f"Begin {first}, or by {doing(rival.first, state)}: it is close."
    return f"Begin {first}, or {_begun(begun[0], Free(), state)}: it is close."


def _begun(suit: Suit, line: PlanLine, state: Play) -> str:
    if isinstance(line, Free):
        return "with trumps" if suit is state.trumps else f"with {suit_name(suit)}"
    return f"by {doing(line, state)}"


def depends_text(event: Event, checked: CheckedClaim, by: Scoring) -> str:
    """What the plan depends on."""
    so, otherwise = event_text(event)
    return (
        f"Hope that {so}: {measured(checked.one, by)} then, "
        f"{measured(checked.other, by)} where {otherwise}."
    )


def danger_text(suit: Suit, safe: Seat, checked: CheckedClaim, by: Scoring) -> str:
    """Which defender must be kept off lead."""
    fear = safe.partner.name.capitalize()
    return (
        f"Keep {fear} off lead: a {suit_name(suit)[:-1]} finesse that loses to "
        f"{safe.name.capitalize()} still leaves {measured(checked.one, by)}, one that loses to "
        f"{fear} {measured(checked.other, by)}."
    )


def needs_text(suit: Suit, tricks: int, checked: CheckedClaim, solved: str) -> str:
    """How many tricks a suit must bring, and how to play it for them."""
    said = (
        f"Make {counted(tricks, 'trick')} in {suit_name(suit)}: so it went in "
        f"{chance_text(checked.one)} of the layouts where the plan makes, and in "
        f"{chance_text(checked.other)} of the others."
    )
    return f"{said} {solved}" if solved else said


def trumps_text(tricks: int, how: str, chance: Fraction) -> str:
    """How to play the trump suit for so many tricks."""
    return (
        f"Play trumps for {counted(tricks, 'trick')}: {how}. On its own the suit gives them in "
        f"{percent(chance)}."
    )


def nothing_matters_text(checked: CheckedClaim, good: int, lines: int) -> str:
    which = "all" if good == lines else in_words(good)
    return (
        f"Relax: nothing matters here, any sensible line makes. Of {in_words(lines)} that were "
        f"tried {which} did nearly always, the worst of them in {_or_more(checked.one)} of the "
        "layouts."
    )


def take_text(checked: CheckedClaim) -> str:
    return (
        f"Take your tricks: there are enough, and played as it comes the contract makes in "
        f"{_or_more(checked.one)} of the layouts."
    )


def _or_more(chance: float) -> str:
    least = chance_text(chance)
    return least if least.startswith("over") else f"{least} or more"


def hopeless_text(checked: CheckedClaim, lines: int) -> str:
    most = chance_text(checked.other)
    often = "even 1 %" if most.startswith("under") else f"more than {most}"
    tried = f"of {in_words(lines)} lines that were tried none makes" if lines > 1 else "it makes"
    if lines == 1:
        often = often.replace("even", "under").replace("more than", "at most")
    return f"Save what can be saved: {tried} in {often} of the layouts."


def total_text(total: Total, scoring: Scoring, state: Play) -> str:
    """The last step: what to expect."""
    if total.layouts == 1:
        end = "makes" if total.chance > 0.5 else "goes down"
        return f"Every card is placed now: {contract_text(state.contract)} {end}."
    low, high = (chance_text(x) for x in total.interval)
    made = f"{contract_text(state.contract)} to make in {chance_text(total.chance)}"
    few = "" if total.effective >= FULL else f", worth only {total.effective:.0f} equally likely"
    text = (
        f"Expect {made} of {total.layouts} layouts{few} ({low} to {high}) against learned defenders"
    )
    if scoring is Scoring.MATCHPOINTS:
        text += f", with {total.tricks:.2f} tricks on average"
    if total.double_dummy is not None:
        text += f"; with all hands seen by all it makes in {chance_text(total.double_dummy)}"
    return f"{text}."


def witness_text(witness: Witness, state: Play) -> Iterator[str]:
    """The layout that shows why: the defenders' hands only."""
    contract = state.contract
    yield (
        f"Why not {witness.words}? For example here it takes "
        f"{counted(witness.other_tricks, 'trick')}, the plan {witness.plan_tricks}:"
    )
    for seat in (contract.leader, contract.leader.partner):
        yield f"  {seat.name.capitalize():<6}{_hand(witness.deal[seat])}"


def left_text(did: str, step: str) -> str:
    """The steps at which a declarer left the plan."""
    return f"A matter of plan: declarer {did}. The plan says: {step}"


def heading(question: PlanQuestion) -> Iterator[str]:
    """The contract, the lead and the two hands."""
    state = question.state
    head = f"{contract_text(state.contract, by=True)}, {card_text(state.played[0])} led"
    if len(state.played) > 1:
        head += f", after {counted(len(state.played), 'card')}"
    yield f"{head}, {question.scoring.value}."
    for name, seat in (("Dummy", state.contract.dummy), ("You", state.contract.declarer)):
        yield f"  {name:<6}{_hand(state.holding(seat))}"


def fellows_text(fellows: Fellows) -> str:
    """Declarers in similar positions, by name: those who began so, and those who did not."""
    where = "in like positions"
    if fellows.after:
        where = f"in positions like that after {listed([card_text(one) for one in fellows.after])}"
    text = _parted(where, f"began with {suit_name(fellows.suit)}, in your suits", fellows.began)
    if fellows.hold is None or fellows.held is None:
        return text
    rounds = fellows.hold.rounds
    did = f"let its {ROUNDS[rounds]} go and no more" if rounds else "won its first round"
    return f"{text} {_parted('who came to win the suit led', did, fellows.held)}"


def _parted(who: str, did: str, parted: Parted) -> str:
    """How many declarers did as the plan does, one of them by name, and how many did not."""
    whole = len(parted.same) + len(parted.others)
    text = f"Of {counted(whole, 'declarer')} {who}, {in_words(len(parted.same))} {did}"
    if parted.same:
        text += _cited(parted.same[0])
    if parted.others:
        text += f"; {in_words(len(parted.others))} did not{_cited(parted.others[0])}"
    return f"{text}."


def _cited(one: CardPrecedent) -> str:
    return f" ({one.name})" if one.is_house else f", as {one.player} ({one.name})"


def after_steps(answer: PlanAnswer) -> Iterator[str]:
    """The text below the steps: why not otherwise, how sure, and who did the same."""
    if answer.witness is not None:
        yield ""
        yield from witness_text(answer.witness, answer.asked.state)
    details = [
        f"step {number}, {step.detail[:1].lower()}{step.detail[1:-1]}"
        for number, step in enumerate(answer.steps, start=1)
        if step.detail
    ]
    if details:
        yield ""
        yield f"How sure: {'; '.join(details)}."
    if answer.fellows is not None:
        yield ""
        yield fellows_text(answer.fellows)


def plan_text(answer: PlanAnswer) -> str:
    """The whole plan: the contract, numbered steps, the witness, and who did the same."""
    lines = [*heading(answer.asked), ""]
    lines += [f"{number}. {step.text}" for number, step in enumerate(answer.steps, start=1)]
    return "\n".join([*lines, *after_steps(answer)])


def _hand(hand: Hand) -> str:
    suits = " ".join(f"{suit.symbol}{hand.ranks(suit) or '-'}" for suit in reversed(Suit))
    return suits.replace("T", "10")
