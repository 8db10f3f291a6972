"""Extended and pruned vocabularies: ids that stay, files that load elsewhere, cuts of a guide, other languages, reports, bad input."""

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import morfem
import numpy as np
import pytest
from morfem import MorfemError, Tokenizer, TrainingError, cli
from morfem.train import Extension, extend, prune
from tokenizers import Tokenizer as Other
from tokenizers import models, pre_tokenizers, trainers

from tests.conftest import sentences

ENGLISH = ["The cat sat on the mat and looked at the dog.", "Rulers and letters are on the long table there.", "def main(args): return 0"]
TURKISH = sentences("tr")
KEPT = ["The cat <|end|> sat", "<|user|>hello", *ENGLISH]
NASTY = ["", " ", "  kitaplar\n\tevler ", "kitaplarımızdan" * 20, "İIıi ﬁ 👩‍👩‍👧 \U0001f600", "\x00\x7f", "한국어 ספר كتاب"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A base as model makers have it: specials outside the vocabulary, a template, a normaliser, a file of settings."""
    tokenizer = Other(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokenizer.train_from_iterator([*ENGLISH * 20, *TURKISH[:5]], trainers.BpeTrainer(vocab_size=330, initial_alphabet=alphabet))
    tokenizer.add_special_tokens(["<|end|>", "<|user|>"])
    path: Path = tmp_path_factory.mktemp("base")
    tokenizer.save(str(path / "tokenizer.json"))
    file = json.loads((path / "tokenizer.json").read_text("utf-8"))
    file["decoder"] = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
    file["post_processor"] = {
        "type": "TemplateProcessing",
        "single": [{"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "<|end|>", "type_id": 0}}],
        "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
        "special_tokens": {"<|end|>": {"id": "<|end|>", "ids": [tokenizer.token_to_id("<|end|>")], "tokens": ["<|end|>"]}},
    }
    (path / "tokenizer.json").write_text(json.dumps(file), "utf-8")
    (path / "tokenizer_config.json").write_text(json.dumps({"eos_token": "<|end|>", "tokenizer_class": "PreTrainedTokenizerFast"}))
    (path / "chat_template.jinja").write_text("{{ messages }}")
    (path / "model.safetensors").write_bytes(b"large")
    return path


@pytest.fixture(scope="module")
def extension(folder: Path) -> Extension:
    return extend(folder, TURKISH * 2, add=300, boundaries="tr-mft", unchanged=ENGLISH * 3, language="tr", progress=False)


def test_every_id_of_the_base_stays_and_new_ids_follow(extension: Extension) -> None:
    base, extended = extension.base, extension.tokenizer
    assert extension.new_ids.tolist() == list(range(base.vocab_size, base.vocab_size + 300))
    assert [extended.id_to_token(id) for id in range(base.vocab_size)] == [base.id_to_token(id) for id in range(base.vocab_size)]
    assert extended.special_tokens == base.special_tokens
    for text in KEPT:
        assert extended.encode(text, parse_special=True).ids == base.encode(text, parse_special=True).ids
    assert sum(map(extended.count, TURKISH)) < 0.8 * sum(map(base.count, TURKISH))


def test_new_merges_stand_behind_those_of_the_base(extension: Extension) -> None:
    for text in [*TURKISH, *NASTY]:
        new = extension.tokenizer.encode(text).ids
        assert extension.tokenizer.decode(new) == text
        # Each token is a run of tokens of the base.
        ends = {end for _, end in extension.base.encode(text).byte_offsets}
        assert {end for _, end in extension.tokenizer.encode(text).byte_offsets} <= ends


def test_saved_files_load_in_tokenizers_transformers_and_morfem_with_equal_ids(extension: Extension, folder: Path, tmp_path: Path) -> None:
    saved = tmp_path / "extended"
    extension.save(saved)
    names = {"chat_template.jinja", "new_ids.tsv", "tokenizer.json", "tokenizer_config.json"}
    assert {path.name for path in saved.iterdir()} == names
    before, after = (json.loads((path / "tokenizer.json").read_text("utf-8")) for path in (folder, saved))
    assert {name: before[name] for name in before if name != "model"} == {name: after[name] for name in after if name != "model"}
    other, old = (Other.from_file(str(path / "tokenizer.json")) for path in (saved, folder))
    again = morfem.convert.from_tokenizers(saved / "tokenizer.json")
    for text in [*TURKISH, *NASTY, *KEPT]:
        ids = extension.tokenizer.encode(text, parse_special=True).ids
        assert other.encode(text, add_special_tokens=False).ids == ids == again.encode(text, parse_special=True).ids
    for text in KEPT:
        assert other.encode(text).ids == old.encode(text).ids
    rows = [line.split("\t") for line in (saved / "new_ids.tsv").read_text("utf-8").splitlines()]
    assert [[int(id), extension.tokenizer.token_to_id(token)] for id, token in rows] == [[int(id)] * 2 for id in extension.new_ids]
    transformers = pytest.importorskip("transformers")
    theirs = transformers.AutoTokenizer.from_pretrained(str(saved))
    end = old.token_to_id("<|end|>")
    assert theirs.eos_token_id == end
    for text in TURKISH[:20]:
        assert theirs(text)["input_ids"] == [*extension.tokenizer.encode(text).ids, end]


def test_saving_again_and_loading_gives_the_same(extension: Extension, tmp_path: Path) -> None:
    extension.tokenizer.save(tmp_path / "saved")
    loaded = morfem.load(tmp_path / "saved")
    assert loaded.record["options"]["extension"] == {"base": "tokenizer", "first_id": extension.base.vocab_size, "new": 300}
    for text in [*TURKISH, *NASTY]:
        assert loaded.encode(text).ids == extension.tokenizer.encode(text).ids
    with pytest.raises(MorfemError, match="not an empty folder"):
        extension.save(tmp_path / "saved")


def test_ranks_are_extended_and_load_in_tiktoken(tmp_path: Path) -> None:
    tiktoken = pytest.importorskip("tiktoken")
    ranks = {base64.b64decode(line.split(" ")[0]): rank for rank, line in enumerate(_ranks(tmp_path))}
    original = tiktoken.Encoding("small", pat_str=PATTERN, mergeable_ranks=ranks, special_tokens={"<|end|>": len(ranks)})
    extension = extend(morfem.convert.from_tiktoken(original), TURKISH * 2, add=200, progress=False)
    assert extension.new_ids[0] == len(ranks) + 1
    extension.save(tmp_path / "extended")
    lines = (line.split(" ") for line in (tmp_path / "extended" / "ranks.tiktoken").read_text().splitlines())
    more = {base64.b64decode(token): int(rank) for token, rank in lines}
    extended = tiktoken.Encoding("more", pat_str=PATTERN, mergeable_ranks=more, special_tokens={"<|end|>": len(ranks)})
    for text in [*TURKISH, *NASTY, *ENGLISH]:
        assert extended.encode_ordinary(text) == extension.tokenizer.encode(text).ids


PATTERN = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"""


def _ranks(folder: Path) -> list[str]:
    base = morfem.train.bpe(ENGLISH * 20, vocab_size=310, special_tokens=[], progress=False)
    base.export("tiktoken", folder / "ranks")
    return (folder / "ranks").read_text().splitlines()


def test_a_sentencepiece_model_of_type_bpe_is_extended(tmp_path: Path) -> None:
    sentencepiece = pytest.importorskip("sentencepiece")
    path = tmp_path / "small.model"
    with path.open("wb") as file:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(ENGLISH * 20 + TURKISH[:40]),
            model_writer=file,
            model_type="bpe",
            vocab_size=420,
            byte_fallback=True,
            normalization_rule_name="identity",
            remove_extra_whitespaces=False,
            minloglevel=2,
        )
    extension = extend(path, TURKISH * 2, add=100, progress=False)
    extension.save(tmp_path / "extended")
    other = Other.from_file(str(tmp_path / "extended" / "tokenizer.json"))
    for text in [*TURKISH, *ENGLISH, "kitap 한국어 evler"]:
        assert extension.base.encode(text).ids == sentencepiece.SentencePieceProcessor(model_file=str(path)).encode(text)
        assert other.encode(text, add_special_tokens=False).ids == extension.tokenizer.encode(text).ids
    assert sum(map(extension.tokenizer.count, TURKISH)) < sum(map(extension.base.count, TURKISH))


