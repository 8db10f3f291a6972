"""BPE and Unigram whose pieces end where a guide cuts: the guide, the pieces, the record, the exports, bad input."""

import base64
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import morfem
import numpy as np
import pytest
from morfem import MorfemError, Tokenizer, TrainingError, cli
from morfem.train import ChunkCounts
from tokenizers import Tokenizer as Other

from tests.conftest import sentences

CUT = ["kitap lar", "kitap lar dan", "kitap tan", "ev ler", "ev ler den", "ev den", "kalem ler", "kalem den"]
WORDS = {line.replace(" ", ""): 20 for line in CUT}
TRAINERS = {"bpe": 290, "unigram": 275}


def trained(kind: str, corpus: Any = WORDS, **options: Any) -> Tokenizer:
    options = {"vocab_size": TRAINERS[kind], "progress": False, **options}
    tokenizer: Tokenizer = getattr(morfem.train, kind)(corpus, **options)
    return tokenizer


@pytest.fixture
def cut_words(tmp_path: Path) -> Path:
    path = tmp_path / "cut.txt"
    path.write_text("\n".join(CUT), encoding="utf-8")
    return path


def by_rule(word: str) -> Sequence[str]:
    return next((line.split() for line in CUT if line.replace(" ", "") == word), [word])


def ends(tokenizer: Tokenizer, text: str) -> set[int]:
    return {end for _, end in tokenizer.encode(text).offsets}


@pytest.mark.parametrize("kind", TRAINERS)
def test_words_are_cut_as_in_the_file(kind: str, cut_words: Path) -> None:
    size = {} if kind == "unigram" else {"vocab_size": 279}
    tokenizer = trained(kind, boundaries=cut_words, **size)
    for line in CUT:
        surfaces = tokenizer.encode(f" {line.replace(' ', '')}").surfaces
        assert [surface.strip() for surface in surfaces if surface != " "] == line.split(" ")
    figures = {"words_cut_alike": 1.0, "tokens_per_word": 2.25, "precision": 1.0, "recall": 1.0}
    assert tokenizer.record["options"]["boundaries"] == {"guide": "8 words", **figures}


@pytest.mark.parametrize("kind", TRAINERS)
def test_words_at_the_start_of_a_text_are_cut_too(kind: str, cut_words: Path) -> None:
    texts = [text for word in WORDS for text in (word, f"a {word}")] * 20
    tokenizer = trained(kind, texts, boundaries=cut_words, vocab_size=280)
    for line in CUT:
        word = line.replace(" ", "")
        for before in ("", "a "):
            wanted = [len(before) + sum(map(len, line.split()[:count])) for count in range(1, len(line.split()))]
            assert {end for end in ends(tokenizer, before + word) if len(before) < end < len(before + word)} == set(wanted)


@pytest.mark.parametrize("kind", TRAINERS)
def test_a_callable_and_a_file_with_the_same_cuts_train_the_same(kind: str, cut_words: Path) -> None:
    one, other = (trained(kind, boundaries=guide, vocab_size=272).files() for guide in (cut_words, by_rule))
    assert {name: one[name] for name in one if name != "morfem.json"} == {name: other[name] for name in other if name != "morfem.json"}


def test_tokens_may_be_runs_of_whole_parts(cut_words: Path) -> None:
    by_rule_of = {}
    for rule, size in (("cuts", 276), ("tokens", 283)):
        tokenizer = trained("bpe", boundaries=cut_words, boundary_rule=rule, min_count=1, vocab_size=size)
        by_rule_of[rule] = {token.lstrip("▁") for token in tokenizer.vocab()}
    runs = {"kitaplar", "evler", "evden", "kalemler"}
    assert not by_rule_of["cuts"] & runs
    assert by_rule_of["tokens"] & runs


