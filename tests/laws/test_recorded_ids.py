"""Law 4: a saved tokenizer gives the same ids in every later version.

`tests/artifacts/recorded_ids.json` holds what the bundled tokenizers gave. `python -m tests.laws.record_ids compare` does so with every
text.
"""

import json

import morfem
import pytest

from tests.laws import record_ids

RECORDED = json.loads(record_ids.RECORDED.read_text(encoding="utf-8"))
GROUPS = [group for group in record_ids.text_groups(None, 2 * record_ids.GROUP) if group[0] in RECORDED["texts"]]


@pytest.mark.parametrize("name", sorted(RECORDED.keys() - {"texts"}))
def test_ids_are_those_recorded(name: str) -> None:
    tokenizer = morfem.load(name)
    changed = [group for group, texts in GROUPS if RECORDED[name][group] != record_ids.recorded(tokenizer, texts)]
    assert changed == []


def test_every_bundled_tokenizer_has_recorded_ids() -> None:
    assert set(morfem.available()) == RECORDED.keys() - {"texts"}
    assert len(GROUPS) > 20
