"""What do I call? Asked out of the box, and over a small library of auctions."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.advice import Measure
from kibitz.asking import Kibitz
from kibitz.bidding.calls.adviser import CallAdviser
from kibitz.bidding.calls.answer import CallAnswer, CallVote, Reading
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.openings.adviser import Openings
from kibitz.cli import main
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Hand, Suit
from kibitz.places import Places
from opened import caller, learn, opener, put, tables

NOWHERE = Path("/nowhere/at/all")
PLACES = Places.of(NOWHERE / "library.kibitz", NOWHERE)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("calls") / "library.kibitz"
    put(path, tables())
    learn(path)
    return path


@pytest.fixture(scope="module")
def adviser(library: Path) -> CallAdviser:
    return Kibitz(Places.of(library, NOWHERE)).calls


@pytest.fixture(scope="module")
def stranger() -> CallAdviser:
    """Who has learned nothing yet, in a package without the house's match."""
    return CallAdviser(CallNetwork.shipped(), None, PLACES.library, Openings(PLACES))


def ask(adviser: CallAdviser, hand: str, auction: str, **more: str) -> CallAnswer:
    return adviser.ask(CallQuestion.typed(hand, auction, **more))


def voted(answer: CallAnswer) -> CallVote:
    assert isinstance(answer.said, CallVote)
    return answer.said


def read(answer: CallAnswer) -> Reading:
    assert isinstance(answer.said, Reading)
    return answer.said


def test_an_opening_is_answered_as_the_room_of_openings_answers(stranger: CallAdviser) -> None:
    for hand, passes in (("AQ7.KJ985.K2.T43", ""), ("K2.Q9.T7643.8542", "P P")):
        question = CallQuestion.typed(hand, passes)
        answer = stranger.ask(question)
        opened = Openings(PLACES).ask(question.situation)
        assert answer.said == opened
        assert answer.choices == opened.choices
        assert str(answer) == str(opened)
        assert answer.question == question


def test_out_of_the_box_the_house_is_asked_and_it_is_said_that_it_is_the_house() -> None:
    answer = ask(Kibitz(PLACES).calls, "KJ4.Q8.A9632.T73", "1N P")
    vote = voted(answer)
    assert vote.is_house
    assert answer.measure is Measure.VOTE
    assert f"Of the {vote.voters:,} responses of the house" in str(answer)
    assert answer.to_json()["house"]
    for one in vote.precedents:
        assert one.is_house
        assert one.open().citation.event == "Kibitz house match"


def test_what_was_learned_goes_before_the_house(adviser: CallAdviser) -> None:
    record = tables()[0]
    answer = adviser.ask(CallQuestion.of(record, opener(record)))
    assert not voted(answer).is_house
    assert adviser.house is not None


def test_without_a_match_the_network_reads_and_says_so(stranger: CallAdviser) -> None:
    answer = ask(stranger, "KQ94.3.A962.T732", "1S P")
    assert answer.measure is Measure.SUPPORT
    assert answer.best is not None
    assert str(answer.best.action) in ("3S", "4H", "3D", "2N", "3C", "4S")  # a raise of some sort
    assert "No auction was learned yet" in str(answer)
    support = read(answer).reason.support[0]
    assert support.suit is Suit.SPADES
    assert support.cards == 4


def test_the_reason_names_what_a_player_looks_at(stranger: CallAdviser) -> None:
    text = str(ask(stranger, "K2.AQT4.963.QJ52", "1C 1H 1S P 1N"))
    assert text.startswith("Pass. Partner, who has passed, has shown")
    text = str(ask(stranger, "Q73.KJ94.K63.J52", "1C 1H"))
    assert "1NT" in text
    assert "10 points" in text
    assert "a stopper in their hearts (♥KJ94)" in text
    reason = read(ask(stranger, "K2.9843.AQ3.QJ52", "1H P")).reason
    partner = reason.partner
    assert partner is not None
    assert partner.points.least >= 9
    assert partner.lengths[Suit.HEARTS].least >= 4
    assert reason.shown is not None
    assert reason.shown.suits == (Suit.HEARTS,)


def test_what_partner_has_shown_is_the_same_whatever_one_holds(stranger: CallAdviser) -> None:
    weak, strong = (
        read(ask(stranger, hand, "1C 1S")).reason
        for hand in ("T52.Q8732.J84.62", "A5.KQ873.AJ4.K62")
    )
    assert weak.shown == strong.shown
    assert strong.probably is not None
    text = str(ask(stranger, "A5.KQ873.AJ4.K62", "1C 1S"))
    assert "Partner has shown 10 or more points" in text
    assert "Beside your own 17 points he probably holds 11 to 13" in text


def test_a_bid_is_said_to_show_a_suit_only_where_the_hand_has_it(adviser: CallAdviser) -> None:
    for hand in ("T3.72.Q9753.A832", "K2.A84.Q9753.T82", "KJ4.Q85.A962.T73"):
        showing = voted(ask(adviser, hand, "1H P")).showing
        assert (
            showing is None
            or showing.suit is None
            or (Hand.parse(hand).length(showing.suit) >= showing.cards)
        )


def test_every_change_that_is_stated_is_what_the_adviser_says_then(stranger: CallAdviser) -> None:
    answer = ask(stranger, "KJ4.Q85.A962.T73", "1H P")
    changes = read(answer).changes
    assert changes
    for change in changes:
        situation = change.variation.situation
        if situation.colours == answer.question.colours:
            then = ask(stranger, str(situation.hand), "1H P")
            assert then.best is not None
            assert then.best.action == change.call


