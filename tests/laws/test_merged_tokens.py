"""A merged token is decoded at once. Its text is that of its units, written one after the other."""

import random

import morfem
import pytest

SEQUENCES = 3_000


@pytest.mark.parametrize("name", ["tr-mft-64k", "tr-morpheus"])
def test_a_merged_token_is_written_as_its_units_are(name: str) -> None:
    tokenizer = morfem.load(name)
    draw = random.Random(0)
    merged = [id for id in range(tokenizer.vocab_size) if len(tokenizer.units(id)) > 1]
    others = [id for id in range(tokenizer.vocab_size) if len(tokenizer.units(id)) == 1]
    # Marks change the token after them, and affixes the form of the token before them.
    marks = [id for id in others if tokenizer.id_to_token(id).startswith("<") and not tokenizer.id_to_token(id).startswith("<0x")]
    affixes = [id for id in others if tokenizer.id_to_token(id).startswith("+")] or others
    for _ in range(SEQUENCES):
        ids = [draw.choice(draw.choice([merged, merged, marks, affixes, others])) for _ in range(8)]
        units = [unit for id in ids for unit in tokenizer.units(id)]
        assert tokenizer.decode_bytes(ids) == tokenizer.decode_bytes(units), ids
