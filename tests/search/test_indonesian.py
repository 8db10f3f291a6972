"""Indonesian has the tokenizer and the search table of Malay; a word with a swallowed sound is found by its root."""

from morfem.search import Analyzer


def test_indonesian_is_analysed_as_malay() -> None:
    indonesian, malay = Analyzer("id"), Analyzer("ms")
    assert indonesian.signature == malay.signature


def test_a_swallowed_sound_is_found_by_the_root() -> None:
    analyzer = Analyzer("id")
    roots = {term.text for term in analyzer.query("tulis") if term.field == "root"}
    for word in ("menulis", "ditulis", "penulis", "tulisan", "menuliskan"):
        assert roots <= {term.text for term in analyzer.document(word)}, word
