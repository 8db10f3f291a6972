"""`morfem demo` shows every bundled tokenizer: a few sentences of its languages, whether it is exact, and its speed."""

import os
import shutil
import sys
from time import perf_counter
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.text import Text

from .. import available, load
from .._core import MorfemError, Tokenizer
from ..encoder import Encoder
from .table import show

SENTENCES = {
    "tr": (
        "Kitaplarımızdan okuduk, Ankara'nın sokaklarında gezdik.",
        "TBMM'nin 1923'te açılan binasına saatlerce baktılar.",
        "Sevgili dostum, gloplaştırıcılık diye bir sözcük duymamışsındır!",
    ),
    "fi": (
        "Annoin ystävilleni yhden kirjoistamme, ja he lukivat sen junassa.",
        "Helsingin kirjakaupoissa kansanedustajatkin jonottivat tunteja.",
        "Emmeköhän me vielä tapaa blogimeemittömyydenkin aikana?",
    ),
    "ko": (
        "어제 도서관에서 빌린 책을 밤늦게까지 읽었습니다.",
        "비가 올 수 있으니까 우산을 가져가는 것이 좋겠다고 했어요.",
        "GPU 3대로 24시간 동안 학습했더니 정확도가 91.5%까지 올랐다!",
    ),
    "he": ("הילדים שיחקו בגינה כשאמא הלכה לעבוד.", "מהספרייה שבמרכז העיר לקחתי שלושה ספרים (בחינם!)."),
    "ar": ("ذهب الطلاب إلى المكتبة وكتبوا رسالة لمعلمتهم.", "سيقرأ الكاتب كتابه الجديد في معرض القاهرة 2024."),
    "ms": (
        "Mereka membersihkan halaman sekolah dan memperbaiki kerusi-kerusi lama.",
        "Kebanyakan pelajar mengambil bahagian dalam pertandingan itu, bukan?",
    ),
    # For tokenizers of several languages.
    "": (
        "Kitaplarımızdan okuduk; the slides are on the drive.",
        "הילדים כתבו מכתבים, ذهب الطلاب إلى المكتبة, 책을 읽었습니다, buku lama itu dibaca.",
    ),
}
SIZE = 4_000_000  # bytes of the text that is timed
WORDS = 20_000
WORDS_A_LINE = 10


def generated(tokenizer: Tokenizer, size: int) -> str:
    """A random text of about `size` bytes. Words have one to three tokens; words and tokens are drawn by Zipf's law."""
    rng = np.random.default_rng(0)

    def drawn(kinds: int, count: int) -> list[int]:
        chance = 1 / np.arange(10, kinds + 10)
        return [int(index) for index in rng.choice(kinds, count, p=chance / chance.sum())]

    first = len(tokenizer.special_tokens) + 256
    tokens = [first + index for index in drawn(tokenizer.vocab_size - first, 3 * WORDS)]
    ends = np.cumsum(rng.integers(1, 4, WORDS)).tolist()
    words = ["".join(tokenizer.decode(tokens[start:end]).split()) for start, end in zip([0, *ends], ends, strict=False)]
    count = size // (sum(len(word.encode()) + 1 for word in words) // len(words))
    text = [words[index] for index in drawn(len(words), count)]
    return ".\n".join(" ".join(text[at : at + WORDS_A_LINE]) for at in range(0, count, WORDS_A_LINE))


def speed(tokenizer: Tokenizer, text: str) -> float:
    """Speed in megabytes per second on one thread."""
    start = perf_counter()
    tokenizer.encode_ids(text)
    return len(text.encode()) / 1e6 / (perf_counter() - start)


def demo(
    language: Annotated[
        str | None,
        typer.Option(metavar="CODE", help="Show only the tokenizers of this language, such as tr.", show_default="all languages"),
    ] = None,
) -> None:
    """Show the bundled tokenizers at work: sentences cut into tokens with glosses, exactness, speed."""
    codes = [code for code in SENTENCES if code]
    if language not in (None, *codes):
        raise MorfemError(f"no bundled tokenizer for the language {language!r}; there are {', '.join(codes)}")
    if not (names := available()):
        raise MorfemError("this build contains no tokenizers; run make train to train them")
    console = Console(highlight=False)
    shown, is_exact = [], True
    console.print(
        "Sentences in tokens. Below each token: what it is, or its meaning in short (PL plural, ABL from, 1PL.POSS our), and its id.\n",
        style="dim",
    )
    for name in names:
        start = perf_counter()
        tokenizer = load(name)
        if language not in (None, tokenizer.language):
            continue
        seconds = perf_counter() - start
        shown.append(name)
        console.rule(Text(name, "bold"), align="left")
        console.print(f"{tokenizer.kind}, {tokenizer.vocab_size:,} ids, loaded in {1000 * seconds:.0f} ms\n", style="dim")
        for sentence in SENTENCES.get(tokenizer.language or "", ()):
            show(console, Encoder(tokenizer), sentence)
            console.print()
        text = generated(tokenizer, SIZE)
        tokenizer = load(name)  # which has seen no text, as a new user's
        rate = speed(tokenizer, text)
        comes_back = tokenizer.decode(tokenizer.encode_ids(text)) == text
        is_exact &= comes_back
        console.print(
            f"{len(text.encode()) / 1e6:.1f} MB of random words: {rate:.0f} MB/s on one thread; ",
            Text("exact", "green") if comes_back else Text("NOT EXACT", "bold red"),
            sep="",
        )
        console.print()
    if not shown:
        raise MorfemError(f"this build has no tokenizer for the language {language!r}; it has {', '.join(names)}")
    first = "" if shutil.which("morfem") else f"source {os.path.relpath(sys.prefix)}/bin/activate, then "
    console.print(f"Try your own text: {first}morfem encode {shown[0]}")
    raise typer.Exit(0 if is_exact else 1)
