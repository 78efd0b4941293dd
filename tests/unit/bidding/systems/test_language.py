"""The words of a system's file, and what is said of a bad one."""

from __future__ import annotations

import pytest

from kibitz.bidding.systems.facts import facts
from kibitz.bidding.systems.file import BadSystemError, house_system, read_system
from kibitz.bidding.systems.language import read_conditions
from kibitz.bidding.systems.patterns import AuctionPattern, tokens_of
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Hand, Suit
from kibitz.games.bridge.deal import Seat

HAND = facts(Hand.parse("AQ7.KJ985.K2.T43"))  # thirteen points, five hearts, balanced


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("13 points", True),
        ("12-14 points", True),
        ("14+ points", False),
        ("14 total points", True),  # a point for the fifth heart
        ("5+ hearts", True),
        ("4 hearts", False),
        ("2-3 diamonds", True),
        ("short diamonds", False),
        ("balanced", True),
        ("unbalanced", False),
        ("longest hearts", True),
        ("longest spades", False),
        ("hearts longer than spades", True),
        ("clubs not shorter than spades", True),
        ("good spades", True),
        ("no good clubs", True),
        ("stopper in diamonds", True),
        ("stopper in clubs", False),
        ("queen of spades", True),
        ("1 ace", True),
        ("2 key cards for hearts", True),
        ("14 support points for hearts", True),  # a doubleton beside five trumps
        ("6+ spades or 5+ hearts", True),
        ("6+ spades or 5+ hearts with 14+ points", False),
    ],
)
def test_conditions_hold_or_not(text: str, holds: bool) -> None:
    assert all(one.holds(HAND) for one in read_conditions(text)) is holds


@pytest.mark.parametrize(
    ("pattern", "auction", "suits"),
    [
        ("1M", "1H P", {"M": Suit.HEARTS}),
        ("1M", "P P 1S P", {"M": Suit.SPADES}),  # passes before the opening go without saying
        ("1M", "1D P", None),
        ("1M 2M", "1S P 2S P", {"M": Suit.SPADES}),
        ("1M 2M", "1S P 2H P", None),
        ("1M (2X)", "1S 2C", {"M": Suit.SPADES, "X": Suit.CLUBS}),
        ("(1X)", "1D", {"X": Suit.DIAMONDS}),
        ("(1X) P", "1D P P", {"X": Suit.DIAMONDS}),
        ("(1X) P (1Y)", "1D P 1S", {"X": Suit.DIAMONDS, "Y": Suit.SPADES}),
        ("1X (X)", "1D X", {"X": Suit.DIAMONDS}),
    ],
)
def test_auctions_are_written_from_the_caller_s_side(
    pattern: str, auction: str, suits: dict[str, Suit] | None
) -> None:
    calls = Auction.of(Seat.NORTH, auction).calls
    assert AuctionPattern.parse(pattern).match(tokens_of(calls)) == suits


GOOD = """
name = "Small"
[[situation]]
name = "Openings"
when = "opening"
[[situation.rule]]
name = "one heart"
call = "1H"
shows = "12+ points, 5+ hearts"
[[situation.rule]]
name = "one spade"
call = "1S"
shows = "12+ points, 5+ spades"
priority = 60
"""


def test_a_small_system_is_read() -> None:
    system = read_system(GOOD)
    assert [rule.name for rule in system.rules] == ["one heart", "one spade"]
    assert [rule.line for rule in system.rules] == [6, 10]


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("priority = 60\n", "", 10, "overlaps with 'one heart' of line 6"),
        ("12+ points, 5+ spades", "14-12 points", 13, "the range 14-12 is empty"),
        ("12+ points, 5+ spades", "12+ puntos", 13, "'12+ puntos' is not a condition"),
        ("12+ points, 5+ spades", "9+ support points", 13, "must name the trump suit"),
        ('call = "1S"', 'call = "8S"', 12, "'8S' is not a call"),
        ('call = "1S"', "", 10, "this rule has no call"),
        ('when = "opening"', 'when = "on Sundays"', 5, "does not describe an auction"),
        ('when = "opening"', 'after = "1M ("', 5, "'(' is not a call of an auction"),
        ('when = "opening"', 'answers = "Stayman"', 5, "there is no rule 'Stayman' to answer"),
        ('name = "one spade"', 'name = "one heart"', 10, "a rule 'one heart' in line 6 already"),
        ("priority = 60", "priority = 600", 14, "a number from 0 to 100"),
        ("priority = 60", 'forcing = "often"', 14, "not one of round, game and stop"),
        ("priority = 60", "colour = 3", 14, "'colour' is not a word of a rule"),
        ("priority = 60", 'level = "3-2"', 14, "the range 3-2 is empty"),
        ('name = "Small"', "name = Small", 2, "this is not TOML"),
        ("12+ points, 5+ spades", "12-14 points, 15+ points", 13, "no hand can meet all"),
        ("12+ points, 5+ spades", "5+ spades, 0-3 spades", 13, "no hand can meet all"),
        ('call = "1S"', "call = 1", 12, "should be a text between quotation marks"),
    ],
)
def test_a_bad_rule_has_a_line_and_one_sentence(old: str, new: str, line: int, said: str) -> None:
    assert old in GOOD
    with pytest.raises(BadSystemError) as caught:
        read_system(GOOD.replace(old, new))
    problem = next(one for one in caught.value.problems if said in one.text)
    assert problem.line == line
    assert problem.text.endswith(".")


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("name = 'A'\nsituation = 3\n", 2, "each situation begins with a line [[situation]]."),
        ('[[situation]]\nname = "A"\nrule = "x"\n', 3, "each rule begins with a line"),
    ],
)
def test_what_is_no_table_of_rules_is_said_too(text: str, line: int, said: str) -> None:
    with pytest.raises(BadSystemError) as caught:
        read_system(text)
    [problem] = caught.value.problems
    assert problem.line == line
    assert said in problem.text


def test_rules_that_no_hand_can_meet_together_need_no_priority() -> None:
    apart = GOOD.replace("12+ points, 5+ spades", "8-11 points").replace("priority = 60\n", "")
    assert len(read_system(apart).rules) == 2


def test_the_house_system_is_read_without_a_problem() -> None:
    assert len(house_system().rules) > 200
