"""Comments of the core are at most 140 columns wide; rows of tables cannot be wrapped."""

from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_comments_are_at_most_140_columns_wide() -> None:
    files = [path for folder in ("crates", "fuzz") for path in (ROOT / folder).rglob("*.rs") if "target" not in path.parts]
    wide = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > 140 and line.lstrip().startswith("//") and not line.lstrip("/! ").startswith("|")
    ]
    assert files
    assert not wide, "wrap these comments"
