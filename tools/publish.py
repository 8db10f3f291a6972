"""Gives bundled tokenizers a version: `python -m tools.publish VERSION FOLDER [FOLDER ...]`.

A version is published once. Its ids never change afterwards: a tokenizer with other ids is a new version, and the older one moves to the
folder `NAME@VERSION`.
"""

import argparse
from pathlib import Path

import morfem


def main() -> None:
    """Writes the version into the record of each folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("version", type=int)
    parser.add_argument("folders", nargs="+", type=Path)
    arguments = parser.parse_args()
    for folder in arguments.folders:
        tokenizer = morfem.load(folder)
        tokenizer.with_record(version=arguments.version).save(folder)
        print(f"{folder}: {tokenizer.name} is version {arguments.version}")


if __name__ == "__main__":
    main()
