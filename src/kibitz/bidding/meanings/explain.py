"""The meaning of a call explained in English, and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kibitz.bidding.auctions.ranges import Range
from kibitz.bidding.calls.shown.words import shown_words
from kibitz.bidding.meanings.hands import LEAST, Kinship
from kibitz.bidding.meanings.meaning import Meaning, Sense
from kibitz.bidding.meanings.store import Explained
from kibitz.games.bridge.auction import Bid, Call, Sign
from kibitz.games.bridge.cards import Hand, Suit
from kibitz.wording import call_text, call_word, chance_text, counted, in_words, listed

if TYPE_CHECKING:
    from kibitz.bidding.conventions.convention import NamedCall
    from kibitz.bidding.meanings.names import MeaningNames
    from kibitz.bidding.meanings.question import MeaningQuestion

_LONGEST_SUIT, _MOST_POINTS = 13, 37
_SHOWN = 3  # the most explanations quoted
_NAMED = 2  # the most auctions named that mean the same


def explain(
    question: MeaningQuestion,
    meaning: Meaning,
    names: MeaningNames,
    examples: Sequence[str],
    explained: Sequence[Explained],
) -> str:
    """The meaning in a few sentences: its name first, then what most hands had."""
    said = [shows(question, meaning, names)]
    if explained:
        said.append(_explained(explained))
    if examples:
        said.append(f"For example {listed(examples)}.")
    return "\n".join(said)


def shows(question: MeaningQuestion, meaning: Meaning, names: MeaningNames) -> str:
    """The name, which hands were looked at, what they had, and how pairs differ."""
    said = [*name_lines(names), _whence(question, meaning), _sentence(meaning)]
    if meaning.apart:
        senses = zip(meaning.apart, names.senses, strict=True)
        said.append("Pairs differ. " + " ".join(_of_some(*one) for one in senses))
    return "\n".join(said)


def name_lines(names: MeaningNames) -> list[str]:
    """What the call is and does, its usual answers, and what else players call it."""
    one = names.whole
    if one is None:
        return []
    answers = "; ".join(f"{call} {says}" for call, says in one.answers)
    others = [f"{other.short} ({times})" for other, times in names.explained if other != one]
    return [
        one.line,
        *([f"Usual answers: {answers}."] if answers else []),
        *([f"Some players explained it otherwise: {listed(others[:_NAMED])}."] if others else []),
    ]


def no_meaning(question: MeaningQuestion, known: int, names: MeaningNames) -> str:
    """Why there is no answer, although *known* hands were found; but the name is known."""
    whose = question.whose
    if not whose:
        why = (
            f"No hand is known for {_called(question)}, and what the network of calls reads into "
            "it does not go with the name: no range is told."
        )
        return "\n".join([*name_lines(names), why])
    hands = f"Only {counted(known, 'hand')}" if known else "No hand"
    why = f": a range needs {LEAST}" if known else " is known"
    return "\n".join([*name_lines(names), f"{hands} of {whose} for {_called(question)}{why}."])


def _called(question: MeaningQuestion) -> str:
    call = _CALLED.get(question.call, call_text(question.call))
    before = question.auction.calls[:-1]
    return f"{call} after {_spoken(before)}" if before else f"{call} by the dealer"


def _spoken(calls: Sequence[Call]) -> str:
    return ", ".join(map(call_word, calls))


def _whence(question: MeaningQuestion, meaning: Meaning) -> str:
    """Which call it is, and which hands were looked at."""
    called = _capital(_called(question))
    if meaning.kinship is Kinship.READING:
        return (
            f"{called}: {_exactly(meaning)}, and too few have one that means the same. So the "
            "network of calls says what it reads into it, and no table bears it out."
        )
    whose = f", as {question.whose} play it" if question.whose else ""
    looked = meaning.whole.hands
    some = f", {looked:,} of them looked at" if looked < meaning.found else ""
    whose = ", as the house plays it" if meaning.is_house else whose
    if meaning.kinship is Kinship.SAME and not meaning.any_colours:
        hands = counted(meaning.found, "hand")
        return f"{called}{whose}: {hands} after the same auction{some}."
    instead = _instead(question, meaning)
    return f"{called}{whose}: {_exactly(meaning)}; {meaning.found:,} have {instead}{some}."


def _exactly(meaning: Meaning) -> str:
    at = " at this vulnerability" if meaning.any_colours else ""
    if not meaning.exact:
        return f"no table has exactly this auction{at}"
    tables = f"only {counted(meaning.exact, 'table')} {'has' if meaning.exact == 1 else 'have'}"
    return f"{tables} exactly this auction{at}"


def _instead(question: MeaningQuestion, meaning: Meaning) -> str:
    """Which hands were looked at instead of those that were too few."""
    colours = " at any vulnerability" if meaning.any_colours else ""
    if meaning.kinship is Kinship.SAME_MEANING:
        others = [way for way in meaning.ways if way != question.auction.calls]
        such = "; ".join(map(_spoken, others[:_NAMED]))
        return f"one that means the same{colours}, such as {such}"
    passes = ""
    if meaning.kinship is Kinship.OTHER_PASSES:
        seat = "any" if meaning.exact else "another"
        passes = f" in {seat} seat, with more or fewer passes before it"
    return f"it{colours}{' and' if colours and passes else ''}{passes}"


def _sentence(meaning: Meaning) -> str:
    """What it shows, then what most hands have besides."""
    sense = meaning.whole
    said, most = claims_of(sense), most_have(sense)
    shows = f"It {said if said.startswith('usually') else f'shows {said}'}." if said else ""
    others = f"Most such hands have {listed(most)}." if most else ""
    return " ".join(part for part in (shows, others) if part) or "It shows nothing that is telling."


def _of_some(sense: Sense, name: NamedCall | None) -> str:
    short = "" if name is None else f"{name.short}; "
    return f"{_capital(sense.whose)} ({counted(sense.hands, 'hand')}): {short}{parts_of(sense)}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def parts_of(sense: Sense) -> str:
    """What such hands have: all of them, or nearly; then what only most of them have."""
    said, most = claims_of(sense), most_have(sense)
    return "; ".join([said] * bool(said) + [f"mostly {listed(most)}"] * bool(most)) or "any hand"


def claims_of(sense: Sense) -> str:
    """What is claimed of the hands: surely, and usually."""
    said = shown_words(sense.shown) if sense.shown is not None else ""
    trait = sense.telling_trait
    if trait is None or not sense.holds(trait)[1]:
        return said
    if not said:
        return trait.value if sense.holds(trait)[0] else f"usually shows {trait.value}"
    return f"{said}, and {'' if sense.holds(trait)[0] else 'usually '}{trait.value}"


def most_have(sense: Sense) -> list[str]:
    """The points if none are claimed, and a telling trait that is not; each with its share."""
    found = []
    if sense.shown is None or sense.shown.points is None:
        found.append(f"{points_text(sense.points.range)} ({_share(sense.points.range)})")
    trait = sense.telling_trait
    if trait is not None and not sense.holds(trait)[1]:
        found.append(f"{trait.value} ({chance_text(sense.traits[trait])})")
    return found


def _share(range_: Range) -> str:
    return chance_text(range_.cover)


def points_text(range_: Range) -> str:
    """
    >>> points_text(Range(8, 11, 0.8)), points_text(Range(0, 9, 0.8))
    ('8 to 11 points', 'at most 9 points')
    """
    return f"{_numbers(range_, _MOST_POINTS)} points"


def length_text(range_: Range, suit: Suit) -> str:
    """
    >>> length_text(Range(5, 6, 0.9), Suit.HEARTS), length_text(Range(6, 6, 0.8), Suit.SPADES)
    ('five or six hearts', 'six spades')
    >>> length_text(Range(0, 1, 0.9), Suit.CLUBS), length_text(Range(0, 3, 0.9), Suit.CLUBS)
    ('no club or one', 'at most three clubs')
    """
    name = suit.name.lower()
    least, most = range_.least, range_.most
    if most == 0:
        return f"no {name[:-1]}"
    if (least, most) == (0, 1):
        return f"no {name[:-1]} or one"
    if least == most:
        return f"{in_words(least)} {name if least > 1 else name[:-1]}"
    if least == 0:
        return f"at most {in_words(most)} {name}"
    return f"{in_words(least)} {'or' if most == least + 1 else 'to'} {in_words(most)} {name}"


def _numbers(range_: Range, top: int) -> str:
    least, most = range_.least, range_.most
    if least == most:
        return str(least)
    if most == top:
        return f"at least {least}"
    if least == 0:
        return f"at most {most}"
    return f"{least} or {most}" if most == least + 1 else f"{least} to {most}"


def _explained(explained: Sequence[Explained]) -> str:
    said = [
        f"“{one.words}”" + (f" ({one.times} times)" if one.times > 1 else "")
        for one in explained[:_SHOWN]
    ]
    return f"Experts explained it as {listed(said)}."


def example_text(hand: Hand, player: str, name: str) -> str:
    """A hand, its player, and the table."""
    where = f"{player}, {name}" if player else name
    return f"{hand} ({where})"


def deed(question: MeaningQuestion) -> str:
    """What the player of an example hand did."""
    call = question.call
    if call is Sign.PASS:
        return "passed"
    return f"bid {call_text(call)}" if isinstance(call, Bid) else _DEEDS[call]


_CALLED: dict[Call, str] = {
    Sign.PASS: "a pass", Sign.DOUBLE: "a double", Sign.REDOUBLE: "a redouble",
}  # fmt: skip
_DEEDS = {Sign.DOUBLE: "doubled", Sign.REDOUBLE: "redoubled"}
