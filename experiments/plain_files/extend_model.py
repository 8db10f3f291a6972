"""A recipe: Turkish for a language model, by new tokens, rows for them and further training. It was not run: it wants a GPU and some days.

    pip install 'morfem[transplant]' datasets
    python extend_model.py MODEL turkish.txt english-and-code.txt extended

MODEL is a folder with a causal model of transformers and its tokenizer.json, such as a download of Qwen3-0.6B-Base. The texts have one
document a line. The first phase trains the rows of the new ids alone, so that the model meets new tokens before it changes; the second
trains everything, with one line of five in English or code, so that these are not forgotten.
"""

import argparse
import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import morfem
import torch
import transformers
from morfem.integrations.transplant import extend

ADD, LENGTH, BATCH = 32_000, 2_048, 16
PHASES = [(2_000, 1e-3, True), (50_000, 2e-5, False)]  # steps, learning rate, whether the new rows alone are trained
OTHER_SHARE = 0.2


def blocks(tokenizer: morfem.Tokenizer, end: int, turkish: Path, other: Path) -> Iterator[torch.Tensor]:
    """Batches of ids: lines of both files, one behind the other."""
    files = [itertools.cycle(path.read_text("utf-8").splitlines()) for path in (turkish, other)]
    draw, ids = random.Random(0), list[int]()
    while True:
        while len(ids) < LENGTH * BATCH:
            ids += [*tokenizer.encode_ids(next(files[draw.random() < OTHER_SHARE])).tolist(), end]
        yield torch.tensor(ids[: LENGTH * BATCH]).view(BATCH, LENGTH)
        del ids[: LENGTH * BATCH]


def train(model: Any, batches: Iterator[torch.Tensor], new_ids: list[int], steps: int, rate: float, new_alone: bool) -> None:
    """One phase."""
    matrices = {id(part.weight): part.weight for part in (model.get_input_embeddings(), model.get_output_embeddings())}
    for weight in model.parameters():
        weight.requires_grad = not new_alone or id(weight) in matrices
    handles = []
    for weight in matrices.values() if new_alone else ():
        is_new = torch.zeros(len(weight), 1, device=weight.device, dtype=weight.dtype)
        is_new[new_ids] = 1
        handles.append(weight.register_hook(lambda gradient, is_new=is_new: gradient * is_new))
    # Decay would move rows whose gradient is zero.
    optimizer = torch.optim.AdamW([weight for weight in model.parameters() if weight.requires_grad], lr=rate, weight_decay=0.0)
    schedule = transformers.get_cosine_schedule_with_warmup(optimizer, steps // 20, steps)
    for batch in itertools.islice(batches, steps):
        ids = batch.to(model.device)
        model(ids, labels=ids).loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
    for handle in handles:
        handle.remove()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("turkish", type=Path)
    parser.add_argument("other", type=Path)
    parser.add_argument("output", type=Path)
    asked = parser.parse_args()
    extension = morfem.train.extend(
        asked.model, asked.turkish, add=ADD, boundaries="tr-mft", unchanged=asked.other, language="tr", hold_out=50
    )
    print(extension.report(asked.turkish, others={"other": asked.other}, hold_out=50))
    extension.save(asked.output)
    model = transformers.AutoModelForCausalLM.from_pretrained(asked.model, dtype=torch.bfloat16, device_map="auto")
    print(extend(model, extension, asked.turkish))
    batches = blocks(extension.tokenizer, model.config.eos_token_id, asked.turkish, asked.other)
    for phase in PHASES:
        train(model, batches, extension.new_ids.tolist(), *phase)
        model.save_pretrained(asked.output)


if __name__ == "__main__":
    main()
