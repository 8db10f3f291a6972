"""Calls: the ids are morfem's, and every option gives what a fast tokenizer of transformers gives."""

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import morfem
import numpy as np
import pytest

pytest.importorskip("transformers")

from morfem.integrations.transformers import MorfemTokenizer
from morfem.integrations.transformers import batch as batches

from tests.conftest import LANGUAGES, sentences
from tests.laws.adversarial import SHORT

TEXTS = [sentence for language in LANGUAGES for sentence in sentences(language)[:12]] + SHORT + [""]


def test_ids_are_those_of_morfem_and_every_text_comes_back(tokenizer: Any) -> None:
    for text, ids in zip(TEXTS, tokenizer(TEXTS, split_special_tokens=True)["input_ids"], strict=True):
        assert ids == tokenizer.morfem.encode(text).ids
        assert tokenizer.decode(ids) == text


OPTIONS: list[dict[str, Any]] = [
    {},
    {"padding": True},
    {"padding": "max_length", "max_length": 24, "truncation": True},
    {"padding": True, "pad_to_multiple_of": 8, "padding_side": "left"},
    {"truncation": True, "max_length": 5, "return_offsets_mapping": True},
    {"return_offsets_mapping": True, "return_special_tokens_mask": True, "return_token_type_ids": True, "padding": True},
    {"add_special_tokens": False, "return_attention_mask": False, "return_offsets_mapping": True},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("settings", [{}, {"add_bos_token": True, "add_eos_token": True, "truncation_side": "left"}], ids=str)
def test_columns_are_those_of_the_backend(
    fresh: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any], options: dict[str, Any]
) -> None:
    tokenizer = fresh("he-splinter", **settings)
    tokenizer.add_tokens(["<x>"])
    texts = [*TEXTS[:40], "a <x><s> b", "<x>"]
    quick = tokenizer(texts, **options)
    single = tokenizer(texts[0], **options)
    monkeypatch.setattr(batches, "is_texts", lambda text: False)
    assert dict(quick) == dict(tokenizer(texts, **options))
    assert dict(single) == dict(tokenizer(texts[0], **options))


def test_encodings_are_made_when_they_are_asked_for(turkish: Any) -> None:
    batch = turkish(["Kitapları okudum.", "Ev"], padding=True)
    assert batch.tokens(0) == ["<title>", "▁kitap", "+lAr", "+(s)I", "▁oku", "+DI", "+m", "."]
    assert batch.word_ids(0) == [0, 0, 0, 0, 1, 1, 1, 1]
    assert batch.is_fast
    assert batch.encodings[1].attention_mask == [1, 1, 0, 0, 0, 0, 0, 0]
    assert batch.char_to_token(0, 11) == 4
    assert [encoding.ids for encoding in batch.encodings] == batch["input_ids"]


def test_words_are_told_apart_by_gaps_between_spans(turkish: Any) -> None:
    text = "bir Kitabı  okudu"
    batch = turkish(text, return_offsets_mapping=True)
    assert [text[start:end] for start, end in batch["offset_mapping"]] == ["bir", "", "Kitab", "ı", "", "oku", "du"]
    (_, end), (mark, _), (root, _) = batch["offset_mapping"][:3]
    assert end < mark == root


def test_spans_tile_the_text_if_they_are_not_trimmed(fresh: Callable[..., Any]) -> None:
    for name in ("tr-mft", "ko-thunder"):
        tokenizer = fresh(name, trim_offsets=False)
        for text in TEXTS:
            spans = tokenizer(text, return_offsets_mapping=True)["offset_mapping"]
            assert all(end == start for (_, end), (start, _) in itertools.pairwise(spans))
            assert not text or (spans[0][0], spans[-1][1]) == (0, len(text))


def test_pairs_are_truncated_on_one_side(turkish: Any) -> None:
    batch = turkish("Soru nedir?", "Kitapları okudum.", truncation="only_second", max_length=7, return_token_type_ids=True)
    question = turkish("Soru nedir?")["input_ids"]
    assert batch["input_ids"][: len(question)] == question
    assert len(batch["input_ids"]) == 7
    assert batch.sequence_ids() == batch["token_type_ids"] == [0] * len(question) + [1] * (7 - len(question))


def test_long_texts_overflow_into_windows_with_a_stride(turkish: Any) -> None:
    text = "Kitapları okudum ve eve döndüm."
    whole = turkish(text)["input_ids"]
    windows = turkish(text, truncation=True, max_length=6, stride=2, return_overflowing_tokens=True)["input_ids"]
    assert windows[0] == whole[:6]
    assert windows[1] == whole[4:10]
    assert windows[-1][-1] == whole[-1]


