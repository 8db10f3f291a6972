"""The index in a folder: searches, phrases, highlighting, commits, crashes, and what it refuses."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from morfem import ArtifactError, MorfemError, load
from morfem.output import open_locked
from morfem.search import Analyzer

pytest.importorskip("tantivy")

from morfem.search.index import RECORD, Index

TEXTS = {
    "1": "Kitaplarımızdan biri kayboldu.",
    "2": "Evimizin bahçesinde büyük ağaçlar var.",
    "3": "Bahçede kitap okuduk, sonra eve döndük.",
    "4": "Büyük evin kitapları.",
}


@pytest.fixture(scope="module")
def turkish() -> Analyzer:
    return Analyzer("tr")


@pytest.fixture
def index(tmp_path: Path, turkish: Analyzer) -> Index:
    index = Index(tmp_path / "index", turkish)
    with index.writer() as writer:
        for key, text in TEXTS.items():
            writer.add(key, text)
    return index


def keys(index: Index, query: str) -> list[str]:
    return [hit.key for hit in index.search(query)]


def test_any_form_of_a_word_finds_all_others(index: Index) -> None:
    assert set(keys(index, "kitabı")) == {"1", "3", "4"}
    assert keys(index, "kalem") == []


@pytest.mark.parametrize("query", ["", " ", "?", '""', '"'])
def test_a_query_without_a_term_finds_nothing(index: Index, query: str) -> None:
    assert index.search(query) == []


@pytest.mark.parametrize("limit", [0, -1])
def test_a_search_for_no_hits_finds_none(index: Index, limit: int) -> None:
    assert index.search("kitabı", limit) == []
    assert len(index.search("kitabı", 1)) == 1


@pytest.mark.parametrize("limit", [1_000_000_000, 10**20])
def test_a_search_for_more_hits_than_there_are_documents_finds_all(index: Index, limit: int) -> None:
    """It had ended the process, which could not get the memory for so many hits, or raised an OverflowError."""
    assert index.search("kitap", limit) == index.search("kitap", len(index)) != []


def test_a_quotation_mark_inside_a_hebrew_acronym_is_no_phrase(tmp_path: Path) -> None:
    index = Index(tmp_path / "hebrew", Analyzer("he"))
    with index.writer() as writer:
        writer.add("1", 'חיילי צה"ל נכנסו לכפר')
        writer.add("2", 'נשיא ארה"ב אמר')
    assert keys(index, 'צה"ל') == ["1"]
    assert keys(index, '"חיילי צה"ל"') == ["1"]
    assert set(keys(index, 'צה"ל ארה"ב')) == {"1", "2"}
    assert keys(index, '"צה"ל חיילי"') == []


def test_a_query_of_function_words_only_does_not_fail(index: Index) -> None:
    assert isinstance(index.search("ve ile ne için"), list)


def test_a_phrase_finds_words_that_stand_one_after_the_other(index: Index) -> None:
    assert keys(index, '"büyük ağaç"') == ["2"]
    assert keys(index, '"kitap okumak"') == ["3"]
    assert keys(index, '"ağaç büyük"') == []


def test_one_word_between_quotation_marks_is_a_word(index: Index) -> None:
    assert keys(index, '"kitabı"') == keys(index, "kitabı")


def test_hits_say_where_and_why(index: Index) -> None:
    hit = index.search("kitabı")[0]
    assert all(asked.text == own.text for asked, own in hit.matches)
    hits = {hit.key: [hit.text[start:end] for start, end in hit.spans()] for hit in index.search("kitabı")}
    assert hits == {"1": ["Kitaplarımızdan"], "3": ["kitap"], "4": ["kitapları"]}


def test_an_index_is_added_to_and_a_document_replaces_the_one_with_its_key(index: Index, turkish: Analyzer) -> None:
    again = Index(index.folder)
    with again.writer() as writer:
        writer.add("1", "Kalem bulundu.", {"shelf": 3})
        writer.add("5", "Yeni bir kitap.")
    assert len(again) == 5
    assert set(keys(index, "kitap")) == {"3", "4", "5"}
    assert again.search("kalemler")[0].source == {"shelf": 3}
    with again.writer() as writer:
        writer.delete("5")
    assert len(again) == 4


def test_an_exception_drops_what_was_not_committed(index: Index) -> None:
    def interrupted() -> None:
        with index.writer() as writer:
            writer.add("6", "Kitap.")
            writer.commit()
            writer.add("7", "Kitap.")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        interrupted()
    assert len(index) == 5
    with index.writer():
        pass


CRASH = """
import sys
from morfem.search.index import Index
with Index(sys.argv[1]).writer() as writer:
    writer.add("8", "Kitap sekiz.")
    writer.commit()
    writer.add("9", "Kitap dokuz.")
    print("ready", flush=True)
    import time; time.sleep(600)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_after_a_crash_the_index_is_the_last_commit(index: Index) -> None:
    with subprocess.Popen([sys.executable, "-c", CRASH, str(index.folder)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        with pytest.raises(MorfemError, match="being written by another process or writer"), Index(index.folder).writer():
            pass
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    after = Index(index.folder)
    assert len(after) == 5
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            with after.writer() as writer:
                writer.add("9", "Kitap dokuz.")
            break
        except MorfemError:
            time.sleep(0.1)
    assert len(after) == 6


def test_two_writers_are_refused(index: Index) -> None:
    with index.writer(), pytest.raises(MorfemError, match="being written"), index.writer():
        pass


def test_another_analyzer_is_refused_by_name(index: Index) -> None:
    with pytest.raises(MorfemError, match=r"was made by the analyzer tr-mft .*, and this one is tr-mft"):
        Index(index.folder, Analyzer("tr", fields={"root": 1.0}))
    with pytest.raises(MorfemError, match="and this one is he-splinter"):
        Index(index.folder, Analyzer("he"))


@pytest.mark.parametrize(
    ("content", "message"),
    [('{"format": 0, "language": "tr", "signature": "x"}', "index of format 0"), ("{", "is damaged"), ("[]", "is damaged")],
)
def test_an_index_of_another_format_and_a_damaged_one_are_refused(index: Index, content: str, message: str) -> None:
    (index.folder / RECORD).write_text(content)
    with pytest.raises(MorfemError, match=message):
        Index(index.folder)


def test_an_index_of_an_older_analyzer_is_refused_by_name(index: Index, turkish: Analyzer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("morfem.search.analyzer._VERSION", b"newer")
    with pytest.raises(MorfemError, match=r"was made by the analyzer tr-mft@?\S* [0-9a-f]{16}, and this one is"):
        Index(index.folder, turkish)


def test_an_index_of_other_korean_units_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("morfem.search.analyzer.UNITS", "none.tsv")
    Index(tmp_path / "index", Analyzer("ko"))
    monkeypatch.undo()
    with pytest.raises(MorfemError, match="was made by the analyzer ko-thunder"):
        Index(tmp_path / "index")


def test_an_index_that_tantivy_cannot_read_is_refused(index: Index) -> None:
    meta = index.folder / "meta.json"
    meta.write_text(meta.read_text("utf-8").replace('"stored": true', '"stored": false'), "utf-8")
    with pytest.raises(MorfemError, match="tantivy cannot read the index"):
        Index(index.folder)


def test_a_tokenizer_is_no_index_and_an_index_no_tokenizer(index: Index, turkish: Analyzer, tmp_path: Path) -> None:
    turkish.tokenizer.save(tmp_path / "tokenizer")
    for analyzer in (None, turkish):
        with pytest.raises(MorfemError, match="tokenizer: this folder is a tokenizer, not an index"):
            Index(tmp_path / "tokenizer", analyzer)
    with pytest.raises(ArtifactError, match="index: this folder is a search index, not a tokenizer"):
        load(index.folder)


def test_a_folder_with_other_files_and_a_missing_index_are_refused(tmp_path: Path, turkish: Analyzer) -> None:
    with pytest.raises(MorfemError, match="is not an index; make one"):
        Index(tmp_path / "nothing")
    (tmp_path / "letter.txt").write_text("x")
    with pytest.raises(MorfemError, match="holds other files"):
        Index(tmp_path, turkish)


def test_the_record_names_language_and_signature(index: Index, turkish: Analyzer) -> None:
    record = json.loads((index.folder / RECORD).read_text())
    assert record == {"format": 1, "language": "tr", "signature": turkish.signature}


def test_a_document_that_cannot_be_added_takes_no_others_place(tmp_path: Path, turkish: Analyzer) -> None:
    index = Index(tmp_path / "index", turkish)
    with index.writer() as writer:
        writer.add("1", TEXTS["1"])
    with index.writer() as writer:
        with pytest.raises(UnicodeEncodeError):
            writer.add("1", "bozuk \ud800")
        with pytest.raises(TypeError):
            writer.add("1", "bozuk", {"x": object()})
    assert [hit.key for hit in index.search("kitap")] == ["1"]


@pytest.mark.parametrize("query", [None, 3, b"kitap", ["kitap"]], ids=repr)
def test_a_query_that_is_no_text_is_refused(index: Index, query: Any) -> None:
    with pytest.raises(TypeError, match=r"^query is .*; give a str$"):
        index.search(query)


def test_a_quotation_mark_alone_begins_no_phrase(index: Index) -> None:
    assert {hit.key for hit in index.search('12" ev büyük')} == {hit.key for hit in index.search("12 ev büyük")}


RACE = """
import sys
from morfem import MorfemError
from morfem.search import Analyzer
from morfem.search.index import Index
analyzer = Analyzer("tr")
print("ready", flush=True)
for line in sys.stdin:
    try:
        with Index(line.strip(), analyzer).writer() as writer:
            writer.add(str(sys.argv[1]), "Kitap.")
        print("done", flush=True)
    except MorfemError as error:
        print(error, flush=True)
"""


def test_an_index_that_appears_between_two_looks_at_its_folder_is_no_other_file(
    tmp_path: Path, turkish: Analyzer, monkeypatch: pytest.MonkeyPatch
) -> None:
    exists = Path.exists

    def and_then_another_makes_it(path: Path) -> bool:
        found = exists(path)
        if path.name == RECORD:
            monkeypatch.undo()
            Index(path.parent, turkish)
        return found

    monkeypatch.setattr(Path, "exists", and_then_another_makes_it)
    assert len(Index(tmp_path, turkish)) == 0


def test_of_first_runs_at_the_same_time_none_fails_because_of_the_other(tmp_path: Path) -> None:
    runs = [
        subprocess.Popen([sys.executable, "-c", RACE, str(number)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for number in range(2)
    ]

    def answer(process: "subprocess.Popen[str]") -> str:
        assert process.stdout is not None
        return process.stdout.readline().strip()

    try:
        assert [answer(process) for process in runs] == ["ready", "ready"]
        for round in range(30):
            for process in runs:
                assert process.stdin is not None
                process.stdin.write(f"{tmp_path / str(round)}\n")
                process.stdin.flush()
            answers = [answer(process) for process in runs]
            assert "done" in answers
            assert all(text == "done" or "is being written by another process" in text for text in answers), answers
            assert len(Index(tmp_path / str(round))) == answers.count("done")
    finally:
        for process in runs:
            process.communicate()


def test_an_index_that_is_being_made_is_waited_for_and_one_of_a_killed_run_is_made(tmp_path: Path, turkish: Analyzer) -> None:
    folder = tmp_path / "index"
    file = open_locked(folder / RECORD)
    assert file is not None
    threading.Timer(0.2, file.close).start()  # as if its process were killed now
    with pytest.raises(MorfemError, match="is not an index"):
        Index(folder)
    start = time.monotonic()
    Index(folder, turkish)
    assert time.monotonic() - start >= 0.1
    assert (folder / RECORD).stat().st_size


def test_an_index_that_another_process_removes_is_made_again(tmp_path: Path, turkish: Analyzer) -> None:
    first, second = (Index(tmp_path / "index", turkish) for _ in range(2))
    first.remove()
    assert not (tmp_path / "index").exists()
    with second.writer() as writer:
        writer.add("1", "Kitap.")
        with pytest.raises(MorfemError, match="being written"):
            Index(tmp_path / "index").remove()
    assert len(Index(tmp_path / "index")) == 1


def test_a_key_that_tantivy_would_leave_out_is_refused(index: Index) -> None:
    longest = "ş" * 32_765
    for _ in range(2):
        with index.writer() as writer:
            writer.add(longest, "Kalem.")
            with pytest.raises(MorfemError, match=r"the key 'şş.*'\.\.\. has 65,531 bytes, and an index takes at most 65,530"):
                writer.add(longest + "a", "Kalem.")
    assert keys(index, "kalem") == [longest]


LONG = """
import resource, sys
from morfem.search import Analyzer
from morfem.search.index import Index
with Index(sys.argv[1], Analyzer("tr")).writer() as writer:
    writer.add("1", "Kitap.")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    writer.add("2", "Kitaplarımızdan biri yollardaki evlerde unutulmuş. " * 33_333)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the unit of ru_maxrss is that of Linux")
def test_a_document_of_200_000_words_takes_little_memory(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", LONG, str(tmp_path / "index")], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 300
