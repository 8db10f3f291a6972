"""Stop strings of ``generate``: compared with the text that the ids write together.

``StopStringCriteria`` of transformers decodes every token of the vocabulary alone. That is wrong for tokens whose text depends on their
neighbours, and it asks the backend's decoder for a form that morfem's does not have. For a `MorfemTokenizer` it therefore becomes a
criterion of this module. Its own module needs PyTorch, which a user of a tokenizer may never import, so it is changed when it is imported.
"""

import importlib.util
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import morfem

CRITERIA = "transformers.generation.stopping_criteria"
# Ids that are decoded beside those of the stop string, so that words at its start are written with their neighbours.
CONTEXT = 32


def is_stopped(tokenizer: Any, ids: Sequence[int], stops: Sequence[str]) -> bool:
    """Whether the last id completes a stop string.

    >>> from morfem.integrations.transformers import MorfemTokenizer
    >>> tokenizer = MorfemTokenizer.from_morfem("tr-mft")
    >>> ids = tokenizer("Bu kitabı")["input_ids"]
    >>> [is_stopped(tokenizer, ids[:size], ["itab"]) for size in range(1, len(ids) + 1)]
    [False, False, False, True]
    """
    # A token may be one byte of a character.
    ids = ids[-(4 * max(map(len, stops)) + CONTEXT) :]
    before, text = tokenizer.decode(ids[:-1]), tokenizer.decode(ids)
    return any(text.count(stop) > before.count(stop) or (text.endswith(stop) and text != before) for stop in stops)


def _change(criteria: ModuleType) -> None:
    """Let ``StopStringCriteria`` make a criterion of morfem for a tokenizer of morfem."""
    import torch

    plain: Any = criteria.StopStringCriteria

    class MorfemStopStrings(plain):  # type: ignore[misc]
        """Stop strings of a `MorfemTokenizer`."""

        def __init__(self, tokenizer: Any, stop_strings: str | list[str]) -> None:
            self.tokenizer = tokenizer
            self.stop_strings = (stop_strings,) if isinstance(stop_strings, str) else tuple(stop_strings)
            if not self.stop_strings or "" in self.stop_strings:
                raise morfem.MorfemError(f"stop_strings is {stop_strings!r}; give strings with at least one character")

        def __call__(self, input_ids: Any, scores: Any, **_: Any) -> Any:
            answers = [is_stopped(self.tokenizer, row, self.stop_strings) for row in input_ids.tolist()]
            return torch.tensor(answers, dtype=torch.bool, device=input_ids.device)

    def new(cls: type, tokenizer: Any = None, *_: Any, **__: Any) -> Any:
        is_own = cls is plain and isinstance(getattr(tokenizer, "morfem", None), morfem.Tokenizer)
        return object.__new__(MorfemStopStrings if is_own else cls)

    plain.__new__ = new


class _Watcher:
    """Finds the module of the criteria, and changes it when it has been executed."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """What the import system asks each finder."""
        if name != CRITERIA:
            return None
        sys.meta_path.remove(_Watcher)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def exec_module(module: ModuleType) -> None:
                execute(module)
                _change(module)

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def watch() -> None:
    """Change the module of the criteria, now or when it is imported. Once in a process."""
    criteria: Any = sys.modules.get(CRITERIA)
    if criteria is not None:
        if criteria.StopStringCriteria.__new__ is object.__new__:
            _change(criteria)
    elif _Watcher not in sys.meta_path:
        sys.meta_path.insert(0, _Watcher)