def test_the_very_hand_that_was_watched_is_the_first_precedent(adviser: CallAdviser) -> None:
    record = tables()[0]
    number = opener(record)
    seat = caller(record, number)
    auction = Auction(record.dealer, record.auction.calls[: number - 1])
    question = CallQuestion(record.deal[seat], auction, record.vulnerability)
    answer = adviser.ask(question)
    assert answer.best is not None
    assert answer.best.action == record.auction.calls[number - 1]
    first = voted(answer).precedents[0]
    assert first.hand == question.hand
    assert first.differs == "the very same hand"
    assert first.open() == record
    assert first.player in ("Anna", "Boris", "Clara", "Dmitri")
    assert first.name.startswith("House cup, board 1")


def test_a_table_does_not_speak_for_itself(adviser: CallAdviser) -> None:
    record = tables()[0]
    number = opener(record)
    vote = voted(adviser.ask(CallQuestion.of(record, number)))
    hands = [one.hand for one in (*vote.precedents, vote.contrast) if one is not None]
    assert record.deal[caller(record, number)] not in hands


def test_a_precedent_is_alike_in_points_and_lengths(adviser: CallAdviser) -> None:
    asked = 0
    for record in tables()[:12]:
        answer = adviser.ask(CallQuestion.of(record, opener(record)))
        vote = voted(answer)
        for one in vote.precedents:
            asked += 1
            assert abs(one.hand.points - answer.question.hand.points) <= 2
            shapes = zip(one.hand.shape, answer.question.hand.shape, strict=True)
            assert sum(abs(a - b) for a, b in shapes) <= 2
            assert one.call == vote.candidates[0].call
    assert asked


def test_shares_are_of_one_vote_and_votes_are_counted(adviser: CallAdviser) -> None:
    answer = ask(adviser, "AQ7.KJ985.K2.T43", "")
    assert answer.measure is Measure.VOTE
    vote = voted(answer)
    assert sum(one.votes for one in vote.candidates) == vote.voters
    assert 0.9 < sum(one.share for one in vote.candidates) <= 1.0001


def test_a_pair_is_asked_by_name_and_an_unknown_one_is_refused(adviser: CallAdviser) -> None:
    answer = ask(adviser, "AQ7.KJ985.K2.T43", "P", pair="Anna, Boris")
    whose = voted(answer).whose
    assert whose is not None
    assert whose.name == "Anna and Boris"
    assert "What Anna and Boris play is read from 72 boards of theirs." in str(answer)
    for more, problem in (
        ({"pair": "Anna, Nobody"}, "Your library has no pair Anna and Nobody"),
        ({"system": "moonshine"}, "moonshine"),
        ({"pair": "Anna, Boris", "system": "natural"}, "not both"),
    ):
        with pytest.raises(UsageError, match=problem):
            ask(adviser, "AQ7.KJ985.K2.T43", "P", **more)


@pytest.mark.parametrize(
    ("hand", "auction", "more", "problem"),
    [
        ("AQ7.KJ985.K2.T4", "1S P", {}, "a hand has 13 cards, not 12"),
        ("AQ7.KJ985.K2.T43", "1S 1H", {}, "insufficient bid: 1H over 1S"),
        ("AQ7.KJ985.K2.T43", "1S P P P", {}, "the auction is over"),
        ("AQ7.KJ985.K2.T43", "P X", {}, "illegal double"),
        ("AQ7.KJ985.K2.T43", "1S P", {"seat": "N"}, "it is South's call, not North's"),
        ("AQ7.KJ985.K2.T43", "1S P", {"dealer": "Q"}, "not a seat"),
        ("AQ7.KJ985.K2.T43", "1S P", {"vulnerability": "red"}, "not a vulnerability"),
    ],
)
def test_bad_input_is_one_clear_line(
    hand: str, auction: str, more: dict[str, str], problem: str
) -> None:
    with pytest.raises(UsageError, match=problem) as error:
        CallQuestion.typed(hand, auction, **more)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "AQ7.KJ985.K2.T43 after N: 1S P, nobody vulnerable",
        "AQ7.KJ985.K2.T43 after E: 1S X XX, everybody vulnerable, pair A and B",
        "AQ7.KJ985.K2.T43 after N:, North-South vulnerable, system strong club",
    ],
)
def test_a_question_is_read_as_it_is_written(text: str) -> None:
    assert str(CallQuestion.parse(text)) == text


def test_the_command_prints_the_answer_and_its_precedents(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tables()[0]
    number = opener(record)
    hand: Hand = record.deal[caller(record, number)]
    before = " ".join(map(str, record.auction.calls[: number - 1]))
    words = [str(hand), "--auction", before, "--dealer", str(record.dealer)]
    assert main(["call", *words, "--library", str(library)]) == 0
    assert "House cup" in capsys.readouterr().out
    assert main(["call", "AQ7.KJ985.K2.T43", "--auction", "2S 1H"]) == 2
    assert "insufficient bid" in capsys.readouterr().err


def test_learning_is_announced_and_done_by_the_command(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["learn", "calls", "--library", str(library), "--dry-run"]) == 0
    assert "learn calls: 0 tasks" in capsys.readouterr().out
    assert main(["learn", "calls", "--library", str(library), "--jobs", "1"]) == 0
    assert "Nothing new" in capsys.readouterr().out


def test_a_position_that_an_earlier_call_makes_impossible_is_said_to_be_so(
    stranger: CallAdviser,
) -> None:
    mad = ask(stranger, "T3.72.Q9753.A832", "1H P 2H P")
    assert str(read(mad).impossible) == "1H"
    assert "Hardly anybody bids 1♥ with this hand" in str(mad)
    sound = ask(stranger, "KJ4.AQ852.A96.T7", "1H P 2H P")
    assert read(sound).impossible is None
