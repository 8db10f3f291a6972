"""`[plain]` of phonology.toml: letters for which others are typed, here in the Finnish pack."""

import shutil
from pathlib import Path

import morfem
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.mft.conftest import FINNISH, train


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> morfem.Tokenizer:
    """The tokenizer of the Finnish pack, with ä and ö typed as a and o."""
    pack = shutil.copytree(FINNISH, tmp_path_factory.mktemp("packs") / "finnish")
    with (pack / "phonology.toml").open("a", encoding="utf-8") as file:
        file.write('\n[plain]\n"ä" = "a"\n"ö" = "o"\n')
    return train(pack)


def test_a_word_is_the_word_with_a_mark(typed: morfem.Tokenizer) -> None:
    written, other = typed.encode("kylässä").tokens, typed.encode("kylassa").tokens
    assert [token for token in other if token != "<plain>"] == written
    assert "<plain>" in other
    assert "<plain>" not in written


def test_a_language_without_such_letters_has_no_mark(finnish: morfem.Tokenizer) -> None:
    with pytest.raises(morfem.VocabularyError):
        finnish.token_to_id("<plain>")


@given(st.text(alphabet="aäoöskyltiAÄ' -\n"))
def test_every_text_comes_back(typed: morfem.Tokenizer, text: str) -> None:
    assert typed.decode(typed.encode(text).ids) == text


@given(st.lists(st.integers(0, 1199), max_size=12))
def test_ids_decode_alike_at_once_and_one_by_one(typed: morfem.Tokenizer, ids: list[int]) -> None:
    plain = typed.token_to_id("<plain>")
    ids = [plain, *ids, plain]
    decoder = typed.decoder()
    assert "".join(decoder.push(token) for token in ids) + decoder.finish() == typed.decode(ids)


def test_a_letter_typed_for_a_letter_that_is_typed_otherwise_is_an_error(pack: Path) -> None:
    with (pack / "phonology.toml").open("a", encoding="utf-8") as file:
        file.write('\n[plain]\n"å" = "ä"\n"ä" = "a"\n')
    with pytest.raises(morfem.MorfemError, match=r"phonology.toml: \[plain\]: 'å' is typed as 'ä', which has a row too"):
        train(pack)
