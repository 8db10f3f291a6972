"""Where the texts of a corpus come from."""

import gzip
import json
import random
from pathlib import Path

import morfem
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from morfem import corpus
from morfem.corpus import Corpus, Source


def read(source: Source, **options: object) -> list[str]:
    return [text for batch in corpus.texts(source, **options) for text in batch]  # type: ignore[arg-type]


def test_a_path_a_list_a_pattern_and_texts_give_the_same(tmp_path: Path) -> None:
    texts = ["bir", "iki üç", "", "dört"]
    (tmp_path / "a.txt").write_text("bir\niki üç\n")
    (tmp_path / "b.txt").write_text("\ndört")
    paths = [tmp_path / "a.txt", tmp_path / "b.txt"]
    assert read(texts) == texts
    assert read(iter(texts)) == texts
    assert read(paths) == texts
    assert read([str(path) for path in paths]) == texts
    assert read(tmp_path / "*.txt") == texts
    assert read(f"{tmp_path}/*.txt") == texts


def test_training_takes_lines_without_their_ends(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"bir\r\niki\n\x0buc\r")
    assert read(tmp_path / "a.txt") == ["bir", "iki", "\x0buc"]
    assert read(tmp_path / "a.txt", line_ends=True) == ["bir\r\n", "iki\n", "\x0buc\r"]


def test_held_out_lines_are_multiples_in_every_file_and_format(tmp_path: Path) -> None:
    texts = [f"satır {number}" for number in range(1, 121)]
    (tmp_path / "a.txt").write_text("\n".join(texts) + "\n")
    (tmp_path / "a.jsonl").write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
    pq.write_table(pa.table({"text": texts}), tmp_path / "a.parquet", row_group_size=7)
    sources: list[Source] = [texts, *(tmp_path / name for name in ("a.txt", "a.jsonl", "a.parquet"))]
    for source in sources:
        assert read(source, hold_out=50, only_held_out=True) == ["satır 50", "satır 100"]
        assert read(source, hold_out=50) == [text for text in texts if text not in ("satır 50", "satır 100")]
    assert len(read([tmp_path / "a.txt", tmp_path / "a.jsonl"], hold_out=50, only_held_out=True)) == 4


def test_held_out_lines_are_the_same_however_the_file_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(0)
    lines = ["x" * rng.randrange(40) for _ in range(500)]
    (tmp_path / "a.txt").write_text("\n".join(lines) + "\n")
    for batch, read_size in [(1, 1), (7, 3), (100, 64), (1 << 20, 1 << 16)]:
        monkeypatch.setattr(corpus, "BATCH", batch)
        monkeypatch.setattr(corpus, "READ", read_size)
        assert read(tmp_path / "a.txt", hold_out=3, only_held_out=True) == lines[2::3]
        assert read(lines, hold_out=3, only_held_out=True) == lines[2::3]


def test_a_null_is_an_empty_text(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"text": null}\n{"text": "a"}\n')
    pq.write_table(pa.table({"text": [None, "a"]}), tmp_path / "a.parquet")
    assert read([tmp_path / "a.jsonl", tmp_path / "a.parquet"]) == ["", "a", "", "a"]


def test_dictionary_columns_are_text(tmp_path: Path) -> None:
    pq.write_table(pa.table({"text": pa.array(["a", "b", "a"]).dictionary_encode()}), tmp_path / "a.parquet")
    assert read(tmp_path / "a.parquet") == ["a", "b", "a"]


def test_counts_are_counts_where_they_matter_and_text_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("kitap\t3\nkitaplar\t2\r\n")
    assert list(Corpus(tmp_path / "a.tsv").counted()) == [(["kitap", "kitaplar"], [3, 2])]
    assert list(Corpus({"kitap": 3, "kitaplar": 2}).counted()) == [(["kitap", "kitaplar"], [3, 2])]
    assert read(tmp_path / "a.tsv") == ["kitap\t3", "kitaplar\t2"]


def test_a_count_has_32_bits() -> None:
    largest = (1 << 32) - 1
    assert list(Corpus({"kitap": largest}).counted()) == [(["kitap"], [largest])]
    for count in (0, largest + 1):
        with pytest.raises(morfem.MorfemError, match=f"{count} is not a count; give a whole number from 1 to {largest}"):
            list(Corpus({"kitap": count}).counted())


def test_words_with_counts_train_as_they_stand_in_running_text() -> None:
    counted = morfem.train.bpe({"kitap": 3, "kitaplar": 2}, vocab_size=266, progress=False)
    running = morfem.train.bpe([" kitap kitap kitap kitaplar kitaplar"], vocab_size=266, progress=False)
    assert counted.files()["merges.tsv"] == running.files()["merges.tsv"]


def test_a_corpus_knows_its_size_and_hashes(tmp_path: Path) -> None:
    packed = gzip.compress(b"bir\niki\n")
    (tmp_path / "a.txt.gz").write_bytes(packed)
    read_corpus = Corpus(tmp_path / "a.txt.gz", hold_out=2)
    assert read_corpus.size == len(packed)
    assert list(read_corpus.texts()) == [["bir"]]
    assert read_corpus.done == len(packed)
    record = read_corpus.record()
    assert record["texts"] == 1
    assert record["hold_out"] == 2
    assert record["corpus"][0]["name"] == "a.txt.gz"
    assert record["corpus"][0]["bytes"] == len(packed)
    assert len(record["corpus"][0]["sha256"]) == 64


@pytest.mark.parametrize("source", [[3], iter([b"bytes"]), ["a", None]])
def test_what_is_no_text_is_a_type_error(source: Source) -> None:
    with pytest.raises(TypeError, match="consists of texts"):
        read(source)
