"""Tokenizers that alter the text are laid along it as far as possible, and what remains is counted."""

import unicodedata
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from morfem.adapters.align import LONGEST, aligned, closed, tiled
from morfem.adapters.library import by_offsets
from morfem.adapters.segmentation import code_points
from morfem.evaluate import wrap
from tokenizers import AddedToken, Tokenizer

from tests.evaluate.peers import ALTERING, TEXTS, byte_level, segments, sentence_piece, transformers, word_piece


def laid(text: str, *pieces: str) -> str:
    """The text, with | where the owner changes, and code points without an owner in parentheses."""
    owner = aligned(text, [piece.encode() for piece in pieces])
    shown = ""
    for position, character in enumerate(text):
        is_cut = position and owner[position] != owner[position - 1]
        shown += ("|" if is_cut else "") + (character if owner[position] >= 0 else f"({character})")
    return shown


@pytest.mark.parametrize(
    ("text", "pieces", "expected"),
    [
        ("Kitaplar", ["kitap", "lar"], "Kitap|lar"),
        ("IŞIK İzmir", ["ış", "ık", " iz", "mir"], "IŞ|IK| İz|mir"),
        ("Çağrı", ["cag", "ri"], "Çağ|rı"),
        ("e\u0301v", ["é", "v"], "e\u0301|v"),
        ("de\u0301v", ["d", "ev"], "d|e\u0301v"),
        ("ﬁnal", ["f", "inal"], "ﬁ|nal"),
        ("straße", ["stras", "se"], "straß|e"),
        ("한국어", ["한국", "어"], "한국|어"),
        ("שָׁלוֹם", ["שלו", "ם"], "שָׁלוֹ|ם"),
        ("ev de", ["ev", "de"], "ev|( )|de"),
        ("ev de", ["ev", " de"], "ev| de"),
        ("ev de", ["ev de"], "ev de"),
        ("ev de", ["EV DE"], "ev de"),
        ("kitabı", ["kitap", "ı"], "kitab|ı"),
        ("burnu", ["burun", "u"], "burn|u"),
        ("hakkı", ["hak", "ı"], "hak|(k)|ı"),
        ("evlerde", ["ev", "lar", "da"], "ev|ler|de"),
        ("o Zürih o", ["o", " \ufffd", " o"], "o| Zürih| o"),
        ("ev😀ler", ["ev", "ler"], "ev|(😀)|ler"),
        ("e😀v", ["ev"], "e😀v"),
        ("a ★ b", ["a", "b"], "a|( )(★)( )|b"),
        ("x", [], "(x)"),
        ("x", [""], "(x)"),
        ("", ["x"], ""),
        (" ", ["x"], "( )"),
    ],
)
def test_alignment(text: str, pieces: list[str], expected: str) -> None:
    assert laid(text, *pieces) == expected


def test_a_lost_word_moves_no_other() -> None:
    assert laid("bir iki üç dört beş", "bir", " üç", " dört", " beş") == "bir|( )(i)(k)(i)| üç| dört| beş"
    assert laid("bir üç dört", "bir", " iki", " üç", " dört") == "bir| üç| dört"
    # The lost word begins as the next one does.
    assert laid("o olan şey var", "olan", " şey", " var") == "(o)( )|olan| şey| var"


def test_a_long_text_that_drifts_is_found_again() -> None:
    """Every seventh word has another ending, every eleventh is lost; all others have their tokens."""
    words = [f"söz{'cük' * (index % 3)}{index}" for index in range(3000)]
    pieces = [f" {'başka' if index % 7 == 0 else word}" for index, word in enumerate(words) if index % 11]
    owner = aligned(" ".join(words), [piece.encode() for piece in pieces])
    position = token = 0
    for index, word in enumerate(words):
        here = owner[position : position + len(word)]
        if index % 11 and index % 7:
            assert (here == token).all(), word
        position += len(word) + 1
        token += index % 11 > 0


