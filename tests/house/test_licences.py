"""No text with a restricted or unknown licence gets into a bundled tokenizer, and docs/licences.md says what is in each."""

import json
import lzma
import re
from collections import Counter
from pathlib import Path

import morfem
import pytest

from tools.general_text import paragraphs
from tools.licence_table import CLASSES, RESTRICTED, TABLE, is_usable, read
from tools.licences import PAGE, tables
from tools.usable_lines import usable


def corpus(folder: Path, rows: list[tuple[str, str]]) -> Path:
    """A folder with a Finnish corpus: its lines, and the labels of their sources."""
    (folder / "corpora").mkdir()
    for name, texts in (("fi.txt.xz", [line for line, _ in rows]), ("fi_line_sources.txt.xz", [label for _, label in rows])):
        with lzma.open(folder / "corpora" / name, "wt", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{text}\n" for text in texts)
    return folder


def test_a_source_without_a_class_ends_the_selection_of_text_with_the_file_to_edit(tmp_path: Path) -> None:
    data = corpus(tmp_path, [("Talo on punainen.", "law-finlex"), ("Vene on sininen.", "blog-unlisted")])
    with pytest.raises(SystemExit, match=r"'fi' has lines of 'blog-unlisted'.*add a row to python/morfem/artifacts/sources\.tsv"):
        list(usable(data, "fi"))


def test_general_text_of_a_source_without_a_class_is_refused(tmp_path: Path) -> None:
    (tmp_path / "corpora").mkdir()
    with lzma.open(tmp_path / "corpora/general.jsonl.xz", "wt", encoding="utf-8") as file:
        file.write(json.dumps({"kind": "english", "source": "novels", "text": "A house."}) + "\n")
    with pytest.raises(SystemExit, match="'general' has lines of 'novels'"):
        list(paragraphs(tmp_path, False))


def test_lines_of_a_restricted_source_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = read()
    key = ("fi", "blog-unlisted")
    table[key] = table["fi", "law-finlex"]._replace(label="blog-unlisted", kind=RESTRICTED)
    monkeypatch.setattr("tools.usable_lines.read", lambda: table)
    data = corpus(tmp_path, [("Talo on punainen.", "law-finlex"), ("Vene on sininen.", "blog-unlisted")])
    assert list(usable(data, "fi")) == [("Talo on punainen.\n", "law-finlex")]


def test_a_class_that_is_none_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "sources.tsv"
    table.write_text(TABLE.read_text("utf-8").replace("\tpermissive\t", "\tpermisive\t", 1), "utf-8")
    with pytest.raises(SystemExit, match=r"sources\.tsv, line \d+: unknown class 'permisive'"):
        read(table)


def test_a_licence_that_is_non_commercial_or_forbids_derivatives_is_restricted_and_unused() -> None:
    for (name, label), source in read().items():
        named = re.search(r"\b(NC|ND)\b|non-commercial|no commercial|permission", source.licence) is not None
        assert named == (source.kind == RESTRICTED), (name, label)
        assert is_usable(read(), name, label) != named
        assert not (named and source.bytes)


def test_the_table_has_every_byte_that_the_bundled_tokenizers_are_trained_on() -> None:
    whole: Counter[str] = Counter()
    for source in read().values():
        whole[source.corpus] += source.bytes
    for name in set(morfem.available()) - {"multi"}:  # the files of a union are mixtures
        for file in morfem.load(name).record["training"]["corpus"]:
            if file["name"] != "general.jsonl":  # it has keys and quotes besides the texts
                assert whole[Path(file["name"]).stem] == file["bytes"], f"{name}: run `python -m tools.licences DATA`"


def test_the_page_has_the_tables_and_the_classes() -> None:
    page = PAGE.read_text("utf-8")
    assert tables(read()) in page, "run `python -m tools.licences`"
    assert [kind for kind, meaning in CLASSES.items() if f"| {kind} | {meaning} |" not in page] == []
