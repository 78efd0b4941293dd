"""Why a suit is played so: every number in a sentence is worked out again in another way."""

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

import kibitz
from kibitz.suits.answer import SuitAnswer
from kibitz.suits.combination import Combination
from kibitz.suits.explain import draw
from kibitz.suits.goal import AVERAGE, MATCHPOINTS, at_least
from kibitz.suits.plans.groups import Breaks, DefenderLength, Exactly, Feature, Holds
from kibitz.suits.plans.language import Case, Do, Instruction, RoundKind
from kibitz.suits.plans.plan import SuitPlanner
from kibitz.suits.plans.plan_choice import PlanChooser
from kibitz.suits.plans.similar import table, with_the_same_plan
from kibitz.suits.plans.wording import group_text, plan_lines
from kibitz.suits.reasons.rivals import Rival, departing
from kibitz.suits.solver.exact import SuitSolver
from kibitz.suits.solver.layouts import SuitLayouts
from kibitz.suits.solver.no_falsecards import NoFalsecardsSolver
from kibitz_lab.making.plans_table import plans
from kibitz_lab.suits.combinations import encyclopedia_like
from plan_reader import Reader
from small_suits import Reference, chance_won, no_falsecards, small

HOLDINGS = [("AKQ9", "xxx"), ("AQT98", "5432"), ("AKQJ8", "xx"), ("AK98x", "Jx"), ("KJ9x", "T8xx")]


def _answers(number: int) -> list[SuitAnswer]:
    rng = random.Random(11)
    pairs = HOLDINGS + [encyclopedia_like(rng) for _ in range(number)]
    return [_answer(*pair) for pair in pairs]


@cache
def _answer(north: str, south: str) -> SuitAnswer:
    return kibitz.suit(north, south, goal="most")


@pytest.mark.parametrize("batch", range(4))
def test_defenders_who_never_falsecard_are_solved_as_the_reference_solves_them(batch: int) -> None:
    for seed in range(50 * batch, 50 * batch + 50):
        suit = small(random.Random(seed), cards=7)
        measure, solver = Reference(suit, no_falsecards(suit)), NoFalsecardsSolver(suit)
        for tricks in range(1, suit.most_tricks + 1):
            assert solver.best(at_least(tricks)).worth == measure.chance(tricks), (seed, suit)
        assert solver.best(AVERAGE).worth == measure.average(), (seed, suit)


def test_no_falsecards_never_help_the_defence() -> None:
    rng = random.Random(3)
    for _ in range(20):
        suit = kibitz.suit(*encyclopedia_like(rng)).suit
        for tricks in range(1, suit.most_tricks + 1):
            goal = at_least(tricks)
            assert NoFalsecardsSolver(suit).best(goal).worth >= SuitSolver(suit).best(goal).worth


@pytest.mark.long
def test_the_facts_of_every_sentence_are_worked_out_again() -> None:
    for answer in _answers(12):
        best, goal = answer.plan.line.worth, answer.plan.goal
        for said in answer.statements:
            facts = said.facts
            match said.about:
                case "fails":
                    assert sum(facts.values()) == 1 - best
                case "succeeds":
                    assert sum(facts.values()) == best
                    assert chance_won(answer.suit, answer.plan.tree, goal.tricks) == best
                case "runner-up" | "wrong start":
                    assert facts["chance"] + facts["difference"] == best
                    assert 0 < facts["difference"] <= best
                case "equally good":
                    assert facts["chance"] == best
                case "change":
                    fewer = at_least(goal.tricks - 1)
                    goals = (fewer, MATCHPOINTS)
                    assert facts["chance"] in {SuitSolver(answer.suit).best(g).worth for g in goals}
                case "weak defence":
                    assert facts["chance"] > facts["plan_there"] >= best > facts["against_best"]
                case "similar":
                    for name, chance in facts.items():
                        assert (
                            kibitz.suit(*name.split("-", 1), goal="most").plan.line.worth == chance
                        )


def test_the_runner_up_is_a_line_that_exists() -> None:
    for answer in _answers(6):
        rival, goal, chosen = answer.reasons.runner_up, answer.plan.goal, answer.plan.chosen
        if rival is not None and chosen is not None:
            departures = list(departing(PlanChooser(SuitSolver(answer.suit)), chosen))
            found = {
                Rival(trick, instruction, line.worth, tuple(line.sure)): solver
                for trick, instruction, solver in departures
                for line in [solver.best(goal)]
            }
            line = found[rival].best(goal)
            tree = SuitPlanner(found[rival]).tree(line)
            assert chance_won(answer.suit, tree, goal.tricks) == rival.chance
            assert not any(rival.chance < each.chance < chosen.line.worth for each in found)


