"""What the vectors of tokens know about a word: a linear probe for its part of speech and its features.

    pip install gensim scikit-learn
    python experiments/downstream/tagging.py     writes TAGGING.md

A word of a UD development treebank is the mean of the vectors (`vectors.py`) of the tokens that overlap it in its sentence. Logistic
regression predicts its part of speech and each feature that at least a twentieth of the words have; a word of several parts has their
joined tags. Five folds over distinct forms: a form is never in training and in test at once. A tokenizer whose tokens are morphemes should
let the probe read a feature from the vector of an affix that it has seen in other words.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import morfem
import numpy as np
from gensim.models import FastText
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler
from vectors import CONDITIONS, model, sources

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "transplant"), str(HERE.parent)]

from conditions import conditions  # noqa: E402
from sets import DATA  # noqa: E402

TREEBANKS = {
    "tr": "tr/ud/tr_boun-ud-dev.conllu",
    "he": "he/ud/he_htb-ud-dev.conllu",
    "ko": "ko/ud/ko_gsd-ud-dev.conllu",
}
FOLDS = 5
MOST_WORDS = 12_000
RAREST = 0.05  # the share of words that must have a feature, and least share of a tag that is a class of its own: a tenth of this
Word = tuple[str, int, int, dict[str, str]]


def sentences(path: Path) -> Iterator[tuple[str, list[Word]]]:
    """Text, and its words with beginning, end and tags, where the words can be found in the text."""
    for block in path.read_text("utf-8").split("\n\n"):
        text = next((line[9:] for line in block.split("\n") if line.startswith("# text = ")), "")
        words: list[Word] = []
        at, until = 0, 0
        for columns in (line.split("\t") for line in block.split("\n") if line and line[0] != "#"):
            number, form = columns[0], columns[1]
            if "." in number:
                continue
            first, _, last = number.partition("-")
            if int(first) > until or last:
                until = int(last or first)
                start = text.find(form, at)
                if start < 0:
                    break
                at = start + len(form)
                words.append((form, start, at, {"part of speech": ""}))
            if not last:
                tags = words[-1][3]
                tags["part of speech"] = "+".join(filter(None, (tags["part of speech"], columns[3])))
                tags.update(pair.split("=") for pair in columns[5].split("|") if "=" in pair)
        yield text, words


def word_vectors(language: str, name: str, source: str | None, rows: list[tuple[str, list[Word]]]) -> np.ndarray:
    """One vector for each word of the sentences; zeros where no token of the word has a vector."""
    vectors = model(language, name).wv
    is_subword = source is None and isinstance(model(language, name), FastText)
    tokenizer = morfem.load(source) if source else None
    found = []
    for text, words in rows:
        encoding = tokenizer.encode(text) if tokenizer else None
        for form, start, end, _ in words:
            if encoding is None:
                known = [form] if is_subword or form in vectors else []
            else:
                spans = zip(encoding.ids, encoding.offsets, strict=True)
                known = [str(id) for id, (first, last) in spans if first < end and last > start and str(id) in vectors]
            found.append(np.mean([vectors[token] for token in known], 0) if known else np.zeros(vectors.vector_size))
    return np.array(found)


def accuracy(vectors: np.ndarray, labels: np.ndarray, fold: np.ndarray) -> tuple[float, float]:
    """Mean accuracy over the folds, and its standard error."""
    found = []
    for index in range(FOLDS):
        train, test = fold != index, fold == index
        scaler = StandardScaler().fit(vectors[train])
        probe = LogisticRegression(max_iter=200, C=0.1).fit(scaler.transform(vectors[train]), labels[train])
        found.append(probe.score(scaler.transform(vectors[test]), labels[test]))
    return float(np.mean(found)), float(np.std(found, ddof=1) / FOLDS**0.5)


def tables(language: str) -> Iterator[str]:
    """The table of a language, line by line."""
    rows, total = [], 0
    for text, words in sentences(DATA / "gold" / TREEBANKS[language]):
        if total + len(words) > MOST_WORDS:
            break
        rows.append((text, words))
        total += len(words)
    flat = [word for _, words in rows for word in words]
    kinds = Counter(kind for word in flat for kind in word[3])
    features = [kind for kind, count in kinds.most_common() if count >= RAREST * total][:7]
    forms = sorted({word[0] for word in flat})
    fold_of = dict(zip(forms, np.random.default_rng(0).permutation(len(forms)) % FOLDS, strict=True))
    fold = np.array([fold_of[word[0]] for word in flat])
    yield f"\n## {language}: {total:,} words, {len(forms):,} forms, {TREEBANKS[language].rpartition('/')[2]}\n"
    yield f"| tokens | {' | '.join(features)} | mean |"
    yield f"|---|{'---|' * (len(features) + 1)}"
    majority = []
    for feature in features:
        values = Counter(word[3][feature] for word in flat if feature in word[3])
        majority.append(values.most_common(1)[0][1] / values.total())
    yield f"| most frequent value | {' | '.join(f'{share:.3f}' for share in majority)} | {np.mean(majority):.3f} |"
    for name, source in sources(language).items():
        vectors = word_vectors(language, name, source, rows)
        scores = []
        for feature in features:
            has = np.array([feature in word[3] for word in flat])
            values = Counter(word[3][feature] for word in flat if feature in word[3])
            frequent = {value for value, count in values.items() if count >= RAREST / 10 * has.sum()}
            labels = [word[3][feature] if word[3][feature] in frequent else "other" for word in flat if feature in word[3]]
            scores.append(accuracy(vectors[has], np.array(labels), fold[has]))
        cells = " | ".join(f"{mean:.3f} ± {error:.3f}" for mean, error in scores)
        yield f"| {name} | {cells} | {np.mean([mean for mean, _ in scores]):.3f} |"


def main() -> None:
    lines: list[str] = []
    for language in TREEBANKS:
        for line in tables(language):
            lines.append(line)
            print(line, flush=True)
        head = f"""# What vectors of tokens know about words

`python experiments/downstream/tagging.py` (its first lines have the setting). {CONDITIONS}
Accuracy on forms that the probe was not trained on, mean of {FOLDS} folds ± its standard error.

{conditions()}"""
        (HERE / "TAGGING.md").write_text("\n".join([head.rstrip(), *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
