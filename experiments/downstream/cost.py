"""What 1 GB of text costs with each tokenizer: tokens, floating-point operations of training, and memory.

    python experiments/downstream/cost.py       writes COST.md; seconds, after experiments/language_model/models.py

Tokens per byte are measured on development lines. The models are those of Thunder-Tok (Cho et al. 2025, table 6): 360 million parameters
(width 1,024, inner 1,024, 24 layers) and 1.5 billion (2,048, 8,192, 16 layers), the output matrix tied to the input.
Training takes 6 operations for each parameter and token (Kaplan et al. 2020), the matrix of the vocabulary counted once, for the output.
Memory is of weights and Adam's two moments in 32 bits with the gradients, and of the logits of one sequence of 1,024 tokens in 32 bits,
which grow with the vocabulary.
"""

import sys
from pathlib import Path

import morfem

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "language_model"), str(HERE.parent)]

from conditions import conditions  # noqa: E402
from models import BUNDLED, LANGUAGES, folder, mixture  # noqa: E402
from run import development_sample  # noqa: E402

# Width, and parameters of all layers without the vocabulary: 4 width^2 of attention and 3 width x inner of the feed-forward network.
SHAPES = {"360 M": (1_024, 24 * 7 * 1_024**2), "1.5 B": (2_048, 16 * (4 * 2_048 + 3 * 8_192) * 2_048)}
CONTEXT = 1_024


def main() -> None:
    rows = []
    for language in LANGUAGES:
        texts = development_sample(language)
        size = sum(len(text.encode()) + 1 for text in texts)
        sizes = sorted({32_768, *(morfem.load(name).vocab_size for name in BUNDLED[language])})
        sources = {f"bpe {ids:,}": folder(language, "bpe", ids if ids != 128_000 else 131_072) for ids in sizes}
        sources |= {f"bpe {ids:,}, mixture": mixture(language, ids) for ids in sizes}
        sources |= {name: name for name in BUNDLED[language]}
        for name, source in sources.items():
            if name.startswith("bpe") and not Path(source).exists():
                continue
            tokenizer = morfem.load(str(source))
            tokens = sum(len(tokenizer.encode_ids(text)) + 1 for text in texts) / size * 1e9
            row = [language, name, f"{tokenizer.vocab_size:,}", f"{tokens / 1e6:.0f}"]
            for width, body in SHAPES.values():
                parameters = body + tokenizer.vocab_size * width
                row += [f"{6 * parameters * tokens:.2e}", f"{parameters * 16 / 1e9:.2f}", f"{tokenizer.vocab_size * width * 16 / 1e9:.2f}"]
            row.append(f"{tokenizer.vocab_size * CONTEXT * 4 / 1e6:.0f}")
            rows.append("| " + " | ".join(row) + " |")
            print(rows[-1], flush=True)
    heads = ["language", "tokenizer", "ids", "million tokens"]
    for shape in SHAPES:
        heads += [f"{shape}: operations", f"{shape}: GB of state", f"{shape}: of it vocabulary"]
    heads.append("MB of logits")
    table = "| " + " | ".join(heads) + " |\n|" + "---|" * len(heads)
    head = f"""# What 1 GB of text costs

`python experiments/downstream/cost.py`; its docstring has the formulas. Tokens per byte are measured on 2,500 development lines (10^9
bytes of UTF-8, one end token a line). Everything else follows from them by arithmetic: no model of this size was trained.
The bundled tokenizers and *mixture*, a BPE of `experiments/coverage/baseline.py`, were trained on their language and on general text;
the others on their language alone.

{conditions()}
"""
    (HERE / "COST.md").write_text(head + table + "\n" + "\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