def test_a_wrong_start_is_worth_what_the_best_line_after_it_is() -> None:
    for answer in _answers(6):
        start = answer.reasons.wrong_start
        if start is not None:
            solver = SuitSolver(answer.suit)
            card, name = start.instruction.card, SuitPlanner(solver).first_play
            plays = [play for play in solver.first_plays if card in name(play)]
            assert start.chance in {solver.best(answer.plan.goal, play).worth for play in plays}


def test_other_plans_named_in_the_answer_win_what_they_are_said_to() -> None:
    for answer in _answers(6):
        content = answer.to_json()
        goal = answer.plan.goal.tricks
        for other in content["equally_good"]:
            reader = Reader(answer.north, answer.south, other["text"])
            assert float(reader.chance(goal)) == other["chance"]
        for change in content["changes"]:
            if change["text"] and change["goal"] == "tricks":
                reader = Reader(answer.north, answer.south, change["text"])
                assert float(reader.chance(change["tricks"])) == change["chance"]
        if content["weak_defence"]:
            reader = Reader(answer.north, answer.south, content["weak_defence"]["text"])
            assert float(reader.chance(goal)) == content["weak_defence"]["against_best_defence"]


def test_groups_of_layouts_are_the_layouts_won_and_no_others() -> None:
    for answer in _answers(10):
        weights = answer.layouts.weights
        won = {i for i, tricks in enumerate(answer.plan.line.sure) if tricks and weights[i]}
        groups = answer.reasons.succeeds
        assert set().union(*(group.layouts for group in groups)) == won
        assert sum(group.chance for group in groups) == answer.plan.line.worth
        for group in groups:
            having = {
                i
                for i, weight in enumerate(weights)
                if weight and all(_has(answer.layouts, i, each) for each in group.features)
            }
            assert group.layouts == having


def _has(layouts: SuitLayouts, layout: int, feature: Feature) -> bool:
    """Whether the feature holds in a layout."""
    shares = layouts.shares[layout]
    west = sum(shares)
    lengths = {"west": west, "east": sum(map(len, layouts.blocks)) - west}
    match feature:
        case Breaks(more, fewer, or_better):
            broken = sorted(lengths.values(), reverse=True)
            return broken[0] <= more if or_better else broken == [more, fewer]
        case DefenderLength(who, least, most):
            return least <= lengths[who] <= most
        case Holds(who, cards, least, most):
            [at] = [i for i, block in enumerate(layouts.blocks) if block.cards == cards]
            number = shares[at] if who == "west" else len(cards) - shares[at]
            return least <= number <= most
        case Exactly(west_cards):
            return west_cards == shares


def test_layouts_are_said_as_a_person_would() -> None:
    said = [
        group["text"] for group in kibitz.suit("AK9xx", "Q8x", goal="most").to_json()["succeeds"]
    ]
    assert said == ["the suit breaks 3-2", "East has the singleton Jack or ten"]
    assert kibitz.suit("AQ", "xx").to_json()["succeeds"][0]["text"] == "West has the King"


def test_a_layout_is_said_as_a_person_would() -> None:
    layouts = SuitLayouts.of(Combination.parse("AJ9x", "xxx"))
    said = [group_text([Exactly(shares)], layouts.blocks) for shares in layouts.shares]
    assert said[0] == "West is void"
    assert "West has a low doubleton" in said
    assert "West has exactly KQx" in said
    assert "West has exactly KTx or QTx" in said


def test_other_layouts_have_other_words() -> None:
    rng = random.Random(5)
    pairs = [
        ("AJ9x", "xxx"),
        ("A", "2"),
        ("Q8", "J6"),
        *(encyclopedia_like(rng) for _ in range(60)),
    ]
    for north, south in pairs:
        layouts = SuitLayouts.of(Combination.parse(north, south))
        said = [group_text([Exactly(shares)], layouts.blocks) for shares in layouts.shares]
        assert len(set(said)) == len(said)


def test_groups_that_differ_are_said_in_words_that_differ() -> None:
    for answer in _answers(10):
        groups, blocks = answer.reasons.succeeds, answer.layouts.blocks
        assert len({group_text(group.features, blocks) for group in groups}) == len(groups)


@pytest.mark.long
def test_a_sample_of_the_shipped_table_is_what_is_computed_now() -> None:
    rows = table()
    assert len(rows) > 20_000
    for known in random.Random(8).sample(rows, 60):
        assert known in plans(known.north, known.south)


