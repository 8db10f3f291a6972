"""The core has no import circles: each file can be read after the files it imports."""

from pathlib import Path

from tools.import_circles import circles


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
