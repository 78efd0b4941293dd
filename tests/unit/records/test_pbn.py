"""PBN as it occurs: inheritance, comments, notes, partial play, odd tags."""

from __future__ import annotations

from kibitz.games.bridge.deal import Vulnerability
from kibitz.records.formats.pbn import read_pbn, write_pbn
from kibitz.records.record import Conflict, Record, Refusal

DEAL = '[Deal "N:752.QJ4.AJ9.J765 AQJ.A7652.Q54.94 KT96.3.KT72.AQT8 843.KT98.863.K32"]'
TAGS = f'[Event "Cup"]\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "All"]\n{DEAL}\n'
CALLS = '[Auction "N"]\nPass 1H Pass Pass\nPass\n'


def read(text: str) -> list[Record | Refusal]:
    return list(read_pbn(text.splitlines(), file="x.pbn"))


def sound(text: str) -> Record:
    [record] = read(text)
    assert isinstance(record, Record), record
    return record


def test_a_plain_game_is_read() -> None:
    record = sound(TAGS + '[Declarer "E"]\n[Contract "1H"]\n[Result "8"]\n' + CALLS)
    assert str(record.citation) == "Cup, board 1"
    assert record.vulnerability is Vulnerability.BOTH
    assert str(record.contract) == "1H by E"
    assert record.tricks == 8


def test_tags_written_as_a_hash_are_those_of_the_game_before() -> None:
    second = '[Event "#"]\n[Board "#"]\n[Dealer "#"]\n[Vulnerable "#"]\n[Deal "#"]\n'
    one, two = read(TAGS + CALLS + "\n" + second + CALLS)
    assert isinstance(one, Record)
    assert isinstance(two, Record)
    assert (one.deal, one.citation) == (two.deal, two.citation)
    assert two.source.game == 2


def test_a_game_that_shares_its_deal_may_leave_it_out() -> None:
    games = TAGS + '[West "a"]\n' + CALLS + '\n[West "b"]\n' + CALLS
    one, two = read(games)
    assert isinstance(one, Record)
    assert isinstance(two, Record)
    assert two.deal == one.deal
    assert (two.citation.event, two.citation.players.west) == ("Cup", "b")


def test_comments_of_both_kinds_and_escaped_lines_are_passed_over() -> None:
    text = '% PBN 2.1\n{ a comment\n\n[Event "no"]\n over lines }\n' + TAGS.replace(
        '[Board "1"]', '[Board "1"] ; the first {board'
    )
    record = sound(text + CALLS.replace("Pass 1H", "Pass {well} 1H"))
    assert str(record.citation) == "Cup, board 1"
    assert str(record.contract) == "1H by E"


def test_notes_explain_calls_and_annotations_do_no_harm() -> None:
    calls = '[Auction "N"]\nPass 1H! =1= Pass $3 Pass\nPass\n[Note "1: five cards; 12+"]\n'
    record = sound(TAGS + calls)
    assert record.alerts == ((1, "five cards; 12+"),)


def test_all_pass_ends_an_auction() -> None:
    assert str(sound(TAGS + '[Auction "N"]\nP 1H AP\n').contract) == "1H by E"
    assert sound(TAGS + '[Auction "N"]\nAP\n').is_passed_out
    assert sound(TAGS + '[Contract "Pass"]\n').is_passed_out


def test_play_stands_in_columns_from_the_leader_on() -> None:
    play = '[Play "S"]\nSK S8 S2 SA\nH3 H8 HJ HA\nDK D8 D9 D4\n*\n'
    record = sound(TAGS + CALLS + play)
    assert " ".join(map(str, record.play)) == "SK S8 S2 SA HA H3 H8 HJ D4 DK D8 D9"
    assert record.cut == ""


def test_partial_tricks_are_read_in_the_order_of_play() -> None:
    play = '[Play "S"]\nSK S8 S2 SA\nH3 - - HA\n*\n'
    assert " ".join(map(str, sound(TAGS + CALLS + play).play)) == "SK S8 S2 SA HA H3"
    gap = '[Play "S"]\nSK S8 S2 SA\n- H8 HJ HA\n*\n'
    assert " ".join(map(str, sound(TAGS + CALLS + gap).play)) == "SK S8 S2 SA HA"


def test_without_an_auction_the_stated_contract_counts() -> None:
    record = sound(TAGS + '[Declarer "E"]\n[Contract "3NTX"]\n[Play "S"]\nSK - - -\n*\n')
    assert str(record.contract) == "3Nx by E"
    assert not record.auction.calls


def test_an_unknown_contract_or_result_is_no_contradiction() -> None:
    record = sound(TAGS + '[Contract "?"]\n[Declarer "?"]\n[Result "?"]\n' + CALLS)
    assert str(record.contract) == "1H by E"
    assert record.tricks is None


def test_where_auction_and_contract_disagree_the_cards_decide_and_it_is_marked() -> None:
    stated = '[Declarer "^W"]\n[Contract "1H"]\n'
    record = sound(TAGS + stated + CALLS + '[Play "N"]\nS7 SA SK S8\n*\n')
    assert str(record.contract) == "1H by W"
    assert record.conflicts == (Conflict.CONTRACT,)
    assert len(record.play) == 4
    follows = sound(TAGS + stated + CALLS + '[Play "S"]\nSK S8 S2 SA\n*\n')
    assert str(follows.contract) == "1H by E"


def test_statistics_and_unknown_tags_are_passed_over() -> None:
    table = '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\nN NT 8\nN S 11\n'
    assert str(sound(TAGS + CALLS + table + '[BCFlags "801f"]\n').contract) == "1H by E"


def test_tags_after_the_play_still_belong_to_the_game() -> None:
    text = TAGS + CALLS + '[Play "S"]\nSK - - -\n*\n[Room "Open"]\n\n'
    assert sound(text).citation.room == "Open"


def test_unsound_games_are_refused_with_file_line_board_and_reason() -> None:
    broken = TAGS.replace("N:752", "N:552")
    [refusal, record] = read("\n" + broken + CALLS + "\n" + TAGS.replace('"1"', '"2"') + CALLS)
    assert str(refusal).startswith("x.pbn:2: board 1: deal:duplicate card")
    assert isinstance(record, Record)
    [partly] = read(TAGS.replace("843.KT98.863.K32", "-").replace("KT96.3.KT72.AQT8", "-") + CALLS)
    assert isinstance(partly, Refusal)
    assert partly.reason == "deal:not 13 cards"


def test_one_hidden_hand_is_what_is_left_of_the_deck() -> None:
    assert sound(TAGS.replace("843.KT98.863.K32", "-") + CALLS).deal == sound(TAGS + CALLS).deal


def test_export_has_the_fifteen_tags_in_their_order() -> None:
    text = "".join(write_pbn([sound(TAGS + CALLS)]))
    names = [line[1:].split()[0] for line in text.splitlines() if line.startswith("[")]
    assert names == [
        *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer"),
        *("Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result", "Auction"),
    ]
    assert text.startswith("% PBN 2.1\n% EXPORT\n")
    assert '[Vulnerable "All"]' in text