@pytest.mark.parametrize("kind", TRAINERS)
@pytest.mark.parametrize("guide", ["tr-mft", "tr-mft-64k", "tr-morpheus"])
def test_a_tokenizer_is_a_guide_and_the_record_says_how_well_it_is_followed(kind: str, guide: str) -> None:
    texts = sentences("tr") * 2
    plain, guided = (trained(kind, texts, vocab_size=700, **options) for options in ({}, {"boundaries": guide, "language": "tr"}))
    known = morfem.load(guide)
    words = sorted({word for line in texts for word in line.split() if word.isalpha()})

    def ignored(tokenizer: Tokenizer, before: str) -> int:
        """The number of cuts of the guide that lie inside a token."""
        return sum(len(ends(known, before + word) - ends(tokenizer, before + word)) for word in words)

    assert ignored(guided, "a ") < 0.3 * ignored(plain, "a ")
    assert ignored(guided, "") < 0.9 * ignored(plain, "")  # most words of the corpus stand behind a space
    followed = guided.record["options"]["boundaries"]
    assert followed["guide"].startswith(known.name)
    assert 0 < followed["words_cut_alike"] <= 1 < followed["tokens_per_word"]
    assert 0 < followed["precision"] <= 1 >= followed["recall"] > 0
    assert guided.record["training"]["boundaries"]["guide"] == known.name
    for text in texts[:60]:
        assert guided.decode(guided.encode(text).ids) == text


def test_the_command_line_trains_with_a_guide_and_info_says_how_well_it_is_followed(
    cut_words: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "corpus.txt").write_text("\n".join(list(WORDS) * 20), encoding="utf-8")
    where = ["--boundaries", str(cut_words), "--output", str(tmp_path / "saved")]
    assert cli.run(["train", "unigram", str(tmp_path / "corpus.txt"), "--vocab-size", "272", *where]) == 0
    assert cli.run(["info", str(tmp_path / "saved")]) == 0
    assert "8 words, which cuts 100.0% of the words" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("kind", TRAINERS)
def test_the_result_is_a_plain_file(kind: str, tmp_path: Path) -> None:
    texts = sentences("tr")
    guided = trained(kind, texts * 2, vocab_size=700, boundaries="tr-mft", pretokenizer="inflected")
    guided.export("tokenizer.json", tmp_path / "tokenizer.json")
    other = Other.from_file(str(tmp_path / "tokenizer.json"))
    foreign = [line for language in ("he", "ar", "ms", "ko") for line in sentences(language)[:20]]
    for text in [*texts, *foreign, "  ev\n\tler ", "ﬁ İIıi 👩‍👩‍👧 \U0001f600"]:
        assert other.encode(text, add_special_tokens=False).ids == guided.encode(text).ids
    if kind == "bpe":
        tiktoken = pytest.importorskip("tiktoken")
        guided.export("tiktoken", tmp_path / "ranks")
        lines = (tmp_path / "ranks").read_text().splitlines()
        ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split(" ") for line in lines)}
        steps = json.loads((tmp_path / "tokenizer.json").read_text())["pre_tokenizer"]["pretokenizers"]
        specials = {special: guided.token_to_id(special) for special in guided.special_tokens}
        ranked = tiktoken.Encoding("plain", pat_str=steps[0]["pattern"]["Regex"], mergeable_ranks=ranks, special_tokens=specials)
        assert [ranked.encode_ordinary(text) for text in texts] == [guided.encode(text).ids for text in texts]


BAD: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "tokens that interleave": ({"boundaries": "he-splinter"}, MorfemError, "interleave.*give a tokenizer of kind mft"),
    "a guide of another language": ({"boundaries": "tr-mft", "language": "fi"}, TrainingError, "for the language 'tr', not 'fi'"),
    "no guide": ({"boundary_rule": "tokens"}, MorfemError, "boundary_rule is .tokens., but has no effect without boundaries"),
    "a number": ({"boundaries": 7}, TypeError, "boundaries.*callable"),
    "parts of another word": ({"boundaries": lambda word: ["x", word]}, MorfemError, "make the word"),
    "no such tokenizer": ({"boundaries": "tr-mtf"}, MorfemError, "tr-mtf"),
}


@pytest.mark.parametrize("kind", TRAINERS)
@pytest.mark.parametrize("case", BAD)
def test_a_bad_guide_is_refused(kind: str, case: str) -> None:
    options, error, message = BAD[case]
    with pytest.raises(error, match=message):
        trained(kind, **options)


@pytest.mark.parametrize("kind", TRAINERS)
def test_a_corpus_in_another_language_than_the_guide_is_refused(kind: str) -> None:
    for language in ("ko", "ar"):
        with pytest.raises(TrainingError, match=r"knows only .* in another language"):
            trained(kind, sentences(language), boundaries="tr-mft")


PHRASES = ["bu kitaplar evden", "bu kitaplardan", "kalemler evden", "bu evden kitaplar", "o kalemden bu kitaplar"]


