"""`morfem index` and `morfem search`."""

import json
import re
from pathlib import Path

import pytest
from morfem.cli import search as cli_search
from morfem.search import available
from morfem.search.analyzer import SAME

from .conftest import Run, start

pytest.importorskip("tantivy")

ROWS = [
    {"id": "a", "text": "Kitaplarımızdan biri kayboldu.", "year": 1999},
    {"id": "b", "text": "Evimizin bahçesinde ağaçlar var."},
    {"id": "c", "text": "Bahçede kitap okuduk."},
]


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    path = tmp_path / "docs.jsonl"
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS), encoding="utf-8")
    return path


@pytest.fixture
def folder(run: Run, documents: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "index"
    result = run("index", documents, "--language", "tr", "--output", folder)
    assert result.status == 0, result.err
    assert "3 documents, 3 of them read now" in result.err
    return folder


def test_any_form_of_a_word_finds_the_others_and_is_marked(run: Run, folder: Path) -> None:
    out = run("search", folder, "kitabı").out.decode()
    assert "Kitaplarımızdan" in out
    assert "Bahçede kitap okuduk." in out
    assert "ağaçlar" not in out


def test_json_has_key_score_text_and_record(run: Run, folder: Path) -> None:
    hits = [json.loads(line) for line in run("search", folder, "kitabı", "--json", "--why").out.splitlines()]
    assert {hit["key"] for hit in hits} == {"a", "c"}
    hit = next(hit for hit in hits if hit["key"] == "a")
    assert hit["source"] == {"id": "a", "year": 1999}
    assert [(match["query"], match["field"], match["start"], match["end"]) for match in hit["matches"]] == [
        ("kitap", "root", 0, 15),
        ("kitap", "stem", 0, 15),
    ]


def test_why_shows_the_units_that_matched_with_their_forms(run: Run, folder: Path) -> None:
    out = run("search", folder, "--why", "kitabı").out.decode()
    assert "root kitap × 0.97: Kitaplarımızdan" in out
    assert "stem kitap × 0.97: kitap" in out


def test_indexing_a_file_again_adds_nothing_and_new_files_are_added(run: Run, folder: Path, documents: Path, tmp_path: Path) -> None:
    run("index", documents, "--output", folder)
    more = tmp_path / "more.txt"
    more.write_text("Yeni bir kitap.\n\nEski kitap.\n", encoding="utf-8")
    assert "5 documents, 2 of them read now" in run("index", more, "--output", folder).err
    assert "more.txt:3" in run("search", folder, "eski").out.decode()


def test_a_terminal_obeys_no_character_of_a_text(run: Run, tmp_path: Path) -> None:
    texts = tmp_path / "texts.jsonl"
    texts.write_text(json.dumps({"id": "\x1b[5m", "text": "\x9b2J ki\x1b[2Jtap \x07 kitap"}) + "\n", encoding="utf-8")
    run("index", texts, "--language", "tr", "--output", tmp_path / "index")
    out = run("search", tmp_path / "index", "kitap", "--why").out.decode()
    assert "␛[5m" in out
    assert "\ufffd2J ki␛[2Jtap ␇ kitap" in out
    assert not set("\x1b\x07\x9b") & set(out)


def test_no_hit_is_no_error(run: Run, folder: Path) -> None:
    result = run("search", folder, "kaplumbağa")
    assert result.status == 0
    assert "no document has a word of the query" in result.out.decode()


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('{"body": "x"}\n', "line 1: no field 'text'; there is 'body'"),
        ('{"text": "x"}\n{"text": 3}\n', "line 2: field 'text' is not text but 3"),
        ("{\n", "line 1: not valid JSON"),
        ('{"text": "x"}\n{"text": "a\\ud800"}\n', "line 2: the text contains half a surrogate pair"),
    ],
)
def test_a_faulty_line_is_refused_and_nothing_is_indexed(run: Run, tmp_path: Path, lines: str, message: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(lines)
    result = run("index", path, "--language", "tr", "--output", tmp_path / "index")
    assert result.status == 1
    assert message in result.err
    assert [path.name for path in tmp_path.iterdir()] == ["bad.jsonl"]


def test_a_failed_run_leaves_the_folders_that_were_there(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text('{"text": "kitap"}\n{\n')
    (tmp_path / "empty").mkdir()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes").write_text("mine")
    for output in ("empty", "full", "new/index"):
        assert run("index", path, "--language", "tr", "--output", tmp_path / output).status == 1
    # A thread of tantivy that watches a removed index may lock it once more, in the folder that is there again.
    left = (path for path in tmp_path.rglob("*") if path.name != ".tantivy-meta.lock")
    assert sorted(str(path.relative_to(tmp_path)) for path in left) == ["bad.jsonl", "empty", "full", "full/notes"]


def test_a_failed_run_keeps_the_documents_of_earlier_runs_and_commits(
    run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text('{"text": "Yeni bir kitap."}\n{"text": "Eski kitap."}\n{\n')
    assert run("index", path, "--output", folder).status == 1
    assert {json.loads(line)["key"] for line in run("search", folder, "kitap", "--json").out.splitlines()} == {"a", "c"}
    monkeypatch.setattr(cli_search, "COMMIT", 2)
    assert run("index", path, "--language", "tr", "--output", tmp_path / "new").status == 1
    assert len(run("search", tmp_path / "new", "kitap", "--json").out.splitlines()) == 2


def test_a_missing_index_language_and_folder_are_refused(run: Run, documents: Path, tmp_path: Path) -> None:
    assert "is not an index; make one with: morfem index" in run("search", tmp_path / "none", "kitap").err
    assert "say which language the texts are in" in run("index", documents, "--output", tmp_path / "none").err
    assert "give the folder of the index" in run("index", documents).err
    result = run("index", documents, "--language", "xx", "--output", tmp_path / "none")
    assert "no language 'xx'; there are search tables for ar, fi, he, ko, ms, tr" in result.err


def test_another_language_is_refused(run: Run, folder: Path, documents: Path) -> None:
    assert "was made by the analyzer tr-mft" in run("index", documents, "--language", "he", "--output", folder).err


def test_a_full_disk_is_an_error_that_names_the_index_and_leaves_a_new_one_not_half_made(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    (tmp_path / "docs.txt").write_text("".join(f"{number} kitap evlerde okudum\n" for number in range(2_000)), encoding="utf-8")
    for limit in (100, 5_000, 20_000):
        process = start(
            *("index", tmp_path / "docs.txt", "--language", "tr", "--output", tmp_path / "index", "--quiet"),
            preexec_fn=lambda limit=limit: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
        )
        _, err = process.communicate()
        assert process.returncode == 1
        assert f"{tmp_path / 'index'} cannot be written; is the disk full?" in err.decode()
        assert "Traceback" not in err.decode()
        assert not (tmp_path / "index").exists()


def test_the_help_names_every_language_that_can_be_searched(run: Run) -> None:
    """It had named five of seven."""
    languages = re.search(r"Language of the texts: (.*?)\.", " ".join(run("index", "--help").out.decode().split()))
    assert languages is not None
    assert re.split(", | or ", languages[1]) == sorted([*available(), *SAME])