def test_the_same_plan_is_found_and_never_the_question_itself() -> None:
    answer = kibitz.suit("AKQT", "xxx", goal="most")
    rows = with_the_same_plan("AKQT", "xxx", answer.plan.goal, answer.text())
    assert rows
    assert all(known.text == answer.text() for known in rows)
    assert all((known.north, known.south) != ("AKQT", "xxx") for known in rows)


def test_words_vary_in_a_row_and_never_in_one_answer() -> None:
    answer = kibitz.suit("AKQJ9", "x")
    assert answer.text() == ("cash top honours",)
    assert len({answer.text(variation) for variation in range(3)}) == 3
    assert answer.text(5) == answer.text(5)


def test_a_notebook_shows_bars_the_plan_and_layouts() -> None:
    shown = kibitz.suit("AQ", "xx")._repr_html_()
    assert "finesse the Queen" in shown
    assert "width:50px" in shown
    assert "<figure" in shown
    assert draw(kibitz.suit("AQ", "32"), 0).count("\n") == 2


def test_with_few_entries_the_road_is_told_as_long_as_both_play_low() -> None:
    answer = kibitz.suit("AQJx", "xxx", entries_south=1)
    assert answer.text() == (
        "cash the Ace",
        "as long as both play low, go on: lead low to the Queen, then duck a round",
    )
    assert "For 3 tricks (46.02 %): cash the Ace first." in str(answer)
    assert "duck a round first, or begin in three other ways" in str(answer)


def test_rounds_that_are_ducked_in_a_row_are_counted() -> None:
    duck = Do(Instruction(RoundKind.DUCK))
    twice = replace(duck, cases=(Case(None, duck),))
    assert plan_lines(twice, ()) == ["duck two rounds"]


def test_another_top_card_to_begin_with_is_no_other_plan() -> None:
    answer = kibitz.suit("AKxx", "Qxx")
    assert answer.text() == ("cash top honours",)
    assert answer.to_json()["equally_good"] == []
    assert set(answer.plan.first_plays) == {"cash Q", "cash A"}


def test_in_a_sentence_a_condition_of_a_condition_stands_in_brackets() -> None:
    text = str(kibitz.suit("AQT98", "5432"))
    assert (
        "cash the Ace; if both play low or East shows out, finesse the ten "
        "(if West plays the King, finesse the ten; if East shows out, finesse the eight)."
    ) in text
    longer = str(kibitz.suit("Txxx", "AQ98", tricks=4))
    assert "Or run the ten; watch whether East plays the King or Jack; watch" in longer


def test_what_is_not_in_the_plan_language_has_no_runner_up() -> None:
    answer = kibitz.suit("AQ9", "xxx", entries_south=1)
    assert answer.to_json()["runner_up"] is None
    assert answer.plan.chosen is None


def _wordless() -> list[SuitAnswer]:
    """Answers whose plans are not put in words, because entries are few."""
    pairs = [("AQ9", "xxx"), ("AKJ9", "xxx"), ("KJ9x", "xxx"), ("AJT9", "xx"), ("32", "54")]
    few: list[dict[str, Any]] = [{"entries_south": 0}, {"entries_south": 1}, {"entries_north": 0}]
    return [kibitz.suit(*pair, goal="most", **known) for pair in pairs for known in few]


def test_what_needs_no_words_is_said_of_every_plan() -> None:
    answers = _wordless()
    content = [answer.to_json() for answer in answers]
    assert any(one["wrong_start"] for one in content)
    assert any(one["changes"] for one in content)
    for answer, one in zip(answers, content, strict=True):
        goal, solver = answer.plan.goal, SuitSolver(answer.suit)
        if start := answer.reasons.wrong_start:
            card, name = start.instruction.card, SuitPlanner(solver).first_play
            plays = [play for play in solver.first_plays if card in name(play)]
            assert start.chance in {solver.best(goal, play).worth for play in plays}
            assert start.chance < answer.plan.line.worth
        for change in one["changes"]:
            fewer = at_least(goal.tricks - 1)
            assert change["chance"] == float(answer.targets[fewer.tricks - 1].chance)
            assert (change["goal"], change["same_plan"], change["text"]) == ("tricks", None, None)
            best = [play for play in solver.first_plays if solver.reaches(fewer, play)]
            assert change["first_plays"] == list(dict.fromkeys(map(SuitPlanner(solver).name, best)))
        assert one["changes"] or goal.tricks < 2
