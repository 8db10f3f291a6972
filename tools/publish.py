"""Gives the bundled tokenizers their version: the last step of `make train`.

    python -m tools.publish

The ids of a version never change once it is released. Other ids then get the next number here, and CHANGELOG.md says which
release has it.
"""

from pathlib import Path

import morfem

BUNDLED = Path(morfem.__file__).parent / "artifacts"
VERSION = 1  # of all of them

if __name__ == "__main__":
    for name in morfem.available():
        tokenizer = morfem.load(BUNDLED / name)
        if tokenizer.version != VERSION:
            tokenizer.with_record(version=VERSION).save(BUNDLED / name)
        print(f"{name} is version {VERSION}")
