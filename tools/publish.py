"""Gives bundled tokenizers their versions.

    python -m tools.publish newest
    python -m tools.publish older FOLDER [FOLDER ...]

A version is published once. Its ids never change afterwards: a tokenizer with other ids is a new version.

`newest` writes the versions of `NEWEST` into the newly trained folders; `make train` runs it. To train a tokenizer with other ids, first
keep its present version in the folder `NAME@VERSION` by `older python/morfem/artifacts/NAME`, and raise its number here by one. An older
version is kept without its precomputed chunks: they are most of its size, and only make its first pass over a text faster.

The folder of an older version leaves out the files that are the same in `NAME`, such as a lexicon; `morfem.load` reads them there. `older`
completes these folders, because `NAME` is about to change, and `newest` leaves out what is then the same.
"""

import argparse
import hashlib
import json
from pathlib import Path

import morfem

BUNDLED = Path(__file__).parents[1] / "python" / "morfem" / "artifacts"
NEWEST = {
    "ar-splinter": 3,
    "bpe": 1,
    "he-splinter": 3,
    "ko-thunder": 3,
    "ms-splinter": 3,
    "multi": 2,
    "tr-mft": 2,
    "tr-mft-64k": 2,
    "tr-morpheus": 3,
}
PRECOMPUTED = ("frequent.tsv", "known.tsv")


def without_precomputed(tokenizer: morfem.Tokenizer) -> morfem.Tokenizer:
    """The same tokenizer without its precomputed chunks."""
    files = tokenizer.files()
    if not (left_out := files.keys() & PRECOMPUTED):
        return tokenizer
    record = json.loads(files["morfem.json"])
    for name in left_out:
        del files[name], record["files"][name]
    blank = json.dumps({**record, "hash": ""}, indent=2, ensure_ascii=False) + "\n"
    seal = hashlib.sha256(blank.encode()).hexdigest()
    files["morfem.json"] = blank.replace('"hash": ""', f'"hash": "{seal}"').encode()
    return morfem.Tokenizer.from_files(files)


def older_folders(newest: Path) -> list[Path]:
    """The folders of the older versions of a tokenizer."""
    return sorted(newest.parent.glob(f"{newest.name}@*"))


def recorded_files(folder: Path) -> list[str]:
    """The names of the files that the record of a compact folder lists."""
    record = json.loads((folder / "morfem.json").read_bytes())
    return [f"{name}.lz4" if name in record["compressed"] else name for name in record["files"]]


def complete(older: Path, newest: Path) -> None:
    """Writes the files that a folder leaves out, because `newest` has them too."""
    for name in recorded_files(older):
        if not (older / name).exists():
            (older / name).write_bytes((newest / name).read_bytes())


def leave_out_shared(older: Path, newest: Path) -> None:
    """Deletes the files of a folder that are the same in `newest`."""
    for name in recorded_files(older):
        file, other = older / name, newest / name
        if file.exists() and other.exists() and file.read_bytes() == other.read_bytes():
            file.unlink()


def publish_newest() -> None:
    """Writes the versions into the records of the folders."""
    for name, version in NEWEST.items():
        tokenizer = morfem.load(BUNDLED / name)
        if tokenizer.version != version:
            tokenizer.with_record(version=version).save(BUNDLED / name, compact=True)
        for older in older_folders(BUNDLED / name):
            leave_out_shared(older, BUNDLED / name)
        print(f"{name} is version {version}")


def keep_older(folder: Path) -> None:
    """Writes the version in a folder into the folder of that version, without precomputed chunks."""
    tokenizer = morfem.load(folder)
    for older in older_folders(folder):
        complete(older, folder)
    kept = folder.parent / f"{tokenizer.name}@{tokenizer.version}"
    without_precomputed(tokenizer).save(kept, compact=True)
    print(f"{kept} has version {tokenizer.version} of {tokenizer.name}")


def main() -> None:
    """Runs the command that the arguments name."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("newest")
    commands.add_parser("older").add_argument("folders", nargs="+", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "newest":
        publish_newest()
    for folder in getattr(arguments, "folders", ()):
        keep_older(folder)


if __name__ == "__main__":
    main()