CUT = ["kitap lar", "kitap lar dan", "kitap tan", "ev ler", "ev ler den", "ev den", "kalem ler", "kalem den"]
WORDS = {line.replace(" ", ""): 20 for line in CUT}


@pytest.mark.parametrize("rule", ["cuts", "tokens"])
def test_new_tokens_end_where_the_guide_cuts(rule: Any, tmp_path: Path) -> None:
    (tmp_path / "cut.txt").write_text("\n".join(CUT))
    base = morfem.train.bpe(ENGLISH, vocab_size=261, progress=False)
    tokenizer = extend(base, WORDS, add=15, boundaries=tmp_path / "cut.txt", boundary_rule=rule, progress=False).tokenizer
    parts = {part for line in CUT for part in line.split()}
    new = {token.lstrip("▁") for token in tokenizer.vocab()} - {token.lstrip("▁") for token in base.vocab()}
    runs = {"".join(line.split()[:count]) for line in CUT for count in (2, 3)}
    assert {"lar", "ev", "kalem"} <= new | parts
    inside = {token for token in new if any(token in part for part in parts)}
    assert new - inside <= (runs if rule == "tokens" else set())


def test_phrases_are_runs_of_whole_words_and_load_in_tokenizers(tmp_path: Path) -> None:
    words = [word for text in TURKISH for word in text.split()]
    base = morfem.train.bpe([f" {word}" for word in words] * 9, vocab_size=700, pretokenizer="phrases", progress=False)
    extension = extend(base, TURKISH * 9, add=12, boundary_rule="words", crossing_cost=1000, progress=False)
    tokens = [extension.tokenizer.id_to_token(int(id)) for id in extension.new_ids]
    texts = [f"▁{text.replace(' ', '▁')}▁" for text in TURKISH]
    assert all("▁" in token[1:] and any(f"▁{token.strip('▁')}▁" in text for text in texts) for token in tokens)
    extension.tokenizer.export("tokenizer.json", tmp_path / "tokenizer.json")
    other = Other.from_file(str(tmp_path / "tokenizer.json"))
    for text in TURKISH:
        assert other.encode(text, add_special_tokens=False).ids == extension.tokenizer.encode(text).ids


