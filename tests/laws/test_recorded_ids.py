"""Law 4: a saved tokenizer gives the same ids in every later version.

`tests/artifacts/format-1` holds a small artefact of each kind as version 0.1 saved it, and `recorded_ids.json` what it and the bundled
tokenizers gave then. `python -m tools.record_ids compare` does the same with every text.
"""

import json

import pytest

from tools import record_ids

RECORDED = json.loads((record_ids.SAVED.parent / "recorded_ids.json").read_text(encoding="utf-8"))
GROUPS = [group for group in record_ids.text_groups(None, 2 * record_ids.GROUP) if group[0] in RECORDED["texts"]]


@pytest.mark.parametrize("name", sorted(RECORDED.keys() - {"texts"}))
def test_ids_are_those_recorded(name: str) -> None:
    tokenizer = record_ids.tokenizer(name)
    changed = [group for group, texts in GROUPS if RECORDED[name][group] != record_ids.recorded(tokenizer, texts)]
    assert changed == []


def test_every_kind_has_a_saved_artefact_and_texts() -> None:
    assert set(record_ids.names()) == RECORDED.keys() - {"texts"}
    assert len(GROUPS) > 20
