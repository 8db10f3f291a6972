"""Arabic as it is typed: without hamza, with ه for ة or ى for ي at the end. A mark says so; the root is that of the full spelling."""

import re
from collections.abc import Callable

import pytest

from tests.conftest import sentences
from tests.phenomena.splinter import Language, cells, plain

WAYS: dict[str, Callable[[str], str]] = {
    "<ا>": lambda text: text.translate(str.maketrans("أإآ", "ااا")),
    "<ى>": lambda text: re.sub(r"ي\b", "ى", text),
    "<ه>": lambda text: re.sub(r"ة\b", "ه", text),
}


def units(arabic: Language, word: str) -> list[str]:
    tok = arabic.tokenizer
    return [tok.id_to_token(unit) for id in tok.encode(word).ids for unit in tok.units(id)]


@cells(
    """
    اخذ          أخذ          <ا>
    اهل          أهل          <ا>
    والاسلامية   والإسلامية   <ا>
    الى          إلى          <ا>
    فى           في           <ى>
    الذى         الذي         <ى>
    المدرسه      المدرسة      <ه>
    والحكومه     والحكومة     <ه>
    مدينه        مدينة        <ه>
    بدايه        بداية        <ه>
    او           أو           <ا>
    اليه         إليه         <ا>
""",
    "typed",
    "full",
    "mark",
)
def test_what_is_typed_has_the_units_of_the_full_spelling(arabic: Language, typed: str, full: str, mark: str) -> None:
    assert units(arabic, typed) == [mark, *units(arabic, full)]
    assert arabic.tokenizer.explain(typed).root == arabic.tokenizer.explain(full).root
    assert arabic.comes_back(typed)
    assert arabic.comes_back(arabic.sentence.format(typed))


@pytest.mark.parametrize("word", ["علي", "على", "كتابه", "عملها", "حياته", "ماء", "هذا", "قال"])
def test_a_word_that_is_spelled_in_full_has_no_mark(arabic: Language, word: str) -> None:
    assert not set(units(arabic, word)) & set(WAYS)


@pytest.mark.parametrize("mark", WAYS)
def test_careless_spelling_costs_few_tokens(arabic: Language, mark: str) -> None:
    lines = sentences("ar")
    full = sum(len(arabic.tokenizer.encode(line).ids) for line in lines)
    assert sum(len(arabic.tokenizer.encode(WAYS[mark](line)).ids) for line in lines) <= 1.10 * full
    assert all(arabic.comes_back(WAYS[mark](line)) for line in lines)


@pytest.mark.parametrize("mark", WAYS)
def test_most_words_keep_their_root(arabic: Language, mark: str) -> None:
    words = {word for line in sentences("ar") for word in re.findall("[ء-غف-ي]+", line) if WAYS[mark](word) != word}
    roots = {word: arabic.tokenizer.explain(word).root for word in words}
    kept = [plain(root) == plain(arabic.tokenizer.explain(WAYS[mark](word)).root or "") for word, root in roots.items() if root]
    assert sum(kept) >= 0.75 * len(kept)