def test_words_that_the_guide_does_not_know_give_no_merges() -> None:
    base = morfem.train.bpe(ENGLISH, vocab_size=261, progress=False)
    odd = [f"{sentence} zzyqwx zzyqwx zzyqwx" for sentence in TURKISH]
    extension = extend(base, odd, add=150, boundaries="tr-mft", progress=False)
    assert not any("zy" in extension.tokenizer.id_to_token(int(id)) for id in extension.new_ids)
    plain = extend(base, odd, add=150, progress=False)
    assert any("zy" in plain.tokenizer.id_to_token(int(id)) for id in plain.new_ids)


def test_texts_that_should_stay_keep_their_ids(folder: Path) -> None:
    english = ["Letters are longer than these rulers.", "A dollar for the other gardener"] * 3
    changed = {}
    for name, unchanged in (("without", None), ("with", english)):
        extension = extend(folder, TURKISH * 2, add=500, unchanged=unchanged, progress=False)
        changed[name] = extension.report(TURKISH[:20], others={"english": english}).changed["english"]
    assert changed["with"] == 0 < changed["without"]


def test_the_report_counts_what_it_says(extension: Extension) -> None:
    lines = ["Kitaplar evde.", "", "Evlerden geldik!"]
    report = extension.report(lines, others={"code": ["def main(args): return 0", "kitaplar evler"]})
    texts = [line for line in lines if line]
    assert (report.lines, report.words) == (2, 4)
    for place, tokenizer in enumerate((extension.base, extension.tokenizer)):
        tokens = sum(map(tokenizer.count, texts))
        assert report.tokens_per_word[place] == pytest.approx(tokens / 4)
        assert report.bytes_per_token[place] == pytest.approx(sum(len(text.encode()) for text in texts) / tokens)
    guide = morfem.load("tr-mft")
    ends = agreed = 0
    for text in texts:
        encoding, wanted = extension.tokenizer.encode(text), {end for _, end in guide.encode(text).offsets}
        is_new = [id in set(extension.new_ids.tolist()) for id in encoding.ids]
        for place, (_, end) in enumerate(encoding.offsets[:-1]):
            if text[end - 1].isalpha() and text[end].isalpha() and (is_new[place] or is_new[place + 1]):
                ends, agreed = ends + 1, agreed + (end in wanted)
    assert report.precision == (pytest.approx(agreed / ends) if ends else None)
    assert report.changed == {"code": 0.5}
    with pytest.raises(MorfemError, match="no text"):
        extension.report([""])


BASES: dict[str, Callable[[], Any]] = {
    "a unigram model": lambda: morfem.load("ko-thunder"),
    "a grammar": lambda: morfem.load("tr-mft"),
}


@pytest.mark.parametrize("case", BASES)
def test_a_base_that_is_no_byte_pair_model_is_refused(case: str) -> None:
    with pytest.raises(MorfemError, match="cannot be continued; give a byte-pair encoding"):
        extend(BASES[case](), TURKISH, add=10, progress=False)


def test_bad_extensions_are_refused(tmp_path: Path) -> None:
    base = morfem.train.bpe(ENGLISH * 9, vocab_size=300, progress=False)
    cases: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"add": 10**6}, TrainingError, r"supports \d+ new tokens, not 1000000: set add to"),
        ({"add": 0}, MorfemError, "add"),
        ({"boundaries": "he-splinter"}, MorfemError, "interleave"),
        ({"boundaries": "tr-mft", "language": "fi"}, TrainingError, "for the language 'tr', not 'fi'"),
        ({"boundaries": "tr-mft", "corpus": sentences("ko")}, TrainingError, "in another language"),
        ({"corpus": [""]}, TrainingError, "empty"),
        ({"crossing_cost": 1001}, MorfemError, "1000 or less"),
        ({"boundary_rule": "words", "boundaries": "tr-mft"}, MorfemError, "leave boundaries out"),
        ({"base": 7}, TypeError, "base"),
        ({"base": tmp_path / "no.tiktoken"}, MorfemError, "does not say how texts are cut"),
    ]
    for options, error, message in cases:
        with pytest.raises(error, match=message):
            extend(**{"base": base, "corpus": TURKISH, "add": 10, "progress": False, **options})


