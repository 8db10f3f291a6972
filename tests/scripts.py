"""Import a script of `benchmarks/` or `experiments/`.

These folders are not packages: their scripts import each other by bare names, and two folders have a `run.py`. So a script gets fresh
modules, and what it imported is forgotten afterwards.
"""

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[1]


@contextmanager
def script(path: str) -> Iterator[ModuleType]:
    """The module of a file, such as `benchmarks/quick.py`, for as long as the block lasts."""
    file = ROOT / path
    names = {sibling.stem for folder in (ROOT / "benchmarks", *(ROOT / "experiments").iterdir()) for sibling in folder.glob("*.py")}
    kept = {name: sys.modules.pop(name) for name in names & set(sys.modules)}
    kept_path = list(sys.path)
    sys.path.insert(0, str(file.parent))
    try:
        yield importlib.import_module(file.stem)
    finally:
        sys.path[:] = kept_path
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(kept)
