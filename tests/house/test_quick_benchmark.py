"""The page of `make bench-quick` warns where a ratio has fallen."""

from tests.scripts import script


def test_a_ratio_that_falls_by_more_than_the_tolerance_is_named() -> None:
    with script("benchmarks/quick.py") as quick:
        cells = [(2.0, "10.0 MB/s")] * len(quick.COLUMNS)
        page = f"## Other\n\n## {quick.TITLE}\n\n" + quick.table({"tr-mft": ("turkish-tokenizer", cells)}) + "\n\n## Another\n"
        kept = quick.kept_ratios(page)
        assert kept == {("tr-mft", column): 2.0 for column in quick.COLUMNS}
        now = {("tr-mft", "first pass"): 1.75, ("tr-mft", "new words"): 1.5, ("tr-morpheus", "decode"): 0.1}
        assert quick.warnings(now, kept) == ["warning: tr-mft, new words: 1.50 is 25% below the 2.00 in RESULTS.md"]