def test_a_new_token_that_is_spelled_like_a_special_is_refused() -> None:
    base = morfem.train.bpe(ENGLISH * 9, vocab_size=300, special_tokens=["qwqw"], progress=False)
    with pytest.raises(morfem.VocabularyError, match="qwqw"):
        extend(base, ["qwqw"] * 9, add=2, progress=False)


def test_the_command_line_extends_and_reports(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tr.txt").write_text("\n".join(TURKISH * 2), "utf-8")
    (tmp_path / "english.txt").write_text("\n".join(ENGLISH), "utf-8")
    command = ["extend", str(folder), str(tmp_path / "tr.txt"), "--add", "100", "--boundaries", "tr-mft", "-o", str(tmp_path / "out")]
    assert cli.run([*command, "--unchanged", str(tmp_path / "english.txt")]) == 0
    shown = " ".join(capsys.readouterr().out.replace("│", " ").split())
    assert "tokens per word" in shown
    assert "lines of english.txt with other ids 0.00%" in shown
    assert Other.from_file(str(tmp_path / "out" / "tokenizer.json")).get_vocab_size() == 432
    assert cli.run(command) == 1
    assert "not an empty folder" in capsys.readouterr().err


PRUNED: dict[str, Callable[[], Tokenizer]] = {
    "bpe": lambda: morfem.train.bpe(TURKISH, vocab_size=600, progress=False),
    "unigram": lambda: morfem.train.unigram(TURKISH, vocab_size=500, progress=False),
}


@pytest.mark.parametrize("kind", PRUNED)
def test_a_corpus_keeps_its_segmentation_when_what_it_does_not_need_is_left_out(kind: str) -> None:
    whole, needed = PRUNED[kind](), TURKISH[:15]
    small = prune(whole, needed, progress=False)
    assert 260 < small.tokenizer.vocab_size < whole.vocab_size
    for text in needed:
        assert [small.new_ids[id] for id in whole.encode(text).ids] == small.tokenizer.encode(text).ids
    for text in [*TURKISH, *NASTY]:
        assert small.tokenizer.decode(small.tokenizer.encode(text).ids) == text
    assert small.tokenizer.special_tokens == whole.special_tokens
    assert [whole.id_to_token(int(old)) for old in small.old_ids] == list(small.tokenizer.vocab())
    matrix = np.arange(whole.vocab_size * 2).reshape(-1, 2)
    assert small.rows(matrix)[:, 0].tolist() == (2 * small.old_ids.astype(int)).tolist()
    with pytest.raises(MorfemError, match="give that of the old tokenizer"):
        small.rows(matrix[:9])


@pytest.mark.parametrize("kind", PRUNED)
def test_the_rarest_are_left_out_until_the_size_is_reached(kind: str, tmp_path: Path) -> None:
    whole = PRUNED[kind]()
    small = prune(whole, TURKISH, keep=330, progress=False).tokenizer
    assert small.vocab_size == 330
    small.export("tokenizer.json", tmp_path / "tokenizer.json")
    other = Other.from_file(str(tmp_path / "tokenizer.json"))
    for text in [*TURKISH, *NASTY]:
        ids = small.encode(text).ids
        assert other.encode(text, add_special_tokens=False).ids == ids
        assert small.decode(ids) == text
    assert sum(map(small.count, TURKISH)) > sum(map(whole.count, TURKISH))


def test_an_imported_model_is_pruned_with_its_symbols(tmp_path: Path) -> None:
    tokenizer = Other(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokenizer.train_from_iterator(TURKISH, trainers.BpeTrainer(vocab_size=500, initial_alphabet=alphabet))
    tokenizer.add_tokens(["<think>"])
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    whole = morfem.convert.from_tokenizers(tmp_path / "tokenizer.json")
    small = prune(whole, TURKISH[:9], progress=False)
    text = f"<think>{TURKISH[0]}"
    assert [small.new_ids[id] for id in whole.encode(text).ids] == small.tokenizer.encode(text).ids


def test_bad_prunings_are_refused() -> None:
    with pytest.raises(MorfemError, match="only plain BPE and Unigram models"):
        prune("tr-mft", TURKISH, progress=False)
    with pytest.raises(MorfemError, match=r"keep is 9, but 260 ids must stay"):
        prune(PRUNED["bpe"](), TURKISH, keep=9, progress=False)
