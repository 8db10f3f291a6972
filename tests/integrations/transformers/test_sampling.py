"""Sampled segmentations for training with transformers: drawn anew in each call, decoded exactly, switched off at any time."""

from pathlib import Path
from typing import Any

import morfem
import pytest
from morfem.integrations.transformers import MorfemTokenizer

TEXTS = ["Kitaplarımızdan okuduk.", "책을 읽었습니다.", "<s> The cat"]


@pytest.fixture
def drawing() -> MorfemTokenizer:
    return MorfemTokenizer.from_morfem("ko-thunder", sample=0.5, seed=3)


def test_each_call_draws_and_every_draw_decodes_to_the_text(drawing: MorfemTokenizer) -> None:
    draws = [drawing(TEXTS)["input_ids"] for _ in range(5)]
    assert len({str(draw) for draw in draws}) > 1
    for draw in draws:
        assert [drawing.decode(ids) for ids in draw] == TEXTS
    again = MorfemTokenizer.from_morfem("ko-thunder", sample=0.5, seed=3)
    assert [again(TEXTS)["input_ids"] for _ in range(5)] == draws


def test_masks_padding_and_truncation_fit_the_drawn_ids(drawing: MorfemTokenizer) -> None:
    batch = drawing(TEXTS, padding=True, truncation=True, max_length=7)
    assert {len(row) for rows in batch.values() for row in rows} == {max(sum(mask) for mask in batch["attention_mask"])}
    assert all(sum(mask) <= 7 for mask in batch["attention_mask"])


def test_sampling_is_switched_off_and_is_not_saved(drawing: MorfemTokenizer, tmp_path: Path) -> None:
    plain = MorfemTokenizer.from_morfem("ko-thunder")
    drawing.save_pretrained(tmp_path)
    assert MorfemTokenizer.from_pretrained(tmp_path)(TEXTS)["input_ids"] == plain(TEXTS)["input_ids"]
    drawing.sample = 0
    assert drawing(TEXTS)["input_ids"] == plain(TEXTS)["input_ids"]
    assert drawing(TEXTS, return_offsets_mapping=True)["offset_mapping"] == plain(TEXTS, return_offsets_mapping=True)["offset_mapping"]


@pytest.mark.parametrize("options", [{"text_pair": TEXTS}, {"return_offsets_mapping": True}, {"return_overflowing_tokens": True}])
def test_what_needs_encodings_is_refused(drawing: MorfemTokenizer, options: dict[str, Any]) -> None:
    with pytest.raises(morfem.MorfemError, match="set sample to 0"):
        drawing(TEXTS, **options)


def test_a_bad_amount_is_refused() -> None:
    with pytest.raises(morfem.MorfemError, match="sample"):
        MorfemTokenizer.from_morfem("ko-thunder", sample=2.0)
