"""A record reviewed: agreement in one line, the rest in full, costs, text and HTML."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from coached import SLIPPED, WON_TOO_SOON, adviser, table, tables
from kibitz.asking import Kibitz
from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.chairs import Chair
from kibitz.cardplay.explain.choosing import lesson_text
from kibitz.cardplay.explain.report import page
from kibitz.cardplay.explain.reviews import decision_notes
from kibitz.cardplay.lookahead.comparing import LESS_CHANCE
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.review import UNUSUAL, Review, Verdict, costs_of, review_record
from kibitz.cardplay.scoring import are_equal, is_real
from kibitz.cardplay.sibl.features import decisions
from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.places import Places
from kibitz.records.record import Citation, Players

ASKED = replace(
    table(300, cards=40),
    citation=Citation(
        event="<b>Cup</b> & more", board="7", room="open", players=Players("<i>", "&", '"', "'")
    ),
)


@pytest.fixture(scope="module")
def coach(tmp_path_factory: pytest.TempPathFactory) -> CardAdviser:
    return adviser(tmp_path_factory.mktemp("coach") / "library.kibitz", tables(30))


@pytest.fixture(scope="module")
def told(coach: CardAdviser, solver: DoubleDummy) -> Review:
    return review_record(ASKED, coach, solver, calls=Kibitz(Places.of()).calls)


def test_every_card_is_looked_at_side_by_side(told: Review) -> None:
    assert [one.played for one in told.decisions] == list(ASKED.play)
    played = list(decisions(ASKED.opening_state(), ASKED.play))
    assert [(one.state, one.played) for one in told.declarer.decisions] == played
    assert len(told.defenders.decisions) == len(ASKED.play) - len(played)
    assert told.decisions[0].chair is Chair.OPENING_LEAD
    verdicts = {one.verdict for one in told.decisions}
    assert verdicts <= set(Verdict)
    assert Verdict.FORCED in verdicts
    for one in told.decisions:
        assert (one.verdict is Verdict.FORCED) == (not is_real(one.state))


def test_a_verdict_says_how_the_card_stands_to_the_precedents(told: Review) -> None:
    for one in told.decisions:
        advised = one.answer.card
        match one.verdict:
            case Verdict.AGREES:
                assert advised is not None
                assert are_equal(one.state, one.played, advised)
            case Verdict.UNUSUAL:
                assert one.share < UNUSUAL
            case Verdict.DIFFERS:
                assert one.share >= UNUSUAL


def test_costs_are_those_of_the_double_dummy_analysis(told: Review, solver: DoubleDummy) -> None:
    analysis = solver.analyse(ASKED.opening_state().after_all(ASKED.play))
    for one in told.decisions:
        assert one.cost == analysis.costs[one.number - 1]
        assert one.costs is not None
        assert min(one.costs.values()) == 0
    assert told.cost == sum(one.cost or 0 for one in told.decisions)


def test_where_it_agrees_one_line_is_enough(told: Review) -> None:
    lines = [(one, str(one).count("\n") + 1) for one in told.decisions]
    assert any(length > 1 for _, length in lines)
    for one, length in lines:
        assert (length > 1) == (one.needs_a_word and length > 1)
        if one.verdict in (Verdict.FORCED, Verdict.AGREES) and not one.cost:
            assert length == 1


def test_the_summary_counts_what_the_lines_say(told: Review) -> None:
    counted = told.to_json()["summary"]
    assert counted["real"] == sum(
        counted[name] for name in ("agrees", "differs", "unusual", "no_close_precedent")
    )
    assert counted["decisions"] == len(told.decisions)
    for name in ("decisions", "real", "agrees", "no_close_precedent", "tricks_given_away"):
        assert counted[name] == counted["declarer"][name] + counted["defenders"][name]
    for side in (told.declarer, told.defenders):
        assert f"{side.real} real decisions" in str(told)
    assert str(told).startswith("<b>Cup</b> & more, board 7, open room: 3NT by ")


def test_a_decision_says_whose_it_was(told: Review) -> None:
    content = told.to_json()["decisions"]
    for one, data in zip(told.decisions, content, strict=True):
        assert data["seat"] == str(one.state.turn)
        assert data["chair"] == one.chair.value
    text = str(told)
    assert text.index("\nDeclarer:") < text.index("\nOpening lead and defence:\ntrick 1, card 1, ")


def test_everything_on_the_page_is_escaped(told: Review) -> None:
    html = page([told, told])
    assert "<b>Cup</b>" not in html
    assert "&lt;b&gt;Cup&lt;/b&gt; &amp; more" in html
    assert "(&lt;i&gt;)" in html
    assert html.count("<h2>") == 2
    assert "2 tables" in html
    assert "<script" not in html


def test_without_the_solver_costs_are_not_known(coach: CardAdviser) -> None:
    from kibitz.cardplay.review import review_record

    told = review_record(ASKED, coach, None)
    assert told.cost is None
    assert "not known" in str(told)


def test_a_question_that_kills_the_solver_costs_only_its_own_answer(
    monkeypatch: pytest.MonkeyPatch, solver: DoubleDummy
) -> None:
    from kibitz.errors import SolverError

    states = [state for state, _ in decisions(ASKED.opening_state(), ASKED.play)][:6]
    plain = costs_of(states, solver)
    real = solver.solve_all

    def dies_once(plays: object) -> Iterator[object]:
        for number, answer in enumerate(real(plays)):  # type: ignore[arg-type]
            yield (
                SolverError("the solver died 3 times over this question") if not number else answer
            )

    monkeypatch.setattr(solver, "solve_all", dies_once)
    hurt = costs_of(states, solver)
    asked = [at for at, state in enumerate(states) if len(state.legal_actions) > 1]
    assert hurt[asked[0]] is None
    assert [each for at, each in enumerate(hurt) if at != asked[0]] == [
        each for at, each in enumerate(plain) if at != asked[0]
    ]


def test_the_cost_of_each_card_of_one_decision(solver: DoubleDummy) -> None:
    state = next(s for s, _ in decisions(ASKED.opening_state(), ASKED.play) if is_real(s))
    [found] = costs_of([state], solver)
    assert found is not None
    assert set(found) == set(state.legal_actions)
    solution = solver.solve(state)
    assert {card for card, cost in found.items() if not cost} == set(solution.best_cards)


def test_a_board_without_play_cannot_be_reviewed(coach: CardAdviser) -> None:
    with pytest.raises(UsageError, match="nothing was played"):
        review_record(table(1, cards=0), coach, None)


def test_the_review_is_the_same_each_time(
    told: Review, coach: CardAdviser, solver: DoubleDummy, tmp_path: Path
) -> None:
    assert (
        review_record(ASKED, coach, solver, calls=Kibitz(Places.of()).calls).to_json()
        == told.to_json()
    )


@pytest.fixture(scope="module")
def slipped(solver: DoubleDummy) -> Review:
    return review_record(WON_TOO_SOON, Kibitz(Places.of()).cards, solver)


def test_a_slip_is_told_by_its_cause(slipped: Review) -> None:
    slip = slipped.decisions[SLIPPED - 1]
    assert slip.is_slip
    assert slip.lesson is not None
    assert slip.lesson.why is not None
    assert [str(one) for one in (slip.lesson.card, slip.lesson.rival)] == ["H4", "HA"]
    assert slip.lesson.is_better
    said = decision_notes(slip)
    assert said[0] == f"♥4 was better. {slip.lesson.why.text}"
    assert said[0] in str(slipped)
    assert f'<p class="note">{said[0]}</p>' in page([slipped])
    told = slipped.to_json()["decisions"][SLIPPED - 1]["reason"]
    assert told["why"]["causes"]
    assert told["layouts"] > 100
    assert told["success"]["H4"] - told["success"]["HA"] > LESS_CHANCE
    assert told["witness"] is not None


def test_what_is_no_slip_has_no_lesson(slipped: Review) -> None:
    assert all(one.lesson is None for one in slipped.decisions if not one.is_slip)
    others = [one for one in slipped.to_json()["decisions"] if one["number"] != SLIPPED]
    assert {one["reason"] for one in others} == {None}


def test_the_better_card_is_never_told_as_the_worse() -> None:
    played, better = Card.parse("H4"), Card.parse("HA")
    asked = CardQuestion.of(WON_TOO_SOON, SLIPPED)
    found = Kibitz(Places.of()).cards.against(asked, better, played)
    assert found is not None
    assert found.why is None
    assert lesson_text(found) == ""
