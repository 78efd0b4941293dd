"""Frank and Basin, "Strategies Explained", sections 2 to 4: the tree of tactics, stage by stage."""

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kibitz.cli import main
from kibitz.games.boards import TIC_TAC_TOE
from kibitz.games.boards.board import Move
from kibitz.games.boards.lines import LineState
from kibitz.suits.combination import Combination
from kibitz.suits.question import SuitQuestion
from kibitz.suits.solver.exact import SuitSolver
from kibitz.suits.trees.collapse import collapse, prune
from kibitz.suits.trees.suit_tree import TacticStages, tactics
from kibitz.suits.trees.tree import Max, TreeStep, grow
from kibitz_lab.suits.combinations import encyclopedia_like


def _tactics(north: str, south: str) -> TacticStages:
    return tactics(SuitQuestion.of(north, south, goal="most"))


def _labels(node: Max) -> list[tuple[str, ...]]:
    return [reply.labels for reply in node.branches[0].replies]


def _said(node: Max) -> Iterator[str]:
    """Every tactic of a tree."""
    for branch in node.branches:
        yield branch.tactic
        for reply in branch.replies:
            yield from _said(reply.then)


def test_the_tree_of_figure_1_has_seven_replies_of_which_five_lead_to_two_tricks() -> None:
    tree = _tactics("AQ", "2").stages["tree"]
    [finesse] = [branch for branch in tree.branches if branch.selected]
    assert finesse.tactic == "finesse the Queen"
    assert {reply.labels[0] for reply in finesse.replies} == {
        "K/-", "low/-", "-/K", "low/K", "-/low", "K/low", "low/low"
    }  # fmt: skip
    two = {
        reply.labels[0]
        for reply in finesse.replies
        for last in reply.then.branches
        if last.replies[0].then.payoff == 2
    }
    assert two == {"K/-", "low/-", "-/K", "K/low", "low/low"}
    assert {reply.labels[0] for reply in finesse.replies if reply.bad} & two == {"-/K"}


def test_the_collapsed_tree_is_figure_3_and_one_tactic_is_left_when_it_is_pruned() -> None:
    stages = _tactics("AQ", "2").stages
    collapsed = stages["collapsed"]
    assert _labels(collapsed) == [("K/-", "K/low"), ("low/-", "low/low")]
    assert list(_said(collapsed)) == ["finesse the Queen", "cash the Queen", "cash the Ace"]
    assert collapsed.paths == 4
    assert list(_said(stages["pruned"])) == ["finesse the Queen"]


@pytest.mark.parametrize(
    ("north", "south", "left"),
    [  # problems 8, 11, 12 and 25
        ("AKQT", "x", ["finesse the ten"]),
        ("AKQT", "xx", ["cash the Ace", "finesse the ten"]),
        ("AKQ9", "xx", ["finesse the nine", "finesse the nine"]),
        ("AKQT", "xxx", ["cash the Ace", "cash the King", "finesse the ten"]),
    ],
)
def test_what_is_left_of_the_paper_s_examples_is_what_its_texts_say(
    north: str, south: str, left: list[str]
) -> None:
    assert list(dict.fromkeys(_said(_tactics(north, south).stages["pruned"]))) == list(
        dict.fromkeys(left)
    )


def test_each_stage_is_smaller_for_any_suit() -> None:
    rng = random.Random(2)
    drawn = 0
    while drawn < 8:
        pair = encyclopedia_like(rng)
        if not SuitSolver(Combination.parse(*pair)).most:
            continue
        stages = _tactics(*pair).stages
        assert stages["tree"].nodes >= stages["collapsed"].nodes >= stages["pruned"].nodes
        drawn += 1


class XToMove:
    """Tic-tac-toe told as a tree: X plays for a win, and O should not overlook a threat."""

    def payoff(self, state: LineState, /) -> int:
        return {0: 1, 1: -1, None: 0}[state.winner]

    def steps(self, state: LineState, /) -> Sequence[TreeStep[LineState]]:
        best = max(
            state.legal_actions, key=lambda move: self._worth(state.after(move)), default=None
        )
        steps = []
        for move in state.legal_actions:
            after = state.after(move)
            wins = after.winner == 0
            replies = [("end", False, after)] if after.over else list(self._replies(after))
            steps.append(TreeStep(f"X{move}", move == best, wins, replies))
        return steps

    def _replies(self, state: LineState) -> Iterator[tuple[str, bool, LineState]]:
        worth = self._worth(state)
        for move in state.legal_actions:
            after = state.after(move)
            overlooks = any(after.after(win).winner == 0 for win in after.legal_actions)
            blocks = any(
                not any(
                    state.after(other).after(win).winner == 0
                    for win in state.after(other).legal_actions
                )
                for other in state.legal_actions
            )
            yield f"O{move}", (overlooks and blocks) or self._worth(after) > worth, after

    def _worth(self, state: LineState) -> int:
        if state.over:
            return self.payoff(state)
        worths = [self._worth(state.after(move)) for move in state.legal_actions]
        return max(worths) if state.mover == 0 else min(worths)


def test_collapse_and_prune_serve_another_game() -> None:
    start = TIC_TAC_TOE.start()
    for move in ("5", "2"):
        start = start.after(Move.parse(move))
    tree = grow(XToMove(), start, 200_000)
    collapsed = collapse(tree, 1)
    pruned = prune(collapsed)
    assert tree.nodes > 50 * collapsed.nodes > 50 * pruned.nodes
    [first] = collapsed.branches
    assert first.selected
    replies = {label for reply in first.replies for label in reply.labels}
    whole = next(branch for branch in tree.branches if branch.selected)
    assert replies == {reply.labels[0] for reply in whole.replies if not reply.bad}
    assert not any(branch.plain for branch in pruned.branches)
    assert list(_said(pruned))


def test_the_command_shows_each_stage_as_text_as_a_picture_and_as_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tree.svg"
    assert main(["tactics", "AQ", "2", "--svg", str(file)]) == 0
    said = capsys.readouterr().out
    assert said.index("The tree of tactics") < said.index("Collapsed") < said.index("Pruned")
    assert "Pruned: what is left to say (1 position, 1 path)" in said
    drawn = "".join(ElementTree.fromstring(file.read_text()).itertext())
    assert "K/-, K/low" in drawn
    assert main(["tactics", "AQ", "2", "--json"]) == 0
    stages = json.loads(capsys.readouterr().out)["stages"]
    assert stages["collapsed"]["paths"] == 4
    assert stages["pruned"]["tree"]["tactics"][0]["tactic"] == "finesse the Queen"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["AQ", "2", "--stage", "last"], "A stage is one of tree, collapsed, pruned"),
        (["32", "54"], "No line wins what is asked"),
        (["AQ", "2", "--tricks", "3"], "No line wins what is asked"),
    ],
)
def test_a_tree_that_cannot_be_is_one_clear_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tactics", *words]) == 2
    assert said in capsys.readouterr().err
