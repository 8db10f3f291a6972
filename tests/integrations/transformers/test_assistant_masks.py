"""Assistant masks of chats: exactly the tokens of the answers, with their marks and bytes."""

import itertools
from collections.abc import Callable
from typing import Any

import morfem
import numpy as np
import pytest

pytest.importorskip("transformers")
pytest.importorskip("jinja2")

from tests.integrations.transformers.conftest import wrapped

ANSWERS = ["O ve ben", "A", "안녕", "😀", "שלום", "Kitabı", "Ev", "B. Evet", "ABD'ye 1908'den", " ", "i", "ağaç 책"]
TEMPLATE = (
    "{% for message in messages %}{{ open }}"
    "{% if message['role'] == 'assistant' %}{% generation %}{{ message['content'] }}{% endgeneration %}"
    "{% else %}{{ message['content'] }}{% endif %}{{ close }}{% endfor %}"
)
CHATS = {"<|user|>": "<|end|>", "\nuser:": "", "": "<|user|>", "[INST]": "[/INST]", "Soru": "son"}


def chat(answer: str) -> list[dict[str, str]]:
    return [{"role": "assistant", "content": answer}, {"role": "user", "content": "Dün"}, {"role": "assistant", "content": answer}]


def masked(tokenizer: Any, messages: Any, marks: tuple[str, str], **options: Any) -> Any:
    return tokenizer.apply_chat_template(
        messages, chat_template=TEMPLATE, return_assistant_tokens_mask=True, open=marks[0], close=marks[1], **options
    )


def chosen(batch: Any) -> list[list[int]]:
    """The ids of each run of ones."""
    pairs = zip(batch["assistant_masks"], batch["input_ids"], strict=True)
    return [[id for _, id in run] for is_answer, run in itertools.groupby(pairs, key=lambda pair: pair[0]) if is_answer]


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("offsets", ["hull", "word", "tiles"])
def test_between_special_tokens_the_mask_is_the_whole_answer(fresh: Callable[..., Any], answer: str, offsets: str) -> None:
    for name in ("tr-mft", "he-splinter", "ko-thunder", "bpe", "multi"):
        tokenizer = special(name, offsets)
        batch = masked(tokenizer, chat(answer), ("<|user|>", "<|end|>"))
        assert chosen(batch) == [tokenizer.morfem.encode(answer).ids] * 2


TOKENIZERS: dict[tuple[str, str], Any] = {}


def special(name: str, offsets: str) -> Any:
    """A tokenizer with the marks of chats as special tokens."""
    from morfem.integrations.transformers import MorfemTokenizer

    if (name, offsets) not in TOKENIZERS:
        made = MorfemTokenizer.from_morfem(name, offsets=offsets)
        made.add_special_tokens({"extra_special_tokens": ["<|user|>", "<|end|>"]})
        TOKENIZERS[name, offsets] = made
    return TOKENIZERS[name, offsets]


def expected(encoding: Any, text: str, stretches: list[tuple[int, int]]) -> list[int]:
    """By the definition: a token with a byte of an answer counts; a mark, which has none, with the token after it."""
    in_bytes = [range(len(text[:start].encode()), len(text[:end].encode())) for start, end in stretches]
    mask: list[int] = []
    for token in reversed(range(len(encoding))):
        start, end = encoding.byte_offsets[token]
        own = encoding.positions[token] if encoding.positions else []
        if own:
            mask.append(int(any(place in range(*stretch) for place in own for stretch in stretches)))
        elif start < end:
            mask.append(int(any(byte in answer for byte in range(start, end) for answer in in_bytes)))
        else:
            mask.append(mask[-1] if mask else 0)
    return mask[::-1]


@pytest.mark.parametrize("marks", CHATS.items(), ids=str)
@pytest.mark.parametrize("name", ["tr-mft", "tr-mft-64k", "he-splinter", "ko-thunder", "bpe", "multi"])
def test_between_marks_in_plain_text_the_mask_is_every_token_with_a_byte_of_the_answer(name: str, marks: tuple[str, str]) -> None:
    tokenizer = special(name, "hull") if name == "multi" else wrapped_or_loaded(name)
    for answer in ANSWERS:
        batch = masked(tokenizer, chat(answer), marks)
        text = tokenizer.apply_chat_template(chat(answer), chat_template=TEMPLATE, tokenize=False, open=marks[0], close=marks[1])
        first = len(marks[0])
        last = len(text) - len(marks[1]) - len(answer)
        stretches = [(first, first + len(answer)), (last, last + len(answer))]
        if not set(marks) & {"<|user|>", "<|end|>"} or name != "multi":
            assert batch["assistant_masks"] == expected(tokenizer.morfem.encode(text), text, stretches), (answer, batch)


def wrapped_or_loaded(name: str) -> Any:
    from morfem.integrations.transformers import MorfemTokenizer

    if name in ("tr-mft", "he-splinter", "ko-thunder", "bpe"):
        return wrapped(name)
    return TOKENIZERS.setdefault((name, ""), MorfemTokenizer.from_morfem(name))


def test_the_mask_of_a_whole_text_of_one_token_ends_with_it() -> None:
    """transformers takes the last token to be missing if its number is 0."""
    tokenizer = wrapped("ko-thunder")
    batch = masked(tokenizer, [{"role": "assistant", "content": "책"}, {"role": "user", "content": "안녕"}], ("", "\n"))
    assert batch["assistant_masks"] == [1] + [0] * (len(batch["input_ids"]) - 1)


@pytest.mark.parametrize("side", ["left", "right"])
def test_masks_are_truncated_and_padded_like_ids(side: str) -> None:
    from morfem.integrations.transformers import MorfemTokenizer

    tokenizer = MorfemTokenizer.from_morfem("tr-mft", padding_side=side, truncation_side=side)
    chats = [chat("O ve ben"), chat("Kitabı okudum ve eve döndüm.")]
    whole = masked(tokenizer, chats, ("\n", ""))
    for limit in (1, 5, 8, 40):
        cut = slice(limit) if side == "right" else slice(-limit, None)
        batch = masked(tokenizer, chats, ("\n", ""), truncation=True, max_length=limit, padding=True, return_tensors="np")
        for row, mask, ids in zip(whole["assistant_masks"], batch["assistant_masks"], batch["attention_mask"], strict=True):
            assert mask[ids == 1].tolist() == row[cut]
            assert not mask[ids == 0].any()
        assert isinstance(batch["assistant_masks"], np.ndarray)
    assert batch.char_to_token(0, 1) is not None


def test_an_empty_answer_has_no_token() -> None:
    batch = masked(wrapped("tr-mft"), chat(""), ("\n", ""))
    assert sum(batch["assistant_masks"]) == 0


def test_windows_of_a_chat_have_no_mask() -> None:
    with pytest.raises(morfem.MorfemError, match="leave return_overflowing_tokens"):
        masked(wrapped("tr-mft"), chat("Ev"), ("\n", ""), tokenizer_kwargs={"return_length": True})
