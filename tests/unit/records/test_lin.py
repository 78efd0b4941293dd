"""LIN as it occurs: two rooms, claims, undo, missing hands, odd tags, typing errors."""

from __future__ import annotations

from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.records.formats.lin import read_lin
from kibitz.records.record import Conflict, Players, Record, Refusal, ResultSource

DEAL = "3SKT96H3DKT72CAQT8,S843HKT98D863CK32,S752HQJ4DAJ9CJ765,SAQJHA7652DQ54C94"
AUCTION = "mb|p|mb|1H|mb|p|mb|p|mb|p|"
HEADER = "vg|Cup,Final,I,1,2,A,0,B,0|rs|1HE+1,1HE-1,,|pn|s,w,n,e,S,W,N,E|pg||\n"


def read(text: str) -> list[Record]:
    found = list(read_lin(text, file="x.lin"))
    assert all(isinstance(one, Record) for one in found), found
    return [one for one in found if isinstance(one, Record)]


def refused(text: str) -> Refusal:
    [found] = read_lin(text, file="x.lin")
    assert isinstance(found, Refusal)
    return found


def test_a_vugraph_file_has_two_rooms_with_their_own_players_and_results() -> None:
    rooms = f"qx|o1|md|{DEAL}|sv|b|{AUCTION}mc|8|\nqx|c1|md|{DEAL}|sv|b|{AUCTION}"
    opened, closed = read(HEADER + rooms)
    assert str(opened.citation) == "Cup / Final, board 1, open room"
    assert opened.citation.players == Players("n", "e", "s", "w")
    assert closed.citation.players == Players("N", "E", "S", "W")
    assert (opened.tricks, opened.result_source) == (8, ResultSource.CLAIM)
    assert (closed.tricks, closed.result_source) == (6, ResultSource.LIST)
    assert opened.source.game == 1
    assert closed.source.game == 2


def test_a_result_list_that_disagrees_is_marked() -> None:
    [record] = read(HEADER + f"qx|o1|md|{DEAL}|{AUCTION}mc|7|")
    assert record.tricks == 7
    assert record.conflicts == (Conflict.LIST,)


def test_a_missing_fourth_hand_is_what_is_left_of_the_deck() -> None:
    three = DEAL.rsplit(",", 1)[0]
    assert read(f"md|{three}|{AUCTION}")[0].deal == read(f"md|{three},|{AUCTION}")[0].deal
    assert str(read(f"md|{three}|{AUCTION}")[0].deal.east) == "AQJ.A7652.Q54.94"


def test_without_a_vulnerability_the_board_number_tells_it() -> None:
    [record] = read(f"qx|o2|md|{DEAL}|{AUCTION}")
    assert record.vulnerability is Vulnerability.NORTH_SOUTH
    [unnumbered] = read(f"md|{DEAL}|{AUCTION}")
    assert unnumbered.vulnerability is Vulnerability.NONE


def test_without_a_dealer_the_board_number_tells_it() -> None:
    [record] = read(f"ah|Board 3|md|{DEAL[1:]}|{AUCTION}")
    assert record.dealer is Seat.SOUTH
    assert refused(f"md|{DEAL[1:]}|{AUCTION}").reason == "deal:no dealer given"


def test_alerts_and_explanations_belong_to_their_calls() -> None:
    [record] = read(f"md|{DEAL}|mb|1C!|an|strong, 16+|mb|p|mb|1D!|mb|p|mb|p|mb|p|")
    assert record.alerts == ((0, "strong, 16+"), (2, ""))


def test_comments_and_the_other_rooms_auction_are_passed_over() -> None:
    [record] = read(f"md|{DEAL}|nt|ab: hello @C|pg||ob|1C|{AUCTION}nt|bye|pg||")
    assert str(record.contract) == "1H by E"


def test_garbage_before_a_tag_does_no_harm() -> None:
    [record] = read(f"md|{DEAL}|\x81mb|p|\r\n Âmb|1H|mb|p|mb|p|mb|p|")
    assert str(record.contract) == "1H by E"


def test_what_was_taken_back_did_not_happen() -> None:
    [record] = read(f"md|{DEAL}|mb|1C|ub|1|{AUCTION}pc|SK|pc|SA|up|1|pc|S8|")
    assert str(record.contract) == "1H by E"
    assert "".join(map(str, record.play)) == "SKS8"


def test_calls_and_cards_may_stand_in_a_row() -> None:
    [record] = read(f"md|{DEAL}|mb|p1hppp|pc|c8C2|pc|c10|")
    assert str(record.contract) == "1H by E"
    assert record.cut == "card not held: CT as card 3"


def test_a_card_its_player_did_not_hold_ends_the_play_and_is_marked() -> None:
    [record] = read(f"md|{DEAL}|{AUCTION}pc|SK|pc|S8|pc|S2|pc|SA|pc|H2|pc|H3|pc|C9|mc|9|")
    assert len(record.play) == 6
    assert record.cut == "card not held: C9 as card 7"
    assert record.tricks == 9


def test_a_revoke_and_what_is_no_card_end_the_play_as_well() -> None:
    assert read(f"md|{DEAL}|{AUCTION}pc|SK|pc|H8|")[0].cut == "revoke: H8 as card 2"
    bad = read(f"md|{DEAL}|{AUCTION}pc|SK|pc|S8|pc|zz|pc|SA|")[0]
    assert (len(bad.play), bad.cut) == (2, "bad card: 'zz' as card 3")


def test_claims_are_checked_against_the_play() -> None:
    impossible = refused(f"qx|o7|md|{DEAL}|{AUCTION}pc|SK|pc|S8|pc|S2|pc|SA|mc|0|")
    assert str(impossible) == (
        "x.lin:1: board 7: claim:impossible number (0, with 1 won after 4 cards)"
    )
    assert refused(f"md|{DEAL}|{AUCTION}mc|14|").reason == "claim:impossible number"
    assert refused(f"md|{DEAL}|{AUCTION}mc|all|").reason == "claim:bad number"


def test_unsound_deals_and_auctions_are_refused_with_the_reason() -> None:
    def reason(deal: str, calls: str) -> str:
        return str(refused(f"\n\nqx|o1|md|{deal}|{calls}"))

    assert "x.lin:3: board 1: deal:duplicate card (SK" in reason(
        DEAL.replace("S843", "SK43"), AUCTION
    )
    assert "deal:bad character ('Z')" in reason(DEAL.replace("K", "Z"), AUCTION)
    assert "deal:not 13 cards (S holds 12)" in reason(DEAL.replace("K", "", 1), AUCTION)
    assert "deal:no deal given" in reason("", AUCTION)
    assert "auction:insufficient bid (1C over 1H)" in reason(DEAL, "mb|1H|mb|1C|")
    assert "auction:illegal double" in reason(DEAL, "mb|1H|mb|p|mb|d|")
    assert "auction:illegal redouble" in reason(DEAL, "mb|1H|mb|r|")
    assert "auction:calls after end" in reason(DEAL, AUCTION + "mb|1S|")
    assert "auction:unfinished" in reason(DEAL, "mb|1H|mb|p|")
    assert "auction:unknown call ('8H')" in reason(DEAL, "mb|8H|")
    assert "empty:no auction and no play" in reason(DEAL, "pg||")


def test_the_file_goes_on_after_an_unsound_board() -> None:
    found = list(read_lin(f"qx|o1|md|{DEAL}|mb|8H|qx|o2|md|{DEAL}|{AUCTION}", file="x.lin"))
    assert [type(one) for one in found] == [Refusal, Record]
