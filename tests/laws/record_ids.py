"""Records the ids that tokenizers give, or compares them with a record. The ids of a saved tokenizer must never change.

    python -m tests.laws.record_ids record FILE [--data ../shared/data]
    python -m tests.laws.record_ids compare FILE [--data ../shared/data]

Tokenizers: the bundled ones. Texts: the strings of the tests by phenomenon, 100,000 random strings, and the development lines of the
corpora (every 50th line) where they are present. One SHA-256 for each thousand texts covers the ids, and for every tenth text also
tokens, spans, word ids, kinds and glosses. The texts are hashed as well, so a changed test string is told from changed ids.
"""

import argparse
import hashlib
import itertools
import json
import lzma
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import morfem

ROOT = Path(__file__).parents[2]
RECORDED = ROOT / "tests" / "artifacts" / "recorded_ids.json"
LANGUAGES = ("tr", "fi", "he", "ar", "ms", "ko")
EVERY = 50
GROUP = 1000

_ALPHABETS = (
    "abcçdefgğhıijklmnoöprsştuüvyzABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZâîû' ’.,-0123456789",
    "אבגדהוזחטיכךלמםנןסעפףצץקרשת \u05b0\u05b8\u05bc\"'־",
    "ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءآأإؤئ \u064b\u0651ـ،",
    "가각간나다라마바사아자차카타파하한국어를은는이가 .,?!ㅋㅏ",
    " \t\n\r\u00a0\u2003\u200b\ufeff",
    "abcdefghijklmnopqrstuvwxyz ABC,.-'()[]{}<>/\\_#@0123456789",
)


def random_strings(count: int, seed: int = 0) -> Iterator[str]:
    """Strings of up to 40 characters: of one alphabet, of several, or of any code points."""
    rng = random.Random(seed)
    for _ in range(count):
        length = rng.randrange(1, 41)
        way = rng.random()
        if way < 0.6:
            yield "".join(rng.choices(rng.choice(_ALPHABETS), k=length))
        elif way < 0.8:
            yield "".join(rng.choice(rng.choice(_ALPHABETS)) for _ in range(length))
        else:
            points = (rng.choice((rng.randrange(0x20, 0x250), rng.randrange(0x3000), rng.randrange(0x110000))) for _ in range(length))
            yield "".join(chr(point) for point in points if not 0xD800 <= point < 0xE000)


def text_groups(data: Path | None, strings: int) -> Iterator[tuple[str, list[str]]]:
    """Named groups of at most 1,000 texts."""
    from tests.laws.adversarial import PHENOMENA

    for phenomenon, texts in PHENOMENA.items():
        yield f"phenomenon {phenomenon}", texts
    yield from _in_groups("random", random_strings(strings))
    if data is None:
        return
    for language in LANGUAGES:
        with lzma.open(data / "corpora" / f"{language}.txt.xz", "rt", encoding="utf-8", newline="\n") as lines:
            chosen = (line.removesuffix("\n") for line in itertools.islice(lines, EVERY - 1, None, EVERY))
            yield from _in_groups(f"lines {language}", chosen)


def _in_groups(name: str, texts: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    texts = iter(texts)
    for number in itertools.count():
        group = list(itertools.islice(texts, GROUP))
        if not group:
            return
        yield f"{name} {number}", group


def recorded(tokenizer: morfem.Tokenizer, texts: list[str]) -> str:
    """One hash of the ids of the texts, and of everything else about every tenth of them."""
    ids, indptr = tokenizer.encode_ids_batch(texts)
    digest = hashlib.sha256(ids.tobytes() + indptr.tobytes())
    for text in texts[::10]:
        encoding = tokenizer.encode(text)
        parts = (encoding.tokens, encoding.offsets, encoding.byte_offsets, encoding.positions, encoding.word_ids, encoding.kinds)
        digest.update(repr((*parts, encoding.glosses)).encode())
    return digest.hexdigest()[:16]


def record(data: Path | None, strings: int = 100_000) -> dict[str, dict[str, str]]:
    """By tokenizer (and under "texts" for the texts themselves): group of texts to hash."""
    loaded = {name: morfem.load(name) for name in morfem.available()}
    found: dict[str, dict[str, str]] = {"texts": {}, **{name: {} for name in loaded}}
    for group, texts in text_groups(data, strings):
        found["texts"][group] = hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]
        for name, each in loaded.items():
            found[name][group] = recorded(each, texts)
    return found


def differences(old: dict[str, dict[str, str]], new: dict[str, dict[str, str]]) -> list[str]:
    """Groups whose texts are the same and whose hashes are not."""
    same = [group for group, texts in new["texts"].items() if old["texts"].get(group) == texts]
    return [f"{name}: {group}" for name in new if name in old for group in same if old[name].get(group) != new[name][group]]


def main() -> None:
    """Records or compares, as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("record", "compare"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--data", type=Path, help="folder with corpora/ (default: no development lines)")
    parser.add_argument("--strings", type=int, default=100_000, help="number of random strings")
    arguments = parser.parse_args()
    found = record(arguments.data, arguments.strings)
    if arguments.action == "record":
        arguments.file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        return
    old = json.loads(arguments.file.read_text(encoding="utf-8"))
    changed = differences(old, found)
    compared = sum(old["texts"].get(group) == texts for group, texts in found["texts"].items())
    print(f"{len(found) - 1} tokenizers, {compared} groups of texts compared, {len(changed)} with other ids")
    print("\n".join(changed[:20]))
    sys.exit(bool(changed) or not compared)


if __name__ == "__main__":
    main()
