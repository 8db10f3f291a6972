"""The core has no import circles: each file can be read after the files it imports. And its rooms have an order, from the ground up."""

from pathlib import Path

from tests.house.import_circles import SOURCES, Crate, circles

# Each room imports from rooms before it.
ROOMS = [
    *("error", "options", "run", "trie", "lists", "text", "vocab", "cache", "files", "corpus", "unigram", "bpe"),
    *("surface", "result", "engine", "tokenizer", "train", "systems", "artifact", "interchange", "search"),
]
# Files that import from a room after their own.
UPWARDS = {
    ("files/vocabulary", "unigram"),  # one of the tables holds pieces with scores
    ("tokenizer/abilities", "systems"),  # asks the list what a tokenizer can do
}


def test_a_circle_is_found(tmp_path: Path) -> None:
    (tmp_path / "lib.rs").write_text("mod a;\nmod b;\npub use a::A;\n", encoding="utf-8")
    (tmp_path / "a.rs").write_text("use crate::b;\npub struct A(b::B);\n", encoding="utf-8")
    (tmp_path / "b.rs").write_text("pub struct B;\nfn f(_: crate::A) {}\n", encoding="utf-8")
    assert circles(tmp_path) == [["a", "b"]]


def test_a_name_used_in_tests_alone_makes_no_circle(tmp_path: Path) -> None:
    (tmp_path / "lib.rs").write_text("mod a;\nmod b;\n", encoding="utf-8")
    (tmp_path / "a.rs").write_text("pub struct A(crate::b::B);\n", encoding="utf-8")
    (tmp_path / "b.rs").write_text("pub struct B;\n#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n", encoding="utf-8")
    assert circles(tmp_path) == []


def test_the_core_has_no_circles() -> None:
    assert circles() == []


def test_rooms_import_from_rooms_below_them() -> None:
    imports = Crate(SOURCES).imports()
    assert {module[0] for module in imports if module} == set(ROOMS)
    found = {("/".join(module), target[0]) for module, targets in imports.items() if module for target in targets if target}
    upwards = {(module, room) for module, room in found if ROOMS.index(room) > ROOMS.index(module.split("/")[0])}
    assert upwards == UPWARDS


def test_few_files_lie_outside_the_rooms() -> None:
    assert len(list(SOURCES.glob("*.rs"))) <= 8
