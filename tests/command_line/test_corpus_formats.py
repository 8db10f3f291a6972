"""Files of a corpus: each format gives its texts and nothing else, and what has no valid text is an error, skipped, or replaced."""

import bz2
import csv
import gzip
import json
import lzma
import warnings
from collections.abc import Callable
from pathlib import Path

import morfem
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from morfem import corpus
from morfem.corpus import Corpus, CorpusWarning

from tests.command_line.conftest import Run

TEXTS = ["Kitaplar raflarda duruyor.", 'Dedi ki: "Gel, otur."\nSonra gitti.', "", "Üçüncü satır; ünlem!", "x" * 200_000]
ROWS = [{"id": number, "metin": text} for number, text in enumerate(TEXTS)]
LINES = "".join(json.dumps(row, ensure_ascii=number % 2 == 0) + "\n" for number, row in enumerate(ROWS))


def _csv(path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerows([("id", "metin"), *(row.values() for row in ROWS)])


WRITERS: dict[str, Callable[[Path], object]] = {
    "a.json": lambda path: path.write_text(LINES, encoding="utf-8"),
    "a.jsonl": lambda path: path.write_text(LINES, encoding="utf-8"),
    "a.ndjson": lambda path: path.write_text(LINES, encoding="utf-8"),
    "a.jsonlines": lambda path: path.write_text(LINES, encoding="utf-8"),
    "a.json.gz": lambda path: path.write_bytes(gzip.compress(LINES.encode())),
    "a.json.bz2": lambda path: path.write_bytes(bz2.compress(LINES[:300].encode()) + bz2.compress(LINES[300:].encode())),
    "array.json": lambda path: path.write_text(json.dumps(ROWS), encoding="utf-8"),
    "indented.json": lambda path: path.write_text("\ufeff" + json.dumps(ROWS, ensure_ascii=False, indent=4), encoding="utf-8"),
    "array.json.gz": lambda path: path.write_bytes(gzip.compress(json.dumps(ROWS).encode())),
    "a.csv": _csv,
}


def read(source: corpus.Source, **options: object) -> list[str]:
    return [text for batch in corpus.texts(source, **options) for text in batch]  # type: ignore[arg-type]


@pytest.mark.filterwarnings("ignore::morfem.corpus.CorpusWarning")
@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("read_size", [3, 1 << 16])
def test_every_format_gives_the_field_and_nothing_else(
    run: Run, folder: Path, model: morfem.Tokenizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, read_size: int
) -> None:
    WRITERS[name](tmp_path / name)
    monkeypatch.setattr(corpus, "READ", read_size)
    assert read(tmp_path / name, field="metin") == TEXTS
    assert read(tmp_path / name, field="metin", hold_out=2, only_held_out=True) == TEXTS[1::2]
    if read_size > 3:
        encoded = run("encode", folder, tmp_path / name, "--field", "metin", "--json").out.splitlines()
        assert [json.loads(line)["ids"] for line in encoded] == [model.encode(text).ids for text in TEXTS]


def test_a_tsv_table_has_a_field_and_quotation_marks_are_characters(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text('id\tmetin\r\n1\t"Gel" dedi.\r\n2\t"Git\r\n', encoding="utf-8", newline="")
    assert read(tmp_path / "a.tsv", field="metin") == ['"Gel" dedi.', '"Git']
    assert list(Corpus(tmp_path / "a.tsv", field="metin").counted()) == [['"Gel" dedi.', '"Git']]


def test_json_trains_on_its_field(run: Run, tmp_path: Path) -> None:
    for name in ("a.json", "array.json", "a.csv"):
        WRITERS[name](tmp_path / name)
        assert run("train", "bpe", tmp_path / name, "--field", "metin", "--vocab-size", 270, "-o", tmp_path / f"{name}-bpe").status == 0
        trained = morfem.load(tmp_path / f"{name}-bpe")
        assert trained.record["training"]["texts"] == len(TEXTS)
        assert trained.files()["merges.tsv"] == morfem.train.bpe(TEXTS, vocab_size=270, progress=False).files()["merges.tsv"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.json", '{"text": "a"}{', "a.json, line 1: not valid JSON"),
        ("a.json", '{\n  "text": "a"\n}\n', "a.json, line 1: not valid JSON"),
        ("a.json", '[{"text": "a"}, {"text": }]', "a.json, item 2: not valid JSON"),
        ("a.json", '[{"text": "a"}, {"text": "b"', "a.json, item 2: not valid JSON"),
        ("a.json", '[{"text": "a"},]', "a.json, item 2: not valid JSON"),
        ("a.json", '[{"text": "a"} {"text": "b"}]', "a.json: not valid JSON: '{' where ',' belongs"),
        ("a.json", '[{"text": "a"}', "a.json: not valid JSON: the array ends too early"),
        ("a.json", '[{"text": "a"}]\n[]', "a.json: there is more after the JSON array"),
        ("a.json", '["a", "b"]', "a.json, item 1: a JSON str, not an object with a field for the text"),
        ("a.json", "[" * 200_000, "a.json, item 1: JSON is nested too deeply"),
        ("a.json", '[{"text": "a\\ud800"}]', "a.json, item 1: the text contains half a surrogate pair"),
        ("a.json", '[{"metin": "a"}]', "a.json, item 1: no field 'text'; there is 'metin'"),
        ("a.json", "[" + "9" * 5000 + "]", "a.json, item 1: "),
        ("a.csv", "id,metin\n1,a\n", "a.csv, line 2: no field 'text'; there is 'id', 'metin'"),
        ("a.csv", "id,text\n1,a\n2,b,c\n", "a.csv, line 3: 3 cells, where the first row has 2"),
        ("a.csv", 'id,text\n1,"a"b\n', "a.csv, line 2: not a valid .csv row"),
        ("a.csv", 'id,text\n1,"a\n', "a.csv, line 2: not a valid .csv row"),
    ],
)
def test_a_bad_record_is_named_with_its_place(tmp_path: Path, name: str, content: str, message: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(morfem.MorfemError) as raised:
        read(tmp_path / name)
    assert message in str(raised.value)


@pytest.mark.parametrize("read_size", [1, 3, 1 << 16])
@pytest.mark.parametrize(("suffix", "pack"), [("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress)])
def test_padding_between_and_after_the_parts_of_an_archive_is_no_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, pack: Callable[[bytes], bytes], read_size: int
) -> None:
    """Tapes and some programs fill a block with NUL bytes."""
    monkeypatch.setattr(corpus, "READ", read_size)
    path = tmp_path / f"a.txt.{suffix}"
    path.write_bytes(pack(b"kitap\n") + bytes(8) + pack(b"ev\n") + bytes(12))
    assert read(path) == ["kitap", "ev"]


def test_an_empty_array_and_a_blank_file_have_no_texts(tmp_path: Path) -> None:
    for content in ("[]", " [ ] \n", "", "\n\n", "[\n"[:0]):
        (tmp_path / "a.json").write_text(content)
        assert read(tmp_path / "a.json") == []


def test_a_long_array_is_read_in_little_memory(tmp_path: Path) -> None:
    import tracemalloc

    with (tmp_path / "a.json").open("w") as file:
        file.write("[" + ", ".join(['{"text": "' + "kitap " * 20 + '"}'] * 150_000) + "]")
    tracemalloc.start()
    number = sum(len(batch) for batch in corpus.texts(tmp_path / "a.json"))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert number == 150_000
    assert most < (tmp_path / "a.json").stat().st_size / 3


@pytest.mark.parametrize(
    "command", [("encode", "{folder}"), ("train", "bpe", "--vocab-size", "300", "-o", "{tmp}/t"), ("linearize", "he-splinter")]
)
@pytest.mark.parametrize("name", ["a.txt", "a.txt.gz", "a"])
def test_a_field_of_plain_text_is_an_error(run: Run, folder: Path, tmp_path: Path, command: tuple[str, ...], name: str) -> None:
    (tmp_path / name).write_bytes(gzip.compress(b"kitap\n", mtime=0) if name.endswith("gz") else b"kitap\n")
    result = run(*(word.format(folder=folder, tmp=tmp_path) for word in command), tmp_path / name, "--field", "metin")
    assert result.status == 1
    assert f"{name}: plain text has no field 'metin'; a file of .json, " in result.err


def test_a_field_or_column_that_no_file_has_is_an_error(run: Run, folder: Path, tmp_path: Path) -> None:
    pq.write_table(pa.table({"metin": ["a"]}), tmp_path / "a.parquet")
    (tmp_path / "a.jsonl").write_text('{"metin": "a"}\n')
    assert "Parquet has columns, not fields" in run("encode", folder, tmp_path / "a.parquet", "--field", "metin").err
    assert "column 'metin' is for Parquet" in run("encode", folder, tmp_path / "a.jsonl", "--column", "metin").err
    assert "plain text has no field" in run("encode", folder, "--text", "a", "--field", "metin").err
    both = run("encode", folder, tmp_path / "a.parquet", tmp_path / "a.jsonl", "--field", "metin", "--column", "metin", "--json")
    assert len(both.out.splitlines()) == 2


@pytest.fixture
def texts_in_a_folder(tmp_path: Path) -> Path:
    """A folder with a text in each of four files, one that is hidden, and one that is not read."""
    folder = tmp_path / "corpus"
    (folder / "b").mkdir(parents=True)
    (folder / ".git").mkdir()
    (folder / "a.json").write_text('{"text": "bir bir bir"}\n')
    (folder / "b" / "c.txt").write_text("iki\n")
    (folder / "b" / "d.csv").write_text("text\nüç\n", encoding="utf-8")
    (folder / "e.txt.bz2").write_bytes(bz2.compress(b"four\n"))
    (folder / ".git" / "f.txt").write_text("hidden\n")
    (folder / "README.md").write_text("not read\n")
    return folder


def test_a_folder_stands_for_its_files(run: Run, folder: Path, model: morfem.Tokenizer, texts_in_a_folder: Path, tmp_path: Path) -> None:
    with pytest.warns(CorpusWarning, match=r"corpus: 1 file not read, such as README.md"):
        assert read(texts_in_a_folder) == ["bir bir bir", "iki", "üç", "four"]
    result = run("encode", folder, texts_in_a_folder)
    assert result.out.decode().splitlines() == [
        " ".join(map(str, model.encode(text).ids)) for text in ("bir bir bir", "iki\n", "üç", "four\n")
    ]
    assert "morfem: note: " in result.err
    assert "1 file not read, such as README.md" in result.err
    assert run("train", "bpe", texts_in_a_folder, "--vocab-size", 261, "-o", tmp_path / "bpe").status == 0
    assert morfem.load(tmp_path / "bpe").record["training"]["texts"] == 4


def test_a_folder_is_indexed(run: Run, texts_in_a_folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("tantivy")
    assert "4 documents, 4 of them read now" in run("index", texts_in_a_folder, "--language", "tr", "-o", tmp_path / "index").err
    assert json.loads(run("search", tmp_path / "index", "üç", "--json").out)["text"] == "üç"


@pytest.mark.parametrize("name", WRITERS)
def test_every_format_is_indexed(run: Run, tmp_path: Path, name: str) -> None:
    pytest.importorskip("tantivy")
    WRITERS[name](tmp_path / name)
    result = run("index", tmp_path / name, "--language", "tr", "-o", tmp_path / "index", "--field", "metin")
    assert "5 documents, 5 of them read now" in result.err
    (hit,) = [json.loads(line) for line in run("search", tmp_path / "index", "kitap", "--json").out.splitlines()]
    assert (hit["text"], str(hit["source"]["id"])) == (TEXTS[0], "0")
    assert "plain text has no field" in run("index", __file__, "--language", "tr", "-o", tmp_path / "i", "--field", "metin").err


BAD = {
    "a.txt": b"bir bir bir\nbir \xe7ocuk\n\xff\n\xc3\xa7ok\n",
    "a.jsonl": b'{"text": "bir bir bir"}\n{"text": "bir \xe7ocuk"}\n{"text": "\\udfff"}\n{"text": "\xc3\xa7ok"}\n',
    "a.json": b'[{"text": "bir bir bir"}, {"text": "bir \xe7ocuk"}, {"text": "\\udfff"}, {"text": "\xc3\xa7ok"}]',
    "a.csv": b"text\nbir bir bir\nbir \xe7ocuk\n\xff\n\xc3\xa7ok\n",
}


@pytest.mark.parametrize("name", BAD)
def test_bad_texts_end_the_run_or_are_skipped_or_replaced_and_counted(run: Run, folder: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(BAD[name])
    with pytest.raises(morfem.MorfemError, match="not UTF-8"):
        read(tmp_path / name)
    for choice, texts in (("skip", ["bir bir bir", "çok"]), ("replace", ["bir bir bir", "bir \ufffdocuk", "\ufffd", "çok"])):
        with pytest.warns(
            CorpusWarning, match=rf"{name}: 2 texts with bytes that are not UTF-8, or with half a surrogate pair: {choice[0]}?"
        ):
            assert read(tmp_path / name, on_bad_text=choice) == texts
        result = run("encode", folder, tmp_path / name, "--on-bad-text", choice, "-o", tmp_path / "out.ids")
        assert (result.status, len((tmp_path / "out.ids").read_text().splitlines())) == (0, len(texts))
        assert "2 texts with bytes" in result.err
        result = run("train", "bpe", tmp_path / name, "--on-bad-text", choice, "--vocab-size", 261, "-o", tmp_path / choice)
        assert result.err.count("2 texts with bytes") == 1
        assert morfem.load(tmp_path / choice).record["training"]["bad_texts"] == {choice: 2}
    assert run("encode", folder, tmp_path / name, "--on-bad-text", "fail").status == 1


@pytest.mark.filterwarnings("ignore::morfem.corpus.CorpusWarning")
def test_bad_texts_are_held_out_by_their_place(tmp_path: Path) -> None:
    for name, content in BAD.items():
        (tmp_path / name).write_bytes(content)
        assert read(tmp_path / name, on_bad_text="skip", hold_out=2, only_held_out=True) == ["çok"]


@pytest.mark.filterwarnings("ignore::morfem.corpus.CorpusWarning")
def test_bad_texts_of_python_and_parquet(tmp_path: Path) -> None:
    texts = ["bir", "a\ud800", "çok"]
    with pytest.raises(morfem.MorfemError, match="text 2: the text contains half a surrogate pair"):
        read(texts)
    with pytest.raises(morfem.MorfemError, match="text 2: the text contains half a surrogate pair"):
        morfem.train.bpe(texts, vocab_size=270, progress=False)
    assert read(texts, on_bad_text="skip") == ["bir", "çok"]
    assert read(texts, on_bad_text="replace") == ["bir", "a\ufffd", "çok"]
    column = pa.array([b"bir", b"\xffx", "çok".encode(), None]).cast(pa.string(), safe=False)
    for kept in (column, column.dictionary_encode()):
        pq.write_table(pa.table({"text": kept}), tmp_path / "a.parquet")
        assert read(tmp_path / "a.parquet", on_bad_text="replace") == ["bir", "\ufffdx", "çok", ""]
        assert read(tmp_path / "a.parquet", on_bad_text="skip") == ["bir", "çok", ""]


def test_a_good_corpus_gives_no_warning(tmp_path: Path) -> None:
    WRITERS["a.json"](tmp_path / "a.json")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read(tmp_path / "a.json", field="metin", on_bad_text="skip") == TEXTS
    with pytest.raises(morfem.MorfemError, match="on_bad_text is 'ignore'; give fail, skip or replace"):
        read(TEXTS, on_bad_text="ignore")


def test_bad_texts_are_not_indexed(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("tantivy")
    (tmp_path / "a.jsonl").write_bytes(b'{"text": "kitap", "id": "a"}\n{"text": "kitap", "id": "b", "note": "\xff"}\n')
    arguments = ("index", tmp_path / "a.jsonl", "--language", "tr", "-o", tmp_path / "index")
    assert run(*arguments).status == 1
    assert "1 documents, 1 of them" in run(*arguments, "--on-bad-text", "skip").err
    assert "2 documents, 2 of them" in run(*arguments, "--on-bad-text", "replace").err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"PK\x03\x04\x14\0\0\0", "a zip archive"),
        ("kitap".encode("utf-16"), "UTF-16 text; convert it: iconv -f UTF-16 -t UTF-8"),
        ("kitap".encode("utf-32"), "UTF-32 text"),
        (b"\xfe\xff" + "kitap".encode("utf-16-be"), "UTF-16 text"),
        (gzip.compress(b"kitap", mtime=0), "compressed; give its name the suffix .gz"),
        (bz2.compress(b"kitap"), "compressed; give its name the suffix .bz2"),
    ],
)
@pytest.mark.parametrize("name", ["a.txt", "a.zip", "a.json", "a.csv"])
@pytest.mark.parametrize("choice", ["fail", "replace"])
def test_what_is_no_text_is_named(run: Run, folder: Path, tmp_path: Path, content: bytes, said: str, name: str, choice: str) -> None:
    (tmp_path / name).write_bytes(content)
    result = run("encode", folder, tmp_path / name, "--on-bad-text", choice)
    assert result.status == 1
    assert f"{name}: is not UTF-8 text but {said}" in result.err
