import pytest

from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.scoring import score


def both_ways(name: str, tricks: int) -> tuple[int, int]:
    """The score of a contract, not vulnerable and vulnerable."""
    contract = Contract.named(name, Seat.SOUTH)
    return (
        score(contract, tricks, Vulnerability.NONE),
        score(contract, tricks, Vulnerability.BOTH),
    )


@pytest.mark.parametrize(
    ("name", "tricks", "plain", "vulnerable"),
    [
        ("1N", 7, 90, 90),
        ("1N", 8, 120, 120),
        ("1C", 7, 70, 70),
        ("2H", 9, 140, 140),
        ("3N", 9, 400, 600),
        ("3N", 10, 430, 630),
        ("4S", 10, 420, 620),
        ("5D", 11, 400, 600),
        ("6C", 12, 920, 1370),
        ("6H", 12, 980, 1430),
        ("6N", 12, 990, 1440),
        ("7S", 13, 1510, 2210),
        ("7N", 13, 1520, 2220),
        ("1Cx", 7, 140, 140),
        ("1Cx", 8, 240, 340),
        ("2Sx", 8, 470, 670),
        ("3Nx", 10, 650, 950),
        ("1Nxx", 7, 560, 760),
        ("1Cxx", 8, 430, 630),
        ("4Hxx", 11, 1080, 1480),
        ("7Nxx", 13, 2280, 2980),
    ],
)
def test_contracts_that_make_score_as_every_score_card_says(
    name: str, tricks: int, plain: int, vulnerable: int
) -> None:
    assert both_ways(name, tricks) == (plain, vulnerable)


@pytest.mark.parametrize(
    ("down", "undoubled", "doubled", "vulnerable", "vulnerable_doubled"),
    [
        (1, 50, 100, 100, 200),
        (2, 100, 300, 200, 500),
        (3, 150, 500, 300, 800),
        (4, 200, 800, 400, 1100),
        (5, 250, 1100, 500, 1400),
        (10, 500, 2600, 1000, 2900),
    ],
)
def test_contracts_that_fail_cost_more_with_each_trick_and_redoubled_twice_the_double(
    down: int, undoubled: int, doubled: int, vulnerable: int, vulnerable_doubled: int
) -> None:
    tricks = 10 - down
    assert both_ways("4S", tricks) == (-undoubled, -vulnerable)
    assert both_ways("4Sx", tricks) == (-doubled, -vulnerable_doubled)
    assert both_ways("4Sxx", tricks) == (-2 * doubled, -2 * vulnerable_doubled)


@pytest.mark.parametrize("vulnerability", Vulnerability)
@pytest.mark.parametrize("seat", Seat)
def test_only_the_vulnerability_of_declarers_side_counts(
    vulnerability: Vulnerability, seat: Seat
) -> None:
    game = score(Contract.named("3N", seat), 9, vulnerability)
    assert game == (600 if vulnerability.includes(seat) else 400)


@pytest.mark.parametrize("tricks", [-1, 14])
def test_tricks_that_nobody_can_take_are_refused(tricks: int) -> None:
    with pytest.raises(UsageError, match="from 0 to 13 tricks"):
        score(Contract.parse("3N by N"), tricks, Vulnerability.NONE)
