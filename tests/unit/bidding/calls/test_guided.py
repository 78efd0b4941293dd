"""A call by a system's rules, or by a player's own case, with the cases beside it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import kibitz
from kibitz.advice import Rule
from kibitz.asking import Kibitz
from kibitz.bidding.calls.adviser import CallAdviser
from kibitz.bidding.calls.answer import CallAnswer, CallVote
from kibitz.bidding.calls.own import (
    OwnCalls,
    OwnCase,
    load_own,
    plain_situation,
    retain,
    review,
    revise,
    save_own,
)
from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.openings.cycle import CaseStatus
from kibitz.cli import main
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction, Bid, Sign, parse_call
from kibitz.games.bridge.deal import Vulnerability
from kibitz.places import Places
from opened import caller, learn, opener, put, tables

NOWHERE = Path("/nowhere/at/all")
RAISE = "KJ4.Q85.A962.T73"

MINE = """
name = "Our card"
[[situation]]
name = "Raises"
after = "1M"
[[situation.rule]]
name = "three-card game raise"
call = "4M"
shows = "10+ points, 3+ M"
act = "to play"
"""


@pytest.fixture(scope="module")
def stranger() -> CallAdviser:
    return Kibitz(Places.of(NOWHERE / "library.kibitz", NOWHERE)).calls


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("guided") / "library.kibitz"
    put(path, tables())
    learn(path)
    return path


@pytest.fixture(scope="module")
def adviser(library: Path) -> CallAdviser:
    return Kibitz(Places.of(library, NOWHERE)).calls


def ask(adviser: CallAdviser, hand: str, auction: str, system: str = "") -> CallAnswer:
    return adviser.ask(CallQuestion.typed(hand, auction, system=system))


def vote(adviser: CallAdviser, question: CallQuestion) -> CallVote:
    said = adviser.ask(question).said
    assert isinstance(said, CallVote)
    return said


def watched(number: int = 0) -> tuple[CallQuestion, str]:
    """A decision that the library holds, and what was called."""
    record = tables()[number]
    place = opener(record)
    auction = Auction(record.dealer, record.auction.calls[: place - 1])
    question = CallQuestion(record.deal[caller(record, place)], auction, record.vulnerability)
    return question, str(record.auction.calls[place - 1])


def test_a_rule_of_the_house_system_decides_and_is_named(stranger: CallAdviser) -> None:
    answer = ask(stranger, RAISE, "1H P", "house system")
    assert answer.decided_by == "rule"
    assert answer.best is not None
    assert answer.best.action == Bid.parse("2H")
    assert answer.best.grounds[0] == Rule("single raise", "House system")
    assert len(answer.best.grounds) > 1  # what is said without the rule stands beside it
    assert "Partner's 1♥: 12 to 21 points, five or more hearts." in str(answer)
    data = answer.to_json()
    assert (data["decided_by"], data["lead"]["name"]) == ("rule", "single raise")
    assert data["cases_call"] == "2H"


def test_where_no_rule_speaks_the_cases_do_and_it_is_said(stranger: CallAdviser) -> None:
    answer = ask(stranger, RAISE, "1H 2D X 3D", "house")
    assert answer.decided_by == "cases"
    assert str(answer).startswith("No rule of the House system speaks for this hand here.")
    plain = stranger.ask(CallQuestion.typed(RAISE, "1H 2D X 3D"))
    assert answer.choices == plain.choices
    assert answer.confidence == plain.confidence


def test_a_file_of_one_s_own_rules_goes_before_the_cases(
    stranger: CallAdviser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE)
    answer = ask(stranger, RAISE, "1H P", str(path))
    assert answer.best is not None
    assert answer.best.action == Bid.parse("4H")
    assert answer.best.weight < 0.1  # nearly nobody would
    assert "of the Our card: to play" in str(answer)
    assert "would rather bid 2♥" in str(answer)
    assert answer.confidence is None
    words = ["call", RAISE, "--auction", "1H P", "--system", str(path), "--json"]
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["call"] == "4H"


def test_a_file_that_is_not_there_or_bad_is_one_clear_error(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(MINE.replace("10+ points", "10+ puntos"))
    for system, said in ((str(tmp_path / "none.toml"), "there is no file"), (str(bad), "line 9")):
        with pytest.raises(UsageError, match=said):
            kibitz.call(RAISE, "1H P", system=system)


def test_the_very_situation_does_not_ask_who_dealt() -> None:
    one = CallQuestion.typed(RAISE, "1H P", dealer="N", vulnerability="ns")
    other = CallQuestion.typed(RAISE, "1H P", dealer="E", vulnerability="ew")
    third = CallQuestion.typed(RAISE, "1H P", dealer="E", vulnerability="ns")
    assert plain_situation(one) == plain_situation(other) != plain_situation(third)


def test_a_correction_decides_alone_in_its_very_situation(stranger: CallAdviser) -> None:
    asked = CallQuestion.typed(RAISE, "1H P")
    case = revise(asked, Bid.parse("2H"), Bid.parse("3H"))
    mine = replace(stranger, own=retain(OwnCalls(), case))
    answer = mine.ask(CallQuestion.typed(RAISE, "1H P", dealer="E"))
    assert answer.decided_by == "own"
    assert answer.best is not None
    assert answer.best.action == Bid.parse("3H")
    assert answer.best.grounds[0] == case
    assert "your correction (advised: 2♥)" in str(answer)
    assert mine.ask(CallQuestion.typed(RAISE, "1S P")).lead is None
    by_rule = ask(mine, RAISE, "1H P", "house system")  # the case is for another system
    assert by_rule.decided_by == "rule"


def test_a_case_is_reviewed_against_what_experts_did(adviser: CallAdviser) -> None:
    question, called = watched()
    same = revise(question, None, parse_call(called))
    found = review(same, OwnCalls(), adviser.network, adviser.memory, adviser.library)
    assert str(found.calls[0][0]) == called or found.status is CaseStatus.CONTRADICTS
    other = revise(question, None, Sign.PASS if called != "P" else Bid.parse("7N"))
    own = retain(OwnCalls(), same)
    found = review(other, own, adviser.network, adviser.memory, adviser.library)
    assert found.status is CaseStatus.CONTRADICTS
    assert called in {str(call) for call, _ in found.calls}
    assert found.against[0].hand == question.hand  # the very hand that was watched
    assert found.own == same


def test_a_case_is_reviewed_against_the_rules_that_are_named(stranger: CallAdviser) -> None:
    asked = CallQuestion.typed(RAISE, "1H P", system="house system")
    found = review(revise(asked, None, Bid.parse("3H")), OwnCalls(), stranger.network, None, None)
    assert found.rule == ("single raise", Bid.parse("2H"))
    assert found.status is CaseStatus.CONTRADICTS
    found = review(revise(asked, None, Bid.parse("2H")), OwnCalls(), stranger.network, None, None)
    assert found.status is CaseStatus.NEW


def test_an_own_case_votes_where_it_is_close(adviser: CallAdviser) -> None:
    question, called = watched()
    others = [one for one in Vulnerability if one is not question.vulnerability]
    cases = [revise(replace(question, vulnerability=v), None, parse_call(called)) for v in others]
    before = vote(adviser, question)
    after = vote(replace(adviser, own=OwnCalls(tuple(cases))), question)
    assert 1 <= after.own <= len(others)
    assert after.voters == before.voters + after.own
    assert "of them are yours." in str(after) or "of them is yours." in str(after)


def test_a_withdrawn_case_votes_no_more(adviser: CallAdviser) -> None:
    question, called = watched()
    call_made = parse_call(called)
    assert adviser.own.known(adviser.memory, question, call_made) == 1
    own = adviser.own.without(question, call_made)
    assert own.known(adviser.memory, question, call_made) == 0
    left = vote(replace(adviser, own=own), question)
    assert all(one.differs != "the very same hand" for one in left.precedents)


def test_own_cases_are_kept_and_read_again(tmp_path: Path) -> None:
    asked = CallQuestion.typed(RAISE, "1H P", vulnerability="both", system="house system")
    own = retain(OwnCalls(), revise(asked, Bid.parse("2H"), Bid.parse("3H")))
    own = own.without(CallQuestion.typed(RAISE, "1S P"), Sign.PASS)
    save_own(tmp_path / "own.kibitz", own)
    assert load_own(tmp_path / "own.kibitz") == own
    assert load_own(tmp_path / "elsewhere") == OwnCalls()


def test_what_was_said_before_of_a_situation_goes() -> None:
    asked = CallQuestion.typed(RAISE, "1H P")
    own = retain(OwnCalls(), OwnCase(plain_situation(asked), Bid.parse("3H")))
    own = retain(own, OwnCase(plain_situation(asked), Bid.parse("2H")))
    assert [str(one.call) for one in own.retained] == ["2H"]


def test_an_illegal_correction_is_refused() -> None:
    with pytest.raises(UsageError, match="cannot be called here"):
        revise(CallQuestion.typed(RAISE, "2S P"), None, Bid.parse("1H"))


def test_the_commands_keep_review_list_and_withdraw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    words = [RAISE, "--auction", "1H P"]
    assert main(["calls", "correct", RAISE, "4H", "--auction", "1H P", "--review"]) == 0
    assert main(["calls", "list"]) == 0
    assert "You have no cases of your own yet." in capsys.readouterr().out
    assert main(["calls", "correct", RAISE, "4H", "--auction", "1H P", "--json"]) == 0
    kept = json.loads(capsys.readouterr().out)
    assert (kept["call"], kept["advised"], kept["kept"]) == ("4H", "2H", True)
    assert main(["call", *words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["decided_by"] == "own"
    assert main(["calls", "accept", *words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["call"] == "4H"
    assert main(["calls", "withdraw", RAISE, "4H", "--auction", "1H P"]) == 0
    assert "1 case" in capsys.readouterr().out
    assert main(["call", *words, "--json"]) == 0
    assert "decided_by" not in json.loads(capsys.readouterr().out)
    assert main(["calls", "withdraw", RAISE, "4H", "--auction", "1H P"]) == 2
    assert "There is no case" in capsys.readouterr().err