def test_words_given_apart_have_their_own_spans(tokenizer: Any) -> None:
    words = ["Kitabı", "책을", "בבית"]
    batch = tokenizer(words, is_split_into_words=True, return_offsets_mapping=True)
    assert batch["input_ids"] == [id for word in words for id in tokenizer.morfem.encode(word).ids]
    assert set(batch.word_ids()) == {0, 1, 2}
    assert all(end <= len(words[word]) for (_, end), word in zip(batch["offset_mapping"], batch.word_ids(), strict=True))


@pytest.mark.parametrize("name", ["bpe", "ko-thunder", "unigram-any-bytes", "tr-mft", "he-splinter"])
def test_words_given_apart_are_not_glued_together(fresh: Callable[..., Any], name: str) -> None:
    words = ["bu", "kitabı", "okudum", "책을"]
    glued = fresh(name)(words, is_split_into_words=True)["input_ids"]
    tokenizer = fresh(name, add_prefix_space=True)
    assert fresh(name).decode(glued) != " ".join(words)
    batch = tokenizer(words, is_split_into_words=True, return_offsets_mapping=True)
    assert tokenizer.decode(batch["input_ids"]) == " ".join(words)
    for number, word in enumerate(words):
        spans = [span for span, owner in zip(batch["offset_mapping"], batch.word_ids(), strict=True) if owner == number]
        assert (min(span[0] for span in spans), max(span[1] for span in spans)) == (0, len(word))
    assert tokenizer.decode(tokenizer(["ev", " su", ""], is_split_into_words=True)["input_ids"]).rstrip() == "ev su"
    assert tokenizer([["ev"], []], is_split_into_words=True)["input_ids"][1] == []
    assert tokenizer("kitap")["input_ids"] == tokenizer.morfem.encode("kitap").ids  # a text is a text


def test_a_batch_of_words_given_apart_may_have_added_tokens_and_pairs(fresh: Callable[..., Any]) -> None:
    tokenizer = fresh("tr-mft")
    tokenizer.add_tokens(["<x>"])
    batch = tokenizer([["ev<x>", "su"], ["göz"]], [["bir"], ["iki"]], is_split_into_words=True)
    assert batch.tokens(0) == ["▁ev", "<x>", "▁su", "▁bir"]
    assert batch.word_ids(0) == [0, 0, 1, 0]
    assert batch.sequence_ids(0) == [0, 0, 0, 1]


def test_tensors(turkish: Any) -> None:
    batch = turkish(["Kitap", "Kitaplar okudum"], padding=True, return_tensors="np")
    assert isinstance(batch["input_ids"], np.ndarray)
    assert batch["input_ids"].shape == batch["attention_mask"].shape
    assert turkish("Kitap", return_tensors="np")["input_ids"].ndim == 2


def test_specials_in_a_text_are_ids_unless_they_are_split(turkish: Any) -> None:
    assert turkish("<s>ev").tokens() == ["<s>", "▁ev"]
    assert turkish("<s>ev", split_special_tokens=True)["input_ids"] == turkish.morfem.encode("<s>ev").ids
    assert turkish.decode(turkish("<s>ev</s> su")["input_ids"]) == "<s>ev</s> su"
    assert turkish.decode(turkish("<s>ev</s>")["input_ids"], skip_special_tokens=True) == "ev"


def test_added_tokens_are_found_and_decoded(fresh: Callable[..., Any]) -> None:
    tokenizer = fresh("tr-mft")
    assert tokenizer.add_tokens(["<x>"]) == 1
    assert tokenizer.add_special_tokens({"extra_special_tokens": ["<|son|>"]}) == 1
    size = tokenizer.morfem.vocab_size
    assert len(tokenizer) == size + 2
    for text in ("ev <x> Kitaplar<|son|>", "<x>", "<x><x> ", "Kitap<x>lar", "<|son|>\n<x>ev"):
        ids = tokenizer(text)["input_ids"]
        assert {id for id in ids if id >= size} <= {size, size + 1}
        assert tokenizer.decode(ids) == text
        assert tokenizer.decode(ids, skip_special_tokens=True) == text.replace("<|son|>", "")
        assert tokenizer.convert_tokens_to_string(tokenizer.convert_ids_to_tokens(ids)) == text
    assert tokenizer("ev <x> su").tokens() == ["▁ev", "▁", "<x>", "▁su"] or tokenizer("ev <x> su").tokens()[2] == "<x>"
    assert tokenizer("a <x>bc d", return_offsets_mapping=True)["offset_mapping"][2] == (2, 5)


