"""What a serving engine needs of a decoder: prompts, copies, stop strings, and a known amount of text that is held back."""

import pickle
import random
import unicodedata
from typing import Any

import morfem
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import build, sentences_for
from tests.laws.adversarial import SENTENCES, SHORT, strings

# Characters that a decoder holds back at most, as docs/serving.md states.
HELD_BACK = {
    **{"bpe": 0, "tr-bpe-morph": 0, "tr-unigram": 0, "ko-thunder": 0, "tr-morpheus": 0, "tr-mft": 16, "fi-mft": 24, "tr-mft-64k": 16},
    **{"he-splinter": 256, "ar-splinter": 256, "ms-splinter": 256, "multi": 256},
}


def streamed(decoder: morfem.Decoder, ids: list[int]) -> str:
    return "".join([*map(decoder.push, ids), decoder.finish()])


def assert_the_prompt_is_left_out(tokenizer: morfem.Tokenizer, text: str, cut: int) -> None:
    encoding = tokenizer.encode(text)
    after, alone = streamed(tokenizer.decoder(encoding.ids[:cut]), encoding.ids[cut:]), tokenizer.decode(encoding.ids[:cut])
    if encoding.positions is None and not text.startswith(alone.rstrip("\ufffd")):
        assert after == "".join(encoding.surfaces[cut:])
    else:
        # Signs that come late, between the letters of the prompt, have fewer bytes than letters, and what is left out is counted in bytes.
        assert after in (text[len(alone) :], behind(text, len(alone.encode())))


def behind(text: str, count: int) -> str:
    """The text behind so many bytes, with the character whole that is cut there."""
    written = text.encode()
    while count < len(written) and written[count] & 0xC0 == 0x80:
        count -= 1
    return written[count:].decode()


@given(data=st.data())
def test_the_text_of_a_prompt_is_left_out(tokenizer: morfem.Tokenizer, data: st.DataObject) -> None:
    text = data.draw(strings())
    assert_the_prompt_is_left_out(tokenizer, text, data.draw(st.integers(0, tokenizer.count(text))))


def test_the_prompt_of_a_sentence_is_left_out(tokenizer: morfem.Tokenizer) -> None:
    for text in (*SHORT[::5], *SENTENCES[::9], "ג'ה\"ג"):
        for cut in range(0, tokenizer.count(text) + 1, 3):
            assert_the_prompt_is_left_out(tokenizer, text, cut)


def test_letters_that_wait_at_the_end_of_a_prompt_stay_out() -> None:
    """kitap waits for its affix: Kitab-ı is the prompt's Kitab and the model's ı."""
    tokenizer = morfem.load("tr-mft")
    ids = tokenizer.encode("Kitabı").ids
    decoder = tokenizer.decoder(ids[:-1])
    assert decoder.pending() == ""
    assert decoder.push(ids[-1]) + decoder.finish() == "ı"
    assert tokenizer.decoder(ids).finish() == ""
    assert streamed(tokenizer.decoder(ids[:-1]), tokenizer.encode_ids("Kitap gel", boundaries=[5]).tolist()[2:]) == " gel"


def test_letters_of_the_prompt_that_the_next_token_writes_are_not_doubled() -> None:
    """oku loses its vowel before +Iyor, which writes uyor: okuyor begins with the prompt all the same."""
    tokenizer = morfem.load("tr-mft")
    for root in ("▁oku", "▁uyu", "▁yürü"):
        prompt, affix = tokenizer.token_to_id(root), tokenizer.token_to_id("+Iyor")
        assert prompt is not None
        assert affix is not None
        assert tokenizer.decode([prompt]) + streamed(tokenizer.decoder([prompt]), [affix]) == tokenizer.decode([prompt, affix])


def test_a_prompt_may_be_an_encoding_or_an_array() -> None:
    tokenizer = morfem.load("ms-splinter")
    prompt = tokenizer.encode("Buku")
    rest = tokenizer.encode_ids("Buku itu", boundaries=[4])[len(prompt) :].tolist()
    assert streamed(tokenizer.decoder(prompt), rest) == streamed(tokenizer.decoder(tokenizer.encode_ids("Buku")), rest) == " itu"


