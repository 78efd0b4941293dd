import pytest

from kibitz.games.bridge.cards import FULL_DECK, Hand
from kibitz.games.bridge.deal import (
    Deal,
    Seat,
    Vulnerability,
    board_dealer,
    board_vulnerability,
)

TEXT = "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"


def test_seats_follow_each_other_clockwise_and_partners_face_each_other() -> None:
    assert [str(seat.next) for seat in Seat] == ["E", "S", "W", "N"]
    assert [str(seat.partner) for seat in Seat] == ["S", "W", "N", "E"]
    assert all(seat.partner.partner is seat and seat.is_with(seat.partner) for seat in Seat)
    assert not any(seat.is_with(seat.next) for seat in Seat)


def test_the_sixteen_boards_have_the_dealers_and_vulnerabilities_printed_on_them() -> None:
    boards = range(1, 17)
    assert "".join(str(board_dealer(board)) for board in boards) == "NESWNESWNESWNESW"
    assert " ".join(str(board_vulnerability(board)) for board in boards) == (
        "None NS EW Both NS EW Both None EW Both None NS Both None NS EW"
    )


@pytest.mark.parametrize("board", [17, 32, 33, 1000])
def test_boards_repeat_every_sixteen(board: int) -> None:
    assert board_dealer(board) is board_dealer(board - 16)
    assert board_vulnerability(board) is board_vulnerability(board - 16)


@pytest.mark.parametrize(
    ("vulnerability", "seats"),
    [("None", ""), ("NS", "NS"), ("EW", "EW"), ("Both", "NESW")],
)
def test_a_vulnerability_includes_the_seats_it_names(vulnerability: str, seats: str) -> None:
    value = Vulnerability.parse(vulnerability)
    assert "".join(str(seat) for seat in Seat if value.includes(seat)) == seats


@pytest.mark.parametrize("text", ["", "none", "All", "SN"])
def test_what_is_not_a_vulnerability_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match=f"not a vulnerability: {text!r}"):
        Vulnerability.parse(text)


def test_a_deal_is_the_same_from_whichever_seat_it_is_written() -> None:
    north, east, south, west = TEXT[2:].split()
    assert Deal.parse(f"W:{west} {north} {east} {south}") == Deal.parse(TEXT)


def test_each_seat_holds_its_own_hand() -> None:
    deal = Deal.parse(TEXT)
    assert [str(deal[seat]) for seat in Seat] == TEXT[2:].split()
    assert deal == Deal.of({seat: deal[seat] for seat in reversed(Seat)})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (TEXT.replace("N:", ""), "a seat, a colon and four hands"),
        (TEXT + " AK...", "a seat, a colon and four hands"),
        (TEXT.replace("N:", "X:"), "not a seat"),
        (TEXT.replace("AKQJ", "AKQ2"), "four disjoint hands of thirteen"),
        (TEXT.replace("T987", "T98"), "four disjoint hands of thirteen"),
        (TEXT.replace("AKQJ", "AKQJ2").replace(" 2.", " ."), "four disjoint hands of thirteen"),
    ],
)
def test_an_impossible_deal_is_refused_with_the_reason(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Deal.parse(text)


def test_one_player_cannot_hold_the_whole_deck() -> None:
    with pytest.raises(ValueError, match="four disjoint hands"):
        Deal(FULL_DECK, Hand(), Hand(), Hand())