def test_a_special_token_that_the_vocabulary_had_already_is_found_and_left_out(fresh: Callable[..., Any]) -> None:
    tokenizer = fresh("ko-thunder", eos_token="합니다")
    assert tokenizer.eos_token_id < tokenizer.morfem.vocab_size
    ids = tokenizer("말합니다 책합니다.")["input_ids"]
    assert ids.count(tokenizer.eos_token_id) == 2
    assert tokenizer.decode(ids) == "말합니다 책합니다."
    assert tokenizer.decode(ids, skip_special_tokens=True) == "말 책."


def test_added_tokens_may_take_the_space_before_them_or_stand_alone(fresh: Callable[..., Any]) -> None:
    from tokenizers import AddedToken

    tokenizer = fresh("bpe", mask_token=AddedToken("<mask>", lstrip=True, special=True, normalized=False))
    tokenizer.add_tokens([AddedToken("qxq", single_word=True)])
    assert tokenizer("x   <mask>").tokens()[-1] == "<mask>"
    assert tokenizer("x   <mask>", return_offsets_mapping=True)["offset_mapping"][0] == (0, 1)
    assert len(tokenizer("x   <mask>")["input_ids"]) == 2
    new = len(tokenizer) - 1
    assert new in tokenizer("qxq")["input_ids"]
    assert new not in tokenizer("qxqa")["input_ids"]


def test_no_trap_above_100000_ids(fresh: Callable[..., Any], caplog: pytest.LogCaptureFixture) -> None:
    tokenizer = fresh("ko-thunder")
    assert len(tokenizer) == 128_000
    assert tokenizer("책을 읽었습니다.")["input_ids"] == tokenizer.morfem.encode("책을 읽었습니다.").ids
    assert not caplog.records


def test_the_backend_encodes_and_decodes_by_itself(turkish: Any) -> None:
    backend = turkish.backend_tokenizer
    assert backend.encode("Kitabı", "ev").tokens == ["<title>", "▁kitap", "+(s)I", "▁ev"]
    assert backend.decode(backend.encode("Kitabı gözlerinden").ids) == "Kitabı gözlerinden"


CHAT = "{% for m in messages %}<s>{{ m['role'] }}:{% generation %} {{ m['content'] }}{% endgeneration %}</s>{% endfor %}"


@pytest.mark.parametrize(
    ("name", "said"), [("tr-mft", "Kitapları okudum."), ("he-splinter", "הלכתי לבית הספר."), ("ko-thunder", "책을 읽었습니다.")]
)
def test_assistant_masks_cover_exactly_what_the_template_generates(fresh: Callable[..., Any], name: str, said: str) -> None:
    tokenizer = fresh(name, chat_template=CHAT)
    tokenizer.add_special_tokens({"extra_special_tokens": ["<|son|>"]})
    chat = [{"role": "user", "content": said}] * 2
    result = tokenizer.apply_chat_template(chat, return_assistant_tokens_mask=True, return_dict=True)
    generated = [id for id, mask in zip(result["input_ids"], result["assistant_masks"], strict=True) if mask]
    # Alone, a token that implies a space stands at the start of a text.
    assert tokenizer.decode(generated[: len(generated) // 2]).strip() == said
    assert tokenizer.decode(result["input_ids"]) == f"<s>user: {said}</s>" * 2


def test_control_tokens_of_a_user_stay_text(fresh: Callable[..., Any]) -> None:
    tokenizer = fresh("tr-mft", chat_template=CHAT)
    tokenizer.add_tokens(["<x>"])
    chats = [[{"role": "user", "content": "ev</s><x>"}], [{"role": "user", "content": "Kitap"}]]
    ids, other = tokenizer.apply_chat_template(chats, sanitize_control_tokens=True, padding=True)["input_ids"]
    assert ids.count(tokenizer.eos_token_id) == 1
    assert tokenizer.decode(ids) == "<s>user: ev</s><x></s>"
    assert tokenizer.decode(other, skip_special_tokens=True) == "user: Kitap"


def test_every_window_of_a_pair_has_the_types_of_its_texts(tmp_path: Path) -> None:
    tokenizer = morfem.load("ko-thunder")
    tokenizer.export("tokenizer.json", tmp_path / "tokenizer.json")
    theirs = pytest.importorskip("transformers").PreTrainedTokenizerFast(tokenizer_file=str(tmp_path / "tokenizer.json"))
    pair = ("책을 읽고", "나는 학교에 간다 그리고 책을 읽고 있습니다 집에 간다")
    options: dict[str, Any] = {
        "truncation": "only_second",
        "max_length": 6,
        "stride": 1,
        "return_overflowing_tokens": True,
        "return_token_type_ids": True,
    }
    ours = MorfemTokenizer.from_morfem(tokenizer)(*pair, **options)
    assert ours["input_ids"] == theirs(*pair, **options)["input_ids"]
    assert ours["token_type_ids"] == theirs(*pair, **options)["token_type_ids"]
    assert len(ours["input_ids"]) > 2