def test_a_script_without_spaces_is_taken_in_parts() -> None:
    text = "東京都に住む人々は毎日電車で通う" * 500
    assert len(text) > 50 * LONGEST
    pieces = [text[position : position + 2].replace("電", "电") for position in range(0, len(text), 2)]
    assert aligned(text, [piece.encode() for piece in pieces]).tolist() == [position // 2 for position in range(len(text))]


def test_pieces_tile_only_their_very_text() -> None:
    pieces = [b" e", b"v", b"e", b"v", b"E", b"v", b"\xc3", b"\xa7"]
    owner, is_tiled = tiled(["ev", "ev", "ev", "ç"], pieces, np.array([0, 2, 4, 6, 8]))
    assert is_tiled.tolist() == [True, True, False, True]
    assert owner.tolist() == [0, 1, 2, 3, -1, -1, 6]


def test_a_mark_without_an_owner_goes_with_its_letter_but_not_over_a_border() -> None:
    texts = ["a\u0301b", "\u0301 \u0301"]
    codes = code_points(texts)
    assert closed(np.array([0, -1, 1, -1, -1, -1]), codes, [0, 3], [True, True]).tolist() == [0, 0, 1, -1, -1, -1]


def test_letters_between_two_of_one_token_are_its_own_in_one_word_alone() -> None:
    codes = code_points(["abc", "ab cd"])
    assert closed(np.array([0, -1, 0, 1, -1, -1, -1, 1]), codes, [0, 3], [True, True]).tolist() == [0, 0, 0, 1, -1, -1, -1, 1]


def test_as_many_other_letters_take_the_place_of_those_of_the_text() -> None:
    assert laid("axyb", "a", "1", "2", "b") == "a|x|y|b"
    assert laid("axyb", "a", "123", "b") == "a|xy|b"
    assert laid("axyb", "a", "1", "23", "b") == "a|(x)(y)|b"


def test_white_space_goes_with_the_word_after_it_in_its_text() -> None:
    codes = code_points(["a  b ", "c d", " ", " e"])
    owner = np.array([0, -1, -1, 1, -1, 2, -1, 3, -1, -1, 4])
    spaced = closed(owner, codes, [0, 5, 8, 9], [True, True, True, False, True])
    assert spaced.tolist() == [0, 1, 1, 1, -1, 2, -1, 3, -1, 4, 4]


@pytest.mark.parametrize("offsets", [[(0, 1), (0, 9)], [(2, 3), (0, 1)], [(1, 0), (1, 2)], [(0, 0), (0, 0)], [(0, 3)], [(-1, 1), (1, 2)]])
def test_offsets_that_cannot_be_true_are_not_taken(offsets: list[tuple[int, int]]) -> None:
    owner, is_true = by_offsets(["eve", "ev"], [offsets, [(0, 2)]], np.array([2, 1]), [False] * 3)
    assert is_true.tolist() == [False, True]
    assert owner.tolist() == [-1, -1, -1, 2, 2]


@pytest.mark.parametrize("name", ALTERING)
def test_no_token_of_another_text(name: str) -> None:
    batch = wrap(ALTERING[name]()).encode(TEXTS)
    owned = batch.owner >= 0
    assert (batch.token_text[batch.owner[owned]] == batch.text_of[owned]).all()
    assert not batch.failures
    # Only a word that has nothing but what is deleted is lost.
    lost = {batch.segments(*batch.words[index].tolist())[0] for index in np.flatnonzero(batch.unaligned)}
    assert lost <= {"\u0301"}, lost


def test_lower_case_and_accents_of_word_piece() -> None:
    adapter = wrap(word_piece())
    small = segments(adapter.encode(["kitaplar ev"]))
    batch = adapter.encode(["KiTAPlar ev", "e\u0301v"])
    assert [piece.lower() for piece in segments(batch, 0)] == small
    assert batch.owner[-2] == batch.owner[-3]
    assert not batch.unaligned.any()


def test_tokens_around_a_text_are_left_out() -> None:
    assert word_piece().encode("kitap").tokens[0] == "[CLS]"
    assert 1 not in wrap(word_piece()).encode(["kitap"]).ids


def test_an_unknown_word_is_one_token() -> None:
    assert segments(wrap(word_piece()).encode(["bir 東 kitap"]))[2] == "東"


def test_sentencepiece_offsets_after_normalisation_are_those_of_the_text() -> None:
    adapter = wrap(sentence_piece("nmt_nfkc_cf"))
    batch = adapter.encode(["  ﬁn   KITAPLAR  Évler kitaplar "])
    assert "".join(segments(batch)) == batch.texts[0]
    assert not batch.unaligned.any()
    tokens = [adapter.token(id) for id in batch.ids.tolist()]
    owners = batch.owner[np.flatnonzero(np.diff(batch.owner, prepend=-2))]
    for surface, owner in zip(segments(batch), owners.tolist(), strict=True):
        if owner >= 0 and not tokens[owner].startswith("<"):
            shown = unicodedata.normalize("NFKC", surface).casefold().strip()
            assert shown == tokens[owner].strip("▁") or (shown, tokens[owner]) == ("fi", "f"), tokens


def test_a_tokenizer_that_cuts_and_pads_texts_is_measured_without_that() -> None:
    tokenizer = Tokenizer.from_str(byte_level().to_str())
    tokenizer.enable_truncation(3)
    tokenizer.enable_padding(length=50)
    texts = ["bir kitap ve bir kitap daha", "ev"]
    assert wrap(tokenizer).encode(texts).ids.tolist() == wrap(byte_level()).encode(texts).ids.tolist()
    assert len(tokenizer.encode(texts[0]).ids) == 50


def test_added_tokens_that_eat_spaces() -> None:
    tokenizer = Tokenizer.from_str(byte_level().to_str())
    tokenizer.add_tokens([AddedToken("[X]", lstrip=True, rstrip=True)])
    batch = wrap(tokenizer).encode(["ev [X] ev"])
    assert "".join(segments(batch)) == "ev [X] ev"
    assert not batch.unaligned.any()


def lower_case_class() -> Any:
    """A slow tokenizer of transformers: lower case, ## inside words, [UNK] for a word with a letter that it does not know."""
    library = transformers()

    class LowerCase(library.PreTrainedTokenizer):  # type: ignore[misc, name-defined]
        vocab_files_names: ClassVar[dict[str, str]] = {}

        def __init__(self, **options: Any) -> None:
            self.tokens = ["[UNK]", "kitap", "##lar", "##ı", "ev", "##de", "."]
            super().__init__(unk_token="[UNK]", **options)

        @property
        def vocab_size(self) -> int:
            return len(self.tokens)

        def get_vocab(self) -> dict[str, int]:
            return {token: id for id, token in enumerate(self.tokens)}

        def _tokenize(self, text: str, **_: Any) -> list[str]:
            found: list[str] = []
            for word in text.lower().replace(".", " .").split():
                rest = word
                parts: list[str] = []
                while rest and parts[-1:] != ["[UNK]"]:
                    names = [("##" if parts else "") + rest[:end] for end in range(len(rest), 0, -1)]
                    part = next((name for name in names if name in self.tokens), "[UNK]")
                    rest = rest[len(part.removeprefix("##")) :]
                    parts.append(part)
                found += parts if "[UNK]" not in parts else ["[UNK]"]
            return found

        def _convert_token_to_id(self, token: str) -> int:
            return self.tokens.index(token) if token in self.tokens else 0

        def _convert_id_to_token(self, id: int) -> str:
            return self.tokens[id]

        def convert_tokens_to_string(self, tokens: list[str]) -> str:
            return " ".join(tokens).replace(" ##", "")

        def save_vocabulary(self, save_directory: str, filename_prefix: str | None = None) -> tuple[str]:
            path = Path(save_directory) / "tokens.txt"
            path.write_text("\n".join(self.tokens), encoding="utf-8")
            return (str(path),)

    return LowerCase


def test_a_slow_tokenizer_of_transformers_is_laid_along_the_text() -> None:
    adapter = wrap(lower_case_class()())
    batch = adapter.encode(["Kitaplar EVDE.", "Kitapları  😀 ev"])
    assert segments(batch, 0) == ["Kitap", "lar", " EV", "DE", "."]
    assert segments(batch, 1) == ["Kitap", "lar", "ı", "  ", "😀", " ev"]
    assert not batch.unaligned.any()
    assert adapter.decode([[1, 2, 6]]) == ["kitaplar ."]
    assert [adapter.token(id) for id in (0, 1, 2)] == ["[UNK]", "▁kitap", "lar"]
    assert adapter.hash == wrap(lower_case_class()()).hash
    assert adapter.vocab_size == 7
