"""Four seats and a manager: boards end, whatever the order of lines; a bad seat harms no other."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.deal import Seat
from kibitz.seats.boards import BoardPlayed
from kibitz.seats.manager import TableManager
from kibitz.seats.match import play_here
from kibitz.seats.messages import Calls, Connecting, Seated
from kibitz.seats.reading import heard
from seated import TEAMS, RandomSeat, Round, boards


def played_in_order(number: int, seed: int) -> list[BoardPlayed]:
    held = {seat: (TEAMS[seat % 2], RandomSeat(seed)) for seat in Seat}
    return play_here(boards(number), held)


def facts(played: list[BoardPlayed]) -> list[tuple[object, ...]]:
    return [(one.auction, one.played, one.tricks, one.alerts, one.broken) for one in played]


@pytest.mark.long
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_the_order_in_which_lines_arrive_changes_nothing(seed: int) -> None:
    table = Round(boards(2), seed=0)
    table.rng.seed(seed)
    for seat in Seat:
        table.seat(seat)
    for _ in table.steps():
        pass
    assert table.manager.is_over
    assert facts(table.manager.played) == facts(played_in_order(2, 0))
    assert not table.manager.notes
    assert all(not member.notes for member in table.members.values())


@pytest.mark.long
def test_random_boards_and_passed_out_ones_are_played_to_the_end() -> None:
    played = [one for seed in range(10) for one in played_in_order(6, seed)]
    assert all(not one.broken and one.score is not None for one in played)
    assert any(one.auction.is_passed_out for one in played)
    assert any(one.tricks is not None and len(one.played) == 52 for one in played)


def test_explanations_go_to_the_opponents_only() -> None:
    table = Round(boards(1), seed=3)
    heard_by: dict[Seat, list[Calls]] = {seat: [] for seat in Seat}
    for seat in Seat:
        table.seat(seat)
        hear = table.members[seat].hear

        def listen(line: str, seat: Seat = seat, hear=hear) -> list[str]:  # type: ignore[no-untyped-def]
            message = heard(line)
            if isinstance(message, Calls):
                heard_by[seat].append(message)
            return list(hear(line))

        table.members[seat].hear = listen  # type: ignore[method-assign]
    for _ in table.steps():
        pass
    [played] = table.manager.played
    assert played.alerts
    told = [(one, seat) for seat, calls in heard_by.items() for one in calls if one.explained]
    assert told
    assert all(not one.seat.is_with(seat) for one, seat in told)


def test_an_illegal_call_begins_the_board_again_and_then_breaks_it() -> None:
    table = Round(boards(2), seed=1)
    for seat in Seat:
        table.seat(seat)
    dealer = boards(1)[0].dealer
    cheat = table.members[dealer]
    hear, tries = cheat.hear, list[str]()

    def shout(line: str) -> list[str]:
        said = hear(line)
        for at, one in enumerate(said):
            if isinstance(heard(one), Calls) and len(tries) < 2:
                tries.append(one)
                said[at] = f"{dealer.name} redoubles"
        return list(said)

    cheat.hear = shout  # type: ignore[method-assign]
    answers = list[tuple[Seat, str]]()
    send = table.send

    def listen(lines: list[tuple[Seat, str]]) -> None:
        answers.extend(lines)
        send(lines)

    table.send = listen  # type: ignore[method-assign]
    for _ in table.steps():
        pass
    first, second = table.manager.played
    assert first.by is dealer
    assert "not legal" in first.broken
    assert first.score is None
    assert not second.broken
    assert [line for seat, line in answers if line == "illegal Bid" and seat is dealer] == [
        "illegal Bid"
    ] * 2


@pytest.mark.parametrize("when", [5, 30, 60, 120])
def test_a_seat_that_is_lost_loses_its_board_and_no_other(when: int) -> None:
    table = Round(boards(3), seed=2)
    for seat in Seat:
        table.seat(seat)
    for at, _ in enumerate(table.steps()):
        if at == when:
            table.send(table.manager.lose(Seat.EAST))
            table.seat(Seat.EAST)
    assert table.manager.is_over
    assert [one.board.number for one in table.manager.played] == [1, 2, 3]
    broken = [one for one in table.manager.played if one.broken]
    assert len(broken) <= 1
    assert all("East was lost" in one.broken for one in broken)


def test_seats_are_given_by_the_names_of_teams() -> None:
    manager = TableManager(boards(1))
    assert isinstance(manager.join(Connecting("a", Seat.NORTH)), Seated)
    assert manager.join(Connecting("b", Seat.NORTH)) == "Seat was already taken"
    assert manager.join(Connecting("b", Seat.SOUTH)) == "Team name must be 'a'"
    assert manager.join(Connecting("a", Seat.EAST)) == "Team name must not be 'a'"
    assert isinstance(manager.join(Connecting("b", None)), Seated)
    assert Auction(Seat.NORTH).turn is Seat.NORTH


def test_a_board_played_one_seat_further_is_the_same_board() -> None:
    for board in boards(8):
        turned = board.turned
        assert all(turned.deal[seat.next] == board.deal[seat] for seat in Seat)
        assert turned.dealer is board.dealer.next
        assert all(
            turned.vulnerability.includes(seat.next) == board.vulnerability.includes(seat)
            for seat in Seat
        )
        held = {seat: (TEAMS[seat % 2], RandomSeat()) for seat in Seat}
        [played] = play_here([turned], held)
        back = played.turned_back(board)
        assert back.auction.calls == played.auction.calls
        assert back.score is not None
        assert played.score is not None
        assert back.score == -played.score