def test_long_prompts_take_little_memory() -> None:
    tokenizer = build("unigram")
    ids = tokenizer.encode("Evlerden geldik. " * 5000).ids
    assert len(pickle.dumps(tokenizer.decoder(ids).__reduce__()[1][1])) < 5000


def test_pending_is_what_no_further_id_would_bring(tokenizer: morfem.Tokenizer) -> None:
    for text in (*SHORT[::4], *SENTENCES[::11]):
        ids, decoder, given = tokenizer.encode(text).ids[:40], tokenizer.decoder(), ""
        for count, id in enumerate(ids, 1):
            given += decoder.push(id)
            assert given + decoder.pending() == tokenizer.decode(ids[:count])


def test_a_fork_goes_on_by_itself(tokenizer: morfem.Tokenizer) -> None:
    """A beam search: each candidate is decoded behind the same beginning."""
    texts = ["Kitapları okuduk.", "שלום לילדים", "할 수 있는 일", "كتب الطالب"]
    beginning = tokenizer.encode("Kitap ספר 한국").ids[:-1]
    decoder = tokenizer.decoder()
    given = "".join(map(decoder.push, beginning))
    for text in texts:
        ids = tokenizer.encode(text).ids
        assert given + streamed(decoder.fork(), ids) == tokenizer.decode(beginning + ids)
    assert given + decoder.finish() == tokenizer.decode(beginning)


@given(data=st.data())
def test_rejected_drafts_leave_no_trace(program: morfem.Tokenizer, data: st.DataObject) -> None:
    """Speculative decoding: a draft is pushed onto a copy, and a part of it is accepted."""
    ids = st.lists(st.integers(0, program.vocab_size - 1), max_size=6)
    decoder, accepted, given = program.decoder(), list[int](), ""
    for draft, count in data.draw(st.lists(st.tuples(ids, st.integers(0, 6)), max_size=5)):
        streamed(decoder.fork(), draft)
        accepted += draft[:count]
        given += "".join(map(decoder.push, draft[:count]))
    assert given + decoder.finish() == program.decode(accepted)


def first_stop(text: str, stops: list[str]) -> tuple[str, str | None]:
    """Text before the stop string that is complete first, and that string; of several, the longest."""
    for end in range(len(text) + 1):
        ending = [stop for stop in stops if text[:end].endswith(stop)]
        if ending:
            stop = max(ending, key=lambda stop: len(stop.encode()))
            return text[: end - len(stop)], stop
    return text, None


@given(data=st.data())
def test_a_stream_ends_before_the_first_stop_string(program: morfem.Tokenizer, data: st.DataObject) -> None:
    text = data.draw(strings())
    parts = st.integers(0, max(0, len(text) - 1)).flatmap(lambda at: st.integers(1, 4).map(lambda length: text[at : at + length] or "x"))
    stops = data.draw(st.lists(parts, max_size=3))
    decoder, given = program.decoder(stop=stops), ""
    for id in program.encode(text).ids:
        given += decoder.push(id)
        assert first_stop(text, stops)[0].startswith(given)
    given += decoder.finish()
    assert (given, decoder.stopped) == first_stop(text, stops)


def test_a_stop_string_that_the_end_of_the_text_completes_is_known_until_the_next_text() -> None:
    """kitap waits for an affix; when none comes, it completes the stop string."""
    tokenizer = morfem.load("tr-mft")
    decoder = tokenizer.decoder(stop=["itap"])
    ids = tokenizer.encode("Bir kitap").ids
    assert "".join(map(decoder.push, ids)) == "Bir "
    assert decoder.stopped is None
    assert decoder.finish() == "k"
    for same in (decoder, decoder.fork(), pickle.loads(pickle.dumps(decoder))):
        assert same.stopped == "itap"
        assert same.finish() == ""
        assert "".join(map(same.push, ids)) == "Bir "
        assert same.stopped is None