def test_phrases_are_whole_words_and_no_other_cut_is_crossed(cut_words: Path, tmp_path: Path) -> None:
    tokenizer = morfem.train.thunder(PHRASES * 30, boundaries=cut_words, pretokenizer="phrases", vocab_size=275, progress=False)
    assert any("▁" in token[1:] for token in map(tokenizer.id_to_token, range(tokenizer.vocab_size)))
    for line in PHRASES:
        text = f"o {line}"
        cuts = {len(text)}
        for word in text.split(" "):
            begin = text.index(word)
            parts = next((line.split() for line in CUT if line.replace(" ", "") == word), [word])
            cuts.update(begin + sum(map(len, parts[:count])) for count in range(1, len(parts) + 1))
        encoding = tokenizer.encode(text)
        assert tokenizer.decode(encoding.ids) == text
        for start, end in encoding.offsets:
            if " " in text[start:end].strip():
                assert text[start] == " ", text[start:end]
                assert end in cuts, text[start:end]
    path = tmp_path / "tokenizer.json"
    tokenizer.export("tokenizer.json", path)
    other = Other.from_file(str(path))
    assert [other.encode(f"o {line}").ids for line in PHRASES] == [tokenizer.encode(f"o {line}").ids for line in PHRASES]


def test_phrases_of_little_weight_take_few_ids() -> None:
    def phrases(weight: float) -> int:
        options: dict[str, Any] = {"pretokenizer": "phrases", "phrase_weight": weight, "vocab_size": 600, "progress": False}
        tokenizer = morfem.train.thunder(sentences("tr") * 5, boundaries="tr-mft", **options)
        return sum("▁" in token[1:] for token in map(tokenizer.id_to_token, range(tokenizer.vocab_size)))

    assert phrases(0.1) < phrases(1)


def test_a_share_of_whole_phrases_is_refused_beside_a_guide(cut_words: Path) -> None:
    with pytest.raises(MorfemError, match="whole_phrases has no effect on boundaries"):
        morfem.train.thunder(WORDS, boundaries=cut_words, vocab_size=275, whole_phrases=0.9, progress=False)


def test_an_empty_file_of_cut_words_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("\n \n")
    with pytest.raises(TrainingError, match="no word"):
        trained("bpe", boundaries=tmp_path / "empty")


def test_chunks_that_were_counted_before_list_their_texts() -> None:
    counts = ChunkCounts("words")
    counts.add(["ev kitap", "ev"])
    assert counts.chunks() == [" kitap", "ev"]


@pytest.mark.parametrize("text", ["ev kedi", "ev kedi at", "ev kedi at kuş"])
def test_training_ends_on_few_phrases_that_are_worth_no_id(text: str) -> None:
    """Of one to three phrases a quarter is less than one; one of them is dropped nevertheless, or training would have no end."""
    options = "boundaries=lambda word: [word], pretokenizer='phrases', vocab_size=262, phrase_weight=0.001, progress=False"
    program = f"import morfem; print(morfem.train.thunder({[text] * 20}, {options}).kinds())"
    done = subprocess.run([sys.executable, "-c", program], timeout=60, check=True, capture_output=True, text=True)
    assert "phrase" not in done.stdout, done.stdout


def test_scores_of_a_guided_model_are_exact_in_32_bits(cut_words: Path) -> None:
    """SentencePiece adds scores in 32 bits: whole units of 1/1024 nat are exact up to 16,384 nats."""
    tokenizer = trained("unigram", boundaries=cut_words)
    rows = [row.split("\t") for row in tokenizer.files()["vocabulary.tsv"].decode().splitlines()[1:]]
    score = [float(row[2]) if row[2] else 0.0 for row in rows]
    assert all(value * 1024 == round(value * 1024) for value in score)
    ids = tokenizer.encode(" kitaplardan evlerden kalemden" * 2000).ids
    sums = np.cumsum([score[id] for id in ids])
    exact = sums[np.abs(sums) <= 16384]
    assert np.abs(sums[-1]) > 16384
    assert np.array_equal(np.add.accumulate(np.array([score[id] for id in ids[: len(exact)]], np.float32)), exact)


def test_with_exponent_0_all_words_count_alike(cut_words: Path) -> None:
    counts = {word: 1 + 7 * number for number, word in enumerate(WORDS)}
    own: dict[str, Any] = {"boundaries": cut_words, "min_count": 1, "vocab_size": 272}
    damped = trained("bpe", counts, count_exponent=0, **own)
    assert damped.vocab() == trained("bpe", dict.fromkeys(WORDS, 1), **own).vocab()
    assert damped.vocab() != trained("bpe", counts, **own).vocab()
