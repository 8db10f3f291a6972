"""What stands in real text besides the language: numbers, code, emoji, typographic characters, names of mixed case, links."""

import functools

import morfem
import pytest

MIXED = ("ar-splinter", "he-splinter", "ms-splinter", "tr-mft", "tr-mft-64k")


@functools.cache
def loaded(name: str) -> morfem.Tokenizer:
    """A bundled tokenizer."""
    return morfem.load(name)


def surfaces(name: str, text: str) -> list[str]:
    """The tokens of a text as they stand in it, without marks."""
    return [surface for surface in loaded(name).encode(text).surfaces if surface]


@pytest.mark.parametrize("name", MIXED)
@pytest.mark.parametrize("emoji", ["😂", "❤️", "👍🏽", "🇹🇷", "🇮🇱", "👨‍👩‍👧", "✅", "🤷‍♂️"])
def test_a_frequent_emoji_is_one_token(name: str, emoji: str) -> None:
    assert surfaces(name, f"x{emoji}")[1:] == [emoji]


@pytest.mark.parametrize("name", [*MIXED, "ko-thunder", "multi", "tr-morpheus"])
@pytest.mark.parametrize("context", ["x{}", "{}", " {}", "x {} x", "({}x", "5 {}5"])
def test_typographic_characters_are_not_written_in_bytes(name: str, context: str) -> None:
    for sign in "“”‘’„‚«»‹›…–—―•·°€£¥₺₪§¶©®™×÷±→←★♥†\u00a0\u200b\u200f":
        text = context.format(sign)
        begin = len(text[: text.index(sign)].encode())
        inside = range(begin + 1, begin + len(sign.encode()))
        assert not any(start in inside for start, _ in loaded(name).encode(text).byte_offsets), (text, sign)


@pytest.mark.parametrize("name", ["ar-splinter", "he-splinter", "ms-splinter"])
def test_a_token_with_a_part_of_a_character_has_nothing_else(name: str) -> None:
    tokenizer = loaded(name)
    for token in range(tokenizer.vocab_size):
        written = tokenizer.decode_bytes([token])
        if "\ufffd" in written.decode(errors="replace"):
            assert all(byte & 0xC0 == 0x80 for byte in written[1:]), tokenizer.id_to_token(token)


@pytest.mark.parametrize("name", MIXED)
@pytest.mark.parametrize(
    ("number", "groups"), [("7", "7"), ("42", "42"), ("2024", "2 024"), ("1234567", "1 234 567"), ("12345.678", "12 345 . 678")]
)
def test_numbers_are_groups_of_three_digits_from_the_right(name: str, number: str, groups: str) -> None:
    assert surfaces(name, f"({number}")[1:] == groups.split()


@pytest.mark.parametrize("name", MIXED)
@pytest.mark.parametrize("indentation", ["\n    ", "\n        ", "\n\n    ", "\n\t"])
def test_an_indentation_is_at_most_two_tokens(name: str, indentation: str) -> None:
    tokens = surfaces(name, f"if x:{indentation}return y")
    assert len([token for token in tokens if not token.strip()]) <= 2
    assert "return" in tokens


@pytest.mark.parametrize("name", MIXED)
@pytest.mark.parametrize(("word", "most"), [("ChatGPT", 5), ("iPhone15", 5), ("JavaScript", 4), ("YouTube", 4), ("Python", 2)])
def test_names_of_mixed_case_are_not_written_letter_by_letter(name: str, word: str, most: int) -> None:
    assert loaded(name).count(f"a {word}") <= 1 + most


@pytest.mark.parametrize("name", MIXED)
@pytest.mark.parametrize(
    "text", ["https://www.example.com/a?b=1", "ali.veli@firma.com.tr", "#Türkiye @ali_veli", "user_name = self.items[0]"]
)
def test_links_addresses_and_code_come_back_and_are_shorter_than_their_letters(name: str, text: str) -> None:
    encoding = loaded(name).encode(text)
    assert loaded(name).decode(encoding.ids) == text
    assert len(encoding.ids) < 0.75 * len(text)


@pytest.mark.parametrize("name", ["tr-mft", "tr-mft-64k"])
@pytest.mark.parametrize("word", ["hâlâ", "kâğıt", "millî", "resmî", "kâr", "dükkân", "askerî", "hâkim"])
def test_a_turkish_word_with_a_circumflex_is_a_root(name: str, word: str) -> None:
    encoding = loaded(name).encode(f"bu {word}")
    assert encoding.kinds[-1] == "root"
    assert encoding.surfaces[-1].strip() == word


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("HTTPServer", ["HTTP", "Server"]), ("bir JavaScript", ["bir", "JavaScript"]), ("New York'ta", ["New", "York", "'", "ta"])],
)
def test_frequent_foreign_words_are_pieces_with_their_capitals(text: str, tokens: list[str]) -> None:
    assert [surface.strip() for surface in surfaces("tr-mft", text)] == tokens


@pytest.mark.parametrize("word", ["line", "time"])
def test_an_english_word_that_is_hardly_turkish_is_one_token_though_it_has_an_analysis(word: str) -> None:
    assert loaded("tr-mft").count(f"bir {word}") == 2


@pytest.mark.parametrize(
    ("word", "ending"),
    [
        ("elektroensefalografilerimizdekilerden", "ler imiz de ki ler den"),
        ("zembilkalaştıramadıklarımızdan", "laştır amadık lar ımızdan"),
    ],
)
def test_a_word_with_an_unknown_segment_keeps_its_other_cuts(word: str, ending: str) -> None:
    assert " ".join(surfaces("tr-morpheus", word)).endswith(ending)
