"""Objects show themselves as HTML in notebooks."""

import html
import re

import morfem
import pytest


def visible(markup: str) -> str:
    return html.unescape(re.sub("<[^>]*>", "", markup))


@pytest.mark.parametrize("name", morfem.available())
@pytest.mark.parametrize("text", ["Kitaplar <b>&amp; ev</b>", "הילדים שבבית", "كتابهم", "비가 올 수", "a\u0301😀", "\"'"])
def test_an_encoding_shows_the_whole_text_in_order(name: str, text: str) -> None:
    encoding = morfem.load(name).encode(text)
    noun = "token" if len(encoding) == 1 else "tokens"
    assert visible(encoding._repr_html_()) == f"{text}{len(encoding)} {noun}"


def test_a_long_text_is_cut() -> None:
    encoding = morfem.load("tr-mft").encode("ev " * 3000)
    assert visible(encoding._repr_html_()).endswith("are not shown")
    assert visible(encoding._repr_html_()).count("ev") == 2000


def test_an_analysis_shows_segments_and_glosses() -> None:
    (analysis, *_) = morfem.load("tr-mft").analyze("kitaplarda")
    assert visible(analysis._repr_html_()) == "kitapnounlarPLdaLOC"


def test_an_explanation_shows_the_root() -> None:
    assert visible(morfem.load("he-splinter").explain("לעבוד")._repr_html_()).endswith("root עבד")
