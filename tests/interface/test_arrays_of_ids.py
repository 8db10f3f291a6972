"""Ids in a NumPy array are the same numbers however the array lies in memory: any integer type, stride, alignment and byte order."""

from typing import Any

import morfem
import numpy as np
import pytest

from tests.conftest import build

TOKENIZER = build("tr-mft")
IDS = [97, 100, 7, 0, 1, 101, 98]
KINDS = [order + kind for order in "<>" for kind in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8")]


def layouts(numbers: list[int], kind: str) -> dict[str, np.ndarray[Any, Any]]:
    """The numbers as arrays that lie differently in memory."""
    dtype = np.dtype(kind)
    plain = np.array(numbers, dtype=dtype)
    found = {"contiguous": plain, "reversed": plain[::-1].copy()[::-1], "every third": np.repeat(plain, 3)[::3], "read-only": plain.copy()}
    found["read-only"].flags.writeable = False
    found["column"] = np.stack([plain, plain[::-1]], axis=1)[:, 0]
    for before, after in [(1, 0), (0, 1), (1, 2), (3, 5), (4, 1), (8, 8)]:
        fields: Any = {"names": ["id"], "formats": [dtype], "offsets": [before], "itemsize": before + dtype.itemsize + after}
        records: Any = np.zeros(len(numbers), dtype=fields)
        records["id"] = plain
        found[f"field after {before} and before {after} bytes"] = records["id"]
        found[f"reversed field after {before} and before {after} bytes"] = records[::-1].copy()["id"][::-1]
    found["unaligned"] = np.frombuffer(b"\0" + plain.tobytes(), dtype=dtype, offset=1)
    assert all(array.tolist() == numbers for array in found.values())
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_ids_lie_in_memory_in_any_way(kind: str) -> None:
    text = TOKENIZER.decode(IDS)
    arrays = layouts(IDS, kind)
    for layout, array in arrays.items():
        assert TOKENIZER.decode(array) == text, layout
        assert TOKENIZER.decode_bytes(array).decode() == text, layout
        stream = TOKENIZER.decoder()
        assert "".join([*map(stream.push, array), stream.finish()]) == text, layout
        stream = TOKENIZER.decoder(prompt=array)
        assert stream.push(300) + stream.finish() == TOKENIZER.decode([*IDS, 300])[len(text) :], layout
    assert TOKENIZER.decode_batch(list(arrays.values()), threads=1) == [text] * len(arrays)
    assert TOKENIZER.decode_batch(list(np.array([IDS, IDS[::-1]], dtype=kind, order="F")), threads=1)[0] == text


@pytest.mark.parametrize("kind", KINDS)
def test_boundaries_lie_in_memory_in_any_way(kind: str) -> None:
    wanted = TOKENIZER.encode("kitaplar", boundaries=[2, 5, 6]).ids
    for layout, array in layouts([2, 5, 6], kind).items():
        assert TOKENIZER.encode("kitaplar", boundaries=array).ids == wanted, layout
        assert TOKENIZER.encode_ids("kitaplar", boundaries=array).tolist() == wanted, layout
        assert TOKENIZER.encode_batch(["kitaplar"], boundaries=[array])[0].ids == wanted, layout


@pytest.mark.parametrize(("kind", "id"), [("u8", 2**64 - 1), ("i8", -(2**63)), ("i4", -1), ("u4", 2**32 - 1), ("i1", -1)])
def test_an_id_out_of_range_is_named_wherever_it_lies(kind: str, id: int) -> None:
    for order in "<>":
        for array in layouts([0, 1, id], order + kind).values():
            with pytest.raises(morfem.VocabularyError, match=str(id)):
                TOKENIZER.decode(array)


@pytest.mark.parametrize("kind", ["?", "f4", "f8", "c8", "M8[s]", "m8[s]", "V4", "S3", "U3", [("id", "u4")]])
def test_arrays_of_other_types_are_refused(kind: Any) -> None:
    with pytest.raises(TypeError, match=r"ids\[0\] is of type .*; give a whole number"):
        TOKENIZER.decode(np.zeros(3, dtype=kind))


def test_a_masked_array_is_refused_because_the_numbers_below_its_mask_mean_nothing() -> None:
    ids = np.ma.masked_equal(np.array([97, 0, 98], dtype=np.uint32), 0)
    for call in (TOKENIZER.decode, TOKENIZER.decode_bytes, lambda ids: TOKENIZER.decoder(prompt=ids)):
        with pytest.raises(TypeError, match=r"^(ids|prompt) is a masked array; give an array without a mask, such as its compressed\(\)"):
            call(ids)
    with pytest.raises(TypeError, match=r"^batch\[1\] is a masked array"):
        TOKENIZER.decode_batch([[97], ids])
    with pytest.raises(TypeError, match=r"^boundaries is a masked array"):
        TOKENIZER.encode("kitaplar", boundaries=np.ma.array([2, 5], mask=[False, True]))
    assert TOKENIZER.decode(ids.compressed()) == TOKENIZER.decode([97, 98])