def test_nothing_comes_behind_a_stop_string() -> None:
    tokenizer = morfem.load("tr-mft")
    decoder = tokenizer.decoder(stop=["\n\n", "Soru:"])
    parts = [decoder.push(id) for id in tokenizer.encode("Ankara'dır. Soru: kim geldi?").ids]
    assert "".join(parts) == "Ankara'dır. "
    assert decoder.stopped == "Soru:"
    assert decoder.finish() == ""
    assert streamed(decoder, tokenizer.encode("Evet").ids) == "Evet"


def test_specials_are_left_out_on_request(tokenizer: morfem.Tokenizer) -> None:
    if not tokenizer.special_tokens:
        pytest.skip("it has no specials")
    special = tokenizer.token_to_id(tokenizer.special_tokens[0])
    rng = random.Random(5)
    for text in SENTENCES[::9]:
        ids = tokenizer.encode(text).ids
        for _ in range(3):
            ids.insert(rng.randrange(len(ids) + 1), special)
        assert streamed(tokenizer.decoder(skip_special=True), ids) == tokenizer.decode(ids, skip_special=True)
        assert streamed(tokenizer.decoder(), ids) == tokenizer.decode(ids)


def test_a_pickled_decoder_keeps_prompt_and_stop_strings(program: morfem.Tokenizer) -> None:
    ids = program.encode("Kitapları okuduk, son. Bitti").ids
    for cut in range(0, len(ids), 2):
        decoder = program.decoder(ids[: cut // 2], stop=["son."], skip_special=True)
        for id in ids[cut // 2 : cut]:
            decoder.push(id)
        copy = pickle.loads(pickle.dumps(decoder))
        assert copy.stopped == decoder.stopped
        assert streamed(copy, ids[cut:]) == streamed(decoder, ids[cut:])


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"prompt": [10**9]}, morfem.VocabularyError, "prompt, at position 0: id 1000000000 is out of range"),
        ({"prompt": ["a"]}, TypeError, "prompt\\[0\\] is of type str"),
        ({"stop": ["a", ""]}, morfem.MorfemError, "stop\\[1\\] is empty"),
        ({"stop": "ab"}, TypeError, "stop is of type str; give a list of str"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        build("bpe").decoder(**arguments)


@pytest.mark.parametrize("name", morfem.available())
def test_no_more_characters_are_held_back_than_stated(name: str) -> None:
    """After each id of the vocabulary in several contexts, in random ids, in our sentences, and in a word of 20,000 letters.

    An incomplete character, a vowel point and a sign between letters (צה"ל) count as none. The letters of one unit may come on top of
    those that wait.
    """

    def held_back(decoder: morfem.Decoder) -> int:
        waiting = decoder.pending().rstrip("\ufffd")
        return sum(not unicodedata.combining(character) and character not in "\"'״׳”’" for character in waiting)

    tokenizer, rng = morfem.load(name), random.Random(name)
    letter = {"he": "ש", "ar": "ع"}.get(name[:2], "a")
    texts = [*sentences_for(name), letter * 20_000, f"{letter}{letter}-" * 200, "Kitabın", "A" * 500]
    contexts = [tokenizer.encode(text).ids for text in ("", "ev", "araba", " (", "ילד")]
    most = 0
    for text in texts:
        decoder = tokenizer.decoder()
        for id in tokenizer.encode(text).ids:
            decoder.push(id)
            most = max(most, held_back(decoder))
    for context in contexts:
        decoder = tokenizer.decoder(context[:-1])
        for id in range(0, tokenizer.vocab_size, 1 if "mft" in name else 7):
            fork = decoder.fork()
            fork.push(id)
            most = max(most, held_back(fork))
    for _ in range(40):
        decoder, some = tokenizer.decoder(), rng.choices(range(tokenizer.vocab_size), k=rng.choice((1, 3, 3000)))
        for id in rng.choices(some, k=300):
            decoder.push(id)
            most = max(most, held_back(decoder))
    assert most <= HELD_BACK[name] + (30 if HELD_BACK[name] == 256 else 0)
    if "mft" in name:
        assert most == HELD_BACK[name]
