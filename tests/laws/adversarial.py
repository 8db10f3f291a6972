"""Texts that break tokenizers, by phenomenon; made in code, with the sentences of `tests/texts` for real text.

`PHENOMENA` holds short texts, all of which every tokenizer sees in every law. `strings` is the hypothesis strategy that mixes them with
random text. `LONG` holds repeated units for the law of linear time.
"""

import functools
import random
import unicodedata

from hypothesis import strategies as st

from tests.conftest import LANGUAGES, sentences


def _is_scalar(code_point: int) -> bool:
    return not 0xD800 <= code_point < 0xE000


@functools.cache
def plane(number: int) -> str:
    """Every code point of a plane that a string can hold, in order."""
    return "".join(chr(c) for c in range(number << 16, (number + 1) << 16) if _is_scalar(c))


def _sample_of_planes() -> list[str]:
    rng = random.Random(1)
    texts = []
    for number in range(17):
        points = [c for c in (rng.randrange(number << 16, (number + 1) << 16) for _ in range(120)) if _is_scalar(c)]
        texts.append("".join(map(chr, points)))
    return texts


_NFC = ("kâğıt ığdır İstanbul", "Ḍ̇ Ậ ﬁ Å Ω", "각각 한글 값", "שּׁ בּ", "آأؤإئ")

PHENOMENA: dict[str, list[str]] = {
    "empty and single": ["", "a", "ı", "한", "ש", "ع", " ", "\n", "\0", "😀", "\u0301", "\U0010ffff"],
    "white space": [
        "  ",
        "   a",
        "a   ",
        " a  b ",
        "\t",
        "\r\n",
        "\n\n\n",
        "\u00a0\u2003\u3000x",
        "a\u2028b\u2029c",
        "\x0b\x0c\x1c\x1d\x1e\x1f\x85y",
        " \n ",
        "x \n\ty",
        "\u200b\ufeff \u180e",
    ],
    "controls": ["\0", "a\0b", "\0\0\0", "\x01\x02\x7f\x80\x9f", "\x1b[31mred\x1b[0m", "\b\b"],
    "combining marks": [
        "\u0301",
        "\u0301\u0302",
        " \u0301",
        "e\u0301",
        "e\u0301\u0301\u0323",
        "\u20dd",
        "a" + "\u0300\u0301" * 30,
        "\u05b8\u064b",
        "\u0e31\u0e34",
    ],
    "joined emoji": ["👩‍👩‍👧‍👦", "🏳️‍🌈", "👍🏽👍🏿", "🇹🇷🇰🇷🇮", "1️⃣", "\u200d", "❤️ \ufe0e\ufe0f", "a👨‍💻b"],
    "bidirectional marks": ["\u202eabc\u202c", "\u2067אב\u2069", "\u200eא\u200f1", "abc אבג 123 ابج", "\u061c"],
    "private use": ["\ue000", "\ue000\uf8ff", "a\ue001b", "\U000f0000\U000ffffd\U0010fffd"],
    "noncharacters": ["\ufffe\uffff", "\ufdd0\ufdef", "\U0001fffe\U0010ffff", "\ufffd", "\ufeff\ufffe"],
    "edges of encodings": ["\x7f\x80", "\u07ff\u0800", "\ud7ff\ue000", "\uffff\U00010000", "\U0003ffff\U00040000", "\U000fffff\U00100000"],
    "planes": _sample_of_planes(),
    "Hangul": [
        "\u1112\u1161\u11ab\u1100\u1173\u11af",
        "한\u11a8",
        "\u1100\u1161",
        "ㅋㅋㅋ ㅠㅠ ㅎ",
        "\u115f\u1160\u3164\uffa0",
        "가각간힣",
        "\ua960\ud7b0",
    ],
    "composed and decomposed": [
        form for text in _NFC for form in (text, unicodedata.normalize("NFD", text), unicodedata.normalize("NFKD", text))
    ],
    "Turkish i": ["i İ ı I", "i̇ İ̇ ı̇ İ", "iİıIiİıI", "IĞDIR ığdır İZMİR izmir", "İ" * 20, "STİLİSTİK sTİLİstik"],
    "apostrophes": [
        "1908'den",
        "TL’ye",
        "'",
        "''''",
        "’a’",
        "'s't're've'm'll'd",
        "McDonald's'ın",
        "0'0'da 10'0'de 5'0’ın",
        "15:00'te 3:15.00’da :00'a",
        "I'LL 'S 'Tx",
        "צה\"ל ג'ירפה",
        "\u02bc\u05f3\u05f4",
    ],
    "token syntax": [
        "▁",
        "▁▁a▁",
        " ▁",
        "·",
        "a·b",
        "+",
        "+lAr",
        "a+b",
        "<",
        "<s",
        "<0x41>",
        "<0x4",
        "\\",
        "\\\\",
        "\\xE2",
        "\\x0A",
        "a\\xE2b",
        "\\▁",
        "\\·",
        "a\\",
        "\\+",
        "\\<",
        "Ġhello Ċ",
        "##lar",
        "@@ x",
        "a\\ b",
    ],
    "special syntax": [
        "<s>",
        "</s>",
        "<pad>",
        "<mask>",
        "<unk>",
        "<s></s>",
        "a<s>b",
        " <s> ",
        "<<s>>",
        "<s",
        "<|endoftext|>",
        "[UNK] [CLS]",
        "<title>",
    ],
    "broken looking bytes": ["Ã¼", "Ä±ÅŸ", "ï¿½", "â€™", "\u0080\u00bf\u00c0\u00ff", "ÿþ"],
    "other scripts": ["東京へようこそ 北京", "ไทยแลนด์", "नमस्ते दुनिया", "Ελλάδα", "Ёлка", "ქართული", "𝕳𝖊𝖑𝖑𝖔 𝔸𝕓", "𐌰𐌹 𓀀𓁐", "ⅷ ¾ ² ٣ ۴ ५"],
    "Arabic forms": ["ﻻ ﷲ ﷽", "ـــ جمـــيل", "السَّلامُ", "\u0640\u064b", "ا\u200cب\u200dج", "\u06d4\u06dd"],
    "Hebrew points": ["שָׁלוֹם", "שָׁלוֹם לְכֻלָּם".replace(" ", "\u05be"), "\u05c1\u05c2", "ץםןךף", "א\u0591ב"],
    "code and markup": [
        "def f(x):\n    return x**2\t# not",
        "http://örnek.com/?q=ağ&b=1#x",
        '{"a": [1, 2]}',
        "<b>kalın</b>",
        "a_b__c",
        "C++ C# .NET",
        "x=1;y=2;;",
        "%50 ₺5 $3.14 1.249,90",
    ],
    "punctuation": ["...", "?!?!", "—“”«»…", "-" * 40 + "x", "a.b.c.", "abc..", " .", "x .", "(a) [b]", "、。！？", "‽؟،؛"],
    "numbers": ["0", "007", "1 2 3", " 3", "a1b2", "2027'ye", "15:30'da", "٠١٢٣", "①②③", "1e-9 0x1F"],
    "repetitions": [
        "a" * 300,
        "ağ" * 150,
        "한" * 200,
        "ש" * 200,
        "ab" * 150,
        "aab" * 100,
        " a" * 100,
        "\n" * 100,
        "'" * 100,
        "😀" * 60,
        "A" * 200,
    ],
    "long runs of one kind": [
        "".join(chr(0xAC00 + 37 * i) for i in range(250)),
        "".join(chr(0x5D0 + i % 27) for i in range(200)),
        "".join(chr(0x41 + i % 57) for i in range(300)),
    ],
}

