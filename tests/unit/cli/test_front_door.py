"""What a stranger types or is given: a clear line, never a traceback, and no file harmed."""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import kibitz
from kibitz.cli import main
from kibitz.cli.tour import QUESTIONS
from kibitz.errors import LibraryError, UsageError
from kibitz.records.formats.lin import write_lin
from kibitz.records.formats.pbn import write_pbn
from kibitz.records.lookup import tables_at
from kibitz.records.starter import starter_boards
from kibitz.runtime.storage import write_atomically
from match import played


class TestFilesWritten:
    def test_a_link_stays_one_and_its_target_is_written(self, tmp_path: Path) -> None:
        (tmp_path / "link").symlink_to(tmp_path / "target")
        write_atomically(tmp_path / "link", b"told")
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "target").read_bytes() == b"told"
        assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "target"]

    def test_a_pipe_is_written_and_stays_one(self, tmp_path: Path) -> None:
        pipe, heard = tmp_path / "pipe", list[bytes]()
        os.mkfifo(pipe)
        listener = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
        listener.start()
        write_atomically(pipe, [b"told ", b"twice"])
        listener.join()
        assert heard == [b"told twice"]
        assert pipe.is_fifo()

    def test_a_dash_is_standard_output(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(tmp_path)
        with kibitz.Library.open("library.kibitz"):
            pass
        assert main(["export", "--library", "library.kibitz", "-o", "-"]) == 0
        assert capsys.readouterr().out.startswith("% PBN 2.1")
        assert not Path("-").exists()


class TestTablesNamed:
    some = next(played())

    @pytest.mark.parametrize("write", [write_lin, write_pbn])
    def test_a_table_may_be_pasted(self, write: object, tmp_path: Path) -> None:
        assert callable(write)
        [entry] = tables_at("".join(write([self.some])), tmp_path / "none.kibitz")
        assert entry.record.deal == self.some.deal
        assert entry.record.play == self.some.play

    @pytest.mark.parametrize("place", ["a" * 5000, "nul\0byte", "x" * 300 + ":1"])
    def test_no_name_of_a_file_is_too_odd(self, place: str, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="there is no file") as told:
            tables_at(place, tmp_path / "none.kibitz")
        assert len(str(told.value)) < 200

    def test_a_number_no_library_has_room_for(self, tmp_path: Path) -> None:
        with kibitz.Library.open(tmp_path / "library.kibitz"):
            pass
        with pytest.raises(LibraryError, match="there is no table 99999999999999999999"):
            tables_at("99999999999999999999", tmp_path / "library.kibitz")

    def test_the_boards_that_there_are_are_named_for_one_that_is_missing(
        self, tmp_path: Path
    ) -> None:
        last = starter_boards()
        with pytest.raises(UsageError, match=rf"there is no board {last + 1} .*\b{last}\b"):
            tables_at(f"starter:{last + 1}", tmp_path / "none.kibitz")


def test_an_empty_file_is_no_library_and_stays_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.lin"
    empty.touch()
    for command in ("find", "library", "export"):
        assert main([command, "--library", str(empty)]) == 1
        assert "is an empty file and no library" in capsys.readouterr().err
    assert empty.stat().st_size == 0


def test_the_tour_leaves_what_was_learned_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    assert not any("learn" in words for words in QUESTIONS.values())
    assert main(QUESTIONS["What is the plan?"]) == 0
    assert "times it spoke" in capsys.readouterr().out
    assert not list(tmp_path.glob("*.strategies"))


class TestStandardOutput:
    def test_a_sign_it_does_not_know_is_a_question_mark(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        narrow = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
        monkeypatch.setattr(sys, "stdout", narrow)
        assert main(["show", "starter:1"]) == 0
        assert b"?" in narrow.buffer.getvalue()

    @pytest.mark.process
    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
    @pytest.mark.parametrize("words", [["odds"], ["odds", "--json"], ["show", "starter:1"]])
    def test_a_full_disk_is_one_line(self, words: list[str]) -> None:
        with open("/dev/full", "w") as full:
            command = [sys.executable, "-m", "kibitz", *words]
            told = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
        assert told.returncode == 1
        assert told.stderr == "kibitz: [Errno 28] No space left on device\n"

    @pytest.mark.process
    def test_one_that_is_closed_takes_nothing(self) -> None:
        command = f"{shlex.quote(sys.executable)} -m kibitz odds --json >&-"
        told = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True)
        assert (told.returncode, told.stderr) == (0, "")

    @pytest.mark.process
    def test_a_reader_that_leaves_early_hears_no_complaint(self, tmp_path: Path) -> None:
        archive, library = tmp_path / "games.lin", str(tmp_path / "library.kibitz")
        archive.write_text("".join(write_lin(played())))
        assert main(["import", str(archive), "--library", library]) == 0
        command = [sys.executable, "-m", "kibitz", "export", "--library", library]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as told:
            assert told.stdout is not None
            assert told.stderr is not None
            assert told.stdout.readline() == "% PBN 2.1\n"
            told.stdout.close()
            assert told.stderr.read() == ""


class TestPackage:
    def test_everything_public_is_listed_and_can_be_used(self) -> None:
        assert dir(kibitz) == sorted(kibitz.__all__)
        assert all(hasattr(kibitz, name) for name in kibitz.__all__)

    def test_a_path_may_be_text(self, tmp_path: Path) -> None:
        path = tmp_path / "a.lin"
        path.write_text("".join(write_lin([TestTablesNamed.some])))
        [record] = kibitz.read_path(str(path))
        assert isinstance(record, kibitz.Record)
        with kibitz.Library.open(str(tmp_path / "library.kibitz")) as library:
            assert len(library) == 0

    @pytest.mark.parametrize(
        "wrong", [{"tricks": "4"}, {"tricks": 3.5}, {"vacant": (3,)}, {"vacant": (3, 3, 3)}]
    )
    def test_a_wrong_value_is_named(self, wrong: dict[str, object]) -> None:
        with pytest.raises(kibitz.KibitzError):
            kibitz.suit("AKQ9", "xxx", **wrong)  # type: ignore[arg-type]
