"""Gives the bundled tokenizers their versions: the last step of `make train`.

    python -m tools.publish

The ids of a version never change once it is released. A tokenizer that was trained to other ids gets the next number here, and
CHANGELOG.md says which release has it.
"""

from pathlib import Path

import morfem

BUNDLED = Path(__file__).parents[1] / "python" / "morfem" / "artifacts"
VERSIONS = {
    "ar-splinter": 1,
    "bpe": 1,
    "he-splinter": 1,
    "ko-thunder": 1,
    "ms-splinter": 1,
    "multi": 1,
    "tr-mft": 1,
    "tr-mft-64k": 1,
    "tr-morpheus": 1,
}


def main() -> None:
    """Writes the versions into the records of the folders."""
    for name, version in VERSIONS.items():
        tokenizer = morfem.load(BUNDLED / name)
        if tokenizer.version != version:
            tokenizer.with_record(version=version).save(BUNDLED / name)
        print(f"{name} is version {version}")


if __name__ == "__main__":
    main()