SHORT: list[str] = [text for texts in PHENOMENA.values() for text in texts]
SENTENCES: list[str] = [line for language in LANGUAGES for line in sentences(language)]

LONG: dict[str, str] = {
    "one word": "a",
    "letters": "ağ",
    "capitals": "A",
    "syllables": "한",
    "Hebrew letters": "ש",
    "spaces": " ",
    "line ends": "\n",
    "combining marks": "\u0301",
    "apostrophes": "'",
    "contractions": "'ll",
    "digits": "7",
    "joined emoji": "👩\u200d",
    "words": "ev ",
    "sentences": "Evlerden geldik. ",
    "phrases": "한국어 ",
    "sentence ends": "a.",
    "private use": "\ue000",
}

_POOLS = (
    "01359''’:.,% daeıniT",
    "abcçdefgğhıijklmnoöprsştuüvyzABCÇİIĞÖŞÜâîû' ’.,-0123456789",
    "אבגדהוזחטיכךלמםנןסעפףצץקרשת \u05b0\u05b8\u05bc\"'־",
    "ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءآأإؤئ \u064b\u0651ـ،",
    "가각간나다라마바사아자차카타파하한국어를은는이가 .,?!ㅋㅏ\u1112\u1161\u11ab",
    " \t\n\r\u00a0\u2003\u200b\ufeff\x0b\x1c\x85",
    "aA1.' \n\u0301한ש\u0660_▁+<>\\·",
    "<s>/pad mk▁\\x0AE2+·",
)


def variant(text: str, index: int) -> str:
    """The text in another form: case, normalisation, direction, without spaces."""
    forms = (
        str,
        str.upper,
        str.title,
        str.swapcase,
        str.casefold,
        lambda t: unicodedata.normalize("NFD", t),
        lambda t: unicodedata.normalize("NFKC", t),
        lambda t: t[::-1],
        lambda t: t.replace(" ", ""),
        lambda t: t.replace(" ", "  "),
    )
    return forms[index % len(forms)](text)


def _slices_of_sentences() -> st.SearchStrategy[str]:
    def cut(line: str, form: int, start: int, length: int) -> str:
        changed = variant(line, form)
        at = start % (len(changed) + 1)
        return changed[at : at + length]

    return st.builds(cut, st.sampled_from(SENTENCES), st.integers(0, 9), st.integers(0, 200), st.integers(0, 120))


def strings() -> st.SearchStrategy[str]:
    """Random Unicode, random letters of each language, slices of our sentences, and phenomena side by side."""
    return st.one_of(
        st.text(),
        st.sampled_from(_POOLS).flatmap(lambda pool: st.text(alphabet=pool, max_size=60)),
        _slices_of_sentences(),
        st.lists(st.sampled_from([text for text in SHORT if len(text) < 20]) | st.text(max_size=3), max_size=8).map("".join),
    )


def corpus() -> list[str]:
    """Every short text and our sentences in every form, for laws about many texts at once."""
    return SHORT + [variant(line, index) for index, line in enumerate(SENTENCES)]
